// What is said of a position: whose turn it is, who wins, by which moves and why, and what was predicted.

import { byId, make, scrolling, sentence } from "./common.js";
import { mark, touched } from "./board.js";
import { sign, verdict } from "./marks.js";

const SHOWN = 300; // moves of the list
const BESIDE = 12; // moves that stand beside the board

/** What is said above the board, and whether that is good or bad news. */
export function status({ here, past, told, waits }, { misere, opponent, settingUp }) {
  if (waits === "computer") return ["The computer is thinking…"];
  if (!told) return ["This position is not shown; what is wrong stands above."];
  if (settingUp) return ["Press cells and buttons to set up a position."];
  if (told.move_count === 0) return theEnd(here.mover, past.length > 0, misere, opponent);
  if (told.move_count === null) return ["This is too large to be played here."];
  if (opponent) return [here.mover === 1 ? "The computer is to move." : here.must ? "Your move, where the last one was made." : "Your move."];
  const who = `Player ${here.mover + 1}`;
  if (here.must) return [`${who} to move, and where the last move was made.`];
  return [`${who}: point at what a move takes, or pick one from the list.`];
}

function theEnd(mover, played, misere, opponent) {
  if (opponent) {
    const won = (mover === 1) !== misere;
    const cannot = mover === 1 ? "The computer cannot move" : "You cannot move";
    return [`${cannot}: ${won ? "you win!" : "the computer wins."}`, won ? "won" : "lost"];
  }
  if (!played) return [`No move is left: whoever has to move ${misere ? "wins" : "loses"}.`];
  return [`Player ${mover + 1} cannot move: player ${(misere ? mover : 1 - mover) + 1} wins.`];
}

/** Who wins and by which moves; `act(move)` makes one. */
export function showAnswer(told, act) {
  const place = byId("wins");
  byId("verdict").textContent = told && told.result ? told.says : "";
  if (!told || !told.result) {
    place.replaceChildren(...(told ? [make("p", {}, sentence(told.refused || "too large to be solved"))] : []));
    return;
  }
  const good = told.moves.filter((move) => move.wins);
  const parts = [];
  const count = told.result.winning_move_count ?? good.length;
  if (count) {
    parts.push(make("p", {}, count > 1 ? `Winning moves (${count.toLocaleString("en")}):` : "The winning move:"));
    const shown = good.slice(0, 8).map((move) => item(move, true, act));
    for (const words of told.best || []) shown.push(make("li", {}, words));
    parts.push(make("ul", { class: "moves" }, ...shown));
    if (count > 8 && good.length > 8) parts.push(make("p", { class: "note" }, "All of them are first in the list of all moves."));
  }
  const { status: known, by } = told.result.evidence;
  parts.push(make("p", { class: "evidence" }, make("strong", {}, `${known.charAt(0).toUpperCase()}${known.slice(1)}: `), `${by}.`));
  place.replaceChildren(...parts);
}

/** A move as a button in a list, with what it leaves; its place on the board is marked while it is pointed at. */
function item(move, marked, act) {
  const boards = byId("boards");
  const hot = (event) => {
    if (event.type !== "focus" || event.target.matches(":focus-visible")) mark(boards, "hot", touched(move));
  };
  const cold = () => mark(boards, "hot", []);
  const known = marked && move.wins !== null;
  const said = { "data-left": known ? sign(move) : null, "aria-description": known ? verdict(move) : null };
  const button = make("button", { type: "button", onclick: () => act(move), onmouseenter: hot, onfocus: hot, onmouseleave: cold, onblur: cold, ...said }, move.says);
  return make("li", { class: known ? (move.wins ? "wins" : "fails") : null }, button);
}

/** All moves, each with what it leaves if `marked`; those that touch nothing on the board stand beside it too. */
export function showMoves(told, marked, act) {
  const { moves, move_count: count, refused } = told || { moves: [], move_count: null, refused: null };
  const shown = moves.slice(0, SHOWN);
  byId("moves").replaceChildren(...shown.map((move) => item(move, marked, act)));
  byId("count").textContent = count === null ? "" : `(${count.toLocaleString("en")})`;
  if (refused && count === null) byId("moves").append(make("li", { class: "note" }, sentence(refused)));
  else if (count > shown.length) byId("moves").append(make("li", { class: "note" }, `and ${(count - shown.length).toLocaleString("en")} more`));
  const beside = moves.filter((move) => !move.spots.some((spots) => spots.length)).slice(0, BESIDE);
  byId("beside").replaceChildren(...beside.map((move) => item(move, marked, act)));
  byId("beside").hidden = !beside.length;
}

/** A move that wins, or why there is none. */
export function hint(told) {
  const good = told.moves.filter((move) => move.wins);
  if (good.length) {
    mark(byId("boards"), "hot", touched(good[0]));
    return `${capital(good[0].says)} wins${good.length > 1 ? `, and so do ${good.length - 1} other moves` : "; no other move does"}.`;
  }
  if (!told.result) return sentence(told.refused);
  if (told.result.winner === "draw") return "No move wins; play can be drawn.";
  return "No move wins, if the other player makes no mistake.";
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Heaps can be dragged: what draws the sliders is loaded once somebody opens their place.

const LARGEST = 200; // counters of a heap that gets a slider
let offered = null; // the heaps that are offered

/** The heaps of a position that can be dragged; null: none, or their values are not known. */
function heapsOf(told) {
  const board = told && told.boards.length === 1 ? told.boards[0] : null;
  const known = board && told.sequence && told.result?.play === "normal" && board.edit?.kind === "numbers";
  const numbers = known ? board.edit.numbers.map(Number) : [];
  return numbers.length && numbers.every((number) => number <= LARGEST) ? { game: board.game, each: board.edit.each, numbers } : null;
}

/** Offer sliders for a position that has heaps; `become(game, text)` sets another position. */
export function offerSliders(told, become) {
  const place = byId("slide");
  const heaps = heapsOf(told);
  const key = JSON.stringify(heaps);
  place.hidden = !heaps;
  if (key !== offered) byId("sliders").replaceChildren();
  offered = key;
  place.ontoggle = async () => {
    const wanted = place.open && heaps && !document.body.hasAttribute("data-busy") && !byId("sliders").firstChild;
    if (wanted) (await import("./xor.js")).drawSliders(heaps, become);
  };
  place.ontoggle();
}

// Predict, then reveal: who wins is asked before it is shown, and how often the prediction was right is counted.

let right = 0;
let asked = 0;
let shown = null; // the position that was asked about last

/** Fold the answer of another position and ask for it, where that is wanted. */
export function predict(told) {
  const wanted = byId("predict").checked && told && told.result && told.result.winner !== "draw" && told.move_count !== 0;
  const key = wanted ? JSON.stringify([told.components, told.result.play]) : null;
  if (key !== null && key === shown) return;
  shown = key;
  byId("guess").hidden = !wanted;
  byId("guessed").textContent = "";
  if (wanted) reveal(false);
}

function reveal(open) {
  byId("answer").open = open;
  byId("why").open = open;
}

/** `winner()` is who wins the position that is shown. */
export function listenToPredictions(winner, again) {
  for (const button of byId("guess").querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const good = button.dataset.winner === winner();
      asked += 1;
      right += good ? 1 : 0;
      byId("guess").hidden = true;
      byId("guessed").textContent = `${good ? "Right" : "Not so"}: ${right} of ${asked} predicted.`;
      reveal(true);
      byId("answer").querySelector("summary").focus();
    });
  }
  byId("predict").addEventListener("change", () => {
    if (!byId("predict").checked) reveal(true);
    shown = null;
    again();
  });
}

// Why a position is won or lost: its parts, their values, the same in binary, their XOR, and what a good move does.

let step = null; // null: all at once

export function explain(place, told) {
  const steps = stepsOf(told);
  if (step !== null && step >= steps.length) step = steps.length - 1;
  const draw = () => {
    const pressed = document.activeElement.textContent;
    explain(place, told);
    const buttons = [...place.querySelectorAll("button:not(:disabled)")];
    (buttons.find((one) => one.textContent === pressed) || buttons[0]).focus();
  };
  const last = step === null ? steps.length - 1 : step;
  const parts = [];
  if (told.why && told.why.summands) parts.push(table(told, steps[last].columns));
  const shown = step === null ? steps : [steps[step]];
  parts.push(make("ol", { class: "reasons", start: step === null ? 1 : step + 1 }, ...shown.map((one) => make("li", {}, one.says, ...one.more))));
  if (steps.length > 1) parts.push(buttons(steps.length, draw));
  place.toggleAttribute("aria-live", false);
  if (step !== null) place.setAttribute("aria-live", "polite"); // each step is said
  place.replaceChildren(...parts);
}

function buttons(count, draw) {
  const go = (to) => () => {
    step = to;
    draw();
  };
  if (step === null) return make("p", {}, make("button", { type: "button", id: "stepwise", onclick: go(0) }, "Step by step"));
  return make(
    "p",
    { class: "tools" },
    make("button", { type: "button", disabled: step === 0, onclick: go(step - 1) }, "Back"),
    make("button", { type: "button", id: "next", disabled: step === count - 1, onclick: go(step + 1) }, "Next"),
    make("button", { type: "button", onclick: go(null) }, "All at once"),
    make("span", { class: "note" }, ` step ${step + 1} of ${count}`),
  );
}

/** What is said one after another; `columns` says how much of the table is there by then. */
function stepsOf(told) {
  const why = told.why;
  const one = (says, columns = 0, more = []) => ({ says, columns, more });
  if (!told.result) return [one("The position is too large to be explained.")];
  if (!why) {
    if (told.result.play === "misere") return [one("In misère play the values of parts do not add, so the position was judged as a whole.")];
    return [one("The winner is known from a theorem; the nim-value was not computed.")];
  }
  if (why.plain) return why.plain.map(([name, value]) => one(`${name}: ${value}`));
  const count = why.summands.length;
  if (!count) return [one("No part can be moved in, and the XOR of nothing is 0: whoever has to move has lost.")];
  const steps = [
    one(count > 1 ? `The position falls into ${count} parts, and a move is a move in one of them.` : "The position is a single part.", 0),
    one("A part is worth one heap of Nim: its nim-value is the least number that no move in it leaves.", 1),
  ];
  if (count > 1 && why.bits) {
    steps.push(one("Written in binary, each value is a sum of different powers of two.", 2));
    steps.push(one("XOR: a column with an odd number of ones gives 1, one with an even number gives 0.", 3));
  }
  const zero = why.total.value === "0";
  if (why.misere) {
    steps.push(one("Misère play follows misère Nim on these values: with none above 1 an odd number of ones loses, else an XOR of 0.", 3));
  } else if (zero) {
    steps.push(one(`The ${count > 1 ? "XOR" : "value"} is 0. Every move changes that, and the other player can make it 0 again: whoever has to move loses.`, 3));
  } else {
    steps.push(one(`The ${count > 1 ? "XOR" : "value"} is ${why.total.value}, not 0: whoever has to move can make it 0, and from then on keeps it so.`, 3));
    const lines = why.moves.map((move) => make("li", {}, make("strong", {}, move.says), `: ${move.effect}.`));
    steps.push(one(lines.length === 1 ? "This move does it:" : told.result.winning_move_count > lines.length ? "These moves do it, among others:" : "These moves do it:", 3, [make("ul", {}, ...lines)]));
  }
  return steps;
}

/** Parts, values, binary digits and XOR; `columns` from 0 (parts alone) to 3 (all). */
function table(told, columns) {
  const why = told.why;
  const binary = why.bits > 0 && columns >= 2;
  const head = make("tr", {}, make("th", { scope: "col" }, "part"));
  if (columns >= 1) head.append(make("th", { scope: "col", class: "number" }, "nim-value"));
  if (binary) head.append(make("th", { scope: "col", class: "number" }, "binary"));
  const row = (name, one) => {
    const cells = make("tr", {}, make("th", { scope: "row" }, name || "(nothing)"));
    if (columns >= 1) cells.append(make("td", { class: "number" }, one.value));
    if (binary) cells.append(make("td", { class: "bits" }, ...digits(one.binary)));
    return cells;
  };
  const body = make("tbody", {}, ...why.summands.map((one) => row(one.name, one)));
  const foot = make("tfoot");
  if (columns >= 3 && why.summands.length > 1) foot.append(row("XOR", why.total));
  return scrolling("Parts and their values", make("table", { class: "why" }, make("thead", {}, head), body, foot));
}

function digits(text) {
  return [...text].map((digit) => make("span", { class: digit === "1" ? "one" : "nought" }, digit));
}
