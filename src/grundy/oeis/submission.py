"""What a submission to the OEIS needs, written into a folder: b-file, entry, program, certificate."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Unpack

from grundy.errors import BadRule, GrundyError, InternalError, OutOfReach
from grundy.model.definition import state_values
from grundy.model.evidence import Evidence
from grundy.oeis.compare import list_of
from grundy.oeis.files import NUMBER
from grundy.oeis.program import program_of

if TYPE_CHECKING:
    from grundy.api.states import StateMap
    from grundy.api.work import Work
    from grundy.model.rule import Rule

LONGEST_DATA = 260  # characters of the line of terms
PROGRAM_TERMS = 60  # that the program gives, at most
BY_RECURSION = 100  # terms that are found a second time, by the definition, at most
POSITIONS = 100_000  # that this may take
CERTIFIED = 100  # terms with a certificate each, at most


@dataclass(frozen=True, slots=True)
class Submission:
    """What was written for a submission; made by `write`.

    Attributes
    ----------
    folder : Path
    game : str
    terms : int
        How many terms the b-file has.
    files : tuple of str
        The names of the files, in the folder.
    witnesses : tuple of str
        What says each term besides the engine that found it, in sentences.
    missing : tuple of str
        What was not written, and why.
    evidence : Evidence
        How the terms are known.
    """

    folder: Path
    game: str
    terms: int
    files: tuple[str, ...]
    witnesses: tuple[str, ...]
    missing: tuple[str, ...]
    evidence: Evidence

    def lines(self) -> Iterator[str]:
        """What was written, for people."""
        yield f"{self.folder}: {self.terms:,} terms of {self.game}: {', '.join(self.files)}"
        yield from self.witnesses
        yield from self.missing

    def as_dict(self) -> dict[str, Any]:
        """The same for machines."""
        listed = {key: list(getattr(self, key)) for key in ("files", "witnesses", "missing")}
        told = {"folder": str(self.folder), "game": self.game, "terms": self.terms}
        return {**told, **listed, "evidence": self.evidence.as_dict()}


def write(
    folder: str | Path,
    game: str | Path | Rule,
    upto: int = 99,
    *,
    start: int = 0,
    of: StateMap | None = None,
    outcomes: bool = False,
    misere: bool = False,
    command: str = "",
    **work: Unpack[Work],
) -> Submission:
    """Write what a submission to the OEIS needs into a new folder, as a whole or not at all.

    Parameters
    ----------
    folder : path
        A folder that is not there yet; where its name is a number, as in ``A316632``, that is the sequence's.
    game : str, Path or Rule
        As for `sequence`.
    upto : int, optional
        The last heap.
    start : int, optional
        The first heap, whose value is the first term.
    of : str, optional
        A map from n to a state of any kind, as for `sequence`.
    outcomes, misere : bool, optional
        The P-positions in place of the nim-values; in misère play.
    command : str, optional
        What makes the same again, for the remark in the b-file.
    **work
        Limits and record; see `Work`. They hold for the certificate, too, which is left out where they are met.

    Returns
    -------
    Submission
        With its witnesses, and what is missing and why.

    Raises
    ------
    BadText, BadRule
        No such game; nothing to list.
    GrundyError
        The folder is there already, or cannot be written.
    InternalError
        The definition gives another value: nothing is written.
    Stopped
        A limit was met before the terms were there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     made = write(Path(place, "A002186"), "kayles", 70)
    ...     print(*made.files)
    b002186.txt entry.txt program.py values.npy values.npy.sha256 certificate.txt
    """
    from grundy.api.sequence import sequence
    from grundy.api.work import require_number, rule_of, session_of

    folder = Path(folder)
    if folder.exists() or not folder.name:
        raise GrundyError(f"{folder}: expected a folder that is not there yet, found one; choose another name")
    require_number("a first heap", start, 0)
    if start > upto:
        raise BadRule(f"expected a first heap up to the last, {upto}, found {start}")
    rule = rule_of(game)
    with session_of(work) as session:
        made = sequence(rule, upto, of=of, outcomes=outcomes, misere=misere, session=session)
        limits = {"time_limit": session.limits.time_limit, "memory": session.limits.memory}
    listed = outcomes or misere
    terms = [n for n in list_of(made) if n >= start] if listed else list_of(made)[start:]
    if not terms:
        raise BadRule(f"{rule.spec}: expected a P-position up to {upto}, found none; a larger --to would help")
    text = getattr(made, "of", "")
    number = folder.name if NUMBER.fullmatch(folder.name) else "A000000"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as place:
            whole = _Writing(Path(place, "new"), rule, upto, start, text, listed, misere)
            whole.place.mkdir()
            remark = made.evidence.sentence(command) if command else made.evidence.sentence()
            first = 1 if listed else start
            rows = "".join(f"{n} {term}\n" for n, term in enumerate(terms, first))
            whole.add(f"b{number[1:]}.txt", f"{rows}# {_line(rule.spec)}. {_line(remark)}\n")
            whole.add("entry.txt", "")  # in this place; its text is known last
            program = whole.program()
            if not (listed or misere):
                whole.recursion(terms)
                whole.certificates(limits)
            entry = _entry(whole, number, terms, program, made.evidence)
            whole.place.joinpath("entry.txt").write_text(entry, encoding="utf-8")
            os.rename(whole.place, folder)
    except OSError as problem:
        raise GrundyError(f"{folder}: cannot be written: {problem.strerror or problem}") from problem
    lists = tuple(whole.files), tuple(whole.witnesses), tuple(whole.missing)
    return Submission(folder, rule.spec, len(terms), *lists, made.evidence)


def _line(text: str) -> str:
    return " ".join(text.split())


class _Writing:
    """A folder that is being written, and what is said of it."""

    def __init__(self, place: Path, rule: Rule, upto: int, start: int, of: str, listed: bool, misere: bool) -> None:
        self.place, self.rule, self.upto, self.start, self.of = place, rule, upto, start, of
        self.listed, self.misere = listed, misere
        self.files: list[str] = []
        self.witnesses: list[str] = []
        self.missing: list[str] = []

    def add(self, name: str, text: str) -> None:
        self.place.joinpath(name).write_text(text, encoding="utf-8")
        self.files.append(name)

    def program(self) -> str:
        """The text of the program, which is written; "" where none is."""
        from grundy.show.moves import NotWritten

        count = min(self.upto + 1, self.start + PROGRAM_TERMS)
        if self.misere:
            self.missing.append("No program: it has the nim-values of normal play alone.")
            return ""
        try:
            text = program_of(self.rule, count, self.start, self.of, self.listed)
        except NotWritten as problem:
            self.missing.append(f"No program: {problem}.")
            return ""
        self.add("program.py", text)
        return text

    def states(self) -> Iterator[Any]:
        """The states of the terms."""
        from grundy.api.states import state_map
        from grundy.api.work import numbers_rule

        rule = numbers_rule(self.rule) if not self.of else self.rule
        mapped = state_map(rule, self.of) if self.of else None
        return (n if mapped is None else mapped(n) for n in range(self.start, self.upto + 1))

    def recursion(self, terms: Sequence[int]) -> None:
        """Find the first terms again, by the definition. Raises InternalError: one is another."""
        from grundy.api.work import numbers_rule

        rule = self.rule if self.of else numbers_rule(self.rule)
        memo: dict[Any, Any] = {}
        term_count = 0
        for term, state in zip(terms[:BY_RECURSION], self.states(), strict=False):
            try:
                value = state_values(rule, [state], memo, most=POSITIONS)[state]
            except OutOfReach:
                break
            if value != term:
                which = f"{self.rule.spec}: term {self.start + term_count}"
                raise InternalError(f"{which} is {term}, and by the definition {value}: please report it")
            term_count += 1
        if term_count:
            last = self.start + term_count - 1
            self.witnesses.append(f"Terms {self.start} to {last} were found again by the definition, in plain Python.")

    def certificates(self, limits: dict[str, Any]) -> None:
        """Write what proves the values: of a table as one, or of each position."""
        from grundy.api.certificates import certify
        from grundy.api.table import table

        problems = []
        if not self.of:
            out, path = self.place / "values.npy", self.place / "certificate.txt"
            try:
                table(self.rule, self.upto + 1, out=out, certificate=path, read=False, **limits)
            except (GrundyError, ValueError) as problem:
                problems.append(_line(str(problem)))
                for left in self.place.glob("values.npy*"):
                    left.unlink()
                path.unlink(missing_ok=True)
            else:
                self.files += [out.name, f"{out.name}.sha256", path.name]
                self.witnesses.append(
                    f"All terms are proved by {path.name}: 'grundy verify' or check.py alone checks it."
                )
                return
        proved = 0
        folder = self.place / "certificates"
        folder.mkdir()
        for n, state in zip(range(self.start, self.start + CERTIFIED), self.states(), strict=False):
            try:
                certify(self.rule(state), folder / f"{n}.txt", **limits)
            except (GrundyError, ValueError) as problem:
                problems.append(_line(str(problem)))
                break
            proved += 1
        if proved:
            last = self.start + proved - 1
            self.files.append(folder.name)
            self.witnesses.append(f"Terms {self.start} to {last} are proved by a file each in {folder.name}.")
        else:
            folder.rmdir()
        if proved < self.upto + 1 - self.start:
            self.missing.append(f"No {'further ' * bool(proved)}certificate: {problems[-1] if problems else 'enough'}.")


def data_line(terms: Sequence[int]) -> str:
    """As many terms as the line of data of an entry has.

    >>> len(data_line(range(10, 1000))), data_line([0, 1, 2])
    (258, '0, 1, 2')
    """
    line = ""
    for term in terms:
        longer = f"{line}, {term}" if line else f"{term}"
        if len(longer) > LONGEST_DATA:
            break
        line = longer
    return line


def rule_in_words(rule: Rule) -> str:
    """What a move is, in a sentence: that of the catalogue, of a user's function, or the rule in a line."""
    from grundy.games.catalogue import GAMES

    name, _, parameters = rule.spec.partition(":")
    game = GAMES.get(name)
    if game is not None:
        return f"{game.summary.rstrip('.')} ({rule.spec})." if parameters else game.summary
    words = (rule.function.__doc__ or "").strip()
    return _line(words.split("\n\n")[0]) if words else f"A move is {rule.spec}."


def _entry(writing: _Writing, number: str, terms: Sequence[int], program: str, evidence: Evidence) -> str:
    """The fields of an entry, as its editors write them."""
    of = f" of the states {writing.of}" if writing.of else ""
    play = " in misere play" if writing.misere else ""
    rule = rule_in_words(writing.rule)
    what = f"P-positions{of}{play}" if writing.listed else f"Nim-values{of or ' of heaps of n'}"
    data = data_line(terms)
    first = 1 if writing.listed else writing.start
    rows = [("S", data), ("N", f"{what}: {rule}")]
    rows += [("C", rule), ("C", _line(evidence.sentence())), *(("C", line) for line in writing.witnesses)]
    rows += [("o", "(Python)")] * bool(program) + [("o", line) for line in program.splitlines() if line]
    more = ",more" if data.count(",") + 1 == len(terms) else ""
    rows += [("K", f"nonn{more}"), ("O", f"{first},{_place_of_two(terms)}")]
    return "".join(f"%{field} {number} {line}".rstrip() + "\n" for field, line in rows)


def _place_of_two(terms: Sequence[int]) -> int:
    """The place, from 1 on, of the first term above 1; 1 where there is none."""
    return next((place for place, term in enumerate(terms, 1) if abs(term) > 1), 1)
