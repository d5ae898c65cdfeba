"""grundy: who wins an impartial game, with what nim-value, by which moves, and why.

>>> import grundy
>>> result = grundy.solve(grundy.take_away(1, 2, 3)(3, 4, 5))
>>> result.winner, result.nim_value
('first', 2)
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

from grundy.version import __version__ as __version__

if TYPE_CHECKING:
    from grundy import nimber
    from grundy.api.answers import move_counts, value_of, winners
    from grundy.api.atlas import atlas
    from grundy.api.batch import batch
    from grundy.api.certify import certify
    from grundy.api.check import check
    from grundy.api.estimate import estimate
    from grundy.api.find_games import find_games
    from grundy.api.game_graph import GameGraph, game_graph
    from grundy.api.genera import genera, genus
    from grundy.api.guess import guess
    from grundy.api.judge import judge
    from grundy.api.match import Match, open_match, play
    from grundy.api.mex import mex, nim_sum
    from grundy.api.option_values import option_values
    from grundy.api.period import period
    from grundy.api.picture import picture
    from grundy.api.prove import prove
    from grundy.api.quotient import quotient
    from grundy.api.runs import forget, get_run, list_runs
    from grundy.api.sequence import sequence
    from grundy.api.solve import solve
    from grundy.api.stress import stress
    from grundy.api.table import open_table, table
    from grundy.api.verify import verify
    from grundy.engines.graph.arrays import graph_values
    from grundy.engines.graph.loopy_graph import LoopyGraph, loopy
    from grundy.engines.misere.genus import Genus
    from grundy.engines.misere.monoid import MisereQuotient, misere_quotient
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
    from grundy.games.board_game import board_game
    from grundy.games.catalogue import (
        arc_kayles,
        bacteria,
        catalogue,
        chomp,
        clobber,
        cram,
        dawsons_chess,
        dawsons_kayles,
        end_nim,
        euclid,
        fibonacci_nim,
        geography,
        grundys_game,
        guiles,
        hackenbush,
        kayles,
        laskers_nim,
        lctr,
        mark,
        mock_turtles,
        moebius,
        mogul,
        nim,
        nim_with_pass,
        nimble,
        node_kayles,
        nogo,
        northcott,
        notakto,
        officers,
        placement,
        poset,
        rectangle,
        ruler,
        sequential_nim,
        silver_dollar,
        square_cake,
        staircase_nim,
        treblecross,
        triplets,
        turning_corners,
        turning_turtles,
        twins,
        wythoff,
    )
    from grundy.games.coins import turn
    from grundy.games.compound_kinds import CompoundGame
    from grundy.games.compounds import (
        conjunctive,
        continued_conjunctive,
        diminished,
        ordinal,
        selective,
        sequential,
        shortened_selective,
    )
    from grundy.games.corner import corner
    from grundy.games.dynamic import dynamic_nim
    from grundy.games.geography import directed_edge_geography, directed_geography, edge_geography
    from grundy.games.graphs import graph
    from grundy.games.heaps import floor_division, take_away
    from grundy.games.line import kotzig
    from grundy.games.moore import moore
    from grundy.games.octal import all_but, hexadecimal, octal, take_and_break
    from grundy.games.rows import chess_rows
    from grundy.games.single import bounded_nim, subtract
    from grundy.games.tartan import tartan
    from grundy.games.twists import comply, constrain, with_pass
    from grundy.model.board import Grid, Net, Piles
    from grundy.model.convention import LOONY, Infinity
    from grundy.model.masks import masks_rule
    from grundy.model.move import Move, parse_move
    from grundy.model.option import Option, again, answer, to
    from grundy.model.quotient import Quotient
    from grundy.model.result import Evidence, Result
    from grundy.model.rule import Position, Rule, rule
    from grundy.model.space import HASHABLE, HEAP
    from grundy.notation.expression import parse, parse_rule
    from grundy.notation.files import FILES
    from grundy.notebook.board import board
    from grundy.patterns.compare import Verdict

__all__ = [
    "FILES",
    "HASHABLE",
    "HEAP",
    "LOONY",
    "BadNimber",
    "BadRule",
    "BadText",
    "CompoundGame",
    "Evidence",
    "Finding",
    "GameGraph",
    "Genus",
    "Grid",
    "GrundyError",
    "Infinity",
    "InternalError",
    "LoopyGraph",
    "Match",
    "MisereQuotient",
    "Move",
    "Net",
    "Option",
    "OutOfReach",
    "Piles",
    "Position",
    "Quotient",
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
    "board",
    "board_game",
    "bounded_nim",
    "catalogue",
    "certify",
    "check",
    "chess_rows",
    "chomp",
    "clobber",
    "comply",
    "conjunctive",
    "constrain",
    "continued_conjunctive",
    "corner",
    "cram",
    "dawsons_chess",
    "dawsons_kayles",
    "diminished",
    "directed_edge_geography",
    "directed_geography",
    "dynamic_nim",
    "edge_geography",
    "end_nim",
    "estimate",
    "euclid",
    "fibonacci_nim",
    "find_games",
    "floor_division",
    "forget",
    "game_graph",
    "genera",
    "genus",
    "geography",
    "get_run",
    "graph",
    "graph_values",
    "grundys_game",
    "guess",
    "guiles",
    "hackenbush",
    "hexadecimal",
    "judge",
    "kayles",
    "kotzig",
    "laskers_nim",
    "lctr",
    "list_runs",
    "loopy",
    "mark",
    "masks_rule",
    "mex",
    "misere_quotient",
    "mock_turtles",
    "moebius",
    "mogul",
    "moore",
    "move_counts",
    "nim",
    "nim_sum",
    "nim_with_pass",
    "nimber",
    "nimble",
    "node_kayles",
    "nogo",
    "northcott",
    "notakto",
    "octal",
    "officers",
    "open_match",
    "open_table",
    "option_values",
    "ordinal",
    "parse",
    "parse_move",
    "parse_rule",
    "period",
    "picture",
    "placement",
    "play",
    "poset",
    "prove",
    "quotient",
    "rectangle",
    "rule",
    "ruler",
    "selective",
    "sequence",
    "sequential",
    "sequential_nim",
    "shortened_selective",
    "silver_dollar",
    "solve",
    "square_cake",
    "staircase_nim",
    "stress",
    "subtract",
    "table",
    "take_and_break",
    "take_away",
    "tartan",
    "to",
    "treblecross",
    "triplets",
    "turn",
    "turning_corners",
    "turning_turtles",
    "twins",
    "value_of",
    "verify",
    "winners",
    "with_pass",
    "wythoff",
]

# What is asked for is loaded then, and no more: all of it takes longer than a small problem, or than help.
_HOMES = {
    "grundy.api.atlas": "atlas",
    "grundy.api.batch": "batch",
    "grundy.api.certify": "certify",
    "grundy.api.check": "check",
    "grundy.api.estimate": "estimate",
    "grundy.api.find_games": "find_games",
    "grundy.api.game_graph": "GameGraph game_graph",
    "grundy.api.genera": "genera genus",
    "grundy.api.guess": "guess",
    "grundy.api.judge": "judge",
    "grundy.api.match": "Match open_match play",
    "grundy.api.mex": "mex nim_sum",
    "grundy.api.option_values": "option_values",
    "grundy.api.period": "period",
    "grundy.api.picture": "picture",
    "grundy.api.prove": "prove",
    "grundy.api.quotient": "quotient",
    "grundy.api.runs": "forget get_run list_runs",
    "grundy.api.sequence": "sequence",
    "grundy.api.solve": "solve",
    "grundy.api.stress": "stress",
    "grundy.api.table": "open_table table",
    "grundy.api.verify": "verify",
    "grundy.engines.graph.arrays": "graph_values",
    "grundy.engines.graph.loopy_graph": "LoopyGraph loopy",
    "grundy.engines.misere.genus": "Genus",
    "grundy.engines.misere.monoid": "MisereQuotient misere_quotient",
    "grundy.api.answers": "move_counts value_of winners",
    "grundy.errors": "BadNimber BadRule BadText Finding GrundyError InternalError OutOfReach Stopped StoreError",
    "grundy.games.board_game": "board_game",
    "grundy.games.catalogue": (
        "arc_kayles bacteria catalogue chomp clobber cram dawsons_chess dawsons_kayles end_nim euclid fibonacci_nim "
        "geography grundys_game guiles hackenbush kayles laskers_nim lctr mark mock_turtles moebius mogul nim "
        "nim_with_pass nimble node_kayles nogo northcott notakto officers placement poset rectangle ruler "
        "sequential_nim silver_dollar square_cake staircase_nim treblecross triplets turning_corners turning_turtles "
        "twins wythoff"
    ),
    "grundy.games.coins": "turn",
    "grundy.games.compound_kinds": "CompoundGame",
    "grundy.games.compounds": (
        "conjunctive continued_conjunctive diminished ordinal selective sequential shortened_selective"
    ),
    "grundy.games.corner": "corner",
    "grundy.games.dynamic": "dynamic_nim",
    "grundy.games.geography": "directed_edge_geography directed_geography edge_geography",
    "grundy.games.graphs": "graph",
    "grundy.games.heaps": "floor_division take_away",
    "grundy.games.line": "kotzig",
    "grundy.games.moore": "moore",
    "grundy.games.octal": "all_but hexadecimal octal take_and_break",
    "grundy.games.rows": "chess_rows",
    "grundy.games.single": "bounded_nim subtract",
    "grundy.games.tartan": "tartan",
    "grundy.games.twists": "comply constrain with_pass",
    "grundy.model.board": "Grid Net Piles",
    "grundy.model.convention": "Infinity LOONY",
    "grundy.model.masks": "masks_rule",
    "grundy.model.move": "Move parse_move",
    "grundy.model.option": "Option again answer to",
    "grundy.model.quotient": "Quotient",
    "grundy.model.result": "Evidence Result",
    "grundy.model.rule": "Position Rule rule",
    "grundy.model.space": "HASHABLE HEAP",
    "grundy.notation.expression": "parse parse_rule",
    "grundy.notation.files": "FILES",
    "grundy.notebook.board": "board",
    "grundy.patterns.compare": "Verdict",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name == "nimber":
        return _import_module("grundy.nimber")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    _import_module("grundy.api")  # which gives values what they are asked for
    value = globals()[name] = getattr(_import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
