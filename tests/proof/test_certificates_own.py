"""Certificates of rules of one's own, and of games without a period."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from certificate_texts import accepted, replaced
from click.testing import CliRunner, Result
from drawing import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.answering.sequence import period
from grundy.cli.main import cli
from grundy.errors import GrundyError, OutOfReach
from grundy.model.period import Repetition
from grundy.model.shapes import Digits, TakeAway
from grundy.notation.expression import parse_rule
from grundy.proof import check
from grundy.proof.certify import certificate as write_lines
from grundy.proof.plain_shape import plain_shape

# Rules of one's own.


@grundy.rule
def one_four_or_ten(n):  # type: ignore[no-untyped-def]
    for take in (1, 4, 10):
        if take <= n:
            yield n - take


@grundy.rule
def own_kayles(n):  # type: ignore[no-untyped-def]
    for take in (1, 2):
        for a in range(n - take + 1):
            yield grundy.to(a, n - take - a)


@grundy.rule
def by_parity(n):  # type: ignore[no-untyped-def]
    if n:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield n - 2


@grundy.rule
def later(n):  # type: ignore[no-untyped-def]
    if n:
        yield n - 1
    if n >= 7:
        yield n - 3


@grundy.rule
def once_more(n):  # type: ignore[no-untyped-def]
    if n:
        yield grundy.again(n - 1)


@pytest.mark.parametrize(
    ("rule", "moves", "claim"),
    [(one_four_or_ten, "amounts 1 4 10", Repetition(11, 16)), (own_kayles, "digits 0 7 7", Repetition(12, 71))],
)
def test_a_rule_of_known_shape_is_certified_by_its_shape(rule: grundy.Rule, moves: str, claim: Repetition) -> None:
    result = period(rule)
    assert result.repetition == claim
    text = "".join(f"{line}\n" for line in write_lines(rule, result))
    assert accepted(text) and f"\n{moves}\n" in text


@pytest.mark.parametrize("rule", [by_parity, later, once_more])
def test_a_rule_whose_moves_are_no_code_is_not_said_to_be_one(rule: grundy.Rule) -> None:
    assert plain_shape(rule) is None
    result = period(one_four_or_ten)
    with pytest.raises(OutOfReach, match="no certificate says the period"):
        write_lines(rule, result)


@given(st.dictionaries(st.integers(1, 6), st.integers(1, 7), min_size=1))
@example({1: 3, 4: 3})
@example({1: 1, 2: 4, 5: 7})
@settings(max_examples=examples(6), deadline=None)
def test_the_shape_of_a_rule_typed_out_is_its_code(bits: dict[int, int]) -> None:
    digits = tuple(bits.get(take, 0) for take in range(max(bits) + 1))

    def moves(n):  # type: ignore[no-untyped-def]
        for take in range(1, len(digits)):
            if digits[take] & 1 and n == take:
                yield 0
            if digits[take] & 2 and n > take:
                yield n - take
            if digits[take] & 4:
                for a in range(1, n - take):
                    yield grundy.to(a, n - take - a)

    shape = plain_shape(grundy.rule(moves))
    assert shape in (None, Digits(digits), TakeAway(tuple(bits)) if set(bits.values()) == {3} else None) or (
        isinstance(shape, TakeAway) and set(bits.values()) == {3} and sorted(shape.amounts) == sorted(bits)
    )


@grundy.rule
def own_all_but(n):  # type: ignore[no-untyped-def]
    yield from range(n - 5)
    for take in (1, 3, 4):
        if take <= n:
            yield n - take


@pytest.mark.parametrize(
    ("game", "moves"),
    [("all-but:1,2", "all-but 1 2"), ("all-but:2,5,9", "all-but 2 5 9"), ("nim", "all-but"), ("all-but:1", "all-but 1"),
     ("all-but:1,7,8,20", "all-but 1 7 8 20"), (own_all_but, "all-but 2 5")],
)  # fmt: skip
def test_values_that_grow_are_certified_with_their_saltus(game: str | grundy.Rule, moves: str) -> None:
    rule = parse_rule(game) if isinstance(game, str) else game
    result = period(rule)
    assert result.status == "proved" and result.repetition and result.repetition.saltus
    text = "".join(f"{line}\n" for line in write_lines(rule, result))
    assert accepted(text) and f"\n{moves}\n" in text
    certificate = check.read(io.StringIO(text))
    assert isinstance(certificate, check.GrowthCertificate)
    for i in range(1, 6):
        check.check(certificate, i, 5)
    p, e, s = certificate.period, certificate.preperiod, certificate.saltus
    others = (("period", 2 * p), ("preperiod", e + 1), ("saltus", s + 1), ("period", p + 1), ("saltus", 2 * s))
    for name, wrong in others:
        assert not accepted(replaced(text, f"{name} {getattr(certificate, name)}", f"{name} {wrong}"))
    doubled = replaced(replaced(text, f"period {p}", f"period {2 * p}"), f"saltus {s}", f"saltus {2 * s}")
    assert not accepted(doubled)
    for n in range(len(certificate.values)):
        for wrong in {0, certificate.values[n] + 1, certificate.values[n] ^ 1} - {certificate.values[n]}:
            values = list(certificate.values)
            values[n] = wrong
            with pytest.raises(check.Refused):
                check.check(certificate._replace(values=values))


@pytest.mark.parametrize("game", ["floor-division:2,3", "grundys-game", "laskers-nim", "officers", "chess-rows:7"])
def test_where_no_period_is_certified_a_table_is(game: str, tmp_path: Path) -> None:
    def run(*words: str) -> Result:
        return CliRunner().invoke(cli, [*words, "--no-store"])

    refused = run("period", game, "--limit", "300", "--certificate", str(tmp_path / "p.txt"))
    command = f"grundy table {game} --states N --out TABLE.npy --certificate FILE"
    assert isinstance(refused.exception, GrundyError)
    assert str(refused.exception).endswith(f"; the values of its heaps below N have one: {command}")
    words = command.replace(" N ", " 40 ").replace("TABLE.npy", str(tmp_path / "t.npy"))
    assert run(*words.replace("FILE", str(tmp_path / "t.txt")).split()[1:]).exit_code == 0
    assert list(check.verify(str(tmp_path / "t.txt"), check.segments(())))[-1].endswith(": proved")


def test_heaps_too_large_to_list_are_pointed_to_a_period(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "proof.net", MOST_OPTIONS=20_000)  # in place of two million
    words = ["solve", "nim", "500000", "3", "--certificate", str(tmp_path / "n.txt")]
    refused = CliRunner().invoke(cli, words)
    assert "20,000 moves" in str(refused.exception)
    assert str(refused.exception).endswith(": grundy period nim --certificate FILE")
