// Piles of Nim in binary, on the counters themselves: each counter goes to the column of its power of two, pairs of
// columns fade, and what is left over stands out.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 23; // from counter to counter, as Python draws them
const GAP = 26;
const MOST = 15; // counters of a pile whose columns are drawn

/** The counters of each pile that are still there, of a picture of piles; null where there are too many. */
function rowsOf(svg) {
  const piles = [...svg.querySelectorAll(".pile")];
  const rows = piles.map((pile) => [...pile.querySelectorAll(".counter:not(.gone)")]);
  return svg.querySelector(".bar") || rows.some((row) => row.length > MOST) ? null : rows;
}

const bits = (sizes) => Math.max(2, ...sizes.map((size) => size.toString(2).length));

/** What is left over of some piles: their XOR. */
export const leftOver = (sizes) => sizes.reduce((sum, size) => sum ^ size, 0);

/**
 * Show piles in columns: `stage` 0 as they lie, 1 in columns, 2 with pairs faded, 3 with what is left over below.
 * Whether they can be shown so.
 */
export function showColumns(svg, stage) {
  svg.querySelector(".columns")?.remove();
  const rows = svg.classList.contains("piles") && !svg.classList.contains("pins") ? rowsOf(svg) : null;
  for (const one of svg.querySelectorAll(".counter")) {
    one.style.removeProperty("transform");
    one.classList.remove("pale", "odd");
  }
  svg.classList.toggle("in-columns", Boolean(rows && stage));
  const [, , width, height] = (svg.dataset.view || svg.getAttribute("viewBox")).split(" ").map(Number);
  svg.dataset.view = `0 0 ${width} ${height}`;
  svg.dataset.wide ||= svg.style.getPropertyValue("--wide");
  svg.setAttribute("viewBox", svg.dataset.view);
  svg.style.setProperty("--wide", svg.dataset.wide);
  const scale = parseFloat(svg.dataset.wide) / width;
  if (!rows || !stage) return Boolean(rows);
  const narrow = matchMedia("(max-width: 36rem)").matches; // on a telephone counters overlap rather than shrink
  const [step, gap] = narrow ? [STEP * 0.65, GAP * 0.6] : [STEP, GAP];
  const sizes = rows.map((row) => row.length);
  const count = bits(sizes);
  const centre = (one) => one.querySelector(".disc");
  const all = [...svg.querySelectorAll(".counter .disc")];
  const left = Math.min(...all.map((one) => Number(one.getAttribute("cx"))));
  const starts = [];
  let x = left;
  for (let bit = count - 1; bit >= 0; bit -= 1) {
    starts[bit] = x;
    x += 2 ** bit * step + gap;
  }
  rows.forEach((row, pile) => {
    let next = 0;
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      if (!((sizes[pile] >> bit) & 1)) continue;
      const holders = sizes.map((size, at) => ((size >> bit) & 1 ? at : -1)).filter((at) => at >= 0);
      const paired = stage >= 2 && holders.indexOf(pile) < holders.length - (holders.length % 2);
      for (let k = 0; k < 2 ** bit; k += 1, next += 1) {
        const counter = row[next];
        counter.style.transform = `translateX(${starts[bit] + k * step - Number(centre(counter).getAttribute("cx"))}px)`;
        counter.classList.toggle("pale", paired);
        counter.classList.toggle("odd", stage >= 2 && !paired);
      }
    }
  });
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "columns");
  const put = (words, at, y, kind) => {
    const text = document.createElementNS(SVG, "text");
    for (const [name, value] of Object.entries({ x: at, y, class: kind, "text-anchor": "middle", "dominant-baseline": "central" })) text.setAttribute(name, value);
    text.textContent = words;
    group.append(text);
  };
  const path = (d, kind) => {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", d);
    line.setAttribute("class", kind);
    group.append(line);
  };
  const y = (pile) => Number(centre(svg.querySelectorAll(".pile")[pile].querySelector(".counter")).getAttribute("cy"));
  for (let bit = count - 1; bit >= 0; bit -= 1) {
    const middle = starts[bit] + ((2 ** bit - 1) * step) / 2;
    const holders = sizes.map((size, at) => ((size >> bit) & 1 ? at : -1)).filter((at) => at >= 0);
    put(`${2 ** bit}s`, middle, -9, "column");
    if (stage >= 2) {
      const side = starts[bit] + (2 ** bit - 1) * step + 13;
      for (let k = 0; k + 1 < holders.length; k += 2) path(`M${side} ${y(holders[k])}h4V${y(holders[k + 1])}h-4`, "bracket");
    }
    if (stage >= 3) put(holders.length % 2 ? `${2 ** bit} left over` : "0", middle, height + 13, holders.length % 2 ? "over" : "nil");
  }
  if (stage >= 3) path(`M${left - 12} ${height}H${x - gap}`, "total");
  svg.append(group);
  svg.setAttribute("viewBox", `0 -20 ${Math.max(width, x)} ${height + 46}`);
  svg.style.setProperty("--wide", `${Math.max(width, x) * scale}px`); // no counter is smaller than before
  return true;
}
