"""The definition: every position by its options, in plain Python. It judges all engines.

Memoised and iterative: a game of 200,000 moves is ordinary. Each position is kept once, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

from grundy.errors import BadRule, OutOfReach
from grundy.model.option import Next, Option, State
from grundy.model.play import Infinity, PlayName, Reach, Value, add, entailing_reach, mex, misere_fold
from grundy.model.position import Position
from grundy.model.rule import Rule

MOST_POSITIONS = 1_000_000
MOST_STEPS = 50_000_000
Memo = dict[Any, Any]


class Step(NamedTuple):
    """Where one option leads: nodes of the evaluation, and who moves next."""

    nodes: tuple[Hashable, ...]
    next: Next


class _Entails(Exception):
    """Normal play met `again` or `answer`, and has to be evaluated as entailing play."""


def value_of(position: Position, play: PlayName = "normal", most: int = MOST_POSITIONS) -> Any:
    """The value of a position from the definition alone.

    Args:    play: "normal" (which becomes "entailing" where a rule entails), "misere" or "loopy".
             most: positions that may be visited.
    Returns: a nim-value, LOONY or Infinity; in misère play True where the first player wins.
    Raises:  BadRule: a cycle in other than loopy play, named; a play that a rule is not valid for.
             OutOfReach: more than `most` positions.
    Cost:    time and memory grow with positions times options.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def nim(n):
    ...     yield from range(n)
    >>> value_of(nim(3, 5)), value_of(nim(1, 1), "misere")
    (6, True)
    """
    check_play(position, play)
    if play == "misere":
        node = frozenset(position.multiset().items())
        return misere_outcomes([node], {}, most)[node]
    rules = dict.fromkeys(component.rule for component in position.components)
    values: dict[tuple[Rule, State], Value] = {}
    for rule in rules:
        states = [part.state for part in position.parts() if part.rule == rule]
        values |= {(rule, state): value for state, value in state_values(rule, states, {}, play, most).items()}
    return add(values[part.rule, part.state] for part in position.parts())


def check_play(position: Position, play: PlayName) -> None:
    """Raise BadRule where a rule is not valid for a play."""
    for component in position.components:
        if play not in component.rule.plays:
            valid = ", ".join(component.rule.plays)
            raise BadRule(f"{component.rule.spec}: expected a play it is valid for ({valid}), found {play}")


def state_values(
    rule: Rule, states: Iterable[State], memo: Memo, play: PlayName = "normal", most: int = MOST_POSITIONS
) -> dict[State, Value]:
    """Values of states of one rule, for plays in which values add; `memo` is filled and may be used again."""
    wanted = list(states)
    if play == "loopy":
        return _loopy_values(rule, wanted, most)
    try:
        if play == "normal" and "entailing" not in memo:
            settle(wanted, lambda state: _steps(rule, state, False), _fold_normal, memo, most)
            return {state: memo[state] for state in wanted}
    except _Entails:
        memo.clear()
    reaches = memo.setdefault("entailing", {})
    settle(wanted, lambda state: _steps(rule, state, True), _fold_entailing, reaches, most)
    return {state: reaches[state].value() for state in wanted}


def _steps(rule: Rule, state: State, entailing: bool) -> Iterable[Step]:
    for option in rule.options(state):
        if option.next != "opponent" and not entailing:
            raise _Entails
        yield Step(option.parts, option.next)


def _fold_normal(steps: list[Step], memo: Memo) -> int:
    values = set()
    for nodes, _ in steps:
        total = 0
        for node in nodes:
            total ^= memo[node]
        values.add(total)
    return mex(values)


def _fold_entailing(steps: list[Step], memo: Memo) -> Reach:
    reach = Reach()
    for nodes, then in steps:
        reach |= entailing_reach([memo[node] for node in nodes], then)
    return reach


def winning_options(rule: Rule, state: State, rest: Value, memo: Memo, play: PlayName = "normal") -> list[Option]:
    """The options of a state after which, with `rest` beside, the opponent has lost."""
    options = list(rule.options(state))
    values = state_values(rule, (part for option in options for part in option.parts), memo, play)
    if "entailing" in memo:
        reaches = memo["entailing"]
        return [o for o in options if entailing_reach([reaches[part] for part in o.parts], o.next).has(rest)]
    return [o for o in options if add([rest, *(values[part] for part in o.parts)]) == 0]


def misere_outcomes(roots: Iterable[Hashable], memo: Memo, most: int = MOST_POSITIONS) -> Memo:
    """Misère outcomes of multisets of parts: frozensets of ((rule, state), how many). Nothing is cancelled."""
    settle(
        roots,
        lambda node: (Step((node,), "opponent") for node in _sums_after(node)),
        lambda steps, memo: misere_fold(memo[step.nodes[0]] for step in steps),
        memo,
        most,
    )
    return memo


def _sums_after(node: Any) -> Iterable[Hashable]:
    """The multisets one move away from a multiset of parts."""
    counts = dict(node)
    for rule, state in counts:
        for option in rule.options(state):
            if option.next != "opponent":
                raise BadRule(f"{rule.spec}: expected plain options in this play, found {option.next!r} at {state!r}")
            yield multiset_after(counts, (rule, state), option.parts)


def multiset_after(
    counts: dict[tuple[Rule, State], int], part: tuple[Rule, State], left: tuple[State, ...]
) -> Hashable:
    """A multiset of parts with one of them replaced by others of its rule."""
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
    expand: Callable[[Any], Iterable[Step]],
    fold: Callable[[list[Step], Memo], object],
    memo: Memo,
    most: int,
) -> None:
    """Fill `memo` for the roots and all below them, options first, without recursion."""
    work = 0
    for root in roots:
        stack: list[Any] = [root]
        opened: dict[Any, list[Step]] = {}  # exactly the nodes on the way from the root, in order
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
            elif node in opened:
                memo[node] = fold(opened.pop(node), memo)
                stack.pop()
            else:
                steps = []
                for step in expand(node):
                    steps.append(step)
                    work += 1
                    if work > MOST_STEPS:
                        raise OutOfReach(f"more than {MOST_STEPS:,} moves looked at; a smaller position would help")
                opened[node] = steps
                if len(memo) + len(opened) > most:
                    raise OutOfReach(f"more than {most:,} positions; a smaller position would help")
                for step in steps:
                    for child in step.nodes:
                        if child in opened:
                            path = list(opened)
                            raise BadRule(cycle_text(path[path.index(child) :]))
                        if child not in memo:
                            stack.append(child)


def cycle_text(cycle: list[Any]) -> str:
    """The message for positions each of which leads to the next, and the last to the first."""
    shown = [_shown(node) for node in [*cycle, cycle[0]]]
    if len(shown) > 9:
        shown = [*shown[:4], "...", *shown[-4:]]
    return f"expected play that ends, found the cycle {' -> '.join(shown)}; loopy play can answer it"


def _shown(node: Any) -> str:
    if isinstance(node, frozenset):
        return " + ".join(f"{state!r}" for (_, state), count in node for _ in range(count)) or "nothing"
    return repr(node)


def _loopy_values(rule: Rule, states: list[State], most: int) -> dict[State, Value]:
    """Smith's labelling of all sums reachable from each state (Smith 1966; Fraenkel & Yesha 1986).

    A position gets the value m if m is the mex of the values given so far to its options, and each
    option without a value can itself be answered by a move to m. What never gets one is infinite.
    """
    roots = {state: frozenset({((rule, state), 1)}) for state in states}
    after: dict[Hashable, list[Hashable]] = {}
    stack: list[Hashable] = list(roots.values())
    while stack:
        node = stack.pop()
        if node not in after:
            after[node] = list(dict.fromkeys(_sums_after(node)))
            if len(after) > most:
                raise OutOfReach(f"more than {most:,} positions; a smaller position would help")
            stack.extend(after[node])
    before: dict[Hashable, list[Hashable]] = {node: [] for node in after}
    for node, options in after.items():
        for option in options:
            before[option].append(node)

    label: dict[Hashable, int] = {}
    m = 0
    candidates = list(after)
    while candidates:
        given = len(label)
        while candidates:
            node = candidates.pop()
            if node in label or mex(label[option] for option in after[node] if option in label) != m:
                continue
            if all(o in label or any(label.get(reply) == m for reply in after[o]) for o in after[node]):
                label[node] = m
                # who can move to `node` now has an answer to m, so whoever can move there may be next
                candidates.extend(further for nearer in before[node] for further in before[nearer])
        candidates = [node for node in after if node not in label] if len(label) > given else []
        m += 1

    def read(node: Hashable) -> Value:
        if node in label:
            return label[node]
        return Infinity(frozenset(label[option] for option in after[node] if option in label))

    return {state: read(root) for state, root in roots.items()}
