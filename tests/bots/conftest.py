"""Tests with OpenSpiel, which `./grundyw test --all` runs: they need the extra `bots`.

Without --all they are not collected; with it they fail where OpenSpiel is missing, for a test that is skipped tells
nothing.
"""

from __future__ import annotations

import os

collect_ignore = ["conftest.py"]  # a module of doctests of this name is there already
if not os.environ.get("GRUNDY_TEST_ALL"):
    collect_ignore_glob = ["*"]  # helpers too: what they import may be missing
