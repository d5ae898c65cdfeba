"""What the docs print from the code is what the code prints now, and every answer passes the files that they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from generated import PRINTED, QUESTIONS, ROOT, SECTIONS, pages, renewed


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_as_printed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert renewed(text) == text, f"{page.relative_to(ROOT)} is stale; 'python tests/generated.py' prints it anew"


def test_everything_is_printed_somewhere() -> None:
    found = [match[2] for page in pages() for match in SECTIONS.finditer(page.read_text(encoding="utf-8"))]
    assert sorted(found) == sorted(PRINTED)


def test_files_of_ten_questions_are_there() -> None:
    page = (ROOT / "docs/why/architecture.md").read_text(encoding="utf-8")
    text = page.partition("<!-- printed: ten-questions -->")[2].partition("<!-- end -->")[0]
    named = 0
    for folder, names in re.findall(r"`([a-z_/]+)/`: ((?:`\w+\.py` ?)+)", text.replace("\n", " ")):
        for name in re.findall(r"`(\w+\.py)`", names):
            assert (ROOT / "src/grundy" / folder / name).is_file()
            named += 1
    assert len(QUESTIONS) == 10 and named > 30


def test_a_page_that_is_stale_is_seen() -> None:
    assert (
        renewed("a\n<!-- printed: engines -->\nold\n<!-- end -->\n")
        != "a\n<!-- printed: engines -->\nold\n<!-- end -->\n"
    )
