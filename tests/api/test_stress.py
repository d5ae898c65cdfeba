"""A program of the user's meets all small inputs; what it does wrong is told apart and made small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from brute import Judge, bacteria, graph, nim, sequential_nim, take_away
from stressed import PATIENT, program, told, xor
from waiting import PATIENCE, is_running, wait_until

import grundy
from grundy import rule, to
from grundy.api.stress import ProgramRun, StressTask, format_task, partitions, rule_task, smallest_states
from grundy.api.stress import run_task as stress
from grundy.api.stress import stress as stress_program
from grundy.errors import BadRule, BadText
from grundy.judges import BY_NAME

# real programs


def test_right_program(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
        total = 0
        for word in input().split():
            total ^= int(word)
        print("first" if total else "second")
        """,
    )
    report = stress_program("nim", command, cases=40, **PATIENT)
    assert report.exit_status == 0
    assert report.cases == report.runs == 40
    assert told(report) == "No failure in 40 cases in 40 inputs, seed 1 (not a proof)."


def test_wrong_program(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
        total = 0
        for word in input().split():
            total += int(word) % 4
        print("first" if total else "second")
        """,
    )
    report = stress_program("take-away:1,2,3", command, cases=60, **PATIENT)
    failure = report.failure
    assert failure
    assert (report.exit_status, failure.kind, failure.steady) == (1, "wrong answer", True)
    assert (failure.input, failure.expected, failure.found) == ("1 1\n", "second\n", "first\n")
    assert told(report).startswith("Wrong answer: line 1: expected second, found first (found after ")
    assert report.as_dict()["failure"]["input"] == "1 1\n"


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("import sys; sys.exit(3)", "crash", "exit status 3"),
        ("1 // 0", "crash", "exit status 1, saying 'ZeroDivisionError: integer division or modulo by zero'"),
        ("import os; os.abort()", "crash", "killed by SIGABRT"),
        ("while True: pass", "time limit", "no answer within 0.2 s"),
        ("print('x' * 3_000_000)", "garbage", "more than 1 MiB of output"),
        ("while True: print('first' * 999)", "garbage", "more than 1 MiB of output"),
        (
            "print('hello')",
            "garbage",
            "line 1 of the output: expected first or second (--words names others), found 'hello'",
        ),
        (
            "print('First')",
            "garbage",
            "line 1 of the output: expected first or second (--words names others), found 'First'",
        ),
        ("pass", "garbage", "no output"),
        ("print('first\\nsecond')", "garbage", "lines of output: expected 1, found 2"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\n')", "garbage", "output that is not UTF-8"),
        ("import sys; sys.stderr.write('e' * 3_000_000); print('hello')", "garbage", "found 'hello'"),
    ],
)
def test_kinds_of_failure(tmp_path: Path, text: str, kind: str, says: str) -> None:
    limits = {"time_limit": 1, "run_seconds": 0.2} if kind == "time limit" else PATIENT
    report = stress_program("nim", program(tmp_path, text), cases=4, **limits)
    assert report.failure
    assert (report.failure.kind, report.exit_status) == (kind, 1)
    assert says in report.failure.message
    assert len(report.failure.found) <= 10_000


def test_blanks_at_the_ends_of_lines_are_no_failure(tmp_path: Path) -> None:
    text = "v = 0\nfor w in input().split(): v ^= int(w)\nprint('first ' if v else 'second\\t', end='\\r\\n\\n\\n')"
    assert stress_program("nim", program(tmp_path, text), cases=6, **PATIENT).exit_status == 0


def test_a_child_that_lives_on_is_ended(tmp_path: Path) -> None:
    """It has the end of the pipe on which the program's output is read."""
    file = tmp_path / "child"
    text = f"""
        import os, signal
        child = os.fork()
        if child == 0: signal.pause()
        open({str(file)!r}, "w").write(str(child))
        print('second')
    """
    assert stress_program("nim", program(tmp_path, text), cases=1, **PATIENT).failure is None
    wait_until(lambda: not is_running(int(file.read_text())), "the child to end")


def test_a_program_that_reads_nothing(tmp_path: Path) -> None:
    task = StressTask(
        "big",
        lambda: iter([0]),
        lambda r, n: 0,
        lambda c: iter(()),
        lambda c: "7 " * 10**6,
        lambda c: "ok\n",
        "ok",
        "ok",
    )
    assert stress(task, program(tmp_path, "print('ok')"), cases=1, run_seconds=PATIENCE).exit_status == 0


@pytest.mark.parametrize("command", [["./no such program"], ["no-such-program"], ["/"], ["a\0b"]])
def test_programs_that_do_not_start(command: list[str]) -> None:
    with pytest.raises(BadText, match="expected a program that can be started"):
        stress_program("nim", command)


def test_python_files_are_explained(tmp_path: Path) -> None:
    command = program(tmp_path, "print()")
    with pytest.raises(BadText, match=r"as in 'python3 .*program.py'"):
        stress_program("nim", command[-1:])


# what is tried, and how it is made smaller


def test_all_smallest_come_first(pretend: Any) -> None:
    seen: list[str] = []

    def right(text: str) -> str:
        seen.append(text.strip())
        return "first\n" if xor(text) else "second\n"

    pretend(right)
    stress_program("nim", ["x"], cases=120)
    assert seen[:8] == ["0", "1", "0 0", "2", "1 0", "0 0 0", "3", "2 0"]
    assert len(seen) == 120
    assert max(int(word) for text in seen for word in text.split()) > 20


def test_the_same_seed_gives_the_same_inputs(pretend: Any) -> None:
    def inputs(seed: int) -> list[str]:
        seen: list[str] = []
        pretend(lambda text: (seen.append(text), "first\n" if xor(text) else "second\n")[1])
        stress_program("nim", ["x"], cases=80, seed=seed)
        return seen

    assert inputs(5) == inputs(5) != inputs(6)


def test_made_as_small_as_it_gets(pretend: Any) -> None:
    pretend(lambda text: "first\n" if xor(text) or sum(map(int, text.split())) > 20 else "second\n")
    report = stress_program("nim", ["x"], cases=1000)
    assert report.failure
    sizes = sorted(map(int, report.failure.input.split()))
    assert sum(sizes) == 22  # the least even sum above 20: an XOR of 0 has one
    assert xor(report.failure.input) == 0


def test_smaller_ones_fail_in_the_same_way(pretend: Any) -> None:
    def answer(text: str) -> Any:
        if sum(map(int, text.split())) > 15:
            return ProgramRun(b"", b"oh\n", 7)
        if text.split() == ["9"]:
            return "what\n"
        return "first\n" if xor(text) else "second\n"

    pretend(answer)
    report = stress_program(grundy.nim, ["x"], cases=400)
    assert report.failure
    assert report.failure.kind in ("crash", "garbage")
    if report.failure.kind == "crash":
        assert sum(map(int, report.failure.input.split())) == 16


def test_a_program_that_fails_now_and_then(pretend: Any) -> None:
    runs = iter(range(10**6))
    pretend(lambda text: "first\n" if xor(text) or next(runs) == 3 else "second\n")
    report = stress_program("nim", ["x"], cases=100)
    assert report.failure
    assert not report.failure.steady
    assert "does not do the same each time" in told(report)


def test_time_is_kept(pretend: Any) -> None:
    pretend(lambda text: "first\n" if xor(text) else "second\n")
    assert stress_program("nim", ["x"], cases=1000, time_limit=0).runs == 1


def chess_answer(text: str, forget: bool) -> str:
    """HDU 5724; with `forget` the total of one case goes on into the next."""
    lines = iter(text.splitlines())

    def nim_value(columns: set[int]) -> int:
        """Runs of pieces between empty squares, from the right edge: the XOR of every second one."""
        runs = [0]
        for column in range(20, 0, -1):
            if column in columns:
                runs[-1] += 1
            else:
                runs.append(0)
        total = 0
        for run in runs[1::2]:
            total ^= run
        return total

    said = []
    total = 0
    for _ in range(int(next(lines))):
        if not forget:
            total = 0
        for _ in range(int(next(lines))):
            total ^= nim_value({int(column) for column in next(lines).split()[1:]})
        said.append("YES" if total else "NO")
    return "".join(f"{word}\n" for word in said)


def test_right_program_of_a_format(pretend: Any) -> None:
    pretend(lambda text: chess_answer(text, forget=False))
    report = stress_program("hdu5724-chess", ["x"], cases=300)
    assert (report.exit_status, report.cases) == (0, 300)
    assert report.runs < 30  # many cases an input


def test_two_cases_where_it_takes_two(pretend: Any) -> None:
    pretend(lambda text: chess_answer(text, forget=True))
    report = stress_program("hdu5724-chess", ["x"], cases=300)
    assert report.failure
    assert report.failure.input == "2\n1\n1 19\n1\n0\n"
    assert report.failure.expected == "YES\nNO\n"


# rules


@rule
def take_or_halve(n):  # type: ignore[no-untyped-def]
    if n >= 1:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield to(n // 2, n // 2)


@rule
def words(word):  # type: ignore[no-untyped-def]
    yield from (word[:at] + word[at + 1 :] for at in range(len(word)))


def test_nim_values(pretend: Any) -> None:
    values = [0, 1, 2]  # a sum of two equal heaps is 0; then 0, 1 in turn

    def answer(text: str) -> str:
        total = 0
        for word in text.split():
            n = int(word)
            total ^= values[n] if n < 3 else (n + 1) % 2
        return f"{total}\n"

    pretend(answer)
    assert stress_program(take_or_halve, ["x"], answers="value", cases=200).exit_status == 0
    values[1] = 3
    report = stress_program(take_or_halve, ["x"], answers="value", cases=200)
    assert report.failure
    assert (report.failure.input, report.failure.message) == ("1\n", "line 1: expected 1, found 3")


def test_moves(pretend: Any) -> None:
    """Any move that wins is right, and only such; parts that are worth nothing may be left out."""

    right = rule_task(grundy.kayles, "move").agrees
    assert right is not None
    rests = ["", *(f" {a}" for a in range(7)), *(f" {a} {b}" for a in range(1, 7) for b in range(a, 7))]
    # the nim-values of Kayles are 0 1 2 3 1 4 3 (Winning Ways, ch. 4), so the sum of 1, 3 and 6 is worth 1
    agreed = [f"{place}{rest}" for place in "123" for rest in rests if right((1, 3, 6), f"{place}{rest}")]
    assert agreed == ["1", "1 0", "2 2", "3 1 3"]
    assert right((1, 3, 6), "3 3 1") and not right((1, 3, 6), "second") and not right((1, 3, 6), "4 2")

    def answer(text: str) -> str:
        piles = list(map(int, text.split()))
        total = xor(text)
        moves = [f"{at + 1} {n ^ total}" for at, n in enumerate(piles) if n ^ total < n]
        return f"{moves[-1].removesuffix(' 0') if moves else 'second'}\n"

    pretend(answer)
    assert stress_program("nim", ["x"], answers="move", cases=200).exit_status == 0
    pretend(lambda text: answer(text).replace("1 1", "1 2"))
    report = stress_program("nim", ["x"], answers="move", cases=200)
    assert report.failure and report.failure.kind == "wrong answer"
    with pytest.raises(BadRule, match="states that are numbers"):
        stress_program(words, ["x"], starts=["abc"], answers="move")


def test_misere(pretend: Any) -> None:
    def answer(text: str) -> str:
        sizes = [int(word) for word in text.split()]
        first = xor(text) != 0 if max(sizes) > 1 else xor(text) == 0
        return "first\n" if first else "second\n"

    pretend(answer)
    assert stress_program("nim", ["x"], misere=True, cases=200).exit_status == 0
    with pytest.raises(BadRule, match="misère"):
        stress_program("nim", ["x"], misere=True, answers="value")


@pytest.mark.parametrize("spelt", [("Alice", "Bob"), ("YES", "NO"), ("1", "0"), ("Player 1", "Player 2", "tie")])
def test_words_of_the_statement(pretend: Any, spelt: tuple[str, ...]) -> None:
    pretend(lambda text: f"{spelt[0] if xor(text) else spelt[1]}\n")
    assert stress_program("nim", ["x"], words=spelt, cases=200).exit_status == 0
    pretend(lambda text: f"{spelt[0] if sum(map(int, text.split())) else spelt[1]}\n")
    report = stress_program("nim", ["x"], words=spelt, cases=200)
    assert report.failure and report.failure.message == f"line 1: expected {spelt[1]}, found {spelt[0]}"
    pretend(lambda text: "first\n")
    report = stress_program("nim", ["x"], words=spelt, cases=200)
    assert report.failure and report.failure.kind == "garbage"


@pytest.mark.parametrize(
    ("spelt", "more"),
    [
        (("a",), {}),
        (("a", "a"), {}),
        (("a", "draw"), {}),
        (("a", "b", "c", "d"), {}),
        (("", "b"), {}),
        (("a\n", "b"), {}),
        (("1", "2"), {"answers": "move"}),
    ],
)
def test_words_that_say_too_little_are_refused(spelt: tuple[str, ...], more: dict[str, Any]) -> None:
    with pytest.raises(BadRule, match="expected words"):
        stress_program("nim", ["x"], words=spelt, **more)


def test_words_of_a_format_are_its_own() -> None:
    with pytest.raises(BadRule, match="says what is read and printed"):
        stress_program("hdu5724-chess", ["x"], words=("a", "b"))


def test_pairs(pretend: Any) -> None:
    golden = (1 + 5**0.5) / 2

    def answer(text: str) -> str:
        small, large = sorted(map(int, text.split()))
        return "second\n" if small == int((large - small) * golden) else "first\n"

    pretend(answer)
    assert stress_program("wythoff", ["x"], cases=200).exit_status == 0
    assert smallest_states(grundy.wythoff, 4) == [(0, 0), (0, 1), (1, 0), (0, 2)]


def test_states_that_are_no_numbers(pretend: Any) -> None:
    with pytest.raises(BadRule, match="give others as starts="):
        stress_program(words, ["x"])
    pretend(lambda text: "first\n" if sum(len(word.strip("'")) for word in text.split()) % 2 else "second\n")
    assert stress_program(words, ["x"], starts=["abc"], cases=50).exit_status == 0


def test_rule_tasks_answer_rightly() -> None:
    task = rule_task(grundy.take_away(2, 3))
    judge = Judge(take_away((2, 3)))
    for case in islice(task.small(), 150):
        assert task.answer([case]) == ("first\n" if judge.wins(case) else "second\n")
        for smaller in task.smaller(case):
            assert (len(smaller), sum(smaller)) < (len(case) + 1, sum(case) + 1)


def test_partitions() -> None:
    counts = [len(list(partitions(total, total))) for total in range(1, 11)]
    assert counts == [1, 2, 3, 5, 7, 11, 15, 22, 30, 42]  # OEIS A000041
    assert list(partitions(5, 2)) == [(5,), (4, 1), (3, 2)]


# formats


def judged(name: str, case: Any) -> str:
    """The line that a case should get, by the rules once more."""
    if name in ("piles", "gfg-take-1-to-3"):
        wins = Judge(nim if name == "piles" else take_away((1, 2, 3))).wins(case)
        return ("first" if wins else "second") if name == "piles" else f"Player {1 if wins else 2} will win"
    if name == "cf1382b-sequential-nim":
        return "First" if Judge(sequential_nim).wins(case) else "Second"
    if name == "gcj2019-bacterial-tactics":
        return f"Case #1: {len(Judge(bacteria).winning(case))}"
    if name == "graph":
        _, arcs, tokens = case
        return "first" if Judge(graph(arcs)).wins(tokens) else "second"
    assert name == "poj2960-s-nim"
    takes, positions = case
    return "".join("W" if Judge(take_away(takes)).wins(position) else "L" for position in positions)


@pytest.mark.parametrize(
    "name",
    ["piles", "gfg-take-1-to-3", "cf1382b-sequential-nim", "gcj2019-bacterial-tactics", "graph", "poj2960-s-nim"],
)
def test_formats_answer_rightly(name: str) -> None:
    task = format_task(BY_NAME[name])
    for case in islice(task.small(), 60):
        assert task.answer([case]) == judged(name, case) + "\n"


@pytest.mark.parametrize("name", [name for name, judge in BY_NAME.items() if judge.inputs])
def test_formats_read_what_they_write(name: str) -> None:
    task = format_task(BY_NAME[name])
    chances = Random(2)
    small = list(islice(task.small(), 200))
    random = [task.random(chances, size) for size in (1, 1, 2, 3, 5, 8, 13, 21, 34, 40)]
    assert len({repr(case) for case in small}) == len(small)
    for batch in _batches(task, [*small, *random]):
        assert len(task.answer(batch).splitlines()) == len(batch)
    for case in random:
        for smaller in islice(task.smaller(case), 12):
            assert task.answer([smaller])
            assert smaller != case


def _batches(task: StressTask, cases: list[Any]) -> Iterator[list[Any]]:
    for first in range(0, len(cases), task.most):
        yield cases[first : first + task.most]


def test_options_of_a_format() -> None:
    task = format_task(BY_NAME["piles"], game="take-away:1,2,3", answers="AB")
    assert task.answer([(4,), (5,)]) == "B\nA\n"


# what is said


def test_what_a_program_prints_does_not_reach_the_terminal(pretend: Any) -> None:
    pretend(lambda text: "\x1b[31mred\x07" + "y" * 400 + "\r\n\n")
    lines = told(stress(rule_task(grundy.nim), ["it"], cases=4)).splitlines()
    assert lines[-2] == f"  \\x1b[31mred\\x07{'y' * 291}... (409 characters)"
    pretend(lambda text: "")
    assert told(stress(rule_task(grundy.nim), ["it"], cases=4)).endswith("Output of the program: nothing")


def test_large_inputs_come_soon(pretend: Any) -> None:
    # of a program that takes a quarter of a second, only small inputs were ever tried
    seen: list[str] = []
    pretend(lambda text: seen.append(text) or ("first\n" if xor(text) else "second\n"))
    stress(rule_task(grundy.nim), ["it"], cases=1000)
    assert max(int(word) for text in seen[:40] for word in text.split()) > 30


def test_one_state_alone(pretend: Any) -> None:
    seen: list[str] = []
    pretend(lambda text: seen.append(text) or ("first\n" if xor(text) else "second\n"))
    assert not stress(rule_task(grundy.nim, parts=1), ["it"], cases=150).failure
    assert len(seen) == 150 and all(len(text.split()) == 1 for text in seen)
