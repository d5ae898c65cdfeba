"""The search in plain Python: the judge of the kernels, and the engine where little is to be done."""

from __future__ import annotations

from grundy.engines.search.board import TURNS, Board, bits, moved
from grundy.errors import OutOfReach
from grundy.model.convention import mex

Memo = dict[int, int]


def options(board: Board, places: int) -> list[int]:
    """The sets that one move leads to."""
    return [
        (places & ~clear) ^ flip for need, off, clear, flip in board.moves if places & need == need and not places & off
    ]


def key(board: Board, places: int) -> int:
    """The least set that is worth the same by a symmetry of the board; on a grid, by where it stands too."""
    if not places or not board.rows:
        return min([places, *(moved(places, image) for image in board.images)])
    cells = [board.square(i) for i in bits(places)]
    found = []
    for t, f in TURNS:
        if board.turns >> 4 * t + f & 1:
            turned = [((c, r, layer) if t else (r, c, layer)) for r, c, layer in cells]
            turned = [(-r if f & 1 else r, -c if f & 2 else c, layer) for r, c, layer in turned]
            top, left, _ = (min(axis) for axis in zip(*turned, strict=True))
            turned = [(r - top, c - left, layer) for r, c, layer in turned]
            if all(r < board.rows and c < board.columns for r, c, _ in turned):
                found.append(sum(1 << board.place(*cell) for cell in turned))
    return min(found)


def value(board: Board, places: int, memo: Memo, most: int = 1_000_000) -> int:
    """The nim-value of a set: the XOR of its parts, each the mex of its options.

    Raises:  OutOfReach: more than `most` parts.
    """
    roots = [key(board, part) for part in board.parts(places)]
    waiting = list(roots)
    after: dict[int, list[list[int]]] = {}
    while waiting:
        part = waiting[-1]
        if part in memo:
            waiting.pop()
            continue
        if part not in after:
            after[part] = [[key(board, one) for one in board.parts(rest)] for rest in options(board, part)]
            if len(after) > most:
                raise OutOfReach(f"more than {most:,} parts")
        missing = [one for option in after[part] for one in option if one not in memo]
        if missing:
            waiting.extend(missing)
        else:
            memo[part] = mex(_sum(memo, option) for option in after[part])
            waiting.pop()
    return _sum(memo, roots)


def wins_misere(board: Board, places: int, memo: Memo, most: int = 1_000_000) -> bool:
    """Whether whoever is to move wins where whoever cannot move wins; parts are not taken apart.

    Raises:  OutOfReach: more than `most` sets.
    """
    root = key(board, places)
    waiting = [root]
    while waiting:
        one = waiting[-1]
        after = {key(board, rest) for rest in options(board, one)}
        missing = [rest for rest in after if rest not in memo]
        if one in memo:
            waiting.pop()
        elif missing:
            waiting.extend(missing)
            if len(waiting) + len(memo) > most:
                raise OutOfReach(f"more than {most:,} sets")
        else:
            memo[one] = int(not after or not all(memo[rest] for rest in after))
            waiting.pop()
    return bool(memo[root])


def _sum(memo: Memo, parts: list[int]) -> int:
    total = 0
    for part in parts:
        total ^= memo[part]
    return total
