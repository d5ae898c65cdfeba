// Setting a position by pointing and with buttons: what becomes of the text of a component.

import { make } from "./common.js";

/** The text after an item was pressed, or null if that sets nothing. */
export function pressed(board, item) {
  const edit = board.edit;
  if (!edit) return null;
  const [row, column] = item.split(",").map(Number);
  if (edit.kind === "cells") {
    const rows = board.text.split("/");
    const now = edit.marks.indexOf(rows[row - 1][column - 1]);
    const next = edit.marks[(now + 1) % edit.marks.length];
    rows[row - 1] = rows[row - 1].slice(0, column - 1) + next + rows[row - 1].slice(column);
    return rows.join("/");
  }
  if (edit.kind === "columns") {
    const rows = board.text.split("/").map((line) => new Set(line === "-" ? [] : line.split(",").map(Number)));
    if (!rows[row - 1].delete(column)) rows[row - 1].add(column);
    return written(rows);
  }
  if (edit.kind === "tokens") {
    const graph = JSON.parse(board.text);
    const node = graph.nodes[row - 1];
    const without = graph.tokens.filter((token) => token !== node);
    graph.tokens = without.length < graph.tokens.length ? without : [...graph.tokens, node];
    return JSON.stringify(graph);
  }
  if (edit.kind === "token") return `${edit.graph} @ ${edit.nodes[row - 1]}`;
  if (edit.kind === "squares") {
    const kept = edit.cells.filter(([r, c]) => r !== row || c !== column);
    return squared(kept.length < edit.cells.length ? kept : [...edit.cells, [row, column]], edit.join);
  }
  if (edit.kind === "lines") {
    const node = edit.nodes[row - 1];
    if (column) {
      const at = edit.lines.findIndex(([a, b]) => a === node && b === edit.nodes[column - 1]);
      return lined(edit.nodes, edit.lines.filter((_, place) => place !== at), edit.join);
    }
    const first = lineStart;
    lineStart = first === null ? node : null;
    if (first === null) return board.text; // the second node says which line
    const rest = edit.lines.filter(([a, b]) => !(a === first && b === node) && !(a === node && b === first));
    if (first === node) return lined(edit.nodes.filter((one) => one !== node), edit.lines.filter((pair) => !pair.includes(node)), edit.join);
    return lined(edit.nodes, rest.length < edit.lines.length ? rest : [...rest, [first, node]], edit.join);
  }
  if (edit.kind === "numbers" && column) {
    const numbers = [...edit.numbers];
    const less = BigInt(column) - 1n;
    numbers[row - 1] = String(less);
    return numbers.join(" ");
  }
  return null;
}

let lineStart = null; // the node that was pressed first

function lined(nodes, lines, join) {
  const alone = nodes.filter((node) => !lines.some((pair) => pair.includes(node)));
  return [...lines.map((pair) => pair.join(join)), ...alone].join(", ");
}

/** Cells that are joined where they are neighbours. */
function squared(cells, join) {
  const name = ([r, c]) => `(${r},${c})`;
  const near = ([r, c], [u, v]) => (r === u && v === c + 1) || (c === v && u === r + 1);
  const lines = cells.flatMap((a) => cells.filter((b) => near(a, b)).map((b) => [name(a), name(b)]));
  return lined(cells.map(name), lines, join);
}

function written(rows) {
  return rows.map((row) => [...row].sort((a, b) => a - b).join(",") || "-").join("/");
}

/** Buttons that change the size of a board or its numbers; `become(text)` is called with the new text. */
export function controls(board, become) {
  const edit = board.edit;
  if (!edit) return make("p", { class: "note" }, "This position is set as text, below.");
  if (edit.kind === "numbers") return numbers(edit, become);
  if (edit.kind === "cells") return sizes(board, edit, become);
  if (edit.kind === "columns") {
    const rows = board.text.split("/");
    return bar(
      pair("rows", () => become([...rows, "-"].join("/")), rows.length > 1 && (() => become(rows.slice(0, -1).join("/")))),
    );
  }
  if (edit.kind === "lines") return lines(edit, become);
  if (edit.kind === "squares") return make("p", { class: "note" }, "Press a cell to put it there or take it away.");
  if (edit.kind === "token") return make("p", { class: "note" }, "Press a node to put the token there.");
  return make("p", { class: "note" }, "Press a node to put a token there or take it away.");
}

function lines(edit, become) {
  let name = edit.nodes.length + 1;
  while (edit.nodes.includes(String(name))) name += 1;
  const says = "Press two nodes to join or part them, one node twice to remove it.";
  return bar(
    make("p", { class: "note" }, says),
    make("button", { type: "button", onclick: () => become(lined([...edit.nodes, String(name)], edit.lines, edit.join)) }, "Add a node"),
  );
}

function sizes(board, edit, become) {
  const rows = board.text.split("/");
  const mark = edit.marks[0];
  const wide = rows[0].length;
  const tall = rows.length;
  return bar(
    pair("rows", tall < 40 && (() => become([...rows, mark.repeat(wide)].join("/"))), tall > 1 && (() => become(rows.slice(0, -1).join("/")))),
    pair("columns", wide < 40 && (() => become(rows.map((row) => row + mark).join("/"))), wide > 1 && (() => become(rows.map((row) => row.slice(0, -1)).join("/")))),
    ...edit.marks.map((one, at) =>
      make("button", { type: "button", onclick: () => become(rows.map((row) => one.repeat(row.length)).join("/")) }, `all ${edit.names[at]}`),
    ),
  );
}

function numbers(edit, become) {
  const change = (at, value) => {
    const next = [...edit.numbers];
    next[at] = value;
    become(next.join(" "));
  };
  const rows = edit.numbers.map((number, at) => {
    const name = `${edit.each} ${at + 1}`;
    const field = make("input", { type: "text", inputmode: "numeric", value: number, "aria-label": name, size: Math.max(3, number.length) });
    field.addEventListener("change", () => change(at, field.value.trim()));
    const parts = [
      step("−", `one less in ${name}`, number !== "0" && (() => change(at, String(BigInt(number) - 1n)))),
      field,
      step("+", `one more in ${name}`, () => change(at, String(BigInt(number) + 1n))),
    ];
    if (!edit.fixed) {
      const without = edit.numbers.filter((_, other) => other !== at).join(" ");
      parts.push(step("×", `remove ${name}`, () => become(without)));
    }
    return make("div", { class: "amount" }, make("span", {}, name), ...parts);
  });
  if (!edit.fixed) rows.push(make("button", { type: "button", onclick: () => become([...edit.numbers, "3"].join(" ")) }, `Add a ${edit.each}`));
  return bar(...rows);
}

function step(sign, label, act) {
  return make("button", { type: "button", class: "step", "aria-label": label, title: label, disabled: !act, onclick: act || (() => {}) }, sign);
}

function pair(name, more, less) {
  return make("div", { class: "amount" }, make("span", {}, name), step("−", `fewer ${name}`, less), step("+", `more ${name}`, more));
}

function bar(...parts) {
  return make("div", { class: "setup" }, ...parts);
}
