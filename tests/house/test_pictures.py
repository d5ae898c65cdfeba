"""Pictures of the README and of the documentation are as they are drawn, light enough, and say what is so."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tables import of_each

import grundy

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from game_pictures import PAIR, sheet_tokens  # noqa: E402
from pictures import FOLDER, PICTURES, PROVED, RULE, SIDE, pictures, readme_pictures  # noqa: E402
from speed_picture import sections  # noqa: E402

from grundy.games.catalogue import GAMES  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_pictures_are_as_drawn_and_light() -> None:
    """`python docs/pictures.py` draws them anew."""
    drawn = dict(pictures())
    assert set(drawn) == {*FOLDER.rglob("*.svg")}
    for path, picture in drawn.items():
        assert path.read_text(encoding="utf-8") == picture, path
        assert len(picture.encode()) < 20_000, path
    of_readme = dict(readme_pictures())
    assert len(of_readme) == 2 * len(PICTURES) == 4
    assert all(path.relative_to(ROOT).as_posix() in README for path in of_readme)


@of_each(["gallery.md", "reference/games.md"])
def test_a_page_shows_every_game(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]*\]\((?:\.\./)?pictures/games/([\w-]+)\.svg\)", text)
    assert sorted(shown) == sorted(GAMES)


def test_pictures_have_colours_for_light_and_for_dark() -> None:
    """Every colour that differs is named twice, and no colour is named that is not given."""
    drawn = (path for folder in ("games", "oeis") for path in sorted((FOLDER / folder).iterdir()))
    for path in (FOLDER / "speed.svg", *drawn):
        picture = path.read_text(encoding="utf-8")
        colours = re.search(r"<style>svg{(.*?)}@media\(prefers-color-scheme:dark\){svg{(.*?)}}", picture)
        assert colours, path
        given, differ = (set(re.findall(r"(--[\w-]+):", text)) for text in colours.groups())
        assert set(re.findall(r"var\((--[\w-]+)\)", picture)) == given, path
        assert differ == {name for name in given if PAIR.search(sheet_tokens()[name])}, path
        assert "light-dark" not in picture and '"ground"' in picture, path


def test_no_two_pictures_of_games_are_alike() -> None:
    """By what is drawn; what only says whose picture it is taken away."""
    drawn = [
        re.sub(r"<title>.*?</title>", "", path.read_text(encoding="utf-8")) for path in (FOLDER / "games").iterdir()
    ]
    assert len({*drawn}) == len(drawn)


def test_the_plot_of_speed_has_the_figures_of_the_page() -> None:
    """One row and one dot for each line of a table that has a ratio to a C++ program, read by hand."""
    ratios = sections()
    assert ratios["Nimbers"] == [0.29, 0.38] and ratios["Misère quotients"] == [1.15]
    assert ratios["Heaps"][:3] == [0.53, 0.65, 0.24] and "Coins" not in ratios and "On a cluster" not in ratios
    picture = (FOLDER / "speed.svg").read_text(encoding="utf-8")
    assert picture.count('class="task"') == sum(map(len, ratios.values()))
    assert picture.count('class="middle"') == len(ratios) >= 11


def test_what_a_picture_says_of_a_rule_is_so(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(f"import grundy\n\n\n{RULE}", encoding="utf-8")
    own = grundy.parse_rule(str(tmp_path / "own.py"), files=grundy.FILES)
    assert (own.nim_values((SIDE, SIDE)) == grundy.wythoff.nim_values((SIDE, SIDE))).all()
    told = str(grundy.prove(own))
    short = " ".join(PROVED).replace("lost just if", "is a P-position iff").replace("0s, and", "zeros and")
    assert "Proved: " + short.replace(": is a", " is a", 1).replace("one 0 more.", "one zero more") in told


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 900
