"""The blocks of a table as files of a folder that several machines share, each written once and whole.

A block is in no other file that changes: what a machine has read of it stays right, however its system keeps files of
a network in memory.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from grundy.errors import StoreError
from grundy.model.frozen import frozen
from grundy.runs.durable import digest, replace_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@frozen
class BlockFiles:
    """The blocks of the table OUT in the folder OUT.blocks, which is gone once the table is whole."""

    folder: Path

    @staticmethod
    def of(out: Path) -> BlockFiles:
        """Where the blocks of a table lie, by a name that means the same on every machine."""
        return BlockFiles(out.absolute().with_name(f"{out.name}.blocks"))

    def path(self, number: int | str) -> Path:
        """The file of a block, or of what else machines share under a name."""
        return self.folder / f"block-{number}"

    def write(self, number: int | str, data: NDArray[np.uint8]) -> str:
        """Put a block on the disk, and return its digest. Whoever else writes it meanwhile writes the same.

        Raises:  StoreError: it cannot be written.
        """
        replace_file(self.path(number), data.data, uuid4().hex)
        return digest(data.data)

    def read(self, number: int | str, expected: str) -> NDArray[np.uint8]:
        """A block, compared with its digest.

        Raises:  StoreError: it is not there, or is another one.
        """
        import numpy as np

        path = self.path(number)
        try:
            data = np.fromfile(path, np.uint8)
        except FileNotFoundError:
            raise StoreError(f"{path}: expected a block that another process has written; {NOT_SHARED}") from None
        except OSError as problem:
            raise StoreError(f"{path}: cannot be read: {problem.strerror}") from problem
        if digest(data.data) != expected:
            raise StoreError(f"{path}: is damaged; once it is removed, 'grundy resume' writes it again")
        return data

    def require_folder(self) -> None:
        """Raise StoreError where this machine does not see the folder."""
        if not self.folder.is_dir():
            raise StoreError(f"{self.folder}: is not seen by a worker; {NOT_SHARED}")

    def remove(self) -> None:
        """Remove all blocks, and the folder if nothing else is in it."""
        with suppress(OSError):
            for path in self.folder.glob("block-*"):
                path.unlink()
            self.folder.rmdir()


NOT_SHARED = "--out has to name a file in a folder that all machines share, under the same name on each"
