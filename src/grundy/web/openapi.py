"""The interface for programs, as OpenAPI 3.1: data from which its page is told and to which tests hold the server."""

from __future__ import annotations

from functools import cache
from typing import Any

from grundy.version import __version__

ABOUT = (
    "What the command line prints with --json, over HTTP. A question is the parameters of a URL, or a JSON object that "
    "is posted. Every question is computed in a process of its own with limits of time and memory: what is too large "
    "is refused with the status 422 and a reason, what is too much at once with 429 or 503. Errors are an object "
    '"error" with kind and message; of a text that is none, also "findings" with line and column.'
)
GAME = ("game", "the name of a game with its parameters, as in take-away:1,2,3; 'sum'; or 'rule:' and a rule", "string")
POSITION = ("position", "the position, in the notation of the game; of 'sum' an expression", "string")
PLAY = ("play", "normal (unless told), misere or loopy", "string")
RULE = (
    "game",
    "a game on heaps, as in octal:0.77, or 'rule:' and a rule, as in rule:n -> n-k, for k in {1,3,4}",
    "string",
)

_WHAT: dict[str, tuple[str, tuple[tuple[str, str, str], ...], str]] = {
    "solve": (
        "Who wins a position, its nim-value, every winning move, how it is known: the object of grundy solve --json. "
        "Where the nim-value is not known it is null, and `known` has what is established: winner, least, most, "
        "excluded, moves, complete.",
        (GAME, POSITION, PLAY, ("moves", "list at most so many winning moves (1,000)", "integer")),
        "/api/solve?game=nim&position=3+4+5",
    ),
    "sequence": (
        "The nim-values of heaps 0, 1, 2, ...: the object of grundy sequence --json.",
        (RULE, ("to", "the last heap (99)", "integer")),
        "/api/sequence?game=kayles&to=24",
    ),
    "period": (
        "How the nim-values of a game on heaps repeat: the object of grundy period --json. A period that is not proved "
        "is null, and what is only seen stands under `observed`.",
        (RULE,),
        "/api/period?game=octal:0.77",
    ),
    "rule": (
        "What the page of a rule shows: values and how they are known, period, patterns that are only observed, lost "
        "heaps, a picture.",
        (RULE,),
        "/api/rule?game=grundys-game",
    ),
    "certificate": (
        "The certificate of a proved period as text, for grundy verify, and for check.py, which needs no grundy.",
        (RULE,),
        "/api/certificate?game=kayles",
    ),
    "game": (
        "A game as its page draws it, before anything is solved: the boards of its start as SVG with what the moves "
        "made of them, the moves so far, whose turn it is, and all moves now.",
        (GAME, POSITION, PLAY),
        "/api/game?game=cram&position=2x3",
    ),
    "look": (
        "The same, and who wins, by which moves and why: what the page shows where it is asked.",
        (GAME, POSITION, PLAY),
        "/api/look?game=kayles&position=4",
    ),
    "reply": (
        "A move of the computer, in the form of game's moves; null where there is none.",
        (GAME, POSITION, PLAY),
        "/api/reply?game=kayles&position=4",
    ),
    "course": (
        'Who wins each position of a game, from its start to now: "first" is whoever is to move there; null where that '
        "was not found in time.",
        (GAME, POSITION, PLAY),
        "/api/course?game=nim&position=3+4+5",
    ),
    "gamesman": (
        "A position as GamesCrafters' programs tell it: positionValue (win, lose, draw or unsolved), remoteness, and "
        "the same of each move, the best first. The remoteness of a draw is -200, and one that is not known -100.",
        (GAME, POSITION, PLAY),
        "/api/gamesman?game=nim&position=1+2",
    ),
}
_POSTED = {
    "components": {
        "type": "array",
        "description": "instead of game and position: a list of [game, position]",
        "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    },
    "moves": {
        "type": "array",
        "description": "of game, look, reply and course: the moves that were made, each as its `text` was told",
        "items": {"type": "string"},
    },
    "must": {
        "type": ["array", "null"],
        "description": "of game, look, reply and course: the [component, place] that must be answered at the start",
    },
    "start": {"type": "boolean", "description": "of game: also its start as data from which a page plays on, or null"},
    "first": {"type": "integer", "description": "of game and look: whose the first move is, 1 (unless told) or 2"},
    "blunder": {"type": "number", "description": "of reply: how often, from 0 to 1, the move is one that does not win"},
}
_POSTED_OF = {
    "game": ("moves", "must", "first", "start"),
    "look": ("moves", "must", "first"),
    "reply": ("moves", "must", "blunder"),
    "course": ("moves", "must"),
}
_ERRORS = {
    "400": "no question",
    "403": "a page of another origin, or a host that was not named",
    "413": "too long",
    "422": "a text that is no position, or out of reach",
    "429": "too many questions of yours are waiting",
    "503": "too many questions are waiting",
}


@cache
def parameters_of(kind: str) -> tuple[str, ...]:
    """The names that a question may have; a position says nothing of a game on heaps, and does no harm."""
    own = [name for name, _, _ in _WHAT[kind][1]]
    return tuple(dict.fromkeys((*own, "position", "components", *_POSTED_OF.get(kind, ()))))


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, Any] = {
        "/api/games": {
            "get": {
                "operationId": "games",
                "summary": "The catalogue: a list of the objects of grundy games --json.",
                "responses": {"200": _response("the games", "array")},
                "x-example": "/api/games",
            }
        }
    }
    for kind, (summary, parameters, example) in _WHAT.items():
        paths[f"/api/{kind}"] = {
            "get": _operation(kind, summary, parameters, example),
            "post": _operation(f"{kind}_posted", summary, parameters, ""),
        }
    info = {"title": "grundy", "version": __version__, "description": ABOUT}
    return {"openapi": "3.1.0", "info": info, "paths": paths}


def _operation(name: str, summary: str, parameters: tuple[tuple[str, str, str], ...], example: str) -> dict[str, Any]:
    responses = {"200": _response("the answer", "object")}
    responses |= {status: _response(says, "object") for status, says in _ERRORS.items()}
    told: dict[str, Any] = {"operationId": name, "summary": summary, "responses": responses}
    if example:
        told["parameters"] = [
            {"name": name, "in": "query", "description": says, "required": name == "game", "schema": {"type": kind}}
            for name, says, kind in parameters
        ]
        told["x-example"] = example
        return told
    fields: dict[str, Any] = {name: {"type": kind, "description": says} for name, says, kind in parameters}
    schema = {"type": "object", "properties": fields | _POSTED}
    told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return told


def _response(says: str, kind: str) -> dict[str, Any]:
    return {"description": says, "content": {"application/json": {"schema": {"type": kind}}}}
