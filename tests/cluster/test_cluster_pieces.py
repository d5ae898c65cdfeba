"""Certificates checked by real workers: the words of one machine, whoever is killed meanwhile."""

from __future__ import annotations

import distributed  # noqa: F401 (its absence fails this file)
import pytest
from schedulers import PATIENCE, Dask, children, wait

pytestmark = pytest.mark.cluster

FILE = "octal-0.16.txt"  # 509,622 values, in 16 pieces


def made(place: Dask) -> str:
    """What one machine says of a certificate that is made here."""
    words = ("period", "octal:0.16", "--no-store", "--certificate", FILE)
    status, _, err = place.said(*words)
    assert status == 0, err
    status, out, err = place.said("verify", FILE)
    assert (status, err) == (0, "")
    return out


def test_a_certificate_is_checked_though_a_worker_is_killed(place: Dask) -> None:
    alone = made(place)
    place.schedule()
    first, _ = place.work(), place.work()
    place.ready(2)
    running = place.grundy("verify", FILE, "--cluster", place.address, "--no-store")
    wait(lambda: children(first))
    first.kill()
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err) == (0, alone, "")


def test_a_false_certificate_is_refused_in_the_same_words(place: Dask) -> None:
    made(place)
    file = place.folder / FILE
    lines = file.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("values ")) + 1
    lines[first] = f"{lines[first].rpartition(' ')[0]} 31"  # in the pre-period
    file.write_text("".join(f"{line}\n" for line in lines[:-1]))  # without its digest
    status, alone, _ = place.said("verify", FILE)
    assert status == 1 and ": refused: line " in alone
    place.schedule()
    place.work()
    place.ready(1)
    assert place.said("verify", FILE, "--cluster", place.address, "--no-store") == (1, alone, "")
