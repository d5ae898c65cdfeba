"""A table of many codes of heap games as text, CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

AtlasFacts = Mapping[str, Any]

HEADS = (
    "code",
    "period",
    "pre-period",
    "saltus",
    "rare",
    "last rare",
    "largest",
    "at",
    "heaps",
    "status",
    "same values",
)
SALTUS = HEADS.index("saltus")
COLUMNS = (
    "code", "status", "period", "preperiod", "last_exception", "observed_period", "observed_preperiod", "rare_heaps",
    "last_rare_heap", "mask", "twist", "largest_value", "largest_value_at", "heaps_computed", "equal",
)  # fmt: skip


def is_hexadecimal(code: str) -> bool:
    """Whether a code is none of octal digits alone."""
    return code.startswith("hexadecimal:")


def as_text(rows: Sequence[AtlasFacts]) -> Iterator[str]:
    """A row a class; a period in brackets is only observed. Where values may grow there is a column that says how."""
    cells = [HEADS, *(_cells(row) for row in rows)]
    if not any("saltus" in row for row in rows):
        cells = [(*row[:SALTUS], *row[SALTUS + 1 :]) for row in cells]
    texts = (0, len(cells[0]) - 2, len(cells[0]) - 1)
    wide = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    for row in cells:
        yield "  ".join(
            cell.ljust(width) if column in texts else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
    proved = sum(row["status"] == "proved" for row in rows)
    codes = sum(1 + len(row["equal"]) for row in rows)
    held = sum(1 + len(row["equal"]) for row in rows if row["status"] == "proved")
    yield f"{proved:,} of {len(rows):,} sequences are proved to repeat ({held:,} of {codes:,} codes)"


def _cells(row: AtlasFacts) -> tuple[str, ...]:
    seen = row["observed"] or {}
    period = _number(row["period"]) or (f"[{seen['period']}]" if seen else "")
    preperiod = _number(row["preperiod"]) or (f"[{seen['preperiod']}]" if seen else "")
    saltus = _number(row.get("saltus")) or (f"[{seen['saltus']}]" if seen and "saltus" in row else "")
    numbers = (row["rare_heaps"], row["last_rare_heap"], row["largest_value"], row["largest_value_at"])
    rest = (row["heaps_computed"],)
    same = " ".join(_same(equal_row) for equal_row in row["equal"][:6]) + (" ..." if len(row["equal"]) > 6 else "")
    status = row["status"] + ("" if row.get("agrees", True) in (True, None) else ", DIFFERS")
    return (row["code"], period, preperiod, saltus, *map(_number, (*numbers, *rest)), status, same)


def _same(equal_row: AtlasFacts) -> str:
    later = equal_row["later"]
    return f"{equal_row['code']}({later:+d})" if later else str(equal_row["code"])


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def as_csv(rows: Sequence[AtlasFacts]) -> Iterator[str]:
    """A line a class; the codes with equal values are joined by blanks, with (+d) where they come d heaps later.

    Where values may grow, the last columns are `saltus` and `observed_saltus`.
    """
    columns = COLUMNS + ("saltus", "observed_saltus") * any("saltus" in row for row in rows)
    yield ",".join(columns)
    for row in rows:
        seen, space = row["observed"] or {}, row["sparse_space"] or {}
        values = {
            **row,
            "observed_period": seen.get("period"),
            "observed_preperiod": seen.get("preperiod"),
            "saltus": row.get("saltus", 0 if row["status"] == "proved" else None),
            "observed_saltus": seen.get("saltus"),
            "mask": space.get("mask"),
            "twist": space.get("twist"),
            "equal": " ".join(map(_same, row["equal"])),
        }
        yield ",".join("" if values[name] is None else str(values[name]) for name in columns)


def as_json(rows: Sequence[AtlasFacts], about: Mapping[str, Any]) -> str:
    """One object: what was asked, and the rows."""
    return json.dumps({**about, "rows": [dict(row) for row in rows]})


def published_lines(rows: Sequence[AtlasFacts], left: Sequence[str]) -> Iterator[str]:
    """How the rows agree with what is published of them. Args:    left: codes that were not tried."""
    agreed = sum(bool(row["agrees"]) for row in rows)
    yield f"{agreed} of {len(rows)} published periods are proved again, with the same pre-period"
    for row in rows:
        if row["agrees"] is False:
            told = row["published"]
            yield f"{row['code']}: {told['source']} has period {told['period']}, pre-period {told['preperiod']}"
    if left:
        yield f"not tried, for it takes long: {', '.join(f'grundy period octal:{code}' for code in left)}"
