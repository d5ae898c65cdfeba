"""The checker whose soundness is proved: found where it is built, and asked about a file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from grundy.errors import GrundyError
from grundy.model.verification import CheckedFile

NAME = "grundy-proved"
SOURCES = Path(__file__).parents[3] / "proofs" / "coq"  # of a checkout; an installed package has none


def verify_proved(file: str, name: str) -> CheckedFile:
    """What the proved checker says of a certificate; `name` is the file as it is printed. Raises GrundyError."""
    done = _run(file)
    lines = done.stdout.splitlines()
    if done.returncode not in (0, 1) or not lines:
        raise GrundyError(f"{name}: {_reason(done)}")
    refused = lines.pop().removeprefix("refused: ") if done.returncode else None
    return CheckedFile(name, tuple(f"{name}: {line}" for line in lines), refused is None, refused)


def coq_theorem(file: str | Path) -> str:
    """A text with which Coq proves in its kernel what a certificate claims. Raises GrundyError."""
    from grundy.proof import check

    done = _run("--coq", str(file))
    if done.returncode:
        raise GrundyError(f"{check.named(str(file))}: {_reason(done)}")
    return done.stdout


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run([_program(), *words], capture_output=True, text=True, errors="replace", check=False)
    except OSError as problem:
        raise GrundyError(f"{NAME} cannot be run: {problem.strerror}") from problem


def _reason(done: subprocess.CompletedProcess[str]) -> str:
    """Why there is no verdict: its last line, or what the system said of the file."""
    last = (done.stdout.splitlines() or [""])[-1]
    return last or done.stderr.strip().rpartition(": ")[2] or f"exit status {done.returncode}"


def _program() -> str:
    """The program: in the checkout, or where programs are looked for."""
    built = SOURCES / NAME
    path = str(built) if built.is_file() else shutil.which(NAME)
    if path is None:
        raise GrundyError(
            f"the proved checker is not built: 'make -C proofs/coq' in a checkout of grundy makes {NAME} with OCaml "
            "(Debian: ocaml-nox); elsewhere put it on PATH"
        )
    return path
