// What a press on the board means: a move at once where that is plain, else what goes with it is pressed next.

import { touched } from "./board.js";
import { meant } from "./marks.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Pointing at the boards in `place`. `shown()` are the moves that can be made; `aim(items, component)` shows what would
 * go, `choose(candidates)` what a first press may mean, `act(move, way)` makes a move.
 */
export function pointing(place, { shown, aim, choose, act }) {
  let chosen = { component: -1, items: [] };

  function clear() {
    chosen = { component: -1, items: [] };
    choose([]);
  }

  /** The ways that begin at an item, without those that have a place of their own between two items. */
  function held(component, item) {
    const own = joints(place, shown(), component);
    return meant(shown(), component, [item]).filter(({ move, way, held: first }) => first && !own.some((one) => one.move === move && one.way === way));
  }

  function candidates(component, item) {
    if (chosen.component === component && chosen.items.length) {
      const more = meant(shown(), component, [...chosen.items, item]);
      if (more.length) return { found: more, items: [...chosen.items, item] };
    }
    const first = held(component, item);
    return { found: first.length ? first : meant(shown(), component, [item]), items: [item] };
  }

  /** Spots of curves: first both ends of one, then what is to lie inside, as long as there are several. */
  function pressSpot(component, item) {
    const before = chosen.component === component ? chosen.items : [];
    let items = before.length > 1 && before.slice(2).includes(item) ? before.filter((one, at) => at < 2 || one !== item) : [...before, item];
    let found = curvesBy(shown(), component, items);
    if (!found.length) found = curvesBy(shown(), component, (items = [item])); // it begins another curve
    if (!found.length) return clear();
    if (items.length > 1 && found.length === 1) {
      clear();
      return act(found[0].move, found[0].way);
    }
    chosen = { component, items };
    choose(found, component, items);
  }

  function press(component, item) {
    if (isDrawn(component)) return pressSpot(component, item);
    const again = chosen.component === component && chosen.items.includes(item);
    const { found, items } = candidates(component, item);
    if (!found.length) return clear();
    const [best] = found;
    const even = found.filter((one) => one.size === best.size && one.held === best.held).length > 1;
    const last = items.length > 1 && best.move.spots[best.way].at(-1) === item && spanned(shown(), component);
    if (found.length === 1 || (!even && (again || last))) {
      clear();
      return act(best.move, best.way);
    }
    chosen = { component, items: again ? chosen.items : items };
    choose(found, component, chosen.items);
  }

  /** A place between two items was pressed: it means one move alone. */
  function joint(component, key) {
    const one = joints(place, shown(), component).find(({ items }) => items.join(" ") === key);
    if (!one) return;
    clear();
    act(one.move, one.way);
  }

  const isDrawn = (component) => place.querySelector(`[data-component="${component}"] svg.curves`) !== null;

  function hover(element) {
    const component = Number(element.closest("[data-component]").dataset.component);
    if (isDrawn(component)) return aim([element.dataset.item], component);
    if (element.dataset.joint) return aim(element.dataset.joint.split(" "), component);
    const { found } = candidates(component, element.dataset.item);
    aim(found.length ? found[0].move.spots[found[0].way] : [], component);
  }

  place.addEventListener("pointerover", (event) => {
    const element = event.target.closest("[data-joint], [data-item][role=button]");
    if (element) hover(element);
    else aim([], -1);
  });
  place.addEventListener("pointerleave", () => aim([], -1));
  place.addEventListener("focusin", (event) => {
    const element = event.target.closest("[data-joint], [data-item][role=button]");
    if (element?.matches(":focus-visible")) hover(element);
  });
  place.addEventListener("focusout", () => aim([], -1));
  return { press, joint, clear };
}

/** The curves that join the first two of some spots, or begin at the only one, and enclose all others. */
function curvesBy(moves, component, [first, second, ...inside]) {
  const ways = moves.filter((move) => move.component - 1 === component).flatMap((move) => move.spots.map((items, way) => ({ move, way, items, held: true, size: items.length, drawn: true })));
  const joins = ({ items: [a, b] }) => (second === undefined ? a === first || b === first : (a === first && b === second) || (a === second && b === first));
  return ways.filter((one) => joins(one) && inside.every((spot) => one.items.indexOf(spot, 2) > 0)).sort((a, b) => a.size - b.size);
}

const FEW = 8; // curves between two spots among which one chooses

/** What pressing spots of curves means so far. */
function meaningOfSpots(found, component, items) {
  const picked = items.map((one) => [component, one]);
  if (items.length < 2) return { alike: [], picked, says: `Now press the spot to join with ${items[0]}; press ${items[0]} again for a loop.` };
  const says = found.length > FEW ? "Which of these, or more? Press spots that are to lie inside." : "Which of these?";
  return { alike: found.slice(0, FEW), picked, says };
}

/** A move in words, made in one of its ways. */
export const saysOf = (move, way = 0) => move.ways?.[way] ?? move.says;

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What a first press on `items` may mean: { alike, picked, says }. `alike` are the moves that no press tells apart,
 * `picked` the (component, item) pairs to mark, `says` a sentence.
 */
export function meaning(found, component, items) {
  if (!found.length) return { alike: [], picked: [], says: "" };
  if (found[0].drawn) return meaningOfSpots(found, component, items);
  const [{ move, way, held, size }] = found;
  const all = (one) => [...one.move.spots[one.way]].sort().join(" ");
  const alike = found.filter((one) => all(one) === all(found[0]));
  const even = found.filter((one) => one.held === held && one.size === size).length > 1;
  const picked = even ? items.map((one) => [component, one]) : touched(move, way);
  const says = alike.length > 1 ? "Which of these?" : even ? "Now press what goes with it." : `${capital(move.says)}: press it again, or press what goes with it.`;
  return { alike, picked, says };
}

/** Whether each way of a board is told by its first and last item, as a rectangle is by two corners. */
function spanned(moves, component) {
  const ways = moves.filter((move) => move.component - 1 === component).flatMap((move) => move.spots.filter((items) => items.length));
  return new Set(ways.map((items) => `${items[0]} ${items.at(-1)}`)).size === ways.length;
}

/** The ways of two neighbours that are pressed between the two: a domino, the line of two nodes. */
export function joints(place, moves, component) {
  const own = moves.filter((move) => move.component - 1 === component);
  const ways = own.flatMap((move) => move.spots.map((items, way) => ({ move, way, items })));
  const pairs = ways.filter(({ items }) => items.length === 2);
  if (!pairs.length || pairs.length < ways.length || pairs.length > 400) return [];
  const key = ({ items }) => [...items].sort().join(" ");
  const count = new Map();
  for (const one of pairs) count.set(key(one), (count.get(key(one)) || 0) + 1);
  if (pairs.some((one) => count.get(key(one)) > 1)) return [];
  const figure = place.querySelector(`[data-component="${component}"]`);
  const net = figure?.querySelector("svg.net");
  const near = ([a, b]) => {
    const [[r, c], [u, v]] = [a, b].map((item) => item.split(",").map(Number));
    return net ? !Number.isFinite(c) : Math.abs(r - u) + Math.abs(c - v) === 1;
  };
  return figure && figure.querySelector("svg.grid, svg.net") && pairs.every(({ items }) => near(items)) ? pairs : [];
}

/** Draw those places on the boards: each is as large as a finger, and hides nothing. */
export function drawJoints(place, moves) {
  for (const old of place.querySelectorAll(".joints")) old.remove();
  for (const figure of place.querySelectorAll("[data-component]")) {
    const svg = figure.querySelector("svg.board");
    const all = svg ? joints(place, moves, Number(figure.dataset.component)) : [];
    if (!all.length) continue;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "joints");
    for (const { move, items } of all) {
      const [[x, y], [u, v]] = items.map((item) => middle(svg.querySelector(`[data-item="${CSS.escape(item)}"]`)));
      const [cx, cy] = [(x + u) / 2, (y + v) / 2];
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", `M${cx - 18} ${cy}L${cx} ${cy - 18}L${cx + 18} ${cy}L${cx} ${cy + 18}Z`);
      for (const [name, value] of Object.entries({ class: "joint", role: "button", tabindex: "-1", "data-joint": items.join(" "), "aria-label": move.says })) path.setAttribute(name, value);
      group.append(path);
    }
    svg.append(group);
  }
}

function middle(element) {
  const { x, y, width, height } = (element.querySelector(".square, .disc") || element).getBBox();
  return [x + width / 2, y + height / 2];
}
