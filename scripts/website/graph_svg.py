"""Task graphs as inline SVG: sharp at every size, searchable, and in the colours of the page's theme.

* `graph_svg` - draws a graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from crab_gym.evaluation.graph import Checkpoint, TaskGraph, qualified_name
from crab_gym.evaluation.graph_drawing import LayerSlot, layers_of

__all__ = ["graph_svg"]

BOX, LANE, GAP_X, GAP_Y, PAD, LINE, MARGIN = 230, 24, 22, 40, 10, 17, 4
"""Sizes in units of the drawing, which are pixels where the page is wide enough."""
CHARACTERS, EVALUATOR_LINES = 34, 3
"""Characters that fit into a box's line, and lines of an evaluator's call."""
_ENDS = (re.compile(r"(?<=[(=,])"), re.compile(r"(?<=/)"), re.compile(r"(?<=[\w'])(?=[_.@-])"))
"""Where a word that is longer than a line may be broken: at the first of these that it has, and so on."""


class Box(NamedTuple):
    """A checkpoint's box.

    Attributes:
        node: The checkpoint.
        left: Its left edge.
        top: Its upper edge.
        height: Its height.
        lines: The lines below its name and its app.
    """

    node: Checkpoint
    left: float
    top: float
    height: float
    lines: Sequence[str]

    def svg(self) -> str:
        """Returns the box as SVG."""
        x, y = self.left + PAD, self.top + PAD + 12
        place = f"{self.node.app} on {self.node.device}"
        parts = [
            f'<g class="crab-{self.node.device}">',
            f'<rect x="{self.left:g}" y="{self.top:g}" width="{BOX}" height="{self.height:g}" rx="8"/>',
            f'<text class="crab-name" x="{x:g}" y="{y:g}">{escape(self.node.id)}</text>',
            f'<text class="crab-place" x="{x:g}" y="{y + LINE:g}">{escape(place)}</text>',
        ]
        for i, line in enumerate(self.lines, 2):
            parts.append(f'<text x="{x:g}" y="{y + LINE * i:g}">{escape(line)}</text>')
        return "".join([*parts, "</g>"])


def graph_svg(graph: TaskGraph) -> str:
    """Returns a task graph as an SVG element on one line: a box per checkpoint, time flows downwards."""
    layers = layers_of(graph)
    calls = {node.id: _call(node) for node in graph.checkpoints}
    heights = [
        2 * PAD + LINE * (2 + max(len(calls[graph.checkpoints[slot.node].id]) for slot in row if slot.node >= 0))
        for row in layers
    ]
    width = max(map(_width, layers)) + 2 * MARGIN
    tops = [float(MARGIN)]
    for height in heights:
        tops.append(tops[-1] + height + GAP_Y)
    middles = _middles(layers, width)
    parts = []
    for start, end in graph.edges:
        edge = (graph.index[start], graph.index[end])
        slots = sorted(slot for slot in middles if slot.touches(edge))
        parts.append(_edge(slots, middles, tops, heights))
    for slot, middle in middles.items():
        if slot.node >= 0:
            node = graph.checkpoints[slot.node]
            box = Box(node, middle - BOX / 2, tops[slot.layer], heights[slot.layer], calls[node.id])
            parts.append(box.svg())
    bottom = tops[-1] - GAP_Y + MARGIN
    words = escape(", ".join(f"{start} before {end}" for start, end in graph.edges) or graph.checkpoints[0].id)
    return (
        f'<svg class="crab-graph" viewBox="0 0 {width:g} {bottom:g}" width="{width:g}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg"><title>Task graph: {words}</title>{"".join(parts)}</svg>'
    )


def _call(node: Checkpoint) -> list[str]:
    """Returns an evaluator's call, wrapped and cut, below whether it need not last."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in node.evaluator.args.items())
    function = qualified_name(node.evaluator.function).rpartition(".")[2]
    return [*(() if node.hold else ("need not last",)), *wrapped(f"{function}({arguments})")]


def wrapped(text: str) -> list[str]:
    """Returns the first lines of a box's text, broken at spaces, else at signs inside a word, but never at letters.

    >>> wrapped("file_has(path='/home/user/Documents/minutes.txt', text='Done')")
    ["file_has(path='/home/user/", "Documents/minutes.txt',", "text='Done')"]
    >>> wrapped("same(picture='" + "0f" * 40 + "')")
    ['same(picture=', "'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f…"]
    """
    lines = [""]
    room = CHARACTERS * (EVALUATOR_LINES + 1)
    for piece in _pieces(text[: 2 * room]):
        if len(lines[-1] + piece.rstrip()) > CHARACTERS and lines[-1]:
            lines.append("")
        lines[-1] += piece if len(piece.rstrip()) <= CHARACTERS else f"{piece[: CHARACTERS - 1]}… "
    lines = [line.rstrip() for line in lines if line.strip()]
    if len(lines) > EVALUATOR_LINES:
        del lines[EVALUATOR_LINES:]
        if len(lines[-1]) > CHARACTERS - 2:
            lines[-1] = lines[-1].rpartition(" ")[0] or lines[-1][: CHARACTERS - 2]
        lines[-1] = f"{lines[-1].rstrip(' …')} …"
    return lines


def _pieces(text: str, ends: Sequence[re.Pattern[str]] = (re.compile(r"(?<=\s)(?=\S)"), *_ENDS)) -> Iterator[str]:
    """Yields the words of a text, and the parts of those that are longer than a line.

    Args:
        text: The text.
        ends: Where it may be broken.
    """
    for piece in filter(None, ends[0].split(text)):
        if len(piece.rstrip()) > CHARACTERS and ends[1:]:
            yield from _pieces(piece, ends[1:])
        else:
            yield piece


def _width(row: Sequence[LayerSlot]) -> int:
    return sum(BOX if slot.node >= 0 else LANE for slot in row) + GAP_X * (len(row) - 1)


def _middles(layers: Sequence[Sequence[LayerSlot]], width: float) -> dict[LayerSlot, float]:
    """Returns the horizontal centre of each slot; layers are centred."""
    middles = {}
    for row in layers:
        left = (width - _width(row)) / 2
        for slot in row:
            room = BOX if slot.node >= 0 else LANE
            middles[slot] = left + room / 2
            left += room + GAP_X
    return middles


def _edge(
    slots: Sequence[LayerSlot],
    middles: Mapping[LayerSlot, float],
    tops: Sequence[float],
    heights: Sequence[float],
) -> str:
    """Returns an edge with its head: curves between layers, straight lines past those that it skips.

    Args:
        slots: The places that the edge begins in, passes and ends in, from top to bottom.
        middles: The horizontal centre of each.
        tops: The upper edge of each layer.
        heights: The height of each layer.
    """
    path = ""
    for first, second in pairwise(slots):
        x, y = middles[first], tops[first.layer] + heights[first.layer]
        to_x, to_y = middles[second], tops[second.layer]
        start = f"M{x:g} {y:g}" if not path else f"L{x:g} {y:g}"
        path += f"{start}C{x:g} {y + GAP_Y * 0.6:g} {to_x:g} {to_y - GAP_Y * 0.6:g} {to_x:g} {to_y:g}"
    x, y = middles[slots[-1]], tops[slots[-1].layer]
    return f'<path class="crab-edge" d="{path}"/><path class="crab-head" d="M{x:g} {y:g}l-4.5 -9h9z"/>'
