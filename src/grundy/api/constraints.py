"""Which options of a verb go together: data, which the library, the command line and the web all read.

An option has its name on the command line, without hyphens in front. A face that does not have an option never gives
it, and does not name it: so a row may speak of options that only some faces have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from grundy.errors import BadRule


class Excludes(NamedTuple):
    """An option, those that it does not go with, and why: "--emit writes source text; leave out --json"."""

    option: str
    others: tuple[str, ...]
    why: str
    unless: str = ""  # an option beside which it goes with all of them


class Needs(NamedTuple):
    """An option, those of which it needs one, and why."""

    option: str
    others: tuple[str, ...]
    why: str


class AtMostOne(NamedTuple):
    """Options for one thing."""

    options: tuple[str, ...]
    of: str = ""  # what they are, where there are many


class ExactlyOne(NamedTuple):
    """Options of which one is needed."""

    options: tuple[str, ...]
    unless: str = ""


Constraint = Excludes | Needs | AtMostOne | ExactlyOne

WRITTEN = ("lines", "cluster", "certificate", "strategy", "values", "picture", "graph", "plot")
ONE_POSITION = "takes one position"
IN_NORMAL_PLAY = "takes one position in normal play"
CORES = AtMostOne(("cores", "cluster"))
FORMS = ("csv", "bfile", "latex", "json")
OTHER_FORMS = Needs("remarks", ("csv",), "other forms say the same without it")

IN_NUMBERS = ("out", "certificate", "emit", "plot", "show", "cluster")
LISTED_STATES = "makes a table of states that are listed, in memory"

EVERY_VERB: tuple[Constraint, ...] = (
    AtMostOne(("to", "states", "limit")),
    Excludes("estimate", WRITTEN, "only begins the work, on this machine"),
    Excludes("loopy", ("measure",), "is for play that may return, and a measure is what each move lowers"),
)
VERBS: dict[str, tuple[Constraint, ...]] = {
    "solve": (
        Excludes("lines", ("game", "file"), "takes expressions from its FILE"),
        Excludes("certificate", ("lines", "misere", "loopy"), IN_NORMAL_PLAY),
        Excludes("strategy", ("lines", "loopy"), "takes one position, in normal or misère play"),
        Excludes("values", ("lines", "misere", "loopy"), IN_NORMAL_PLAY),
        Excludes("picture", ("lines",), "draws one position"),
        Excludes("graph", ("lines",), "draws what one position leads to"),
        Excludes("graph", ("loopy",), "draws a game that comes to an end"),
        Excludes("remoteness", ("lines",), ONE_POSITION),
        Excludes("explain", ("lines",), ONE_POSITION),
        Excludes(
            "cgsuite",
            (
                "estimate", "json", "explain", "moves", "misere", "loopy", "remoteness", "method", "cores", "lines",
                "cluster", "certificate", "strategy", "values", "picture", "graph", "time_limit", "memory", "store",
            ),
            "prints the position and solves nothing",
        ),
        Excludes("set", ("lines",), "goes with a GAME and a POSITION, not with expressions"),
        CORES,
        Excludes("cluster", ("misere", "loopy", "values", "certificate", "strategy"), IN_NORMAL_PLAY, unless="lines"),
    ),
    "options": (
        AtMostOne(("misere", "loopy")),
        Excludes("values", ("misere", "loopy"), "keeps nim-values, of normal play"),
    ),
    "play": (
        Excludes("load", ("game",), "goes on with the game in FILE"),
        AtMostOne(("misere", "loopy")),
    ),
    "table": (
        Excludes(
            "table in a file",
            ("to", "states", "limit", "box", "out", "overwrite", "certificate", "outcomes", "misere", "cluster", "set"),
            "is only read",
        ),
        ExactlyOne(("to", "states", "limit", "box"), unless="table in a file"),
        AtMostOne(("misere", "loopy")),
        Excludes("of", ("box", *IN_NUMBERS), LISTED_STATES),
        Excludes("loopy", IN_NUMBERS, LISTED_STATES),
        Excludes("measure", IN_NUMBERS, LISTED_STATES),
        Needs("certificate", ("out",), "it proves the table in that file"),
        AtMostOne(("csv", "json"), "form of output"),
        OTHER_FORMS,
        Excludes(
            "emit", ("outcomes", "misere", "csv", "json", "show"), "writes the source text of nim-values"
        ),
        Needs("moves", ("emit",), "a table has the values of states, and no moves"),
        Excludes("plot", ("emit", "csv", "json", "show"), "writes a chart to its FILE"),
    ),
    "sequence": (
        AtMostOne(FORMS, "form of output"),
        OTHER_FORMS,
        Excludes("plot", FORMS, "writes a picture to its FILE"),
        Excludes("plot", ("outcomes", "misere", "loopy"), "draws nim-values"),
        AtMostOne(("misere", "loopy")),
        Needs("kind", ("plot",), "it says what is drawn"),
    ),
    "check": (AtMostOne(("misere", "loopy")),),
    "oeis": (
        Excludes("check", ("start",), "compares terms, the first with the heap that --shift says"),
        Excludes("write", ("shift", "oeis"), "writes the terms from --start on"),
    ),
    "atlas": (ExactlyOne(("digits", "codes", "known")), OTHER_FORMS, CORES),
    "verify": (
        Excludes("coq", ("segment", "proved", "json", "cores", "cluster"), "goes with one FILE and no other option"),
        Excludes("proved", ("segment", "cores", "cluster"), "checks whole files"),
        CORES,
        Needs("store", ("cores", "cluster"), "only such runs are recorded"),
        Needs("no_store", ("cores", "cluster"), "only such runs are recorded"),
    ),
    "stress": (
        AtMostOne(("time_limit", "seconds")),
        AtMostOne(("starts", "of")),
        AtMostOne(("values", "moves")),
        AtMostOne(("misere", "loopy")),
        Excludes("values", ("misere", "loopy"), "are of normal play: no nim-value tells who wins in misère or loopy"),
        Excludes(
            "format",
            ("values", "moves", "misere", "loopy", "parts", "words", "set", "starts", "of"),
            "says what is read and printed; such options go with a game or a rule",
        ),
    ),
    "serve": (Needs("pyodide", ("write",), "the server itself needs none"),),
    "runs": (Excludes("forget", ("run", "json"), "takes the runs itself"),),
}  # fmt: skip


def complaint(
    verb: str, given: Mapping[str, bool], name: Callable[[str], str], full: Callable[[str], str] | None = None
) -> str | None:
    """What is wrong with the options of a verb; None if they go together.

    Args:    given: of each option that this face has, whether it was given.
             name: how an option is called there; full: the same with its value, as in --to N.
    """
    return next(filter(None, (_broken(row, given, name, full or name) for row in rows(verb))), None)


def rows(verb: str) -> tuple[Constraint, ...]:
    """All that is said of the options of a verb."""
    return EVERY_VERB + VERBS.get(verb, ())


def _broken(
    row: Constraint, given: Mapping[str, bool], name: Callable[[str], str], full: Callable[[str], str]
) -> str | None:
    def those(options: Iterable[str], joined: str = "and") -> str:
        *before, last = map(full if joined == "or" else name, options)
        return f"{', '.join(before)} {joined} {last}" if before else last

    match row:
        case Excludes(option, others, why, unless):
            chosen = [choice for choice in others if given.get(choice)]
            if given.get(option) and chosen and not given.get(unless):
                or_else = f", or {name(unless)}" if unless in given else ""
                return f"{name(option)} {why}{or_else}; leave out {those(chosen)}"
        case Needs(option, others, why):
            if given.get(option) and not any(map(given.get, others)):
                return f"{name(option)} goes with {those(filter(given.__contains__, others), 'or')}: {why}"
        case AtMostOne(options, of):
            chosen = [choice for choice in options if given.get(choice)]
            if chosen[1:] and (of or options[2:]):
                return f"expected one {of or f'of {those(options)}'}, found {those(chosen)}"
            if chosen[1:]:
                return f"expected {those(chosen, 'or')}, found both"
        case ExactlyOne(options, unless):
            chosen = [choice for choice in options if given.get(choice)]
            if len(chosen) != 1 and not given.get(unless):
                more = f", found {those(chosen)}" if chosen else ""
                return f"expected {those(filter(given.__contains__, options), 'or')}, one of them{more}"
    return None


IN_LIBRARY = {  # where it is not the option's name and "="
    "estimate": "an estimate",
    "table to": "a number of states",
    "table box": "a box",
    "verify segment": "segments=",
    "stress values": 'answers="value"',
    "stress moves": 'answers="move"',
    "stress set": "settings=",
    "stress format": "a format",
}


def require_fitting(verb: str, **given: bool) -> None:
    """Refuse arguments of a verb of the library that do not go together; each with whether it was given.

    Raises:  BadRule.
    """

    def name(option: str) -> str:
        return IN_LIBRARY.get(f"{verb} {option}") or IN_LIBRARY.get(option, f"{option}=")

    if told := complaint(verb, given, name):
        raise BadRule(told)
