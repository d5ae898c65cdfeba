"""What the command `grundy` starts: Ctrl-C and SIGTERM end it without a traceback, also while it is being loaded.

What a package imports runs before this: `grundy` and `grundy.cli` import next to nothing, in some 2 ms.
"""

from __future__ import annotations

import os
import signal
import sys

from grundy.cli.at_once import answered


def main() -> None:
    """Load the command line and run it."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:  # as under nohup, where it stays so
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda number, frame: os._exit(143))
    if answered(sys.argv[1:]):
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
