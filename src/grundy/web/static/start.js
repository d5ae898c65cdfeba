// A game as its page draws it, from its start as data (starts.py, heap_starts.py): what Python answers to `game`, without
// Python.

import { heapsPlayed } from "./heaps.js";
import { setsPlayed } from "./sets.js";

const playerOf = (number, first) => ((number % 2 === 0) === (first === 1) ? 1 : 2);

/**
 * The game after some moves, as texts: { told, positions }, what Python would tell of it, and the positions on the way,
 * as search.js has them. Null where one is no move of its position.
 */
export function playedOn(start, made, first) {
  const players = made.map((_, number) => playerOf(number, first));
  const played = (start.table ? heapsPlayed : setsPlayed)(start, made, players);
  if (!played) return null;
  const { history, moves, svg, positions, piles } = played;
  const board = made.length ? { ...start.board, text: "", edit: null, place: "", svg } : { ...start.board, svg };
  const told = {
    components: start.components,
    position: made.length ? null : start.components,
    sequence: start.sequence ?? false,
    result: null,
    refused: null,
    boards: [board],
    history: history.map(({ says, text, player }) => ({ says, text, player })),
    turn: playerOf(made.length, first),
    ask: start.ask,
    must: null,
    moves: moves.map(({ says, text, spots }) => ({ says, text, component: 1, becomes: [], next: "opponent", must: null, wins: null, left: null, spots })),
    move_count: moves.length,
    more: false,
  };
  return { told, positions, piles };
}

/** What Python would tell of a look, from what was found. */
export function lookedAt({ told, positions, piles }, start, { parts, value, wins, left }) {
  const moves = told.moves.map((move, at) => ({ ...move, wins: wins[at], left: left[at] }));
  const good = moves.filter((move) => move.wins);
  const bits = Math.max(1, ...[value, ...parts].map((one) => one.toString(2).length));
  const number = (one) => ({ value: String(one), binary: one.toString(2).padStart(bits, "0") });
  const heap = (one, at) => ({ name: `${start.each} ${piles[at]}: ${positions.at(-1)[at]}`, ...number(one) });
  const summands = start.table ? parts.map(heap) : [{ name: "the position", ...number(value) }];
  const evidence = { status: "computed", by: "searched in this page, by the definition" };
  return {
    ...told,
    moves: [...good, ...moves.filter((move) => !move.wins)],
    result: { play: "normal", winner: value ? "first" : "second", nim_value: value, winning_moves: [], winning_move_count: good.length, evidence },
    why: { summands, total: number(value), bits, misere: false, moves: [] },
  };
}
