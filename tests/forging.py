"""Forged certificates of every kind, and whether what they claim is true: by brute force that shares nothing with us.

    python tests/forging.py --count 10000

makes so many of each kind and prints how many were refused, and how many a second the checker did; kinds that the
checker in C knows are given to it as well. Some have a digest that is right for what is forged, or was right before.
Names of files are forged too. The exit status is 1 if a false one was accepted, if the first line that is said of one
is that of another game, if a name is not told from what is said of it, or if the two do not agree.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import certificate_texts
from built_checker import built_checker
from forging_samples import BY_BOTH, KINDS, folder, honest, samples
from forging_truth import said_lines, true
from forging_ways import forge

from grundy.proof import check


def accepted(text: str) -> bool:
    """Whether the checker accepts a text; anything but its own refusal passes through."""
    try:
        certificate = check.read(io.StringIO(text, newline="\n"))
        check.check(
            certificate._replace(folder=str(folder()))
            if isinstance(certificate, check.TableCertificate)
            else certificate
        )
    except check.Refused:
        return False
    return True


def forged(kind: str, count: int, seed: int) -> Iterator[str]:
    """So many forged texts of a kind: without a digest, with one that is right, or with one that was right before."""
    own = samples(kind)
    others = [text for texts in honest().values() for text in texts]
    for number in range(count):
        rng = Random(f"{kind} {seed} {number}")
        text, more = rng.choice(own), rng.choice((own, others))
        match rng.randrange(5):
            case 0:
                yield forge(certificate_texts.sealed(text), more, rng)
            case 1:
                yield certificate_texts.sealed(forge(text, more, rng))
            case _:
                yield forge(text, more, rng)


def digest_is_wrong(text: str) -> bool:
    """Whether a text has a digest, and it is not that of what stands before it."""
    body = certificate_texts.unsealed(text)
    return body != text != certificate_texts.sealed(body)


MOVES = ("digits", "amounts", "all-but", "riders", "places", "move", "nodes", "node",
         "numbers", "at-most", "is-zero", "multiple", "none", "part", "board", "row", "piece", "graph",
         "edge", "unequal", "sprouts")  # fmt: skip


def _game(text: str) -> list[object]:
    """The moves of a certificate, equal for those of one game: nodes may be told in several lines."""
    moves: list[object] = []
    nodes: dict[str, list[str]] = {}
    for word, *words in said_lines(text):
        if word == "node":
            nodes.setdefault(words[0], []).extend(words[1:])
        elif word in MOVES:
            moves.append((word, words))
    return [*moves, nodes]


def _first_line(text: str) -> str:
    """The first line that is said of a text; why it is refused, where it cannot be read."""
    (folder() / "text").write_bytes(text.encode("latin-1"))
    try:
        return next(check.verify(str(folder() / "text"), [(1, 1)]))
    except check.Refused as refused:
        return f"refused: {refused}"


def taken_for_another(kind: str, count: int, seed: int) -> list[str]:
    """Forged texts of a kind, readable, of which the first line that is said is that of a true one of another game."""
    games = {_first_line(text): _game(text) for text in samples(kind)}
    return [text for text in forged(kind, count, seed) if (line := _first_line(text)) in games
            and games[line] != _game(text)]  # fmt: skip


LETTERS = ("a", "x: ", "\n", "\r", "\x1b[1m", "'", '"', "\\", " ", "\t", "\u202e", "\u2066", "\u2028", "\x85", "\xe9",
           "\u05d0", "\udcff", "\x7f", ": proved", "1 of 1 segments checked", "%s", "$'", "\u200b", "#", "(",
           "!")  # fmt: skip


def names_taken_for_words(count: int, seed: int) -> list[str]:
    """Forged names of files that either checker does not put so that they are told from what it says of the file."""
    rng, text = Random(f"names {seed}"), samples("period of a code")[0]
    names = {"".join(rng.choice(LETTERS) for _ in range(rng.randrange(1, 9))) for _ in range(count)}
    place = folder() / "names"
    place.mkdir(exist_ok=True)
    checkers = [[sys.executable, "-I", check.__file__], *([[str(built_checker())]] if built_checker() else [])]
    wrong = []
    for start in range(0, len(names), 500):
        some = sorted(names)[start : start + 500]
        for name in some:
            (place / name).write_text(text)
        for command in checkers:
            told = subprocess.run([*command, *some], cwd=place, capture_output=True, timeout=600).stdout
            lines = told.decode("ascii", "replace").split("\n")[:-1]
            for name, said in zip(some, zip(*[iter(lines)] * 4, strict=True), strict=True):
                shown, _, words = said[3].rpartition(": 1 of 1 segments checked")
                if words != ": proved" or _name(shown) != name or any(not one.startswith(f"{shown}: ") for one in said):
                    wrong.append(f"{command[-1]}: {said}")
        for name in some:
            (place / name).unlink()
    return wrong


def _name(shown: str) -> str:
    """The name that is so put, as a shell would read it."""
    if re.fullmatch(r"[\w@%+=,./-]+", shown, re.ASCII):
        return shown
    inner = re.fullmatch(r"(\$?)'([ -&(-~]+)'", shown)
    if not inner:
        return "?"
    if not inner[1]:
        return inner[2]
    data = re.sub(rb"\\([0-7]{3})", lambda byte: bytes([int(byte[1], 8)]), inner[2].encode("ascii"))
    return data.decode("utf-8", "surrogateescape")


def differing(kind: str, count: int, seed: int) -> list[str]:
    """The texts of a kind of periods that the checker in C judges otherwise than the one in Python."""
    checker = built_checker()
    texts = list(forged(kind, count, seed)) if checker else []
    disputed = []
    for start in range(0, len(texts), 1000):
        names = {f"f{start + number}": text for number, text in enumerate(texts[start : start + 1000])}
        for name, text in names.items():
            (folder() / name).write_bytes(text.encode("latin-1"))
        command = [str(checker), *names]
        done = subprocess.run(command, cwd=folder(), capture_output=True, encoding="latin-1", timeout=600)
        said = {line.partition(": ")[0]: line for line in done.stdout.splitlines()}  # the last of each
        disputed += [
            text
            for name, text in names.items()
            if said[name].endswith("proved") != accepted(text) and not said[name].endswith("is checked by check.py")
        ]
        for name in names:
            (folder() / name).unlink()
    return disputed


def forgeries(kind: str, count: int, seed: int, spent: list[float] | None = None) -> tuple[int, int, list[str]]:
    """How many texts are refused, how many accepted for what is true, and those that are not.

    `spent`: gets the seconds of the checker for each.
    """
    refused, right, wrong = 0, 0, []
    for text in forged(kind, count, seed):
        begun = time.process_time()
        good = accepted(text)
        if spent is not None:
            spent.append(time.process_time() - begun)
        if not good:
            refused += 1
        elif true(text) and not digest_is_wrong(text):
            right += 1
        else:
            wrong.append(text)
    return refused, right, wrong


def main() -> int:
    """Forge, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="forgeries of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    asked = parser.parse_args()
    status = 0
    for kind in asked.kind or KINDS:
        spent: list[float] = []
        refused, right, wrong = forgeries(kind, asked.count, asked.seed, spent)
        told = {"kind": kind, "forged": asked.count, "refused": refused, "true": right, "accepted": len(wrong)}
        told |= {"checked_a_second": round(len(spent) / max(sum(spent), 1e-9)), "longest_ms": round(1000 * max(spent))}
        others = taken_for_another(kind, asked.count, asked.seed)
        told["taken_for_another"] = len(others)
        wrong += others
        if kind in BY_BOTH:
            others = differing(kind, asked.count, asked.seed)
            told["otherwise_in_c"] = len(others) if built_checker() else "no compiler"
            wrong += others
        print(json.dumps(told), flush=True)
        for text in wrong[:3]:
            status = 1
            print(text)
    if not asked.kind:
        wrong = names_taken_for_words(asked.count, asked.seed)
        print(json.dumps({"kind": "name of a file", "forged": asked.count, "accepted": len(wrong)}), flush=True)
        status |= bool(wrong)
        print(*wrong[:3], sep="\n", end="\n" * bool(wrong))
    return status


if __name__ == "__main__":
    sys.exit(main())
