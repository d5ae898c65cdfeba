"""A claim that a person types, such as `n % 3 == 0`: read as a formula, and decided for all positions."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence

from grundy.compile.source import Source
from grundy.errors import OutOfReach
from grundy.text.formulas import read_formula
from grundy.text.reader import Text
from grundy.theorems.automata import distinguished
from grundy.theorems.decide import Claim, Counterexample, decide, shown, smallest
from grundy.theorems.expressions import Expressions, NotRead
from grundy.theorems.formulas import automaton, spread
from grundy.theorems.inequalities import both, either
from grundy.theorems.linear import Exists, Formula, Relation, variable
from grundy.theorems.measure import Measure
from grundy.theorems.numeration import System
from grundy.theorems.symbolic import Case, truth
from grundy.theorems.theorem import Theorem

ALIASES = {1: ("n",), 2: ("a", "b"), 3: ("a", "b", "c"), 4: ("a", "b", "c", "d")}


def read_claim(text: str, names: Sequence[str]) -> Formula:
    """The condition that a text says, over the numbers of a state, which may also be called n, or a and b.

    Raises: BadText: it is no formula. OutOfReach: it is not linear.

    >>> str(read_claim("n % 3 in (0, 2) or n < 2", ["n"]))
    'n ≡ 0 (mod 3) or n ≡ 2 (mod 3) or n <= 1'
    """
    called = dict(zip((*ALIASES.get(len(names), ()), *names), (*names, *names), strict=False))
    where = Text(text.strip(), "<claim>")
    read = read_formula(where, called)
    try:
        tree = ast.parse(read.text if read else text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        where.close()
        raise
    shell = ast.parse("def claim(): pass").body[0]
    assert isinstance(shell, ast.FunctionDef)
    values = Expressions(Source(shell, vars(builtins), "<claim>", 1, text.strip()), lambda target: next(fresh))
    fresh = (f"q{turn or ''}" for turn in range(1_000) if f"q{turn or ''}" not in called)
    known = {name: variable(called[name]) for name in called}
    try:
        cases = [(case, truth(found)) for case, found in values.of(tree.body, Case(known, names=fresh))]
    except NotRead as refused:
        raise OutOfReach(
            f"<claim>: {refused.text!r} is not linear{f' ({refused.why})' if refused.why else ''}"
        ) from None
    said = []
    for case, formula in cases:
        whole = both([*case.all(), formula])
        made = tuple(quotient.name for quotient in case.quotients)
        said.append(Exists(made, whole) if made else whole)
    return either(said)


def decide_claim(
    relation: Relation, formula: Formula, misere: bool, measure: Measure, known: Theorem | None
) -> Theorem | Counterexample:
    """Whether a formula says which positions are P-positions: a theorem if it does, for all of them.

    Args:    measure: that every move lowers. known: the theorem about nim-values; where a move leaves a sum, nothing
             else decides a claim, and without such moves it is decided by itself.
    """
    if known is None:
        one = spread(System(2), automaton(System(2), formula), relation.names)
        claim = Claim(relation, System(2), "set", one.where(1), misere)
        return decide(claim, least=True) or Theorem(claim, measure)
    said = spread(known.system, automaton(known.system, formula), relation.names)
    differs = distinguished(known.p_positions, said)
    position = smallest(known.system, differs)
    if position is None:
        return known
    return Counterexample(position, f"{shown(position)} {_what(known.is_p(*position))}")


def _what(is_p: bool) -> str:
    one, other = ("a P", "an N") if is_p else ("an N", "a P")
    return f"is {one}-position, and the claim says {other}-position"
