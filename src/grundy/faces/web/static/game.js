// The page of a position: what is shown, what a move does, and the computer's part in it.

import { ask, byId, make, pageUrl, showTrouble } from "./common.js";
import { drawBoards, mark, meant, touched } from "./board.js";
import { controls, pressed } from "./setup.js";
import { explain } from "./explain.js";

const boards = byId("boards");
const EMPTY = ["nim", ""];

// The components as [game, text]; whose turn it is (0 or 1; 1 is the computer, if there is one); what must be answered.
let here = { components: [], mover: 0, must: null };
let past = [];
let start = [];
let told = null;
let selection = { component: -1, items: [] };
let chosen = null;
let busy = false;

const how = () => ({ play: byId("play").value, against: byId("against").value });
const opponent = () => byId("against").value !== "";
const settingUp = () => document.querySelector("input[name=mode]:checked").value === "set";

// Addresses.

function address() {
  const pairs = here.components.flatMap(([game, text]) => [["g", game], ["p", text]]);
  const { play, against } = how();
  if (play !== "normal") pairs.push(["play", play]);
  if (against) pairs.push(["against", against]);
  return pageUrl("game", new URLSearchParams(pairs));
}

function fromAddress() {
  const query = new URLSearchParams(location.search);
  const games = query.getAll("g");
  const texts = query.getAll("p");
  const components = games.length ? games.map((game, at) => [game, texts[at] || ""]) : [EMPTY];
  choose(byId("play"), query.get("play") || "normal");
  choose(byId("against"), query.get("against") || "");
  fold();
  start = components;
  past = [];
  go({ components, mover: 0, must: null }, "stay");
}

/** A page against the computer begins without the answer in view. */
function fold() {
  byId("answer").open = !opponent();
  byId("why").open = !opponent();
}

function choose(select, value) {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

// Showing.

async function go(next, address_ = "replace") {
  const before = focused();
  here = next;
  select(-1, []);
  boards.setAttribute("aria-busy", "true");
  if (address_ === "push") history.pushState(null, "", address());
  if (address_ === "replace") history.replaceState(null, "", address());
  const { play } = how();
  try {
    const found = await ask("look", { components: here.components, play, must: here.must });
    if (!found) return false;
    told = found;
    here.components = told.components;
    showTrouble(null);
    show(before);
    return true;
  } catch (problem) {
    told = null;
    showTrouble(problem);
    showFields();
    byId("text").open = true;
    byId("status").textContent = "";
    showTitle();
    return false;
  } finally {
    boards.removeAttribute("aria-busy");
  }
}

function show(before = focused()) {
  drawBoards(boards, told, point, removeComponent);
  if (settingUp()) showControls();
  document.body.classList.toggle("hiding", !byId("answer").open && !byId("why").open);
  showTitle();
  showStatus();
  showAnswer();
  explain(byId("steps"), told);
  showMoves();
  showFields();
  byId("undo").disabled = !past.length;
  byId("hint").disabled = byId("computer").disabled = !told.moves.length;
  refocus(before);
}

// What has the focus is often drawn anew: the keyboard goes on where it was, or at what came in its place.

const REDRAWN = ["boards", "ready", "winner", "moves", "fields"];
const STOPS = "button:not(:disabled), input, select, [data-item][role=button]";

function focused() {
  const element = document.activeElement;
  const area = REDRAWN.find((id) => byId(id).contains(element));
  if (!area) return { element };
  const figure = element.closest("[data-component]");
  const stops = [...byId(area).querySelectorAll(STOPS)];
  return { element, area, at: stops.indexOf(element), component: figure && figure.dataset.component, ...namesOf(element) };
}

function namesOf(element) {
  return { item: element.dataset.item, label: element.getAttribute("aria-label") || element.textContent };
}

function refocus({ element, area, at, component, item, label }) {
  if (element.isConnected && !element.disabled && element.checkVisibility()) return;
  const stops = area ? [...byId(area).querySelectorAll(STOPS)].filter((one) => one.checkVisibility()) : [];
  const here = component ? stops.filter((one) => one.closest(`[data-component="${component}"]`)) : stops;
  const same = (one) => (item ? one.dataset.item === item : namesOf(one).label === label);
  const next = here.find(same) || here[Math.min(at, here.length - 1)] || boards.querySelector("[data-item][tabindex='0']") || byId("status");
  next.focus({ preventScroll: true });
}

function showTitle() {
  const names = here.components.map(([game]) => game);
  const title = names.length > 1 ? "A sum of games" : names[0] || "A game";
  const [name, ...parameters] = title.split(":");
  const said = names.length > 1 ? null : document.querySelector(`#rules [data-game="${CSS.escape(name)}"]`);
  const called = said ? said.dataset.title : name === "rule" ? "Your own rule" : name;
  byId("title").replaceChildren(called);
  if (parameters.length) byId("title").append(make("small", {}, parameters.join(":")));
  document.title = `${called} · grundy`;
  const link = byId("sequence");
  link.hidden = !(told && told.sequence && names.length === 1);
  if (!link.hidden) link.firstElementChild.href = pageUrl("rule", new URLSearchParams({ rule: names[0].replace(/^rule:/, "") }));
  byId("says").textContent = said ? said.textContent : names.length > 1 ? "A move is a move in one of them; all the others stay as they are." : "";
}

function over() {
  return told && told.move_count === 0;
}

function showStatus() {
  const place = byId("status");
  const misere = how().play === "misere";
  place.className = "status";
  if (settingUp()) {
    place.textContent = "Press cells and buttons to set up a position.";
  } else if (over() && opponent()) {
    const won = (here.mover === 1) !== misere;
    const cannot = here.mover === 1 ? "The computer cannot move" : "You cannot move";
    place.textContent = `${cannot}: ${won ? "you win!" : "the computer wins."}`;
    place.classList.add(won ? "won" : "lost");
  } else if (over()) {
    place.textContent = `No move is left: whoever has to move ${misere ? "wins" : "loses"}.`;
  } else if (opponent()) {
    place.textContent = here.mover === 1 ? "The computer is to move." : here.must ? "Your move, where the last one was made." : "Your move.";
  } else if (here.must) {
    place.textContent = "The last move has to be answered where it was made.";
  } else {
    place.textContent = "Point at what a move takes, or pick one from the list.";
  }
}

function showAnswer() {
  const place = byId("wins");
  byId("verdict").textContent = told.result ? told.says : "";
  if (!told.result) {
    place.replaceChildren(make("p", {}, told.refused || "Too large to be solved."));
    mark(boards, "good", []);
    return;
  }
  const good = told.moves.filter((move) => move.wins);
  const parts = [];
  const count = told.result.winning_move_count;
  if (count) {
    parts.push(make("p", {}, count > 1 ? `Winning moves (${count.toLocaleString("en")}):` : "The winning move:"));
    const shown = good.slice(0, 8).map((move) => item(move, true));
    for (const words of told.best || []) shown.push(make("li", {}, words));
    parts.push(make("ul", { class: "moves" }, ...shown));
    if (count > 8 && good.length > 8) parts.push(make("p", { class: "note" }, "All of them are first in the list of all moves."));
  }
  const { status, by } = told.result.evidence;
  parts.push(make("p", { class: "evidence" }, make("strong", {}, `${status.charAt(0).toUpperCase()}${status.slice(1)}: `), `${by}.`));
  place.replaceChildren(...parts);
  markGood();
}

function markGood() {
  const shown = byId("answer").open && told && told.result && !settingUp();
  mark(boards, "good", shown ? told.moves.filter((move) => move.wins).flatMap((move) => touched(move)) : []);
}

/** A move as a button in a list; its place on the board is marked while it is pointed at. */
function item(move, marked) {
  const hot = (event) => {
    if (event.type !== "focus" || event.target.matches(":focus-visible")) mark(boards, "hot", touched(move));
  };
  const cold = () => mark(boards, "hot", []);
  const button = make("button", { type: "button", onclick: () => act(move), onmouseenter: hot, onfocus: hot, onmouseleave: cold, onblur: cold }, move.says);
  return make("li", { class: marked ? "wins" : null }, button);
}

function showMoves() {
  const shown = told.moves.slice(0, 300);
  byId("moves").replaceChildren(...shown.map((move) => item(move, move.wins && byId("answer").open)));
  const count = told.move_count;
  byId("count").textContent = count === null ? "" : `(${count.toLocaleString("en")})`;
  if (told.refused && count === null) byId("moves").append(make("li", { class: "note" }, told.refused));
  else if (count > shown.length) byId("moves").append(make("li", { class: "note" }, `and ${(count - shown.length).toLocaleString("en")} more`));
}

// Choosing a move by pointing.

function point(component, name) {
  if (!told || busy) return;
  if (settingUp()) {
    const text = pressed(told.boards[component], name);
    if (text === told.boards[component].text) mark(boards, "picked", [[component, name]]);
    else if (text !== null) become(component, text);
    return;
  }
  if (here.mover === 1 && opponent()) return;
  const same = selection.component === component;
  if (same && chosen && touched(chosen.move, chosen.way).some(([, one]) => one === name) && selection.items.includes(name)) {
    act(chosen.move);
    return;
  }
  const items = same ? [...selection.items, name] : [name];
  select(component, meant(told.moves, component, items).length ? items : [name]);
}

function select(component, items) {
  selection = { component, items };
  const found = items.length ? meant(told.moves, component, items) : [];
  chosen = found[0] || null;
  mark(boards, "picked", chosen ? touched(chosen.move, chosen.way) : items.map((one) => [component, one]));
  const place = byId("ready");
  place.hidden = !items.length;
  if (!items.length) return;
  if (!chosen) {
    place.replaceChildren(make("p", {}, "No move takes this."));
    return;
  }
  const others = found.slice(1, 7).map(({ move }) => make("button", { type: "button", onclick: () => act(move) }, move.says));
  place.replaceChildren(
    make("p", {}, make("button", { type: "button", class: "main", id: "make", onclick: () => act(chosen.move) }, capital(chosen.move.says))),
    others.length ? make("p", { class: "others" }, make("span", { class: "note" }, "or "), ...others) : null,
    make("p", { class: "note" }, "Press it again to move; press more to choose more."),
  );
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Moving.

function after(move) {
  const components = [...here.components];
  components.splice(move.component - 1, 1, ...move.becomes);
  const mover = move.next === "again" ? here.mover : 1 - here.mover;
  return { components, mover, must: move.must };
}

/** Do something that takes its time; until it is done, nothing else is begun. */
async function alone(work) {
  if (busy) return;
  busy = true;
  document.body.toggleAttribute("data-busy", true);
  try {
    await work();
  } finally {
    busy = false;
    document.body.toggleAttribute("data-busy", false);
  }
}

function act(move) {
  if (!told) return;
  alone(async () => {
    byId("said").textContent = "";
    past.push(here);
    const shown = await go(after(move));
    if (shown && opponent() && here.mover === 1 && told.moves.length) await computer();
  });
}

/** The computer makes a move for whoever has the turn. */
async function computer() {
  const { play, against } = how();
  byId("status").textContent = "The computer is thinking…";
  try {
    const found = await ask("reply", { components: here.components, play, must: here.must, blunder: Number(against || 0) });
    if (!found || !found.move) return;
    mark(boards, "hot", touched(found.move));
    await new Promise((done) => setTimeout(done, calm() ? 0 : 450));
    past.push(here);
    const said = `The computer: ${found.move.says}.`;
    const shown = await go(after(found.move));
    byId("said").textContent = said;
    if (shown && opponent() && here.mover === 1 && told.moves.length) await computer();
  } catch (problem) {
    showTrouble(problem);
  }
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function undo() {
  if (!past.length || busy) return;
  let back = past.pop();
  while (opponent() && back.mover === 1 && past.length) back = past.pop();
  byId("said").textContent = "";
  go(back);
}

function hint() {
  const good = told.moves.filter((move) => move.wins);
  if (good.length) {
    mark(boards, "hot", touched(good[0]));
    byId("said").textContent = `${capital(good[0].says)} wins${good.length > 1 ? `, and so do ${good.length - 1} other moves` : "; no other move does"}.`;
  } else if (!told.result) {
    byId("said").textContent = told.refused;
  } else if (told.result.winner === "draw") {
    byId("said").textContent = "No move wins; play can be drawn.";
  } else {
    byId("said").textContent = "No move wins, if the other player makes no mistake.";
  }
}

// Setting up.

async function become(component, text) {
  const components = here.components.map((one, at) => (at === component ? [one[0], text] : one));
  start = components;
  past = [];
  await go({ components, mover: 0, must: null });
}

function showControls() {
  told.boards.forEach((board, component) => {
    boards.querySelector(`[data-component="${component}"]`).append(controls(board, (text) => become(component, text)));
  });
}

function restarted(components) {
  start = components.length ? components : [EMPTY];
  past = [];
  byId("said").textContent = "";
  return go({ components: start, mover: 0, must: null }, "push");
}

function removeComponent(index) {
  restarted(here.components.filter((_, at) => at !== index));
}

function showFields() {
  const rows = here.components.map(([game, text], at) =>
    make(
      "div",
      { class: "fields" },
      make("label", {}, "Game ", make("input", { name: "g", value: game, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })),
      make("label", {}, "Position ", make("input", { name: "p", value: text, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })),
      here.components.length > 1 ? make("button", { type: "button", "aria-label": `Remove ${game}`, onclick: () => removeComponent(at) }, "×") : null,
    ),
  );
  byId("fields").replaceChildren(...rows);
  const line = command();
  byId("command").textContent = line;
  byId("command").parentElement.hidden = !line;
}

/** The command that answers the same in a shell. */
function command() {
  const quoted = (text) => (/^[\w:.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const list = here.components;
  if (!list.length || (list.length > 1 && list.some(([game]) => game.startsWith("rule:")))) return "";
  const flag = { misere: " --misere", loopy: " --loopy" }[how().play] || "";
  if (list.length === 1) return `grundy solve ${quoted(list[0][0])} ${quoted(list[0][1])}${flag}`;
  return `grundy solve ${quoted(list.map(([game, text]) => `${game}(${text})`).join(" + "))}${flag}`;
}

async function share() {
  const url = new URL(address(), location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    byId("said").textContent = "The link to this position is copied.";
  } catch {
    byId("said").textContent = url;
  }
}

byId("undo").addEventListener("click", undo);
byId("restart").addEventListener("click", () => restarted(start));
byId("hint").addEventListener("click", hint);
byId("computer").addEventListener("click", () => alone(computer));
byId("share").addEventListener("click", share);
for (const id of ["answer", "why"]) {
  byId(id).addEventListener("toggle", () => {
    document.body.classList.toggle("hiding", !byId("answer").open && !byId("why").open);
    if (!told) return;
    markGood();
    showMoves();
  });
}
byId("play").addEventListener("change", () => restarted(here.components));
byId("against").addEventListener("change", () => {
  fold();
  here.mover = 0;
  past = [];
  history.replaceState(null, "", address());
  if (told) show();
});
for (const one of document.querySelectorAll("input[name=mode]")) {
  one.addEventListener("change", () => {
    select(-1, []);
    if (told) show();
  });
}
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const values = (name) => [...document.querySelectorAll(`#fields input[name=${name}]`)].map((input) => input.value);
  const texts = values("p");
  restarted(values("g").map((game, at) => [game.trim(), texts[at].trim()]));
});
byId("add").addEventListener("change", (event) => {
  if (!event.target.value) return;
  const added = event.target.value.split("\t");
  event.target.value = "";
  restarted([...here.components.filter(([game, text]) => game !== EMPTY[0] || text !== EMPTY[1]), added]);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") select(-1, []);
});
addEventListener("popstate", fromAddress);
fromAddress();
