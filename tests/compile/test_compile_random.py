"""Random rules compiled: each gives what it gives uncompiled."""

from __future__ import annotations

from compiled_rules import answer, body, table
from drawing import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grundy import value_by_definition
from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled
from grundy.model.definition import state_values

NAMES = ("n", "x", "y")
small = st.integers(-3, 70).map(str)
atoms = st.one_of(
    st.sampled_from(NAMES), small, st.sampled_from(["WIDTH", "AMOUNTS[x % 3]", "GRID[1][0]", "len(AMOUNTS)"])
)
OPERATORS = ["+", "-", "*", "//", "%", "&", "|", "^", ">>"]


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(OPERATORS), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "^", "&"]), inner),
        st.builds("({} << {} % 70)".format, inner, inner),  # a larger shift is more than Python can do
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "math.gcd"]), inner, inner),
        st.builds("{}({})".format, st.sampled_from(["abs", "-", "~", "+"]), inner),
        st.builds("({} if {} > {} else {})".format, inner, inner, inner, inner),
        st.builds("({}).{}()".format, inner, st.sampled_from(["bit_count", "bit_length"])),
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
        st.builds("sum({} for k in range({}) if k != {})".format, inner, st.integers(0, 4), inner),
        st.builds("({} ** 2)".format, inner),
    )


expressions = st.recursive(atoms, grow, max_leaves=6)
COMPARE = ["<", "<=", "==", "!=", ">", ">="]
comparisons = st.builds("{} {} {}".format, expressions, st.sampled_from(COMPARE), expressions)
conditions = st.one_of(
    comparisons,
    st.builds("{} < {} <= {}".format, expressions, expressions, expressions),
    st.builds("{} and not {}".format, comparisons, comparisons),
    st.builds("({} or {})".format, comparisons, expressions),
    st.builds("{} in (1, {}, n)".format, expressions, expressions),
    st.builds("{} not in AMOUNTS".format, expressions),
    st.builds("any({} for k in AMOUNTS)".format, comparisons),
    st.builds("all(k < {} for k in range(x % 5))".format, expressions),
)
CHECKED = "if 0 <= (o := {0}) < n:\n    yield o"
options = st.one_of(
    st.builds(CHECKED.format, expressions),
    st.builds(CHECKED.format, expressions),
    st.builds(CHECKED.format, st.builds("n - 1 - ({}) % 7".format, expressions)),
    st.builds(
        "if 0 <= {0} < n > {1} >= 0:\n    yield to({0}, {1}, label='text', more={0})".format, expressions, expressions
    ),
    st.builds("yield from range(max(0, n - {}), n)".format, st.integers(0, 5)),
    st.builds("yield from (n - k for k in AMOUNTS if k <= n and {})".format, conditions),
    st.builds("yield {}".format, expressions),
)


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def until_zero(condition: str, text: str) -> str:
    # loops inside it count with variables of their own
    head = f"z = n % 5\nwhile z > 0:\n    z -= 1\n    if {condition}:\n        break\n"
    return head + indented(text.replace("z", "zz")) + "else:\n    x = z"


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map("\n".join)
    ends = st.sampled_from(["", "    if {0}:\n        break\n", "    if {0}:\n        continue\n"])

    def loop(head: str, condition: str, end: str, text: str) -> str:
        return head + "\n" + end.format(condition) + indented(text).rstrip("\n")

    return st.one_of(
        st.builds(
            lambda c, a, b: f"if {c}:\n{indented(a)}else:\n{indented(b)}".rstrip("\n"), conditions, several, several
        ),
        st.builds(
            loop,
            st.one_of(
                st.builds("for x in range({} % 6, {}):".format, expressions, st.integers(0, 6)),
                st.builds("for y in range({} % 9, {}, -2):".format, expressions, st.integers(-3, 6)),
                st.just("for x in AMOUNTS:"),
                st.just("for x, y in GRID:"),
                st.builds("for y in ({}, n, 2):".format, expressions),
                st.just("for y, x in enumerate(AMOUNTS):"),
            ),
            conditions,
            ends,
            several,
        ),
        st.builds(until_zero, conditions, several),
    )


changes = st.sampled_from(["=", "+=", "-=", "^=", "*="])
statements = st.recursive(
    st.one_of(
        options,
        options,
        # kept small: what is squared in a loop soon is more than Python can do
        st.builds("{0} {1} {2}\n{0} = {0} % 1000000007 - 9".format, st.sampled_from(["x", "y"]), changes, expressions),
        st.builds("x, y = ({}) % 99991, ({}) % 99991".format, expressions, expressions),
        st.builds("x, y = divmod(({}) % 99991, {})".format, expressions, expressions),
        st.builds("if {}:\n    return".format, conditions),
    ),
    blocks,
    max_leaves=6,
)
rules = st.lists(statements, min_size=1, max_size=4).map(lambda parts: "x, y = n // 2, 3\n" + "\n".join(parts))
OUTSIDE = {"WIDTH": 5, "AMOUNTS": [1, 3, 4], "GRID": ((1, 2), (3, 5), (0, -1))}


@settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(text=rules, misere=st.booleans())
def test_a_compiled_rule_is_the_rule(text: str, misere: bool) -> None:
    game = body(text, **OUTSIDE)
    try:
        look(game)
    except NotCompiled:
        return  # refused by name, and run uncompiled
    size = 40
    plain = answer(lambda: table(game, size, compiled=False))
    assert answer(lambda: table(game, size)) == plain
    if isinstance(plain, str):
        return  # both say the same of the same state
    by_definition = state_values(game, range(size), {})
    assert plain == [by_definition[state] for state in range(size)]
    if look(game).sums:
        return  # outcomes of parts do not tell that of their sum
    assert table(game, size, outcomes=True) == [int(value == 0) for value in plain]
    if misere:
        expected = [int(not value_by_definition(game(state), "misere")) for state in range(size)]
        assert table(game, size, misere=True) == expected
