"""The search for a rule that is code and can be compiled: states as keys of 64 bits, their options listed by machine
code.

States are whole numbers, such as sets of bits, or several of up to 63 bits each. A key has what 63 bits hold; states
of more are numbered as they are met, and their numbers are the keys (kernels/numbered.py). Options that are sums fall
apart; what else the rule says of parts and of equal states is compiled too, or nothing is.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Generator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.compile.subset import BeyondCompiled
from grundy.engines.recheck import check_states, disagreement
from grundy.engines.search.arrays import from_text, text_of
from grundy.engines.search.equal import COMPARED, SECONDS, Defined, describe_states, parts_of, require_true
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import cycle_text
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.keys import Key, WideKey
    from grundy.compile.machine import Kernel
    from grundy.engines.search.wide import Wide

FIRST_SLOTS, FIRST_HEIGHT, FIRST_POOL = 1 << 14, 1 << 10, 1 << 14
MOST_HEIGHT = 1 << 22  # moves in a row, after which play counts as one that does not end
BUDGET = 0.1  # seconds that a chunk shall take
FIRST_BUDGET = 1000  # states of the first
MOST_SAVED = 1 << 20  # states of a snapshot, about 16 MB
BETWEEN = 10.0  # seconds between snapshots at least
SAMPLE = 300  # states whose options are listed again by the rule itself
GIB = 2**30


class Compiled:
    """What is known of the states of a rule.

    Args:    states: those that will be asked of, and with them the kind of keys. memory: bytes that tables may have.
             misere: whoever cannot move wins; a state is then worth 0 if whoever is to move loses, else not 0.
    Raises:  NotCompiled: the rule is not compiled, or the states have no keys. Later BeyondCompiled: a state that is
             met has none; in misère play, an option is a sum.
    """

    def __init__(self, rule: Rule, states: Sequence[Any], memory: int, misere: bool = False) -> None:
        import numpy as np

        from grundy.compile import rule_files
        from grundy.compile.kernel import look
        from grundy.compile.keys import WideKey, key_or_wide_of
        from grundy.compile.options import TAKEN, assembly, name_of
        from grundy.engines.search.kernels.position_nimber import COUNTS, MISERE, NimberFrames
        from grundy.engines.search.wide import Wide

        self.rule, self.memory = rule, memory
        facts = look(rule)
        self.key: Key | WideKey = key_or_wide_of(rule, states)
        self._name = name_of(rule, self.key, facts)
        self._kept = rule_files.load_kernel(self._name, TAKEN)
        self._text = "" if self._kept else assembly(rule, self.key, facts)
        self._cells: NDArray[Any] = np.zeros(2 * FIRST_SLOTS, np.int64)
        self._frames = NimberFrames(*(np.zeros(FIRST_HEIGHT, np.int64) for _ in range(6)))
        self._pool: NDArray[Any] = np.zeros(FIRST_POOL, np.int64)
        self._state: NDArray[Any] = np.zeros(COUNTS, np.int64)
        self._state[MISERE] = misere
        self._wide: Wide | None = None
        if isinstance(self.key, WideKey):
            self._wide = Wide(len(self.key.keys), self._state, self._require, rule.spec)
        self._saved: tuple[float, Mapping[str, Any]] = (CLOCK.now(), {})

    @property
    def count(self) -> int:
        """States of which something is known."""
        return int(self._state[1])

    @property
    def nodes(self) -> int:
        """How often options were listed."""
        return int(self._state[2])

    @property
    def may_turn(self) -> bool:
        """Whether some option was no smaller than its state, so that a cycle may lie where nothing was looked at."""
        return bool(self._state[5])

    @cached_property
    def _kernel(self) -> Kernel:
        """The machine code, made when it is first needed: what is only asked whether it fits needs none."""
        from grundy.compile import rule_files
        from grundy.compile.options import TAKEN

        return self._kept or rule_files.make_kernel(self._name, self._text, TAKEN)

    @property
    def _address(self) -> int:
        address = ctypes.cast(self._kernel, ctypes.c_void_p).value  # type: ignore[arg-type]
        assert address
        return address

    def _words(self, state: Any) -> Any:
        """What a state is written as: its key, or its words. Raises BeyondCompiled: it has none."""
        from grundy.compile.keys import require_key

        return require_key(self.rule, self.key, state)

    def _packed(self, state: Any) -> int:
        """The key of a state; one of several words gets a number where it has none."""
        words = self._words(state)
        return self._wide.number(words) if self._wide else int(words)

    def has_key(self, state: Any) -> bool:
        """Whether a state can have a key."""
        from grundy.compile.keys import key_of

        return key_of(self.rule, self.key, state) is not None

    def _key_so_far(self, state: Any) -> int | None:
        """The key of a state, if it has one by now."""
        from grundy.compile.keys import key_of

        words = key_of(self.rule, self.key, state)
        return self._wide.find(words) if self._wide and words is not None else words

    def _unpacked(self, key: int) -> Any:
        from grundy.compile.keys import state_of

        return state_of(self.rule, self.key, self._wide.rows(key).tolist() if self._wide else key)

    def _known(self, key: int | None) -> int:
        """What is known of the state with a key."""
        from grundy.compile.keys import slot_of

        if key is None:
            return 0
        mask = len(self._cells) // 2 - 1
        slot = slot_of(key, mask)
        while self._cells[2 * slot + 1] and self._cells[2 * slot] != key:
            slot = slot + 1 & mask
        return int(self._cells[2 * slot + 1])

    # Questions.

    def value(self, state: Any) -> Generator[Chunk, None, int]:
        """The nim-value of a state."""
        from grundy.engines.search.kernels.position_nimber import VALUE

        key = self._packed(state)
        yield from self._ask(key, VALUE)
        return self._known(key) >> 2

    def is_worth(self, state: Any, n: int) -> Generator[Chunk, None, bool]:
        """Whether a state has this nim-value."""
        from grundy.engines.search.kernels.position_nimber import MOST_VALUE

        if n > MOST_VALUE:
            return (yield from self.value(state)) == n
        key = self._packed(state)
        yield from self._ask(key, n)
        return self._known(key) == (n << 2 | 1)

    def _ask(self, key: int, n: int) -> Generator[Chunk, None, None]:
        import numpy as np

        from grundy.engines.search.kernels import position_nimber as k

        self._frames.key[0], self._frames.heap[0], self._frames.stage[0], self._frames.first[0] = key, n, 0, 0
        self._state[k.HEIGHT] = 1
        budget = FIRST_BUDGET
        none = np.zeros(1, np.int64), np.zeros(1, np.int32)
        while True:
            began = CLOCK.now()
            names = (self._wide.words, self._wide.slots) if self._wide else none
            match int(k.run(self._address, self._cells, self._frames, self._pool, *names, self._state, budget)):
                case k.DONE:
                    return
                case k.TABLE_FULL:
                    self._grow_table()
                case k.STACK_FULL:
                    self._grow_stack()
                case k.POOL_FULL:
                    self._grow_pool()
                case k.NUMBERS_FULL:
                    assert self._wide
                    self._wide.grow()
                case k.RULE_STOPPED:
                    self._explain(int(self._state[k.WHY]))
                case k.SUM:
                    raise BeyondCompiled("options that are sums are not compiled in misère play")
                case k.TOO_WIDE:
                    raise OutOfReach(
                        f"{self.rule.spec}: a nim-value above {k.MOST_VALUE} at "
                        f"{self._unpacked(int(self._frames.key[self._state[k.HEIGHT] - 1]))!r}, which this search "
                        "does not look for; try a smaller position"
                    )
                case _:
                    budget = max(10, int(budget * min(4.0, BUDGET / max(1e-4, CLOCK.now() - began))))
                    yield self._chunk(key, n)

    def _chunk(self, key: int, n: int) -> Chunk:
        values = self._excluded(key)
        sure = f"the value is not {', '.join(map(str, values))}; " if n < 0 and values else ""
        size = self._table_bytes() / GIB
        text = f"{sure}{self.count:,} states in {size:.2f} GiB"
        return Chunk(self.nodes, 0, "positions", {}, text)

    def _table_bytes(self) -> int:
        return self._cells.nbytes + self._pool.nbytes + (self._wide.nbytes if self._wide else 0)

    def _excluded(self, key: int | None) -> list[int]:
        ruled_out = self._known(key)
        return [v for v in range(61) if ruled_out & 3 == 2 and ruled_out >> 2 + v & 1]

    def value_so_far(self, state: Any) -> int | None:
        """The nim-value of a state, if it is known."""
        info = self._known(self._key_so_far(state))
        return info >> 2 if info & 3 == 1 else None

    def excluded(self, state: Any) -> list[int]:
        """Values that a state is known not to have."""
        return self._excluded(self._key_so_far(state))

    # Room.

    def _require(self, more: int) -> None:
        size = self._table_bytes() + 6 * self._frames.key.nbytes
        if size + more > self.memory:
            raise OutOfReach(
                f"{self.rule.spec}: {self.count:,} states are known and need {size / GIB:.2f} GiB, and there is no "
                f"more room in the {self.memory / GIB:.2f} GiB allowed; "
                "a smaller position or a larger --memory would help"
            )

    def _grow_table(self) -> None:
        """Twice the slots; where there is no room for them, what is less than a value is forgotten once."""
        import numpy as np

        from grundy.engines.search.kernels import position_nimber as k

        old = self._cells
        try:
            self._require(2 * old.nbytes)
        except OutOfReach:
            exact = int(((old[1::2] & 3) == k.EXACT).sum())
            if 4 * exact > len(old) // 2:
                raise
            self._cells = np.zeros_like(old)
            k.copy(old, self._cells, self._state, True)
            return
        self._cells = np.zeros(2 * len(old), np.int64)
        k.copy(old, self._cells, self._state, False)

    def _grow_pool(self) -> None:
        import numpy as np

        self._require(2 * self._pool.nbytes)
        self._pool = np.concatenate([self._pool, np.zeros_like(self._pool)])

    def _grow_stack(self) -> None:
        import numpy as np

        from grundy.engines.search.kernels.position_nimber import NimberFrames

        height = len(self._frames.key)
        questions = np.stack([self._frames.key, self._frames.heap])
        order = np.lexsort(questions)
        again = np.flatnonzero((questions[:, order[1:]] == questions[:, order[:-1]]).all(axis=0))
        if len(again):  # a question that is asked again while it is open
            first, last = sorted(order[again[0] : again[0] + 2].tolist())
            keys = self._frames.key[first:last].tolist()
            cycle = [self._unpacked(key) for place, key in enumerate(keys) if not place or keys[place - 1] != key]
            raise BadRule(f"{self.rule.spec}: {cycle_text(cycle)}{describe_states(self.rule)}")
        if height >= MOST_HEIGHT:
            raise OutOfReach(f"{self.rule.spec}: play goes on for more than {MOST_HEIGHT // 2:,} moves")
        self._require(12 * self._frames.key.nbytes)
        self._frames = NimberFrames(*(np.concatenate([array, np.zeros_like(array)]) for array in self._frames))

    def _explain(self, code: int) -> None:
        """Raise what stopped the kernel, in the words of the uncompiled rule."""
        from grundy.compile.emit import MOST_STEPS, OPTION, STEPS

        state = self._unpacked(int(self._frames.key[self._state[0] - 1]))
        if code == STEPS:
            raise BadRule(f"{self.rule.spec}: state {state!r}: expected an end, found more than {MOST_STEPS:,} steps")
        for option in self.rule.options(state):
            parts_of(self.rule, option.parts)
        beyond = "the keys of its table" if code == OPTION else "64"
        raise BeyondCompiled(f"state {state!r} needs numbers of more bits than {beyond}, which are not compiled")

    # What is kept, and what is checked.

    def snapshot(self) -> Mapping[str, Any]:
        """What may be kept of the table, taken now and then: values before what is less."""
        import numpy as np

        moment, saved = self._saved
        if CLOCK.now() > moment + BETWEEN:
            pairs = self._cells.reshape(-1, 2)
            pairs = pairs[pairs[:, 1] != 0]
            if len(pairs) > MOST_SAVED:
                pairs = pairs[(pairs[:, 1] & 3).argsort(kind="stable")[:MOST_SAVED]]
            saved = {"bits": self._bits(), "low": self.key.low, "nodes": self.nodes}
            states = self._wide.rows(pairs[:, 0]) if self._wide else pairs[:, :1]
            saved["cells"] = text_of(np.hstack([states, pairs[:, 1:]]).reshape(-1).view("uint64"))
            self._saved = CLOCK.now(), saved
        return saved

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot of the same rule and keys kept, if nothing is known yet."""
        import numpy as np

        from grundy.engines.search.kernels import position_nimber as k

        if self.count or [snapshot.get("bits"), snapshot.get("low")] != [self._bits(), self.key.low]:
            return
        rows = from_text(snapshot["cells"]).view(np.int64).reshape(-1, 1 + (self._wide.width if self._wide else 1))
        keys = self._wide.number_all(rows[:, :-1]) if self._wide else rows[:, 0]
        self._fill(np.stack([keys, rows[:, -1]], axis=1).reshape(-1))
        self._state[k.NODES] = snapshot["nodes"]
        self._saved = CLOCK.now(), snapshot

    def _bits(self) -> list[Any]:
        """The bits of keys as JSON has them."""
        return [list(bits) if isinstance(bits, tuple) else bits for bits in self.key.bits]

    def learn(self, pairs: NDArray[Any]) -> None:
        """Take over keys of one word with their values, in two columns, if nothing is known yet."""
        from grundy.engines.search.kernels.position_nimber import EXACT

        pairs[:, 1] = pairs[:, 1] << 2 | EXACT
        self._fill(pairs.reshape(-1))

    def _fill(self, cells: NDArray[Any]) -> None:
        import numpy as np

        from grundy.engines.search.kernels import position_nimber as k

        slots = max(FIRST_SLOTS, 1 << (2 * len(cells)).bit_length())
        self._cells = np.zeros(2 * slots, np.int64)
        k.copy(cells, self._cells, self._state, False)

    def check(self, by: Defined) -> None:
        """Have the rule itself list the options of some states that are known, and compare.

        Raises:  InternalError: they are not the same. BadRule: states are not equal, or no sums, as the rule says.
        """
        import numpy as np

        from grundy.engines.search.kernels.position_nimber import EXACT, MISERE, ROOM

        keys = self._cells[::2][self._cells[1::2] != 0]
        chosen = random.Random(len(keys)).sample(range(len(keys)), min(SAMPLE, len(keys)))
        call, out, end = self._kernel, np.zeros(FIRST_POOL, np.int64), np.zeros(1, np.int64)
        for place in chosen:
            key = int(keys[place])
            given = self._wide.words[self._wide.width * key :].ctypes.data if self._wide else key
            while call(given, out.ctypes.data, len(out), end.ctypes.data) == ROOM:
                out = np.zeros(2 * len(out), np.int64)
            words, kernel_options, at = out[: end[0]].tolist(), set(), 0
            while at < len(words):
                kernel_options.add(tuple(sorted(self._listed(words[at + 1 : at + 1 + words[at]]))))
                at += 1 + words[at]
            state = self._unpacked(key)
            options = (parts_of(self.rule, option.parts) for option in self.rule.options(state))
            if kernel_options != {tuple(sorted(map(self._words, parts))) for parts in options}:
                raise disagreement(self.rule, state, "the options", "others", compiled=True)
        pairs = self._cells.reshape(-1, 2)
        pairs = pairs[pairs[:, 1] & 3 == EXACT]
        size = self._wide.rows(pairs[:, 0])[:, 0] if self._wide else pairs[:, 0]
        least = pairs[size.argsort()[:COMPARED]].tolist()
        values = [(self._unpacked(key), info >> 2) for key, info in least]
        require_true(self.rule, values, by)
        if self.rule.canonical is None and self.rule.split is None and not self._state[MISERE]:
            check_states(self.rule, values, seconds=SECONDS)

    def _listed(self, words: list[int]) -> list[Any]:
        """The parts of an option as `_words` has them."""
        if not self._wide:
            return list(words)
        width = self._wide.width
        return [tuple(words[at : at + width]) for at in range(0, len(words), width)]
