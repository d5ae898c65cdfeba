"""Testing a guess: the first state at which it is wrong, or how far it holds."""

from __future__ import annotations

import ast
import builtins
import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, TypeAlias

from grundy.errors import BadRule, BadText, Finding
from grundy.model.pattern import Place
from grundy.model.play import mex, nim_sum

ARGUMENT = "<argument>"
FIRST = 1024  # values asked for first; then 16 times as many, so that an early failure costs no large table
GROWTH = 16
_STEP = 1 << 14  # guesses compared at once
HELPERS: dict[str, Any] = {name: getattr(math, name) for name in ("comb", "gcd", "isqrt", "lcm", "log2", "sqrt")} | {
    "math": math,
    "mex": mex,
    "nim_sum": nim_sum,
}
_ALIASES = {1: ("n",), 2: ("a", "b")}
Function: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess at the nim-value of a state.

    Fields:  text: as it was typed; for a function, its name.
             make: given G, which is the value of a state below the limit, the guess as a function of the state.
             arity: how many numbers make a state.
    """

    text: str
    make: Callable[[Function], Function]
    arity: int = 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What testing a guess showed.

    Fields:  start, upto: the states that were asked for (of pairs, both numbers are from start to upto).
             at: the first state at which the guess is wrong, or None. claimed, actual: the values there.
             outcomes: whether only zero and not zero were compared. state: what a state is called, "n" or "(a, b)".
    """

    guess: str
    start: int
    upto: int
    at: Place | None = None
    claimed: int = 0
    actual: int = 0
    outcomes: bool = False
    state: str = "n"

    @property
    def holds(self) -> bool:
        return self.at is None

    @property
    def status(self) -> int:
        """The exit status: 1 is a negative verdict."""
        return 0 if self.at is None else 1

    def __str__(self) -> str:
        if self.at is None:
            return f"holds for {self.state.strip('()')} = {self.start:,}..{self.upto:,} (not a proof)"
        claimed = _outcome(self.claimed) if self.outcomes else f"{self.claimed}"
        actual = _outcome(self.actual) if self.outcomes else f"{self.actual}"
        what = "position" if self.outcomes else "nim-value"
        return f"fails at {self.state} = {self.at}: claimed {claimed}, the {what} is {actual}"

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
            "evidence": {"status": "observed", "by": f"compared up to {self.upto:,}"} if self.holds else None,
        }


def _outcome(value: int) -> str:
    return "an N-position" if value else "a P-position"


def parse_guess(text: str, names: Sequence[str] = ("n",), source: str = ARGUMENT) -> Guess:
    """Read a guess: a Python expression over the parameters of a rule, also called n, or a and b.

    It may use Python's own functions, `gcd`, `lcm`, `isqrt`, `comb`, `log2`, `sqrt`, `math`, `mex`, `nim_sum`, and
    G(m), the value of another state. A lambda of the state is a guess, too. It is run as it is: trust it like any
    program.

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
        raise BadText([Finding(1, 1, _wanted(names), "a text without content", source)])
    tree = _tree(stripped, text, names, source)
    body = tree.body
    if isinstance(body, ast.Lambda):
        plain = ast.arguments([], [ast.arg(argument.arg) for argument in body.args.args], None, [], [], None, [])
        if len(body.args.args) != arity or ast.dump(body.args) != ast.dump(plain):
            found = "a lambda of other arguments"
            raise BadText([Finding(*_at(text, 1, 0), _wanted(names), found, source)])
        names = [argument.arg for argument in body.args.args]
        aliases, body = {}, body.body
    bound = {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(body) if isinstance(node, ast.arg)}
    known = {*names, *aliases, *bound, *HELPERS, *dir(builtins), "G"}
    loads = [node for node in ast.walk(body) if isinstance(node, ast.Name) and node.id not in known]
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
            tree = ast.parse(stripped, "<guess>", "eval")
            compile(tree, "<guess>", "eval")  # finds what parsing does not, such as a yield
            return tree
    except SyntaxError as problem:
        line, column = problem.lineno or 1, problem.offset or 1
        at = _at(text, line, len(_rows(stripped, line)[-1][: column - 1].encode("utf-8", "surrogateescape")))
        found = problem.msg.partition(" (")[0]
    except (ValueError, RecursionError, MemoryError) as problem:
        at, found = (1, 1), f"what Python cannot read ({problem})"
    raise BadText([Finding(*at, _wanted(names), found, source)]) from None


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
    return compile(tree, "<guess>", "eval")


def as_guess(guess: Guess | str | Function, names: Sequence[str] = ("n",)) -> Guess:
    """A guess from a text, or from a function of the state."""
    if isinstance(guess, Guess):
        return guess
    if isinstance(guess, str):
        return parse_guess(guess, names)
    return Guess(getattr(guess, "__name__", "the guess"), lambda g: guess, len(names))


def check(
    values: Callable[[int], Sequence[int]] | Sequence[int],
    guess: Guess | str | Function,
    upto: int,
    start: int = 0,
    names: Sequence[str] = ("n",),
    outcomes: bool = False,
) -> Verdict:
    """Compare a guess with the nim-values of n = start..upto, and stop at the first that is not as claimed.

    Args:    values: given a count, the values of 0..count-1; or those themselves. A function is asked for 1,024, then
             for 16 times as many as before, so that an early failure costs no large table.
             guess: a text for `parse_guess`, or a function of n; True and False are 1 and 0.
             outcomes: compare only who wins: zero or not zero.
    Raises:  BadText: a guess that is no integer at some n, or fails there; the n is named. BadRule: a bad range.
    Cost:    about 0.2 us for each n, besides the guess and the values.

    >>> print(check([0, 1, 2, 0, 1, 2, 0, 1], "n % 3", 7))
    holds for n = 0..7 (not a proof)
    >>> print(check([0, 1, 2, 0, 1, 2, 0, 1], "n % 4", 7))
    fails at n = 3: claimed 3, the nim-value is 0
    """
    _check_range(start, upto)
    wanted = as_guess(guess, names)
    known: Sequence[int] = []

    def value(n: int) -> int:
        if not 0 <= n < len(known):
            raise IndexError(f"G({n}) is not among the values 0..{len(known) - 1}")
        return int(known[n])

    function = wanted.make(value)
    low, count = start, FIRST
    while low <= upto:
        count = max(min(count, upto + 1), min(start + FIRST, upto + 1))
        known = values(count) if callable(values) else values
        if len(known) < min(count, upto + 1):
            raise BadRule(f"expected the values of 0..{count - 1}, found {len(known)} of them")
        for first in range(low, count, _STEP):
            failure = _first_wrong(wanted, function, known, range(first, min(first + _STEP, count)), outcomes)
            if failure:
                return Verdict(wanted.text, start, upto, *failure, outcomes=outcomes)
        low, count = count, count * GROWTH
    return Verdict(wanted.text, start, upto, outcomes=outcomes)


def check_pairs(
    values: Sequence[Sequence[int]],
    guess: Guess | str | Function,
    upto: int,
    start: int = 0,
    names: Sequence[str] = ("a", "b"),
    outcomes: bool = False,
) -> Verdict:
    """Compare a guess with the values of pairs (a, b), both from start to upto, the smallest square first.

    Args:    values: rows or an array; entry [a][b] is the value of the pair.

    >>> print(check_pairs([[0, 1], [1, 0]], "a + b", 1))
    fails at (a, b) = (1, 1): claimed 2, the nim-value is 0
    """
    _check_range(start, upto)
    if len(values) <= upto or any(len(row) <= upto for row in values):
        raise BadRule(f"expected the values of pairs up to ({upto}, {upto}), found fewer")
    wanted = as_guess(guess, names)

    def value(a: int, b: int) -> int:
        if a < 0 or b < 0:
            raise IndexError(f"G({a}, {b}) is no value")
        return int(values[a][b])

    function = wanted.make(value)
    for a, b in _squares(start, upto):
        claimed = _integer(wanted, function, (a, b))
        actual = int(values[a][b])
        if claimed != actual and not (outcomes and bool(claimed) == bool(actual)):
            return Verdict(wanted.text, start, upto, (a, b), claimed, actual, outcomes, "(a, b)")
    return Verdict(wanted.text, start, upto, outcomes=outcomes, state="(a, b)")


def _squares(start: int, upto: int) -> Iterator[tuple[int, int]]:
    """All pairs, those with the smaller maximum first."""
    for m in range(start, upto + 1):
        yield from ((a, m) for a in range(start, m))
        yield from ((m, b) for b in range(start, m + 1))


def _check_range(start: int, upto: int) -> None:
    if start < 0 or upto < start:
        raise BadRule(f"expected a range of states from 0 on, found {start}..{upto}")


def _first_wrong(
    guess: Guess, function: Function, known: Any, states: range, outcomes: bool
) -> tuple[int, int, int] | None:
    """The first n in a range at which the guess is wrong, what it claims and what is so."""
    actual = known[states.start : states.stop]
    actual = actual.tolist() if hasattr(actual, "tolist") else list(actual)
    try:
        claimed = list(map(function, states))
    except Exception:
        claimed = []  # found again below, with its n, unless the guess is wrong before
    if set(map(type, claimed)) == {int} and (claimed == actual):
        return None
    for n, value in zip(states, actual, strict=True):
        claim = _integer(guess, function, (n,))
        if claim != value and not (outcomes and bool(claim) == bool(value)):
            return n, claim, int(value)
    return None


def _integer(guess: Guess, function: Function, state: tuple[int, ...]) -> int:
    """What the guess says of a state; BadText if that is no integer."""
    try:
        claimed = function(*state)
        return index(claimed)
    except TypeError as problem:
        # a TypeError of the guess itself has passed through more than this frame
        deeper = problem.__traceback__ is not None and problem.__traceback__.tb_next is not None
        found = f"TypeError: {problem}" if deeper else f"{claimed!r:.60}"
    except Exception as problem:
        found = f"{type(problem).__name__}: {problem}".splitlines()[0]
    at = f"n = {state[0]}" if len(state) == 1 else f"{state}"
    raise BadText([Finding(1, 1, f"an integer from the guess at {at}", found, ARGUMENT)])
