"""The atlas: periods of all codes of three digits against long prefixes, classes of equal values, kill and resume."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from command import grundy as command
from command import grundy_apart
from waiting import PATIENCE

import grundy
from grundy.answering.atlas import AtlasQuestion, codes_of, work
from grundy.answering.sequence import period
from grundy.api import atlas as asking
from grundy.cli.main import cli
from grundy.games.known import KnownPeriod, known_periods
from grundy.games.octal import octal
from grundy.model.period import Repetition
from grundy.runs.loop import run_with_limits
from grundy.runs.store import list_runs

SOURCE = Path(__file__).parents[3] / "src"
COUNT = 2_048


@cache
def scanned() -> Any:
    """A loop of its own: the values of a code by the definition, and the least period that the theorem proves."""
    import numba
    import numpy as np

    @numba.njit
    def scan(digits: Any, count: int) -> tuple[int, int, int]:
        g = np.zeros(count, np.int64)
        seen = np.zeros(32768, np.int64)  # a heap below 4,096 has fewer options
        size = 256
        for n in range(1, count + 1):
            if n in (size, count):  # the least period that the first n values prove
                for p in range(1, n // 2):
                    e = n - p  # the least e with g[m] == g[m + p] for e <= m < n - p
                    while e > 0 and g[e - 1] == g[e - 1 + p]:
                        e -= 1
                    needed = 2 * max(e, 1) + 2 * p + len(digits) - 1
                    if needed <= n:
                        return p, e, needed
                size *= 2
            if n == count:
                break
            for k in range(min(n, len(digits) - 1) + 1):
                if digits[k] & 1 and k == n:
                    seen[0] = n
                if digits[k] & 2 and k < n:
                    seen[g[n - k]] = n
                if digits[k] & 4:
                    for a in range(1, (n - k) // 2 + 1):
                        seen[g[a] ^ g[n - k - a]] = n
            while seen[g[n]] == n:
                g[n] += 1
        return 0, 0, 0

    def of(code: tuple[int, ...]) -> tuple[int, int, int]:
        while len(code) > 1 and not code[-1]:
            code = code[:-1]
        p, e, needed = scan(np.array(code), COUNT)
        return int(p), int(e), int(needed)

    return of


@pytest.mark.parametrize("each", [pytest.param(1, marks=pytest.mark.long), 9])
def test_all_codes_of_three_digits(each: int) -> None:
    """Of 1,024 codes 672 are proved periodic by 2,048 values; the engine says of each what a plain scan finds."""
    proved = 0
    for code in list(codes_of(3))[::each]:
        p, e, needed = scanned()(code)
        result = period(octal(f"{code[0]}.{''.join(map(str, code[1:]))}"), COUNT)
        if p:
            proved += 1
            assert result.status == "proved", code
            assert result.repetition == Repetition(p, e), code
            assert needed <= result.heaps_computed <= COUNT, code
        else:
            assert result.status != "proved", code
            assert result.heaps_computed == COUNT
    assert proved == 672 if each == 1 else proved > 40


@pytest.mark.parametrize("fact", known_periods(), ids=lambda fact: fact.code)
def test_a_published_period(fact: Any) -> None:
    if fact.preperiod + fact.period > 20_000:
        pytest.skip("by `grundy atlas --known`")
    result = period(octal(fact.code))
    assert result.status == "proved"
    assert result.repetition == Repetition(fact.period, fact.preperiod)


def rows_of(*words: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(cli, ["atlas", *words, "--json", "--cores", "1", "--no-store"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    rows: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return rows


def test_classes_of_codes_of_one_digit() -> None:
    rows = rows_of("--digits", "1", "--limit", "9000")
    told = {row["code"]: row for row in rows}
    # 0.2, 0.3, 0.7, 4.0: values 0 1 0 1 ..., after one zero more or less (0.3: take one from a heap)
    members = {one["code"] for one in told["0.2"]["equal"]} | {"0.2"}
    assert {"0.3", "4.0"} <= members
    assert sum(1 + len(row["equal"]) for row in rows) == 16
    assert told["0.4"]["period"] == 34
    assert told["0.6"]["status"] == "none"
    assert told["0.6"]["heaps_computed"] == 9000


def test_equal_values_come_later_or_not() -> None:
    (row,) = rows_of("--codes", "0.07,0.137,0.4", "--limit", "9e3")
    assert (row["code"], row["period"], row["preperiod"], row["last_exception"]) == ("0.4", 34, 54, 53)
    assert row["equal"] == [{"code": "0.07", "later": -1}, {"code": "0.137", "later": -2}]  # as OEIS A002187 says
    assert row["published"]["source"] == "czajka-trivial"


def test_published_periods_are_proved_again() -> None:
    rows = rows_of("--known", "--limit", "9000")
    assert {row["code"] for row in rows} == {fact.code for fact in known_periods()} - {"0.106"}
    assert not any(row["agrees"] is False for row in rows)
    assert {row["code"] for row in rows if not row["agrees"]} == {
        "0.054", "0.104", "0.127", "0.16", "0.165", "0.354", "0.356", "0.376", "0.454", "0.56"
    }  # fmt: skip


def test_what_is_published_wrongly_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = KnownPeriod("0.77", 71, 24, "nobody")
    monkeypatch.setattr(asking, "known_periods", lambda: (wrong,))
    words = ["atlas", "--known", "--limit", "9000", "--cores", "1", "--no-store"]
    done = CliRunner().invoke(cli, words, standalone_mode=False)
    assert done.return_value == 1
    assert "0.77: nobody has period 24, pre-period 71" in done.output


def test_text_and_csv() -> None:
    done = CliRunner().invoke(cli, ["atlas", "--codes", "0.77,0.37", "--limit", "9e3", "--cores", "1", "--no-store"])
    assert "12" in done.stdout
    assert "1 of 2 sequences are proved to repeat (1 of 2 codes)" in done.stdout
    words = ["atlas", "--codes", "0.77,0.37", "--limit", "9e3", "--cores", "1", "--no-store", "--csv"]
    kayles, other = csv.DictReader(io.StringIO(CliRunner().invoke(cli, words).stdout))
    assert (kayles["code"], other["code"]) == ("0.37", "0.77") or kayles["code"] == "0.77"
    by_code = {row["code"]: row for row in (kayles, other)}
    assert by_code["0.77"]["period"] == "12"
    assert by_code["0.37"]["status"] == "none"


HEXADECIMAL = "0.77,octal:0.37,hexadecimal:0.77,hexadecimal:0.8,hexadecimal:0.a"


def test_hexadecimal_codes() -> None:
    """They were refused. The value of heap n of 0.8 is (n - 1) // 3 from n = 1 on; of 0.A 1 0 1 0 ... from n = 2 on."""
    told = {row["code"]: row for row in rows_of("--codes", HEXADECIMAL, "--limit", "9e3")}
    assert set(told) == {"0.77", "0.37", "hexadecimal:0.8", "hexadecimal:0.A"}
    assert not {"saltus"} & (set(told["0.77"]) | set(told["0.37"]))  # no octal code grows
    grows, repeats = told["hexadecimal:0.8"], told["hexadecimal:0.A"]
    assert [(one["period"], one["saltus"], one["status"]) for one in (grows, repeats)] == [
        (3, 1, "proved"),
        (2, 0, "proved"),
    ]
    made = grundy.atlas(HEXADECIMAL.split(","), limit=9000, cores=1)
    assert {row.code: row.saltus for row in made.rows} == {
        "0.77": 0, "0.37": None, "hexadecimal:0.8": 1, "hexadecimal:0.A": 0
    }  # fmt: skip
    assert "pre-period 1, saltus 1; proved" in repr(made.rows[2])
    assert made.evidence.reason.endswith("a window that comes again or a finite check of what three heaps can leave")
    for row in made.rows:  # as they are given to `period`
        spec = row.code if ":" in row.code else f"octal:{row.code}"
        assert grundy.period(spec, 9000 if row.saltus is None else None).status == row.status


def by_definition(code: str, count: int) -> list[int]:
    """Values of heaps of a code: of three heaps, each of one counter or more, of two, of one and of none."""
    digits = [int(digit, 16) for digit in code.rpartition(":")[2].replace(".", "")]
    values: list[int] = []
    for n in range(count):
        left: set[int] = set()
        for k, digit in enumerate(digits):
            m = n - k
            if k == 0 or m < 0:
                continue
            left |= {0} if digit & 1 and m == 0 else set()
            left |= {values[m]} if digit & 2 and m else set()
            left |= {values[a] ^ values[m - a] for a in range(1, m)} if digit & 4 else set()
            if digit & 8:
                left |= {values[a] ^ values[b] ^ values[m - a - b] for a in range(1, m) for b in range(1, m - a)}
        values.append(next(value for value in range(n + 2) if value not in left))
    return values


def test_a_hexadecimal_code_is_in_the_row_of_the_octal_one_with_its_values() -> None:
    """Both had rows of their own, as their values were compared as far as each was computed."""
    asked = "hexadecimal:0.A,0.05,hexadecimal:0.F3,0.222,hexadecimal:0.81,hexadecimal:0.8,0.77"
    rows = rows_of("--codes", asked, "--limit", "9e3")
    assert {row["code"]: row["equal"] for row in rows} == {
        "0.05": [{"code": "hexadecimal:0.A", "later": 0}, {"code": "hexadecimal:0.81", "later": 0}],
        "0.222": [{"code": "hexadecimal:0.F3", "later": -1}],
        "0.77": [],
        "hexadecimal:0.8": [],  # its values grow
    }
    for row in rows:
        for other in row["equal"]:
            late = max(0, -other["later"])
            mine, its = by_definition(row["code"], 80 + late), by_definition(other["code"], 80)
            assert mine[late:] == its, other


def test_hexadecimal_codes_as_text_and_csv() -> None:
    words = ["atlas", "--codes", HEXADECIMAL, "--limit", "9e3", "--cores", "1", "--no-store"]
    head, *lines = CliRunner().invoke(cli, words).stdout.splitlines()
    assert head.split()[:4] == ["code", "period", "pre-period", "saltus"]
    assert ["hexadecimal:0.8", "3", "1", "1"] in [line.split()[:4] for line in lines]
    told = CliRunner().invoke(cli, [*words, "--csv", "--remarks"]).stdout
    rows = {row["code"]: row for row in csv.DictReader(io.StringIO(told)) if not row["code"].startswith("#")}
    assert {code: row["saltus"] for code, row in rows.items()} == {
        "0.77": "0", "0.37": "", "hexadecimal:0.8": "1", "hexadecimal:0.A": "0"
    }  # fmt: skip
    assert "# codes, grundy " in told
    octal_alone = CliRunner().invoke(cli, [*words[:2], "0.77", *words[3:], "--csv", "--remarks"]).stdout
    assert "saltus" not in octal_alone and "# octal codes, grundy " in octal_alone


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected --digits D, --codes LIST or --known"),
        (["--digits", "2", "--known"], "one of them"),
        (["--codes", "0.78"], "expected a digit 0-7, found '8'"),
        (["--codes", "0.[3]"], "expected codes that end"),
        (["--codes", "hexadecimal:0.8[3]"], "expected codes that end, as in 0.77, found 'hexadecimal:0.8[3]'"),
        (["--codes", "hexadecimal:0.8G"], "expected a digit 0-9 or A-F, found 'G'"),
        (["--codes", "octal:0.78"], "expected a digit 0-7, found '8'"),
        (["--codes", "take-away:1"], "expected octal codes, as in 0.77, or hexadecimal ones, as in hexadecimal:0.8F"),
        (
            ["--codes", f"hexadecimal:0.{'8' * 101}"],
            "('grundy period hexadecimal:CODE' takes longer ones), found one of 101",
        ),
        (["--digits", "2", "--limit", "many"], "expected a number from 1 on"),
    ],
)
def test_a_wrong_question(words: list[str], message: str) -> None:
    done = command("atlas", *words, "--no-store")
    assert done.status == 2
    assert message in done.err
    assert not done.out


def test_an_atlas_goes_on_where_it_stopped() -> None:
    """Stopped at any chunk, and its state sent through JSON, it ends with the same rows."""
    atlas = AtlasQuestion(codes_of(1), 9_000, 9_000)
    whole = run_with_limits(work(atlas)).require()
    for stop in (1, 2, 4):
        chunks = work(atlas)(None)
        for chunk in islice(chunks, stop):
            state = json.loads(json.dumps(chunk.state))
        chunks.close()  # type: ignore[attr-defined]
        assert run_with_limits(work(atlas), state).require() == whole


DIES = """
import os, signal
from grundy.runs import loop, recorder

loop.LONG, recorder.LONG = 1e9, 0.0  # nothing is saved but what is saved here: how far it is then is no chance
note = recorder.Recorder._note

def dies(self, chunk):
    note(self, chunk)
    if chunk.phase == (1,) and 0 < chunk.done < chunk.total:
        self._save(chunk)
        os.killpg(0, signal.SIGKILL)  # its workers too

recorder.Recorder._note = dies
import grundy.__main__
"""


def test_a_killed_atlas_is_resumed(tmp_path: Path) -> None:
    store = tmp_path / "runs.db"
    words = ["atlas", "--codes", "0.77,0.137,0.356,0.007", "--limit", "5e4", "--json"]
    begun = [sys.executable, "-c", DIES, *words, "--store", str(store), "--cores", "2"]
    killed = subprocess.run(
        begun, capture_output=True, text=True, check=False, start_new_session=True, timeout=PATIENCE
    )
    assert killed.returncode == -signal.SIGKILL and not killed.stdout, killed.stderr
    (run,) = list_runs(store)
    assert run.phase == (1,) and 0 < run.done < 4  # all codes are begun, and some of their classes are done
    rows = grundy_apart("resume", "1", "--store", str(store)).json()["rows"]
    assert len(rows) == 4
    assert {row["code"]: row["preperiod"] for row in rows if row["period"]} == {"0.77": 71, "0.137": 52, "0.356": 7315}
