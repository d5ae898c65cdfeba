// What moves mean and leave, on the board: each is marked where it is taken hold of, with the nim-value that it leaves.

import { make } from "./common.js";
import { itemOf } from "./board.js";

const MOST = 400; // moves of a component beyond which only those that win are marked
const MANY = 3; // values that the mark of a whole heap lists
const SVG = "http://www.w3.org/2000/svg";

/**
 * The moves that what is selected can mean: first those that are taken hold of there, then those that touch least. A
 * corner and the opposite one mean the rectangle between them, a counter means all from it to the end.
 */
export function meant(moves, component, selected) {
  const found = [];
  for (const move of moves) {
    if (move.component - 1 !== component) continue;
    move.spots.forEach((spots, way) => {
      if (selected.every((item) => spots.includes(item))) {
        found.push({ move, way, held: selected.includes(spots[0]), size: spots.length });
      }
    });
  }
  found.sort((a, b) => b.held - a.held || a.size - b.size);
  const seen = new Set();
  return found.filter(({ move }) => !seen.has(move) && seen.add(move));
}

/** What a move does, in words: "wins, leaves 0". */
export function verdict(move) {
  if (move.wins === null) return "";
  const word = move.wins ? "wins" : "does not win";
  return move.left === null ? word : `${word}, leaves ${move.left}`;
}

/** The same as a sign. */
export function sign(move) {
  return move.left === null ? (move.wins ? "✓" : "✗") : String(move.left);
}

/** Mark the moves that can be made, or with what is selected be meant, on the boards in `place`. */
export function markMoves(place, moves, { component, items }) {
  for (const old of place.querySelectorAll(".badge")) old.remove();
  for (const item of place.querySelectorAll("[aria-description]")) item.removeAttribute("aria-description");
  if (!moves.length || moves[0].wins === null) return;
  for (const figure of place.querySelectorAll("[data-component]")) {
    if (figure.querySelector("svg.curves")) continue; // many curves join the same two spots: they are listed
    const at = Number(figure.dataset.component);
    const own = moves.filter((move) => move.component - 1 === at);
    const some = own.length > MOST ? own.filter((move) => move.wins) : own;
    if (some.length > MOST) continue;
    const selected = at === component ? items : [];
    const planned = selected.length ? next(some, at, selected, itemsOf(figure)) : all(some, at);
    draw(place, figure, at, planned);
  }
}

function itemsOf(figure) {
  return [...figure.querySelectorAll("[data-item][aria-label]:not([aria-hidden])")].map((one) => one.dataset.item);
}

/**
 * Every way of every move, and the items between which it is marked: one, where pressing that alone means it; all of
 * them, where every move takes as many, as dominoes do.
 */
function all(moves, component) {
  const ways = moves.flatMap((move) => move.spots.filter((spots) => spots.length).map((spots) => ({ move, items: spots })));
  if (new Set(ways.map(({ items }) => items.length)).size === 1) return ways;
  return ways.map(({ move, items }) => {
    const [first, second] = meant(moves, component, [items[0]]);
    const alone = first.move === move && !(second && second.held && second.size === first.size);
    return { move, items: alone ? [items[0]] : items };
  });
}

/** With something selected: what it means, and what it means together with each other item. */
function next(moves, component, selected, items) {
  const more = items.filter((item) => !selected.includes(item)).flatMap((item) => {
    const [found] = meant(moves, component, [...selected, item]);
    return found ? [{ move: found.move, items: [item] }] : [];
  });
  const [chosen] = meant(moves, component, selected);
  return chosen ? [...more.filter(({ move }) => move !== chosen.move), { move: chosen.move, items: [selected.at(-1)] }] : more;
}

function draw(place, figure, component, planned) {
  const svg = figure.querySelector("svg.board");
  const centres = svg ? itemsOf(figure).map((item) => [item, centre(itemOf(place, component, item))]) : [];
  const both = opposed(planned);
  const groups = new Map(); // moves that touch the same, and are taken hold of at the same, have one mark
  for (const { move, items } of planned) {
    const elements = items.map((item) => itemOf(place, component, item));
    if (!elements.length || elements.includes(null)) continue;
    describe(elements[0], move);
    if (!svg) elements[0].append(make("span", { class: `badge ${move.wins ? "good" : "bad"}`, "aria-hidden": "true" }, sign(move)));
    const set = setOf(items);
    const key = both.has(set) ? items.join() : set;
    if (!groups.has(key)) groups.set(key, { items, elements, moves: [], fro: both.has(set) });
    groups.get(key).moves.push(move);
  }
  if (!svg) return;
  const drawn = []; // marks and the boxes they take: no two overlap
  for (const { items, elements, moves, fro } of groups.values()) {
    const held = elements.map(centre);
    let spot = between(held, centres.filter(([item]) => !items.includes(item)).map(([, at]) => at));
    if (!spot) continue;
    if (fro) spot = spot.map((at, axis) => at + (held[0][axis] - at) * 0.45);
    const words = wordsOf(moves, elements[0].matches(".bar"));
    if (!words) continue;
    const { ways, small } = aside(spot, elements);
    const boxes = ways.map((at) => boxOf(at, small, words));
    // where there is no room, the move is marked once something of it is selected
    const free = boxes.find((box) => !drawn.some(([, other]) => overlap(box, other)));
    if (free) drawn.push([badge(free, small, words, moves.some((move) => move.wins)), free]);
  }
  const won = [...groups.values()].find(({ moves }) => moves.some((move) => move.wins));
  const link = won && !drawn.some(([element]) => element.classList.contains("good")) ? joined(won, drawn) : null;
  svg.append(...(link ? [link] : []), ...drawn.map(([element]) => element));
}

/** Where no winning move has a mark: one with a line to all that it touches; null where there is no room. */
function joined({ elements, moves }, drawn) {
  const held = elements.map(centre);
  const words = sign(moves.find((move) => move.wins));
  const level = held.every(([, y]) => Math.abs(y - held[0][1]) < 1);
  const low = held[0][1] + (elements[0].matches(".counter") ? 12 : 18); // below a row
  const [cx, cy] = [0, 1].map((axis) => held.reduce((sum, at) => sum + at[axis], 0) / held.length);
  const round = ([x, y]) => Math.atan2(y - cy, x - cx); // corners in the order of their outline
  const ends = level ? held.map(([x]) => [x, low]).sort(([a], [b]) => a - b) : held.sort((a, b) => round(a) - round(b));
  const stems = level ? ends.map(([x]) => `M${x} ${low - 5}V${low}`).join("") : "";
  const path = `${stems}M${ends.map((at) => at.join(" ")).join("L")}${level ? "" : "Z"}`;
  const spots = ends.slice(1).flatMap(([u, v], at) => {
    const [x, y] = ends[at];
    return [0.5, 0.4, 0.6, 0.3, 0.7].map((part) => [x + (u - x) * part, y + (v - y) * part]);
  });
  const free = spots.map((at) => boxOf(at, true, words)).find((box) => !drawn.some(([, other]) => overlap(box, other)));
  return free ? badge(free, true, words, true, path) : null;
}

/** What a mark says of its moves; one of a heap that is drawn as a whole, which has many, of those that win, or little. */
function wordsOf(moves, whole) {
  const signs = [...new Set(moves.map(sign))];
  const good = whole ? [...new Set(moves.filter((move) => move.wins).map(sign))] : [];
  return (good.length ? good : whole && signs.length > MANY ? [] : signs).join(" ");
}

const setOf = (items) => [...items].sort().join();

/** The pairs of items between which there is a move to and another fro: a stone takes its neighbour, or is taken. */
function opposed(planned) {
  const first = new Map();
  const found = new Set();
  for (const { items } of planned) {
    const key = setOf(items);
    if (items.length === 2 && first.has(key) && first.get(key) !== items[0]) found.add(key);
    first.set(key, items[0]);
  }
  return found;
}

function describe(element, move) {
  const said = element.getAttribute("aria-description");
  if (said && said.length > 200) return;
  element.setAttribute("aria-description", `${said ? `${said}; ` : ""}${move.says}: ${verdict(move)}`);
}

/** The middle of an item in its picture. */
function centre(element) {
  const stem = element.querySelector(".stem");
  if (stem) {
    const { x, y } = stem.getPointAtLength(stem.getTotalLength() / 2);
    return [x, y];
  }
  const { x, y, width, height } = (element.querySelector(".square, .disc, .spot, .heap") || element).getBBox();
  return [x + width / 2, y + height / 2];
}

/** Where a mark may stand so that it hides nothing that it is about, the best first, and whether it is a small one. */
function aside([x, y], elements) {
  const [one, more] = elements;
  const ways = (...shifts) => shifts.map((shift) => [x, y + shift]);
  if (one.querySelector(".pin")) return { ways: ways(19, -19), small: true }; // below the pins
  if (one.matches(".bar")) return { ways: [[x + one.getBBox().width / 2, y]], small: true }; // its size is in its middle
  if (one.matches(".counter")) return { ways: more ? ways(13, -13) : ways(0), small: true }; // they stand close
  if (one.matches(".node") && !more) return { ways: [[x + 13, y - 13], [x - 13, y - 13]], small: true }; // beside the name
  const pieces = one.matches(".cell") && more && one.querySelector(".piece, .tails, .stone") !== null;
  return { ways: ways(0, 12, -12), small: pieces };
}

/** The box of a mark with some words round a place. */
function boxOf([x, y], small, words) {
  const high = small ? 6.5 : 8;
  const half = Math.max(high, 3 + (small ? 2.6 : 3.1) * words.length);
  return { x: x - half, y: y - high, width: 2 * half, height: 2 * high };
}

function overlap(one, other) {
  const apart = (at, size) => one[at] + one[size] <= other[at] || other[at] + other[size] <= one[at];
  return !apart("x", "width") && !apart("y", "height");
}

/** The middle of some places, unless others lie among them: a mark there would seem to be of those. */
function between(places, others) {
  const [left, right] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))];
  const [top, bottom] = [Math.min(...places.map(([, y]) => y)), Math.max(...places.map(([, y]) => y))];
  const among = ([x, y]) => x > left - 5 && x < right + 5 && y > top - 5 && y < bottom + 5;
  return others.some(among) ? null : [(left + right) / 2, (top + bottom) / 2];
}

function badge({ x, y, width, height }, small, words, good, path = "") {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `badge ${good ? "good" : "bad"}${small ? " small" : ""}`);
  group.setAttribute("aria-hidden", "true");
  group.setAttribute("transform", `translate(${x + width / 2} ${y + height / 2})`);
  const plate = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height, rx: height / 2 })) plate.setAttribute(name, value);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("text-anchor", "middle");
  text.setAttribute("dominant-baseline", "central");
  text.textContent = words;
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  line.setAttribute("transform", `translate(${-x - width / 2} ${-y - height / 2})`);
  group.append(...(path ? [line] : []), plate, text);
  return group;
}
