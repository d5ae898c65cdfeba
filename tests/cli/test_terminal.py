"""No text of a stranger reaches a terminal as anything but text: it moves no cursor, hides nothing, forges no line."""

from __future__ import annotations

import ast
import json
import pty
import sys
import unicodedata
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import Done, grundy

from grundy import cli as grundy_cli
from grundy.cli.output import ask_line, draw, note, say
from grundy.show.text import Line
from grundy.text.terminal import printable

FORGED = "FORGED"
HOSTILE = {
    "marks": "\x1b[31m\x1b]0;x\x07\x9b2J\x85\x08\x7f\x0b\x0c"
    "\u202ea\u2066b\u2069\u200e\u061c\u2028\u2029\u200b\ufeff\u00ad\U000e0041",
    "lines": f"a\r{FORGED}\n{FORGED}",
    "byte": "a\udc9b31mb",
}
"""What a terminal would act on or not show. The last is the byte 9B, C1's CSI, as Python reads it of a file's name."""

RULE = '''
"""A rule of a stranger."""
import grundy
from grundy import to

@grundy.rule
def takes(n, *, by="x"):
    """Take TEXT."""
    if n:
        yield to(n - 1, how=TEXT, of=by)

@grundy.rule
def raises(n):
    raise ValueError(TEXT)

@grundy.rule
def texts(s):
    if s:
        yield TEXT[:len(s) - 1]

@grundy.rule
def wrong(n):
    yield TEXT
'''
WRITERS = {"print", "input", "os.write"} | {
    f"click.{name}" for name in ("echo", "secho", "style", "prompt", "confirm", "echo_via_pager", "progressbar")
}


def file(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    return str(path)


def graph(folder: Path, text: str) -> str:
    nodes = [text, "end", text + "2"]
    plain = json.dumps({"nodes": nodes, "edges": [[text, "end"], [text + "2", text]], "tokens": [text + "2", text]})
    return file(folder, "graph.json", plain)


def rule(folder: Path, text: str) -> str:
    return file(folder, "rule.py", RULE.replace("TEXT", ascii(text)))


def plain(folder: Path, text: str) -> str:
    """A sound rule in a file of a hostile name."""
    return file(folder, f"{text}.py", "import grundy\n@grundy.rule\ndef down(n):\n    if n: yield n - 1\n")


def shown(*words: str) -> Callable[[Path, str], Done]:
    """A command in which TEXT is hostile; GRAPH, RULE and PLAIN are files that have it inside or as a name."""

    def run(folder: Path, text: str) -> Done:
        made = {"GRAPH": graph, "RULE": rule, "PLAIN": plain}
        given = []
        for word in words:
            for name, make in made.items():
                if name in word:
                    word = word.replace(name, make(folder, text))
            given.append(word.replace("FOLDER", str(folder)).replace("TEXT", text))
        return grundy(*given)

    return run


def read(*words: str, lines: str) -> Callable[[Path, str], Done]:
    """The same of what is read from standard input, or of FILE."""

    def run(folder: Path, text: str) -> Done:
        data = lines.replace("TEXT", text)
        here = file(folder, "input.txt", data)
        given = [word.replace("FILE", here).replace("TEXT", text) for word in words]
        return grundy(*given, stdin=data.encode("utf-8", "surrogateescape"))

    return run


def played(*words: str, typed: str) -> Callable[[Path, str], Done]:
    def run(folder: Path, text: str) -> Done:
        given = [word.replace("GRAPH", graph(folder, text)) if word == "GRAPH" else word for word in words]
        given = [rule(folder, text) + ":takes" if word == "RULE" else word for word in given]
        lines = typed.replace("TEXT", text).replace("FOLDER", str(folder))
        return grundy("play", *given, stdin=lines.encode("utf-8", "surrogateescape"))

    return run


def loaded(folder: Path, text: str) -> Done:
    data = {"grundy play": 1, "game": text, "position": text, "settings": [text], "moves": [text]}
    return grundy("play", "--load", file(folder, "saved.json", json.dumps(data)))


def stressed(folder: Path, text: str) -> Done:
    program = file(folder, "program.py", f"import sys\nsys.stdout.buffer.write({text.encode('utf-8', 'replace')!r})\n")
    return grundy("stress", "--time-limit", "1s", "nim", sys.executable, program)


def certified(folder: Path, text: str) -> Done:
    return grundy("verify", file(folder, "certificate.txt", f"grundy certificate 1\ngame {text}\n{text}\nend\n"))


def recorded(folder: Path, text: str) -> Done:
    from grundy.model.run import Run
    from grundy.runs.store import add_run

    store = folder / "runs.sqlite"
    shown = text.encode("utf-8", "replace").decode()
    _, lock = add_run(store, Run((shown, shown), game=shown, message=shown, known=shown, folder=shown, machine=shown))
    lock.release()
    every, one = (grundy("runs", *words, "--store", str(store)) for words in ([], ["1"]))
    again = grundy("runs", "1", "--json", "--store", str(store))
    resumed = grundy("resume", "1", "--store", str(store))
    parts = (every, one, again, resumed)
    return Done(0, "".join(done.out for done in parts), "".join(done.err for done in parts))


COMMANDS: dict[str, Callable[[Path, str], Done]] = {
    "graph": shown("solve", "graph", "--file", "GRAPH"),
    "graph explained": shown("solve", "graph", "--file", "GRAPH", "--explain"),
    "graph as JSON": shown("solve", "graph", "--file", "GRAPH", "--explain", "--json"),
    "options of a graph": shown("options", "graph", "--file", "GRAPH"),
    "options of a graph as JSON": shown("options", "graph", "--file", "GRAPH", "--json"),
    "play on a graph": played("graph", "GRAPH", typed="moves\nhint\nwhy\nTEXT\n1\nundo\n"),
    "play by a rule": played("RULE", "3", typed="moves\nmoves TEXT\nhint\nwhy\nTEXT\n1\n"),
    "play and save": played("nim", "1", typed="save FOLDER/TEXT/x\nload TEXT\n"),
    "play what was saved": loaded,
    "labels": shown("solve", "RULE:takes", "3", "--explain"),
    "labels as JSON": shown("solve", "RULE:takes", "3", "--json"),
    "labels in options": shown("options", "RULE:takes", "3"),
    "a rule that raises": shown("solve", "RULE:raises", "3"),
    "states that are texts": shown("solve", "RULE:texts", "'abc'", "--explain"),
    "a state that is a text": shown("solve", "RULE:texts", "'TEXT'"),
    "an option that is no state": shown("solve", "RULE:wrong", "3"),
    "a name of a file": shown("solve", "PLAIN", "3", "--explain"),
    "a rule that is not there": shown("solve", "RULE:TEXT", "3"),
    "a file that is not there": shown("solve", "FOLDER/TEXT/none.py", "3"),
    "a table": shown("table", "PLAIN", "--to", "9"),
    "a table as CSV": shown("table", "PLAIN", "--to", "9", "--csv", "--remarks"),
    "a table as C++": shown("table", "PLAIN", "--to", "9", "--emit", "cpp", "--moves"),
    "a table as Python": shown("table", "PLAIN", "--to", "9", "--emit", "python"),
    "a table in a file": shown("table", "PLAIN", "--to", "9", "--out", "FOLDER/TEXT.npy"),
    "a table that is read": shown("table", "FOLDER/TEXT.npy"),
    "a chart": shown("table", "PLAIN", "--to", "9", "--plot", "FOLDER/TEXT.svg"),
    "a sequence": shown("sequence", "PLAIN", "--to", "9"),
    "a sequence as LaTeX": shown("sequence", "PLAIN", "--to", "9", "--latex"),
    "a period": shown("period", "PLAIN", "--to", "50", "--certificate", "FOLDER/TEXT.txt"),
    "a proof": shown("prove", "PLAIN", "--certificate", "FOLDER/TEXT.txt"),
    "a proof as JSON": shown("prove", "PLAIN", "--json"),
    "a claim": shown("prove", "nim", "TEXT"),
    "a place of a proof": shown("prove", "nim", "--at", "TEXT"),
    "a quotient": shown("quotient", "PLAIN", "--to", "5"),
    "a quotient as JSON": shown("quotient", "PLAIN", "--to", "5", "--json"),
    "genera": shown("genus", "PLAIN", "--to", "5"),
    "a guess": shown("check", "nim", "TEXT", "--to", "9"),
    "a wrong guess": shown("check", "nim", "n + len('TEXT')", "--to", "9"),
    "a bound": shown("table", "nim", "--to", "TEXT"),
    "a place in a table": shown("table", "nim", "--to", "9", "--show", "TEXT"),
    "a setting": shown("solve", "RULE:takes", "3", "--set", "by='TEXT'", "--explain"),
    "a setting's name": shown("solve", "RULE:takes", "3", "--set", "TEXT=1"),
    "a position": shown("solve", "nim", "3 TEXT"),
    "an expression": shown("solve", "nim(3 TEXT) + nim(4)"),
    "a game": shown("solve", "TEXT", "3"),
    "a command": shown("TEXT"),
    "an option": shown("solve", "--TEXT"),
    "an option's value": shown("solve", "nim", "3", "--method", "TEXT"),
    "a number": shown("solve", "nim", "3", "--moves", "TEXT"),
    "a rule in a line": shown("solve", "rule:n -> n - 1TEXT", "3"),
    "the catalogue": shown("games", "TEXT"),
    "values of the catalogue": shown("games", "--values", "TEXT"),
    "codes": shown("atlas", "--codes", "0.77,TEXT"),
    "nimbers": shown("nimber", "3 + TEXT"),
    "a file of positions": read("solve", "--lines", "FILE", lines="nim(3)\nnim(TEXT)\n"),
    "positions": read("solve", "--lines", "-", lines="nim(3)\nTEXT\n"),
    "a judge's input": read("judge", "hdu5724-chess", lines="1\n1\nTEXT\n"),
    "a judge's format": read("judge", "TEXT", lines="1\n"),
    "values": read("guess", "--file", "-", lines="0 0\n1 TEXT\n"),
    "a program": stressed,
    "a program's name": shown("stress", "--time-limit", "1s", "nim", "FOLDER/TEXT"),
    "certificates": certified,
    "a certificate's name": shown("verify", "FOLDER/TEXT"),
    "a certificate's place": shown("solve", "nim", "3", "--certificate", "FOLDER/TEXT/none.txt"),
    "a picture's place": shown("solve", "nim", "3", "--picture", "FOLDER/TEXT/none.svg"),
    "kept values": shown("solve", "cram", "3x3", "--values", "FOLDER/TEXT/none"),
    "runs": recorded,
    "a store": shown("runs", "--store", "FOLDER/TEXT"),
    "a run": shown("resume", "TEXT"),
    "an address": shown("serve", "--host", "TEXT"),
    "a class's address": shown("class", "--host", "TEXT"),
    "a class's task": shown("class", "--task", "TEXT", "--port", "99999"),
    "a folder of Pyodide's": shown("serve", "--write", "FOLDER/site", "--pyodide", "FOLDER/TEXT"),
}


def is_plain(text: str) -> bool:
    """By the definition: a line feed, a tab, a blank, or no character of Unicode's classes C and Z."""
    return all(one in "\n\t " or unicodedata.category(one)[0] not in "CZ" for one in text)


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_hostile_is_printed(name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    done = COMMANDS[name](tmp_path, HOSTILE[kind])
    assert done.out or done.err
    for text in (done.out, done.err):
        assert is_plain(text), [line for line in text.split("\n") if not is_plain(line)]
        assert not any(line.startswith(FORGED) for line in text.split("\n")), text


def test_colours_are_ours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal lines have colours; what is named in them adds none."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    ours, theirs = pty.openpty()
    with open(ours, "rb", 0) as screen, open(theirs, "w", encoding="utf-8") as stream, redirect_stdout(stream):
        say([Line("winner", "a\x1b[31m\nb"), Line("move", "plain")])
        stream.flush()
        shown = b""
        while not shown.endswith(b"plain\r\n"):
            shown += screen.read(1000)
    assert shown == b"\x1b[32m\x1b[1ma\\x1b[31m\\nb\x1b[0m\r\nplain\r\n"


def test_a_bar_and_a_prompt_show_no_controls(capsys: pytest.CaptureFixture[str]) -> None:
    draw("a\x1b[2J\n", "\r\x1b[K")
    assert capsys.readouterr().err == "\r\x1b[Ka\\x1b[2J\\n"
    note("one\ntwo", "three\u202e")
    assert capsys.readouterr().err == "one\\ntwo\nthree\\u202e\n"
    with CliRunner().isolation(input=b"take 1\n") as (out, *_):
        assert ask_line("your\x1b[31m move: ") == "take 1"
        assert out.getvalue() == b"your\\x1b[31m move: "


def test_every_character_is_plain_once_it_is_escaped() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    of_plain = {kind for kind in set(map(unicodedata.category, every)) if kind[0] not in "CZ"}
    plain = "\n\t " + "".join(one for one in every if unicodedata.category(one) in of_plain)
    shown = set(printable(every))
    assert printable(plain) == plain and set(plain) <= shown and is_plain("".join(shown))
    assert is_plain(one_line := "".join(set(printable(every, kept="")))) and not {"\n", "\t"} & set(one_line)


def test_the_command_line_prints_through_one_door() -> None:
    """No other module of it calls what writes to a stream; `start` writes what kernels made of numbers."""
    doors = {"output.py", "start.py"}
    for module in sorted(Path(grundy_cli.__file__).parent.glob("*.py")):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and module.name not in doors:
                called = ast.unparse(node.func)
                assert called not in WRITERS and not called.endswith((".write", ".writelines")), (module.name, called)
