"""The dear tests, which `tests/recorded/dear.txt` marks `long`: those that took more than 0.8 seconds of a processor.

Not counted is the compiling of kernels, which the next test would have to do. `--all` and `-m long` run them, and
.ci/run does. The others have to find every recorded fault without them. Rules of the house that a change may break,
false proofs and damaged files are never among them.
"""

from __future__ import annotations

import ast
from pathlib import Path

import mutants

ROOT = Path(__file__).parents[2]
DEAR = (ROOT / "tests/recorded/dear.txt").read_text(encoding="utf-8").splitlines()


def test_no_recorded_fault_is_noticed_by_dear_tests_alone() -> None:
    rooms = sorted(path.stem for path in mutants.RECORDED.glob("*.jsonl"))
    for record in [mutant for room in rooms for mutant in mutants.recorded(room)]:
        assert not record.killers or {*record.killers} - {*DEAR}, record


def test_each_dear_test_is_there() -> None:
    assert sorted({*DEAR}) == DEAR
    functions: dict[str, set[str]] = {}
    for test in DEAR:
        file, _, name = test.partition("::")
        if file not in functions:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            functions[file] = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name.partition("[")[0] in functions[file], test
