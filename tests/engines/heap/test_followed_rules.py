"""What is read off a rule's code: digits as text and all else that is not followed are never proved, and are named."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_octal import mex

import grundy
from grundy.answering.sequence import period
from grundy.cli.main import cli
from grundy.engines.heap import recognize, symbolic
from grundy.engines.heap.recognize import Constant, HeapComparison, TwoHeaps, compare
from grundy.engines.heap.symbolic import HeapClass, LinearNumber, NotSymbolic, ResidueNeeded, value
from grundy.engines.heap.unbounded import EndlessCode
from grundy.model.period import Repetition
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.notation.files import FILES
from grundy.proof.plain_shape import plain_shape

HEAD = "import grundy\nfrom grundy import to, again, answer\nimport math, json, operator\n"


def rules(tmp_path: Path, body: str, before: str = "", name: str = "mine.py") -> Rule:
    """A rule from a file of its own: `body` is what its function does with n."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    file = tmp_path / name
    file.write_text(f"{HEAD}{before}\n@grundy.rule\ndef mine(n):\n{lines}")
    return parse_rule(f"{file}:mine", files=FILES)


def by_definition(rule: Rule, count: int) -> list[int]:
    values: list[int] = []
    for n in range(count):
        values.append(mex({grundy.nim_sum(values[part] for part in option.parts) for option in rule.options(n)}))
    return values


# Each asks something of n that is no arithmetic; {} is the condition, which holds of some large heaps alone.
CONDITIONS = [
    'f"{n}"[:2] == "77"', '"%s" % n == "700"', '"9" in f"{n}"', 'str(n)[:1] == "7"', 'repr(n).endswith("77")',
    'format(n, "x") == "1ff"', '"{}".format(n) == "512"', 'n.__str__() == "700"', "n.bit_length() == 9",
    'n.to_bytes(4, "big")[3] == 7', "hash(n) == 700", "id(n) % 2 == 5", "type(n) is not int", "not isinstance(n, int)",
    "n in {700: 1}", "{700: True}.get(n, False)", "n is 700", "n is not n", "math.isqrt(n) ** 2 == n and n > 600",
    "math.log2(n + 1) > 9.5", "LONG[n]", "n.__class__ is not int", "len(str(n)) > 2",
    'json.dumps(n) == "700"', "len(bytes(n)) == 700", "operator.index(n) == 700", 'LONG[n:] == LONG[700:]',
    "len(LONG * n) > 700", "n.real == 700", "n.bit_count() == 9", "bin(n).count('1') == 8", "hex(n)[2:] == '2bc'",
    "int(str(n)[::-1]) == 77", "chr(n) == 'ʼ'", "float(n) == 700.0", "n / 7 == 100", "n * 1.0 == 700",
    "abs(-n) % n > 5",
    "n ** 2 % 1000 == 0 and n > 700", "pow(n, 2, 700) == 0 and n > 700", "divmod(n, 7)[1] is n", "f'{n!r}' == '700'",
    "f'{n:b}'.count('1') == 8", "ascii(n) == '700'", "sum(int(digit) for digit in str(n)) == 25", "oct(n) == '0o1274'",
    "helper(n)", "max(n, key=None) == 1", "any(k * k == n for k in range(n))", "n == int('700')", "SEEN.append(n)",
    "setattr(mine_holder, 'n', n)", "(lambda m: m == 700)(n)", "[700].count(n)", "n.numerator == 700", "n.off == 3",
    "n.conjugate() == 700", "n & -n == 512", "n & (n - 1) == 0 and n > 600", "1 << n == 1 << 700", "~n == -701.0",
    "dict.fromkeys(range(n)).keys() == 3", "memoryview(bytes(n)).nbytes == 700", "n @ n", "eval('n == 700')",
    "n.__eq__(700) is True", "n.__bool__() is False", "not n.__index__() < 700", "n.__hash__() == 700",
    "b'%d' % n == b'700'",
]  # fmt: skip
BEFORE = """
TABLE = (0, 1, 0, 0, 1, 0, 1)
LONG = tuple(n > 700 for n in range(20_000))
SEEN = []
def helper(n): return str(n) == '700'
class mine_holder: pass
"""


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_no_arithmetic_is_never_proved_and_its_line_is_named(condition: str, tmp_path: Path) -> None:
    rule = rules(tmp_path, f"if n > 100 and {condition}:\n    return\nif n:\n    yield n - 1", BEFORE)
    read = recognize.reading(rule)
    assert read.shape is None
    assert plain_shape(rule) is None
    assert re.match(r"its code is not followed at mine\.py:\d+: ", read.why), read.why
    words = read.why.partition(": ")[2]
    line = int(read.why.partition("mine.py:")[2].partition(":")[0])
    text = (tmp_path / "mine.py").read_text().splitlines()[line - 1]
    assert words in text or any(words[:end] in text for end in range(1, len(words)) if words[end:].startswith(" ("))


# Each yields something else at a few large heaps, in a way that is arithmetic or no expression at all.
BODIES = [
    "try:\n    if n * 1.0 > 700: yield 3\nexcept BaseException:\n    pass\nif n: yield n - 1",
    "try:\n    n.off\nexcept:\n    if n: yield n - 1",
    "match n:\n    case 700: return\nif n: yield n - 1",
    "global COUNT\nCOUNT += 1\nif n and COUNT != 700: yield n - 1",
    "SEEN.append(n)\nif n and len(SEEN) < 70000: yield n - 1",
    "once = True\nfor a in range(1, n):\n    if once: yield to(a, n - a)\n    once = False\nif n: yield n - 1",
    "last = 0\nfor a in range(1, n):\n    if last < 5: yield a\n    last = a",
    "for a in range(n):\n    b = a\nyield b",
    "with open('/dev/null'):\n    if n: yield n - 1",
    "def inner(): yield n - 1\nif n: yield from inner()",
    "x = yield from ()\nif n: yield n - 1",
    "if n: yield again(n - 1)",
    "if n: yield answer(n - 1)",
    "if n: yield n // 2",
    "for k in range(1, n // 2 + 1): yield n - k",
    "for a in range(1, n):\n    if a != n - a: yield to(a, n - a)",
    "for a in range(1, n // 2): yield to(a, n - a)",
    "for a in range(2, n // 2 + 1): yield to(a, n - a)",
    "for a in range(1, n, 2): yield to(a, n - a)",
    "for a in range((n + 1) // 2): yield to(2 * a, n - 2 * a - 1)",
    "for a in range(n // 2): yield to(2 * a, 1)",
    "for a in range(1, n):\n    for b in range(1, n - a): yield to(a, b, n - a - b - 1)",
    "left = [str(a)[0] for a in range(n)]\nif n: yield n - 1",
    "k = 1\nwhile k <= n:\n    yield n - k\n    k *= 2",
    "if n % 10007 == 5000: return\nif n: yield n - 1",
    "if n == 10 ** 7: return\nif n: yield n - 1",
    "if n in range(10 ** 8, 10 ** 9): return\nif n: yield n - 1",
    "import math\nif n: yield n - 1",
    "if n: yield to(n - 1, *[n - 1 for _ in 'ab'])",
    "if n > 9: yield to(n - 3, 2)",
    "if n: yield to(n - 1, by=(SEEN.append(n)))",
    "for a in range(1, n):\n    b = 0 if a < 5 else b\n    yield a + b",
    "if n: yield to(n - 1, by=f'take {n}')",
    "if n: yield to(n - 1, by=n // (n - n))",
    "for k in KINDS:\n    if n >= k: yield n - k",
    "for k in range(1, n, 2): yield n - k",
    "for k in range(n, 0, -2): yield n - k",
    "if n: yield n - True\nif n > 3: yield bool(n)",
    "del n\nyield 0",
    "n = n if not n else n - 1\nn -= 0.0\nyield n",
    "async_ = n\nif async_: yield max(async_ - 1, key=str)",
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_what_is_not_followed_is_never_proved(body: str, tmp_path: Path) -> None:
    before = "COUNT = 0\nSEEN = []\nclass Kind(int):\n    def __rsub__(self, other): return 0\nKINDS = (Kind(1),)\n"
    read = recognize.reading(rules(tmp_path, body, before))
    assert read.shape is None
    assert read.why
    assert plain_shape(read.rule) is None


OTHERS = [
    ("range = lambda *n: ()", "to(a)"),
    ("def to(*parts, **words): return grundy.to(0)", "to(a)"),
    ("class other: to = staticmethod(lambda *parts: 0)", "other.to(a)"),
    ("__builtins__ = {'range': lambda *n: ()}", "to(a)"),
]


@pytest.mark.parametrize(("before", "left"), OTHERS)
def test_names_of_pythons_own_that_are_not_its_own(before: str, left: str, tmp_path: Path) -> None:
    read = recognize.reading(rules(tmp_path, f"for a in range(max(n - 3, 0), n): yield {left}", before))
    assert read.shape is None
    assert "text is not there" not in read.why


def test_a_name_of_pythons_own_may_stand_for_another(tmp_path: Path) -> None:
    rule = rules(tmp_path, "for a in range(max(n + 3, 0), n): yield a", "max = min")  # all of 0..n - 1: Nim
    shape = recognize.reading(rule).shape
    assert isinstance(shape, EndlessCode)
    assert (shape.amount, shape.zero) == (1, True)
    assert period(rule).repetition == Repetition(1, 0, 1)


# What is followed: each is proved, and what is said of large heaps is so by the definition.
FOLLOWED = {
    "kayles by pins": "for i in range(n):\n    yield to(i, n - i - 1)\n    if i + 1 < n: yield to(i, n - i - 2)",
    "kayles from the end": "for i in range(n - 1, -1, -1):\n    yield to(n - 1 - i, i, at=(i + 1, 'from the end'))",
    "0.07 shifted": "for i in range(1, n): yield to(i - 1, n - i - 1)",
    "dawson's chess": "for i in range(n): yield to(max(i - 1, 0), max(n - i - 2, 0))",
    "the same, one end": "if n: yield max(n - 2, 0)\nfor i in range(1, n - 1): yield to(i - 1, n - i - 2)",
    "the same, other form": "if n: yield max(n - 2, 0)\nfor i in range(n - 2): yield to(i, n - 3 - i)",
    "upper half": "for a in range((n + 1) // 2, n): yield to(a, n - a)\nif n: yield n - 1",
    "lower half": "for a in range(1, n // 2 + 1): yield to(a, n - a)\nif n: yield n - 1",
    "both ends": "for a in range(1, n):\n    if a < 3: yield to(n - a, a)\n    else: yield to(n - a, a)\n"
    "if n > 1: yield n - 2",
    "residues": "if n % 4 == 3: yield n - 3\nelif n & 1: yield n - 1\nif n | 1 == n and n ^ 6 > 9: yield n - 5",
    "quotient and remainder": "q, r = divmod(n, 3)\nif n: yield n - 1\nif q: yield 3 * (q - 1) + r",
    "halves": "if n >= 1: yield n - 1\nif n >= 2 and n % 2 == 0: yield to(n // 2, n >> 1)",
    "a list": "for k in TAKES:\n    if k <= n: yield n - k",
    "a comprehension": "yield from (n - k for k in TAKES if n >= k)",
    "a list of options": "yield from [n - k for k in sorted((5, 1)) if k <= n]",
    "a list of heaps": "left = [n - k for k in TAKES if k <= n]\nyield from left",
    "a while": "k = 1\nwhile k < 9:\n    if n < k: return\n    yield n - k\n    k += 2",
    "nim": "for a in range(n): yield a",
    "nim by takes": "for k in range(1, n + 1): yield to(n - k, take=k)",
    "nim in pieces": "if n: yield 0\nfor a in range(n - 1, 0, -1): yield a",
    "all but two": "for k in range(1, n + 1):\n    if k != 2: yield n - k",
    "few": "yield from range(max(0, n - 3), n)",
    "exceptions": "if n in (7, 700) or 20 <= n < 23 or n == 800: return\nif n: yield n - 1\nif n > 3: yield n - 4",
    "else": "for k in (2, 5):\n    if n < k: break\n    yield n - k\nelse:\n    yield n - 7 if n > 7 else 0",
}  # fmt: skip


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_is_followed_is_proved_and_true(name: str, tmp_path: Path) -> None:
    rule = rules(tmp_path, FOLLOWED[name], "TAKES = [1, 4, 9]\n")
    result = period(rule)
    assert result.status == "proved", result.evidence.reason
    assert "compared with its options at 1," in result.evidence.reason
    assert result.repetition is not None
    p, e, s = result.repetition.period, result.repetition.preperiod, result.repetition.saltus
    values = by_definition(rule, max(200, e + 3 * p))
    assert all(values[n + p] == values[n] + s for n in range(e, len(values) - p))
    assert e == 0 or values[e - 1 + p] != values[e - 1] + s


def test_a_take_and_break_game_written_in_any_way_has_its_own_certificate(tmp_path: Path) -> None:
    for name, digits in (("dawson's chess", (0, 1, 3, 7)), ("the same, one end", (0, 1, 3, 7)),
                         ("the same, other form", (0, 1, 3, 7)), ("kayles by pins", (0, 7, 7))):  # fmt: skip
        shape = plain_shape(rules(tmp_path, FOLLOWED[name], name=f"{name[:12]}.py".replace(" ", "_")))
        assert getattr(shape, "digits", None) == digits, name


def test_an_open_number_answers_nothing() -> None:
    """Whatever Python could ask of it by itself is refused: its text, its truth, what it equals, its hash."""
    number = LinearNumber(1, 0)
    asked = [
        *(str, repr, format, hash, bool, int, float, complex, len, iter, abs, round, ascii, list, tuple, set, bytes),
        *(sorted, sum, max, dir, range, chr, bin, json.dumps, lambda n: f"{n}", lambda n: f"{n:>3}", "%d".__mod__),
        *(lambda n: n == n, lambda n: n != 3, lambda n: n < 3, lambda n: n in (3, n + 1), lambda n: {n: 1}),
        *(lambda n: [5][n], lambda n: [5] * n, lambda n: [5][:n], lambda n: not n, lambda n: n and 1),
        *(lambda n: divmod(n, 2), lambda n: 7 % n, lambda n: n.bit_length(), lambda n: n(), lambda n: n[0]),
        *(lambda n: pow(n, 2), lambda n: -n, lambda n: n + 1, lambda n: 1 - n, "%s".__mod__),
    ]
    for ask in asked:
        with pytest.raises((NotSymbolic, TypeError, AttributeError)):
            ask(number)  # type: ignore[operator]
    for name in {*dir(object), *dir(int), *dir(str), *dir(float), *dir(list)}:
        spared = ("class", "doc", "getattribute", "init", "init_subclass", "new", "setattr", "subclasshook")
        if name.startswith("__") and name.strip("_") not in spared and hasattr(number, name):
            with pytest.raises((NotSymbolic, TypeError)):
                getattr(number, name)()


def test_what_was_read_is_compared_with_the_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a fault in the reading, nothing is proved, and a heap is named at which it shows."""
    rule = rules(tmp_path, "if n % 10 == 7 and n > 999: yield n - 3\nif n: yield n - 1")
    assert period(rule).status == "proved"
    monkeypatch.setitem(symbolic.COMPARED, "==", lambda sign: False)
    result = period(rule)
    assert result.status in ("observed", "none")
    told = re.search(r"what was read off its code is not what it does at heap ([\d,]+)", result.evidence.reason)
    assert told
    assert int(told[1].replace(",", "")) % 10 == 7
    assert plain_shape(rule) is None


def test_the_line_is_told_by_the_command(tmp_path: Path) -> None:
    rules(tmp_path, 'if f"{n}"[:2] == "77": return\nif n: yield n - 1')
    for more, where in ((["--json"], "stdout"), ([], "stdout")):
        done = CliRunner().invoke(cli, ["period", f"{tmp_path / 'mine.py'}:mine", "--limit", "500", *more])
        assert done.exit_code == 0
        told = getattr(done, where)
        told = json.loads(told)["evidence"]["by"] if more else told
        assert 'its code is not followed at mine.py:7: f"{n}"[:2]' in told


def test_a_period_is_looked_for_beyond_the_constants_of_a_rule(tmp_path: Path) -> None:
    """Heap 77,777 leaves 77,776 and 77,775, which are worth 0 and 1; after it all is as before."""
    period_result = period(rules(tmp_path, "if n >= 1: yield n - 1\nif n in {77_777}: yield n - 2"))
    assert (period_result.status, period_result.repetition) == ("proved", Repetition(2, 77_778))


def test_a_condition_that_nobody_saw_both_ways_leaves_a_period_observed(tmp_path: Path) -> None:
    result = grundy.period(rules(tmp_path, "if n >= 0 and n: yield n - 1"))
    assert result.status == "observed"
    assert "n >= 0 (this is always true: leave it out)" in result.evidence.reason


def test_heaps_that_the_code_speaks_of_and_nobody_looked_at_are_named(tmp_path: Path) -> None:
    """All of the code was followed, so that no line is to blame, and nothing said why there was no proof."""
    period_result = period(rules(tmp_path, "if n >= 90: yield n - 90\nif n in {77_777}: yield n - 2"))
    assert period_result.status == "observed"
    assert "its code says what heaps from 77,778 on do, and so many were not looked at" in period_result.evidence.reason


def test_a_rule_in_one_line_is_told_no_line_of_ours() -> None:
    told = period(parse_rule("rule:n -> n-k, for k in {1,3}, if n % 4 != 2"), 100).evidence.reason
    assert "compared with its options" in told or "its code is not followed; that of a function in a file is" in told


def test_open_numbers_of_all_residues_are_what_they_are() -> None:
    """Each operator on an open number, beside Python's on heaps of that residue."""
    heaps = HeapClass(8, 5)
    read = 0
    for sign in ("+", "-", "*", "//", "%", ">>", "<<", "&", "|", "^"):
        for other in (0, 1, 2, 3, 4, 7):
            for t in (0, 1, 9):
                try:
                    number = symbolic.OPERATORS[sign](heaps, heaps.heap, other)
                except (NotSymbolic, ResidueNeeded):
                    continue
                read += 1
                assert value(number, t) == eval(f"{8 * t + 5} {sign} {other}"), (sign, other)
    assert read > 90


# More that is followed: what each asks of n, or of numbers that it has, is all arithmetic.
MORE_FOLLOWED = {
    "the least of two": "for k in range(1, min(n, 3) + 1): yield n - k",
    "one of a tuple": "if n >= 9: yield n - TAKES[2]\nif n: yield n - TAKES[0]",
    "a power": "for k in range(4):\n    if n >= 3**k: yield n - 3**k",
    "some turns": "for a in range(n):\n    if a: yield a\nif n > 5: yield 0",
    "the other turns": "for a in range(n):\n    if n - a > 3: yield a\nif n > 1: yield n - 2",
    "in a range of heaps": "if n in range(300, 320): return\nif n: yield n - 1\nif n > 1: yield n - 2",
    "in a long range": "for k in (1, 2, 3):\n    if n >= k and k in range(1, 10**9, 2): yield n - k",
    "in a tuple": "for k in (1, 2, 3, 4):\n    if n >= k and k in (2, 3): yield n - k",
    "splits that leave none": "for a in range((n + 1) // 2): yield to(a, n - 1 - a)",
    "one turn": "for a in range(1, n):\n    yield a\n    break",
    "some turns and an end": "for a in range(1, n):\n    if a == 5: return\n    yield a",
    "turns from the end": "for a in range(n - 1, -1, -1):\n    if a + 4 < n: break\n    yield a\nif n > 7: yield n - 7",
    "what cannot be": "assert n != 7000\nif n: yield n - 1",
    "a name in a label": "if n: yield to(n - 1, by=(n := n - 1))\nif n > 3: yield n",
    "a product in a label": "m = n * n\nif n: yield to(n - 1, by=m, of=(m > 9, n * 2 // 3), part=f'{7} of')",
    "a name set on the way": "m = 1\nif n >= 2:\n    yield from range(0 * (m := 2))\n    yield n - m",
    "a list of moves": "left = [to(n - k) for k in (1, 2)]\nif n > 2: yield from left",
    "a helper": "if helper(n): return\nif n: yield n - 1",
    "any of a few": "if any(k * k == n for k in range(25, 30)): return\nif n: yield n - 1",
    "down a range": "for k in (9, 5, 2):\n    if n >= k and n in range(900, 3, -2): yield n - k",
    "splits by residue": "for a in range(1, n):\n    if n % 3: yield to(a, n - a)\nif n: yield n - 1",
}  # fmt: skip


@pytest.mark.parametrize("name", [*FOLLOWED, *MORE_FOLLOWED])
def test_the_moves_that_are_read_are_those_of_the_rule(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heap by heap from the first heap of which they are read on, with the heaps of each option in order."""
    rule = rules(tmp_path, (FOLLOWED | MORE_FOLLOWED)[name], "TAKES = [1, 4, 9]\ndef helper(n): return n == 700\n")
    monkeypatch.setattr(recognize, "traps", lambda start, period=None: range(start, start + 20))
    read = recognize.reading(rule)
    assert read.shape is not None, read.why
    for n in range(read.start, read.start + 24):
        moves = read.moves[n % len(read.moves)]
        assert {worth(parts) for move in moves for parts in move.lefts(n)} == {
            worth(option.parts) for option in rule.options(n)
        }


def worth(parts: Iterable[int]) -> tuple[int, ...]:
    """The heaps that count: none is empty, and no two are equal."""
    return tuple(sorted(n for n, count in Counter(parts).items() if n and count % 2))


REFUSED = {
    "for a in range(2, n // 2 + 1): yield to(a, n - a)": "not all splits",
    "for a in (n - 1, n - 2):\n    if 0 < a < n: yield to(a, n - a)": "not all splits",
    "for a in range(n if n % 2 else 0): yield a": "by the residue of n",
    "if n: yield n + " + "-" * 900 + "1": "it is nested too deeply: write it in several lines",
}  # fmt: skip


@pytest.mark.parametrize("body", REFUSED)
def test_why_moves_are_not_read(body: str, tmp_path: Path) -> None:
    read = recognize.reading(rules(tmp_path, body))
    assert read.shape is None
    assert read.why.rstrip(")").endswith(REFUSED[body])


def test_moves_are_compared_by_what_they_leave(tmp_path: Path) -> None:
    """Splits are no moves to an end, though those in halves are worth the same; and each heap is counted."""
    read = recognize.reading(rules(tmp_path, "for a in range(1, n): yield to(a, n - a)"))
    heaps = range(5, 9)
    assert compare(read.rule, read.options, [{TwoHeaps(0)}], heaps) == HeapComparison(heaps=4, largest=8, whole=4)
    assert compare(read.rule, read.options, [{Constant(())}], heaps) == HeapComparison(1, 5, 1, differs=5)
    assert str(HeapComparison(3, 8, 2)).endswith("at 3 heaps up to 8, at 1 of them the first options alone")
