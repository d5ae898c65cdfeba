"""Ways to forge a certificate: words, numbers, lines and claims that are changed, mostly such that it can be read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import forging_growth
import forging_lands
import forging_matchings
import forging_quotients
import forging_symmetries
import forging_values
from forging_samples import as_text, digests
from forging_truth import heap_values

ODD = ("True", "1.0", "1e0", "NaN", "-1", "+1", "01", "0x1", "null", "\xb2", "\u0661".encode().decode("latin-1"), "1_0",
       "", "999999999999999999999999", "18446744073709551616", "inf", "[1]", "{}",
       "''", "1,", "--", "1+", "+")  # fmt: skip
KIND_WORDS = (
    "arithmetic",
    "position",
    "strategy",
    "period",
    "table",
    "theorem",
    "quotient",
    "symmetry",
    "matching",
    "values",
)
Way = Callable[[str, list[str], Random], str]
HUGE = (10**18 - 1, 2**63, 2**64, 10**15, 2**31, 2**20, 1000, 100, 0)


def forge(text: str, others: list[str], rng: Random) -> str:
    """A text with one to three changes, mostly such that it can still be read."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(WAYS)(text, others, rng)
    return text


def _lines(text: str) -> list[str]:
    return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")


def _joined(lines: list[str]) -> str:
    """The lines, the counts told right, as a forger would."""
    lines = list(lines)
    for word, counted in (("moves", "move "), ("claims", "set "), ("lost", "set")):
        for at, line in enumerate(lines):
            if line.startswith(f"{word} "):
                lines[at] = f"{word} {sum(other.startswith(counted) for other in lines)}"
    return as_text(lines)


def _pick(lines: list[str], rng: Random) -> int:
    """A line, rather one with numbers, and rather one of the few of its kind."""
    if not lines:
        return 0
    words = sorted({line.partition(" ")[0] for line in lines})
    word = rng.choice(words)
    return rng.choice([at for at, line in enumerate(lines) if line.partition(" ")[0] == word])


SIGNED = ("at-most", "is-zero", "part", "system")


def _by_little(text: str, others: list[str], rng: Random) -> str:
    """A number that is one too large or too small, or has another bit."""
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    which = rng.randrange(len(words))
    if words[which].removeprefix("-").isdigit() and words[which].isascii():
        number = int(words[which])
        if words[0] in SIGNED:
            words[which] = str(rng.choice((number + 1, number - 1, -number, rng.randrange(-3, 4))))
            return as_text([*lines[:at], " ".join(words), *lines[at + 1 :]])
        words[which] = str(max(0, rng.choice((number + 1, number - 1, number ^ 1, number ^ 2, rng.randrange(8)))))
        lines[at] = " ".join(words)
    return as_text(lines)


def _by_much(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    words[rng.randrange(len(words))] = rng.choice((*ODD, *map(str, HUGE)))
    lines[at : at + 1] = [" ".join(words)]
    return as_text(lines)


def _word_out(text: str, others: list[str], rng: Random) -> str:
    """An option dropped, or another number of a line."""
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    if len(words) > 1:
        del words[rng.randrange(1, len(words))]
    lines[at : at + 1] = [" ".join(words)]
    return as_text(lines)


def _word_in(text: str, others: list[str], rng: Random) -> str:
    """An option more: another node or heap, perhaps one that leads back."""
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    pool = [word for line in lines for word in line.split(" ")[1:]] or ["0"]
    words.insert(rng.randrange(1, len(words) + 1), rng.choice((rng.choice(pool), str(rng.randrange(12)), "0+0", "-")))
    lines[at : at + 1] = [" ".join(words)]
    return as_text(lines)


def _words_change_places(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    rest = words[1:]
    rng.shuffle(rest)
    lines[at : at + 1] = [" ".join([words[0], *rest])]
    return as_text(lines)


def _line_out(text: str, others: list[str], rng: Random) -> str:
    """A claim or a move dropped, and the counts told right."""
    lines = _lines(text)
    del lines[_pick(lines, rng)]
    return _joined(lines)


def _node_out(text: str, others: list[str], rng: Random) -> str:
    """A node dropped wherever it is named, the nodes told right."""
    lines = _lines(text)
    nodes = [int(line.split(" ")[1]) for line in lines if line.startswith("node ") and line.split(" ")[1].isdigit()]
    if not nodes:
        return _line_out(text, others, rng)
    gone = rng.choice(nodes)

    def renamed(word: str) -> str:
        return "+".join(
            str(int(part) - (int(part) > gone)) if part.isdigit() and part.isascii() else part
            for part in word.split("+")
            if part != str(gone)
        )

    changed = []
    for line in lines:
        word, *rest = line.split(" ")
        if word == "node" and rest[:1] == [str(gone)]:
            continue
        if word == "nodes":
            line = f"nodes {max(nodes)}"
        elif word in ("node", "position", "set"):
            keep = 1 if word == "set" and "kind position" in lines else 0
            told = [renamed(one) for one in (rest[:-1] if keep else rest)]
            line = " ".join([word, *(one for one in told if one), *(rest[-1:] if keep else [])])
        changed.append(line)
    return _joined(changed)


def _line_twice(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    lines.insert(rng.randrange(len(lines) + 1), lines[_pick(lines, rng)])
    return rng.choice((_joined, as_text))(lines)


def _lines_change_places(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    at, other = _pick(lines, rng), _pick(lines, rng)
    lines[at], lines[other] = lines[other], lines[at]
    return as_text(lines)


def _claims_change_places(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    claims = [at for at, line in enumerate(lines) if line.startswith("set")]
    shuffled = [lines[at] for at in claims]
    rng.choice((rng.shuffle, list.reverse))(shuffled)
    for at, line in zip(claims, shuffled, strict=True):
        lines[at] = line
    return as_text(lines)


def _another_head(text: str, others: list[str], rng: Random) -> str:
    """The claims of one game below the moves of another."""
    first, second = _lines(text), _lines(rng.choice(others))
    if not first or not second:
        return text
    cut = rng.choice(("position", "value", "wins", "set", "values", "period", "claims", "lost"))

    def place(lines: list[str]) -> int:
        return next((at for at, line in enumerate(lines) if line.partition(" ")[0] == cut), len(lines) // 2)

    return _joined(second[: place(second)] + first[place(first) :])


def _other_claim(text: str, others: list[str], rng: Random) -> str:
    """Another value, winner, play or position, and perhaps the claim of it made to fit."""
    lines = _lines(text)
    value = str(rng.randrange(6))
    for at, line in enumerate(lines):
        word = line.partition(" ")[0]
        if word == "value":
            lines[at] = f"value {value}"
        elif word == "wins":
            lines[at] = "wins first" if line == "wins second" else "wins second"
        elif word == "play" and rng.random() < 0.3:
            lines[at] = "play misere" if line == "play normal" else "play normal"
        elif word in ("period", "preperiod") and rng.random() < 0.5:
            lines[at] = f"{word} {rng.randrange(80)}"
    claims = [at for at, line in enumerate(lines) if line.startswith("set ")]
    if claims and "kind position" in lines and rng.random() < 0.5:
        lines[claims[-1]] = f"{lines[claims[-1]].rpartition(' ')[0]} {value}"
    return as_text(lines)


def _other_kind(text: str, others: list[str], rng: Random) -> str:
    kind = rng.choice((*KIND_WORDS, "Position", "position ", ""))
    return as_text([f"kind {kind}" if line.startswith("kind ") else line for line in _lines(text)])


def _other_file(text: str, others: list[str], rng: Random) -> str:
    """Another table, its digest told right, or not; another shape or play."""
    lines = _lines(text)
    if "kind table" not in lines:
        return _other_claim(text, others, rng)
    name, digest = rng.choice(digests())
    own = next((line.split(" ")[1] for line in lines if line.startswith("file ") and " " in line), "")
    if rng.random() < 0.5:
        name, digest = next(((a, b) for a, b in digests() if a == f"wrong{own}"), (name, digest))
    for at, line in enumerate(lines):
        word = line.partition(" ")[0]
        if word == "file":
            lines[at] = f"file {name}"
        elif word == "sha256" and rng.random() < 0.9:
            lines[at] = f"sha256 {digest}"
        elif word == "shape" and rng.random() < 0.1:
            lines[at] = f"shape {rng.choice(('24', '26', '5 6', '30', '7 5', '1'))}"
        elif word == "holds" and rng.random() < 0.1:
            lines[at] = rng.choice(("holds values", "holds outcomes"))
    return as_text(lines)


def _other_of(kind: str, forge: Callable[[list[str], Random], list[str]]) -> Way:
    """What is forged in certificates of one kind; in those of others, another claim."""

    def other(text: str, others: list[str], rng: Random) -> str:
        lines = _lines(text)
        return as_text(forge(lines, rng)) if f"kind {kind}" in lines else _other_claim(text, others, rng)

    return other


_other_quotient = _other_of("quotient", forging_quotients.forge)
_other_symmetry = _other_of("symmetry", forging_symmetries.forge)
_other_matching = _other_of("matching", forging_matchings.forge)
_other_values = _other_of("values", forging_values.forge)


def _other_lands(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    return as_text(forging_lands.forge(lines, rng)) if "sprouts" in lines else _other_claim(text, others, rng)


def _other_growth(text: str, others: list[str], rng: Random) -> str:
    return forging_growth.forge(rng) if "kind arithmetic" in _lines(text) else _byte(text, others, rng)


def _future(text: str, others: list[str], rng: Random) -> str:
    version = rng.choice(("grundy-certificate 2", "grundy-certificate 1.0", "grundy-certificate", "unknown 1", "{}"))
    lines = _lines(text)
    return as_text(
        rng.choice(([version, *lines[1:]], [*lines[:2], version, *lines[2:]], [*lines[:2], "x 1", *lines[2:]]))
    )


def _byte(text: str, others: list[str], rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    byte = chr(rng.choice((*range(48, 58), *range(48, 58), 10, 13, 32, 0, rng.randrange(256))))
    return text[:at] + byte + text[at + rng.randrange(2) :]


def _cut(text: str, others: list[str], rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _stretched(text: str, others: list[str], rng: Random) -> str:
    """A period several times too long, or a pre-period too late, with all the right values that either would need."""
    lines = _lines(text)
    said = {line.split(" ")[0]: line.split(" ")[1:] for line in lines}
    moves = [name for name in ("digits", "amounts", "all-but") if name in said]
    numbers = [word for name in (*moves, "period", "preperiod") for word in said.get(name) or ["?"]]
    if "kind arithmetic" in lines:
        return forging_growth.forge(rng)
    if len(moves) != 1 or said.get("method", ["pairs"]) != ["pairs"] or not all(map(_small, numbers)):
        return _other_claim(text, others, rng)
    if moves == ["digits"] and (max(map(int, said["digits"])) > 7 or said["digits"][0] not in ("0", "4")):
        return _other_claim(text, others, rng)
    if moves == ["amounts"] and "0" in said["amounts"]:
        return _other_claim(text, others, rng)
    times, later = rng.choice(((1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 1)))
    p, e = int(said["period"][0]) * times, int(said["preperiod"][0]) + later
    s = times * sum(int(word) for word in said.get("saltus", ()) if _small(word))
    largest = max([int(word) for word in said[moves[0]]] + [len(said["digits"]) if "digits" in said else 0])
    count = 2 * max(e, 1) + 2 * p + largest + 1 if moves != ["amounts"] else max(e, 1) + p + largest
    if count > 400 or len(said[moves[0]]) > 12:
        return _other_claim(text, others, rng)
    values = " ".join(map(str, (0, *heap_values(said, count))))
    head = {
        "period": f"period {p}",
        "preperiod": f"preperiod {e}",
        "saltus": f"saltus {s}",
        "values": f"values {count}",
    }
    head_lines = [head.get(line.split(" ")[0], line) for line in lines if not line[:1].isdigit() and line != "end"]
    return as_text([*head_lines, values, "end"])


def _small(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 4 and word == str(int(word))


WAYS: tuple[Way, ...] = (
    _by_little, _by_little, _by_little, _by_much, _word_out, _word_out, _word_in, _words_change_places, _line_out,
    _line_out, _node_out, _line_twice, _lines_change_places, _claims_change_places, _another_head, _other_claim,
    _other_claim, _stretched, _other_file, _other_file, _other_kind, _future, _byte, _cut,
    _other_quotient, _other_quotient, _other_symmetry, _other_symmetry, _other_matching, _other_matching,
    _other_values, _other_values, _other_growth, _other_growth, _other_lands, _other_lands,
)  # fmt: skip
