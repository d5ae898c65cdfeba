"""Questions that are answered inside a browser, where no compiled engine is."""

from __future__ import annotations

import json
from typing import Any

from grundy.answering import dispatch
from grundy.errors import BadText, GrundyError
from grundy.games.catalogue import GAMES
from grundy.web import handlers, playground


def answer(kind: str, question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question of the playground, or to one that the server answers too."""
    return playground.answer(question) if kind == "playground" else handlers.answer(kind, question)


QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("game", {"components": [["cram", "2x3"]], "moves": ["cells ((1, 1), (2, 1))"]}),
    ("look", {"components": [["nim", "3 4 5"]]}),
    ("look", {"components": [["rectangle", "110/011"], ["kayles", "4"]]}),
    ("look", {"components": [list(GAMES["graph"].example), list(GAMES["hackenbush"].example)]}),
    ("look", {"components": [["kayles", "4 5"]], "play": "misere"}),
    ("reply", {"components": [["kayles", "4 5"]], "blunder": 0}),
    ("rule", {"game": "rule:n -> n-k, for k in {1,3,4}"}),
    ("rule", {"game": "rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"}),
    ("sequence", {"game": "kayles", "to": 20}),
    ("period", {"game": "kayles"}),
    ("certificate", {"game": "kayles"}),
    ("playground", {"view": "python", "code": "def rule(n):\n    if n: yield n - 1", "state": "3"}),
    ("playground", {"view": "values", "values": "0 1 2 3 1 4 3"}),
    ("playground", {"view": "theorem", "g": "kayles", "claim": "n % 4"}),
)


def answer_text(text: str) -> str:
    """The answer to a question [kind, question] in JSON, as the server would tell it.

    >>> answer_text('["solve", {"game": "nim", "position": "2 2"}]')[:44]
    '{"game": "nim", "position": "2 2", "play": "'
    """
    kind, question = json.loads(text)
    try:
        try:
            reply = answer(kind, question)
        except (ImportError, RuntimeError, OSError):  # no NumPy, no threads: by the definition then
            reply = _by_definition(kind, question)
        return json.dumps(reply, default=repr)
    except BadText as problem:
        keys = ("line", "column", "expected", "found", "source")
        findings = [{key: getattr(finding, key) for key in keys} for finding in problem.findings]
        error: dict[str, object] = {"kind": "BadText", "message": str(problem), "findings": findings}
    except GrundyError as problem:
        error = {"kind": type(problem).__name__, "message": str(problem)}
    except (MemoryError, RecursionError, ImportError, RuntimeError, OSError):
        error = {"kind": "OutOfReach", "message": "more than the browser can compute; grundy itself goes further"}
    return json.dumps({"error": error})


def _by_definition(kind: str, question: dict[str, Any]) -> dict[str, Any]:
    table = dispatch.TABLE
    try:
        setattr(dispatch, "TABLE", dispatch.DEFINITION_ALONE)  # noqa: B010
        return answer(kind, question)
    finally:
        setattr(dispatch, "TABLE", table)  # noqa: B010


def warm_up() -> None:
    """Answer one question of each kind, so that all that visitors need is imported."""
    for kind, question in QUESTIONS:
        told = json.loads(answer_text(json.dumps([kind, question])))
        if "error" in told:
            raise RuntimeError(f"{kind} {question}: {told['error']}")
