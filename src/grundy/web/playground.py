"""What the playground of a site without a server computes, inside the visitor's browser.

A question of each kind, in HANDLERS, is answered by blocks, which the page draws in their order: {"kind": "heading" |
"verdict" | "text" | "code" | "svg" | "list" | "values", ...}. Here a visitor's Python is run, which is why the server
has none of this: in a browser it is the visitor's own machine, and a worker that is ended when it takes too long.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from grundy.answering.sequence import period
from grundy.api.answers import result_of
from grundy.api.known import find_games
from grundy.errors import BadRule, BadText, Finding, OutOfReach
from grundy.games.pieces import pieces_of
from grundy.model.option import State
from grundy.model.rule import Position, Rule
from grundy.model.space import HASHABLE
from grundy.notation.expression import parse_position, parse_rule, parse_typed_rule
from grundy.notation.files import FILES
from grundy.patterns.table import read_table
from grundy.proof import check
from grundy.proof.certify import certificate
from grundy.show.svg import board_svg, sequence_svg
from grundy.text.reader import Text
from grundy.web import rule_answers

Blocks = Iterator[dict[str, Any]]
Question = Mapping[str, Any]


def _is_at_least_0(state: State) -> bool:
    numbers = state if isinstance(state, tuple) else (state,)
    return HASHABLE.contains(state) and not any(isinstance(number, int) and number < 0 for number in numbers)


AT_LEAST_0 = replace(HASHABLE, name="number of 0 or more", contains=_is_at_least_0)
SHOWN = 200
COMPARED = 500


def position(question: Question) -> Blocks:
    """Who wins a position, by which moves, and how that is known."""
    spec, text = str(question.get("g", "nim")), str(question.get("p", ""))
    yield from _solved(parse_position(spec, Text(text, "<position>")))
    yield {"kind": "code", "text": f"grundy solve {spec} {_quoted(text)}"}


def rule(question: Question) -> Blocks:
    """The values of a rule in one line, or of a game on heaps."""
    yield from _values_of(parse_typed_rule(str(question.get("rule", "")).strip()))


def code(question: Question) -> Blocks:
    """The values of a rule that is a generator in Python, and the position that is asked for.

    What is wrong is told by the lines as they were typed; a rule that leaves less than 0 is stopped there.
    """
    text, state = str(question.get("code", "")), str(question.get("state", "")).strip()
    file = Path(tempfile.gettempdir()) / f"rule_{hashlib.sha256(text.encode()).hexdigest()[:12]}.py"
    file.write_text(_completed(text), encoding="utf-8")
    try:
        game_rule = replace(parse_rule(str(file), files=FILES), space=AT_LEAST_0)
        if state:
            (of_file,) = parse_position(str(file), Text(state, "<position>"), files=FILES).components
            yield from _solved(Position((replace(of_file, rule=game_rule),)))
        yield from _values_of(game_rule)
    except BadRule as problem:
        raise BadRule(_by_line(str(problem), str(file))) from problem
    yield {"kind": "code", "text": f"grundy solve rule.py {_quoted(state)}".rstrip()}


def values(question: Question) -> Blocks:
    """What is seen in numbers that were pasted: known games, a period, formulas."""
    given = _numbers(str(question.get("values", "")))
    yield {"kind": "verdict", "text": f"{len(given)} values, for n = 0 to {len(given) - 1}"}
    games = find_games(values=given[:SHOWN])
    yield {"kind": "heading", "text": "Games with these values"}
    if games:
        yield {"kind": "list", "items": [f"{game.name}: {game.summary}" for game in games]}
    else:
        yield {"kind": "text", "text": "None of the catalogue."}
    patterns = [pattern for pattern in read_table(given).patterns if pattern.as_dict()["about"] == "nim-values"]
    yield {"kind": "heading", "text": "What is seen"}
    if patterns:
        yield {"kind": "list", "items": [str(pattern.as_dict()["says"]) for pattern in patterns[:5]]}
    yield {"kind": "text", "text": "Observed: values alone prove nothing; a theorem is about a rule."}
    yield {"kind": "svg", "svg": sequence_svg(given[:400], None, 0)}


def sequence(question: Question) -> Blocks:
    """The values of a game on heaps, in forms to copy."""
    game_rule = parse_rule(str(question.get("g", "kayles")))
    yield from _values_of(game_rule)
    told = rule_answers.sequence({"game": game_rule.spec, "to": 99})
    yield {"kind": "heading", "text": "To copy"}
    yield {"kind": "code", "text": ", ".join(map(str, told["values"]))}


def theorem(question: Question) -> Blocks:
    """The period of a game as far as it is proved, its certificate checked here, and a claim on its values."""
    game_rule = parse_rule(str(question.get("g", "kayles")))
    claim = str(question.get("claim", "")).strip()
    try:
        result = period(game_rule)
    except (ImportError, OutOfReach):
        result = None
    if result is not None:
        told = result.as_dict()
        yield {"kind": "verdict", "text": str(result).partition("\n")[0]}
        yield {"kind": "text", "text": f"{told['status'].capitalize()}: {told['evidence']['by']}."}
    if claim:
        yield from _compared(game_rule, claim)
    if result is not None and result.status == "proved":
        try:
            written = "\n".join(certificate(game_rule, result)) + "\n"
        except OutOfReach as problem:
            yield {"kind": "text", "text": f"{str(problem)[:1].upper()}{str(problem)[1:]}."}
        else:
            yield from _certified(written)
    if result is None and not claim:
        yield {"kind": "text", "text": "Nothing is proved of this game here; grundy itself goes further."}
    yield {"kind": "code", "text": f"grundy prove {game_rule.spec} {_quoted(claim)}".rstrip()}


def _certified(text: str) -> Blocks:
    file = Path(tempfile.gettempdir()) / "certificate.txt"
    file.write_text(text, encoding="utf-8")
    *_, verdict = check.verify(str(file), [(1, 1)])
    yield {"kind": "heading", "text": "Certificate"}
    message = verdict.partition(": ")[2]
    yield {"kind": "text", "text": f"check.py, which shares nothing with what found the period, says: {message}."}
    yield {"kind": "code", "text": text}


def _compared(game_rule: Rule, claim: str) -> Blocks:
    """A claim, a Python expression over n, beside the first values."""
    nim_values = [int(value) for value in rule_answers.values_in_time(game_rule, range(COMPARED))]
    yield {"kind": "heading", "text": f"Is G(n) = {claim}?"}
    for n, value in enumerate(nim_values):
        try:
            claimed = eval(claim, {"n": n})  # the visitor's own browser runs it
        except Exception as problem:  # whatever an expression may raise
            what = "an expression of Python over n"
            raise _refused("<claim>", what, f"{claim!r} ({problem}) for n = {n}") from problem
        if claimed != value:
            yield {"kind": "text", "text": f"No: for n = {n} it says {claimed}, and the nim-value is {value}."}
            return
    yield {"kind": "text", "text": f"It holds for n = 0 to {len(nim_values) - 1}, which is no proof."}


def _solved(typed_position: Position) -> Blocks:
    result = result_of(typed_position)
    told = result.as_dict(12)
    winner = {"first": "The first player wins", "second": "The second player wins", "draw": "A draw"}[result.winner]
    value = "" if told["nim_value"] is None else f": nim-value {told['nim_value']}"
    yield {"kind": "verdict", "text": f"{winner}{value}"}
    for component in typed_position.components:
        board = component.rule.space.board(component.states)
        if board is not None and (
            drawn := board_svg(board, str(typed_position), pieces=pieces_of(component.rule.spec))
        ):
            yield {"kind": "svg", "svg": drawn}
    moves = [move.sentence() for move, _ in zip(result.winning_moves, range(12), strict=False)]
    if moves:
        what = "Moves that win if the opponent allows them" if result.opponent_restricts_moves else "Winning moves"
        yield {"kind": "heading", "text": what}
        yield {"kind": "list", "items": moves}
    evidence = told["evidence"]
    yield {"kind": "text", "text": f"{str(evidence['status']).capitalize()}: {evidence['by']}."}


def _values_of(game_rule: Rule) -> Blocks:
    if game_rule.arity == 1 and game_rule.space.contains(0):
        told = rule_answers.sequence_json(game_rule)
        seen = told["period"]
        if seen["status"] == "proved":
            yield {"kind": "verdict", "text": f"Period {seen['period']} from heap {seen['preperiod']} on, proved"}
        elif seen["observed"]:
            again = seen["observed"]
            text = f"Period {again['period']} from heap {again['preperiod']} on, observed only"
            yield {"kind": "verdict", "text": text}
        yield {"kind": "values", "values": told["values"][:SHOWN], "period": seen["period"]}
        yield {"kind": "svg", "svg": told["svg"]}
        yield {"kind": "heading", "text": "Lost for whoever has to move"}
        yield {"kind": "text", "text": ", ".join(map(str, told["losing"])) or "No heap."}
        if told["patterns"]:
            yield {"kind": "heading", "text": "Patterns, observed only"}
            yield {"kind": "list", "items": [str(pattern["says"]) for pattern in told["patterns"]]}
    elif game_rule.arity == 2:
        told = rule_answers.table_json(game_rule)
        yield {"kind": "heading", "text": "Nim-values of (a, b), a downwards"}
        yield {"kind": "rows", "rows": told["rows"]}
        yield {
            "kind": "text",
            "text": "Lost: " + (", ".join(f"({a}, {b})" for a, b in told["losing"]) or "none of these"),
        }


def _numbers(text: str) -> list[int]:
    words = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
    for word in words:
        if not word.isdecimal():
            raise _refused("<values>", "whole numbers, 0 or larger, with blanks or commas between", repr(word[:40]))
    if not words:
        raise _refused("<values>", "nim-values", "none")
    return list(map(int, words))


def _refused(source: str, expected: str, actual: str, column: int = 1) -> BadText:
    return BadText([Finding(1, column, expected, actual, source)])


def _completed(text: str) -> str:
    """A file of a rule: what five lines leave out is added behind them, so that each keeps its number.

    >>> _completed("def half(n):\\n    yield n // 2").splitlines()[2:]
    ['import grundy', 'from grundy import to', 'half = grundy.rule(half)']
    """
    made = re.search(r"^def (\w+)", text, re.MULTILINE)
    if "@" in text:
        return f"{text}\n"
    if made is None:
        raise _refused("<code>", "a function such as def rule(n):, which yields what a move may leave of n", "none")
    return f"{text}\nimport grundy\nfrom grundy import to\n{made[1]} = grundy.rule({made[1]})\n"


def _by_line(message: str, file: str) -> str:
    """A message that names lines of the text that was typed, and not the file that holds it.

    >>> _by_line("/x/a.py:half: state 3: found NameError (/x/a.py:2)", "/x/a.py")
    'half: state 3: found NameError (line 2)'
    """
    message = re.sub(rf"{re.escape(file)}:(\d+)(:\d+)?", r"line \1", message)
    return re.sub(rf" \({re.escape(Path(file).name)}, line \d+\)", "", message.replace(f"{file}:", ""))


def _quoted(text: str) -> str:
    return f"'{text}'" if text else ""


HANDLERS: dict[str, Callable[[Question], Blocks]] = {
    "position": position,
    "rule": rule,
    "python": code,
    "values": values,
    "sequence": sequence,
    "theorem": theorem,
}


def answer(question: Question) -> dict[str, Any]:
    """The blocks of the view that a question names."""
    view = str(question.get("view"))
    if view not in HANDLERS:
        raise _refused("<view>", f"a view: {', '.join(HANDLERS)}", repr(view))
    return {"blocks": list(HANDLERS[view](question))}
