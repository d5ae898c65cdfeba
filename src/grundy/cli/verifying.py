"""What `grundy verify` prints."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.errors import GrundyError
from grundy.show.text import Line


def verify_lines(files: tuple[str, ...], segments: tuple[str, ...], status: list[int]) -> Iterator[Line]:
    """The lines of `grundy verify`; `status` gets 1 for each file that is refused, or not checked as a whole."""
    from grundy.proof import check

    try:
        chosen = check.segments(segments)
    except ValueError as problem:
        raise GrundyError(str(problem)) from problem
    for file in files:
        try:
            for line in check.verify(file, chosen):
                yield Line("move", line)
            status.append(0 if check.whole(chosen) else 1)
        except check.Refused as reason:
            status.append(1)
            yield Line("winner", f"{check.named(file)}: refused: {reason}")
        except OSError as problem:
            said = f"expected a file that can be read, found: {problem.strerror}"
            raise GrundyError(f"{check.named(file)}: {said}") from problem
