"""Certificates of positions of Sprouts: values of lands that prove one another, taken from a search of couples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from heapq import heappop, heappush

from grundy.engines.lands.misere import MisereSearch
from grundy.engines.lands.moves import LandPart, PartMoves, Parts, moves_of
from grundy.engines.lands.search import CoupleSearch
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.errors import OutOfReach
from grundy.model.rule import Position
from grundy.model.shapes import Lands
from grundy.proof import check
from grundy.proof.certify_position import run_anew
from grundy.proof.strategy import Answer, Play, gather
from grundy.proof.write import outcome_certificate, strategy_certificate, value_certificate
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK

MOVES = ("sprouts",)
MOST_CLAIMS = 20_000  # check.py takes some 10 ms for each
PAUSE = 0.1  # seconds between chunks


def lands_shape(position: Position) -> Lands | None:
    """The shape of a position whose components all are regions of spots that curves join; None of another."""
    shapes = [part.rule.shape for part in position.parts()]
    shape = shapes[0] if shapes else None
    return shape if isinstance(shape, Lands) and shape.joins_spots and set(shapes) == {shape} else None


def certificate(position: Position, shape: Lands, options: SearchOptions = DEFAULT_OPTIONS) -> list[str]:
    """The lines of a certificate of the nim-value of a position of Sprouts (FORMAT.md, kind position).

    Cost:    the search for the value.
    Raises:  OutOfReach: the search is too long, or there are too many claims.

    >>> from grundy.notation.expression import parse
    >>> position = parse("sprouts(3)")
    >>> certificate(position, lands_shape(position))[2:7]
    ['kind position', 'sprouts', 'position 0*3.}!', 'value 1', 'claims 7']
    """
    moves = moves_of(shape)
    parts = _parts(position, moves)

    def work() -> Generator[Chunk, None, list[str]]:
        gathered = LandClaims(moves)
        value = gathered.search.value(parts)
        yield from gathered.gather(parts)
        listed = gathered.in_order()
        return list(value_certificate(MOVES, land_text(parts), value, listed, f"{position}"))

    return run_anew(options, work())


def strategy(
    position: Position, shape: Lands, misere: bool = False, options: SearchOptions = DEFAULT_OPTIONS
) -> list[str]:
    """The lines of a certificate of who wins: in normal play by values of lands, in misère play by lost positions.

    Raises:  OutOfReach: the search is too long, or there are too many claims.

    >>> from grundy.notation.expression import parse
    >>> position = parse("sprouts(2)")
    >>> strategy(position, lands_shape(position))[2:6]
    ['kind position', 'sprouts', 'position 0*2.}!', 'wins second']
    >>> strategy(position, lands_shape(position), misere=True)[2:7]
    ['kind strategy', 'play misere', 'sprouts', 'position 0*2.}!', 'wins second']
    """
    moves = moves_of(shape)
    parts = _parts(position, moves)
    return run_anew(options, (_misere if misere else _normal)(moves, parts, f"{position}"))


def _normal(moves: PartMoves, parts: Parts, remark: str) -> Generator[Chunk, None, list[str]]:
    gathered = LandClaims(moves)
    first = not gathered.search.is_lost(parts)
    shown = parts
    if first:
        replies = [reply for reply in gathered.options(parts) if gathered.known(reply) == 0]
        shown = min(replies or [gathered.first_lost(parts)], key=gathered.cost)
    yield from gathered.gather(shown)
    return list(outcome_certificate(MOVES, land_text(parts), first, gathered.in_order(), remark))


def _misere(moves: PartMoves, parts: Parts, remark: str) -> Generator[Chunk, None, list[str]]:
    first, lost = yield from gather(_play_of(moves), _sorted(parts))
    told = [land_text(state) for state in sorted(lost, key=lambda state: (sum(map(lives, state)), state))]
    return list(strategy_certificate(MOVES, True, land_text(parts), first, told, remark))


def _play_of(moves: PartMoves) -> Play[Parts]:
    """Misère play of lands side by side, in which nothing is left out but lands without a move."""
    search = MisereSearch(moves)
    after: dict[LandPart, list[Parts]] = {}

    def options(state: Parts) -> list[Parts]:
        return _options(state, moves, after)

    def lost(state: Parts) -> Answer:
        yield from ()
        return search.is_lost(state)

    return Play(
        options,
        lambda state: state,
        lambda state: state,
        lost,
        search.is_known_lost,
        lambda s: sum(map(lives, s)),
        True,
    )


def _parts(position: Position, moves: PartMoves) -> Parts:
    return tuple(land for part in position.parts() for land in moves.parts(part.state))


class LandClaims:
    """The lands whose values are to be claimed, as they gather: each is proved by smaller ones among them.

    A claim is proved as FORMAT.md says: by an option of each smaller value, and for each other option by its value or
    by a reply to a position of the claimed value. The search that found the value of a land knows all of these.
    """

    def __init__(self, moves: PartMoves) -> None:
        self.moves, self.search = moves, CoupleSearch(moves)
        self.claimed: set[LandPart] = set()
        self._waiting: list[tuple[int, LandPart]] = []
        self._after: dict[LandPart, list[Parts]] = {}

    def options(self, state: Parts) -> list[Parts]:
        """What the moves from lands side by side leave; two that are equal are left out."""
        return list(dict.fromkeys(_odd(option) for option in _options(state, self.moves, self._after)))

    def known(self, state: Parts) -> int | None:
        """The value of lands side by side by those that the search has found; None where it has not."""
        total = 0
        for land in state:
            value = self.search.values.get(land)
            if value is None:
                return None
            total ^= value
        return total

    def cost(self, state: Parts) -> int:
        """How much there is to be claimed for these lands."""
        return sum(lives(land) ** 3 for land in state if land not in self.claimed)

    def first_lost(self, state: Parts) -> Parts:
        """An option that is lost, which the search has to find."""
        return next(option for option in self.options(state) if self.search.is_lost(option))

    def gather(self, root: Parts) -> Generator[Chunk, None, None]:
        """Claim what proves the values of some lands, which the search has found. Raises OutOfReach: it is too much."""
        self._claim(_odd(root))
        shown = CLOCK.now()
        while self._waiting:
            _, land = heappop(self._waiting)
            self._prove(land)
            if len(self.claimed) > MOST_CLAIMS:
                raise OutOfReach(
                    f"a certificate of more than {MOST_CLAIMS:,} claims would take hours to check; "
                    f"try a smaller position"
                )
            if CLOCK.now() - shown > PAUSE:
                shown = CLOCK.now()
                yield Chunk(len(self.claimed), 0, "claims", {}, f"{len(self.claimed):,} claims found")

    def in_order(self) -> list[tuple[str, int]]:
        """The lands with their values, each after those that prove it, and of those that are alike only the first."""
        listed: dict[tuple[int, ...], tuple[str, int]] = {}
        for land in sorted(self.claimed, key=lambda land: (lives(land), land)):
            text = land_text((land,))
            listed.setdefault(check.Sprouts().state(0, [text]), (text, self.search.values[land]))
        return list(listed.values())

    def _claim(self, state: Parts) -> None:
        for land in state:
            if land not in self.claimed:
                self.claimed.add(land)
                heappush(self._waiting, (-lives(land), land))

    def _prove(self, land: LandPart) -> None:
        value = self.search.values[land]
        options = sorted(self.options((land,)), key=self.cost)
        smaller: dict[int, Parts] = {}
        for option in options:
            found = self.known(option)
            if found is not None and found < value:
                smaller.setdefault(found, option)
        for option in smaller.values():
            self._claim(option)
        for option in options:
            if self.known(option) is None or self.cost(option):
                shown = [reply for reply in self.options(option) if self.known(reply) == value]
                if self.known(option) is not None:
                    shown.append(option)
                self._claim(min(shown, key=self.cost))


def _options(state: Parts, moves: PartMoves, after: dict[LandPart, list[Parts]]) -> list[Parts]:
    """What the moves from lands side by side leave, each once; `after` keeps what they leave of one land."""
    options: dict[Parts, None] = {}
    for place, land in enumerate(state):
        if land not in state[:place]:
            if land not in after:
                after[land] = list(moves.options(land))
            for left in after[land]:
                options[_sorted((*state[:place], *state[place + 1 :], *left))] = None
    return list(options)


def _sorted(state: Iterable[LandPart]) -> Parts:
    return tuple(sorted(state))  # type: ignore[type-var]


def _odd(state: Parts) -> Parts:
    """Lands side by side without those that come in pairs, which are worth nothing together."""
    odd: set[LandPart] = set()
    for land in state:
        odd ^= {land}
    return _sorted(odd)


# Lands as bytes, as the kernels have them.


def lives(land: LandPart) -> int:
    """How many ends of curves the spots of a land may still get: fewer after each move."""
    from grundy.engines.lands.kernels import END, NAMED

    assert isinstance(land, bytes)
    names = {spot for spot in land if NAMED <= spot < END}
    return 3 * land.count(0) + 2 * land.count(1) + land.count(2) + len(names)


def land_text(state: Parts) -> str:
    """Lands side by side as the certificate has them.

    >>> from grundy.engines.lands.kernels import END, END_REGION
    >>> land_text((bytes([0, END, 0, END, 3, 4, END, END_REGION, 3, 4, END, END_REGION]),))
    '0*2.AB.}AB.}!'
    """
    from grundy.engines.lands.kernels import END, END_REGION, NAMED

    count, text = 0, ""
    for land in state:
        assert isinstance(land, bytes)
        regions = land.split(bytes([END_REGION]))[:-1]
        names = {spot: str(spot) for spot in range(NAMED)}
        for spot in dict.fromkeys(spot for spot in land if NAMED <= spot < END):
            turns, letter = divmod(count, 26)
            names[spot] = chr(ord("A" if sum(spot in region for region in regions) > 1 else "a") + letter) + "'" * turns
            count += 1
        for region in regions:
            for boundary, copies in Counter(region.split(bytes([END]))[:-1]).items():
                text += "".join(names[spot] for spot in boundary) + (f"*{copies}." if copies > 1 else ".")
            text += "}"
    return f"{text}!"
