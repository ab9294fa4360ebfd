"""Pictures of task graphs: one box per checkpoint, coloured by device or by state; time flows downwards.

* `draw_graph` - draws a graph.
* `layers_of` - the arrangement of checkpoints in layers, also for other drawings of graphs.
* `DEVICES`, `STATES` - the colours of devices, and of checkpoints' states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from crab_gym.evaluation.graph import Checkpoint, TaskGraph, qualified_name

__all__ = ["DEVICES", "STATES", "LayerSlot", "draw_graph", "layers_of"]

SCALE = 4
"""Pixels per unit of the layout while drawing; the picture is then halved, which smooths its lines."""
BOX, GAP_X, GAP_Y, PAD, LINE = 270, 28, 46, 12, 19
LANE = 24
"""Width reserved for an edge that passes a layer."""
MARGIN, MIN_WIDTH, TITLE_LINE, TITLE_LINES, BOX_LINES = 28, 560, 22, 4, 6
INK, FAINT, GROUND = (32, 33, 42), (104, 106, 118), (255, 255, 255)

Colour = tuple[int, int, int]
Point = tuple[float, float]


class Tint(NamedTuple):
    """The colours of a box: its fill and its edge."""

    fill: Colour
    edge: Colour


DEVICES: Mapping[str, Tint] = {
    "ubuntu": Tint((254, 238, 228), (206, 92, 38)),
    "android": Tint((229, 245, 232), (46, 132, 70)),
    "root": Tint((236, 237, 246), (92, 96, 150)),
}
"""Device to its colours."""


STATES: Mapping[str, Tint] = {
    "completed": Tint((206, 236, 212), (40, 128, 66)),
    "active": Tint((255, 240, 196), (184, 120, 0)),
    "waiting": Tint((246, 246, 249), (168, 170, 182)),
}
"""State of a checkpoint in an episode to its colours."""


class LayerSlot(NamedTuple):
    """A place in a layer, for a checkpoint or for an edge that passes the layer.

    Attributes:
        layer: The layer's number, from 0.
        node: The checkpoint's index; -1 for an edge.
        edge: The passing edge, as the indices of its ends.
    """

    layer: int
    node: int = -1
    edge: tuple[int, int] = (-1, -1)

    def touches(self, edge: tuple[int, int]) -> bool:
        """Returns whether an edge begins, ends or passes here."""
        return self.node in edge if self.node >= 0 else self.edge == edge

    @property
    def width(self) -> int:
        """Its width in a picture of `draw_graph`, in units of the layout."""
        return BOX if self.node >= 0 else LANE


def draw_graph(graph: TaskGraph, title: str = "", states: Mapping[str, str] | None = None) -> Image.Image:
    """Draws a task graph.

    Layers are the checkpoints' depths; an edge that skips layers gets its own lane past them. Within a layer the order
    follows the neighbours' mean places (Sugiyama's barycentres), so that few edges cross.

    Args:
        graph: The graph.
        title: A heading, such as the task's goal; wrapped to at most four lines.
        states: Each checkpoint's id to its state, one of `STATES`, which determines its colour; boxes are then
            smaller, without the evaluators.

    Returns:
        An RGB image, twice as large as the layout so that it is sharp.
    """
    layers = layers_of(graph)
    texts = [_box_lines(node)[: None if states is None else 2] for node in graph.checkpoints]
    heights = [2 * PAD + LINE * max(len(texts[slot.node]) for slot in row if slot.node >= 0) for row in layers]
    width = max(MIN_WIDTH if states is None else BOX, *(_width(row) for row in layers)) + 2 * MARGIN
    heading = _wrapped(title, width - 2 * MARGIN, 15, True, TITLE_LINES)
    tops = [MARGIN + TITLE_LINE * len(heading) + (14 if heading else 0)]
    for height in heights:
        tops.append(tops[-1] + height + GAP_Y)
    image = Image.new("RGB", (width * SCALE, (tops.pop() - GAP_Y + 64) * SCALE), GROUND)
    pen = ImageDraw.Draw(image)
    for i, text in enumerate(heading):
        _write(pen, MARGIN, MARGIN + TITLE_LINE * i, text, 15, bold=True)
    middles = _middles(layers, width)
    for edge in _edges(graph):
        _draw_edge(pen, sorted(slot for slot in middles if slot.touches(edge)), middles, tops, heights)
    for slot, x in middles.items():
        if slot.node >= 0:
            place = (x - BOX // 2, tops[slot.layer], x + BOX // 2, tops[slot.layer] + heights[slot.layer])
            node = graph.checkpoints[slot.node]
            _draw_box(pen, node, texts[slot.node], place, "" if states is None else states[node.id])
    if states is None:
        devices = [name for name in DEVICES if any(node.device == name for node in graph)]
        legend = {("root (the answer)" if name == "root" else name): DEVICES[name] for name in devices}
    else:
        legend = dict(STATES)
    _draw_legend(pen, legend, image.height // SCALE - 34)
    return image.reduce(2)


def _edges(graph: TaskGraph) -> list[tuple[int, int]]:
    return [(before, node) for node, all_before in enumerate(graph.predecessors) for before in all_before]


def layers_of(graph: TaskGraph) -> list[list[LayerSlot]]:
    """Returns the slots of each layer, from left to right, ordered so that few edges cross."""
    layers: list[list[LayerSlot]] = [[] for _ in range(max(graph.depth))]
    for node, depth in enumerate(graph.depth):
        layers[depth - 1].append(LayerSlot(depth - 1, node))
    edges = _edges(graph)
    for edge in edges:
        for layer in range(graph.depth[edge[0]], graph.depth[edge[1]] - 1):
            layers[layer].append(LayerSlot(layer, edge=edge))
    for sweep in range(6):
        down = sweep % 2 == 0
        for layer in range(1, len(layers)) if down else range(len(layers) - 2, -1, -1):
            beside = layers[layer - 1 if down else layer + 1]
            order = {slot: _barycentre(slot, place, beside, edges) for place, slot in enumerate(layers[layer])}
            layers[layer].sort(key=order.__getitem__)
    return layers


def _barycentre(slot: LayerSlot, place: int, beside: Sequence[LayerSlot], edges: Sequence[tuple[int, int]]) -> float:
    """Returns the mean place of a slot's neighbours in the layer beside it; its own place if it has none."""
    mine = [edge for edge in edges if slot.touches(edge)]
    near = [i for i, other in enumerate(beside) if any(other.touches(edge) for edge in mine)]
    return sum(near) / len(near) if near else float(place)


def _width(row: Sequence[LayerSlot]) -> int:
    return sum(slot.width for slot in row) + GAP_X * (len(row) - 1)


def _middles(layers: Sequence[Sequence[LayerSlot]], width: int) -> dict[LayerSlot, int]:
    """Returns the horizontal centre of each slot; layers are centred in the picture."""
    middles = {}
    for row in layers:
        left = (width - _width(row)) // 2
        for slot in row:
            middles[slot] = left + slot.width // 2
            left += slot.width + GAP_X
    return middles


def _draw_edge(
    pen: ImageDraw.ImageDraw,
    slots: Sequence[LayerSlot],
    middles: Mapping[LayerSlot, int],
    tops: Sequence[int],
    heights: Sequence[int],
) -> None:
    """Draws an edge through its slots: curves between layers, straight lines past those that it skips."""
    points: list[Point] = []
    for first, second in pairwise(slots):
        start = (middles[first], tops[first.layer] + heights[first.layer])
        end = (middles[second], tops[second.layer])
        points += _curve(start, end)
    tip = points[-1]
    points[-1] = (tip[0], tip[1] - 6)  # under the arrow's head
    pen.line([(x * SCALE, y * SCALE) for x, y in points], fill=FAINT, width=6, joint="curve")
    head = [tip, (tip[0] - 5, tip[1] - 10), (tip[0] + 5, tip[1] - 10)]
    pen.polygon([(x * SCALE, y * SCALE) for x, y in head], fill=FAINT)


def _curve(start: Point, end: Point) -> list[Point]:
    """Returns points of a cubic Bézier curve that leaves and arrives vertically."""
    bend = (end[1] - start[1]) * 0.6
    controls = (start, (start[0], start[1] + bend), (end[0], end[1] - bend), end)
    points = []
    for i in range(25):
        t = i / 24
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x = sum(w * p[0] for w, p in zip(weights, controls, strict=True))
        y = sum(w * p[1] for w, p in zip(weights, controls, strict=True))
        points.append((x, y))
    return points


def _draw_box(
    pen: ImageDraw.ImageDraw, node: Checkpoint, lines: Sequence[str], place: tuple[int, int, int, int], state: str
) -> None:
    tint = DEVICES.get(node.device, DEVICES["root"])
    drawn = STATES[state] if state else tint
    left, top, right, _ = place
    pen.rounded_rectangle([SCALE * value for value in place], 9 * SCALE, drawn.fill, drawn.edge, 2 * SCALE)
    sign = 22 if state == "completed" else 0
    if sign:  # a tick, for people who can't distinguish the colours
        tick = [(right - PAD - 16, top + PAD + 7), (right - PAD - 10, top + PAD + 13), (right - PAD, top + PAD)]
        pen.line([(x * SCALE, y * SCALE) for x, y in tick], fill=drawn.edge, width=3 * SCALE, joint="curve")
    name = _wrapped(node.id, right - left - 2 * PAD - sign, 15, True, 1)[0]
    _write(pen, left + PAD, top + PAD - 2, name, 15, FAINT if state == "waiting" else INK, bold=True)
    _write(pen, left + PAD, top + PAD + LINE, lines[1], 13, colour=tint.edge, bold=True)
    for i, text in enumerate(lines[2:], 2):
        _write(pen, left + PAD, top + PAD + LINE * i + 2, text, 13)


def _box_lines(node: Checkpoint) -> list[str]:
    """Returns a box's lines: id, place, then the evaluator with its arguments."""
    function = qualified_name(node.evaluator.function).rpartition(".")[2]
    arguments = ", ".join(f"{name}={value!r}" for name, value in node.evaluator.args.items())
    about = ", weighs little" if node.place else "" if node.hold else ", need not last"
    place = f"{node.app} on {node.device}{about}"
    return [node.id, place, *_wrapped(f"{function}({arguments})", BOX - 2 * PAD, 13, False, BOX_LINES - 2)]


def _draw_legend(pen: ImageDraw.ImageDraw, tints: Mapping[str, Tint], top: int) -> None:
    left = MARGIN
    for label, tint in tints.items():
        square = [SCALE * value for value in (left, top + 2, left + 16, top + 18)]
        pen.rounded_rectangle(square, 4 * SCALE, tint.fill, tint.edge, 2 * SCALE)
        _write(pen, left + 24, top, label, 13, colour=FAINT)
        left += 24 + round(_length(label, 13, False)) + 26


def _wrapped(text: str, width: int, size: int, bold: bool, limit: int) -> list[str]:
    """Breaks text into lines that fit, preferably at spaces and slashes; an ellipsis marks cut text."""
    lines: list[str] = []
    rest = " ".join(text.split())
    while rest and len(lines) < limit:
        count = len(rest)
        while _length(rest[:count], size, bold) > width:
            count -= 1
        if count < len(rest):
            space = max(rest.rfind(" ", 0, count + 1), rest.rfind("/", 0, count) + 1)
            count = space if space > count // 2 else count
        lines.append(rest[:count])
        rest = rest[count:].lstrip()
    if rest:
        last = lines[-1]
        while _length(last + "…", size, bold) > width:
            last = last[:-1]
        lines[-1] = last + "…"
    return lines


def _write(
    pen: ImageDraw.ImageDraw, x: float, y: float, text: str, size: int, colour: Colour = INK, bold: bool = False
) -> None:
    pen.text((x * SCALE, y * SCALE), text, fill=colour, font=_font(size, bold))


def _length(text: str, size: int, bold: bool) -> float:
    return _font(size, bold).getlength(text) / SCALE


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
    return ImageFont.truetype(BytesIO((files("crab_sim.draw") / "fonts" / name).read_bytes()), size * SCALE)
