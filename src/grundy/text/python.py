"""Text that a person types, read by Python's own reader, which also prints warnings: of such text none is wanted.

Whoever asks says in an error of his own what is wrong; Python's word about `9in` before it would be the second.
"""

from __future__ import annotations

import ast
import warnings
from typing import Any

NOT_READ = (SyntaxError, ValueError, MemoryError, RecursionError)
"""What both readers raise where the text is no expression, or no literal."""


def python_expression(text: str, place: str = "<text>") -> ast.Expression:
    """The tree of an expression. Raises: NOT_READ.

    >>> ast.unparse(python_expression("n % 3==0"))
    'n % 3 == 0'
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, place, "eval")


def python_literal(text: str, strict: bool = False) -> Any:
    r"""The value of a literal. Raises: NOT_READ.

    Parameters
    ----------
    strict
        Refuse what Python only warns of, as of the escape in "\d".

    Examples
    --------
    >>> python_literal("(1, 2)")
    (1, 2)
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error" if strict else "ignore")
        try:
            return ast.literal_eval(text)
        except Warning as problem:
            raise SyntaxError(str(problem)) from None
