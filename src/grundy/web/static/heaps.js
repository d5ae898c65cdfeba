// Heaps as their page draws them, from their start as data (heap_starts.py): each heap is a row of counters of a pile.

const PARTS = 6; // that have a class of their own
const named = (text, number) => text.replaceAll("{number}", number);

/** The heaps after some moves, of which the last is marked if it is `newest`; see `playedOn` in start.js. */
export function heapsPlayed(start, made, newest) {
  let rows = start.sizes.map((size, pile) => Array.from({ length: size }, (_, at) => `${pile + 1},${at + 1}`));
  const positions = [start.sizes];
  const history = [];
  let last = [];
  for (const { text, player } of made) {
    const [, words, way] = /^(.*?)(?: ~(\d+))?$/s.exec(text);
    const move = movesOf(start, rows).find((one) => one.text === words);
    const how = move?.ways[way ? way - 1 : 0];
    if (!how) return null;
    history.push({ says: move.says, text, player });
    const row = rows[move.at];
    const kept = how.kept.map((counters) => counters.map((counter) => row[counter - 1]));
    const gone = row.filter((item) => !kept.flat().includes(item)).sort();
    last = [...new Set([...how.spots.map((counter) => row[counter - 1]), ...gone])];
    rows = [...rows.slice(0, move.at), ...kept, ...rows.slice(move.at + 1)];
    positions.push(rows.map((one) => one.length));
  }
  const moves = movesOf(start, rows).map((move) => ({ ...move, spots: move.ways.map(({ spots }) => spots.map((counter) => rows[move.at][counter - 1])) }));
  return { history, moves, svg: drawn(start.picture, rows, newest ? last : []), positions, piles: rows.map(pileOf) };
}

const SIZES = /^(?:0|[1-9]\d*)(?: (?:0|[1-9]\d*))*$/;

/** The start of heaps of which another start has more and larger ones; null where it has not. */
export function fewer(start, [spec, text]) {
  if (start.components[0][0] !== spec || !SIZES.test(text)) return null;
  const numbers = text.split(" ");
  const sizes = numbers.map(Number);
  const most = Math.max(...sizes);
  if (sizes.length > start.sizes.length || most >= start.wide.length) return null;
  const [wide, high] = [start.wide[most], start.high[sizes.length - 1]];
  const head = start.picture.head.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, `viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}"`);
  const piles = sizes.map((size, at) => {
    const pile = start.picture.piles[at];
    return { ...pile, counters: pile.counters.slice(0, size), cuts: pile.cuts.slice(0, Math.max(0, size - 1)) };
  });
  const board = { ...start.board, text, edit: { ...start.board.edit, numbers } };
  const { wide: _, high: __, ...rest } = start;
  return { ...rest, components: [[spec, text]], sizes, board, table: start.table.slice(0, most + 1), picture: { head, piles } };
}

/** The pile of the start in which a heap lies. */
const pileOf = (row, at) => (row.length ? row[0].split(",")[0] : at + 1);

/** The moves that can be made, in the order of the heaps. */
function movesOf(start, rows) {
  return rows.flatMap((row, at) => start.table[row.length].map((move) => {
    const pile = pileOf(row, at);
    return { ...move, at, text: named(move.text, at + 1), says: named(move.says, pile) };
  }));
}

/** The picture: what is gone, what the last move touched, and which counters belong together. */
function drawn({ head, piles }, rows, last) {
  const parts = rows.filter((row) => row.length);
  const partOf = new Map(parts.flatMap((row, part) => row.map((item) => [item, part])));
  const classes = (item) => {
    const part = parts.length > 1 && partOf.has(item) ? ` part${(partOf.get(item) % PARTS) + 1}` : "";
    return `${last.includes(item) ? " last" : ""}${item === last[0] ? " chosen" : ""}${part}`;
  };
  const body = piles.map((pile, at) => {
    const items = pile.counters.map((_, counter) => `${at + 1},${counter + 1}`);
    const count = items.filter((item) => partOf.has(item)).length;
    const counters = pile.counters.map(([old, gone], counter) =>
      (partOf.has(items[counter]) ? named(old, count) : gone).replace(/class="([^"]*)"/, `class="$1${classes(items[counter])}"`));
    const cuts = pile.cuts.filter((_, counter) => {
      const [left, right] = [items[counter], items[counter + 1]].map((item) => partOf.get(item));
      return left !== undefined && right !== undefined && left !== right;
    });
    return `${pile.head}${counters.join("")}${count ? "" : pile.hollow}${pile.cut.replace('d=""', `d="${cuts.join("")}"`)}</g>`;
  });
  return `${head}${body.join("")}</svg>`;
}
