// Games that are played in the page itself, where there is no server: from their start as data, which the site has for
// the games of the catalogue, and Python for what else it drew. A worker searches them. Python answers the rest.

import { loadPython } from "./python.js";
import { lookedAt, playedOn } from "./start.js";

const files = new Map(); // by game: the starts that the site has of it
const starts = new Map(); // those that Python drew, by their key
const ASKED = new Set(["game", "look", "reply", "course"]);
let searcher = null;

const keyOf = (components) => components.map((one) => one.join("\t")).join("\n");

/** A question to Python: with what it draws it gives the start as data, unless that is known. */
export const withStart = (question) => ({ ...question, start: !starts.has(keyOf(question.components)) });

/** Keep the start that came with Python's answer, or that there is none. */
export function keepStart(question, told) {
  if (told.start === undefined) return;
  for (const components of [question.components, told.components]) starts.set(keyOf(components), told.start);
}

/** The answer to a question about a game that can be played here; null where only Python can answer it. */
export async function askHere(kind, question, signal) {
  if (!ASKED.has(kind) || question.play === "loopy" || question.must || !question.components) return null;
  const start = await startOf(question.components);
  const game = start && playedOn(start, question.moves || [], question.first || 1);
  if (!game) return null;
  if (kind === "game") {
    loadPython();
    return game.told;
  }
  if (question.play !== "normal") return null;
  if (kind === "course") {
    const lost = await search({ kind, moves: start.moves, sets: game.sets }, signal);
    return lost && { winners: lost.map((one) => (one === null ? null : one ? "second" : "first")) };
  }
  if (kind === "reply") {
    const { moves } = game.told;
    if (!moves.length) return { move: null };
    if (Math.random() < question.blunder) return { move: moves[Math.floor(Math.random() * moves.length)] };
  }
  const found = await search({ kind, moves: start.moves, sets: [game.set] }, signal);
  if (found === null) return null;
  return kind === "look" ? lookedAt(game, start, found) : { move: start.moves[found] };
}

/** The start of a game, where the site has it or Python drew it; else null. */
async function startOf(components) {
  const key = keyOf(components);
  if (starts.has(key)) return starts.get(key);
  const name = components.length === 1 ? components[0][0].replace(/:.*/s, "") : "";
  const file = document.querySelector(`#rules [data-game="${CSS.escape(name)}"]`)?.dataset.starts;
  if (!file) return null;
  if (!files.has(file)) files.set(file, loaded(file));
  const { texts, known, starts: all } = await files.get(file);
  if (known[key] === undefined) return null;
  starts.set(key, withTexts(all[known[key]], texts));
  return starts.get(key);
}

async function loaded(file) {
  try {
    return await (await fetch(new URL(file, import.meta.url))).json();
  } catch {
    files.delete(file); // the next question tries again, and Python answers this one
    return { texts: [], known: {}, starts: [] };
  }
}

/** A start whose texts, which those of one game share, are in place of their numbers. */
function withTexts(start, texts) {
  const text = (number) => texts[number];
  const parts = start.picture.parts.map(([old, gone, places]) => (places === undefined ? [text(old)] : [text(old), text(gone), places]));
  const moves = start.moves.map((move) => (move.laid ? { ...move, laid: move.laid.map(text) } : move));
  return { ...start, moves, picture: { ...start.picture, parts } };
}

/** What the worker finds; null where that would take too long, or nobody waits for it any more. */
function search(asked, signal) {
  if (signal.aborted) return null;
  searcher ||= hired();
  const { worker, waiting } = searcher;
  return new Promise((done) => {
    waiting.push(done);
    signal.addEventListener("abort", () => {
      if (waiting.includes(done)) dismiss(worker, waiting);
    });
    worker.postMessage({ ...asked, moves: asked.moves.map(({ need, clear }) => ({ need, clear })) });
  });
}

/** A worker, and those who wait for it, in the order of its answers. */
function hired() {
  const worker = new Worker(new URL("./searcher.js", import.meta.url), { type: "module" });
  const waiting = [];
  worker.onmessage = ({ data }) => waiting.shift()(data);
  worker.onerror = () => dismiss(worker, waiting);
  return { worker, waiting };
}

function dismiss(worker, waiting) {
  worker.terminate();
  if (searcher?.worker === worker) searcher = null;
  for (const done of waiting.splice(0)) done(null);
}
