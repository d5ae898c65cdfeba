"""What people call games: other names of those that are here, and why some that they ask for are not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

# Other names. Sources: Winning Ways; Fraenkel's bibliography of combinatorial games.
CALLED = (
    (
        "marienbad, 1 3 5 7, the last match, tac tix in one row, hold the last pebble, pebbles, stones, beans, "
        "stone game, matches, matchsticks, toothpicks, sticks, cards in rows, take the last one, take away the last, "
        "dont take the last one, misère nim, xor of piles, nim sum, nimbers, sprague grundy, picking stones, "
        "last stone loses, last one loses, last one to take loses, pearls before swine, nim with cards",
        "nim",
    ),
    (
        "bachet's game, the race to 20 or 21, twenty-one, 21 flags, 21 game, subtraction game, subtraction set, s-nim, "
        "one two three, hold the last pebble, take 1 2 or 3, matchsticks, stones, dr nim, last stone loses",
        "take-away:1,2,3",
    ),
    ("bachet, race to 100, the 100 game, reach 100, count to 100, nim with a limit, take at most k", "bounded-nim:10"),
    ("square numbers, take a square, subtract a square, stone game 4", "subtract:squares"),
    ("powers of two, take a power of two", "subtract:powers-of-2"),
    ("divisor game, proper divisors, subtract a factor, dim", "subtract:proper-divisors"),
    ("dim, divisors, take a divisor", "subtract:divisors"),
    ("coprime, coprime numbers, relatively prime, no common divisor", "prim"),
    ("grundy's mem, take no less than last time", "mem"),
    ("halving, take one or half", "mark"),
    ("unequal piles, split a pile into unequal parts, splitting piles, splitting heaps", "grundys-game"),
    (
        "cornering the queen, corner the lady, tsyanshidzi, rotated chess queen, two piles, golden ratio, "
        "golden section, phi, beatty sequences",
        "wythoff",
    ),
    ("white knight, the queen, king or rook moves to the corner, rooks on a board, chess pieces", "corner:knight"),
    ("rook on a chessboard, move a rook, two piles as a rook", "corner:rook"),
    ("queen on a chessboard, move a queen", "corner:queen"),
    ("euclidean algorithm, greatest common divisor, gcd", "euclid"),
    ("slow k-nim, one from each of several piles, slow moore's nim", "slow-nim:2"),
    ("exact slow k-nim, one from each of k piles, slow setnim, slow hypergraph nim", "exact-slow-nim:2"),
    ("carry counters over, give to a larger pile, transfer between piles", "sharing-nim"),
    ("fibonacci numbers, zeckendorf game, zeckendorf decomposition, zeckendorf's theorem", "zeckendorf"),
    ("k piles at once, several piles at once, moore's nim_k, bounded number of piles", "moore:2"),
    (
        "plugg, dots and pairs, impartial domineering, crosscram, domino game, dominoes on a board, "
        "tiling with dominoes, dominoes on a grid, impartial crosscram",
        "cram",
    ),
    ("knocking over dominoes, falling dominoes, row of dominoes", "toppling-dominoes"),
    ("chocolate bar, poisoned chocolate, poison, brownies, cookies, gale's game, gnim", "chomp"),
    ("step chocolate, chocolate with steps, bitter chocolate, bitter square, impartial chocolate", "chocolate-bar:2"),
    ("closed curves through spots, loops through spots", "rims"),
    ("loops through one or two spots, curves through spots", "rails"),
    ("divisors, schuh's game of divisors", "poset schuh:36"),
    ("subset take-away, subset takeaway, superset game, gale's game of subsets", "subset-take-away"),
    ("boolean lattice", "poset subsets:3"),
    (
        "independence game, independent domination game, independent set game, "
        "non-attacking kings, queens, rooks, knights, bishops, the n queens game, placing rooks",
        "node-kayles",
    ),
    ("normal domination game, dominating set, dominate nodes", "domination"),
    ("no three in line, general position achievement game, no three on a shortest path", "general-position"),
    ("toggle, heat-charge toggle, switch a node and its neighbours, impartial lights out", "heat-toggle"),
    ("nim on graphs, nim on edges of a graph, fukuyama's nim", "edge-nim"),
    ("dawson's pawns, row of pawns, pawns in three ranks, 0.137", "dawsons-chess"),
    ("rip van winkle's game, skittles, bowling, ninepins, 0.77", "kayles"),
    ("0.07", "dawsons-kayles"),
    ("maximal matching game, edge kayles, removing edges", "arc-kayles"),
    ("undirected vertex geography, slither, kotzig's game on a graph, hamiltonian path game, word chains", "geography"),
    (
        "green hackenbush, bushes, cutting trees, colon principle, fusion principle, tree cutting, delete edges, "
        "flowers, stalks",
        "hackenbush",
    ),
    ("annihilation games, tokens that annihilate each other, tokens that vanish", "annihilation"),
    ("token on a graph, game on a dag, directed acyclic graph, digraph game", "graph"),
    ("nim with splitting, take or split", "laskers-nim"),
    ("fibonacci counters, schwenk's nim, one pile nim with a limit that doubles", "fibonacci-nim"),
    ("short nim, short local nim, memgames, nim with memory, do not repeat a move", "mem0"),
    ("third one lucky, nim on a star with three legs, nim on a tripod", "tripod-nim 2 3 4 6"),
    ("nimhoff, blackburn's nim", "cyclic-nimhoff:3"),
    ("nim on a hypergraph, exact nim, exact k-nim, tetris hypergraph, nim on edges", "hypergraph-nim:1-2,1-3,2-3"),
    ("nim on a simplicial complex, nim on a complex, faces of a complex", "simplicial-nim:1-2,2-3,3-4"),
    ("sylver coinage, coins of sylvester, numerical semigroups, naming numbers that are no sums", "sylver"),
    ("game of sprouts, spots joined by curves, conway and paterson's game", "sprouts"),
    ("brussels, crosses joined by curves", "brussels-sprouts"),
    ("coin strip, coins that slide to the left, sliding coins", "welter"),
    ("sliding coins, coins pushed to the left", "silver-dollar"),
    ("moidores", "turn:1,2,3,4,5,6,7,8,9"),
    ("coin turning, flipping coins, acrostic twins, heads or tails", "turning-turtles"),
    ("symmetrical coins, symmetric coin turning", "sym"),
    ("flipping game of a rectangle, turning corners, nim multiplication", "turning-corners"),
    ("one-dimensional peg solitaire, pegs for two players, hopping pegs", "peg-duotaire"),
    ("frogs and toads, toads frogs, impartial toads and frogs, leapfrog", "toads-and-frogs"),
    ("sum-free game, sum free, sum-free sets, schur triples, avoid sums", "sum-free"),
    ("cap set, cap set game, cap sets, no three in a line, the card game set", "cap-set"),
    ("brick, truchet tiles, black's game", "black-path"),
    ("impartial tic-tac-toe, tic tac toe with crosses alone, noughts and crosses, x only, three in a row", "notakto"),
    ("stones on stairs, staircase, steps", "staircase-nim"),
    ("burning the candle at both ends, take from the ends", "end-nim"),
    ("anti-atari go", "nogo"),
    ("map colouring, colouring maps, graph colouring, coloring", "col"),
    ("cats and dogs, fields for bulls and cows", "snort"),
    ("blocking nim, k-blocking nim, muller twist, forbid a move", "constrain(nim(3 4 5))"),
    ("blocking wythoff, blocking wythoff nim, k-blocking wythoff", "constrain(wythoff(4 6))"),
    ("name the moves, muller twist", "comply(nim(3 4 5))"),
    ("join of games, move in all", "conjunctive(nim(3 4), kayles(5))"),
    ("union of games, move in any", "selective(nim(3 4), kayles(5))"),
    ("ordinal sum", "ordinal(nim(3 4), kayles(5))"),
    ("pass move", "with_pass(nim(3 4 5))"),
)

PARTIZAN = "its players have different moves, and grundy plays games in which both have the same"
SCORES = "it is won by points, and grundy plays games that are won by the last move"
CYCLIC = "its players have pieces of their own, and it may go on for ever"
PUZZLE = "it is a puzzle for one player, and grundy plays games for two"
CHANCE = "it has chance or hidden moves, and in grundy's games both players see everything"
NOT_YET = "it is not here yet"
UNCHECKED = "its exact rule could not be checked in a published source"
# Who looks for one of these learns why it is not here.
ABSENT = (
    (
        "dots and boxes, la pipopipette, squares of dots",
        f"{SCORES}; 'nimstring' is the same board, won by the last move",
    ),
    ("scores, points, most points, scoring games", "grundy plays games that are won by the last move, not by points"),
    ("mancala, kalah, oware, awari, sowing, tsoro", SCORES),
    (
        "last stone loses, last one loses, last one to take loses, whoever cannot move wins",
        "that is misère play, an option: 'grundy solve nim 1 2 3 --misere'",
    ),
    (
        "partizan, partisan, left and right, red and blue, hot games, surreal numbers",
        "in a partizan game the players have different moves, and grundy plays games in which both have the same; "
        "'impartial(LEFT, RIGHT)' in Python lets both make the moves of either",
    ),
    ("domineering, crosscram with two directions", f"{PARTIZAN}; 'cram' is the game in which both do"),
    (
        "blue-red hackenbush, red blue hackenbush, hackenbush with colours",
        f"{PARTIZAN}; 'hackenbush' is the green game",
    ),
    ("cutcake, cut cake, maundy cake, elephants and rhinos, seating couples, skiing", PARTIZAN),
    ("amazons, konane, hex, y, havannah, tablut, fox and geese", PARTIZAN),
    ("bridg-it, bridge it, gale, shannon switching game, maker breaker, pong hau ki, surakarta, quarto", PARTIZAN),
    ("go, weiqi, baduk", f"{SCORES}; 'nogo' and 'clobber' are played with its stones"),
    ("chess, checkers, draughts, shogi, othello, reversi, gomoku, connect four, connect 4, four in a row", CYCLIC),
    ("nine men's morris, mill, merels, halma, chinese checkers, cops and robbers, phutball", CYCLIC),
    ("tic-tac-toe, tic tac toe, tictactoe", f"{PARTIZAN}; 'notakto' is the game in which both put crosses"),
    (
        "peg solitaire, solitaire, solo noble, hi-q",
        f"{PUZZLE}; 'peg-duotaire' is that of two players",
    ),
    ("bulgarian, bulgarian solitaire, austrian solitaire, carolina solitaire", PUZZLE),
    ("sudoku, lights out, minesweeper, chip firing, towers of hanoi, rubik's cube, 15 puzzle, sokoban", PUZZLE),
    (
        "rock paper scissors, battleship, battleships, backgammon, dice, poker, ludo, monopoly, hangman, mastermind",
        CHANCE,
    ),
    ("entailing moves, complimenting moves", "a rule of yours has them, with answer(...) and again(...)"),
    ("poker nim, nim with chips that come back", "what is added is taken at once: it is 'nim'"),
    ("ghost, ghosts, superghost", "it is played with the words of a dictionary; 'geography' is played on any graph"),
    ("31 with cards, thirty one, game of 31, 31 game", f"{NOT_YET}: each card is there four times"),
    ("fifteens, turnips, ternups, grunt", f"{UNCHECKED}; 'turn' has coins of any sets that are turned"),
    ("tree nim", f"{UNCHECKED}; 'tripod-nim' is Nim on a star with three legs"),
    ("loops, loops and branches, loops-and-branches", f"{UNCHECKED}; 'rims' and 'rails' are its relatives"),
    ("vertex nim, vertexnim, nim on vertices, nimg", f"{UNCHECKED}; 'edge-nim' is Nim on edges"),
    ("nofil, game of nofil", f"{NOT_YET}; 'cap-set' is Nofil on the points and lines of a space over three elements"),
)

FILLERS = frozenset(
    (
        *(
            "a",
            "an",
            "the",
            "of",
            "or",
            "and",
            "in",
            "on",
            "with",
            "to",
            "for",
            "at",
            "by",
            "from",
            "is",
            "it",
            "i",
            "you",
        ),
        *("do", "how", "who", "whoever", "game", "games", "play", "played", "playing", "player", "players"),
        *("rule", "rules", "win", "winning"),
    )
)


def stems(text: str) -> list[str]:
    """The words of a text in small letters, without those that every game has, and without the s of a plural.

    >>> stems("Dawson's Chess"), stems("the race to 20 or 21"), stems("noughts and crosses"), stems("How to play")
    (['dawson', 'chess'], ['race', '20', '21'], ['nought', 'cross'], ['how', 'to', 'play'])
    """
    words = re.findall(r"\d*\.\d+|\w+", text.casefold().replace("'", "").replace("\u2019", ""))
    return [_stem(word) for word in words if word not in FILLERS] or words


def _stem(word: str) -> str:
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def has_words(text: Sequence[str], given: Sequence[str]) -> bool:
    """Whether each given stem is one of a text, or if it has three letters or more, begins one."""
    return all(any(word == stem or (len(stem) > 2 and word.startswith(stem)) for word in text) for stem in given)


@cache
def _named() -> tuple[tuple[list[str], str], ...]:
    return tuple((stems(name), spec) for phrase, spec in CALLED for name in phrase.split(", "))


def games_called(words: str) -> list[str]:
    """The games that people call so, those of just that name first; if there is none, those whose other names stand in
    what is given.

    >>> games_called("Dots pairs"), games_called("tsyanshidzi"), games_called("how do I win at marienbad")
    (['cram'], ['wythoff'], ['nim'])
    """
    given = stems(words)
    specs = [*games_called_just(words), *(spec for name, spec in _named() if given and has_words(name, given))]
    return list(dict.fromkeys(specs or [spec for name, spec in _named() if set(name) <= set(given)]))


def why_absent(words: str) -> str:
    """Why a game that is called so is not here; "" if nobody knows it.

    >>> why_absent("Othello")
    'its players have pieces of their own, and it may go on for ever'
    """
    given = sorted(stems(words))
    names = ((sorted(stems(name)), why) for phrase, why in ABSENT for name in phrase.split(", "))
    return next((why for name, why in names if name == given), "")


def called_just(name: str) -> str:
    """The game that has just this other name; "" if none has.

    >>> called_just("dots-and-pairs"), called_just("dots")
    ('cram', '')
    """
    return next(iter(games_called_just(name)), "")


def games_called_just(name: str) -> list[str]:
    """The games that have just this other name."""
    given = stems(name)
    return [spec for other, spec in _named() if other == given]


def lead_to_game(name: str) -> str:
    """The end of an error about a name in Python that people call a game by; "" if nobody does.

    >>> lead_to_game("othello")
    '; its players have pieces of their own, and it may go on for ever'
    """
    words = name.replace("_", "-")
    if why := why_absent(words):
        return f"; {why}"
    other = called_just(words)
    return f"; there is grundy.{'parse' if ' ' in other else 'parse_rule'}({other!r})" if other else ""
