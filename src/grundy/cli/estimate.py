"""What --estimate prints in place of an answer: how long the work would take, and how much memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from grundy.cli.output import say


def print_estimate(command: Callable[[], Any], options: Mapping[str, Any]) -> int:
    """Begin the work of a command, and print its estimate."""
    from grundy.runs.estimate import Estimated

    try:
        command()
    except Estimated as begun:
        if any(options.get(name) in (True, "json") for name in ("as_json", "json", "form")):
            say(f"{json.dumps(begun.as_dict())}\n")
        else:
            say(f"{begun}\n")
    return 0
