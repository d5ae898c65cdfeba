"""What the command `grundy` starts: Ctrl-C and SIGTERM end it without a traceback, also while it is being loaded.

It is a module beside the package, since nothing in a package can run before the package itself has been loaded.
"""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Load the command line and run it; never returns."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:  # as under nohup, where it stays so
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda number, frame: os._exit(143))
    from grundy.cli.main import main as command

    try:
        signal.signal(signal.SIGINT, before)
        command()
    except KeyboardInterrupt:  # before the command line could take care of it, or after
        os._exit(130)
    finally:
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # while Python itself comes to its end


if __name__ == "__main__":
    main()
