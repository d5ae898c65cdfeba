"""The verb `guess`, and its command: public sequences, as programs print them, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import grundy
from grundy.cli.main import cli
from grundy.cli.main import run as run_command
from grundy.errors import BadRule, BadText

KNOWN = Path(__file__).parents[1] / "known" / "sequences.txt"
EVIL = "0, 3, 5, 6, 9, 10, 12, 15, 17, 18, 20, 23, 24, 27, 29, 30, 33, 34, 36, 39, 40, 43, 45, 46, 48, 51, 53, 54, 57"
MARK_P = "2 6 8 10 14 18 22 24 26 30 32 34 38 40 42 46 50 54 56 58 62 66 70 72 74 78 82 86 88 90 94 96 98"
LOWER = (
    "1 3 4 6 8 9 11 12 14 16 17 19 21 22 24 25 27 29 30 32 33 35 37 38 40 42 43 45 46 48 50 51 53 55 56 58 59 61 63 64"
)
RULER = (
    "1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 6, 1, 2, 1, 3, 1, 2"
)


def published(game: str) -> str:
    """The values of a game in the file of published sequences, from its heap 0 on."""
    (line,) = [line for line in KNOWN.read_text().splitlines() if line.startswith(f"{game} ")]
    _, start, values, *_ = line.split()
    return ",".join(["0"] * int(start) + [values])


@pytest.mark.parametrize("game", ["kayles", "dawsons-chess", "dawsons-kayles", "grundys-game"])
def test_a_published_sequence_is_known(game: str) -> None:
    """Dawson's Chess and Dawson's Kayles have the same values but for a shift (OEIS A002187)."""
    known_values = grundy.guess(published(game)).matching_game
    assert known_values is not None
    same = {"dawsons-chess": 0, "dawsons-kayles": 1}
    told = known_values.as_dict()
    if game in same:
        assert int(str(told["shift"])) - same[str(told["game"])] == -same[game]
    else:
        assert (told["game"], told["shift"]) == (game, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (EVIL, "n is in the list iff n in binary has an even number of digits 1"),  # OEIS A001969
        (MARK_P, "n in binary ends in an odd number of zeros"),  # OEIS A036554
        (LOWER, "n in Fibonacci ends in an even number of zeros"),  # OEIS A000201
    ],
)
def test_a_published_set_is_an_automaton(text: str, said: str) -> None:
    guesses = grundy.guess(text)
    assert guesses.read_as == "numbers"
    assert any(said in one.statement and one.about == "members" for one in guesses.automata)


def test_the_ruler_sequence_is_a_pattern() -> None:
    """OEIS A001511: the largest k so that 2^k divides 2n, here from n = 1 on, in a b-file."""
    values = RULER.split(", ")
    guesses = grundy.guess("# A001511\n" + "\n".join(f"{n} {value}" for n, value in enumerate(values, 1)))
    assert (guesses.read_as, guesses.start) == ("values", 1)
    formula = guesses.patterns[0].formula
    for n, value in enumerate(values, 1):
        assert eval(formula, {"n": n}) == int(value)


def test_periods_are_named() -> None:
    guesses = grundy.guess([0, 1, 2, 0, 1, 2, 3] * 12)  # take 1, 2 or 5? no: a period, whatever it is of
    assert dict(guesses.patterns[0].numbers)["period"] == 7
    saltus = grundy.guess([n // 4 + (0, 3, 1, 1)[n % 4] for n in range(80)])
    assert dict(saltus.patterns[0].numbers).items() >= {"period": 4, "saltus": 1}.items()


def wythoff_pairs(count: int) -> list[tuple[int, int]]:
    """Wythoff 1907: the n-th pair is the least number not in a pair before, and n more."""
    pairs, used = [], set[int]()
    for n in range(1, count + 1):
        a = next(a for a in range(1, 3 * count) if a not in used)
        pairs.append((a, a + n))
        used |= {a, a + n}
    return pairs


def test_wythoffs_pairs() -> None:
    guesses = grundy.guess(wythoff_pairs(30))
    assert guesses.read_as == "pairs"
    assert guesses.matching_game is not None
    assert guesses.matching_game.as_dict()["game"] == "wythoff"
    assert "Fibonacci form of a ends in an even number of zeros" in guesses.automata[0].statement
    assert grundy.guess([(a, b + (a == 24)) for a, b in wythoff_pairs(30)]).matching_game is None


def test_a_table_of_pairs() -> None:
    table = [[a ^ b for b in range(24)] for a in range(24)]
    guesses = grundy.guess(table)
    assert (guesses.read_as, guesses.shape, guesses.patterns[0].formula) == ("table", (24, 24), "a ^ b")
    csv = "a,b,nim_value,status\n" + "".join(f"{a},{b},{a ^ b},computed\n" for a in range(24) for b in range(24))
    assert grundy.guess(csv).as_dict() == guesses.as_dict()
    assert grundy.guess(str(table)).as_dict() == guesses.as_dict()
    assert grundy.guess(table, sequence=True).read_as == "values"


def test_what_is_seen_is_observed_and_says_what_would_prove_it() -> None:
    guesses = grundy.guess(published("kayles"))
    assert guesses.evidence.status == "observed"
    assert "grundy prove kayles" in guesses.would_prove
    assert "Observed, not proved:" in str(guesses)
    assert str(guesses.matching_game) in guesses._repr_html_()  # type: ignore[attr-defined]
    assert repr(guesses).endswith("; observed")


def test_random_values_have_no_pattern() -> None:
    from random import Random

    random = Random(3)
    guesses = grundy.guess([random.randrange(4) for _ in range(400)])
    assert (guesses.matching_game, guesses.automata) == (None, ())


@pytest.mark.parametrize(
    ("text", "place"),
    [("0 1 2\n3 x 4\n", (2, 3)), ("0,1,-2", (1, 5)), ("n,value\n0,1\n1,\u0664\n", (3, 3)), ("[0, 1.5]", (1, 5))],
)
def test_what_is_no_number_is_refused_at_its_place(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(BadText) as refused:
        grundy.guess(text)
    (finding,) = refused.value.findings
    assert (finding.line, finding.column) == place


def test_too_few_values_are_refused() -> None:
    with pytest.raises(BadRule, match="found 2"):
        grundy.guess([1, 2])
    with pytest.raises(BadText):
        grundy.guess("# nothing\n")


@pytest.mark.parametrize("large", [2**62, 2**63, 10**30])
def test_values_of_any_size_are_looked_at(large: int) -> None:
    assert "period 2: G(n + 2) = G(n)" in str(grundy.guess([0, large] * 20))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "values.txt"
    file.write_text(published("kayles"))
    done = CliRunner().invoke(cli, ["guess", str(file), "--json"])
    told = json.loads(done.output)
    assert done.exit_code == 0
    assert told["values_of"]["game"] == "kayles"
    assert told["evidence"]["status"] == "observed"
    assert CliRunner().invoke(cli, ["guess", "-"], input="0 1 2 0 1 2 0 1 2 0 1 2").exit_code == 0
    file.write_text("0 1 two\n")
    assert run_command(lambda: cli(["guess", str(file)], standalone_mode=False)) == 2
    assert f"{file}:1:5: expected a whole number from 0 on, found 'two'" in capsys.readouterr().err
    assert run_command(lambda: cli(["guess", str(tmp_path / "none")], standalone_mode=False)) == 2


@pytest.mark.parametrize("start", [2, 5, 9, 20])
def test_values_that_begin_late_keep_their_numbers(start: int) -> None:
    """What is said is about n itself, not about how many values were read before it."""
    thirds = grundy.guess("".join(f"{n} {n % 3}\n" for n in range(start, 80)))
    (pattern,) = thirds.patterns
    assert (pattern.formula, pattern.start, pattern.upto, pattern.exceptions) == ("n % 3", start, 79, 0)
    assert thirds.automata[0].statement.startswith("n has nim-value 0 iff n mod 3 is 0;")
    lasker = grundy.guess("".join(f"{n} {n + (n % 4 == 3) - (n % 4 == 0)}\n" for n in range(start, 200)))
    ((formula, first),) = [(each.formula, each.start) for each in lasker.patterns]
    assert first == start
    assert all(eval(formula, {"n": n}) == n + (n % 4 == 3) - (n % 4 == 0) for n in range(start, 300))


PILES = """import grundy


@grundy.rule
def piles(sizes):
    for i, n in enumerate(sizes):
        yield from (sizes[:i] + (m,) + sizes[i + 1 :] for m in range(n))
"""


@grundy.rule
def piles(sizes):  # type: ignore[no-untyped-def]
    for place, n in enumerate(sizes):
        yield from ((*sizes[:place], m, *sizes[place + 1 :]) for m in range(n))


def test_the_states_of_a_rule_are_valued_and_looked_at(tmp_path: Path) -> None:
    """Nim with n piles of 2 has the value 2 where n is odd, else 0; in misère play of one pile 1 alone loses (Bouton
    1901)."""
    file = tmp_path / "piles.py"
    file.write_text(PILES)
    arguments = ["guess", str(file), "--of", "tuple([2] * n)", "--to", "8", "--json"]
    said = json.loads(CliRunner().invoke(cli, arguments).output)
    assert (said["read_as"], said["shape"], said["patterns"][0]["formula"]) == ("values", [9], "(0, 2)[n % 2]")
    rising = grundy.guess(piles, of=lambda n: (n,), upto=20)  # values that rise are no set
    assert (rising.read_as, rising.patterns[0].formula) == ("values", "n")
    misere = grundy.guess(piles, of="(n,)", upto=20, misere=True)
    assert misere.read_as == "outcomes" and misere.patterns[0].start == 2


def test_a_map_without_a_rule_or_too_few_states_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRule, match="expected a rule where a state of each n, or who wins, is asked for"):
        grundy.guess([1, 2, 3, 4, 5], of="n")
    with pytest.raises(BadRule, match="expected 4 values or more, found 3; a larger n would help"):
        grundy.guess(grundy.parse("nim 3").components[0].rule, of="n", upto=2)
    for words in (["kayles", "--to", "5"], ["kayles", "--of", "n", "--sequence"]):
        assert CliRunner().invoke(cli, ["guess", *words]).exit_code == 2
