"""The package as somebody extends it: a copy in a temporary folder, and the code of the docs' pages
pasted into one of its files."""

from __future__ import annotations

import doctest
import json
import re
import shutil
from pathlib import Path

import afresh
import pytest

import grundy
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP

SOURCES = Path(__file__).parents[2] / "src"
DOCS = Path(__file__).parents[2] / "docs"
LOADED = "import grundy.cli.solve, grundy.games.catalogue"  # what each command loads


def written(page: str, start: str, stop: str) -> str:
    """The code of a page from one of its texts to another, as somebody would paste it."""
    text = (DOCS / page).read_text(encoding="utf-8")
    text = text[text.index(start) :]
    examples = doctest.DocTestParser().get_examples(text[: text.index(stop)])
    return "\n\n" + "\n".join(example.source for example in examples)


def append(file: Path, text: str) -> None:
    with open(file, "a", encoding="utf-8") as opened:
        opened.write(text)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """With what Python has compiled of it: a copy has the time of its file."""
    shutil.copytree(SOURCES, tmp_path / "src", ignore=shutil.ignore_patterns("static", "*.so", "*.nbi", "*.nbc"))
    return tmp_path / "src"


def run(package: Path, *commands: tuple[str, ...], stdin: str = "") -> list[str]:
    """What commands of the copy print."""
    home, kernels = str(package / "home"), str(package / "kernels")
    environment = {"PYTHONPATH": str(package), "XDG_DATA_HOME": home, "NUMBA_CACHE_DIR": kernels}
    done = afresh.run([(afresh.COMMAND, words, stdin) for words in commands], LOADED, environment=environment)
    assert not [one.err for one in done if one.status]
    return [one.out for one in done]


@pytest.mark.parametrize("own", [True, False], ids=["its own file", "a family's file"])
@pytest.mark.parametrize("proved", [True, False])
def test_a_game_is_one_entry(package: Path, proved: bool, own: bool) -> None:
    """With a formula and no list of moves it ended in an AssertionError. No power of 2 is 0 mod 3."""
    entry = written("how-to/add-a-game.md", "## A rule, with what is proved", ">>> print(solve(rule(2")
    if not proved:
        entry = re.sub(r"    theory=.*\n", "", entry)
    if own:
        entry = f"from grundy.games.entry import Fact, Game\n{entry}\nGAMES = (entry,)\n"
        (package / "grundy" / "games" / "powers.py").write_text(entry, encoding="utf-8")
    else:
        append(package / "grundy" / "games" / "heaps.py", f"{entry}\nGAMES = (*GAMES, entry)\n")
    solved, games, game, sequence, total = run(
        package,
        ("solve", "powers-of-2", "5", "4"),
        ("games",),
        ("games", "powers-of-2"),
        ("sequence", "powers-of-2", "--to", "6"),
        ("solve", "powers-of-2(5) + nim(3)", "--json"),
    )
    assert "nim-value 3." in solved and "  pile 1, take 1, to 4\n" in solved
    assert ("Proved: by induction: the nim-value of a heap is n mod 3 " if proved else "Computed: ") in solved
    assert "powers-of-2" in games and "9 = 3 * 3" in game
    assert "  0    0  1  2  0  1  2  0\n" in sequence
    assert "powers-of-2(5) + nim(3)" in total


def test_a_game_of_pieces_is_one_entry(package: Path) -> None:
    """On a strip it is the octal game 0.007, whose values are in OEIS A071427."""
    entry = written("how-to/add-a-game.md", "These ten lines are the entry", "From the entry come notation")
    entry = entry.replace(".name\n", "\n").replace("\nGame(", "\nentry = Game(")
    append(package / "grundy" / "games" / "placement.py", f"{entry}\nGAMES = (*GAMES, entry)\n")
    solved, game, sequence = run(
        package,
        ("solve", "trominoes", "1x3"),
        ("games", "trominoes"),
        ("sequence", "trominoes:1xN", "--to", "6", "--json"),
    )
    assert "nim-value 1" in solved and "by hand" in game
    assert json.loads(sequence)["values"] == [0, 0, 0, 1, 1, 1, 2]


def test_a_format_is_one_file(package: Path, tmp_path: Path) -> None:
    """As the page has it, with its option."""
    text = written("how-to/add-a-format.md", "# Add a judge's format", ">>> print(grundy.judge(own")
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    words = ("judge", str(tmp_path / "own.py"))
    told = run(package, words, (*words, "--winner", "Carol"), stdin="2\n3 5\n1 1\n")
    assert told == ["Alice\nBob\n", "Carol\nBob\n"]
    (package / "grundy" / "judges" / "own_nim.py").write_text(f"{text}\nJUDGE = own\n", encoding="utf-8")
    named, listed, help_ = run(
        package, ("judge", "own-nim", "--winner", "Carol"), ("judge", "--list"), ("judge", "--help"), stdin="1\n3 5\n"
    )
    assert named == "Carol\n" and "\nown-nim\n  T lines of piles." in listed and "--winner NAME" in help_


def test_a_rule_with_its_own_picture_is_one_file(package: Path, tmp_path: Path) -> None:
    text = written("tutorial/own-rule.md", "## Pictures and sentences", ">>> print(grundy.solve(pins(7)))")
    (tmp_path / "pins.py").write_text(f"import grundy\nfrom grundy import to\n{text}", encoding="utf-8")
    (solved,) = run(package, ("solve", str(tmp_path / "pins.py"), "7"))
    assert "   1 ■ ■ ■ ■ ■ ■ ■ · ·\n" in solved and "  knock 2, leaving (1, 4)\n" in solved


def powers(n: int) -> list[Option]:
    return [to(n - (1 << bit), take=1 << bit) for bit in range(n.bit_length()) if 1 << bit <= n]


def test_moves_are_found_where_a_theorem_names_none() -> None:
    """Against the definition, for values and for who wins."""
    plain = Rule("plain powers", powers, space=HEAP)
    formula = Rule("powers", powers, space=HEAP, theory=Theory("by induction", value=lambda n: n % 3))
    for n in range(40):
        for m in (0, 1, 5):
            by_rule, by_formula = grundy.solve(plain(n, m)), grundy.solve(formula(n, m))
            assert by_formula.nim_value == by_rule.nim_value == n % 3 ^ m % 3
            assert list(by_formula.winning_moves) == list(by_rule.winning_moves)


def test_an_engine_is_a_function_and_a_row(package: Path) -> None:
    """It answers what its row fits, sums too; what it does not fit is answered as before."""
    ours = ("solve", "take-away:1,2,3", "3", "4", "6", "--json")
    others = ("solve", "take-away:1,3", "3", "4", "6")
    before, other = run(package, ours, others)
    page = written("how-to/add-an-engine.md", "The function takes a rule", ">>> import grundy")
    (package / "grundy" / "engines" / "rows" / "up_to.py").write_text(f"{page}\nROW = row\n", encoding="utf-8")
    told, total, others_told = run(package, ours, ("solve", "nim(2) + take-away:1,2(7)"), others)
    after = json.loads(told)
    assert after.pop("evidence") == {"status": "proved", "by": "by induction: n mod (k + 1)"}
    assert after.items() <= json.loads(before).items() and after["nim_value"] == 3 ^ 0 ^ 2
    assert "; by induction: n mod (k + 1)" in total and others_told == other
