"""Tables on the command line: what is refused, what is said, and what is gone on with after a kill."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from command import grundy_apart, in_steps
from steps import Steps

from grundy.answering.tables import fill
from grundy.cli.main import cli
from grundy.engines.table.job import job
from grundy.errors import Terminated
from grundy.model.rule import rule
from grundy.model.run import Run
from grundy.notation.expression import parse_rule
from grundy.runs.recorder import about
from grundy.runs.resume import resume
from grundy.runs.store import add_run, list_runs
from grundy.runs.table_file import create_table

SET = """
import grundy

@grundy.rule
def set_of_amounts(n):
    for amount in {1, 3, 4, n + 1}:
        if amount <= n:
            yield n - amount
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--no-store"] if words[0] == "table" else words, catch_exceptions=True)


@rule
def any_number(n):
    """Nim: G(n) = n (Bouton 1901)."""
    yield from range(n)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_kill_between_a_widening_and_the_next_chunk_is_gone_on_with(compiled: bool) -> None:
    # the state says bytes, and the file that was widened has entries of two bytes: this was an error
    array = np.zeros(400, np.uint16)
    array[:256] = range(256)
    for _ in fill(job(any_number, 400), lambda dtype, entries: array, compiled)({"done": 256, "way": "stamps8"}):
        pass
    assert array.tolist() == list(range(400))


def test_a_file_is_gone_on_with_by_its_own_run(tmp_path: Path) -> None:
    # a killed run of another rule, whose file of that name was removed, was taken for it
    path, store = tmp_path / "table.npy", tmp_path / "runs.sqlite"
    _, lock = add_run(store, Run(("table", "other"), "other", key="other 1", table=str(path), status="killed"))
    lock.release()
    own = Run(("table", "own"), "own", key="own 1")
    create_table(path, (3,), "|u1", own.key, about(own)).close()
    assert resume(str(path), store).run.command == ("table", "own")


def test_an_uncompiled_rule_is_named_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "amounts.py"
    file.write_text(SET)
    done = run("table", str(file), "--states", "30000")
    assert done.exit_code == 0
    assert "amounts.py:6: a set is not compiled; write a tuple in which no number comes twice" in done.stderr
    assert "period 7" in done.stdout  # Winning Ways ch. 4: take 1, 3 or 4
    assert not run("table", str(file), "--states", "300").stderr


def test_a_rule_that_rises_is_tabulated_after_its_options(tmp_path: Path) -> None:
    """One or two counters more, below 50: as take one or two from the 49 - n that are still missing."""
    file = tmp_path / "up.py"
    file.write_text("import grundy\n@grundy.rule\ndef up(n):\n    yield from range(n + 1, min(n + 3, 50))\n")
    rows = run("table", str(file), "--to", "5", "--csv").stdout.splitlines()[1:]
    assert rows == [f"{n},{(49 - n) % 3},computed" for n in range(6)]


@pytest.mark.parametrize("name", ["grundys-game", "nim", "chess-rows:20", "octal:0.77", "floor-division:2,3"])
def test_a_table_of_the_catalogue_is_that_of_its_rule(name: str, tmp_path: Path) -> None:
    assert run("table", name, "--states", "250", "--out", str(tmp_path / "a.npy")).exit_code == 0
    array = np.zeros(250, np.uint16)
    for _ in fill(job(parse_rule(name), 250), lambda dtype, entries: array, compiled=False)(None):
        pass
    assert np.load(tmp_path / "a.npy").tolist() == array.tolist()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("table rectangle --states 5", "expected states 0, 1, 2, ..., found states that are each a board of 0 and 1"),
        ("table nim --states 5 --emit cpp --json", "leave out"),
        ("table wythoff --box 4x4x4 --emit cpp", "one number or two"),
        ("table floor-division:2,3 --states 900000000000", "needs 838.2 GiB of memory"),
        ("table wythoff --box 3000000000x3", "a side of a box is at most 2**31, found 3,000,000,000"),
        ("table nim --states -1", "<--states>:1:1: expected a number from 0 on, such as 50000 or 1e7, found '-1'"),
        ("table nim --states 1e", "<--states>:1:1: expected a number"),
        ("check nim n --to x", "<--to>:1:1: expected a number"),
        ("check nim n --to 5 --start 1.5", "<--start>:1:1: expected a number"),
        ("sequence nim --csv --json", "expected one form of output, found --csv and --json"),
        ("sequence wythoff", "expected states 0, 1, 2, ..., found states of 2 numbers"),
        ("stress --values hdu5724-chess true", "go with a game or a rule"),
    ],
)
def test_what_is_refused(line: str, said: str) -> None:
    words = [word.replace("examples", str(Path(__file__).parents[2] / "examples")) for word in line.split()]
    done = run(*words)
    told = done.stderr + str(done.exception or "")
    assert said in told
    assert not done.stdout


def test_counts_as_people_write_them() -> None:
    assert run("table", "nim", "--states", "1e3").stdout.startswith("1,000 states")
    done = CliRunner().invoke(cli, ["check", "nim", "n", "--to", "2e3", "--start", "1e3", "--no-store"])
    holds, known = done.stdout.splitlines()
    assert holds == "holds for n = 1,000..2,000 (not a proof)"
    assert known == "Observed: compared up to 2,000 (grundy check nim n --to 2e3 --start 1e3)."


def test_a_table_as_json() -> None:
    told = json.loads(run("table", "nim", "--states", "4", "--json").stdout)
    assert (told["shape"], told["largest"], told["p_positions"]) == ([4], 3, [0])


# ---- tables that were kept


def said(*words: str) -> str:
    """What is refused, in one text; nothing may stand on standard output."""
    done = run(*words)
    assert done.exit_code != 0 and not done.stdout
    return done.stderr + str(done.exception or "")


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        (".", "'.', a folder"),  # this was a traceback
        ("{}", "a folder"),
        ("{}/rows.txt", "ends in .npy"),
        ("{}/.npy", "ends in .npy"),
        ("{}/no/such/folder/rows.npy", "a file in a folder that exists"),
    ],
)
def test_places_for_no_table(out: str, expected: str, tmp_path: Path) -> None:
    assert expected in said("table", "nim", "--states", "9", "--out", out.format(tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table that is only read."""
    file = str(tmp_path_factory.mktemp("kept") / "w.npy")
    assert run("table", "wythoff", "--box", "30x40", "--out", file).exit_code == 0
    return file


@pytest.fixture
def wythoff(kept: str, tmp_path: Path) -> str:
    for path in Path(kept).parent.iterdir():
        shutil.copy(path, tmp_path)
    return str(tmp_path / "w.npy")


def test_a_kept_table_is_read_again(wythoff: str) -> None:
    # OEIS A004481: the rows of Wythoff's game
    assert run("table", wythoff, "--show", "2,3").stdout == "G(2, 3) = 5\nComputed: a table of all states.\n"
    assert run("table", wythoff, "--show", "1,:7").stdout.splitlines()[1].split() == list("01204537")
    assert run("table", wythoff, "--show", "1:3,0:4").stdout.splitlines()[1:3] == [
        "    1  1  2  0  4",
        "    2  2  0  1  5",
    ]
    assert json.loads(run("table", wythoff, "--show", "1:3,2", "--json").stdout)["values"] == [0, 1]
    assert run("table", wythoff, "--show", "4,9:9").stdout.split()[0] == "n"
    lines = run("table", "wythoff", "--box", "30x40").stdout.splitlines()
    assert run("table", wythoff).stdout.splitlines()[:-1] == lines[:-1]
    assert lines[-1] == "Computed: a table of all states (grundy table wythoff --box 30x40)."
    assert run("table", wythoff, "--emit", "cpp").exit_code == 0


def test_moves_are_written_where_they_are_asked_for() -> None:
    for more in ((), ("--moves",)):
        done = run("table", "nim", "--to", "9", "--emit", "python", *more)
        assert done.exit_code == 0 and ("def winning_move" in done.stdout) == bool(more)


@pytest.mark.parametrize("misere", [False, True])
def test_kept_outcomes_are_read_again(misere: bool, tmp_path: Path) -> None:
    file = str(tmp_path / "m.npy")
    how = "--misere" if misere else "--outcomes"
    done = run("table", "wythoff", "--box", "6x5", how, "--out", file)
    assert run("table", file).stdout.splitlines()[:-1] == done.stdout.splitlines()[:-1] and "30 states" in done.stdout
    # Wythoff 1907; in misère play only the pairs (0, 1), (1, 0) and (2, 2) are others (Fraenkel 1984)
    small = {(0, 1), (1, 0), (2, 2)} if misere else {(0, 0), (1, 2), (2, 1)}
    lost = small | {(3, 5), (5, 3), (4, 7), (7, 4)}
    rows = json.loads(run("table", file, "--show", ":,:", "--json").stdout)["values"]
    assert rows == [["P" if (a, b) in lost else "N" for b in range(5)] for a in range(6)]
    assert run("table", file, "--show", "5,3").stdout.startswith("5, 3: a P-position\nComputed: ")
    assert "the file has outcomes" in said("table", file, "--emit", "python")


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("3", "1:1: expected 2 numbers or ranges, as in 0:10,0:10, found '3'"),
        ("3,x", "1:3: expected a number or a range"),
        ("3,", "1:3: expected a number or a range"),
        ("30,1", "1:1: expected states from 0 to 29, found '30'"),
        ("1,5:41", "1:3: expected states from 0 to 39, found '5:41'"),
        ("5:4,1", "expected states"),
        ("-1,3", "expected a number"),
        ("1,٣", "expected a number"),
        ("0:3:2,1", "expected a number"),
        ("9999999999999999999,1", "1:1: expected states from 0 to 29, found '9999999999999999999'"),
        ("1,0:1" + 5000 * "0", "1:3: expected states from 0 to 39, found '0:1"),
        (5000 * "0" + "30,1", "1:1: expected states from 0 to 29, found '0"),
    ],
)
def test_pieces_that_no_table_has(where: str, expected: str, kept: str) -> None:
    assert f"<--show>:{expected}".replace("<--show>:expected", "expected") in said("table", kept, "--show", where)
    assert "<--show>" in said("table", "wythoff", "--box", "30x40", "--show", where)


def test_too_much_to_show() -> None:
    assert "at most 1,000,000 are shown" in said("table", "nim", "--states", "2000000", "--show", ":")
    assert "at most two ranges" in said("table", "nim", "--box", "3x3x3", "--show", ":,:,:")


def test_a_file_is_only_read(wythoff: str) -> None:
    assert "leave out --states and --misere" in said("table", wythoff, "--states", "3", "--misere")
    assert "found no such file" in said("table", wythoff.replace("w.npy", "v.npy"))


def test_a_damaged_table_is_not_read(wythoff: str) -> None:
    data = bytearray(Path(wythoff).read_bytes())
    data[-1] ^= 1
    Path(wythoff).write_bytes(data)
    for rest in ((), ("--show", "0,0"), ("--emit", "cpp")):
        assert "chunk 0 (bytes 0..1327) is damaged" in said("table", wythoff, *rest)


def test_a_foreign_array_is_not_read(tmp_path: Path) -> None:
    np.save(tmp_path / "mine.npy", np.zeros(3))
    assert "expected the digests of a table of grundy's" in said("table", str(tmp_path / "mine.npy"))


def test_an_unfinished_table_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "rows.npy"
    create_table(file, (30,), "|u1", "nim 1").close()
    assert f"'grundy resume {file}' goes on with it" in said("table", str(file))


@pytest.mark.parametrize(
    ("signal", "why", "status"), [(KeyboardInterrupt, "interrupted", 130), (Terminated, "terminated", 143)]
)
def test_an_interrupt_while_a_table_is_read_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, signal: type[KeyboardInterrupt], why: str, status: int
) -> None:
    """After SIGTERM, too, it said "interrupted"."""

    def interrupted(*_: object) -> None:
        raise signal

    file, store = tmp_path / "rows.npy", tmp_path / "runs.sqlite"
    monkeypatch.setattr("grundy.api.table.read_whole", interrupted)
    words = ["table", "nim", "--states", "3000", "--out", str(file), "--store", str(store)]
    with Steps(each=2.0):
        done = CliRunner().invoke(cli, words)
    assert done.exit_code == status
    assert done.stderr == f"{why} while the table was read; it is whole; 'grundy table {file}' reads it\n"
    (recorded,) = list_runs(store)
    assert recorded.status == why
    monkeypatch.undo()
    resumed = run("resume", "--store", str(store)).stdout
    assert "3,000 states; largest nim-value 2999" in resumed and list_runs(store)[0].status == "finished"
    assert "3,000 states; largest nim-value 2999" in run("table", str(file)).stdout


def test_what_the_store_keeps_of_a_table(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    words = ["table", "take-away:1,2,3", "--store", str(store), "--states", "400"]
    with Steps(each=2.0):
        assert CliRunner().invoke(cli, words).exit_code == 0
        assert CliRunner().invoke(cli, [*words, "--outcomes"]).exit_code == 0
    assert [one.result for one in list_runs(store)] == [
        {"largest": 3, "p_position_count": 100},
        {"p_position_count": 100},
    ]


def test_a_table_in_memory_says_that_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "amounts.py"
    file.write_text(SET)
    words = ("table", str(file), "--states", "300000", "--time-limit", "1", "--no-store")
    done = grundy_apart(*words, prelude=in_steps())
    assert done.status == 2 and "states; largest nim-value 3, first at 5.\n" in done.out  # what it has is printed
    assert done.err.splitlines()[-1].endswith(" Nothing was saved to resume; --out FILE.npy would keep the table.")


def test_small_sizes_are_told_in_small_units() -> None:
    told = said("table", "wythoff", "--box", "3000x3000", "--memory", "1M")
    assert "needs 8.6 MiB of memory, more than the 1.0 MiB allowed" in told  # this said 0.0 GiB


# ---- guesses, as long work


def test_a_guess_is_gone_on_with_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = str(tmp_path / "runs.sqlite")
    words = ["check", "--to", "3000000", "--store", store, "--time-limit", "1", "--", "nim", "-n + 2 * n"]
    done = grundy_apart(*words, prelude=in_steps())
    assert done.status == 2 and not done.out
    assert done.err.endswith(f"Go on with: grundy resume 1 --store {store}\n")
    (begun,) = list_runs(tmp_path / "runs.sqlite")
    assert begun.state is not None and 0 < begun.state["holds below"] < 3_000_000
    done = CliRunner().invoke(cli, ["resume", "1", "--store", store])
    told = "Observed: compared up to 3,000,000 (grundy check --to 3000000 -- nim '-n + 2 * n')."
    assert (done.stdout, done.exit_code) == (f"holds for n = 0..3,000,000 (not a proof)\n{told}\n", 0)
    (ended,) = list_runs(tmp_path / "runs.sqlite")
    assert ended.status == "finished" and ended.result == {"holds": True, "counter_example": None}


@pytest.mark.parametrize(
    ("words", "expected", "status"),
    [
        (("wythoff", "a ^ b", "--to", "100000"), "fails at (a, b) = (1, 1): claimed 0, the nim-value is 2\n", 1),
        (("nim", "n", "--to", "0"), "holds for n = 0..0 (not a proof)\n", 0),
        (("take-away:1,2,3", "n % 4", "--to", "70", "--start", "7"), "holds for n = 7..70 (not a proof)\n", 0),
        (
            ("nim", "n if n < 9 else 0", "--to", "99999999999999999"),
            "fails at n = 9: claimed 0, the nim-value is 9\n",
            1,
        ),
        (("nim", "n", "--to", "5", "--start", "9"), "", 2),
        (("rectangle", "n", "--to", "5"), "", 2),
        (("nim", "n +", "--to", "5"), "", 2),
    ],
)
def test_guesses(words: tuple[str, ...], expected: str, status: int) -> None:
    done = CliRunner().invoke(cli, ["check", *words, "--no-store"], standalone_mode=False)
    assert done.stdout.partition("\n")[0] == expected.removesuffix("\n")
    assert done.stdout.count("\n") == 2 * bool(expected)
    assert (2 if done.exception else done.return_value) == status
