"""Only listed modules can open the files that a text names: no reader of text can, unless it is handed the opener.

`grundy/notation/files.py` opens and runs files, by rule_files.py. What else imports of these, beyond what only
remembers or describes, is listed with the reason; a reader of a stranger's text is not in the list.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from house.test_rooms import SOURCE, imports_of, modules

import grundy
from grundy.notation.expression import parse_position
from grundy.notation.rule_files import forget_files
from grundy.text.reader import Text

OPENERS = ("grundy.notation.files", "grundy.notation.rule_files")
HARMLESS = {"sources_of", "changed", "line_in", "said"}  # what was read, whether it is still so, where a file failed
LISTED = {
    "grundy": "hands grundy.FILES to a user's own Python",
    "grundy.api.work": "the game of a verb as a Path, which no text is",
    "grundy.api.judge": "the format of a verb as a Path",
    "grundy.api.pickled": "a pickle of the user's own rule",
    "grundy.api.batch": "lines that were read on this machine before, in its own processes",
    "grundy.web.playground": "the visitor's own Python, in the visitor's own browser",
}  # and all of grundy.cli


def openers(module: str, source: str) -> list[str]:
    """What a module imports that can open the file which a text names."""
    imported: list[str] = []
    if "files" not in source and "FILES" not in source:  # as in most: they need not be parsed
        return imported
    for one in imports_of(source):
        home, _, name = one.name.rpartition(".")
        whole = one.name in OPENERS or (home in OPENERS and name not in HARMLESS)
        if whole and module not in OPENERS:
            imported.append(f"{module}:{one.line}: {one.name}")
    imported += [f"{module}: grundy.FILES" for one in imports_of(source) if one.name == "grundy.FILES"]
    return imported


def test_only_listed_modules_can_open_what_a_text_names() -> None:
    openers_of = {name: openers(name, file.read_text(encoding="utf-8")) for name, file in modules()}
    opening = {name for name, some in openers_of.items() if some}
    assert {name for name in opening if not name.startswith("grundy.cli.")} == set(LISTED)
    web = {f"grundy.web.{name}" for name in ("handlers", "questions", "rule_answers", "worker", "server")}
    assert not opening & {*web, "grundy.notebook.widget"}


@pytest.mark.parametrize(
    "source",
    [
        "from grundy.notation.files import FILES",
        "def late():\n    from grundy.notation.rule_files import load_rules",
        "import grundy.notation.files",
        "from grundy.notation import files",
        "from grundy.notation import rule_files",
        "from grundy import FILES",
    ],
)
def test_an_opener_is_seen(source: str) -> None:
    assert openers("grundy.web.handlers", source)
    assert not openers("grundy.api.table", "from grundy.notation.rule_files import sources_of")


def test_the_readers_import_nothing_that_opens_a_file() -> None:
    for name in ("expression", "typed"):
        source = (SOURCE / "grundy" / "notation" / f"{name}.py").read_text(encoding="utf-8")
        assert not {one.name.partition(".")[0] for one in imports_of(source)} & {"pathlib", "os", "io", "runpy"}
        assert "open(" not in source


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind that grundy reads; the one in Python leaves a mark when it is run."""
    (tmp_path / "own.py").write_text(
        "import pathlib\nimport grundy\npathlib.Path(__file__).with_suffix('.mark').touch()\n"
        "@grundy.rule\ndef own(n):\n    yield from range(n)\n"
    )
    (tmp_path / "board.json").write_text('{"places": ["a", "b"], "moves": [["a", "b"]]}')
    monkeypatch.chdir(tmp_path)
    forget_files()  # of the last test, which have the same names
    return tmp_path


TEXTS = (
    "own.py(3)",
    "own.py 3",
    "own.py:own(3)",
    "nim(2) + own.py(3)",
    "conjunctive(own.py(3),nim(2))",
    "board.json start",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_names_no_file_unless_its_reader_is_handed_files(trap: Path, text: str) -> None:
    for read in (grundy.parse, grundy.solve, lambda asked: parse_position("sum", Text(asked, "<argument>"))):
        with pytest.raises(grundy.BadText, match=r"found '(own.py|own.py:own|board.json)': this text may name no file"):
            read(text)
    assert not (trap / "own.mark").exists()
    assert grundy.parse(text, files=grundy.FILES)
    assert (trap / "own.mark").exists() == ("own" in text)


def test_the_game_of_a_verb_is_a_file_only_as_a_path(trap: Path) -> None:
    """A text may come from a stranger; a Path is the caller's own."""
    verbs = (
        lambda game: grundy.period(game, 20),
        lambda game: grundy.sequence(game, 5),
        lambda game: grundy.table(game, 5),
        lambda game: grundy.check(game, "n", 5),
        lambda game: grundy.stress(game, ["true"], cases=1),
    )
    for verb in verbs:
        with pytest.raises(grundy.BadText, match=r"found 'own\.py': this text may name no file"):
            verb("own.py")
    assert not (trap / "own.mark").exists()
    assert list(grundy.sequence(Path("own.py"), 5)) == [0, 1, 2, 3, 4, 5]


def test_a_saved_game_opens_no_file_unless_it_is_handed_files(trap: Path) -> None:
    grundy.play(grundy.parse("own.py 3", files=grundy.FILES)).save("game.json")
    with pytest.raises(grundy.BadText, match="this text may name no file"):
        grundy.open_match("game.json")
    assert grundy.open_match("game.json", files=grundy.FILES).position
