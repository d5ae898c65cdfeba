// Boards as their page draws them, from their start as data (starts.py): a move clears some of the places that are left.

import { has, without } from "./search.js";

const ITEM = /^<g [^>]*data-item="([^"]+)"/;

/** The board after some moves, of which the last is marked if it is `newest`; see `playedOn` in start.js. */
export function setsPlayed(start, made, newest) {
  const positions = [start.set];
  const history = [];
  for (const { text, player, number } of made) {
    const set = positions.at(-1);
    const move = start.moves.find((one) => one.text === text);
    if (!move || !has(set, move.need)) return null;
    history.push({ ...move, player, number, spots: there(start, set, move) });
    positions.push(without(set, move.clear));
  }
  const set = positions.at(-1);
  const moves = start.moves.filter((move) => has(set, move.need)).map((move) => ({ ...move, spots: there(start, set, move) }));
  return { history, moves, svg: drawn(start, positions, history, newest), positions };
}

/** Of what a move touches at the start, what is still there. */
function there(start, set, move) {
  const gone = new Set();
  for (const [old, , places] of start.picture.parts) if (places !== undefined && !has(set, places)) gone.add(ITEM.exec(old)?.[1]);
  return move.spots.map((way) => way.filter((item) => !gone.has(item)));
}

/** The picture: what is gone is drawn so, what the last move touched is marked, and what was laid lies there. */
function drawn(start, sets, history, newest) {
  const set = sets.at(-1);
  const before = newest ? sets.at(-2) : set;
  const last = history.at(-1);
  const parts = start.picture.parts.map(([old, gone, places]) => {
    if (places === undefined) return old.startsWith('<g class="laid">') ? `<g class="laid">${pieces(history, newest)}</g>` : old;
    if (has(set, places)) return old;
    if (!has(before, places)) return gone;
    const chosen = ITEM.exec(old)?.[1] === last.spots[0]?.[0] ? " chosen" : "";
    return gone.replace(/class="([^"]*)"/, `class="$1 last${chosen}"`);
  });
  return `${start.picture.head}${parts.join("")}</svg>`;
}

/** What moves laid, each with its number; the last is marked if it is the newest. */
function pieces(history, newest) {
  return history.map(({ laid, player, number }, at) => {
    const last = newest && at === history.length - 1 ? " last" : "";
    return (laid?.[player - 1] || "").replace(/class="([^"]*)" data-move="1"/, `class="$1${last}" data-move="${number}"`);
  }).join("");
}
