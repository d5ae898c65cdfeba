"""A class over HTTP: who may ask what, what pupils and the teacher are told, what nobody learns without the word."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import command
import pytest
from limits import set_limits
from serving import Server
from teaching import WORD, Class, Person, taught
from waiting import PATIENCE

from grundy.web import pages as games
from grundy.web.classroom import lesson as lessons
from grundy.web.classroom import pages
from grundy.web.classroom import room as rooms
from grundy.web.classroom.lesson import ClassTask, Lesson
from grundy.web.classroom.room import TEACHER, TRIES, Room
from grundy.web.classroom.routes import QUESTIONS
from grundy.web.pool import QuestionRefused
from grundy.web.server import API, POLICY

JSON = {"Content-Type": "application/json"}
FIELDS: dict[type, Any] = {str: "nim 1", int: 1, bool: True, list: []}


@pytest.fixture(scope="module")
def a_class() -> Iterator[Class]:
    with taught("--workers", "2", "--time-limit", f"{PATIENCE}s", "--task", "nim 1 2", "--task", "kayles 3") as running:
        yield running


@pytest.fixture
def fresh(a_class: Class) -> Class:
    return a_class.renewed()


def moves(board: Any) -> list[str]:
    return [move["text"] for move in board["history"]]


def nim_move(board: Any) -> str:
    """A move of Nim after which the XOR of the piles is 0, in the words of the board (Bouton 1901)."""
    for move in board["moves"]:
        (piles,) = (text for game, text in move["becomes"] if game == "nim")
        if not reduce(xor, map(int, piles.split())):
            return str(move["text"])
    raise AssertionError("no move wins")


def wins(pupil: Person) -> Any:
    """Play Nim 1 2 to its end, as one should."""
    game = pupil.told("begin", task=0, first=1)
    while not game["winner"]:
        board = game["boards"][-1]
        game = pupil.told("move", game=game["game"], moves=[*moves(board), nim_move(board)])
    return game


# A lesson.


def test_the_teacher_sees_who_has_won_what_in_how_many_games(fresh: Class) -> None:
    ada, ben = fresh.enters("Ada"), fresh.enters("Ben")
    lost = ada.told("begin", task=0, first=1)
    lost = ada.told("move", game=lost["game"], moves=["pile 2, take 2"])  # the computer takes the last
    assert (lost["winner"], lost["games"], lost["won_in"]) == (2, 1, None)
    assert [board["turn"] for board in lost["boards"]] == [2, 1], "one board after each move"
    won = wins(ada)
    assert (won["winner"], won["games"], won["won_in"]) == (1, 2, 2)
    assert [(one["name"], one["marks"][0]) for one in fresh.seen()["pupils"]] == [
        ("Ada", {"games": 2, "won_in": 2}),
        ("Ben", {"games": 0, "won_in": None}),
    ]
    assert ben.told("news", since=0)["tasks"][0]["won_in"] is None
    assert "Ada,2,2,," in fresh.teacher.told("teacher/csv")["csv"].replace(",0", ",")


def test_the_computer_may_begin_and_a_page_that_is_loaded_again_shows_the_game(fresh: Class) -> None:
    ada = fresh.enters("Ada")
    game = ada.told("begin", task=1, first=2)
    assert [len(board["history"]) for board in game["boards"]] == [0, 1]
    assert game["boards"][-1]["turn"] == 1 and game["games"] == 0
    again = ada.told("board", game=ada.told("news", since=0)["game"]["number"])
    assert again["boards"] == game["boards"][-1:]


def test_the_server_and_not_the_page_says_who_has_won(fresh: Class) -> None:
    """No move can be claimed that is none, none be taken back, and no game be won by saying so."""
    ada = fresh.enters("Ada")
    game = ada.told("begin", task=0, first=1)
    for made, status in ((["pile 1, take 5"], 422), (["pile 1, take 1", "pile 2, take 2"], 409), ([], 409)):
        refused = ada.asks("move", game=game["game"], moves=made)
        assert refused.status == status and "error" in refused.json()
    game = ada.told("move", game=game["game"], moves=["pile 2, take 2"])
    assert ada.asks("move", game=game["game"], moves=[nim_move_first := "pile 2, take 1"]).status == 409, nim_move_first
    assert fresh.seen()["pupils"][0]["marks"][0]["won_in"] is None


def test_a_pause_holds_all_boards(fresh: Class) -> None:
    ada = fresh.enters("Ada")
    game = ada.told("begin", task=0, first=1)
    fresh.teacher.told("teacher/pause", paused=True)
    refused = ada.asks("move", game=game["game"], moves=["pile 2, take 1"])
    assert (refused.status, refused.json()["error"]["kind"]) == (409, "Paused")
    assert ada.told("news", since=0)["paused"]
    fresh.teacher.told("teacher/pause", paused=False)
    ada.told("move", game=game["game"], moves=["pile 2, take 1"])


def test_a_position_is_shown_to_all_and_its_answer_only_when_the_teacher_says_so(fresh: Class) -> None:
    """Nim 1 3 5 7 has the XOR 0: Player 2 wins (Bouton 1901)."""
    ada, ben = fresh.enters("Ada"), fresh.enters("Ben")
    fresh.teacher.told("teacher/show", text="nim 1 3 5 7")
    number = ada.told("news", since=0)["shown"]["number"]
    assert ada.asks("begin", task=0, first=1).json()["error"]["kind"] == "Paused"
    ada.told("vote", shown=number, player=2)
    assert fresh.seen()["shown"]["votes"] is None, "one has not voted"
    ben.told("vote", shown=number, player=1)
    assert fresh.seen()["shown"]["votes"] == [1, 1]
    told = ada.told("shown", shown=number)
    assert told["why"] is None and told["board"]["result"] is None and "nim_value" not in json.dumps(told)
    assert {move["wins"] for move in told["board"]["moves"]} == {None}
    fresh.teacher.told("teacher/reveal", votes=True, why=True)
    assert ada.told("news", since=0)["shown"]["winner"] == 2
    assert fresh.seen()["shown"]["right"] == 1
    assert fresh.teacher.told("teacher/shown", shown=number)["why"]["result"]["nim_value"] == 0
    assert ada.asks("vote", shown=number, player=1).status == 409
    fresh.teacher.told("teacher/hide")
    ada.told("begin", task=0, first=1)


def test_what_cannot_be_shown_is_told_and_nothing_changes(fresh: Class) -> None:
    for text, says in (("nim x", "expected a pile size"), ("chess 3", "expected the name of a game"), ("", "nothing")):
        refused = fresh.teacher.asks("teacher/show", text=text)
        assert refused.status == 422 and says in refused.json()["error"]["message"]
    assert fresh.seen()["shown"] is None


# Who may ask.


def test_without_the_word_nothing_is_had(fresh: Class) -> None:
    """No question is answered without a key, and none of the pages that `serve` has is there."""
    fresh.enters("Ada")
    stranger = Person(fresh.server)
    for kind, asked in QUESTIONS.items():
        question = {name: FIELDS[of] for name, of in asked.fields.items()}
        for key in ("", "x", WORD, "A" * 24):
            refused = stranger._replace(key=key).asks(kind, **question)
            assert refused.status == 401 and set(refused.json()) == {"error"}, (kind, key)
            assert "Ada" not in refused.text
    assert stranger.asks("enter", word="crane", name="Eve").status == 403
    for path in ("/", "/teacher", "/projector"):
        page = fresh.server.get(path)
        assert page.status == 200 and not re.search(rf"Ada|{WORD}|{fresh.teacher.key}", page.text)
    for path in ("/games", "/game", "/rule", "/api", "/openapi.json", "/class", "/class/news", "/class/teacher/csv"):
        assert fresh.server.get(path).status in (404, 405)
    for kind in API:
        for way in ("api", "ask"):
            assert fresh.server.post(f"/{way}/{kind}", {"game": "nim", "position": "1"}).status == 404


def test_a_pupil_is_no_teacher_and_no_other_pupil(fresh: Class) -> None:
    ada, ben = fresh.enters("Ada"), fresh.enters("Ben")
    for kind, asked in QUESTIONS.items():
        question = {name: FIELDS[of] for name, of in asked.fields.items()}
        wrong = ada if asked.of_teacher else fresh.teacher
        assert wrong.asks(kind, **question).status == 401, kind
    game = ada.told("begin", task=0, first=1)["game"]
    assert ben.asks("board", game=game).status == ben.asks("move", game=game, moves=["pile 2, take 1"]).status == 409


def test_who_is_removed_or_whose_lesson_is_over_may_ask_nothing(fresh: Class) -> None:
    ada, ben = fresh.enters("Ada"), fresh.enters("Ben")
    fresh.teacher.told("teacher/remove", pupil=fresh.seen()["pupils"][0]["number"])
    assert (ada.asks("news", since=0).status, ben.asks("news", since=0).status) == (401, 200)
    for kind, question in (("begin", {"task": 0, "first": 1}), ("vote", {"shown": 1, "player": 1})):
        assert ada.asks(kind, **question).status == 401
    fresh.enters("Ada")  # the name is free
    fresh.teacher.told("teacher/end")
    assert ben.asks("news", since=0).status == 401 and fresh.seen()["pupils"] == []


def test_wrong_words_are_counted_and_then_the_right_one_is_refused_as_well(fresh: Class) -> None:
    """Else a word could be found by trying; whoever tries at another address has tries of their own."""
    eve = Person(fresh.server, "", "10.6.6.6")
    statuses = [eve.asks("enter", word=f"wrong {number}", name="Eve").status for number in range(TRIES + 3)]
    assert set(statuses) == {403, 429} and statuses.count(403) < TRIES + 2
    refused = eve.asks("enter", word=WORD, name="Eve")
    assert (refused.status, refused.headers["retry-after"]) == (429, "2")
    fresh.enters("Ada", address="10.6.6.7")


def test_hosts_and_origins_are_checked_as_where_games_are_served(fresh: Class) -> None:
    body = json.dumps({"word": WORD, "name": "Eve"}).encode()
    ask = fresh.server.ask
    for path in ("/", "/teacher", "/class/enter"):
        assert (
            ask("POST" if "class" in path else "GET", path, body=body, headers=JSON | {"Host": "evil.example"}).status
            == 403
        )
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert ask("POST", "/class/enter", body=body, headers=JSON | headers).status == 403
    assert fresh.seen()["pupils"] == []
    page = fresh.server.get("/teacher")
    assert page.headers["content-security-policy"] == POLICY and page.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in page.headers


def test_on_every_address_names_are_asked_for() -> None:
    done = command.grundy("class", "--host", "0.0.0.0", "--port", "0")
    assert (done.status, done.out) == (2, "") and "--name" in done.err


# Bad input.


@pytest.mark.parametrize(
    ("kind", "question", "says"),
    [
        ("news", {}, "expected 'since' as a whole number, found nothing"),
        ("news", {"since": "1"}, "found str"),
        ("news", {"since": True}, "found bool"),
        ("news", {"since": 10**20}, "below 1,000,000,000"),
        ("news", {"since": 1, "more": 1}, "expected since, found 'more'"),
        ("begin", {"task": 9, "first": 1}, "expected a task from 0 to 1, found 9"),
        ("begin", {"task": 0, "first": 0}, "expected the first player, 1 or 2, found 0"),
        ("move", {"game": 1, "moves": [1]}, "expected 'moves' as texts"),
        ("move", {"game": 1, "moves": ["x"] * 501}, "500 at most"),
        ("move", {"game": 1, "moves": ["x" * 2001]}, "at most 2,000 characters"),
        ("teacher/news", {"since": 0, "desk": 99}, "expected a desk from 0 to 7, found 99"),
        ("teacher/pause", {"paused": 1}, "expected 'paused' as true or false, found int"),
    ],
)
def test_a_question_that_is_none_is_told_what_is_wrong(fresh: Class, kind: str, question: Any, says: str) -> None:
    asker = fresh.teacher if kind.startswith("teacher") else fresh.enters("Ada")
    reply = asker.asks(kind, **question)
    assert reply.status == 400 and says in reply.json()["error"]["message"]


def test_names_that_cannot_be_taken_are_told_why(fresh: Class) -> None:
    fresh.enters("Ada")
    stranger = Person(fresh.server)
    for name, status, says in (("x" * 21, 400, "found 21 characters"), ("ada", 409, "is in the class already")):
        reply = stranger.asks("enter", word=WORD, name=name)
        assert reply.status == status and says in reply.json()["error"]["message"]


def test_a_body_has_an_end_and_is_not_read_of_who_has_no_key(fresh: Class) -> None:
    large = json.dumps({"word": "x" * 70_000, "name": "Eve"}).encode()
    assert fresh.server.ask("POST", "/class/enter", body=large, headers=JSON).status == 413
    with socket.create_connection(("127.0.0.1", fresh.server.port)) as link:
        link.sendall(b"POST /class/move HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n")
        assert b" 401 " in link.recv(100), "answered before any of it is sent"


def test_no_name_and_no_key_is_printed() -> None:
    with taught("--workers", "1", "--task", "nim 1 2") as running:
        ada = running.enters("Wilhelmina")
        wins(ada)
        ada.asks("move", game=1, moves=["Wilhelmina"])
        running.server.ask("POST", "/class/Wilhelmina", body=b"Wilhelmina", headers=JSON)
        process = running.server.process
        process.send_signal(2)
        out, err = process.communicate()
    assert "Wilhelmina" not in out + err and ada.key not in out + err


def test_the_server_hears_that_a_page_was_closed(fresh: Class) -> None:
    ada = fresh.enters("Ada")
    game = ada.told("begin", task=0, first=1)
    news = json.dumps({"since": ada.told("news", since=0)["version"]}).encode()
    address = f"127.0.0.1:{fresh.server.port}"
    head = f"POST /class/news HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", fresh.server.port)) as page:
        page.sendall(f"{head}X-Grundy-Key: {ada.key}\r\nContent-Length: {len(news)}\r\n\r\n".encode() + news)
    stranger = Person(fresh.server)
    tries = (stranger.asks("enter", word=WORD, name="Ada") for _ in range(100))
    key = next(answer.json()["key"] for answer in tries if answer.status == 200)
    again = Person(fresh.server, key)
    assert again.told("news", since=0)["game"]["number"] == game["game"]
    assert ada.asks("news", since=0).status == 401
    assert len(fresh.seen()["pupils"]) == 1


# The room.


async def begun() -> None:
    """Let all that was started run until it waits."""
    turn = asyncio.Event()
    asyncio.get_running_loop().call_soon(turn.set)
    await turn.wait()


def a_room() -> tuple[Room, int, int]:
    room = Room(WORD, "teacher", "", Lesson((ClassTask("Nim", "nim", "1 2"),)))
    keys = [room.enter(WORD, name, "") for name in ("Ada", "Ben")]
    ada, ben = (room.known(key) for key in keys)
    assert ada is not None and ben is not None
    return room, ada, ben


def test_whoever_waits_is_told_of_what_concerns_them_and_of_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "web", WAIT=None)

    async def wait() -> None:
        room, ada, ben = a_room()
        pupils = [asyncio.create_task(room.news(number, room.version(number))) for number in (ada, ben)]
        desks = [asyncio.create_task(room.news(TEACHER, room.version(TEACHER), desk)) for desk in (0, 1)]
        await begun()
        room.become(lessons.begin(room.lesson, ada, 0, 1))
        await asyncio.gather(*desks)
        assert not any(task.done() for task in pupils)
        room.become(lessons.pause(room.lesson, True))
        await asyncio.gather(*pupils)
        await room.news(ada, room.version(ada) - 1)  # what has changed since is told at once
        last = asyncio.create_task(room.news(ada, room.version(ada)))
        await begun()
        room.become(lessons.remove(room.lesson, ada))
        await last
        assert not room.waiting

    asyncio.run(wait())


def test_a_second_wait_of_a_pupil_ends_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile one would hold a thousand connections otherwise."""
    set_limits(monkeypatch, "web", WAIT=None)

    async def wait() -> None:
        room, ada, _ = a_room()
        waits = []
        for _ in range(5):
            waits.append(asyncio.create_task(room.news(ada, room.version(ada))))
            await begun()
        await asyncio.gather(*waits[:-1])
        assert len(room.waiting) == 1 and not waits[-1].done()
        waits[-1].cancel()
        await asyncio.gather(waits[-1], return_exceptions=True)
        assert not room.waiting

    asyncio.run(wait())


def test_a_pupil_whose_page_was_closed_has_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while a page is open, and not by the key of the page that was closed."""
    set_limits(monkeypatch, "web", WAIT=None)

    async def wait() -> None:
        room, ada, _ = a_room()
        room.become(lessons.begin(room.lesson, ada, 0, 1))
        before, keys = room.lesson, list(room.keys)
        hung_up = asyncio.Event()

        async def closed() -> None:
            await hung_up.wait()

        page = asyncio.create_task(room.news(ada, room.version(ada), closed=closed()))
        await begun()
        with pytest.raises(QuestionRefused, match="on a page that is open"):
            room.enter(WORD, "Ada", "")
        hung_up.set()
        await page
        for word, name in (("wrong", "Ada"), (WORD, "Ben")):
            with pytest.raises(QuestionRefused):
                room.enter(word, name, "")
        key = room.enter(WORD, "ADA", "")
        assert room.lesson == before and room.known(key) == ada
        assert keys[0] not in room.keys and keys[1] in room.keys
        with pytest.raises(QuestionRefused, match="on a page that is open"):
            room.enter(WORD, "Ada", "")

    asyncio.run(wait())


def test_a_page_that_is_loaded_again_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection of the page before may end after the new page has asked."""
    set_limits(monkeypatch, "web", WAIT=None)

    async def wait() -> None:
        room, ada, _ = a_room()
        hung_up = asyncio.Event()

        async def closed() -> None:
            await hung_up.wait()

        before = asyncio.create_task(room.news(ada, room.version(ada), closed=closed()))
        await begun()
        after = asyncio.create_task(room.news(ada, room.version(ada)))
        await begun()
        hung_up.set()
        await before
        assert not room.away and not after.done()
        after.cancel()

    asyncio.run(wait())


def test_whoever_asks_nothing_more_is_away_and_whoever_asks_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a machine went off, which closes no connection."""
    set_limits(monkeypatch, "web", GONE=0.0)

    async def wait() -> None:
        room, ada, _ = a_room()
        key = room.enter(WORD, "Cleo", "")
        cleo = room.known(key)
        assert cleo is not None
        room.expect(ada)
        room.expect(cleo)
        await room.who(key, of_teacher=False)
        for _ in range(3):
            await begun()
        assert room.away == {ada} and not room.leaving
        room.become(lessons.remove(room.lesson, ada))
        assert not room.away

    asyncio.run(wait())


def test_a_key_is_of_one_pupil_and_no_other_text_is_one() -> None:
    room, ada, ben = a_room()
    assert ada != ben and room.known("teacher") == TEACHER
    assert [room.known(key) for key in ("", WORD, "Teacher", "teacher ", "x" * 24)] == [None] * 5


def test_a_pupil_waits_for_one_answer_at_a_time(fresh: Class) -> None:
    room, ada, _ = a_room()
    room.playing.add(ada)
    from grundy.web.classroom.routes import ClassContext, _begin

    with pytest.raises(QuestionRefused, match="still being answered"):
        asyncio.run(_begin(ClassContext(room, None), ada, {"task": 0, "first": 1}))  # type: ignore[arg-type]
    assert room.lesson.pupils[ada].game is None


def test_who_asks_as_often_as_no_page_does_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one would have the server to themselves; what one has used up is not missed by another."""
    set_limits(monkeypatch, "web", DELAY=0.0)

    async def asked(room: Room, number: int | None, address: str) -> int:
        try:
            await room.may_ask(number, address)
        except QuestionRefused as problem:
            return problem.status
        return 200

    async def ask() -> None:
        room, ada, ben = a_room()
        room.questions.now = room.strangers.now = lambda: 0.0
        for number, address, most in ((ada, "", rooms.QUESTIONS), (None, "10.6.6.6", rooms.STRANGERS)):
            statuses = [await asked(room, number, address) for _ in range(most + 2)]
            assert statuses == [200] * most + [429, 429]
        others = ((ben, "10.6.6.6"), (None, "10.6.6.7"), (TEACHER, "10.6.6.6"))
        assert [await asked(room, number, address) for number, address in others] == [200] * 3

    asyncio.run(ask())


def test_only_some_refusals_are_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds a connection, and of these there is an end."""
    set_limits(monkeypatch, "web", DELAY=PATIENCE)

    async def ask() -> None:
        room, ada, _ = a_room()
        room.questions.now = lambda: 0.0
        for _ in range(rooms.QUESTIONS):
            await room.may_ask(ada, "")
        held = [asyncio.create_task(room.may_ask(ada, "")) for _ in range(rooms.MOST_DELAYED)]
        await begun()
        with pytest.raises(QuestionRefused):
            await room.may_ask(ada, "")
        assert room.delayed == rooms.MOST_DELAYED and not any(task.done() for task in held)
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        assert room.delayed == 0

    asyncio.run(ask())


def test_the_address_that_is_told_is_one_that_pupils_can_open() -> None:
    with taught("--host", "0.0.0.0", "--name", "127.0.0.1", "--workers", "1") as running:
        assert running.seen()["address"] == f"http://127.0.0.1:{running.server.port}/"
        assert isinstance(running.server, Server)


def test_a_site_of_files_has_nothing_of_a_class() -> None:
    """No page of it is played by pupils, and each visitor's browser would keep the files."""
    static = Path(games.__file__).parent / "static"
    own = [(static / name).read_text(encoding="utf-8") for name in pages.ALONE]
    others = [file.read_text(encoding="utf-8") for file in static.iterdir() if file.name not in pages.ALONE]
    others += [page() for page in (games.home, games.games, games.game, games.rule, games.playground, games.learn)]
    assert all(own) and not [name for name in pages.ALONE for text in others if name in text]
