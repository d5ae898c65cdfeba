"""The verbs, asked of rules that stand in a notebook or in files and are edited between questions, as plain data."""

from __future__ import annotations

import json
import linecache
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import command
from strict_cpp import COMPILER, printed

import grundy
from grundy.api.proof import Proof
from grundy.errors import GrundyError, InternalError
from grundy.model.rule import Position, Rule
from trials.ways import contradicted, table

SECONDS = 20.0  # after which `prove` leaves a rule open
_NUMBERS = count()


class Notebook:
    """Cells that run one after the other in one module; `rule` is what `game` meant when it was first asked for."""

    def __init__(self, *cells: str) -> None:
        self.names: dict[str, Any] = {
            "__name__": "notebook", "to": grundy.to, "again": grundy.again, "answer": grundy.answer, "rule": grundy.rule
        }  # fmt: skip
        self._rule: Rule | None = None
        for cell in cells:
            self.run(cell)

    def run(self, cell: str) -> None:
        file = f"<cell {next(_NUMBERS)}>"
        linecache.cache[file] = (len(cell), None, cell.splitlines(keepends=True), file)
        exec(compile(cell, file, "exec"), self.names)

    @property
    def rule(self) -> Rule:
        if self._rule is None:
            game = self.names["game"]
            self._rule = game if isinstance(game, Rule) else grundy.rule(game)
        return self._rule


class Files:
    """Folders of files that are rewritten, and commands that are run there, each in a process of its own."""

    def __init__(self, **files: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="grundy-richer-")
        self.home = Path(self._folder.name)
        self.write("one", files)

    def write(self, folder: str, files: Mapping[str, str]) -> None:
        """Files by their names, without .py."""
        (self.home / folder).mkdir(exist_ok=True)
        for name, text in files.items():
            (self.home / folder / f"{name}.py").write_text(text)

    def text(self, *words: str, folder: str = "one") -> str:
        """What a command prints; a refusal is raised."""
        home = {"XDG_DATA_HOME": str(self.home / "home"), "XDG_CACHE_HOME": str(self.home / "cache")}
        done = command.grundy_apart(*words, folder=self.home / folder, environment=home)
        if done.status == 2 and "Traceback" not in done.err:
            raise grundy.OutOfReach(done.err)
        assert done.status in (0, 1) and not done.err.startswith("Traceback"), (done.status, done.out, done.err)
        return done.out

    def json(self, *words: str, folder: str = "one") -> Any:
        return json.loads(self.text(*words, "--json", folder=folder))


def asked_before(*questions: Callable[[], object]) -> None:
    """Ask, so that something of it may be kept; what is answered matters to others."""
    for question in questions:
        try:
            question()
        except InternalError:
            raise
        except GrundyError:
            pass


def is_refused(question: Callable[[], object]) -> bool:
    """Whether a question is refused, by an error that blames somebody else than grundy."""
    try:
        question()
    except InternalError:
        raise
    except GrundyError:
        return True
    return False


def as_fresh(question: Callable[[Rule], Any], rule: Rule, *cells: str) -> Any:
    """The answer of a rule whose cells were edited; it may be refused only where a rule made of them anew is, too."""
    try:
        return question(rule)
    except InternalError:
        raise
    except GrundyError as refused:
        fresh = Notebook(*cells).rule
        if is_refused(lambda: question(fresh)):
            raise
        raise AssertionError(f"it is refused after the edit alone: {refused}") from None


def value(rule: Rule, state: Any) -> Any:
    return grundy.solve(rule(state)).nim_value


def winner(rule: Rule, state: Any, **how: Any) -> bool:
    """Whether the first player wins, by `solve`; and by `winners`, which must say the same."""
    first: bool = grundy.solve(rule(state), **how).winner == "first"
    if not how:
        (other,) = grundy.winners([rule(state)])
        assert bool(other) == first, f"winners: {other}, solve: {first}"
    return first


def winning_count(position: Position) -> tuple[int, int]:
    """How many winning moves there are, as is told, and how many different objects of JSON they are."""
    solution = grundy.solve(position)
    return solution.winning_moves.count, len({json.dumps(m.as_dict(), sort_keys=True) for m in solution.winning_moves})


def option_list(position: Position) -> list[int]:
    """The values of the options in rising order, each once; their mex must be the value that is told."""
    option_values = grundy.option_values(position)
    assert grundy.mex(option_values.values) == option_values.nim_value
    return sorted(set(option_values.values))


def said_options(answer: Mapping[str, Any]) -> list[int]:
    """The same of an answer in JSON."""
    return sorted({option["nim_value"] for option in answer["options"]})


def printed_values(text: str, size: int) -> list[int]:
    """The values that a program in Python says."""
    names: dict[str, Any] = {}
    exec(text, names)
    return [names["nim_value"](n) for n in range(size)]


def in_python(rule: Rule, size: Any, states: Sequence[Any]) -> Any:
    """What the Python that is printed beside a table says of states: the values in the table, what moves leave."""
    names: dict[str, Any] = {}
    exec(_tabled(rule, size).source_code("python", moves=True), names)
    return [_left(names["options"], state) for state in states]


def winning_in_python(rule: Rule, size: Any, sums: Sequence[Sequence[Any]]) -> list[bool]:
    """Whether the Python that is printed beside a table has a winning move in each sum, and no other one is told."""
    names: dict[str, Any] = {}
    exec(_tabled(rule, size).source_code("python", moves=True), names)
    return [names["winning_move"](list(states)) is not None for states in sums]


def _left(options: Callable[..., Any], state: Any) -> Any:
    try:
        made = options(*state) if isinstance(state, tuple) else options(state)
        return sorted({tuple(sorted(parts)) for parts in made})  # of a sum, in any order
    except (ArithmeticError, AssertionError, AttributeError, LookupError, NameError, TypeError, ValueError):
        return "fails"


def _tabled(rule: Rule, size: Any) -> Any:
    return grundy.table(rule, box=size) if isinstance(size, tuple) else grundy.table(rule, size)


def in_cpp(rule: Rule, size: Any, states: Sequence[Any]) -> Any:
    """The same of the C++ that is printed."""
    if COMPILER is None:
        raise grundy.OutOfReach("no compiler")
    text = _tabled(rule, size).source_code("cpp", moves=True)
    pair = isinstance(size, tuple)
    given = ", ".join(f"State{{{state[0]}, {state[1]}}}" if pair else str(state) for state in states)
    shown = 'std::printf("%lld %lld;", one[0], one[1])' if pair else 'std::printf("%lld;", one)'
    main = f"""
#include <cstdio>
int main() {{
    for (const State &state : std::vector<State>{{{given}}}) {{
        try {{
            each_option(state, [](const std::vector<State> &left) {{
                for (const State &one : left) {shown};
                std::printf("|");
            }});
            std::printf("\\n");
        }} catch (const std::exception &) {{ std::printf("fails\\n"); }}
    }}
}}
"""
    with tempfile.TemporaryDirectory(prefix="grundy-richer-") as folder:
        lines = printed(text + main, Path(folder)).splitlines()
    return [_read_left(line) for line in lines]


def _read_left(line: str) -> Any:
    if line.endswith("fails"):
        return "fails"
    every = [[tuple(map(int, one.split())) for one in parts.split(";")[:-1]] for parts in line.split("|")[:-1]]
    return sorted({tuple(sorted(one if len(one) > 1 else one[0] for one in parts)) for parts in every})


def verdict(rule: Rule, values: Sequence[int], **how: Any) -> Any:
    """Where `check` says that a list of values is wrong; None: nowhere."""
    checked = grundy.check(rule, lambda n: values[n], len(values) - 1, **how)
    return None if checked.holds else checked.at


def theorem(rule: Rule, values: Sequence[int], misere: Sequence[bool] | None = None, **how: Any) -> Any:
    """The first heap at which a theorem says something else than it should; None: nowhere, or there is no theorem.

    Args:    values: nim-values. misere: who wins in misère play, where the theorem shall be about that.
    """
    proof = grundy.prove(rule, misere=misere is not None, time_limit=SECONDS, **how)
    if proof.status != "proved":
        return None
    if misere is not None:
        return next((n for n, wins in enumerate(misere) if proof.is_p(n) == wins), None)
    if proof.what == "nim-values":
        return next((n for n, one in enumerate(values) if proof.nim_value(n) != one), None)
    return next((n for n, one in enumerate(values) if proof.is_p(n) != (one == 0)), None)


def theorem_of_pairs(rule: Rule, values: Mapping[Any, int], misere: bool = False, **how: Any) -> Any:
    """The first pair at which a theorem says something else than it should; None: nowhere, or there is no theorem.

    Args:    values: nim-values; in misère play 0 where the first player loses.
    """
    proof = grundy.prove(rule, misere=misere, time_limit=SECONDS, **how)
    if proof.status != "proved":
        return None
    if proof.what == "nim-values" and not misere:
        return next((pair for pair, one in values.items() if proof.nim_value(*pair) != one), None)
    return next((pair for pair, one in values.items() if proof.is_p(*pair) != (one == 0)), None)


def verdict_of_pairs(rule: Rule, values: Mapping[Any, int], upto: int) -> Any:
    """Where `check` says that the values of pairs are wrong; None: nowhere."""
    checked = grundy.check(rule, lambda a, b: values[a, b], upto)
    return None if checked.holds else checked.at


def decided(rule: Rule, claim: str, truth: Sequence[bool]) -> Any:
    """What is wrong with what `prove` says of a claim about the P-positions, of which the truth is known so far."""
    proof = grundy.prove(rule, claim, time_limit=SECONDS)
    claimed = [bool(eval(claim, {"n": n})) for n in range(len(truth))]
    if proof.status == "proved" and claimed != list(truth):
        return "proved", next(n for n in range(len(truth)) if claimed[n] != truth[n])
    if proof.status == "false":
        at = _number(proof)
        if at is not None and at < len(truth) and claimed[at] == truth[at]:
            return "false", at
    return None


def _number(proof: Proof) -> int | None:
    at = proof.counterexample
    while isinstance(at, tuple) and len(at) == 1:
        at = at[0]
    return at if isinstance(at, int) else None


def proves(rule: Rule, **how: Any) -> bool:
    """Whether something is proved of all positions, by `prove` or by `period`."""
    for question in (lambda: grundy.prove(rule, time_limit=SECONDS, **how), lambda: grundy.period(rule, 1_000)):
        try:
            if question().status == "proved":
                return True
        except InternalError:
            raise
        except GrundyError:
            pass
    return False


def quotient(rule: Rule, sums: Sequence[tuple[int, ...]], to: int) -> list[bool]:
    """Whether the first player wins each sum in misère play, by the quotient of the heaps 0 to `to`."""
    quotient_of_heaps = grundy.misere_quotient(rule, to)
    if quotient_of_heaps.to < to:
        raise grundy.OutOfReach("the quotient is not of so many heaps")
    return [not quotient_of_heaps.is_p(*heaps) for heaps in sums]


def not_so(period: Mapping[str, Any], values: Sequence[int]) -> int | None:
    """The first heap at which values are not as a proved period in JSON says; None: nowhere, or none is proved."""
    if period["status"] != "proved":
        return None
    start, p, saltus = period["preperiod"], period["period"], period["saltus"]
    return next((n for n in range(start + p, len(values)) if values[n] != values[n - p] + saltus), None)


def has_theorem(text: str) -> bool:
    """Whether an answer has a theorem about all positions below it."""
    return "Proved of all positions" in text


__all__ = [
    "SECONDS", "Files", "Notebook", "as_fresh", "asked_before", "contradicted", "decided", "has_theorem", "in_cpp",
    "in_python", "is_refused", "not_so", "option_list", "printed_values", "proves", "quotient", "said_options",
    "table", "theorem", "theorem_of_pairs", "value", "verdict", "verdict_of_pairs", "winner", "winning_count",
    "winning_in_python",
]  # fmt: skip
