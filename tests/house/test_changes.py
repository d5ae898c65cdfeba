"""Changes since the last release are files that a release gathers, and the changelog is short enough to be read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
KINDS = [
    kind["directory"] for kind in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]["type"]
]
MOST_LINES = 160  # of one release


def test_every_change_has_a_kind_and_is_a_sentence() -> None:
    for path in (ROOT / "changes").iterdir():
        if path.name == "README.md":
            continue
        assert re.fullmatch(rf"[a-z0-9-]+\.({'|'.join(KINDS)})\.md", path.name), path.name
        text = path.read_text(encoding="utf-8")
        assert re.fullmatch(r"[^\s#-].*[.!)]\n", text, re.DOTALL), (
            f"{path.name}: one or two sentences, no heading or list"
        )
        assert max(map(len, text.splitlines())) <= 120, path.name


def test_kinds_are_those_that_are_told() -> None:
    told = (
        (ROOT / "changes" / "README.md").read_text(encoding="utf-8").split("KIND is one of")[1].split("At a release")[0]
    )
    assert re.findall(r"`(\w+)`", told) == KINDS


def test_a_release_is_read_in_a_few_minutes() -> None:
    releases = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert releases
    for release in releases:
        assert release.count("\n") <= MOST_LINES, release.splitlines()[0]
