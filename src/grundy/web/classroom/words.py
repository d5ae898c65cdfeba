"""The secret word of a lesson: short to type, and one of too many to guess at the allowed rate."""

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
    """The letters and digits of a typed word in lower case, which alone are compared.

    >>> letters(" Heron-Maple")
    'heronmaple'
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def require_word(text: str) -> None:
    """Raise BadText if a word has no letter or digit, is too long or is not printable."""
    if not letters(text) or len(text) > LONGEST_WORD or not text.isprintable():
        expected = f"a word of letters or digits, of at most {LONGEST_WORD} characters"
        raise BadText([Finding(1, 1, expected, repr(text[:LONGEST_WORD]), "<--word>")])


def is_same(text: str, other_text: str) -> bool:
    """Whether two texts are equal, in a time that does not reveal where they differ."""
    return compare_digest(text.encode("utf-8", "replace"), other_text.encode("utf-8", "replace"))


@dataclass(slots=True)
class Allowance:
    """A rate limit for each of many clients: `most` actions at once, and one more every `each` seconds.

    It remembers the `remembered` clients that acted last.
    """

    most: int
    each: float
    now: Callable[[], float] = time.monotonic
    remembered: int = 4_096
    used: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)  # actions, time

    def left(self, who: str) -> float:
        """The number of actions that a client may do now."""
        used, since = self.used.get(who, (0.0, 0.0))
        return self.most - max(0.0, used - (self.now() - since) / self.each)

    def count(self, who: str) -> None:
        """Count one more action of a client."""
        self.used[who] = (self.most - self.left(who) + 1, self.now())
        self.used.move_to_end(who)
        while len(self.used) > self.remembered:
            self.used.popitem(last=False)
