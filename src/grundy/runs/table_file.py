"""Tables that survive a kill: filled beside their place, each piece on the disk before it is said done.

    NAME.npy.partial           the table while it is filled (NAME.npy.partial-u2 once its entries were widened)
    NAME.npy.partial.sha256    which parts of it are right, with their digests, and the state to go on from
    NAME.npy.lock              held by the process that fills it
    NAME.npy, NAME.npy.sha256  the finished table and its digests

The .partial.sha256 is the one truth: it is replaced as a whole, after the data that it speaks of is on the disk,
and it names the data file. So there is no moment at which a kill could leave two files that disagree.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from grundy.errors import StoreError
from grundy.model.frozen import frozen
from grundy.runs.chunk import Chunk
from grundy.runs.durable import digest, replace_file, require_own, sync_folder, writing
from grundy.runs.lock import Lock, take
from grundy.runs.memory import machine_memory
from grundy.runs.table_read import (
    HEADER,
    WIDTHS,
    Digests,
    Header,
    Segment,
    is_complete,
    merge,
    read_digests,
    require_digest,
    require_game,
    require_size,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# ---- The array that an engine fills: in memory here, in a file in table_file.py; engines see no difference


class MemoryTable:
    """A table in memory alone, for work that need not outlive its process.

    >>> table = MemoryTable((3,), "|u1")
    >>> table.array[2] = 255
    >>> table.widen("<u2")
    >>> table.array
    array([  0,   0, 255], dtype=uint16)
    """

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        import numpy as np

        self._array: NDArray[np.unsignedinteger] = np.zeros(shape, dtype)

    @property
    def array(self) -> NDArray[np.unsignedinteger]:
        """The entries, zero at first; another array after `widen`, so ask again."""
        return self._array

    def widen(self, dtype: str) -> None:
        """Give every entry more bytes ("<u2", "<u4", "<u8"), at any moment; what is in the array is kept."""
        self._array = self._array.astype(dtype)

    def note(self, chunk: Chunk) -> None:
        """Take down what a chunk says has become right; the loop does it, not the engine."""


COPIED = 2**24  # bytes moved at a time


def partial(path: Path) -> Path:
    """The file that says how far an unfinished table is.

    >>> partial(Path("rows.npy")).name
    'rows.npy.partial.sha256'
    """
    return path.with_name(path.name + ".partial.sha256")


def digest_file(path: Path) -> Path:
    """The digests of a finished table."""
    return path.with_name(path.name + ".sha256")


def _lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


@frozen
class _Body:
    """A data file and its bytes in memory; `widen` puts another in its place.

    raw     the whole .npy file: mapped, or memory from which `save` writes
    array   its entries, in their shape
    """

    header: Header
    data: Path
    raw: NDArray[np.uint8]
    array: NDArray[np.unsignedinteger]


class TableFile:
    """A table on its way into a file; see `create_table` and `resume_table`.

    The engine's thread calls `array`, `widen` and, through the loop, `note`; another thread calls `save` meanwhile.
    """

    def __init__(self, path: Path, body: _Body, lock: Lock, about: Mapping[str, Any], mapped: bool) -> None:
        self.path, self.about = path, about
        self.state: Mapping[str, Any] | None = None  # that the engine must be called with
        self._lock, self._mapped = lock, mapped
        self._files = threading.RLock()  # held while files change: by save and widen
        self._book = threading.Lock()  # held for moments, while what is right is written down
        self._body = body
        self._right: list[tuple[int, int]] = []  # entries: sorted disjoint ranges
        self._fresh: list[tuple[int, int]] = []  # those of them that are not in the file yet
        self._chunk: Chunk | None = None
        self._digests: dict[Segment, str] = {}  # as saved last

    @property
    def header(self) -> Header:
        """Key, dtype and shape; the dtype changes with `widen`."""
        return self._body.header

    @property
    def chunk(self) -> Chunk | None:
        """The chunk that was noted last, or in another process saved last."""
        return self._chunk

    @property
    def array(self) -> NDArray[np.unsignedinteger]:
        """The entries; another array after `widen`."""
        return self._body.array

    def note(self, chunk: Chunk) -> None:
        """Take down which entries a chunk made right, and the state that goes with them."""
        with self._book:
            for start, stop in chunk.filled:
                if not 0 <= start <= stop <= self.header.entries:
                    raise IndexError(f"entries {start}..{stop} of a table with {self.header.entries}")
                if start < stop:
                    merge(self._right, start, stop)
                    merge(self._fresh, start, stop)
            self.state = chunk.state
            self._chunk = chunk

    def save(self) -> None:
        """Put all that was noted on the disk, then say so in the digest file.

        Raises:  StoreError: a file cannot be written; what was saved before stays as it was.
        Cost:    reads and hashes what is new, about 1 GB/s, and waits for the disk.
        """
        with self._files:
            body = self._body
            with self._book:
                right, fresh = list(self._right), self._fresh
                self._fresh = []
                state, chunk = self.state, self._chunk
            try:
                self._put(fresh)
                digests = {}
                for segment in body.header.segments(right):
                    offset, length = segment
                    old_digest = self._digests.get(segment)
                    digests[segment] = old_digest or digest(body.raw[offset : offset + length])
                run: dict[str, Any] = {"about": self.about, "data": body.data.name, "state": state}
                if chunk is not None:
                    run |= {"done": chunk.done, "total": chunk.total, "unit": chunk.unit, "known": chunk.known}
                text = Digests(body.header, digests, run).text()
                replace_file(partial(self.path), text.encode("ascii"))
            except BaseException:
                with self._book:
                    for start, stop in fresh:
                        merge(self._fresh, start, stop)
                raise
            self._digests = digests

    def _put(self, ranges: list[tuple[int, int]]) -> None:
        """Write ranges of entries to the data file (if it is not mapped anyway), and wait for the disk."""
        body = self._body
        width = WIDTHS[body.header.dtype]
        with writing(body.data), open(body.data, "r+b") as stream:
            if not self._mapped:
                for start, stop in ranges:
                    stream.seek(HEADER + start * width)
                    stream.write(body.raw[HEADER + start * width : HEADER + stop * width].data)
            elif sys.platform != "linux":  # there fsync writes mapped pages too, and lets other threads run
                body.raw.flush()  # type: ignore[attr-defined]
            stream.flush()
            os.fsync(stream.fileno())

    def widen(self, dtype: str) -> None:
        """Rewrite the table aside with wider entries, and go on there.

        Raises:  StoreError: there is no room; the narrow table and its state are kept.
        """
        old = self._body
        if WIDTHS[dtype] < WIDTHS[old.header.dtype]:
            raise ValueError(f"{dtype} is narrower than {old.header.dtype}")
        if dtype == old.header.dtype:
            return
        header = Header(old.header.game, dtype, old.header.shape)
        with self._files:
            new = _begin(self.path.with_name(f"{self.path.name}.partial-{dtype[1:]}"), header, self._mapped)
            wide, narrow = new.array.reshape(-1), old.array.reshape(-1)
            for start in range(0, header.entries, COPIED):
                wide[start : start + COPIED] = narrow[start : start + COPIED]
            digests, self._digests = self._digests, {}
            with self._book:
                self._body = new
                fresh, self._fresh = self._fresh, list(self._right)
            try:
                self.save()
            except BaseException:
                with self._book:
                    self._body, self._fresh = old, fresh
                self._digests = digests
                with suppress(OSError, StoreError):
                    if (read_partial(self.path).run or {})["data"] != new.data.name:
                        new.data.unlink()
                raise
            with suppress(OSError):
                old.data.unlink()

    def finish(self) -> None:
        """Save what is left, put the table in its place and let the lock go. The array stays until nobody holds it.

        Raises:  StoreError: a file cannot be written, or entries are missing; the partial table is kept.
        """
        self.save()
        with self._files:
            if self.header.entries and self._right != [(0, self.header.entries)]:
                raise StoreError(
                    f"{self.path}: the engine ended and left entries out; right are only {self._right[:5]}"
                )
            _put_in_place(self.path, self._body.data, Digests(self.header, self._digests))
        self._lock.release()

    def close(self) -> None:
        """Let the lock go without finishing; what was saved can be resumed."""
        self._lock.release()

    def _load(self, digests: Digests, run: Mapping[str, Any]) -> None:
        """Take up an unfinished table: every piece that was said right is compared with its digest first."""
        body = self._body
        with open(body.data, "rb") as stream:
            for (offset, length), expected in digests.segments.items():
                part = body.raw[offset : offset + length]
                if not self._mapped:
                    stream.seek(offset)
                    stream.readinto(part.data)
                require_digest(body.data, offset, length, part, expected, body.header)
        self._digests = digests.segments
        self._right = body.header.ranges(list(digests.segments))
        self.state = run["state"]
        if self.state is not None and "done" in run:
            self._chunk = Chunk(run["done"], run["total"], run["unit"], self.state, run["known"])


def create_table(
    path: Path,
    shape: tuple[int, ...],
    dtype: str,
    game: str,
    about: Mapping[str, Any] | None = None,
    *,
    overwrite: bool = False,
    mapped: bool | None = None,
) -> TableFile:
    """Begin a table that will be the file `path`.

    Args:    path: NAME.npy. shape, dtype: of the array; the dtype is "|u1", "<u2", "<u4" or "<u8".
             game: the key of what the table holds; a table with another key is refused when it is read.
             about: what `grundy resume` needs to run the command again; JSON.
             overwrite: a table or an unfinished table of that name may be lost. mapped: fill the file itself, so that
             it may be larger than memory; by default only if it takes more than a third of it.
    Raises:  StoreError: something is there already, another process fills it, it cannot be written, the disk is full.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> table = create_table(Path(folder.name, "three.npy"), (3,), "|u1", "a game")
    >>> table.array[:] = [0, 1, 2]
    >>> table.note(Chunk(3, 3, "entries", {"n": 3}, filled=((0, 3),)))
    >>> table.finish()
    >>> sorted(os.listdir(folder.name))
    ['three.npy', 'three.npy.sha256']
    """
    header = Header(game, dtype, shape)
    header.npy()
    lock = take(_lock_file(path), str(path))
    try:
        require_own(partial(path), b"grundy-table ", "no state of a table of grundy's")
        require_own(digest_file(path), b"grundy-table ", "no digests of a table of grundy's")
        if not overwrite and partial(path).exists():
            raise StoreError(f"{path}: begun and not finished; 'grundy resume {path}' goes on with it")
        if not overwrite and os.path.lexists(path):  # also a link to nothing, which would be lost
            raise StoreError(f"{path}: there already; choose another name or remove it")
        with writing(path):
            for old in [partial(path), *_beginnings(path)]:
                old.unlink(missing_ok=True)
        mapped = _should_map(header) if mapped is None else mapped
        body = _begin(path.with_name(path.name + ".partial"), header, mapped)
        table = TableFile(path, body, lock, about or {}, mapped)
        table.save()
        return table
    except BaseException:
        lock.release()
        raise


def resume_table(path: Path, game: str | None = None, *, mapped: bool | None = None) -> TableFile:
    """Go on with an unfinished table; its `state` is what the engine must be called with.

    Raises:  StoreError: there is none, it is of another game than `game`, another process fills it, or it is damaged:
             the message names the piece, and nothing of the table is used.
    Cost:    reads and hashes all that is filled, about 1 GB/s.
    """
    lock = take(_lock_file(path), str(path))
    try:
        digests = read_partial(path)
        require_game(path, digests.header, game)
        run = digests.run or {}
        data = path.with_name(run["data"])
        require_size(data, digests.header)
        mapped = _should_map(digests.header) if mapped is None else mapped
        table = TableFile(path, _body(data, digests.header, mapped), lock, run["about"], mapped)
        table._load(digests, run)
        for left in _beginnings(path):  # of a kill while entries were widened
            if left not in (data, partial(path)):
                left.unlink(missing_ok=True)
        return table
    except BaseException:
        lock.release()
        raise


def _beginnings(path: Path) -> list[Path]:
    """The files of an unfinished table."""
    ends = ["", ".sha256", *(f"-{dtype[1:]}" for dtype in WIDTHS)]
    names = [path.absolute().with_name(f"{path.name}.partial{end}") for end in ends]
    return [name for name in names if os.path.lexists(name)]


def read_partial(path: Path) -> Digests:
    """What is known of an unfinished table, without reading the table.

    Raises:  StoreError: there is none, or its digest file is damaged.
    """
    if not partial(path).exists():
        there = "it is finished" if path.exists() and digest_file(path).exists() else "no run has begun it"
        raise StoreError(f"{path}: nothing to resume: {there}")
    digests = read_digests(partial(path))
    run = digests.run
    if run is None:
        raise StoreError(f"{partial(path)}: expected a line 'run', found none")
    kinds = {"about": dict, "data": str, "state": dict | None}
    for key, kind in kinds.items():
        if not isinstance(run.get(key, ...), kind):
            raise StoreError(f"{partial(path)}: expected {key!r} in the line 'run', found none that is right")
    if not run["data"].startswith(f"{path.name}.partial") or "/" in run["data"]:
        raise StoreError(f"{partial(path)}: expected the data in a file {path.name}.partial, found another name")
    return digests


def finish_interrupted(path: Path) -> bool:
    """Complete the last steps of a table if a kill came between them; whether the table is finished now.

    Raises:  StoreError: another process fills it, or its digest file is damaged.
    """
    if partial(path).exists() or _lock_file(path).exists():
        lock = take(_lock_file(path), str(path))
        try:
            if partial(path).exists():
                digests = read_partial(path)
                data = path.with_name((digests.run or {})["data"])
                if not is_complete(digests) or data.exists() or not path.exists():
                    return False
                _put_in_place(path, data, Digests(digests.header, digests.segments))
        finally:
            lock.release()
    return path.exists() and digest_file(path).exists()


def _put_in_place(path: Path, data: Path, digests: Digests) -> None:
    """The last steps, in an order in which each may be the last and `finish_interrupted` or a resume does the rest."""
    replace_file(digest_file(path), digests.text().encode("ascii"))
    with writing(path):
        if data.exists():
            os.replace(data, path)
            sync_folder(path.parent)
        partial(path).unlink()
        sync_folder(path.parent)


def _begin(data: Path, header: Header, mapped: bool) -> _Body:
    """Make a data file, all its room taken now: a full disk is said at the start, and never ends a mapped table.

    Raises:  StoreError: there is no room, or it cannot be written.
    """
    with writing(data):
        try:
            with open(data, "wb") as stream:
                _reserve(stream, header.size)
                stream.write(header.npy())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError:
            with suppress(OSError):
                data.unlink()
            raise
    return _body(data, header, mapped)


def _body(data: Path, header: Header, mapped: bool) -> _Body:
    import numpy as np

    raw: NDArray[np.uint8]
    if mapped:
        raw = np.memmap(data, np.uint8, "r+")
    else:
        raw = np.zeros(header.size, np.uint8)
        raw[:HEADER] = np.frombuffer(header.npy(), np.uint8)
    return _Body(header, data, raw, raw[HEADER:].view(header.dtype).reshape(header.shape))


def _should_map(header: Header) -> bool:
    """Memory is faster to fill at random places; a third of it leaves room for the table made wider."""
    return header.size > machine_memory() // 3


def _reserve(stream: BinaryIO, size: int) -> None:
    """Take the room of a file."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(stream.fileno(), 0, size)
            return
        except OSError as problem:
            if problem.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
                raise
    for start in range(0, size, COPIED):  # a file system that only gives room to what is written
        stream.write(bytes(min(COPIED, size - start)))
    stream.seek(0)
