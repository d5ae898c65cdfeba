"""The record with which a verb begins a run, and in it the key that must be equal for the run to be resumed."""

from __future__ import annotations

import inspect
import marshal
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from grundy.model.rule import Position, Rule
from grundy.model.run import UNIDENTIFIED, Run
from grundy.notation.rule_files import sources_of
from grundy.reading.identity import identity, is_users, rules_in
from grundy.version import __version__


def run_of(
    rules: Rule | Iterable[Rule | Position],
    game: str,
    parameters: Mapping[str, Any],
    asked: str,
    former: str,
    command: tuple[str, ...] = (),
    besides: object = "",
) -> Run:
    """The record of a question about rules, also about those of positions.

    Args:    asked: what else must be equal; a digest of the identities of the rules follows it in the key.
             besides: what must be equal and is in that digest, too.
             former: the key that version 0.1.0 gave the same question. It has the source of the rules' functions only,
             so it counts only where all code of a user's comes from files whose digests are recorded.
    """
    given = [rules] if isinstance(rules, Rule) else list(rules)
    every = rules_in(given) | {rule for rule in given if isinstance(rule, Rule)}
    identities = list(map(identity, every))
    key = UNIDENTIFIED
    if None not in identities:
        whole = " ".join([*sorted(map(str, identities)), repr(besides)])
        key = f"{asked} {sha256(whole.encode()).hexdigest()}"
    if any(is_users(rule) and not sources_of([rule]) for rule in every):
        former = ""
    return Run(command, game, parameters, key, __version__, sources_of(every), former_key=former)


def former_key(rule: Rule) -> str:
    """What version 0.1.0 compared of a rule: its data, or the source of its function; and its parameters."""
    places = " at 0x[0-9a-f]+"  # of functions in the data, elsewhere in each process
    meaning = re.sub(places, "", repr(rule.shape)) if rule.shape is not None else former_code(rule)
    return f"{rule.spec} {sha256(repr((meaning, rule.parameters)).encode()).hexdigest()}"


def former_code(rule: Rule) -> str | bytes:
    """The source of a rule's function; of one that has none, such as one made by `exec`, what Python made of it."""
    try:
        return inspect.getsource(rule.function)
    except (OSError, TypeError):
        code = getattr(inspect.unwrap(rule.function), "__code__", None)
        return b"" if code is None else marshal.dumps(code)
