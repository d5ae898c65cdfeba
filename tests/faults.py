"""Kill every kind of long work with kill -9 at random moments, go on as a person would, and compare what comes out.

    python tests/faults.py --kills 500
    python tests/faults.py --resumed --minutes 10

Each command is first run undisturbed. Then it is killed at a random moment, gone on with (by `grundy resume`, or by the
same command again where nothing was kept), killed again, and so on to its end. What it prints and the files that it
makes must then be those of the run that nobody disturbed; after each kill, a file that has its name must be whole, and
no process may be left. Work saves as often as it can, so that a kill falls into the midst of saving, too. What is not
so is printed, and the exit status is then 1. The harness has no thread, loads all that commands need, and forks its
victims, so that kills fall into their work.

With --resumed, a run that was stopped is gone on with and stopped again within half a second, several times, by
SIGKILL, SIGTERM, SIGINT or a time limit, and its output has no room now and then: what is kept of it may never become
less.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from fault_kinds import KINDS, RULES, TABLE, Kind
from forking import load_all

from grundy.runs.resume import OPEN
from grundy.runs.store import list_runs
from grundy.runs.table_file import partial, read_partial

STORE = "home/grundy/runs.sqlite"
PATIENCE = 120.0  # seconds for one run that nobody kills
ORPHANS = 10.0  # seconds in which processes of a killed run must have ended


def prepare(folder: Path) -> None:
    """What the commands find in their folder."""
    for name, text in RULES.items():
        (folder / name).write_text(text)
    (folder / "pyodide").mkdir()
    from grundy.web.site import NEEDED

    for name in NEEDED:
        (folder / "pyodide" / name).write_bytes(name.encode() * 20_000)


def hurry() -> None:
    """Save as often as can be, and look often."""
    from grundy.api import period as period_verb
    from grundy.engines.bitsliced import work as sliced
    from grundy.engines.heap.octal.sparse import period
    from grundy.engines.table import code
    from grundy.runs import loop, recorder

    loop.LONG = recorder.LONG = 0.0
    loop.TICK, loop.SHARE = 0.002, 1.0
    period.SECONDS = sliced.CHUNK_SECONDS = code.CHUNK_SECONDS = period_verb.PAUSE = 0.01
    loop.EVERY = 0.0


def victim(folder: Path, words: Sequence[str], cold: bool, out: str = "out") -> None:
    """The command line in a child, as `grundy WORDS` in the folder. Never returns."""
    status = 3
    try:
        os.chdir(folder)
        os.environ["XDG_DATA_HOME"] = str(folder / "home")
        if cold:
            os.environ["GRUNDY_CACHE"] = str(folder / "cache")
        for number, name in enumerate(("in", out, "err")):
            os.dup2(os.open(folder / name, os.O_WRONLY if number else os.O_RDONLY), number)
        from grundy.cli import main as cli

        status = cli.run(lambda: cli.cli(list(words), prog_name="grundy", standalone_mode=False))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 3
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def started(folder: Path, words: Sequence[str], kind: Kind, out: str = "out") -> int:
    """The process of a command."""
    for name, text in (("in", kind.given), ("out", ""), ("err", "")):
        (folder / name).write_text(text)
    sys.stdout.flush()
    child = os.fork()
    if not child:
        victim(folder, words, kind.cold, out)
    return child


def ended(child: int, seconds: float) -> int | None:
    """The exit status of a child, if it ends in time; else None, and it still works."""
    until = time.monotonic() + seconds
    while True:
        process, status = os.waitpid(child, os.WNOHANG)
        if process:
            return os.waitstatus_to_exitcode(status)
        left = until - time.monotonic()
        if left <= 0:
            return None
        time.sleep(min(0.002, left))


def run(
    folder: Path,
    words: Sequence[str],
    kind: Kind,
    seconds: float | None = None,
    way: int = signal.SIGKILL,
    out: str = "out",
) -> tuple[int | None, float]:
    """Run a command, and stop it after some seconds; its exit status (None: killed) and the seconds it took."""
    began = time.monotonic()
    child = started(folder, words, kind, out)
    status = ended(child, PATIENCE if seconds is None else seconds)
    if status is None and way != signal.SIGKILL:
        os.kill(child, way)
        status = ended(child, PATIENCE)
    if status is None:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return status, time.monotonic() - began


def said(folder: Path) -> tuple[str, str]:
    """What the last command printed on standard output and standard error.

    A sparse space is chosen anew whenever a process has twice as many values as it began with, so that a search without
    a period may name another one after a kill.
    """
    printed = re.sub("the sparse space of mask [^:]*", "a sparse space", (folder / "out").read_text())
    printed = re.sub("; (un)?checked: .*", "; checked or not", printed)  # the checker has as long as the work took
    return printed, (folder / "err").read_text()


def made(folder: Path, kind: Kind) -> dict[str, bytes]:
    """The files that a kind of work makes, as far as they are there."""
    contents = {name: (folder / name).read_bytes() for name in kind.files if (folder / name).exists()}
    for path in sorted((folder / kind.folder).rglob("*")) if kind.folder else ():
        if path.is_file():
            contents[str(path.relative_to(folder))] = path.read_bytes()
    return contents


def left_over(folder: Path) -> list[str]:
    """Processes that work for a command in the folder, though it has been killed, after some patience."""
    mark = f"XDG_DATA_HOME={folder / 'home'}".encode()
    until = time.monotonic() + ORPHANS
    while True:
        processes = []
        for place in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if mark in place.read_bytes().split(b"\0"):
                    processes.append(place.parent.name)
        if not processes or time.monotonic() > until:
            return processes
        time.sleep(0.05)


def kept(folder: Path) -> dict[str, Any]:
    """How far what is kept is: of each run that is not finished, and of a table."""
    depth: dict[str, Any] = {}
    for run in list_runs(folder / STORE):
        if run.status != "finished" and not run.table and run.state is not None and "answer" not in run.state:
            depth[f"run {run.number}"] = (run.phase, run.done), (run.phase, run.done if run.kept is None else run.kept)
    if partial(folder / "t.npy").exists():
        about = read_partial(folder / "t.npy").run or {}
        depth["table"] = about.get("done", 0)
    return depth


def lost(before: dict[str, Any], folder: Path) -> list[str]:
    """What was kept and is not kept any more, or less of it."""
    after, done = kept(folder), {f"run {run.number}": run for run in list_runs(folder / STORE)}
    losses = []
    for name, far in before.items():
        if name == "table":
            if not (folder / "t.npy").exists() and after.get(name, -1) < far:
                losses.append(f"{name}: {far} became {after.get(name)}")
        elif name not in after:
            run = done[name]
            if run.status != "finished" and "answer" not in (run.state or {}):
                losses.append(f"{name}: {far} became nothing ({run.status})")
        elif any(now < then for now, then in zip(after[name], far, strict=True)):
            losses.append(f"{name}: {far} became {after[name]}")
    return losses


def stopped_again(kind: Kind, expected: Expected, random: Random, counts: Counter[str]) -> Iterator[str]:
    """Stop a command, then what goes on with it at once, again and again, and let it end; yields what is wrong."""
    with workplace() as folder:
        words: list[str] | None = shlex.split(kind.words)
        for stop in range(random.randint(3, 9)):
            assert words is not None
            before = kept(folder)
            seconds = random.uniform(0.1, 0.9) * expected.seconds if stop == 0 else random.uniform(0.0, 0.5)
            way = random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None, "full"])
            if way is None:
                status, _ = run(
                    folder, [words[0], "--time-limit", f"{seconds:.2f}", *words[1:]] if stop else words, kind
                )
            elif way == "full":
                status, _ = run(folder, words, kind, out="/dev/full")
            else:
                status, _ = run(folder, words, kind, seconds, way)
            counts["stops"] += 1
            counts["resumed"] += words[0] == "resume"
            _, told = said(folder)
            if "Traceback" in told or "not saved" in told or "not recorded" in told:
                yield f"{shlex.join(words)}, stop {stop} by {way}: {told[-2000:]}"
            if status not in (None, 0, 1, 2, 130, 143):
                yield f"{shlex.join(words)}, stop {stop} by {way}: status {status}: {told[-2000:]}"
            if what := lost(before, folder):
                yield f"{shlex.join(words)}, stop {stop} by {way} after {seconds:.3f} s: {what}"
            if status in (0, 1) and way != "full":
                break
            words = next_words(folder, kind, random)
            if words is None:
                break
        else:
            assert words is not None
            status, _ = run(folder, words, kind)
        printed, told = said(folder)
        if words is not None and (status, printed) != (expected.status, expected.printed):
            yield f"{shlex.join(words)} in the end: status {status}, {printed[:1500]!r} {told[-1500:]}"
        counts["lives"] += 1
        if made(folder, kind) != expected.files:
            yield f"{kind.words}: in the end its files are others"
        if left := left_over(folder):
            yield f"{kind.words}: processes {left} are left"
        if strange := [run.status for run in list_runs(folder / STORE) if run.status == "damaged"]:
            yield f"{kind.words}: runs are {strange}"


def next_words(folder: Path, kind: Kind, random: Random) -> list[str] | None:
    """What a person types after a kill; None: all is done but for what would have been printed."""
    store = folder / STORE
    runs = list_runs(store)
    named = [["resume"], ["resume", str(runs[-1].number)]] if runs and runs[-1].status in OPEN else []
    if kind.files == TABLE:
        if (folder / "t.npy.partial.sha256").exists():
            return random.choice([*named, ["resume", "t.npy"]])
        if (folder / "t.npy").exists():
            return random.choice(named) if named else None
    elif named and runs[-1].state is not None:
        return random.choice(named)
    return shlex.split(kind.words)


def life(kind: Kind, expected: Expected, random: Random, most: int, counts: Counter[str]) -> Iterator[str]:
    """Kill a command again and again, up to so many times, until it ends; yields what is wrong."""
    with workplace() as folder:
        words: list[str] | None = shlex.split(kind.words)
        kills = 0
        while words is not None:
            seconds = random.uniform(0.0, 0.7 * expected.seconds) if kills < most else None
            status, _ = run(folder, words, kind, seconds)
            printed, told = said(folder)
            counts["resumed"] += words[0] == "resume"
            if "Traceback" in told or "not saved" in told or "not recorded" in told:
                yield f"{shlex.join(words)}: {told[-2000:]}"
            if status is None:
                kills += 1
                counts["kills"] += 1
                whole = made(folder, kind) if kind.files else {}
                if damaged := [name for name, data in whole.items() if data != expected.files[name]]:
                    yield f"{shlex.join(words)}, killed after {seconds:.3f} s: {damaged} are there, and not whole"
                words = next_words(folder, kind, random)
            elif words[0] == "resume" and status == 2 and "there is nothing to resume" in told and kind.files == TABLE:
                words = None
            elif status == expected.status:
                if printed != expected.printed:
                    yield f"{shlex.join(words)} after {kills} kills printed {printed[:2000]!r}"
                words = None
            else:
                yield f"{shlex.join(words)} after {kills} kills: status {status}: {told[-2000:]}"
                return
        counts["lives"] += 1
        if made(folder, kind) != expected.files:
            yield f"{kind.words}: after {kills} kills its files are others"
        if left := left_over(folder):
            yield f"{kind.words}: processes {left} are left"
        if extra := sorted({path.name for path in folder.iterdir()} - expected.names):
            yield f"{kind.words}: files {extra} are left"
        if strange := [run.status for run in list_runs(folder / STORE) if run.status == "damaged"]:
            yield f"{kind.words}: runs are {strange}"


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder, in memory where the system has one there, as the disk is not in question."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="grundy-faults-", dir=memory) as name:
        prepare(Path(name))
        yield Path(name)


@dataclass(frozen=True)
class Expected:
    """What a command does undisturbed."""

    status: int
    printed: str
    files: dict[str, bytes]
    names: set[str]
    seconds: float


def undisturbed(kind: Kind) -> Expected:
    """Run a command to its end; twice where the first run may have to wait for kernels."""
    if kind.warm:
        with workplace() as folder:
            os.chdir(folder)
            warm(shlex.split(kind.warm))
            os.chdir("/")
    with workplace() as folder:
        status, seconds = run(folder, shlex.split(kind.words), kind)
        if status not in (0, 1):
            raise SystemExit(f"{kind.words}: status {status}: {said(folder)[1]}")
        if not kind.warm:
            with workplace() as again:
                seconds = min(seconds, run(again, shlex.split(kind.words), kind)[1])
        # what a kill leaves and what does no harm: docs/reference/files.md
        harmless = {f"{name}{end}" for name in kind.files for end in (".lock", ".new")}
        names = {path.name for path in folder.iterdir()} | harmless | {"home", "cache"}
        return Expected(status, said(folder)[0], made(folder, kind), names, seconds)


def warm(words: Sequence[str]) -> None:
    """Load what a command needs into this process."""
    from grundy.cli import main as cli

    os.environ["XDG_DATA_HOME"] = os.getcwd()
    with redirect_stdout(StringIO()):
        cli.run(lambda: cli.cli(list(words), prog_name="grundy", standalone_mode=False))


def resumed(kinds: Sequence[Kind], seed: int, until: float) -> int:
    """Stop all kinds of runs by turns, just as they have been gone on with, until the time is over."""
    random, start, wrong = Random(seed), time.monotonic(), 0
    counts: Counter[str] = Counter()
    usual: dict[str, Expected] = {}
    while time.monotonic() < until:
        for kind in kinds:
            if time.monotonic() >= until:
                break
            usual[kind.name] = usual.get(kind.name) or undisturbed(kind)
            for complaint in stopped_again(kind, usual[kind.name], random, counts):
                wrong += 1
                print(f"{kind.name}: {complaint}", flush=True)
    seconds = round(time.monotonic() - start)
    print(json.dumps({"seconds": seconds, "wrong": wrong, "kinds": len(usual), **counts}))
    return 1 if wrong else 0


def main(arguments: Sequence[str]) -> int:
    """The command: exit status 1 if something is not as it was undisturbed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=len(KINDS), help="how many in all (one of each kind)")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments (1)")
    parser.add_argument("--kind", action="append", choices=[kind.name for kind in KINDS], help="only this kind")
    parser.add_argument("--resumed", action="store_true", help="stop what is just gone on with, in several ways")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long, with --resumed (10)")
    given = parser.parse_args(arguments)
    kinds = [kind for kind in KINDS if kind.name in (given.kind or [one.name for one in KINDS])]
    load_all()
    hurry()
    total: Counter[str] = Counter()
    wrong = 0
    start = time.monotonic()
    if given.resumed:
        return resumed(kinds, given.seed, start + 60 * given.minutes)
    for number, kind in enumerate(kinds):
        share = given.kills * (number + 1) // len(kinds) - given.kills * number // len(kinds)
        expected = undisturbed(kind)
        counts: Counter[str] = Counter()
        random = Random(f"{given.seed} {kind.name}")
        while counts["kills"] < share:
            for complaint in life(kind, expected, random, min(6, share - counts["kills"]), counts):
                wrong += 1
                print(f"{kind.name}: {complaint}", flush=True)
        told = ", ".join(f"{counts[what]:4} {what}" for what in ("kills", "resumed", "lives"))
        print(f"{kind.name:25} {told}", flush=True)
        total += counts
    print(json.dumps({"seconds": round(time.monotonic() - start), "wrong": wrong, **total}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
