// The page of a position: what is shown, what a move does, and the computer's part in it.

import { ask, byId, forget, make, pageUrl, showTrouble } from "./common.js";
import { drawBoards, mark, meant, touched } from "./board.js";
import { focused, refocus } from "./focus.js";
import { controls, pressed } from "./setup.js";
import { explain } from "./explain.js";

const boards = byId("boards");
const EMPTY = ["nim", ""];
const SOON = 250; // milliseconds in which most answers come

// All that the page shows is one value, replaced as a whole: whatever comes for an older one finds another there.
//   here     the components as [game, text]; whose turn it is (0 or 1; 1 is the computer, if there is one); what must be
//            answered
//   past     what `here` was, for undoing; start: the components to begin with again
//   told     the answer to `here`, or null: not asked yet, or refused
//   trouble  why there is none, or what failed
//   waits    what is being waited for: "look", "computer" or ""
let view = { here: { components: [], mover: 0, must: null }, past: [], start: [], told: null, trouble: null, waits: "" };
let selection = { component: -1, items: [] };
let chosen = null;

const how = () => ({ play: byId("play").value, against: byId("against").value });
const opponent = () => byId("against").value !== "";
const settingUp = () => document.querySelector("input[name=mode]:checked").value === "set";

// Addresses.

function address() {
  const pairs = view.here.components.flatMap(([game, text]) => [["g", game], ["p", text]]);
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
  begin(components, "stay");
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

/** Another value of the page; of what it does not name, all stays. */
function become(change) {
  view = { ...view, ...change };
  const { told, waits } = view;
  if (waits === "look") boards.setAttribute("aria-busy", "true");
  else boards.removeAttribute("aria-busy");
  document.body.toggleAttribute("data-busy", waits !== "");
  if (!waits) { // until then what has the focus keeps it
    byId("undo").disabled = !view.past.length;
    byId("hint").disabled = byId("computer").disabled = !told || !told.moves.length;
  }
  showTrouble(view.trouble);
  showStatus();
  return view;
}

/** Show a position: whether it is shown, and nothing else was asked meanwhile. */
async function go(here, { past = view.past, start = view.start, url = "replace" } = {}) {
  const before = focused();
  const last = view;
  select(-1, []);
  const mine = become({ here, past, start, told: null, trouble: null, waits: "look" });
  if (url === "push") history.pushState(null, "", address());
  if (url === "replace") history.replaceState(null, "", address());
  const said = byId("status").textContent;
  setTimeout(() => {
    if (view !== mine) return;
    showFound(); // what was found of another position does not stand there for long
    if (byId("status").textContent === said) byId("status").textContent = "…";
  }, SOON);
  try {
    const told = await ask("look", { components: here.components, play: how().play, must: here.must });
    if (view !== mine) return false;
    become({ here: { ...here, components: told.components }, told, waits: "" });
  } catch (trouble) {
    if (view !== mine) return false;
    // what was shown last can be had back
    const good = last.told ? [last.here] : last.past;
    become({ ...(past.length || !good.length ? {} : { past: good, start: last.start }), trouble, waits: "" });
    byId("text").open = true;
  }
  show(before);
  return view.told !== null;
}

function show(before = focused()) {
  const { told } = view;
  drawBoards(boards, told, point, removeComponent);
  if (told && settingUp()) showControls();
  document.body.classList.toggle("hiding", !byId("answer").open && !byId("why").open);
  showTitle();
  showFound();
  showFields();
  refocus(before);
}

/** Who wins, why, and all moves: nothing where nothing is known. */
function showFound() {
  showAnswer();
  if (view.told) explain(byId("steps"), view.told);
  else byId("steps").replaceChildren();
  showMoves();
}

function showTitle() {
  const { told } = view;
  const names = view.here.components.map(([game]) => game);
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

function showStatus() {
  if (view.waits === "look") return;
  const [text, kind] = status();
  byId("status").textContent = text;
  byId("status").className = `status ${kind || ""}`;
}

/** What is said of the position, and whether that is good or bad news. */
function status() {
  const { here, told, waits } = view;
  const misere = how().play === "misere";
  if (waits === "computer") return ["The computer is thinking…"];
  if (!told) return ["This position is not shown; what is wrong stands above."];
  if (settingUp()) return ["Press cells and buttons to set up a position."];
  if (told.move_count === 0 && opponent()) {
    const won = (here.mover === 1) !== misere;
    const cannot = here.mover === 1 ? "The computer cannot move" : "You cannot move";
    return [`${cannot}: ${won ? "you win!" : "the computer wins."}`, won ? "won" : "lost"];
  }
  if (told.move_count === 0) return [`No move is left: whoever has to move ${misere ? "wins" : "loses"}.`];
  if (opponent()) return [here.mover === 1 ? "The computer is to move." : here.must ? "Your move, where the last one was made." : "Your move."];
  if (here.must) return ["The last move has to be answered where it was made."];
  return ["Point at what a move takes, or pick one from the list."];
}

function showAnswer() {
  const { told } = view;
  const place = byId("wins");
  byId("verdict").textContent = told && told.result ? told.says : "";
  if (!told || !told.result) {
    place.replaceChildren(...(told ? [make("p", {}, told.refused || "Too large to be solved.")] : []));
    mark(boards, "good", []);
    return;
  }
  const good = told.moves.filter((move) => move.wins);
  const parts = [];
  const count = told.result.winning_move_count ?? good.length;
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
  const { told } = view;
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
  const told = view.told || { moves: [], move_count: null, refused: null };
  const shown = told.moves.slice(0, 300);
  byId("moves").replaceChildren(...shown.map((move) => item(move, move.wins && byId("answer").open)));
  const count = told.move_count;
  byId("count").textContent = count === null ? "" : `(${count.toLocaleString("en")})`;
  if (told.refused && count === null) byId("moves").append(make("li", { class: "note" }, told.refused));
  else if (count > shown.length) byId("moves").append(make("li", { class: "note" }, `and ${(count - shown.length).toLocaleString("en")} more`));
}

// Choosing a move by pointing.

function point(component, name) {
  const { here, told, waits } = view;
  if (!told || waits) return;
  if (settingUp()) {
    const text = pressed(told.boards[component], name);
    if (text === told.boards[component].text) mark(boards, "picked", [[component, name]]);
    else if (text !== null) set(component, text);
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
  const found = items.length ? meant(view.told.moves, component, items) : [];
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
  const { here } = view;
  const components = [...here.components];
  components.splice(move.component - 1, 1, ...move.becomes);
  const mover = move.next === "again" ? here.mover : 1 - here.mover;
  return { components, mover, must: move.must };
}

async function act(move) {
  if (!view.told || view.waits) return;
  byId("said").textContent = "";
  if (await go(after(move), { past: [...view.past, view.here] })) await turn();
}

/** The computer's move, if it has one to make. */
async function turn() {
  if (opponent() && view.here.mover === 1 && view.told.moves.length) await computer();
}

/** The computer makes a move for whoever has the turn. */
async function computer() {
  if (!view.told || view.waits) return;
  const { play, against } = how();
  const { components, must } = view.here;
  const mine = become({ trouble: null, waits: "computer" });
  try {
    const found = await ask("reply", { components, play, must, blunder: Number(against || 0) });
    if (view !== mine) return;
    if (!found.move) {
      become({ waits: "" });
      return;
    }
    mark(boards, "hot", touched(found.move));
    await new Promise((done) => setTimeout(done, calm() ? 0 : 450));
    if (view !== mine) return;
    const said = `The computer: ${found.move.says}.`;
    const shown = await go(after(found.move), { past: [...view.past, view.here] });
    if (!shown) return;
    byId("said").textContent = said;
    await turn();
  } catch (trouble) {
    if (view === mine) become({ trouble, waits: "" });
  }
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function undo() {
  const past = [...view.past];
  if (!past.length) return;
  let back = past.pop();
  while (opponent() && back.mover === 1 && past.length) back = past.pop();
  byId("said").textContent = "";
  go(back, { past });
}

function hint() {
  const { told } = view;
  if (!told) return;
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

function set(component, text) {
  begin(view.here.components.map((one, at) => (at === component ? [one[0], text] : one)), "replace");
}

function showControls() {
  view.told.boards.forEach((board, component) => {
    boards.querySelector(`[data-component="${component}"]`).append(controls(board, (text) => set(component, text)));
  });
}

/** Begin with a position. */
function begin(components, url = "push") {
  const start = components.length ? components : [EMPTY];
  byId("said").textContent = "";
  return go({ components: start, mover: 0, must: null }, { past: [], start, url });
}

function removeComponent(index) {
  begin(view.here.components.filter((_, at) => at !== index));
}

function showFields() {
  const { components } = view.here;
  const rows = components.map(([game, text], at) =>
    make(
      "div",
      { class: "fields" },
      make("label", {}, "Game ", make("input", { name: "g", value: game, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })),
      make("label", {}, "Position ", make("input", { name: "p", value: text, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })),
      components.length > 1 ? make("button", { type: "button", "aria-label": `Remove ${game}`, onclick: () => removeComponent(at) }, "×") : null,
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
  const list = view.here.components;
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
byId("restart").addEventListener("click", () => begin(view.start));
byId("hint").addEventListener("click", hint);
byId("computer").addEventListener("click", computer);
byId("share").addEventListener("click", share);
for (const id of ["answer", "why"]) {
  byId(id).addEventListener("toggle", () => {
    document.body.classList.toggle("hiding", !byId("answer").open && !byId("why").open);
    if (!view.told) return;
    markGood();
    showMoves();
  });
}
byId("play").addEventListener("change", () => begin(view.here.components));
byId("against").addEventListener("change", () => {
  fold();
  history.replaceState(null, "", address());
  again({ here: { ...view.here, mover: 0 }, past: [] });
});
for (const one of document.querySelectorAll("input[name=mode]")) one.addEventListener("change", () => again({}));

/** Something else is asked of the same position: the computer's move is not waited for any more. */
function again(change) {
  select(-1, []);
  if (view.told) {
    forget();
    become({ ...change, waits: "" });
    show();
  } else go(change.here || view.here, change);
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const values = (name) => [...document.querySelectorAll(`#fields input[name=${name}]`)].map((input) => input.value);
  const texts = values("p");
  begin(values("g").map((game, at) => [game.trim(), texts[at].trim()]));
});
byId("add").addEventListener("change", (event) => {
  if (!event.target.value) return;
  const added = event.target.value.split("\t");
  event.target.value = "";
  begin([...view.here.components.filter(([game, text]) => game !== EMPTY[0] || text !== EMPTY[1]), added]);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") select(-1, []);
});
addEventListener("popstate", fromAddress);
fromAddress();
