// The first page: one game of Nim against a perfect computer, played in the page itself; afterwards the same counters
// show why: Back and Next walk through the game, and every position stands in columns of 4s, 2s and 1s.

import { byId, make, offerCopies, pageUrl } from "./common.js";
import { mark } from "./board.js";
import { leftOver, showColumns } from "./columns.js";
import { stars } from "./favourites.js";
import { replied, tabled } from "./search.js";

const board = byId("boards");
const svg = board.querySelector("svg");
const START = [...svg.querySelectorAll(".pile")].map((pile) => pile.querySelectorAll(".counter").length);
const ANSWER = 550; // milliseconds between a move and the computer's
const LATER = 400; // and between the start as it lies and its columns
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, calm() ? 0 : milliseconds));

// All that is shown: the moves as [player, pile, take], which position Why is about (null: the game is played), whether
// the computer thinks, a hint.
let resumes = false;
let game = { moves: [], at: null, stage: 0, thinks: false, hint: null };

const sizesAfter = (count) => game.moves.slice(0, count).reduce((sizes, [, pile, take]) => sizes.map((size, at) => (at === pile ? size - take : size)), START);
const words = ([, pile, take]) => `take ${take} from pile ${pile + 1}`;

// The rule is not known here: for each size the page has what moves leave, and searches them as it does all others.
const table = JSON.parse(board.querySelector("[data-table]").dataset.table).map((rows) => rows.map((left) => ({ left })));
const search = tabled(table);

/** The moves that can be made, in the order in which they are searched. */
const movesOf = (sizes) => sizes.flatMap((size, pile) => table[size].map(({ left }) => [0, pile, size - left.reduce((sum, one) => sum + one, 0)]));

/** Those that win. */
const good = (sizes) => search.options(sizes).flatMap((left, at) => (search.isLost(left) ? [movesOf(sizes)[at]] : []));

function become(change) {
  game = { ...game, ...change };
  const had = resumes || board.contains(document.activeElement);
  show();
  const now = document.activeElement;
  resumes = had && game.thinks; // the keyboard goes on on the board once the computer has moved
  if (resumes) byId("status").focus({ preventScroll: true });
  else if (had && !(board.contains(now) && now.getAttribute("role") === "button")) (svg.querySelector("[role=button][tabindex='0']") || byId("tools").querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
}

function show() {
  const { moves, at, stage, thinks, hint } = game;
  const count = at ?? moves.length;
  const sizes = sizesAfter(count);
  const over = at === null && sizes.every((size) => !size);
  const last = moves[count - 1];
  const mine = at === null && !over && !thinks;
  for (const pile of svg.querySelectorAll(".pile")) {
    const number = Number(pile.dataset.item) - 1;
    pile.querySelectorAll(".counter").forEach((one, place) => {
      const gone = place >= sizes[number];
      one.classList.toggle("gone", gone);
      one.classList.toggle("last", gone && last !== undefined && last[1] === number && place < sizes[number] + last[2]);
      one.setAttribute("role", mine && !gone ? "button" : "img");
      one.setAttribute("aria-label", gone ? "taken" : `pile ${number + 1}: take ${sizes[number] - place}`);
      one.toggleAttribute("aria-hidden", gone);
      if (gone) one.setAttribute("aria-hidden", "true");
      if (mine && !gone) one.setAttribute("tabindex", place ? "-1" : "0");
      else one.removeAttribute("tabindex");
    });
  }
  mark(board, "aimed", []);
  mark(board, "hinted", hint ? counters(hint, sizes).map((item) => [0, item]) : []);
  showColumns(svg, at === null ? 0 : stage);
  const turn = over ? 0 : thinks ? 2 : 1;
  const seat = (player, name, says) => make("div", { class: `seat${player === 2 ? " two" : ""}${turn === player && at === null ? " on" : ""}` }, make("i", { class: "mark" }), make("b", {}, name), make("span", { class: "now" }, turn === player && at === null ? says : ""));
  byId("turn").replaceChildren(seat(1, "You", "your move"), seat(2, "Computer", "thinking"));
  say(sizes, last, over);
  tools(over);
}

const counters = ([, pile, take], sizes) => Array.from({ length: take }, (_, at) => `${pile + 1},${sizes[pile] - at}`);

function say(sizes, last, over) {
  const place = byId("status");
  const won = over && last[0] === 1;
  place.className = `say${over ? (won ? " won" : " lost") : ""}`;
  if (over) place.replaceChildren(make("b", {}, won ? "You win" : "The computer wins"), make("span", {}, won ? " Well played." : " It took the last counter."));
  else if (game.at !== null) place.textContent = why(leftOver(sizes), last);
  else if (game.hint) place.textContent = `One good move: ${words(game.hint)}.`;
  else if (last) place.replaceChildren(make("b", {}, `${last[0] === 1 ? "You" : "The computer"}: ${words(last)}.`));
  else place.textContent = "Click a counter: it goes, with all to its right.";
}

function why(sum, last) {
  const left = sum ? `${sum} left over` : "every column cancels";
  if (!last) return `The start: ${left}. ${sum ? "Whoever moves can make it 0." : "Whoever moves must spoil it."}`;
  if (last[0] === 1) return `You ${words(last).replace("take", "took")}: ${left}${sum ? ", and the computer can make it 0." : "."}`;
  return sum ? `The computer had to break it: ${left}.` : `The computer makes it 0: ${left}.`;
}

function tools(over) {
  const button = (says, act, more = {}) => make("button", { type: "button", onclick: act, ...more }, says);
  const { moves, at, thinks } = game;
  const focused = document.activeElement?.textContent;
  const last = moves.length;
  const shown = at !== null ? [
    button("Back", () => become({ at: at - 1, stage: 3 }), { disabled: at === 0 }),
    make("span", { class: "dots", role: "img", "aria-label": `position ${at + 1} of ${last + 1}` }, ...Array.from({ length: last + 1 }, (_, number) => make("i", { class: number === at ? "on" : null }))),
    button("Next", () => become({ at: at + 1, stage: 3 }), { disabled: at === last, class: "main" }),
    button("Play again", again),
  ] : over ? [
    button("Show me why", explain, { class: "main" }), button("Play again", again), make("span", { class: "gap" }), more("More Nim"),
  ] : [
    button("Undo", () => become({ moves: moves.slice(0, -2), hint: null }), { disabled: !moves.length || thinks }),
    button("Hint", hint, { disabled: thinks }), button("New game", again), make("span", { class: "gap" }), more("Full page"),
  ];
  const place = byId("tools");
  const had = place.contains(document.activeElement);
  place.replaceChildren(...shown);
  if (had) ([...place.querySelectorAll("button:not(:disabled)")].find((one) => one.textContent === focused) || place.querySelector("button:not(:disabled)"))?.focus();
}

const more = (says) => make("a", { class: "button quiet", href: pageUrl("game", new URLSearchParams([["g", "nim"], ["p", START.join(" ")]])) }, says);

function again() {
  become({ moves: [], at: null, stage: 0, thinks: false, hint: null });
}

async function explain() {
  become({ at: 0, stage: 0, hint: null });
  await wait(LATER);
  if (game.at === 0) become({ stage: 3 });
}

function hint() {
  const [best] = good(sizesAfter(game.moves.length));
  become({ hint: best || null });
  if (!best) byId("status").textContent = "No move wins now. Take little, and hope.";
}

async function take(item) {
  const [pile, counter] = item.split(",").map(Number);
  const sizes = sizesAfter(game.moves.length);
  if (game.thinks || game.at !== null || counter > sizes[pile - 1]) return;
  const moves = [...game.moves, [1, pile - 1, sizes[pile - 1] - counter + 1]];
  const left = sizes.map((size, at) => (at === pile - 1 ? counter - 1 : size));
  const over = left.every((size) => !size);
  become({ moves, hint: null, thinks: !over });
  if (over) return;
  const mine = game;
  await wait(ANSWER);
  if (game !== mine) return;
  const answer = movesOf(left)[replied(search, left, Math.random)];
  become({ moves: [...moves, [2, answer[1], answer[2]]], thinks: false });
}

const pressed = (event) => event.target.closest(".counter[role=button]");
board.addEventListener("click", (event) => {
  if (pressed(event)) take(pressed(event).dataset.item);
});
board.addEventListener("keydown", (event) => {
  const here = pressed(event);
  if (!here) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    take(here.dataset.item);
    return;
  }
  const way = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  if (!way) return;
  event.preventDefault();
  let [pile, counter] = here.dataset.item.split(",").map(Number);
  for (pile += way[0], counter += way[1]; pile >= 1 && pile <= START.length; pile += way[0]) {
    const next = [counter, ...Array.from({ length: counter }, (_, at) => counter - at)].map((one) => svg.querySelector(`[data-item="${pile},${one}"][role=button]`)).find(Boolean);
    if (next) {
      for (const one of svg.querySelectorAll(`.pile[data-item="${pile}"] .counter[role=button]`)) one.setAttribute("tabindex", one === next ? "0" : "-1");
      next.focus();
      return;
    }
    if (!way[0]) return;
  }
});
for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  board.addEventListener(name, (event) => {
    const here = pressed(event);
    if (!here || (name === "focusin" && !here.matches(":focus-visible"))) return;
    const [pile, counter] = here.dataset.item.split(",").map(Number);
    const size = sizesAfter(game.moves.length)[pile - 1];
    mark(board, "aimed", on ? counters([0, pile - 1, size - counter + 1], sizesAfter(game.moves.length)).map((item) => [0, item]) : []);
  });
}
svg.style.setProperty("--wide", `${2.6 * Number(svg.getAttribute("width"))}px`);
svg.removeAttribute("width");
svg.removeAttribute("height");
show();
stars(document.querySelector("main"));
offerCopies();
