"""Questions that are answered inside a browser, where no compiled engine is."""

from __future__ import annotations

import json

from grundy.engines import dispatch
from grundy.errors import BadText, GrundyError
from grundy.web.handlers import answer


def answer_text(text: str) -> str:
    """The answer to a question [kind, question] in JSON, as the server would tell it.

    >>> answer_text('["solve", {"game": "nim", "position": "2 2"}]')[:44]
    '{"game": "nim", "position": "2 2", "play": "'
    """
    kind, question = json.loads(text)
    try:
        try:
            found = answer(kind, question)
        except (ImportError, RuntimeError, OSError):  # no NumPy, no threads: by the definition then
            setattr(dispatch, "TABLE", dispatch.DEFINITION_ALONE)  # noqa: B010
            found = answer(kind, question)
        return json.dumps(found, default=repr)
    except BadText as problem:
        keys = ("line", "column", "expected", "found", "source")
        findings = [{key: getattr(finding, key) for key in keys} for finding in problem.findings]
        error: dict[str, object] = {"kind": "BadText", "message": str(problem), "findings": findings}
    except GrundyError as problem:
        error = {"kind": type(problem).__name__, "message": str(problem)}
    except (MemoryError, RecursionError, ImportError, RuntimeError, OSError):
        error = {"kind": "OutOfReach", "message": "more than the browser can compute; grundy itself goes further"}
    return json.dumps({"error": error})
