"""The page of all public names, printed from their docstrings.

tests/generated.py puts it into docs/reference/api.md.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from textwrap import dedent, fill

import grundy
from grundy.model.rule import Rule

# What the names are about; a name that is in none of these lists fails the test of the page.
GROUPS: dict[str, tuple[str, ...]] = {
    "Questions": (
        "solve", "option_values", "batch", "table", "open_table", "sequence", "period", "prove", "guess", "picture",
        "atlas", "check", "judge", "stress", "certify", "verify", "list_runs", "get_run", "forget", "winners",
        "winning_move_counts", "value_by_definition", "genus", "genera", "misere_quotient", "position_quotient",
        "graph_values", "loopy", "mex", "nim_sum", "find_games", "board", "game_graph", "play", "open_match",
        "estimate",
    ),
    "Positions and moves": ("parse", "parse_rule", "parse_move", "Position", "Move"),
    "Games": (
        "take_away", "octal", "hexadecimal", "take_and_break", "all_but", "floor_division", "chess_rows", "turn",
        "tartan", "moore", "cyclic_nimhoff", "dynamic_nim", "bounded_nim", "subtract", "kotzig", "corner", "placement",
        "graph", "hypergraph_nim", "simplicial_nim", "board_game", "masks_rule",
    ),
    "Compounds": (
        "conjunctive", "continued_conjunctive", "selective", "shortened_selective", "diminished",
        "ordinal", "sequential", "with_pass", "constrain", "comply", "CompoundGame",
    ),
    "Rules of your own": ("rule", "impartial", "Rule", "to", "again", "answer", "Option", "Grid", "Piles", "Net"),
    "Answers": (
        "Result", "OptionValues", "OptionOutcomes", "Evidence", "WinningMoves", "PeriodResult", "Proof",
        "PositionTheorem", "Sequence", "OutcomeSequence", "Picture", "Table", "Pattern", "Atlas",
        "AtlasRow", "Verdict", "Report", "Failure", "Certificate", "Verification", "Genus",
        "Genera", "MisereQuotient", "PositionQuotient", "GameGraph", "Match", "Infinity", "LoopyGraph",
    ),
    "Limits": ("Work",),
    "Errors": (
        "GrundyError", "BadText", "Finding", "BadRule", "OutOfReach", "Stopped", "StoreError", "BadNimber",
        "InternalError",
    ),
}  # fmt: skip
# Classes that calls return, or that say what they take; they are not names of grundy itself.
RETURNED = {
    "WinningMoves": "grundy.model.evidence", "OptionValues": "grundy.api.option_values",
    "OptionOutcomes": "grundy.api.option_outcomes", "OutcomeSequence": "grundy.api.outcomes",
    "PeriodResult": "grundy.model.period", "Sequence": "grundy.api.sequence",
    "Picture": "grundy.api.picture", "Table": "grundy.api.table", "Pattern": "grundy.model.pattern",
    "Atlas": "grundy.api.atlas", "AtlasRow": "grundy.api.atlas", "Report": "grundy.model.stress",
    "Failure": "grundy.model.stress", "Certificate": "grundy.proof.keep",
    "Verification": "grundy.model.verification", "Proof": "grundy.api.proof", "PositionTheorem": "grundy.api.proof",
    "Guesses": "grundy.model.pattern", "Genera": "grundy.api.misere",
    "BoardWidget": "grundy.notebook.widget", "Work": "grundy.api.work",
}  # fmt: skip
_FAMILIES = [name.replace("-", "_") for name in grundy.catalogue]
GROUPS["Games"] += tuple(  # families that were added
    name for name in _FAMILIES if name not in GROUPS["Games"] and inspect.isfunction(getattr(grundy, name, None))
)
VALUES = {
    "FILES",
    "HEAP",
    "HASHABLE",
    "LOONY",
    "catalogue",
    "nimber",
    "oeis",
    "Nimber",
}  # the page of the library says what they are
# What the head of the page says of all calls, or that of a group of all in it.
SAID = {
    ("Parameters", "**work\n    Limits and record; see `Work`."),
    ("Raises", "Stopped\n    A limit was met."),
    ("Raises", "OutOfReach\n    Too large."),
    ("Raises", "BadText\n    No such code."),
    ("Raises", "BadText\n    No such position."),
    ("Raises", "BadText\n    It cannot be read."),
}
SAID_OF_CLASSES = re.compile(
    r"`(as_dict\(\)`: .*\bmachines\.|evidence`: How .* known\.|game`: The name of the rule, .*)$"
)
HEADS = {
    "Games": "Each returns a `Rule`; the [library](library.md#games) has a call of each.",
    "Answers": "What calls return: `as_dict()` is for JSON, `evidence` says how it is known, `game` names the rule.",
}
# Attributes that only grundy's own code needs.
PRIVATE = {
    "Match": {"random", "options", "ways"},
    "PeriodResult": {"checkpoints", "rule", "values"},
    "Certificate": {"claim", "seconds"},
    "Rule": {"shape", "theory"},
}
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)


def reference() -> str:
    """All groups, each name with its docstring; what a name before it in the group says too is a link."""
    lines: list[str] = []
    for group, names in GROUPS.items():
        lines += [f"## {group}", "", *([HEADS[group], ""] if group in HEADS else [])]
        told: dict[tuple[str, str], str] = {}
        for name in names:
            lines += described(name, told, group in HEADS)
    return "\n".join(lines)


def missing() -> set[str]:
    """Public names that the page leaves out: neither in a group, nor values of the catalogue."""
    named = {name for names in GROUPS.values() for name in names}
    games = {name for name in grundy.__all__ if isinstance(getattr(grundy, name), Rule)}
    return set(grundy.__all__) ^ (named - set(RETURNED) | games | VALUES)


def described(name: str, told: dict[tuple[str, str], str] | None = None, brief: bool = False) -> Iterator[str]:
    """A name with its docstring: all of it, or what is not `told` yet, and if `brief` neither example nor type."""
    value = getattr(import_module(RETURNED.get(name, "grundy")), name)
    doc = inspect.getdoc(value) or ""
    first, *parts = SECTION.split(doc)
    yield f"### {name}"
    yield ""
    if inspect.isfunction(inspect.unwrap(value)):
        yield from ("```text", *_signature(name, value), "```", "")
    yield from _prose(first)
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        if brief and heading in ("Examples", "Returns"):
            continue
        text = body.strip("\n")
        if told is not None:
            entries = [entry for entry in re.split(r"\n(?=\S)", text) if (heading, _plain(entry)) not in SAID]
            private = PRIVATE.get(name, set())
            text = "\n".join(entry for entry in entries if not {*_names(entry)} & private)
            if not text:
                continue
            before = told.setdefault((heading, text), name)
            if before != name and len(text.split()) > 3:
                yield from (f"**{heading}**: as of [`{before}`](#{before.lower()}).", "")
                continue
        if heading == "Examples":
            yield from (f"**{heading}**", "", "```pycon", *text.splitlines(), "```", "")
        elif heading in ("Notes", "References"):
            yield from _prose(f"**{heading}**: {text.strip()}")
        else:
            listed = list(_listed(text))
            single = heading == "Returns" and sum(line.startswith("- ") for line in listed) == 1
            yield from _prose(f"**Returns** {_joined(listed)}") if single else (f"**{heading}**", "", *listed, "")
    if inspect.isclass(value):
        bodies = [body for heading, body in zip(parts[::2], parts[1::2], strict=True) if heading == "Attributes"]
        attributes = {one for body in bodies for entry in re.split(r"\n(?=\S)", body) for one in _names(entry)}
        yield from _methods(value, attributes)


def _names(entry: str) -> list[str]:
    """The names that an entry of a section is about."""
    return entry.strip().partition("\n")[0].partition(" : ")[0].split(", ")


def _plain(entry: str) -> str:
    """An entry of a section with its code in single backquotes."""
    return _code(entry.strip())


def _joined(listed: list[str]) -> str:
    return " ".join(" ".join(listed).split()).removeprefix("- ")


def _methods(of: type, attributes: set[str]) -> Iterator[str]:
    """The methods and other properties of a class of ours, each with the first lines of its docstring."""
    listed = []
    for name, member in vars(of).items():
        function = member.fget if isinstance(member, property) else getattr(member, "func", member)
        doc = inspect.getdoc(function) if inspect.isfunction(function) else None
        if doc and not name.startswith("_") and name not in attributes:
            call = f"({', '.join(_words(member)[1:])})" if inspect.isfunction(member) else ""
            text = f"- `{name}{call}`: {' '.join(doc.partition(chr(10) * 2)[0].split())}"
            if SAID_OF_CLASSES.match(text.removeprefix("- ")):
                continue
            listed += fill(_code(text), 120, subsequent_indent="  ", break_on_hyphens=False).splitlines()
    if listed:
        yield from ("**Methods and properties**", "", *listed, "")


def _signature(name: str, value: object) -> Iterator[str]:
    """Names and defaults; types stand below."""
    yield from fill(f"{name}({', '.join(_words(value))})", 116, subsequent_indent="    ").splitlines()


def _words(value: object) -> list[str]:
    parameters = list(inspect.signature(value).parameters.values())  # type: ignore[arg-type]
    words = []
    for place, one in enumerate(parameters):
        star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        if one.kind == one.KEYWORD_ONLY and not any(
            before.kind in (one.KEYWORD_ONLY, one.VAR_POSITIONAL) for before in parameters[:place]
        ):
            words.append("*")
        simple = isinstance(one.default, str | int | float | tuple | None)
        default = "" if one.default is one.empty else f"={one.default!r}" if simple else "=..."
        words.append(f"{star}{one.name}{default}")
    return words


def _prose(text: str) -> Iterator[str]:
    for paragraph in text.strip().split("\n\n"):
        if paragraph.strip():
            yield from (*fill(_code(" ".join(paragraph.split())), 120).splitlines(), "")


def _listed(body: str) -> Iterator[str]:
    """A section of names, each with its type and what it is."""
    for entry in re.split(r"\n(?=\S)", body.strip("\n")):
        head, _, rest = entry.partition("\n")
        names, colon, kind = head.partition(" : ")
        shown = ", ".join(f"`{one}`" for one in names.split(", ")) if colon or not rest else f"`{names}`"
        said = " ".join(dedent(rest).split())
        text = f"- {shown}" + (f" ({kind})" if colon else "") + (f": {said}" if said else "")
        yield from fill(_code(text), 120, subsequent_indent="  ", break_on_hyphens=False).splitlines()


def _code(text: str) -> str:
    return text.replace("``", "`")
