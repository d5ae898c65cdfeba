"""What is wrong with an entry (a game, a format, the row of an engine), compared with the definition: lists of faults.

The definition, `grundy.value_by_definition`, plays every position below one; it knows no engine and no
theorem. Tests of all entries ask this, and the test that `python -m grundy.dev new` writes asks it of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, islice, product
from random import Random
from typing import Any

import grundy
from grundy.answering import dispatch
from grundy.engines import rows
from grundy.engines.question import Question, Row
from grundy.games.entry import Fact, Game
from grundy.judges import NAMES, Judge
from grundy.model.convention import Convention
from grundy.model.rule import Component, Position
from grundy.model.space import HEAP
from grundy.text.reader import Text

MOST = 2_000  # positions of a case that is played out
REACHED = 60  # positions of a game, from its example on
HEAPS = 40  # the heaps that an engine is asked about, beside its examples
FEW = (1, 2, 5, 9)  # heaps of rules that an engine may not be for
SMALL, SIZES = 40, (1, 1, 2)  # of the inputs that a format makes: how many, and the sizes of random ones
UNFINISHED = "(say "  # with which the texts begin that the templates ask for


def unfinished(entry: Any) -> list[str]:
    """The texts of an entry that are still its template's."""
    if isinstance(entry, str):
        return [f"{entry}: write it"] if UNFINISHED in entry else []
    if is_dataclass(entry) and not isinstance(entry, type):
        return [fault for each in fields(entry) for fault in unfinished(getattr(entry, each.name))]
    return [fault for each in entry for fault in unfinished(each)] if isinstance(entry, tuple) else []


def unfinished_file(folder: str, name: str) -> list[str]:
    """What the first line of a file still asks for; nothing where an entry is one of several in a family's file."""
    module = f"grundy.{folder}.{name.replace('-', '_')}"
    return unfinished(import_module(module).__doc__ or "") if find_spec(module) else []


def read(text: str, faults: list[str]) -> Position | None:
    """A position that an entry names; or what is wrong with its text is one more of the faults."""
    try:
        return grundy.parse(text)
    except grundy.BadText as problem:
        faults.append(f"{text!r}: {problem}")
        return None


def value(position: Position, convention: Convention = "normal") -> Any:
    """By the definition; None where more positions would have to be played."""
    try:
        return grundy.value_by_definition(position, convention, most=MOST)
    except grundy.OutOfReach:
        return None


def winning(position: Position, convention: Convention = "normal") -> set[str] | None:
    """The moves that leave what the second player wins, by the definition; None: too many positions, or a move of one
    keeps the turn."""
    if any(option.next != "opponent" for part in position.parts() for option in part.rule.options(part.state)):
        return None
    left = {str(move): value(position.play(move), convention) for move in position.moves()}
    return None if None in left.values() else {move for move, rest in left.items() if not rest}


def misanswered(position: Position, convention: Convention = "normal") -> list[str]:
    """What `solve` says of a position otherwise than the definition."""
    right = value(position, convention)
    if right is None:
        return []
    try:
        result = grundy.solve(position, misere=convention == "misere", loopy=convention == "loopy")
        ours = {str(move) for move in result.winning_moves}
        moves = winning(position, convention) if convention != "loopy" else None
    except grundy.InternalError as problem:
        return [str(problem)]
    faults = unfinished(result.evidence)
    if convention == "normal" and result.nim_value is not None and result.nim_value != right:
        faults += [f"{position}: expected nim-value {right}, by the definition; found {result.nim_value}"]
    wins = "first" if right else "second"
    if convention != "loopy" and result.winner != wins:
        faults += [f"{position}: expected that the {wins} player wins, by the definition; found {result.winner}"]
    if moves is not None and moves != ours and not faults:
        faults += [f"{position}: expected the winning moves {sorted(moves)}, by the definition; found {sorted(ours)}"]
    return faults


def faults_of_fact(fact: Fact) -> list[str]:
    """Of a fact that is known from elsewhere."""
    faults: list[str] = []
    position = read(f"{fact.game} {fact.position}", faults)
    right = value(position, fact.convention) if position else None
    if right is None:
        return faults
    wins = "first" if right else "second"
    if fact.nim_value not in (None, right):
        faults.append(f"Fact {position}: expected nim-value {right}, by the definition; found {fact.nim_value}")
    if fact.winner not in (None, wins):
        faults.append(f"Fact {position}: expected winner={wins!r}, by the definition; found {fact.winner!r}")
    return faults


def faults_of_game(game: Game) -> list[str]:
    """Of its entry, its facts, and the positions that are reached from its example, the nearest first."""
    faults = [*unfinished(game), *unfinished_file("games", game.name)]
    faults += [fault for fact in game.known for fault in faults_of_fact(fact)]
    position = read(" ".join(game.example), faults)
    if position is None:
        return faults
    again = read(str(position), faults)
    if again not in (None, position):
        faults.append(f"{game.name}: expected a text that is read as the example {position}, found another position")
    if value(position) == 0:
        faults.append(f"{position}: expected an example that the first player wins; the second does, by the definition")
    reached = {part.state: part.rule for part in position.parts()}
    played = 0
    for state, rule in (queue := list(reached.items())):
        here = Position((Component(rule, (state,)),))
        played += value(here) is not None
        faults += misanswered(here)
        for after in (after for option in rule.options(state) for after in option.parts):
            if after not in reached and len(reached) < REACHED:
                reached[after] = rule
                queue.append((after, rule))
    if not played:
        faults.append(f"{position}: expected an example whose play ends within {MOST} positions, for it is played out")
    return list(dict.fromkeys(faults))


def answered(judge: Judge, text: str) -> tuple[str, list[Component], list[Any]]:
    """The output for an input, the cases that were read, and what was handed to the writer for each."""
    handed: list[Any] = []

    def write(reading: Any, answers: Sequence[Any], **options: str) -> str:
        handed[:] = answers
        return judge.write(reading, answers, **options)

    output = grundy.judge(replace(judge, write=write, read_large=None, answer_large=None), text)
    return output, list(judge.read(Text(text, "in"))), handed


def wrong(judge: Judge, case: Component, answer: Any) -> str | None:
    """What is wrong about an answer to a case; "" if nothing is, None if the case is too large to be played out."""
    position = Position((case,))
    right, moves = value(position), None if judge.asks == "winner" else winning(position)
    given = answer
    if right is None or (judge.asks != "winner" and moves is None):
        return None
    if judge.asks == "winner":
        right, given = bool(right), bool(answer)
    elif judge.asks == "moves":
        right = len(moves or ())
    else:
        right, given = (right, moves), (answer.nim_value, {str(move) for move in answer.winning_moves})
    return "" if given == right else f"{judge.name}: {position}: expected {right}, by the definition; found {given}"


def played_out(judge: Judge, text: str) -> tuple[int, list[str]]:
    """How many cases of an input are small enough to be played out, and the faults of their answers."""
    output, cases, answers = answered(judge, text)
    faults = [wrong(judge, case, answer) for case, answer in zip(cases, answers, strict=True)]
    again = grundy.judge(judge, text)
    other = [f"{judge.name}: {text!r}: two readers, two outputs: {output!r}, {again!r}"] if again != output else []
    return len([one for one in faults if one is not None]), [*filter(None, faults), *other]


def faults_of_reader(judge: Judge) -> Iterator[str]:
    """Of what it says to its sample with a word that no format has, at the end or in place of the first line."""
    _, _, rest = judge.sample_in.partition("\n")
    for damaged in (f"{judge.sample_in}~\n", f"~\n{rest}"):
        try:
            grundy.judge(judge, damaged)
        except grundy.BadText:
            continue
        yield f"{judge.name}: expected that {damaged!r} is refused, found an answer; does the reader end by finish()?"


def faults_of_judge(judge: Judge) -> list[str]:
    """Of its entry, its sample, and the inputs that it makes, if it makes any."""
    count, faults = played_out(judge, judge.sample_in)
    faults += [*unfinished(judge), *unfinished_file("judges", judge.name), *faults_of_reader(judge)]
    if judge.name not in NAMES:
        faults.append(f"{judge.name}: expected the name of its file, one of {', '.join(NAMES)}")
    for rule in {case.rule for case in judge.read(Text(judge.sample_in, "in"))}:
        faults += unfinished(rule.theory)
    if not count:
        faults.append(f"{judge.name}: no case of the sample is small enough to be played out")
    output = grundy.judge(judge, judge.sample_in)
    if output != judge.sample_out:
        faults.append(f"{judge.name}: expected {judge.sample_out!r} for its sample, found {output!r}")
    if judge.inputs:
        chances, count = Random(judge.name), 0
        made = [*islice(judge.inputs.small(), SMALL), *(judge.inputs.random(chances, size) for size in SIZES)]
        for case in made:
            played, others = played_out(judge, judge.inputs.write([case]))
            faults, count = faults + others, count + played
        if count <= SMALL // 2:
            faults.append(f"{judge.name}: of {len(made)} small inputs only {count} cases could be played out")
    return faults


def convention_of(row: Row) -> Convention:
    """Of the questions that a row answers."""
    return row.wanted if row.wanted in ("misere", "loopy") else "normal"


def asked_first(position: Position, row: Row) -> list[str]:
    """Whether a row is the first that is asked about a position, and answers as the definition does.

    Before it only so few positions may be tried that they are of no consequence: rows of the cost `few`.
    """
    components = tuple((component.rule, component.states) for component in position.components)
    asked = dispatch.rows_of(Question(components, convention_of(row)))
    first = next(one for one in asked if one.cost != "few" or one == row)
    if first != row:
        return [f"{position}: expected a question that {row.engine} is asked first, found {first.engine}"]
    return misanswered(position, convention_of(row))


def faults_of_row(row: Row, examples: Sequence[str | tuple[str, str]]) -> Iterator[str]:
    """Of the answers to its examples, and of the heaps of their rules as far as the row fits them."""
    yield from unfinished(row)
    for text in examples:
        position = grundy.parse(text) if isinstance(text, str) else grundy.parse_rule(text[0])(text[1])
        yield from asked_first(position, row)
        for rule in {component.rule for component in position.components}:
            if rule.space is HEAP:
                for n in range(HEAPS):
                    if row.fits(Question(((rule, (n,)),), convention_of(row))):
                        yield from asked_first(rule(n), row)


def elsewhere() -> Iterator[Position]:
    """Positions of many rules: a row must fit none that its engine answers otherwise than the definition."""
    for game in grundy.catalogue.values():
        for text in (" ".join(game.example), *(f"{fact.game} {fact.position}" for fact in game.known)):
            if position := read(text, []):  # else the fault of that entry
                yield position
    some = (grundy.take_away(*amounts) for count in (1, 2, 3) for amounts in combinations(range(1, 6), count))
    codes = (grundy.octal("0." + "".join(digits)) for count in (1, 2) for digits in product("01234567", repeat=count))
    yield from (rule(n) for rule in (*some, *codes) for n in FEW)


def faults_elsewhere(row: Row) -> Iterator[str]:
    """Of what a row says it is for, beside its examples: too much, or a question that it cannot even look at."""
    for position in elsewhere():
        components = tuple((component.rule, component.states) for component in position.components)
        try:
            fits = row.fits(Question(components, convention_of(row)))
        except Exception as problem:
            yield f"{row.engine}: fits: expected an answer for {position}, found {type(problem).__name__}: {problem}"
            return
        if fits:
            yield from misanswered(position, convention_of(row))


def faults_of_engine(name: str) -> list[str]:
    """Of an engine of one file, by the file's name."""
    module = import_module(f"{rows.__name__}.{name}")
    faults = unfinished_file("engines.rows", name)
    if not isinstance(module.EXAMPLES, tuple) or not module.EXAMPLES:
        faults.append(
            f"{name}: expected EXAMPLES to be a tuple of positions, as in ('nim(3)',), found {module.EXAMPLES!r}"
        )
        return faults
    if module.ROW.engine.partition(":")[0] != f"rows.{name}":
        faults.append(f"{name}: expected 'rows.{name}' as the engine of its row, found {module.ROW.engine!r}")
    return [*faults, *dict.fromkeys((*faults_of_row(module.ROW, module.EXAMPLES), *faults_elsewhere(module.ROW)))]
