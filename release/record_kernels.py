"""Write anew which kernels a wheel carries: `python release/record_kernels.py`.

It asks the example of each game of the catalogue, and the commands below; each kernel that is then called is a line of
`kernels.txt`, with the kinds of its arguments, and so is each kernel of a rule of the catalogue, with what else its
assembly depends on. What was listed before stays, if its kernel is still there: judges, and what is rarely asked.

--check    write nothing; the exit status is 1 if a line is missing. Kernels without files are compiled: minutes.
"""

from __future__ import annotations

import argparse
import io
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from kernels import LIST, is_there

from grundy.compile import kernel, native, rule_files
from grundy.games.catalogue import catalogue

COMMANDS = """
solve cram 4x5
solve cram 3x3 --method mex
solve cram 4x4 --method couples
solve cram 4x4 --method proof-numbers
solve cram 3x4 --misere
solve chomp 3x70
solve clobber XOX/OXO/XOX
solve clobber XOXO/OXOX/XOXO
solve col 3x4
solve notakto 3x3 --misere
solve nogo 3x3
options nogo 3x4
solve nogo x....o...x...o....x...o......x
solve rectangle 11111111/11111111/11111111
solve node-kayles queens:7
solve node-kayles queens:9
solve node-kayles queens:12
solve graph '1 2/2 1/2 3/@ 1' --loopy
solve wythoff 30 50
solve wythoff 3000 5000
solve wythoff 3 5 --misere
solve kayles 100 200
solve kayles 5 6 --misere
solve grundys-game 500 501
solve octal:0.106 3000
solve take-away:1,3,4 1000 2000
options kayles 50
options cram 3x4 --json
sequence kayles --to 2000
sequence octal:0.106 --to 100000
sequence grundys-game --to 3000
sequence kayles --to 30 --misere
table wythoff --to 200
table wythoff --to 200 --misere
table euclid --to 60
table euclid --to 200
table euclid --to 500 --misere
table kayles --to 500
table take-away:1,2,3 --to 5000 --misere
check take-away:1,2,3 'n % 4' --to 5000
sequence octal:0.6 --to 20000
period octal:0.77
period octal:0.16
period hexadecimal:0.28
period take-away:1,4,10
quotient kayles --to 12
quotient dawsons-kayles --to 20
genus kayles --to 12
prove wythoff
prove fibonacci-nim
atlas --digits 1
nimber '(4*6 + 2) / 3'
"""


def commands() -> Iterator[list[str]]:
    """What is asked: each game's own example, and the commands above."""
    for game in catalogue.values():
        yield ["solve", *game.example]
    yield from map(shlex.split, COMMANDS.strip().splitlines())


@contextmanager
def recording(lines: set[str]) -> Iterator[None]:
    """Add a line for each kernel that is looked for."""
    opened, kernel_of = native.opened, kernel.kernel_of

    def seen(name: str, kinds: str, make: Any) -> Any:
        found = opened(name, kinds, make)
        if name != rule_files.OF_RULES and found:
            lines.add(f"{name}: {kinds}")
        return found

    def of_rule(
        rule: Any, way: str, states: int, blocks: bool = False, facts: Any = None, with_lines: bool = False
    ) -> Any:
        found = kernel_of(rule, way, states, blocks, facts, with_lines)  # type: ignore[arg-type]
        if rule.spec.partition(":")[0] in catalogue:
            lines.add(f"rule {rule.spec}: {way} {int(states <= kernel.SMALL)} {int(blocks)} {int(with_lines)}")
        return found

    native.opened, kernel.kernel_of = seen, of_rule  # type: ignore[assignment]
    try:
        yield
    finally:
        native.opened, kernel.kernel_of = opened, kernel_of


def recorded(asked: Callable[[list[str]], None]) -> set[str]:
    """The lines of all that is asked."""
    lines: set[str] = set()
    with recording(lines):
        for one in commands():
            asked(one)
    return lines


def ask(arguments: list[str]) -> None:
    """Run a command, which may refuse; what it prints is dropped."""
    from grundy.cli.main import cli

    print(shlex.join(arguments), file=sys.__stderr__, flush=True)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            cli(arguments, prog_name="grundy", standalone_mode=False)
    except (SystemExit, Exception) as problem:
        print(f"  {problem}", file=sys.__stderr__)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--check", action="store_true", help="write nothing")
    before = set(LIST.read_text(encoding="utf-8").splitlines())
    is_check = asked.parse_args().check
    found = recorded(ask)
    for line in sorted(found - before):
        print(f"new: {line}")
    if is_check:
        return int(not found <= before)
    kept = {line for line in before if is_there(line)}
    LIST.write_text("".join(f"{line}\n" for line in sorted(found | kept)), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
