// Positions valued by the definition: the least value that no move leaves; and independent parts add by XOR. Python
// compares it with its own definition on all boards of up to 12 cells (tests/browser/test_starts.py).
//
// On a board every move needs some places and clears some, so that a position is the set of those that are left. A set
// is a number below 2^50, place i its bit i; inside it is two halves, on which bitwise operators work.

const HALF = 2 ** 25;
const low = (set) => set % HALF;
const high = (set) => Math.floor(set / HALF);

/** Whether a set has all places of another. */
export const has = (set, other) => (low(set) & low(other)) === low(other) && (high(set) & high(other)) === high(other);

/** A set without the places of another. */
export const without = (set, other) => (high(set) & ~high(other)) * HALF + (low(set) & ~low(other));

const xor = (values) => values.reduce((sum, one) => sum ^ one, 0);

/** More positions had to be looked at than a search may. */
export class TooLarge extends Error {}

/**
 * A search among moves { need, clear }; its table is used again by all that is asked of it. `limit(count)` lets it try
 * so many more moves, after which it throws TooLarge; what it found until then stays true.
 *
 * Calls of it lie within each other at most three times for each place, as every move clears one.
 */
export function searching(moves) {
  const [needLow, needHigh, clearLow, clearHigh] = [["need", low], ["need", high], ["clear", low], ["clear", high]].map(([key, half]) => Int32Array.from(moves, (move) => half(move[key])));
  const values = new Map(); // of connected sets, once known
  const others = new Map(); // bit n: the value is not n
  let left = Infinity;

  const can = (at, lo, hi) => (lo & needLow[at]) === needLow[at] && (hi & needHigh[at]) === needHigh[at];

  /** The parts of a set that no move joins, as halves in turn; places in no move are in none. */
  function partsOf(lo, hi) {
    const parts = [];
    for (let at = 0; at < moves.length; at += 1) {
      if (!can(at, lo, hi)) continue;
      let a = (needLow[at] | clearLow[at]) & lo;
      let b = (needHigh[at] | clearHigh[at]) & hi;
      let count = 0;
      for (let part = 0; part < parts.length; part += 2) {
        if (parts[part] & a || parts[part + 1] & b) {
          a |= parts[part];
          b |= parts[part + 1];
        } else {
          parts[count] = parts[part];
          parts[count + 1] = parts[part + 1];
          count += 2;
        }
      }
      parts.length = count;
      parts.push(a, b);
    }
    return parts;
  }

  /** Whether a set has a value. Of several parts the largest is compared with what the others leave for it. */
  function isOf(lo, hi, value) {
    const parts = partsOf(lo, hi);
    let largest = 0;
    for (let part = 2; part < parts.length; part += 2) {
      if (size(parts[part], parts[part + 1]) > size(parts[largest], parts[largest + 1])) largest = part;
    }
    let rest = value;
    for (let part = 0; part < parts.length; part += 2) if (part !== largest) rest ^= valueOf(parts[part], parts[part + 1]);
    return parts.length ? partIs(parts[largest], parts[largest + 1], rest) : rest === 0;
  }

  /** Whether a part has a value: some move leaves each smaller one, and none leaves it. */
  function partIs(lo, hi, value) {
    const key = hi * HALF + lo;
    if (values.has(key)) return values.get(key) === value;
    if ((others.get(key) >> value) & 1) return false;
    for (let less = 0; less < value; less += 1) if (partIs(lo, hi, less)) return false;
    for (let at = 0; at < moves.length; at += 1) {
      if (!can(at, lo, hi)) continue;
      left -= 1;
      if (left < 0) throw new TooLarge();
      if (isOf(lo & ~clearLow[at], hi & ~clearHigh[at], value)) {
        others.set(key, others.get(key) | (1 << value));
        return false;
      }
    }
    values.set(key, value);
    return true;
  }

  function valueOf(lo, hi) {
    let value = 0;
    while (!partIs(lo, hi, value)) value += 1;
    return value;
  }

  function valuesOf(set) {
    const parts = partsOf(low(set), high(set));
    const found = [];
    for (let part = 0; part < parts.length; part += 2) found.push(valueOf(parts[part], parts[part + 1]));
    return found;
  }

  return {
    limit: (count) => {
      left = count;
    },
    /** The values that are told of a position: of a board one, of heaps one each. */
    values: (set) => [xor(valuesOf(set))],
    /** Whether whoever is to move loses. */
    isLost: (set) => isOf(low(set), high(set), 0),
    /** What positions of the same value have in common. */
    key: (set) => set,
    /** What each move that can be made leaves. */
    options: (set) => moves.filter(({ need }) => has(set, need)).map(({ clear }) => without(set, clear)),
  };
}

/** The same of heaps, by a table that has for each size the moves from it, each with what it leaves. */
export function tabled(table) {
  const values = [];
  for (const moves of table) {
    const seen = new Set(moves.map(({ left }) => xor(left.map((size) => values[size]))));
    let value = 0;
    while (seen.has(value)) value += 1;
    values.push(value);
  }
  return {
    limit: () => {},
    values: (sizes) => sizes.map((size) => values[size]),
    isLost: (sizes) => xor(sizes.map((size) => values[size])) === 0,
    key: (sizes) => [...sizes].sort((a, b) => a - b).join(" "),
    options: (sizes) => sizes.flatMap((size, at) => table[size].map(({ left }) => [...sizes.slice(0, at), ...left, ...sizes.slice(at + 1)])),
  };
}

/** The same of a sum, a position of which is a list of one of each of its games. */
export function summed(searches) {
  const all = (position, find) => position.map((one, at) => find(searches[at], one));
  const values = (position) => all(position, (search, one) => search.values(one)).flat();
  return {
    limit: (count) => searches.forEach((search) => search.limit(count)),
    values,
    isLost: (position) => xor(values(position)) === 0,
    options: (position) => all(position, (search, one) => search.options(one)).flatMap((some, at) => some.map((left) => position.with(at, left))),
    key: (position) => all(position, (search, one) => search.key(one)).join("|"),
  };
}

/** Misère play, in which nothing adds: all that can be reached is looked at, each position once. */
export function misering(search) {
  const lost = new Map();
  let left = Infinity;

  function isLost(position) {
    const options = search.options(position);
    if (!options.length) return false;
    const key = search.key(position);
    if (lost.has(key)) return lost.get(key);
    left -= options.length;
    if (left < 0) throw new TooLarge();
    const found = !options.some(isLost);
    lost.set(key, found);
    return found;
  }

  return {
    limit: (count) => {
      left = count;
    },
    values: null,
    isLost,
    options: search.options,
  };
}

function size(lo, hi) {
  let count = 0;
  for (let rest = lo; rest; rest &= rest - 1) count += 1;
  for (let rest = hi; rest; rest &= rest - 1) count += 1;
  return count;
}

// What is asked of it.

/** The search in a game: of moves, of the table of heaps, or of a sum of such; in normal or misère play. */
export function searchOf({ moves, table, sum, misere }) {
  const search = sum ? summed(sum.map(searchOf)) : table ? tabled(table) : searching(moves);
  return misere ? misering(search) : search;
}

const ANSWER = 5_000_000; // moves that are tried for who wins, and by which moves
const MORE = 1_000_000; // and for what else is told: what each move leaves
const TRIED = 12; // moves of a player who loses that are tried, to find one that is hard to answer

/** What is found within a number of moves tried, or within what is left of the last such number; else null. */
function within(search, count, find) {
  if (count !== null) search.limit(count);
  try {
    return find();
  } catch (problem) {
    if (problem instanceof TooLarge) return null;
    throw problem;
  }
}

/**
 * The values of what a position consists of, and for each move whether it wins and the value that it leaves, null where
 * that is not known; in misère play who wins is all that is. Null: it would take too long.
 */
export function looked(search, position) {
  const left = search.options(position);
  const judge = () => within(search, ANSWER, () => left.map((one) => search.isLost(one)));
  if (!search.values) {
    const wins = judge();
    return wins && { parts: null, value: null, first: !left.length || wins.includes(true), wins, left: left.map(() => null) };
  }
  const parts = within(search, ANSWER, () => search.values(position));
  const wins = parts && judge();
  if (!wins) return null;
  search.limit(MORE);
  const value = xor(parts);
  return { parts, value, first: value > 0, wins, left: left.map((one) => within(search, null, () => xor(search.values(one)))) };
}

/** Whether each position is lost for whoever is to move there; null where that would take too long. */
export const judged = (search, positions) => positions.map((one) => within(search, ANSWER, () => search.isLost(one)));

/**
 * The number of a good move of those that can be made: one that wins, else one after which few moves win, of some that
 * are tried; null: it would take too long. There is a move. `chance()` is a number from 0 to 1.
 */
export function replied(search, position, chance) {
  const left = search.options(position);
  const all = left.map((_, at) => at);
  const good = within(search, ANSWER, () => all.filter((at) => search.isLost(left[at])));
  if (good === null) return null;
  if (good.length) return good[Math.floor(chance() * good.length)];
  const first = Math.floor(chance() * all.length);
  const tried = [...all.slice(first), ...all.slice(0, first)].slice(0, TRIED);
  search.limit(MORE);
  const winning = tried.map((at) => within(search, null, () => search.options(left[at]).filter((one) => search.isLost(one)).length) ?? Infinity);
  return tried[winning.indexOf(Math.min(...winning))];
}
