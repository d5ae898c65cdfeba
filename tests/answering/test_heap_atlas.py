"""The rows of an atlas of few heaps, in this process, against the definition."""

from __future__ import annotations

import pytest
from limits import set_limits
from trials.defined import code_values

from grundy.answering.atlas import AtlasQuestion, code_text, work
from grundy.engines.heap.octal.sparse.space import find
from grundy.model.shapes import Digits
from grundy.runs.loop import run_with_limits


@pytest.mark.parametrize("grouped", [True, False])
def test_rows_of_codes_are_those_of_the_definition(grouped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few heaps: what repeats is proved by them, classes have the same values but for zeros, limits are kept."""
    set_limits(monkeypatch, "answering", FIRST=200)
    codes = (
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 7, 0),
        (0, 4),
        (0, 0, 7),
        (0, 1, 3, 7),
        (0, 7, 7),
        (0, 6),
        (0, 0),
        (0, 2, 2, 4),
        (0, 3),
    )
    values = {code_text(code): code_values(code, (), 420) for code in codes}
    late = {name: next((n for n, value in enumerate(g) if value), 200) for name, g in values.items()}
    first = {name: g[late[name] : 200][:136] for name, g in values.items()}
    rows = run_with_limits(work(AtlasQuestion(codes, 300, 250, grouped=grouped))).require()
    told = {row["code"]: [one["code"] for one in row["equal"]] for row in rows}
    assert sorted(code for row in rows for code in (row["code"], *told[row["code"]])) == sorted(values)
    for name, others in told.items():
        same = {code for code, g in first.items() if g == first[name]}
        assert {name, *others} == (same if grouped else {name})
        assert name == min(same, key=lambda code: (len(code), code)) or not grouped
    for row in rows:
        assert {"rare_heaps", "last_rare_heap", "largest_value"} <= set(row) and not {"values", "zeros"} & set(row)
        g, heaps = values[row["code"]], row["heaps_computed"]
        for other in row["equal"]:
            assert other["later"] == late[other["code"]] - late[row["code"]]
        if row["status"] == "proved":
            p, e = row["period"], row["preperiod"]
            assert all(g[n] == g[n + p] for n in range(e, 420 - p)) and (e == 0 or g[e - 1] != g[e - 1 + p])
            assert heaps <= 300
        else:
            shape = Digits(tuple(map(int, row["code"].replace(".", ""))))
            assert row["status"] == "none" and heaps == (300 if find(shape, g[:200]) else 250)
        assert row["largest_value"] == max(g[: heaps or 420])
    assert {row["code"] for row in rows if row["status"] == "none"} >= {"0.6", "0.224"}


def test_rows_of_hexadecimal_codes_are_those_of_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    """What repeats or grows does so as far as the definition is asked, with no shorter pre-period; limits are kept."""
    set_limits(monkeypatch, "answering", FIRST_OF_THREE=150, MOST_OF_THREE=180)
    codes = ((0, 8), (0, 9), (0, 10), (0, 8, 15), (0, 15), (0, 0, 8), (0, 0, 0, 8), (8, 3), (12, 10), (0, 11, 8, 2))
    values = {code_text(code): code_values(code, (), 240) for code in codes}
    assert len(values) == len(codes) and "hexadecimal:8.3" in values
    rows = run_with_limits(work(AtlasQuestion(codes, 10**6))).require()
    of = {row["code"]: (row, row["code"], 0) for row in rows}
    of |= {one["code"]: (row, row["code"], one["later"]) for row in rows for one in row["equal"]}
    assert of.keys() == values.keys()
    for name, (_, first, later) in of.items():
        assert values[name][max(0, later) : 200] == values[first][max(0, -later) :][: 200 - max(0, later)]
    for row in rows:
        g, heaps = values[row["code"]], row["heaps_computed"]
        if row["status"] != "proved":
            assert heaps == 180 and row["period"] is row["saltus"] is None
            continue
        p, e, s = row["period"], row["preperiod"], row["saltus"]
        assert all(g[n] + s == g[n + p] for n in range(e, 240 - p)) and (e == 0 or g[e - 1] + s != g[e - 1 + p])
        assert heaps <= 180
    grow = {row["code"]: row["saltus"] for row in rows if row["saltus"]}
    assert grow["hexadecimal:0.8"] == 1 and {row["status"] for row in rows} >= {"proved", "none"}
