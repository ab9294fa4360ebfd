"""Charts on a sheet: columns, lines and pies drawn from a range."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from crab_sim.desktop.apps.calc.grid import header_width, line_height, lines_of
from crab_sim.desktop.apps.calc.messages import Message
from crab_sim.desktop.apps.calc.state import Desk, sheet_of
from crab_sim.documents.formulas.values import general
from crab_sim.draw import text as metrics
from crab_sim.engines.sheets.book import Chart, Sheet, cell_at
from crab_sim.engines.sheets.edits import shown_text
from crab_sim.ui import Scene, Widget
from crab_sim.ui.theme import Color

__all__ = ["CHART_SIZE", "ChartLayer", "Series", "series_of"]

CHART_SIZE: Final = (440, 250)
_COLORS: Final[tuple[Color, ...]] = (
    (0, 69, 134), (255, 66, 14), (255, 211, 32), (87, 157, 28), (126, 0, 33), (131, 202, 255), (49, 64, 4),
    (174, 207, 0), (75, 31, 111), (255, 149, 14),
)  # fmt: skip
"""The first colours of LibreOffice's charts."""
_MAX_POINTS: Final = 60


class Series(NamedTuple):
    """A row of numbers with a name."""

    name: str
    values: tuple[float, ...]


class Figures(NamedTuple):
    """The numbers of a chart: the names along its axis, and its series."""

    labels: tuple[str, ...]
    series: tuple[Series, ...]


def series_of(sheet: Sheet, chart: Chart) -> Figures:
    """Returns the numbers of a chart: texts in its first column and row are names."""
    box = chart.box
    bottom = min(box.bottom, box.top + _MAX_POINTS)
    right = min(box.right, box.left + len(_COLORS))

    def is_number(row: int, column: int) -> bool:
        return isinstance(cell_at(sheet, row, column).value, float)

    named = box.right > box.left and not all([is_number(row, box.left) for row in range(box.top + 1, bottom + 1)])
    first_column = box.left + 1 if named else box.left
    titled = bottom > box.top and not any([is_number(box.top, at) for at in range(first_column, right + 1)])
    first_row = box.top + 1 if titled else box.top
    rows = range(first_row, bottom + 1)
    labels = tuple([shown_text(cell_at(sheet, row, box.left)) if named else str(row - first_row + 1) for row in rows])
    series = []
    for column in range(first_column, right + 1):
        name = shown_text(cell_at(sheet, box.top, column)) if titled else f"Column {column - first_column + 1}"
        values = []
        for row in rows:
            value = cell_at(sheet, row, column).value
            values.append(value if isinstance(value, float) else 0.0)
        series.append(Series(name, tuple(values)))
    return Figures(labels, tuple(series))


class ChartLayer(Widget[Message]):
    """The grid with its charts above it."""

    __slots__ = ("desk", "grid")

    def __init__(self, grid: Widget[Message], desk: Desk) -> None:
        self.flex, self.grid, self.desk = 1, grid, desk

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the grid, then the charts that are in view."""
        self.grid.place(scene, x, y, w, h)
        desk, theme = self.desk, scene.theme
        sheet = sheet_of(desk)
        if not sheet.charts:
            return
        size = line_height(theme)
        top = scene.page.scroll.get("grid", 0) // size
        lines = lines_of(desk, top, theme, w, h)
        outer = scene.clip
        left, upper = max(outer[0], x + header_width(theme)), max(outer[1], y + size)
        scene.clip = left, upper, min(outer[2], x + w), min(outer[3], y + h)
        for number, chart in enumerate(sheet.charts):
            column = next((line for line in lines.columns if line.number == chart.column), None)
            if column is not None:
                down = lines.rows[0].at + (chart.row - lines.rows[0].number) * size
                place_chart(scene, sheet, chart, x + column.at, y + down, number, desk.chart == number)
        scene.clip = outer


def place_chart(scene: Scene[Message], sheet: Sheet, chart: Chart, x: int, y: int, number: int, selected: bool) -> None:
    """Draws a chart and adds its node.

    Args:
        scene: The scene.
        sheet: The sheet with the chart's figures.
        chart: The chart.
        x: Left edge of the chart on the screen, in pixels.
        y: Its top edge.
        number: Place of the chart among those of the sheet, for its message.
        selected: Whether it has the frame of a selected chart.
    """
    w, h = CHART_SIZE
    if scene.drawn:
        scene.fill(x, y, w, h, (255, 255, 255))
        scene.frame(x, y, w, h, scene.theme.accent if selected else (178, 178, 178), 0, 2 if selected else 1)
        figures = series_of(sheet, chart)
        if chart.title:
            scene.text(x, y + 8, w, 20, chart.title, (30, 30, 30), 15, align="center")
        above = y + (36 if chart.title else 14)
        if chart.kind == "pie":
            _pie(scene, figures, (x + 14, above, w - 130, y + h - 14 - above))
            names = figures.labels
        else:
            _axes(scene, chart.kind, figures, (x + 50, above, w - 165, y + h - 30 - above))
            names = tuple([series.name for series in figures.series])
        for i, name in enumerate(names[:10]):
            scene.fill(x + w - 104, above + 4 + 18 * i, 9, 9, _COLORS[i % len(_COLORS)])
            shown = metrics.ellipsize(name, "regular", 11, 84)
            scene.text(x + w - 90, above + 18 * i, 86, 17, shown, (60, 60, 60), 11)
    scene.node(x, y, w, h, "image", chart.title or "Chart", f"{chart.kind.title()} chart", message=("chart_at", number))


def _ticks(low: float, high: float) -> list[float]:
    """Returns round numbers that span a range, about five of them."""
    span = (high - low) or 1.0
    size = 10.0 ** math.floor(math.log10(span / 5))
    step = next((size * factor for factor in (1, 2, 5, 10) if span / (size * factor) <= 6), size * 10)
    start, stop = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(i * step, 12) for i in range(start, max(stop, start + 1) + 1)]


def _axes(scene: Scene, kind: str, figures: Figures, box: tuple[int, int, int, int]) -> None:
    """Draws a chart with two axes."""
    x, y, w, h = box
    values = [value for series in figures.series for value in series.values] or [0.0]
    if not all([abs(value) < 1e15 for value in values]):
        return
    ticks = _ticks(min(0.0, *values), max(0.0, *values) or 1.0)
    low, high = ticks[0], ticks[-1]

    def level(value: float) -> int:
        return y + h - round((value - low) / (high - low) * h)

    for tick in ticks:
        scene.fill(x, level(tick), w, 1, (200, 200, 200))
        scene.text(x - 48, level(tick) - 8, 42, 16, general(tick, 6), (60, 60, 60), 10, align="right")
    count = max(1, len(figures.labels))
    room = w / count
    every = max(1, -(-count * 44 // w))
    for i, label in enumerate(figures.labels):
        if i % every == 0:
            left, across = x + round(room * i), round(room * every)
            shown = metrics.ellipsize(label, "regular", 10, across)
            scene.text(left, y + h + 3, round(room), 16, shown, (60, 60, 60), 10, align="center")
    if kind == "column":
        width = max(1, round(room * 0.7 / max(1, len(figures.series))))
        for j, series in enumerate(figures.series):
            for i, value in enumerate(series.values):
                left = x + round(room * i + room * 0.15) + j * width
                top, bottom = sorted((level(value), level(0.0)))
                scene.fill(left, top, width, max(1, bottom - top), _COLORS[j % len(_COLORS)])
    else:
        for j, series in enumerate(figures.series):
            points = [(x + round(room * (i + 0.5)), level(value)) for i, value in enumerate(series.values)]
            _line(scene, points, _COLORS[j % len(_COLORS)])


def _line(scene: Scene, points: list[tuple[int, int]], color: Color) -> None:
    """Draws a line through points, of short pieces."""
    for (x1, y1), (x2, y2) in pairwise(points):
        across = max(1, x2 - x1)
        before = y1
        for i in range(0, across + 1, 2):
            at = y1 + round((y2 - y1) * i / across)
            top, bottom = min(before, at), max(before, at)
            scene.fill(x1 + i, top - 1, 2, bottom - top + 3, color)
            before = at
    for left, top in points:
        scene.fill(left - 3, top - 3, 7, 7, color)


class _Span(NamedTuple):
    """A run of pixels of a pie, relative to its centre, with the number of its part."""

    x: int
    y: int
    w: int
    part: int


@lru_cache(maxsize=16)
def _pie_spans(values: tuple[float, ...], radius: int) -> tuple[_Span, ...]:
    """Returns the pixels of a pie, two rows at a time."""
    total = math.fsum(values)
    bounds: list[float] = []
    share = 0.0
    for value in values:
        share += value / total
        bounds.append(share)
    spans: list[_Span] = []
    for dy in range(-radius, radius, 2):
        half = round(math.sqrt(radius * radius - dy * dy))
        start, current = -half, -1
        for dx in range(-half, half + 1, 2):
            turn = (math.atan2(dx, -dy) / (2 * math.pi)) % 1.0
            part = next((i for i, bound in enumerate(bounds) if turn < bound), len(bounds) - 1)
            if part != current and current >= 0:
                spans.append(_Span(start, dy, dx - start, current))
                start = dx
            current = part
        spans.append(_Span(start, dy, half - start, current))
    return tuple(spans)


def _pie(scene: Scene, figures: Figures, box: tuple[int, int, int, int]) -> None:
    """Draws the first series as a disc."""
    x, y, w, h = box
    values = tuple([max(0.0, value) for value in figures.series[0].values] if figures.series else [])
    total = math.fsum(values)
    if total <= 0 or not math.isfinite(total):
        return
    cx, cy = x + w // 2, y + h // 2
    for span in _pie_spans(values, min(w, h) // 2):
        scene.fill(cx + span.x, cy + span.y, span.w, 2, _COLORS[span.part % len(_COLORS)])
