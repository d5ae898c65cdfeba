// Figures of the tutorial that move: what is set below a picture changes it, and a sentence says what is seen.

const make = (name, attributes = {}, ...content) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
};
const draw = (name, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};
const mex = (values) => {
  const seen = new Set(values);
  let least = 0;
  while (seen.has(least)) least++;
  return least;
};
const says = () => make("p", { class: "says", "aria-live": "polite" });

/** Piles of Nim, each with its number in binary, and what is left over in each column. */
function piles(place, sizes) {
  const most = 7, bits = [4, 2, 1], row = 40;
  const svg = draw("svg", { viewBox: `0 0 420 ${row * (sizes.length + 1)}`, "aria-hidden": "true" });
  const counters = sizes.map((_, pile) => Array.from({ length: most }, (_, at) => svg.appendChild(draw("circle", { cx: 24 + 34 * at, cy: 20 + row * pile, r: 14 }))));
  const digits = sizes.map((_, pile) => bits.map((_, at) => svg.appendChild(draw("text", { x: 310 + 40 * at, y: 25 + row * pile, "text-anchor": "middle" }))));
  svg.append(draw("path", { d: `M290 ${row * sizes.length + 2}H410`, stroke: "var(--ink)", "stroke-width": 1.5 }));
  const sums = bits.map((_, at) => svg.appendChild(draw("text", { x: 310 + 40 * at, y: row * sizes.length + 26, "text-anchor": "middle" })));
  const spoken = says();
  const show = () => {
    const sum = sizes.reduce((all, size) => all ^ size, 0);
    sizes.forEach((size, pile) => {
      counters[pile].forEach((one, at) => one.setAttribute("class", at < size ? "counter" : "counter gone"));
      digits[pile].forEach((one, at) => { one.textContent = size & bits[at] ? "1" : "0"; one.setAttribute("class", size & bits[at] ? "" : "off"); });
    });
    sums.forEach((one, at) => { one.textContent = sum & bits[at] ? "1" : "0"; one.setAttribute("class", sum & bits[at] ? "left" : "nil"); });
    spoken.replaceChildren(make("b", {}, `${sizes.join(" ⊕ ")} = ${sum}${sum ? ", not 0: whoever has to move wins." : ": whoever has to move loses."}`), " A column is 0 where an even number of piles has a 1 in it.");
  };
  const sliders = sizes.map((size, pile) => {
    const input = make("input", { type: "range", min: 0, max: most, value: size });
    input.addEventListener("input", () => { sizes[pile] = Number(input.value); show(); });
    return make("label", { class: "pile" }, `pile ${pile + 1}`, input);
  });
  place.append(svg, ...sliders, spoken);
  show();
}

/** Nim-values of a take-away game whose amounts are switched on and off. */
function amounts(place, chosen) {
  const upto = 35, across = matchMedia("(max-width: 45em)").matches ? 6 : 12; // on a telephone larger boxes, and more rows
  const set = new Set(chosen);
  const svg = draw("svg", { class: "strip", viewBox: `0 0 ${across * 40} ${Math.ceil((upto + 1) / across) * 44}`, "aria-hidden": "true" });
  const boxes = Array.from({ length: upto + 1 }, (_, n) => {
    const [x, y] = [(n % across) * 40, Math.floor(n / across) * 44];
    return [svg.appendChild(draw("rect", { x: x + 1, y: y + 1, width: 38, height: 42 })), svg.appendChild(draw("text", { x: x + 20, y: y + 36, "text-anchor": "middle" })), svg.appendChild(draw("text", { x: x + 20, y: y + 16, "text-anchor": "middle", class: "off" }, String(n)))];
  });
  const spoken = says();
  const show = () => {
    const values = [];
    for (let n = 0; n <= upto; n++) values.push(mex([...set].filter((k) => k <= n).map((k) => values[n - k])));
    values.forEach((value, n) => {
      const [box, text, heap] = boxes[n];
      box.setAttribute("fill", value ? "var(--well)" : "var(--zero)");
      text.textContent = String(value);
      for (const one of [text, heap]) one.style.fill = value ? "" : "var(--on-zero)";
    });
    const lost = values.flatMap((value, n) => (value ? [] : [n]));
    spoken.replaceChildren(make("b", {}, set.size ? `Take ${[...set].sort((a, b) => a - b).join(", ")}: ` : "Nothing may be taken: "), `each value is the least number that no move leaves. Heaps ${lost.slice(0, 8).join(", ")}${lost.length > 8 ? ", …" : ""} are 0: whoever has to move there loses.`);
  };
  const buttons = Array.from({ length: 6 }, (_, at) => {
    const button = make("button", { type: "button", "aria-pressed": String(set.has(at + 1)), "aria-label": `take ${at + 1}` }, String(at + 1));
    button.addEventListener("click", () => {
      if (!set.delete(at + 1)) set.add(at + 1);
      button.setAttribute("aria-pressed", String(set.has(at + 1)));
      show();
    });
    return button;
  });
  place.append(make("div", { class: "amounts", role: "group", "aria-label": "What may be taken" }, "A move takes", ...buttons), svg, spoken);
  show();
}

const slider = (place, says, most, value, show) => {
  const input = make("input", { type: "range", min: 0, max: most, value });
  input.addEventListener("input", () => show(Number(input.value)));
  place.append(make("label", { class: "pile" }, says, input));
};

/** A number in binary, with the zeros at its end: an odd number of them is lost in Mark. */
function zeros(place, [start]) {
  const columns = 6;
  const svg = draw("svg", { viewBox: `0 0 ${columns * 60} 64`, "aria-hidden": "true" });
  const boxes = Array.from({ length: columns }, (_, at) => [svg.appendChild(draw("rect", { x: at * 60 + 8, y: 8, width: 44, height: 48 })), svg.appendChild(draw("text", { x: at * 60 + 30, y: 38, "text-anchor": "middle" }))]);
  const spoken = says();
  const show = (n) => {
    const digits = n.toString(2).padStart(columns, " ");
    const end = n ? n.toString(2).match(/0*$/)[0].length : 0;
    const lost = !n || end % 2 === 1;
    boxes.forEach(([box, text], at) => {
      const isEnd = n > 0 && at >= columns - end;
      box.setAttribute("fill", digits[at] === " " ? "transparent" : !isEnd ? "var(--well)" : lost ? "var(--zero)" : "var(--last-wash)");
      text.textContent = digits[at].trim();
      text.style.fill = isEnd && lost ? "var(--on-zero)" : "";
    });
    const why = n ? `${n.toString(2)} ends in ${end} ${end === 1 ? "zero" : "zeros"}, an ${lost ? "odd" : "even"} number.` : "nothing can be taken.";
    spoken.replaceChildren(make("b", {}, `${n}: whoever has to move ${lost ? "loses" : "wins"}. `), why.charAt(0).toUpperCase() + why.slice(1));
  };
  place.append(svg);
  slider(place, "n", 63, start, show);
  place.append(spoken);
  show(start);
}

/** The options of a heap from which one is taken, or which is halved, with their values and the mex of these. */
function options(place, [start]) {
  const values = [];
  const left = (n) => [...(n ? [[n - 1]] : []), ...(n && n % 2 === 0 ? [[n / 2, n / 2]] : [])];
  const worth = (heaps) => heaps.reduce((all, heap) => all ^ values[heap], 0);
  for (let n = 0; n <= 12; n++) values.push(mex(left(n).map(worth)));
  const svg = draw("svg", { viewBox: "0 0 480 120", "aria-hidden": "true" });
  const spoken = says();
  const show = (n) => {
    const to = left(n);
    const box = (x, y, words, value) => [draw("rect", { x, y, width: 130, height: 44, fill: value ? "var(--well)" : "var(--zero)" }), ...[[words, x + 40], [String(value), x + 104]].map(([text, middle], at) => {
      const label = draw("text", { x: middle, y: y + 27, "text-anchor": "middle" }, text);
      label.style.fill = value ? "" : "var(--on-zero)";
      if (!at) label.style.fontWeight = "400";
      return label;
    })];
    svg.replaceChildren(...to.map((_, at) => draw("path", { d: `M150 60L320 ${at * 68 + 26}`, stroke: "var(--edge)", "stroke-width": 2 })), ...box(20, 38, String(n), values[n]), ...to.flatMap((heaps, at) => box(320, at * 68 + 4, heaps.join(" + "), worth(heaps))));
    const told = to.map((heaps) => `${heaps.join(" and ")}, worth ${worth(heaps)}`).join("; or ");
    spoken.replaceChildren(make("b", {}, `${n} is worth ${values[n]}. `), to.length ? `A move leaves ${told}. The least number that is missing there is ${values[n]}.` : "No move leaves anything: the least number that is missing is 0.");
  };
  place.append(svg);
  slider(place, "n", 12, start, show);
  place.append(spoken);
  show(start);
}

const FIGURES = { piles, amounts, zeros, options };
for (const place of document.querySelectorAll(".figure[data-figure]")) FIGURES[place.dataset.figure](place, place.dataset.numbers.split(" ").map(Number));
