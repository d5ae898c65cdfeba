"""What a rule of one's own does with every large heap, read off its code by following it on a heap of open size.

`follow` goes through the code of the rule, on a heap n of which only this is known: it is as large as need be, and
n mod q is r. What comes out are the options of every heap n >= `start` of that residue; `moves` says what moves they
are. Whatever else is done with n (its digits, a square root, another function) is refused, with the place, and nothing
is claimed. What was read is then compared with the options of the rule itself (`traps`).
"""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import lcm
from types import FunctionType

from grundy.compile.source import Source, parameters, read
from grundy.compile.subset import NotCompiled
from grundy.engines.heap.follow import MOST_STEPS, NotFollowed, Options, follow
from grundy.engines.heap.moves import All, Constant, Move, Single, Split, moves_of
from grundy.engines.heap.symbolic import Finer, HeapClass
from grundy.engines.heap.traps import NOTHING, Compared, compare, traps
from grundy.engines.heap.unbounded import EndlessCode
from grundy.errors import BadRule
from grundy.model.period import Repetition
from grundy.model.rule import Rule

LARGEST_MODULUS = 5_040


@dataclass(frozen=True, slots=True)
class Local:
    """Rules of which a large heap leaves heaps n - k, of finitely many k, by n mod q, and may split what a take leaves.

    start     from this heap on
    modulus   q
    longest   the largest k
    splits    whether some move leaves two heaps of any sizes
    """

    start: int
    modulus: int
    longest: int
    splits: bool

    def needed(self, found: Repetition) -> int | None:
        """How many values prove a period, as the octal periodicity theorem has it; None: none do.

        For n >= start and beyond the bound, heaps left from n + p and from n have the same values: a heap n + p - k by
        what is known of smaller ones, and of two heaps left the larger is at least e + p. That needs q to divide p.
        """
        if found.saltus or found.period % self.modulus:
            return None
        heaps = 2 if self.splits else 1
        least = heaps * (max(found.preperiod, 1) + found.period) + self.longest
        return max(least, self.start + self.longest + found.period)

    def by(self, found: Repetition, values: int) -> str:
        """Why a period is proved."""
        last = f"the last {self.longest} values" + (f" and n mod {self.modulus}" if self.modulus > 1 else "")
        theorem = f"a heap n >= {self.start} depends on {last}, which recur" if self.longest else "no heap matters"
        if self.splits:
            theorem = f"octal periodicity theorem (Guy & Smith 1956), for the moves of every heap n >= {self.start}"
        return (
            f"G(n + {found.period}) = G(n) for all n >= {found.preperiod}: {theorem}, read off the rule's own code, "
            f"with the nim-values of heaps 0 to {values - 1}"
        )


@dataclass(frozen=True, slots=True)
class CodeReading:
    """What was read off a rule's code: the `shape` of its moves, or `why` there is none; and how it was compared."""

    rule: Rule
    shape: Local | EndlessCode | None = None
    why: str = ""
    start: int = 0
    options: Sequence[Options] = field(default=(), repr=False)  # of each residue
    moves: Sequence[frozenset[Move]] = field(default=(), repr=False)
    compared: Compared = NOTHING

    def asked(self, period: int | None = None) -> CodeReading:
        """The same, compared with the rule at more heaps; without a shape where it differs."""
        compared = self.compared + compare(self.rule, self.options, self.moves, traps(self.start, period))
        if compared.differs is None:
            return replace(self, compared=compared)
        return CodeReading(
            self.rule, why=f"what was read off its code is not what it does at heap {compared.differs:,}"
        )


def recognize(rule: Rule) -> Local | EndlessCode | None:
    """What a rule of one number does with every large heap; None if that cannot be read off its code.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def mine(n):
    ...     for k in (1, 3):
    ...         if n >= k:
    ...             yield n - k
    >>> recognize(mine)
    Local(start=4, modulus=1, longest=3, splits=False)
    """
    return reading(rule).shape


def reading(rule: Rule) -> CodeReading:
    """The same with what was asked for it, and where the code was not followed."""
    try:
        source = _source(rule)
        modulus = 1
        while True:
            try:
                return _read(rule, source, modulus)
            except Finer as finer:
                modulus = lcm(modulus, finer.modulus)
                if modulus > LARGEST_MODULUS:
                    needs = f"it needs n mod {modulus:,}, beyond {LARGEST_MODULUS:,}"
                    return CodeReading(rule, why=f"its code is not followed at {finer.at}: {needs}")
    except NotFollowed as refused:
        # our reader of rules in one line is no line of theirs; a function may be of no module
        if (getattr(rule.function, "__module__", None) or "").startswith("grundy."):
            return CodeReading(rule, why="its code is not followed; that of a function in a file is, line by line")
        return CodeReading(rule, why=f"its code is not followed at {refused}")
    except (NotCompiled, BadRule) as refused:
        return CodeReading(rule, why=f"its code is not followed: {refused}")
    except RecursionError:
        return CodeReading(rule, why="its code is not followed: it is nested too deeply")


def _source(rule: Rule) -> Source:
    """The code of a rule, if it is that of a generator of one number which has Python's own names."""
    function = rule.function
    if rule.arity != 1 or not isinstance(function, FunctionType) or not inspect.isgeneratorfunction(function):
        raise NotCompiled("expected a function of one number that yields its options")
    if getattr(function, "__builtins__", None) is not vars(builtins):
        raise NotCompiled("it has names for Python's own functions that are not Python's")
    return read(function)


def _read(rule: Rule, source: Source, modulus: int) -> CodeReading:
    given, steps, start = parameters(rule), MOST_STEPS, 0
    options: list[Options] = []
    moves: list[frozenset[Move]] = []
    for residue in range(modulus):
        heaps = HeapClass(modulus, residue)
        yielded, used = follow(source, given, heaps, steps)
        steps -= used
        options.append(yielded)
        moves.append(moves_of(source, heaps, yielded))
        start = max(start, heaps.start)
    shape = _shape(moves, start)
    if shape is None:
        every = "any heap up to n - k beside others, or by the residue of n"
        return CodeReading(rule, why=f"its code is followed, and no theorem here covers its moves: {every}")
    return CodeReading(rule, shape, "", start, options, moves).asked()


def _shape(moves: list[frozenset[Move]], start: int) -> Local | EndlessCode | None:
    """What is known of all residues together."""
    modulus = next(q for q in range(1, len(moves) + 1) if not len(moves) % q and moves == moves[:q] * (len(moves) // q))
    every = frozenset().union(*moves)
    takes = [move.take for move in every if isinstance(move, Single | Split)]
    splits = any(isinstance(move, Split) for move in every)
    tails = [move for move in every if isinstance(move, All)]
    longest = max(takes, default=0)
    if not tails:
        return Local(max(start, longest), modulus, longest, splits)
    if len(tails) > 1 or modulus > 1 or splits or any(isinstance(move, Constant) for move in every):
        return None
    (tail,) = tails
    if tail.least not in (0, 1) or tail.amount < 1:
        return None
    amount = max([tail.amount, *(take + 1 for take in takes)])
    return EndlessCode(amount, tail.least == 0, max(start, amount) + amount + 1)
