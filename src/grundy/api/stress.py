"""The verb `stress`: the smallest input on which a program fails, of a judge's format, a game or a rule."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, product
from math import inf
from pathlib import Path
from random import Random
from typing import IO, Any, Literal, TypeAlias, get_args

from grundy.api.answers import values_of, who_win
from grundy.api.constraints import require_fitting
from grundy.api.judge import answer, format_named
from grundy.api.outcomes import convention_of
from grundy.api.states import StateMap, state_map
from grundy.api.work import read_seconds, require_number, rule_of, session_of
from grundy.errors import BadRule, BadText, Finding, GrundyError, Stopped, Terminated
from grundy.judges import BY_NAME, Judge
from grundy.judges.inputs import smaller_piles
from grundy.model.convention import Convention, Winner, nim_sum
from grundy.model.given import plain
from grundy.model.option import State
from grundy.model.rule import Component, Position, Rule
from grundy.model.stress import Failure, Kind, Report
from grundy.notation.expression import names_file, parse_rule
from grundy.runs.chunk import Chunk, map_chunks
from grundy.runs.clock import CLOCK
from grundy.runs.loop import TICK
from grundy.runs.session import Session
from grundy.text.reader import quote
from grundy.text.terminal import as_typed

# Testing a program of the user's: all smallest inputs, then random ones, and the smallest that it fails on.

Case: TypeAlias = Any
CASES = 1000
SECONDS = 20.0
RUN_SECONDS = 2.0
MOST_OUTPUT = 1 << 20  # bytes that are read of one run
_FIRST = 10  # small cases before any random one
_LARGEST = 40  # the size of the largest random cases
_STRIDE = 13  # from size to size: all of them come, in no order
_SHRINKS = 2000  # runs spent on making a failing input smaller
_KEPT = 10_000  # characters of a wrong output


@dataclass(frozen=True, slots=True)
class StressTask:
    """What a program is tested on.

    Fields:  name: of the game or the format.
             small: all small cases, the smallest first. random: a case of about a size, 1 or more.
             smaller: the cases to try in place of one, the smallest first; each must be smaller by some measure.
             write: the input for some cases. answer: the right output for them, a line for each.
             line: a regular expression for what a line of output may be at all. words: the same for people.
             most: cases in an input.
             agrees: whether a line is right for a case, where more lines are than that of `answer`.
    """

    name: str
    small: Callable[[], Iterator[Case]]
    random: Callable[[Random, int], Case]
    smaller: Callable[[Case], Iterator[Case]]
    write: Callable[[Sequence[Case]], str]
    answer: Callable[[Sequence[Case]], str]
    line: str
    words: str
    most: int = 1
    agrees: Callable[[Case, str], bool] | None = None


Steps: TypeAlias = Generator[None, None, "Failure | None"]
"""Yields while a program runs, so that the loop for long work may end it; returns how it fails."""


@dataclass(slots=True)
class StressProgress:
    """What is known by now: how many cases in how many runs, and the smallest failing input."""

    cases: int = 0
    runs: int = 0
    failure: Failure | None = None

    @property
    def known(self) -> str:
        """The same in words."""
        return f"a failure, {self.failure.message}" if self.failure else f"no failure in {self.cases:,} cases"


def run_task(
    task: StressTask,
    program: Sequence[str],
    seed: int = 1,
    cases: int = CASES,
    seconds: float = SECONDS,
    run_seconds: float = RUN_SECONDS,
    session: Session | None = None,
) -> Report:
    """Run a program on the smallest inputs and on random ones; the first failure, made as small as it gets.

    Args:    program: the command and its arguments; no shell reads them.
             seed: of the random cases, which are the same for a seed whatever the program does.
             cases: half of them the smallest, half random. seconds: no input is begun after that.
             run_seconds: the time limit for one run. session: shows progress, and may have a limit of memory.
    Returns: see Report; Ctrl-C is no exception, but ends the search with what is known.
    Raises:  BadText: a program that cannot be started. Stopped: a limit of the session was met. Terminated: by SIGTERM.
             A failure that is known by then is in what the session has of its answer.
    """
    begun = CLOCK.now()
    tried = StressProgress()
    batches = _batches(task, Random(plain(seed)), cases)

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        def chunk() -> Chunk:
            spent = CLOCK.now() - begun
            sooner = tried.cases and tried.cases * seconds < cases * spent  # the time is over before all are tried
            return Chunk(tried.cases, 0 if sooner or tried.failure else cases, "cases", {}, tried.known)

        for batch in batches:
            if tried.runs and CLOCK.now() - begun > seconds:
                return
            failure = yield from map_chunks(lambda _: chunk(), _failure(task, program, batch, run_seconds))
            tried.cases, tried.runs, tried.failure = tried.cases + len(batch), tried.runs + 1, failure
            yield chunk()
            if failure:
                for smaller in _smallest(task, program, batch, failure, run_seconds, seconds):
                    tried.failure = smaller or tried.failure
                    yield chunk()
                return

    def report(interrupted: bool) -> Report:
        spent = CLOCK.now() - begun
        return Report(task.name, tuple(program), seed, tried.cases, tried.runs, spent, tried.failure, interrupted)

    session = session or Session()
    try:
        session.work(work)
    except (Stopped, Terminated):
        session.partial = report(interrupted=True) if tried.failure else None
        raise
    except KeyboardInterrupt:
        return report(interrupted=True)
    return report(interrupted=False)


def _batches(task: StressTask, chances: Random, cases: int) -> Iterator[list[Case]]:
    """Small and random inputs in turn, after a few small ones, so that a slow program meets both."""
    small = _small_batches(task, (cases + 1) // 2)
    random = _random_batches(task, chances, cases // 2)
    yield from islice(small, max(1, _FIRST // task.most))
    while batches := [batch for batch in (next(small, None), next(random, None)) if batch]:
        yield from batches


def _small_batches(task: StressTask, cases: int) -> Iterator[list[Case]]:
    small = islice(task.small(), cases)
    while batch := list(islice(small, task.most)):
        yield batch


def _random_batches(task: StressTask, chances: Random, cases: int) -> Iterator[list[Case]]:
    done = 0
    while done < cases:
        count = min(cases - done, chances.randint(1, task.most))
        # large ones from the start, for a slow program meets few: what fails is made small anyway
        yield [task.random(chances, 1 + (done + i) * _STRIDE % _LARGEST) for i in range(count)]
        done += count


def _failure(
    task: StressTask, program: Sequence[str], batch: Sequence[Case], limit: float, only: Kind | None = None
) -> Steps:
    """How the program fails on these cases; `only`: if it fails in this way."""
    text, expected = task.write(batch), task.answer(batch)
    run = yield from _run(program, text, limit)
    kind, says = _verdict(task, run, batch, expected, limit)
    if kind is None or (only and kind != only):
        return None
    return Failure(kind, says, text, expected, run.output[:_KEPT].decode("utf-8", "backslashreplace"))


def _verdict(
    task: StressTask, run: ProgramRun, batch: Sequence[Case], expected: str, limit: float
) -> tuple[Kind | None, str]:
    """What is wrong with a run, in a word and in a sentence."""
    if run.flooded:
        return "garbage", f"more than {MOST_OUTPUT >> 20} MiB of output"
    if run.status is None:
        return "time limit", f"no answer within {limit:g} s"
    if run.status:
        return "crash", _how_it_ended(run)
    try:
        output = run.output.decode()
    except UnicodeDecodeError:
        return "garbage", "output that is not UTF-8"
    printed = [line.rstrip() for line in output.rstrip().split("\n")] if output.strip() else []
    right = expected.splitlines()
    if not printed:
        return "garbage", "no output"
    for number, line in enumerate(printed, 1):
        if not re.fullmatch(task.line, line):
            return "garbage", f"line {number} of the output: expected {task.words}, found {line[:60]!r}"
    if len(printed) != len(right):
        return "garbage", f"lines of output: expected {len(right):,}, found {len(printed):,}"
    for number, (line, wanted) in enumerate(zip(printed, right, strict=True), 1):
        if line != wanted and not (task.agrees and task.agrees(batch[number - 1], line)):
            return "wrong answer", f"line {number}: expected {wanted}, found {line}"
    return None, ""


def _how_it_ended(run: ProgramRun) -> str:
    assert run.status
    lines = run.errors.decode("utf-8", "backslashreplace").strip().splitlines()
    last = f", saying {lines[-1][:200]!r}" if lines else ""
    if run.status < 0:
        try:
            return f"killed by {signal.Signals(-run.status).name}{last}"
        except ValueError:
            return f"killed by signal {-run.status}{last}"
    return f"exit status {run.status}{last}"


def _smallest(
    task: StressTask, program: Sequence[str], batch: list[Case], failure: Failure, limit: float, seconds: float
) -> Iterator[Failure | None]:
    """Ever smaller failing inputs: fewer cases first, then smaller ones; each fails in the same way. None: not yet."""
    end = CLOCK.now() + seconds
    tries = 0

    def fails(cases: list[Case]) -> Steps:
        nonlocal tries
        tries += 1
        if tries > _SHRINKS or CLOCK.now() > end:
            return None
        return (yield from _failure(task, program, cases, limit, failure.kind))

    best = failure
    for cases in _single_out(batch, failure):
        if smaller := (yield from fails(cases)):
            batch, best = cases, smaller
            yield best
            break
    size = len(batch) // 2
    while size:  # leave out ever smaller pieces
        at = 0
        while at < len(batch) and len(batch) > size:
            fewer = batch[:at] + batch[at + size :]
            if smaller := (yield from fails(fewer)):
                batch, best = fewer, smaller
                yield best
            else:
                at += size
        size //= 2
    changed = True
    while changed:
        changed = False
        for at, case in enumerate(batch):
            for candidate in task.smaller(case):
                cases = [*batch[:at], candidate, *batch[at + 1 :]]
                if smaller := (yield from fails(cases)):
                    batch, best, changed = cases, smaller, True
                    yield best
                    break
            if changed:
                break
    tries, end = 0, CLOCK.now() + 2 * limit
    again = yield from fails(batch)
    yield again or replace(best, steady=False)


def _single_out(batch: list[Case], failure: Failure) -> Iterator[list[Case]]:
    """The case of the first wrong line alone; then all up to it, if it takes more than one to fail."""
    line = re.match(r"line (\d+): expected", failure.message)
    if line and len(batch) > 1:
        at = int(line[1]) - 1
        yield [batch[at]]
        if at + 1 < len(batch):
            yield batch[: at + 1]


@dataclass(slots=True)
class ProgramRun:
    """What a program did; `status` is None if it was stopped."""

    output: bytes = b""
    errors: bytes = b""
    status: int | None = None
    flooded: bool = False


def _run(program: Sequence[str], text: str, limit: float) -> Generator[None, None, ProgramRun]:
    """Run a program on an input, within a time limit and a limit on its output; closed while it runs, it is ended."""
    run = ProgramRun()
    with tempfile.TemporaryFile() as source:
        source.write(text.encode())
        source.seek(0)
        try:
            process = subprocess.Popen(
                list(program), stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise BadText([Finding(1, 1, _wanted(program), f"{program[0]!r}: {reason}", "<argument>")]) from None
        assert process.stdout and process.stderr
        readers = [
            threading.Thread(target=_read, args=(process, process.stdout, run, "output"), daemon=True),
            threading.Thread(target=_read, args=(process, process.stderr, run, "errors"), daemon=True),
        ]
        for reader in readers:
            reader.start()
        end = CLOCK.now() + limit
        try:
            while run.status is None and (left := end - CLOCK.now()) > 0:
                try:
                    run.status = process.wait(min(TICK, left))
                except subprocess.TimeoutExpired:
                    yield
        finally:
            _stop(process)
            for reader in readers:
                reader.join(1)
    return run


def _wanted(program: Sequence[str]) -> str:
    name = program[0] if program else ""
    if name.endswith(".py"):
        return f"a program that can be started, as in 'python3 {name}'"
    if name and "/" not in name and "\\" not in name:
        return f"a program that can be started, as in './{name}'"
    return "a program that can be started"


def _read(process: subprocess.Popen[bytes], pipe: IO[bytes], run: ProgramRun, name: str) -> None:
    """Read a pipe to its end; too much output ends the program, too many errors are dropped."""
    pieces: list[bytes] = []
    size = 0
    while piece := pipe.read1(1 << 16):  # type: ignore[attr-defined]
        size += len(piece)
        if size <= MOST_OUTPUT:
            pieces.append(piece)
        elif name == "output":
            run.flooded = True
            _stop(process)
            break
    setattr(run, name, b"".join(pieces))
    pipe.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started."""
    import os

    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass
    if process.returncode is None:
        process.wait()


# The stress test of a program for one rule: it reads a position on a line and says who wins, or how, or the value.

Answers: TypeAlias = Literal["winner", "value", "move"]
WORDS = ("first", "second", "draw")
_WORD = re.compile(r"(?=.{1,60}$)[^\s,]+(?: [^\s,]+)*")
STATES = 100  # of one rule, from the smallest
MOST_PARTS = 4
_SUM = 40  # of the numbers in a tuple that is tried as a state


def rule_task(
    rule: Rule,
    answers: Answers = "winner",
    play: Convention = "normal",
    states: Sequence[State] | None = None,
    parts: int = MOST_PARTS,
    words: Sequence[str] = WORDS,
) -> StressTask:
    """The test of a program that reads a position of a rule, as the game writes it, and answers on one line.

    Args:    answers: "winner": the program says first or second; "value": the nim-value, in normal play alone;
             "move": one that wins, as the place of a state, from 1, and the numbers that the move leaves of it (those
             that allow no move may be left out), or second if there is none. play: in which; in loopy play there is
             also draw, of a winner and of a move; in misère play first says that there is no move, with which one wins.
             states: which parts a position may have, the smallest first; by default 0, 1, 2, ... or tuples of such.
             parts: at most so many side by side (in misère play at most 3).
             words: what the program prints for first, second and draw, the last of which may be left out.
    Raises:  BadRule: no such number is a state of the rule.

    >>> from grundy.games.heaps import nim
    >>> task = rule_task(nim)
    >>> case = (1, 2)
    >>> task.write([case]), task.answer([case])
    ('1 2\\n', 'first\\n')
    """
    first, second, draw = spelt = _spelt(words)
    if answers == "move" and any(re.fullmatch(r"[\d ]+", word) for word in spelt):
        raise BadRule(f"expected words that are no numbers, which a move is written with, found {','.join(words)!r}")
    state_list = list(states) if states is not None else smallest_states(rule)
    if answers == "move" and not all(isinstance(number, int) for state in state_list for number in _numbers(state)):
        raise BadRule(f"{rule.spec}: expected states that are numbers, which a move can be written with (no --moves)")
    most_parts = min(parts, 3 if play == "misere" else MOST_PARTS) if rule.space.part_name else 1

    def winners(positions: Sequence[Position]) -> list[Winner]:
        return who_win(positions, play)

    def moves(case: tuple[State, ...]) -> list[tuple[int, tuple[State, ...]]]:
        """The moves that win: the place of the state that is played in, from 1, and what is left of it."""
        made = [(at, option.parts) for at, state in enumerate(case) for option in rule.options(state)]
        after = [replace_states(rule, (*case[:at], *parts, *case[at + 1 :])) for at, parts in made]
        return [(at + 1, parts) for (at, parts), wins in zip(made, winners(after), strict=True) if wins == "second"]

    def agrees(case: tuple[State, ...], line: str) -> bool:
        place, *left = [0] if line in spelt else map(int, line.split())
        groups = [tuple(left[at : at + rule.arity]) for at in range(0, len(left), rule.arity)]
        printed = alive(groups if rule.arity > 1 else left)
        return any(place == at and printed == alive(parts) for at, parts in moves(case))

    def alive(parts: Iterable[Any]) -> list[Any]:
        """Those that allow a move, in order: others are worth nothing, and need not be printed."""
        return sorted(part for part in parts if not rule.fits(part) or any(True for _ in rule.options(part)))

    def winner(position: Position) -> str:
        return dict(zip(WORDS, spelt, strict=True))[winners([position])[0]]

    def right(case: tuple[State, ...]) -> str:
        position = replace_states(rule, case)
        if answers == "move":
            winning_moves = [(place, *chain.from_iterable(map(_numbers, parts))) for place, parts in moves(case)]
            return " ".join(map(str, winning_moves[0])) if winning_moves else winner(position)
        if answers == "winner":
            return winner(position)
        values = values_of(rule, case).values
        if not all(isinstance(value, int) for value in values):
            raise BadRule(f"{rule.spec}: expected nim-values, found {values} in {case}")
        return str(nim_sum(int(str(value)) for value in values))

    def small() -> Iterator[tuple[State, ...]]:
        for size in range(1, len(state_list) + 1):
            for parts in partitions(size, most_parts):
                yield tuple(state_list[part - 1] for part in parts)

    def random(chances: Random, size: int) -> tuple[State, ...]:
        reach = min(len(state_list), (4 + size) if play == "misere" else (4 + 3 * size))
        count = min(chances.choice([1, 1, 2, 3, 4]), most_parts)
        return tuple(state_list[chances.randrange(reach)] for _ in range(count))

    place = {state: at for at, state in enumerate(state_list)}

    def smaller(case: tuple[State, ...]) -> Iterator[tuple[State, ...]]:
        for parts in smaller_piles(0)(tuple(place[state] for state in case)):
            yield tuple(state_list[part] for part in parts)

    line, expected = {
        "winner": (f"{re.escape(first)}|{re.escape(second)}", f"{first} or {second}"),
        "value": (r"\d+", "a nim-value"),
        "move": (rf"{re.escape(second)}|\d+( \d+)*", f"{second}, or a place and the numbers that a move leaves there"),
    }[answers]
    if play == "loopy":
        line, expected = f"{re.escape(draw)}|{line}", f"{draw}, {expected}"
    if play == "misere" and answers == "move":
        line, expected = f"{re.escape(first)}|{line}", f"{first} (there is no move), {expected}"
    if answers == "winner" and spelt == WORDS:
        expected += " (--words names others)"
    return StressTask(
        rule.spec,
        small,
        random,
        smaller,
        lambda cases: "".join(f"{rule.space.write(case)}\n" for case in cases),
        lambda cases: "".join(f"{right(case)}\n" for case in cases),
        line,
        expected,
        agrees=agrees if answers == "move" else None,
    )


def _spelt(words: Sequence[str]) -> tuple[str, str, str]:
    """What a program prints for first, second and draw. Raises BadRule: too few or many, equal ones, or numbers."""
    spelt = (*words, *WORDS[2:]) if len(words) == 2 and not isinstance(words, str) else tuple(words)
    if len(set(spelt)) != 3 or not all(isinstance(word, str) and _WORD.fullmatch(word) for word in spelt):
        text = ",".join(map(str, words))
        raise BadRule(f"expected words for first and second, and perhaps draw, as in Alice,Bob, found {text!r}")
    return spelt  # type: ignore[return-value]


def _numbers(state: Any) -> tuple[Any, ...]:
    return state if isinstance(state, tuple) else (state,)


def replace_states(rule: Rule, states: Sequence[State]) -> Position:
    """The position with these states, each a whole one."""
    return Position((Component(rule, tuple(states)),))


def smallest_states(rule: Rule, most: int = STATES) -> list[State]:
    """The first states of a rule among 0, 1, 2, ..., or among tuples of such, those with the smallest sum first."""
    problem: BadRule | None = None
    states: list[State] = []
    for tried, state in enumerate(_candidates(rule), 1):
        try:
            rule(state)
            for _ in rule.options(state):
                pass
        except BadRule as refused:
            problem = problem or refused
        else:
            states.append(state)
        if len(states) == most or (tried > 4 * most and not states):
            break
    if not states:
        ways = "give others as starts=[...] of grundy.stress"
        raise BadRule(f"{rule.spec}: expected states that are numbers or tuples of them; {ways} ({problem})")
    return states


def _candidates(rule: Rule) -> Iterator[State]:
    if rule.arity == 1 and rule.space.contains(0):
        yield from range(4 * STATES)
        return
    lengths = (rule.arity,) if rule.arity > 1 else (1, 2, 3)
    for total in range(_SUM):
        for length in lengths:
            yield from (pair for pair in product(range(total + 1), repeat=length) if sum(pair) == total)


def mapped_states(rule: Rule, of: StateMap) -> list[State]:
    """The states that a map gives of 0, 1, 2, ..., each once; for `states` of `rule_task`."""
    mapped = state_map(rule, of)
    return list(islice(dict.fromkeys(chain.from_iterable(map(mapped.states, range(STATES)))), 4 * STATES))


def reachable_states(rule: Rule, starts: Sequence[State], most: int = 4 * STATES) -> list[State]:
    """The states that play comes to from some, those that end it first; for `states` of `rule_task`."""
    seen = dict.fromkeys(starts)
    queue = list(starts)
    for state in queue:
        for option in rule.options(state):
            for part in option.parts:
                if part not in seen and len(seen) < most:
                    seen[part] = None
                    queue.append(part)
    return queue[::-1]


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of at most so many positive numbers, in decreasing order; fewest first.

    >>> list(partitions(4, 3))
    [(4,), (3, 1), (2, 2), (2, 1, 1)]
    """
    for parts in range(1, most + 1):
        stack: list[tuple[int, ...]] = [()]
        while stack:
            head = stack.pop()
            left = total - sum(head)
            if len(head) == parts - 1:
                if left >= 1 and (not head or left <= head[-1]):
                    yield (*head, left)
                continue
            top = min(left, head[-1] if head else left)
            stack.extend((*head, next_) for next_ in range(1, top + 1))


# The verb `stress`: the smallest input on which a program fails, of a judge's format, a game or a rule.


def format_task(judge: Judge, **options: str) -> StressTask:
    """The test of a program that reads a judge's format.

    >>> from grundy.judges import BY_NAME
    >>> task = format_task(BY_NAME["hdu5724-chess"])
    >>> print(task.write([(3,)]), task.answer([(3,)]), sep="")
    1
    1
    2 19 20
    NO
    <BLANKLINE>
    """
    inputs = judge.inputs
    if inputs is None:
        raise GrundyError(f"{judge.name}: expected a format that says how inputs are made (its `inputs`), found none")

    def right(cases: Sequence[Any]) -> str:
        return answer(judge, inputs.write(cases), "<stress>", **options)

    return StressTask(
        judge.name,
        inputs.small,
        inputs.random,
        inputs.smaller,
        inputs.write,
        right,
        inputs.line,
        inputs.words,
        inputs.most,
    )


def stress(
    game: str | Path | Rule | Judge,
    program: Sequence[str],
    *,
    settings: tuple[str, ...] = (),
    answers: Answers = "winner",
    misere: bool = False,
    loopy: bool = False,
    starts: Sequence[State] | None = None,
    of: StateMap | None = None,
    parts: int = MOST_PARTS,
    words: Sequence[str] = WORDS,
    seed: int = 1,
    cases: int = CASES,
    time_limit: float | str | None = SECONDS,
    run_seconds: float = RUN_SECONDS,
    memory: int | str | None = None,
    session: Session | None = None,
    **options: str,
) -> Report:
    """Run a program on the smallest and on random inputs until one of its answers is wrong.

    Parameters
    ----------
    game : str, Path, Rule or Judge
        A judge's format, whose inputs and outputs the program reads and writes; or a game: then it reads a position in
        a line and prints ``first`` or ``second``. The path of a file of yours may name either; the file is run.
    program : sequence of str
        The command and its arguments; no shell reads them.
    settings : tuple of str, optional
        Parameters of the game, as NAME=VALUE.
    answers : {"winner", "value", "move"}, optional
        Whether the program for a game prints who wins, or the nim-value, or a move that wins: the place of a state in
        the line, from 1, and the numbers that the move leaves of it, as in ``2 1 3``; or ``second`` if there is none.
    misere, loopy : bool, optional
        Whoever cannot move wins; play may come back to a position, and the program then also prints ``draw``.
    starts : sequence of states, optional
        Where play begins, where the states of a game are no numbers.
    of : str or callable, optional
        A map from 0, 1, 2, ... to states of any kind, or to lists of such, as for `table`: what a program is tried on.
    parts : int, optional
        At most so many states side by side.
    words : sequence of str, optional
        What the program prints for first, second and draw, as in ``("Alice", "Bob")``; draw may be left out.
    seed : int, optional
        Of the random inputs, which are the same for a seed whatever the program does.
    cases : int, optional
        How many are tried, half of them the smallest, half random.
    time_limit : float or str, optional
        No input is begun after so many seconds, or after a time such as "5min".
    run_seconds : float, optional
        The time limit for one run.
    memory, session : optional
        As for `Work`. The limit is for grundy, which may fill a table of a rule's values, and not for the program.
    **options
        Those of a format, such as ``game="nim"`` for ``"piles"``.

    Returns
    -------
    Report
        With the smallest failing input that was found, if any. Ctrl-C is no exception, but ends the search with what is
        known.

    Raises
    ------
    BadText, BadRule
        No such game, no program or one that cannot be started; numbers that are too small.
    GrundyError
        A format that does not say how inputs are made.
    Stopped
        The limit of memory was met.

    Examples
    --------
    >>> import sys
    >>> wrong = "print('first' if sum(map(int, input().split())) else 'second')"  # a sum for an XOR
    >>> report = stress("nim", [sys.executable, "-I", "-S", "-c", wrong], cases=40)
    >>> report.failure.input, report.failure.message
    ('1 1\\n', 'line 1: expected second, found first')
    """
    if isinstance(program, str) or not all(isinstance(word, str) for word in program):
        raise TypeError(f"expected a program and its arguments, as in ['python3', 'own.py'], found {program!r}")
    if not program:
        raise BadRule("expected a program and its arguments, as in ['python3', 'own.py'], found none")
    if answers not in get_args(Answers):
        raise BadRule(f"expected answers ({', '.join(get_args(Answers))}), found {answers!r}")
    require_number("a number of cases", cases, 1)
    require_number("a number of parts", parts, 1)
    limit = read_seconds(time_limit)
    seconds = inf if limit is None else limit
    judge = format_named(game) if isinstance(game, str | Path) else game if isinstance(game, Judge) else None
    require_fitting(
        "stress", values=answers == "value", moves=answers == "move", misere=misere, loopy=loopy,
        parts=parts != MOST_PARTS, words=tuple(words) != WORDS, set=bool(settings), starts=bool(starts),
        of=of is not None, format=judge is not None,
    )  # fmt: skip
    if judge is not None:
        task = format_task(judge, **options)
    else:
        assert not isinstance(game, Judge)
        try:
            rule = rule_of(game, settings)
        except BadText:
            _require_order(game, program)
            raise
        states = reachable_states(rule, starts) if starts else None if of is None else mapped_states(rule, of)
        task = rule_task(rule, answers, convention_of(misere, loopy), states, parts, words)
    with session_of({"session": session, "memory": memory}) as working:
        return run_task(task, program, seed, cases, seconds, run_seconds, working)


def _require_order(game: object, program: Sequence[str]) -> None:
    """Of a word that names no game: whether it is the program, with the game behind it. Raises BadText."""
    if isinstance(game, str) and program and shutil.which(game) and _may_be_a_game(program[-1]):
        meant = as_typed(("stress", program[-1], game, *program[:-1]))
        description = f"{quote(game)}; did you mean '{meant}'?"
        raise BadText([Finding(1, 1, "a game or a format before the program", description, "<argument>")])


def _may_be_a_game(word: str) -> bool:
    """Whether a word names one; a file, which would be run, is taken for one."""
    try:
        return names_file(word) or word in BY_NAME or bool(parse_rule(word))
    except GrundyError:
        return False
