"""An answer is checked against itself before anybody sees it.

The first player wins if and only if some move wins; in misère play also where there is no move at all. Where that does
not hold, a rule of the user's may not be the same whenever it is called, or may say of its states what is not true;
without such a rule the fault is grundy's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grundy.engines.steady import always_ends, is_own
from grundy.errors import BadRule, GrundyError, InternalError, OutOfReach
from grundy.model.convention import Value, Winner, add, winner
from grundy.model.definition import Memo, misere_outcomes, require_same_sums
from grundy.model.move import Move
from grundy.model.result import Result
from grundy.model.rule import Position

FEW_SUMS = 1000


def consistent(result: Result) -> Result:
    """The same answer, if it does not contradict itself; its moves name the engine whose labels are not the game's.

    Raises: BadRule: it does, and a rule of the user's is in it; InternalError: none is.
    """
    _require_consistent(result)
    moves = result.winning_moves

    def each() -> Iterator[Move]:
        try:
            yield from moves
        except InternalError as problem:
            raise InternalError(f"{'; '.join(result.engines) or result.evidence.reason}: {problem}") from problem

    return replace(result, winning_moves=replace(moves, each=each))


def _require_consistent(result: Result) -> None:
    value, moves = result.nim_value, result.winning_moves.count
    if not moves and not result.winning_moves.exact and result.winner == "first":
        return  # no move is known yet
    if result.convention == "misere" and not moves and result.winner == "first":
        from grundy.model.compound import has_ended  # which few answers need

        if has_ended(result.position):
            return  # whoever cannot move has won
    if result.opponent_restricts_moves and result.winner == "second":
        return  # the opponent does not allow a move that would win
    if value is None:
        require_agreement(result.position, result.winner, moves)
    else:
        require_agreement(result.position, winner(value), moves, value)
    rules = [component.rule for component in result.position.components]
    if result.convention == "misere" and any(map(is_own, rules)) and all(map(always_ends, rules)):
        _require_defined(result)


def agreement(position: Position, values: Sequence[Value], moves: int) -> int:
    """The number of winning moves of a position of these values, if there are some where and only where there must be.

    Raises: as `consistent`.
    """
    total = add(values)
    require_agreement(position, winner(total), moves, total)
    return moves


def require_agreement(position: Position, wins: Winner, moves: int, value: Value | None = None) -> None:
    """Raise an error unless the first player has a move that wins where, and only where, that player wins."""
    if (wins == "first") == (moves > 0):
        return
    who = "nobody wins" if wins == "draw" else f"the {wins} player wins"
    value_text = "" if value is None else f" (nim-value {value})"
    actual = f"found that {who}{value_text}, and {f'{moves:,} winning moves' if moves else 'no winning move'}"
    raise _contradiction(position, actual)


def _contradiction(position: Position, actual: str) -> GrundyError:
    part = next((part for part in position.parts() if is_own(part.rule)), None)
    if part is None:
        return InternalError(f"{position}: {actual}; that is a fault of grundy's: please report it, with the position")
    from grundy.engines.search.equal import describe_states

    return BadRule(
        f"{part.rule.spec}: state {part.state!r}: expected a winning move where and only where the first player wins, "
        f"{actual}; is the rule the same whenever it is called?{describe_states(part.rule)}"
    )


def _require_defined(result: Result) -> None:
    """Compare who wins misère play with the definition, where few sums can be reached."""
    memo: Memo = {}
    root = frozenset(result.position.multiset().items())
    try:
        first = misere_outcomes([root], memo, FEW_SUMS)[root]
    except OutOfReach:
        return
    require_same_sums(memo)
    if first != (result.winner == "first"):
        actual = f"found that the {result.winner} player wins misère play, and by the definition now the other"
        raise _contradiction(result.position, actual)
