"""A game's rule as short as a tile shows it: one sentence of at most 60 characters, without its exceptions.

The page of a game begins with it too, and has the whole rule (`Game.summary`) beside its moves. A game that is not here
is shown with its summary.
"""

from __future__ import annotations

from grundy.games.entry import Game

BRIEFS: dict[str, str] = {
    "take-away": "Take 1, 2 or 3 counters (or any set) from one pile.",
    "floor-division": "Divide a number by 2, 3 or 6, rounded down, until it is 0.",
    "octal": "Take and split as a code allows; Kayles is 0.77.",
    "hexadecimal": "Take and leave up to three piles, as a code allows.",
    "take-and-break": "Take and leave up to five piles, as a code allows.",
    "all-but": "Take any number from one pile, but not 2 or 5.",
    "laskers-nim": "Take from one pile, or split it into two.",
    "treblecross": "Take three neighbouring squares of a strip.",
    "guiles": "Take a pile of 1 or 2, or take 2 and leave two piles.",
    "fibonacci-nim": "Take at most twice as many as were taken last.",
    "dynamic-nim": "What was taken last limits how many may be taken.",
    "subtract": "Take a square, a prime, a power of 2 or a divisor.",
    "mark": "Take one counter from a pile, or leave half of it.",
    "nim-with-pass": "Nim, in which one player may pass once.",
    "lctr": "Remove the first row or column of a staircase of cells.",
    "square-cake": "Cut a square cake into equal squares.",
    "nimble": "Move one coin to the left; coins may share a square.",
    "silver-dollar": "Slide a coin to the left over free squares.",
    "end-nim": "Take from the first or the last pile of a line.",
    "kotzig": "Step round a circle, never twice to the same place.",
    "northcott": "Move a piece of a row towards the other one.",
    "corner": "Move a chess piece nearer to the corner.",
    "sequential-nim": "Take from the first pile that is not empty.",
    "staircase-nim": "Move counters from one step to the step below.",
    "chess-rows": "Slide a piece right to the first empty square.",
    "wythoff": "Take from one pile, or the same from both: a queen.",
    "euclid": "Subtract a multiple of the smaller from the larger.",
    "turning-turtles": "Turn a head over and, if you like, one coin before it.",
    "mock-turtles": "Turn a head over, and up to two coins before it.",
    "moebius": "Turn a head over, and up to four coins before it.",
    "mogul": "Turn a head over, and up to six coins before it.",
    "twins": "Turn a head over and one coin before it.",
    "ruler": "Turn a head over, and coins in a row just before it.",
    "turn": "Turn one of some sets of coins, the last a head.",
    "turning-corners": "Turn the four corners of a rectangle, the last a head.",
    "tartan": "Two coin games crossed: rows by one, columns by the other.",
    "rectangle": "Clear a full rectangle of any size.",
    "bacteria": "Place a colony; it fills its row or its column.",
    "placement": "Put a piece down; the cells around it are taken too.",
    "chomp": "Bite off a corner; the first square is poisoned.",
    "notakto": "Everyone plays X; do not make three in a row.",
    "clobber": "Move a stone onto a neighbour of the other colour.",
    "nogo": "Put a stone down; no group may lose its last free cell.",
    "poset": "Take an element, and with it all that lie above it.",
    "geography": "Move a token along an edge, never back to a node.",
    "top-entails": "Split a pile, or take its top: that must be answered.",
    "nimstring": "Draw a line; whoever closes a box moves again.",
    "hackenbush": "Cut an edge; what is cut off from the ground falls.",
    "graph": "Move a token along an arc of a graph.",
    "welter": "Move a coin to a free square on its left.",
    "col": "Colour a cell; neighbours must differ.",
    "snort": "Colour a cell; neighbours must not differ.",
    "sylver": "Name a number that is no sum of those named before.",
    "brussels-sprouts": "Join two free ends of crosses by a curve with a bar.",
    "sprouts": "Join two spots by a curve, with a new spot on it.",
    "mem0": "Nim, but never take as many from a pile as was taken last.",
    "mem": "Take at least as many from a pile as were taken last.",
    "prim": "Take a number that has no divisor in common with the pile.",
    "rims": "Draw a closed curve through at least one spot.",
    "rails": "Draw a closed curve through one or two spots.",
    "slow-nim": "Take one counter from each of one to k piles.",
    "exact-slow-nim": "Take one counter from each of just k piles.",
    "sharing-nim": "Take from a pile, or carry over to one as large.",
    "zeckendorf": "Replace two Fibonacci numbers by one or two others.",
    "domination": "Choose a node that dominates one more.",
    "general-position": "Choose nodes, no three on a shortest path.",
    "heat-toggle": "Turn a hot node and its neighbours hot or cold.",
    "edge-nim": "Move the token along an edge; take counters from it.",
    "peg-duotaire": "Hop with a peg over a neighbour, which is taken off.",
    "toads-and-frogs": "Toads go right, frogs left, or jump over one another.",
    "sum-free": "Choose numbers; none may be a sum of two of them.",
    "cap-set": "Choose points, no three of them in a line.",
    "black-path": "Lead the path on by a tile, not off the board.",
    "sym": "Turn coins over that lie symmetrically.",
    "chocolate-bar": "Break a bar with steps; leave the bitter square.",
    "tripod-nim": "Nim on three legs; the centre waits for two of them.",
    "cyclic-nimhoff": "Take from one pile, or fewer than h from several.",
    "simplicial-nim": "Take from piles that lie together in one of some sets.",
    "annihilation": "Move a token; two that meet on a node are both gone.",
    "subset-take-away": "Name a set that contains no set named before.",
}


def brief(game: Game) -> str:
    """The rule of a game in a sentence that a tile has room for.

    >>> from grundy.games.catalogue import GAMES
    >>> brief(GAMES["nim"]), brief(GAMES["notakto"])
    ('Take any number of counters from one pile.', 'Everyone plays X; do not make three in a row.')
    """
    return BRIEFS.get(game.name, game.summary)
