"""Misère quotients as text, LaTeX, and input of GAP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grundy.model.quotient import MisereQuotient, Word, letter, word_text
from grundy.show.html import lines_html, table_html
from grundy.show.text import Line

ROW = 10  # heaps in a row
WIDE = 100  # characters in a line


def quotient_lines(quotient: MisereQuotient) -> Iterator[Line]:
    """A quotient for people."""
    shown = quotient.presentation
    size = "1 element" if quotient.order == 1 else f"{quotient.order:,} elements"
    yield Line("winner", f"Misère quotient of {quotient.domain}: {size}, {len(quotient.p_portion):,} in P")
    if quotient.reason:
        yield Line("move", f"Not of more heaps: {quotient.reason}.")
    yield from _list("Generators", [f"{letter(at)} = heap {heap}" for at, heap in enumerate(quotient.generators)])
    yield from _list("Relations", [f"{word_text(left)} = {word_text(right)}" for left, right in shown.relations])
    yield from _list("P", [shown.name(x) for x in quotient.p_portion])
    yield from _list("Kernel", [shown.name(x) for x in quotient.kernel])
    yield Line("heading", "Heaps:")
    yield from _table([shown.name(x) for x in quotient.pretending])
    if quotient.repetition:
        p, e = quotient.repetition.period, quotient.repetition.preperiod
        yield Line("move", f"Heaps n and n + {p} are equal for all n >= {e}: the quotient is complete.")
    yield Line("note", quotient.evidence.sentence())


def _list(name: str, items: Sequence[str]) -> Iterator[Line]:
    """Items behind their name, in lines of a bounded width."""
    lines = [f"{name}:"]
    for place, item in enumerate(items):
        text = item + "," * (place + 1 < len(items))
        if len(lines[-1]) + len(text) >= WIDE:
            lines.append(" " * len(name))
        lines[-1] += f" {text}"
    yield from (Line("move", line) for line in (lines if items else [f"{name}: none"]))


def _table(names: Sequence[str]) -> Iterator[Line]:
    """The heaps in rows, each with the number of its first."""
    wide = max(map(len, names))
    for first in range(0, len(names), ROW):
        row = "  ".join(f"{name:<{wide}}" for name in names[first : first + ROW]).rstrip()
        yield Line("move", f"  {first:>4}  {row}")


def quotient_latex(quotient: MisereQuotient) -> str:
    """The presentation, P and the pretending function, for a document."""
    shown = quotient.presentation
    rows = "".join(
        f"  {first} & {' & '.join(f'${_tex(shown.words[x])}$' for x in quotient.pretending[first:][:ROW])} \\\\\n"
        for first in range(0, len(quotient.pretending), ROW)
    )
    columns = min(ROW, len(quotient.pretending))
    head = " & ".join(map(str, range(columns)))
    return (
        f"% Misère quotient of {quotient.domain}: {quotient.order} elements\n"
        f"\\[ {presentation_latex(quotient)} \\]\n"
        f"\\[ {_p_latex(quotient)} \\]\n"
        f"\\begin{{tabular}}{{r|{'l' * columns}}}\n  $+$ & {head} \\\\ \\hline\n{rows}\\end{{tabular}}\n"
    )


def presentation_latex(quotient: MisereQuotient) -> str:
    """Generators and relations as a formula."""
    shown = quotient.presentation
    names = ", ".join(_tex_letter(place) for place in range(len(shown.generators)))
    relations = ", ".join(f"{_tex(left)} = {_tex(right)}" for left, right in shown.relations)
    return rf"\mathcal{{Q}} = \langle {names} \mid {relations} \rangle"


def _p_latex(quotient: MisereQuotient) -> str:
    shown = quotient.presentation
    return rf"\mathcal{{P}} = \{{ {', '.join(_tex(shown.words[x]) for x in quotient.p_portion)} \}}"


def quotient_html(quotient: MisereQuotient) -> str:
    """A quotient in a notebook: the presentation, P, the pretending function in rows, and how it is known."""
    shown = quotient.presentation
    first, *lines = quotient_lines(quotient)
    last = [line for line in lines if line.kind == "note" or line.text.startswith(("Generators", "Heaps n", "Not of"))]
    rows = [
        [str(start), *(_html(shown.words[x]) for x in quotient.pretending[start : start + ROW])]
        for start in range(0, len(quotient.pretending), ROW)
    ]
    columns = range(min(ROW, len(quotient.pretending)))
    heads = ["Φ", *map(str, columns)]
    names = ", ".join(_html_letter(place) for place in range(len(shown.generators)))
    relations = ", ".join(f"{_html(left)} = {_html(right)}" for left, right in shown.relations)
    portion = ", ".join(_html(shown.words[x]) for x in quotient.p_portion)
    formulas = [f"<i>Q</i> = ⟨ {names} | {relations} ⟩", f"<i>P</i> = {{ {portion} }}"]
    wide = "".join(f'<div style="margin: .3em 0">{formula}</div>' for formula in formulas)
    return lines_html([first]) + wide + table_html(heads, rows, zero=None) + lines_html(last)


def _tex_letter(generator: int) -> str:
    name = letter(generator)
    return name if len(name) == 1 else f"{name[0]}_{{{name[1:]}}}"


def _tex(word: Word) -> str:
    powers = (_tex_letter(place) + (f"^{{{times}}}" if times > 1 else "") for place, times in enumerate(word) if times)
    return " ".join(powers) or "1"


def _html_letter(generator: int) -> str:
    name = letter(generator)
    return f"<i>{name[0]}</i>" + (f"<sub>{name[1:]}</sub>" if name[1:] else "")


def _html(word: Word) -> str:
    """A product of generators as letters with exponents; without spaces, so that it is not broken in two."""
    powers = (
        _html_letter(place) + (f"<sup>{times}</sup>" if times > 1 else "") for place, times in enumerate(word) if times
    )
    return "".join(powers) or "1"


def quotient_gap(quotient: MisereQuotient) -> str:
    """Text that GAP reads: the monoid, its P, and the element of each heap."""
    shown = quotient.presentation
    letters = [letter(place) for place in range(len(shown.generators))]
    # by its place, for a letter may be the name of something of GAP
    pairs = [(f"f.{a}", f"f.{b}") for b in range(1, len(letters) + 1) for a in range(1, b)]
    relations = [f"[{b}*{a}, {a}*{b}]" for a, b in pairs]
    relations += [f"[{_gap(left, 'f')}, {_gap(right, 'f')}]" for left, right in shown.relations]
    quoted = ", ".join(f'"{name}"' for name in letters)
    return (
        f"# Misere quotient of {quotient.domain}: {quotient.order} elements\n"
        f"f := FreeMonoid([{quoted}]);;\n"
        f"q := f / [{_joined(relations)}];;\n"
        f"p := [{_joined(_gap(shown.words[x], 'q') for x in quotient.p_portion)}];;\n"
        f"heaps := [{_joined(_gap(shown.words[x], 'q') for x in quotient.pretending)}];; # of 0, 1, 2, ...\n"
    )


def _joined(items: Iterable[str]) -> str:
    return ",\n  ".join(items)


def _gap(word: Word, of: str) -> str:
    powers = (f"{of}.{place + 1}" + (f"^{times}" if times > 1 else "") for place, times in enumerate(word) if times)
    return "*".join(powers) or f"One({of})"
