"""The web application without a browser: its pages, its answers, and what it refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from command import grundy
from limits import set_limits
from serving import Server, served
from steps import Steps
from waiting import PATIENCE

from grundy import BadRule, BadText, parse, solve
from grundy import rule as rule_of_code
from grundy.games.catalogue import GAMES
from grundy.model.definition import value_by_definition
from grundy.model.rule import Component, Position
from grundy.notation.typed import typed_rule
from grundy.text.reader import Text
from grundy.web import pages, rule_answers
from grundy.web.handlers import answer
from grundy.web.openapi import description
from grundy.web.server import API, POLICY
from grundy.web.shelf import game_url
from grundy.web.tiles import MIDDLES, tile

EXAMPLES = {name: game.example for name, game in GAMES.items()}
STATIC = Path(pages.__file__).parent / "static"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--workers", "2", "--time-limit", f"{PATIENCE}s") as running:
        yield running


# Pages.


class Links(HTMLParser):
    """What a page points to, and whether anything in it is inline."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.found.append(value)
            if name == "style" or name.startswith("on"):
                self.inline.append(f"{tag} {name}")
        if tag == "style" or (tag == "script" and not dict(attributes).get("src")):
            self.inline.append(tag)


@pytest.mark.parametrize("path", ["/", "/games", "/game", "/rule", "/learn", "/api", "/nothing"])
def test_a_page_keeps_to_its_policy_and_links_lead_somewhere(server: Server, path: str) -> None:
    response = server.get(path)
    assert response.status == (404 if path == "/nothing" else 200)
    assert response.headers["content-security-policy"] == POLICY and "unsafe" not in POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    links = Links(response.text)
    assert not links.inline
    for link in {re.split("[?#]", link)[0] for link in links.found if not link.startswith("#")}:
        assert link.startswith("/"), "no request beyond itself"
        assert link.startswith("/api/") or server.get(link, {"game": "nim"}).status == 200, link


@pytest.mark.parametrize("page", [pages.game, pages.rule])
def test_a_page_that_needs_scripts_says_so(page: Callable[[], str]) -> None:
    """The page of a rule was a field with a button that did nothing."""
    assert "JavaScript, which is switched off" in page()


def test_no_file_names_another_host() -> None:
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|url\(|@import|eval\(|innerHTML", text), file.name


def test_the_catalogue_shows_every_game(server: Server) -> None:
    page = server.get("/games").text
    for name, game in GAMES.items():
        assert pages.escape(game_url(EXAMPLES[name])) in page, name
        assert pages.escape(game.summary) in page, name


def test_no_two_games_have_the_same_picture() -> None:
    """Names and labels taken away, and what only says where: the pictures differ by what is drawn."""
    pictures = {name: re.sub(r'aria-label="[^"]*"|<title>.*?</title>', "", tile(game)) for name, game in GAMES.items()}
    drawn = [picture for picture in pictures.values() if picture]
    assert len(set(drawn)) == len(drawn) > len(GAMES) // 2
    assert all(" last" in tile(GAMES[name]) for name in MIDDLES), "a picture is from the middle of a game"


@pytest.mark.parametrize("way", pages.WAYS, ids=lambda way: way[0])
def test_the_commands_on_the_first_page_answer_so(way: tuple[str, str, str, str, str, object]) -> None:
    *_, command, told, _ = way
    verb, *more = command.split()[1:]
    if verb != "class":
        assert told in grundy(verb, *more).out
        return
    with served(*more, verb=verb) as server:  # on a free port, which it tells
        assert told.replace(":8000", f":{server.port}") in server.line


def test_static_files_have_tags(server: Server) -> None:
    first = server.get("/static/grundy.css")
    again = server.get("/static/grundy.css", If_None_Match=first.headers["etag"])
    assert (first.status, again.status, again.data) == (200, 304, b"")
    for wrong in ("nothing.css", "../server.py", "%2e%2e/server.py", "server.py"):
        assert server.get(f"/static/{wrong}").status == 404


# The interface for programs.


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_answered_as_on_the_command_line(server: Server, name: str) -> None:
    game, position = EXAMPLES[name]
    told = grundy("solve", game, position, "--json").json()
    assert server.get("/api/solve", {"game": game, "position": position}).json() == told


def test_other_commands_are_answered_alike(server: Server) -> None:
    told = grundy("sequence", "kayles", "--to", "30", "--json").json()
    assert server.get("/api/sequence", {"game": "kayles", "to": "30"}).json() == told
    told = grundy("period", "octal:0.77", "--json").json()
    assert server.get("/api/period", {"game": "octal:0.77"}).json() == told
    told = [json.loads(line) for line in grundy("games", "--json").out.splitlines()]
    assert server.get("/api/games").json() == told
    told = grundy("solve", "nim", "1", "1", "--misere", "--json", "--moves", "1").json()
    question = {"game": "nim", "position": "1 1", "play": "misere", "moves": 1}
    assert server.post("/api/solve", question).json() == told


def test_the_description_is_that_of_the_server(server: Server) -> None:
    told = server.get("/openapi.json").json()
    assert told == description()
    assert set(told["paths"]) == {"/api/games", *(f"/api/{kind}" for kind in API)}
    for path, methods in told["paths"].items():
        assert path in server.get("/api").text
        assert server.get(methods["get"]["x-example"]).status == 200


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "nim", "position": "3 x"}, "BadText", "<argument>:1:3: expected a pile size"),
    ({"game": "nimm", "position": "3"}, "BadText", "did you mean 'nim'?"),
    ({"game": "sum", "position": "nim(3"}, "BadText", "')' after the position"),
    ({"game": "rule:n -> m", "position": "3"}, "BadText", "<argument>:1:11"),
    ({"game": "rule:n -> n", "position": "3"}, "BadRule", "expected play that ends, found the cycle 3 -> 3"),
    ({"position": "3"}, "BadText", "as texts"),
    ({"game": "nim", "position": 3}, "BadText", "as texts"),
    ({"game": "nim", "position": "1 " * 6000}, "BadText", "10,000 characters"),
    ({"components": [["nim", "1"]] * 21}, "BadText", "1 to 20 components"),
    ({"components": []}, "BadText", "1 to 20 components"),
    ({"components": "nim"}, "BadText", "list of [game, position]"),
    ({"game": "nim", "position": "1", "play": "chess"}, "BadText", "normal, misere or loopy"),
    ({"game": "nim", "position": "1", "moves": -1}, "BadText", "0 to 10,000"),
    ({"game": "nim", "position": "1", "moves": True}, "BadText", "0 to 10,000"),
    (
        {"game": "nim", "position": "1", "components": [["kayles", "2"]]},
        "BadText",
        "or a game and a position, found both",
    ),
    ({"game": "own.py", "position": "1"}, "BadText", "<argument>:1:1: expected the name of a game, found 'own.py'"),
]


@pytest.mark.parametrize(("question", "kind", "says"), WRONG, ids=[says for *_, says in WRONG])
def test_what_cannot_be_answered_is_told(server: Server, question: dict[str, Any], kind: str, says: str) -> None:
    response = server.post("/api/solve", question)
    error = response.json()["error"]
    assert (response.status, error["kind"]) == (422, kind)
    assert says in error["message"] and "Traceback" not in response.text
    assert server.post("/ask/solve", question).status == 200  # for our own pages


def test_what_is_out_of_reach_is_told(server: Server) -> None:
    response = server.post("/api/reply", {"game": "nim", "position": "1000000"})
    assert response.status == 422 and response.json()["error"]["kind"] == "OutOfReach"
    assert "more than 20,000 moves" in response.json()["error"]["message"]


def test_what_is_no_question_is_told(server: Server) -> None:
    def status(body: bytes, kind: str = "application/json", **headers: str) -> int:
        response = server.ask("POST", "/api/solve", body=body, headers={"Content-Type": kind, **headers})
        assert response.json()["error"]["kind"] == "BadRequest"
        return response.status

    assert status(b"{") == 400
    assert status(b"[" * 60_000) == 400
    assert status(b"[]") == 400
    assert status(b"game=nim", "application/x-www-form-urlencoded") == 415
    assert status(b" " * 70_000) == 413
    assert status(b"{}", **{"Sec-Fetch-Site": "cross-site"}) == 403
    assert server.get("/api/sequence", {"game": "nim", "to": "x"}).status == 400
    assert server.get("/api/solve", {"game": "n" * 20_000}).status == 414
    assert server.get("/api/solve?game=nim&position=3&position=4").status == 400
    assert server.get("/", Host="elsewhere.example").status == 403
    assert server.ask("DELETE", "/api/solve").status == 405


@pytest.mark.parametrize(
    ("kind", "more", "found"),
    [
        ("solve", {"misere": "true"}, "expected one of game, position, play, moves, components, found 'misere'"),
        ("sequence", {"play": "misere"}, "expected one of game, to, position, components, found 'play'"),
        ("course", {"first": "1"}, "expected one of game, position, play, components, moves, must, found 'first'"),
    ],
)
def test_what_a_question_does_not_have_is_refused(server: Server, kind: str, more: dict[str, str], found: str) -> None:
    """It was left out, so that misere=true was answered in normal play."""
    for response in (
        server.get(f"/api/{kind}", {"game": "nim", "position": "3", **more}),
        server.post(f"/api/{kind}", {"game": "nim", "position": "3", **more}),
    ):
        error = response.json()["error"]
        assert (response.status, error["kind"]) == (400, "BadRequest")
        assert error["message"] == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('{"game": "nim", "position": "3", "position": "4"}', "expected 'position' once, found it again"),
        ('{"components": [[{"a": 1, "a": 2}, "3"]]}', "expected 'a' once, found it again"),
        ('{"game": "nim", "position": "3", "moves": NaN}', "expected the numbers of JSON, found NaN"),
    ],
)
def test_json_that_two_readers_read_differently_is_refused(server: Server, body: str, found: str) -> None:
    """Of a key that came twice the last was taken, unlike by whoever reads the first."""
    for route in ("/api/solve", "/ask/look", "/ask/reply"):
        response = server.ask("POST", route, body=body.encode(), headers={"Content-Type": "application/json"})
        assert (response.status, response.json()["error"]["message"]) == (400, found)


@pytest.mark.parametrize("kind", API)
def test_our_own_pages_may_not_ask_what_is_not_understood_either(server: Server, kind: str) -> None:
    """/ask left it out, so that misere=true was answered in normal play."""
    response = server.post(f"/ask/{kind}", {"game": "nim", "position": "3", "misere": True})
    assert response.status == 400 and "found 'misere'" in response.json()["error"]["message"]
    assert server.get(f"/api/{kind}", {"game": "nim", "components": "[]"}).status == 400


@pytest.mark.parametrize("kind", ["look", "reply"])
def test_a_place_to_answer_in_is_one_of_the_position(kind: str) -> None:
    """There was no move in [7, 7], so that who had to answer there had lost."""
    for must in ([[7, 7]], [[1, 1], [1, 4]], [[0, 1]], [[1, 0]]):
        with pytest.raises(BadText, match=r"expected must to name parts of the position as \[component, place\]"):
            answer(kind, {"game": "nim", "position": "3 4 5", "must": must})
    told = answer("look", {"components": [["nim", "3"], ["nim", "4 5"]], "must": [[2, 2]]})
    assert {move["component"] for move in told["moves"]} == {2} and told["move_count"] == 5
    assert answer("look", {"game": "nim", "position": "3", "must": []})["moves"] == []
    with pytest.raises(BadText, match="blunder as a number"):
        answer("reply", {"game": "nim", "position": "1", "blunder": True})


def test_a_rule_is_asked_of_one_game() -> None:
    """The first was answered, and the others left out; of none it ended in an IndexError."""
    for components in ([], [["nim", "1"], ["kayles", "1"]]):
        with pytest.raises(BadText, match=r"expected (one game, found 2|1 to 20 components, found 0)"):
            answer("rule", {"components": components})


ROUTES = [*(f"/api/{kind}" for kind in API), *(f"/ask/{kind}" for kind in API)]


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_of_another_origin_may_not_post(server: Server, route: str) -> None:
    """Only what a browser says of the site was looked at, and not all say it."""
    host = f"127.0.0.1:{server.port}"
    others = ("null", "https://evil.example", f"http://127.0.0.1:{server.port + 1}", f"http://localhost:{server.port}")
    body = json.dumps({"game": "nothing", "position": "3"}).encode()
    answered = 422 if route.startswith("/api/") else 200  # for our own pages a refusal is an answer

    def status(origin: str, kind: str = "application/json") -> int:
        headers = {"Content-Type": kind, "Origin": origin, "Host": host}
        return server.ask("POST", route, body=body, headers=headers).status

    assert [status(origin) for origin in others] == [403] * 4
    assert status("https://evil.example", "text/plain") == 403
    assert status(f"http://{host}") == answered == status(f"https://{host}")  # behind a proxy that brings TLS


@pytest.mark.parametrize("route", ["/", "/game", "/healthz", "/static/grundy.css", "/api/solve?game=nim&position=3"])
def test_a_host_that_was_not_named_is_refused(server: Server, route: str) -> None:
    """A page elsewhere can have its own name mean this machine, and its origin is then that name."""
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "", "localhost@evil.example"):
        assert server.get(route, Host=host).status == 403, host
    for host in ("127.0.0.1", f"LOCALHOST:{server.port}", "[::1]", f"[::1]:{server.port}"):
        assert server.get(route, Host=host).status == 200, host
    evil = {"Host": "evil.example", "Origin": "http://evil.example", "Content-Type": "application/json"}
    assert server.ask("POST", "/ask/look", body=b"{}", headers=evil).status == 403


def test_no_file_of_this_machine_is_read_or_run(server: Server, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    file = tmp_path / "rules.py"
    file.write_text(
        f"open({str(mark)!r}, 'w').close()\nimport grundy\n@grundy.rule\ndef r(n):\n    yield from range(n)\n"
    )
    for question in (
        {"game": str(file), "position": "3"},
        {"game": f"{file}:r", "position": "3"},
        {"game": "sum", "position": f"{file}(3)"},
        {"game": "sum", "position": f"nim(1) + {file}(3)"},
        {"components": [["nim", "1"], [str(file), "3"]]},
    ):
        for kind in API:
            assert server.post(f"/api/{kind}", question).status == 422
    assert not mark.exists()


# What the page of a game is told.


def position_of(components: list[list[str]]) -> Position:
    components_of: list[Component] = []
    for game, text in components:
        components_of += parse(f"{game}({text})").components
    return Position(tuple(components_of))


def keeping(position: Position) -> set[str]:
    """The moves after which the same player moves on."""
    each = ((part, option) for part in position.parts() for option in part.rule.options(part.state))
    return {str(position.move_of(part, part.rule.labels(option))) for part, option in each if option.next == "again"}


# Regions with curves between them, sets of letters of which not all relations may be there, a graph and several tokens,
# boxes, whose sides to the outside are no lines between two nodes; a bar of two numbers, graphs with several marks, and
# a path whose tiles look alike; a space, whose board has one of four sizes.
SET_AS_TEXT = ("sprouts", "brussels-sprouts", "subset-take-away", "annihilation", "nimstring", "chocolate-bar",
               "domination", "heat-toggle", "black-path", "cap-set")  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_moves_of_a_look_are_those_of_the_position_which_can_be_set(name: str) -> None:
    game, text = EXAMPLES[name]
    told = answer("look", {"components": [[game, text]]})
    position = parse(f"{game}({text})")
    assert told["move_count"] == len(told["moves"]) or told["more"]
    assert sum(move["wins"] for move in told["moves"]) == solve(position).winning_moves.count
    for move in told["moves"][:40]:
        lost = value_by_definition(position_of(move["becomes"])) == 0  # for whoever moves next
        assert move["wins"] == (lost != (move["text"] in keeping(position))), move
    (board,) = told["boards"]
    assert (board["edit"] is None) == (name in SET_AS_TEXT)
    items = set(re.findall(r'data-item="([^"]+)"', board["svg"]))
    if board["svg"]:
        assert all(item in items for move in told["moves"] for spot in move["spots"] for item in spot)
    assert (board["game"], position_of([[board["game"], board["text"]]])) == (game, position)


def test_a_game_is_drawn_from_its_start_and_its_moves() -> None:
    """Before anything is solved; a page used to draw the position that is left."""
    upright = ["cells ((1, 1), (2, 1))", "cells ((1, 2), (2, 2))"]
    told = answer("game", {"game": "cram", "position": "2x3", "moves": upright})
    assert [(one["says"], one["player"]) for one in told["history"]] == [
        ("cover (1, 1) and (2, 1)", 1),
        ("cover (1, 2) and (2, 2)", 2),
    ]
    assert told["position"] == [["cram", "##./##."]] and told["components"] == [["cram", ".../..."]]
    svg = told["boards"][0]["svg"]
    assert svg.count('class="domino p1"') == svg.count('class="domino p2 last"') == 1 and svg.count("cell") == 6
    assert (
        told["result"] is None and told["turn"] == 1 and [move["spots"] for move in told["moves"]] == [[["1,3", "2,3"]]]
    )
    assert answer("look", {"game": "cram", "position": "2x3", "moves": upright})["result"]["winner"] == "first"
    told = answer("game", {"game": "kayles", "position": "5", "moves": ["pile 1, take 1, leave (4,) ~2"]})
    assert {item for move in told["moves"] for way in move["spots"] for item in way} == {"1,2", "1,3", "1,4", "1,5"}
    for moves, message in ((upright * 2, "move 3 to be one of its position"), (7, "moves as a list of texts")):
        with pytest.raises(BadText, match=message):
            answer("game", {"game": "cram", "position": "2x3", "moves": moves})
    with pytest.raises(BadText, match="at most 500 moves"):
        answer("game", {"game": "nim", "position": "3", "moves": ["pile 1, take 1"] * 501})


def test_orders_are_set_and_pointed_at() -> None:
    told = answer("look", {"game": "poset", "position": "grid:2x3"})
    assert told["boards"][0]["edit"]["kind"] == "squares" and told["boards"][0]["edit"]["join"] == "<"
    spots = {move["says"]: move["spots"] for move in told["moves"]}
    assert spots["take (1, 2) and all above"] == [["1,2", "1,3", "2,2", "2,3"]]
    assert spots["take (1, 1) and all above"] == [["1,1", "1,2", "1,3", "2,1", "2,2", "2,3"]]
    told = answer("look", {"game": "poset", "position": "a<b<c, a<d"})
    assert told["boards"][0]["edit"]["lines"] == [["a", "b"], ["a", "d"], ["b", "c"]]
    assert {tuple(move["spots"][0]) for move in told["moves"]} == {("1", "2", "3", "4"), ("2", "3"), ("3",), ("4",)}


@pytest.mark.parametrize("variant", ["", ":directed", ":edges", ":directed-edges"])
def test_a_token_is_moved_by_pointing_at_where_it_goes(variant: str) -> None:
    told = answer("look", {"game": f"geography{variant}", "position": "a-b-c-a, b-d @ b"})
    (board,) = told["boards"]
    assert board["edit"]["kind"] == "token" and board["edit"]["nodes"] == ["a", "b", "c", "d"]
    spots = {move["says"]: move["spots"] for move in told["moves"]}
    assert spots == {"move to a": [["1", "2"]], "move to c": [["3", "2"]], "move to d": [["4", "2"]]}


def test_edges_of_a_bush_are_pointed_at_one_by_one() -> None:
    told = answer("look", {"game": "hackenbush", "position": "0-a-b, a-b, b-b"})
    (board,) = told["boards"]
    assert board["edit"]["kind"] == "lines" and board["edit"]["lines"].count(["a", "b"]) == 2
    spots = {move["says"]: move["spots"] for move in told["moves"]}
    expected = {"cut 0-a": [["1,2"]], "cut a-b": [["2,3"]], "cut a-b, copy 2": [["2,3,2"]], "cut b-b": [["3,3"]]}
    assert spots == expected


def test_marks_of_a_board_are_found_in_its_notation() -> None:
    edit = answer("look", {"game": "bacteria", "position": "../.."})["boards"][0]["edit"]
    assert edit == {"kind": "cells", "marks": [".", "#"], "names": ["empty", "blocked"]}
    assert answer("look", {"game": "chess-rows:6", "position": "-/3"})["boards"][0]["edit"]["kind"] == "columns"


def test_why_is_told_in_binary() -> None:
    why = answer("look", {"components": [["nim", "3"], ["take-away:1,2", "4"]]})["why"]
    assert [(one["value"], one["binary"]) for one in why["summands"]] == [("3", "11"), ("1", "01")]
    assert why["total"] == {"value": "2", "binary": "10"}


def test_numbers_that_a_browser_would_round_are_texts() -> None:
    told = answer("look", {"game": "nim", "position": str(2**70)})
    assert told["result"]["nim_value"] == str(2**70) and told["move_count"] is None and told["best"]


def test_the_computer_replies() -> None:
    move = answer("reply", {"game": "nim", "position": "3 4 5"})["move"]
    assert (move["says"], move["becomes"]) == ("take 2 from pile 1", [["nim", "1 4 5"]])
    careless = answer("reply", {"game": "nim", "position": "3 4 5", "blunder": 1})["move"]
    assert careless["says"] != "take 2 from pile 1"
    assert answer("reply", {"game": "nim", "position": "0"}) == {"move": None}
    with pytest.raises(BadText):
        answer("reply", {"game": "nim", "position": "1", "blunder": "often"})


# Rules that are typed.


def test_a_board_is_shown_though_its_winner_is_not_found_in_time() -> None:
    """The whole question was given up, and nothing was shown. Chomp 13x14 has twenty million positions.

    The last cell is bitten off: a theorem wins the full board.
    """
    components = [["chomp", "/".join(["." * 14] * 12 + ["." * 13 + "#"])]]
    with Steps(each=1.0):
        told = answer("look", {"components": components}, 1.0)
        reply = answer("reply", {"components": components}, 1.0)
    assert told["result"] is None and "not found in the time" in told["refused"]
    assert told["move_count"] == 13 * 14 - 2 and told["boards"][0]["svg"]
    assert {move["wins"] for move in told["moves"]} == {None}
    assert reply["move"]["wins"] is None


def test_a_rule_has_its_sequence_period_and_patterns() -> None:
    with Steps():
        told = answer("rule", {"game": "rule:n -> n-k, for k in {1,3,4}"})
    assert told["values"][:14] == [0, 1, 0, 1, 2, 3, 2] * 2
    assert (told["period"]["status"], told["period"]["period"]) == ("proved", 7)
    assert told["losing"][:4] == [0, 2, 7, 9]
    assert told["svg"].startswith("<svg")


def test_a_period_that_is_only_observed_is_not_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """OEIS A002186: 12, with the last exception at 70."""
    set_limits(monkeypatch, "web", SEQUENCE=200)
    with Steps():
        told = answer("rule", {"game": "rule:n -> a & n-a-k, for k in 1..2, for a in 0..n-k"})
    assert (told["period"]["period"], told["computed"]) == (None, 200)
    assert told["period"]["observed"] == {"period": 12, "preperiod": 71, "saltus": 0}


def test_of_a_rule_there_are_as_many_values_as_there_is_time_for() -> None:
    @rule_of_code
    def one(n):  # type: ignore[no-untyped-def]
        clock.tick(0.1)  # seconds
        if n:
            yield n - 1

    @rule_of_code
    def two(a, b):  # type: ignore[no-untyped-def]
        clock.tick(0.1)
        if a:
            yield a - 1, b

    with Steps() as clock:
        values = rule_answers.values_in_time(one, range(100))
        rows = rule_answers.table_json(two)["rows"]
    assert values == [n % 2 for n in range(len(values))] and 1 <= len(values) < 20
    assert rows == [[a % 2 for _ in rows] for a in range(len(rows))] and 1 <= len(rows) < 10


def test_a_rule_of_two_numbers_has_a_table() -> None:
    rule = "(a,b)->(a-k,b),for k in 1..a;(a,b)->(a,b-k),for k in 1..b;(a,b)->(a-k,b-k),for k in 1..min(a,b)"
    with Steps():
        told = answer("rule", {"game": f"rule:{rule}"})
    assert told["losing"][:4] == [[0, 0], [1, 2], [2, 1], [3, 5]]  # Wythoff 1907


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_rule_leads_to_a_position(name: str) -> None:
    """Of Cram it said "Cannot read properties of undefined", and of a row of chess it led to what is no position."""
    if name == "graph":  # has no rule without its position
        return
    game = EXAMPLES[name][0]
    told = answer("rule", {"game": game})
    assert ("values" in told) + ("rows" in told) <= 1 and told["position"]
    assert answer("look", {"components": [[game, told["position"]]]})["move_count"]


def test_a_rule_that_rises_is_valued_with_bounded_work() -> None:
    with Steps():
        up = answer("rule", {"game": "rule:n -> n+1, if n < 21; n -> n+2, if n < 20; n -> n+3, if n < 19"})
    assert up["values"][:24] == [(21 - n) % 4 for n in range(22)] + [0, 0]
    odd = answer("rule", {"game": "rule:n -> n+1, if n > 2"})  # 0, 1 and 2 end play; from 3 it goes on without end
    assert (odd["values"], odd["computed"]) == ([0, 0, 0], 3)
    for rule in ("n -> n+1", "n -> n+1; n -> n-2, if n >= 2", "(a,b) -> (a+1,b)", "n -> n+1 & n+1"):
        with pytest.raises(BadRule, match="that ends before 20,000 positions are met; a condition in the rule"):
            answer("rule", {"game": f"rule:{rule}"})
    with pytest.raises(BadRule, match="expected play that ends before its states have"):
        answer("rule", {"game": "rule:n -> n*n+2"})
    with pytest.raises(BadRule, match="found the cycle 2 -> 3 -> 2; --loopy, or loopy=True in Python"):
        answer("rule", {"game": "rule:n -> n-1, if n != 2; n -> n+1, if n = 2"})


def test_a_rule_of_three_numbers_is_only_played() -> None:
    told = answer("rule", {"game": "rule:(a,b,c) -> (a-1,b,c)"})
    assert told == {"rule": told["rule"], "numbers": 3, "position": "5 5 5"}


def test_a_typed_rule_is_played() -> None:
    told = answer("look", {"components": [["rule:n -> k & n-k, for k in 1..(n-1)//2", "7 3"]]})
    rule = typed_rule("n -> k & n-k, for k in 1..(n-1)//2")
    for move in told["moves"]:
        text = Text(move["becomes"][0][1], "<argument>")
        assert move["wins"] == (value_by_definition(rule(*rule.space.read(text))) == 0)


def test_the_rules_that_are_offered_are_rules() -> None:
    for _, rule in pages.RULES:
        told = answer("rule", {"game": rule if "->" not in rule else f"rule:{rule}"})
        assert told["numbers"] in (1, 2)


def test_games_on_heaps_lead_to_their_sequence() -> None:
    assert answer("look", {"game": "kayles", "position": "3 4"})["sequence"]
    assert not answer("look", {"game": "rectangle", "position": "11"})["sequence"]
    for name in ("graph", "chess-rows"):  # their states are numbers, and no heaps
        assert not answer("look", {"components": [list(GAMES[name].example)]})["sequence"]
    assert not answer("look", {"components": [["kayles", "3"], ["nim", "3"]]})["sequence"]
