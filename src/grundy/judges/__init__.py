"""The formats of judges: one file each, and each has its line here."""

from __future__ import annotations

from grundy.judges import (
    cf1382b_sequential_nim,
    gcj2019_bacterial_tactics,
    gfg_floor_division,
    gfg_rectangle,
    gfg_take_1_to_3,
    graph,
    hdu5724_chess,
    nim_inverse_64,
    nim_product_64,
    piles,
    poj2960_s_nim,
)
from grundy.judges.judge import Columns, Judge, Option, Reading

__all__ = ["BY_NAME", "JUDGES", "Columns", "Judge", "Option", "Reading"]

JUDGES: tuple[Judge, ...] = (
    gfg_rectangle.JUDGE,
    gcj2019_bacterial_tactics.JUDGE,
    gfg_take_1_to_3.JUDGE,
    poj2960_s_nim.JUDGE,
    gfg_floor_division.JUDGE,
    piles.JUDGE,
    cf1382b_sequential_nim.JUDGE,
    hdu5724_chess.JUDGE,
    graph.JUDGE,
    nim_product_64.JUDGE,
    nim_inverse_64.JUDGE,
)
BY_NAME = {judge.name: judge for judge in JUDGES}
