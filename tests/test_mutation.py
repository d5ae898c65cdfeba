"""The making of mutants itself: known faults of the checker are killed, and the checker as it is survives."""

from __future__ import annotations

import ast
import signal
from pathlib import Path

import mutation
import pytest
from trials.mutants import Mutant, mutants
from trials.verdicts import Case, complaint, crafted, true_texts

from grundy.proof import check

SMALL = '''"""What it does."""
LIMIT = 3
Name: TypeAlias = Literal["a", 1]


def least(numbers: list[int], most: int = 9) -> int:
    """The least."""
    for number in range(most):
        if number not in numbers and number < LIMIT:
            return min(number, most)
    raise ValueError("none")
'''


def test_each_kind_of_fault_is_made_once_and_words_are_left_alone() -> None:
    found = mutants(SMALL)
    lines = {(mutant.old, mutant.new) for mutant in found}
    assert len(lines) == len(found) == len({mutant.source for mutant in found})
    for old, new in (
        ("LIMIT = 3", "LIMIT = (4)"),
        ("LIMIT = 3", "LIMIT = (2)"),
        ("for number in range(most):", "for number in (range(most - 1)):"),
        ("if number not in numbers and number < LIMIT:", "if (number in numbers) and number < LIMIT:"),
        ("if number not in numbers and number < LIMIT:", "if number not in numbers and (number <= LIMIT):"),
        ("if number not in numbers and number < LIMIT:", "if (number not in numbers) or (number < LIMIT):"),
        ("if number not in numbers and number < LIMIT:", "if True:"),
        ("return min(number, most)", "return (max(number, most))"),
        ("return min(number, most)", "return None"),
        ('raise ValueError("none")', "pass"),
    ):
        plain = {(a, b.replace("(", "").replace(")", "")) for a, b in lines}
        assert (old, new.replace("(", "").replace(")", "")) in plain
    assert not any("TypeAlias" in old for old, _ in lines)  # mypy holds these, no test does
    for mutant in found:
        ast.parse(mutant.source)
        assert mutant.source.count("\n") == SMALL.count("\n")
        assert "What it does" in mutant.source and '"none"' in mutant.source + (
            "" if mutant.new != "pass" else '"none"'
        )
        assert mutant.unit == "" or (mutant.unit.startswith("def least") and mutant.unit in mutant.source)


@pytest.fixture(scope="module")
def faults() -> dict[str, Mutant]:
    return {one.name: one for one in mutants(mutation.path_of(mutation.CHECKER).read_text(encoding="utf-8"))}


KNOWN = (  # the start of the name, the end of it
    ("_mixed: ", "((total | twist))) & 1"),
    ("_Sums.check: ", "if (value != claim.value):"),
    ("_Sums.value: ", "total |= self._claims[number].value"),
    ("_read_masks: if move.need & move.off:", "-> if False:"),
    ("_primes: while q * q <= number:", "-> while False:"),
    ("_check_repetition: if e and", "-> if True:"),
    ("_check_growth: least += 1", "pass"),
    ("_Sums._answered: ", "-> return None"),
)


@pytest.mark.parametrize(("start", "end"), KNOWN)
def test_a_known_fault_of_the_checker_is_killed(start: str, end: str, faults: dict[str, Mutant]) -> None:
    """In a process of its own; and nothing of it is left in this one."""
    cases = [*(Case(text, True) for text in true_texts()), *crafted()]

    def judge(mutant: Mutant) -> str:
        signal.setitimer(signal.ITIMER_PROF, 2)
        exec(compile(mutant.unit or mutant.source, check.__file__, "exec"), check.__dict__)
        return next(filter(None, map(complaint, cases)), "")

    chosen = [one for name, one in faults.items() if name.startswith(start) and name.endswith(end)]
    assert chosen, (start, end)
    assert {mutation.tried(judge, one)[0] for one in chosen} <= {mutation.KILLED, mutation.TIMED}
    assert not any(map(complaint, cases))


def test_what_does_not_end_is_stopped_and_what_changes_nothing_survives(tmp_path: Path) -> None:
    def endless(mutant: Mutant) -> str:
        signal.setitimer(signal.ITIMER_PROF, 0.2)
        while True:
            pass

    nothing = Mutant("", 0, "", "", "", "")
    assert mutation.tried(endless, nothing) == (mutation.TIMED, f"signal {int(signal.SIGPROF)}")
    assert mutation.tried(lambda mutant: "", nothing) == (mutation.SURVIVED, "")
    assert mutation.tried(lambda mutant: "wrong", nothing) == (mutation.KILLED, "wrong")
    assert mutation.apart(lambda: [1, "x"])() == [1, "x"]
    with pytest.raises(SystemExit, match="ValueError: no"):
        mutation.apart(lambda: (_ for _ in ()).throw(ValueError("no")))()


def test_what_is_written_down_is_known_again_while_the_function_is_the_same(tmp_path: Path) -> None:
    found, again = mutants(SMALL), mutants(SMALL.replace("LIMIT = 3\n", "LIMIT = 3\nMORE = 4\n"))
    keys, others = ({mutation.key_of("m", one) for one in some} for some in (found, again))
    assert len(keys) == len(found) and len(keys & others) == sum(one.function == "least" for one in found) > 10
    record = tmp_path / "found.jsonl"
    assert mutation.recorded(None) == {} == mutation.recorded(str(record))
    record.write_text('{"key": "m 1", "state": "killed", "name": "x"}\n{"key": "m 2", "state": "survived"}\n')
    assert mutation.recorded(str(record)) == {"m 1": "killed", "m 2": "survived"}


def test_the_command_lists_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutation.main(["--list", "model.play"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 100 and all(line.startswith("model.play: ") for line in told) and len(set(told)) == len(told)
    with pytest.raises(SystemExit):
        mutation.main(["nothing"])
