// The playground: one page with one Python for all its views. Its state is the address behind the #, so that each can
// be shared. While Python is being loaded, a position is answered from what Python wrote of its game: the values of
// heaps, or a start that the page searches by itself.

import { ask, byId, make, picture, scrolling, showTrouble, whenLeft, whileShown } from "./common.js";
import { valueHere } from "./here.js";

const form = byId("form");
const DEFAULTS = {
  view: "position",
  g: "kayles",
  p: "4 5 6",
  rule: "n -> n-k, for k in {1,3,4}",
  code: "def rule(n):\n    if n >= 1:\n        yield n - 1\n    if n >= 2 and n % 2 == 0:\n        yield to(n // 2, n // 2)",
  state: "7 8",
  values: "0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3",
  claim: "",
};

const view = () => document.querySelector("[name=view]:checked").value;
const fields = () => [...form.querySelectorAll("[name]")].filter((one) => !one.closest("[data-for]").hidden);

/** Show the fields of a view, and no others. */
function arrange() {
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(view());
}

function fill(state) {
  const chosen = document.querySelector(`[name=view][value="${CSS.escape(state.view)}"]`);
  (chosen || document.querySelector("[name=view]")).checked = true;
  for (const [name, text] of Object.entries(state)) if (name !== "view" && form.elements[name]) form.elements[name].value = text;
  arrange();
}

/** The question that the fields ask, and the address that asks the same. */
function question() {
  return { view: view(), ...Object.fromEntries(fields().map((one) => [one.name, one.value])) };
}

let early = new AbortController(); // what is found before Python answers

async function compute() {
  const asked = question();
  early.abort();
  early = new AbortController();
  showTrouble(null);
  byId("result").replaceChildren();
  byId("status").textContent = "Computing…";
  byId("small").hidden = true;
  atOnce(asked, early.signal);
  try {
    const told = await ask("playground", asked);
    if (!told) return;
    early.abort();
    byId("status").textContent = "";
    byId("small").hidden = true;
    byId("result").replaceChildren(...told.blocks.map(drawn));
  } catch (problem) {
    byId("status").textContent = ""; // what JavaScript answered, if anything, stays
    showTrouble(problem);
  }
}

/** What is known of a position without Python, until that has its answer. */
async function atOnce(asked, signal) {
  const entry = asked.view === "position" ? document.querySelector(`#games [value="${CSS.escape(asked.g)}"]`) : null;
  if (!entry) return;
  const value = entry.dataset.values ? ofHeaps(entry.dataset.values.split(" "), asked.p) : await valueHere([[asked.g, asked.p]], signal);
  if (value === null || signal.aborted) return;
  byId("small").hidden = false;
  byId("small").textContent = `The ${value ? "first" : "second"} player wins: nim-value ${value} (by the definition)`;
}

/** The value of heaps side by side, from those of each; null where a text is no list of heaps whose values are known. */
function ofHeaps(values, text) {
  const heaps = text.split(/[\s,]+/).filter(Boolean);
  return heaps.every((heap) => /^\d+$/.test(heap) && values[Number(heap)] !== undefined) ? heaps.reduce((sum, heap) => sum ^ values[Number(heap)], 0) : null;
}

function drawn(block) {
  switch (block.kind) {
    case "verdict": return make("p", { class: "winner" }, block.text);
    case "heading": return make("h2", {}, block.text);
    case "code": return make("pre", { tabindex: "0" }, make("code", {}, block.text));
    case "svg": return scrolling("A picture", picture(block.svg));
    case "list": return make("ul", {}, ...block.items.map((item) => make("li", {}, item)));
    case "values": return table(inRows(block.values, block.period), "Nim-values");
    case "rows": return table(block.rows.map((row, a) => [a, ...row]), "Nim-values");
    default: return make("p", {}, block.text);
  }
}

/** Rows as long as the period, or a few of them, so that what repeats stands in columns. */
function inRows(values, period) {
  const width = period > 1 && period <= 40 ? period * Math.max(1, Math.floor(20 / period)) : 20;
  return Array.from({ length: Math.ceil(values.length / width) }, (_, row) => [row * width, ...values.slice(row * width, (row + 1) * width)]);
}

function table(rows, caption) {
  const width = Math.max(...rows.map((row) => row.length)) - 1;
  const head = make("tr", {}, make("td"), ...Array.from({ length: width }, (_, at) => make("th", { scope: "col" }, `+${at}`)));
  const body = rows.map(([first, ...row]) =>
    make("tr", {}, make("th", { scope: "row" }, String(first)), ...row.map((value) => make("td", { class: value ? null : "zero" }, String(value)))));
  return scrolling(caption, make("table", { class: "values" }, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body)));
}

function fromUrl(typed = {}) {
  fill({ ...DEFAULTS, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))), ...typed });
  if (Object.keys(typed).length) go();
  else compute();
}

/** What somebody chose and typed who was faster than this script. */
function typedBefore() {
  const entered = [...form.elements].filter((one) => one.name && one.value);
  const chosen = document.querySelector("[name=view]:checked");
  return { ...(chosen.defaultChecked ? {} : { view: chosen.value }), ...Object.fromEntries(entered.map((one) => [one.name, one.value])) };
}

/** An answer to a question that was changed by hand has an address of its own. */
function go() {
  const url = `#${new URLSearchParams(question())}`;
  if (url === location.hash) compute();
  else location.hash = url; // and fromUrl() follows
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  go();
});
for (const radio of document.querySelectorAll("[name=view]")) radio.addEventListener("change", () => { arrange(); go(); });
byId("share").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  byId("status").textContent = "The link is copied.";
});
form.elements.g.addEventListener("change", () => {
  const entry = document.querySelector(`#games [value="${CSS.escape(form.elements.g.value)}"]`);
  if (entry) form.elements.p.value = entry.dataset.example;
});
whenLeft(() => early.abort());
whileShown(window, "hashchange", () => fromUrl());
fromUrl(typedBefore());
