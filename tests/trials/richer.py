"""Trials of rules as rich as Python: sets, dicts, iterators, helpers, closures, defaults, labels, rare branches; and of
rules whose globals and helpers are edited between two questions, in a notebook and in files.

What must come out is worked out by another process, which shares nothing with grundy: trials/definition.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rare_rules import BODIES, TESTS, drawn

from grundy.errors import BadRule, BadText, OutOfReach
from trials.claim import Claim, Kind, Unfit
from trials.heaps import CONDITIONS, LEFT, TAKES
from trials.judged import judged
from trials.rich_texts import RARE, SIGNATURES, Piece, draw, draw_used, indented

HEAD = "from trials.verbs import *\n"
SHORT, LONG, LARGEST = 40, 3_000, 6
CPP = 5  # of so many rules, one is compiled as C++
REFUSALS = (OutOfReach, BadRule, BadText)


def _game(statements: Sequence[Piece], signature: int) -> str:
    text = f"def game({SIGNATURES[signature]}):\n" + "".join(indented(piece.text) for piece in statements)
    if "yield" not in text:
        raise Unfit
    return text


def _texts(pieces: Sequence[Piece]) -> list[str]:
    return [piece.text for piece in pieces]


def _truth(cells: Sequence[str], state: int, sums: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """The definition's answer; a rule of which it has fewer values than are asked for is unfit."""
    moves = (*range(SHORT), *RARE, LONG)
    truth = judged(cells, range(LONG + 1), moves=moves, turns=(state % 9,), **{"misere sums": sums})
    if truth["status"] == "ok" and (len(truth["values"]) <= SHORT or truth["turns"]):
        raise Unfit
    return truth


def _rich(
    cells: Sequence[Piece], statements: Sequence[Piece], signature: int, state: int, edits: Any = ()
) -> Iterator[Claim]:
    """A rule of heaps, asked of every verb."""
    texts = [*_texts(cells), _game(statements, signature)]
    sums = _sums(state)
    truth = _truth(texts, state, sums)
    setup = f"{HEAD}book = Notebook(*{texts!r})\nrule = book.rule"
    if truth["status"] != "ok":
        yield from _unsteady(setup, truth["status"])
        return
    yield from _claims(setup, truth, state, sums)


def _unsteady(setup: str, status: str) -> Iterator[Claim]:
    """A rule that uses up what it was given once: asked at the first state where it does, it is refused."""
    state = status.removeprefix("unsteady ")
    if "ONCE" not in setup:
        raise Unfit
    for verb in (
        f"value(rule, {state})",
        f"winner(rule, {state})",
        f"grundy.value_by_definition(rule({state}))",
        f"grundy.sequence(rule, {state})",
    ):
        yield Claim("one-shot iterator", setup, f"is_refused(lambda: {verb})", True)


def _sums(state: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted((n % 5, state % (LARGEST + 1), n % 3))) for n in range(5))


def _claims(setup: str, truth: dict[str, Any], state: int, sums: Any) -> Iterator[Claim]:
    """What every verb must say of a rule of heaps."""
    values = truth["values"]
    g = values[:SHORT]
    yield Claim("solve", setup, f"[value(rule, n) for n in ({state}, 3, {SHORT - 1})]", [g[state], g[3], g[SHORT - 1]])
    yield Claim("winners", setup, f"winner(rule, {state})", g[state] > 0)
    yield Claim("definition", setup, f"grundy.value_by_definition(rule({state}))", g[state])
    yield Claim("two heaps", setup, f"grundy.solve(rule({state}, 5)).nim_value", g[state] ^ g[5])
    yield Claim("table", setup, f"grundy.table(rule, {SHORT}).values.tolist()", g)
    yield Claim("compiled", setup, f"table(rule, {SHORT})", g)
    yield Claim("uncompiled", setup, f"table(rule, {SHORT}, compiled=False)", g)
    yield Claim("sequence", setup, f"list(grundy.sequence(rule, {SHORT - 1}))", g)
    yield Claim("check", setup, f"verdict(rule, {g})", None)
    yield Claim("check", setup, f"verdict(rule, {[*g[:state], g[state] + 1, *g[state + 1 :]]})", state)
    if not truth["sums"]:
        yield Claim("misère", setup, f"winner(rule, {state}, misere=True)", truth["misere"][state])
        lost = [int(not wins) for wins in truth["misere"][:SHORT]]
        yield Claim("misère table", setup, f"table(rule, {SHORT}, misere=True)", lost)
    count = len(_winning(truth, state, values))
    yield Claim("winning moves", setup, f"winning_count(rule({state}))", (count, count))
    yield Claim("options", setup, f"option_list(rule({state}))", _after(truth, state, values))
    yield from _programs(setup, truth, state)
    yield Claim("quotient", setup, f"quotient(rule, {sums}, {LARGEST})", truth["misere sums"])
    if truth["fails"]:
        yield Claim("proved where it fails", setup, "proves(rule)", False)
        return
    long = setup + f"\nvalues = {_packed(values)}"
    yield Claim("period", long, "contradicted(grundy.period(rule, 400), values)", None)
    yield Claim("longer period", long, "contradicted(grundy.period(rule, 1_200), values)", None)
    yield Claim("prove", long, "theorem(rule, values)", None)
    yield Claim("prove P-positions", long, "theorem(rule, values, what='p-positions')", None)
    if not truth["sums"]:
        yield Claim(
            "prove misère", long, f"theorem(rule, values, misere={_packed(list(map(int, truth['misere'])))})", None
        )
    for claim in ("n % 3 == 0", "n % 2 == 0"):
        yield Claim("claim", long, f"decided(rule, {claim!r}, [one == 0 for one in values])", None)
    far = _far(len(values), state)
    yield Claim("large heaps", long, f"[value(rule, n) for n in {far}]", [values[n] for n in far])


def _programs(setup: str, truth: dict[str, Any], state: int) -> Iterator[Claim]:
    """What the programs that are printed must say: all moves, and that they fail where the rule does."""
    asked = [n for n in (*range(SHORT), *RARE) if n in truth["moves"]]
    left = [sorted({tuple(sorted(parts)) for _, parts, _ in truth["moves"][n]}) for n in asked]
    if truth["fails"]:
        asked, left = [*asked, truth["fails"][0]], [*left, "fails"]
    yield Claim("Python that is printed", setup, f"in_python(rule, {SHORT}, {asked})", left)
    g = truth["values"]
    sums = [(n, state, 3) for n in range(SHORT)]
    wins = [g[a] ^ g[b] ^ g[c] != 0 for a, b, c in sums]
    yield Claim("winning move that is printed", setup, f"winning_in_python(rule, {SHORT}, {sums})", wins)
    if state % CPP == 0:
        yield Claim("C++ that is printed", setup, f"in_cpp(rule, {SHORT}, {asked})", left)


def _after(truth: dict[str, Any], state: int, values: Sequence[int]) -> list[int]:
    """The values of all options, each once."""
    return sorted({_total(values, parts) for _, parts, _ in truth["moves"][state]})


def _far(size: int, state: int) -> list[int]:
    return sorted({n for n in (*RARE, size - 1, size - 1 - state) if 0 <= n < size})[-4:]


def _packed(values: Sequence[int]) -> str:
    """A list of small numbers as text that is not too long."""
    return f"list({bytes(values)!r})" if max(values, default=0) < 256 else repr(list(values))


def _winning(truth: dict[str, Any], state: int, values: Sequence[int]) -> set[Any]:
    """The moves that leave 0: by what they leave, in its order, and their labels."""
    if not values[state]:
        return set()
    return {(parts, labels) for _, parts, labels in truth["moves"][state] if not _total(values, parts)}


def _total(values: Sequence[int], parts: Sequence[int]) -> int:
    total = 0
    for part in parts:
        total ^= values[part]
    return total


_WARM = (
    "lambda: grundy.prove(rule, time_limit=SECONDS), lambda: grundy.period(rule, 400), lambda: value(rule, 30), "
    "lambda: winner(rule, 30), lambda: grundy.table(rule, 40), lambda: grundy.sequence(rule, 60), "
    "lambda: verdict(rule, [0] * 40), lambda: grundy.misere_quotient(rule, 5), "
    "lambda: grundy.value_by_definition(rule(20)), lambda: table(rule, 40), "
    "lambda: grundy.option_values(rule(20)), lambda: in_python(rule, 40, [20])"
)


def _edited(
    cells: Sequence[Piece], statements: Sequence[Piece], signature: int, state: int, edits: Sequence[Piece]
) -> Iterator[Claim]:
    """The same rule asked of every verb, then what is outside of it edited, then asked again."""
    game = _game(statements, signature)
    texts, changes = _texts(cells), _texts(edits)
    sums = _sums(state)
    before = _truth([*texts, game], state, sums)
    after = _truth([*texts, game, *changes], state, sums)
    if before["status"] != "ok" or after["status"] != "ok" or before["values"] == after["values"]:
        raise Unfit
    setup = f"{HEAD}book = Notebook(*{[*texts, game]!r})\nrule = book.rule\nasked_before({_WARM})\n"
    setup += "".join(f"book.run({cell!r})\n" for cell in changes)
    yield from as_edited(_claims(setup, after, state, sums), [*texts, game, *changes])
    if "ONCE" in setup:
        return
    setup += f"asked_before({_WARM})\n" + "".join(f"book.run({cell!r})\n" for cell in texts)
    yield from as_edited(_claims(setup, before, state, sums), [*texts, game], "edited back")


def as_edited(claims: Iterator[Claim], cells: Sequence[str], what: str = "edited") -> Iterator[Claim]:
    """Claims of a rule after an edit: what a rule of these cells answers that is made anew is not refused."""
    for claim in claims:
        expression = f"as_fresh(lambda rule: {claim.expression}, rule, *{list(cells)!r})"
        yield replace(claim, name=f"{claim.name}, {what}", expression=expression)


def _files(
    cells: Sequence[Piece], statements: Sequence[Piece], signature: int, state: int, edits: Sequence[Piece]
) -> Iterator[Claim]:
    """Files that commands ask, edited and asked again: the rule's own, one that it imports, a namesake."""
    game = "@grundy.rule\n" + _game(statements, signature)
    texts, changes = "\n".join(_texts(cells)), "\n".join(_texts(edits))
    before = judged([texts, game.replace("@grundy.rule\n", "")], range(LONG + 1))
    after = judged([f"{texts}\n{changes}", game.replace("@grundy.rule\n", "")], range(LONG + 1), moves=(state,))
    for one in (before, after):
        if one["status"] != "ok" or len(one["values"]) <= SHORT or one["turns"] or "__name__" in texts:
            raise Unfit
    if before["values"] == after["values"]:
        raise Unfit
    head = "import grundy\nfrom grundy import to, again, answer\n"
    values = after["values"]
    far = _far(len(values), state)
    whole = f"{HEAD}files = Files(game={head + texts + chr(10) + game!r})\n"
    beside = f"{HEAD}files = Files(game={head + 'from beside import *' + chr(10) + game!r}, beside={texts!r})\n"
    warm = (
        "asked_before(lambda: files.text('prove', 'game.py', '--time-limit', '20s'), "
        "lambda: files.text('period', 'game.py', '--limit', '400'))\n"
    )
    edited = f"{{'game': {head + texts + chr(10) + changes + chr(10) + game!r}}})\n"
    setups = {
        "its own file": whole + warm + f"files.write('one', {edited}",
        "the file beside": beside + warm + f"files.write('one', {{'beside': {texts + chr(10) + changes!r}}})\n",
        "a namesake": whole + warm + f"files.write('two', {edited}",
    }
    for name, setup in setups.items():
        where = ", folder='two'" if name == "a namesake" else ""
        for n in (state, far[-1]):
            yield Claim(
                f"{name}, solve", setup, f"files.json('solve', 'game.py', '{n}'{where})['nim_value']", values[n]
            )
            yield Claim(f"{name}, theorem", setup, f"has_theorem(files.text('solve', 'game.py', '{n}'{where}))", False)
        yield Claim(
            f"{name}, sequence",
            setup,
            f"files.json('sequence', 'game.py', '--to', '{SHORT - 1}'{where})['values']",
            values[:SHORT],
        )
        listed = f"said_options(files.json('options', 'game.py', '{state}'{where}))"
        yield Claim(f"{name}, options", setup, listed, _after(after, state, values))
        guess = f"{values[:SHORT]}[n]"
        ends = f"files.json('check', 'game.py', {guess!r}, '--to', '{SHORT - 1}'{where})['holds']"
        yield Claim(f"{name}, check", setup, ends, True)
        printed = (
            f"printed_values(files.text('table', 'game.py', '--to', '{SHORT - 1}', '--emit', 'python'{where}), {SHORT})"
        )
        yield Claim(f"{name}, program", setup, printed, values[:SHORT])
        yield Claim(
            f"{name}, period",
            setup,
            f"not_so(files.json('period', 'game.py', '--limit', '400'{where}), {_packed(values)})",
            None,
        )


_OUTSIDE = ("S = {4, 1, 3}", "T = (1, 3)", "L = [1, 2]", "F = lambda n: iter((n - 3,))")


def _draw_rare(random: Random) -> Any:
    """A rule whose rare branch has what readers of code get wrong."""
    text, _ = drawn(random, random.randrange(3 * len(TESTS) + len(BODIES)), random.choice((120, 700, 2_000)))
    return tuple(map(Piece, _OUTSIDE)), (Piece(text),), 0, random.randint(3, 39)


Clause = tuple[str, str, str]


def _draw_typed(random: Random) -> Any:
    """Clauses of a typed rule: what a move leaves, what it takes, and when."""
    conditions = ("", "", *CONDITIONS, f"n != {random.choice(RARE)}", f"n % {random.choice(RARE)} != 5 or k == 1")
    lefts = random.choices(LEFT, k=random.randint(1, 3))
    few = [takes for takes in TAKES if ".." not in takes]  # of two loops to n a verb takes minutes
    clauses = [(left, random.choice(few if "a &" in left else TAKES), random.choice(conditions)) for left in lefts]
    return tuple(clauses), random.randint(3, 39)


def _typed(clauses: Sequence[Clause], state: int) -> Iterator[Claim]:
    """A rule that is typed in a line, asked of every verb."""
    lines, texts = ["from math import gcd", "def xor(a, b):", "    return a ^ b", "def game(n):"], []
    for left, takes, condition in clauses:
        breaks = "a &" in left
        low, dots, high = takes.partition("..")
        lines.append(f"    for k in {f'range({low}, {high} + 1)' if dots else takes}:")
        lines.append(f"        for a in range({'n - k + 1' if breaks else '1'}):")
        lines.append(f"            parts = sorted([{left.replace('&', ',')}])")
        lines.append(f"            if parts[0] >= 0 and ({condition or 'True'}):\n                yield to(*parts)")
        texts.append(
            f"n -> {left}, for k in {takes}{', for a in 0..n-k' * breaks}{f', if {condition}' * bool(condition)}"
        )
    if not clauses:
        raise Unfit
    sums = _sums(state)
    truth = _truth(["\n".join(lines)], state, sums)
    if truth["status"] != "ok":
        raise Unfit
    yield from _claims(f"{HEAD}rule = grundy.parse_rule({'rule:' + '; '.join(texts)!r})", truth, state, sums)


KINDS = (
    Kind("richer rule that is typed", _draw_typed, _typed, REFUSALS),
    Kind("richer rule with a rare branch", _draw_rare, _rich, REFUSALS),
    Kind("richer rule of heaps", draw, _rich, REFUSALS),
    Kind("richer rule that is edited", draw_used, _edited, REFUSALS),
    Kind("richer files that are edited", draw_used, _files, REFUSALS),
)
