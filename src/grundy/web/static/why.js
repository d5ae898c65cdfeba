// Why a position is won or lost, step by step: a step says one sentence, and what the board shows while it is said.

import { make, scrolling, sentence } from "./common.js";

const PARTS = 6; // that have a tint of their own

/** Who wins, by name. `names` has { turn, other, you }: who is to move and who is not; whether "turn" is "You". */
export function verdictOf(told, names) {
  const { result, move_count: count } = told;
  if (count === 0) {
    const won = names.misere ? names.turn : names.other;
    return `${names.turn} cannot move: ${won === "You" ? "you have won" : `${lower(won)} has won`}.`;
  }
  if (!result) return sentence(told.refused || "This is too hard to solve");
  if (result.winner === "draw") return `${possessive(names.turn)}, and neither can force a win: a draw.`;
  const wins = result.winner === "first";
  if (names.turn === "You") return wins ? "Your move, and you can win." : `Your move. ${names.other} wins if it makes no mistake.`;
  if (names.other === "You") return wins ? "The computer's move, and it can win." : "The computer's move. You win if you make no mistake.";
  return `${names.turn} to move. ${wins ? names.turn : names.other} wins with the right play.`;
}

const possessive = (name) => (name === "You" ? "Your move" : name === "The computer" ? "The computer's move" : `${name} to move`);
const lower = (name) => (name === "The computer" ? "the computer" : name);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The steps of a look: { says, columns, parts, values, hint, table } each; `nim` whether its piles can stand in columns. */
export function stepsOf(told, names, nim) {
  const { why, result } = told;
  const step = (says, shows = {}) => ({ says, columns: 0, parts: false, values: false, hint: null, table: false, ...shows });
  if (told.move_count === 0) return [step(`${names.turn} ${names.turn === "You" ? "have" : "has"} no move: the game is over.`)];
  if (!result) return [step(told.refused ? sentence(told.refused) : "Too hard to solve here. You can still play it.")];
  const good = told.moves.filter((move) => move.wins);
  const best = good[0] || null;
  const wins = result.winner === "first";
  const who = names.turn;
  const long = told.remoteness ? lasts(told.remoteness, wins ? null : who) : "";
  const end = result.winner === "draw" ? step("No move wins; play can be drawn.", { values: true })
    : best ? step(`${who} can win: ${best.says}.${why?.total ? ` Whatever ${names.other === "You" ? "you answer" : `${lower(names.other)} answers`}, it can be made 0 again, to the end.` : ""}${long}`, { hint: best, values: true, parts: true })
    : step(`No move wins: whatever ${who === "You" ? "you do" : `${lower(who)} does`}, ${lower(names.other) === "You" ? "you" : lower(names.other)} can answer.${long}`, { values: true, parts: true });
  if (!why) return [step(result.play === "misere" ? "In misère play the values of parts do not add, so the position was judged as a whole." : "The winner is known from a theorem; the nim-value was not computed."), end];
  if (why.plain) return [step(`The parts have these values: ${why.plain.map(([name, value]) => `${name}: ${value}`).join("; ")}.`), end];
  const values = why.summands.map((one) => one.value);
  const list = values.length > 1 ? `${values.slice(0, -1).join(", ")} and ${values.at(-1)}` : values[0] || "0";
  const total = why.total.value;
  if (why.misere) return [
    step(values.length > 1 ? `The position has ${values.length} parts. A move changes one of them only.` : "The position is one part: a move may touch any of it.", { parts: true }),
    step(`The parts have the values ${list}.`, { parts: true, table: true }),
    step("Misère play follows misère Nim on these values: with none above 1 an odd number of ones loses, else an XOR of 0.", { table: true }),
    end,
  ];
  if (nim) return [
    step(values.length > 1 ? `The piles hold ${list}. A move changes one pile only.` : `The pile holds ${list}.`),
    step("Write every pile as a sum of 4s, 2s and 1s: each counter goes to its column.", { columns: 1 }),
    step("In a column two equal groups cancel: whatever is done to one can be done to the other.", { columns: 2 }),
    step(total === "0" ? "Nothing is left over: the nim-value is 0. Whoever has the move can only spoil that." : `${total} is left over: that is the nim-value. It is not 0, so whoever has the move can win.`, { columns: 3, table: true }),
    { ...end, parts: false, table: true },
  ];
  return [
    step(`Both players have the same ${told.move_count?.toLocaleString("en") ?? ""} moves here. Whoever cannot move loses.`),
    step(values.length > 1 ? `The position falls into ${values.length} parts. A move touches one part only, so each can be valued alone.` : "The position is one part: a move may touch any of it.", { parts: true }),
    step(`A part's value is the smallest number that no move in it leaves. Here: ${list}.`, { parts: true, table: true }),
    step(total !== "0" ? `Together, column by column: ${values.join(" ⊕ ")} = ${total}. It is not 0, so whoever has the move can win.` : `Together: ${values.join(" ⊕ ") || "0"} = 0. Whoever has the move loses if the other makes no mistake.`, { parts: true, table: true }),
    { ...end, table: true },
  ];
}

/** How many moves play takes if whoever wins hurries and whoever loses delays; `loser`: who can hold out as long. */
function lasts(count, loser) {
  const moves = count === 1 ? "1 move" : `${count} moves, both players' counted`;
  return loser ? ` ${loser} can hold out for ${moves}.` : ` The quickest way to win takes ${moves}.`;
}

/** The parts of a position in binary, with their XOR. */
export function table({ why }, tinted) {
  if (!why || !why.summands) return null;
  const { summands, total, bits } = why;
  const heads = Array.from({ length: bits <= 8 ? bits : 0 }, (_, at) => String(2 ** (bits - 1 - at)));
  const cells = (one, kind) => (heads.length ? [...one.binary].map((digit) => make("td", { class: `bit ${digit === "1" ? kind : "off"}` }, digit)) : []);
  const sizeless = (one) => one.name.replace(/: \S+$/, "");
  const alone = (one) => summands.filter((other) => sizeless(other) === sizeless(one)).length === 1; // a pile that was cut has several
  const rows = summands.map((one, at) =>
    make("tr", {}, make("th", { scope: "row" }, tinted && summands.length > 1 ? make("i", { class: `swatch part${(at % PARTS) + 1}` }) : null, summands.length > 1 ? capital(alone(one) ? sizeless(one) : one.name) : "The position"), make("td", {}, one.value), ...cells(one, "one")));
  const head = make("tr", {}, make("th", { scope: "col" }, "Part"), make("th", { scope: "col" }, "Value"), ...heads.map((one) => make("th", { scope: "col" }, `${one}s`)));
  const foot = make("tr", {}, make("th", { scope: "row" }, "XOR"), make("td", { class: total.value === "0" ? "nil" : "left" }, total.value), ...(heads.length ? [...total.binary].map((digit) => make("td", { class: `bit ${digit === "1" ? "left" : "nil"}` }, digit)) : []));
  return scrolling("Parts and their values", make("table", { class: "xor" }, make("thead", {}, head), make("tbody", {}, ...rows), make("tfoot", {}, foot)));
}

/** How it is known. */
export function evidence({ result }) {
  if (!result) return null;
  const { status, by } = result.evidence;
  return make("p", { class: `evidence how ${status}` }, make("strong", {}, capital(status)), ` ${by}.`);
}
