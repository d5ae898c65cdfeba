"""Positions of heap games as CGSuite 2 writes them: `game.heap.Kayles(7) + game.heap.TakeAndBreak("0.07")(5) + *3`.

    position   term + term + ...
    term       RULESET(HEAP), *n, * (which is *1) or 0
    RULESET    game.heap.Nim, Kayles, DawsonsKayles or GrundysGame
               game.heap.TakeAndBreak("CODE"), game.heap.Subtraction([2,3,7]), game.heap.Splittles([1,2]); the last two
               also with `, allbut => true`: every number but these may be taken
               game.heap.Wythoff, whose position is a pair: game.heap.Wythoff((3, 4))

A code has plain digits, 0-9 and A-Z, and may end in digits that repeat, [..]; of those with modifiers 4!.0, Grundy's
game, is known. Digit j of a code means the same to CGSuite and here: bit i lets a move take j and leave i heaps.

Source: CGSuite 2, its class documentation of game.heap, game.heap.TakeAndBreak and game.Nimber, in the folder
lib/core/src/main/resources/org/cgsuite/lang/resources of https://github.com/aaron-siegel/cgsuite.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from grundy.errors import BadRule
from grundy.games.catalogue import GAMES
from grundy.games.octal import take_and_break
from grundy.model.option import State
from grundy.model.rule import Component, Position, Rule, shortened
from grundy.model.shapes import Digits, TakeAway
from grundy.text.codes import ALPHABET, read_code, write_code
from grundy.text.notation import read_numbers
from grundy.text.numbers import digits
from grundy.text.reader import Text, quote

PREFIX = "game.heap."
NAMED = {
    "Nim": "nim",
    "Kayles": "kayles",
    "DawsonsKayles": "dawsons-kayles",
    "GrundysGame": "grundys-game",
    "Wythoff": "wythoff",
}
BY_AMOUNTS = {"Subtraction": 3, "Splittles": 7}  # the digit of an amount that may be taken
UNEQUAL = "4!.0"  # the one code with a modifier that is known, of Grundy's game
MOST_TAKEN = 10_000  # counters, where a code has a digit for each number of them
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*")
_NUMBER = re.compile(r"\d+")


def read_position(text: Text) -> Position | None:
    """The position that a text of CGSuite says; what is wrong is reported to it, and then None returned.

    >>> print(read_position(Text('game.heap.Kayles(7) + *3 + *5', "<argument>")))
    kayles(7) + nim(3 5)
    """
    reader = _CgsuiteReader(text)
    try:
        terms = [term for term in reader.terms() if term is not None]
    except _Wrong:
        return None
    parts = [
        Component(rule, tuple(state for _, state in group)) for rule, group in groupby(terms, key=lambda term: term[0])
    ]
    return Position(tuple(parts) or (Component(_named("Nim"), ()),))


def read_rule(text: Text) -> Rule | None:
    """The rule that a ruleset of CGSuite is; what is wrong is reported to the text, and then None returned.

    >>> read_rule(Text("game.heap.Subtraction([7, 2, 3])", "<argument>")).spec
    'take-away:2,3,7'
    """
    reader = _CgsuiteReader(text)
    try:
        rule = reader.ruleset()
        if not reader.ends():
            raise reader.wrong("the end behind the ruleset")
    except _Wrong:
        return None
    return rule


class _Wrong(Exception):
    """What is wrong was reported to the text."""


@dataclass
class _CgsuiteReader:
    """Where reading stands in a text."""

    text: Text
    at: int = 0

    def terms(self) -> list[tuple[Rule, State] | None]:
        """The summands; None: an empty one."""
        summands = [self._term()]
        while not self.ends():
            self._take("+", "'+' and another summand, or the end")
            summands.append(self._term())
        return summands

    def _term(self) -> tuple[Rule, State] | None:
        if self._takes("*"):
            return _named("Nim"), self._number("the size of a nimber") if self._sees(_NUMBER) else 1
        if self._sees(_NUMBER):
            start = self.at
            if self._number("0") != 0:
                self.at = start
                raise self.wrong("a nimber, as in *3: a number other than 0 is no impartial game")
            return None
        rule = self.ruleset()
        self._take("(", "'(' and the size of a heap")
        heap: State = self._pair() if rule == _named("Wythoff") else self._number("the size of a heap")
        self._take(")", "')' behind the position")
        return rule, heap

    def ruleset(self) -> Rule:
        self._blanks()
        start = self.at
        word = _WORD.match(self.text.string, start)
        name = word.group().removeprefix(PREFIX) if word and word.group().startswith(PREFIX) else ""
        names = (*NAMED, "TakeAndBreak", *BY_AMOUNTS)
        if name not in names:
            listed = ", ".join(names[:-1])
            actual = quote(word.group()) if word else self.text.here(start)
            self.text.report_at(start, f"*n, or {PREFIX} and one of {listed} or {names[-1]}", actual)
            raise _Wrong
        assert word
        self.at = word.end()
        if name in NAMED:
            return _named(name)
        self._take("(", "'(' and what the ruleset depends on")
        rule = self._coded() if name == "TakeAndBreak" else self._by_amounts(BY_AMOUNTS[name])
        self._take(")", "')' behind what the ruleset depends on")
        return rule

    def _coded(self) -> Rule:
        """The ruleset of a code in quotes."""
        self._take('"', 'a code in quotes, as in "0.77"')
        end = self.text.string.find('"', self.at)
        if end < 0:
            self.at = len(self.text.string)
            raise self.wrong("'\"' behind the code")
        code = self.text.part(self.at, end)
        self.at = end + 1
        if code.string == UNEQUAL:
            return _named("GrundysGame")
        if modified := re.search(r"[{}!?=]", code.string):
            code.report_at(modified.start(), f"a plain digit, 0-9 or A-Z, or the whole code {UNEQUAL}")
            raise _Wrong
        read = read_code(code, "take-and-break", len(ALPHABET))
        if read is None:
            raise _Wrong
        return _of_code(*read)

    def _by_amounts(self, digit: int) -> Rule:
        """The ruleset of numbers that may be taken, or of all but these."""
        self._blanks()
        start = self.at
        closing = {"[": "]", "{": "}"}.get(self.text.string[start : start + 1])
        if closing is None:
            raise self.wrong("numbers in brackets, as in [1,3,4]")
        self.at += 1
        amounts: list[int] = []
        while True:
            self._blanks()
            here = self.at
            amounts.append(self._number("a number to take", 1))
            if amounts[-1] > MOST_TAKEN:
                self.at = here
                raise self.wrong(f"a number up to {MOST_TAKEN:,}")
            if self._takes(closing):
                break
            self._take(",", f"',' and another number, or '{closing}'")
        if self._takes(","):
            return self._all_but(digit, set(amounts))
        if digit == BY_AMOUNTS["Subtraction"]:
            return _take_away(amounts)
        return _of_code(tuple(digit * (take in amounts) for take in range(max(amounts) + 1)), ())

    def _all_but(self, digit: int, amounts: set[int]) -> Rule:
        """The same with `allbut => true` or `false` behind the numbers."""
        for word in ("allbut", "=>"):
            self._take(word, "'allbut => true'")
        if self._takes("false"):
            return _of_code(tuple(digit * (take in amounts) for take in range(max(amounts) + 1)), ())
        self._take("true", "true or false")
        return _of_code((0, *(digit * (take not in amounts) for take in range(1, max(amounts) + 1))), (digit,))

    def _pair(self) -> tuple[int, int]:
        self._take("(", "a pair in brackets, as in ((3, 4))")
        first = self._number("the size of a heap")
        self._take(",", "',' and the size of the other heap")
        second = self._number("the size of a heap")
        self._take(")", "')' behind the pair")
        return first, second

    def _number(self, what: str, least: int = 0) -> int:
        self._blanks()
        number = _NUMBER.match(self.text.string, self.at)
        if number is None:
            raise self.wrong(f"{what}, {least} or more")
        numbers = read_numbers(self.text.part(self.at, number.end()), what, least)
        if not numbers:
            raise _Wrong
        self.at = number.end()
        return numbers[0]

    # Steps from one place to the next.

    def ends(self) -> bool:
        self._blanks()
        return self.at >= len(self.text.string)

    def _blanks(self) -> None:
        string = self.text.string
        while self.at < len(string) and string[self.at] in " \t\n":
            self.at += 1

    def _sees(self, pattern: re.Pattern[str]) -> bool:
        self._blanks()
        return pattern.match(self.text.string, self.at) is not None

    def _takes(self, mark: str) -> bool:
        self._blanks()
        if not self.text.string.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def _take(self, mark: str, expected: str) -> None:
        if not self._takes(mark):
            raise self.wrong(expected)

    def wrong(self, expected: str) -> _Wrong:
        self.text.report_at(self.at, expected)
        return _Wrong()


def _named(name: str) -> Rule:
    """The rule of a ruleset that has a name of its own."""
    rule = GAMES[NAMED[name]].rule(None)
    assert rule is not None
    return rule


def _of_code(code: tuple[int, ...], repeat: tuple[int, ...]) -> Rule:
    """The rule of a code, as the least kind that has its digits."""
    most = max(*code, *repeat, 0)
    kind = "octal" if most < 8 else "hexadecimal" if most < 16 else "take-and-break"
    return take_and_break(write_code(code, repeat), kind)


def _take_away(amounts: list[int]) -> Rule:
    text = Text(",".join(map(str, sorted(set(amounts)))), "<argument>")
    rule = GAMES["take-away"].rule(text)
    assert rule is not None
    return rule


# The way back.


def write_rule(rule: Rule) -> str:
    """The ruleset of CGSuite that a rule is.

    Raises:  BadRule: CGSuite has none that is known here.

    >>> write_rule(GAMES["kayles"].rule(None)), write_rule(take_and_break("0.3F"))
    ('game.heap.Kayles', 'game.heap.TakeAndBreak("0.3F")')
    """
    for name in NAMED:
        if rule == _named(name):
            return f"{PREFIX}{name}"
    match rule.shape:
        case Digits(code, repeat, unequal=False):
            return f'{PREFIX}TakeAndBreak("{write_code(code, repeat)}")'
        case TakeAway(amounts):
            return f"{PREFIX}Subtraction([{','.join(map(str, amounts))}])"
    raise BadRule(
        f"{shortened(rule.spec)}: expected Nim, a game of taking and breaking, take-away or Wythoff; "
        "no other ruleset of CGSuite is known here"
    )


def write_position(position: Position) -> str:
    """A position as CGSuite reads it. Raises BadRule: as `write_rule`.

    >>> from grundy.games.heaps import nim
    >>> write_position(nim(3, 5) + GAMES["wythoff"].rule(None)(3, 4))
    'game.heap.Nim(3) + game.heap.Nim(5) + game.heap.Wythoff((3, 4))'
    """
    return " + ".join(f"{write_rule(part.rule)}({_written(part.state)})" for part in position.parts()) or "0"


def _written(state: State) -> str:
    """The size of a heap, or a pair of them."""
    return f"({', '.join(map(_written, state))})" if isinstance(state, tuple) else digits(state)  # type: ignore[arg-type]
