"""The command for a class: pupils play on their own machines, the teacher sees who has won what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.cli.options import Verb, Whole
from grundy.cli.output import say

if TYPE_CHECKING:
    from grundy.web.classroom.room import Room


@click.command("class", cls=Verb)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="Where to listen: this machine alone (127.0.0.1).")
@click.option("--port", metavar="N", type=Whole(0, 65535), default=8000, help="The port (8000); 0: a free one.")
@click.option("--name", "names", metavar="HOST", multiple=True, help="A host name that the server answers to.")
@click.option("--word", metavar="WORD", help="What pupils type to enter (two words at random).")
@click.option("--task", "tasks", metavar="POSITION", multiple=True, help="A position to be won; may be repeated.")
@click.option("--workers", metavar="N", type=Whole(1), help="Compute at most N moves at once.")
@click.option("--time-limit", metavar="TIME", default="5s", help="The time of a move (5s).")
@click.option("--memory", metavar="SIZE", default="1G", help="The memory of a move (1G).")
def class_(
    host: str,
    port: int,
    names: tuple[str, ...],
    word: str | None,
    tasks: tuple[str, ...],
    workers: int | None,
    time_limit: str,
    memory: str,
) -> None:
    """Play with a class: pupils open an address, and the teacher sees who has won what.

    Pupils type the word and a first name. grundy holds the class in memory alone, and forgets it at the end.

    \b
    grundy class --host 192.168.1.20
    grundy class --task 'nim 3 4 5' --task 'cram 4x4' --word heron
    """
    from dataclasses import replace

    from grundy.text.numbers import read_duration, read_size
    from grundy.web.classroom.run import teach
    from grundy.web.classroom.tasks import TASKS, tasks_of
    from grundy.web.classroom.words import require_word
    from grundy.web.pool import PoolLimits

    limits = PoolLimits(seconds=read_duration(time_limit), memory=read_size(memory), ahead=0)
    if workers is not None:
        limits = replace(limits, workers=workers)
    if word is not None:
        require_word(word)

    def told(room: Room, others: str) -> None:
        say(f"The class is at {room.address} and the word is {room.word!r} (Ctrl-C ends it, and forgets all)\n")
        say(f"You, the teacher, open {room.address}teacher#{room.teacher}\n")
        if others:
            say(f"Only this machine can open it; --host {others} lets pupils in.\n")

    teach(host, port, limits, names, tasks_of(tasks or TASKS), word, told)
