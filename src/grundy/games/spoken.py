"""What people call games: other names of those that are here, and why some that they ask for are not."""

from __future__ import annotations

# Other names. Sources: Winning Ways; Fraenkel's bibliography of combinatorial games.
CALLED = (
    ("marienbad, the last match, tac tix in one row", "nim"),
    ("bachet's game, the race to 20 or 21, twenty-one, 21 flags, subtraction game, one two three", "take-away:1,2,3"),
    ("cornering the queen, corner the lady, tsyanshidzi, rotated chess queen", "wythoff"),
    ("white knight, the queen, king or rook moves to the corner", "corner:knight"),
    ("plugg, dots and pairs, impartial domineering, crosscram, domino game", "cram"),
    ("chocolate bar, poisoned chocolate, gale's game", "chomp"),
    ("divisors, schuh's game of divisors", "poset schuh:36"),
    ("subset take-away, superset game, boolean lattice", "poset subsets:3"),
    ("independent set game, non-attacking kings, queens, rooks, knights, bishops, the n queens game", "node-kayles"),
    ("dawson's pawns", "dawsons-chess"),
    ("rip van winkle's game, skittles, bowling, ninepins", "kayles"),
    ("maximal matching game, edge kayles", "arc-kayles"),
    ("undirected vertex geography, slither, kotzig's game on a graph, hamiltonian path game", "geography"),
    ("green hackenbush, bushes, cutting trees, colon principle, fusion principle", "hackenbush"),
    ("nim with splitting, take or split", "laskers-nim"),
    ("fibonacci counters, schwenk's nim, one pile nim with a limit that doubles", "fibonacci-nim"),
    ("sylver coinage, coins of sylvester, numerical semigroups, naming numbers that are no sums", "sylver"),
    ("game of sprouts, spots joined by curves, conway and paterson's game", "sprouts"),
    ("brussels, crosses joined by curves", "brussels-sprouts"),
    ("coin strip, coins that slide to the left", "welter"),
    ("coin turning, flipping coins, acrostic twins, heads or tails", "turning-turtles"),
    ("flipping game of a rectangle, turning corners, nim multiplication", "turning-corners"),
    ("impartial tic-tac-toe, tic tac toe with crosses alone, noughts and crosses, x only", "notakto"),
    ("stones on stairs, staircase, steps", "staircase-nim"),
    ("anti-atari go", "nogo"),
    ("map colouring, colouring maps", "col"),
    ("cats and dogs, fields for bulls and cows", "snort"),
)

PARTIZAN = "its players have different moves, and grundy plays games in which both have the same"
SCORES = "it is won by points, and grundy plays games that are won by the last move"
CYCLIC = "its players have pieces of their own, and it may go on for ever"
# Who looks for one of these learns why it is not here.
ABSENT = (
    ("dots and boxes", f"{SCORES}; a rule of yours says with again(...) that a player moves on"),
    ("mancala, kalah, oware, awari, sowing", SCORES),
    ("domineering, crosscram with two directions", f"{PARTIZAN}; 'cram' is the game in which both do"),
    ("blue-red hackenbush, red blue hackenbush", f"{PARTIZAN}; 'hackenbush' is the green game"),
    ("toads and frogs, amazons, konane, hex, y, havannah, tablut, fox and geese", PARTIZAN),
    ("go, weiqi, baduk", f"{SCORES}; 'nogo' and 'clobber' are played with its stones"),
    ("chess, checkers, draughts, shogi, othello, reversi, gomoku, connect four, four in a row", CYCLIC),
    ("tic-tac-toe, tic tac toe, tictactoe", f"{PARTIZAN}; 'notakto' is the game in which both put crosses"),
    (
        "nimstring, strings and coins",
        "it is not here yet; a rule of yours says with again(...) that a player moves on",
    ),
    ("entailing moves, top entails, complimenting moves", "a rule of yours has them, with answer(...) and again(...)"),
    ("poker nim, nim with chips that come back", "what is added is taken at once: it is 'nim'"),
)


def _says(phrase: str, words: list[str]) -> bool:
    """Whether one of the names of a phrase has all of some words."""
    return any(all(word in name for word in words) for name in phrase.split(", "))


def games_called(words: str) -> list[str]:
    """The games that people call so.

    >>> games_called("Dots pairs"), games_called("tsyanshidzi")
    (['cram'], ['wythoff'])
    """
    given = words.casefold().split()
    return list(dict.fromkeys(spec for phrase, spec in CALLED if given and _says(phrase, given)))


def why_absent(words: str) -> str:
    """Why a game that is called so is not here; "" if nobody knows it.

    >>> why_absent("Othello")
    'its players have pieces of their own, and it may go on for ever'
    """
    return next((why for phrase, why in ABSENT if _plain(words) in _plain(phrase).split(", ")), "")


def called_just(name: str) -> str:
    """The game that has just this other name; "" if none has.

    >>> called_just("dots-and-pairs"), called_just("dots")
    ('cram', '')
    """
    return next((spec for phrase, spec in CALLED if _plain(name) in _plain(phrase).split(", ")), "")


def _plain(words: str) -> str:
    """Small letters, and blanks for hyphens."""
    return " ".join(words.casefold().replace("-", " ").split())
