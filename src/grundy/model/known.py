"""What is established of a position so far: who wins, bounds on the nim-value, winning moves. It only ever narrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import Any

from grundy.errors import InternalError
from grundy.model.convention import Convention, Winner, mex, nim_sum
from grundy.model.evidence import FEW, LISTED, Evidence, WinningMoves, joint
from grundy.model.frozen import frozen
from grundy.model.move import Move
from grundy.model.option import Labels, Option, State
from grundy.model.rule import Position
from grundy.model.shapes import Moves
from grundy.text.numbers import digits

NO_MOVES = WinningMoves(0, lambda: iter(()), exact=False)
MOST_SUMS = 1 << 16  # pairs of possible values that are added one by one
MOST_LISTED = 20  # values in a sentence


@frozen
class Known:
    """What is established of a position so far. Nothing that is only observed is ever in it.

    Attributes
    ----------
    winner : {"first", "second", "draw"} or None
        Who wins; None: not known yet.
    least : int
    most : int or None
        The nim-value lies between these; None: there is no upper bound.
    excluded : frozenset of int
        Values between these that it does not have.
    moves : WinningMoves
        Moves that are known to win; all there are, if `exact`. Of a part, their labels.
    evidence : tuple of Evidence
        What this rests on.

    Examples
    --------
    >>> Known().narrow(possible(1, 7)).winner
    'first'
    """

    winner: Winner | None = None
    least: int = 0
    most: int | None = None
    excluded: frozenset[int] = frozenset()
    moves: WinningMoves | Moves = field(default=NO_MOVES, compare=False)
    evidence: tuple[Evidence, ...] = ()

    def __post_init__(self) -> None:
        if any(piece.status == "observed" for piece in self.evidence):
            raise InternalError(f"what is only observed was taken for known: {self.evidence}")

    @property
    def nim_value(self) -> int | None:
        """The nim-value, where one is left."""
        return self.least if self.least == self.most else None

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is known."""
        is_open = self.most is None and not self.least and not self.excluded
        return is_open and self.winner is None and not self.moves.count

    @property
    def says_more(self) -> bool:
        """Whether it says more of a nim-value than that it is 0 or is not."""
        return self.least > 1 or self.most is not None or bool(self.excluded)

    def narrow(self, other: Known) -> Known:
        """Both together. Raises InternalError: they contradict each other."""
        bounds = [most for most in (self.most, other.most) if most is not None]
        values = possible(max(self.least, other.least), min(bounds, default=None), self.excluded | other.excluded)
        winners = {part.winner for part in (self, other, values)} - {None}
        if len(winners) > 1:
            raise InternalError(f"two ways to an answer disagree about who wins: {self}, {other}")
        winner = next(iter(winners), None)
        moves = max(self.moves, other.moves, key=lambda moves: (moves.exact, moves.count))
        evidence = tuple(dict.fromkeys((*self.evidence, *other.evidence)))
        return replace(values, winner=winner, moves=moves, evidence=evidence)

    def with_moves(self, make: Callable[[Any], Move], is_alone: bool) -> Known:
        """The same of a whole position, from the labels of moves in a part beside which the others are worth 0.

        Args:    is_alone: there are no others, in which a move could win, too, although they are worth 0.
        """
        labels = self.moves
        return replace(self, moves=WinningMoves(labels.count, lambda: map(make, labels), labels.exact and is_alone))

    def values(self, most: int) -> list[int] | None:
        """All values that are possible; None: more than so many."""
        if self.most is None or self.most - self.least >= most + len(self.excluded):
            return None
        return [value for value in range(self.least, self.most + 1) if value not in self.excluded]

    def value_words(self) -> str:
        """What is known of the nim-value, in words; "" if nothing is.

        >>> possible(2, 9, [4]).value_words(), possible(1).value_words(), possible(0, 0).value_words()
        ('the nim-value is 2 to 9, and not 4', 'the nim-value is at least 1', 'the nim-value is 0')
        """
        if self.nim_value is not None:
            return f"the nim-value is {digits(self.nim_value)}"
        if self.most is None and not self.least and not self.excluded:
            return ""
        if self.most is None:
            range_words = f"at least {digits(self.least)}" if self.least else "not known"
        elif self.least:
            range_words = f"{digits(self.least)} to {digits(self.most)}"
        else:
            range_words = f"at most {digits(self.most)}"
        listed = sorted(self.excluded)
        more = f" and {len(listed) - MOST_LISTED:,} others" if len(listed) > MOST_LISTED else ""
        but = f", and not {', '.join(map(digits, listed[:MOST_LISTED]))}{more}" if listed else ""
        return f"the nim-value is {range_words}{but}"

    def as_dict(self, moves: int = LISTED) -> dict[str, Any]:
        """For machines, with at most `moves` winning moves listed.

        >>> possible(2, 9, [4]).as_dict()
        {'winner': 'first', 'least': 2, 'most': 9, 'excluded': [4], 'moves': [], 'complete': False}
        """
        return {
            "winner": self.winner,
            "least": self.least,
            "most": self.most,
            "excluded": sorted(self.excluded),
            "moves": [move.as_dict() for move in islice(self.moves, moves) if isinstance(move, Move)],
            "complete": self.moves.exact,
        }


@frozen
class PartialAnswer:
    """What is known of a position where a person, a limit or a refusal ended the work before it was answered."""

    position: Position
    convention: Convention
    known: Known

    def __str__(self) -> str:
        known = self.known
        who = f"The {known.winner} player wins" if known.winner else "Who wins is not known yet"
        words = known.value_words()
        who = f"{who}; {words}{', not yet found' * (known.nim_value is None)}." if words else f"{who}."
        moves = [move.sentence() for move in islice(known.moves, FEW) if isinstance(move, Move)]
        return "\n".join([who, *(["Winning moves (at least):"] if moves else []), *(f"  {move}" for move in moves)])

    def as_dict(self, moves: int = LISTED) -> dict[str, Any]:
        """For machines: as a result, with what is known in place of the rest."""
        known = self.known.as_dict(moves)
        return {
            **self.position.as_dict(),
            "play": "misere" if self.convention == "misere" else "normal",
            "winner": self.known.winner,
            "nim_value": self.known.nim_value,
            "known": known,
            "winning_moves": known["moves"],
            "winning_move_count": self.known.moves.count if self.known.moves.exact else None,
            "evidence": joint(list(self.known.evidence)).as_dict() if self.known.evidence else None,
        }


def tell(stop: BaseException, facts: Iterable[Known]) -> None:
    """Attach to the exception that ends work early the facts about each position in question."""
    stop.facts = tuple(facts)  # type: ignore[attr-defined]


def facts_of(stop: BaseException, count: int | None = None) -> tuple[Known, ...]:
    """The facts that `tell` attached to an exception, for `count` positions.

    >>> stop = KeyboardInterrupt()
    >>> tell(stop, [exactly(3)])
    >>> [known.nim_value for known in facts_of(stop, 2)]
    [3, None]
    """
    facts: tuple[Known, ...] = getattr(stop, "facts", ())
    return facts if count is None else pad_facts(facts, count)


def pad_facts(facts: Sequence[Known], count: int) -> tuple[Known, ...]:
    """Facts about the first positions, followed by empty facts up to `count` positions."""
    return (*facts[:count], *[Known()] * (count - len(facts)))


def possible(
    least: int = 0, most: int | None = None, excluded: Iterable[int] = (), evidence: tuple[Evidence, ...] = ()
) -> Known:
    """Bounds on a nim-value of normal play, and who wins if they say so: a value that is not 0 is a first player's win.

    Raises InternalError: no value is left.

    >>> possible(0, 5, [0, 1, 5]).least, possible(0, 5, [0, 1, 5]).most, possible(0, 1, [1]).winner
    (2, 4, 'second')
    """
    out = set(excluded)
    while least in out:
        least += 1
    while most is not None and most in out and most >= least:
        most -= 1
    if most is not None and most < least:
        raise InternalError(f"no nim-value is left: at least {least}, at most {most}")
    inside = frozenset(value for value in out if least < value and (most is None or value < most))
    winner: Winner | None = "first" if least else "second" if most == 0 else None
    return Known(winner, least, most, inside, evidence=evidence)


def exactly(value: int, evidence: tuple[Evidence, ...] = ()) -> Known:
    """A nim-value."""
    return possible(value, value, evidence=evidence)


def first_wins(moves: WinningMoves | Moves = NO_MOVES, evidence: tuple[Evidence, ...] = ()) -> Known:
    """The first player wins normal play, so that the nim-value is not 0."""
    return replace(possible(1, evidence=evidence), moves=moves)


def by_options(
    options: Sequence[Option],
    nim_value_of: Callable[[State], object],
    labels: Callable[[Option], Labels],
    are_all: bool,
    evidence: tuple[Evidence, ...] = (),
) -> Known:
    """What the options of a state say of it in normal play, where the values of some of their parts are known.

    The nim-value is none of an option's, and at most their number; an option of value 0 is a move that wins.

    Args:    nim_value_of: the value of a part; what is no number, such as None, is not known. are_all: whether there
             are no other options.

    >>> from grundy.model.option import as_option
    >>> some = by_options([as_option(n) for n in (3, 4, 5)], {3: 1, 4: 0}.get, lambda option: (), True)
    >>> some.winner, some.least, some.most, some.moves.count
    ('first', 2, 3, 1)
    """
    if any(option.next != "opponent" for option in options):
        return Known()
    winning: list[Labels] = []
    nim_values: set[int] = set()
    is_open = not are_all
    for option in options:
        values = [nim_value_of(part) for part in option.parts]
        numbers = [value for value in values if isinstance(value, int)]
        if len(numbers) < len(values):
            is_open = True
            continue
        nim_values.add(nim_sum(numbers))
        if not nim_sum(numbers):
            winning.append(labels(option))
    known = possible(0, len(options) if are_all else None, nim_values) if is_open else exactly(mex(nim_values))
    each = list(dict.fromkeys(winning))
    moves = Moves(len(each), lambda: iter(each), exact=not is_open)
    return known if known.is_nothing else replace(known, moves=moves, evidence=evidence)


def mex_of(options: Sequence[Known], are_all: bool = True) -> Known:
    """What the options of a state say of it in normal play, all of them or some.

    >>> mex_of([exactly(0), possible(2)]).as_dict()["excluded"], mex_of([possible(1), possible(2, 5)]).nim_value
    ([], 0)
    >>> mex_of([exactly(0), exactly(1)], are_all=False).value_words()
    'the nim-value is at least 2'
    """
    values = {option.nim_value for option in options if option.nim_value is not None}
    if are_all and all(option.nim_value is not None for option in options):
        known = exactly(mex(values))
    elif are_all and all(option.winner == "first" for option in options):  # none is worth 0
        known = exactly(0)
    else:
        known = possible(0, len(options) if are_all else None, values)
        if any(option.winner == "second" for option in options):
            known = known.narrow(first_wins())
    return replace(known, evidence=tuple(dict.fromkeys(piece for option in options for piece in option.evidence)))


def together(parts: Sequence[Known]) -> Known:
    """What is known of the sum of parts in normal play: the XOR of all that each may be.

    >>> together([exactly(5), possible(0, 3, [0])]).least, together([exactly(5), possible(0, 5)]).values(10)
    (4, [0, 1, 4, 5, 6, 7])
    >>> together([exactly(1), possible(0, None, [0])]).as_dict()["excluded"]
    [1]
    """
    settled = [part.nim_value for part in parts if part.nim_value is not None]
    total = exactly(nim_sum(settled))
    for part in parts:
        if part.nim_value is None:
            total = _sum(total, part)
    evidence = tuple(dict.fromkeys(piece for part in parts for piece in part.evidence))
    return total if total.is_nothing else replace(total, evidence=evidence)


def _sum(one: Known, other: Known) -> Known:
    """Two parts together."""
    left, right = one.values(MOST_SUMS), other.values(MOST_SUMS)
    if left and right and len(left) * len(right) <= MOST_SUMS:
        values = {a ^ b for a in left for b in right}
        least, most = min(values), max(values)
        if most - least < MOST_SUMS:
            return possible(least, most, set(range(least, most)) - values)
        return possible(least, most)
    settled, open_part = (one.nim_value, other) if one.nim_value is not None else (other.nim_value, one)
    excluded: set[int] = set()
    if settled is not None:
        excluded = {value ^ settled for value in open_part.excluded}
        excluded |= {value ^ settled for value in range(min(open_part.least, MOST_SUMS))}
    if one.most is None or other.most is None:
        return possible(0, None, excluded)
    return possible(0, (1 << max(one.most.bit_length(), other.most.bit_length())) - 1, excluded)
