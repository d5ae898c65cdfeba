"""Tables of rules that are code, in pieces: here by this process alone or its workers; resumed, damaged, refused."""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import xor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grundy import Rule, rule, to
from grundy.api import table_blocks
from grundy.api.table_blocks import answer_piece, piece_work, pieces_of
from grundy.api.table_work import table_work
from grundy.engines.table.apart import fill_piece
from grundy.engines.table.job import Job, job
from grundy.errors import BadRule, InternalError, OutOfReach, StoreError
from grundy.notation.expression import parse_rule
from grundy.runs.executor import FunctionExecutor
from grundy.runs.memory import resident

STATES, LEAST = 1 << 9, 5


@rule
def clear(n):
    """Clear a bit, or two neighbours."""
    for i in range(12):
        if n >> i & 1:
            yield n ^ 1 << i
        if n >> i & 3 == 3:
            yield n ^ 3 << i


@rule
def halve(n):
    """Options far away, and sums: pieces wait for others that no order foretells."""
    if n:
        yield n // 2
        yield n // 3
        yield to(n // 5, n - n // 4 - 1)


@rule
def step(n):
    """Each piece reads the one before it."""
    for k in range(1, 4):
        if k <= n:
            yield n - k


@rule
def heap(n, *, width=300):
    """Nim, but for large heaps: worth n up to 300, which does not fit a byte."""
    yield from range(max(0, n - width), n)


@rule
def knight(a, b):
    """Moves of a knight towards the corner, one of them further to the right."""
    if a >= 2 and b >= 1:
        yield a - 2, b - 1
    if a >= 1 and b >= 2:
        yield a - 1, b - 2
    if a >= 2:
        yield a - 2, b + 1 - b % 2 * 2


BOX = (40, 32)


class Table:
    """A table that is filled, as far as it is."""

    def __init__(self, out: Path, game: Rule, size: Any = STATES, outcomes: bool = False, misere: bool = False) -> None:
        self.task: Job = job(game, size, misere, outcomes)
        self.shared = pieces_of(self.task, out, LEAST)
        self.arrays: list[Any] = []
        self.state: Any = None
        self.said: list[str] = []

    def allocate(self, dtype: str, entries: int) -> Any:
        if not self.arrays:
            self.arrays.append(np.zeros(entries, dtype))
        elif np.dtype(dtype).itemsize > self.arrays[-1].itemsize:
            self.arrays.append(self.arrays[-1].astype(dtype))
        return self.arrays[-1]

    def run(self, pieces: int | None = None, cores: int = 0, memory: int | None = None) -> None:
        """Fill it, or until so many of its pieces are known to be filled."""
        work = piece_work(self.task, self.shared, self.allocate, cores, None, memory, self.said.append)
        for chunk in work(self.state):
            self.state = chunk.state
            if pieces is not None and len(chunk.state["pieces"]) >= pieces:
                return

    def require_right(self) -> None:
        """It is what the definition says."""
        task, array = self.task, self.arrays[-1]
        worth = by_definition(task.rule, task.shape, task.outcomes, task.misere)
        entries = np.unpackbits(array, bitorder="little")[: task.total] if task.outcomes else array
        assert entries.tolist() == worth


def by_definition(game: Rule, shape: tuple[int, ...], outcomes: bool, misere: bool) -> list[int]:
    """The nim-values of all states, or 1 for each P-position, from the options alone."""
    worth: dict[Any, int] = {}
    for place in range(prod(shape)):
        state = place if len(shape) == 1 else divmod(place, shape[1])
        options = [reduce(xor, (worth[part] for part in option.parts), 0) for option in game.options(state)]
        if outcomes:
            worth[state] = int(not any(options) and (bool(options) or not misere))
        else:
            worth[state] = next(value for value in range(len(options) + 1) if value not in options)
    return list(worth.values())


@pytest.mark.parametrize(
    ("game", "size", "cores"), [(clear, STATES, 0), (halve, STATES - 37, 0), (knight, BOX, 0), (halve, STATES, 1)]
)
def test_values_are_those_of_the_definition(tmp_path: Path, game: Rule, size: Any, cores: int) -> None:
    table = Table(tmp_path / "t.npy", game, size)
    assert table.shared.cut.count > 10
    table.run(cores=cores)
    table.require_right()
    assert not table.said and not list(tmp_path.iterdir())


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("game", "size"), [(clear, STATES - 37), (knight, BOX)])
def test_outcomes_are_those_of_the_definition(tmp_path: Path, game: Rule, size: Any, misere: bool) -> None:
    table = Table(tmp_path / "t.npy", game, size, True, misere)
    table.run()
    table.require_right()


def test_entries_become_wider_where_a_value_needs_it(tmp_path: Path) -> None:
    """Pieces that are finished in bytes by then are read by those that need 16 bits."""
    table = Table(tmp_path / "t.npy", heap)
    table.run()
    assert table.arrays[-1].dtype == np.uint16
    assert table.arrays[-1].tolist() == [n % 301 for n in range(STATES)]  # Bouton 1901; at most 300 may be taken
    assert len(table.said) == 1 and "each piece of the table reads the one before it" in table.said[0]


@pytest.mark.parametrize("game", [clear, halve, heap, knight], ids=lambda game: game.spec)
def test_a_table_goes_on_from_any_piece(tmp_path: Path, game: Rule) -> None:
    """What is in the table beyond its first pieces is rubbish then, and some files are gone."""
    table = Table(tmp_path / "t.npy", game, BOX if game is knight else STATES)
    for stop in (3, 5, 12):
        table.run(stop)
        table.arrays[-1][table.state["done"] :] = 0x55
        for file in sorted((tmp_path / "t.npy.blocks").glob("block-*"))[::3]:
            file.unlink()
    table.run()
    table.require_right()


def test_nothing_is_filled_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, finished = Table(tmp_path / "t.npy", clear), []
    taken = table_blocks._Filling.taken

    def noted(filling: Any, answer: Any) -> Any:
        ran = taken(filling, answer)
        finished.extend([ran.piece] if not ran.code else [])
        return ran

    monkeypatch.setattr(table_blocks._Filling, "taken", noted)
    table.run(5)
    filled_pieces = len(table.state["pieces"])
    begun = len(finished) - filled_pieces
    table.run()
    assert len(finished) - begun == table.shared.cut.count


def test_one_machine_finishes_what_many_began(tmp_path: Path) -> None:
    table = Table(tmp_path / "t.npy", clear)
    table.run(12)
    assert 0 < table.state["done"] < STATES
    table.arrays[-1][table.state["done"] :] = 0x55
    for _ in table_work(table.task, table.allocate)(table.state):
        pass
    table.require_right()


@pytest.mark.parametrize(("game", "size", "done"), [(clear, (STATES,), 100), (knight, BOX, 800)])
def test_many_finish_what_one_machine_began(tmp_path: Path, game: Rule, size: tuple[int, ...], done: int) -> None:
    table = Table(tmp_path / "t.npy", game, size)
    table.state = {"done": done, "way": "window"}
    table.arrays = [np.full(prod(size), 0x55, np.uint8)]
    table.arrays[0][:done] = by_definition(game, size, False, False)[:done]
    table.run()
    table.require_right()


@rule
def wrong(n):
    if n:
        yield n // 2
    if n == 300 or n == 200:
        yield n + 1


def test_the_first_bad_state_is_named_as_by_one_machine(tmp_path: Path) -> None:
    with pytest.raises(BadRule, match="state 200 yields 201"):
        Table(tmp_path / "t.npy", wrong).run()


def test_what_a_worker_fills_is_compared_with_the_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the machine code of one were wrong: here the last value of a piece is."""

    def faulty(*arguments: Any) -> Any:
        filled = fill_piece(*arguments)
        filled.entries[-1] ^= 1
        return filled

    monkeypatch.setattr(table_blocks, "fill_piece", faulty)
    with pytest.raises(InternalError, match=r"clear: state 31: expected \d+ as the rule has it, found \d+"):
        Table(tmp_path / "t.npy", clear).run()


def test_a_piece_or_a_rule_that_was_changed_is_noticed(tmp_path: Path) -> None:
    for name in ("block-0", "block-kernel-window"):
        table = Table(tmp_path / "t.npy", clear)
        with FunctionExecutor(0) as pool:
            filling = table_blocks._Filling(table.task, table.shared, table.allocate, None)
            for piece in (0, 1):
                filling.taken(filling.submit(pool, None, piece, 0).result())
            file = tmp_path / "t.npy.blocks" / name
            data = bytearray(file.read_bytes())
            data[5] ^= 1
            file.write_bytes(data)
            with pytest.raises(StoreError, match=f"{name}: is damaged"):
                filling.submit(pool, None, 2, 0).result()


def test_memory_is_counted_where_a_piece_is_filled(tmp_path: Path) -> None:
    table = Table(tmp_path / "t.npy", heap)
    with pytest.raises(
        OutOfReach, match=r"and \d+ that it reads take 0 MiB of memory, more than the .* try more --mem"
    ):
        table.run(memory=resident() + 200)


def test_a_folder_that_a_worker_does_not_see_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"elsewhere: is not seen by a worker; --out has to name a file in a folder"):
        answer_piece(str(tmp_path / "elsewhere"), ((64,), False, (5,)), 0, 0, None, "window", {}, {}, None)


@rule
def uncompiled(n):
    yield {0: n // 2}[0]


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (job(uncompiled, 1 << 12), "uncompiled: machines share a table of a rule that is compiled: "),
        (
            job(halve, 1 << 12, outcomes=True),
            "halve: machines share .* compiled: outcomes of sums; leave out --cluster",
        ),
        (job(parse_rule("kayles"), 1 << 12), r"kayles: one machine knows its values sooner than many could share them"),
        (job(parse_rule("wythoff"), (4000, 4000)), "one machine keeps what is seen along whole lines"),
        (job(knight, (40, 36), outcomes=True), "a box whose last extent is a multiple of 8, .*, found 36"),
        (job(clear, 1 << 12), r"machines share a table in a file; add --out FILE\.npy"),
    ],
)
def test_what_machines_cannot_share_is_refused(task: Job, message: str) -> None:
    with pytest.raises(OutOfReach, match=message):
        pieces_of(task, None)
