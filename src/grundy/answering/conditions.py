"""Which questions a row of the table is about: a few comparisons of what a rule is, without work and NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.answering import far
from grundy.engines.question import Question
from grundy.engines.steady import is_own
from grundy.errors import OutOfReach
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMoves, Coinage, Compound, Digits, Masks, Riders, Strips, Subsets, Twist

LONG_SEARCH = 36  # cells of a board
FEW_BITS = 16
LARGE_NUMBER = 2_000  # in one of several: below, a table or the definition answers soon


def is_beyond_tables(asked: Question) -> bool:
    """States of a rule that is code, for one of which a table is too large or takes long."""
    return any(far.is_beyond(rule, states) for rule, states in asked.components)


def is_on_numbers(asked: Question) -> bool:
    """Rules on numbers that are code, or have one, and of which no formula is known."""
    shape = asked.rule.shape
    return asked.rule.theory is None and (shape is None or isinstance(shape, Digits))


def may_be_proved(asked: Question) -> bool:
    """The same, but for codes whose values were computed so far that no theorem is to be expected in seconds."""
    from grundy.engines.heap.octal.engine import NO_PERIOD

    return is_on_numbers(asked) and asked.rule.shape not in NO_PERIOD


def is_any(asked: Question) -> bool:
    """Whatever the rows above have left."""
    return True


def has_shape(*shapes: type) -> Callable[[Question], bool]:
    """A rule of one of these shapes."""
    return lambda asked: isinstance(asked.rule.shape, shapes)


def is_lone_coinage(asked: Question) -> bool:
    """One set of coins, to which one is added."""
    return isinstance(asked.rule.shape, Coinage) and asked.is_alone and len(asked.states) == 1


def is_alone_compound(asked: Question) -> bool:
    """Compounds of positions, each alone, of a kind that a theorem on numbers of its parts decides."""
    from grundy.engines.compound.theorems import THEOREMS

    return isinstance(asked.rule.shape, Compound) and asked.is_alone and asked.rule.shape.name in THEOREMS


def is_ordered(asked: Question) -> bool:
    """Compounds whose parts are played in an order."""
    return isinstance(asked.rule.shape, Compound) and asked.rule.shape.name in ("ordinal", "sequential")


def is_alone_ordered(asked: Question) -> bool:
    """One compound whose parts are played in an order."""
    return is_ordered(asked) and len(asked.components) == len(asked.states) == 1


def is_alone_restricted(asked: Question) -> bool:
    """Positions, each alone, in which the opponent restricts every move."""
    shape = asked.rule.shape
    return isinstance(shape, Twist) and shape.restricts and asked.is_alone


def has_code_alone(asked: Question) -> bool:
    """A rule that is known by its code alone, whatever is asked of it."""
    return asked.rule.shape is None


def is_code(asked: Question) -> bool:
    """A rule that is known by its code alone, states of which are tried, tabled or searched."""
    return asked.rule.shape is None and not is_every_state_of_code(asked) and not is_described(asked)


def is_of_code(asked: Question) -> bool:
    """States, some of which are of rules that are known by their code alone, and not all states to a last one."""
    if is_every_state_of_code(asked) or is_described(asked):
        return False
    return any(is_own(rule) for rule, _ in asked.components)


def is_formula(asked: Question) -> bool:
    """A closed formula gives its values."""
    return asked.rule.shape is None and bool(asked.rule.theory and asked.rule.theory.value)


def has_formula(asked: Question) -> bool:
    """A closed formula gives its values, whatever its shape, but where it has a code."""
    return bool(asked.rule.theory and asked.rule.theory.value) and not isinstance(asked.rule.shape, Digits)


def is_every_state_of_code(asked: Question) -> bool:
    """The states 0, 1, 2, ... of a rule that is code."""
    states = asked.states
    return asked.rule.shape is None and isinstance(states, range) and states.start == 0 and states.step == 1


def may_be_sparse(asked: Question) -> bool:
    """A code of the kind that may have a sparse space, more heaps of which are asked for than it is looked for in."""
    from grundy.engines.heap.octal.sparse.space import FIRST_HEAPS, suits

    shape, limit = asked.rule.shape, asked.scope.limit
    return isinstance(shape, Digits) and suits(shape) and (limit is None or limit > FIRST_HEAPS)


def is_lasker(asked: Question) -> bool:
    """The code of Lasker's Nim."""
    from grundy.engines.heap.unbounded import lasker

    return isinstance(asked.rule.shape, Digits) and lasker(asked.rule.shape) is not None


def is_endless(asked: Question) -> bool:
    """A code by which any amount may be taken but for a few."""
    from grundy.engines.heap.unbounded import endless

    return isinstance(asked.rule.shape, Digits) and endless(asked.rule.shape) is not None


def has_table_of_bits(asked: Question) -> bool:
    """A table of a rule whose moves are masks, of a power of two of states."""
    shape, filling = asked.rule.shape, asked.scope
    if not isinstance(shape, BitmaskMoves) or not filling.compiled:
        return False
    from grundy.engines.bitsliced.tables import MOST_VALUE_BITS
    from grundy.engines.table.memory import FEW_STATES
    from grundy.engines.table.sliced import has_whole_groups

    task = filling.task
    most = 1 << (shape.bits if task.outcomes else min(shape.bits, MOST_VALUE_BITS))
    return FEW_STATES < task.total <= most and has_whole_groups(task.total)


def may_be_compiled(asked: Question) -> bool:
    """A table of a rule that is not asked for uncompiled."""
    return bool(asked.scope.compiled)


def is_described(asked: Question) -> bool:
    """A rule that is code and says how positions look alike or fall apart, or a method is asked for."""
    rule = asked.rule
    return rule.shape is None and (asked.options.method != "auto" or bool(rule.canonical or rule.split))


def has_a_large_number(asked: Question) -> bool:
    """States of several numbers, one of them large, of a rule that is code."""
    rule = asked.rule
    if rule.arity < 2 or rule.shape is not None or rule.theory is not None or asked.options.method != "auto":
        return False
    states = (state for state in asked.states if isinstance(state, tuple))
    return any(type(number) is int and number >= LARGE_NUMBER for state in states for number in state)


def has_many_bits(asked: Question) -> bool:
    """States that are one large number each, as sets of bits, of a rule that is code."""
    rule = asked.rule
    if rule.arity != 1 or rule.shape is not None or rule.theory is not None or asked.options.method != "auto":
        return False
    return not isinstance(asked.states, range) and any(
        type(state) is int and state.bit_length() > FEW_BITS for state in asked.states
    )


def has_small_pieces(asked: Question) -> bool:
    """Boards that are cleared, no piece of which is too large for a table."""
    board = asked.rule.shape
    if not isinstance(board, Masks):
        return False
    from grundy.engines.table.boards import MOST_SLICED, largest_part

    return all(largest_part(board, state) <= MOST_SLICED for state in asked.states)


def has_few_bits(asked: Question) -> bool:
    """Sets of bits, so few that there is a table of all of them."""
    if not isinstance(asked.rule.shape, BitmaskMoves):
        return False
    from grundy.engines.bitsliced.tables import MOST_VALUE_BITS

    states: Any = asked.states
    largest: int = states[-1] if isinstance(states, range) and states else max(states, default=0)
    return largest.bit_length() <= MOST_VALUE_BITS


def has_strips(asked: Question) -> bool:
    """Boards that fall into rows, where nobody named a way to search them."""
    board = asked.rule.shape
    return (
        isinstance(board, Strips)
        and asked.options.method == "auto"
        and all(board.runs(state) is not None for state in asked.states)
    )


def _cells(asked: Question, of_row: Callable[[str], int] = len) -> int | None:
    """The least number of cells of the boards on which pieces are put, or of some of them; None of other rules."""
    shape = asked.rule.shape
    sets = shape.sets if isinstance(shape, Strips) else shape
    if not isinstance(sets, Subsets) or sets.placing is None or asked.options.method != "auto":
        return None
    placing = sets.placing
    return min((sum(map(of_row, placing(state).rows)) for state in asked.states), default=LONG_SEARCH + 1)


def may_be_mirrored(asked: Question) -> bool:
    """Boards on which pieces are put, each so large that a search may take long."""
    cells = _cells(asked)
    return cells is not None and cells > LONG_SEARCH


def may_be_mirrored_after_a_move(asked: Question) -> bool:
    """A board on which pieces are put, alone, so large that a search may take long."""
    if len(asked.states) > 1 or not may_be_mirrored(asked):
        return False
    free = _cells(asked, lambda row: row.count("."))
    return free is not None and free > LONG_SEARCH  # few free cells have a nim-value soon


def may_be_paired(asked: Question) -> bool:
    """Sets of places, such as graphs, that are no boards on which pieces are put, each so large that a search may take
    long."""
    shape = asked.rule.shape
    sets = shape.sets if isinstance(shape, Strips) else shape
    if not isinstance(sets, Subsets) or sets.placing is not None or asked.options.method != "auto":
        return False
    if has_strips(asked):  # they are answered as heaps, and may have far too many places for sets of bits
        return False
    return all(_places(sets, state) > LONG_SEARCH for state in asked.states)


def are_forests(asked: Question) -> bool:
    """Graphs without cycles, of more than 64 nodes, that are no boards on which pieces are put."""
    return _are_forests(asked, 65)


def are_large_forests(asked: Question) -> bool:
    """Such graphs of so many nodes that a search never comes to its end."""
    return _are_forests(asked, 161)


def _are_forests(asked: Question, least: int) -> bool:
    if not may_be_paired(asked):
        return False
    from grundy.engines.search.forest_values import are_forests as all_are

    return all_are(asked.rule, asked.states, least)


def _places(sets: Subsets, state: Any) -> int:
    """How many places of a field are there, as the search will find it; 0 if it is out of reach."""
    try:
        _, read = sets.field(state)
    except OutOfReach:
        return 0
    return read(state).bit_count()


def may_be_paired_after_a_move(asked: Question) -> bool:
    """Such a set, alone."""
    return len(asked.states) <= 1 and may_be_paired(asked)


def is_alone(asked: Question) -> bool:
    """States, each alone, whose winner a theorem gives; large ones where a table tells the values of smaller ones."""
    return not isinstance(asked.rule.shape, Riders) and _has_winners(asked)


def is_lone_pair(asked: Question) -> bool:
    """The same of pairs whose values a table tells as far as it goes."""
    return isinstance(asked.rule.shape, Riders) and _has_winners(asked)


def _has_winners(asked: Question) -> bool:
    theory = asked.rule.theory
    if theory is None or theory.is_p is None:
        return False
    return theory.covers is None or all(map(theory.covers, asked.states))


def is_all_sets(asked: Question) -> bool:
    """Boards and graphs, and parts that are like them; parts in which there is no move may be of any kind."""
    moved = [rule.shape for rule in _movable(asked) or [rule for rule, states in asked.components if states]]
    return (
        bool(moved)
        and any(isinstance(shape, Subsets | Strips) for shape in moved)
        and all(isinstance(shape, Subsets | Strips | Masks | BitmaskMoves) for shape in moved)
    )


def tells_winners(rule: Rule) -> bool:
    """Whether who wins a lone position of a rule may be known where its nim-value is not, or long before."""
    if isinstance(rule.shape, Subsets | Strips | Compound | Twist):
        return True
    return is_own(rule) or bool(rule.theory and rule.theory.is_p)


def may_move(rule: Rule, state: Any) -> bool:
    """Whether there is a move; code of a user's, which may never come back, is not asked, and neither is a position in
    which the opponent says what may be done."""
    return is_own(rule) or isinstance(rule.shape, Twist) or any(True for _ in rule.options(state))


def _movable(asked: Question) -> list[Rule]:
    """The rules of the parts in which there may be a move."""
    return [rule for rule, states in asked.components for state in states if may_move(rule, state)]


def follows_nim(asked: Question) -> bool:
    """Parts that follow misère Nim, where there is a move in them."""

    def follows(rule: Rule) -> bool:
        return rule.theory is not None and bool(rule.theory.misere_nim)

    if all(follows(rule) for rule, _ in asked.components):
        return True
    live = _movable(asked)  # a part that cannot be moved in is a heap of 0
    return bool(live) and all(map(follows, live))


def has_misere_formula(asked: Question) -> bool:
    """One part in which there is a move, and a theorem on it."""
    if not any(rule.theory and rule.theory.misere for rule, _ in asked.components):
        return False
    live = _movable(asked)
    theory = live[0].theory if len(live) == 1 else None
    return theory is not None and theory.misere is not None


def is_one_state_of_code(asked: Question) -> bool:
    """One state of a rule that is code alone."""
    rules = [rule for rule, states in asked.components for _ in states]
    return len(rules) == 1 and is_own(rules[0])
