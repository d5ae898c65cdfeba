// What is often meant by a rule that cannot be read: the rule as it should be, and a sentence that says why.

const NAME = "[a-z][a-z0-9_]*";
const MENDS = [
  [/^(?:one may )?takes? (\d+(?:(?:\s*,\s*|\s+)(?:or |and )?\d+)*)(?: counters?)?\.?$/i, (_, amounts) => `n -> n-k, for k in {${amounts.match(/\d+/g).join(",")}}`, "In one line this is:"],
  [/=>|→/g, "->", "An arrow is written -> here."],
  [/\bin\s*[[(]([\d,\s]+)[\])]/g, (_, set) => `in {${set}}`, "A set has braces."],
  [/([a-z0-9_)])\s*\/\s*(?=[a-z0-9_(])/g, "$1//", "Write //, which divides and rounds down."],
  [new RegExp(`\\bif\\s+(${NAME})\\s+(?:is\\s+)?(even|odd)\\b`, "g"), (_, name, kind) => `if ${name} % 2 == ${kind === "even" ? 0 : 1}`, "Even and odd are remainders."],
  [new RegExp(`^(${NAME}), ?(${NAME}) ?-> ?([^(].*)$`), (_, a, b, after) => `(${a},${b}) -> ${after.split(/; ?/).map((one) => one.replace(/^([^,]+), ?([^,]+)/, "($1,$2)")).join("; ")}`, "A pair stands in brackets."],
  [new RegExp(`^(${NAME}) ?-> ?\\1 ?\\+`), "$1 -> $1-", "Play would never end: a move must leave less."],
  [new RegExp(`^(${NAME})( ?-(?!>).*)$`), "$1 -> $1$2", "Say first what is there: ‘n ->’."],
];

/** A rule that is probably meant, with the reason; null where nothing comes to mind. */
export function mended(text) {
  for (const [wrong, better, says] of MENDS) {
    const found = text.replace(wrong, better);
    if (found !== text) return { text: found, says };
  }
  return null;
}
