"""Theorems that `prove` found, kept beside the store of runs: the other verbs print them from then on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from grundy.errors import InternalError, StoreError
from grundy.model.rule import Rule
from grundy.reading.identity import identity
from grundy.runs.durable import digest, plain_json, replace_file
from grundy.text.numbers import short_repr
from grundy.text.terminal import as_typed

if TYPE_CHECKING:
    from grundy.api.proof import Proof
    from grundy.model.result import Result
    from grundy.model.table import Contents


# A theorem as data that can be kept in a file, and what it says of a position.

MOST_CELLS = 1_000_000  # of an automaton that is kept


class TheoremAnswer(NamedTuple):
    """A theorem's answer for a position: whether it is a P-position, and its nim-value; None: it gives none."""

    is_p: bool | None
    nim_value: int | None


def data_of(proof: Proof) -> dict[str, Any] | None:
    """A theorem as JSON data that `theorem_answer` reads. None: it says nothing about positions, or is too large."""
    from grundy.model.period import PeriodResult
    from grundy.theorems.theorem import Theorem

    theorem = proof.theorem
    if isinstance(theorem, PeriodResult) and theorem.repetition is not None:
        repeats = theorem.repetition
        rows = {"period": repeats.period, "preperiod": repeats.preperiod, "saltus": repeats.saltus}
        return {**rows, "values": list(map(int, proof.values))}
    if not isinstance(theorem, Theorem):
        return None
    has_values = theorem.claim.kind == "values" and not theorem.misere
    automaton = theorem.claim.automaton if has_values else theorem.p_positions
    if automaton.next.size > MOST_CELLS:
        return None
    return {
        "system": [theorem.system.a, theorem.system.b],
        "values": has_values,
        "next": automaton.next.tolist(),
        "outputs": automaton.outputs.tolist(),
    }


def theorem_answer(data: dict[str, Any], numbers: tuple[int, ...]) -> TheoremAnswer:
    """Apply a stored theorem to a position."""
    if "period" in data:
        (n,) = numbers
        turns = max(0, n - data["preperiod"]) // data["period"]
        value = data["values"][n - turns * data["period"]] + turns * data["saltus"]
        return TheoremAnswer(value == 0, value)
    from grundy.theorems.numeration import NumerationSystem

    system = NumerationSystem(*data["system"])
    state = 0
    for letter in zip(*system.words(numbers), strict=True):
        place = 0
        for digit in letter:
            place = place * system.digits + digit
        state = data["next"][state][place]
    output = data["outputs"][state]
    return TheoremAnswer(output == 0, output) if data["values"] else TheoremAnswer(output == 1, None)


# Theorems that `prove` found, kept beside the store of runs: the other verbs print them from then on.
#
# A theorem is kept under the identity of its rule, so that no other rule has it. Nothing is looked for there: a rule
# of which nothing was proved costs a look at whether a file is there. Beside an answer a theorem is printed only once
# it has said the same of the positions that are answered.

MOST_COMPARED = 10_000  # positions of an answer with what a theorem says of them

Kept: TypeAlias = dict[str, str]


class Answered(NamedTuple):
    """A state of a rule, and what an answer says of it."""

    rule: Rule
    state: Any
    said: TheoremAnswer


Answers: TypeAlias = Callable[[], Iterable[Answered]]
"""The positions of an answer; listed only where a theorem is kept."""


def keep_theorem(proof: Proof, store: Path | None, begun: str | None) -> None:
    """Keep what is proved of a rule that is code; where it cannot be written, nothing is kept.

    Args:    begun: the identity of the rule when its proof was begun; what has changed since is not kept.
    """
    if store is None or not proof.proved or proof.claim or not _may_have_one(proof.rule):
        return
    place = _place(proof.rule, proof.misere, store)
    if place is None or begun is None or begun != identity(proof.rule):
        return
    data = data_of(proof)
    if data is None and proof.theorem is not None:
        return
    entry = {"statement": proof.statement, "by": proof.source, "play": "misere" if proof.misere else "normal"}
    held = {**entry, "theorem": data}
    with suppress(StoreError, OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, plain_json({**held, "sha256": digest(plain_json(held).encode())}).encode())


def theorem_lines(
    rules: Iterable[Rule], store: Path | None, misere: bool = False, *, answers: Answers
) -> Iterator[str]:
    """The theorems that are kept of these rules, each as a sentence with the command that proves it again."""
    yield from map(theorem_sentence, kept_theorems(rules, store, misere, answers=answers))


def theorem_sentence(kept: Kept) -> str:
    """A theorem with the command that proves it again."""
    return f"Proved of all positions: {kept['statement']}: {kept['by']} ({kept['command']})."


def theorems_key(
    rules: Iterable[Rule], store: Path | None, misere: bool = False, *, answers: Answers
) -> dict[str, list[Kept]]:
    """The same for a JSON object: the key `theorems`, if there are any."""
    theorems = list(kept_theorems(rules, store, misere, answers=answers))
    return {"theorems": theorems} if theorems else {}


def kept_theorems(
    rules: Iterable[Rule], store: Path | None, misere: bool = False, *, answers: Answers
) -> Iterator[Kept]:
    """What is kept of these rules: the rule, the statement, by what it is proved, and the command for it.

    Raises:  InternalError: a theorem says something else of a position than the answer.
    """
    for rule in dict.fromkeys(rules):
        place = _place(rule, misere, store) if store is not None and _may_have_one(rule) else None
        if place is None:
            continue
        try:
            entry = json.loads(place.read_text(encoding="utf-8"))
            if entry.pop("sha256") != digest(plain_json(entry).encode()):
                continue
        except (OSError, ValueError, AttributeError, KeyError):  # none is there, or it is damaged
            continue
        if entry["theorem"] is not None:
            for answered in islice(answers(), MOST_COMPARED):
                if answered.rule == rule:
                    _require_same(
                        answered, theorem_answer(entry["theorem"], _numbers(answered.state)), entry["statement"]
                    )
        set_to = [word for name, value in rule.parameters for word in ("--set", f"{name}={value}")]
        command = as_typed(("prove", rule.spec, *(["--misere"] if misere else []), *set_to))
        yield {"rule": rule.spec, "statement": entry["statement"], "by": entry["by"], "command": command}


def of_result(result: Result) -> Iterator[Answered]:
    """The positions of the answer to one question."""
    parts = list(result.position.parts())
    if len(parts) == 1:
        yield Answered(
            parts[0].rule, parts[0].state, TheoremAnswer(result.winner == "second", _whole(result.nim_value))
        )
    elif result.convention == "normal" and result.values is not None:
        for part in parts:
            value = _whole(result.values[part.component - 1][part.place - 1])
            if value is not None:
                yield Answered(part.rule, part.state, TheoremAnswer(value == 0, value))


def of_terms(rule: Rule, values: Iterable[Any]) -> Iterator[Answered]:
    """The positions of a sequence, of nim-values or of the letters of outcomes."""
    for n, value in enumerate(values):
        claim = (
            TheoremAnswer(value == "P", None) if isinstance(value, str) else TheoremAnswer(int(value) == 0, int(value))
        )
        yield Answered(rule, n, claim)


def of_table(rule: Rule, held: Contents, piece: Callable[..., Any]) -> Iterator[Answered]:
    """The positions of a table: of one of several numbers, the corner at 0.

    Args:    piece: gives what stands in a piece of it, by slices.
    """
    import numpy as np

    side = MOST_COMPARED if rule.arity == 1 else int(MOST_COMPARED ** (1 / rule.arity))
    box = piece(tuple(slice(0, min(side, extent)) for extent in held.shape))
    for place, value in np.ndenumerate(np.asarray(box)):
        state = place[0] if rule.arity == 1 else place
        if held.outcomes:
            yield Answered(rule, state, TheoremAnswer(str(value) == "P", None))
        else:
            yield Answered(rule, state, TheoremAnswer(int(value) == 0, int(value)))


def _require_same(answered: Answered, theorem: TheoremAnswer, statement: str) -> None:
    """Raise an error if an answer and a theorem contradict each other."""
    pairs = zip(answered.said, theorem, strict=True)
    if any(left is not None and right is not None and left != right for left, right in pairs):
        rule, state, claim = answered
        raise InternalError(
            f"{rule.spec}: state {short_repr(state)}: the answer is {_words(claim)}, and the stored theorem about "
            f"the rule ({statement}) says {_words(theorem)}; that is a fault of grundy's, so neither is printed: "
            "please report it, with the rule"
        )


def _words(claim: TheoremAnswer) -> str:
    if claim.nim_value is not None:
        return f"nim-value {claim.nim_value}"
    return "that the player who is to move loses" if claim.is_p else "that the player who is to move wins"


def _whole(value: Any) -> int | None:
    return value if type(value) is int else None


def _numbers(state: Any) -> tuple[int, ...]:
    return state if isinstance(state, tuple) else (state,)


def _may_have_one(rule: Rule) -> bool:
    """Whether a rule is code: of others the engines say themselves what is proved."""
    return rule.shape is None and rule.theory is None


def _place(rule: Rule, misere: bool, store: Path) -> Path | None:
    """The file for a rule; None for one without identity."""
    whole = identity(rule)
    if whole is None:
        return None
    name = digest(f"{whole} {'misere' if misere else 'normal'}".encode())
    return store.with_name("theorems") / f"{name}.json"
