// Nim-values as a strip of boxes, in rows of their period, and as a heat map.

import { make } from "./common.js";

const BOXES = 42;
const SHADES = 9; // of values above 0: --v1 to --v9

/** The shade of a value: 0 stands out, the rest is one ramp. */
const shade = (value, most) => (value ? `v${Math.min(SHADES, 1 + Math.floor(((value - 1) * SHADES) / Math.max(most, SHADES)))}` : "v0");

let before = []; // the values of the last strip: a box that says something else is seen to

/** The first values, one box a heap. */
export function strip(values) {
  const shown = values.slice(0, BOXES);
  const boxes = shown.map((value, heap) => make("li", { class: `${value ? "" : "zero "}${before.length && before[heap] !== value ? "fresh" : ""}`.trim() || null }, make("small", {}, String(heap)), String(value)));
  before = shown;
  return make("ol", { class: "strip", start: "0" }, ...boxes);
}

/** Values in rows of the period, so that what repeats stands in columns and each exception is seen. */
export function rowsOf(values, seen) {
  const most = matchMedia("(max-width: 36rem)").matches ? 12 : 24; // columns that a screen has
  const width = !seen || seen.period < 2 || seen.period > 60 ? Math.min(most, 20) : seen.period * Math.max(1, Math.floor(most / seen.period));
  const shown = values.slice(0, Math.max(10 * width, Math.min(values.length, (seen ? seen.preperiod + 2 * seen.period : 0))));
  const high = Math.max(1, ...shown);
  const body = make("tbody");
  for (let start = 0; start < shown.length; start += width) {
    const row = make("tr", {}, make("th", { scope: "row" }, String(start)));
    shown.slice(start, start + width).forEach((value, at) => row.append(cell(values, start + at, value, seen, high)));
    body.append(row);
  }
  const head = make("tr", {}, make("td"), ...Array.from({ length: width }, (_, at) => make("th", { scope: "col" }, String(at))));
  return { width, table: make("table", { class: "values map" }, make("thead", {}, head), body) };
}

const isException = (values, heap, value, seen) => Boolean(seen) && heap < seen.preperiod && value !== later(values, heap, seen);

/** Whether any value is crossed out. */
export function crossed(values, seen) {
  return values.some((value, heap) => isException(values, heap, value, seen));
}

function cell(values, heap, value, seen, high) {
  const odd = isException(values, heap, value, seen);
  return make("td", { class: shade(value, high) }, odd ? make("s", {}, String(value)) : String(value));
}

/** What the period says of a heap before it begins: the value of the first like heap in it, less what has grown. */
function later(values, heap, seen) {
  const times = Math.ceil((seen.preperiod - heap) / seen.period);
  return values[heap + times * seen.period] - times * seen.saltus;
}

/** The values of pairs; a sentence in `says` tells the one that is pointed at. */
export function heatMap(rows, says) {
  const head = make("tr", {}, make("td"), ...rows.map((_, b) => make("th", { scope: "col" }, String(b))));
  const most = Math.max(1, ...rows.flat());
  const body = rows.map((row, a) => make("tr", {}, make("th", { scope: "row" }, String(a)), ...row.map((value, b) => make("td", { class: shade(value, most), "data-at": `${a}, ${b}` }, String(value)))));
  const table = make("table", { class: "values map heat" }, make("caption", {}, "Rows a, columns b"), make("thead", {}, head), make("tbody", {}, ...body));
  table.addEventListener("pointerover", (event) => {
    const here = event.target.closest("[data-at]");
    if (here) says.textContent = `(${here.dataset.at}): value ${here.textContent}. Whoever has to move there ${here.textContent === "0" ? "loses" : "wins"}.`;
  });
  return table;
}
