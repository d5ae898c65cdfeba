"""What is known of how a sequence of nim-values goes on for ever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from grundy.model import upward
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.rule import Rule


@frozen
class Repetition:
    """G(n + period) = G(n) + saltus for all n >= preperiod (`preperiod` the least such, `period` the least)."""

    period: int
    preperiod: int
    saltus: int = 0


@frozen
class Checkpoints:
    """Where a long search came by, so that its certificate need not compute all heaps again.

    stored     the values of so many heaps were all stored, before those that follow were computed in a window
    bits       of the words in `marks`
    marks      heaps in increasing order, each with words before it, packed: the engine goes on from any of them
    reach      small heaps that are enough to see that each other heap has its nim-value, but for those up to `far`
    """

    stored: int
    bits: int
    marks: tuple[tuple[int, str], ...]
    reach: int
    far: int


@frozen
class SameValues:
    """Heap n is worth what heap n + shift of a game is, for all n of first..last; never more than observed.

    game     its name in the catalogue; `called`: what it is called in words
    """

    game: str
    called: str
    shift: int
    first: int
    last: int

    def __str__(self) -> str:
        moved = f", n {'+' if self.shift > 0 else '-'} {abs(self.shift)}" if self.shift else ""
        return f"heaps {self.first} to {self.last} have the values of {self.called}{moved}"

    def as_dict(self) -> dict[str, object]:
        """For machines."""
        return {"game": self.game, "shift": self.shift, "first": self.first, "last": self.last}


@frozen
class Written:
    """A certificate in a file, and whether the checker has read all of it back."""

    path: Path
    checked: bool

    def __repr__(self) -> str:
        return f"{self.path}: a certificate, {'checked' if self.checked else 'not checked as a whole'}"


@frozen
class PeriodResult(upward.Printed):
    """Whether a sequence of nim-values repeats.

    Attributes
    ----------
    game : str
        The name of the rule, with its parameters.
    status : {"proved", "observed", "none"}
        Observed: as far as the values were computed.
    repetition : Repetition or None
        `period`, `preperiod` and `saltus`; None with the status "none".
    heaps_computed : int
        The values of the heaps 0..heaps_computed - 1 were computed; 0: a theorem needed none.
    evidence : Evidence
    largest : (int, int) or None
        The largest nim-value and the first heap that has it, of all heaps if that is proved, else of those computed;
        None: there is no largest.
    space : (int, int) or None
        The sparse space that was used: its mask, and 1 if the class of a heap depends on its parity too, else 0; None
        if there is none, or if none was needed.
    rares : tuple of int
        The rare heaps of that space, as far as they are known.
    checkpoints : Checkpoints or None
        What a long search keeps for its certificate.
    matching_game : SameValues or None
        A game of the catalogue whose values these are seen to be.
    written : Written or None
        The certificate that was written, if one was asked for.
    rule : Rule or None
        The rule, where it is at hand.
    values : sequence of int
        The nim-values of heaps 0, 1, 2, ... that the search holds, for whatever needs them next; perhaps none.
    """

    game: str
    status: Literal["proved", "observed", "none"]
    repetition: Repetition | None
    heaps_computed: int
    evidence: Evidence
    largest: tuple[int, int] | None = None
    space: tuple[int, int] | None = None
    rares: tuple[int, ...] = ()
    checkpoints: Checkpoints | None = field(default=None, repr=False, compare=False)
    matching_game: SameValues | None = None
    written: Written | None = None
    rule: Rule | None = field(default=None, repr=False, compare=False)
    values: Sequence[int] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        repetition = self.repetition
        if repetition is None:
            return f"{self.game}: {self.none_found()}; {self.evidence.status}"
        grows = f", saltus {repetition.saltus}" if repetition.saltus else ""
        return f"{self.game}: period {repetition.period}, pre-period {repetition.preperiod}{grows}; {self.status}"

    def none_found(self) -> str:
        """How far no period was found; that none is known would be a word about the literature."""
        if self.heaps_computed < 2:
            return "no period found"
        return f"no period found in heaps 0 to {self.heaps_computed - 1:,}"

    @property
    def period(self) -> int | None:
        """The least period, where it is proved; else `repetition` has what is observed."""
        return self.repetition.period if self.repetition and self.status == "proved" else None

    @property
    def preperiod(self) -> int | None:
        """The least n from which the values repeat, where that is proved."""
        return self.repetition.preperiod if self.repetition and self.status == "proved" else None

    @property
    def saltus(self) -> int | None:
        """What is added in each period, where that is proved."""
        return self.repetition.saltus if self.repetition and self.status == "proved" else None

    @property
    def last_exception(self) -> int | None:
        """The last heap n with G(n + period) != G(n) + saltus; None if there is none or nothing repeats."""
        return self.repetition.preperiod - 1 if self.repetition and self.repetition.preperiod else None

    def as_dict(self) -> dict[str, Any]:
        """The result for machines: `period`, `preperiod`, `saltus` are null unless proved."""
        proved = self.repetition if self.status == "proved" else None
        seen = self.repetition if self.status == "observed" else None
        return {
            "game": self.game,
            "period": proved.period if proved else None,
            "preperiod": proved.preperiod if proved else None,
            "saltus": proved.saltus if proved else None,
            "status": self.status,
            "observed": {"period": seen.period, "preperiod": seen.preperiod, "saltus": seen.saltus} if seen else None,
            "last_exception": self.last_exception if proved else None,
            "largest_value": self.largest[0] if self.largest else None,
            "largest_value_at": self.largest[1] if self.largest else None,
            "heaps_computed": self.heaps_computed,
            "sparse_space": {"mask": self.space[0], "twist": self.space[1]} if self.space else None,
            "rare_heaps": list(self.rares) if self.space else None,
            "evidence": self.evidence.as_dict(),
            "values_of": self.matching_game.as_dict() if self.matching_game else None,
        }

    def certificate(self) -> Any:
        """What proves this period, or the values computed; to be saved.

        Raises:  GrundyError: no certificate can say it.
        """
        return upward.period_certificate(self)
