"""The definition in plain Python: a position's value from the values of its options. Tests compare all engines with it.

It is memoised and iterative, so that it solves games of 200,000 moves. It stores each position once, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from itertools import islice
from time import process_time
from typing import Any

from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import Convention, Infinity, Value, add, entailing_reach, mex, misere_fold, union
from grundy.model.growth import LengthsHeld
from grundy.model.option import Option, State
from grundy.model.progress import report_counts
from grundy.model.rule import Position, Rule
from grundy.text.collector import collector_paused
from grundy.text.numbers import short_repr

MOST_POSITIONS = 1_000_000
LOOKED_INTO = 16  # options of a wide position that are sampled, to count their options too
WIDE = 2**16  # so many options of a position are listed before four of them are sampled;
WIDE_BELOW = 2**14  # if all four leave states of more options than this, the position would take hours
MOST_LISTED = 10_000  # first options of a position, which are stored to report partial results about them
MOST_MOVES = 10_000_000
MOST_LOOPY_MOVES = 2_000_000  # all of them are stored
Memo = dict[Any, Any]
Evaluation = Generator[Hashable, None, Any]


class _Entails(Exception):
    """An option says `again` or `answer`, so that the rule must be evaluated as entailing play."""


def value_by_definition(position: Position, convention: Convention = "normal", most: int = MOST_POSITIONS) -> Any:
    """The value of a position, computed from every position below it; see `grundy.value_by_definition`.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def nim(n):
    ...     yield from range(n)
    >>> value_by_definition(nim(3, 5)), value_by_definition(nim(1, 1), "misere")
    (6, True)
    """
    require_position(position)
    check_convention(position, convention)
    if convention == "misere":
        node = frozenset(position.multiset().items())
        return misere_outcomes([node], {}, most)[node]
    rules = dict.fromkeys(component.rule for component in position.components)
    values: dict[tuple[Rule, State], Value] = {}
    for rule in rules:
        states = [part.state for part in position.parts() if part.rule == rule]
        values |= {(rule, state): value for state, value in state_values(rule, states, {}, convention, most).items()}
    return add(values[part.rule, part.state] for part in position.parts())


def check_convention(position: Position, convention: Convention) -> None:
    """Raise BadRule if a rule of the position is not valid for the convention."""
    for component in position.components:
        if convention not in component.rule.conventions:
            valid = ", ".join(component.rule.conventions)
            raise BadRule(f"{component.rule.spec}: expected a play it is valid for ({valid}), found {convention}")


def state_values(
    rule: Rule,
    states: Iterable[State],
    memo: Memo,
    convention: Convention = "normal",
    most: int = MOST_POSITIONS,
    listed: dict[State, list[Option]] | None = None,
) -> dict[State, Value]:
    """Values of states of one rule, in a convention where the values of a sum add. Fills `memo` for later calls.

    Args:    listed: gets the first MOST_LISTED options of those of `states` whose options were listed.
    """
    if convention == "loopy":
        return _loopy_values(rule, list(states), most)
    wanted = list(states)

    def narrow(state: State) -> None:
        first = _refuse_wide(rule, state, most)
        if listed is not None:
            listed[state] = first

    try:
        if convention == "normal" and "entailing" not in memo:
            settle(wanted, lambda state: _normal(rule, state, memo), memo, most, narrow)
            return {state: memo[state] for state in wanted}
    except _Entails:
        memo.clear()
    reaches = memo.setdefault("entailing", {})
    settle(wanted, lambda state: _entailing(rule, state, reaches), reaches, most, narrow)
    return {state: reaches[state].value for state in wanted}


def values_within(
    rule: Rule,
    states: Iterable[State],
    memo: Memo,
    convention: Convention,
    most: int,
    listed: dict[State, list[Option]] | None = None,
) -> dict[State, Value] | None:
    """As `state_values`; if the search exceeds its limits, clear `memo` and return None."""
    try:
        return state_values(rule, states, memo, convention, most, listed)
    except OutOfReach:
        memo.clear()
        return None


def _refuse_wide(rule: Rule, state: State, most: int) -> list[Option]:
    """Return the first options of a state. Raises OutOfReach, before a position below is valued: its options, or these
    and the options of a few of them, are too many; `most` limits them."""
    first: list[Option] = []
    spread: list[Option] = []
    reached: set[State] = set()
    for count, option in enumerate(rule.options(state)):
        _require_narrow(count, most)
        if count == WIDE:
            _refuse_wide_below(rule, spread)
        if count % (WIDE // 4) == WIDE // 4 - 1 and count < WIDE:
            spread.append(option)
        if count < MOST_LISTED:
            first.append(option)
        reached.update(option.parts)
    if len(reached) > most // 4:
        for option in first[:: 1 + len(first) // LOOKED_INTO]:
            for after in (after for part in option.parts for after in islice(rule.options(part), most)):
                reached.update(after.parts)
            if len(reached) > most:
                raise OutOfReach(f"more than {most:,} positions; try a smaller position")
    return first


def _refuse_wide_below(rule: Rule, options: Iterable[Option]) -> None:
    """Raise OutOfReach if each of these options of a wide position leaves a state with over WIDE_BELOW options."""

    def is_wide(state: State) -> bool:
        return any(True for _ in islice(rule.options(state), WIDE_BELOW, None))

    if all(any(map(is_wide, option.parts)) for option in options):
        raise OutOfReach(
            f"this position has more than {WIDE:,} moves, and each move that was tried leaves a position with more "
            f"than {WIDE_BELOW:,}; try a smaller position"
        )


def _require_narrow(count: int, most: int) -> None:
    """Raise OutOfReach if a position has a move after its first `count`, and `count` reaches `most`."""
    if count >= most:
        raise OutOfReach(f"more than {most:,} moves in one position; try a smaller position")


def _normal(rule: Rule, state: State, memo: Memo) -> Evaluation:
    seen = set()
    for option in rule.options(state):
        if option.next != "opponent":
            raise _Entails
        total = 0
        for part in option.parts:
            if part not in memo:
                yield part
            total ^= memo[part]
        seen.add(total)
        yield None
    return mex(seen)


def _entailing(rule: Rule, state: State, memo: Memo) -> Evaluation:
    reached = []
    for option in rule.options(state):
        for part in option.parts:
            if part not in memo:
                yield part
        reached.append(entailing_reach([memo[part] for part in option.parts], option.next))
        yield None
    return union(reached)


def winning_options(
    rule: Rule, state: State, rest: Value, memo: Memo, convention: Convention = "normal"
) -> list[Option]:
    """The options of a state that win if the rest of the sum has the value `rest`."""
    options = list(rule.options(state))
    values = state_values(rule, (part for option in options for part in option.parts), memo, convention)
    if "entailing" in memo:
        reaches = memo["entailing"]
        return [o for o in options if entailing_reach([reaches[part] for part in o.parts], o.next).has(rest)]
    return [o for o in options if add([rest, *(values[part] for part in o.parts)]) == 0]


def misere_outcomes(roots: Iterable[Hashable], memo: Memo, most: int = MOST_POSITIONS) -> Memo:
    """Misère outcomes of multisets of parts, frozensets of ((rule, state), count). No equal parts are cancelled."""

    def narrow(node: Any) -> None:
        for count, _ in enumerate(_options_of(node)):
            _require_narrow(count, most)

    settle(roots, lambda node: _misere(node, memo), memo, most, narrow)
    return memo


def require_same_sums(memo: Memo) -> None:
    """As `require_same`, for the memo of `misere_outcomes`."""
    changed = _changed(memo, lambda node: _misere(node, memo))
    if changed:
        specs = ", ".join(dict.fromkeys(rule.spec for (rule, _), _ in changed[0]))
        raise not_the_same(f"{specs}: {_shown(changed[0])}")


def _misere(node: Any, memo: Memo) -> Evaluation:
    wins = []
    for after in sums_after(node):
        if after not in memo:
            yield after
        wins.append(memo[after])
        if not wins[-1]:
            break  # one move that wins decides
        yield None
    return misere_fold(wins)


def _options_of(node: Any) -> Iterable[Option]:
    """The options of the distinct parts of a multiset."""
    return (option for (rule, state), _ in node for option in rule.options(state))


def turn_not_passed(rule: Rule, actual: str, of: str = "this play") -> BadRule:
    """The error for a move after which the same player moves, where every move must pass the turn.

    In a sum, the part in which the player must move next is clear. Where a move is made in several parts, or a pass may
    replace it, no rule says which part that is. For misère play and loopy play, no theory of such moves exists.
    """
    return BadRule(
        f"{rule.spec}: expected plain options in {of}, found {actual}; a move after which the turn is kept, or the "
        "other must answer it, has a theory in normal play alone, by itself or in a sum with '+'"
    )


def sums_after(node: Any) -> Iterable[Hashable]:
    """The multisets one move away from a multiset of parts."""
    counts = dict(node)
    for rule, state in counts:
        for option in rule.options(state):
            if option.next != "opponent":
                raise turn_not_passed(rule, f"{option.next!r} at {state!r}")
            yield multiset_after(counts, (rule, state), option.parts)


def multiset_after(
    counts: dict[tuple[Rule, State], int], part: tuple[Rule, State], left: tuple[State, ...]
) -> Hashable:
    """A multiset of parts in which the states `left`, of the same rule, replace one part."""
    after = dict(counts)
    after[part] -= 1
    if not after[part]:
        del after[part]
    for state in left:
        key = (part[0], state)
        after[key] = after.get(key, 0) + 1
    return frozenset(after.items())


def settle(
    roots: Iterable[Hashable],
    evaluate: Callable[[Any], Evaluation],
    memo: Memo,
    most: int,
    refuse: Callable[[Any], None] | None = None,
) -> None:
    """Fill `memo` for the roots and all nodes that they need, without recursion; an open node is only its generator.

    `evaluate(node)` yields each node that it needs and `memo` lacks, and None after each move; it returns the value.
    `refuse(root)` may raise; it is called before a node below the root is evaluated.
    """
    path: list[tuple[Any, Evaluation]] = []  # each needs the next
    with (
        collector_paused(),
        report_counts(lambda: (len(memo), len(path))),
    ):  # memory is bounded, and nothing in it is garbage
        _settle(roots, evaluate, memo, most, refuse, path)


def _settle(
    roots: Iterable[Hashable],
    evaluate: Callable[[Any], Evaluation],
    memo: Memo,
    most: int,
    refuse: Callable[[Any], None] | None,
    path: list[tuple[Any, Evaluation]],
) -> None:
    looked, until, room = 0, len(memo), LengthsHeld(most, len(memo))
    for root in roots:
        if root not in memo:
            path.append((root, evaluate(root)))
        opened, below = {root}, False
        while path:
            node, evaluation = path[-1]
            try:
                while (child := next(evaluation)) is None:
                    looked += 1
                    if looked > MOST_MOVES:
                        raise OutOfReach(f"more than {MOST_MOVES:,} moves looked at; try a smaller position")
            except StopIteration as done:
                memo[node] = done.value
                opened.remove(path.pop()[0])
                continue
            if not below and refuse:
                refuse(root)
            below = True
            if child in opened:
                nodes = [node for node, _ in path]
                raise BadRule(cycle_text(nodes[nodes.index(child) :]))
            opened.add(child)
            path.append((child, evaluate(child)))
            if (held := len(memo) + len(path)) > until:
                until = room.until(held, child)


LOOKED_AGAIN, SECONDS_AGAIN = 1000, 0.25


def require_same(rule: Rule, memo: Memo) -> None:
    """Evaluate some states of `memo` again, from the values in `memo`: a rule may depend on nothing but its state.

    Raises: BadRule: names a state that now has another value, or an option that `memo` lacks.
    Cost:   that of a thousand states, but no more than a quarter of a second.
    """
    reaches = memo.get("entailing")
    changed = (
        _changed(memo, lambda state: _normal(rule, state, memo))
        if reaches is None
        else _changed(reaches, lambda state: _entailing(rule, state, reaches))
    )
    if changed:
        raise not_the_same(f"{rule.spec}: state {changed[0]!r}")


def not_the_same(where: str) -> BadRule:
    """The error for a rule that gives a state other options when it is called again."""
    return BadRule(
        f"{where}: expected the same options whenever they are asked for, found others the second time; is the rule "
        "the same whenever it is called? It may look at nothing but its state"
    )


def _changed(memo: Memo, evaluate: Callable[[Any], Evaluation]) -> list[Any]:
    """Evaluate some nodes of `memo` again; a list of the first one that differs, empty if none does."""
    nodes = list(memo)
    if len(nodes) > LOOKED_AGAIN:  # those settled first and last, and some between
        half = LOOKED_AGAIN // 2
        nodes = [*nodes[-half:], *nodes[:: len(nodes) // half + 1]]
    late = process_time() + SECONDS_AGAIN
    for node in nodes:
        evaluation = evaluate(node)
        try:
            while next(evaluation) is None:
                if process_time() > late:
                    return []
        except StopIteration as done:
            if done.value == memo[node]:
                continue
        except _Entails:
            pass
        return [node]  # it has another value, or needs a node that `memo` lacks
    return []


def cycle_text(cycle: list[Any]) -> str:
    """The message for a cycle of positions: each leads to the next, and the last to the first."""
    shown = [_shown(node) for node in [*cycle, cycle[0]]]
    if len(shown) > 9:
        shown = [*shown[:4], "...", *shown[-4:]]
    return (
        f"expected play that ends, found the cycle {' -> '.join(shown)}; --loopy, or loopy=True in Python, answers "
        "play that may return"
    )


def _shown(node: Any) -> str:
    if isinstance(node, frozenset):
        return " + ".join(f"{state!r}" for (_, state), count in node for _ in range(count)) or "nothing"
    return repr(node)


def _loopy_values(rule: Rule, states: list[State], most: int) -> dict[State, Value]:
    """Smith's labelling of all sums reachable from each state (Smith 1966; Fraenkel & Yesha 1986).

    A position gets the value m if m is the mex of the values given so far to its options, and each
    option without a value can itself be answered by a move to m. A position that never gets a value is infinite.
    """
    after: dict[Hashable, list[Hashable]] = {}
    label: dict[Hashable, int] = {}
    with report_counts(lambda: (len(label), len(after) - len(label))):
        return _labelled(rule, states, most, after, label)


def _labelled(
    rule: Rule, states: list[State], most: int, after: dict[Hashable, list[Hashable]], label: dict[Hashable, int]
) -> dict[State, Value]:
    roots = {state: frozenset({((rule, state), 1)}) for state in states}
    stack: list[Hashable] = list(roots.values())
    looked, until, room = 0, 0, LengthsHeld(most)
    while stack:
        node = stack.pop()
        if node not in after:
            moves = list(islice(sums_after(node), MOST_LOOPY_MOVES + 1))
            looked += len(moves)  # several moves may lead to the same sum
            after[node] = list(dict.fromkeys(moves))
            if looked > MOST_LOOPY_MOVES:
                raise OutOfReach(f"more than {MOST_LOOPY_MOVES:,} moves looked at; try a smaller position")
            if len(after) > until:
                until = room.until(len(after), node)
            stack.extend(option for option in after[node] if option not in after)
    before: dict[Hashable, list[Hashable]] = {node: [] for node in after}
    for node, options in after.items():
        for option in options:
            before[option].append(node)

    m = 0
    candidates = list(after)
    while candidates:
        given = len(label)
        answered = set()  # positions with a move to the value m
        while candidates:
            node = candidates.pop()
            if node in label or mex(label[option] for option in after[node] if option in label) != m:
                continue
            if all(option in label or option in answered for option in after[node]):
                label[node] = m
                # a move to a predecessor of `node` is now answered; so the predecessors of that one may be next
                for nearer in before[node]:
                    if nearer not in answered:
                        answered.add(nearer)
                        candidates.extend(before[nearer])
        candidates = [node for node in after if node not in label] if len(label) > given else []
        m += 1

    def read(node: Hashable) -> Value:
        if node in label:
            return label[node]
        return Infinity(frozenset(label[option] for option in after[node] if option in label))

    return {state: read(root) for state, root in roots.items()}


def require_position(given: object) -> None:
    """Raise TypeError if the argument is not a Position, in functions that read no text."""
    if not isinstance(given, Position):
        made = "; grundy.parse reads one" if isinstance(given, str) else ""
        raise TypeError(f"expected a Position{made}, found {short_repr(given)}")
