"""`grundy class`: the pages of a lesson on a socket of this machine, until it is interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.web.classroom.lesson import ClassTask, Lesson
from grundy.web.classroom.room import Room, new_key
from grundy.web.classroom.words import new_word
from grundy.web.pool import Pool, PoolLimits
from grundy.web.run import LOOPBACK, own_address, serve


def teach(
    host: str,
    port: int,
    limits: PoolLimits,
    names: tuple[str, ...],
    tasks: tuple[ClassTask, ...],
    word: str | None,
    told: Callable[[Room, str], None],
) -> None:
    """Serve a class until a signal ends it. Raises GrundyError: see `grundy.web.run.serve`.

    Args:    word: what pupils type to enter; None: two words at random.
             told: is called once the server listens, with the room and how other machines may open it: "" where they
             can, else an address to listen on.
    """
    room = Room(word or new_word(), new_key(), "", Lesson(tasks))

    def listening(address: str) -> None:
        room.address = address
        told(room, own_address() if host in LOOPBACK else "")

    def routes(pool: Pool) -> list[Any]:
        from grundy.web.classroom.routes import class_routes

        return class_routes(room, pool)

    serve(host, port, limits, names, listening, "class", routes)
