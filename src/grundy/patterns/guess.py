"""Guesses at the nim-values of a rule: read from the text that people type, and tested."""

from __future__ import annotations

import ast
import builtins
import math
import re
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import product
from operator import index
from typing import Any, TypeAlias

from grundy.errors import BadRule, BadText, Finding
from grundy.model.convention import LOONY, Convention, loony_refusal, mex, nim_sum
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.pattern import Place
from grundy.model.upward import Drawn
from grundy.runs.chunk import Chunk, Work, map_chunks
from grundy.text.formulas import FUNCTIONS, read_formula
from grundy.text.literals import python_expression
from grundy.text.reader import Text, describe

# Guesses at the nim-values of a rule, read from the text that people type.

ARGUMENT = "<argument>"
HELPERS: dict[str, Any] = {name: function.call for name, function in FUNCTIONS.items()} | {
    **{name: getattr(math, name) for name in ("comb", "log2", "sqrt")},
    "math": math,
    "mex": mex,
    "nim_sum": nim_sum,
}
_ALIASES = {1: ("n",), 2: ("a", "b")}
Function: TypeAlias = Callable[..., Any]


@frozen
class Guess:
    """A guess at the nim-value of a state.

    Fields:  text: as it was typed; for a function, its name.
             make: given G, which is the value of a state below the limit, the guess as a function of the state.
             arity: how many numbers make a state.
    """

    text: str
    make: Callable[[Function], Function]
    arity: int = 1


def parse_guess(text: str, names: Sequence[str] = ("n",), source: str = ARGUMENT) -> Guess:
    """Read a guess: a formula, or any expression of Python, over the parameters of a rule, also called n, or a and b.

    Beyond what a formula has (see `text.formulas`) it may use Python's own functions, `comb`, `log2`, `sqrt`, `math`,
    `mex`, `nim_sum`, and G(m), the value of another state. A lambda of the state is a guess, too. Such a one is run as
    it is: trust it like any program.

    Args:    names: the positional parameters of the rule's function.
    Raises:  BadText: no Python expression, or a name that nothing has, at its place.

    >>> parse_guess("row % 4", ["row"]).make(None)(7)
    3
    >>> parse_guess("m % 4")
    Traceback (most recent call last):
    grundy.errors.BadText: <argument>:1:1: expected n or a function of Python's, found 'm'
    """
    arity = len(names)
    aliases = dict(zip(_ALIASES.get(arity, ()), names, strict=False))
    aliases = {alias: name for alias, name in aliases.items() if alias not in names}
    stripped = text.strip()
    if not stripped:
        raise BadText([Finding(1, 1, _wanted(names), "an empty text", source)])
    known_names = {name: name for name in (*names, *aliases)}
    formula = read_formula(Text(stripped, source), known_names)  # what is wrong in it may be right in Python
    tree = _tree(formula.text, text, names, source) if formula else _tree(stripped, text, names, source)
    body = tree.body
    if isinstance(body, ast.Lambda):
        plain = ast.arguments([], [ast.arg(argument.arg) for argument in body.args.args], None, [], [], None, [])
        if len(body.args.args) != arity or ast.dump(body.args) != ast.dump(plain):
            actual = "a lambda of other arguments"
            raise BadText([Finding(*_at(text, 1, 0), _wanted(names), actual, source)])
        names = [argument.arg for argument in body.args.args]
        aliases, body = {}, body.body
    bound = {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(body) if isinstance(node, ast.arg)}
    vocabulary = {*names, *aliases, *bound, *HELPERS, *dir(builtins), "G"}
    loads = [node for node in ast.walk(body) if isinstance(node, ast.Name) and node.id not in vocabulary]
    if loads:
        raise BadText(
            [
                Finding(*_at(text, node.lineno, node.col_offset), _names(names, aliases), repr(node.id), source)
                for node in loads
            ]
        )
    used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)} - bound
    # a parameter and its alias are the same state: only what is used is passed, for speed
    doubled = [alias for alias in aliases if alias in used]
    parameters = list(names)
    places = list(range(arity))
    for alias in doubled:
        place = list(names).index(aliases[alias])
        if names[place] in used:
            parameters.append(alias)
            places.append(place)
        else:
            parameters[place] = alias
    code = _code(parameters, body)

    def make(g: Function) -> Function:
        function: Function = eval(code, {**HELPERS, "G": g})
        if places == list(range(arity)):
            return function
        return lambda *state: function(*(state[place] for place in places))

    return Guess(stripped, make, arity)


def _tree(stripped: str, text: str, names: Sequence[str], source: str) -> ast.Expression:
    if "\0" in stripped:  # which Python refuses in one way or another, and nowhere in particular
        before = stripped[: stripped.index("\0")]
        line = before.count("\n") + 1
        offset = len(before.rpartition("\n")[2].encode("utf-8", "surrogateescape"))
        raise BadText([Finding(*_at(text, line, offset), _wanted(names), "NUL", source)])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # '1 is 1' is a guess, if a bad one
            tree = python_expression(stripped, "<guess>")
            compile(tree, "<guess>", "eval")  # finds what parsing does not, such as a yield
            return tree
    except SyntaxError as problem:
        line, column = problem.lineno or 1, problem.offset or 1
        at = _at(text, line, len(_rows(stripped, line)[-1][: column - 1].encode("utf-8", "surrogateescape")))
        actual = f"{describe(stripped)} ({problem.msg.partition(' (')[0]})"
    except (ValueError, RecursionError, MemoryError) as problem:
        at, actual = (1, 1), f"what Python cannot read ({problem})"
    raise BadText([Finding(*at, _wanted(names), actual, source)]) from None


def _at(text: str, line: int, offset: int) -> tuple[int, int]:
    """Line and column in the text as typed, of a line and a byte offset in it without blanks around it."""
    start = len(text) - len(text.lstrip())
    before = text[:start]
    rows = _rows(text.strip(), line)
    line = len(rows)
    column = len(rows[-1].encode("utf-8", "surrogateescape")[:offset].decode("utf-8", "replace")) + 1
    if line == 1:
        column += start - (before.rfind("\n") + 1)
    return line + before.count("\n"), column


def _rows(text: str, line: int) -> list[str]:
    """The first lines of a text, which end as Python's do."""
    return re.split(r"\r\n?|\n", text)[: max(1, line)]


def _wanted(names: Sequence[str]) -> str:
    example = {1: "n % 4", 2: "a ^ b"}.get(len(names), f"{names[0]} % 4")
    return f"a Python expression over {', '.join(names)}, as in {example!r}"


def _names(names: Sequence[str], aliases: dict[str, str]) -> str:
    return f"{', '.join(dict.fromkeys([*names, *aliases]))} or a function of Python's"


def _code(parameters: list[str], body: ast.expr) -> Any:
    arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, body)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as for its text
        return compile(tree, "<guess>", "eval")


def as_guess(guess: Guess | str | Function, names: Sequence[str] = ("n",)) -> Guess:
    """A guess from a text, or from a function of the state."""
    if isinstance(guess, Guess):
        return guess
    if isinstance(guess, str):
        return parse_guess(guess, names)
    return Guess(getattr(guess, "__name__", "the guess"), lambda g: guess, len(names))


# Testing a guess: the first state at which it is wrong, or how far it holds.

FIRST = 1024  # values asked for first; then 16 times as many, so that an early failure costs no large table
GROWTH = 16
_STEP = 1 << 14  # guesses compared at once
Steps = Generator[int, None, "Verdict"]
"""Yields the n (of vectors: the largest number) below which the guess holds; returns the verdict."""


@frozen
class Verdict(Drawn):
    """Whether a guess `holds`, and the first state where it fails.

    It is true if the guess holds, and `str` is what the command line prints.

    Attributes
    ----------
    guess : str
    start, upto : int
        The states that were asked for; of vectors, all numbers are from `start` to `upto`.
    at : int, tuple or None
        The first state at which the guess is wrong; None: it holds.
    claimed, actual : int
        The guessed value there, and the true one.
    outcomes : bool
        Whether only who wins was compared: 0 for a P-position, another number for an N-position.
    state : str
        What a state is called: "n" or "(a, b)".
    convention : {"normal", "misere", "loopy"}
        In which play. In loopy play -1 is a draw.

    Examples
    --------
    >>> from grundy import check
    >>> verdict = check("take-away:1,2,3", "n % 5", upto=100)
    >>> verdict.holds, verdict.at, verdict.claimed, verdict.actual
    (False, 4, 4, 0)
    """

    guess: str
    start: int
    upto: int
    at: Place | None = None
    claimed: int = 0
    actual: int = 0
    outcomes: bool = False
    state: str = "n"
    convention: Convention = "normal"

    @property
    def holds(self) -> bool:
        """Whether no counter-example was found."""
        return self.at is None

    @property
    def exit_status(self) -> int:
        """The exit status: 1 is a negative verdict."""
        return 0 if self.at is None else 1

    @property
    def evidence(self) -> Evidence:
        """How the verdict is known: a guess that holds is only observed to."""
        if self.holds:
            return Evidence("observed", f"compared up to {self.upto:,}")
        return Evidence(
            "computed", f"the {'nim-value' if self.convention == 'normal' else 'outcome'} of the counter-example"
        )

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return f"{self.guess}: {self.sentence}"

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.evidence.sentence()}"

    @property
    def sentence(self) -> str:
        """Whether the guess holds, and where not."""
        if self.at is None:
            return f"holds for {self.state.strip('()')} = {self.start:,}..{self.upto:,}{self._play} (not a proof)"
        claimed = self._outcome(self.claimed) if self.outcomes else f"{self.claimed}"
        actual = self._outcome(self.actual) if self.outcomes else f"{self.actual}"
        what = "position" if self.outcomes else "nim-value"
        return f"fails at {self.state} = {self.at}{self._play}: claimed {claimed}, the {what} is {actual}"

    @property
    def _play(self) -> str:
        return "" if self.convention == "normal" else f" in {self.convention.replace('misere', 'misère')} play"

    def _outcome(self, code: int) -> str:
        return {"P": "a P-position", "N": "an N-position", "D": "a draw"}[letter_of(code, self.convention)]

    def as_dict(self) -> dict[str, Any]:
        """The verdict for machines."""
        failure = None if self.at is None else {"at": self.at, "claimed": self.claimed, "actual": self.actual}
        return {
            "guess": self.guess,
            "start": self.start,
            "upto": self.upto,
            "holds": self.holds,
            "counter_example": failure,
            "outcomes": self.outcomes,
            "play": self.convention,
            "evidence": self.evidence.as_dict(),
        }


DRAW = -1
CODES = {"P": 0, "N": 1, "D": DRAW}  # of the letters that a guess at an outcome may give in place of a number


def letter_of(code: int, convention: Convention = "normal") -> str:
    """The outcome that a number claims: 0 is P, -1 in loopy play a draw, any other N.

    >>> [letter_of(code, "loopy") for code in (0, DRAW, 1)], letter_of(DRAW)
    (['P', 'D', 'N'], 'N')
    """
    return "P" if code == 0 else "D" if code == DRAW and convention == "loopy" else "N"


def checking(compared: Callable[[int], Steps], start: int, upto: int, state: str, arity: int) -> Work:
    """The engine for a long comparison: says how far the guess holds, and can go on from there.

    Args:    compared: the steps from a state on, of which `start` is the first. state: what a state is called.
    Returns: an engine whose value is the verdict, of all states from `start` on.
    """
    name = state.strip("()")

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        def chunk(stop: int) -> Chunk:
            progress = f"the guess holds for {name} = {start:,}..{stop - 1:,}"
            return Chunk((stop - start) ** arity, total, "states", {"holds below": stop}, progress)

        total = (upto + 1 - start) ** arity
        return map_chunks(chunk, compared(int(saved["holds below"]) if saved else start))

    return work


def steps(
    values: Callable[[int], Sequence[int]] | Sequence[int],
    guess: Guess | str | Function,
    upto: int,
    start: int = 0,
    names: Sequence[str] = ("n",),
    outcomes: bool = False,
    first: int | None = None,
    convention: Convention = "normal",
) -> Steps:
    """Compare a guess with the nim-values of n = start..upto, and stop at the first that is not as claimed.

    Args:    values: given a count, the values of 0..count-1; or those themselves. A function is asked for 1,024, then
             for 16 times as many as before, so that an early failure costs no large table.
             guess: a text for `parse_guess`, or a function of n; True and False are 1 and 0.
             outcomes: compare only who wins: zero or not zero, or the letters P, N and D. first: those before it were
             compared before. convention: in which play; in loopy play -1 is a draw.
    Raises:  BadText: a guess that is no integer at some n, or fails there; the n is named. BadRule: a bad range.
    Cost:    about 0.2 us for each n, besides the guess and the values.

    >>> from grundy.runs.chunk import run_to_end
    >>> print(run_to_end(steps([0, 1, 2, 0, 1, 2, 0, 1], "n % 4", 7)).sentence)
    fails at n = 3: claimed 3, the nim-value is 0
    """
    _check_range(start, upto)
    wanted = as_guess(guess, names)
    table: Sequence[int] = []

    def value(n: int) -> int:
        if not 0 <= n < len(table):
            raise IndexError(f"G({n}) is not among the values 0..{len(table) - 1}")
        return int(table[n])

    function = wanted.make(value)
    low, count = start if first is None else first, FIRST
    while low <= upto:
        count = max(min(count, upto + 1), min(low + FIRST, upto + 1))
        table = values(count) if callable(values) else values
        if len(table) < min(count, upto + 1):
            raise BadRule(f"expected the values of 0..{count - 1}, found {len(table)} of them")
        for at in range(low, count, _STEP):
            stop = min(at + _STEP, count)
            failure = _first_wrong(wanted, function, table, range(at, stop), outcomes, convention)
            if failure:
                return Verdict(wanted.text, start, upto, *failure, outcomes=outcomes, convention=convention)
            yield stop
        low, count = count, count * GROWTH
    return Verdict(wanted.text, start, upto, outcomes=outcomes, convention=convention)


def box_steps(
    values: Callable[[int], Any] | Any,
    guess: Guess | str | Function,
    upto: int,
    start: int = 0,
    names: Sequence[str] = ("a", "b"),
    outcomes: bool = False,
    first: int | None = None,
    convention: Convention = "normal",
) -> Steps:
    """Compare a guess with the values of vectors (a, b, ...), all numbers from start to upto, the smallest box first.

    Args:    values: given a side, the values of all vectors below it, entry [a][b]...; or those themselves. A function
             is asked for small boxes first. names: as many as a vector has numbers.

    >>> from grundy.runs.chunk import run_to_end
    >>> print(run_to_end(box_steps([[0, 1], [1, 0]], "a + b", 1)).sentence)
    fails at (a, b) = (1, 1): claimed 2, the nim-value is 0
    """
    _check_range(start, upto)
    arity = len(names)
    wanted = as_guess(guess, names)
    state = state_name(names)
    table: Any = []
    side = 0

    def at(place: tuple[int, ...]) -> int:
        entry = table
        for number in place:
            entry = entry[number]
        return int(entry)

    def value(*place: int) -> int:
        if len(place) != arity or not all(0 <= number < side for number in place):
            raise IndexError(f"G({', '.join(map(str, place))}) is not among the values below {side}")
        return at(place)

    function = wanted.make(value)
    for m in range(start if first is None else first, upto + 1):
        if m >= side:
            side = min(upto + 1, max(m + 1, 4 * side, round(FIRST ** (1 / arity))))
            table = values(side) if callable(values) else values
            if len(table) < side or len(table[0]) < side:
                raise BadRule(f"expected the values of all numbers up to {side - 1}, found fewer")
        for place in _shell(start, m, arity):
            claimed = _integer(wanted, function, place, outcomes)
            actual = at(place)
            if not _agree(claimed, actual, outcomes, convention):
                return Verdict(wanted.text, start, upto, place, claimed, actual, outcomes, state, convention)
        yield m + 1
    return Verdict(wanted.text, start, upto, outcomes=outcomes, state=state, convention=convention)


def state_name(names: Sequence[str]) -> str:
    """What a state is called: n, (a, b), or by the parameters of the rule.

    >>> state_name(["row"]), state_name(["x", "y"]), state_name(["x", "y", "z"])
    ('n', '(a, b)', '(x, y, z)')
    """
    return {1: "n", 2: "(a, b)"}.get(len(names), f"({', '.join(names)})")


def _shell(start: int, m: int, arity: int) -> Iterator[tuple[int, ...]]:
    """All vectors from start on whose largest number is m.

    >>> list(_shell(0, 1, 2))
    [(0, 1), (1, 0), (1, 1)]
    """
    below, to = range(start, m), range(start, m + 1)
    for place in reversed(range(arity)):  # of the first number that is m
        yield from product(*[below] * place, (m,), *[to] * (arity - place - 1))


def _check_range(start: int, upto: int) -> None:
    if start < 0 or upto < start:
        raise BadRule(f"expected a range of states from 0 on, found {start}..{upto}")


def _first_wrong(
    guess: Guess, function: Function, table: Any, states: range, outcomes: bool, convention: Convention
) -> tuple[int, int, int] | None:
    """The first n in a range at which the guess is wrong, what it claims and what is so."""
    actual = table[states.start : states.stop]
    actual = actual.tolist() if hasattr(actual, "tolist") else list(actual)
    try:
        claimed = list(map(function, states))
    except (Exception, SystemExit):
        claimed = []  # found again below, with its n, unless the guess is wrong before
    if set(map(type, claimed)) == {int} and (claimed == actual):
        return None
    for n, value in zip(states, actual, strict=True):
        if value is LOONY and not outcomes:
            raise loony_refusal(
                f"{guess.text!r}: expected a nim-value at n = {n}, found a loony position",
                "--outcomes compares who wins",
            )
        claim = _integer(guess, function, (n,), outcomes)
        if not _agree(claim, value, outcomes, convention):
            return n, claim, 1 if value is LOONY else int(value)
    return None


def _agree(claim: int, value: int, outcomes: bool, convention: Convention) -> bool:
    """Whether a claim is right, or of outcomes names the right one."""
    return claim == value or (outcomes and letter_of(claim, convention) == letter_of(value, convention))


def _integer(guess: Guess, function: Function, state: tuple[int, ...], outcomes: bool) -> int:
    """What the guess says of a state; BadText if that is no integer, nor a letter where only who wins is compared."""
    try:
        claimed = function(*state)
    except (Exception, SystemExit) as problem:
        actual = f"{type(problem).__name__}: {problem}".splitlines()[0]
    else:
        if outcomes and isinstance(claimed, str) and claimed in CODES:
            return CODES[claimed]
        try:
            return index(claimed)
        except TypeError:
            actual = f"{claimed!r:.60}"
    at = f"n = {state[0]}" if len(state) == 1 else f"{state}"
    wanted = "an integer, or P, N or D," if outcomes else "an integer"
    raise BadText([Finding(1, 1, f"{wanted} from the guess at {at}", actual, ARGUMENT)])
