"""Games of taking and breaking: octal and hexadecimal codes, and the games that have names of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game, ReadRule, no_parameters, require_set
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, take_and_break_options
from grundy.model.space import HEAP
from grundy.text.codes import read_code, shortest, write_code
from grundy.text.notation import read_set
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

GUY_SMITH = "Guy & Smith 1956, The G-values of various games"
WINNING_WAYS = "Winning Ways, ch. 4"
PILES = "pile sizes with blanks between them"
CODE = "d0.d1d2d3..., as in 0.77: bit j of digit k (2^j) lets a move take k and leave j heaps; [..] repeats for ever"
LARGEST_SPARED = 10_000


def _words(labels: Mapping[str, Any]) -> str:
    heaps = [str(size) for size in labels["leave"]]
    left = ", ".join(heaps[:-1]) + (" and " if heaps[1:] else "") + heaps[-1] if heaps else "nothing"
    if not labels["take"]:
        return f"split pile {labels['pile']} into {left}"
    return f"take {labels['take']} from pile {labels['pile']} and leave {left}"


@cache
def _rule(spec: str, shape: Digits) -> Rule:
    return Rule(spec, take_and_break_options, (("shape", shape),), space=HEAP, shape=shape, format_move=_words)


def take_and_break(code: str, kind: str = "take-and-break") -> Rule:
    """The rule of any take-and-break code.

    Parameters
    ----------
    code : str
        As in `octal`, with digits 0 to 9 and A to Z: a move may leave up to five heaps.
    kind : {"octal", "hexadecimal", "take-and-break"}, optional
        Which digits are allowed, and what the rule is called.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        No such code.

    References
    ----------
    Winning Ways ch. 4.

    Examples
    --------
    >>> print(take_and_break("0.770")(3, 5))
    take-and-break:0.77(3 5)
    """
    if kind not in _BASES:
        raise BadRule(f"take-and-break: expected a kind ({', '.join(_BASES)}), found {kind!r}")
    if not isinstance(code, str):
        meant = str(code) if isinstance(code, float) and re.fullmatch(r"\d\.\d+", str(code)) else "0.77"
        raise TypeError(f"expected a code that is text, as in {meant!r}, found {short_repr(code)}")
    text = Text(code, "<argument>")
    rule = _read_code(kind)(text)
    text.close()
    assert rule is not None
    return rule


def octal(code: str) -> Rule:
    """The rule of an octal game.

    Parameters
    ----------
    code : str
        ``d0.d1d2d3...``, digits 0 to 7: bit j of digit k allows a move to take k and leave j heaps; ``[..]`` repeats.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        No such code.

    References
    ----------
    Guy & Smith 1956, The G-values of various games.

    Examples
    --------
    >>> [str(option.parts) for option in octal("0.77").options(3)]
    ['(1, 1)', '(2,)', '(1,)']
    """
    return take_and_break(code, "octal")


def hexadecimal(code: str) -> Rule:
    """The rule of a hexadecimal game, in which a move may leave three heaps.

    Parameters
    ----------
    code : str
        As in `octal`, with digits 0 to 9 and A to F.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        No such code.

    References
    ----------
    Howse & Nowakowski 2004, Periodicity and arithmetic-periodicity in hexadecimal games.

    Examples
    --------
    >>> [str(option.parts) for option in hexadecimal("0.8").options(5)]
    ['(1, 1, 2)']
    """
    return take_and_break(code, "hexadecimal")


_BASES = {"octal": 8, "hexadecimal": 16, "take-and-break": 36}


def _read_code(kind: str) -> ReadRule:
    def read(parameters: Text | None) -> Rule | None:
        code = None if parameters is None else read_code(parameters, kind, _BASES[kind])
        return None if code is None else _rule(f"{kind}:{write_code(*code)}", Digits(*code))

    return read


def all_but(*spared: int) -> Rule:
    """The rule "take any number of counters from a heap, only not s, s in a set".

    Parameters
    ----------
    *spared : int
        The set, each >= 1.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        No amount, or one that is no positive integer.

    References
    ----------
    Winning Ways ch. 4.

    Examples
    --------
    >>> print(all_but(5, 2)(3))
    all-but:2,5(3)
    """
    if not spared:
        raise BadRule("all-but: expected amounts that may not be taken, found none; nim has none")
    spared = require_set("all-but", "amounts", spared, 1)
    digits = [0] + [0 if take in spared else 3 for take in range(1, spared[-1] + 1)]
    return _rule(f"all-but:{','.join(map(str, spared))}", Digits(*shortest(digits, [3])))


def _read_all_but(parameters: Text | None) -> Rule | None:
    numbers = read_set(parameters, "an amount that may not be taken", 1) if parameters is not None else ()
    if parameters is not None and numbers and numbers[-1] > LARGEST_SPARED:
        parameters.report_at(0, f"amounts up to {LARGEST_SPARED:,}", str(numbers[-1]))
        return None
    return all_but(*numbers) if numbers else None


def _named(
    name: str,
    digits: tuple[int, ...],
    says: str,
    source: str,
    heap_and_value: tuple[int, int],
    at: str = "",
    title: str = "",
    repeat: tuple[int, ...] = (),
    example: str = "4 5 6",
) -> Game:
    """A game of its own name: a code, and the value of one heap from a source."""
    rule = _rule(name, Digits(digits, repeat))
    heap, value = heap_and_value
    fact = Fact(name, str(heap), at or source, nim_value=value)
    return Game(name, says, PILES, no_parameters(rule), (name, example), source, (fact,), title=title)


_FAMILIES = (
    Game(
        "octal",
        "Take k counters from one pile and leave 0, 1 or 2 piles, as the k-th digit of a code allows.",
        PILES,
        _read_code("octal"),
        ("octal:0.77", "3 5 7"),
        GUY_SMITH,
        (
            Fact("octal:0.77", "22", "OEIS A002186 (Kayles)", nim_value=6),
            Fact("octal:0.07", "17", "OEIS A002187, which has heap n at n - 1", nim_value=2),
            Fact("octal:0.137", "32", "OEIS A002187 (Dawson's Chess)", nim_value=7),
        ),
        f"a code {CODE}",
    ),
    Game(
        "hexadecimal",
        "Take k counters from one pile and leave up to 3 piles, as the k-th digit of a code allows.",
        PILES,
        _read_code("hexadecimal"),
        ("hexadecimal:0.F", "3 5 7"),
        "Howse & Nowakowski 2004, Periodicity and arithmetic-periodicity in hexadecimal games",
        (Fact("hexadecimal:0.77", "22", "OEIS A002186 (Kayles)", nim_value=6),),
        f"a code of digits 0-F, {CODE}",
    ),
    Game(
        "take-and-break",
        "Take k counters from one pile and leave up to 5 piles, as the k-th digit of a code allows.",
        PILES,
        _read_code("take-and-break"),
        ("take-and-break:0.77", "3 5 7"),
        WINNING_WAYS,
        (Fact("take-and-break:0.77", "22", "OEIS A002186 (Kayles)", nim_value=6),),
        f"a code of digits 0-9 and A-Z, {CODE}",
    ),
    Game(
        "all-but",
        "Take any number of counters from one pile, only not s, s in a set.",
        PILES,
        _read_all_but,
        ("all-but:2,5", "3 5 7"),
        WINNING_WAYS,
        (Fact("all-but:1", "9", "take at least 2: floor(n / 2), as pairs of counters", nim_value=4),),
        "the set of amounts that may not be taken, as in 2,5",
    ),
    Game(
        "grundys-game",
        "Split one pile into two piles of different sizes.",
        PILES,
        no_parameters(_rule("grundys-game", Digits((4,), unequal=True))),
        ("grundys-game", "7 8 10"),
        "Grundy 1939, Mathematics and games",
        (Fact("grundys-game", "18", "OEIS A002188", nim_value=4),),
        title="Grundy's game",
    ),
    Game(
        "laskers-nim",
        "Take any number of counters from one pile, or split a pile into two.",
        PILES,
        no_parameters(_rule("laskers-nim", Digits((4,), (3,)))),
        ("laskers-nim", "3 5 7"),
        "Lasker 1931; octal code 4.[3]",
        (
            Fact("laskers-nim", "7", "Winning Ways, ch. 4: 4k+3 is worth 4k+4", nim_value=8),
            Fact("laskers-nim", "8", "Winning Ways, ch. 4: 4k+4 is worth 4k+3", nim_value=7),
        ),
        title="Lasker's Nim",
    ),
)

_NAMED = (
    _named("kayles", (0, 7, 7), "Knock down one pin or two neighbours of a row.", "Dudeney 1908; octal code 0.77",
           (70, 6), "OEIS A002186, the last exception to its period 12"),
    _named("dawsons-kayles", (0, 0, 7), "Knock down two neighbours of a row of pins.",
           "Guy & Smith 1956; octal code 0.07; n pins are n - 1 in 0.137", (17, 2), "OEIS A002187, n = 16",
           title="Dawson's Kayles"),
    _named("dawsons-chess", (0, 1, 3, 7), "Take a file and its neighbours, n files being a heap of n.",
           "Dawson 1935; octal code 0.137", (32, 7), "OEIS A002187", title="Dawson's Chess"),
    _named("officers", (0, 6), "Take one counter and leave one or two piles, not none.",
           "Winning Ways, ch. 4; octal code 0.6", (1, 0), "a heap of 1 has no move: something must be left"),
    _named("treblecross", (0, 0, 0, 7), "Take three neighbours: a strip of n squares is a heap of n + 2.",
           "Winning Ways, ch. 4; octal code 0.007", (3, 1), "one square: whoever marks it wins"),
    _named("guiles", (0, 1, 5), "Take 1 or 2 counters that are a whole pile, or take 2 and leave two piles.",
           "Winning Ways, ch. 4; octal code 0.15", (2, 1), "a heap of 2 can only be taken"),
    _named("rims", (0,), "Draw a closed curve through at least one spot; n spots that no curve parts are a pile of n.",
           "Winning Ways, ch. 17; octal code 0.[7]", (9, 9),
           "by induction: two piles are worth at most their sum, so it is Nim", repeat=(7,), example="3 7"),
    _named("rails", (0, 7, 7), "Draw a closed curve through one or two spots; n spots that no curve parts are a pile.",
           "Winning Ways, ch. 17; octal code 0.77", (70, 6), "Kayles, OEIS A002186, the last exception to its period",
           example="8 3"),
)  # fmt: skip

HEADING = "Heaps, one of which is changed"
GAMES = (*_FAMILIES, *_NAMED)

__all__ = ["GAMES", "all_but", "hexadecimal", "octal", "take_and_break"]
