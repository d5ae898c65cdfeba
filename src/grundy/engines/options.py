"""How a search is made: by which method, with how much memory, and who runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from grundy.engines.methods import Method
from grundy.model.frozen import frozen
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMoves, Masks, Shape, StringsAndCoins, Strips, Subsets, TopCounters
from grundy.runs.chunk import Work

if TYPE_CHECKING:
    from grundy.engines.part_values import PartValues
    from grundy.runs.workers import Elsewhere


def run_plainly(work: Work) -> Any:
    """Run work to its end without a limit; Ctrl-C says what is known."""
    from grundy.runs.loop import run_with_limits

    return run_with_limits(work).require()


@frozen
class SearchOptions:
    """How a search is made.

    method   auto, proof-numbers, couples, sets or mex: see docs/why/search.md
    memory   bytes that its tables may have; None: 4 GiB, or half of the machine's memory where that is less
    run      runs work (see runs.chunk) and returns its value; whoever wants progress, limits or checkpoints gives it
    bounded  whether somebody bounds the time or the memory: then even what may take for ever is begun
    cores    how many workers may search at once, where a search becomes long
    elsewhere  whose workers are asked about the openings of boards; None: this process searches
    estimate  whether it is only asked how long a search takes, which is then told before it begins
    seconds  that one waits for a theorem, which `run` does not run; None: it has a number of its own
    part_values  those of earlier searches of boards, to which what is found is added; None: there are none
    """

    method: Method = "auto"
    memory: int | None = None
    run: Callable[[Work], Any] = field(default=run_plainly, repr=False)
    bounded: bool = False
    cores: int = 1
    part_values: PartValues | None = None
    elsewhere: Elsewhere | None = None
    estimate: bool = False
    seconds: float | None = None


DEFAULT_OPTIONS = SearchOptions()


def may_take_long(rule: Rule, misere: bool = False) -> bool:
    """Whether positions of a rule may need a search, and no theorem gives their values and winning moves at once."""
    theory = rule.theory
    has_formula = theory and theory.value and theory.moves_to and (theory.misere_nim or not misere)
    return is_searched(rule.shape) and not has_formula


def is_searched(shape: Shape | None) -> bool:
    """Whether positions of this shape may need a search or a table that take long; so may a rule that is code alone."""
    return shape is None or isinstance(shape, Subsets | Strips | Masks | BitmaskMoves | StringsAndCoins | TopCounters)
