"""Theorems that `prove` found, kept beside the store of runs: the other verbs say them from then on.

Nothing is looked for there: a rule of which nothing was proved costs a look at whether a file is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from grundy.api.work import key_of
from grundy.errors import StoreError
from grundy.model.rule import Rule
from grundy.runs.durable import digest, plain_json, replace_file
from grundy.text.shell import as_typed
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.api.proof import Proof

Kept: TypeAlias = dict[str, str]


def keep_theorem(proof: Proof, store: Path | None) -> None:
    """Keep what is proved of a rule that is code; where it cannot be written, nothing is kept."""
    if store is None or not proof.proved or proof.claim or not _may_have_one(proof.rule):
        return
    place = _place(proof.rule, proof.misere, store)
    entry = {"statement": proof.statement, "by": proof.source, "play": "misere" if proof.misere else "normal"}
    with suppress(StoreError, OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, plain_json({**entry, "sha256": digest(plain_json(entry).encode())}).encode())


def theorem_lines(rules: Iterable[Rule], store: Path | None, misere: bool = False) -> Iterator[str]:
    """The theorems that are kept of these rules, each as a sentence with the command that proves it again."""
    yield from map(theorem_sentence, kept_theorems(rules, store, misere))


def theorem_sentence(kept: Kept) -> str:
    """A theorem with the command that proves it again."""
    return f"Proved of all positions: {kept['statement']}: {kept['by']} ({kept['command']})."


def theorems_key(rules: Iterable[Rule], store: Path | None, misere: bool = False) -> dict[str, list[Kept]]:
    """The same for a JSON object: the key `theorems`, if there are any."""
    theorems = list(kept_theorems(rules, store, misere))
    return {"theorems": theorems} if theorems else {}


def kept_theorems(rules: Iterable[Rule], store: Path | None, misere: bool = False) -> Iterator[Kept]:
    """What is kept of these rules: the rule, the statement, by what it is proved, and the command for it."""
    for rule in dict.fromkeys(rules):
        if store is None or not _may_have_one(rule):
            continue
        try:
            entry = json.loads(_place(rule, misere, store).read_text(encoding="utf-8"))
            if entry.pop("sha256") != digest(plain_json(entry).encode()):
                continue
        except (OSError, ValueError, AttributeError, KeyError):  # none is there, or it is damaged
            continue
        set_to = [word for name, value in rule.parameters for word in ("--set", f"{name}={value}")]
        command = as_typed(("prove", rule.spec, *(["--misere"] if misere else []), *set_to))
        yield {"rule": rule.spec, "statement": entry["statement"], "by": entry["by"], "command": command}


def _may_have_one(rule: Rule) -> bool:
    """Whether a rule is code: of others the engines say themselves what is proved."""
    return rule.shape is None and rule.theory is None


def _place(rule: Rule, misere: bool, store: Path) -> Path:
    """The file for a rule: another rule of the same name, or another version, has another one."""
    name = digest(f"{key_of(rule)} {'misere' if misere else 'normal'} {__version__}".encode())
    return store.with_name("theorems") / f"{name}.json"
