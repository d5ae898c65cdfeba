"""`grundy.certify`, and the certificates of results: the checker says of them what the results say."""

from __future__ import annotations

from pathlib import Path

import pytest
from steps import Steps

import grundy
from grundy.engines.options import SearchOptions
from grundy.engines.part_values import PartValues
from grundy.errors import GrundyError, Stopped
from grundy.model.shapes import Subsets
from grundy.proof import certify_position
from grundy.proof.certify_position import proof_of_sets
from grundy.proof.keep import FalseCertificate


def claim(path: Path) -> str:
    (checked,) = grundy.verify(path).files
    assert checked.proved, checked
    return checked.lines[1]


def test_a_position_as_text_and_as_a_value(tmp_path: Path) -> None:
    """Cram 2 x 3 is worth 1: Winning Ways, chapter 5."""
    for number, position in enumerate(("cram 2x3", grundy.parse("cram(2x3)"), grundy.solve("cram 2x3"))):
        path = tmp_path / f"{number}.txt"
        assert grundy.certify(position, path).checked
        assert path.read_text() == str(grundy.solve("cram 2x3").certificate())
        assert "claims nim-value 1 of " in claim(path)


def test_solve_writes_both(tmp_path: Path) -> None:
    """Nim 3 4 5: Bouton 1901."""
    value, reply = tmp_path / "value.txt", tmp_path / "strategy.txt"
    result = grundy.solve("nim 3 4 5", certificate=value, strategy=reply)
    assert (result.winner, result.nim_value) == ("first", 2)
    assert "claims nim-value 2 of " in claim(value)
    assert "claims the first player wins normal play" in claim(reply)


def test_a_proof_begins_with_what_the_answer_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for the proof of Cram 3 x 9 looked once more at all that the search for the answer had, in memory or
    in a file. check.py says what a search alone finds."""
    proofs: list[certify_position.ProvedSet] = []

    def noted(position: grundy.Position, sets: Subsets, options: SearchOptions) -> certify_position.ProvedSet:
        proofs.append(proof_of_sets(position, sets, options))
        return proofs[-1]

    position = grundy.parse("cram 3x9")
    sets = certify_position.lone_sets(position)
    assert sets
    alone = proof_of_sets(position, sets, SearchOptions())
    monkeypatch.setattr(certify_position, "proof_of_sets", noted)
    solution = grundy.solve(position, certificate=tmp_path / "found.txt")
    assert "parts from" not in str(solution.evidence)
    grundy.solve(position, values=tmp_path / "cram.values")
    read = grundy.solve(position, values=tmp_path / "cram.values", certificate=tmp_path / "read.txt")
    assert "nim-values of parts from" in str(read.evidence)
    assert len(proofs) == 2
    for proof, result, name in zip(proofs, (solution, read), ("found", "read"), strict=True):
        assert proof.searched < alone.searched / 10
        assert proof.value == result.nim_value == alone.value
        assert f"claims nim-value {alone.value} of " in claim(tmp_path / f"{name}.txt")


def test_what_a_proof_takes_is_kept_with_the_values() -> None:
    position, values = grundy.parse("cram 3x9"), PartValues("a.values")
    sets = certify_position.lone_sets(position)
    assert sets
    first = proof_of_sets(position, sets, SearchOptions(part_values=values))
    again = proof_of_sets(position, sets, SearchOptions(part_values=values))
    assert again.searched < first.searched / 10 and again.lines == first.lines and values.taken == values.count > 0


def test_a_strategy_in_misere_play(tmp_path: Path) -> None:
    """Nim 1 1 1 in misère play is lost by the first player, who takes the last counter: Bouton 1901."""
    result = grundy.solve("nim 1 1 1", misere=True)
    assert grundy.certify(result, tmp_path / "it.txt", strategy=True).checked
    assert "claims the second player wins misere play" in claim(tmp_path / "it.txt")
    with pytest.raises(GrundyError, match="expected normal play for a certificate of a value"):
        grundy.certify(result, tmp_path / "no.txt")
    assert not (tmp_path / "no.txt").exists()


@pytest.mark.parametrize("game", ["octal:0.77", grundy.take_away(1, 2, 3)], ids=str)
def test_a_period(game: str | grundy.Rule, tmp_path: Path) -> None:
    """Kayles: Guy & Smith 1956; take one, two or three: n mod 4."""
    period, preperiod = (12, 71) if isinstance(game, str) else (4, 0)
    period_result = grundy.period(game)
    assert period_result.certificate().save(tmp_path / "a.txt").checked
    assert grundy.certify(period_result, tmp_path / "b.txt").checked
    assert (tmp_path / "a.txt").read_text() == (tmp_path / "b.txt").read_text() == str(period_result.certificate())
    assert f"claims least period {period}, least pre-period {preperiod}, " in claim(tmp_path / "a.txt")


def test_of_a_period_of_a_rule_without_a_name(tmp_path: Path) -> None:
    @grundy.rule
    def one_or_two(n: int) -> object:
        yield from (n - k for k in (1, 2) if k <= n)

    period_result = grundy.period(one_or_two)
    assert period_result.certificate().save(tmp_path / "it.txt").checked
    assert "claims least period 3, least pre-period 0, " in claim(tmp_path / "it.txt")


def test_what_is_not_proved_has_none() -> None:
    with pytest.raises(GrundyError, match="expected a proved period to certify"):
        grundy.period("octal:0.106", 500).certificate()


def test_a_certificate_of_another_answer_is_not_written(tmp_path: Path) -> None:
    from dataclasses import replace

    wrong = replace(grundy.solve("nim 3 4 5"), nim_value=3)
    with pytest.raises(FalseCertificate, match="which is not the answer"):
        grundy.certify(wrong, tmp_path / "it.txt")
    assert not (tmp_path / "it.txt").exists()


def test_limits_are_those_of_other_verbs(tmp_path: Path) -> None:
    with Steps(each=10.0), pytest.raises(Stopped) as stopped:
        grundy.solve("cram 7x7", time_limit=30, store=tmp_path / "runs.sqlite")
    assert stopped.value.status == "out of time" and stopped.value.resume
