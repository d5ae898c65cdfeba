// The start of a board of cells, made of that of all boards of its game (grid_starts.py): any sides, and any holes.

import { has } from "./search.js";

const SIZES = /^([1-9]\d?)x([1-9]\d?)$/;
const placed = (item) => item.split(",").map(Number);

/** The start of a board of a game, as Python would draw it; null where the data have it not. */
export function boardOf(all, [spec, text]) {
  if (spec !== all.components[0][0]) return null;
  const found = all.marks ? marked(all, text) : listed(all, text);
  if (!found) return null;
  const { rows, columns, cells, written } = found;
  const there = new Set(cells);
  if (!cells.length || rows > all.most.length || columns > all.most[rows - 1] || all.never.some((one) => !there.has(one))) return null;
  const place = (item) => {
    const [row, column] = placed(item);
    return 2 ** ((row - 1) * columns + column - 1);
  };
  const setOf = (items) => items.reduce((sum, item) => sum + place(item), 0);
  const own = cells.filter((one) => !all.never.includes(one));
  const moves = all.moves.filter(({ need }) => need.every((one) => there.has(one))).map((move) => ({ ...move, clear: move.clear.filter((one) => there.has(one)) }));
  if (!moves.length) return null;
  const picture = {
    head: all.head.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, seen(all.wide[columns - 1], all.high[rows - 1])),
    parts: drawn(all, rows, columns, there, (one) => {
      if (!moves.some(({ clear }) => clear.includes(one))) return null;
      const others = new Set(moves.filter(({ clear }) => !clear.includes(one)).flatMap(({ clear }) => clear));
      return setOf(own.filter((other) => !others.has(other)));
    }),
  };
  return {
    components: [[spec, written]],
    board: { ...all.board, text: written, edit: all.marks ? all.board.edit : { ...all.board.edit, cells: cells.map(placed) } },
    ask: all.ask,
    set: setOf(own),
    moves: moves.map((move) => ({ ...move, spots: move.spots.map((way) => way.filter((one) => there.has(one))), need: setOf(move.need), clear: setOf(move.clear) })),
    picture,
    /** The text of the cells in a set, and of those that stay. */
    write: (set) => {
      const left = cells.filter((one) => all.never.includes(one) || has(set, place(one)));
      return all.marks ? linesOf(all.marks, rows, columns, new Set(left)) : neighbours(left).join(", ");
    },
  };
}

const seen = (wide, high) => `viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}"`;

/** A board of one character a cell, or of two sides. */
function marked({ marks: [cell, hole], sizes }, text) {
  const sides = text.startsWith(sizes) && SIZES.exec(text.slice(sizes.length));
  const lines = sides ? Array(Number(sides[1])).fill(cell.repeat(Number(sides[2]))) : text.split("/");
  const columns = lines[0].length;
  if (lines.some((line) => line.length !== columns || [...line].some((one) => one !== cell && one !== hole))) return null;
  const cells = lines.flatMap((line, row) => [...line].flatMap((one, column) => (one === cell ? [`${row + 1},${column + 1}`] : [])));
  return { rows: lines.length, columns, cells, written: lines.join("/") };
}

/** A board as rows of marks. */
function linesOf([cell, hole], rows, columns, there) {
  const line = (row) => Array.from({ length: columns }, (_, column) => (there.has(`${row},${column + 1}`) ? cell : hole)).join("");
  return Array.from({ length: rows }, (_, row) => line(row + 1)).join("/");
}

/** Cells that are joined to all their neighbours, as setup.js writes them, or two sides. */
function listed({ sizes }, text) {
  const sides = text.startsWith(sizes) && SIZES.exec(text.slice(sizes.length));
  if (sides) {
    const [rows, columns] = [Number(sides[1]), Number(sides[2])];
    return { rows, columns, cells: Array.from({ length: rows * columns }, (_, at) => `${Math.floor(at / columns) + 1},${(at % columns) + 1}`), written: text };
  }
  const pieces = text.split(", ").map((one) => /^\(([1-9]\d?,[1-9]\d?)\)(?:-\(([1-9]\d?,[1-9]\d?)\))?$/.exec(one));
  if (pieces.includes(null)) return null;
  const there = new Set(pieces.flatMap(([, one, other]) => (other ? [one, other] : [one])));
  const cells = [...there].sort(byPlace);
  const lines = neighbours(cells);
  const names = new Set([...pieces.map(([piece]) => piece), ...pieces.map(([, one, other]) => `(${other})-(${one})`)]);
  if (pieces.length !== lines.length || lines.some((one) => !names.has(one))) return null;
  const numbers = cells.map(placed);
  return { rows: Math.max(...numbers.map(([row]) => row)), columns: Math.max(...numbers.map(([, column]) => column)), cells, written: lines.join(", ") };
}

/** Cells, in their order, as pairs of neighbours; at last those that have none. */
function neighbours(cells) {
  const there = new Set(cells);
  const pairs = cells.flatMap((one) => around(one).filter((other) => there.has(other)).map((other) => [one, other]));
  const joined = new Set(pairs.flat());
  return [...pairs.map(([one, other]) => `(${one})-(${other})`), ...cells.filter((one) => !joined.has(one)).map((one) => `(${one})`)];
}

/** The neighbours to the right and below. */
function around(one) {
  const [row, column] = placed(one);
  return [`${row},${column + 1}`, `${row + 1},${column}`];
}

function byPlace(one, other) {
  const [[row, column], [down, right]] = [placed(one), placed(other)];
  return row - down || column - right;
}

/** The parts of the picture; `standsOn(item)` is the set without which a cell is gone, null if nothing clears it. */
function drawn(all, rows, columns, there, standsOn) {
  const tied = (text, ties) => {
    const lines = ties.filter(([other]) => there.has(other)).map(([, line]) => line).join("");
    return text.replace("{ties}", lines && all.tie.replace('d=""', `d="${lines}"`));
  };
  const cell = (one) => {
    const [here, gone, hole, ties] = all.cells[one];
    if (!there.has(one)) return [hole];
    const places = standsOn(one);
    return places === null ? [tied(here, ties)] : [tied(here, ties), tied(gone, ties), places];
  };
  const row = (text, at) => [[text], ...Array.from({ length: columns }, (_, column) => cell(`${at + 1},${column + 1}`))];
  return [...all.columns.slice(0, columns).map((text) => [text]), ...all.rows.slice(0, rows).flatMap(row), ['<g class="laid"></g>']];
}
