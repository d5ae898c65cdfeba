"""What a shell may complete: names of games and formats, and files where no name begins so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def use_whole_fish() -> None:
    """Click's script for fish, which cut what is said of a word at its first comma, without that."""
    from click.shell_completion import FishComplete, add_completion_class

    class WholeFish(FishComplete):
        source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')

    add_completion_class(WholeFish)


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the catalogue."""
    from grundy.games.catalogue import GAMES

    return _completed(((game.name, game.summary) for game in GAMES.values()), incomplete)


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of judges' formats."""
    from grundy.judges import JUDGES

    return _completed(((judge.name, "") for judge in JUDGES), incomplete)


def complete_tested(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What a program may be tested on: both."""
    both = [*complete_game(ctx, param, incomplete), *complete_format(ctx, param, incomplete)]
    return [item for item in both if item.type == "plain"] or _completed((), incomplete)


def complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files: a shell has its own way with them."""
    return _completed((), incomplete)


def complete_run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The numbers of recorded runs, each with its command; and files, as tables that can be resumed are."""
    import shlex

    from grundy.api.runs import list_runs
    from grundy.errors import GrundyError

    try:
        runs = list_runs(ctx.params.get("store"))
    except GrundyError:  # no message of ours belongs into a line that is being typed
        runs = []
    return _completed(((str(run.number), shlex.join(run.command) or str(run.game)) for run in runs), incomplete)


def _completed(names: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    """Those of some names that begin so, each with its help; else the shell completes a file, such as a rule's."""
    from click.shell_completion import CompletionItem  # which a shell waits for, and no other command

    items = [CompletionItem(name, help=help) for name, help in names if name.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="file")]
