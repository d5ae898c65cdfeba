"""The page on bots: its blocks are pasted into one session, and print what stands below them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.bots
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "bots.md"


def test_the_page_prints_what_it_says() -> None:
    blocks = re.findall(r"^```py\n(.*?)^```\n\n```text\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == PAGE.read_text(encoding="utf-8").count("```py\n") == 5
    session: dict[str, Any] = {"__name__": "page"}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, session)
        assert printed.getvalue() == expected
