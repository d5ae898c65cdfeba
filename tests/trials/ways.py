"""The ways in which grundy finds one thing, each as a function of plain data, for claims."""

from __future__ import annotations

import io
import linecache
from collections.abc import Sequence
from itertools import count
from typing import Any

import grundy
from grundy import again, parse, parse_rule, period, solve, to
from grundy import answer as must_answer
from grundy.answering.tables import fill
from grundy.api.judge import judge
from grundy.engines.heap.octal import values as naive_table
from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.octal.sparse import plain as sparse_plain
from grundy.engines.heap.octal.sparse import space, stored_values
from grundy.engines.methods import METHODS, Method
from grundy.engines.options import SearchOptions
from grundy.engines.search.user_rule import engine as own_search
from grundy.engines.table.job import job
from grundy.errors import BadRule
from grundy.model.period import PeriodResult
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.proof import check
from grundy.proof.certify import certificate
from grundy.proof.certify_position import certificate as position_certificate
from grundy.proof.plain_shape import plain_shape
from grundy.proof.strategy import strategy
from trials.defined import digit_of, heap_options, splits, values_by

_NUMBERS = count()


def moves(position: Position, **how: Any) -> list[dict[str, Any]]:
    """The winning moves of a position, in the order of their texts."""
    return sorted((move.as_dict() for move in solve(position, **how).winning_moves), key=str)


def by(position: Position, method: Method, misere: bool = False) -> Any:
    """The nim-value by one method of search; in misère play the winner."""
    solution = solve(position, misere=misere, method=method)
    return solution.winner if misere else solution.nim_value


def counted(position: Position, **how: Any) -> bool:
    """Whether as many moves are told as are listed."""
    solution = solve(position, **how)
    return solution.winning_moves.count == len(list(solution.winning_moves))


def naive(rule: Rule, size: int, compiled: bool = True) -> list[int]:
    """The values of a code heap by heap: by the kernels from the start, or by their slow twin."""
    if not compiled:
        plain = PlainValues(rule.shape)  # type: ignore[arg-type]
        plain.extend(size)
        return plain.values[:size]
    limits = naive_table.PLAIN_HEAPS, naive_table.PLAIN_HEAPS_OF_THREE
    naive_table.PLAIN_HEAPS = naive_table.PLAIN_HEAPS_OF_THREE = 3
    try:
        source = naive_table.NaiveTable(rule.shape)  # type: ignore[arg-type]
        while source.size < size:
            source.step(size)
    finally:
        naive_table.PLAIN_HEAPS, naive_table.PLAIN_HEAPS_OF_THREE = limits
    return [int(value) for value in source.values[:size]]


def sparse(rule: Rule, mask: int, twist: int, size: int, compiled: bool = True) -> list[int]:
    """The values of a code by a space, sparse or not: by what is compiled for it, or by its slow twin."""
    takes = space.splits(rule.shape)  # type: ignore[arg-type]
    twist = twist if len({take & 1 for take in takes}) == 1 else 0
    chosen = space.SparseSpace(mask, twist, takes[0] & 1 if twist else 0)
    if not compiled:
        return list(sparse_plain.values(rule.shape, chosen, size)[0])  # type: ignore[arg-type]
    first = naive(rule, 1, compiled=False)
    there = stored_values.StoredValues(rule.shape, chosen, first)  # type: ignore[arg-type]
    there._chosen = 10**9  # the space is not chosen anew
    there.extend(size)
    return [int(value) for value in there.values[:size]]


def repeated(proof: PeriodResult, values: Sequence[int]) -> Sequence[int] | None:
    """The values as the period has them, if it is proved and begins among them; else the values themselves."""
    known = proof.repetition
    if proof.status != "proved" or known is None or known.preperiod + known.period > len(values):
        return values
    start, p = known.preperiod, known.period
    return [
        *values[: start + p],
        *(values[start + (n - start) % p] + (n - start) // p * known.saltus for n in range(start + p, len(values))),
    ]


def heap_values(source: str, size: int) -> list[int]:
    """The nim-values of heaps 0 to size - 1 of a rule named game, from its text, by the definition alone."""
    return values_by(heap_options(source), size)


def contradicted(proof: PeriodResult, values: Sequence[int]) -> int | None:
    """The first heap at which values are not as a proved period says."""
    known = proof.repetition
    if proof.status != "proved" or known is None:
        return None
    later = range(known.preperiod + known.period, len(values))
    return next((n for n in later if values[n] != values[n - known.period] + known.saltus), None)


def moves_read(rule: Rule, heaps: Sequence[int], lefts: list[Any]) -> list[Any]:
    """What may be left of some heaps by the moves that a certificate would say; `lefts` itself where it says none."""
    match plain_shape(rule):
        case TakeAway(amounts):
            digits, repeat = [3 if take in amounts else 0 for take in range(max(amounts) + 1)], ()
        case Digits(shape, again_and_again):
            digits, repeat = list(shape), again_and_again
        case _:
            return lefts
    last = max(heaps) if repeat else len(digits)
    return [
        sorted(
            {
                tuple(sorted(left))
                for take in range(min(n, last) + 1)
                for left in splits(n - take, digit_of(digits, repeat, take))
            }
        )
        for n in heaps
    ]


def certified(rule: Rule, limit: int | None = None) -> bool | None:
    """Whether the checker accepts the certificate of a rule's period; None without a proved one."""
    proof = period(rule, limit)
    if (
        proof.status != "proved"
        or proof.repetition is None
        or proof.repetition.saltus
        or proof.repetition.preperiod > 20_000
    ):
        return None
    text = "".join(f"{line}\n" for line in certificate(rule, proof))
    check.check(check.read(io.StringIO(text, newline="\n")))
    return True


def checked(lines: Sequence[str]) -> Any:
    """What a certificate of a position or a strategy claims, if the checker accepts it."""
    game = check.read(io.StringIO("".join(f"{line}\n" for line in lines), newline="\n"))
    check.check(game)
    return game


def certified_value(position: Position) -> int:
    """The nim-value of a position as its certificate has it."""
    return int(checked(position_certificate(position)).value)


def certified_winner(position: Position, misere: bool = False) -> str:
    """Who wins by the strategy that a certificate has."""
    verified = checked(strategy(position, misere))
    assert verified.strategy and verified.misere == misere
    return "first" if verified.value else "second"


def made(source: str, **how: Any) -> Rule:
    """The rule that a text in Python defines, under the name game."""
    name = f"<rule {next(_NUMBERS) % 4096}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to, "again": again, "answer": must_answer}
    exec(compile(source, name, "exec"), names)
    return grundy.rule(**how)(names["game"])


def right_or_refused(position: Position, value: int, count: int) -> bool:
    """Whether an answer is right, or the rule refused as one that says what is not true of its states."""
    try:
        result = solve(position)
    except BadRule:
        return True
    return (result.nim_value, result.winning_moves.count) == (value, count)


def table(rule: Rule, size: Any, compiled: bool = True, **play: bool) -> list[int]:
    """A table by the engine, never by the short cut for small ones."""
    import numpy as np

    arrays: list[Any] = []

    def allocate(dtype: str, entries: int) -> Any:
        arrays.append(np.zeros(entries, dtype))
        return arrays[-1]

    task = job(rule, size, **play)
    for _ in fill(task, allocate, compiled)(None):
        pass
    if task.outcomes:
        return [int(bit) for bit in np.unpackbits(arrays[-1], bitorder="little", count=task.total)]
    return [int(value) for value in arrays[-1]]


def meant(game: str, text: str) -> str:
    """What the refusal of a position takes it for."""
    try:
        return f"the answer {solve(parse(f'{game} {text}')).nim_value}"
    except grundy.BadText as error:
        return str(error).partition("did you mean '")[2].partition("'")[0]


def judged(name: str, text: str, **options: str) -> list[str]:
    """The lines that a judge's format answers."""
    return judge(name, text, **options).splitlines()


__all__ = [
    "METHODS",
    "SearchOptions",
    "by",
    "certified",
    "certified_value",
    "certified_winner",
    "contradicted",
    "counted",
    "grundy",
    "heap_values",
    "judged",
    "made",
    "meant",
    "moves",
    "moves_read",
    "naive",
    "own_search",
    "parse",
    "parse_rule",
    "period",
    "repeated",
    "right_or_refused",
    "solve",
    "sparse",
    "table",
]
