"""Changes of a picture's layers: adding, removing, ordering, merging."""

from __future__ import annotations

from crab_sim.engines.raster.blending import compose
from crab_sim.engines.raster.geometry import Box, checked_layers, fitted
from crab_sim.engines.raster.model import (
    Color,
    Layer,
    Pixels,
    Raster,
    active_layer,
    blank,
    packed,
    pixels_of,
    replaced,
    selected,
    selection_box,
)

__all__ = [
    "added", "copied", "duplicated", "flattened", "from_visible", "merged_down", "merged_visible", "moved", "removed",
    "unique_name", "with_alpha", "without_alpha",
]  # fmt: skip


def unique_name(raster: Raster, name: str) -> str:
    """Returns a name that no layer has: the given one, perhaps with a number.

    >>> unique_name(Raster(1, 1, (blank("Layer", 1, 1, None),)), "Layer")
    'Layer #1'
    """
    names, number, found = {layer.name for layer in raster.layers}, 0, name
    while found in names:
        number += 1
        found = f"{name} #{number}"
    return found


def added(raster: Raster, layer: Layer) -> Raster:
    """Returns the picture with a layer above the active one, which is active then.

    Raises:
        TooLarge: There would be too many layers, or too many pixels in them.
    """
    at = max(0, min(raster.active, len(raster.layers)))
    named = layer._replace(name=unique_name(raster, layer.name))
    return checked_layers(raster._replace(layers=(*raster.layers[:at], named, *raster.layers[at:]), active=at))


def duplicated(raster: Raster) -> Raster:
    """Returns the picture with a copy of its active layer above it."""
    layer = active_layer(raster)
    return raster if layer is None else added(raster, layer._replace(name=f"{layer.name} copy"))


def removed(raster: Raster) -> Raster:
    """Returns the picture without its active layer."""
    layers = raster.layers[: raster.active] + raster.layers[raster.active + 1 :]
    return raster._replace(layers=layers, active=max(0, min(raster.active, len(layers) - 1)))


def moved(raster: Raster, to: int) -> Raster:
    """Returns the picture with its active layer at another place of the stack, 0 for the top."""
    layer = active_layer(raster)
    if layer is None:
        return raster
    others = raster.layers[: raster.active] + raster.layers[raster.active + 1 :]
    at = max(0, min(to, len(others)))
    return raster._replace(layers=(*others[:at], layer, *others[at:]), active=at)


def _united(raster: Raster, layers: tuple[Layer, ...], name: str) -> Layer:
    """Returns layers merged into one, which is just large enough."""
    left, top = min([layer.x for layer in layers]), min([layer.y for layer in layers])
    small = fitted(Raster(1, 1, layers))
    pixels = compose(small)
    full = not (pixels[:, :, 3] < 255).any()
    return Layer(name, small.width, small.height, pixels.tobytes(), left, top, alpha=not full)


def merged_down(raster: Raster) -> Raster:
    """Returns the picture with its active layer merged into the visible one below it."""
    layer = active_layer(raster)
    below = next((i for i in range(raster.active + 1, len(raster.layers)) if raster.layers[i].visible), None)
    if layer is None or below is None or not layer.visible:
        return raster
    lower = raster.layers[below]
    joined = _united(raster, (layer, lower._replace(opacity=100.0)), lower.name)
    layers = list(raster.layers)
    layers[below] = joined._replace(opacity=lower.opacity)
    del layers[raster.active]
    return raster._replace(layers=tuple(layers), active=below - 1)


def merged_visible(raster: Raster) -> Raster:
    """Returns the picture with its visible layers merged into one, which is just large enough."""
    shown = tuple([layer for layer in raster.layers if layer.visible])
    if not shown:
        return raster
    joined = _united(raster, shown, shown[-1].name)
    lowest = max([i for i, layer in enumerate(raster.layers) if layer.visible])
    above = [layer for layer in raster.layers[:lowest] if not layer.visible]
    return raster._replace(layers=(*above, joined, *raster.layers[lowest + 1 :]), active=len(above))


def from_visible(raster: Raster) -> Raster:
    """Returns the picture with a layer above the active one that looks as the whole picture does.

    Raises:
        TooLarge: There would be too many layers, or too many pixels in them.
    """
    pixels = compose(raster._replace(selection=None))
    return added(raster, Layer("Visible", raster.width, raster.height, pixels.tobytes()))


def flattened(raster: Raster, background: Color) -> Raster:
    """Returns the picture as a single layer of its size, on a ground of a colour."""
    lowest = blank("Background", raster.width, raster.height, background)
    name = raster.layers[-1].name if raster.layers else "Background"
    pixels = compose(raster._replace(layers=(*raster.layers, lowest), selection=None))
    layer = Layer(name, raster.width, raster.height, pixels.tobytes(), alpha=False)
    return raster._replace(layers=(layer,), active=0)


def with_alpha(raster: Raster) -> Raster:
    """Returns the picture with an alpha channel for its active layer."""
    layer = active_layer(raster)
    return raster if layer is None else replaced(raster, layer._replace(alpha=True))


def without_alpha(raster: Raster, background: Color) -> Raster:
    """Returns the picture with its active layer on a ground of a colour."""
    layer = active_layer(raster)
    if layer is None:
        return raster
    alone = Raster(layer.width, layer.height, (layer._replace(x=0, y=0, opacity=100.0, visible=True),))
    flat = flattened(alone, background).layers[0]
    return replaced(raster, layer._replace(pixels=flat.pixels, alpha=False, text=None))


def copied(raster: Raster) -> Layer | None:
    """Returns the selected part of the active layer as a layer; None if there is none."""
    layer = active_layer(raster)
    if layer is None:
        return None
    mask, box = selected(raster, layer), selection_box(raster)
    if mask is None:
        return layer._replace(text=None)
    pixels: Pixels = pixels_of(layer).copy()
    pixels[~mask] = 0
    area = Box(*box) if box is not None else Box(layer.x, layer.y, layer.x + layer.width, layer.y + layer.height)
    left, top = max(area.left, layer.x), max(area.top, layer.y)
    right, bottom = min(area.right, layer.x + layer.width), min(area.bottom, layer.y + layer.height)
    if left >= right or top >= bottom:
        return None
    part = pixels[top - layer.y : bottom - layer.y, left - layer.x : right - layer.x]
    return packed(layer, part)._replace(x=left, y=top, alpha=layer.alpha or not bool(mask.all()))
