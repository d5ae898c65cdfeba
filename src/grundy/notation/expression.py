"""Positions as people type them: GAME POSITION, or an expression GAME(POSITION) + GAME(POSITION)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from grundy.errors import BadRule
from grundy.games.catalogue import COMPOUND_NAMES, GAMES, closest
from grundy.games.entry import Game, no_parameters, read_position
from grundy.model.frozen import frozen
from grundy.model.rule import Position, Rule
from grundy.notation import TYPED
from grundy.text.literals import NOT_READ, python_literal
from grundy.text.notation import read_numbers
from grundy.text.reader import Text, describe, quote

if TYPE_CHECKING:
    from grundy.games.compound_kinds import Compounding


# Parameters of a rule as the command line sets them: NAME=VALUE.


def with_parameters(rule: Rule, settings: tuple[str, ...]) -> Rule:
    """A rule with parameters set as NAME=VALUE, values being Python literals.

    Raises: BadRule: no '=', no literal, or no parameter of that name.
    """
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        try:
            values[name.strip()] = python_literal(value.strip())
        except NOT_READ:
            equals = ""
        if not equals:
            raise BadRule(f"--set: expected NAME=VALUE with a Python literal, as in width=12, found {quote(setting)}")
    return rule.bind(**values) if values else rule


# Compounds as people type them: `conjunctive(nim(3 4), kayles(5))`, positions with commas between them.

MOST_NESTING = 50  # compounds in compounds
_MARKS = re.compile(r"[(),]")
_PARAMETERS = re.compile(r"[\s+]*[^\s:]+:\S*")  # what a comma among the parameters of a game stands behind
_MARKS_OR_JSON = re.compile(r"[(),]|(?<![^\s(,])[\[{]")  # JSON begins a position, and stands in no word


def read_compound(name: str, text: Text, read: Callable[[Text], Position | None]) -> Position | None:
    """The compound whose parts a text lists; what is wrong is reported to it, and then None returned.

    Args:    name: of the compound. read: what reads one part.
    """
    from grundy.games.compound_kinds import COMPOUNDS

    of = COMPOUNDS[name]
    texts = list(_parts(text))
    count = _count(of, texts.pop()) if of.count and len(texts) > 1 else 1
    if of.count and len(texts) > 1:
        start = len(texts[1].string) - len(texts[1].string.lstrip())
        texts[1].report_at(start, f"')' or {of.count}, behind one position")
        return None
    parts = [read(part) for part in texts]
    positions = [part for part in parts if part is not None]
    if count is None or len(positions) < len(parts):
        return None
    made = of.twist(positions[0], count) if of.count else of.compose(*positions)
    assert isinstance(made, Position)  # as all its parts are
    return made


def _count(of: Compounding, text: Text) -> int | None:
    """The number behind a position."""
    numbers = read_numbers(text, of.count, of.least)
    if len(numbers) == 1:
        return numbers[0]
    if not text.findings:
        text.report_at(0, f"{of.count}, one number")
    return None


def _parts(text: Text) -> Iterator[Text]:
    """The texts between the commas that stand in no bracket, nor in the parameters of a game: `take-away:1,3(4)`."""
    start = ended = depth = 0
    for at, mark in brackets(text, 0, True):
        depth += (mark == "(") - (mark == ")")
        if mark == ")":
            ended = at + 1
        elif mark == "," and not depth and not _PARAMETERS.fullmatch(text.string, ended, at):
            yield text.part(start, at)
            start = ended = at + 1
    yield text.part(start, len(text.string))


def brackets(text: Text, at: int, json: bool) -> Iterator[tuple[int, str]]:
    """The round brackets and commas from `at` on, each with its place; where there may be JSON, those in it are not."""
    marks = _MARKS_OR_JSON if json else _MARKS
    while match := marks.search(text.string, at):
        at = match.end()
        if match.group() in "[{":
            from grundy.text.json_reader import json_end

            at = json_end(text, match.start())
        else:
            yield match.start(), match.group()


# Positions as people type them: GAME POSITION, or an expression GAME(POSITION) + GAME(POSITION).
#
# Nothing here opens a file. A text may name one where its reader is handed `files`, which opens it.

_EMPTY_HINT = "a position after the game ('' is the empty position)"
_BLANKS = re.compile(r"[ \t\n]*")
_SPEC = re.compile(r"[^( \t\n]*")
MOST_BRACKETS = 100  # of a typed rule that stands in an expression
_NO_FILES = (
    ": this text may name no file; give it on the command line, or in Python as a Path or with files=grundy.FILES"
)


class Files(Protocol):
    """What opens the files that a text names; whoever reads a stranger's text hands in none."""

    def read_rule(self, name: Text, rule: Text | None) -> Rule | None:
        """The rule that FILE.py or FILE.py:rule names; None, and what is wrong reported to the text."""

    def read_board(self, name: Text) -> Rule | None:
        """The game on the board in FILE.json; None, and what is wrong reported to the text."""


def parse(text: str | bytes, name: str = "<argument>", loopy: bool = False, *, files: Files | None = None) -> Position:
    """Read a position as the command line does: summands joined by '+', or GAME POSITION.

    Parameters
    ----------
    text : str or bytes
        ``"take-away:1,2,3(3 4 5) + nim(5)"`` or ``"nim 3 5"``.
    name : str, optional
        What errors call the text.
    loopy : bool, optional
        Whether a graph may have cycles.
    files : optional
        `grundy.FILES` where the text may name files of yours: ``"chess_row.py 7"`` runs that file. Without it none is
        opened, so that a stranger's text is safe to read.

    Returns
    -------
    Position

    Raises
    ------
    BadText
        With the places of everything that is wrong.

    Examples
    --------
    >>> print(parse("take-away:1,2,3(3 4 5) + nim(5)"))
    take-away:1,2,3(3 4 5) + nim(5)
    >>> print(parse("nim 3 5"))
    nim(3 5)
    """
    source = Text(text, name)
    position = read_expression(source, loopy, files)
    source.close()
    assert position is not None
    return position


def parse_position(
    game: str, position: Text, loopy: bool = False, settings: tuple[str, ...] = (), *, files: Files | None = None
) -> Position:
    """Read a game and, from another text, its position: the two halves of `grundy solve GAME POSITION`.

    Args:    settings: parameters of the user's own rule, as NAME=VALUE. files: opens the files that the texts name.
    Raises: BadText: with the places of everything wrong in both.
    """
    if game == "sum":
        game_position = read_expression(position, loopy, files)
    else:
        spec = Text(game, "<argument>")
        if settings:
            entry, parameters = read_spec(spec, files)
            rule = entry.rule(parameters) if entry else None
            entry = _game_of(with_parameters(rule, settings)) if rule else None
            game_position = read_position(entry, None, position, loopy) if entry else None
        else:
            named = _named(spec, loopy, files)
            game_position = named.read(position) if named else None
        spec.close()
    position.close()
    assert game_position is not None
    return game_position


def parse_rule(game: str, *, files: Files | None = None) -> Rule:
    """Read the name of a rule: a game of the catalogue, as in ``take-away:1,2,3``, or a rule in one line.

    Parameters
    ----------
    game : str
    files : optional
        `grundy.FILES` where the name may be that of a file of yours, which is then run: ``"chess_row.py"``, or
        ``"chess_row.py:name"`` where it makes several rules.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        No such game, wrong parameters, a game whose rule is in its position, or a file without `files`.

    Examples
    --------
    >>> parse_rule("take-away:3,1").spec
    'take-away:1,3'
    >>> parse_rule("n -> n-k for k in {1,3}").spec
    'rule:n -> n-k for k in {1,3}'
    """
    spec = Text(game, "<argument>")
    entry, parameters = read_spec(spec, files)
    rule = entry.rule(parameters) if entry else None
    if entry and rule is None and not spec.findings:
        spec.report(1, 1, "a game whose rule does not depend on the position", repr(entry.name))
    spec.close()
    assert rule is not None
    return rule


def parse_typed_rule(text: str) -> Rule:
    """Read what is typed where a rule is expected: one word is the name of a game, and all else a rule in one line.

    Raises: BadText: also where a rule is only begun; places count from the beginning of the text.

    >>> parse_typed_rule("kayles").spec, parse_typed_rule("n -> n-1").spec
    ('kayles', 'rule:n -> n-1')
    """
    if is_typed(text) or _ONE_WORD.fullmatch(text):
        return parse_rule(text)
    from grundy.notation.typed import read_rule

    source = Text(text, "<argument>")
    rule = read_rule(source)
    source.close()
    assert rule is not None
    return rule


_ONE_WORD = re.compile(r"[a-z][^\s(]+")  # two letters at least: one is the state of a rule that is begun
_STATE_AND_ARROW = re.compile(r"\s*(?:\w+|\([\w\s,]*\))\s*(?:->|→)")  # n -> or (a, b) ->


def is_expression(text: str) -> bool:
    """Whether a first argument is an expression of summands rather than the name of a game."""
    return is_cgsuite(text) or (
        "(" in text[max(map(text.rfind, (".py", ".json"))) + 1 :] and not is_typed(text)
    )  # a path may have one


_CGSUITE = re.compile(r"\s*(?:game\.heap\.|\*\s*(?:\d|\+|$))")


def is_cgsuite(text: str) -> bool:
    """Whether a text begins as CGSuite's do: game.heap.Kayles(7), *3 + *5 or *."""
    return _CGSUITE.match(text) is not None


def is_typed(text: str) -> bool:
    """Whether the name of a game is a rule that is typed, as in 'n -> n-k, for k in {1,3,4}', also after 'rule:'."""
    return text.startswith(f"{TYPED}:") or _STATE_AND_ARROW.match(text) is not None


def names_file(game: str) -> bool:
    """Whether the name of a game is FILE.py, FILE.py:RULE or FILE.json."""
    return game.partition(":")[0].endswith(".py") or game.endswith(".json")


def read_spec(text: Text, files: Files | None) -> tuple[Game | None, Text | None]:
    """The game that a text NAME or NAME:PARAMETERS names, and the text of the parameters."""
    if is_cgsuite(text.string):
        from grundy.notation.cgsuite import read_rule as read_ruleset

        ruleset = read_ruleset(text)
        return (None, None) if ruleset is None else (_game_of(ruleset), None)
    name, colon, _ = text.string.partition(":")
    parameters = text.part(len(name) + 1) if colon else None
    if _STATE_AND_ARROW.match(text.string):
        name, parameters = TYPED, text
    if names_file(text.string):
        if files is None:
            text.report_at(0, "the name of a game", quote(text.string) + _NO_FILES)
            return None, None
        in_python = name.endswith(".py")
        rule = files.read_rule(text.part(0, len(name)), parameters) if in_python else files.read_board(text)
        return (None, None) if rule is None else (_game_of(rule), None)
    if name == TYPED and parameters is not None:
        from grundy.notation.typed import read_rule

        typed = read_rule(parameters)
        return (None, None) if typed is None else (_game_of(typed), None)
    game = GAMES.get(name)
    if game is None:
        actual = (describe(name) if name else text.here(0)) + meant(name)
        text.report_at(0, "the name of a game ('grundy games' lists them)", actual)
    elif not colon and game.parameters and game.rule(None) is None:
        text.report_end(f"':' and {game.parameters}")
        return None, None
    return game, parameters


_TAKE = re.compile(r"(?:take|remove|subtract) [0-9]+(?:(?:, ?| or |, or | and |, and )[0-9]+)*", re.ASCII)


def meant(name: str) -> str:
    """A remark on what is the name of no game: what was probably meant.

    >>> meant("kayle"), meant("0.77"), meant("nim+kayles")
    ("; did you mean 'kayles'?", "; did you mean 'octal:0.77'?", "; a sum is written as in 'nim(3 5)+kayles(7)'")
    >>> meant("3"), meant("take 1, 3 or 4"), meant("misere")
    ("; did you mean 'nim 3'?", "; did you mean 'take-away:1,3,4'?", '; misère play is an option: --misere')
    """
    if name.isascii() and name.isdigit():
        return f"; did you mean 'nim {name}'?"
    if _TAKE.fullmatch(name):
        return f"; did you mean 'take-away:{','.join(re.findall('[0-9]+', name))}'?"
    if name == "misere":
        return "; misère play is an option: --misere"
    if re.fullmatch(r"[04]\.[0-7]{1,40}", name):
        return f"; did you mean 'octal:{name}'?"
    if name in COMPOUND_NAMES:
        return f"; it is no rule, but takes positions, as in '{name}(nim(3 4))'"
    if name.partition("+")[0] in GAMES:
        return "; a sum is written as in 'nim(3 5)+kayles(7)'"
    from grundy.games.spoken import called_just, why_absent

    if why := why_absent(name):
        return f"; {why}"
    other = called_just(name)
    return f"; did you mean {other!r}?" if other else closest(name, [*GAMES, *COMPOUND_NAMES])


def _game_of(rule: Rule) -> Game:
    """A user's rule as a game without entry in the catalogue."""
    return Game(rule.spec, rule.spec, "Python literals", no_parameters(rule), (rule.spec, ""), "", ())


@frozen
class _Named:
    """A game or compound that a text names: how its position is read, and whether JSON may stand in it."""

    read: Callable[[Text], Position | None]
    json: bool


def _named(spec: Text, loopy: bool, files: Files | None, depth: int = 0) -> _Named | None:
    """What a text names; None, and what is wrong reported to it."""
    name = spec.string
    if name in COMPOUND_NAMES:

        def read_part(part: Text) -> Position | None:
            return read_expression(part, loopy, files, depth + 1)

        return _Named(lambda text: read_compound(name, text, read_part), True)
    game, parameters = read_spec(spec, files)
    return _Named(lambda text: read_position(game, parameters, text, loopy), game.json) if game else None


def read_expression(text: Text, loopy: bool, files: Files | None, depth: int = 0) -> Position | None:
    """The position that a text says, or None where something was reported to it.

    Args:    files: opens the files that it names; None: it may name none. depth: in how many compounds it stands.
    """
    if depth > MOST_NESTING:
        text.report_at(0, f"no more than {MOST_NESTING} compounds, each in the next")
        return None
    if is_cgsuite(text.string):
        from grundy.notation.cgsuite import read_position as read_cgsuite

        return read_cgsuite(text)
    start = _skip(text, 0)
    spec_end = _spec_end(text, start)
    if text.string[spec_end : spec_end + 1] != "(":
        return _read_plain(text, start, spec_end, loopy, files, depth)
    total: Position | None = None
    sound = True
    while True:
        spec_end = _spec_end(text, start)
        if spec_end == start:
            text.report_at(start, "a summand GAME(POSITION)")
            return None
        named = _named(text.part(start, spec_end), loopy, files, depth)
        if text.string[spec_end : spec_end + 1] != "(":
            text.report_at(spec_end, "'(' and a position")
            return None
        close = _closing(text, spec_end + 1, named is not None and named.json)
        if close is None:
            text.report_at(len(text.string), "')' after the position")
            return None
        summand = named.read(text.part(spec_end + 1, close)) if named else None
        if summand is None:
            sound = False
        else:
            total = summand if total is None else total + summand
        start = _skip(text, close + 1)
        if start >= len(text.string):
            return total if sound else None
        if text.string[start] != "+":
            text.report_at(start, "'+' and another summand, or the end")
            return None
        start = _skip(text, start + 1)


def _spec_end(text: Text, start: int) -> int:
    """Where the name of a game ends: at a bracket or a blank; of a rule that is typed, which has such itself, at the
    first bracket before which a whole rule stands: none goes on with a bracket."""
    end = _end(_SPEC, text, start)
    if not text.string.startswith(f"{TYPED}:", start):
        return end
    from grundy.notation.typed import read_rule

    for match in islice(re.finditer(r"\(", text.string[start:]), MOST_BRACKETS):
        rule = Text(text.string[start + len(TYPED) + 1 : start + match.start()], "")
        if rule.string.strip() and read_rule(rule) is not None:
            return start + match.start()
    return end


def _read_plain(text: Text, start: int, spec_end: int, loopy: bool, files: Files | None, depth: int) -> Position | None:
    """GAME POSITION in one text."""
    if start == spec_end:
        text.report_at(start, "a game and a position")
        return None
    named = _named(text.part(start, spec_end), loopy, files, depth)
    if named is None:
        return None
    if spec_end >= len(text.string):
        text.report_at(spec_end, _EMPTY_HINT)
        return None
    return named.read(text.part(spec_end + 1, len(text.string)))


def _closing(text: Text, start: int, json: bool) -> int | None:
    """Where the ')' stands that ends a position; JSON inside it, if there may be some, is read as JSON."""
    depth = 1
    for at, mark in brackets(text, start, json):
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            if not depth:
                return at
    return None


def _skip(text: Text, at: int) -> int:
    return _end(_BLANKS, text, at)


def _end(pattern: re.Pattern[str], text: Text, at: int) -> int:
    match = pattern.match(text.string, at)
    return match.end() if match else at
