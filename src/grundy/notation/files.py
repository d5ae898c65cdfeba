"""The files of rules on this machine, for readers of text: what reads and runs them is loaded with the first.

A reader opens such a file only if it is handed FILES. `tests/house/test_open_files.py` lists who may do that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grundy.model.rule import Rule
    from grundy.text.reader import Text


class Disk:
    """The files of this machine, as readers of text open them; a file in Python is run."""

    __slots__ = ()

    def read_rule(self, name: Text, rule: Text | None) -> Rule | None:
        """The rule that FILE.py or FILE.py:rule names. Raises BadRule: the file cannot be run."""
        from grundy.notation.rule_files import read_file_rule

        return read_file_rule(name, rule)

    def read_board(self, name: Text) -> Rule | None:
        """The game on the board in FILE.json. Raises BadText: it is no board game."""
        from grundy.notation.rule_files import read_board_file

        return read_board_file(name)

    def __repr__(self) -> str:
        return "grundy.FILES"


FILES = Disk()
