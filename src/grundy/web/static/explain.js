// Why a position is won or lost: its parts, their values, the same in binary, their XOR, and what a good move does.

import { make, scrolling } from "./common.js";

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
    const cells = make("tr", {}, make("th", { scope: "row" }, name));
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
