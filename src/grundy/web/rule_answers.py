"""What is answered about a rule: values of heaps, how they repeat, what its page shows."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from grundy.api.work import provenance
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.games.catalogue import GAMES
from grundy.model.evidence import Evidence
from grundy.model.growth import GrowsWithoutEnd
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TopCounters
from grundy.notation.expression import parse_position, parse_typed_rule
from grundy.runs.clock import CLOCK
from grundy.text.reader import Text
from grundy.web.questions import Question, count_of, one_game_of, rule_of

SEQUENCE, SEQUENCE_SECONDS = 2_000, 1.2  # values of a rule
MOST_STATES = 20_000  # of a rule that is valued by its definition, in which options may rise
PERIOD = 5_000  # heaps in which the page of a rule looks for a period
DEFINITION = Evidence("computed", "the definition: every position below by its options")


def sequence(question: Question) -> dict[str, Any]:
    """The object of `grundy sequence --json`."""
    from grundy.answering.sequence import first_values, how_known

    rule = rule_of(question)
    upto = count_of(question, "to", SEQUENCE, 99)
    values = [int(value) for value in first_values(rule, upto + 1)]
    told = {"game": rule.spec, "start": 0, "values": values, "evidence": how_known(rule, upto + 1).as_dict()}
    return told | provenance(("sequence", rule.spec, "--to", str(upto), "--json"))


def period(question: Question) -> dict[str, Any]:
    """The object of `grundy period --json`."""
    from grundy.answering.sequence import period as period_of
    from grundy.api.known import same_values

    rule = rule_of(question)
    result = period_of(rule, _plain_limit(rule))
    values = result.values if len(result.values) else None
    result = replace(result, matching_game=same_values(rule, result.heaps_computed, values))
    return result.as_dict() | provenance(("period", rule.spec, "--json"))


def certificate(question: Question) -> dict[str, Any]:
    """The certificate of a rule's proved period as text, for `grundy verify` and check.py."""
    from grundy.answering.sequence import period as period_of
    from grundy.proof.certify import certificate as certificate_of
    from grundy.proof.write import sealed

    game_rule = parse_typed_rule(one_game_of(question))
    lines = certificate_of(game_rule, period_of(game_rule, _plain_limit(game_rule) or PERIOD))
    return {"rule": game_rule.spec, "certificate": sealed(lines).decode()}


def rule(question: Question) -> dict[str, Any]:
    """What the page of a rule shows: values of heaps, their period, patterns, a picture; or a table of pairs."""
    game_rule = parse_typed_rule(one_game_of(question))
    return _values_of(game_rule) | {"position": _to_play(game_rule)}


def _values_of(game_rule: Rule) -> dict[str, Any]:
    is_loony = isinstance(game_rule.shape, TopCounters)  # some heaps have no number
    if game_rule.arity == 1 and game_rule.space.contains(0) and not is_loony:
        return sequence_json(game_rule)
    if game_rule.arity == 2:
        return table_json(game_rule)
    return {"rule": game_rule.spec, "numbers": game_rule.arity}


def _to_play(game_rule: Rule) -> str | None:
    """A position of a rule as text; None where none is known to be one."""
    game = GAMES.get(game_rule.spec.partition(":")[0])
    for text in ("7 8" if game_rule.arity == 1 else " ".join(["5"] * game_rule.arity), game.example[1] if game else ""):
        with suppress(GrundyError):
            parse_position(game_rule.spec, Text(text, "<argument>"))
            return text
    return None


def sequence_json(game_rule: Rule) -> dict[str, Any]:
    from grundy.patterns.table import read_table
    from grundy.show.svg import sequence_svg

    values = values_in_time(game_rule, range(SEQUENCE))
    repeats = _repetition(game_rule, values)
    seen = repeats["period"], repeats["preperiod"], repeats["saltus"]
    if repeats["observed"]:
        seen = tuple(repeats["observed"][key] for key in ("period", "preperiod", "saltus"))
    p, e, _ = seen
    summary = read_table(values)
    return {
        "rule": game_rule.spec,
        "numbers": 1,
        "values": values[:400],
        "computed": len(values),
        "evidence": _heap_evidence(game_rule, len(values)).as_dict(),
        "period": repeats,
        "patterns": [pattern.as_dict() for pattern in summary.patterns[:3]],
        "losing": [int(place) for place in summary.p_first[:24] if isinstance(place, int)],
        "svg": sequence_svg(values[: max(120, min(400, (e or 0) + 3 * (p or 0)))], p, e or 0),
    } | provenance(("sequence", game_rule.spec, "--to", str(len(values) - 1)))


def values_in_time(game_rule: Rule, states: Any) -> list[int]:
    """Values of heaps 0, 1, 2, ... by the definition, as many as there is time for; at least one.

    Raises: BadRule: play from the first of them goes on beyond MOST_STATES states.
    """
    from grundy.model.definition import Memo, state_values

    if game_rule.shape is not None:
        from grundy.answering.sequence import first_values

        most = _plain_limit(game_rule) or len(states)
        return [int(value) for value in first_values(game_rule, min(most, len(states)))]
    values: list[int] = []
    memo: Memo = {}
    end = CLOCK.now() + SEQUENCE_SECONDS
    for state in states:
        try:
            value = state_values(game_rule, [state], memo, most=MOST_STATES)[state]
        except OutOfReach as problem:
            if values:
                break
            raise _no_end(game_rule, state, problem) from None
        assert isinstance(value, int)
        values.append(value)
        if CLOCK.now() > end:
            break
    return values


def _no_end(game_rule: Rule, state: State, problem: OutOfReach) -> BadRule:
    """What is wrong with a rule whose first state is not valued; what it says of growth is more exact."""
    if isinstance(problem, GrowsWithoutEnd):
        return BadRule(str(problem))
    return BadRule(
        f"{game_rule.spec}: expected play from {state} that ends before {MOST_STATES:,} positions are met; a condition "
        "in the rule that ends play sooner, such as ', if n < 100', would help"
    )


def _repetition(game_rule: Rule, values: list[int]) -> dict[str, Any]:
    """What `grundy period` says, from the values that are known."""
    from grundy.answering.sequence import period as period_of
    from grundy.engines.heap.periods import observed
    from grundy.model.period import PeriodResult

    if game_rule.shape is not None:
        return period_of(game_rule, _plain_limit(game_rule) or PERIOD).as_dict()
    seen = observed(values)
    computed = f"the nim-values of heaps 0 to {len(values) - 1}"
    if seen is None:
        result = PeriodResult(game_rule.spec, "none", None, len(values), Evidence("computed", computed))
    else:
        result = PeriodResult(game_rule.spec, "observed", seen, len(values), Evidence("observed", computed))
    return result.as_dict()


def _plain_limit(game_rule: Rule) -> int | None:
    """How many heaps plain Python computes, where NumPy is missing, as in a browser; None: kernels go further."""
    from grundy.engines.heap.octal.values import plain_heaps

    return plain_heaps(game_rule.shape) if isinstance(game_rule.shape, Digits) and find_spec("numpy") is None else None


def table_json(game_rule: Rule) -> dict[str, Any]:
    """Values of pairs in a square, a larger one as long as there is time."""
    from grundy.model.definition import Memo, state_values

    memo: Memo = {}
    end = CLOCK.now() + SEQUENCE_SECONDS
    side = 0
    values: dict[State, int] = {}
    while side < 24 and CLOCK.now() < end:
        side += 1
        edge: list[State] = [*((side - 1, b) for b in range(side)), *((a, side - 1) for a in range(side - 1))]
        try:
            values |= state_values(game_rule, edge, memo, most=MOST_STATES)  # type: ignore[arg-type]
        except OutOfReach as problem:
            side -= 1
            if side:
                break
            raise _no_end(game_rule, (0, 0), problem) from None
    rows = [[values[a, b] for b in range(side)] for a in range(side)]
    lost = [[a, b] for a in range(side) for b in range(side) if not rows[a][b]]
    evidence = DEFINITION.as_dict()
    seen = _patterns_of(rows)
    told = {
        "rule": game_rule.spec,
        "numbers": 2,
        "rows": rows,
        "losing": lost[:40],
        "evidence": evidence,
        "patterns": seen,
    }
    return told | provenance(("table", game_rule.spec, "--box", f"{side}x{side}", "--show", f"0:{side},0:{side}"))


def _patterns_of(rows: list[list[int]]) -> list[dict[str, object]]:
    """What is seen in a table of pairs; nothing where NumPy is missing, as in a browser."""
    if find_spec("numpy") is None:
        return []
    from grundy.patterns.table import read_table

    return [pattern.as_dict() for pattern in read_table(rows).patterns[:3]]


def _heap_evidence(game_rule: Rule, count: int) -> Evidence:
    """How the values of heaps on the page of a rule are known."""
    if game_rule.shape is None:
        return DEFINITION
    from grundy.answering.sequence import how_known

    return how_known(game_rule, count)
