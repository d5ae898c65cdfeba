// Small positions, solved in the page by the definition while Python is still being loaded: the nim-value of a position
// is the least number that no move leads to. A rule is data, which Python wrote into the page:
//   { digits, repeat, unequal }  take k and leave as many heaps as the bits of digit k allow; `unequal`: a ≠ b of two
//   { amounts }                  take one of these; null: any
//   { vectors }                  a pair, lowered by a multiple of a vector
//   { cells }                    a board RxC: "domino" takes two neighbours, "chomp" a cell and all right of and below it

const MOST = 200; // counters
const MOST_CELLS = 16;

/** The answer { winner, value } of a position, or null where it is not small or not of these games. */
export function solveSmall(rule, text) {
  if (rule.cells) return ofBoard(rule.cells, text);
  const numbers = text.trim().split(/[\s,]+/).filter(Boolean).map(Number);
  if (!numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= MOST)) return null;
  if (rule.vectors) return numbers.length === 2 && Math.max(...numbers) <= 60 ? ofPair(rule.vectors, numbers) : null;
  const values = ofHeaps(rule, Math.max(0, ...numbers));
  return told(xor(numbers.map((one) => values[one])));
}

function told(value) {
  return { winner: value ? "first" : "second", value };
}

function xor(values) {
  return values.reduce((sum, one) => sum ^ one, 0);
}

function mex(seen) {
  let value = 0;
  while (seen.has(value)) value += 1;
  return value;
}

function ofHeaps(rule, largest) {
  const values = [];
  for (let heap = 0; heap <= largest; heap += 1) {
    values.push(mex(new Set([...lefts(rule, heap)].map((left) => xor(left.map((one) => values[one]))))));
  }
  return values;
}

/** What a move may leave of a heap, as lists of heaps. */
function* lefts(rule, heap) {
  if (rule.amounts !== undefined) {
    for (let take = 1; take <= heap; take += 1) if (!rule.amounts || rule.amounts.includes(take)) yield [heap - take];
    return;
  }
  for (let take = 0; take <= heap; take += 1) {
    const beyond = take - rule.digits.length;
    const digit = beyond < 0 ? rule.digits[take] : rule.repeat.length ? rule.repeat[beyond % rule.repeat.length] : 0;
    const left = heap - take;
    if (digit & 1 && left === 0) yield [];
    if (digit & 2 && left > 0 && take > 0) yield [left];
    if (digit & 4) for (let a = 1; 2 * a <= left; a += 1) if (!rule.unequal || 2 * a < left) yield [a, left - a];
    if (digit & 8) for (let a = 1; 3 * a <= left; a += 1) for (let b = a; a + 2 * b <= left; b += 1) yield [a, b, left - a - b];
  }
}

function ofPair(vectors, [rows, columns]) {
  const values = [];
  for (let a = 0; a <= rows; a += 1) {
    values.push([]);
    for (let b = 0; b <= columns; b += 1) {
      const seen = new Set();
      for (const [down, along] of vectors) {
        for (let k = 1; a >= k * down && b >= k * along; k += 1) seen.add(values[a - k * down][b - k * along]);
      }
      values[a].push(mex(seen));
    }
  }
  return told(values[rows][columns]);
}

function ofBoard(kind, text) {
  const size = /^\s*(\d+)\s*[x×]\s*(\d+)\s*$/.exec(text);
  if (!size) return null;
  const [rows, columns] = size.slice(1).map(Number);
  if (!rows || !columns || rows * columns > MOST_CELLS) return null;
  const pieces = kind === "chomp" ? chomps(rows, columns) : dominoes(rows, columns);
  const known = new Map();
  const value = (board) => {
    if (!known.has(board)) known.set(board, mex(new Set(after(board).map(value))));
    return known.get(board);
  };
  const after = kind === "chomp"
    ? (board) => pieces.filter(({ need }) => board & need).map(({ take }) => board & ~take)
    : (board) => pieces.filter((piece) => (board & piece) === piece).map((piece) => board & ~piece);
  const whole = kind === "chomp" ? (1 << (rows * columns)) - 2 : (1 << (rows * columns)) - 1; // without the poison
  return told(value(whole));
}

function dominoes(rows, columns) {
  const found = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = 1 << (row * columns + column);
      if (column + 1 < columns) found.push(cell | (cell << 1));
      if (row + 1 < rows) found.push(cell | (cell << columns));
    }
  }
  return found;
}

function chomps(rows, columns) {
  const found = [];
  for (let at = 1; at < rows * columns; at += 1) {
    let take = 0;
    for (let row = Math.floor(at / columns); row < rows; row += 1) {
      for (let column = at % columns; column < columns; column += 1) take |= 1 << (row * columns + column);
    }
    found.push({ need: 1 << at, take });
  }
  return found;
}
