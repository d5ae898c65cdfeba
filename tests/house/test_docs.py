"""The documentation is whole and true: nothing is left out, every command runs, every link leads somewhere.

conftest.py runs the `console` and `python` blocks of README.md and docs/. Here: the tables of the README, and that
every command, option, game, format, error, public name and limit has its place.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner
from limits import set_limits
from tables import of_each
from test_rooms import ROOMS

import grundy
from grundy import errors
from grundy.cli.main import MODULES, cli, command_named
from grundy.compile.emit import MOST_STEPS
from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled
from grundy.compile.values import MOST_NUMBERS
from grundy.engines.heap import steps, take_away
from grundy.engines.table import boards, code, job, riders
from grundy.games import rows
from grundy.games.catalogue import GAMES
from grundy.judges import JUDGES
from grundy.model import definition
from grundy.model.run import Run, RunStatus
from grundy.model.stress import Kind
from grundy.reading.functions import _FUNCTIONS
from grundy.runs import loop
from grundy.show import emit
from grundy.text import graphs, reader

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.glob("docs/**/*.md")}
COMMANDS: dict[str, click.Command] = {name: command_named(name) for name in MODULES}
FORMATS = {judge.name: judge for judge in JUDGES}


def page(name: str) -> str:
    return PAGES[f"docs/{name}.md"]


def section(text: str, heading: str) -> str:
    """What stands below a heading that begins so, up to the next of its level or above."""
    match = re.search(rf"^(#+) `?{re.escape(heading)}\b.*\n((?:(?!#{{1,2}} ).*\n)*)", text, re.MULTILINE)
    assert match, f"no heading {heading!r}"
    return match[2]


def table(text: str) -> list[list[str]]:
    """The cells of all rows of tables, without their heads."""
    table_rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in table_rows]


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)


def codes(text: str) -> list[str]:
    """What stands between single backquotes, outside of blocks."""
    return re.findall(r"`([^`\n]+)`", prose(text))


@pytest.fixture(autouse=True)
def no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a kernel may compile for longer than a command stays silent."""
    set_limits(monkeypatch, "cli", EVERY=float("inf"))


def call(line: str, status: int | None = 0) -> str:
    """The output of a command line, run in this process; `< FILE` gives it standard input."""
    program, *words = shlex.split(line)
    assert program in ("grundy", "./grundyw")
    data = b""
    if "<" in words:
        data = (ROOT / words[words.index("<") + 1]).read_bytes()
        words = words[: words.index("<")]
    done = CliRunner().invoke(cli, words, input=data, catch_exceptions=False)
    assert status is None or done.exit_code == status, done.output
    assert not done.stderr
    return done.stdout


def options(command: click.Command) -> list[str]:
    """Those that its help describes."""
    params = command.get_params(click.Context(command, parent=click.Context(cli, **cli.context_settings)))
    shown = [option for option in params if isinstance(option, click.Option) and not option.hidden]
    return [name for option in shown for name in option.opts if name not in ("--help", "-h")]


PASTED = table(section(page("reference/games"), "A command for each"))
ANSWERED = [row for row in PASTED if codes(row[1])[:1] and codes(row[1])[0].startswith("./grundyw solve")]
COMMANDS_OF_JOBS = [command for row in table(README) + table(page("index")) for command in codes("|".join(row[1:]))]


@of_each(ANSWERED, lambda row: codes(row[1])[0])
def test_an_answer_of_a_table(row: list[str]) -> None:
    (command,) = codes(row[1])
    printed, told = call(command), json.loads(call(f"{command} --json"))
    who, value, says = re.fullmatch(r"(first|second) player(?:, nim-value (\d+))?[,:] ?(.*)", row[2]).groups()
    assert (who, value) == (told["winner"], None if told["nim_value"] is None else str(told["nim_value"]))
    moves = codes(says)
    assert {f"  {move}" for move in moves} <= set(printed.splitlines())
    counted = re.search(r"by (\d+) moves", row[2])
    assert told["winning_move_count"] == (int(counted[1]) if counted else len(moves))


@of_each(GAMES)
def test_every_game_has_its_place(name: str) -> None:
    assert any(re.match(rf"./grundyw solve '?{name}\b(?!-)", codes(row[1])[0]) for row in ANSWERED)
    assert section(page("reference/games"), name)
    assert f"](reference/games.md#{name})" in page("gallery")
    assert any(name in codes(row[0]) for row in table(page("reference/reach")))


@of_each(GAMES)
def test_keys_of_a_move_are_told(name: str) -> None:
    spec, position = GAMES[name].example
    move = grundy.solve(grundy.parse(f"{spec}({position})")).as_dict()["winning_moves"][0]
    rows = table(section(page("reference/json"), "Moves"))
    (row,) = [row for row in rows if name in codes(row[0])]
    assert set(json.loads(codes(row[1])[0])) == set(move) <= {key for row in rows for key in codes(row[0])}


def test_commands_of_jobs_are_commands() -> None:
    """Each reads its words; what it answers is tested elsewhere."""
    typed = [command.removeprefix("./brute_force \\| ") for command in COMMANDS_OF_JOBS if "./grundyw" in command]
    assert len(typed) > 20
    for command in typed:
        program, verb, *words = shlex.split(command)
        assert program == "./grundyw" and verb in COMMANDS, command
        given = words[: words.index("<")] if "<" in words else words
        assert {word for word in given if word.startswith("--")} <= set(options(COMMANDS[verb])), command
        assert all((ROOT / word).exists() for word in words if word.startswith(("examples/", "tests/"))), command


@of_each(FORMATS)
def test_every_format_has_its_place(name: str) -> None:
    judge = FORMATS[name]
    (row,) = [row for row in table(page("reference/judges")) if codes(row[0]) == [name]]
    assert {f"--{option.name}" for option in judge.options} == set(codes(row[-1]))
    assert section(page("reference/judges"), name)
    assert (ROOT / "examples" / "judge" / f"{name}.in").read_text() == judge.sample_in
    assert call(f"grundy judge {name} < examples/judge/{name}.in") == judge.sample_out


@of_each(COMMANDS)
def test_every_command_and_option_is_described(name: str) -> None:
    text = section(page("reference/command-line"), f"grundy {name}")
    described = {code.split()[0] for row in table(text) for code in codes(row[0])}
    assert described - {"option"} == set(options(COMMANDS[name])), "of the table"


def test_options_of_grundy_itself_are_described() -> None:
    named = {code for row in table(page("reference/command-line")) for code in codes(row[0])}
    assert {"--version", "--help"} <= named


def mentions() -> list[tuple[str, str]]:
    """Every command line that some page tells, with its place."""
    commands = []
    for name, text in {"README.md": README, **PAGES}.items():
        blocks = re.findall(r"^```(?:console|sh)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        lines = [line for block in blocks for line in block.splitlines()]
        lines += codes(text)
        for line in lines:
            commands += [
                (name, part) for part in re.findall(r"(?:^|[|] )(?:\$ )?((?:\./grundyw|grundy) [a-z].*)", line)
            ]
    return commands


def test_no_page_tells_a_command_or_option_that_does_not_exist() -> None:
    told = mentions()
    assert len(told) > 50
    for name, line in told:
        _, command, *words = re.split(r"\s+", line)
        if line.startswith(("./grundyw test", "./grundyw site")):
            continue
        assert command in COMMANDS, f"{name}: {line}"
        own = words[: next((at for at, word in enumerate(words) if word in ("|", "<", ">")), len(words))]
        given = {word for word in own if word.startswith("--")}
        assert given <= {*options(COMMANDS[command]), "--help", "-h"}, f"{name}: {line}"


def test_every_error_is_described() -> None:
    classes = [name for name, thing in vars(errors).items() if getattr(thing, "__module__", "") == errors.__name__]
    assert len(classes) >= 6
    described = set(codes(page("how-to/errors")))
    for name in classes:
        assert name in described or f"grundy.{name}" in described, name


def test_every_public_name_is_described() -> None:
    described = {re.split(r"\W", code)[0] for code in codes(page("reference/library"))}
    assert set(grundy.__all__) <= described


def test_keys_of_a_result_are_described() -> None:
    told = [codes(row[0])[0] for row in table(page("reference/json")) if codes(row[0])]
    keys = list(grundy.solve(grundy.nim(3)).as_dict())
    assert told[: len(keys)] == keys


OF_ALL = ("game", "evidence", "command", "version")
SHOWN = {
    "table": "table take-away:1,3,4 --states 40 --json",
    "table --outcomes": "table nim --states 4 --outcomes --json",
    "sequence": "sequence nim --to 3 --json",
    "check": "check nim n --to 9 --json",
    "stress": "stress --seconds 0.01 --json nim true",
}


@of_each(SHOWN)
def test_keys_of_other_commands_are_described(heading: str) -> None:
    assert {*OF_ALL, *keys_told(heading)} >= set(json.loads(call(f"grundy {SHOWN[heading]}", status=None)))


TOLD = [
    ["options", "nim", "1", "2"],
    ["games", "wythoff"],
    ["games", "--values", "0,1,2,3,1,4,3"],
    ["nimber", "3"],
    ["period", "kayles"],
    ["prove", "take-away:1,2,3", "n % 4 == 0", "--at", "5"],
    ["quotient", "kayles", "--to", "4"],
    ["genus", "kayles", "--to", "4"],
    ["atlas", "--codes", "0.6", "--to", "100"],
]


@of_each(TOLD, " ".join)
def test_keys_of_a_row_of_the_command_line_are_described(words: list[str]) -> None:
    """Those of the object, and of the objects in its lists."""
    rows = table(section(page("reference/command-line"), f"grundy {words[0]}"))
    told = {code for row in rows if "--json" in row[0] or "--json" in row[1] for code in codes(" ".join(row))}
    done = json.loads(call(f"grundy {shlex.join(words)} --json").splitlines()[0])
    lists = [entry for value in done.values() if isinstance(value, list) for entry in value if isinstance(entry, dict)]
    assert told >= {*done, *(key for entry in lists for key in entry)}


def keys_told(heading: str) -> set[str]:
    """The first cells of the table in the page on JSON with that heading."""
    head, *_ = [part for part in page("reference/json").split("\n\n") if part.startswith(f"| keys of `{heading}`")]
    return {code for row in table(head)[1:] for code in codes(row[0])}


def test_keys_and_words_of_a_run_are_described() -> None:
    told = section(page("reference/json"), "The other commands")
    assert {"game", *keys_told("runs")} == set(Run(("solve",), "nim").as_dict())
    assert set(get_args(RunStatus)) <= set(codes(told))
    assert set(get_args(Kind)) <= set(codes(told)), "of a failure"


def test_statuses_of_the_process_are_described() -> None:
    for name in ("how-to/errors", "reference/command-line"):
        told = {row[0] for row in table(page(name))}
        ways = [loop.Outcome(status, None, None, 1.0).exit_status for status in get_args(loop.Status)]
        assert {"0", "1", "2", *map(str, ways)} <= told


COMPILER = page("reference/compiler")


def test_calls_that_are_compiled_are_told() -> None:
    told = " ".join(codes(section(COMPILER, "What may be used")))
    for function in _FUNCTIONS:
        assert re.search(rf"\b{function.__name__}\b", told)


@of_each(sorted((ROOT / "examples").glob("*.py")))
def test_an_example_is_compiled_unless_it_says_that_it_is_not(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if "@grundy.rule" not in text:
        return
    rule = grundy.parse_rule(str(path), files=grundy.FILES)
    if "the compiler refuses" in text:
        with pytest.raises(NotCompiled, match="list comprehension"):
            look(rule)
    else:
        look(rule)


def test_words_of_evidence_are_described() -> None:
    from grundy.model.evidence import Status

    assert {codes(row[0])[0] for row in table(page("reference/evidence")) if codes(row[0])} == set(get_args(Status))


LIMITS = [
    (reader.MOST_DIGITS, "4,300 digits"),
    (errors.MOST_FINDINGS, "20 findings"),
    (definition.MOST_POSITIONS, "10^6 different positions"),
    (take_away.MOST_HEAPS, "heaps to 10^8"),
    (take_away.LARGEST_AMOUNT, "at most 10^6"),
    (steps.MOST_CHANGES, "10^7 times"),
    (riders.MOST_PAIRS, "up to 4·10^7"),
    (rows.MOST_SQUARES, "up to 10^6 squares"),
    (boards.MOST_CELLS, "up to 25 cells"),
    (graphs.MOST_ARCS, "10^6 arcs"),
    (job.MOST_STATES, "at most 2^40 states"),
    (code.MOST_UNCOMPILED, "Uncompiled, at most 10^7 states"),
    (emit.MOST_NUMBERS, "at most 100,000 numbers"),
]


@of_each(LIMITS)
def test_a_limit_is_what_the_page_says(limit: int, told: str) -> None:
    assert told in re.sub(r"\s+", " ", page("reference/reach"))
    number = re.search(r"(?:(\d+)·)?(10|2)\^(\d+)|\d[\d,]*", told)
    power = int(number[1] or 1) * int(number[2]) ** int(number[3]) if number[2] else 0
    assert limit == (power or int(number[0].replace(",", "")))


def test_limits_of_the_compiler_are_what_the_page_says() -> None:
    assert MOST_NUMBERS == 2**20 and "up to 2^20 numbers" in COMPILER
    assert MOST_STEPS == 10**9 and "10^9 steps" in COMPILER
    assert code.MOST_UNCOMPILED == 10**7 and COMPILER.count("10^7 states") == 1


def test_rooms_are_those_of_the_code() -> None:
    told: dict[str, list[str]] = {}
    for first, known in table(page("why/architecture")):
        if room := codes(first):
            named = codes(known)
            told[room[0]] = [one for one in told if one not in named] if known.startswith("all of these") else named
    assert {room: tuple(known) for room, known in told.items()} == {
        room: known for room, known in ROOMS.items() if room != "__main__"
    }


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@of_each(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *PAGES])
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("http://", "https://")):
            continue
        target, _, anchor = link.partition("#")
        path = (ROOT / name).parent / target if target else ROOT / name
        assert path.exists(), link
        assert not anchor or anchor in anchors(path.read_text(encoding="utf-8")), link


def test_every_page_can_be_reached_from_the_index() -> None:
    linked = set(re.findall(r"\]\(([^)#]+\.md)\)", page("index")))
    assert {name.removeprefix("docs/") for name in PAGES} - {"index.md"} <= linked


@of_each(PAGES)
def test_a_page_says_where_the_files_that_it_reads_are(name: str) -> None:
    """But a tutorial works in an empty folder, for who has the installed package alone; conftest.py runs it in one."""
    before, *read = re.split(r"^\$ .*\b(?:examples|tests)/", PAGES[name], maxsplit=1, flags=re.MULTILINE)
    if read:
        assert not name.startswith("docs/tutorial/")
        assert "folder of the checkout" in re.sub(r"\s+", " ", before)


def test_every_page_stays_readable() -> None:
    for name, text in {"README.md": README, **PAGES}.items():
        for line in prose(text).splitlines():
            assert len(line) <= 120 or line.startswith("|"), f"{name}: {line}"
