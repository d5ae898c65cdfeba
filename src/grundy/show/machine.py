"""A result as JSON: one object, the same keys everywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grundy.model.result import LISTED, Result


def result_json(result: Result, moves: int = LISTED, made: Mapping[str, Any] | None = None) -> str:
    """One object in one line of ASCII; `made`: what else is said, such as what makes it again.

    >>> from grundy import nim, solve
    >>> result_json(solve(nim(2, 2)))[:56]
    '{"game": "nim", "position": "2 2", "play": "normal", "wi'
    """
    return json.dumps({**result.as_dict(moves), **(made or {})}, default=_plain)


def _plain(value: Any) -> Any:
    """States of a user's own rule that JSON does not know."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    return repr(value)
