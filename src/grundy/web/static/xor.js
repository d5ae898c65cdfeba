// Heaps as sliders: their nim-values, the same in binary and the XOR follow while one is dragged.

import { ask, byId, make } from "./common.js";

/** Draw the sliders of some heaps; `become(game, text)` sets another position. */
export async function drawSliders({ game, each, numbers }, become) {
  const most = Math.max(15, 2 * Math.max(...numbers));
  const place = byId("sliders");
  place.replaceChildren(make("p", { class: "note" }, "…"));
  let told = null;
  try {
    told = await ask("sequence", { game, to: most });
  } catch (problem) {
    place.replaceChildren(make("p", {}, problem.told()));
    return;
  }
  if (!told) {
    place.replaceChildren(); // another question came first: it is asked again when this is opened
    return;
  }
  const { values } = told;
  const bits = Math.max(1, ...values).toString(2).length;
  const cells = (value) => [...value.toString(2).padStart(bits, "0")].map((one) => make("span", { class: one === "1" ? "one" : "nought" }, one));
  const rows = numbers.map((number, at) => {
    const name = `${each} ${at + 1}`;
    const slider = make("input", { type: "range", min: 0, max: most, value: number, "aria-label": name });
    const size = make("td", { class: "number" });
    const value = make("td", { class: "number" });
    const binary = make("td", { class: "bits" });
    slider.addEventListener("input", update);
    return { slider, size, value, binary, row: make("tr", {}, make("th", { scope: "row" }, name, slider), size, value, binary) };
  });
  const total = make("td", { class: "number" });
  const sum = make("td", { class: "bits" });
  const verdict = make("p", { class: "winner", "aria-live": "polite" });
  function update() {
    let xor = 0;
    for (const { slider, size, value, binary } of rows) {
      const worth = values[Number(slider.value)];
      xor ^= worth;
      size.textContent = slider.value;
      value.textContent = worth;
      binary.replaceChildren(...cells(worth));
    }
    total.textContent = xor;
    sum.replaceChildren(...cells(xor));
    verdict.textContent = xor ? `XOR ${xor}: whoever moves now wins.` : "XOR 0: whoever moves now loses.";
  }
  update();
  const heads = ["", "counters", "nim-value", "binary"].map((head) => (head ? make("th", { scope: "col", class: "number" }, head) : make("td")));
  const foot = make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "XOR"), make("td"), total, sum));
  const table = make("table", { class: "why sliders" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows.map(({ row }) => row)), foot);
  const set = () => become(game, rows.map(({ slider }) => slider.value).join(" "));
  place.replaceChildren(table, verdict, make("p", {}, make("button", { type: "button", onclick: set }, "Set up these heaps")));
}
