"""Who wins: the one door by which every verb asks, about one position or many, in every convention.

The engines answer; where they end, or before where no table is large enough, what `prove` proves of a rule.
What somebody's limits change is how far one looks, never who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.answering import solve as engines
from grundy.answering.ask import prove_at, soon
from grundy.answering.conditions import is_beyond_tables
from grundy.answering.solve import VALUES, WHO, WINNER, Asking, ask_engines, lone_part
from grundy.api.work import position_of, require_number
from grundy.engines.engine import Answer
from grundy.engines.methods import METHODS, Method
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.question import Cost, Question, Wanted
from grundy.engines.steady import is_own, require_steady
from grundy.errors import BadRule, OutOfReach, Stopped, StoreError
from grundy.model import definition
from grundy.model.convention import Convention, Winner
from grundy.model.definition import MOST_POSITIONS, check_convention, require_position
from grundy.model.evidence import Evidence
from grundy.model.known import tell
from grundy.model.move import Move
from grundy.model.option import State
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.runs.chunk import Work

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.api.proof import Proof
    from grundy.engines.part_values import PartValues
    from grundy.runs.session import Session
    from grundy.runs.workers import Elsewhere
    from grundy.theorems.decide import What

Found = TypeVar("Found")


def result_of(
    position: Position, misere: bool = False, loopy: bool = False, options: SearchOptions = DEFAULT_OPTIONS
) -> Result:
    """Who wins a position, its nim-value, and every winning move.

    Raises:  OutOfReach: too large; BadRule: a cycle, or a convention that a rule is not valid for.

    >>> from grundy import nim
    >>> result_of(nim(3, 4, 5)).winner
    'first'
    """
    if loopy:
        return engines.solve(position, misere, loopy, options)
    if misere:
        return _misere_result(position, options)
    return _or_by_theorems([position], options, lambda asking: engines.solve(position, options=options, asking=asking))


def who_wins(position: Position) -> tuple[Winner, Evidence]:
    """Who wins a position in normal play, and how that is known; what it is worth is not asked.

    Raises:  as `result_of`.

    >>> from grundy import nim
    >>> who_wins(nim(3, 4, 5))[0]
    'first'
    """
    require_position(position)
    return _or_by_theorems([position], DEFAULT_OPTIONS, lambda asking: engines.who_wins(position, asking=asking))


def who_win(
    positions: Iterable[Position], convention: Convention = "normal", options: SearchOptions = DEFAULT_OPTIONS
) -> list[Winner]:
    """Who wins each of many positions; what can be asked for all at once is.

    Raises:  as `result_of`.

    >>> from grundy import nim
    >>> who_win([nim(1, 1), nim(1, 2)]), who_win([nim(1, 1), nim(1)], "misere")
    (['second', 'first'], ['first', 'second'])
    """
    listed = list(positions)
    for position in listed:
        require_position(position)
    if convention == "misere":
        told = engines.misere_winners(listed, options)
        return [winner or _misere_result(p, options).winner for winner, p in zip(told, listed, strict=True)]
    if convention == "loopy":
        return engines.winners(listed, convention, options)
    return _or_by_theorems(listed, options, lambda asking: engines.winners(listed, "normal", options, asking))


def winners(
    positions: Sequence[Position], misere: bool = False, options: SearchOptions = DEFAULT_OPTIONS
) -> list[bool]:
    """Find for each of many positions whether the first player wins, all together where the engines can.

    Parameters
    ----------
    positions : sequence of Position
    misere : bool, optional
        Misère play: the player who cannot move wins.
    options : SearchOptions, optional
        How boards and graphs are searched.

    Returns
    -------
    list of bool

    Raises
    ------
    TypeError
        One is no position.
    OutOfReach
        One is too large.

    Examples
    --------
    >>> from grundy.games.heaps import nim
    >>> winners([nim(1, 1), nim(1, 2)])
    [False, True]
    """
    return [winner == "first" for winner in who_win(positions, "misere" if misere else "normal", options)]


def winning_move_counts(positions: Sequence[Position], options: SearchOptions = DEFAULT_OPTIONS) -> list[int]:
    """Count the winning moves of each of many positions, in normal play.

    Parameters
    ----------
    positions : sequence of Position
    options : SearchOptions, optional
        How boards and graphs are searched.

    Returns
    -------
    list of int

    Raises
    ------
    TypeError
        One is no position.
    OutOfReach
        One is too large.

    Examples
    --------
    >>> from grundy.games.heaps import nim
    >>> winning_move_counts([nim(1, 1), nim(1, 2), nim(1, 1, 1)])
    [0, 1, 3]
    """
    listed = list(positions)
    for position in listed:
        require_position(position)
    return _or_by_theorems([], options, lambda asking: engines.winning_move_counts(listed, options, asking))


def value_by_definition(position: Position | str, convention: Convention = "normal", most: int = MOST_POSITIONS) -> Any:
    """Compute the value of a position by the definition alone, through every position below it.

    Parameters
    ----------
    position : Position or str
    convention : {"normal", "misere", "loopy"}, optional
        Normal play becomes "entailing" where a rule says `again` or `answer`.
    most : int, optional
        How many positions may be visited.

    Returns
    -------
    int, LOONY or Infinity; bool in misère play
        True where the first player wins.

    Raises
    ------
    BadRule
        A cycle in other than loopy play, which is named; a convention that a rule is not valid for; a rule that reads
        an iterator, which gives what it has only once.
    OutOfReach
        More than `most` positions.

    Notes
    -----
    Time and memory grow with positions times options.

    Examples
    --------
    >>> from grundy.model.rule import rule
    >>> @rule
    ... def nim(n):
    ...     yield from range(n)
    >>> value_by_definition(nim(3, 5)), value_by_definition(nim(1, 1), "misere")
    (6, True)
    """
    position = position_of(position)
    require_steady(position)
    return definition.value_by_definition(position, convention, most)


def option_values(
    position: Position, options: SearchOptions = DEFAULT_OPTIONS
) -> tuple[list[Move], list[int], Evidence]:
    """Every move of a position, and the nim-value of the option that it leads to; see `engines.solve`."""
    return _or_by_theorems([], options, lambda asking: engines.option_values(position, options, asking))


def moves_of(position: Position) -> list[Move]:
    """Every move of a position, in the order of `option_values`. Raises OutOfReach, BadRule."""
    return engines.moves_of(position)


def option_results(position: Position, convention: Convention, options: SearchOptions) -> list[tuple[Move, Result]]:
    """Every move of a position, and the answer about the whole position that it leads to.

    Raises:  as `result_of`; OutOfReach: too many moves. BadRule: moves that do not pass the turn.
    """
    check_convention(position, convention)
    results: dict[Position, Result] = {}
    move_results = []
    for part, option in engines.every_move(position):
        after, _ = position.leaving(part, option.parts)
        if after not in results:
            results[after] = result_of(after, convention == "misere", convention == "loopy", options)
        move_results.append((position.move_of(part, part.rule.labels(option)), results[after]))
    return move_results


def values_of(rule: Rule, states: Sequence[State], options: SearchOptions = DEFAULT_OPTIONS) -> Answer:
    """The values of states of a rule in normal play. Raises OutOfReach."""
    return _or_by_theorems([], options, lambda asking: asking(rule, states, "normal", VALUES, options))


def _misere_result(position: Position, options: SearchOptions) -> Result:
    """The same in misère play, in which a theorem is about a lone part."""
    check_convention(position, "misere")
    part = lone_part(position)
    if part is None:
        return engines.solve(position, misere=True, options=options)
    question = Question(((part.rule, [part.state]),), "misere", "winner", options)
    beyond = is_beyond_tables(question)
    if beyond:
        _require_begun(options)
        if (proof_answer := prove_at("proof", question, _proof)) is not None:
            return engines.by_winner(position, part, proof_answer.values[0], proof_answer, "misere")
    try:
        return engines.solve(position, misere=True, options=options)
    except Stopped:
        raise
    except OutOfReach:
        if beyond or (proof_answer := prove_at("last", question, _proof)) is None:
            raise
        return engines.by_winner(position, part, proof_answer.values[0], proof_answer, "misere")


def _require_begun(options: SearchOptions) -> None:
    """Raise Estimated where it is only asked how long an answer takes, for which a theorem is looked for first."""
    if options.estimate:
        from grundy.answering.theorem import SECONDS
        from grundy.runs.estimate import Estimated

        raise Estimated(None, f"a theorem about all positions is looked for first, for {SECONDS:.0f} s at most")


def _or_by_theorems(positions: Iterable[Position], options: SearchOptions, answer: Callable[[Asking], Found]) -> Found:
    """What `answer` makes of the answers that it asks for, of the engines or where these end of theorems.

    Theorems are looked for outside of what runs the engines' work: before, for rules that have one of these positions
    and are beyond tables, or once the engines have refused.

    Raises:  as the engines, where no theorem says it.
    """
    proved: set[tuple[Rule, Wanted]] = set()  # or tried to
    answers: dict[tuple[Rule, Wanted], Answer] = {}
    refused: list[Question] = []
    at_once: dict[tuple[Rule, Wanted], OutOfReach] = {}

    def asking(
        rule: Rule, states: Sequence[State], play: Convention, wanted: Wanted, search_options: SearchOptions, /
    ) -> Answer:
        of_theorem = rule, WINNER if wanted == WHO else wanted
        if (hopeless := at_once.get(of_theorem)) is not None:
            from grundy.answering.theorem import winners_by_theorem

            tell(hopeless, winners_by_theorem(_proof, rule, states, options))
            raise hopeless
        answer = answers.get((rule, wanted)) or answers.get(of_theorem)
        if answer is None:
            try:
                answer = ask_engines(rule, states, play, wanted, search_options)
            except Stopped:
                raise
            except OutOfReach:
                refused.append(Question(((rule, states),), wanted=of_theorem[1], options=options))
                raise
            if answer.evidence.status == "claimed" and search_options.seconds is None:
                question = Question(((rule, states),), wanted=of_theorem[1], options=options)
                answer = answers[of_theorem] if proves("last", question) else answer
            answers[rule, wanted] = answer
        return answer

    def proves(cost: Cost, question: Question) -> bool:
        """Whether a row that proves answers a question, or refuses it at once."""
        about = question.rule, question.wanted
        if about in proved:
            return False
        proved.add(about)
        try:
            answer = prove_at(cost, question, _proof)
        except OutOfReach as hopeless:
            at_once[about] = hopeless
            return True
        if answer is not None:
            answers[about] = answer
        return answer is not None

    for question in _beyond(positions, options):
        _require_begun(options)
        if (soon_answer := soon(question)) is not None:
            answers[question.rule, question.wanted] = soon_answer
        else:
            proves("proof", question)
    while True:
        result = stop = None
        try:
            result = answer(asking)
        except Stopped:
            raise
        except OutOfReach as problem:
            stop = problem
        if refused and proves("last", refused.pop()):  # facts may have said who wins, and no value
            continue
        if stop is not None:
            raise stop
        assert result is not None
        return result


def _beyond(positions: Iterable[Position], options: SearchOptions) -> list[Question]:
    """What is asked about rules of which some position has a state that is beyond tables: all their states."""
    positions = list(positions)
    if not any(map(is_own, engines.rules_of(positions))):
        return []
    groups: dict[tuple[Rule, Wanted], list[State]] = {}
    for position in positions:
        for component in filter(lambda component: is_own(component.rule), position.components):
            groups.setdefault((component.rule, WINNER if lone_part(position) else VALUES), []).extend(component.states)
    questions = [
        Question(((rule, states),), wanted=wanted, options=options) for (rule, wanted), states in groups.items()
    ]
    return list(filter(is_beyond_tables, questions))


def _proof(rule: Rule, misere: bool, what: What | None, seconds: float | None, processor: float) -> Proof | None:
    from grundy.api.prove import proof_soon  # which loads all of theorems

    return proof_soon(rule, misere, what, seconds, processor)


# How a position is searched within a session, which begins with the first search: most positions need none.

OTHERS = 300 * 2**20  # bytes that the process needs beside the tables of a search
LEAST = 16 * 2**20


def for_tables(memory: int | None) -> int | None:
    """What a limit of memory leaves for the tables of a search."""
    return None if memory is None else max(LEAST, memory - OTHERS)


def bounded_by(seconds: float) -> SearchOptions:
    """A search that gives up after so many seconds: it then raises Stopped, an OutOfReach."""

    def run(work: Work) -> Any:
        from grundy.runs.loop import run_with_limits

        return run_with_limits(work, time_limit=seconds).require()

    return SearchOptions(run=run, bounded=True, seconds=seconds)


def searching(
    session: Session,
    position: Position,
    misere: bool,
    method: Method,
    cores: int | None,
    part_values: PartValues | None = None,
    elsewhere: Elsewhere | None = None,
) -> SearchOptions:
    """How the questions about a position are searched in a session.

    Args:    cores: how many may search at once; None: all. part_values: of earlier searches.
             elsewhere: whose workers are asked about the openings of boards.
    Raises:  BadRule: no such method or number of cores.
    """
    if method not in METHODS:
        raise BadRule(f"expected a method ({', '.join(METHODS)}), found {method!r}")
    require_number("a number of cores", cores, 1)
    from grundy.runs.memory import available_cores

    limits = session.limits

    def run(work: Work) -> Any:
        if not session.has_begun:
            from grundy.api.run_record import run_of

            key = f"{position}{' misere' * misere}"
            session.begin(run_of([position], key, {"method": method}, f"search {key}", f"search {key}"))
        return session.phase(work)

    bounded = limits.time_limit is not None or limits.memory is not None
    memory = for_tables(limits.memory)
    cores = cores or available_cores()
    return SearchOptions(
        method, memory, run, bounded, cores, part_values, elsewhere, limits.estimate, limits.time_limit
    )


# Values of the parts of boards, kept in a file from one search to the next, and shared between machines.


@contextmanager
def keeping_values(files: Sequence[str | Path], anyway: bool = False) -> Iterator[PartValues | None]:
    """The values of some files, merged; at the end the first has them all, and those that were found meanwhile.

    Args:    files: the first is made if it is not there, the others are only read. anyway: whether values are kept as
             long as this lasts where there are no files; what an answer takes to find, its proof need not find again.
    Raises:  StoreError: a file cannot be read, is foreign, damaged or of another format; two have two values for one
             part; the first cannot be written.
    """
    if not files and not anyway:
        yield None
        return
    from pathlib import Path

    from grundy.engines.part_values import PartValues

    if not files:
        yield PartValues("")
        return
    first, *others = map(Path, files)
    values = PartValues(", ".join(map(str, files)))
    for path in [first] * first.exists() + others:
        _add(values, path)
    before = values.count
    try:
        yield values
    except StoreError:  # what was read is not right
        raise
    except BaseException:  # what was found until it was stopped is right all the same
        _write(values, first, bool(others) or values.count != before)
        raise
    _write(values, first, bool(others) or values.count != before)


def _write(values: PartValues, path: Path, changed: bool) -> None:
    from grundy.runs.values_file import write_values

    if changed or not path.exists():
        if path.exists():  # another process may have added to it meanwhile
            _add(values, path)
        write_values(path, values.families)


def _add(values: PartValues, path: Path) -> None:
    from grundy.runs.values_file import read_values

    for name, entries in read_values(path).items():
        values.put(name, entries)
