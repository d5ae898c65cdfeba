"""The commands for sequences on heaps: period, atlas, verify."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.completion import complete_file, complete_game
from grundy.cli.options import (
    CLUSTER,
    LIMITS,
    SET,
    FilePath,
    HowFar,
    LongWork,
    Verb,
    Whole,
    command_words,
    estimated_work,
    how_far,
    long_work,
)
from grundy.cli.output import say

if TYPE_CHECKING:
    from grundy.model.verification import CheckedFile


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("Compute the heaps up to N at most, as in 50000 or 1e7.", "limit")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--certificate",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="Write a certificate of the period, or of the values.",
)
@SET
@estimated_work
@click.pass_context
def period(
    ctx: click.Context,
    game: str,
    far: HowFar,
    as_json: bool,
    certificate: Path | None,
    settings: tuple[str, ...],
    work: LongWork,
) -> None:
    """Say how the nim-values of heaps 0, 1, 2, ... repeat, and prove it where a theorem can.

    \b
    grundy period octal:0.77
    grundy period take-away:1,4,10 --json
    grundy period octal:0.007 --to 1e6 --time-limit 5min
    grundy period kayles --certificate kayles.txt
    grundy period grundys-game --to 1e6 --certificate values.txt
    """
    import json

    from grundy.api.kept_theorems import MOST_COMPARED, Answered, of_terms, theorem_lines, theorems_key
    from grundy.api.period import period as period_of
    from grundy.api.work import certificate_note, provenance, rule_of
    from grundy.cli.answering import answering
    from grundy.notation.files import FILES
    from grundy.show.sequence import period_lines
    from grundy.show.text import Line

    rule = rule_of(game, settings, FILES)
    most = far.how_many()
    words = ("period", *command_words(ctx, LIMITS))
    with answering(work.read(), words, ctx.obj) as answer:
        result = period_of(rule, most, certificate=certificate, session=answer)
        recorded = [rule], answer.limits.store

        def terms() -> Iterator[Answered]:
            from grundy.answering.sequence import values_found

            yield from of_terms(rule, values_found(rule, result, min(result.heaps_computed, MOST_COMPARED)))

        if as_json:
            answer.give(
                f"{json.dumps(result.as_dict() | theorems_key(*recorded, answers=terms) | provenance(words))}\n"
            )
            return
        lines = [*period_lines(result), *(Line("note", line) for line in theorem_lines(*recorded, answers=terms))]
        if made := result.written:
            lines.append(Line("note", certificate_note("Certificate", str(made.path), made.checked)))
        answer.give(lines)


def _unsaid(line: str) -> None:
    """What is said of a certificate while it is checked, where its object says it all at the end."""


@click.command(cls=Verb)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_file)
@click.option("--segment", "segments", metavar="I/K", multiple=True, help="Check only the I-th of K equal pieces.")
@click.option("--proved", is_flag=True, help="Use the checker that is proved in Coq; it knows some kinds only.")
@click.option("--coq", is_flag=True, help="Print a file with which Coq proves in its kernel what FILE claims.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a certificate.")
@click.option("--cores", metavar="K", type=Whole(1), help="Check pieces by K processes; record the run.")
@CLUSTER
@long_work
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[str, ...],
    segments: tuple[str, ...],
    proved: bool,
    coq: bool,
    as_json: bool,
    cores: int | None,
    cluster: str | None,
    work: LongWork,
) -> int:
    """Check certificates, trusting nothing that computed them.

    The checker is one file of plain Python, grundy/proof/check.py, that also works copied alone to another
    machine, as 'python check.py FILE'. With --proved it is a program whose soundness is proved in Coq; 'make -C
    proofs/coq' builds it.

    \b
    grundy verify kayles.txt
    grundy verify large.txt --segment 1/4 --segment 2/4
    grundy verify large.txt --cores 8 --time-limit 10min
    grundy verify *.txt --json
    grundy verify kayles.txt --proved
    grundy verify kayles.txt --coq > kayles.v
    """
    from grundy.api.certificates import verify as verified
    from grundy.cli.answering import answering
    from grundy.show.text import Line

    if coq:
        from grundy.api.certificates import coq_theorem

        if len(files) > 1:
            raise click.UsageError("--coq goes with one FILE and no other option")
        say(coq_theorem(files[0]))
        return 0
    words = ("verify", *command_words(ctx, LIMITS))
    if cores is not None or cluster is not None:
        options = {"segments": segments, "proved": proved, "cores": cores, "cluster": cluster}
        return _verify_spread(ctx, words, files, as_json, work, **options)
    status = 0
    remedy = "with --cores K what is checked is kept"
    with answering(replace(work.read(), store=None), words, remedy=remedy, bar=False) as session:
        for file in files:
            report = _unsaid if as_json else _say_line
            (checked,) = verified(file, segments=segments, report=report, proved=proved, session=session).files
            if as_json:
                _say_line(_checked_json(file, checked, words))
            elif checked.refusal:
                say([Line("heading", checked.refusal)])
            status |= not checked.proved
    return status


def _say_line(line: str) -> None:
    say(f"{line}\n")


def _checked_json(file: str, checked: CheckedFile, words: tuple[str, ...]) -> str:
    import json

    from grundy.api.work import provenance

    return json.dumps({"file": file, **checked.as_dict(), **provenance(words)})


def _verify_spread(
    ctx: click.Context,
    words: tuple[str, ...],
    files: tuple[str, ...],
    as_json: bool,
    work: LongWork,
    **options: Any,
) -> int:
    """The same in pieces by many, as one run, whose answer is printed at its end."""
    from grundy.api.certificates import verify as verified
    from grundy.cli.answering import answering
    from grundy.errors import GrundyError
    from grundy.show.text import Line

    told: list[str] = []
    with answering(work.read(), words, ctx.obj) as answer:
        try:
            verification = verified(*files, report=told.append, session=answer, **options)
        except GrundyError:
            say("" if as_json else "".join(f"{line}\n" for line in told))
            raise
        if as_json:
            objects = (
                _checked_json(file, checked, words) for file, checked in zip(files, verification.files, strict=True)
            )
            return answer.give("".join(f"{document}\n" for document in objects), int(not verification))
        lines: list[Line] = []
        for checked in verification.files:
            lines += [Line("move", line) for line in checked.lines]
            lines += [Line("heading", checked.refusal)] if checked.refusal else []
        return answer.give(lines, int(not verification))


@click.command(cls=Verb)
@click.option("--digits", metavar="D", type=Whole(1, 4), help="All octal codes of up to D digits after the point.")
@click.option("--codes", metavar="LIST", help="These codes, joined by commas: 0.77,hexadecimal:0.8F.")
@click.option("--known", is_flag=True, help="The codes whose period is published: prove all again, and compare.")
@how_far("Compute the heaps up to N of each sequence at most (1e6; with --known 1e9).", "limit")
@click.option("--naive-limit", metavar="N", default="2e5", show_default=True, help="The same without a sparse space.")
@click.option("--cores", metavar="K", type=Whole(1), help="Use K processes (all cores).")
@CLUSTER
@click.option("--csv", "form", flag_value="csv", help="A line a sequence.")
@click.option(
    "--remarks", is_flag=True, help="End CSV with a line '# ...': how the periods are known, and the command."
)
@click.option("--json", "form", flag_value="json", help="One JSON object.")
@estimated_work
@click.pass_context
def atlas(
    ctx: click.Context,
    digits: int | None,
    codes: str | None,
    known: bool,
    far: HowFar,
    naive_limit: str,
    cores: int | None,
    cluster: str | None,
    form: str | None,
    remarks: bool,
    work: LongWork,
) -> int:
    """Make a table of many codes: which have the same values, and how each sequence repeats.

    The exit status is 1 if a result differs from what is published.

    \b
    grundy atlas --digits 2
    grundy atlas --digits 3 --to 1e7 --csv > atlas.csv
    grundy atlas --known
    """
    from grundy.api.atlas import atlas as atlas_of
    from grundy.api.work import provenance
    from grundy.cli.answering import answering
    from grundy.show import atlas as show
    from grundy.text.numbers import read_count
    from grundy.text.terminal import as_typed
    from grundy.version import __version__

    most = far.how_many()
    naive = read_count(naive_limit, "--naive-limit")
    words = ("atlas", *command_words(ctx, LIMITS))
    with answering(work.read(), words, ctx.obj) as answer:
        made = atlas_of(
            codes, digits=digits, known=known, limit=most, naive_limit=naive, cores=cores, cluster=cluster,
            session=answer,
        )  # fmt: skip
        rows = [row.as_dict() for row in made.rows]
        sentence = made.evidence.sentence(as_typed(words))
        if form == "json":
            about = {"digits": digits, "codes": codes, "limit": made.limit, "naive_limit": naive, **provenance(words)}
            lines = [show.as_json(rows, about)]
        elif form == "csv":
            lines = list(show.as_csv(rows))
            kind = "codes" if any(show.is_hexadecimal(row.code) for row in made.rows) else "octal codes"
            lines += [f"# {kind}, grundy {__version__}. {sentence}"] if remarks else []
        else:
            lines = [*made.lines(), sentence]
        return answer.give("".join(f"{line}\n" for line in lines), int(made.differs))
