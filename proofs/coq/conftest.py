"""What several tests of the proved checker share: it is built once for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def lax(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checker with a reader that lets through what it should refuse."""
    from test_proved_reading import LAX, built

    return built(tmp_path_factory.mktemp("lax"), LAX)
