"""The tools: the effect of a click, a drag or typed text on the canvas with the tool in hand."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.apps.gimp import files
from crab_sim.desktop.apps.gimp.state import (
    TOOLS,
    Document,
    Studio,
    ToolId,
    current,
    edit,
    option,
    put_document,
    put_studio,
    studio,
)
from crab_sim.engines.raster import painting
from crab_sim.engines.raster.geometry import Box, cropped, layer_cropped
from crab_sim.engines.raster.model import Raster, Selection, active_layer, pixels_of, replaced
from crab_sim.machine.app import Context

__all__ = [
    "TOOLS",
    "apply_crop",
    "click",
    "drag",
    "region_fields",
    "retyped",
    "set_region",
    "stop_typing",
    "type_key",
    "type_text",
]

_BRUSHES: Final = {"pencil": "Pencil", "paintbrush": "Paintbrush", "eraser": "Eraser"}
_SELECTORS: Final = ("rectangle_select", "ellipse_select")
_LIMIT: Final = 30_000  # pixels from the picture's corner that a point may be away


def _point(x: int, y: int) -> tuple[int, int]:
    return max(-_LIMIT, min(_LIMIT, x)), max(-_LIMIT, min(_LIMIT, y))


def click(context: Context, x: int, y: int) -> None:
    """Uses the tool at a pixel of the picture."""
    document, state = current(context), studio(context)
    if document is None:
        return
    x, y = _point(x, y)
    raster, tool = document.raster, state.tool
    match tool:
        case "pencil" | "paintbrush" | "eraser":
            _stroke(context, document, state, (x, y), (x, y))
        case "bucket_fill":
            _pour(context, document, state, x, y)
        case "rectangle_select" | "ellipse_select":
            edit(context, "Select None", raster._replace(selection=None))
        case "crop":
            box = document.crop
            if box is not None and box.left <= x < box.right and box.top <= y < box.bottom:
                apply_crop(context)
            else:
                put_document(context, document._replace(crop=None))
        case "color_picker":
            _pick_color(context, raster, state, x, y)
        case "text":
            _place_text(context, document, state, x, y)
        case "move":
            at = _layer_at(raster, x, y)
            if at is not None and not option(context, "move_active", 0, 1):
                put_document(context, document._replace(raster=raster._replace(active=at)))


def drag(context: Context, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Uses the tool from one pixel to another."""
    document, state = current(context), studio(context)
    if document is None:
        return
    start, end = _point(*start), _point(*end)
    match state.tool:
        case "pencil" | "paintbrush" | "eraser":
            _stroke(context, document, state, start, end)
        case "rectangle_select" | "ellipse_select" | "crop":
            if option(context, "from_center", 0, 1):
                start = (2 * start[0] - end[0], 2 * start[1] - end[1])
            left, right = sorted((start[0], end[0]))
            top, bottom = sorted((start[1], end[1]))
            set_region(context, left, top, right - left, bottom - top)
        case "move":
            _move(context, document, start, end)
        case "color_picker" | "bucket_fill" | "text":
            click(context, *end)


# Painting ---------------------------------------------------------------------------------------------------------


def _stroke(context: Context, document: Document, state: Studio, start: tuple[int, int], end: tuple[int, int]) -> None:
    size, opacity = option(context, "size", 1, 1000), option(context, "paint_opacity", 0, 100)
    match state.tool:
        case "pencil" | "paintbrush" | "eraser":
            color = state.background if state.tool == "eraser" else state.foreground
            raster = painting.stroked(document.raster, state.tool, start, end, size, opacity, color)
            edit(context, _BRUSHES[state.tool], raster)


def _pour(context: Context, document: Document, state: Studio, x: int, y: int) -> None:
    color = state.background if option(context, "fill_background", 0, 1) else state.foreground
    opacity = option(context, "paint_opacity", 0, 100)
    if option(context, "fill_selection", 0, 1):
        raster = painting.filled(document.raster, color, opacity)
    else:
        threshold = option(context, "threshold", 0, 255)
        raster = painting.bucket_filled(document.raster, x, y, color, threshold, opacity)
    edit(context, "Bucket Fill", raster)


def _pick_color(context: Context, raster: Raster, state: Studio, x: int, y: int) -> None:
    color = painting.color_at(raster, x, y)
    if color is None:
        return
    if option(context, "pick_background", 0, 1):
        put_studio(context, state._replace(background=color))
    else:
        put_studio(context, state._replace(foreground=color))


# Selecting and cropping -------------------------------------------------------------------------------------------


def _region(document: Document | None, tool: ToolId) -> tuple[int, int, int, int]:
    """Returns the place and size of the tool's rectangle: x, y, width, height."""
    if document is None:
        return 0, 0, 0, 0
    if tool == "crop":
        box = document.crop
        return (0, 0, 0, 0) if box is None else (box.left, box.top, box.right - box.left, box.bottom - box.top)
    chosen = document.raster.selection
    if chosen is None or chosen.inverted:
        return 0, 0, 0, 0
    return chosen.x, chosen.y, chosen.width, chosen.height


def region_fields(document: Document | None, tool: ToolId) -> dict[str, str]:
    """Returns the place and size of the tool's rectangle as its options' texts; nothing for tools without one."""
    if tool not in _SELECTORS and tool != "crop":
        return {}
    x, y, width, height = _region(document, tool)
    return {
        "region_x": str(x), "region_y": str(y), "region_width": str(width), "region_height": str(height),
    }  # fmt: skip


def set_region(context: Context, x: int, y: int, width: int, height: int) -> None:
    """Sets the selection, or the crop tool's rectangle; a region without an area removes it.

    Args:
        context: The window's context.
        x: Left edge, in pixels of the picture.
        y: Its top edge.
        width: Its width.
        height: Its height.
    """
    document, tool = current(context), studio(context).tool
    if document is None:
        return
    raster = document.raster
    if tool == "crop":
        box = Box(max(0, x), max(0, y), min(raster.width, x + width), min(raster.height, y + height))
        has = box.left < box.right and box.top < box.bottom
        put_document(context, document._replace(crop=box if has else None))
    elif tool in _SELECTORS:
        shape, label = ("ellipse", "Ellipse Select") if tool == "ellipse_select" else ("rectangle", "Rectangle Select")
        chosen: Selection | None = None
        if width > 0 and height > 0 and x < raster.width and y < raster.height and x + width > 0 and y + height > 0:
            chosen = Selection("ellipse" if shape == "ellipse" else "rectangle", x, y, width, height)
        edit(context, label, raster._replace(selection=chosen))
    document = current(context)
    assert document is not None
    put_document(context, document, **region_fields(document, tool))


def apply_crop(context: Context) -> None:
    """Cuts the picture, or its active layer alone, to the crop tool's rectangle."""
    document = current(context)
    if document is not None and document.crop is not None:
        if option(context, "crop_layer", 0, 1):
            edit(context, "Crop Layer", layer_cropped(document.raster, document.crop))
        else:
            edit(context, "Crop Image", cropped(document.raster, document.crop))


# Moving -----------------------------------------------------------------------------------------------------------


def _layer_at(raster: Raster, x: int, y: int) -> int | None:
    """Returns the topmost layer that can be seen at a pixel."""
    for i, layer in enumerate(raster.layers):
        across, down = x - layer.x, y - layer.y
        if layer.visible and 0 <= across < layer.width and 0 <= down < layer.height:
            if layer.text is not None or pixels_of(layer)[down, across, 3] > 63:
                return i
    return None


def _move(context: Context, document: Document, start: tuple[int, int], end: tuple[int, int]) -> None:
    raster = document.raster
    if not option(context, "move_active", 0, 1):
        at = _layer_at(raster, *start)
        if at is None:
            return
        raster = raster._replace(active=at)
    layer = active_layer(raster)
    if layer is None:
        return
    x, y = _point(layer.x + end[0] - start[0], layer.y + end[1] - start[1])
    edit(context, "Move Layer", replaced(raster, layer._replace(x=x, y=y)))


# Text -------------------------------------------------------------------------------------------------------------


def _place_text(context: Context, document: Document, state: Studio, x: int, y: int) -> None:
    """Begins a text at a pixel, or goes on with the one that is there."""
    raster = document.raster
    at = _layer_at(raster, x, y)
    layer = raster.layers[at] if at is not None else None
    if at is not None and layer is not None and layer.text is not None:
        put_document(
            context, document._replace(raster=raster._replace(active=at), typing=True), text_size=str(layer.text.size)
        )
        return
    size = int(option(context, "text_size", 4, 400))
    if files.add_layer(context, "Text", painting.text_layer("", size, state.foreground, x, y)):
        new = current(context)
        assert new is not None
        put_document(context, new._replace(typing=True))


def retyped(context: Context, text: str | None = None) -> None:
    """Makes the active text layer anew: with another text, or with the size and colour that are set now."""
    document, state = current(context), studio(context)
    layer = active_layer(document.raster) if document is not None else None
    if document is None or layer is None or layer.text is None:
        return
    old = layer.text
    size, color = old.size, old.color
    if text is None:
        size, color, text = int(option(context, "text_size", 4, 400)), state.foreground, old.text
    new = painting.text_layer(text, size, color, layer.x, layer.y)
    automatic = layer.name in (" ".join(old.text.split())[:30], "Empty Text Layer") or layer.name.startswith("Empty")
    named = new if automatic else new._replace(name=layer.name)
    named = named._replace(opacity=layer.opacity, visible=layer.visible)
    put_document(context, document._replace(raster=replaced(document.raster, named)))


def _typed(context: Context) -> str | None:
    """Returns the text that is being typed; None if none is."""
    document = current(context)
    layer = active_layer(document.raster) if document is not None and document.typing else None
    return layer.text.text if layer is not None and layer.text is not None else None


def type_text(context: Context, typed: str) -> bool:
    """Adds to the text that is being typed; returns whether one is."""
    text = _typed(context)
    if text is None:
        return False
    shown = "".join([char for char in typed if char == "\n" or char.isprintable()])
    retyped(context, (text + shown)[: painting.MAX_TEXT])
    return True


def type_key(context: Context, key: str) -> bool:
    """Handles a key for the text that is being typed; returns whether it was for it."""
    text = _typed(context)
    if text is None:
        return False
    if key == "backspace":
        retyped(context, text[:-1])
    elif key in ("enter", "shift+enter"):
        retyped(context, (text + "\n")[: painting.MAX_TEXT])
    elif key == "escape":
        stop_typing(context)
    else:
        return False
    return True


def stop_typing(context: Context) -> None:
    """Ends the typing of a text."""
    document = current(context)
    if document is not None and document.typing:
        put_document(context, document._replace(typing=False))
