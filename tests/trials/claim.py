"""What a trial claims, as the text of a test: so that a difference can be pasted into one as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from grundy.errors import OutOfReach

HEAD = "import grundy\nfrom trials.ways import *\n"
_SHRINKS = 300  # smaller cases that are tried
Data: TypeAlias = Any  # numbers, texts and tuples of them: what a case is drawn as


@dataclass(frozen=True, slots=True)
class Claim:
    """`setup` is run, then `expression` must be worth `expected`, which was found without grundy."""

    name: str
    setup: str
    expression: str
    expected: Any


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of case: `draw` makes one, as data; `claims` says what must hold of it, or raises Unfit.

    `refusals` are the errors by which grundy may refuse it.
    """

    name: str
    draw: Callable[[Random], Data]
    claims: Callable[..., Iterator[Claim]]
    refusals: tuple[type[Exception], ...] = (OutOfReach,)


@dataclass(frozen=True, slots=True)
class Difference:
    """A claim that does not hold, and what was found instead."""

    kind: str
    case: Data
    claim: Claim
    found: str
    error: str = ""


class Unfit(Exception):
    """The definition has no answer to a case: it divides by zero, or is too large."""


@dataclass(slots=True)
class Counts:
    """How many cases were drawn, claims held, questions refused as out of reach, and cases not fit."""

    cases: int = 0
    claims: int = 0
    refused: int = 0
    unfit: int = 0


@lru_cache(maxsize=64)
def _compiled(text: str, how: str) -> Any:
    return compile(text, "<claim>", how)


def differences(kind: Kind, case: Data, counts: Counts) -> Iterator[Difference]:
    """The claims of a case that do not hold."""
    counts.cases += 1
    names: dict[str, dict[str, Any]] = {}
    try:
        for claim in kind.claims(*case):
            counts.claims += 1
            try:
                if claim.setup not in names:
                    names[claim.setup] = {}
                    exec(_compiled(HEAD + claim.setup, "exec"), names[claim.setup])
                actual = eval(_compiled(claim.expression, "eval"), names[claim.setup])
            except kind.refusals:
                counts.refused += 1
                continue
            except Exception as error:
                yield Difference(kind.name, case, claim, f"{type(error).__name__}: {error}", type(error).__name__)
                continue
            if actual != claim.expected:
                yield Difference(kind.name, case, claim, repr(actual))
    except (Unfit, RecursionError):
        counts.unfit += 1


def smallest(kind: Kind, difference: Difference) -> Difference:
    """The difference on the smallest case that shows the same one: the same claim, refused or wrong as before."""
    best, tries, changed = difference, 0, True
    while changed and tries < _SHRINKS:
        changed = False
        for case in smaller(best.case):
            tries += 1
            if tries > _SHRINKS:
                break
            try:
                same = next(
                    other
                    for other in differences(kind, case, Counts())
                    if other.claim.name == difference.claim.name and other.error == difference.error
                )
            except Exception:  # such data is no case, or there is no difference
                continue
            best, changed = same, True
            break
    return best


def smaller(data: Data) -> Iterator[Data]:
    """Data with something left out, or a number nearer to 0."""
    if isinstance(data, bool) or data is None:
        return
    if isinstance(data, int):
        if data > 0:
            yield from dict.fromkeys((0, data // 2, data - 1))
    elif isinstance(data, str):
        for at in range(len(data)):
            yield data[:at] + data[at + 1 :]
    elif isinstance(data, tuple):
        for at in range(len(data)):
            yield data[:at] + data[at + 1 :]
        for at, one in enumerate(data):
            for less in smaller(one):
                yield (*data[:at], less, *data[at + 1 :])


def as_test(difference: Difference) -> str:
    """The text of a test that fails as long as the difference is there."""
    claim = difference.claim
    body = [*claim.setup.splitlines(), f"assert {claim.expression} == {claim.expected!r}"]
    return "\n".join(
        [
            f"# {difference.kind}: {claim.name}; found {difference.found[:300]}",
            *HEAD.splitlines(),
            "",
            "",
            "def test_difference() -> None:",
            *(f"    {line}".rstrip() for line in body),
            "",
        ]
    )
