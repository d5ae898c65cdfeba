"""What the pages of a class ask over HTTP: each question names its fields, and needs a key but for entering.

A key comes in a header, which no page of another origin can send, and is kept by a page as long as its tab is open; so
there is no cookie. Positions are drawn, and the computer moves, in processes of the pool, for each pupil one at a time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from random import randrange
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from grundy.errors import BadText
from grundy.web.classroom import lesson as lessons
from grundy.web.classroom import pages
from grundy.web.classroom.lesson import PupilGame
from grundy.web.classroom.room import TEACHER, Room
from grundy.web.classroom.tasks import task_of
from grundy.web.pool import Pool, QuestionRefused
from grundy.web.server import page_route, question_of, refusal

KEY = "x-grundy-key"
MOST_DESKS = 8  # pages of a teacher that wait for news at the same time
LONGEST_TEXT = 2_000  # characters of a field
MOST_MOVES = 500
LARGEST = 10**9
REPLIES = 3  # of the computer in one position: no game is learnt by heart, and few answers are to be remembered

Act = Callable[["ClassContext", int, dict[str, Any]], Awaitable[dict[str, Any]]]


class ClassContext(NamedTuple):
    """What an answer is made from; `closed` waits until whoever asks hears no answer any more."""

    room: Room
    pool: Pool
    closed: Callable[[], Awaitable[None]] | None = None


class ClassRequest(NamedTuple):
    """What may be asked: by whom, with which fields, each of a type, and what answers it."""

    of_teacher: bool
    fields: Mapping[str, type]
    act: Act


def class_routes(room: Room, pool: Pool) -> list[Route]:
    """The pages of a class, and what they ask."""
    desk = ClassContext(room, pool)
    return [
        Route("/", page_route(pages.pupil)),
        Route("/teacher", page_route(pages.teacher)),
        Route("/projector", page_route(pages.projector)),
        Route("/class/enter", _entered(room), methods=["POST"]),
        *(
            Route(f"/class/{kind}", _endpoint(desk, class_request), methods=["POST"])
            for kind, class_request in QUESTIONS.items()
        ),
    ]


def _entered(room: Room) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            await room.may_ask(None, _address(request))
            given = _fields(await question_of(request), {"word": str, "name": str})
            return JSONResponse({"key": room.enter(given["word"], given["name"], _address(request))})
        except QuestionRefused as problem:
            return refusal(problem)

    return endpoint


def _endpoint(desk: ClassContext, class_request: ClassRequest) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            key = request.headers.get(KEY, "")
            number = await desk.room.who(
                key, class_request.of_teacher, _address(request)
            )  # before anything of it is read
            given = _fields(await question_of(request), class_request.fields)
            return JSONResponse(await class_request.act(desk._replace(closed=partial(_closed, request)), number, given))
        except QuestionRefused as problem:
            return refusal(problem)

    return endpoint


async def _closed(request: Request) -> None:
    """Wait until the connection of a question that was read is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _fields(given: Mapping[str, Any], fields: Mapping[str, type]) -> dict[str, Any]:
    """The fields of a question. Raises QuestionRefused: one is missing, unknown, too long or of another type."""
    for name in given:
        if name not in fields:
            raise _bad(f"{', '.join(fields) or 'no field'}", repr(name[:40]))
    for name, kind in fields.items():
        value = given.get(name)
        if type(value) is not kind:
            raise _bad(f"{name!r} as {WANTED[kind]}", "nothing" if value is None else type(value).__name__)
        if isinstance(value, int) and abs(value) >= LARGEST:
            raise _bad(f"{name!r} as {WANTED[kind]} below {LARGEST:,}", "a larger one")
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        if len(texts) > MOST_MOVES or not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts):
            raise _bad(f"{name!r} as texts of at most {LONGEST_TEXT:,} characters, {MOST_MOVES} at most", "others")
    return dict(given)


WANTED: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts"}


def _bad(expected: str, actual: str) -> QuestionRefused:
    return QuestionRefused(400, "BadRequest", f"expected {expected}, found {actual}")


async def _computed(desk: ClassContext, kind: str, question: dict[str, Any], number: int) -> dict[str, Any]:
    """What a process of the pool answers; each pupil is a client of it. Raises QuestionRefused."""
    reply = await desk.pool.ask(kind, question, f"pupil {number}" if number != TEACHER else "teacher")
    if "error" in reply:
        raise QuestionRefused(422, reply["error"]["kind"], reply["error"]["message"])
    answer: dict[str, Any] = reply["answer"]
    return answer


# For everybody.


async def _pupil_news(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    await desk.room.news(number, given["since"], closed=desk.closed and desk.closed())
    desk.room.expect(number)
    if number not in desk.room.lesson.pupils:
        raise QuestionRefused(401, "Unknown", "the lesson is over, or you are not in it: type the word again")
    return lessons.as_pupil(desk.room.lesson, number) | {"version": desk.room.version(number)}


async def _teacher_news(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    if not 0 <= given["desk"] < MOST_DESKS:
        raise _bad(f"a desk from 0 to {MOST_DESKS - 1}", str(given["desk"]))
    await desk.room.news(TEACHER, given["since"], given["desk"])
    room = desk.room
    told = lessons.as_teacher(room.lesson) | {"version": room.version(TEACHER)}
    return told | {"word": room.word, "address": room.address}


async def _shown(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    """The picture of the position that is shown, and why who wins, once that may be seen."""
    shown = desk.room.lesson.shown
    if shown is None or shown.number != given["shown"]:
        raise QuestionRefused(409, "Behind", "this position is not shown any more")
    return {"board": desk.room.shown, "why": desk.room.why if shown.explained else None}


# For pupils.


def _question(desk: ClassContext, game: PupilGame, moves: tuple[str, ...]) -> dict[str, Any]:
    task = desk.room.lesson.tasks[game.task]
    seed = randrange(REPLIES) if moves or game.first == 2 else 0
    return {"components": [[task.game, task.position]], "moves": list(moves), "first": game.first, "seed": seed}


async def _exchange(
    desk: ClassContext, number: int, game: PupilGame, moves: tuple[str, ...], own: bool
) -> dict[str, Any]:
    """The boards of a game after moves of it and the computer's answer. Raises QuestionRefused."""
    if number in desk.room.playing:
        raise QuestionRefused(429, "Busy", "your last move is still being answered")
    desk.room.playing.add(number)
    question = _question(desk, game, moves)
    try:
        boards = (await _computed(desk, "exchange", question, number))["pages"]
    finally:
        desk.room.playing.discard(number)
    last = boards[-1]
    made = tuple(move["text"] for move in last["history"])
    winner = 3 - last["turn"] if last["move_count"] == 0 else 0  # whoever cannot move loses
    lessons.game_of(desk.room.lesson, number, game.number)  # the pupil is still there, and plays it
    if made != game.moves:
        desk.room.become(lessons.moved(desk.room.lesson, number, game, made, winner, own))
    mark = desk.room.lesson.pupils[number].marks[game.task]
    return {"game": game.number, "boards": boards, "winner": winner, "games": mark.games, "won_in": mark.won_in}


async def _begin(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    lesson = lessons.begin(desk.room.lesson, number, given["task"], given["first"])
    if number in desk.room.playing:
        raise QuestionRefused(429, "Busy", "your last move is still being answered")
    desk.room.become(lesson)
    game = lessons.game_of(lesson, number, lesson.last)
    return await _exchange(desk, number, game, (), own=False)


async def _move(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    moves = tuple(given["moves"])
    game = lessons.may_move(desk.room.lesson, number, given["game"], moves)
    return await _exchange(desk, number, game, moves, own=True)


async def _board(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    """The board of a game as it is, as for a page that was loaded again."""
    game = lessons.game_of(desk.room.lesson, number, given["game"])
    return await _exchange(desk, number, game, game.moves, own=False)


async def _vote(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    desk.room.become(lessons.vote(desk.room.lesson, number, given["shown"], given["player"]))
    return {"vote": given["player"]}


# For the teacher.


async def _show(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    try:
        task = task_of(given["text"])
    except BadText as problem:
        raise QuestionRefused(422, "BadText", str(problem)) from None
    question = {"components": [[task.game, task.position]]}
    board = await _computed(desk, "game", question, TEACHER)
    why = await _computed(desk, "look", question, TEACHER)
    winner = {"first": 1, "second": 2}.get((why["result"] or {}).get("winner", ""), 0)
    desk.room.shown, desk.room.why = board, why
    desk.room.become(lessons.show(desk.room.lesson, task, winner))
    return {}


async def _hide(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    desk.room.become(lessons.hide(desk.room.lesson))
    desk.room.shown, desk.room.why = {}, {}
    return {}


async def _reveal(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    desk.room.become(lessons.reveal(desk.room.lesson, given["votes"], given["why"]))
    return {}


async def _pause(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    desk.room.become(lessons.pause(desk.room.lesson, given["paused"]))
    return {}


async def _remove(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    desk.room.become(lessons.remove(desk.room.lesson, given["pupil"]))
    return {}


async def _csv(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    return {"csv": lessons.as_csv(desk.room.lesson)}


async def _end(desk: ClassContext, number: int, given: dict[str, Any]) -> dict[str, Any]:
    desk.room.become(lessons.over(desk.room.lesson))
    desk.room.shown, desk.room.why = {}, {}
    return {}


QUESTIONS: dict[str, ClassRequest] = {
    "news": ClassRequest(False, {"since": int}, _pupil_news),
    "begin": ClassRequest(False, {"task": int, "first": int}, _begin),
    "move": ClassRequest(False, {"game": int, "moves": list}, _move),
    "board": ClassRequest(False, {"game": int}, _board),
    "vote": ClassRequest(False, {"shown": int, "player": int}, _vote),
    "shown": ClassRequest(False, {"shown": int}, _shown),
    "teacher/news": ClassRequest(True, {"since": int, "desk": int}, _teacher_news),
    "teacher/shown": ClassRequest(True, {"shown": int}, _shown),
    "teacher/show": ClassRequest(True, {"text": str}, _show),
    "teacher/hide": ClassRequest(True, {}, _hide),
    "teacher/reveal": ClassRequest(True, {"votes": bool, "why": bool}, _reveal),
    "teacher/pause": ClassRequest(True, {"paused": bool}, _pause),
    "teacher/remove": ClassRequest(True, {"pupil": int}, _remove),
    "teacher/csv": ClassRequest(True, {}, _csv),
    "teacher/end": ClassRequest(True, {}, _end),
}
