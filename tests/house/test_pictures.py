"""The README: short, and its pictures are as they are drawn, light enough, and say what is so."""

from __future__ import annotations

import sys
from pathlib import Path

import grundy

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from pictures import PICTURES, PROVED, RULE, SIDE, pictures  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_pictures_are_as_drawn_and_light() -> None:
    """`python docs/pictures.py` draws them anew."""
    drawn = dict(pictures())
    assert len(drawn) == 2 * len(PICTURES) == 4
    for path, picture in drawn.items():
        assert path.read_text(encoding="utf-8") == picture
        assert len(picture.encode()) < 20_000
        assert path.relative_to(ROOT).as_posix() in README


def test_what_a_picture_says_of_a_rule_is_so(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(f"import grundy\n\n\n{RULE}", encoding="utf-8")
    own = grundy.parse_rule(str(tmp_path / "own.py"), files=grundy.FILES)
    assert (own.nim_values((SIDE, SIDE)) == grundy.wythoff.nim_values((SIDE, SIDE))).all()
    told = str(grundy.prove(own))
    short = " ".join(PROVED).replace("lost just if", "is a P-position iff").replace("0s, and", "zeros and")
    assert "Proved: " + short.replace(": is a", " is a", 1).replace("one 0 more.", "one zero more") in told


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 900
