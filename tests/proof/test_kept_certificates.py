"""A certificate takes its name only when the checker has read it back, and it says what the answer says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from certificate_texts import accepted
from click.testing import CliRunner, Result
from limits import set_limits
from waiting import PATIENCE, is_running, wait_until

from grundy.cli.main import cli
from grundy.errors import StoreError
from grundy.model.period import Repetition
from grundy.model.rule import rule
from grundy.model.shapes import TakeAway
from grundy.notation.expression import parse, parse_rule
from grundy.proof import certify, certify_position, certify_table, check, keep, net, strategy

ANOTHER = "grundy-certificate 1\n# of another day\n"
OWN = "def take(n):\n    for k in (1, 2):\n        if k <= n:\n            yield n - k\n"


def call(*words: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, words)))


def changed(lines: Any, *changes: tuple[str, str]) -> list[str]:
    table = dict(changes)
    replaced = [table.get(line, line) for line in lines]
    assert replaced != list(lines)
    return replaced


def test_what_is_written_was_checked(tmp_path: Path) -> None:
    file, table = tmp_path / "it.txt", tmp_path / "it.npy"
    for words in (
        ["period", "kayles", "--certificate", file], ["period", "all-but:1,2", "--certificate", file],
        ["solve", "cram", "3x4", "--certificate", file], ["solve", "kayles", "4 4", "--misere", "--strategy", file],
    ):  # fmt: skip
        done = call(*words, "--no-store")
        assert done.exit_code == 0, done.output
        assert done.stdout.endswith(f"it.txt; checked: 'grundy verify {file}' does it again.\n")
        assert call("verify", file).exit_code == 0 and not list(tmp_path.glob("*.new"))
        file.unlink()
    done = call("table", "wythoff", "--box", "5x6", "--out", table, "--certificate", file, "--no-store")
    assert done.exit_code == 0 and done.stderr == "" and call("verify", file).exit_code == 0
    done = call("solve", "kayles", "7 5", "--certificate", file, "--json", "--no-store")
    assert done.exit_code == 0 and done.stderr == "" and done.stdout.count("\n") == 1


FAULTS: dict[str, tuple[list[str], Any, str, Callable[[Any], Any], str]] = {
    # words, module and name of what is wrong there, how, and what is said
    "another period": (
        ["period", "take-away:1,2", "--certificate"], certify, "_take_away",
        lambda right: lambda *asked: right(parse_rule("take-away:1,2,3"), (1, 2, 3), Repetition(4, 0), ()),
        "claims least period 4, least pre-period 0, by all pairs in 8 heaps, which is not the answer",
    ),
    "another pre-period": (
        ["period", "kayles", "--certificate"], certify, "certificate",
        lambda right: lambda *asked: changed(right(*asked), ("preperiod 71", "preperiod 72")),
        "claims least period 12, least pre-period 72, by all pairs in 168 heaps, which is not the answer",
    ),
    "another saltus": (
        ["period", "all-but:1,2", "--certificate"], certify, "certificate",
        lambda right: lambda *asked: changed(right(*asked), ("saltus 1", "saltus 2")), "saltus 2, in 64 heaps, which",
    ),
    "a value that is false": (
        ["period", "take-away:1,2", "--certificate"], certify, "certificate",
        lambda right: lambda *asked: changed(right(*asked), ("0 0 1 2 0 1 2", "0 0 1 2 0 1 3")),
        "the checker refused: line 9: the values of heaps 2 and 5 differ",
    ),
    "another value": (
        ["solve", "kayles", "7 5", "--certificate"], certify_position, "certificate",
        lambda right: lambda position, way: right(parse("kayles(7 4)"), way),
        "claims nim-value 3 of the heaps 4 7, so the first player wins, by",
    ),
    "a value that is no value": (
        ["solve", "cram", "3x3", "--certificate"], certify_position, "certificate",
        lambda right: lambda *asked: changed(right(*asked), ("value 0", "value 1")),
        "claims nim-value 1 of the set 1ff, so the first player wins, by 3 smaller claims, which is not the answer",
    ),
    "another winner": (
        ["solve", "cram", "3x3", "--strategy"], strategy, "strategy",
        lambda right: lambda position, misere, way: right(parse("cram(3x4)"), misere, way),
        "claims the first player wins normal play from",
    ),
    "another play": (
        ["solve", "cram", "2x2", "--misere", "--strategy"], strategy, "strategy",
        lambda right: lambda position, misere, way: right(parse("cram(2x3)"), False, way),
        "claims the first player wins normal play from",
    ),
    "another table": (
        ["table", "take-away:1,2", "--states", "30", "--out", "TABLE", "--certificate"], certify_table, "_moves",
        lambda right: lambda rule, *rest: right(parse_rule("take-away:1,3"), *rest),
        "the checker refused: heap 2: ",
    ),
    "another shape": (
        ["table", "take-away:1,2", "--states", "30", "--out", "TABLE", "--certificate"], certify_table, "certificate",
        lambda right: lambda *asked: changed(right(*asked), ("play normal", "play misere")), "the checker refused: ",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("fault", "before"), [*((fault, False) for fault in FAULTS), ("another period", True), ("another table", True)]
)
def test_a_certificate_that_differs_from_the_answer_is_not_written(
    fault: str, before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, module, name, wrong, told = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong(getattr(module, name)))
    file = tmp_path / "it.txt"
    if before:
        file.write_text(ANOTHER)
    done = call(*(str(tmp_path / "t.npy") if word == "TABLE" else word for word in words), file, "--no-store")
    assert isinstance(done.exception, keep.FalseCertificate)  # the command line ends with status 2
    assert f"{file}: not written, for " in str(done.exception) and told in str(done.exception)
    assert "Proved" not in done.stdout and "wins" not in done.stdout and "nim-value" not in done.stdout
    assert file.exists() == before and not list(tmp_path.glob("*.new"))
    assert not before or file.read_text() == ANOTHER


def test_what_is_read_off_code_wrongly_is_listed_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the code was misread: the moves of each heap in the certificate are compared with what the code does."""
    (tmp_path / "own.py").write_text(f"import grundy\n\n\n@grundy.rule\n{OWN}")
    monkeypatch.setattr(net, "plain_shape", lambda rule: TakeAway((1, 3)))
    file = tmp_path / "it.txt"
    done = call("solve", tmp_path / "own.py", "5", "--certificate", file, "--no-store")
    assert done.exit_code == 0 and "nim-value 2" in done.output
    assert "\nnodes " in file.read_text() and "\namounts" not in file.read_text()
    monkeypatch.setattr(net, "plain_shape", lambda rule: TakeAway((1, 2)))
    assert call("solve", tmp_path / "own.py", "5", "--certificate", file, "--no-store").exit_code == 0
    assert "\namounts 1 2\n" in file.read_text()


def test_digits_as_text_in_a_rule_are_certified_as_they_are_played() -> None:
    """From a heap whose digits begin with 77 two may be taken, besides one."""

    @rule
    def sevens(n):  # type: ignore[no-untyped-def]
        if n >= 1:
            yield n - 1
        if f"{n}"[:2] == "77":
            yield n - 2

    values: list[int] = []
    for n in range(80):
        left = {values[n - 1]} if n else set()
        left |= {values[n - 2]} if f"{n}"[:2] == "77" else set()
        values.append(next(v for v in range(3) if v not in left))
    for n in (76, 77, 78, 79):
        lines = certify_position.certificate(sevens(n))
        assert f"value {values[n]}" in lines and accepted("".join(f"{line}\n" for line in lines))


HONEST = ["grundy-certificate 1", "kind position", "amounts 1", "position 1", "value 1", "claims 1", "set 1 1", "end"]


def test_what_takes_longer_than_the_work_is_said_to_be_unchecked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = keep.BOUNDED.replace("runpy.run_path", "while True: pass\nrunpy.run_path")
    set_limits(monkeypatch, "proof", BOUNDED=slow)
    set_limits(monkeypatch, "proof", LEAST=0.05)
    file = tmp_path / "it.txt"
    assert keep.write(file, HONEST, "nim-value 1 of .*") is False
    assert file.read_bytes().startswith(b"grundy-certificate 1\n") and list(tmp_path.iterdir()) == [file]
    done = call("solve", "kayles", "7 5", "--certificate", file, "--no-store")
    assert done.exit_code == 0
    assert done.stdout.endswith(f"Certificate: {file}; not checked yet: 'grundy verify {file}' does it.\n")
    done = call("solve", "kayles", "7 5", "--certificate", file, "--no-store", "--json")
    assert done.exit_code == 0 and done.stdout.count("\n") == 1 and "; not checked yet: " in done.stderr


def test_the_claim_of_what_takes_too_long_is_read_back_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_limits(monkeypatch, "proof", MOST_LISTED=2000, STEPS=1)
    file = tmp_path / "it.txt"
    done = call("period", "take-away:10,40,121,161", "--certificate", file, "--no-store")
    assert done.exit_code == 0 and "; not checked yet: " in done.stdout
    lines = file.read_text().splitlines()[:-1]
    for period, preperiod in ((61291, 2508), (61290, 2509)):
        with pytest.raises(keep.FalseCertificate, match="which is not the answer"):
            keep.write(tmp_path / "no.txt", lines, keep.period_claim(Repetition(period, preperiod)))
    assert keep.write(file, lines, keep.period_claim(Repetition(61291, 2509))) is False


def test_nothing_is_left_where_the_reading_back_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[str]] = []
    right = subprocess.Popen

    def popen(*words: Any, **more: Any) -> subprocess.Popen[str]:
        begun.append(right(*words, **more))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    set_limits(monkeypatch, "proof", BOUNDED="import signal; signal.pause()")
    work: Iterator[None] = keep.keep(tmp_path / "it.txt", HONEST, ".*")
    next(work)
    assert [path.name for path in tmp_path.iterdir()] == ["it.txt.new"] and begun[0].poll() is None
    work.close()  # type: ignore[attr-defined]
    assert list(tmp_path.iterdir()) == [] and begun[0].poll() is not None


def test_ctrl_c_while_the_checker_is_looked_at_does_not_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`Popen.wait` takes a lock; an interrupt right after that left it taken, and the next wait was for ever."""
    right = subprocess.Popen

    class Interrupted(right):  # type: ignore[type-arg, misc, valid-type]
        def wait(self, timeout: float | None = None) -> int:
            if not self._waitpid_lock.locked():
                self._waitpid_lock.acquire()
                raise KeyboardInterrupt
            if timeout is None:
                pytest.fail("it waits for ever")
            return int(super().wait(timeout))

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    set_limits(monkeypatch, "proof", PATIENCE=0.1)
    with pytest.raises(KeyboardInterrupt):
        keep.write(tmp_path / "it.txt", HONEST, ".*")
    assert list(tmp_path.iterdir()) == []


def test_the_checker_ends_with_who_began_it(tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from grundy.proof import keep as keeping
keeping.BOUNDED = keeping.BOUNDED.replace("runpy.run_path", {"import signal; print(os.getpid()); signal.pause()#"!r})
right = keeping.subprocess.Popen
def popen(*words, **more):
    process = right(*words, **more)
    print(process.stdout.readline(), flush=True)
    return process
keeping.subprocess.Popen = popen
keeping.write(Path("it.txt"), {HONEST!r}, ".*", {PATIENCE})
"""
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        checker = int(process.stdout.readline())
        os.kill(checker, 0)
        process.kill()
        process.wait()
        wait_until(lambda: not is_running(checker), "the checker to end")


def test_without_a_process_for_the_checker_it_is_unchecked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep.sys, "executable", str(tmp_path / "none"))  # type: ignore[attr-defined]
    assert keep.write(tmp_path / "it.txt", HONEST, ".*") is False
    with pytest.raises(StoreError):
        keep.write(tmp_path / "no" / "it.txt", HONEST, ".*")
    assert check.__file__.endswith("check.py")
