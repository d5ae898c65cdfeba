"""What was probably meant by a misspelt option or command: what is near, and nothing that merely shares letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import click

LEAST_LETTERS = 4  # of a word after one hyphen that may be an option
NEAR, NEAR_IF_SHORT = 0.66, 0.5  # of 1, by difflib; of up to three letters, one may be another
SHORT = 3
OTHER_WORDS = {"--why": "--explain", "--verbose": "--explain", "--proof": "--certificate", "--prove": "--certificate"}
WORDS = "grundy.words"  # of the command line, as they were typed, in a context's `meta`


def nearest(word: str, names: Iterable[str]) -> list[str]:
    """The name that is spelt nearly so, if there is one; hyphens in front do not count.

    >>> nearest("--explian", ["--explain", "--json"]), nearest("--tp", ["--to", "--help"]), nearest("--zzz", ["--to"])
    (['--explain'], ['--to'], [])
    """
    from difflib import get_close_matches

    letters = {name.lstrip("-"): name for name in names}
    typed = word.lstrip("-")[:40]
    if len(typed) <= SHORT:
        alike = [spelling for spelling in letters if abs(len(spelling) - len(typed)) <= 1]
        return [letters[spelling] for spelling in get_close_matches(typed, alike, 1, NEAR_IF_SHORT)]
    return [letters[spelling] for spelling in get_close_matches(typed, letters, 1, NEAR)]


def other_word(name: str, options: Sequence[str]) -> str:
    """The option that other programs call so, if it is one of these; else ""."""
    meant = OTHER_WORDS.get(name, "")
    return meant if meant in options else ""


def options_of(command: click.Command) -> list[str]:
    """The long options of a command."""
    return [name for parameter in command.params for name in parameter.opts if name.startswith("--")]


def corrected(problem: click.NoSuchOption, commands: Iterable[click.Command]) -> click.UsageError:
    """The same with what was probably meant; before a command, that options follow it.

    Args:    commands: all that there are, asked for only where an option stands before a command.
    """
    ctx, name = problem.ctx, problem.option_name
    if ctx is None:
        return problem
    if not name.startswith("--"):  # click reads -json as -j -s -o -n
        name = next((word for word in ctx.meta.get(WORDS, ()) if word.startswith(name) and len(word) > len(name)), name)
    if other := other_word(name, options_of(ctx.command)):
        return click.UsageError(f"No such option {name!r}. Did you mean {other!r}?", ctx)
    near = nearest(name, [*options_of(ctx.command), "--help"])
    if ctx.parent is None and not near:
        all_options = dict.fromkeys(option for command in commands for option in options_of(command))
        near = [name] if name in all_options else nearest(name, all_options)
        if near:
            what = f"No such option {name!r} before a command; options follow it, as in 'grundy COMMAND ... {near[0]}'"
            return click.UsageError(what, ctx)
    return click.NoSuchOption(name, possibilities=near, ctx=ctx)


def superfluous(problem: click.UsageError) -> click.UsageError:
    """Words that a command does not take, said as grundy says it: click calls them unexpected extra arguments.

    A number behind a game was meant for its heaps, and else, perhaps, as a position.
    """
    ctx = problem.ctx
    match = re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", problem.message, re.DOTALL)
    if ctx is None or match is None:
        return problem
    taken = [
        parameter.human_readable_name.upper()
        for parameter in ctx.command.params
        if parameter.nargs == 1 and isinstance(parameter, click.Argument)
    ]
    what = f"expected {' '.join(taken) or 'options'} and no more, found {match[1]!r}"
    if taken[:1] == ["GAME"] and match[1].isascii() and match[1].isdigit() and "--to" in options_of(ctx.command):
        what += f"; as the last heap it is --to {match[1]}; 'grundy solve' answers positions"
    elif taken[:1] == ["GAME"] and re.fullmatch("[0-9]+( [0-9]+)+", match[1]) and "--box" in options_of(ctx.command):
        what += f"; as a box it is --box {match[1].replace(' ', 'x')}; 'grundy solve' answers positions"
    return click.UsageError(what, ctx)


def refuse_misspelt(ctx: click.Context, game: str | None, position: Sequence[str] = ()) -> None:
    """Refuse words of a game and a position that are nearly an option of the command, as --mizere and -misere are, or
    that are an option of another command.

    No position is written so, and no game begins with a hyphen.

    Raises:  NoSuchOption: with the option that was meant.
    """
    if game is not None and game.startswith("--") and game.partition("=")[0].strip("-").replace("-", "").isalpha():
        raise click.NoSuchOption(game.partition("=")[0], ctx=ctx)
    options = options_of(ctx.command)
    for word in (game or "", *position):
        name = word.partition("=")[0]
        letters = name.lstrip("-")
        if name.startswith("--" if len(letters) < LEAST_LETTERS else "-") and letters.replace("-", "").isalpha():
            from difflib import get_close_matches

            if name in options:  # behind '--' an option is text
                continue
            near = get_close_matches(f"--{letters[:40]}", options, 1, 0.7 if name.startswith("--") else 0.9)
            if near or other_word(name, options):
                raise click.NoSuchOption(name, possibilities=near, ctx=ctx)
            _refuse_other(ctx, name)


def _refuse_other(ctx: click.Context, name: str) -> None:
    """Refuse an option of other commands, and say of which. Raises UsageError."""
    group = ctx.parent.command if ctx.parent else None
    if not isinstance(group, click.Group) or not name.startswith("--"):
        return
    named = ((other, group.get_command(ctx, other)) for other in group.list_commands(ctx))
    have = [other for other, command in named if command is not None and name in options_of(command)]
    if have:
        more = f" and {len(have) - 1} more command{'s' if have[2:] else ''}" if have[1:] else ""
        others = f"'grundy {have[0]}'{more}"
        raise click.UsageError(f"No such option {name!r} of 'grundy {ctx.info_name}'; it is one of {others}", ctx)
