"""Which questions a row of the table is about: a few comparisons of what a rule is, without work and NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.answering import far
from grundy.engines.question import Question
from grundy.engines.steady import is_own
from grundy.errors import OutOfReach
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMoves, Coinage, Compound, Digits, Lands, Masks, Riders, Strips, Subsets, Twist

LONG_SEARCH = 36  # cells of a board
FEW_BITS = 16
THREE_ROWS = 3
FEW_CELLS = 30  # which a search settles at once
LARGE_NUMBER = 2_000  # in one of several: below, a table or the definition answers soon


def has_claimed_values(question: Question) -> bool:
    """A rule that carries a formula for nim-values, where nobody named a way to search."""
    claim = question.rule.claim
    return claim is not None and claim.value is not None and question.options.method == "auto"


def has_claimed_winners(question: Question) -> bool:
    """The same of a formula for P-positions."""
    claim = question.rule.claim
    return claim is not None and claim.is_p is not None and question.options.method == "auto"


def is_claimed(question: Question) -> bool:
    """A formula that the rule carries answers where no more is known."""
    return has_claimed_values(question) or (question.asks_winner and has_claimed_winners(question))


def is_tried(question: Question) -> bool:
    """A rule that is code alone, some thousand positions of which are looked at before more is done."""
    return is_code(question) or (is_described(question) and is_claimed(question))


def is_tabled(question: Question) -> bool:
    """A rule that is code alone; beside a formula that it carries only where a table surely takes no longer than a
    minute."""
    return is_code(question) and (not is_claimed(question) or far.is_in_reach(question.rule, question.states))


def is_hopeless(question: Question) -> bool:
    """States beyond tables, of which no formula says anything."""
    return not is_claimed(question) and is_beyond_tables(question)


def is_beyond_tables(question: Question) -> bool:
    """States of a rule that is code, for one of which a table is too large or takes long."""
    return any(far.is_beyond(rule, states) for rule, states in question.components)


def is_on_numbers(question: Question) -> bool:
    """Rules on numbers that are code, or have one, and of which no formula is known."""
    shape = question.rule.shape
    return question.rule.theory is None and (shape is None or isinstance(shape, Digits))


def may_be_proved(question: Question) -> bool:
    """The same, but for codes whose values were computed so far that no theorem is to be expected in seconds."""
    from grundy.engines.heap.octal.engine import NO_PERIOD

    return is_on_numbers(question) and question.rule.shape not in NO_PERIOD


def is_any(question: Question) -> bool:
    """Whatever the rows above have left."""
    return True


def has_shape(*shapes: type) -> Callable[[Question], bool]:
    """A rule of one of these shapes."""
    return lambda question: isinstance(question.rule.shape, shapes)


def has_three_rows(question: Question) -> bool:
    """States that are boards of one to three rows, from which a cell is taken with all below it and to its right."""
    shape = question.rule.shape
    if not isinstance(shape, Subsets) or shape.staircase is None or question.options.method != "auto":
        return False
    boards = map(shape.staircase, question.states)
    return all(board and len(board.rows) <= THREE_ROWS and sum(board.rows) > FEW_CELLS for board in boards)


def is_lone_coinage(question: Question) -> bool:
    """One set of coins, to which one is added."""
    return isinstance(question.rule.shape, Coinage) and question.is_alone and len(question.states) == 1


def is_lone_lands(question: Question) -> bool:
    """One position that falls into parts."""
    return isinstance(question.rule.shape, Lands) and question.is_alone and len(question.states) == 1


def is_alone_compound(question: Question) -> bool:
    """Compounds of positions, each alone, of a kind that a theorem on numbers of its parts decides."""
    from grundy.engines.compound.theorems import THEOREMS

    return isinstance(question.rule.shape, Compound) and question.is_alone and question.rule.shape.name in THEOREMS


def is_ordered(question: Question) -> bool:
    """Compounds whose parts are played in an order."""
    return isinstance(question.rule.shape, Compound) and question.rule.shape.name in ("ordinal", "sequential")


def is_alone_ordered(question: Question) -> bool:
    """One compound whose parts are played in an order."""
    return is_ordered(question) and len(question.components) == len(question.states) == 1


def is_alone_restricted(question: Question) -> bool:
    """Positions, each alone, in which the opponent restricts every move."""
    shape = question.rule.shape
    return isinstance(shape, Twist) and shape.restricts and question.is_alone


def has_code_alone(question: Question) -> bool:
    """A rule that is known by its code alone, whatever is asked of it."""
    return question.rule.shape is None


def is_code(question: Question) -> bool:
    """A rule that is known by its code alone, states of which are tried, tabled or searched."""
    return question.rule.shape is None and not is_every_state_of_code(question) and not is_described(question)


def is_of_code(question: Question) -> bool:
    """States, some of which are of rules that are known by their code alone, and not all states to a last one."""
    if is_every_state_of_code(question) or is_described(question):
        return False
    return any(is_own(rule) for rule, _ in question.components)


def is_formula(question: Question) -> bool:
    """A closed formula gives its values."""
    return question.rule.shape is None and bool(question.rule.theory and question.rule.theory.value)


def has_formula(question: Question) -> bool:
    """A closed formula gives its values, whatever its shape, but where it has a code."""
    return bool(question.rule.theory and question.rule.theory.value) and not isinstance(question.rule.shape, Digits)


def is_every_state_of_code(question: Question) -> bool:
    """The states 0, 1, 2, ... of a rule that is code."""
    states = question.states
    return question.rule.shape is None and isinstance(states, range) and states.start == 0 and states.step == 1


def may_be_sparse(question: Question) -> bool:
    """A code of the kind that may have a sparse space, more heaps of which are asked for than it is looked for in."""
    from grundy.engines.heap.octal.sparse.space import FIRST_HEAPS, suits

    shape, limit = question.rule.shape, question.scope.limit
    return isinstance(shape, Digits) and suits(shape) and (limit is None or limit > FIRST_HEAPS)


def is_lasker(question: Question) -> bool:
    """The code of Lasker's Nim."""
    from grundy.engines.heap.unbounded import lasker

    return isinstance(question.rule.shape, Digits) and lasker(question.rule.shape) is not None


def is_endless(question: Question) -> bool:
    """A code by which any amount may be taken but for a few."""
    from grundy.engines.heap.unbounded import endless

    return isinstance(question.rule.shape, Digits) and endless(question.rule.shape) is not None


def has_table_of_bits(question: Question) -> bool:
    """A table of a rule whose moves are masks, of a power of two of states."""
    shape, filling = question.rule.shape, question.scope
    if not isinstance(shape, BitmaskMoves) or not filling.compiled:
        return False
    from grundy.engines.bitsliced.tables import MOST_VALUE_BITS
    from grundy.engines.table.memory import FEW_STATES
    from grundy.engines.table.sliced import has_whole_groups

    task = filling.task
    most = 1 << (shape.bits if task.outcomes else min(shape.bits, MOST_VALUE_BITS))
    return FEW_STATES < task.total <= most and has_whole_groups(task.total)


def may_be_compiled(question: Question) -> bool:
    """A table of a rule that is not asked for uncompiled."""
    return bool(question.scope.compiled)


def is_described(question: Question) -> bool:
    """A rule that is code and says how positions look alike or fall apart, or a method is asked for."""
    rule = question.rule
    return rule.shape is None and (question.options.method != "auto" or bool(rule.canonical or rule.split))


def has_a_large_number(question: Question) -> bool:
    """States of several numbers, one of them large, of a rule that is code."""
    rule = question.rule
    if rule.arity < 2 or rule.shape is not None or rule.theory is not None or question.options.method != "auto":
        return False
    states = (state for state in question.states if isinstance(state, tuple))
    return any(type(number) is int and number >= LARGE_NUMBER for state in states for number in state)


def has_many_bits(question: Question) -> bool:
    """States that are one large number each, as sets of bits, of a rule that is code."""
    rule = question.rule
    if rule.arity != 1 or rule.shape is not None or rule.theory is not None or question.options.method != "auto":
        return False
    return not isinstance(question.states, range) and any(
        type(state) is int and state.bit_length() > FEW_BITS for state in question.states
    )


def are_sets_of_numbers(question: Question) -> bool:
    """States that are sets of whole numbers, of a rule that is code."""
    rule = question.rule
    if rule.arity != 1 or rule.shape is not None or rule.theory is not None or question.options.method != "auto":
        return False
    if isinstance(question.states, range) or not question.states:
        return False
    return all(isinstance(state, frozenset) and all(type(n) is int for n in state) for state in question.states)


def has_small_pieces(question: Question) -> bool:
    """Boards that are cleared, no piece of which is too large for a table."""
    board = question.rule.shape
    if not isinstance(board, Masks):
        return False
    from grundy.engines.table.boards import MOST_SLICED, largest_part

    return all(largest_part(board, state) <= MOST_SLICED for state in question.states)


def has_few_bits(question: Question) -> bool:
    """Sets of bits, so few that there is a table of all of them."""
    if not isinstance(question.rule.shape, BitmaskMoves):
        return False
    from grundy.engines.bitsliced.tables import MOST_VALUE_BITS

    states: Any = question.states
    largest: int = states[-1] if isinstance(states, range) and states else max(states, default=0)
    return largest.bit_length() <= MOST_VALUE_BITS


def has_strips(question: Question) -> bool:
    """Boards that fall into rows, where nobody named a way to search them."""
    board = question.rule.shape
    return (
        isinstance(board, Strips)
        and question.options.method == "auto"
        and all(board.runs(state) is not None for state in question.states)
    )


def _cells(question: Question, of_row: Callable[[str], int] = len) -> int | None:
    """The least number of cells of the boards on which pieces are put, or of some of them; None of other rules."""
    shape = question.rule.shape
    sets = shape.sets if isinstance(shape, Strips) else shape
    if not isinstance(sets, Subsets) or sets.placing is None or question.options.method != "auto":
        return None
    placing = sets.placing
    return min((sum(map(of_row, placing(state).rows)) for state in question.states), default=LONG_SEARCH + 1)


def may_be_mirrored(question: Question) -> bool:
    """Boards on which pieces are put, each so large that a search may take long."""
    cells = _cells(question)
    return cells is not None and cells > LONG_SEARCH


def may_be_mirrored_after_a_move(question: Question) -> bool:
    """A board on which pieces are put, alone, so large that a search may take long."""
    if len(question.states) > 1 or not may_be_mirrored(question):
        return False
    free = _cells(question, lambda row: row.count("."))
    return free is not None and free > LONG_SEARCH  # few free cells have a nim-value soon


def may_be_paired(question: Question) -> bool:
    """Sets of places, such as graphs, that are no boards on which pieces are put, each so large that a search may take
    long."""
    shape = question.rule.shape
    sets = shape.sets if isinstance(shape, Strips) else shape
    if not isinstance(sets, Subsets) or sets.placing is not None or question.options.method != "auto":
        return False
    if has_strips(question):  # they are answered as heaps, and may have far too many places for sets of bits
        return False
    return all(_places(sets, state) > LONG_SEARCH for state in question.states)


def are_forests(question: Question) -> bool:
    """Graphs without cycles, of more than 64 nodes, that are no boards on which pieces are put."""
    return _are_forests(question, 65)


def are_large_forests(question: Question) -> bool:
    """Such graphs of so many nodes that a search never comes to its end."""
    return _are_forests(question, 161)


def _are_forests(question: Question, least: int) -> bool:
    if not may_be_paired(question):
        return False
    from grundy.engines.search.forest_values import are_forests as all_are

    return all_are(question.rule, question.states, least)


def _places(sets: Subsets, state: Any) -> int:
    """How many places of a field are there, as the search will find it; 0 if it is out of reach."""
    try:
        _, read = sets.field(state)
    except OutOfReach:
        return 0
    return read(state).bit_count()


def may_be_paired_after_a_move(question: Question) -> bool:
    """Such a set, alone."""
    return len(question.states) <= 1 and may_be_paired(question)


def is_alone(question: Question) -> bool:
    """States, each alone, whose winner a theorem gives; large ones where a table tells the values of smaller ones."""
    return not isinstance(question.rule.shape, Riders) and _has_winners(question)


def is_lone_pair(question: Question) -> bool:
    """The same of pairs whose values a table tells as far as it goes."""
    return isinstance(question.rule.shape, Riders) and _has_winners(question)


def _has_winners(question: Question) -> bool:
    theory = question.rule.theory
    if theory is None or theory.is_p is None:
        return False
    return theory.covers is None or all(map(theory.covers, question.states))


def is_decided(question: Question) -> bool:
    """States, each alone, of which a theorem says who wins, where a search would find the value too."""
    theory = question.rule.theory
    return theory is not None and theory.decides is not None and all(map(theory.decides, question.states))


def is_all_sets(question: Question) -> bool:
    """Boards and graphs, and parts that are like them; parts in which there is no move may be of any kind."""
    moved = [rule.shape for rule in _movable(question) or [rule for rule, states in question.components if states]]
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


def _movable(question: Question) -> list[Rule]:
    """The rules of the parts in which there may be a move."""
    return [rule for rule, states in question.components for state in states if may_move(rule, state)]


def follows_nim(question: Question) -> bool:
    """Parts that follow misère Nim, where there is a move in them."""

    def follows(rule: Rule) -> bool:
        return rule.theory is not None and bool(rule.theory.misere_nim)

    if all(follows(rule) for rule, _ in question.components):
        return True
    live = _movable(question)  # a part that cannot be moved in is a heap of 0
    return bool(live) and all(map(follows, live))


def has_misere_formula(question: Question) -> bool:
    """One part in which there is a move, and a theorem on it."""
    if not any(rule.theory and rule.theory.misere for rule, _ in question.components):
        return False
    live = _movable(question)
    theory = live[0].theory if len(live) == 1 else None
    return theory is not None and theory.misere is not None


def is_one_state_of_code(question: Question) -> bool:
    """One state of a rule that is code alone."""
    rules = [rule for rule, states in question.components for _ in states]
    return len(rules) == 1 and is_own(rules[0])
