"""A result as JSON: one object, the same keys everywhere."""

from __future__ import annotations

import json
from typing import Any

from grundy.model.result import LISTED, Result


def result_json(result: Result, moves: int = LISTED) -> str:
    """One object in one line of ASCII.

    >>> from grundy import nim, solve
    >>> result_json(solve(nim(2, 2)))[:56]
    '{"game": "nim", "position": "2 2", "play": "normal", "wi'
    """
    return json.dumps(result.as_dict(moves), default=_plain)


def _plain(value: Any) -> Any:
    """States of a user's own rule that JSON does not know."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    return repr(value)
