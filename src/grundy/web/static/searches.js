// What a worker of the page finds about games that are there as data (starts.py), with or without a server.

import { playedOn } from "./start.js";

const SMALL = 25; // places: a board of more is searched faster by a server
let searcher = null;

export const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

/** The computer's move in a game; null where that would take too long. */
export async function replied(start, { told, positions }, { play, blunder }, signal) {
  if (!told.moves.length) return { move: null };
  if (Math.random() < blunder) return { move: oneOf(told.moves) };
  const found = await search("reply", start, play, positions.slice(-1), signal);
  return found === null ? null : { move: told.moves[found] };
}

/** The computer's move on a small board, where a server answers what is larger; null: let it answer. */
export async function repliedHere(start, question, signal) {
  const game = question.play === "normal" && !question.must ? playedOn(start, question.moves, 1) : null;
  if (!game || (start.set !== undefined && places(game.positions.at(-1)) > SMALL)) return null;
  return replied(start, game, question, signal);
}

const places = (set) => [...set.toString(2)].filter((bit) => bit === "1").length;

/** What the worker finds; null where that would take too long, or nobody waits for it any more. */
export function search(kind, start, play, positions, signal) {
  if (signal.aborted) return null;
  searcher ||= hired();
  const { worker, waiting } = searcher;
  return new Promise((done) => {
    waiting.push(done);
    signal.addEventListener("abort", () => {
      if (waiting.includes(done)) dismiss(worker, waiting);
    });
    worker.postMessage({ kind, game: { ...gameOf(start), misere: play === "misere" }, positions });
  });
}

/** Of a start what a search needs. */
function gameOf({ moves, table, sum }) {
  if (sum) return { sum: sum.map(gameOf) };
  return table ? { table: table.map((rows) => rows.map(({ left }) => ({ left }))) } : { moves: moves.map(({ need, clear }) => ({ need, clear })) };
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
