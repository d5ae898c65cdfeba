"""The program that tests of both checkers share: compiled once for all, and anew when its source is another."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import built_checker
import pytest

from grundy.proof import check


@pytest.mark.skipif(built_checker.COMPILER is None, reason="no C compiler")
def test_a_source_is_compiled_once_and_another_one_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built_checker, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(check, "__file__", str(tmp_path / "check.py"))
    ran: list[object] = []
    run = subprocess.run

    def noted(command: list[str], **given: object) -> object:
        ran.append(command)
        return run(command, **given)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", noted)
    made: list[Path | None] = []
    build = built_checker.built_checker.__wrapped__
    for status in (0, 3):
        (tmp_path / "check.c").write_text(f"int main(void) {{ return {status}; }}\n", encoding="ascii")
        threads = [threading.Thread(target=lambda: made.append(build())) for _ in range(3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert made[-1] and len(set(made[-3:])) == 1
        assert run([str(made[-1])], check=False).returncode == status
    assert sum("-o" in command for command in ran if isinstance(command, list)) == 2
    assert made[0] != made[-1]
