"""The making of mutants itself: known faults of the checker are killed, and the checker as it is survives."""

from __future__ import annotations

import ast
import json
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import mutation
import pytest
from trials import rooms
from trials.mutants import Mutant, mutants
from trials.verdicts import Case, complaint, crafted, true_texts
from waiting import PATIENCE

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


@cache
def honest_cases() -> list[Case]:
    return [*(Case(text, True) for text in true_texts()), *crafted()]


@pytest.mark.parametrize(("start", "end"), KNOWN)
def test_a_known_fault_of_the_checker_is_killed(start: str, end: str, faults: dict[str, Mutant]) -> None:
    """In a process of its own; and nothing of it is left in this one."""
    cases = honest_cases()

    def judge(mutant: Mutant) -> str:
        signal.setitimer(signal.ITIMER_PROF, 2)
        exec(compile(mutant.unit or mutant.source, check.__file__, "exec"), check.__dict__)
        return next(filter(None, map(complaint, cases)), "")

    chosen, before = (
        [one for name, one in faults.items() if name.startswith(start) and name.endswith(end)],
        dict(vars(check)),
    )
    assert chosen, (start, end)
    assert {mutation.tried(judge, one)[0] for one in chosen} <= {mutation.KILLED, mutation.TIMED}
    assert vars(check) == before


def test_the_checker_as_it_is_survives() -> None:
    assert not any(map(complaint, honest_cases()))


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


PLANTED = (  # module, what stands there, the fault in its place, the start of the names of the tests that must notice
    (
        "compile.values",
        "e.b.or_(a.llvm, b.llvm)",
        "e.b.xor(a.llvm, b.llvm)",
        "test_compile_numbers.test_an_operation_is_pythons[6]",
    ),
    ("compile.interval", "a.lo - b.hi", "a.lo - b.lo", "test_compile_numbers.test_what_is_known"),
    (
        "engines.search.kernels",  # a mirror image looked up instead of a rotation
        "if not transposed & 1:",
        "if False:",
        "test_search_fields.test_shapes_are_looked_up",
    ),
    ("engines.search.words.kernels", "a[@] & ~b[@]", "a[@] ^ b[@]", "test_search_words.test_two_sets"),
    (
        "engines.search.reduction.kernels",
        "if (entry >> j) & 1 == 0:",
        "if False:",
        "test_forms.test_what_is_left_out_is_what_plain_python_leaves_out[0]",
    ),
    (
        "engines.search.claims.kernels",  # a reply that leaves another value
        "if worth == value and cost < limit:",
        "if worth >= 0 and cost < limit:",
        "test_claims.test_what_kernels_gather_is_a_proof",
    ),
    (
        "engines.search.gathering",  # claims are lost where they need more room
        "pour(Span(old.table), Span(table), tables.moves.like, tables.moves.shift)",
        "pass",
        "test_claims.test_claims_that_need_more_room",
    ),
    ("engines.heap.kernels", "~x & (x + one)", "~x & (x | one)", "test_heap_kernels.test_take_away_by_words"),
    (
        "engines.heap.octal.kernels",
        "if unequal else m // 2",
        "if unequal else (m - 1) // 2",
        "test_heap_kernels.test_codes_with",
    ),
    (
        "engines.heap.symbolic",
        '["class"',
        '["class", "format", "str", "repr"',
        "test_followed_rules.test_an_open_number",
    ),
    ("compile.known", 'return _NAMES.get(id(held), "")', 'return getattr(held, "__name__", "")', "test_compile_names"),
)
HELD = """
import json, sys
import mutation
from trials import rooms

def held(module, old, new, start):
    source = mutation.path_of(module).read_text(encoding="utf-8")
    assert old in source, (module, old)
    if new:
        rooms.planted(rooms.importlib.import_module("grundy." + module), source.replace(old, new))
    cases = rooms.cases(rooms.room_of(module))
    return rooms.complaint([(case, 4) for case in cases if case.name.startswith(start)])

rooms.begin()
tasks = json.load(sys.stdin)
for task in tasks:
    rooms.cases(rooms.room_of(task[0]))
json.dump([mutation.apart(lambda task=task: held(*task))() for task in tasks], sys.stdout)
"""


def test_a_fault_that_is_planted_in_a_room_is_noticed_and_the_room_as_it_is_is_not() -> None:
    """In processes where kernels are plain Python."""
    tasks = [(module, old, fault, start) for module, old, new, start in PLANTED for fault in ("", new)]
    found = subprocess.run(
        [sys.executable, "-c", HELD],
        input=json.dumps(tasks),
        cwd=rooms.ROOT / "tests",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert found.returncode == 0, found.stderr
    for (module, old, new, _), said in zip(tasks, json.loads(found.stdout), strict=True):
        assert bool(said) == bool(new), (module, old, new, said)


def test_a_mutant_of_a_room_is_everywhere_in_its_process() -> None:
    """Functions, methods, cached functions and constants, whoever has imported them."""
    source = """
from functools import lru_cache
from dataclasses import dataclass
from typing import NamedTuple
LIMIT = 3
def double(n, most=LIMIT):
    return 2 * n
@lru_cache
def cached(n):
    return double(n) + LIMIT
class Pair(NamedTuple):
    a: int
    b: int = 2
    @property
    def whole(self):
        return self.a + self.b
    @staticmethod
    def made(n):
        return Pair(n)
if LIMIT < 4:
    Pair.more = 7
@dataclass(frozen=True, slots=True)
class Kept:
    a: int
    @property
    def twice(self):
        return 2 * self.a
"""
    module, other = type(ast)("planted_here"), type(ast)("planted_there")
    module.__file__ = "planted_here.py"
    sys.modules |= {"planted_here": module, "planted_there": other}
    try:
        exec(source, vars(module))
        vars(other).update({name: vars(module)[name] for name in ("LIMIT", "double", "cached", "Pair", "Kept")})
        pair, kept = other.Pair(1), other.Kept(3)
        assert (other.LIMIT, other.cached(1), pair.whole, other.Pair.made(1)) == (3, 5, 3, (1, 2))
        for old, new in (("LIMIT = 3", "LIMIT = 4"), ("2 * n", "3 * n"), ("a + self", "a - self"), ("= 2\n", "= 5\n")):
            source = source.replace(old, new)
        rooms.planted(module, source)
        pair = other.Pair(1)
        assert (other.LIMIT, other.cached(1), pair.whole, other.Pair.made(1)) == (4, 7, -4, (1, 5))
        assert not hasattr(pair, "more")
        assert (kept.a, kept.twice, other.Kept(4).twice) == (3, 6, 8)
    finally:
        del sys.modules["planted_here"], sys.modules["planted_there"]


def test_the_rooms_have_their_modules() -> None:
    assert "compile.values" in rooms.modules("compile") and rooms.modules("compile.values") == ("compile.values",)
    assert {rooms.room_of(name) for name in rooms.modules("engines.heap.octal")} == {"engines.heap"}
    assert "engines.heap.octal.sparse.words" in rooms.modules("engines.heap.octal")
    assert not rooms.modules("cli") and not rooms.modules("compile.nothing") and not rooms.room_of("compiled")
    assert rooms.spans("if a:\n    b(1,\n      2)\nelse:\n    c\n") == {
        1: range(1, 2), 2: range(2, 4), 3: range(2, 4), 5: range(5, 6)
    }  # fmt: skip


def test_the_command_lists_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutation.main(["--list", "model.convention"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert (
        len(told) > 100 and all(line.startswith("model.convention: ") for line in told) and len(set(told)) == len(told)
    )
    with pytest.raises(SystemExit):
        mutation.main(["nothing"])
