"""Trials of rules as rich as Python of pairs and of tuples, of which what is outside is edited between two questions.

As in trials/richer.py, what must come out is worked out by another process from the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from trials.claim import Claim, Kind, Unfit
from trials.judged import judged
from trials.rich_texts import LABELS, Piece, drawn_amounts, drawn_number, drawn_test, indented, outside_of
from trials.richer import CPP, HEAD, REFUSALS, as_edited

BOX, WIDE = 9, 28  # numbers of a table of pairs, and of what a theorem is compared with
_WARM = (
    "asked_before(lambda: grundy.prove(rule, time_limit=SECONDS), lambda: value(rule, {0}), lambda: winner(rule, {0}), "
    "lambda: grundy.value_by_definition(rule({0})), lambda: winner(rule, {0}, misere=True), "
    "lambda: grundy.table(rule, {1}), lambda: option_list(rule({0})), lambda: table(rule, {1}), "
    "lambda: table(rule, {1}, misere=True))\n"
)


def _draw_pairs(random: Random) -> Any:
    every = outside_of(random)
    names = [name for name in random.sample(every, random.choice((1, 1, 2))) if not name.cell.startswith("ONCE")]
    size = random.choice(("a + b", "a + b", "7 * a + b", "a * b", "max(a, b)", "abs(a - b)", "a"))
    statements = [f"n = {size}", *(_of_pairs(random, names) for _ in range(random.randint(1, 3)))]
    edits = tuple(Piece(random.choice(name.edits)) for name in names)
    pair = random.randrange(BOX), random.randrange(BOX)
    return tuple(Piece(name.cell) for name in names), tuple(map(Piece, statements)), pair, edits


def _of_pairs(random: Random, names: Any) -> str:
    """A statement that yields pairs whose sum is smaller."""
    label = random.choice(LABELS) if random.random() < 0.4 else ""
    made = random.choice(("a - k, b", "b, a - k" if random.random() < 0.1 else "a - k, b", "a, b - k", "a - k, b - k"))
    bound = {"a - k, b": "a", "b, a - k": "a", "a, b - k": "b", "a - k, b - k": "min(a, b)"}[made]
    left = f"to(({made}){label})" if label else random.choice((made, f"({made})", f"to(({made}))"))
    test = f" and {drawn_test(random, names)}" if random.random() < 0.5 else ""
    match random.randrange(6):
        case 0:
            return f"k = {drawn_number(random, names)}\nif 0 < k <= {bound}{test}:\n    yield {left}"
        case 1:
            return f"for k in range(1, {bound} + 1):\n    if k % 2 or k < 4{test}:\n        yield {left}"
        case 2:
            start = f"k = 1\nif {drawn_test(random, names)}:\n    k = {drawn_number(random, names)}\n"
            return f"{start}if 0 < k <= {bound}:\n    yield {left}"
        case 3:
            return f"if a:\n    yield a // 2, b\nif b{test}:\n    yield a, b // 2"
        case _:
            return f"for k in {drawn_amounts(random, names)}:\n    if 0 < k <= {bound}{test}:\n        yield {left}"


def _pairs(
    cells: Sequence[Piece], statements: Sequence[Piece], pair: tuple[int, int], edits: Sequence[Piece]
) -> Iterator[Claim]:
    texts, changes = [piece.text for piece in cells], [piece.text for piece in edits]
    game = "def game(a, b):\n" + "".join(indented(piece.text) for piece in statements)
    before, after = _of(texts, game, pair), _of([*texts, game, *changes], "", pair)
    setup = f"{HEAD}book = Notebook(*{[*texts, game]!r})\nrule = book.rule\n"
    warm = _WARM.format(pair, (BOX, BOX))
    yield from _of_box(setup, before, pair)
    setup += warm + "".join(f"book.run({cell!r})\n" for cell in changes)
    yield from as_edited(_of_box(setup, after, pair), [*texts, game, *changes])
    setup += warm + "".join(f"book.run({cell!r})\n" for cell in texts)
    yield from as_edited(_of_box(setup, before, pair), [*texts, game], "edited back")


def _of(texts: Sequence[str], game: str, pair: tuple[int, int]) -> dict[str, Any]:
    if "yield" not in "".join((*texts, game)) or len(pair) != 2 or max(pair) >= BOX:
        raise Unfit
    box = list(product(range(WIDE), repeat=2))
    inner = [(a, b) for a, b in box if a < BOX and b < BOX]
    truth = judged([*texts, game], box, arity=2, moves=inner)
    if truth["status"] != "ok" or truth["fails"] or truth["turns"] or len(truth["values"]) < len(box):
        raise Unfit
    truth["of"] = dict(zip(box, truth["values"], strict=True))
    truth["lost"] = {} if truth["sums"] else dict(zip(box, (not wins for wins in truth["misere"]), strict=True))
    return truth


def _of_box(setup: str, truth: dict[str, Any], pair: tuple[int, int]) -> Iterator[Claim]:
    """What every verb must say of a rule of pairs."""
    values, far, near = truth["of"], (WIDE - 1, WIDE - 2), (2, BOX - 1)
    inner = [(a, b) for a in range(BOX) for b in range(BOX)]
    g = [values[each] for each in inner]
    box = BOX, BOX
    asked = [pair, near, far]
    yield Claim("solve", setup, f"[value(rule, pair) for pair in {asked}]", [values[each] for each in asked])
    yield Claim("winners", setup, f"winner(rule, {pair})", values[pair] > 0)
    yield Claim("definition", setup, f"grundy.value_by_definition(rule({pair}))", values[pair])
    yield Claim("two", setup, f"grundy.solve(rule({pair}, {near})).nim_value", values[pair] ^ values[near])
    yield Claim("table", setup, f"grundy.table(rule, box={box}).values.ravel().tolist()", g)
    yield Claim("compiled", setup, f"table(rule, {box})", g)
    yield Claim("uncompiled", setup, f"table(rule, {box}, compiled=False)", g)
    yield Claim("outcomes", setup, f"table(rule, {box}, outcomes=True)", [int(one == 0) for one in g])
    left = {each: [tuple(sorted(parts)) for _, parts, _ in truth["moves"][each]] for each in inner}
    options = sorted({_total(values, parts) for parts in left[pair]})
    yield Claim("options", setup, f"option_list(rule({pair}))", options)
    told = {(parts, labels) for _, parts, labels in truth["moves"][pair] if not _total(values, parts)}
    count = len(told) if values[pair] else 0
    yield Claim("winning moves", setup, f"winning_count(rule({pair}))", (count, count))
    small = {(a, b): values[a, b] for a, b in inner}
    yield Claim("check", setup, f"verdict_of_pairs(rule, {small}, {BOX - 1})", None)
    wrong = {**small, pair: values[pair] + 1}
    yield Claim("check", setup, f"verdict_of_pairs(rule, {wrong}, {BOX - 1})", pair)
    yield Claim(
        "Python that is printed", setup, f"in_python(rule, {box}, {inner})", [sorted(set(left[each])) for each in inner]
    )
    if sum(pair) % CPP == 0:
        yield Claim(
            "C++ that is printed", setup, f"in_cpp(rule, {box}, {inner})", [sorted(set(left[each])) for each in inner]
        )
    if truth["lost"]:
        lost = {each: int(not one) for each, one in truth["lost"].items()}
        yield Claim("misère", setup, f"winner(rule, {pair}, misere=True)", lost[pair] > 0)
        table = [int(truth["lost"][each]) for each in inner]
        yield Claim("misère table", setup, f"table(rule, {box}, misere=True)", table)
        yield Claim("prove misère", setup, f"theorem_of_pairs(rule, {lost}, misere=True)", None)
    yield Claim("prove", setup, f"theorem_of_pairs(rule, {values})", None)
    yield Claim("prove P-positions", setup, f"theorem_of_pairs(rule, {values}, what='p-positions')", None)


def _total(values: Any, parts: Sequence[Any]) -> int:
    total = 0
    for part in parts:
        total ^= values[part]
    return total


FORMS = (
    "",
    "canonical=lambda s: tuple(sorted(s))",
    "canonical=lambda s: tuple(form(s))",
    "split=lambda s: [(m,) for m in s]",
)


def _draw_tuples(random: Random) -> Any:
    names = [
        name for name in random.sample(outside_of(random), random.choice((1, 1, 2))) if not name.cell.startswith("ONCE")
    ]
    form = random.randrange(len(FORMS))
    whole = form != 3 and random.random() < 0.5
    label = random.choice(LABELS) if random.random() < 0.4 else ""
    test = f" and {drawn_test(random, names)}" if random.random() < 0.5 else ""
    left = "piles[:i] + (m - k,) + piles[i + 1:]"
    left = f"to({left}{label})" if label else left
    body = (
        f"for i, m in enumerate(piles):\n    n = {'sum(piles)' if whole else 'm'}\n"
        f"    for k in {drawn_amounts(random, names)}:\n        if 0 < k <= m{test}:\n            yield {left}"
    )
    piles = tuple(random.randint(0, 6) for _ in range(random.randint(1, 3)))
    edits = tuple(Piece(random.choice(name.edits)) for name in names)
    return tuple(Piece(name.cell) for name in names), (Piece(body),), piles, edits, form


def _tuples(
    cells: Sequence[Piece], statements: Sequence[Piece], piles: tuple[int, ...], edits: Sequence[Piece], form: int
) -> Iterator[Claim]:
    texts, changes = [piece.text for piece in cells], [piece.text for piece in edits]
    game = "def game(piles):\n" + "".join(indented(piece.text) for piece in statements)
    below = sorted(product(*(range(n + 1) for n in piles)), key=sum)
    before, after = _below([*texts, game], below), _below([*texts, game, *changes], below)
    cells_of_form = ["def form(s): return sorted(s)", *texts, game]
    cells_of_form += [f"game = rule({FORMS[form]})(game)"] if FORMS[form] else []
    setup = f"{HEAD}book = Notebook(*{cells_of_form!r})\nrule = book.rule\n"
    warm = (
        f"asked_before(lambda: value(rule, {piles}), lambda: winner(rule, {piles}), "
        f"lambda: grundy.table(rule, {below}), lambda: winner(rule, {piles}, misere=True), "
        f"lambda: option_list(rule({piles})))\n"
    )
    yield from _of_tuple(setup, before, piles, below)
    changed = [*changes, "def form(s): return sorted(s)[::-1]"]
    setup += warm + "".join(f"book.run({cell!r})\n" for cell in changed)
    yield from as_edited(_of_tuple(setup, after, piles, below), [*cells_of_form, *changed])
    setup += warm + "".join(f"book.run({cell!r})\n" for cell in texts)
    yield from as_edited(_of_tuple(setup, before, piles, below), cells_of_form, "edited back")


def _below(texts: Sequence[str], below: Sequence[Any]) -> dict[str, Any]:
    truth = judged(texts, below, moves=below)
    if truth["status"] != "ok" or truth["fails"] or truth["turns"] or len(truth["values"]) < len(below):
        raise Unfit
    return truth


def _of_tuple(setup: str, truth: dict[str, Any], piles: tuple[int, ...], below: Sequence[Any]) -> Iterator[Claim]:
    """What must be said of a state that is a tuple, whatever the rule says of its form."""
    values = dict(zip(below, truth["values"], strict=True))
    misere = dict(zip(below, truth["misere"], strict=True))
    yield Claim("solve", setup, f"value(rule, {piles})", values[piles])
    yield Claim("winners", setup, f"winner(rule, {piles})", values[piles] > 0)
    yield Claim("definition", setup, f"grundy.value_by_definition(rule({piles}))", values[piles])
    yield Claim("misère", setup, f"winner(rule, {piles}, misere=True)", misere[piles])
    yield Claim("table", setup, f"grundy.table(rule, {list(below)}).values", tuple(truth["values"]))
    options = sorted({_total(values, parts) for _, parts, _ in truth["moves"][piles]})
    yield Claim("options", setup, f"option_list(rule({piles}))", options)


KINDS = (
    Kind("richer rule of pairs that is edited", _draw_pairs, _pairs, REFUSALS),
    Kind("richer rule of tuples that is edited", _draw_tuples, _tuples, REFUSALS),
)
