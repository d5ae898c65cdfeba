"""Who wins each of many states, in every convention: what `sequence`, `check` and `table` ask."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from grundy.answering.sequence import is_one_by_one, terms_work
from grundy.api.answers import result_of, who_wins
from grundy.api.known import same_outcomes
from grundy.engines.steady import is_own
from grundy.engines.terms import Terms
from grundy.errors import BadRule
from grundy.model.convention import Convention, Winner
from grundy.model.evidence import WHOLE_TABLE, Evidence, evidence_from, joint
from grundy.model.leads import Led
from grundy.model.option import State
from grundy.model.pattern import Pattern, SameTable
from grundy.model.rule import Component, Position, Rule
from grundy.patterns.guess import CODES
from grundy.runs.chunk import Chunk, Work, map_chunks, run_to_end
from grundy.runs.clock import CLOCK
from grundy.show.sequence import outcome_pieces
from grundy.version import __version__

if TYPE_CHECKING:
    from numpy.typing import NDArray

P, N, DRAW = "P", "N", "D"
LETTERS: dict[Winner, str] = {"second": P, "first": N, "draw": DRAW}
SHOWN = 40  # letters in a repr
FEW = 3  # kinds of evidence that are named
SECONDS = 0.05  # in which states are answered together


def convention_of(misere: bool, loopy: bool) -> Convention:
    """The convention that two arguments of a verb name, which go together in none."""
    return "misere" if misere else "loopy" if loopy else "normal"


def outcome_of(rule: Rule, state: State, convention: Convention) -> tuple[str, Evidence]:
    """The outcome of one state, and how it is known."""
    position = Position((Component(rule, (state,)),))
    if convention == "normal":
        winner, evidence = who_wins(position)
        return LETTERS[winner], evidence
    result = result_of(position, convention == "misere", convention == "loopy")
    return LETTERS[result.winner], result.evidence


# The outcomes of many states, as long work.

Outcomes = tuple[str, Evidence]  # a letter a state, and how they are known
Working = Generator[Chunk, None, Outcomes]


def outcomes_work(rule: Rule, states: Sequence[State], convention: Convention) -> Work:
    """The outcomes of some states as long work; it returns their letters, and how they are known.

    Those of 0, 1, 2, ... come from their nim-values or from a table, where these are known together; others one by one.
    """
    if isinstance(states, range) and (states.start, states.step) == (0, 1) and len(states):
        if convention == "normal" and not is_one_by_one(rule, len(states)):
            return partial(_of_values, rule, len(states))
        if convention == "misere" and is_own(rule):
            return partial(_of_table, rule, len(states))
    return partial(_one_by_one, rule, states, convention)


def _of_values(rule: Rule, count: int, saved: Mapping[str, Any] | None) -> Working:
    """The outcomes of 0..count-1 in normal play: a state is a P-position where its nim-value is 0."""

    def first(terms: Terms) -> Outcomes:
        return "".join(N if value else P for block in terms.blocks() for value in block), terms.evidence

    def told(chunk: Chunk) -> Chunk:
        made = chunk.partial
        return replace(chunk, partial=made and (lambda: first(made())))

    return first((yield from map_chunks(told, terms_work(rule, count)(saved))))


def _of_table(rule: Rule, count: int, saved: Mapping[str, Any] | None) -> Working:
    """The outcomes of 0..count-1 in misère play, by a table of bits; one by one where a move leaves a sum."""
    try:
        if not saved:
            bits = yield from map_chunks(lambda chunk: replace(chunk, state={}, kept=0), _bits(rule, count))
            return "".join((N, P)[bit] for bit in _unpacked(bits, (count,)).tolist()), WHOLE_TABLE
    except BadRule:  # outcomes do not add; or it says of the state what is wrong
        pass
    return (yield from _one_by_one(rule, range(count), "misere", saved))


def _one_by_one(
    rule: Rule, states: Sequence[State], convention: Convention, saved: Mapping[str, Any] | None
) -> Working:
    letters = str((saved or {}).get("letters", ""))
    pieces = [evidence_from(piece) for piece in (saved or {}).get("evidence", ())]

    def so_far(letters: str, count: int) -> Outcomes:
        return letters, together(pieces[:count])

    def chunk() -> Chunk:
        progress = {"letters": letters, "evidence": [piece.as_dict() for piece in pieces]}
        done = f"the outcomes of the first {len(letters):,} states" if letters else ""
        made = partial(so_far, letters, len(pieces)) if letters else None
        return Chunk(len(letters), len(states), "states", progress, done, partial=made)

    few = 1
    while len(letters) < len(states):
        began, stop = CLOCK.now(), min(len(states), len(letters) + few)
        for state in islice(states, len(letters), stop):
            letter, evidence = outcome_of(rule, state, convention)
            letters += letter
            pieces += [evidence] if evidence not in pieces else []
        few = 2 * few if CLOCK.now() - began < SECONDS else 1
        yield chunk()
    return letters, together(pieces)


def together(pieces: Sequence[Evidence], none: str = "no state") -> Evidence:
    """How many outcomes are known, whose evidence may be of many kinds: the first few are named, and the last.

    Args:    none: what is said where nothing was looked at.
    """
    if not pieces:
        return Evidence("computed", none)
    few = joint([*pieces[: FEW - 1], pieces[-1]])
    more = f"; {len(pieces) - FEW:,} more such" if len(pieces) > FEW else ""
    return Evidence(joint(list(pieces)).status, f"{few.reason}{more}")


def _bits(rule: Rule, size: int | tuple[int, ...]) -> Generator[Chunk, None, NDArray[Any]]:
    """A table of bits in misère play, 1 at a P-position, as work."""
    from grundy.answering.tables import in_memory  # with all that reads and compiles rules
    from grundy.engines.table.job import job

    return in_memory(job(rule, size, misere=True))


def _unpacked(bits: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """The bits of such a table."""
    import numpy as np

    return np.unpackbits(bits, bitorder="little", count=int(np.prod(shape))).reshape(shape)


# The outcomes of the first states as numbers, with which a guess is compared: 0 for P, 1 for N, -1 for a draw.


def codes_of_first(
    rule: Rule, convention: Convention, state: Callable[[int], State] | None = None
) -> Callable[[int], list[int]]:
    """Given a count, the outcomes of the states of 0..count-1; those known are not looked for again.

    Args:    state: the map from n to a state; None: the states are numbers.
    """
    code_list: list[int] = []

    def codes(count: int) -> list[int]:
        if state is None and convention == "misere" and is_own(rule) and count > len(code_list):
            letters, _ = run_to_end(_of_table(rule, count, None))
            code_list[:] = [CODES[letter] for letter in letters]
        while len(code_list) < count:
            nth_state = state(len(code_list)) if state else len(code_list)
            code_list.append(CODES[outcome_of(rule, nth_state, convention)[0]])
        return code_list[:count]

    return codes


def codes_of_boxes(rule: Rule, convention: Convention) -> Callable[[int], NDArray[Any]]:
    """Given a side, the outcomes of all vectors below it."""

    def codes(side: int) -> NDArray[Any]:
        import numpy as np

        shape = (side,) * rule.arity
        if convention == "misere":
            try:
                return 1 - _unpacked(run_to_end(_bits(rule, shape)), shape).astype(np.int8)
            except BadRule:  # as for the states of a sequence
                pass
        entries = [CODES[outcome_of(rule, state, convention)[0]] for state in np.ndindex(shape)]
        return np.array(entries, np.int8).reshape(shape)

    return codes


# What the verb `sequence` returns where it is asked who wins.


@dataclass(frozen=True, eq=False)
class OutcomeSequence(Led):
    """The outcomes of the states 0..upto of a rule; made by `sequence` with `outcomes`, `misere` or `loopy`.

    It is read like a text of letters: P where the second player wins, N where the first does, D where play is drawn.

    Attributes
    ----------
    rule : Rule
    convention : {"normal", "misere", "loopy"}
    letters : str
    evidence : Evidence
        How they are known.
    of : str
        The map from n to the state whose outcome is term n; "" where the state is n.
    """

    rule: Rule
    convention: Convention
    letters: str
    evidence: Evidence
    of: str = ""

    @property
    def game(self) -> str:
        """The name of the rule, with its parameters."""
        return self.rule.spec

    @property
    def upto(self) -> int:
        """The last state."""
        return len(self.letters) - 1

    def __len__(self) -> int:
        return len(self.letters)

    def __iter__(self) -> Iterator[str]:
        return iter(self.letters)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> str: ...
    def __getitem__(self, place: int | slice) -> str:
        return self.letters[place]

    def p_positions(self) -> list[int]:
        """Each n whose state the second player wins."""
        return [n for n, letter in enumerate(self.letters) if letter == P]

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """Patterns of the outcomes, the simplest first: observed, never proved."""
        from grundy.patterns.outcomes import letter_patterns

        return letter_patterns(self.letters)

    @cached_property
    def matching_game(self) -> SameTable | None:
        """A game of the catalogue whose P-positions these are seen to be, in normal or misère play; of a rule of one's
        own alone."""
        if not is_own(self.rule) or self.rule.theory is not None:
            return None
        return same_outcomes(self.letters, self.convention == "misere")

    def pieces(
        self, form: str | None = None, command: str = "", remarks: bool = False, more: Mapping[str, Any] | None = None
    ) -> Iterator[str]:
        """The text of a form, in pieces; as `Sequence.pieces`, but that a b-file lists the P-positions."""
        made = command, __version__
        yield from outcome_pieces(form, self.as_dict(), self.lines(command), self.evidence, made, remarks, more)

    def lines(self, command: str = "") -> list[str]:
        """What is seen and known below the rows of letters, for people."""
        from grundy.show.patterns import pattern_lines

        lost = self.p_positions()
        listed = f" ({' '.join(map(str, lost[:SHOWN]))}{' ...' * (len(lost) > SHOWN)})" if lost else ""
        lines = [f"P-positions: {len(lost):,}{listed}."]
        lines += [f"Draws: {self.letters.count(DRAW):,}."] * (DRAW in self.letters)
        lines += ["Suspected patterns (observed, not proved):"] * bool(self.patterns)
        lines += [f"  {line}" for pattern in self.patterns for line in pattern_lines(pattern)]
        lines += [f"Observed: {self.matching_game}."] if self.matching_game else []
        return [*lines, self.evidence.sentence(command)]

    def __repr__(self) -> str:
        first = " ".join(self.letters[:SHOWN]) + " ..." * (len(self) > SHOWN)
        play = self.convention.replace("misere", "misère")
        return f"{self.game}: outcomes in {play} play {first} of 0 to {self.upto:,}; {self.evidence.status}"

    def __str__(self) -> str:
        return "".join(self.pieces()).rstrip("\n")

    def _repr_html_(self) -> str:
        from grundy.show.html import printed_html

        return printed_html(self)

    def to_csv(self) -> str:
        """A head and a line a state: n, its outcome and how it is known."""
        return "".join(self.pieces("csv"))

    def to_bfile(self) -> str:
        """The b-file of the P-positions: a line each, its number from 1 on and the n of the state."""
        return "".join(self.pieces("bfile"))

    def to_latex(self) -> str:
        """A tabular, in rows of twenty letters."""
        return "".join(self.pieces("latex"))

    def as_dict(self) -> dict[str, Any]:
        """The outcomes for machines."""
        return {
            "game": self.game,
            **({"of": self.of} if self.of else {}),
            "play": self.convention,
            "start": 0,
            "outcomes": list(self.letters),
            "p_positions": self.p_positions(),
            "patterns": [pattern.as_dict() for pattern in self.patterns],
            "values_of": self.matching_game.as_dict() if self.matching_game else None,
            "evidence": self.evidence.as_dict(),
        }
