"""Codes of heap games as the literature writes them: d0.d1d2d3..., digits 0-9 and A-Z, [..] repeats for ever."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.text.reader import Text, quote

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_DIGITS = 10_000
EXAMPLE = "a code is d0.d1d2d3..., as in 0.77"

Code = tuple[tuple[int, ...], tuple[int, ...]]


def read_code(text: Text, kind: str, base: int) -> Code | None:
    """The digits of a code d0.d1d2... and those that then repeat for ever; what is wrong is reported, and then None.

    Args:    kind: what errors call the code, as in `octal`. base: digits are below it, at most 36.
    Returns: (digits, repeat) as short as can be: no last zeros, the shortest repeat that comes as early as it can.

    >>> read_code(Text("0.77", "<argument>"), "octal", 8)
    ((0, 7, 7), ())
    >>> read_code(Text("0.03[33]", "<argument>"), "octal", 8)
    ((0, 0), (3,))
    """
    string = text.string
    about = f"{kind} code {quote(string)}" if string else f"{kind} code"
    highest = ALPHABET[base - 1]
    digit_words = f"a digit 0-{highest}" if base <= 10 else f"a digit 0-9 or A{f'-{highest}' if base > 11 else ''}"

    def report(at: int, expected: str, actual: str | None = None) -> None:
        if actual is None:
            actual = quote(string[at]) if at < len(string) else text.here(at)
        text.report_at(at, expected, actual, about)

    digits: list[int] = []
    repeat: list[int] | None = None
    at = 0
    if not string.startswith("."):
        if _digit(string[:1], base) is None:
            report(0, f"{digit_words} before the point ({EXAMPLE})")
            return None
        first = _digit(string[0], base)
        assert first is not None
        if first & 3:
            if string[1:2] not in (".", ""):
                report(1, f"'.' ({EXAMPLE})")
            else:
                why = "(whoever takes nothing must leave two heaps or more, or play never ends)"
                report(0, f"first a {'multiple of 4' if base > 8 else '0 or 4'} {why}")
            return None
        digits.append(first)
        at = 1
    else:
        digits.append(0)
    if string[at : at + 1] != ".":
        report(at, f"'.' ({EXAMPLE})")
        return None
    at += 1
    start = at
    while at < len(string):
        mark = string[at]
        digit = _digit(mark, base)
        if digit is not None and not (repeat is not None and string[at - 1] == "]"):
            (digits if repeat is None else repeat).append(digit)
            if len(digits) > MOST_DIGITS:
                report(at, f"at most {MOST_DIGITS:,} digits")
                return None
        elif mark == "[" and repeat is None:
            repeat = []
        elif mark == "]" and repeat and string[at - 1] != "]":
            pass
        else:
            inside = repeat is not None and "]" not in string[:at]
            after = repeat is not None and not inside
            report(at, "the end after ']'" if after else f"{digit_words} or ']'" if inside and repeat else digit_words)
            return None
        at += 1
    if at == start or (repeat is not None and string[-1] != "]"):
        report(at, digit_words if at == start or not repeat else f"{digit_words} or ']'")
        return None
    return shortest(digits, repeat or ())


def _digit(mark: str, base: int) -> int | None:
    value = ALPHABET.find(mark.upper()) if mark and mark.isascii() else -1
    return value if 0 <= value < base else None


def shortest(digits: Sequence[int], repeat: Sequence[int] = ()) -> Code:
    """The shortest way to write the same digits.

    >>> shortest([0, 7, 0]), shortest([0, 1, 2], [1, 2, 1, 2]), shortest([4], [0])
    (((0, 7), ()), ((0,), (1, 2)), ((4,), ()))
    """
    head, tail = list(digits), list(repeat) if any(repeat) else []
    if tail:
        size = len(tail)
        length = next(d for d in range(1, size + 1) if size % d == 0 and tail == tail[:d] * (size // d))
        tail = tail[:length]
        while len(head) > 1 and head[-1] == tail[-1]:
            tail = [head.pop(), *tail[:-1]]
    else:
        while len(head) > 1 and not head[-1]:
            head.pop()
    return tuple(head), tuple(tail)


def write_code(digits: Sequence[int], repeat: Sequence[int] = ()) -> str:
    """The text of a code.

    >>> write_code((0, 7, 7)), write_code((4,)), write_code((4,), (3,))
    ('0.77', '4.0', '4.[3]')
    """
    after = "".join(ALPHABET[digit] for digit in digits[1:])
    again = f"[{''.join(ALPHABET[digit] for digit in repeat)}]" if repeat else ""
    return f"{ALPHABET[digits[0]]}.{after + again or '0'}"
