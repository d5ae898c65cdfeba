// A game as its page draws it, from its start as data (starts.py, heap_starts.py): what Python answers to `game`, without
// Python.

import { heapsPlayed } from "./heaps.js";
import { setsPlayed } from "./sets.js";

const playerOf = (number, first) => ((number % 2 === 0) === (first === 1) ? 1 : 2);

/**
 * The game after some moves, as texts: { told, positions }, what Python would tell of it, and the positions on the way,
 * as search.js has them. Null where one is no move of its position. The start is that of one game, or has those of a
 * `sum`, each with the name of its board.
 */
export function playedOn(start, made, first) {
  const starts = start.sum || [start];
  const moves = made.map((text, at) => ({ text, ...inBoard(start, text), player: playerOf(at, first), number: at + 1 }));
  if (moves.some(({ at }) => !starts[at])) return null;
  const boards = starts.map((one, at) => {
    const own = moves.filter((move) => move.at === at).map(({ inside, player, number }) => ({ text: inside, player, number }));
    return (one.table ? heapsPlayed : setsPlayed)(one, own, own.length > 0 && own.at(-1).number === made.length);
  });
  if (boards.includes(null)) return null;
  const course = [boards.map(({ positions }) => positions[0])];
  for (const { at } of moves) {
    const count = moves.slice(0, course.length).filter((move) => move.at === at).length;
    course.push(course.at(-1).with(at, boards[at].positions[count]));
  }
  const next = boards.map(() => 0);
  const history = moves.map(({ text, at, player }) => ({ says: saidOf(start, boards[at].history[next[at]++].says, at), text, player }));
  const now = boards.flatMap((board, at) => board.moves.map(({ says, text, spots }) => ({ says: saidOf(start, says, at), text: start.sum ? `component ${at + 1}, ${text}` : text, component: at + 1, becomes: [], next: "opponent", must: null, wins: null, left: null, spots })));
  const told = {
    components: start.components,
    position: made.length ? writtenNow(starts, boards) : start.components,
    sequence: starts.every((one) => one.sequence && one.components[0][0] === starts[0].components[0][0]),
    result: null,
    refused: null,
    boards: boards.map(({ svg }, at) => {
      const shown = svg.replace('aria-label="component 1:', `aria-label="component ${at + 1}:`);
      return made.length ? { ...starts[at].board, text: "", edit: null, place: "", svg: shown } : { ...starts[at].board, svg: shown };
    }),
    history,
    turn: playerOf(made.length, first),
    ask: starts[0].ask,
    must: null,
    moves: now,
    move_count: now.length,
    more: false,
  };
  return { told, positions: start.sum ? course : boards[0].positions, piles: boards.map(({ piles }) => piles) };
}

/** The position as it is now, as components; null where only Python can write it. */
function writtenNow(starts, boards) {
  const texts = boards.map(({ positions, piles }, at) => (piles ? positions.at(-1).join(" ") : starts[at].write?.(positions.at(-1))));
  return texts.includes(undefined) ? null : texts.map((text, at) => [starts[at].components[0][0], text]);
}

/** The board of a move, and what it is there. */
function inBoard(start, text) {
  if (!start.sum) return { at: 0, inside: text };
  const [, number, inside] = /^component (\d+), (.*)$/s.exec(text) || [];
  return { at: number - 1, inside };
}

const saidOf = (start, says, at) => (start.sum ? `${says}, in ${start.names[at]}` : says);

/** What Python would tell of a look, from what was found. */
export function lookedAt({ told, positions, piles }, start, { parts, value, first, wins, left }) {
  const moves = told.moves.map((move, at) => ({ ...move, wins: wins[at], left: left[at] }));
  const good = moves.filter((move) => move.wins);
  const evidence = { status: "computed", by: parts ? "searched in this page, by the definition" : "searched in this page, by the definition of misère play" };
  const result = { play: parts ? "normal" : "misere", winner: first ? "first" : "second", nim_value: value, winning_moves: [], winning_move_count: good.length, evidence };
  return { ...told, moves: [...good, ...moves.filter((move) => !move.wins)], result, why: parts && whyOf(start, positions.at(-1), piles, parts, value) };
}

/** The parts of a position with their values, and these together. */
function whyOf(start, position, piles, parts, value) {
  const bits = Math.max(1, ...[value, ...parts].map((one) => one.toString(2).length));
  const number = (one) => ({ value: String(one), binary: one.toString(2).padStart(bits, "0") });
  const names = (start.sum || [start]).flatMap((one, at) => {
    const before = start.sum ? start.names[at] : "";
    const heaps = start.sum ? position[at] : position;
    if (!one.table) return [before || "the position"];
    return heaps.map((size, heap) => `${before && `${before}, `}${one.each} ${piles[at][heap]}: ${size}`);
  });
  return { summands: parts.map((one, at) => ({ name: names[at], ...number(one) })), total: number(value), bits, misere: false, moves: [] };
}
