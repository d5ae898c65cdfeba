// The page of a rule of one's own: while it is typed, its values, how they repeat, its P-positions, a map; and a way to
// play it. A rule that cannot be read leaves the last answer beside it, in grey.

import { ask, askBeside, byId, copyLink, make, pageUrl, picture, scrolling, sentence, showTrouble, whenLeft, whileShown } from "./common.js";
import { mended } from "./mend.js";
import { crossed, heatMap, rowsOf, strip } from "./values.js";

const field = byId("rule");
const result = byId("result");
const NEITHER = "Values are listed here for rules of heaps, n -> …, and of pairs, (a,b) -> …, of which each has one; this is no such rule.";
const PAUSE = 250; // milliseconds without a key after which what is typed is asked
let typing = null;

const typed = () => field.value.replace(/\s+/g, " ").trim();

/** Ask for what is typed; `how` the address comes to name it: "push", "replace", or null where it does so already. */
async function show(how, isTyped = false) {
  clearTimeout(typing);
  const text = typed();
  if (!text) {
    wait("Type a rule, or take one from below.");
    result.removeAttribute("aria-busy");
    return;
  }
  const url = pageUrl("rule", new URLSearchParams({ rule: text }));
  if (how) history[`${how}State`](null, "", url);
  result.setAttribute("aria-busy", "true");
  if (!isTyped) wait("Computing…");
  try {
    const told = await ask("rule", { game: text });
    if (!told) return;
    wait(told.values ? `Heaps 0 to ${told.computed - 1} computed.` : told.rows ? `Pairs up to (${told.rows.length - 1}, ${told.rows.length - 1}) computed.` : "");
    const parts = told.values ? ofHeaps(told) : told.rows ? ofPairs(told) : [card("No list of values", make("p", {}, NEITHER), play(told))];
    result.replaceChildren(...parts.filter(Boolean), ...(told.values || told.rows ? [pPositions(told)] : []));
    result.classList.remove("stale");
    byId("command").textContent = commands(told);
  } catch (problem) {
    const [finding] = problem.findings || [];
    result.classList.add("stale");
    if (isTyped && finding && finding.column > text.length) wait(`Go on: ${finding.expected}.`);
    else refuse(problem, text, finding);
  }
  result.removeAttribute("aria-busy");
}

/** The same in the terminal; a period that is proved has a certificate there. */
function commands(told) {
  const proof = told.period?.status === "proved" ? [`grundy period '${told.rule}' --certificate period.txt`] : [];
  return [told.command || `grundy solve '${told.rule}' ${told.position ?? ""}`.trim(), ...proof].join("\n");
}

/** Nothing is wrong; a sentence says how it stands. */
function wait(says) {
  byId("place").hidden = true;
  field.removeAttribute("aria-invalid");
  showTrouble(null);
  byId("status").textContent = says;
}

function refuse(problem, text, finding) {
  const wrong = ["BadText", "BadRule"].includes(problem.kind); // else it was stopped, or took too long
  wait(wrong && result.childElementCount ? "Beside it: the last rule that could be read." : "");
  if (wrong) field.setAttribute("aria-invalid", "true");
  showTrouble(problem);
  if (finding) pointAt(text, finding.column);
  const better = wrong ? mended(text) : null;
  if (better) byId("trouble").prepend(make("p", {}, make("strong", {}, better.says), better.says.endsWith(":") ? null : " For example"), make("p", {}, make("button", { type: "button", onclick: () => take(better.text) }, make("code", {}, better.text))));
}

function pointAt(text, column) {
  const at = Math.min(column - 1, text.length);
  byId("place").replaceChildren(text.slice(0, at), make("mark", {}, text.slice(at, at + 1) || " "), text.slice(at + 1));
  byId("place").hidden = false;
}

function take(text) {
  field.value = text;
  field.focus();
  show("push");
}

const card = (head, ...content) => make("section", { class: "fact" }, make("h2", {}, head), ...content);

/** What is known of all heaps: framed if it is proved, else in a dashed frame. */
function theorem(tag, says, formula, by, more = null) {
  const kind = tag === "Proved" ? "theorem" : "theorem seen";
  return make("section", { class: kind }, make("p", { class: "tag" }, tag), make("h2", {}, says), formula && make("p", { class: "formula" }, formula), make("p", { class: "note" }, sentence(by.replace(/^G\(n \+ \d+\) = G\(n\)[^,:]*[,:] /, ""))), more);
}

/** A certificate to keep, and how to check it. */
function certified(told) {
  const save = make("button", { type: "button", onclick: async () => {
    save.disabled = true;
    try {
      const { certificate } = await askBeside("certificate", { game: told.rule });
      const url = URL.createObjectURL(new Blob([certificate], { type: "text/plain" }));
      make("a", { href: url, download: "period.txt" }).click();
      URL.revokeObjectURL(url);
      note.textContent = "Saved as period.txt.";
    } catch (problem) {
      note.textContent = problem.told ? problem.told() : String(problem);
    }
    save.disabled = false;
  } }, "Certificate");
  const check = make("a", { href: "#check", onclick: () => { byId("check").open = true; } }, "Check it yourself");
  const note = make("span", { role: "status" });
  return make("p", { class: "acts" }, save, check, note);
}

/** How the values repeat, as it is known: proved, only observed, or not at all. */
function repetition(told) {
  const found = told.period;
  const grow = (saltus) => (saltus ? `, each time larger by ${saltus}` : "");
  const formula = ({ period, preperiod, saltus }) => `G(n + ${period}) = G(n)${saltus ? ` + ${saltus}` : ""} for all n ≥ ${preperiod}`;
  const upto = told.computed - 1;
  if (found.status === "proved") {
    const from = found.preperiod ? `from heap ${found.preperiod} on` : "from the beginning";
    return theorem("Proved", `Period ${found.period}, ${from}${grow(found.saltus)}`, formula(found), `${found.evidence.by}.`, certified(told));
  }
  if (found.observed) {
    const seen = found.observed;
    const says = `It looks as if the values repeat with ${seen.period} from heap ${seen.preperiod} on${grow(seen.saltus)}, as far as heap ${upto}. That is no proof.`;
    return theorem("Observed", "No period is proved", null, says);
  }
  return theorem("Observed", `No period found up to heap ${upto}`, null, "Nothing is proved about larger heaps. A longer run may find one.");
}

function ofHeaps(told) {
  const found = told.period;
  const seen = found.status === "proved" ? found : found.observed;
  const rows = rowsOf(told.values, seen);
  const note = (says) => make("p", { class: "note" }, says);
  return [
    repetition(told),
    card("Nim-values", note("One box a heap, its value below its number. Green is 0: whoever has to move there loses."), strip(told.values), found.status === "proved" ? null : known(told)), // the theorem says it
    card(`The same in rows of ${rows.width}`, note(seen ? `Straight columns are a period.${crossed(told.values, seen) ? " Crossed out: not as the period says." : ""}` : "A period would stand in straight columns."), scrolling("Nim-values in rows", rows.table)),
    card("The same as a picture", scrolling("The values as a picture", picture(told.svg))),
    patterns(told),
  ];
}

function patterns(told) {
  const proved = (one) => told.period?.status === "proved" && one.kind === "period" && one.observed.period === told.period.period; // said above
  const shown = (told.patterns || []).filter((one) => one.about === "nim-values" && !proved(one));
  if (!shown.length) return null;
  const place = told.rows ? "in this square" : "";
  const line = (one) => make("li", {}, make("code", {}, one.says), ` ${place || `for n = ${one.observed.start} to ${one.observed.upto}`}`);
  return card("Patterns, observed only", make("ul", {}, ...shown.map(line)));
}

/** How the values are known. */
function known(told) {
  const { status, by } = told.evidence;
  return make("p", { class: "evidence" }, make("strong", {}, `${status.charAt(0).toUpperCase()}${status.slice(1)} `), `${by}.`);
}

/** What to leave, and a way to try it. */
function pPositions(told) {
  const lost = told.losing.map((one) => (Array.isArray(one) ? `(${one.join(", ")})` : String(one)));
  const all = Array.isArray(told.losing[0]) ? lost.length < 40 : lost.length < 24;
  const upto = told.values ? `up to ${told.computed - 1}` : "in this square";
  const says = lost.length ? `Leave one of these and you win: ${lost.join(", ")}${all ? "." : ", …"}` : `None ${upto}.`;
  return card("P-positions", make("p", {}, says, all && lost.length ? ` There is no other ${upto}.` : ""), play(told));
}

function play(told) {
  const query = new URLSearchParams([["g", told.rule], ["p", told.position ?? ""]]);
  const link = told.position === null ? null : make("a", { class: "button main", href: pageUrl("game", query) }, "Play it");
  return make("p", { class: "acts" }, link, copyLink());
}

function ofPairs(told) {
  const says = make("p", { class: "note", "aria-live": "polite" }, "Green is 0. The rest goes from sand, 1, to brown. Point at a cell.");
  return [
    card("Nim-values of (a, b)", says, scrolling("Nim-values", heatMap(told.rows, says)), known(told)),
    patterns(told),
  ];
}

function fromUrl() {
  field.value = new URLSearchParams(location.search).get("rule") || "n -> n-k, for k in {1,3,4}";
  show(null);
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show("push");
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // a rule is one line
  show("push");
});
field.addEventListener("input", () => {
  clearTimeout(typing);
  result.setAttribute("aria-busy", "true");
  typing = setTimeout(() => show("replace", true), PAUSE);
});
for (const button of document.querySelectorAll(".example")) button.addEventListener("click", () => {
  field.value = button.dataset.rule;
  show("push");
});
whenLeft(() => clearTimeout(typing));
whileShown(window, "popstate", fromUrl);
if (typed()) show("replace", true); // somebody was faster than this script
else fromUrl();
