"""The word of a lesson: short to type, and too rare to be hit upon at the rate at which one may try."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hmac import compare_digest

from grundy.errors import BadText, Finding

LONGEST_WORD = 40
_WORDS = (
    "acorn amber apple arrow aspen badger bamboo basil beach beaver birch bison bonsai breeze brook butter cactus "
    "camel canoe carrot castle cedar cherry cloud clover cobalt comet copper coral cotton coyote crane cricket "
    "crystal daisy desert dolphin donkey eagle ember falcon feather fennel fern ferret finch flute forest fossil "
    "fox garden garlic gecko ginger glacier goose granite grape gravel harbor hazel hedgehog heron honey island "
    "ivory jaguar jasmine juniper kettle kitten koala lagoon lantern lemon lentil lilac lizard llama lotus magnet "
    "mango maple marble meadow melon mint monkey moss mountain mushroom nectar needle nutmeg ocean olive onion "
    "orchid otter oyster panda papaya parrot pebble pepper pigeon pine planet plum pony poppy potato prairie "
    "quail quartz rabbit raven river robin rocket saffron salmon sparrow spruce squirrel sunset swallow thistle "
    "thunder tiger timber tomato tulip tundra turtle valley velvet violet walnut walrus willow winter zebra"
)
WORDS = _WORDS.split()


def new_word() -> str:
    """Two words at random, of more than 20,000 pairs."""
    return f"{secrets.choice(WORDS)} {secrets.choice(WORDS)}"


def letters(text: str) -> str:
    """What counts of a word that is typed: no blanks, hyphens or capitals.

    >>> letters(" Heron-Maple")
    'heronmaple'
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def require_word(text: str) -> None:
    """Raises BadText: a word of which nothing counts, or too long."""
    if not letters(text) or len(text) > LONGEST_WORD or not text.isprintable():
        expected = f"a word of letters or digits, of at most {LONGEST_WORD} characters"
        raise BadText([Finding(1, 1, expected, repr(text[:LONGEST_WORD]), "<--word>")])


def is_same(text: str, other_text: str) -> bool:
    """Whether two texts are equal, in a time that does not say where they differ."""
    return compare_digest(text.encode("utf-8", "replace"), other_text.encode("utf-8", "replace"))


@dataclass(slots=True)
class Allowance:
    """How often each of many may do something: `most` times at once, and once more every `each` seconds.

    Only so many are remembered, those who did it last.
    """

    most: int
    each: float
    now: Callable[[], float] = time.monotonic
    remembered: int = 4_096
    used: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)  # how often, and when

    def left(self, who: str) -> float:
        """How often it may be done now."""
        used, since = self.used.get(who, (0.0, 0.0))
        return self.most - max(0.0, used - (self.now() - since) / self.each)

    def count(self, who: str) -> None:
        """It was done once more."""
        self.used[who] = (self.most - self.left(who) + 1, self.now())
        self.used.move_to_end(who)
        while len(self.used) > self.remembered:
            self.used.popitem(last=False)
