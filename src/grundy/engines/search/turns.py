"""Rules with turns, compiled: states from which some move keeps the turn (`again`) or has to be answered (`answer`).

Values of all states up to those that are asked for, or of those that can be reached where these lie far apart; a value
is a nim-value or loony. `kernels/turns.py` has the method. What the compiler does not read runs in plain Python.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.compile.subset import BeyondCompiled, Unfit, fitted
from grundy.compile.turns import NO_TURNS, look_with_turns, turns_of
from grundy.engines.engine import Answer, Spent, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.recheck import disagreement
from grundy.engines.search.arrays import from_text, text_of
from grundy.engines.search.equal import parts_of, rests_on
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import EVERYTHING, LOONY, Reach, Value, add, entailing_reach, union
from grundy.model.definition import cycle_text
from grundy.model.evidence import Evidence
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import Chunk, map_chunks
from grundy.runs.clock import CLOCK
from grundy.runs.memory import machine_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.keys import Key
    from grundy.compile.machine import Kernel

BY = "the compiled rule, state by state, as Winning Ways, ch. 12, values moves that keep the turn or must be answered"
MOST_DENSE = 1 << 24  # states up to those that are asked for, each of which has a slot of its own
FIRST_SLOTS, FIRST_ROOM, FIRST_WIDTH = 1 << 14, 1 << 12, 64
MOST_WIDTH = 1 << 20
FIRST_PIECE, PIECE = 1_000, 0.1  # states of the first chunk, and seconds of each
LEAST_MEMORY = 1 << 28
MOST_KEPT = 1 << 20  # states of a snapshot, some MB
BETWEEN = 10.0  # seconds between snapshots at least
MOST_RISING = 1 << 21  # states, where an option is no smaller than its state, which may go on without end
ENOUGH_STATES, LEAST_STATES, ENOUGH_SECONDS = 1_000, 5, 0.5  # that the rule itself works out
GIB = 2**30


class _Slots(NamedTuple):
    """What is known of states, as kernels/turns.py has it."""

    keys: NDArray[Any]
    infos: NDArray[Any]
    places: NDArray[Any]


def _some_of(value: Value) -> Reach:
    """A set of nim-heaps that has a value."""
    return Reach(frozenset({value}), True) if isinstance(value, int) else EVERYTHING


class TurnValues:
    """What is known of the states of a rule with turns.

    Args:    states: those that will be asked of, and with them the kind of keys. memory: bytes that tables may have.
    Raises:  NotCompiled: the rule has no turns, is not compiled, or the states have no keys. Later BeyondCompiled: a
             state that is met has none.
    """

    def __init__(self, rule: Rule, states: Sequence[Any], memory: int) -> None:
        import numpy as np

        from grundy.compile import rule_files
        from grundy.compile.keys import keys_of
        from grundy.compile.options import TAKEN, assembly, name_of
        from grundy.engines.search.kernels import turns as k

        self.rule, self.memory = rule, memory
        self.key: Key = keys_of(rule, states)
        facts = look_with_turns(rule, self.key)
        name = name_of(rule, self.key, facts, turns=True)
        kernel = rule_files.load_kernel(name, TAKEN)
        self._kernel: Kernel = kernel or rule_files.make_kernel(
            name, assembly(rule, self.key, facts, turns=True), TAKEN
        )
        self._state: NDArray[Any] = np.zeros(12, np.int64)
        self._state[k.SETS] = "answer" in turns_of(rule)
        self._stack: NDArray[Any] = np.zeros(FIRST_ROOM, np.int64)
        self._pool: NDArray[Any] = np.zeros(FIRST_ROOM, np.int64)
        self._sets: NDArray[Any] = np.zeros(FIRST_ROOM, np.uint64)
        self._widen(FIRST_WIDTH)
        self._saved: tuple[float, Mapping[str, Any]] = (CLOCK.now(), {})
        dense = rule.arity == 1 and rule.split is None and all(0 <= state < MOST_DENSE for state in states)
        self._begin(dense, 1 + max(states, default=0) if dense else FIRST_SLOTS)

    def _begin(self, dense: bool, slots: int) -> None:
        from grundy.engines.search.kernels import turns as k

        self._state[[k.HEIGHT, k.KEYS, k.USED, k.NEXT, k.UPTO]] = 0
        self._state[k.DENSE] = dense
        self._table = self._new_table(slots)

    def _new_table(self, slots: int) -> _Slots:
        import numpy as np

        self._require(20 * slots)
        return _Slots(np.zeros(slots, np.int64), np.zeros(slots, np.int32), np.zeros(slots, np.int64))

    def _widen(self, width: int) -> None:
        import numpy as np

        if width > MOST_WIDTH:
            raise OutOfReach(f"{self.rule.spec}: a nim-value of {MOST_WIDTH:,} or more; smaller states would help")
        self._seen: NDArray[Any] = np.zeros(width, np.uint8)
        self._more: NDArray[Any] = np.zeros(width // 64, np.uint64)
        self._other: NDArray[Any] = np.zeros(width // 64, np.uint64)

    def has_keys(self, states: Sequence[Any]) -> bool:
        """Whether all these states have keys."""
        from grundy.compile.keys import key_of

        return all(key_of(self.rule, self.key, state) is not None for state in states)

    def _packed(self, state: Any) -> int:
        from grundy.compile.keys import require_key

        key: int = require_key(self.rule, self.key, state)
        return key

    def _unpacked(self, key: int) -> Any:
        from grundy.compile.keys import state_of

        return state_of(self.rule, self.key, key)

    def _slot(self, part: State) -> int:
        from grundy.engines.search.kernels import turns as k

        slot = self._place(self._packed(part))
        return slot if slot >= 0 and self._table.infos[slot] >= k.FIRST else -1

    def _place(self, key: int) -> int:
        """The slot of a key, or the one where it would be put; -1 if it has none of its own."""
        from grundy.compile.keys import slot_of
        from grundy.engines.search.kernels.turns import DENSE

        keys, infos = self._table.keys, self._table.infos
        if self._state[DENSE]:
            return key if 0 <= key < len(infos) else -1
        mask = len(infos) - 1
        slot = slot_of(key, mask)
        while infos[slot] and keys[slot] != key:
            slot = slot + 1 & mask
        return slot

    def part_value(self, part: State) -> Value:
        """The value of a part that was worked out."""
        from grundy.engines.search.kernels import turns as k

        info = int(self._table.infos[self._slot(part)])
        return LOONY if info == k.LOONY else info - k.FIRST

    def part_reach(self, part: State) -> Reach:
        """The nim-heaps beside which some move in a part that was worked out wins; where no move has to be answered, a
        set of the same value."""
        from grundy.engines.search.kernels import turns as k

        if not self._state[k.SETS]:
            return _some_of(self.part_value(part))
        start = int(self._table.places[self._slot(part)])
        count, beyond = divmod(int(self._sets[start]), 2)
        words = self._sets[start + 1 : start + 1 + count].tolist()
        heaps = (64 * i + bit for i, word in enumerate(words) for bit in range(64) if (word >> bit & 1) != beyond)
        return Reach(frozenset(heaps), bool(beyond))

    def option_reach(self, option: Option) -> Reach:
        """The nim-heaps beside which an option wins, whose parts were worked out."""
        parts = parts_of(self.rule, option.parts)
        if option.next == "answer":
            return entailing_reach(map(self.part_reach, parts), option.next)
        return entailing_reach((_some_of(self.part_value(part)) for part in parts), option.next)

    def value(self, state: State) -> Value:
        """The value of a state whose parts were worked out."""
        return add(map(self.part_value, parts_of(self.rule, (state,))))

    def values(self, states: range) -> list[Value]:
        """The values of states 0, 1, 2, ... that were worked out, each in a slot of its own."""
        from grundy.engines.search.kernels import turns as k

        infos = self._table.infos[: len(states)]
        values: list[Any] = (infos - k.FIRST).tolist()
        for place in (infos == k.LOONY).nonzero()[0].tolist():
            values[place] = LOONY
        return values

    def learn(self, states: Sequence[State]) -> Iterator[Chunk]:
        """Work out the values of states. Raises: BadRule, OutOfReach, BeyondCompiled."""
        import numpy as np

        from grundy.engines.search.kernels import turns as k

        whole = isinstance(states, range) and (states.start, states.step) == (0, 1) and self.rule.split is None
        parts: Sequence[Any] = states
        if self.rule.split or self.rule.canonical:
            parts = [part for state in states for part in parts_of(self.rule, (state,))]
        before = int(self._state[k.KEYS])
        if self._state[k.DENSE] and parts:
            size = 1 + (parts[-1] if whole else max(parts))
            if (not whole and min(parts) < 0) or size > MOST_DENSE:
                self._begin(False, FIRST_SLOTS)
            elif size > len(self._table.infos):
                old, self._table = self._table, self._new_table(size)
                for array, other in zip(old, self._table, strict=True):
                    other[: len(array)] = array
        if self._state[k.DENSE] and whole:
            self._state[k.NEXT], self._state[k.UPTO] = 0, len(states)
            yield from self._run()
            self._state[k.UPTO] = 0
        for part in dict.fromkeys(parts) if not (self._state[k.DENSE] and whole) else ():
            if self._slot(part) < 0:
                yield from self._learn(self._packed(part))
        if self._state[k.KEYS] > before:
            self._judge(np)

    def _learn(self, key: int) -> Iterator[Chunk]:
        from grundy.engines.search.kernels import turns as k

        slot = self._place(key)
        self._table.keys[slot], self._table.infos[slot] = key, k.OPEN
        self._stack[0], self._state[k.HEIGHT] = key, 1
        self._state[k.KEYS] += 1
        yield from self._run(key)

    def _run(self, key: int | None = None) -> Iterator[Chunk]:
        from grundy.engines.search.kernels import turns as k

        address = ctypes.cast(self._kernel, ctypes.c_void_p).value  # type: ignore[arg-type]
        state, budget = self._state, FIRST_PIECE
        while True:
            began = CLOCK.now()
            scratch = self._seen, self._more, self._other
            match int(k.run(address, *self._table, self._stack, self._pool, self._sets, *scratch, state, budget)):
                case k.DONE:
                    return
                case k.TABLE_FULL:
                    old, self._table = self._table, self._new_table(2 * len(self._table.infos))
                    k.copy(*old, *self._table)
                case k.STACK_FULL:
                    self._stack = self._twice(self._stack)
                case k.POOL_FULL:
                    self._pool = self._twice(self._pool)
                case k.SETS_FULL:
                    self._sets = self._twice(self._sets)
                case k.TOO_NARROW:
                    self._widen(2 * len(self._seen))
                case k.OUTSIDE:  # a key that is no state up to those that are asked for
                    roots = range(int(state[k.UPTO])) if key is None else [key]
                    self._begin(False, FIRST_SLOTS)
                    for state_key in roots:
                        if self._slot(self._unpacked(state_key)) < 0:
                            yield from self._learn(state_key)
                    return
                case k.CYCLE:
                    path = self._stack[: state[k.HEIGHT]].tolist()
                    cycle = path[path.index(int(state[k.AT])) :]
                    raise BadRule(f"{self.rule.spec}: {cycle_text([self._unpacked(state_key) for state_key in cycle])}")
                case k.RULE_STOPPED:
                    self._explain(int(state[k.WHY]))
                case _:
                    if state[k.RISING] and state[k.KEYS] > MOST_RISING:
                        raise OutOfReach(
                            f"{self.rule.spec}: more than {MOST_RISING:,} positions, some reached by options that are "
                            "not smaller"
                        )
                    took = max(1e-4, CLOCK.now() - began)
                    budget = max(10, int(budget * min(4.0, PIECE / took)))
                    done, total = (int(state[k.NEXT]), int(state[k.UPTO])) if key is None else (int(state[k.KEYS]), 0)
                    yield Chunk(done, total, "states", {}, f"the values of {done:,} states")

    def _twice(self, array: NDArray[Any]) -> NDArray[Any]:
        import numpy as np

        self._require(2 * array.nbytes)
        return np.concatenate([array, np.zeros_like(array)])

    def _require(self, more: int) -> None:
        arrays = [self._stack, self._pool, self._sets, *getattr(self, "_table", ())]
        size = sum(array.nbytes for array in arrays)
        if size + more > self.memory:
            raise OutOfReach(
                f"{self.rule.spec}: the values so far take {size / GIB:.2f} GiB, and there is no more room in the "
                f"{self.memory / GIB:.2f} GiB allowed; smaller states or a larger --memory would help"
            )

    def _explain(self, code: int) -> None:
        """Raise what stopped the kernel, in the words of the uncompiled rule."""
        from grundy.compile.emit import MOST_STEPS, OPTION, STEPS
        from grundy.engines.search.kernels.turns import AT

        state = self._unpacked(int(self._state[AT]))
        if code == STEPS:
            raise BadRule(f"{self.rule.spec}: state {state!r}: expected an end, found more than {MOST_STEPS:,} steps")
        for option in self.rule.options(state):
            parts_of(self.rule, option.parts)
        beyond = "the keys of its table" if code == OPTION else "64"
        raise BeyondCompiled(f"state {state!r} needs numbers of more bits than {beyond}, which are not compiled")

    def snapshot(self) -> Mapping[str, Any]:
        """What may be kept of the table, taken now and then: states that are worked out, those of early sets first."""
        import numpy as np

        from grundy.engines.search.kernels import turns as k

        moment, saved = self._saved
        if CLOCK.now() > moment + BETWEEN:
            slots = np.flatnonzero(self._table.infos >= k.FIRST)
            places = self._table.places[slots]
            end = int(self._state[k.USED])
            if len(slots) > MOST_KEPT:
                order = places.argsort(kind="stable")
                end = int(places[order[MOST_KEPT]])
                slots, places = slots[order[:MOST_KEPT]], places[order[:MOST_KEPT]]
            dense = bool(self._state[k.DENSE])
            columns = [slots if dense else self._table.keys[slots], self._table.infos[slots], places]
            saved = {"bits": list(self.key.bits), "low": self.key.low, "dense": dense, "states": len(slots)}
            saved["cells"] = text_of(np.concatenate([column.astype(np.int64) for column in columns]).view(np.uint64))
            saved["sets"] = text_of(self._sets[:end])
            self._saved = CLOCK.now(), saved
        return saved

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot of the same rule and keys kept, if nothing is known yet."""
        import numpy as np

        from grundy.engines.search.kernels import turns as k

        same = [snapshot.get("bits"), snapshot.get("low")] == [list(self.key.bits), self.key.low]
        if self._state[k.KEYS] or not same or (snapshot["dense"] and not self._state[k.DENSE]):
            return
        keys, infos, places = from_text(snapshot["cells"]).view(np.int64).reshape(3, -1)
        if snapshot["dense"]:
            size = max(len(self._table.infos), int(keys.max(initial=-1)) + 1)
            self._table = self._new_table(size)
            self._table.infos[keys], self._table.places[keys] = infos, places
        else:
            self._begin(False, max(FIRST_SLOTS, 1 << (2 * len(keys)).bit_length()))
            infos = infos.astype(np.int32)
            k.copy(keys, infos, places, *self._table)
        sets = from_text(snapshot["sets"])
        while len(self._sets) < len(sets):
            self._sets = self._twice(self._sets)
        self._sets[: len(sets)] = sets
        self._state[k.KEYS], self._state[k.USED] = len(keys), len(sets)
        self._saved = CLOCK.now(), snapshot

    def _judge(self, np: Any) -> None:
        """Have the rule itself work out some states from the values of their options, and compare."""
        from grundy.engines.search.kernels import turns as k

        slots = np.flatnonzero(self._table.infos >= k.FIRST)
        chosen = random.Random(len(slots)).sample(range(len(slots)), min(ENOUGH_STATES, len(slots)))
        late = CLOCK.now() + ENOUGH_SECONDS
        for count, place in enumerate([len(slots) - 1, *chosen]):
            if count > LEAST_STATES and CLOCK.now() > late:
                return
            slot = int(slots[place])
            state = self._unpacked(slot if self._state[k.DENSE] else int(self._table.keys[slot]))
            reach = union(map(self.option_reach, self.rule.options(state)))
            compiled_reach = self.part_reach(state)
            if reach.value != compiled_reach.value or (self._state[k.SETS] and reach != compiled_reach):
                raise disagreement(self.rule, state, reach.value, compiled_reach.value, compiled=True)


class TurnSearch:
    """The engine for a rule with turns that is code."""

    def __init__(self, rule: Rule, options: SearchOptions) -> None:
        self.rule, self.options = rule, options
        self._values: TurnValues | None = None

    def unfit(self, states: Sequence[State]) -> Unfit | None:
        """Why a rule is none with turns, or not compiled."""
        if self._values is not None and self._values.has_keys(states):
            return None
        turns = fitted(lambda: turns_of(self.rule))
        if isinstance(turns, Unfit) or not turns:
            return turns if isinstance(turns, Unfit) else Unfit(NO_TURNS)
        memory = self.options.memory or max(LEAST_MEMORY, machine_memory() // 2)
        made = fitted(partial(TurnValues, self.rule, states, memory))
        if isinstance(made, Unfit):
            return made
        self._values = made
        return None

    def work(self, states: Sequence[State], saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        values = self._values
        assert values is not None
        try:
            yield from self._learned(values, states, saved)
        except BeyondCompiled as met:
            self._values = None
            return Spent(OutOfReach(f"{self.rule.spec}: {met}"))
        except (BadRule, OutOfReach):
            self._values = None
            raise
        is_range = isinstance(states, range) and (states.start, states.step) == (0, 1) and self.rule.split is None
        answers: list[Value] = values.values(states) if is_range else list(map(values.value, states))  # type: ignore[arg-type]
        given = rests_on(self.rule) if self.rule.canonical or self.rule.split else ""
        return Answer(answers, Evidence("computed", f"{BY}{given}"), self.moves_to)

    def _learned(
        self, values: TurnValues, states: Sequence[State], saved: Mapping[str, Any] | None
    ) -> Generator[Chunk, None, None]:
        """Work out the values of states; each chunk has what a later run needs to go on from there."""
        if saved and saved.get("of") == self.rule.spec:
            values.restore(saved["tables"])

        def with_state(chunk: Chunk) -> Chunk:
            tables = values.snapshot()
            return replace(chunk, state={"of": self.rule.spec, "tables": tables}, kept=tables.get("states", 0))

        return map_chunks(with_state, values.learn(states))

    def moves_to(self, state: State, rest: Value) -> Moves:
        """The moves that win with a value beside."""
        options = list(self.rule.options(state))
        states = [part for option in options for part in option.parts]
        values = self._values
        if values is None or self.unfit(states):
            raise OutOfReach(f"{self.rule.spec}: the moves of {state!r} are not compiled")
        values = self._values
        assert values is not None
        self.options.run(lambda saved: self._learned(values, states, saved))
        won = [option for option in options if values.option_reach(option).has(rest)]
        return listed([self.rule.labels(option) for option in won])


def engine(rule: Rule, options: SearchOptions) -> TurnSearch:
    """The engine for a rule with turns that is code.

    >>> from grundy.engines.options import DEFAULT_OPTIONS
    >>> from grundy.model.option import again
    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     if n % 3 == 2:
    ...         yield again(n - 1)
    ...     if n:
    ...         yield n - 1
    >>> from grundy.answering.ask import ask
    >>> ask(take, range(6)).values
    [0, 1, loony, 0, 1, loony]
    """
    return TurnSearch(rule, options)
