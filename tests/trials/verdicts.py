"""Texts and what the checker must say of them: what each mutant of it is held against.

The true ones are written from values by the definition; what is told of the crafted ones stands in the tests; of forged
certificates of periods check.c says what must be told; of the others the verdict counts, and each that is accepted
claims something true, by brute force.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from inspect import signature
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

import certificate_texts
import forging_samples
import forging_truth
import forging_ways
from built_checker import built_checker

from grundy.proof import check
from trials import files

BY_CHECKERS = (
    "test_other_claims_are_refused",
    "test_a_multiple_of_the_period_and_a_late_preperiod_are_refused_with_all_their_values",
    "test_windows_of_a_multiple_or_moved_are_refused",
    "test_another_games_mask_rare_heaps_and_witnesses_are_refused",
    "test_every_value_of_every_state_counts",
    "test_odd_texts_are_refused",
    "test_remarks_and_lines_cut_in_two_change_nothing",
    "test_no_moves_and_three_heaps",
    "test_what_is_accepted_of_random_games_is_true",
)
CRAFTED = ("test_checker_texts", "test_sum_certificates", "test_position_certificates", "test_table_certificates",
           "test_theorem_certificates")  # fmt: skip


class Case(NamedTuple):
    """A text; whether it is accepted; and what must be in what is said of it."""

    text: str
    good: bool
    told: str = ""


def said(text: str) -> str:
    """Why a text is refused, '' where it is accepted; anything but the checker's own refusal passes through."""
    try:
        found = check.read(io.StringIO(text, newline="\n"))
        check.check(found._replace(folder=str(forging_samples.folder())) if isinstance(found, check.Table) else found)
    except check.Refused as refused:
        return str(refused) or "refused"
    return ""


def complaint(case: Case) -> str:
    """What is wrong with what the checker says of a text, '' where nothing is."""
    try:
        found = said(case.text)
    except Exception as problem:  # a mutant may do anything
        return f"{type(problem).__name__}: {problem}"
    if case.good != (found == ""):
        return f"refused: {found}" if found else "accepted"
    return "" if case.told in found else f"told: {found}"


@cache
def true_texts() -> list[str]:
    """True certificates of every kind."""
    periods = list(certificate_texts.honest().values())
    return periods + [text for texts in forging_samples.honest().values() for text in texts]


@cache
def crafted() -> list[Case]:
    """The texts that tests hold with what must be told of them."""
    found = []
    for name in CRAFTED:
        module = files.imported(name)
        for value in vars(module).values():
            for mark in getattr(value, "pytestmark", ()):
                if mark.name == "parametrize" and tuple(mark.args[0]) == ("text", "told"):
                    found += [Case(text, not told, told) for text, told in mark.args[1]]
    return found


def forged(count: int) -> Iterator[Case]:
    """So many forgeries of each kind."""
    for kind in forging_samples.KINDS:
        samples = forging_samples.honest()[kind]
        others = [text for texts in forging_samples.honest().values() for text in texts]
        for number in range(count):
            rng = Random(f"{kind} mutants {number}")
            text = forging_ways.forge(rng.choice(samples), rng.choice((samples, others)), rng)
            good = not said(text)
            assert not good or forging_truth.true(text), text
            yield Case(text, good)


def forged_periods(count: int) -> list[Case]:
    """So many forgeries of each certificate of a period, with what the checker in C says of them."""
    checker = built_checker()
    if checker is None:
        return []
    mutated = files.imported("test_forgeries").mutated
    rng = Random(1995)
    samples = [*certificate_texts.honest().values(), *forging_samples.honest()["period of a take-away set"]]
    texts = harvested()[: 60 * count]
    texts += [mutated(sample, rng) for sample in samples for _ in range(count if len(sample) < 10_000 else count // 4)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = [f"{number:05}" for number in range(len(texts))]
        for at, text in zip(names, texts, strict=True):
            (folder / at).write_bytes(text.encode("latin-1"))
        done = subprocess.run([checker, *names], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    last = {line[:5]: line[7:] for line in done.stdout.splitlines()}
    return [
        Case(text, last[at].endswith("proved"), "" if last[at].endswith("proved") else last[at].partition(": ")[2])
        for at, text in zip(names, texts, strict=True)
    ]


def in_pieces(text: str) -> str:
    """Each piece of a true certificate holds by itself."""
    found: Any = check.read(io.StringIO(text, newline="\n"))
    if isinstance(found, check.Table):
        found = found._replace(folder=str(forging_samples.folder()))
    for i in range(1, 4):
        check.check(found, i, 3)
    return ""


def harvested() -> list[str]:
    """The texts that tests make by hand of the true certificates of periods, or of random games."""
    modules = [files.imported("test_forgeries"), files.imported("test_forged_games")]
    found: dict[str, None] = {}

    def verdicts(texts: list[str], *segments: str) -> list[tuple[bool, str]]:
        if not segments:
            found.update(dict.fromkeys(texts))
        return [(not why, why or "1 of 1 segments checked: proved") for why in map(said, texts)]

    for name in BY_CHECKERS:
        (test,) = (getattr(module, name) for module in modules if hasattr(module, name))
        with contextlib.suppress(AssertionError):  # without pieces and file names what is told is not all that it was
            test(
                **{
                    word: certificate_texts.honest() if word == "texts" else verdicts
                    for word in signature(test).parameters
                }
            )
    texts = list(found)
    Random(2).shuffle(texts)
    return texts


class Stage(NamedTuple):
    """What a mutant is held against; each of `runs` says what is wrong, '' or None where nothing is."""

    name: str
    runs: list[Callable[[], str | None]]


def by_hand() -> Iterator[Stage]:
    """The tests without arguments of the files that are about the checker alone."""
    about = ("pieces", "windows", "growth", "tables", "texts", "words", "automata", "theorems")
    alone = ("test_quotient_certificates", "test_symmetry_certificates", "test_matching_certificates")
    for file in (*(f"test_checker_{one}" for one in about), *alone):
        for name, value in vars(files.imported(file)).items():
            if name.startswith("test_") and not signature(value).parameters:
                yield Stage(name, [value])


def stages(forgeries: int) -> list[Stage]:
    """All of them."""

    def over(cases: Iterable[Case]) -> list[Callable[[], str | None]]:
        return [partial(complaint, case) for case in cases]

    return [
        Stage("true texts", over(Case(text, True) for text in true_texts())),
        Stage("crafted texts", over(crafted())),
        *by_hand(),
        Stage("pieces of true texts", [partial(in_pieces, text) for text in true_texts()]),
        Stage("forged periods", over(forged_periods(forgeries))),
        Stage("forged texts", over(forged(6 * forgeries))),
    ]


def functions_in(run: Callable[[], str | None]) -> tuple[str | None, frozenset[str]]:
    """What a run says, and the functions of the checker that it calls: faults in others cannot change it."""
    names = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename == check.__file__:
            names.add(frame.f_code.co_qualname.replace(".<locals>", "").partition(".<")[0])

    sys.setprofile(note)
    try:
        wrong = run()
    finally:
        sys.setprofile(None)
    return wrong, frozenset(names)
