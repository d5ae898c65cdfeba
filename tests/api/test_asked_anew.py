"""A question is about a rule as it is when it is asked, whatever was asked of it before: in memory, in files, in runs.

Each expected value is that of the definition: the mex of the values of what the rule as edited leaves.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import grundy
from grundy.answering.theorem import by_theorem
from grundy.api import kept_theorems
from grundy.api.prove import proof_soon
from grundy.api.run_record import former_key, run_of
from grundy.cli.main import cli
from grundy.engines.misere.genus import genera
from grundy.engines.question import Question
from grundy.errors import InternalError, StoreError
from grundy.model.rule import Rule
from grundy.model.run import UNIDENTIFIED
from grundy.notation.rule_files import load_rules, sources_of
from grundy.runs.resume import Resumable, resume
from grundy.runs.session import Limits, Session
from grundy.runs.store import add_run, update_run

prove_module = import_module("grundy.api.prove")  # under that name `grundy.api` may have the verb

TAKE = """
import grundy
{head}
@grundy.rule
def game(n):
    for k in {amounts}:
        if k <= n:
            yield n - k
"""


def values(amounts: tuple[int, ...], upto: int) -> list[int]:
    """Nim-values of heaps of which so many may be taken, by the definition."""
    nim_values: list[int] = []
    for n in range(upto + 1):
        left = {nim_values[n - k] for k in amounts if k <= n}
        nim_values.append(next(value for value in range(len(left) + 1) if value not in left))
    return nim_values


def loses_misere(amounts: tuple[int, ...], n: int) -> bool:
    """Whether who is to move loses where who cannot move wins."""
    losses: list[bool] = []
    for m in range(n + 1):
        left = [losses[m - k] for k in amounts if k <= m]
        losses.append(bool(left) and not any(left))
    return losses[n]


def typed(name: str, **names: Any) -> tuple[Rule, dict[str, Any]]:
    """A rule as a notebook makes it: its text is there, its names may be bound again."""
    text = TAKE.format(head="S = (1, 2)\ndef helper(n):\n    return (1, 2)\n", amounts=name)
    place = f"<cell {len(linecache.cache)}>"
    linecache.cache[place] = len(text), None, text.splitlines(keepends=True), place
    scope: dict[str, Any] = {"__name__": "cell", **names}
    exec(compile(text, place, "exec"), scope)
    game: Rule = scope["game"]
    return game, scope


HELPER = "def helper(n):\n    return (1, 3)\n"
EDITS: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a global": ("S", lambda scope: scope.update(S=(1, 3))),
    "a helper": ("helper(n)", lambda scope: exec(HELPER, scope)),
}


@pytest.mark.parametrize("what", EDITS)
def test_solve_sees_names_bound_again(what: str) -> None:
    name, edit = EDITS[what]
    game, scope = typed(name)
    assert grundy.solve(game(302)).nim_value == values((1, 2), 302)[302]
    edit(scope)
    assert grundy.solve(game(302)).nim_value == values((1, 3), 302)[302]
    assert grundy.winners([game(n) for n in (2, 3, 4)]) == [value > 0 for value in values((1, 3), 4)[2:]]


@pytest.mark.parametrize("what", EDITS)
@pytest.mark.parametrize(
    "ask",
    [
        lambda game: grundy.solve(game(3003)).nim_value,
        lambda game: grundy.solve(grundy.nim(0) + game(3003)).nim_value,
        lambda game: grundy.table(game, 3004).values[3003],
        lambda game: grundy.sequence(game, 3003)[3003],
        lambda game: grundy.batch([game(3003)])[0]["nim_value"],
        lambda game: int(grundy.check(game, "n % 2", upto=50).holds),
    ],
)
def test_each_verb_sees_names_bound_again(what: str, ask: Callable[[Rule], Any]) -> None:
    name, edit = EDITS[what]
    game, scope = typed(name)
    before = ask(game)
    edit(scope)
    assert [before, ask(game)] == [values(amounts, 3003)[3003] for amounts in ((1, 2), (1, 3))] == [0, 1]


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: grundy.prove(game).nim_value(3003),
        lambda game: by_theorem(Question(((game, [3003]),)), proof_soon, 20.0).values[0],  # type: ignore[union-attr]
        lambda game: 3 - grundy.period(game).repetition.period,  # type: ignore[union-attr]
    ],
)
def test_theorems_see_names_bound_again(ask: Callable[[Rule], Any]) -> None:
    game, scope = typed("S")
    before = ask(game)
    scope["S"] = (1, 3)
    assert [before, ask(game)] == [values(amounts, 3003)[3003] for amounts in ((1, 2), (1, 3))]


@pytest.mark.parametrize("what", EDITS)
def test_misere_play_sees_names_bound_again(what: str) -> None:
    name, edit = EDITS[what]
    game, scope = typed(name)
    for amounts in ((1, 2), (1, 3)):
        losses = [grundy.solve(game(n), misere=True).winner == "second" for n in range(12)]
        assert losses == [loses_misere(amounts, n) for n in range(12)]
        assert [row.value for row, _ in genera(game, 6)] == values(amounts, 6)
        edit(scope)


def test_compounds_of_a_rule_see_names_bound_again() -> None:
    """Joined with a heap of one counter, play is over after one move: who is to move wins unless stuck."""
    game, scope = typed("S")
    one = [grundy.solve(grundy.selective(game(n), grundy.nim(0))).winner for n in range(8)]
    scope["S"] = (1, 3)
    again = [grundy.solve(grundy.selective(game(n), grundy.nim(0))).winner for n in range(8)]
    winners = [["first" if value else "second" for value in values(amounts, 7)] for amounts in ((1, 2), (1, 3))]
    assert [one, again] == winners


def test_what_has_no_identity_is_answered_each_time_anew() -> None:
    class Box:
        amounts = (1, 2)

    game, scope = typed("box.amounts", box=Box())
    assert grundy.solve(game(302)).nim_value == values((1, 2), 302)[302]
    scope["box"].amounts = (1, 3)
    assert grundy.solve(game(302)).nim_value == values((1, 3), 302)[302]


# files


def written(folder: Path, amounts: tuple[int, ...], name: str = "same.py", helper: bool = False) -> str:
    folder.mkdir(exist_ok=True)
    if helper:
        (folder / "beside.py").write_text(f"S = {amounts!r}\n")
    head = "from beside import S\n" if helper else f"S = {amounts!r}\n"
    (folder / name).write_text(TAKE.format(head=head, amounts="S"))
    return str(folder / name)


@pytest.mark.parametrize("helper", [False, True])
def test_a_file_is_read_anew_when_it_or_its_helper_has_changed(tmp_path: Path, helper: bool) -> None:
    for amounts in ((1, 2), (1, 3), (2, 3)):
        file = written(tmp_path, amounts, helper=helper)
        assert [grundy.solve(grundy.parse(f"{file}({n})", files=grundy.FILES)).nim_value for n in range(9)] == values(
            amounts, 8
        )
        (rule,) = load_rules(file).values()
        assert load_rules(file)["game"] is rule
        assert len(sources_of([rule])) == 1 + helper
    assert not list(tmp_path.rglob("__pycache__"))


def test_files_of_a_name_in_two_folders_have_their_own_helpers(tmp_path: Path) -> None:
    files = {amounts: written(tmp_path / str(amounts[1]), amounts, helper=True) for amounts in ((1, 2), (1, 3))}
    for _ in range(2):
        for amounts, file in files.items():
            assert [
                grundy.solve(grundy.parse(f"{file}({n})", files=grundy.FILES)).nim_value for n in range(9)
            ] == values(amounts, 8)


def printed(store: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, [*words, "--store", str(store / "runs.sqlite")], standalone_mode=False)
    assert done.exception is None, done.exception
    return str(done.stdout)


VERBS = [
    ("solve", "4"), ("solve", "4", "--json"), ("period",), ("period", "--json"), ("table", "--states", "20"),
    ("table", "--states", "20", "--json"), ("sequence", "--to", "20"), ("sequence", "--to", "20", "--json"),
]  # fmt: skip


@pytest.mark.parametrize("how", ["the file", "its helper", "another folder"])
def test_a_theorem_is_printed_of_its_rule_alone(tmp_path: Path, how: str) -> None:
    helper = how == "its helper"
    file = written(tmp_path / "one", (1, 2), helper=helper)
    printed(tmp_path, "prove", file)
    assert all("n mod 3" in printed(tmp_path, verb, file, *more) for verb, *more in VERBS)
    other = tmp_path / ("two" if how == "another folder" else "one")
    edited = written(other, (1, 3), helper=helper)
    assert not any("n mod 3" in printed(tmp_path, verb, edited, *more) for verb, *more in VERBS)
    again = written(other, (1, 2), "renamed.py", helper=helper)
    assert all(
        "n mod 3" in printed(tmp_path, verb, again, *more) for verb, *more in VERBS
    )  # the same rule, wherever it lies


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_theorem_that_the_answer_contradicts_is_a_fault(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    verb, *more = words
    file = written(tmp_path, (1, 2))
    for module in (kept_theorems, prove_module):  # the fault put back
        monkeypatch.setattr(module, "identity", lambda rule: "of every rule")
    printed(tmp_path, "prove", file)
    written(tmp_path, (1, 3))
    done = CliRunner().invoke(cli, [verb, file, *more, "--store", str(tmp_path / "runs.sqlite")], standalone_mode=False)
    assert isinstance(done.exception, InternalError)
    assert "n mod 3" in str(done.exception) and "nim-value" in str(done.exception)
    assert "Proved" not in done.stdout


# runs


def test_the_key_of_a_run_is_what_the_rule_is() -> None:
    game, scope = typed("S")
    keys = [run_of(game, "game", {}, "asks", former_key(game)) for _ in range(2)]
    scope["S"] = (1, 3)
    edited = run_of(game, "game", {}, "asks", former_key(game))
    assert keys[0].key == keys[1].key != edited.key
    assert edited.former_key == ""  # by which version 0.1.0 knew it also before the edit
    scope["S"] = open  # a function whose results may change
    assert run_of(game, "game", {}, "asks", "").key == UNIDENTIFIED


@pytest.mark.parametrize("amounts", [(1, 2), (1, 3), [1, 2], open])
def test_a_run_is_resumed_of_the_same_rule_alone(amounts: Any) -> None:
    game, scope = typed("S")
    begun = run_of(game, "game", {}, "asks", former_key(game))
    scope["S"] = amounts
    now = run_of(game, "game", {}, "asks", former_key(game))
    with Session(resumed=Resumable(replace(begun, number=0), {}, None)) as session:
        if amounts == (1, 2):
            session.begin(now)
        else:
            with pytest.raises(StoreError, match="cannot be resumed"):
                session.begin(now)


def test_a_run_of_0_1_is_resumed_only_if_its_source_is_recorded(tmp_path: Path) -> None:
    (rule,) = load_rules(written(tmp_path, (1, 2))).values()
    for game, is_resumed in ((rule, True), (typed("S")[0], False), (grundy.parse_rule("kayles"), True)):
        now = run_of(game, "game", {}, "asks", former_key(game))
        begun = replace(now, key=former_key(game))
        with Session(resumed=Resumable(begun, {}, None)) as session:
            if is_resumed:
                session.begin(now)
            else:
                with pytest.raises(StoreError, match="the rule was"):
                    session.begin(now)


def test_nothing_is_kept_of_the_run_of_a_rule_without_identity(tmp_path: Path) -> None:
    game, scope = typed("S")
    scope["S"] = open
    store = tmp_path / "runs.sqlite"
    run, _ = add_run(store, run_of(game, "game", {}, "asks", ""))
    update_run(store, replace(run, status="interrupted", state={"done": 1}))
    with pytest.raises(StoreError, match="random numbers, an open file"):
        resume("1", store)
    with Session(Limits(store=store)) as session:
        session.begin(run_of(game, "game", {}, "asks", ""))
        assert session._recorder is not None and session._recorder._array_is_lost


def test_the_file_of_a_table_of_a_rule_without_identity_is_read(tmp_path: Path) -> None:
    class Box:
        amounts = (1, 2)

    game, _ = typed("box.amounts", box=Box())
    for outcomes in (False, True):
        out = tmp_path / f"rows{outcomes}.npy"
        table = grundy.table(game, 30, out=out, outcomes=outcomes)
        read = grundy.open_table(out)
        assert (read.game, read.shape, list(read[:9])) == ("game", (30,), list(table[:9]))
