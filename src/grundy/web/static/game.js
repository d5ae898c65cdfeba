// The page of a game: its start and its moves, whose turn it is, the computer's part in it, why, and setting up.

import { ask, askBeside, byId, forget, make, pageUrl, sentence, showTrouble, whenLeft, whileShown } from "./common.js";
import { drawBoards, focusOnBoards, mark, offer, refocus, touched } from "./board.js";
import { markMoves } from "./marks.js";
import { drawJoints, meaning, pointing, saysOf } from "./pointing.js";
import { showColumns } from "./columns.js";
import { evidence, stepsOf, table, verdictOf } from "./why.js";
import { controls, pressed } from "./setup.js";
import { offerSliders } from "./slide.js";

const boards = byId("boards");
const EMPTY = ["nim", ""];
const SOON = 300; // milliseconds after which a wait has a word
const ANSWER = 550; // milliseconds between a move and the computer's
const LISTED = 300; // moves of the list
const TABS = ["play", "why", "setup"];
const SOME = 3; // moves that win which a sentence names: the board shows all

// All that the page shows is one value, replaced as a whole: whatever comes for an older one finds another there.
//   start    the components of the start, as [game, text]; must: what has to be answered there
//   moves    those that were made, as the server writes them
//   at       the number of moves after which the position stands that Why is about; null: as it is now
//   told     the answer to `game`, or null: not asked yet, or refused; found: the answer to `look` there
//   winners  who wins each position, once that is known
//   trouble  why there is none, or what failed; waits: what is being waited for: "game", "computer", "look" or ""
let view = { start: [EMPTY], must: null, moves: [], at: null, told: null, found: null, winners: null, trouble: null, waits: "" };
let tab = "play";
let step = 0;
let said = ""; // what stands in the place of the last move, such as a hint
let hinted = null; // the move of a hint
let chosen = []; // what a first press may mean
let resumes = false; // whether the keyboard goes on on the board once the computer has moved

const checked = (name) => document.querySelector(`input[name=${name}]:checked`).value;
const check = (name, value) => {
  for (const one of document.querySelectorAll(`input[name=${name}]`)) one.checked = one.value === value;
};
const computer = () => checked("opponent") === "computer";
const begins = () => Number(checked("begins"));
const misere = () => checked("play") === "misere";
const nameOf = (player) => (computer() ? (player === 1 ? "You" : "The computer") : `Player ${player}`);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, calm() ? 0 : milliseconds));
const over = () => view.told?.move_count === 0;
const question = (moves = view.moves) => ({ components: view.start, play: checked("play"), moves, must: view.must });

// Addresses. A link has the start and the moves, so that it opens exactly what is seen, and the browser's Back takes
// back one's own move with its answer. Of older versions it has a position alone, and whose turn it is.

function address() {
  const pairs = view.start.flatMap(([game, text]) => [["g", game], ["p", text]]);
  if (checked("play") !== "normal") pairs.push(["play", checked("play")]);
  if (!computer()) pairs.push(["vs", "two"]);
  else if (checked("against") !== "0") pairs.push(["against", checked("against")]);
  if (begins() === 2) pairs.push(["by", "2"]);
  if (view.must) pairs.push(["must", view.must.map((place) => place.join(".")).join(",")]);
  for (const move of view.moves) pairs.push(["m", move]);
  if (tab !== "play") pairs.push(["view", tab]);
  if (tab === "why" && view.at !== null) pairs.push(["at", view.at]);
  if (tab === "why" && step) pairs.push(["step", step]);
  if (tab === "why" && checked("show") === "values") pairs.push(["show", "values"]);
  return pageUrl("game", new URLSearchParams(pairs));
}

function keep(how) {
  if (how === "push") history.pushState({}, "", address());
  else history.replaceState({}, "", address());
}

/** Show what the address says. */
async function fromAddress() {
  const query = new URLSearchParams(location.search);
  const all = (short, long) => [...query.getAll(short), ...query.getAll(long)]; // the names of /api too
  const games = all("g", "game");
  const texts = all("p", "position");
  check("play", ["misere", "loopy"].includes(query.get("play")) ? query.get("play") : "normal");
  check("opponent", query.get("vs") === "two" ? "two" : "computer");
  const level = query.get("against") || "0";
  check("against", ["0.75", "0.3"].includes(level) ? level : "0");
  check("begins", query.get("by") === "2" || query.get("turn") === "2" ? "2" : "1");
  tab = TABS.includes(query.get("view")) ? query.get("view") : "play";
  step = Number(query.get("step")) || 0;
  check("show", query.get("show") === "values" ? "values" : "steps");
  const moves = query.getAll("m");
  const at = query.has("at") ? Math.min(Number(query.get("at")) || 0, moves.length) : null;
  const start = games.length ? games.map((game, number) => [game, texts[number] || ""]) : [EMPTY];
  const must = query.has("must") ? query.get("must").split(",").map((place) => place.split(".").map(Number)) : null;
  become({ start, must, moves, at });
  showTitle();
  showTabs();
  showTurn();
  await go({ at }, "stay");
}

// Showing.

/** Another value of the page; of what it does not name, all stays. */
function become(change) {
  view = { ...view, ...change };
  if (view.waits === "game") boards.setAttribute("aria-busy", "true");
  else boards.removeAttribute("aria-busy");
  document.body.toggleAttribute("data-busy", view.waits !== "");
  return view;
}

/** Draw a game after its moves; then the computer moves, or Why is looked for. */
async function go(change, url = "push") {
  said = "";
  hinted = null;
  const pointed = focusOnBoards(boards) || resumes;
  const mine = become({ at: null, ...change, found: null, winners: null, trouble: null, waits: "game" });
  if (url !== "stay") keep(url);
  const slow = setTimeout(() => {
    if (view !== mine) return;
    byId("status").textContent = "…";
    if (!boards.firstChild) boards.replaceChildren(...view.start.map(asTyped));
  }, SOON);
  try {
    const told = await ask("game", { ...question(seen()), first: begins() });
    if (view !== mine) return;
    become({ told: view.at === null ? told : { ...told, whole: null }, waits: "", ...(view.moves.length || view.must ? {} : { start: told.components }) });
    if (view.at !== null) await whole(mine);
  } catch (trouble) {
    if (view !== mine) return;
    become({ told: null, trouble, waits: "" });
    tab = "setup"; // where the text can be mended
  } finally {
    clearTimeout(slow);
  }
  show();
  resumes = pointed && tab === "play" && computer() && view.told?.turn === 2 && !over(); // until it has moved
  if (resumes) byId("status").focus({ preventScroll: true });
  else if (pointed) refocus(boards, byId("tools"));
  if (!view.told) return;
  if (tab === "why") await look();
  else await answer();
}

/** The moves of the whole game, where Why is about an earlier position. */
async function whole() {
  const mine = view;
  const told = await ask("game", { ...question(), first: begins() });
  if (view === mine && told) become({ told: { ...view.told, whole: told.history } });
}

/** A position as its text, until its board is drawn. */
const asTyped = ([game, text]) => make("pre", { class: "plain" }, `${game}\n${text.replaceAll("/", "\n")}`);

const seen = () => (view.at === null ? view.moves : view.moves.slice(0, view.at));
const ourTurn = () => view.told && view.at === null && !over() && (!computer() || view.told.turn === 1);
const playable = () => (tab === "play" && ourTurn() && !view.waits ? view.told.moves : []);

function show() {
  const { told } = view;
  chosen = [];
  drawBoards(boards, told, point, null, (component, key) => aims.joint(component, key));
  showTurn();
  showTools();
  showTitle();
  showTabs();
  showTrouble(view.trouble);
  showPlay();
  if (tab === "why") showWhy();
  if (tab === "setup") showSetup();
  offer(boards, tab === "setup" ? everything() : playable());
  drawJoints(boards, playable());
  marks();
  showStatus();
  byId("command").textContent = command();
}

/** What is marked: where the last move was, a hint, and in Why what a step says. */
function marks() {
  const { found } = view;
  const now = tab === "why" && found ? current() : null;
  const values = tab === "why" && found && (checked("show") === "values" || now?.values);
  boards.classList.toggle("tinted", Boolean(tab === "why" && (checked("show") === "values" || now?.parts)));
  markMoves(boards, values ? found.moves : [], { component: -1, items: [] });
  const good = tab === "why" ? now?.hint : hinted;
  mark(boards, "hinted", good ? touched(good) : []);
  mark(boards, "picked", chosen.length && !chosen[0].drawn ? touched(chosen[0].move, chosen[0].way) : []);
  const piles = boards.querySelector("svg.piles");
  if (piles) showColumns(piles, now && checked("show") === "steps" ? now.columns : 0);
}

function showTurn() {
  const seat = (player) => {
    const on = view.told && !over() && view.told.turn === player && tab !== "setup";
    const machine = computer() && player === 2;
    const name = machine ? "Computer" : nameOf(player);
    const level = machine ? document.querySelector("input[name=against]:checked + span").textContent.toLowerCase() : "";
    const now = machine ? (view.waits === "computer" ? "thinking" : "to move") : computer() ? "your move" : "to move";
    return make("div", { class: `seat${player === 2 ? " two" : ""}${on ? " on" : ""}` }, make("i", { class: "mark" }), make("b", {}, name), level ? make("span", { class: "extra" }, level) : null, make("span", { class: "now" }, on ? now : ""));
  };
  byId("turn").replaceChildren(seat(1), seat(2));
}

function winner() {
  if (!over()) return 0;
  return misere() ? view.told.turn : 3 - view.told.turn;
}

function showStatus() {
  const { told, waits } = view;
  const place = byId("status");
  const won = told && tab !== "setup" && view.at === null ? winner() : 0;
  place.className = `say${won && tab === "play" ? (computer() && won === 2 ? " lost" : " won") : ""}`;
  if (waits === "game") return;
  if (!told) place.textContent = "This position can't be shown; see the message above.";
  else if (tab === "setup") place.textContent = "Set up a position, then play from it.";
  else if (tab === "why") place.textContent = checked("show") === "values" ? valuesSay() : view.at === null ? "The position as it stands now." : view.at ? `After move ${view.at}.` : "The start.";
  else if (won) place.replaceChildren(make("b", {}, won === 1 && computer() ? "You win" : won === 2 && computer() ? "The computer wins" : `Player ${won} wins`), make("span", {}, ` ${nameOf(told.turn)} cannot move.`));
  else if (said) place.textContent = said;
  else if (told.move_count === null) place.textContent = sentence(told.refused || "this is too large to be played here");
  else {
    const last = told.history.at(-1);
    const must = told.must ? " It has to be answered where it was made." : "";
    if (last) place.replaceChildren(make("b", {}, ...unbroken(`${nameOf(last.player)}: ${last.says}.`)), must);
    else place.textContent = new Set(told.boards.map(({ game }) => game)).size > 1 ? "Make a move on one of the boards." : told.ask;
  }
}

/** What the marks of moves mean. */
function valuesSay() {
  const unknown = view.found?.result && view.found.moves.some((move) => move.wins === false && move.left === null);
  return unknown ? "Every move with the value it leaves. ✗ loses; its value was not found in time." : "Every move with the value it leaves. A filled 0 wins.";
}

function showTools() {
  const end = over() && tab === "play" && view.at === null;
  const { told, waits } = view;
  byId("tools").classList.toggle("end", end);
  byId("undo").disabled = !view.moves.length || tab !== "play";
  byId("hint").hidden = end;
  byId("hint").disabled = !told || !told.moves.length || tab !== "play" || waits !== "";
  byId("restart").textContent = end ? "Play again" : "New game";
  byId("restart").classList.toggle("main", end);
  byId("swap").hidden = byId("explain").hidden = !end;
  byId("swap").textContent = computer() ? (begins() === 1 ? "Computer begins" : "You begin") : `Player ${3 - begins()} begins`;
}

function showTitle() {
  const names = view.start.map(([game]) => game);
  const [name, ...parameters] = (names.length > 1 ? "A sum of games" : names[0] || "A game").split(":");
  const rule = names.length > 1 ? null : document.querySelector(`#rules [data-game="${CSS.escape(name)}"]`);
  const called = rule ? rule.dataset.title : name === "rule" ? "Your own rule" : name;
  byId("title").replaceChildren(called, ...(parameters.length ? [make("small", {}, parameters.join(":").replaceAll("->", "→"))] : []));
  document.title = `${byId("title").firstChild.textContent} · grundy`;
  byId("whole").hidden = !rule || rule.textContent === rule.dataset.brief;
  byId("in-full").textContent = rule?.textContent ?? "";
  byId("says").textContent = rule ? rule.dataset.brief : names.length > 1 ? "A move is a move in one of them; all the others stay as they are." : "";
}

function showTabs() {
  for (const one of TABS) {
    byId(`tab-${one}`).setAttribute("aria-selected", String(one === tab));
    byId(`tab-${one}`).tabIndex = one === tab ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== tab;
  }
}

function showPlay() {
  const { told } = view;
  byId("levels").hidden = !computer();
  byId("begins-1").textContent = nameOf(1);
  byId("begins-2").textContent = computer() ? "Computer" : nameOf(2);
  const made = told?.whole || told?.history || [];
  const rows = made.map(({ says, player }, number) =>
    make("li", { class: `${player === 2 ? "two" : ""}${number === made.length - 1 ? " last" : ""}` }, make("span", { class: "n" }, number + 1), make("span", { class: "who" }, nameOf(player)), make("span", {}, ...unbroken(says))));
  byId("history").replaceChildren(...(rows.length ? rows : [make("li", { class: "none" }, `None yet. Whoever cannot move ${misere() ? "wins" : "loses"}.`)]));
  byId("history").scrollTop = byId("history").scrollHeight;
  const moves = playable();
  const hidden = moves.some((move) => !move.spots.some((way) => way.length));
  if (hidden) byId("list").open = true;
  const ways = moves.flatMap((move) => (move.ways || [""]).map((_, way) => [move, way])); // a curve each
  byId("moves").replaceChildren(...ways.slice(0, LISTED).map(([move, way]) => make("li", {}, button(move, way))));
  const count = moves.some((move) => move.ways) ? ways.length : (told?.move_count ?? 0);
  byId("count").textContent = moves.length ? `(${count.toLocaleString("en")})` : "";
  if (moves.length && count > LISTED) byId("moves").append(make("li", { class: "note" }, `and ${(count - LISTED).toLocaleString("en")} more`));
}

/** A text in which no pair of numbers is broken. */
const unbroken = (text) => text.split(/(\(\d+, \d+\)[.,;]?)/).map((piece, at) => (at % 2 ? make("span", { class: "whole" }, piece) : piece));

function button(move, way = 0) {
  const hot = () => mark(boards, "aimed", touched(move, way));
  const cold = () => mark(boards, "aimed", []);
  return make("button", { type: "button", onclick: () => act(move, way), onmouseenter: hot, onfocus: hot, onmouseleave: cold, onblur: cold }, saysOf(move, way));
}

// Pointing.

const aims = pointing(boards, {
  shown: playable,
  aim: (items, component) => mark(boards, "aimed", tab === "play" ? items.map((one) => [component, one]) : []),
  choose: (found, component = -1, items = []) => {
    chosen = found;
    const { alike, picked, says } = meaning(found, component, items);
    mark(boards, "picked", picked);
    byId("ready").hidden = alike.length < 2;
    byId("ready").replaceChildren(...alike.map(({ move, way }) => button(move, way)));
    said = says;
    showStatus();
  },
  act: (move, way) => act(move, way),
});

/** Every item can be pressed while a position is set up. */
const everything = () => (view.told?.boards || []).map((_, at) => ({ component: at + 1, spots: [[...boards.querySelectorAll(`[data-component="${at}"] [data-item]`)].map((one) => one.dataset.item)] }));

function point(component, item) {
  if (view.waits) return;
  if (tab === "setup") {
    const board = view.told?.boards[component];
    const text = board ? pressed(board, item) : null;
    if (board && text === board.text) mark(boards, "picked", [[component, item]]);
    else if (text !== null) set(component, text);
    return;
  }
  if (!playable().length) return;
  const meant = hinted && touched(hinted).some(([at, name]) => at === component && name === item);
  if (meant) act(hinted);
  else aims.press(component, item);
}

// Moving.

async function act(move, way = 0) {
  if (!playable().length) return;
  aims.clear(); // it may have been chosen from a list
  byId("ready").hidden = true;
  await go({ moves: [...view.moves, way ? `${move.text} ~${way + 1}` : move.text] });
}

/** The computer's move, if it has one to make: Back undoes it together with the move that it answers. */
async function answer() {
  if (tab !== "play" || !computer() || !view.told || over() || view.told.turn !== 2 || view.told.move_count === null) return;
  const mine = become({ trouble: null, waits: "computer" });
  showTurn();
  showTools();
  try {
    const [found] = await Promise.all([ask("reply", { ...question(), blunder: Number(checked("against")) }), wait(ANSWER)]);
    if (view !== mine) return;
    if (!found.move) {
      become({ waits: "" });
      return;
    }
    await go({ moves: [...view.moves, found.move.text] }, "replace");
  } catch (trouble) {
    if (view !== mine) return;
    become({ trouble, waits: "" });
    show();
  }
}

function undo() {
  const { told, moves } = view;
  if (!moves.length || !told) return go({ moves: [] }, "replace");
  let number = moves.length - 1;
  while (computer() && number > 0 && told.history[number]?.player === 2) number -= 1;
  return go({ moves: moves.slice(0, number) });
}

async function hint() {
  const mine = become({ waits: "look" });
  showTools();
  try {
    const found = await ask("look", { ...question(), first: begins() });
    if (view !== mine) return;
    become({ waits: "" });
    hinted = found.moves.find((move) => move.wins) || null;
    said = hinted ? `One good move: ${hinted.says}.` : !found.result ? sentence(found.refused) : found.result.winner === "draw" ? "No move wins; play can be drawn." : "No move wins here. Make the game long: take little.";
  } catch (trouble) {
    if (view !== mine) return;
    become({ trouble, waits: "" });
  }
  show();
}

const again = (who = begins()) => {
  check("begins", String(who));
  tab = "play";
  return go({ moves: [] });
};

// Why.

const nim = () => view.start.length === 1 && view.start[0][0] === "nim" && boards.querySelector("svg.piles") !== null && !boards.querySelector("svg.piles .bar");
const names = () => ({ turn: nameOf(view.told.turn), other: nameOf(3 - view.told.turn), misere: misere() });
const steps = () => stepsOf(view.found, names(), nim());
const current = () => {
  const all = steps();
  return all[Math.min(step, all.length - 1)];
};

async function look() {
  if (view.found || !view.told) return;
  const mine = become({ waits: "look" });
  byId("verdict").textContent = "";
  const slow = setTimeout(() => {
    if (view === mine) byId("verdict").textContent = "Looking for the winner …";
  }, SOON);
  try {
    const found = await ask("look", { ...question(seen()), first: begins() });
    if (view !== mine) return;
    become({ found, waits: "" });
  } catch (trouble) {
    if (view !== mine) return;
    become({ trouble, waits: "" });
  } finally {
    clearTimeout(slow);
  }
  if (tab === "why") show();
  if (view.moves.length && view.found && !view.winners) {
    const asked = view;
    const { winners } = await askBeside("course", question()).catch(() => ({ winners: null }));
    if (view !== asked) return;
    become({ winners: winners || [] });
    showCourse();
  }
}

/** Texts, each once, and how often it is there: moves in two parts of a pile are told alike. */
function counted(texts) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) || 0) + 1);
  return [...times].map(([text, count]) => (count > 1 ? `${text} (${count} places)` : text));
}

function showWhy() {
  const { found } = view;
  const values = checked("show") === "values";
  byId("steps").hidden = values || !found;
  byId("values").hidden = !values || !found;
  for (const id of ["table", "known", "values"]) byId(id).replaceChildren();
  byId("sequence").hidden = true;
  if (!found) {
    if (view.trouble) byId("verdict").textContent = "This could not be found out. You can still play it.";
    return;
  }
  byId("verdict").textContent = verdictOf(found, names());
  const all = steps();
  step = Math.min(step, all.length - 1);
  const now = all[step];
  byId("step").textContent = now.says;
  byId("back").disabled = step === 0;
  byId("next").disabled = step === all.length - 1;
  byId("dots").setAttribute("aria-label", `step ${step + 1} of ${all.length}`);
  byId("dots").replaceChildren(...all.map((_, number) => make("i", { class: number === step ? "on" : null })));
  const good = found.moves.filter((move) => move.wins);
  const count = found.result?.winning_move_count ?? good.length;
  const told = found.best?.length ? found.best : counted(good.slice(0, SOME).map((move) => move.says));
  const more = count > (found.best?.length || Math.min(good.length, SOME));
  byId("values").replaceChildren(make("p", {}, count ? `${count === 1 ? "One move wins" : `${count.toLocaleString("en")} moves win`}: ${told.join("; ")}${more ? "; …" : "."}` : found.result ? "No move wins." : sentence(found.refused || "")));
  if (values || now.table) {
    const drawn = table(found, !nim());
    if (drawn) byId("table").append(drawn);
  }
  if (values || step === all.length - 1) byId("known").append(evidence(found) || "");
  const link = byId("sequence");
  link.hidden = !(found.sequence && view.start.length === 1);
  link.firstElementChild.href = pageUrl("rule", new URLSearchParams({ rule: view.start[0][0].replace(/^rule:/, "") }));
  offerSliders(view.at === null && !view.moves.length ? { ...found, boards: view.told.boards } : null, (game, text) => begin([[game, text]]));
  showCourse();
}

/** Who was winning after each move: a box a position, which shows that position. They have their place before it is known. */
function showCourse() {
  const place = byId("course");
  const { moves, told } = view;
  const winners = view.winners || Array(moves.length + 1).fill("");
  if (!moves.length || winners.every((one) => one === null)) {
    place.replaceChildren();
    return;
  }
  const made = told.whole || told.history;
  const turnAt = (number) => (number < made.length ? made[number].player : view.at === null ? told.turn : 0);
  const boxes = winners.map((winner, number) => {
    const turn = turnAt(number) || 3 - (made.at(-1)?.player ?? 1);
    const who = winner === "first" ? turn : winner === "second" ? 3 - turn : 0;
    const name = who ? nameOf(who) : winner === "draw" ? "a draw" : "not known";
    return make("button", { type: "button", class: who === 2 ? "two" : who ? null : "none", "aria-current": number === seen().length ? "true" : null, "aria-label": `after move ${number}: ${name}`, onclick: () => {
      step = 0;
      go({ at: number === moves.length ? null : number }, "replace");
    } }, who === 2 ? "■" : who ? "●" : "–");
  });
  const key = make("p", { class: "key" }, make("span", {}, make("i", { class: "mark" }), nameOf(1)), make("span", {}, make("i", { class: "mark two" }), nameOf(2)), make("span", {}, "one box a position"));
  place.replaceChildren(make("h2", { class: "small-head" }, "Who was winning"), key, make("div", { class: "boxes" }, ...boxes));
}

// Setting up.

function set(component, text) {
  begin(view.start.map((one, at) => (at === component ? [one[0], text] : one)), "replace");
}

/** Begin with a position. */
function begin(components, url = "push") {
  return go({ start: components.length ? components : [EMPTY], must: null, moves: [] }, url);
}

function showSetup() {
  const { told, start, moves } = view;
  const place = byId("controls");
  if (moves.length) {
    place.replaceChildren(
      make("p", {}, "A game is on. Set up a new one from its start, or from the position now."),
      make("div", { class: "chips" }, make("button", { type: "button", onclick: () => begin(start) }, "From the start"), make("button", { type: "button", disabled: !told, onclick: fromNow }, "From the position now")),
    );
  } else place.replaceChildren(...(told ? told.boards.flatMap((board, component) => [told.boards.length > 1 ? make("h2", { class: "small-head" }, board.game) : "", controls(board, (text) => set(component, text))]) : []));
  const rows = start.map(([game, text], at) =>
    make("div", { class: "fields" },
      make("label", {}, "Game ", make("input", { name: "g", value: game, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })),
      make("label", {}, "Position ", make("input", { name: "p", value: text, spellcheck: "false", autocapitalize: "off", autocomplete: "off" })),
      start.length > 1 ? make("button", { type: "button", "aria-label": `Remove ${game}`, onclick: () => begin(start.filter((_, other) => other !== at)) }, "×") : null));
  byId("fields").replaceChildren(...rows);
}

/** Begin with the position as it is now; where the page played by itself and has no text of it, Python writes it. */
async function fromNow() {
  const mine = become({ trouble: null, waits: "game" });
  try {
    const told = view.told.position ? view.told : await ask("game", { ...question(), first: begins(), full: true });
    if (view === mine) await begin(told.position);
  } catch (trouble) {
    if (view !== mine) return;
    become({ trouble, waits: "" });
    show();
  }
}

/** The command that plays the same in a shell. */
function command() {
  const quoted = (text) => (/^[\w:.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const list = view.start;
  if (!list.length || (list.length > 1 && list.some(([game]) => game.startsWith("rule:")))) return "";
  const flag = { misere: " --misere", loopy: " --loopy" }[checked("play")] || "";
  if (list.length === 1) return `grundy play ${quoted(list[0][0])} ${quoted(list[0][1])}${flag}`;
  return `grundy play ${quoted(list.map(([game, text]) => `${game}(${text})`).join(" + "))}${flag}`;
}

// What is pressed beside the board.

function open(name) {
  tab = name;
  said = "";
  forget();
  become({ waits: "", at: name === "why" ? view.at : null });
  keep("replace");
  if (view.told?.whole && name !== "why") return go({}, "replace");
  if (!view.told) return show();
  show();
  return name === "why" ? look() : name === "play" ? answer() : null;
}

async function share() {
  keep("replace");
  try {
    await navigator.clipboard.writeText(location.href);
    byId("share").querySelector("span").textContent = "Link copied";
    byId("share").setAttribute("aria-label", "Link copied");
  } catch {
    said = location.href;
    showStatus();
  }
}

const press = (id, act) => byId(id).addEventListener("click", () => act());
press("undo", undo);
press("hint", hint);
press("restart", () => again());
press("swap", () => again(3 - begins()));
press("explain", () => {
  step = 0;
  tab = "why";
  return go({ at: 0 }, "replace"); // from the start, where it was decided
});
press("ask-why", () => open("why"));
press("to-game", () => open("play"));
press("from-here", () => open("play"));
press("share", share);
press("back", () => turnTo(step - 1));
press("next", () => turnTo(step + 1));
function turnTo(number) {
  step = number;
  keep("replace");
  show();
}
for (const one of TABS) {
  byId(`tab-${one}`).addEventListener("click", () => open(one));
  byId(`tab-${one}`).addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: 2 }[event.key];
    if (!way) return;
    const next = TABS[(TABS.indexOf(one) + way) % 3];
    open(next);
    byId(`tab-${next}`).focus();
  });
}
for (const one of document.querySelectorAll("input[name=opponent], input[name=against]")) {
  one.addEventListener("change", () => {
    forget();
    become({ waits: "" });
    keep("replace");
    show();
    answer();
  });
}
for (const one of document.querySelectorAll("input[name=begins]")) one.addEventListener("change", () => again());
for (const one of document.querySelectorAll("input[name=show]")) one.addEventListener("change", () => turnTo(step));
for (const one of document.querySelectorAll("input[name=play]")) one.addEventListener("change", () => begin(view.start));
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
  begin([...view.start.filter(([game, text]) => game !== EMPTY[0] || text !== EMPTY[1]), added]);
});
whileShown(document, "keydown", (event) => {
  if (event.key === "Escape" && chosen.length) aims.clear();
});
whenLeft(() => {
  view = { ...view }; // whatever is waited for finds another value there
});
whileShown(window, "popstate", () => fromAddress());
fromAddress();
