"""The certificate of the nim-value of a position that is a set of places."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from grundy.engines.search.board import prepare
from grundy.engines.search.driver import Search
from grundy.engines.search.shapes import as_sets
from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.errors import OutOfReach
from grundy.model.position import Position
from grundy.proof.positions import MOST_MOVES, Claims, squares
from grundy.proof.write import position_certificate
from grundy.runs.chunk import Chunk

ANEW = {"asked": "", "answers": [], "tables": {}}  # whoever goes on with stopped work begins with the answer again


def certificate(position: Position, way: Way = PLAIN_WAY) -> list[str]:
    """The lines of a certificate of the nim-value of a position in normal play (FORMAT.md, kind position).

    Args:    position: of one component, whose moves are masks on a set of places.
    Cost:    the search of the position and of the positions in its proof; bounded as `way` says.
    Raises:  OutOfReach: no such moves, several components, or a proof that is too long.

    >>> from grundy.games.expression import parse
    >>> lines = certificate(parse("cram(2x3)"))
    >>> [line for line in lines if line.startswith(("places", "value", "claims"))]
    ['places 6', 'value 1', 'claims 2']
    """
    found = [(component.rule, state) for component in position.components for state in component.states]
    if len(found) != 1:
        raise OutOfReach(f"a certificate of {len(found)} summands: expected one; one for each of them would help")
    ((rule, state),) = found
    shape = as_sets(rule.data)
    if shape is None:
        raise OutOfReach(
            f"no certificate says the moves of {rule.spec}: they are not given by masks on a set of places"
        )
    field, read = shape.field(state)
    board = prepare(field)
    claims = Claims(board, Search(board, memory=way.memory, method=way.method))
    if len(claims.moves) > MOST_MOVES:
        raise OutOfReach(f"a certificate of {len(claims.moves):,} moves, more than {MOST_MOVES:,}")
    root = board.inward(read(state))

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, int]:
        chunks = claims.gather(root)
        while True:
            try:
                chunk = next(chunks)
            except StopIteration as done:
                value: int = done.value
                return value
            yield replace(chunk, state=ANEW, known=f"the certificate is not written yet; {chunk.known}")

    value = way.run(work)
    at = squares(board)
    remark = f"{position}".encode("ascii", "replace").decode()
    return list(position_certificate(at, max(1, board.places), claims.moves, root, value, claims.in_order(), remark))
