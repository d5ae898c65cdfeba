"""The room of a lesson: the lesson as it is now, who may speak in it, and who waits to hear of a change.

All of it is in the memory of this process, used by one event loop, and gone when that ends.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from grundy.web.classroom import lesson as lessons
from grundy.web.classroom.lesson import Lesson
from grundy.web.classroom.words import Allowance, is_same, letters
from grundy.web.pool import QuestionRefused

TEACHER = 0  # the number of whoever may do what a teacher does
TRIES = 20  # of an address, to type the word, all wrong
QUESTIONS = 60  # of a pupil at once; a page asks four a second at most, but for presses
STRANGERS = 200  # questions without a key of an address at once, such as to enter: of a class behind one address, too
DELAY, MOST_DELAYED = 1.0, 100  # seconds after which whoever asks too often is told so, and of how many at once
GONE = 30.0  # seconds without a question after which a page that has got its news is taken to be closed
WAIT = 25.0  # seconds after which whoever waits for news is told that there are none


def new_key() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(18)


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "replace")).digest()


@dataclass(slots=True)
class Room:
    """A lesson and who may speak in it: pupils by the key they got for the word, the teacher by another.

    Keys are looked up by their digests, so that how long that takes says nothing of a key. `heard` counts the changes
    that concern the whole class, `changed` all of them. `shown` has what is drawn of the position that is shown, and
    `why` what explains it; `tries` counts the wrong words of each address, `strangers` its questions without a key,
    `questions` those of each pupil; `playing` are pupils whose move is being answered, `waiting` whoever waits for
    news, `away` pupils whose page was closed, `leaving` what will say so of those who ask no more, `delayed` how many
    refusals are still to be told.
    """

    word: str
    teacher: str
    address: str
    lesson: Lesson
    tries: Allowance = field(default_factory=lambda: Allowance(TRIES, 3.0))
    questions: Allowance = field(default_factory=lambda: Allowance(QUESTIONS, 0.1))
    strangers: Allowance = field(default_factory=lambda: Allowance(STRANGERS, 0.05))
    delayed: int = 0
    keys: dict[bytes, int] = field(default_factory=dict)
    heard: int = 1
    changed: int = 1
    shown: dict[str, Any] = field(default_factory=dict)
    why: dict[str, Any] = field(default_factory=dict)
    playing: set[int] = field(default_factory=set)
    waiting: dict[int, asyncio.Future[None]] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    leaving: dict[int, asyncio.TimerHandle] = field(default_factory=dict)

    def known(self, key: str) -> int | None:
        """The number of whoever has a key; None: nobody."""
        digest = _digest(key)
        return TEACHER if digest == _digest(self.teacher) else self.keys.get(digest)

    async def who(self, key: str, of_teacher: bool, address: str = "") -> int:
        """The number of whoever asks with a key. Raises QuestionRefused: nobody, not the teacher, or too often."""
        number = self.known(key)
        await self.may_ask(number, address)
        if number is None or (number == TEACHER) != of_teacher:
            raise QuestionRefused(401, "Unknown", "the lesson is over, or you are not in it: type the word again")
        self.away.discard(number)
        self._keep(number)
        return number

    async def may_ask(self, number: int | None, address: str) -> None:
        """Count a question of a pupil, a teacher or a stranger. Raises QuestionRefused: too many, after a second.

        So whoever waits for an answer before asking again has the server for the least time.
        """
        if number == TEACHER:
            return
        allowance, who = (self.strangers, address) if number is None else (self.questions, str(number))
        if allowance.left(who) >= 1:
            allowance.count(who)
            return
        if self.delayed < MOST_DELAYED:
            self.delayed += 1
            try:
                await asyncio.sleep(DELAY)
            finally:
                self.delayed -= 1
        raise QuestionRefused(429, "Busy", "you ask too often; wait a moment, and try again")

    def enter(self, word: str, name: str, address: str) -> str:
        """Make the key of a new pupil, or another key of one who is away: the game goes on, and the old key is none.

        Raises:  QuestionRefused: the word is wrong, or was too often; or the name cannot be taken.
        """
        if self.tries.left(address) < 1:
            raise QuestionRefused(
                429, "Busy", "too many wrong words were typed here; wait a few seconds, and try again"
            )
        if not is_same(letters(word), letters(self.word)):
            self.tries.count(address)
            raise QuestionRefused(403, "WrongWord", "this is not the word of the class; ask your teacher")
        pupil = lessons.pupil_named(self.lesson, name)
        if pupil is not None and pupil.number in self.away:
            number = pupil.number
            self.away.remove(number)
            self.keys = {key: pupil_number for key, pupil_number in self.keys.items() if pupil_number != number}
        else:
            self.become(lessons.enter(self.lesson, name))
            number = self.lesson.last
        key = new_key()
        self.keys[_digest(key)] = number
        return key

    def expect(self, number: int) -> None:
        """Await the next question of a pupil who gets an answer now: without one for some time the pupil is away."""
        self._keep(number)
        self.leaving[number] = asyncio.get_running_loop().call_later(GONE, self._leave, number)

    def _leave(self, number: int) -> None:
        self._keep(number)
        if number in self.lesson.pupils and number not in self.waiting:
            self.away.add(number)

    def _keep(self, number: int) -> None:
        if (timer := self.leaving.pop(number, None)) is not None:
            timer.cancel()

    def become(self, lesson: Lesson) -> None:
        """Another lesson; whoever waits for what has changed is told."""
        before, self.lesson = self.lesson, lesson
        if lesson == before:
            return
        self.changed += 1
        common = lessons.common(lesson) != lessons.common(before)
        gone = before.pupils.keys() - lesson.pupils.keys()
        self.heard += common
        self.keys = {key: number for key, number in self.keys.items() if number in lesson.pupils}
        self.away &= lesson.pupils.keys()
        for number, future in self.waiting.items():
            if not future.done() and (common or number in gone or number < 0):
                future.set_result(None)

    def version(self, number: int) -> int:
        """Counts the changes that concern somebody."""
        return self.changed if number == TEACHER else self.heard

    async def news(self, number: int, since: int, desk: int = 0, closed: Awaitable[None] | None = None) -> None:
        """Wait for a change after version `since`, or some time; a second wait of a pupil ends the first.

        Args:    desk: tells the pages of a teacher apart, who may have two.
                 closed: ends when the page that waits is closed; its pupil is away then, unless another page waits.
        """
        if self.version(number) != since:
            return
        place = number or -1 - desk
        if (earlier := self.waiting.get(place)) is not None and not earlier.done():
            earlier.set_result(None)
        future = self.waiting[place] = asyncio.get_running_loop().create_future()

        def end(_: object) -> None:
            if not future.done():
                future.set_result(None)

        watch = None if closed is None else asyncio.ensure_future(closed)
        if watch is not None:
            watch.add_done_callback(end)
        try:
            async with asyncio.timeout(WAIT):
                await future
        except TimeoutError:
            pass
        finally:
            if self.waiting.get(place) is future:
                del self.waiting[place]
                if watch is not None and watch.done() and number in self.lesson.pupils:
                    self.away.add(number)
            if watch is not None:
                watch.cancel()
