"""Where in a file of the user's a rule did what no rule may: for the end of an error's message."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from types import CodeType, GeneratorType

from grundy.errors import BadRule

FAULTS = (Exception, SystemExit, GeneratorExit)  # that code of a user's may raise: all but Ctrl-C


def yields_at(options: Iterable[object]) -> str:
    """' (FILE.py:LINE)' of the yield at which a rule's generator stands; '' where it has no file."""
    frame = options.gi_frame if inspect.isgenerator(options) else None
    return "" if frame is None else _place(frame.f_code, frame.f_lineno)


def is_left(problem: BaseException, options: object) -> bool:
    """Whether a rule's error is none: whoever asked wants no more options, and the rule's generator has not ended."""
    return isinstance(problem, GeneratorExit) and getattr(options, "gi_frame", options) is not None


def several(options: Iterable[object], function: Callable[..., object]) -> Iterable[object]:
    """What a rule's function gave for a state, if it can be had again. Raises: TypeError, ValueError: it cannot.

    Each letter of a state that was returned, not yielded, was taken for an option; and a generator that was used up
    before, as one that a cache keeps, gave no options.
    """
    is_used = type(options) is GeneratorType and (options.gi_frame is None or options.gi_suspended)
    if is_used or (hasattr(function, "cache_info") and hasattr(options, "__next__")):
        raise ValueError(f"a {type(options).__name__} that is kept, and used up the second time; return a tuple")
    if isinstance(options, str | bytes):
        raise TypeError(f"'{type(options).__name__}' object is not iterable")
    return options


def parameters_of(function: Callable[..., object], name: str) -> list[inspect.Parameter]:
    """The arguments that a function takes. Raises BadRule: it is one of Python's own that does not say."""
    try:
        return list(inspect.signature(function).parameters.values())
    except ValueError:
        actual = f"one of Python's own, {name}, that does not say; lambda n: {name}(n) would do"
        raise BadRule(f"{name}: expected a function that says which arguments it takes, found {actual}") from None


def blame_rule(who: str, problem: BaseException, function: object) -> BadRule:
    """Turn an error that a rule raised into a BadRule that names the error and the line of the rule's file.

    >>> str(blame_rule("halve: state 3:", ValueError("odd"), len))
    'halve: state 3: ValueError: odd'
    """
    text = f"{type(problem).__name__}: {problem}".splitlines()[0].removesuffix(": ")
    code = getattr(function, "__code__", None)
    where, trace = "", problem.__traceback__
    while trace is not None and isinstance(code, CodeType):
        if trace.tb_frame.f_code.co_filename == code.co_filename:
            where = _place(code, trace.tb_lineno)
        trace = trace.tb_next
    returned = re.fullmatch(r"'(\w+)' object is not iterable", str(problem))
    if returned and not where:  # what the function gave is no generator
        what = "nothing" if returned[1] == "NoneType" else f"a value of type {returned[1]}"
        text = f"a function that returns {what}; write yield for each option"
    return BadRule(f"{who} {text}{where}{lead_from(problem) if where else ''}")


def lead_from(problem: BaseException) -> str:
    """What would help where code of a user's raised an error whose own words lead nowhere.

    >>> lead_from(ModuleNotFoundError("No module named 'beside'"))
    '; import it at the top of the file, for files beside it are looked for while it is read'
    """
    if isinstance(problem, ModuleNotFoundError):
        return "; import it at the top of the file, for files beside it are looked for while it is read"
    return ""


def _place(code: CodeType, line: int) -> str:
    return "" if code.co_filename.startswith("<") else f" ({code.co_filename}:{line})"
