"""Record what the command line prints, and compare with what was recorded: for changes that shall change nothing.

    python tests/recording.py             compare all: exit status 1 and the differences, if something else is printed
    python tests/recording.py positions   only these
    python tests/recording.py --write     record anew; the difference of tests/recorded/ is what a change has changed

A recording is no proof that an answer is right: other tests have that. It says that an answer is the one of before, to
the byte. `documents` are the commands of the README and of docs/, `positions` 2,000 drawn positions of every game in
all plays and forms, `refusals` texts and options that are refused, and texts with a character too many or too few.

Each command runs in a process of its own, with an empty home, in a folder of its own with examples/ and tests/data/. A
recording knows only the command `grundy`, no name inside the package.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import os
import re
import resource
import runpy
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import forking
import shells
from trials.drawn import positions, refusals

ROOT = Path(__file__).parents[1]
RECORDED = ROOT / "tests" / "recorded"
SECONDS = 120  # for one command
LONG = 4  # seconds of the processor: a command that takes longer is not recorded
MOST_LINES = 30  # of one output that are kept as they are, and
MOST_CHARACTERS = 400  # of one line; of what is longer the first ones, how many there were, and a digest of them all
ENVIRONMENT = {"COLUMNS": "120", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"}

# Commands of the documents that are not for a recording: they wait for a person, listen, install, take minutes, need
# more than the test extra, or print what differs from run to run.
LEFT_OUT = re.compile(
    r"grundy (serve|class|play|stress|runs|resume|atlas)\b|grundyw test|--cluster|--time-limit|pip install|python -m|"
    r"\$\(|\bcc -|curl |/dev/full|--emit|\.\./|--version|cram 5x8|0\.106"
)

FILES = re.compile(r"^```python\n(# (\w+\.py)\n.*?)^```", re.MULTILINE | re.DOTALL)


def documents() -> Iterator[str]:
    """The commands of `console` blocks and of the tables of commands to paste, in their order, each once."""
    seen = set()
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        blocks = "\n".join(re.findall(r"^```console\n(.*?)^```", text, flags=re.M | re.S))
        commands = re.findall(r"^\$ (.*)$", blocks, flags=re.M)
        commands += [
            command.replace(r"\|", "|") for command in re.findall(r"^\|.*?`(\./grundyw [^`]*)`", text, flags=re.M)
        ]
        for command in commands:
            plain = command.replace("./grundyw ", "grundy ")
            if plain not in seen and plain.startswith("grundy ") and not LEFT_OUT.search(plain):
                seen.add(plain)
                yield plain


KINDS: dict[str, Callable[[], Iterator[str]]] = {
    "documents": documents,
    "positions": lambda: positions(Random("positions of the recording"), 2000),
    "refusals": lambda: refusals(Random("refusals of the recording"), 800),
}


def entry(command: str, status: int, out: str, err: str) -> str:
    """What is recorded of one command."""
    lines = [f"$ {command}", f"= {status}"]
    for mark, text in ((">", out), ("!", err)):
        printed = text.split("\n")
        if printed.pop():
            printed = [*text.split("\n"), "(no line break at the end)"]
        brief_lines = [_brief(line) for line in printed[:MOST_LINES]]
        if len(printed) > MOST_LINES:
            brief_lines.append(f"({len(printed)} lines, {_digest(text)})")
        lines += [f"{mark} {line}" if line else mark for line in brief_lines]
    return "\n".join(lines) + "\n"


def _brief(line: str) -> str:
    if len(line) <= MOST_CHARACTERS:
        return line
    return f"{line[:MOST_CHARACTERS]} ({len(line)} characters, {_digest(line)})"


def _digest(text: str) -> str:
    return f"SHA-256 {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def run_command(command: str, folder: Path, seconds: int) -> str:
    """Run one command in a folder; what is recorded of it."""
    if re.search(r"[|<>;&]|\$", re.sub(r"'[^']*'", "", command)):
        done = _by_shell(command, folder)
    else:
        done = _forked(shlex.split(command)[1:], folder, seconds)
    status, out, err = done
    home = str(folder)
    return entry(command, status, out.replace(home, "FOLDER"), err.replace(home, "FOLDER"))


def _by_shell(command: str, folder: Path) -> tuple[int, str, str]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        status = shells.run(f"cd {shlex.quote(str(folder))} && {command}", _environment(folder), out, err)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
        return status, texts[0], texts[1]


def _environment(folder: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GRUNDY_", "XDG_"))}
    return inherited | ENVIRONMENT | {"HOME": str(folder / "home"), "PYTHONPATH": str(ROOT / "src")}


def _forked(arguments: Sequence[str], folder: Path, seconds: int) -> tuple[int, str, str]:
    """Run `python -m grundy` in a fork of this process, which has loaded all of grundy already."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            status = 70  # of what this process itself could not do
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
                os.chdir(folder)
                os.environ.clear()
                os.environ.update(_environment(folder))
                nothing = os.open(os.devnull, os.O_RDONLY)
                for target, source in enumerate((nothing, out.fileno(), err.fileno())):
                    os.dup2(source, target)
                sys.argv = ["grundy", *arguments]
                try:
                    runpy.run_module("grundy", run_name="__main__", alter_sys=False)
                    status = 0
                except SystemExit as left:
                    status = left.code if isinstance(left.code, int) else int(left.code is not None)
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(status)
        _, waited = os.waitpid(child, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "backslashreplace"))
        return os.waitstatus_to_exitcode(waited), texts[0], texts[1]


def _share(commands: Sequence[str], seconds: int) -> list[str]:
    """Run commands one after the other in a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="grundy-recording-") as name:
        folder = Path(name).resolve()
        (folder / "home").mkdir()
        for part in ("examples", "tests/data"):
            shutil.copytree(ROOT / part, folder / part)
        for page in sorted((ROOT / "docs" / "tutorial").glob("*.md")):  # has its reader write files
            for block, file in FILES.findall(page.read_text(encoding="utf-8")):
                (folder / file).write_text(block, encoding="utf-8")
        return [run_command(command, folder, seconds) for command in commands]


def record(commands: Sequence[str], jobs: int, seconds: int = SECONDS) -> list[str]:
    """What is recorded of each command; by so many processes, each with every n-th command."""
    forking.load_all()
    pipes = []
    for number in range(jobs):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with open(writing, "w", encoding="utf-8") as file:
                file.write("\0".join(_share(commands[number::jobs], seconds)))
            os._exit(0)
        os.close(writing)
        pipes.append(reading)

    def read(pipe: int) -> list[str]:
        with open(pipe, encoding="utf-8") as file:
            return file.read().split("\0")

    with ThreadPoolExecutor(jobs) as pool:
        shares = list(pool.map(read, pipes))
    for _ in range(jobs):
        os.wait()
    return [shares[at % jobs][at // jobs] for at in range(len(commands))]


def recorded(kind: str) -> dict[str, str]:
    """The recorded entries by their commands."""
    text = (RECORDED / f"{kind}.txt").read_text(encoding="utf-8")
    entries = re.split(r"^(?=\$ )", text, flags=re.M)[1:]
    return {each.partition("\n")[0][2:]: each.rstrip("\n") + "\n" for each in entries}


def differences(kind: str, every: int, jobs: int) -> Iterator[str]:
    """What is printed otherwise than recorded, of each so manieth command."""
    before = recorded(kind)
    commands = list(before)[::every]
    for command, now in zip(commands, record(commands, jobs), strict=True):
        if now != before[command]:
            yield "".join(difflib.unified_diff(
                before[command].splitlines(True), now.splitlines(True), "recorded", "printed", n=99))  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """The command: exit status 1 if something is printed that was not recorded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="all unless named")
    parser.add_argument("--write", action="store_true", help="record anew")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th command only (1)")
    parser.add_argument("--jobs", type=int, default=2, help="commands at once (2)")
    given = parser.parse_args(arguments)
    status = 0
    for kind in given.kinds or KINDS:
        if given.write:
            RECORDED.mkdir(exist_ok=True)
            commands = list(dict.fromkeys(KINDS[kind]()))
            entries = [each for each in record(commands, given.jobs, LONG) if "\n= -" not in each]  # no signal ended it
            (RECORDED / f"{kind}.txt").write_text("\n".join(entries), encoding="utf-8")
            print(f"{kind}: {len(entries)} commands; {len(commands) - len(entries)} take too long")
            continue
        differing = list(differences(kind, given.every, given.jobs))
        print(*differing, f"{kind}: {len(differing)} differ of {len(list(recorded(kind))[:: given.every])}", sep="\n")
        status |= bool(differing)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
