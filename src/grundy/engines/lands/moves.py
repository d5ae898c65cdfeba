"""What moves leave of parts of positions: compiled where curves join spots in regions, else by the rule itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias

from grundy.errors import OutOfReach
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.model.shapes import Lands

LandPart: TypeAlias = Hashable
Parts: TypeAlias = tuple[LandPart, ...]
FIRST_ROOM = 1 << 16  # bytes of what moves leave of one land, and how many at most
MOST_ROOM = 1 << 28
NAMES = 200  # of spots, below kernels.FULL


@frozen
class PartMoves:
    """Parts of a state, what moves leave of a part, and how much is left of it: at most so many moves, or nearly."""

    parts: Callable[[State], Parts]
    options: Callable[[LandPart], Iterable[Parts]]
    size: Callable[[LandPart], float]


def moves_of(shape: Lands) -> PartMoves:
    """The fastest moves there are for a shape."""
    return compiled_moves(shape) if shape.joins_spots else plain_moves(shape)


def plain_moves(shape: Lands) -> PartMoves:
    """The moves of the rule itself, the slow twin of `compiled_moves`."""
    return PartMoves(shape.parts, shape.options, shape.size)


def compiled_moves(shape: Lands) -> PartMoves:
    """Moves of lands as bytes, by the kernels."""
    import numpy as np

    from grundy.engines.lands import kernels

    given, raw, live, land, ordered = (np.zeros(kernels.ROOM, np.uint8) for _ in range(5))
    turned, numbers = np.zeros((2, kernels.ROOM), np.uint8), np.zeros((24, kernels.ROOM), np.int64)
    work = kernels.LandSpace(raw, live, land, turned, ordered, numbers)
    room = [np.zeros(FIRST_ROOM, np.uint8)]
    end, end_region, end_land, end_option = (
        bytes([mark]) for mark in (kernels.END, kernels.END_REGION, kernels.END_LAND, kernels.END_OPTION)
    )
    lives: dict[LandPart, int] = {}

    def require_room(land: bytes) -> None:
        if len(land) > kernels.ROOM // 4 or max((spot for spot in land if spot < kernels.END), default=0) >= NAMES:
            raise OutOfReach(f"more than {NAMES} spots with a name; try a smaller position")

    def parts(state: State) -> Parts:
        lands: list[bytes] = []
        for land in shape.parts(state):
            written = b"".join(b"".join(bytes(b) + end for b in region) + end_region for region in land)
            require_room(written)
            work.raw[: len(written)] = np.frombuffer(written, np.uint8)
            size = kernels.in_form(len(written), 0, 0, room[0], 0, work)
            lands += room[0][:size].tobytes().removesuffix(end_option).split(end_land)[:-1]
        return tuple(lands)

    def options(part: LandPart) -> Iterable[Parts]:
        assert isinstance(part, bytes)
        require_room(part)
        given[: len(part)] = np.frombuffer(part, np.uint8)
        while True:
            size = kernels.options(given, len(part), room[0], work)
            if size >= 0:
                break
            if len(room[0]) >= MOST_ROOM:
                raise OutOfReach("too many moves in one land; try a smaller position")
            room[0] = np.zeros(4 * len(room[0]), np.uint8)
        written = dict.fromkeys(room[0][:size].tobytes().split(end_option)[:-1])
        return [tuple(option.split(end_land)[:-1]) for option in written]

    def size_of(part: LandPart) -> float:
        if part not in lives:
            assert isinstance(part, bytes)
            lives[part] = sum(
                3 * region.count(0)
                + 2 * region.count(1)
                + region.count(2)
                + len({spot for spot in region if kernels.NAMED <= spot < kernels.END})
                for region in part.split(end_region)
            )
        return lives[part]

    return PartMoves(parts, options, size_of)
