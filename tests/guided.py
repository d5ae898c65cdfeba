"""Coverage for the fuzzer, by atheris (the extra `fuzz`): imported first, it watches what reads and prints as it loads;
not kernels, which Numba could then not compile.

`python tests/fuzz.py --guided` keeps each text that reaches code which none before it did, and changes those further.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

WANTED = "--guided" in sys.argv  # of the processes that the fuzzer starts, too
SOURCES = Path(__file__).parents[1] / "src"
UNWATCHED = ("grundy.engines.", "grundy.compile.", "grundy.judges.at_once.")  # and all kernels
LONGEST = 4_000  # bytes of a text


def _watch() -> None:
    try:
        import atheris
    except ImportError:
        sys.exit("--guided needs atheris: .venv/bin/python -m pip install '.[fuzz]'")
    sys.modules["atheris.import_hook"].sys = _Quiet()  # type: ignore[attr-defined]
    atheris.instrument_imports(include=["grundy"], exclude=list(_unwatched())).__enter__()


def _unwatched() -> Iterator[str]:
    """The modules that Numba compiles from, or that hardly look at what was typed."""
    for file in SOURCES.rglob("*.py"):
        module = ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        if f"{module}.".startswith(UNWATCHED) or "kernels" in module:
            yield module


class _Quiet:
    """The module sys for atheris, which else names every module among the errors of the command that loads it."""

    stderr = io.StringIO()

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)


def explore(
    give: Callable[[bytes], None], samples: Sequence[bytes], words: Sequence[bytes], seed: int, folder: Path
) -> None:
    """Give texts until `give` ends the process: the samples first, then what is made of those that reach new code.

    Args:    words: put into texts. folder: for what is kept of them.
    """
    import atheris

    folder.mkdir()
    for number, sample in enumerate(samples):
        (folder / str(number)).write_bytes(sample)
    listed = folder.with_suffix(".dict")
    listed.write_text("".join(f'"{"".join(f"{chr(92)}x{byte:02x}" for byte in word)}"\n' for word in words))
    options = [
        f"-seed={seed % 2**31 or 1}",
        f"-dict={listed}",
        f"-max_len={LONGEST}",
        "-timeout=100000",
        "-rss_limit_mb=0",
    ]
    limits = ["-verbosity=0", "-detect_leaks=0", "-handle_segv=0", "-handle_xfsz=0", "-handle_int=0", "-handle_term=0"]
    atheris.Setup(["fuzz", *options, *limits, str(folder)], give)
    atheris.Fuzz()


if WANTED:
    _watch()
