"""The definition: every position by its options, in plain Python. It judges all engines.

Memoised and iterative: a game of 200,000 moves is ordinary. Each position is kept once, up to a limit.
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
from grundy.model.progress import counted
from grundy.model.rule import Position, Rule
from grundy.text.collector import collector_paused
from grundy.text.numbers import shown

MOST_POSITIONS = 1_000_000
LOOKED_INTO = 16  # options of a position of very many, whose options are counted, too
WIDE = 2**16  # options of a position, four of which are looked into before more are listed,
WIDE_BELOW = 2**14  # and so many options of each of the four, beyond which all of them take hours
MOST_LISTED = 10_000  # options of a position, of which it is told what is known so far
MOST_MOVES = 10_000_000
MOST_LOOPY_MOVES = 2_000_000  # all of them are kept
Memo = dict[Any, Any]
Evaluation = Generator[Hashable, None, Any]


class _Entails(Exception):
    """Normal play met `again` or `answer`, and has to be evaluated as entailing play."""


def value_of(position: Position, convention: Convention = "normal", most: int = MOST_POSITIONS) -> Any:
    """The value of a position, by every position below it; see `grundy.value_of`.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def nim(n):
    ...     yield from range(n)
    >>> value_of(nim(3, 5)), value_of(nim(1, 1), "misere")
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
    """Raise BadRule where a rule is not valid for a convention."""
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
    """Values of states of one rule, for conventions in which values add; `memo` is filled and may be used again.

    Args:    listed: where the options of states are kept once they are listed, the first MOST_LISTED of each.
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
    """The same, None and nothing in `memo` where more is below them than may be looked at."""
    try:
        return state_values(rule, states, memo, convention, most, listed)
    except OutOfReach:
        memo.clear()
        return None


def _refuse_wide(rule: Rule, state: State, most: int) -> list[Option]:
    """Refuse a position whose options, or these and those of a few of them, are more positions than may be visited,
    before any is valued; its first options."""
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
                raise OutOfReach(f"more than {most:,} positions; a smaller position would help")
    return first


def _refuse_wide_below(rule: Rule, options: Iterable[Option]) -> None:
    """Refuse a position of more than WIDE options, if each of some of them leaves a state of very many options, too."""

    def is_wide(state: State) -> bool:
        return any(True for _ in islice(rule.options(state), WIDE_BELOW, None))

    if all(any(map(is_wide, option.parts)) for option in options):
        raise OutOfReach(
            f"more than {WIDE:,} moves in one position, and more than {WIDE_BELOW:,} after each of some of these; a "
            "smaller position would help"
        )


def _require_narrow(count: int, most: int) -> None:
    """Refuse a position with one more move than so many."""
    if count >= most:
        raise OutOfReach(f"more than {most:,} moves in one position; a smaller position would help")


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
    """The options of a state after which, with `rest` beside, the opponent has lost."""
    options = list(rule.options(state))
    values = state_values(rule, (part for option in options for part in option.parts), memo, convention)
    if "entailing" in memo:
        reaches = memo["entailing"]
        return [o for o in options if entailing_reach([reaches[part] for part in o.parts], o.next).has(rest)]
    return [o for o in options if add([rest, *(values[part] for part in o.parts)]) == 0]


def misere_outcomes(roots: Iterable[Hashable], memo: Memo, most: int = MOST_POSITIONS) -> Memo:
    """Misère outcomes of multisets of parts: frozensets of ((rule, state), how many). Nothing is cancelled."""

    def narrow(node: Any) -> None:
        for count, _ in enumerate(_options_of(node)):
            _require_narrow(count, most)

    settle(roots, lambda node: _misere(node, memo), memo, most, narrow)
    return memo


def require_same_sums(memo: Memo) -> None:
    """The same as `require_same` for what `misere_outcomes` has."""
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
    """The options of the parts of a multiset, those of equal parts once."""
    return (option for (rule, state), _ in node for option in rule.options(state))


def turn_kept(rule: Rule, actual: str, of: str = "this play") -> BadRule:
    """What is wrong with a move that does not pass the turn, where only moves that do have a meaning.

    In a sum it is known in which part the next move is made. Where a move is made in several parts, or a pass may take
    its place, nobody has said it; and in misère play, and where play may come back, there is no theory of it.
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
                raise turn_kept(rule, f"{option.next!r} at {state!r}")
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
    evaluate: Callable[[Any], Evaluation],
    memo: Memo,
    most: int,
    refuse: Callable[[Any], None] | None = None,
) -> None:
    """Fill `memo` for the roots and what they need, without recursion; of an open node only its generator is kept.

    `evaluate(node)` yields each node that it needs and `memo` lacks, and None after each move; it returns the value.
    `refuse(root)` may raise, before anything below a root is looked at.
    """
    path: list[tuple[Any, Evaluation]] = []  # each needs the next
    with collector_paused(), counted(lambda: (len(memo), len(path))):  # what is kept is bounded, and all of it in use
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
                        raise OutOfReach(f"more than {MOST_MOVES:,} moves looked at; a smaller position would help")
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
    """Work out some states again that `state_values` has, from what it has: a rule may look at nothing but its state.

    Raises: BadRule: names a state that is worth something else now, or leads somewhere else.
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
    """What is wrong with a rule that says one thing of a state, and later another."""
    return BadRule(
        f"{where}: expected the same options whenever they are asked for, found others the second time; is the rule "
        "the same whenever it is called? It may look at nothing but its state"
    )


def _changed(memo: Memo, evaluate: Callable[[Any], Evaluation]) -> list[Any]:
    """The first of some nodes that is not what it was before, if there is one."""
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
        return [node]  # of another value, or it needs what it did not need before
    return []


def cycle_text(cycle: list[Any]) -> str:
    """The message for positions each of which leads to the next, and the last to the first."""
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
    option without a value can itself be answered by a move to m. What never gets one is infinite.
    """
    after: dict[Hashable, list[Hashable]] = {}
    label: dict[Hashable, int] = {}
    with counted(lambda: (len(label), len(after) - len(label))):
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
            looked += len(moves)  # several may lead to the same
            after[node] = list(dict.fromkeys(moves))
            if looked > MOST_LOOPY_MOVES:
                raise OutOfReach(f"more than {MOST_LOOPY_MOVES:,} moves looked at; a smaller position would help")
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
                # who can move to `node` now has an answer, so whoever can move there may be next
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
    """Refuse what is none, where no text is read. Raises TypeError."""
    if not isinstance(given, Position):
        made = "; grundy.parse reads one" if isinstance(given, str) else ""
        raise TypeError(f"expected a Position{made}, found {shown(given)}")
