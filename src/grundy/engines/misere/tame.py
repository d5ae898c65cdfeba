"""Kinds of parts: those that behave in every sum of such parts like a position of misère Nim.

A kind is a nim-value v and whether it is firm: 2v + 1 if it is, 2v if it is fickle, which only 0 and 1 can be. A heap
of misère Nim of size 0 or 1 is fickle, a larger one firm; in a sum the values are XORed, and it is firm if some part
is. A sum is a P-position if it is fickle of value 1 or firm of value 0 (Bouton 1901). As genus symbols the kinds are
0^120 and 1^031 (fickle), 0^02, 1^13, 2^20, 3^31, ... (firm), in Winning Ways, ch. 13.

`kind_of` gives a part a kind from those of its options, or none; then every sum of parts with kinds has the outcome
that its kind says (Conway 1976, ch. 12, on tame games; Winning Ways, ch. 13, on reversible wild options), though which
moves win may still depend on options without a kind. Proof, by induction on the play. Write the misère value of a kind
as its v if firm and as v XOR 1 if fickle. A part's kind is found from those options that have one: v is the mex of
their values and m the mex of their misère values (1 if there is no option at all), and (v, m) must be (0, 1), (1, 0)
or (n, n).
  A sum S whose kind says P. A move to an option with a kind leaves another value and another misère value in that part,
  hence no kind that says P: both kinds would say P only with equal values, or if one is fickle and one firm, with equal
  misère values. A move to an option without a kind is answered by a move back to the part's kind, which says P again.
  A sum S whose kind says N, and that is not over. If all parts are fickle, their XOR is 0: where a part has value 1,
  it has an option that is fickle of value 0, and else some part has an option that is fickle of value 1 (its mex says
  so, and firm ones of these values are excluded); what is left is fickle of value 1. Otherwise let some part be firm
  and the XOR be x > 0. Nim has a part of value v with v XOR x < v, and so an option of value v XOR x; what is left is
  P unless the part was the only firm one and the option is fickle. Then the others XOR to w <= 1, v > w, and the
  part's m = v gives an option whose misère value is w: firm of value w, or fickle of value w XOR 1, and both leave P.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grundy.engines.misere.parts import Sum
from grundy.model.convention import mex

NOTHING = 0  # the kind of the empty sum: fickle, of value 0
SAY_P = (2, 1)


def kind_of_value(value: int) -> int:
    """The kind of a heap of misère Nim.

    >>> [kind_of_value(size) for size in range(4)]
    [0, 2, 5, 7]
    """
    return 2 * value + (value > 1)


def kinds_joined(kinds: Iterable[int]) -> int:
    """The kind of a sum.

    >>> kinds_joined([2, 2]), kinds_joined([5, 5]), kinds_joined([5, 2])
    (0, 1, 7)
    """
    value = firm = 0
    for kind in kinds:
        value ^= kind >> 1
        firm |= kind & 1
    return 2 * value + firm


def says_p(kind: int) -> bool:
    """Whether a sum of this kind is a P-position."""
    return kind in SAY_P


def kind_of(options: Sequence[Sum], kinds: Sequence[int | None]) -> int | None:
    """The kind of a part with these options, given those of the parts that they consist of; None: it has none.

    >>> kind_of([(), (0,)], [2])
    5
    """
    return _from(options, kinds, lambda option, kind: False)


def kind_with_reversible(
    options: Sequence[Sum], kinds: Sequence[int | None], below: Sequence[Sequence[Sum]]
) -> int | None:
    """As `kind_of`, where an option without a kind does no harm if a move leads from it back to the part's kind."""

    def reverts(option: Sum, kind: int) -> bool:
        wild = [part for part in option if kinds[part] is None]
        if len(wild) != 1:
            return False
        others = kinds_joined(k for part in option if (k := kinds[part]) is not None)
        for left in below[wild[0]]:
            left_kinds = [kinds[part] for part in left]
            if None not in left_kinds and kinds_joined([others, *(k for k in left_kinds if k is not None)]) == kind:
                return True
        return False

    return _from(options, kinds, reverts)


def _from(options: Sequence[Sum], kinds: Sequence[int | None], reverts: Callable[[Sum, int], bool]) -> int | None:
    values, miseres, wild = set(), set(), []
    for option in options:
        option_kinds = [k for part in option if (k := kinds[part]) is not None]
        if len(option_kinds) < len(option):
            wild.append(option)
            continue
        kind = kinds_joined(option_kinds)
        values.add(kind >> 1)
        miseres.add(kind >> 1 if kind & 1 else (kind >> 1) ^ 1)
    value, misere = mex(values), mex(miseres) if options else 1
    if value == misere:
        kind = 2 * value + 1
    elif value + misere == 1:
        kind = 2 * value
    else:
        return None
    return kind if all(reverts(option, kind) for option in wild) else None


def symbol(kind: int) -> str:
    """The genus symbol of a kind, as in Winning Ways: the value, and misère values with 0, 1, 2 ... heaps of 2 beside.

    >>> [symbol(kind) for kind in (0, 2, 1, 3, 5, 7)]
    ['0^120', '1^031', '0^02', '1^13', '2^20', '3^31']
    """
    value = kind >> 1
    shown = [value, value ^ 2] if kind & 1 else [[1, 2, 0], [0, 3, 1]][value]
    written = "".join(map(str, shown)) if max(shown) < 10 else f"({','.join(map(str, shown))})"
    return f"{value}^{written}"


def describe_kind(kind: int) -> str:
    """A kind in words.

    >>> describe_kind(2), describe_kind(5)
    ('fickle 1, genus 1^031', 'firm 2, genus 2^20')
    """
    return f"{'firm' if kind & 1 else 'fickle'} {kind >> 1}, genus {symbol(kind)}"
