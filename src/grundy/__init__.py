"""grundy: who wins an impartial game, with what nim-value, by which moves, and why.

>>> import grundy
>>> result = grundy.solve(grundy.take_away(1, 2, 3)(3, 4, 5))
>>> result.winner, result.nim_value
('first', 2)
"""

from importlib import import_module as _import_module
from types import MappingProxyType as _MappingProxyType
from typing import TYPE_CHECKING, Any

from grundy.api.display import DISPLAYS as _DISPLAYS
from grundy.api.solve import solve
from grundy.engines.graph.arrays import graph_values
from grundy.engines.sequence import nim_values
from grundy.engines.solve import move_counts, winners
from grundy.errors import (
    BadNimber,
    BadRule,
    BadText,
    Finding,
    GrundyError,
    InternalError,
    OutOfReach,
    Stopped,
    StoreError,
)
from grundy.games.catalogue import GAMES as _GAMES
from grundy.games.catalogue import (
    arc_kayles,
    bacteria,
    chomp,
    cram,
    dawsons_chess,
    dawsons_kayles,
    euclid,
    grundys_game,
    guiles,
    kayles,
    laskers_nim,
    nim,
    node_kayles,
    notakto,
    officers,
    placement,
    poset,
    rectangle,
    sequential_nim,
    staircase_nim,
    treblecross,
    wythoff,
)
from grundy.games.graphs import graph
from grundy.games.heaps import floor_division, take_away
from grundy.games.octal import all_but, hexadecimal, octal, take_and_break
from grundy.games.rows import chess_rows
from grundy.model.board import Grid, Net, Piles
from grundy.model.convention import LOONY, Infinity, mex, nim_sum
from grundy.model.definition import value_of
from grundy.model.masks import masks_rule
from grundy.model.move import Move, parse_move
from grundy.model.option import Option, again, answer, to
from grundy.model.period import PeriodResult
from grundy.model.result import Evidence, Result
from grundy.model.rule import Position, Rule, rule
from grundy.model.space import HASHABLE, HEAP
from grundy.notation.expression import parse, parse_rule
from grundy.version import __version__ as __version__

if TYPE_CHECKING:
    from grundy import nimber
    from grundy.api.atlas import atlas
    from grundy.api.batch import batch
    from grundy.api.certify import certify
    from grundy.api.check import check
    from grundy.api.judge import judge
    from grundy.api.period import period
    from grundy.api.picture import picture
    from grundy.api.prove import prove
    from grundy.api.runs import forget, get_run, list_runs
    from grundy.api.sequence import sequence
    from grundy.api.stress import stress
    from grundy.api.table import open_table, table
    from grundy.api.verify import verify
    from grundy.engines.misere.genus import Genus, genus
    from grundy.engines.misere.monoid import MisereQuotient, misere_quotient
    from grundy.patterns.compare import Verdict
    from grundy.proof.certificate import Certificate

catalogue = _MappingProxyType(_GAMES)  # all games by name, each with its summary, notation, source and known values


def _compared(rule: Rule, *given: Any, **more: Any) -> "Verdict":
    """Compare a guess with the nim-values of this rule; the arguments are those of `grundy.check` after the game."""
    from grundy.api.check import check

    return check(rule, *given, **more)


def _certificate(result: Result | PeriodResult, **how: Any) -> "Certificate":
    """What proves this result, to be saved; the arguments are those of `grundy.certify` after the path."""
    from grundy.api.certify import certificate_of

    return certificate_of(result, **how)


for _class, _name, _function in _DISPLAYS:
    setattr(_class, _name, _function)

Rule.nim_values = nim_values
Rule.check = _compared
Result.certificate = PeriodResult.certificate = _certificate

__all__ = [
    "HASHABLE",
    "HEAP",
    "LOONY",
    "BadNimber",
    "BadRule",
    "BadText",
    "Evidence",
    "Finding",
    "Genus",
    "Grid",
    "GrundyError",
    "Infinity",
    "InternalError",
    "MisereQuotient",
    "Move",
    "Net",
    "Option",
    "OutOfReach",
    "Piles",
    "Position",
    "Result",
    "Rule",
    "Stopped",
    "StoreError",
    "Verdict",
    "again",
    "all_but",
    "answer",
    "arc_kayles",
    "atlas",
    "bacteria",
    "batch",
    "catalogue",
    "certify",
    "check",
    "chess_rows",
    "chomp",
    "cram",
    "dawsons_chess",
    "dawsons_kayles",
    "euclid",
    "floor_division",
    "forget",
    "genus",
    "get_run",
    "graph",
    "graph_values",
    "grundys_game",
    "guiles",
    "hexadecimal",
    "judge",
    "kayles",
    "laskers_nim",
    "list_runs",
    "masks_rule",
    "mex",
    "misere_quotient",
    "move_counts",
    "nim",
    "nim_sum",
    "nimber",
    "node_kayles",
    "notakto",
    "octal",
    "officers",
    "open_table",
    "parse",
    "parse_move",
    "parse_rule",
    "period",
    "picture",
    "placement",
    "poset",
    "prove",
    "rectangle",
    "rule",
    "sequence",
    "sequential_nim",
    "solve",
    "staircase_nim",
    "stress",
    "table",
    "take_and_break",
    "take_away",
    "to",
    "treblecross",
    "value_of",
    "verify",
    "winners",
    "wythoff",
]

# loading these takes as long as a small problem, so they are loaded when they are asked for
_LATER = {
    "forget": "grundy.api.runs",
    "get_run": "grundy.api.runs",
    "list_runs": "grundy.api.runs",
    "atlas": "grundy.api.atlas",
    "open_table": "grundy.api.table",
    "table": "grundy.api.table",
    "Verdict": "grundy.patterns.compare",
    "check": "grundy.api.check",
    "Genus": "grundy.engines.misere.genus",
    "genus": "grundy.engines.misere.genus",
    "MisereQuotient": "grundy.engines.misere.monoid",
    "misere_quotient": "grundy.engines.misere.monoid",
    "batch": "grundy.api.batch",
    "certify": "grundy.api.certify",
    "judge": "grundy.api.judge",
    "period": "grundy.api.period",
    "stress": "grundy.api.stress",
    "verify": "grundy.api.verify",
    "picture": "grundy.api.picture",
    "prove": "grundy.api.prove",
    "sequence": "grundy.api.sequence",
}


def __getattr__(name: str) -> object:
    if name == "nimber":
        return _import_module("grundy.nimber")
    if name not in _LATER:
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    return getattr(_import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
