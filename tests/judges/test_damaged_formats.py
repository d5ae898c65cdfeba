"""Twenty-two kinds of damage to the sample of every format: each is refused at a place, and nothing is answered."""

from __future__ import annotations

import re

import pytest
from command import grundy

from grundy.judges import JUDGES
from grundy.judges.judge import Judge

# In place of the first number, or of the first name in quotes where a sample has no number.
TOKENS: dict[str, bytes] = {
    "a letter": b"x",
    "a letter for a digit": b"1O",
    "a negative number": b"-3",
    "a sign": b"+3",
    "a fraction": b"2.5",
    "an exponent": b"1e3",
    "a base": b"0x1",
    "an underscore": b"1_0",
    "a full-width digit": "3".translate({ord("3"): "\uff13"}).encode(),
    "an Arabic digit": "\u0663".encode(),
    "a minus of printers": "\u22123".encode(),
    "a no-break space": "1\xa02".encode(),
    "a line separator": "1\u20282".encode(),
    "NUL": b"1\x002",
    "a carriage return": b"1\r2",
    "a byte of Latin-1": b"1\xe92",
    "half a letter": b"1\xc3",
    "too many digits": b"9" * 6000,
}
WHOLE: dict[str, bytes] = {
    "nothing": b"",
    "a page of the web": b"<!DOCTYPE html>\n<html><body>Not found</body></html>\n",
    "a packed file": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x33\xe4\x02\x00\x53\xfc\x51\x67",
}
NUMBER = re.compile(rb"\d+")
NAME = re.compile(rb'(?<=\[)"\w+"')


def damaged(judge: Judge) -> dict[str, bytes]:
    """The sample with each kind of damage."""
    sample = judge.sample_in.encode()
    place = NUMBER if NUMBER.search(sample) else NAME
    texts = {kind: place.sub(lambda _, token=token: token, sample, count=1) for kind, token in TOKENS.items()}
    return texts | WHOLE | {"two bytes a letter": sample.decode().encode("utf-16")}


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_no_damaged_input_is_answered(judge: Judge) -> None:
    texts = damaged(judge)
    assert len(texts) == 22 and judge.sample_in.encode() not in texts.values()
    assert grundy("judge", judge.name, stdin=judge.sample_in.encode()).out == judge.sample_out
    wrong = {}
    for kind, text in texts.items():
        done = grundy("judge", judge.name, stdin=text)
        lines = done.err.splitlines()
        if (done.status, done.out) != (2, "") or not re.match(r"<stdin>:\d+:\d+: .*expected .+, found ", lines[0]):
            wrong[kind] = done
        assert len(done.err) < 5000 and "\0" not in done.err and "\x1f" not in done.err, kind
    assert wrong == {}
