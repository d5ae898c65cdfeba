"""What can be said of a question that a search has not answered yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Unanswered:
    """What is known of the nim-value that is asked.

    most       the number of moves, which is as large as the value can be; None: no value is asked, but a yes or no
    part, parts  of several parts, the value of which one
    ruled_out  the values below this one are not it
    about      whether it is this value is being searched; with
    refuted    how many options are shown not to have that value, of how many; None: there is no such count
    """

    most: int | None
    part: int = 1
    parts: int = 1
    ruled_out: int = 0
    about: int = 0
    refuted: Callable[[], tuple[int, int]] | None = None

    def describe(self, kept: str, misere: bool = False) -> str:
        """In words, what is kept last.

        >>> Unanswered(9, ruled_out=2).describe("8 states")
        'the nim-value is at most 9, the number of moves, and not 0, 1; 8 states'
        >>> Unanswered(None, refuted=lambda: (3, 4)).describe("8 states", misere=True)
        '3 of 4 options are shown not to win; 8 states'
        >>> Unanswered(5, 2, 3).describe("20 nim-values")
        'the nim-value of part 2 of 3 is at most 5, the number of moves; 20 nim-values'
        """
        words = []
        if self.most is not None:
            of = f" of part {self.part} of {self.parts}" if self.parts > 1 else ""
            but = f", and not {', '.join(map(str, range(self.ruled_out)))}" if self.ruled_out else ""
            words.append(f"the nim-value{of} is at most {self.most}, the number of moves{but}")
        shown, count = self.refuted() if self.refuted else (0, 0)
        if shown and (misere or self.most is not None):
            words.append(f"{shown} of {count} options are shown not to {'win' if misere else f'be worth {self.about}'}")
        return "; ".join([*words, kept])
