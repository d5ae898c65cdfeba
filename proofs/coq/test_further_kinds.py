"""The proved checker gives the verdicts of check.py on what those forge who know what is looked at.

    make -C proofs/coq && python -m pytest -n0 proofs/coq

MUTANTS in the environment says how many of each kind are made.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from test_proved_checker import ROOT, plain, proved

sys.path.insert(0, str(ROOT / "tests"))
import forging_matchings
import forging_quotients
import forging_symmetries

FORGERS = {"matching": forging_matchings, "symmetry": forging_symmetries, "quotient": forging_quotients}
MUTANTS = int(os.environ.get("MUTANTS", "40"))


def honest_of(forger: ModuleType) -> list[str]:
    """Texts of true certificates."""
    if forger is forging_quotients:
        return [forging_quotients.honest(number) for number in range(len(forging_quotients.GAMES))]
    found: list[str] = forger.honest()
    return found


@pytest.mark.parametrize("kind", FORGERS)
def test_forged_certificates_have_the_verdict_of_the_plain_checker(kind: str, tmp_path: Path) -> None:
    random = Random(23)
    forger = FORGERS[kind]
    honest = honest_of(forger)
    forged = tmp_path / "it.txt"
    accepted = 0
    for number in range(MUTANTS):
        lines = honest[number % len(honest)].splitlines()
        for _ in range(random.choice((0, 1, 1, 2, 3)) if number else 0):
            lines = forger.forge(lines, random)
        forged.write_text("".join(f"{line}\n" for line in lines))
        status, words = proved(forged)
        if status == 2:
            assert words[-1].startswith("kind not covered: ")
            continue
        expected, said = plain(forged)
        assert status == expected, forged.read_text()
        if status == 0:
            assert words[:-1] == said[:-1]
            accepted += 1
    assert accepted
