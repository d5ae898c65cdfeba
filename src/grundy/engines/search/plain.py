"""The search in plain Python: the judge of the kernels, and the engine where little is to be done."""

from __future__ import annotations

from grundy.engines.search.board import Board, bits, moved
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
    here, images = bits(places), []
    for rows, columns, moved_to in board.turned:
        down, right = [rows[i] for i in here], [columns[i] for i in here]
        top, left = min(down), min(right)
        if max(down) - top < board.rows and max(right) - left < board.columns:
            image = 0
            for i in here:
                image |= moved_to[i]
            images.append(image >> board.place(top, left, 0))
    return min(images)


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
            after[part] = [[key(board, piece) for piece in board.parts(rest)] for rest in options(board, part)]
            if len(after) > most:
                raise OutOfReach(f"more than {most:,} parts")
        missing = [piece for option in after[part] for piece in option if piece not in memo]
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
    after: dict[int, list[int]] = {}  # of each set that waits: the sets after its moves that have not been looked at
    while waiting:
        position = waiting[-1]
        if position not in after:
            after[position] = list(dict.fromkeys(key(board, rest) for rest in options(board, position)))
            if not after[position]:
                memo[position] = 1
        while position not in memo and after[position] and after[position][-1] in memo:
            if not memo[after[position].pop()]:
                memo[position] = 1
        if position in memo:
            waiting.pop()
        elif not after[position]:
            memo[position] = 0
        else:
            waiting.append(after[position][-1])
            if len(waiting) + len(memo) > most:
                raise OutOfReach(f"more than {most:,} sets")
    return bool(memo[root])


def _sum(memo: Memo, parts: list[int]) -> int:
    total = 0
    for part in parts:
        total ^= memo[part]
    return total
