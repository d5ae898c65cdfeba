"""Who wins a position, by a strategy: positions that are lost for whoever is to move, one after each of their moves."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.search.board import Board, as_sets, falls, moved, prepare, side_by_side
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.errors import OutOfReach
from grundy.model.rule import Position
from grundy.proof.certify_position import lines_of, node_list, run_anew
from grundy.proof.net import MoveGraph, Nodes, net, nim_values
from grundy.proof.positions import MOST_MOVES, Claims, squares
from grundy.proof.write import mask_lines, strategy_certificate
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK

MOST_LOST = 100_000  # positions: FORMAT.md allows more, but then checking takes hours
MOST_SUMS = 500_000  # sums of nodes whose winner is looked for in misère play
PAUSE = 0.1  # seconds between chunks

State = TypeVar("State", bound=Hashable)
Answer = Generator[Chunk, None, bool]


@dataclass(frozen=True, slots=True)
class Play(Generic[State]):
    """What a strategy needs of a game.

    options   what the moves from a position lead to
    key       equal for positions of which one need be shown
    alone     a position without what is worth nothing in it: of this one it is shown
    lost      whether whoever is to move loses, asked of an engine
    known     whether that is so for all that the engine knows already; it need not
    cost      the less, the sooner a reply is tried
    """

    options: Callable[[State], Sequence[State]]
    key: Callable[[State], Hashable]
    alone: Callable[[State], State]
    lost: Callable[[State], Answer]
    known: Callable[[State], bool]
    cost: Callable[[State], int]
    misere: bool


def strategy(position: Position, misere: bool = False, options: SearchOptions = DEFAULT_OPTIONS) -> list[str]:
    """The lines of a certificate of who wins a position, and by which replies (FORMAT.md, kind strategy).

    Args:    position: of parts whose play ends: sets of places, or whatever can be listed.
    Cost:    asks an engine about replies until one is found for each move from each position in the strategy.
    Raises:  OutOfReach: more than 100,000 positions are needed, or too many can be reached. BadRule: play may not end.

    >>> from grundy.notation.expression import parse
    >>> strategy(parse("take-away:1,2(4)"))[-3:]
    ['lost 1', 'set 3', 'end']
    >>> strategy(parse("take-away:1,2(4)"), misere=True)[-6:]
    ['position 4', 'wins second', 'lost 2', 'set 1', 'set 4', 'end']
    """
    parts = list(position.parts())
    shapes = [as_sets(part.rule.shape) for part in parts]
    boards = [shape.field(part.state) for shape, part in zip(shapes, parts, strict=True) if shape]
    fields = [field for field, _ in boards]
    if boards and len(boards) == len(parts) and all(falls(field.moves) for field in fields):  # the checker asks for it
        board = prepare(fields[0] if len(fields) == 1 else side_by_side(fields), widen=False)
        root, start = 0, 0
        for part, (field, read) in zip(parts, boards, strict=True):
            root |= read(part.state) << start
            start += field.places
        return _of_sets(position, board, board.inward(root), misere, options)
    return run_anew(options, _of_nodes(position, misere))


def _of_nodes(position: Position, misere: bool) -> Generator[Chunk, None, list[str]]:
    graph = yield from net(position)
    first, lost = yield from gather(on_nodes(graph, misere), graph.start)
    told = sorted(lost, key=lambda state: (len(state), state))
    return _written(lines_of(graph), misere, node_list(graph.start), first, map(node_list, told), position)


def _of_sets(position: Position, board: Board, root: int, misere: bool, options: SearchOptions) -> list[str]:
    gathered = Claims(board, BoardSearch(board, misere, options.memory, options.method, keeps=True))
    if len(gathered.moves) > MOST_MOVES:
        raise OutOfReach(f"a certificate of {len(gathered.moves):,} moves, more than {MOST_MOVES:,}")
    first, lost = run_anew(options, gather(on_sets(gathered, misere), root))
    moves = mask_lines(squares(board), max(1, board.places), gathered.moves)
    return _written(moves, misere, f"{root:x}", first, (f"{state:x}" for state in sorted(lost)), position)


def _written(
    moves: Iterable[str], misere: bool, root: str, first: bool, lost: Iterable[str], position: Position
) -> list[str]:
    return list(strategy_certificate(moves, misere, root, first, list(lost), f"{position}"))


def on_nodes(graph: MoveGraph, misere: bool) -> Play[Nodes]:
    """The game of a net. In normal play two equal nodes are worth nothing together, and nim-values say who wins."""
    values = [] if misere else nim_values(graph)
    wins: dict[Nodes, bool] = {}

    def key(state: Nodes) -> Nodes:
        if misere:
            return state
        odd: set[int] = set()
        for node in state:
            odd ^= {node}
        return tuple(sorted(odd))

    def lost(state: Nodes) -> Answer:
        yield from ()
        if misere:
            return not _first_wins(graph, state, wins)
        total = 0
        for node in state:
            total ^= values[node]
        return not total

    return Play(graph.options, key, key, lost, lambda state: False, sum, misere)


def _first_wins(graph: MoveGraph, root: Nodes, wins: dict[Nodes, bool]) -> bool:
    """Who wins misère play of a sum of nodes, by all sums that a search meets."""
    path = [root]
    options: dict[Nodes, list[Nodes]] = {}
    while path:
        state = path[-1]
        if state not in wins:
            if state not in options:
                options[state] = graph.options(state)
                if len(wins) + len(options) > MOST_SUMS:
                    raise OutOfReach(
                        f"a strategy in misère play of more than {MOST_SUMS:,} positions: a smaller one would help"
                    )
            following = options[state]
            if not following or any(wins.get(option) is False for option in following):
                wins[state] = True
            else:
                unknown = next((option for option in following if option not in wins), None)
                if unknown is not None:
                    path.append(unknown)
                    continue
                wins[state] = False
            del options[state]
        path.pop()
    return wins[root]


def on_sets(gathered: Claims, misere: bool) -> Play[int]:
    """The game of sets of places; who wins is asked of the search."""
    board = gathered.board

    def options(state: int) -> list[int]:
        live_sets = (gathered.live(option) for option in gathered.options(state))
        return list(dict.fromkeys(live_sets))

    def key(state: int) -> Hashable:
        if not misere:
            return gathered.keys(state)
        parts = gathered.parts(state)
        return tuple(sorted(map(gathered.form, parts)))

    def alone(state: int) -> int:
        odd: dict[int, int] = {}
        for part in gathered.parts(state):
            own = gathered.form(part)
            if odd.pop(own, None) is None:
                odd[own] = part
        return state if misere else sum(odd.values())

    def lost(state: int) -> Answer:
        if not misere and not gathered.keys(state):
            return True
        question = BoardQuestion(moved(state, board.order), None if misere else 0)
        (answer,) = yield from gathered.search.answers([question])
        return bool(answer) != misere

    def known(state: int) -> bool:
        if not misere:
            return gathered.found(gathered.keys(state)) == 0
        return gathered.search.is_known_lost(moved(state, board.order))

    return Play(options, key, alone, lost, known, int.bit_count, misere)


def gather(play: Play[State], root: State) -> Generator[Chunk, None, tuple[bool, list[State]]]:
    """Whether the first player wins, and lost positions: after each move from one of them a move leads to another.

    Raises:  OutOfReach: they are too many.
    """
    lost: dict[Hashable, State] = {}
    waiting: list[State] = []

    def add(state: State) -> None:
        key = play.key(state)
        if key not in lost and (play.misere or key != ()):
            lost[key] = play.alone(state)
            waiting.append(lost[key])

    def reply(option: State) -> Answer:
        """Find and add a move to a lost position; False where there is none."""
        replies = play.options(option)
        if any(play.key(candidate) in lost for candidate in replies):
            return True
        known_lost = [candidate for candidate in replies if play.known(candidate)]
        if known_lost:
            add(min(known_lost, key=play.cost))
            return True
        for candidate in sorted(replies, key=play.cost):
            if (yield from play.lost(candidate)):
                add(candidate)
                return True
        return False

    first = not (yield from play.lost(root))
    if not first:
        add(root)
    elif play.options(root):
        yield from reply(root)
    shown = CLOCK.now()
    while waiting:
        state = waiting.pop()
        for option in play.options(state):
            if not (yield from reply(option)) and not (play.misere and not play.options(option)):
                raise AssertionError(f"a lost position with a move that wins: {state}")
            if len(lost) > MOST_LOST:
                raise OutOfReach(
                    f"a strategy of more than {MOST_LOST:,} positions would take hours to check; try a smaller position"
                )
        if CLOCK.now() - shown > PAUSE:
            shown = CLOCK.now()
            yield Chunk(len(lost), 0, "positions", {}, f"{len(lost):,} lost positions found")
    return first, list(lost.values())
