"""`python -m grundy.dev new KIND NAME`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

import grundy
from grundy.dev.new import KINDS, new
from grundy.errors import GrundyError


def main(words: list[str] | None = None, root: Path = Path(grundy.__file__).parents[2]) -> int:
    """The command; its exit status, 2 where it refuses."""
    kinds = "\n".join(f"  {name:7} {kind.summary}: src/grundy/{kind.folder}/" for name, kind in KINDS.items())
    parser = ArgumentParser("python -m grundy.dev", description="Add something to a checkout of grundy.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    about = f"Write the file of a new thing, and its test, from a template. KIND is\n{kinds}"
    command = commands.add_parser(
        "new", help="write the file of a new thing", description=about, formatter_class=RawDescriptionHelpFormatter
    )
    command.add_argument("kind", metavar="KIND")
    command.add_argument("name", metavar="NAME", help="as people will type it: deleting-divisors")
    given = parser.parse_args(words)
    try:
        print("\n".join(new(given.kind, given.name, root)))
    except GrundyError as refused:
        print(refused, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
