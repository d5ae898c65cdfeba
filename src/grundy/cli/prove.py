"""The command `prove`: a theorem about all positions of a rule, printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.completion import complete_game
from grundy.cli.options import LIMITS, SET, FilePath, LongWork, command_words, long_work

if TYPE_CHECKING:
    from grundy.api.proof import Proof


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("claim", required=False)
@click.option(
    "--at", "positions", metavar="POSITION", multiple=True, help="Apply the theorem to a position, as in 10 or '3 5'."
)
@click.option("--misere", is_flag=True, help="Misère play: the player who cannot move wins.")
@click.option("--p-positions", "outcomes", is_flag=True, help="Only who wins: no nim-values.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--certificate", metavar="FILE", type=FilePath(path_type=Path), help="Write a certificate that proves the theorem."
)
@click.option(
    "--picture", metavar="FILE", type=FilePath(path_type=Path), help="Draw the automaton in FILE.svg or FILE.png."
)
@SET
@long_work
@click.pass_context
def prove(
    ctx: click.Context,
    game: str,
    claim: str | None,
    positions: tuple[str, ...],
    misere: bool,
    outcomes: bool,
    as_json: bool,
    certificate: Path | None,
    picture: Path | None,
    settings: tuple[str, ...],
    work: LongWork,
) -> int:
    """Look for a theorem about all positions of a rule, or decide a claim: which states are P-positions.

    The exit status is 0 if it is proved, 1 if the claim is false, 2 if nothing is proved.

    \b
    grundy prove wythoff --at '3 5'
    grundy prove 'rule:n -> n-1; n -> n//2, if n >= 1'
    grundy prove my_game.py 'n % 3 == 0'
    """
    from grundy.api.prove import prove as proof_of
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.cli.output import say
    from grundy.notation.files import FILES

    if picture is not None:
        from grundy.show.chart import check_form

        check_form(picture)
    rule = rule_of(game, settings, FILES)
    words = ("prove", *command_words(ctx, LIMITS))
    places = [numbers_of(text) for text in positions]
    with answering(work.read(), words, ctx.obj) as answer:
        try:
            proof = proof_of(rule, claim, misere=misere, what="p-positions" if outcomes else None, session=answer)
        except KeyboardInterrupt as interrupt:  # what is proved or seen is said all the same
            if (partial_proof := getattr(interrupt, "proof", None)) is not None:
                say(_text(partial_proof, places, as_json))
            raise
        status = {"proved": 0, "false": 1, "open": 2}[proof.status]
        text = _text(proof, places, as_json)  # first: a position that is none is refused, and nothing is written
        if certificate is not None and proof.proved:
            proof.certificate().save(certificate)
        if picture is not None and proof.proved:
            from grundy.runs.durable import replace_picture
            from grundy.show.raster import picture_bytes

            replace_picture(picture, picture_bytes(proof.svg(), picture, proof.statement))
        if answer.stopped is None:
            return answer.give(text, status)
        say(text)  # a limit was met: the run is recorded as stopped
        return status


def _text(proof: Proof, places: list[tuple[int, ...]], as_json: bool) -> str:
    """A proof and what it says of some positions, for people or as one object."""
    if not as_json:
        return "".join(f"{line}\n" for line in proof.lines(*places))
    at = [proof.at(*numbers).as_dict() for numbers in places] if proof.theorem is not None else []
    return json.dumps({**proof.as_dict(), "at": at}) + "\n"


def numbers_of(text: str) -> tuple[int, ...]:
    """The numbers of a position. Raises BadText."""
    from grundy.text.notation import read_numbers
    from grundy.text.reader import Text

    read = Text(text, "<--at>")
    numbers = read_numbers(read, "a number")
    if not numbers and not read.findings:
        read.report(1, 1, "a position, as in 10 or '3 5'", "an empty text")
    read.close()
    return numbers
