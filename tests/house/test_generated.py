"""What the docs print from the code is what the code prints now, and every answer passes the files that they name."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import catalogue_lists
import format_tables
import pytest
from entry_at_fault import Unprintable
from generated import LINES, PRINTED, ROOT, SECTIONS, pages, renewed
from reference_page import GROUPS, RETURNED, described, missing
from tables import of_each

from grundy.games.catalogue import GAMES
from grundy.games.entry import no_parameters
from grundy.judges import JUDGES, FormatOption
from grundy.model.option import to
from grundy.model.rule import Rule
from grundy.model.space import HEAP


@of_each(pages())
def test_a_page_is_as_printed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    stale = f"{page.relative_to(ROOT)} is stale; 'python tests/generated.py' prints it anew"
    assert pages()[page](text) == text, stale


def test_everything_is_printed_somewhere() -> None:
    texts = [page.read_text(encoding="utf-8") for page in pages()]
    names = [match[2] for text in texts for part in (SECTIONS, LINES) for match in part.finditer(text)]
    assert sorted(names) == sorted(PRINTED)


def test_a_page_that_is_stale_is_seen() -> None:
    assert (
        renewed("a\n<!-- printed: engines -->\nold\n<!-- end -->\n")
        != "a\n<!-- printed: engines -->\nold\n<!-- end -->\n"
    )


def test_a_sample_whose_format_is_gone_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stayed when the format's file was removed or got another name."""
    assert format_tables.stale_samples() == []
    monkeypatch.setattr(format_tables, "ROOT", tmp_path)
    (tmp_path / "examples" / "judge").mkdir(parents=True)
    for name in ("piles", "towers"):
        (tmp_path / "examples" / "judge" / f"{name}.in").write_text("1 1\n", encoding="utf-8")
    assert [file.name for file in format_tables.stale_samples()] == ["towers.in"]


def changed(monkeypatch: pytest.MonkeyPatch, name: str, **fields: Any) -> None:
    """One more game in the catalogue, which is Nim but for these fields."""
    game = replace(GAMES["nim"], name=name, **fields)
    monkeypatch.setitem(GAMES._all, name, game)
    monkeypatch.setitem(GAMES._games, name, game)


@pytest.mark.parametrize("name", ["answers", "moves"])
def test_an_entry_whose_words_do_not_fit_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that was said was KeyError: 'leave'."""
    rule = Rule("tower", lambda n: [to(n - 1, take=1)] if n else [], space=HEAP, format_move="{leave}".format_map)
    changed(monkeypatch, "tower", example=("tower", "3"), rule=no_parameters(rule))
    with pytest.raises(Unprintable, match=r"the game 'tower' cannot be printed: .*leave"):
        PRINTED[name]()


@pytest.mark.parametrize("name", ["answers", "engines-of-games"])
def test_an_entry_without_an_example_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "tower", example=())
    with pytest.raises(Unprintable, match="the game 'tower' cannot be printed: ValueError"):
        PRINTED[name]()


def test_an_entry_whose_example_is_lost_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "nim", example=("nim", "1 1"))
    with pytest.raises(Unprintable, match="'nim' cannot be printed: its example, nim 1 1, has no winning move to show"):
        PRINTED["moves"]()


def heads(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("#", "$", "| `"))]


def test_what_nobody_wrote_of_a_game_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A section, keys and names of a new game had to be written by hand on three pages."""
    for name in ("further-games", "further-keys", "further-names"):
        assert "tower" not in PRINTED[name]()
    rule = Rule("tower", lambda n: [to(n - 1, knock=1)] if n else [], space=HEAP, format_move="{knock}".format_map)
    changed(monkeypatch, "tower", example=("tower", "3"), rule=no_parameters(rule))
    assert "## tower" in heads(PRINTED["further-games"]()) and "games/tower.svg" in PRINTED["further-games"]()
    assert '`{"pile": 1, "knock": 1}`' in PRINTED["moves"]()
    assert '| `knock` | in [Tower](games.md#tower): `{"pile": 1, "knock": 1}` |' in heads(PRINTED["further-keys"]())
    assert any(line == "| `tower` | `tower('3')` |" for line in heads(PRINTED["further-names"]()))


def test_what_nobody_wrote_of_a_format_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    piles = next(judge for judge in JUDGES if judge.name == "piles")
    option = FormatOption("floors", "how high", "3", metavar="N")
    for judge in (replace(piles, name="tower", options=(*piles.options, option)), replace(piles, sample_out="first\n")):
        monkeypatch.setattr(format_tables, "JUDGES", (*JUDGES, replace(judge, name="tower", answer_large=None)))
        if judge.name == "piles":
            with pytest.raises(Unprintable, match="the format 'tower' cannot be printed: its sample is answered with"):
                PRINTED["further-formats"]()
        else:
            assert "| `--floors N` | `tower`: how high |" in heads(PRINTED["further-options"]())
            assert dict(format_tables.samples())[ROOT / "examples" / "judge" / "tower.in"]("") == piles.sample_in


def test_a_family_of_rules_that_was_added_is_a_public_name() -> None:
    text = catalogue_lists.STUB.read_text(encoding="utf-8")
    line = "from grundy.games.moore import moore as moore\n"
    assert text.count(line) == 1 and catalogue_lists.stub(text.replace(line, "")) == text == catalogue_lists.stub(text)


def test_every_public_name_is_on_the_page_of_calls() -> None:
    assert missing() == set()


@of_each([name for names in GROUPS.values() for name in names])
def test_a_public_name_has_a_docstring_in_sections(name: str) -> None:
    """Numpydoc's sections, and each argument of a call among them; where there is nothing to say, one plain line."""
    page = "\n".join(described(name))
    value = getattr(import_module(RETURNED.get(name, "grundy")), name)
    doc = inspect.getdoc(value) or ""
    assert doc[:1].isupper() and not re.search(r"^(Args|Raises|Returns|Fields|Cost|Source):", doc, re.MULTILINE)
    if (
        inspect.isfunction(inspect.unwrap(value))
        and inspect.signature(value).parameters
        and name not in ("again", "answer")
    ):
        taken = inspect.signature(value).parameters
        section = page.partition("**Parameters**")[2].partition("\n\n**")[0]
        assert all(re.search(rf"[`*, ]{one}[`,]", section) for one in taken), taken
        assert "**Returns**" in page


def test_a_method_on_the_page_of_calls_says_what_it_takes() -> None:
    """All were `play()` and `element()`, whatever they had to be given."""
    page = (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")
    for method in ("play(move)", "bind(**parameters)", "element(*heaps)", "as_dict(moves=10000)", "moves()"):
        assert f"- `{method}`: " in page
