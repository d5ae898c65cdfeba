"""What the command `grundy` starts: Ctrl-C and SIGTERM end it without a traceback, also while it is being loaded.

What a package imports runs before this: `grundy` and `grundy.cli` import next to nothing, in some 2 ms.
"""

from __future__ import annotations

import gc
import os
import signal
import stat
import sys
from collections.abc import Sequence

NEW_OBJECTS = 20_000  # after which Python looks for garbage: by itself after 700, two hundred times in a short start


def main() -> None:
    """Load the command line and run it."""
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:  # as under nohup, where it stays so
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda number, frame: os._exit(143))
    if answer_large_file(sys.argv[1:]):
        return
    from grundy.cli.main import main as command

    try:
        signal.signal(signal.SIGINT, before)
        command()
    except KeyboardInterrupt:  # before the command line could take care of it, or after
        os._exit(130)
    finally:
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # while Python itself comes to its end


# `grundy judge FORMAT < FILE` for a large file as files usually are: answered before the command line is loaded.
#
# Loading it takes longer than a kernel takes for megabytes. Whatever is not answered here is left as it was found.


def answer_large_file(words: Sequence[str]) -> bool:
    """Answer such a command; return False, with nothing consumed, for any other."""
    if len(words) != 2 or words[0] != "judge" or sys.stdin is None or sys.stdout is None:
        return False
    from grundy.judges.at_once import KERNELS, LARGE, answer

    try:
        file, begin = os.fstat(0), os.lseek(0, 0, os.SEEK_CUR)
    except OSError:  # a pipe, say
        return False
    if words[1] not in KERNELS or not stat.S_ISREG(file.st_mode) or file.st_size - begin < LARGE:
        return False
    try:
        with open(0, "rb", buffering=0, closefd=False) as stream:
            rest = answer(words[1], stream.readall(), only_kept=True)
        while rest:
            rest = rest[os.write(1, rest) :]
    except (OSError, MemoryError):  # the command line knows what to say
        rest = None
    if rest is None:
        os.lseek(0, begin, os.SEEK_SET)
    return rest is not None
