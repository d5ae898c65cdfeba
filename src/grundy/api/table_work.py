"""What the verbs that fill or compare tables of states have in common."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable

from grundy.engines.table.code import FEW_STATES
from grundy.engines.table.job import Job
from grundy.model.table import Contents

MOST_KNOWN = 10**8  # states whose values an engine that knows them is asked for


def table_key(task: Job, warn: Callable[[str], None]) -> str:
    """What must be equal for a table to be of the same question: the rule's source, its parameters and the play.

    Args:    warn: called with a sentence if the rule is not compiled and there is much to do.
    """
    from grundy.compile.kernel import assembly
    from grundy.compile.subset import NotCompiled

    rule = task.rule
    try:
        meaning = assembly(rule, "normal" if not task.misere else "misere", task.total)  # constants from outside too
    except NotCompiled as refused:
        meaning = inspect.getsource(rule.function)
        if task.total > FEW_STATES and not is_known(task):
            warn(f"{rule.spec} runs uncompiled, and slowly: {refused}")
    asked = repr((meaning, rule.parameters, task.shape, task.misere, task.outcomes))
    return contents(task).key(hashlib.sha256(asked.encode()).hexdigest())


def contents(task: Job) -> Contents:
    """What the table holds that answers a task."""
    return Contents(task.rule.spec, task.shape, "misere" if task.misere else "normal", task.outcomes)


def is_known(task: Job) -> bool:
    """Whether an engine or a formula of the catalogue knows the values sooner than the rule's code gives them."""
    rule = task.rule
    known = rule.data is not None or (rule.theory is not None and rule.theory.value is not None)
    return known and rule.arity == 1 and not task.outcomes and task.total <= MOST_KNOWN
