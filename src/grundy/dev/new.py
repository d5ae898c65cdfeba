"""Write the file of a new game, format or engine, and its test, from templates.

The templates are texts beside this file; in them `$name` is the name as people type it, `$module` as Python does, and
`$title` as it begins a sentence.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

import grundy
from grundy.errors import BadText, Finding, GrundyError
from grundy.notation.expression import parse_position
from grundy.text.reader import Text


@dataclass(frozen=True, slots=True)
class EntryKind:
    """Something that is one file.

    Fields:  summary: what it is. template: of its file. folder: of its file, below src/grundy; tests: of its test,
             below tests. check: the function of tests/entry_checks.py that says what is wrong; given: what it takes,
             and imports: what that needs. try_it: what to type when it is written.
    """

    summary: str
    template: str
    folder: str
    tests: str
    check: str
    given: str
    imports: str
    try_it: str


def _game(summary: str, template: str) -> EntryKind:
    given, try_it = 'grundy.catalogue["$name"]', "./grundyw solve $name POSITION"
    return EntryKind(summary, template, "games", "games", "faults_of_game", given, "\nimport grundy\n", try_it)


KINDS = {
    "game": _game("a game of heaps", "game"),
    "coins": _game("a coin-turning game", "coins"),
    "board": _game("a game on a board of cells", "board"),
    "format": EntryKind(
        "a judge's format",
        "format",
        "judges",
        "judges",
        "faults_of_judge",
        'judge_named("$name")',
        "\nfrom grundy.judges import judge_named\n",
        "./grundyw judge $name < FILE",
    ),
    "engine": EntryKind(
        "a closed form, or another engine",
        "engine",
        "engines/rows",
        "engines",
        "faults_of_engine",
        '"$module"',
        "",
        "./grundyw solve POSITION --explain",
    ),
}
STEPS = (
    "write what the texts '(say ...)' ask for, and the rest, in $file",
    "try it: $try_it",
    "compare it with the definition, which also finds texts that are left: ./grundyw test -n0 $test",
    "let lists, pages and samples follow: .venv/bin/ruff format; .venv/bin/python tests/generated.py",
)
LONGEST = 40  # letters of a name


def new(kind: str, name: str, root: Path) -> list[str]:
    """Write the files of a new thing into a checkout; which these are and what is to be done now, in lines.

    Raises:  BadText: no such kind, or no name for one. GrundyError: no checkout, or a file that is there already.
    """
    if kind not in KINDS:
        raise _refused(kind, f"one of {', '.join(KINDS)}")
    entry, module = KINDS[kind], name.replace("-", "_")
    _check_name(name, public=entry.folder == "games")
    file, test = f"src/grundy/{entry.folder}/{module}.py", f"tests/{entry.tests}/test_{module}.py"
    for path in (file, test):
        if not (root / path).parent.is_dir():
            raise GrundyError(f"{root / path}: expected a folder of a checkout of grundy, found none")
    alike = (str(other.relative_to(root)) for other in (root / "tests").rglob(Path(test).name))
    for there in (*alike, *(path for path in (file, test) if (root / path).exists())):
        raise GrundyError(f"{there}: expected a name that is free, found a file of that name; choose another one")
    title = name.replace("-", " ")
    values = {"name": name, "module": module, "title": title[0].upper() + title[1:], "file": file, "test": test}
    values |= {"check": entry.check, "imports": entry.imports}
    values |= {"given": Template(entry.given).substitute(values), "try_it": Template(entry.try_it).substitute(values)}
    texts = {path: _filled(template, values) for path, template in ((file, entry.template), (test, "test"))}
    for path, text in texts.items():
        with open(root / path, "x", encoding="utf-8") as opened:
            opened.write(text)
    steps = (f"  {number}. {Template(step).substitute(values)}" for number, step in enumerate(STEPS, 1))
    return [*(f"{path}: written" for path in texts), "Next:", *steps]


def _filled(template: str, values: dict[str, str]) -> str:
    text = files("grundy.dev").joinpath("templates", f"{template}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(values)


def _check_name(name: str, public: bool) -> None:
    """Refuse a name that people cannot type or Python cannot import; of a public value also one that is taken."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise _refused(
            name, f"at most {LONGEST} small letters, digits and single hyphens, a letter first: deleting-divisors"
        )
    if keyword.iskeyword(name):
        raise _refused(name, "a name that is no word of Python's, as in deleting-divisors")
    if public and name.replace("-", "_") in grundy.__all__:
        raise _refused(name, f"a name that is free, for the game is to be grundy.{name.replace('-', '_')}")
    if public and _has_meaning(name):
        raise _refused(name, f"a name that is free, for `grundy solve {name}` has a meaning")


def _has_meaning(name: str) -> bool:
    """Whether this word is read already in the place of a game, as in `grundy solve sum 'nim(1)'`."""
    try:
        parse_position(name, Text("nim(1)", "<argument>"))
    except BadText:
        return False
    return True


def _refused(actual: str, expected: str) -> BadText:
    return BadText([Finding(1, 1, expected, repr(actual), "<argument>")])
