"""Which options go together: for each row of the table the library, the command line and the web refuse alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import pytest
from command import grundy as command
from starlette.exceptions import HTTPException

import grundy
from grundy.api.constraints import VERBS, AtMostOne, Constraint, ExactlyOne, Excludes, Needs, rows
from grundy.cli.main import MODULES, command_named
from grundy.cli.options import FORMAT, TABLE, TASKS, Verb
from grundy.errors import BadRule, BadText
from grundy.web.handlers import HANDLERS
from grundy.web.server import _check_names

HERE = "tcp://127.0.0.1:1"
CHESS = "hdu5724-chess"
TYPED = {"box": "3x3", "segment": "1/2", "set": "a=1", "out": "t.npy", "plot": "p.svg", "time_limit": "1s"}
RENAMED = {"states": ("to",), "segments": ("segment",), "settings": ("set",), "answers": ("values", "moves")}
LIBRARY: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, dict[str, Any]]]] = {
    "solve": (
        grundy.solve,
        ("cram 2x2",),
        {name: {name: True} for name in ("misere", "loopy", "remoteness")}
        | {name: {name: name} for name in ("certificate", "strategy", "values")}
        | {"cores": {"cores": 2}, "cluster": {"cluster": HERE}, "method": {"method": "mex"}},
    ),
    "play": (grundy.play, ("nim 3",), {name: {name: True} for name in ("misere", "loopy")}),
    "table": (
        grundy.table,
        ("nim",),
        {name: {name: True} for name in ("outcomes", "misere", "loopy", "overwrite")}
        | {"to": {"states": 5}, "box": {"box": (3, 3)}, "out": {"out": "t.npy"}, "cluster": {"cluster": HERE}}
        | {"certificate": {"certificate": "c"}, "of": {"of": "n"}, "measure": {"measure": "n"}},
    ),
    "atlas": (
        grundy.atlas,
        (),
        {"digits": {"digits": 1}, "codes": {"codes": "0.77"}, "known": {"known": True}, "limit": {"limit": 9}}
        | {"cores": {"cores": 2}, "cluster": {"cluster": HERE}},
    ),
    "verify": (
        grundy.verify,
        ("it.txt",),
        {"segment": {"segments": ["1/2"]}, "proved": {"proved": True}, "store": {"store": "runs.db"}}
        | {"cores": {"cores": 2}, "cluster": {"cluster": HERE}},
    ),
    "stress": (
        grundy.stress,
        ("nim", ["true"]),
        {"values": {"answers": "value"}, "moves": {"answers": "move"}, "misere": {"misere": True}, FORMAT: {}}
        | {"loopy": {"loopy": True}, "of": {"of": "n"}}
        | {
            "parts": {"parts": 2},
            "set": {"settings": ("a=1",)},
            "words": {"words": ("a", "b")},
            "starts": {"starts": [1]},
            "time_limit": {},
        },
    ),
}


def wrong(row: Constraint) -> Iterator[tuple[str, ...]]:
    """The fewest options that break a row."""
    match row:
        case Excludes(option, others):
            yield from ((option, other) for other in others)
        case Needs(option):
            yield (option,)
        case AtMostOne(options):
            yield from combinations(options, 2)
        case ExactlyOne(options):
            yield ()
            yield from combinations(options, 2)


CASES = [(verb, row, options) for verb in VERBS for row in rows(verb) for options in wrong(row)]


def cases(face: Callable[[str], set[str]]) -> list[Any]:
    """Those that can be asked for where a verb has these options."""
    return [
        pytest.param(verb, row, options, id=" ".join((verb, type(row).__name__, *options)))
        for verb, row, options in CASES
        if {*options} <= face(verb)
    ]


def in_library(verb: str) -> set[str]:
    return {*LIBRARY[verb][2]} if verb in LIBRARY else set()


def typed_options(verb: str) -> set[str]:
    return {*options_of(verb), TABLE, FORMAT, *TASKS}


def options_of(verb: str) -> dict[str, click.Parameter]:
    return {one.opts[0].lstrip("-").replace("-", "_"): one for one in command_named(verb).params}


def words(verb: str, row: Constraint, options: tuple[str, ...]) -> list[str]:
    """A command with these options, and what it needs besides."""
    there = options_of(verb)
    typed = []
    for option in options:
        parameter = there.get(option)
        if isinstance(parameter, click.Option):
            kind = parameter.type
            value = kind.choices[0] if isinstance(kind, click.Choice) else TYPED.get(option, "1")
            typed += [parameter.opts[0], *([] if parameter.is_flag else [value])]
    game = {"solve": ["cram", "2x2"], "play": ["nim", "3"], "stress": ["nim", "true"], "verify": ["it.txt"]}
    game |= {"check": ["nim", "n"], "oeis": ["write" if "write" in options else "check", "it", "nim"]}
    positional = game.get(verb, ["nim"] if "game" in there else [])
    if {"lines", "load"} & {*options} and "game" not in options:
        positional = []
    if verb == "runs":
        positional = ["1"] * ("run" in options)
    if options[:1] == (TABLE,):
        positional = ["t.npy"]
    elif options[:1] == (FORMAT,):
        positional[0] = CHESS
    elif not isinstance(row, ExactlyOne) and not {*options} & {"to", "states", "limit", "box"}:
        typed += {"table": ["--to", "5"], "atlas": ["--codes", "0.77"]}.get(verb, [])
    return [verb, *typed, *positional]


def named(row: Constraint, options: tuple[str, ...], is_there: Callable[[str], Any]) -> list[str]:
    """What a refusal must name: what was given, and what is missing."""
    more = row.others if isinstance(row, Needs) else row.options if isinstance(row, ExactlyOne) and not options else ()
    return [*options, *filter(is_there, more)]


@pytest.mark.parametrize(("verb", "row", "options"), cases(typed_options))
def test_the_command_line_refuses(
    verb: str, row: Constraint, options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    there = options_of(verb)
    done = command(*words(verb, row, options))
    assert (done.status, done.out) == (2, "") and not list(tmp_path.iterdir())
    said = done.err.splitlines()[-1]
    assert said.startswith("Error: ")
    for name in named(row, options, lambda one: one in there and not getattr(there[one], "hidden", False)):
        parameter = there.get(name)
        spelt = parameter.opts[0] if isinstance(parameter, click.Option) else name.upper() if parameter else f"a {name}"
        assert spelt in said


@pytest.mark.parametrize(("verb", "row", "options"), cases(in_library))
def test_the_library_refuses(
    verb: str, row: Constraint, options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, given, known = LIBRARY[verb]
    if options == ("values", "moves"):  # one argument, `answers`
        return
    arguments = {key: value for one in options for key, value in known[one].items()}
    if options[:1] == (FORMAT,):
        given = CHESS, *given[1:]
    elif not isinstance(row, ExactlyOne) and not {*options} & {"to", "limit", "box"}:
        arguments |= {"table": {"states": 5}, "atlas": {"codes": "0.77"}}.get(verb, {})
    with pytest.raises(BadRule) as refused:
        function(*given, **arguments)
    for name in named(row, options, known.__contains__):
        (key,) = known[name] or ("format",)
        assert key in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_the_web_refuses() -> None:
    """No question has all names that break a row, and one with another name is refused; play has one value."""
    asked = [(verb, options) for verb, _, options in CASES if verb in ("solve", "sequence") and options]
    assert len(asked) > 40
    for verb, options in asked:
        with pytest.raises(HTTPException, match="expected one of game,"):
            _check_names(verb, dict.fromkeys(options, True))
    with pytest.raises(BadText, match="play to be normal, misere or loopy"):
        HANDLERS["solve"]({"game": "nim", "position": "3", "play": "misere loopy"})


def test_each_option_of_a_row_is_somewhere() -> None:
    for verb in VERBS:
        of_library = LIBRARY[verb][2] if verb in LIBRARY else {}
        for row in VERBS[verb]:
            options = {option for one in wrong(row) for option in one} | {*getattr(row, "others", ())}
            assert options <= {*options_of(verb), *of_library, TABLE, FORMAT, *TASKS}, (verb, row)


def test_every_command_that_has_options_of_a_row_looks_at_them() -> None:
    for verb in MODULES:
        mine = options_of(verb)
        if any({*options} <= {*mine} for row in rows(verb) for options in wrong(row)):
            assert isinstance(command_named(verb), Verb), verb


@pytest.mark.parametrize("verb", LIBRARY)
def test_no_argument_of_the_library_is_forgotten(verb: str) -> None:
    function, _, known = LIBRARY[verb]
    options = {option for row in rows(verb) for one in wrong(row) for option in one}
    for argument in inspect.signature(function).parameters:
        assert {*RENAMED.get(argument, (argument,))} & options <= {*known}, argument


def test_others_of_the_library_refuse_the_same() -> None:
    with pytest.raises(BadRule, match="expected cores= or cluster=, found both"):
        grundy.batch(["nim 3"], cores=2, cluster=HERE)
    with pytest.raises(BadRule, match="an estimate only begins the work, on this machine; leave out certificate="):
        grundy.estimate(grundy.table, "nim", 5, out="t.npy", certificate="c")
    with pytest.raises(BadRule, match="expected misere= or loopy=, found both"):
        grundy.play("nim 3", misere=True, loopy=True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("solve cram 2x2 --misere --values v", "--values takes one position in normal play; leave out --misere"),
        ("solve --lines - --file f nim", "--lines takes expressions from its FILE; leave out GAME and --file"),
        ("table t.npy --states 3 --set a=1", "a table in a file is only read; leave out --states and --set"),
        ("table nim --to 9 --moves", "--moves goes with --emit: a table has the values of states, and no moves"),
        ("atlas", "expected --digits D, --codes LIST or --known, one of them"),
        ("sequence nim --json --csv --latex", "expected one form of output, found --csv, --latex and --json"),
        ("verify c --no-store", "--no-store goes with --cores K or --cluster ADDRESS: only such runs are recorded"),
    ],
)
def test_what_is_said(line: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command(*line.split()).err.splitlines()[-1] == f"Error: {sentence}"
