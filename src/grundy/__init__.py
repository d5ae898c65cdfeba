"""grundy: who wins an impartial game, with what nim-value, by which moves, and why.

>>> import grundy
>>> result = grundy.solve(grundy.take_away(1, 2, 3)(3, 4, 5))
>>> result.winner, result.nim_value
('first', 2)
"""

from importlib import import_module as _import_module
from typing import Any as _Any

from grundy.version import __version__ as __version__


def _homes() -> dict[str, str]:
    """The module of each public name, as `__init__.pyi` has them, a line a name."""
    text: bytes = __loader__.get_data(f"{__path__[0]}/__init__.pyi")  # also out of an archive
    lines = text.decode().splitlines()
    homes = {name: module for _, module, _, name, *_ in (line.split() for line in lines if line.startswith("from "))}
    rules = (line.removesuffix(": Rule") for line in lines if line.endswith(": Rule"))
    return homes | dict.fromkeys(rules, f"{__name__}.games.catalogue")


# What is asked for is loaded then, and no more: all of it takes longer than a small problem, or than help.
_HOME_OF = _homes()
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> _Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'grundy' has no attribute {name!r}{_lead(name)}", name=name)
    module = _HOME_OF[name]
    if module == __name__:  # a module that is public as one
        return _import_module(f"{module}.{name}")
    value = globals()[name] = getattr(_import_module(module), name)
    return value


def _lead(name: str) -> str:
    from grundy.games.catalogue import closest
    from grundy.games.spoken import lead_to_game
    from grundy.model.leads import lead_of, lead_to

    lead = lead_of("grundy", name)
    if lead or name.startswith("_"):
        return lead_to(lead)
    return lead_to_game(name) or closest(name, __all__)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
