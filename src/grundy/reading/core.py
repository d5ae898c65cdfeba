"""The core form of a rule: what its code does, in few constructs, each with the one sentence that says why it is exact.

Values are whole numbers without bounds, as Python's int, and nothing else; a bool is the number 0 or 1. A tuple is a
constant from outside. Conditions are no values. A construct fails where Python fails, with an error of the same class,
and does nothing else that could be observed: so an expression may be worked out early, late or twice, as long as its
variables have the same values and what fails first stays first.
"""

from __future__ import annotations

import hashlib
from dataclasses import field, fields
from typing import Any, TypeAlias

from grundy.model.frozen import frozen
from grundy.model.option import Next
from grundy.version import __version__


@frozen
class Site:
    """Where something stands in a file: line and column count from 1; `text` is the first line of it."""

    file: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.text}"


# Numbers: worked out from left to right.


@frozen
class Const:
    """A whole number: an int is the number that its digits write."""

    value: int


@frozen
class Var:
    """The value that the variable has now: no variable is used where it may have none, which `lower` refuses."""

    name: str


@frozen
class Unary:
    """`-` or `~` of a number: Python's own operator on ints; ~a is -a - 1."""

    operator: str
    operand: Number


@frozen
class Bin:
    """Python's own operator on two ints, one of + - * // % << >> & | ^ **, left side first; an exponent is never
    negative, so that the result is an int, or the ZeroDivisionError, ValueError or OverflowError that Python raises."""

    operator: str
    left: Number
    right: Number


@frozen
class Call:
    """A function of Python's that depends on nothing but the ints that it is given: see `CALLS`."""

    function: str
    arguments: tuple[Number, ...]


@frozen
class Pick:
    """`one if test else two`: the test first, and then only the number that is picked."""

    test: Condition
    one: Number
    two: Number


@frozen
class At:
    """`numbers[index]` of a tuple that never changes: from the end if the index is negative, else IndexError."""

    numbers: tuple[int, ...]
    index: Number


@frozen
class Bit:
    """1 where a condition holds, else 0: what Python's True and False are in every sum and comparison."""

    condition: Condition


Number: TypeAlias = Const | Var | Unary | Bin | Call | Pick | At | Bit

CALLS = ("min", "max", "gcd", "lcm", "isqrt", "abs", "bit_length", "bit_count")
"""min and max of two or more; gcd, lcm and isqrt of `math` (ValueError below 0); abs; bit_length, bit_count of int."""

# Conditions. `site` is where the rule asks this; none where the rule does not ask, but the reader does.


@frozen
class Truth:
    """Always true, or never."""

    holds: bool


@frozen
class Cmp:
    """Python's comparison of two ints, one of < <= > >= == !=, left side first: these are whole, so it is exact."""

    operator: str
    left: Number
    right: Number
    site: Site | None = field(default=None, compare=False)


@frozen
class In:
    """Whether a number is one of some constants: Python compares ints by their value wherever they are held."""

    number: Number
    numbers: tuple[int, ...]
    site: Site | None = field(default=None, compare=False)


@frozen
class InRange:
    """`number in range(low, high, step)`, the number first, step a constant that is not 0: Python decides it by
    arithmetic on ints, low <= number < high and step divides number - low, or the same downward."""

    number: Number
    low: Number
    high: Number
    step: int
    site: Site | None = field(default=None, compare=False)


@frozen
class And:
    """Whether all hold, in order, up to the first that does not: the others are not asked, as by Python's `and`."""

    conditions: tuple[Condition, ...]
    site: Site | None = field(default=None, compare=False)


@frozen
class Or:
    """Whether one holds, in order, up to the first that does: the others are not asked, as by Python's `or`."""

    conditions: tuple[Condition, ...]
    site: Site | None = field(default=None, compare=False)


@frozen
class Not:
    """Whether a condition does not hold."""

    condition: Condition


Condition: TypeAlias = Truth | Cmp | In | InRange | And | Or | Not

# Labels: worked out with everything else, since a label that fails is a rule that fails.


@frozen
class Word:
    """A constant that is no number to count with: text, None, a float, or bytes."""

    value: str | float | bytes | None


@frozen
class Flag:
    """True or False, by a condition."""

    condition: Condition


@frozen
class Joined:
    """Text with numbers in it, one after the other, as an f-string writes them: ValueError where one has more digits
    than Python writes."""

    pieces: tuple[str | Number, ...]


@frozen
class Group:
    """A tuple of labels, in order."""

    items: tuple[Label, ...]


@frozen
class Choice:
    """`one if test else two`, as `Pick`."""

    test: Condition
    one: Label
    two: Label


Label: TypeAlias = Number | Word | Flag | Joined | Group | Choice

# Statements: done in order. A name is assigned wherever it stands in the same rule; all names are different.


@frozen
class Let:
    """Give a variable a value, which is worked out first: ints never change, so no other name is changed."""

    name: str
    value: Number
    site: Site | None = field(default=None, compare=False)


@frozen
class If:
    """The condition once, then only one of the two bodies."""

    test: Condition
    body: Body
    others: Body = ()


@frozen
class For:
    """For each number of range(low, high, step), in order: give it to the variable, then the body. Python works out
    low and high once, before, so what the body gives to any variable changes no later turn; step is not 0."""

    name: str
    low: Number
    high: Number
    step: int
    body: Body
    site: Site | None = field(default=None, compare=False)


@frozen
class While:
    """`while`: the test before each turn, then the body."""

    test: Condition
    body: Body
    site: Site | None = field(default=None, compare=False)


@frozen
class Scope:
    """The body, whose end a `Leave` of this label goes to: break, continue and return are such a step forward, out of
    all that is inside, since nothing has to be closed there; the `else` of a loop is what follows it in the scope."""

    label: str
    body: Body


@frozen
class Leave:
    """Go on after the scope of this label, which is around it."""

    label: str


@frozen
class Each:
    """Each number of range(low, high, step) as a part of its own, in order; step is a constant that is not 0."""

    low: Number
    high: Number
    step: int


@frozen
class Gathered(Each):
    """Each state that the body yields as a part of its own, in order: no variable of the body is used outside of it.
    Of an `Each` it has an empty range; it is written for those alone that read `wide`ly, see `lower`."""

    body: Body


@frozen
class Yield:
    """An option: its parts, each a state of `arity` numbers, or `Each`; who moves next; labels by name. Parts are
    worked out first, then labels, in order, and it is handed out only if none of them fails."""

    parts: tuple[tuple[Number, ...] | Each, ...]
    next: Next = "opponent"
    labels: tuple[tuple[str, Label], ...] = ()
    site: Site | None = field(default=None, compare=False)


@frozen
class Fail:
    """Raise an error of this class, as Python does here; numbers that its text shows are written first, as `Joined`."""

    error: str
    shown: tuple[Number, ...] = ()
    site: Site | None = field(default=None, compare=False)


@frozen
class Renamed:
    """The body; where it fails, what stands beside the first errors that are its own instead, which always fails, or
    the same error again where nothing stands there: so a `try` that does nothing but raise, as options cannot be taken
    back and no variable is used after it that may have no value."""

    body: Body
    handlers: tuple[tuple[tuple[str, ...], Body], ...]


Statement: TypeAlias = Let | If | For | While | Scope | Leave | Yield | Fail | Renamed
Body: TypeAlias = tuple[Statement, ...]


@frozen
class Core:
    """What a rule does: the names of a state's numbers, and the body that yields its options."""

    state: tuple[str, ...]
    body: Body


def digest(core: Core) -> str:
    """The digest of a core form: neither places nor the names of variables count, and the version does.

    >>> one = Core(("n",), (Yield(((Bin("-", Var("n"), Const(1)),),)),))
    >>> two = Core(("m",), (Yield(((Bin("-", Var("m"), Const(1)),),), site=Site("a.py", 2, 5, "yield m - 1")),))
    >>> digest(one) == digest(two) != digest(Core(("n",), ()))
    True
    """
    whole = hashlib.sha256(f"grundy {__version__}".encode())
    _write(core, whole, {})
    return whole.hexdigest()


def _write(value: Any, whole: Any, names: dict[str, int]) -> None:
    """Each construct by its class and its fields; names by their order, so that other names give the same bytes."""
    kind = type(value)
    if kind is tuple:
        whole.update(f"({len(value)} ".encode())
        if value and set(map(type, value)) == {int}:  # a table may be long
            whole.update(repr(value).encode())
            return
        for item in value:
            _write(item, whole, names)
    elif kind in _NAMED:
        whole.update(f"{kind.__name__} ".encode())
        for member in fields(value):
            held = getattr(value, member.name)
            if member.name == _NAMED[kind]:
                whole.update(f"{names.setdefault(held, len(names))} ".encode())
            elif member.compare:
                _write(held, whole, names)
    elif kind is Core:
        for name in value.state:
            names.setdefault(name, len(names))
        whole.update(f"{len(value.state)} ".encode())
        _write(value.body, whole, names)
    elif hasattr(kind, "__dataclass_fields__"):
        whole.update(f"{kind.__name__} ".encode())
        for member in fields(value):
            if member.compare:
                _write(getattr(value, member.name), whole, names)
    else:
        whole.update(f"{kind.__name__} {value!r} ".encode())


_NAMED = {Var: "name", Let: "name", For: "name", Scope: "label", Leave: "label"}
