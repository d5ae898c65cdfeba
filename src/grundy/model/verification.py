"""What the checker of certificates says of files."""

from __future__ import annotations

from grundy.model.frozen import frozen
from grundy.model.upward import Drawn


@frozen
class CheckedFile(Drawn):
    """The checker's words on one certificate.

    Attributes
    ----------
    name : str
        The file as the checker writes it, quoted where a shell would need it.
    lines : tuple of str
        Whose certificate it is, what it claims and what was checked, one sentence a line.
    proved : bool
        Whether the claim is proved; some segments of a certificate prove nothing.
    refused : str or None
        Why it is refused; None: it is not.
    """

    name: str
    lines: tuple[str, ...]
    proved: bool
    refused: str | None = None

    def __repr__(self) -> str:
        return self.refusal or f"{self.name}: {'proved' if self.proved else 'checked, but not proved as a whole'}"

    def __str__(self) -> str:
        return "\n".join((*self.lines, *([self.refusal] if self.refusal else [])))

    def as_dict(self) -> dict[str, object]:
        """The same for machines: each line without the name of the file."""
        says = [line.removeprefix(f"{self.name}: ") for line in self.lines]
        return {"proved": self.proved, "refused": self.refused, "says": says}

    @property
    def refusal(self) -> str | None:
        """That it is refused, as a line; None: it is not."""
        return None if self.refused is None else f"{self.name}: refused: {self.refused}"


@frozen
class Verification(Drawn):
    """The checker's verdicts on certificates; true if all are proved.

    Attributes
    ----------
    files : tuple of CheckedFile

    Examples
    --------
    >>> good, part = CheckedFile("a.txt", ("a.txt: proved",), True), CheckedFile("b.txt", (), False, "line 3: no end")
    >>> bool(Verification((good,))), bool(Verification((good, part)))
    (True, False)
    >>> print(Verification((good, part)))
    a.txt: proved
    b.txt: refused: line 3: no end
    """

    files: tuple[CheckedFile, ...]

    def __bool__(self) -> bool:
        return all(file.proved for file in self.files)

    def __repr__(self) -> str:
        if len(self.files) == 1:
            return repr(self.files[0])
        return f"{sum(file.proved for file in self.files):,} of {len(self.files):,} certificates proved"

    def __str__(self) -> str:
        return "\n".join(map(str, self.files))
