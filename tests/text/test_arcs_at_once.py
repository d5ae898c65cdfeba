"""Long lists of arcs between whole numbers are read all at once, to the graph that the careful reader makes of them."""

from __future__ import annotations

import random

import pytest
from limits import set_limits

from grundy.text import graphs
from grundy.text.graphs import GraphText
from grundy.text.reader import Text


def read(string: str) -> tuple[GraphText, list[str]]:
    text = Text(string, "in")
    graph = graphs.read_arcs(text, loopy=True)
    return graph, list(map(str, text.findings))


def agree(monkeypatch: pytest.MonkeyPatch, string: str) -> bool:
    """Whether it was read at once; both readers must agree."""
    set_limits(monkeypatch, "text.graphs", LARGE=len(string) + 1)
    by_line = read(string)
    set_limits(monkeypatch, "text.graphs", LARGE=0)
    assert read(string) == by_line, string
    return graphs._read_large(string) is not None


def test_sound_lists_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = random.Random(18)
    for _ in range(100):
        nodes = [chances.randrange(10 ** chances.randrange(1, 19)) for _ in range(chances.randint(1, 9))]
        pairs = [(chances.choice(nodes), chances.choice(nodes)) for _ in range(chances.randint(1, 20))]
        string = "".join(f"{a} {b}{chances.choice((' ', '', chr(9)))}\n" for a, b in pairs)
        tokens = "".join(f"@ {' '.join(str(chances.choice(pairs)[0]) for _ in range(3))}\n" for _ in range(2))
        for text in (string + tokens, string, string + "\n" + tokens.rstrip(), string.replace("\n", "\r\n")):
            assert agree(monkeypatch, text)


@pytest.mark.parametrize(
    "string",
    [
        "1 2\n07 7\n@ 7\n",
        "1 2\n07 3\n",
        "00 0\n",
        "0 1\n1 0\n@ 0\n",
        "1 2\n2 3\n@ 4\n",
        "1 2\n@ 02\n",
        "1 2 @ 1\n",
        "1 2\n @ 1\n",
        "@ 1\n1 2\n",
        "1 2\n@ 1\n2 3\n",
        "1 2\n@ 1 # first\n",
        "1 2 3\n4\n@ 1\n",
        "1 2/2 3/@ 1",
        "-1 2\n@ -1\n",
        "a b\n",
        "1 1000000000000000000\n@ 1\n",
        "1 18446744073709551616\n",
        "1 2\n@1 2\n@\n",
        "1\x0b2\n",
        "1 2\n@ 1\x0b2\n",
        "1 2\n@ 1\r\n",
        "\u0661 2\n",
        "@",
    ],
)
def test_odd_lists_are_read_the_same(string: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(monkeypatch, string)


def test_damaged_lists_are_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = random.Random(20)
    sound = "1 2\n2 3\n\n3 10\n@ 1 2\n@ 3\n"
    odd = ("@", "#", "/", "\n", "\r", " ", "0", "x", "-", "\0", "\u00a0", "\x0c", "99999999999999999999", "")
    for _ in range(300):
        at = chances.randrange(len(sound) + 1)
        agree(monkeypatch, sound[:at] + chances.choice(odd) + sound[at + chances.randrange(2) :])


@pytest.mark.parametrize(
    ("string", "told"),
    [
        ("1\u00a02\n@ 1", "1:1: expected a node of visible characters, found '1\\xa02' (no-break space)"),
        ("1 2\0\n@ 1", "1:3: expected a node of visible characters, found '2\\x00' (NUL)"),
        ("1 2\n\udcff 3", "2:1: expected a node of visible characters, found invalid UTF-8 byte 0xff"),
        ("1 \uff13", "1:3: expected a node of visible characters, found '\uff13' (full-width digit)"),
        ("1\r2", "1:1: expected a node of visible characters, found '1\\x0d2' (a carriage return)"),
        ("1\x0b2", "1:1: expected a node of visible characters, found '1\\x0b2' (the control character U+000B)"),
        ("1 2/2 3\u200b/@ 1", "1:7: expected a node of visible characters, found '3\\u200b' ("),
    ],
)
def test_a_character_that_cannot_be_seen_is_named(string: str, told: str) -> None:
    """A no-break space parted two names, and the others were taken for letters."""
    text = Text(string, "arcs.txt")
    assert graphs.read_arcs(text).nodes == ()
    assert str(text.findings[0]).startswith(f"arcs.txt:{told}")


def test_letters_of_other_languages_and_remarks_are_taken() -> None:
    text = Text("\ufeff\u00fc \u4e16\r\n# \u00a0 \uff13\r\n@ \u00fc\r\n", "arcs.txt")
    graph = graphs.read_arcs(text)
    assert (graph.nodes, graph.tokens, text.findings) == (("\u00fc", "\u4e16"), (0,), [])
