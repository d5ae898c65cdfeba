// The page of a rule of one's own: its values, their period, what is lost, and a way to play it.

import { ask, byId, make, pageUrl, picture, scrolling, showTrouble, whileShown } from "./common.js";

const field = byId("rule");
const NEITHER = "Values are listed here for rules of heaps, n -> …, and of pairs, (a,b) -> …; this is neither.";

/** The name of a game: that of the catalogue, or the rule itself. */
function gameOf(text) {
  return /->|→/.test(text) || !/^[a-z]/.test(text) || !/^[^\s(]+$/.test(text) ? `rule:${text}` : text;
}

function play(text, position) {
  if (position === null) return null;
  const query = new URLSearchParams([["g", gameOf(text)], ["p", position]]);
  return make("p", {}, make("a", { class: "button", href: pageUrl("game", query) }, "Play it"));
}

async function show(push) {
  const text = field.value.trim();
  if (!text) return;
  const url = pageUrl("rule", new URLSearchParams({ rule: text }));
  if (push) history.pushState(null, "", url);
  byId("place").hidden = true;
  showTrouble(null);
  byId("status").textContent = "Computing…";
  byId("result").replaceChildren();
  try {
    const told = await ask("rule", { game: gameOf(text) });
    if (!told) return;
    byId("status").textContent = "";
    const parts = told.values ? ofHeaps(told) : told.rows ? ofPairs(told) : [make("p", {}, NEITHER)];
    byId("result").replaceChildren(...[...parts, play(text, told.position)].filter(Boolean));
  } catch (problem) {
    byId("status").textContent = "";
    const before = gameOf(text).length - text.length; // what stands before the rule in the name of its game
    for (const finding of problem.findings || []) finding.column -= before;
    showTrouble(problem);
    const finding = problem.findings && problem.findings[0];
    if (finding) pointAt(text, finding.column);
  }
}

function pointAt(text, column) {
  const at = Math.min(column - 1, text.length);
  const place = byId("place");
  place.replaceChildren(text.slice(0, at), make("mark", {}, text.slice(at, at + 1) || " "), text.slice(at + 1));
  place.hidden = false;
}

/** How the values repeat, as it is known: proved, only observed, or not at all. */
function repetition(told) {
  const found = told.period;
  const grow = (saltus) => (saltus ? `, each time larger by ${saltus}` : "");
  if (found.status === "proved") {
    const from = found.preperiod ? `from heap ${found.preperiod} on` : "from the beginning";
    return [
      make("h2", {}, `Period ${found.period}, ${from}${grow(found.saltus)}`),
      make("p", { class: "evidence" }, make("strong", {}, "Proved: "), found.evidence.by),
    ];
  }
  if (found.observed) {
    const seen = found.observed;
    const text = `It looks as if the values repeat with ${seen.period} from heap ${seen.preperiod} on${grow(seen.saltus)}`;
    return [
      make("h2", {}, "No period is proved"),
      make("p", { class: "evidence" }, make("strong", {}, "Observed: "), `${text}, as far as heap ${told.computed - 1}. That is no proof.`),
    ];
  }
  return [make("h2", {}, "No period seen"), make("p", { class: "evidence" }, `In the values of heaps 0 to ${told.computed - 1}.`)];
}

function ofHeaps(told) {
  const found = told.period;
  const seen = found.status === "proved" ? found : found.observed;
  const parts = [...repetition(told), scrolling("The values as a picture", picture(told.svg))];
  parts.push(table(told.values, seen), known(told));
  parts.push(make("h2", {}, "Lost for whoever has to move"));
  const lost = told.losing.join(", ");
  const upto = `of the heaps up to ${told.computed - 1}`;
  const said = told.losing.length > 1 ? `Heaps ${lost}${told.losing.length >= 24 ? ", …" : `; no other ${upto}.`}` : `Heap ${lost} alone, ${upto}.`;
  parts.push(make("p", {}, lost ? said : "No heap."));
  const proved = (one) => found.status === "proved" && one.kind === "period" && one.observed.period === found.period; // said above
  const patterns = told.patterns.filter((one) => one.about === "nim-values" && !proved(one));
  if (patterns.length) {
    parts.push(make("h2", {}, "Patterns, observed only"));
    const line = (one) => make("li", {}, make("code", {}, one.says), ` for n = ${one.observed.start} to ${one.observed.upto}`);
    parts.push(make("ul", {}, ...patterns.map(line)));
  }
  return parts;
}

/** How the values are known, and the command that lists the same. */
function known(told) {
  const { status, by } = told.evidence;
  const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}: `;
  return make("p", { class: "evidence" }, make("strong", {}, word), `${by}. `, make("code", {}, told.command));
}

/** Values in rows of the period, so that what repeats stands in columns and each exception is seen. */
function table(values, seen) {
  const width = seen && seen.period > 1 && seen.period <= 60 ? rowOf(seen.period) : 20;
  const shown = values.slice(0, Math.max(10 * width, Math.min(values.length, (seen ? seen.preperiod + 2 * seen.period : 0))));
  const body = make("tbody");
  for (let start = 0; start < shown.length; start += width) {
    const row = make("tr", {}, make("th", { scope: "row" }, String(start)));
    shown.slice(start, start + width).forEach((value, at) => row.append(cell(values, start + at, value, seen)));
    body.append(row);
  }
  const says = seen ? `Nim-values in rows of ${width}; crossed out: not as the period says` : "Nim-values";
  const head = make("tr", {}, make("td"), ...Array.from({ length: width }, (_, at) => make("th", { scope: "col" }, `+${at}`)));
  return scrolling("Nim-values", make("table", { class: "values" }, make("caption", {}, says), make("thead", {}, head), body));
}

/** Short periods stand several times in a row. */
function rowOf(period) {
  return period * Math.max(1, Math.floor(24 / period));
}

function cell(values, heap, value, seen) {
  const odd = seen && heap < seen.preperiod && value !== later(values, heap, seen);
  const kind = odd ? "exception" : value === 0 ? "zero" : null;
  return make("td", { class: kind }, odd ? make("s", {}, String(value)) : String(value));
}

/** What the period says of a heap before it begins: the value of the first like heap in it, less what has grown. */
function later(values, heap, seen) {
  const times = Math.ceil((seen.preperiod - heap) / seen.period);
  return values[heap + times * seen.period] - times * seen.saltus;
}

/** A value as a cell of a heat map. */
function warm(value, most) {
  const cell = make("td", { class: value ? null : "zero" }, String(value));
  cell.style.setProperty("--heat", `${((34 * value) / most).toFixed(1)}%`);
  return cell;
}

function ofPairs(told) {
  const head = make("tr", {}, make("td"), ...told.rows.map((_, b) => make("th", { scope: "col" }, String(b))));
  const most = Math.max(1, ...told.rows.flat());
  const body = told.rows.map((row, a) => make("tr", {}, make("th", { scope: "row" }, String(a)), ...row.map((value) => warm(value, most))));
  const lost = told.losing.map(([a, b]) => `(${a}, ${b})`).join(", ");
  return [
    make("h2", {}, "Nim-values"),
    scrolling("Nim-values", make("table", { class: "values heat" }, make("caption", {}, "Rows a, columns b; the warmer, the larger; 0, a P-position, is green"), make("thead", {}, head), make("tbody", {}, ...body))),
    known(told),
    make("h2", {}, "Lost for whoever has to move"),
    make("p", {}, lost || "None of these."),
  ];
}

function fromUrl() {
  field.value = new URLSearchParams(location.search).get("rule") || "n -> n-k, for k in {1,3,4}";
  show(false);
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show(true);
});
for (const button of document.querySelectorAll(".example")) {
  button.addEventListener("click", () => {
    field.value = button.dataset.rule;
    show(true);
  });
}
whileShown(window, "popstate", fromUrl);
fromUrl();
