// The page of a position: what is shown, what a move does, and the computer's part in it.

import { ask, byId, forget, make, pageUrl, showTrouble, whenLeft, whileShown } from "./common.js";
import { arrive, drawBoards, focused, leave, looks, mark, refocus, revealMark, touched } from "./board.js";
import { markMoves, meant } from "./marks.js";
import { capital, explain, hint, listenToPredictions, offerSliders, predict, showAnswer, showMoves, status } from "./answer.js";
import { controls, pressed } from "./setup.js";

const boards = byId("boards");
const EMPTY = ["nim", ""];
const SOON = 250; // milliseconds in which most answers come

// All that the page shows is one value, replaced as a whole: whatever comes for an older one finds another there.
//   here     the components as [game, text]; whose turn it is (0 or 1; 1 is the computer, if there is one); what must be
//            answered
//   past     what `here` was before each move, for undoing; start: the components to begin with again
//   told     the answer to `here`, or null: not asked yet, or refused
//   trouble  why there is none, or what failed
//   waits    what is being waited for: "look", "computer" or ""
let view = { here: { components: [], mover: 0, must: null }, past: [], start: [], told: null, trouble: null, waits: "" };
let selection = { component: -1, items: [] };
let chosen = null;

const how = () => ({ play: byId("play").value, against: byId("against").value });
const opponent = () => byId("against").value !== "";
const settingUp = () => document.querySelector("input[name=mode]:checked").value === "set";

// Addresses. A link has the position, whose turn it is and what must be answered; the browser's own history keeps what
// was before, so that its Back undoes a move and a page that is loaded again goes on with the game.

function address() {
  const pairs = view.here.components.flatMap(([game, text]) => [["g", game], ["p", text]]);
  const { play, against } = how();
  if (play !== "normal") pairs.push(["play", play]);
  if (against) pairs.push(["against", against]);
  if (view.here.mover) pairs.push(["turn", "2"]);
  if (view.here.must) pairs.push(["must", view.here.must.map((place) => place.join(".")).join(",")]);
  return pageUrl("game", new URLSearchParams(pairs));
}

/** What the address says, or what the browser's history keeps with it. */
async function fromAddress() {
  const query = new URLSearchParams(location.search);
  choose(byId("play"), query.get("play") || "normal");
  choose(byId("against"), query.get("against") || "");
  fold();
  byId("said").textContent = "";
  const { here, past, start } = history.state || linked(query);
  if (await go(here, { past, start, url: "stay" })) await turn();
}

function linked(query) {
  const all = (short, long) => [...query.getAll(short), ...query.getAll(long)]; // the names of /api too
  const games = all("g", "game");
  const texts = all("p", "position");
  const components = games.length ? games.map((game, at) => [game, texts[at] || ""]) : [EMPTY];
  const must = query.has("must") ? query.get("must").split(",").map((place) => place.split(".").map(Number)) : null;
  return { here: { components, mover: query.get("turn") === "2" ? 1 : 0, must }, past: [], start: components };
}

/** Keep the game in the browser's history: in a new entry, in that of now, or there without another address. */
function keep(url) {
  const { here, past, start } = view;
  const place = url === "stay" ? location.href : address();
  if (url === "push") history.pushState({ here, past, start }, "", place);
  else history.replaceState({ here, past, start }, "", place);
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
  const drawn = looks(boards);
  const last = view;
  select(-1, []);
  const mine = become({ here, past, start, told: null, trouble: null, waits: "look" });
  keep(url);
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
  arrive(boards, drawn);
  return view.told !== null;
}

function show(before = focused()) {
  const { told } = view;
  predict(told);
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
  showAnswer(view.told, act);
  if (view.told) explain(byId("steps"), view.told);
  else byId("steps").replaceChildren();
  showMoves(view.told, byId("answer").open, act);
  markAll();
  if (!view.waits) offerSliders(view.told, (game, text) => begin([[game, text]]));
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
  const [text, kind] = status(view, { misere: how().play === "misere", opponent: opponent(), settingUp: settingUp() });
  byId("status").textContent = text;
  byId("status").className = `status ${kind || ""}`;
}

/** What moves leave is shown while the answer is. */
function markAll() {
  const shown = byId("answer").open && view.told && view.told.result && !settingUp();
  markMoves(boards, shown ? view.told.moves : [], selection);
  if (!selection.items.length) revealMark(boards);
  boards.dataset.verdict = shown && chosen ? (chosen.move.wins ? "good" : "bad") : "";
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
  markAll();
  const place = byId("ready");
  place.hidden = !items.length;
  if (!items.length) return;
  if (!chosen) {
    place.replaceChildren(make("p", {}, "No move takes this."));
    return;
  }
  const others = found.slice(1, 12).map(({ move }) => make("button", { type: "button", onclick: () => act(move) }, move.says));
  place.replaceChildren(
    make("p", {}, make("button", { type: "button", class: "main", id: "make", onclick: () => act(chosen.move) }, capital(chosen.move.says))),
    others.length ? make("p", { class: "others" }, make("span", { class: "note" }, "or "), ...others) : null,
    make("p", { class: "note" }, "Press it again to move; press more to choose more."),
  );
}

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
  leave(boards, touched(move, chosen?.move === move ? chosen.way : 0));
  if (await go(after(move), { past: [...view.past, view.here], url: "push" })) await turn();
}

/** The computer's move, if it has one to make: Back undoes it together with the move that it answers. */
async function turn() {
  if (opponent() && view.here.mover === 1 && view.told.moves.length) await computer();
}

/** The computer makes a move for whoever has the turn; against it, the first move of a game is its own. */
async function computer() {
  if (!view.told || view.waits) return;
  const answers = opponent() && view.here.mover === 1;
  if (opponent() && !view.past.length) become({ here: { ...view.here, mover: 1 } });
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
    leave(boards, touched(found.move));
    const said = `The computer: ${found.move.says}.`;
    const shown = await go(after(found.move), answers ? {} : { past: [...view.past, view.here], url: "push" });
    if (!shown) return;
    byId("said").textContent = said;
    await turn();
  } catch (trouble) {
    if (view === mine) become({ trouble, waits: "" });
  }
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function undo() {
  const back = view.past.at(-1);
  if (!back) return;
  byId("said").textContent = "";
  if (history.state?.past.length) {
    become({ waits: "look" });
    history.back();
  } else go(back, { past: [] }); // what was shown before a position that is refused
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

listenToPredictions(() => view.told?.result?.winner, () => show());
byId("undo").addEventListener("click", undo);
byId("restart").addEventListener("click", () => begin(view.start));
byId("hint").addEventListener("click", () => {
  if (view.told) byId("said").textContent = hint(view.told);
});
byId("computer").addEventListener("click", computer);
byId("share").addEventListener("click", share);
for (const id of ["answer", "why"]) {
  byId(id).addEventListener("toggle", () => {
    document.body.classList.toggle("hiding", !byId("answer").open && !byId("why").open);
    if (!view.told) return;
    markAll();
    showMoves(view.told, byId("answer").open, act);
  });
}
byId("play").addEventListener("change", () => begin(view.here.components));
byId("against").addEventListener("change", () => {
  fold();
  again({ here: { ...view.here, mover: 0 }, past: [] });
  keep("replace");
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
whileShown(document, "keydown", (event) => {
  if (event.key === "Escape") select(-1, []);
});
whenLeft(() => {
  view = { ...view }; // whatever is waited for finds another value there
});
whileShown(window, "popstate", () => {
  if (history.state) fromAddress(); // else a link within the page was followed
});
fromAddress();
