"""The state of GIMP's window: the open images with their histories, the tool, the colours.

The window's first page is ``gimp``; its data is a `Studio`, its fields hold the tool options. Dialogs lie above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.engines.raster.geometry import Box
from crab_sim.engines.raster.model import Color, Layer, Raster
from crab_sim.machine.app import Context

__all__ = [
    "MAX_IMAGES", "OPTIONS", "OPTIONS_OF", "TOOLS", "Document", "Step", "Studio", "Tool", "ToolId", "current",
    "edit", "name_of", "option", "put_document", "put_studio", "redone", "revised", "studio", "title", "undone",
]  # fmt: skip

MAX_IMAGES: Final = 8
_MAX_STEPS: Final = 50
_MAX_HISTORY: Final = 32 << 20  # bytes of pixels that only the history holds; one step is always kept

ToolId: TypeAlias = Literal[
    "move", "rectangle_select", "ellipse_select", "crop", "bucket_fill", "pencil", "paintbrush", "eraser", "text",
    "color_picker", "zoom",
]  # fmt: skip


class Tool(NamedTuple):
    """A tool: its id, its name, and its key."""

    id: ToolId
    name: str
    shortcut: str


TOOLS: Final = (
    Tool("move", "Move", "M"),
    Tool("rectangle_select", "Rectangle Select", "R"),
    Tool("ellipse_select", "Ellipse Select", "E"),
    Tool("crop", "Crop", "Shift+C"),
    Tool("bucket_fill", "Bucket Fill", "Shift+B"),
    Tool("pencil", "Pencil", "N"),
    Tool("paintbrush", "Paintbrush", "P"),
    Tool("eraser", "Eraser", "Shift+E"),
    Tool("text", "Text", "T"),
    Tool("color_picker", "Color Picker", "O"),
    Tool("zoom", "Zoom", "Z"),
)

OPTIONS: Final = {
    "size": "20", "paint_opacity": "100.0", "threshold": "15.0", "text_size": "18", "move_active": "0",
    "fill_background": "0", "fill_selection": "0", "pick_background": "0", "zoom_out": "0", "region_x": "0",
    "region_y": "0", "region_width": "0", "region_height": "0", "layer_opacity": "100.0",
    "crop_layer": "0", "from_center": "0", "highlight": "1",
}  # fmt: skip
"""The tool options as text fields, and their first values."""
_REGION: Final = ("from_center", "highlight")
_PAINT: Final = ("paint_opacity", "size")
OPTIONS_OF: Final[Mapping[ToolId, tuple[str, ...]]] = {
    "move": ("move_active",), "rectangle_select": _REGION, "ellipse_select": _REGION, "crop": ("crop_layer", *_REGION),
    "bucket_fill": ("paint_opacity", "fill_background", "fill_selection", "threshold"), "pencil": _PAINT,
    "paintbrush": _PAINT, "eraser": _PAINT, "text": ("text_size",), "color_picker": ("pick_background",),
    "zoom": ("zoom_out",),
}  # fmt: skip
"""The options that each tool has, and that its button resets."""


class Step(NamedTuple):
    """A step of a history: the name of a change, and the picture before it (or, to redo, after it)."""

    label: str
    raster: Raster


class Document(NamedTuple):
    """An open image.

    Attributes:
        number: Unique among the images of the window's lifetime.
        raster: The picture.
        path: The file that it was imported from, or last exported to; "" for a new one.
        origin: How `path` came about.
        past: The steps that can be undone, the last one last.
        future: Those that can be redone, the next one last.
        changes: Steps away from the imported or new image; 0 for one without changes.
        zoom: Pixels on the screen per pixel of the picture; 0 shows all of it, at most at its own size.
        crop: The rectangle of the crop tool, until it is applied.
        typing: Whether typed text goes to the active text layer.
    """

    number: int
    raster: Raster
    path: str = ""
    origin: Literal["", "imported", "exported", "overwritten"] = ""
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()
    changes: int = 0
    zoom: float = 0.0
    crop: Box | None = None
    typing: bool = False


class Studio(NamedTuple):
    """The whole window.

    Attributes:
        images: The open images, in the order of their tabs.
        current: The number of the one in front, among them.
        opened: Number of images opened so far.
        tool: The tool in hand.
        foreground: Colour of the paint.
        background: Colour of the ground.
        clip: The layer that was copied last.
        dock: The tab in front on the right.
        rulers: Whether rulers are shown.
        ants: Whether the selection's edge is shown.
        boundary: Whether the active layer's edge is shown.
        hidden: The other parts that the menus have hidden: ``"scrollbars"``, ``"statusbar"``, ``"docks"``, ``"tabs"``.
        last: The filter that was used last, with the numbers of its dialog.
    """

    images: tuple[Document, ...] = ()
    current: int = 0
    opened: int = 0
    tool: ToolId = "crop"
    foreground: Color = (0, 0, 0)
    background: Color = (255, 255, 255)
    clip: Layer | None = None
    dock: Literal["layers", "undo"] = "layers"
    rulers: bool = True
    ants: bool = True
    boundary: bool = True
    hidden: frozenset[str] = frozenset()
    last: tuple[str, tuple[float, ...]] | None = None


def studio(context: Context) -> Studio:
    """Returns the window's state."""
    state: Studio = context.base.data
    return state


def current(context: Context) -> Document | None:
    """Returns the image in front; None if none is open."""
    state = studio(context)
    return state.images[state.current] if state.current < len(state.images) else None


def option(context: Context, key: str, low: float, high: float) -> float:
    """Returns a tool option as a number in a range.

    Args:
        context: The window's context.
        key: Key of the option's field; a text in it that is no number counts as the option's first value.
        low: The least value.
        high: The greatest value.
    """
    try:
        value = float(context.base.fields[key])
    except ValueError:
        value = float(OPTIONS[key])
    return max(low, min(high, value)) if value == value else low


def put_studio(context: Context, state: Studio, **fields: str) -> None:
    """Replaces the window's state, and texts of the tool options' fields; dialogs above it stay."""
    held = context.base.fields
    context.set_base(data=state, fields={**held, **fields} if fields else held)


def put_document(context: Context, document: Document, **fields: str) -> None:
    """Replaces the image in front."""
    state = studio(context)
    images = list(state.images)
    images[state.current] = document
    put_studio(context, state._replace(images=tuple(images)), **fields)


def _held(raster: Raster, seen: set[bytes]) -> int:
    """Returns the bytes of pixels that a picture adds to those seen, and notes them."""
    size = 0
    for layer in raster.layers:
        if layer.pixels not in seen:
            seen.add(layer.pixels)
            size += len(layer.pixels)
    return size


def _bounded(steps: tuple[Step, ...], present: Raster) -> tuple[Step, ...]:
    """Returns the latest steps, as many as may be held."""
    seen: set[bytes] = set()
    _held(present, seen)
    total, kept = 0, 0
    for step in reversed(steps[-_MAX_STEPS:]):
        total += _held(step.raster, seen)
        if kept and total > _MAX_HISTORY:
            break
        kept += 1
    return steps[len(steps) - kept :]


def revised(document: Document, label: str, raster: Raster) -> Document:
    """Returns the image with a change, which can be undone."""
    if raster == document.raster:
        return document
    past = _bounded((*document.past, Step(label, document.raster)), raster)
    return document._replace(raster=raster, past=past, future=(), changes=document.changes + 1, crop=None)


def undone(document: Document) -> Document:
    """Returns the image without its last change."""
    if not document.past:
        return document
    step = document.past[-1]
    future = (*document.future, Step(step.label, document.raster))
    return document._replace(
        raster=step.raster, past=document.past[:-1], future=future, changes=document.changes - 1, crop=None,
        typing=False,
    )  # fmt: skip


def redone(document: Document) -> Document:
    """Returns the image with the change that was undone last."""
    if not document.future:
        return document
    step = document.future[-1]
    past = (*document.past, Step(step.label, document.raster))
    return document._replace(
        raster=step.raster, past=past, future=document.future[:-1], changes=document.changes + 1, crop=None,
        typing=False,
    )  # fmt: skip


def edit(context: Context, label: str, raster: Raster) -> None:
    """Changes the picture in front, as a step of its history."""
    document = current(context)
    if document is not None:
        put_document(context, revised(document, label, raster)._replace(typing=False))


def name_of(document: Document) -> str:
    """Returns an image's name as GIMP shows it: that of a file without its extension, in brackets.

    >>> name_of(Document(1, Raster(1, 1, ()), "/a/photo.png", "imported"))
    '[photo] (imported)'
    """
    name = document.path.rpartition("/")[2]
    stem = name.rpartition(".")[0] or name or "Untitled"
    return f"[{stem}]" + (f" ({document.origin})" if document.origin else "")


def title(context: Context) -> str:
    """Returns the window's title."""
    document = current(context)
    if document is None:
        return "GNU Image Manipulation Program"
    raster, count = document.raster, len(document.raster.layers)
    layers = "1 layer" if count == 1 else f"{count} layers"
    star = "*" if document.changes else ""
    size = f"{raster.width}x{raster.height}"
    kind = f"RGB color 8-bit gamma integer, GIMP built-in sRGB, {layers}"
    return f"{star}{name_of(document)}-{document.number}.0 ({kind}) {size} – GIMP"
