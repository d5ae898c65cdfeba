"""Certificates in pieces by many: the words of one check of the whole, of true ones and of false ones; runs resumed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import command
import pytest
from certificate_texts import honest, unsealed
from limits import set_limits

import grundy
from grundy.errors import GrundyError, StoreError
from grundy.proof import check, pieces
from grundy.runs.chunk import run_to_end


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pieces in this process, and many of them."""
    monkeypatch.setattr("grundy.api.certificates.room_for", lambda session, cores: 0)
    set_limits(monkeypatch, "proof.pieces", CLAIMS=5)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Certificates of several kinds, and the folder with the table of one of them."""
    folder = tmp_path_factory.mktemp("samples")
    known = honest()
    chosen = ("0.77 pairs", "0.77 mask, twist 0", "0.156 window", "1,4,10 window")
    certificates = {name: known[name] for name in chosen}
    for name, call in (("cram", ("solve", "cram", "3x5")), ("all-but", ("period", "all-but:1,5,17"))):
        assert command.grundy(*call, "--no-store", "--certificate", str(folder / "made")).status == 0
        certificates[name] = unsealed((folder / "made").read_text())
    table = ("table", "take-away:1,2,3", "--states", "500", "--no-store", "--out", str(folder / "t.npy"))
    assert command.grundy(*table, "--certificate", str(folder / "made")).status == 0
    certificates["table"] = unsealed((folder / "made").read_text())
    return folder, certificates


def forged(text: str, numbers: Random) -> str:
    """A text with a digit that is another, in two places."""
    for _ in range(2):
        place = numbers.choice([match.start() for match in re.finditer("[0-9]", text)][20:])
        text = f"{text[:place]}{numbers.randrange(10)}{text[place + 1 :]}"
    return text


@pytest.mark.usefixtures("here")
def test_pieces_say_what_one_check_says_also_of_false_certificates(samples: tuple[Path, dict[str, str]]) -> None:
    numbers, refused = Random(20), 0
    folder, texts = samples
    for text in texts.values():
        for one in (text, *(forged(text, numbers) for _ in range(6))):
            file = folder / "it.txt"
            file.write_text(one)
            whole = grundy.verify(file)
            assert grundy.verify(file, cores=2) == whole
            refused += not whole
            chosen = ("2/5", "4/5")
            assert grundy.verify(file, segments=chosen, cores=2) == grundy.verify(file, segments=chosen)
    assert refused > 20


def test_a_claim_that_fails_in_every_piece_is_refused_in_the_words_of_one_check(
    samples: tuple[Path, dict[str, str]], tmp_path: Path, here: None
) -> None:
    """The value of the position is looked at in every piece, after its claims: a false claim further on comes first."""
    text = samples[1]["cram"]
    value = re.search("(?m)^value [0-9]+$", text)
    sets = list(re.finditer("(?m)^set [0-9a-f]+ ([0-9]+)$", text))
    assert value and len(sets) > 12
    for last in (text, f"{text[: sets[-2].start(1)]}9{text[sets[-2].end(1) :]}"):
        file = tmp_path / "it.txt"
        file.write_text(last.replace(value[0], "value 7"))
        assert grundy.verify(file, cores=2) == grundy.verify(file)


def test_two_processes_say_the_same_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    for name in ("0.156 window", "0.77 pairs"):
        (tmp_path / f"{name[2:5]}.txt").write_text(honest()[name])
    files = ("156.txt", "77 .txt")
    alone = command.grundy_apart("verify", *files, folder=tmp_path)
    assert alone.status == 0
    steps = command.in_steps("each=1.0, stop=lambda chunk: any(chunk.state.values())")  # a piece is checked
    stopped = command.grundy_apart("verify", *files, "--cores", "2", folder=tmp_path, prelude=steps)
    assert stopped.status == 130 and "Go on with: grundy resume 1" in stopped.err, stopped
    resumed = command.grundy_apart("resume", folder=tmp_path)
    assert (resumed.status, resumed.out) == (0, alone.out), resumed


def test_what_was_accepted_is_not_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: None) -> None:
    file = tmp_path / "it.txt"
    file.write_text(honest()["0.156 window"])
    certificate, _ = check.opened(str(file))
    asked: list[int] = []
    monkeypatch.setattr(pieces, "check_piece", lambda path, digest, i, k: (asked.append(i), (i, None))[1])
    workers = pieces.Workers(0)
    chunks = list(pieces.check_in_pieces(str(file), certificate, None, workers, {}))
    count = len(asked)
    assert count > 3 and chunks[-1].done == count
    state = json.loads(json.dumps(chunks[2].state))
    assert run_to_end(pieces.check_in_pieces(str(file), certificate, None, workers, state)) is None
    assert asked[count:] == asked[chunks[2].done : count]
    file.write_text(honest()["1,4,10 window"])  # another certificate of that name has nothing of this one
    asked.clear()
    certificate, _ = check.opened(str(file))
    assert run_to_end(pieces.check_in_pieces(str(file), certificate, None, workers, state)) is None
    assert asked == [i for i, _ in pieces.pieces_of(certificate)]


def test_a_worker_that_sees_another_file_or_table_is_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: None
) -> None:
    file = tmp_path / "it.txt"
    file.write_text(honest()["1,4,10 window"])
    with pytest.raises(StoreError, match="another file for a worker"):
        pieces.check_piece(str(file), "0" * 64, 1, 2)
    with pytest.raises(StoreError, match="cannot be read by a worker"):
        pieces.check_piece(str(tmp_path / "none"), "0" * 64, 1, 2)
    monkeypatch.setattr(pieces, "check_piece", lambda path, digest, i, k: (i, "t.npy: cannot be read: no such file"))
    with pytest.raises(StoreError, match="refused by a worker alone"):
        grundy.verify(file, cores=2)


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    for words in (("--cores", "2", "--cluster", "tcp://127.0.0.1:1"), ("--store", "runs.db"), ("--cores", "0")):
        assert command.grundy("verify", "it.txt", *words).status == 2
    with pytest.raises(GrundyError, match="whole files"):
        grundy.verify("it.txt", proved=True, cores=2)
