// A game as its page draws it, from its start as data (starts.py): what Python answers to `game`, without Python.

import { has, without } from "./search.js";

const ITEM = /^<g [^>]*data-item="([^"]+)"/;

/**
 * The game after some moves, as texts: { told, set, sets }, what Python would tell of it, the places that are left, and
 * those of each position on the way. Null where one is no move of its position.
 */
export function playedOn(start, made, first) {
  const sets = [start.set];
  const history = [];
  for (const text of made) {
    const set = sets.at(-1);
    const move = start.moves.find((one) => one.text === text);
    if (!move || !has(set, move.need)) return null;
    const player = (history.length % 2 === 0) === (first === 1) ? 1 : 2;
    history.push({ move, player, says: move.says, spots: there(start, set, move) });
    sets.push(without(set, move.clear));
  }
  const set = sets.at(-1);
  const moves = start.moves.filter((move) => has(set, move.need)).map((move) => ({
    says: move.says, text: move.text, component: 1, becomes: [], next: "opponent", must: null, wins: null, left: null,
    spots: there(start, set, move),
  }));
  const board = { ...start.board, svg: drawn(start, sets, history) };
  const told = {
    components: start.components,
    position: made.length ? null : start.components,
    sequence: false,
    result: null,
    refused: null,
    boards: [made.length ? { ...board, text: "", edit: null, place: "" } : board],
    history: history.map(({ says, move, player }) => ({ says, text: move.text, player })),
    turn: (made.length % 2 === 0) === (first === 1) ? 1 : 2,
    ask: start.ask,
    must: null,
    moves,
    move_count: moves.length,
    more: false,
  };
  return { told, set, sets };
}

/** Of what a move touches at the start, what is still there. */
function there(start, set, move) {
  const gone = new Set();
  for (const [old, , places] of start.picture.parts) if (places !== undefined && !has(set, places)) gone.add(ITEM.exec(old)?.[1]);
  return move.spots.map((way) => way.filter((item) => !gone.has(item)));
}

/** The picture: what is gone is drawn so, what the last move touched is marked, and what was laid lies there. */
function drawn(start, sets, history) {
  const [before, set] = [sets.at(-2), sets.at(-1)];
  const last = history.at(-1);
  const parts = start.picture.parts.map(([old, gone, places]) => {
    if (places === undefined) return old.startsWith('<g class="laid">') ? `<g class="laid">${pieces(history)}</g>` : old;
    if (has(set, places)) return old;
    if (!has(before, places)) return gone;
    const chosen = ITEM.exec(old)?.[1] === last.spots[0]?.[0] ? " chosen" : "";
    return gone.replace(/class="([^"]*)"/, `class="$1 last${chosen}"`);
  });
  return `${start.picture.head}${parts.join("")}</svg>`;
}

/** What moves laid, each with its number; the last is marked. */
function pieces(history) {
  return history.map(({ move, player }, at) => {
    const newest = at === history.length - 1 ? " last" : "";
    return (move.laid?.[player - 1] || "").replace(/class="([^"]*)" data-move="1"/, `class="$1${newest}" data-move="${at + 1}"`);
  }).join("");
}

/** What Python would tell of a look, from what was found. */
export function lookedAt({ told }, start, found) {
  const moves = told.moves.map((move) => {
    const at = start.moves.findIndex((one) => one.text === move.text);
    return { ...move, wins: found.wins[at], left: found.left[at] };
  });
  const good = moves.filter((move) => move.wins);
  const text = { value: String(found.value), binary: found.value.toString(2) };
  const evidence = { status: "computed", by: "searched in this page, by the definition" };
  return {
    ...told,
    moves: [...good, ...moves.filter((move) => !move.wins)],
    result: { play: "normal", winner: found.value ? "first" : "second", nim_value: found.value, winning_moves: [], winning_move_count: good.length, evidence },
    why: { summands: [{ name: "the position", ...text }], total: text, bits: text.binary.length, misere: false, moves: [] },
  };
}
