"""The verbs `solve` and `option_values`: who wins a position and why, and what each of its moves is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from grundy.api.answers import keeping_values, moves_of, result_of, searching
from grundy.api.answers import option_values as values_of_options
from grundy.api.constraints import require_fitting
from grundy.api.work import Work, on_cluster, position_of, session_of
from grundy.engines.methods import Method
from grundy.engines.part_values import PartValues
from grundy.engines.search.board import as_sets
from grundy.errors import OutOfReach
from grundy.model.convention import mex, nim_sum
from grundy.model.definition import values_within
from grundy.model.evidence import Evidence, counted, joint
from grundy.model.frozen import frozen
from grundy.model.known import Known, PartialAnswer, mex_of, told
from grundy.model.move import Move
from grundy.model.option import State
from grundy.model.result import Result
from grundy.model.rule import Position, Rule, shortened
from grundy.text.terminal import printable

if TYPE_CHECKING:
    from grundy.api.option_outcomes import OptionOutcomes

# The verb `solve`: who wins a position, with what value, by which moves, and why.


def solve(
    position: str | Position,
    misere: bool = False,
    loopy: bool = False,
    *,
    remoteness: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    certificate: str | Path | None = None,
    strategy: str | Path | None = None,
    values: str | Path | Sequence[str | Path] = (),
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Result:
    """Who wins a position, its nim-value, and every winning move.

    Where numbers are too large for every table, a theorem about all positions is looked for, as `prove` does.

    Parameters
    ----------
    position : str or Position
        A position, or what the command line reads: ``"nim 3 4 5"``, ``"nim(3 5) + wythoff(1 2)"``.
    misere : bool, optional
        Whoever cannot move wins, instead of losing.
    loopy : bool, optional
        Play may come back to a position and then be drawn; graphs, and small positions of other games.
    remoteness : bool, optional
        Whether to count how soon the winner can win, and how late, from all positions below: a million at most.
    method : {"auto", "proof-numbers", "couples", "sets", "mex"}, optional
        How boards and graphs are searched.
    cores : int or None, optional
        How many may search at once where a search becomes long; None: all.
    certificate, strategy : path, optional
        Where to write what proves the nim-value, and a reply to every move, which proves who wins; see `certify`.
    values : path or sequence of paths, optional
        A file that keeps the nim-values of parts of boards from one search to the next, made if it is not there; what
        others hold is added to the first.
    cluster : str, optional
        The address of a Dask scheduler, whose workers search what the moves of a board or graph leave, in normal play.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Result
        `Result.as_dict` is the object that the command line prints with ``--json``.

    Raises
    ------
    BadText, BadRule
        No such position; play that comes back, or that a rule is not valid for.
    OutOfReach
        Too large.
    Stopped
        A limit was met before it was known who wins. Once that is known, it is the result, with what is known of the
        nim-value in `Result.known`.

    Examples
    --------
    >>> result = solve("nim 3 4 5")
    >>> result.winner, result.nim_value, [str(move) for move in result.winning_moves]
    ('first', 2, ['pile 1, take 2'])
    """
    require_fitting(
        "solve", misere=misere, loopy=loopy, certificate=certificate is not None, strategy=strategy is not None,
        values=bool(values), cores=cores != 1, cluster=cluster is not None,
    )  # fmt: skip
    asked = position_of(position, loopy, misere=misere)
    files = [Path(values)] if isinstance(values, str | Path) else list(map(Path, values))
    wanted = [(path, which) for path, which in ((certificate, False), (strategy, True)) if path is not None]
    if not files and not wanted:
        return answer(asked, misere, loopy, remoteness=remoteness, method=method, cores=cores, cluster=cluster, **work)
    with session_of(work) as session, keeping_values(files, bool(wanted)) as kept:
        result = answer(
            asked, misere, loopy, remoteness=remoteness, method=method, cores=cores, kept=kept, session=session
        )
        for path, which in wanted:
            from grundy.api.certificates import certify_result

            certify_result(result, path, which, session, method, cores, kept)
        return result


def answer(
    asked: Position,
    misere: bool = False,
    loopy: bool = False,
    *,
    remoteness: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    kept: PartValues | None = None,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Result:
    """The same with nothing written, by engines or where these end by a theorem.

    Args:    kept: nim-values of parts of boards, with which a search begins and to which it adds.
    """
    if cluster is not None and all(as_sets(component.rule.shape) is None for component in asked.components):
        raise OutOfReach(
            f"{asked}: machines share the openings of boards and graphs, and this has none; leave out --cluster"
        )

    def answered() -> Result:
        if not work and method == "auto" and cores == 1 and cluster is None and kept is None:
            return result_of(asked, misere, loopy)
        with session_of(work) as session, on_cluster(cluster, session) as workers:
            try:
                return result_of(asked, misere, loopy, searching(session, asked, misere, method, cores, kept, workers))
            except (OutOfReach, KeyboardInterrupt) as stop:
                (known,) = told(stop, 1)
                if not known.is_nothing:
                    session.partial = PartialAnswer(asked, "misere" if misere else "normal", known)
                    if isinstance(stop, KeyboardInterrupt):
                        stop.add_note(str(session.partial))
                raise

    result = answered()
    return with_lengths(result) if remoteness else result


def with_lengths(result: Result) -> Result:
    """The same with how many moves play takes, if whoever wins hurries or delays.

    Raises:  OutOfReach: too many positions. BadRule: moves that do not pass the turn.
    """
    from grundy.model.compound import remoteness_of, suspense_of

    misere = result.convention == "misere"
    lengths = {"remoteness": remoteness_of(result.position, misere)}
    if result.convention != "loopy":
        lengths["suspense"] = suspense_of(result.position, misere)
    return replace(result, lengths=lengths)


# The verb `option_values`: every move of a position, with the nim-value of the option that it leads to.


@frozen
class OptionValues:
    """Every move of a position in normal play, and the nim-value of the option that it leads to.

    Attributes
    ----------
    position : Position
    moves : tuple of Move
        In the order of the parts and of their options; moves that lead to the same option are each there.
    values : tuple of int or None
        Of each move's option, as a whole: a move wins if it is 0. None: not yet found, where the work was stopped.
    evidence : Evidence
        How the values are known.
    known : tuple of Known
        Of work that was stopped, what is known of each option.
    """

    position: Position
    moves: tuple[Move, ...]
    values: tuple[int | None, ...]
    evidence: Evidence
    known: tuple[Known, ...] = field(repr=False, default=())

    @property
    def nim_value(self) -> int | None:
        """The nim-value of the position: the mex of its options' values. None: not yet found."""
        return mex_of(self.known).nim_value if self.known else mex(value for value in self.values if value is not None)

    def moves_to(self, value: int) -> list[Move]:
        """The moves to options of a nim-value.

        >>> [str(move) for move in option_values("nim 1 2").moves_to(0)]
        ['pile 2, take 1']
        """
        return [move for move, worth in zip(self.moves, self.values, strict=True) if worth == value]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        worth = f"{self._open} not yet found" if self._open else f"nim-value {self.nim_value}"
        return f"<{counted(len(self), 'option')} of {shortened(self.position.typed())}: {worth}>"

    def __str__(self) -> str:
        lines = [self._title(), *self.lines(), *([] if self._open else [self.evidence.sentence()])]
        return "\n".join(printable(line, kept="") for line in lines)

    def lines(self) -> list[str]:
        """A line a move, those of small values first, and last those whose values are not yet found."""
        rows = self._by_value()
        wide = max((len(value) for value, _ in rows), default=1)
        return [f"  {value:>{wide}}  {words}" for value, words in rows]

    def _repr_html_(self) -> str:
        from grundy.show.html import table_html, titled

        rows = [list(row) for row in self._by_value()]
        return titled(self._title(), table_html(["nim-value", "move"], rows), self.evidence.sentence())

    @property
    def _open(self) -> int:
        """How many options have no value yet."""
        return self.values.count(None)

    def _title(self) -> str:
        name = shortened(self.position.typed())
        title = f"{counted(len(self), 'option').capitalize()} of {name}"
        if not self._open:
            return f"{title}, so its nim-value (mex) is {self.nim_value}"
        known = mex_of(self.known)
        who = f"the {known.winner} player wins" if known.winner else "who wins is not known yet"
        return f"{title}, {self._open:,} of them not yet found: {'; '.join(filter(None, (who, known.value_words())))}"

    def _by_value(self) -> list[tuple[str, str]]:
        """Each value and its move, in words."""
        places = sorted(range(len(self)), key=lambda place: (self.values[place] is None, self.values[place] or 0))
        return [self._row(place) for place in places]

    def _row(self, place: int) -> tuple[str, str]:
        move = self.moves[place].sentence()
        if self.values[place] is not None:
            return str(self.values[place]), move
        words = self.known[place].value_words()
        return "?", f"{move}: {f'{words}, ' if words else ''}not yet found"

    def as_dict(self) -> dict[str, Any]:
        """For machines: `options` stand in the order of `moves`."""
        return {
            **self.position.as_dict(),
            "play": "normal",
            "nim_value": self.nim_value,
            **({"known": mex_of(self.known).as_dict()} if self._open else {}),
            "options": [
                {"move": move.as_dict(), "nim_value": value}
                | ({"known": self.known[place].as_dict()} if value is None else {})
                for place, (move, value) in enumerate(zip(self.moves, self.values, strict=True))
            ],
            "evidence": self.evidence.as_dict(),
        }


STOPPED = Evidence("computed", "work that was stopped")


@overload
def option_values(
    position: str | Position,
    *,
    misere: Literal[False] = False,
    loopy: Literal[False] = False,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues: ...
@overload
def option_values(
    position: str | Position,
    *,
    misere: bool = False,
    loopy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues | OptionOutcomes: ...


def option_values(
    position: str | Position,
    *,
    misere: bool = False,
    loopy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues | OptionOutcomes:
    """Every move of a position, with the nim-value of the option that it leads to, or who wins that.

    `solve` asks of each option only whether it is worth 0, and this what it is worth, which costs more where boards or
    graphs are searched. All of them are one run, which goes on where it was stopped.

    Parameters
    ----------
    position : str or Position
        A position of at most 100,000 moves, or what the command line reads: ``"cram 3x5"``.
    misere, loopy : bool, optional
        Who wins each option where whoever cannot move wins; and where play may come back to a position.
    method : {"auto", "proof-numbers", "couples", "sets", "mex"}, optional
        How boards and graphs are searched.
    cores : int or None, optional
        How many may search at once where a search becomes long; None: all.
    values : path or sequence of paths, optional
        A file that keeps the nim-values of parts of boards from one search to the next, as for `solve`.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    OptionValues or OptionOutcomes
        With `misere` or `loopy` the outcomes of the options.

    Raises
    ------
    BadText, BadRule
        No such position; play that comes back; moves that say who moves next (`again`, `answer`).
    OutOfReach
        Too large, or more than 100,000 moves.
    Stopped
        A limit was met. The command line then lists the options whose values are known.

    References
    ----------
    Sprague 1935; Grundy 1939: the nim-value of a position is the mex of those of its options.

    Examples
    --------
    >>> found = option_values("kayles 4")
    >>> [(str(move), value) for move, value in zip(found.moves, found.values)][:2]
    [('pile 1, take 1, leave (1, 2)', 3), ('pile 1, take 1, leave (3,)', 3)]
    >>> found.nim_value
    1
    """
    require_fitting("options", misere=misere, loopy=loopy, values=bool(values))
    asked = position_of(position, loopy, misere=misere)
    files = [Path(values)] if isinstance(values, str | Path) else list(map(Path, values))
    with session_of(work) as session, keeping_values(files) as kept:
        options = searching(session, asked, misere, method, cores, kept)
        if misere or loopy:
            from grundy.api.option_outcomes import option_outcomes  # and all that tells outcomes of many states
            from grundy.api.outcomes import convention_of

            return option_outcomes(asked, convention_of(misere, loopy), options)
        try:
            moves, leaves, evidence = values_of_options(asked, options)
        except (OutOfReach, KeyboardInterrupt) as stop:
            some = told(stop)
            if not all(one.is_nothing for one in some):
                pieces = dict.fromkeys(piece for one in some for piece in one.evidence)
                values_known = tuple(one.nim_value for one in some)
                by = joint(list(pieces) or [STOPPED])
                session.partial = OptionValues(asked, tuple(moves_of(asked)), values_known, by, some)
            raise
    return OptionValues(asked, tuple(moves), tuple(leaves), evidence)


# Why a state has its nim-value, where that is seen at a glance: its options with their values, and their mex.

MOST_PARTS = 4  # of a position
MOST_OPTIONS = 16  # of a state, moves to the same counted once
MOST_MOVES = 200  # of a state that are looked at
MOST_STATES = 2_000  # below a state
LARGEST = 15  # nim-value
WIDE = 160  # characters of the options of a state


def option_lines(result: Result) -> Iterator[str]:
    """For each state of a small value and few options, what its options are worth, and which value is missing.

    >>> from grundy import kayles, solve
    >>> print(*option_lines(solve(kayles(4))), sep="\\n")
    4 leads to 1 + 2 (3), 3 (3), 1 + 1 (0), 2 (2), in brackets their nim-values
      the smallest missing number is 1, its nim-value (the mex)
    """
    parts = {(part.rule, part.state): None for part in result.position.parts()}
    if result.values is None or len(parts) > MOST_PARTS:
        return
    for rule, state in parts:
        options = small_option_values(rule, state)
        if options is None:
            continue
        values = set(options.values())
        least = next(value for value in range(len(values) + 1) if value not in values)
        name = rule.space.describe(state)
        listed = ", ".join(f"{option} ({value})" for option, value in options.items())
        if not options:
            yield f"{name} leads nowhere: the smallest number is 0, its nim-value (the mex)"
        elif least <= LARGEST and len(name) + len(listed) <= WIDE:
            yield f"{name} leads to {listed}, in brackets their nim-values"
            yield f"  the smallest missing number is {least}, its nim-value (the mex)"


def small_option_values(rule: Rule, state: State) -> dict[str, int] | None:
    """The options of a state, in a few words, with their nim-values by the definition; None where that is much work."""
    moves = list(islice(rule.options(state), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES or any(option.next != "opponent" for option in moves):
        return None
    named = {" + ".join(sorted(map(rule.space.describe, option.parts))) or "nothing": option for option in moves}
    if len(named) > MOST_OPTIONS:
        return None
    below = {part for option in named.values() for part in option.parts}
    values = values_within(rule, below, {}, "normal", MOST_STATES)
    if values is None or not all(isinstance(value, int) for value in values.values()):
        return None
    return {name: nim_sum(values[part] for part in option.parts) for name, option in named.items()}  # type: ignore[misc]
