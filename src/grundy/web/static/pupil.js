// The page of a pupil: entering by the word, the tasks, a game against the computer, and the position that the teacher
// shows. The server keeps the game: the page sends one move, and shows what came of it.

import { byId, make, sentence, showTrouble } from "./common.js";
import { drawBoards, focusOnBoards, mark, offer, refocus, touched } from "./board.js";
import { drawJoints, meaning, pointing, saysOf } from "./pointing.js";
import { call, follow, keepKey, keptKey, rule } from "./lesson.js";

const PLACE = "class-pupil";
const ANSWER = 550; // milliseconds between a move and the computer's
const LISTED = 300; // moves of the list
const boards = byId("boards");
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, calm() ? 0 : milliseconds));

// All that is shown is one value, replaced as a whole.
//   lesson  what the server told last; null: not in the class
//   game    the number of the game whose board is shown; task: its task; board: the answer to `game`; winner: 0 until the end
//   waits   "", "server" or "computer"; said: what stands in the place of the last move; chosen: what a first press may mean
let view = { lesson: null, game: 0, task: 0, board: null, winner: 0, waits: "", said: "" };
let chosen = [];
let drawn = 0; // the number of the shown position that is drawn

const become = (change) => {
  view = { ...view, ...change };
  document.body.toggleAttribute("data-busy", view.waits !== "");
  return view;
};
const held = () => view.lesson?.paused || Boolean(view.lesson?.shown);
const over = () => view.board?.move_count === 0;
const playable = () => (view.board && !held() && !view.waits && !over() && view.board.turn === 1 ? view.board.moves : []);

// Entering.

function outside(trouble) {
  keepKey(PLACE, "");
  become({ lesson: null, game: 0, board: null, waits: "" });
  showTrouble(trouble);
  show();
}

byId("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { key } = await call("enter", { word: byId("word").value, name: byId("name").value });
    keepKey(PLACE, key);
    byId("enter").reset();
    showTrouble(null);
    hear();
  } catch (trouble) {
    showTrouble(trouble);
  }
});

function hear() {
  follow("news", {}, { shown: hearOf, lost: showTrouble, left: outside });
}

async function hearOf(lesson) {
  const entered = !view.lesson;
  become({ lesson });
  show();
  if (entered) {
    byId("title").focus();
    if (lesson.game) await exchange("board", { game: lesson.game.number }, lesson.game.task);
    else await begin(0, 1);
  } else if (!held() && !view.board && !view.waits) await begin(view.task, 1); // it could not begin while boards were held
  if (lesson.shown) await showPosition(lesson.shown);
}

// Showing.

function show() {
  const { lesson } = view;
  byId("enter").hidden = Boolean(lesson);
  byId("lesson").hidden = !lesson || Boolean(lesson.shown);
  byId("voting").hidden = !lesson?.shown;
  byId("who").textContent = lesson ? lesson.name : "";
  if (!lesson) return;
  showTasks();
  showVote();
  if (lesson.shown) return;
  chosen = [];
  const { board } = view;
  if (board) drawBoards(boards, board, (component, item) => playable().length && aims.press(component, item), null, (component, key) => aims.joint(component, key));
  else boards.replaceChildren();
  offer(boards, playable());
  drawJoints(boards, playable());
  mark(boards, "picked", []);
  byId("ready").hidden = true;
  showTurn();
  showStatus();
  showMoves();
  const end = over();
  for (const [id, first] of [["mine", 1], ["theirs", 2]]) {
    byId(id).disabled = held() || view.waits !== "";
    byId(id).classList.toggle("main", end && first === 1);
  }
}

function showTurn() {
  const seat = (player) => {
    const on = view.board && !over() && view.board.turn === player && !held();
    const says = player === 1 ? "your move" : view.waits === "computer" ? "thinking" : "to move";
    return make("div", { class: `seat${player === 2 ? " two" : ""}${on ? " on" : ""}` }, make("i", { class: "mark" }), make("b", {}, player === 1 ? "You" : "Computer"), make("span", { class: "now" }, on ? says : ""));
  };
  byId("turn").replaceChildren(seat(1), seat(2));
}

const nameOf = (player) => (player === 1 ? "You" : "The computer");

function showStatus() {
  const { board, winner, said, lesson } = view;
  const place = byId("status");
  place.className = `say${winner === 1 ? " won" : winner === 2 ? " lost" : ""}`;
  const last = board?.history.at(-1);
  if (lesson.paused) place.textContent = "The teacher has paused all boards.";
  else if (!board) place.textContent = "…";
  else if (winner) place.replaceChildren(make("b", {}, winner === 1 ? "You win" : "The computer wins"), make("span", {}, winner === 1 ? " The computer cannot move." : " You cannot move. Try again."));
  else if (said) place.textContent = said;
  else if (last) place.replaceChildren(make("b", {}, `${nameOf(last.player)}: ${last.says}.`));
  else place.textContent = board.ask;
}

function showTasks() {
  const { lesson } = view;
  const items = lesson.tasks.map((task, at) => {
    const done = task.won_in ? `✓ ${task.won_in}` : task.games ? String(task.games) : "·";
    const heard = task.won_in ? `won in game ${task.won_in}` : task.games ? `${task.games} games so far` : "not begun";
    const now = view.board && view.task === at;
    return make("li", {}, make("button", { type: "button", "aria-current": now ? "true" : null, disabled: held() || view.waits !== "", onclick: () => begin(at, 1) },
      make("span", {}, make("b", {}, task.title), " ", task.position), make("span", { class: task.won_in ? "ok" : "no", "aria-hidden": "true" }, done), make("span", { class: "heard" }, `, ${heard}`)));
  });
  const place = byId("tasks");
  const at = [...place.querySelectorAll("button")].indexOf(document.activeElement);
  place.replaceChildren(...items);
  if (at >= 0) place.querySelectorAll("button")[at]?.focus({ preventScroll: true });
}

function showMoves() {
  const made = view.board?.history || [];
  const rows = made.map(({ says, player }, number) =>
    make("li", { class: `${player === 2 ? "two" : ""}${number === made.length - 1 ? " last" : ""}` }, make("span", { class: "n" }, number + 1), make("span", { class: "who" }, nameOf(player)), make("span", {}, says)));
  byId("history").replaceChildren(...(rows.length ? rows : [make("li", { class: "none" }, "None yet. Whoever cannot move loses.")]));
  byId("history").scrollTop = byId("history").scrollHeight;
  const moves = playable();
  if (moves.some((move) => !move.spots.some((way) => way.length))) byId("list").open = true;
  byId("moves").replaceChildren(...moves.slice(0, LISTED).map((move) => make("li", {}, button(move))));
  byId("count").textContent = moves.length ? `(${moves.length})` : "";
}

function button(move, way = 0) {
  const hot = () => mark(boards, "aimed", touched(move, way));
  const cold = () => mark(boards, "aimed", []);
  return make("button", { type: "button", onclick: () => act(move, way), onmouseenter: hot, onfocus: hot, onmouseleave: cold, onblur: cold }, saysOf(move, way));
}

// Playing.

const aims = pointing(boards, {
  shown: playable,
  aim: (items, component) => mark(boards, "aimed", items.map((one) => [component, one])),
  choose: (found, component = -1, items = []) => {
    chosen = found;
    const { alike, picked, says } = meaning(found, component, items);
    mark(boards, "picked", picked);
    byId("ready").hidden = alike.length < 2;
    byId("ready").replaceChildren(...alike.map(({ move, way }) => button(move, way)));
    become({ said: says });
    showStatus();
  },
  act: (move, way) => act(move, way),
});

const begin = (task, first) => exchange("begin", { task, first }, task);

function act(move, way = 0) {
  aims.clear(); // it may have been chosen from a list
  if (!playable().length) return;
  const text = way ? `${move.text} ~${way + 1}` : move.text;
  exchange("move", { game: view.game, moves: [...view.board.history.map((one) => one.text), text] }, view.task);
}

/** Ask for a change of the game, and show what came of it: the board after the pupil's move, then after the computer's. */
async function exchange(kind, question, task) {
  const pointed = focusOnBoards(boards);
  const mine = become({ waits: "server", said: "" });
  show();
  if (pointed) byId("status").focus({ preventScroll: true });
  try {
    const { game, boards: all, winner, games, won_in } = await call(kind, question);
    showTrouble(null);
    const last = all.at(-1);
    for (const board of all) {
      const more = board !== last;
      become({ game, task, board, winner: more ? 0 : winner, waits: more ? "computer" : "" });
      if (!more) become({ lesson: view.lesson && { ...view.lesson, tasks: view.lesson.tasks.map((one, at) => (at === task ? { ...one, games, won_in } : one)) } });
      show();
      if (more) await wait(ANSWER);
    }
  } catch (trouble) {
    become({ waits: "" });
    if (trouble.kind === "Unknown") return;
    if (trouble.kind !== "Paused") showTrouble(trouble);
    show();
    if (trouble.kind === "Behind" && mine.lesson?.game && kind !== "board") return exchange("board", { game: view.game }, view.task);
  }
  if (pointed && view.lesson && !view.lesson.shown) refocus(boards, byId("tools"));
}

for (const [id, first] of [["mine", 1], ["theirs", 2]]) byId(id).addEventListener("click", () => begin(view.task, first));

// The position that the teacher shows.

async function showPosition({ number }) {
  if (drawn === number) return;
  try {
    const { board } = await call("shown", { shown: number });
    if (view.lesson?.shown?.number !== number) return;
    drawn = number;
    drawBoards(byId("shown"), board, () => {}, null);
    offer(byId("shown"), []);
  } catch { /* it is not shown any more */ }
}

function showVote() {
  const { shown } = view.lesson;
  if (!shown) return;
  byId("position").replaceChildren(...rule(shown));
  for (const player of [1, 2]) {
    byId(`vote-${player}`).setAttribute("aria-pressed", String(shown.vote === player));
    byId(`vote-${player}`).disabled = shown.winner !== null;
  }
  byId("voted").textContent = shown.winner === null ? (shown.vote ? `You voted for Player ${shown.vote}. You may still change it.` : "You have not voted.")
    : sentence(!shown.winner ? "nobody knows: it is too hard to solve" : `Player ${shown.winner} wins${!shown.vote ? "" : shown.vote === shown.winner ? ": you were right" : ": look at the projector to see why"}`);
}

for (const player of [1, 2]) {
  byId(`vote-${player}`).addEventListener("click", async () => {
    const { shown } = view.lesson;
    try {
      const { vote } = await call("vote", { shown: shown.number, player });
      if (view.lesson?.shown?.number === shown.number) become({ lesson: { ...view.lesson, shown: { ...view.lesson.shown, vote } } });
      show();
    } catch (trouble) {
      if (trouble.kind !== "Behind") showTrouble(trouble);
    }
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen.length) aims.clear();
});
byId("title").tabIndex = -1;
if (keptKey(PLACE)) hear();
else show();
