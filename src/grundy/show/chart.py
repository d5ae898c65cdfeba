"""Charts of nim-values, drawn by matplotlib (the extra `plot`): points, rows of a period, counts, and pairs as maps.

A chart is a matplotlib Figure, which a notebook shows and which can be worked on. Here it is made and turned into the
bytes of an SVG or PNG; what has very many points is a picture inside the SVG, else no viewer would show it.
"""

from __future__ import annotations

from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from grundy.errors import BadText, Finding, GrundyError, OutOfReach
from grundy.text.reader import ARGUMENT, quote
from grundy.text.terminal import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

Kind: TypeAlias = Literal["points", "histogram"]  # of a sequence
KINDS: tuple[Kind, ...] = ("points", "histogram")
FORMS = (".svg", ".png")
MOST_DRAWN = 5_000  # marks that are drawn one by one, and bars
MOST_BROAD = 100_000  # points of three dots in both directions
MOST_POINTS = 20_000_000
WIDE, HIGH, DOTS = 8.0, 4.5, 150  # inches, and dots of an inch of PNG
P_COLOUR, POINT_COLOUR = "#cf222e", "#0969da"


def check_form(path: Path) -> None:
    """Whether a chart can be written to a file of that name.

    Raises:  BadText: the ending is neither .svg nor .png.
    """
    if path.suffix.lower() not in FORMS:
        expected = "a file that ends in .svg or .png"
        raise BadText([Finding(1, 1, expected, quote(str(path)), ARGUMENT)])


def require_kind(kind: str) -> None:
    """Raises:  BadText: there is no chart of that kind."""
    if kind not in KINDS:
        raise BadText([Finding(1, 1, f"a kind of chart ({', '.join(KINDS)})", quote(kind), ARGUMENT)])


def encoded(figure: Figure, path: Path, note: str = "") -> bytes:
    """The bytes of a chart, in the form that the name of its file says; `note` is kept inside as its description.

    A screen reader says its title, and what its axes are.
    """
    check_form(path)
    form = path.suffix.lower()[1:]
    about: dict[str, Any] = {"Title": _spoken(figure), "Description": printable(note)}
    if form == "svg":
        about["Date"] = None
    written = BytesIO()
    with own_settings():
        figure.savefig(written, format=form, dpi=DOTS, metadata=about)
    return written.getvalue()


def _spoken(figure: Figure) -> str:
    """A chart in a line: its title, and what stands up over what."""
    axes = figure.axes[0]
    return f"{axes.get_title()}: {axes.get_ylabel()} over {axes.get_xlabel()}"


def points(values: NDArray[Any], title: str) -> Figure:
    """The value of each n as a point."""
    figure, axes = _axes(title)
    size = 4.0 if len(values) <= 400 else 2.0
    if len(values) <= MOST_DRAWN:
        axes.plot(_drawable(values), linestyle="none", color=POINT_COLOUR, marker="o", markersize=size)
    else:
        _scatter(axes, _drawable(values))
    axes.set_xlabel("n")
    axes.set_ylabel("nim-value of n")
    return figure


def _scatter(axes: Any, values: NDArray[Any]) -> None:
    """Points by the dots of a picture on which they fall: a marker for each of a million takes seconds."""
    import numpy as np
    from matplotlib.colors import to_rgba

    across, up = int(WIDE * DOTS), int(HIGH * DOTS)
    high = float(values.max()) + 1
    column = np.arange(len(values)) * across // len(values)
    row = ((values + 0.5) * ((up - 1) / high)).astype(np.int64)
    hit = np.zeros((up + 2, across + 2), bool)  # with a rim, for each point takes the dots around it too
    for down in range(3):  # few values are lines, which have to be seen
        for left in range(3) if len(values) <= MOST_BROAD else (1,):
            hit[row + down, column + left] = True
    picture = np.zeros((up, across, 4), np.float32)
    picture[hit[1:-1, 1:-1]] = to_rgba(POINT_COLOUR)
    place = (-0.5, len(values) - 0.5, -0.5, high - 0.5)
    axes.imshow(picture, origin="lower", extent=place, aspect="auto", interpolation="nearest")


def rows(values: NDArray[Any], columns: int, exceptions: Collection[int], title: str) -> Figure:
    """The values in rows of so many, usually a period; the exceptions to it are crossed out."""
    import numpy as np

    height = -(-len(values) // columns)
    wrapped = np.full(height * columns, np.nan)
    wrapped[: len(values)] = _drawable(values)
    figure, axes = _axes(title)
    image = axes.imshow(wrapped.reshape(height, columns), aspect="auto", interpolation="nearest", cmap="viridis")
    crossed = np.array(sorted(exceptions), np.int64)
    if len(crossed):
        marks = {"marker": "x", "markersize": 5} if len(crossed) <= MOST_DRAWN else {"marker": ",", "rasterized": True}
        axes.plot(crossed % columns, crossed // columns, linestyle="none", color=P_COLOUR, **marks)
    axes.set_xlabel(f"n mod {columns}")
    axes.set_ylabel(f"n // {columns}")
    _scale(figure, image, f"nim-value{'; crossed: not that of the period' if len(crossed) else ''}")
    return figure


def histogram(values: NDArray[Any], title: str) -> Figure:
    """How often each value is there."""
    import numpy as np

    present, counts = np.unique(np.asarray(values), return_counts=True)
    figure, axes = _axes(title)
    if len(present) <= MOST_DRAWN:
        axes.bar(_drawable(present), counts, width=0.8, color=POINT_COLOUR)
    else:
        axes.plot(_drawable(present), counts, linestyle="none", marker=",", color=POINT_COLOUR, rasterized=True)
    axes.set_xlabel("nim-value")
    axes.set_ylabel("how often")
    return figure


def heat_map(values: NDArray[Any], title: str) -> Figure:
    """Values of pairs (a, b), a to the right and b up; P-positions are marked."""
    import numpy as np

    figure, axes = _axes(title, square=True)
    table = _drawable(values)
    image = axes.imshow(table.T, origin="lower", interpolation="nearest", cmap="viridis", aspect="equal")
    at, up = np.nonzero(table == 0)
    _mark(axes, at, up, max(table.shape))
    axes.set_xlabel("a")
    axes.set_ylabel("b")
    _scale(figure, image, "nim-value; P-positions in red")
    return figure


def outcome_map(shape: tuple[int, int], positions: NDArray[Any], title: str) -> Figure:
    """The P-positions among the pairs (a, b), shape (k, 2)."""
    figure, axes = _axes(f"{title}: P-positions", square=True)
    _mark(axes, positions[:, 0], positions[:, 1], max(shape))
    axes.set_xlim(-0.5, shape[0] - 0.5)
    axes.set_ylim(-0.5, shape[1] - 0.5)
    axes.set_aspect("equal")
    axes.set_xlabel("a")
    axes.set_ylabel("b")
    return figure


def _scale(figure: Figure, image: Any, label: str) -> None:
    """What the colours mean; there is nothing between two nim-values."""
    from matplotlib.ticker import MaxNLocator

    figure.colorbar(image, label=label, ticks=MaxNLocator(integer=True))


def _mark(axes: Any, at: NDArray[Any], up: NDArray[Any], side: int) -> None:
    few = len(at) <= MOST_DRAWN
    size = max(1.0, min(8.0, 200 / side))
    marks: dict[str, Any] = {"marker": "s", "markersize": size} if few else {"marker": ",", "rasterized": True}
    axes.plot(at, up, linestyle="none", color=P_COLOUR, **marks)


def _drawable(values: Any) -> NDArray[Any]:
    """As floating numbers, which is as exact as a picture is."""
    import numpy as np

    array = np.asarray(values)
    if array.size > MOST_POINTS:
        raise OutOfReach(f"a chart of {array.size:,} values, more than {MOST_POINTS:,}, is not drawn; fewer would do")
    return array.astype(np.float64)


def _axes(title: str, square: bool = False) -> tuple[Figure, Any]:
    with own_settings():
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator

        figure = Figure(figsize=(6.4, 5.6) if square else (WIDE, HIGH), layout="constrained")
        axes = figure.add_subplot()
    axes.set_title(printable(title), fontsize=11, wrap=True, parse_math=False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    return figure, axes


def own_settings() -> Any:
    """Matplotlib's own settings, whatever a user's file of settings says: the same chart everywhere.

    Raises:  GrundyError: it is not installed.
    """
    try:
        import matplotlib as mpl
    except ImportError as problem:
        raise GrundyError(f"charts need matplotlib ({problem.name} is missing): pip install matplotlib") from problem
    return mpl.rc_context({**mpl.rcParamsDefault, "svg.hashsalt": "grundy", "backend": "agg"})
