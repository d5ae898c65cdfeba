"""The public names, each said once and here: type checkers read it, and `__init__.py` loads each when it is asked for.

A line a name: `from MODULE import NAME as NAME`; and `NAME: Rule` for a game of the catalogue that is one rule.
tests/generated.py prints these, and adds a line for each new family of rules.
"""

from grundy import nimber as nimber
from grundy import oeis as oeis
from grundy.api.answers import value_by_definition as value_by_definition
from grundy.api.answers import winners as winners
from grundy.api.answers import winning_move_counts as winning_move_counts
from grundy.api.atlas import atlas as atlas
from grundy.api.batch import batch as batch
from grundy.api.certificates import certify as certify
from grundy.api.certificates import verify as verify
from grundy.api.check import check as check
from grundy.api.game_graph import GameGraph as GameGraph
from grundy.api.game_graph import game_graph as game_graph
from grundy.api.guess import guess as guess
from grundy.api.judge import judge as judge
from grundy.api.known import find_games as find_games
from grundy.api.mex import mex as mex
from grundy.api.mex import nim_sum as nim_sum
from grundy.api.misere import genera as genera
from grundy.api.misere import genus as genus
from grundy.api.misere import misere_quotient as misere_quotient
from grundy.api.option_values import option_values as option_values
from grundy.api.period import period as period
from grundy.api.picture import picture as picture
from grundy.api.play import Match as Match
from grundy.api.play import open_match as open_match
from grundy.api.play import play as play
from grundy.api.prove import prove as prove
from grundy.api.runs import estimate as estimate
from grundy.api.runs import forget as forget
from grundy.api.runs import get_run as get_run
from grundy.api.runs import list_runs as list_runs
from grundy.api.sequence import sequence as sequence
from grundy.api.solve import solve as solve
from grundy.api.stress import stress as stress
from grundy.api.table import open_table as open_table
from grundy.api.table import table as table
from grundy.engines.graph.arrays import LoopyGraph as LoopyGraph
from grundy.engines.graph.arrays import graph_values as graph_values
from grundy.engines.graph.arrays import loopy as loopy
from grundy.engines.misere.genus import Genus as Genus
from grundy.engines.misere.monoid import PositionQuotient as PositionQuotient
from grundy.engines.misere.monoid import position_quotient as position_quotient
from grundy.errors import BadNimber as BadNimber
from grundy.errors import BadRule as BadRule
from grundy.errors import BadText as BadText
from grundy.errors import Finding as Finding
from grundy.errors import GrundyError as GrundyError
from grundy.errors import InternalError as InternalError
from grundy.errors import OutOfReach as OutOfReach
from grundy.errors import Stopped as Stopped
from grundy.errors import StoreError as StoreError
from grundy.games.board_game import board_game as board_game
from grundy.games.catalogue import catalogue as catalogue
from grundy.games.catalogue import placement as placement
from grundy.games.chocolate import chocolate_bar as chocolate_bar
from grundy.games.coins import turn as turn
from grundy.games.compound_kinds import CompoundGame as CompoundGame
from grundy.games.compounds import conjunctive as conjunctive
from grundy.games.compounds import continued_conjunctive as continued_conjunctive
from grundy.games.compounds import diminished as diminished
from grundy.games.compounds import ordinal as ordinal
from grundy.games.compounds import selective as selective
from grundy.games.compounds import sequential as sequential
from grundy.games.compounds import shortened_selective as shortened_selective
from grundy.games.corner import corner as corner
from grundy.games.dynamic import dynamic_nim as dynamic_nim
from grundy.games.geography import directed_edge_geography as directed_edge_geography
from grundy.games.geography import directed_geography as directed_geography
from grundy.games.geography import edge_geography as edge_geography
from grundy.games.graphs import graph as graph
from grundy.games.heaps import floor_division as floor_division
from grundy.games.heaps import take_away as take_away
from grundy.games.hypergraphs import hypergraph_nim as hypergraph_nim
from grundy.games.hypergraphs import simplicial_nim as simplicial_nim
from grundy.games.line import kotzig as kotzig
from grundy.games.moore import moore as moore
from grundy.games.nimhoff import cyclic_nimhoff as cyclic_nimhoff
from grundy.games.octal import all_but as all_but
from grundy.games.octal import hexadecimal as hexadecimal
from grundy.games.octal import octal as octal
from grundy.games.octal import take_and_break as take_and_break
from grundy.games.rows import chess_rows as chess_rows
from grundy.games.single import bounded_nim as bounded_nim
from grundy.games.single import subtract as subtract
from grundy.games.slow_nim import exact_slow_nim as exact_slow_nim
from grundy.games.slow_nim import slow_nim as slow_nim
from grundy.games.tartan import tartan as tartan
from grundy.games.twists import comply as comply
from grundy.games.twists import constrain as constrain
from grundy.games.twists import with_pass as with_pass
from grundy.model.board import Grid as Grid
from grundy.model.board import Net as Net
from grundy.model.board import Piles as Piles
from grundy.model.convention import LOONY as LOONY
from grundy.model.convention import Infinity as Infinity
from grundy.model.evidence import Evidence as Evidence
from grundy.model.impartial import impartial as impartial
from grundy.model.masks import masks_rule as masks_rule
from grundy.model.move import Move as Move
from grundy.model.move import parse_move as parse_move
from grundy.model.option import Option as Option
from grundy.model.option import again as again
from grundy.model.option import answer as answer
from grundy.model.option import to as to
from grundy.model.quotient import MisereQuotient as MisereQuotient
from grundy.model.result import Result as Result
from grundy.model.rule import Position as Position
from grundy.model.rule import Rule as Rule
from grundy.model.rule import rule as rule
from grundy.model.space import HASHABLE as HASHABLE
from grundy.model.space import HEAP as HEAP
from grundy.nimber import Nimber as Nimber
from grundy.notation.expression import parse as parse
from grundy.notation.expression import parse_rule as parse_rule
from grundy.notation.files import FILES as FILES
from grundy.notebook.board import board as board
from grundy.patterns.guess import Verdict as Verdict

__all__: list[str]
__version__: str

# printed: named-rules
annihilation: Rule
arc_kayles: Rule
bacteria: Rule
black_path: Rule
brussels_sprouts: Rule
cap_set: Rule
chomp: Rule
clobber: Rule
col: Rule
cram: Rule
dawsons_chess: Rule
dawsons_kayles: Rule
domination: Rule
edge_nim: Rule
end_nim: Rule
euclid: Rule
fibonacci_nim: Rule
general_position: Rule
geography: Rule
grundys_game: Rule
guiles: Rule
hackenbush: Rule
heat_toggle: Rule
kayles: Rule
laskers_nim: Rule
lctr: Rule
mark: Rule
mem: Rule
mem0: Rule
mock_turtles: Rule
moebius: Rule
mogul: Rule
nim: Rule
nim_with_pass: Rule
nimble: Rule
nimstring: Rule
node_kayles: Rule
nogo: Rule
northcott: Rule
notakto: Rule
officers: Rule
peg_duotaire: Rule
poset: Rule
prim: Rule
rails: Rule
rectangle: Rule
rims: Rule
ruler: Rule
sequential_nim: Rule
sharing_nim: Rule
silver_dollar: Rule
snort: Rule
sprouts: Rule
square_cake: Rule
staircase_nim: Rule
subset_take_away: Rule
sum_free: Rule
sylver: Rule
sym: Rule
toads_and_frogs: Rule
top_entails: Rule
toppling_dominoes: Rule
treblecross: Rule
triplets: Rule
tripod_nim: Rule
turning_corners: Rule
turning_turtles: Rule
twins: Rule
welter: Rule
wythoff: Rule
zeckendorf: Rule
# end
