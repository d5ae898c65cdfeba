"""Values of a rule that is code on the states that can be reached from some, compiled: a hash table of 64-bit keys.

For states that are whole numbers of up to 63 bits, of either sign, or several numbers that have 63 bits together,
and lie too far apart for a table of all up to them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grundy.compile.subset import BeyondCompiled
from grundy.engines.recheck import FIRST_STATES, check_states, disagreement
from grundy.engines.table.plain import ENOUGH_SECONDS, ENOUGH_STATES, LEAST_STATES
from grundy.errors import BadRule, OutOfReach, StoreError
from grundy.model.convention import mex, nim_sum
from grundy.model.definition import cycle_text
from grundy.model.rule import Rule
from grundy.runs.chunk import run_to_end
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.keep import Way
    from grundy.compile.machine import Kernel

MOST_REACHED = 1 << 24
MOST_RISING = 1 << 21  # where an option is no smaller than its state, which may go on without end
FIRST_CELLS, FIRST_ROOM, FIRST_STAMPS = 1 << 14, 1 << 12, 1 << 12
FIRST_CHUNK, MOST_CHUNK = 1 << 8, 1 << 20  # states worked out in one call, after which Ctrl-C is heard
CHUNK_SECONDS = 0.05
NO_LIMIT = 2**62


class EndlessPlay(OutOfReach):
    """More states can be reached than are looked at, and some option is no smaller than its state."""


class Reached:
    """The nim-values of states of a rule, learnt as they are asked for.

    Raises: NotCompiled: the rule is not compiled, or the states have no keys.
    """

    def __init__(self, rule: Rule, states: Sequence[Any], most: int = MOST_REACHED) -> None:
        import numpy as np

        from grundy.compile.kernel import look
        from grundy.compile.keys import keys_of

        self.rule, self.most = rule, most
        self._facts = look(rule)
        self._key = keys_of(rule, states)
        self._begin("window")
        self._cells: NDArray[Any] = np.zeros((FIRST_CELLS, 2), np.int64)
        self._stack: NDArray[Any] = np.zeros(FIRST_ROOM, np.int64)
        self._stamps: NDArray[Any] = np.zeros(FIRST_STAMPS, np.uint32)
        self._report: NDArray[Any] = np.zeros(4, np.int64)
        self._chunk = FIRST_CHUNK

    @property
    def count(self) -> int:
        """How many states are known."""
        return int(self._report[1])

    @property
    def known(self) -> NDArray[Any]:
        """The keys of states with their values, in two columns; a copy."""
        known = self._cells[self._cells[:, 1] > 1]
        known[:, 1] -= 2
        return known

    def values(self, states: Sequence[Any]) -> list[int]:
        """The nim-values of some states, after all that can be reached from them are known. Raises: as `work`."""
        values: list[int] = run_to_end(self.work(states))
        return values

    def known_values(self, states: Sequence[Any]) -> list[int] | None:
        """The nim-values of many states at once; None if one is not known by now.

        Cost:    some 0.2 us a state, a tenth of what `values` takes.
        """
        import numpy as np

        from grundy.compile.keys import numbers_of, slots_of

        rows = [numbers_of(self.rule, state) for state in states]
        if None in rows:
            return None
        try:
            keys = self._key.pack_all(np.array(rows, np.int64).reshape(len(rows), self.rule.arity))
        except OverflowError:
            return None
        if keys is None:
            return None
        mask = len(self._cells) - 1
        slots = slots_of(keys, mask)
        values = np.full(len(keys), -1)
        left = np.arange(len(keys))
        while len(left):
            cells = self._cells[slots[left]]
            hit = cells[:, 0] == keys[left]
            values[left[hit]] = cells[hit, 1] - 2
            if not (cells[hit, 1] > 1).all() or not cells[~hit, 1].all():
                return None
            left = left[~hit]
            slots[left] = slots[left] + 1 & mask
        return values.tolist()

    def value_so_far(self, state: Any) -> int | None:
        """The nim-value of a state, if it is known by now; while the kernel works, too."""
        from grundy.compile.keys import key_of

        key = key_of(self.rule, self._key, state)
        entry = None if key is None else self._worth(key)
        return None if entry is None or entry < 2 else entry - 2

    def work(self, states: Sequence[Any]) -> Generator[int, None, list[int]]:
        """The same bit by bit: it yields now and then, some tenths of a second apart, how many states are known.

        Raises: BadRule: what the rule does wrong, or a cycle. Endless, OutOfReach: too many states.
                BeyondCompiled: a state that the compiled rule cannot do.
        """
        keys = [self._packed(state) for state in states]
        before = self.count
        for key in keys:
            if self._worth(key) is None:
                yield from self._learn(key)
        if self.count > before:
            self._judge()
        return [self._value(key) for key in keys]

    def _packed(self, state: Any) -> int:
        from grundy.compile.keys import require_key

        key: int = require_key(self.rule, self._key, state)
        return key

    def _state(self, key: int) -> Any:
        from grundy.compile.keys import state_of

        return state_of(self.rule, self._key, key)

    def _worth(self, key: int) -> int | None:
        from grundy.compile.keys import slot_of

        mask = len(self._cells) - 1
        slot = slot_of(key, mask)
        while self._cells[slot, 1]:
            if self._cells[slot, 0] == key:
                return int(self._cells[slot, 1])
            slot = slot + 1 & mask
        return None

    def _value(self, key: int) -> int:
        entry = self._worth(key)
        if entry is None:
            raise StoreError(f"{self.rule.spec}: state {self._state(key)!r}: expected a value, found none")
        return entry - 2

    def _learn(self, key: int) -> Iterator[int]:
        from grundy.compile.emit import FULL
        from grundy.compile.keys import slot_of
        from grundy.compile.reach import CYCLE, GROW, PAUSE

        mask = len(self._cells) - 1
        slot = slot_of(key, mask)
        while self._cells[slot, 1]:
            slot = slot + 1 & mask
        self._cells[slot] = key, 1
        self._stack[0] = key
        self._report[0], self._report[1] = 1, self.count + 1
        while True:
            begun = time.perf_counter()
            code = self._run()
            if not code:
                return
            if code == PAUSE:
                self._require_few()
                if time.perf_counter() - begun < CHUNK_SECONDS:
                    self._chunk = min(2 * self._chunk, MOST_CHUNK)
                yield self.count
            elif code == GROW:
                self._grow()
            elif code == FULL and self._way == "window":
                self._widen()
            elif code == FULL:
                self._stamps = self._stamps.repeat(2)
            elif code == CYCLE:
                path: dict[int, None] = {}
                for key in self._stack[: self._report[0]].tolist():
                    if (self._worth(key) or 0) < 0:
                        path.pop(key, None)  # it may wait below the place where it was begun
                        path[key] = None
                keys = list(path)
                cycle = keys[keys.index(int(self._report[2])) :]
                raise BadRule(f"{self.rule.spec}: {cycle_text([self._state(cycle_key) for cycle_key in cycle])}")
            else:
                self._explain(code)

    def _begin(self, way: Way) -> None:
        """Take the kernel of a way from its file; where it has none, write its assembly. Raises: NotCompiled."""
        from grundy.compile import rule_files
        from grundy.compile.reach import assembly, name_of

        self._way = way
        self._name = name_of(self.rule, way, self._key, self._facts)
        self._loaded = rule_files.load_kernel(self._name)
        self._text = "" if self._loaded else assembly(self.rule, way, self._key, self._facts)

    def _kernel(self) -> Kernel:
        """The machine code, made when it is first needed."""
        from grundy.compile import rule_files

        if self._loaded is None:
            self._loaded = rule_files.make_kernel(self._name, self._text)
        return self._loaded

    def _widen(self) -> None:
        self._begin("stamps32")

    def _run(self) -> int:
        kernel = self._kernel()
        self._stamps.fill(0)
        places = self._cells.ctypes.data, len(self._cells) - 1, self._chunk, self._stack.ctypes.data
        size, room = len(self._stamps), len(self._stack)
        return kernel(*places, self._stamps.ctypes.data, size, 0, room, self._report.ctypes.data)

    def _grow(self) -> None:
        import numpy as np

        self._require_few()
        if self._report[0] >= len(self._stack):
            self._stack = np.concatenate([self._stack, np.zeros_like(self._stack)])
        if 2 * self.count >= len(self._cells) - 1:
            old = self._cells
            what = f"{self.rule.spec}: the values of more than {self.count:,} positions"
            require_memory(5 * old.nbytes, NO_LIMIT, what, "a smaller position")
            self._cells = np.zeros((4 * len(old), 2), np.int64)
            places = self._cells.ctypes.data, len(self._cells) - 1, 0, 0, 0, 0, old.ctypes.data, len(old)
            self._kernel()(*places, self._report.ctypes.data)

    def _require_few(self) -> None:
        if self._report[3] and self.count > MOST_RISING:
            raise EndlessPlay(
                f"{self.rule.spec}: more than {MOST_RISING:,} positions, some reached by options that are not smaller"
            )
        if self.count > self.most:
            raise OutOfReach(f"{self.rule.spec}: more than {self.most:,} positions; try a smaller position")

    def _explain(self, code: int) -> None:
        """Raise what stopped the kernel, in the words of the uncompiled rule."""
        from grundy.compile.emit import MOST_STEPS, OPTION, STEPS

        state = self._state(int(self._report[2]))
        if code == STEPS:
            raise BadRule(f"{self.rule.spec}: state {state!r}: expected an end, found more than {MOST_STEPS:,} steps")
        for _ in self.rule.options(state):
            pass
        beyond = "the keys of its table" if code == OPTION else "64"
        raise BeyondCompiled(f"state {state!r} needs numbers of more bits than {beyond}, which are not compiled")

    def _judge(self) -> None:
        """Have the rule itself work out the smallest states, and random ones as long as half a second takes."""
        import numpy as np

        pairs = self._cells[self._cells[:, 1] > 1]
        if len(pairs) > FIRST_STATES:
            pairs = pairs[np.argpartition(np.abs(pairs[:, 0]), FIRST_STATES)[:FIRST_STATES]]
        pairs = pairs[np.argsort(np.abs(pairs[:, 0]), kind="stable")]
        check_states(self.rule, ((self._state(key), entry - 2) for key, entry in pairs.tolist()))
        chosen = random.Random(self.count)
        begun = time.process_time()
        for number in range(ENOUGH_STATES):
            if number > LEAST_STATES and time.process_time() - begun > ENOUGH_SECONDS:
                return
            slot = chosen.randrange(len(self._cells))
            while not self._cells[slot, 1]:
                slot = (slot + 1) % len(self._cells)
            state = self._state(int(self._cells[slot, 0]))
            seen = {
                nim_sum(self._value(self._packed(part)) for part in option.parts) for option in self.rule.options(state)
            }
            if mex(seen) != self._cells[slot, 1] - 2:
                raise disagreement(self.rule, state, mex(seen), int(self._cells[slot, 1]) - 2, compiled=True)
