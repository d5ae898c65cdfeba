// Games that are played in the page itself, where there is no server: from their start as data, which the site has for
// the games of the catalogue, and Python for what else it drew. A worker searches them. Python answers the rest.

import { boardOf } from "./grids.js";
import { fewer } from "./heaps.js";
import { askPython, loadPython } from "./python.js";
import { oneOf, replied, search } from "./searches.js";
import { lookedAt, playedOn } from "./start.js";

const files = new Map(); // by game: the starts that the site has of it
const starts = new Map(); // those that Python drew, by their key
const ASKED = new Set(["game", "look", "reply", "course"]);

const keyOf = (components) => components.map((one) => one.join("\t")).join("\n");

/**
 * The answer to a question where there is no server: of the page itself, else of Python, which `say` shows to be loaded.
 * Nobody waits for it once `page` or `signal` is aborted.
 */
export async function askLocal(kind, question, say, page, signal) {
  const start = ASKED.has(kind) && !question.full && !question.must && question.play !== "loopy" && (await startOf(question.components));
  const game = start && (start.told ? begun : playedOn)(start, question.moves || [], question.first || 1);
  const here = game && (await answered(kind, question, start, game, signal));
  if (here) return here;
  if (signal.aborted) return { error: { kind: "Stopped", message: "the question was stopped" } };
  if (kind === "game") return drawnByPython(question, say, page);
  const told = await askPython(kind, question, say, page);
  // what nobody can search in time is played all the same
  return kind === "reply" && game && told.error?.kind === "OutOfTime" ? { move: oneOf(game.told.moves) } : told;
}

/** The answer of the page itself; null where it has none, or it would take too long. */
async function answered(kind, question, start, game, signal) {
  if (kind === "game") {
    loadPython();
    return game.told;
  }
  if (start.told) return null;
  if (kind === "reply") return replied(start, game, question, signal);
  const found = await search(kind, start, question.play, kind === "course" ? game.positions : game.positions.slice(-1), signal);
  if (found === null) return null;
  if (kind === "course") return { winners: found.map((lost) => (lost === null ? null : lost ? "second" : "first")) };
  return lookedAt(game, start, found);
}

/** The value of a position that the page can search by itself; null where it can not, or not in time. */
export async function valueHere(components, signal) {
  const start = await startOf(components);
  const game = start && !start.told && playedOn(start, [], 1);
  const found = game && (await search("look", start, "normal", game.positions, signal));
  return found ? found.value : null;
}

/** A game as Python draws it; its start as data, if it has one, comes with it and is kept. */
async function drawnByPython(question, say, page) {
  const key = keyOf(question.components);
  const told = await askPython("game", { ...question, start: !starts.has(key) }, say, page);
  if (told.start !== undefined) for (const one of [key, keyOf(told.components)]) starts.set(one, told.start);
  return told;
}

/** A game whose start alone is known. */
function begun({ told }, made, first) {
  return made.length ? null : { told: { ...told, turn: first } };
}

/** The start of a game, where the site has it or Python drew it; else null. */
async function startOf(components) {
  const key = keyOf(components);
  if (starts.has(key)) return starts.get(key);
  if (components.length > 1) return sumOf(components);
  const name = components[0][0].replace(/:.*/s, "");
  const file = document.querySelector(`[data-game="${CSS.escape(name)}"][data-starts]`)?.dataset.starts;
  if (!file) return null;
  if (!files.has(file)) files.set(file, loaded(file));
  const { called, known, start: example, heaps, cells } = await files.get(file);
  const [component] = components;
  const start = known.includes(key) ? example : (heaps && fewer(heaps, component)) || (cells && boardOf(cells, component));
  if (!start) return null;
  starts.set(key, { ...start, called });
  return starts.get(key);
}

/** The start of a sum whose games all have one; else null. */
async function sumOf(components) {
  const sum = await Promise.all(components.map((one) => startOf([one])));
  if (sum.some((one) => !one || one.told || !one.called)) return null;
  const names = sum.map(({ called }, at) => (sum.filter((one) => one.called === called).length > 1 ? `${called} on board ${at + 1}` : called));
  return { sum, names, components: sum.map((one) => one.components[0]) };
}

async function loaded(file) {
  try {
    return await (await fetch(new URL(file, import.meta.url))).json();
  } catch {
    files.delete(file); // the next question tries again, and Python answers this one
    return { known: [] };
  }
}
