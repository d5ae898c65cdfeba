"""One spoilt text given to a command, and what is wrong with what it did."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import sys
import sysconfig
import tempfile
import traceback
import unicodedata
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from click.exceptions import ClickException
from click.testing import CliRunner

from grundy.cli.main import cli, run
from grundy.compile.machine import cache_folder
from grundy.errors import BadText, GrundyError
from grundy.runs.loop import at_work
from trials.inputs import Input

# as in tests/command.py, but a code may stand before what was expected of it
PLACE = re.compile(r"(?:<argument>|<stdin>|[^:]+):[1-9][0-9]*:[1-9][0-9]*: (?:.*: )?expected .+, found .+")
SECONDS = 40.0  # of processor time for one text, compiling included
SECONDS_APART = 3.0  # of what the server ends after about that time anyhow
GROWTH = 1 << 30  # bytes of memory that one text may add
_MOST_FINDINGS = 20
_MOST_CHARACTERS = 2_200  # of a line of an error, which repeats of what was given only so much
_NUMBERS = count()
_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TESTS = Path(__file__).parents[1]
_OWN = tuple(
    os.path.realpath(path)
    for path in (
        *sysconfig.get_paths().values(),
        sys.prefix,
        sys.base_prefix,
        _TESTS,
        _TESTS.parent / "src",
        cache_folder(),  # of machine code that grundy made, and
        os.environ.get("NUMBA_CACHE_DIR") or cache_folder(),  # of its kernels, where that is another (conftest.py)
        "/proc",
        "/dev",
        "/sys",
        "/etc",
    )
)
_STARTS = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
    "socket.connect",
)
_watched: list[str] | None = None  # what was opened and started since a text was given


def _audit(event: str, given: tuple[Any, ...]) -> None:
    """Note what is opened and started, but for Python itself, packages and the sources of grundy."""
    if _watched is None:
        return
    if event in _STARTS:
        _watched.append(f"started: {event} {given!r:.200}")
    elif event == "open" and isinstance(given[0], str | bytes):
        path = os.path.realpath(os.fsdecode(given[0]))
        if not path.startswith(_OWN):
            _watched.append(f"opened: {path}")


@contextlib.contextmanager
def _watching() -> Iterator[list[str]]:
    """What is opened and started meanwhile."""
    global _watched
    if not _HOOKED:
        sys.addaudithook(_audit)
        _HOOKED.append(True)
    _watched = noted = []
    try:
        yield noted
    finally:
        _watched = None


_HOOKED: list[bool] = []  # a hook cannot be taken back


class Hung(BaseException):
    """The time for one text is over. No `except Exception` keeps it."""


class Spent(Exception):
    """Work goes on in a thread after its time, where the command line ends the process: so this one is spent.

    What that thread takes of the processor and of memory would count as the next text's.
    """


def _stop(signal_: int, frame: FrameType | None) -> None:
    raise Hung


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Within a time of the processor."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def largest() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def complaint(kind: Input, text: bytes, folder: Path) -> str | None:
    """What is wrong with what the command does with a text, or None.

    Raises:  Spent: nothing is wrong, and an engine works on.
    """
    wrong = _complaint(kind, text, folder)
    if wrong is None and at_work():
        raise Spent
    return wrong


def _complaint(kind: Input, text: bytes, folder: Path) -> str | None:
    file = folder / f"input-{next(_NUMBERS)}{kind.suffix}"  # what is known of a file of rules is kept by its name
    file.write_bytes(text)
    arguments = kind.command(text.decode("utf-8", "surrogateescape"), file)
    typed = text if kind.stdin else kind.typed(file) if kind.typed else b""
    raised: list[BaseException] = []

    def command() -> Any:
        try:
            if kind.call is not None:
                return kind.call(text, file)
            return cli(arguments, prog_name="grundy", standalone_mode=False)
        except SystemExit as left:  # with a status, after long work
            if at_work():
                raise Spent from None
            return left.code
        except BaseException as error:
            raised.append(error)
            raise

    digits, before = sys.get_int_max_str_digits(), largest()
    try:
        with (
            CliRunner(env={"COLUMNS": "120"}).isolation(input=typed) as (out, err, _),
            _watching() as noted,
            _limited(SECONDS_APART if kind.apart else SECONDS),
        ):
            status = run(command)
            sys.stderr.flush()
        said, errors = out.getvalue(), err.getvalue().decode("utf-8", "replace")
    except Hung:
        return None if kind.code or kind.apart else f"more than {SECONDS:g} s of work"
    except Spent:
        raise
    except Exception as error:
        return f"a traceback: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-3)}"
    finally:
        sys.set_int_max_str_digits(digits)
        file.unlink(missing_ok=True)
    if noted and kind.closed:
        return noted[0]
    return _wrong(kind, status, said, errors, raised, largest() - before)


def _wrong(kind: Input, status: int, said: bytes, errors: str, raised: list[BaseException], grown: int) -> str | None:
    if status not in (0, 1, 2):
        return f"exit status {status}"
    if grown > GROWTH and not kind.apart:
        return f"{grown >> 20} MiB more"
    if "Traceback" in errors:
        return f"a traceback: {errors[-300:]}"
    if not kind.apart and any(isinstance(error, MemoryError) for error in raised):
        return "out of memory"
    for text in (errors, said.decode("utf-8", "replace")):
        bad = next((one for one in text if _acts(one)), None)
        if bad is not None:
            return f"prints {bad!r}: {text[:200]!r}"
    lines = errors.splitlines()
    if status == 2:
        # What is known then is printed. A warning may stand before: where this process has grown beyond the memory that
        # is asked for, there is no room for another.
        stopped = any(line.startswith("Stopped by ") for line in lines)
        if kind.silent and said and not stopped:
            return f"exit status 2, with standard output {said[:100]!r} and standard error {errors[:300]!r}"
        if not lines:
            return "exit status 2 without a word"
        if raised and not isinstance(raised[0], GrundyError | ClickException):
            return f"exit status 2 by {raised!r}"
    if raised and isinstance(raised[0], BadText):
        if len(lines) > _MOST_FINDINGS + 1:
            return f"{len(lines)} findings"
        for line in lines:
            if not PLACE.fullmatch(line) and not line.startswith(("... ", "and ")):
                return f"no place in {line[:200]!r}"
    for line in lines:
        if not line.isprintable():
            return f"unprintable: {line[:200]!r}"
    if any(len(line) > _MOST_CHARACTERS for line in lines):
        return f"a line of {max(map(len, lines))} characters: {errors[:200]!r}"
    return None


def _acts(character: str) -> bool:
    """Whether a terminal would act on a character: a control character or a mark of direction."""
    return character in _BIDIRECTIONAL or (unicodedata.category(character) == "Cc" and character not in "\n\t")


def shortest(kind: Input, text: bytes, wrong: str, folder: Path) -> bytes:
    """A short text with the same complaint, found by leaving out ever smaller pieces."""
    size = max(1, len(text) // 2)
    tries = 0
    while size and tries < 200 and not wrong.startswith("more than"):
        at = 0
        while at < len(text) and tries < 200:
            tries += 1
            shorter = text[:at] + text[at + size :]
            again = complaint(kind, shorter, folder)
            if again and again[:30] == wrong[:30]:
                text = shorter
            else:
                at += size
        size //= 2
    return text


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    """A folder of its own, which is also the one for data and caches."""
    with tempfile.TemporaryDirectory(prefix="grundy-fuzz-") as name:
        yield Path(name)


def lay_traps(folder: Path) -> None:
    """Put files of rules where a text may name them; what only reads a text, or answers the server, opens none."""
    (folder / "trap.py").write_text("import grundy\n\n\n@grundy.rule\ndef game(n):\n    yield from range(n)\n")
    (folder / "trap.json").write_bytes((_TESTS.parent / "examples" / "pegs.json").read_bytes())
