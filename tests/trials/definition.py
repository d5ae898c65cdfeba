"""The definition of a rule, from its text, in a process of its own: what richer rules are judged by.

Nothing of grundy is here, nor can be: the process is started without the path to it. A request is one line, the repr of
a dict; so is the answer. "cells" are texts that are run one after the other in one module, as a notebook does; the last
meaning that they give to a name counts. The rule is called `game`.
"""

from __future__ import annotations

import linecache
import signal
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from ast import literal_eval
from collections.abc import Callable, Iterable
from functools import cache
from itertools import count
from types import FrameType
from typing import Any

MOST_OPTIONS = 400_000  # of one rule
MOST_SECONDS = 20  # of the processor, for one rule
Made = tuple[str, tuple[Any, ...], tuple[tuple[str, str], ...]]  # how play goes on, the parts, the labels
Turn = tuple[tuple[tuple[Any, bool], ...], bool]  # the parts, each with whether it must be answered in; any must be


class Unfit(Exception):
    """The texts make no rule that the definition can answer."""


class Rule:
    """The options of each state, each state asked twice: a rule that answers differently is none."""

    def __init__(self, cells: Iterable[str], arity: int) -> None:
        self.names: dict[str, Any] = {"__name__": "rules", "__builtins__": __builtins__}
        self.arity, self.spent = arity, 0
        for name in ("to", "again", "answer"):
            self.names[name] = _making(name)
        self.names["rule"] = lambda function: function
        for number, cell in enumerate(cells):
            file = f"<cell {number}>"
            linecache.cache[file] = len(cell), None, cell.splitlines(True), file
            exec(compile(cell, file, "exec"), self.names)
        self.options: Callable[[Any], list[Made]] = cache(self._options)

    def _options(self, state: Any) -> list[Made]:
        first, second = self._once(state), self._once(state)
        if first != second:
            raise Unfit(f"unsteady {state!r}")
        return first

    def _once(self, state: Any) -> list[Made]:
        made: list[Made] = []
        for option in self.names["game"](*(state if self.arity > 1 else (state,))) or ():
            self.spent += 1
            if self.spent > 2 * MOST_OPTIONS:
                raise Unfit("too many options")
            how, parts, labels = option.made if isinstance(option, _Option) else ("to", (option,), ())
            made.append((how, tuple(plain(part) for part in parts), labels))
        return list(dict.fromkeys(made))


class _Option:
    def __init__(self, made: Made) -> None:
        self.made = made


def _making(how: str) -> Callable[..., _Option]:
    def make(*parts: Any, **labels: Any) -> _Option:
        return _Option((how, parts, tuple(sorted((name, repr(value)) for name, value in labels.items()))))

    return make


def plain(part: Any) -> Any:
    """A state without its class: True is 1."""
    if isinstance(part, tuple):
        return tuple(map(plain, part))
    if isinstance(part, int):
        return int(part)
    raise Unfit(f"no state: {part!r}")


def size_of(state: Any) -> Any:
    """What every move lowers: the number, or the sum of the numbers."""
    return sum(map(size_of, state)) if isinstance(state, tuple) else state


def least(state: Any) -> int:
    """The smallest number in a state."""
    return min(map(least, state), default=0) if isinstance(state, tuple) else int(state)


def sound(state: Any, made: list[Made]) -> None:
    """Raises Unfit: some option is no smaller state."""
    for _, parts, _ in made:
        for part in parts:
            if type(part) is not type(state) or least(part) < 0 or size_of(part) >= size_of(state):
                raise Unfit(f"{state!r} leaves {part!r}")


def mex(values: set[int]) -> int:
    return next(value for value in count() if value not in values)


def values_in_order(rule: Rule, states: Iterable[Any], answer: dict[str, Any]) -> None:
    """Nim-values and misère outcomes of states, each of which comes after all that it leads to.

    They go as far as the options last; where the rule itself fails, `fails` names the state.
    """
    values: dict[Any, int] = {}
    lost: dict[Any, bool] = {}
    answer["values"], answer["misere"], answer["fails"] = [], [], None
    for state in states:
        if rule.spent > MOST_OPTIONS:
            break
        try:
            made = rule.options(state)
        except Unfit:
            raise
        except Exception as problem:
            answer["fails"] = state, f"{type(problem).__name__}: {problem}"
            break
        sound(state, made)
        if any(how != "to" for how, _, _ in made):
            answer["turns"] = True
        after = set()
        for _, parts, _ in made:
            total = 0
            for part in parts:
                total ^= values[part]
            after.add(total)
            if len(parts) != 1:
                answer["sums"] = True
        values[state] = mex(after)
        answer["values"].append(values[state])
        if not answer["sums"]:
            lost[state] = bool(made) and not any(lost[parts[0]] for _, parts, _ in made)
            answer["misere"].append(not lost[state])


def misere_wins(rule: Rule) -> Callable[[tuple[Any, ...]], bool]:
    """Whether the first player wins a sum in misère play: every sum below, nothing cancelled."""

    @cache
    def wins(states: tuple[Any, ...]) -> bool:
        after = [
            tuple(sorted((*states[:place], *parts, *states[place + 1 :])))
            for place, state in enumerate(states)
            for _, parts, _ in rule.options(state)
        ]
        return not after or not all(map(wins, after))

    return wins


def wins_turn(rule: Rule) -> Callable[[Turn], bool]:
    """Whether whoever has a turn wins, where moves keep the turn or say where to answer. Below 0 are heaps of Nim."""

    def options(state: Any) -> Iterable[tuple[str, tuple[Any, ...]]]:
        if isinstance(state, int) and state < 0:
            return [("to", (-size,) if size else ()) for size in range(-state)]
        return [(how, parts) for how, parts, _ in rule.options(state)]

    @cache
    def wins(turn: Turn) -> bool:
        parts, bound = turn
        for place, (state, named) in enumerate(parts):
            if bound and not named:
                continue
            others = [(one, False) for at, (one, _) in enumerate(parts) if at != place]
            for how, left in options(state):
                after = tuple(sorted([*others, *((one, how == "answer") for one in left)]))
                if wins((after, how == "answer")) == (how == "again"):
                    return True
        return False

    return wins


def value_by_turns(wins: Callable[[Turn], bool], state: Any, most: int) -> int | None:
    """The size of the heap of Nim beside which whoever has to move loses; None: none of them, the state is loony."""
    for size in range(most):
        if not wins((tuple(sorted([(state, False), (-size, False)])), False)):
            return size
    return None


def answer_to(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request: values, winners, moves, as far as each is asked for."""
    answer: dict[str, Any] = {"status": "ok", "turns": False, "sums": False}
    try:
        rule = Rule(question["cells"], question["arity"])
        values_in_order(rule, question["states"], answer)
        known = set(list(question["states"])[: len(answer["values"])])
        answer["moves"] = {state: rule.options(state) for state in question.get("moves", ()) if state in known}
        misere = misere_wins(rule)
        answer["misere sums"] = [misere(tuple(sorted(heaps))) for heaps in question.get("misere sums", ())]
        if answer["turns"]:
            wins = wins_turn(rule)
            answer["by turns"] = [value_by_turns(wins, state, 12) for state in question.get("turns", ())]
            answer["winners"] = [wins((((state, False),), False)) for state in question.get("turns", ())]
    except Unfit as problem:
        return {"status": str(problem)}
    except (Exception, SystemExit) as problem:
        return {"status": f"{type(problem).__name__}: {problem}"}
    return answer


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise Unfit("too slow")


def main() -> None:
    """Answer each line of standard input with one on standard output."""
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    sys.setrecursionlimit(20_000)
    signal.signal(signal.SIGVTALRM, _out_of_time)
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
        try:
            answer = answer_to(literal_eval(line))
        except Unfit as problem:
            answer = {"status": str(problem)}
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        print(repr(answer), flush=True)


if __name__ == "__main__":
    main()
