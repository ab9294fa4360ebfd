"""The commands that change the picture in front without asking anything first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from crab_sim.desktop.apps.gimp.state import Document, Studio
from crab_sim.engines.raster import geometry, painting, stack
from crab_sim.engines.raster.blending import compose
from crab_sim.engines.raster.colors import adjusted
from crab_sim.engines.raster.model import Raster, Selection, selection_box

__all__ = ["COMMANDS", "Command", "available"]


class Command(NamedTuple):
    """A command.

    Attributes:
        label: The name of the change in the history.
        change: Returns the changed picture.
        needs: What there must be: ``"image"``, ``"layer"``, ``"box"`` (a selected area), ``"above"`` or ``"below"``
            (a layer above or below the active one).
    """

    label: str
    change: Callable[[Raster, Studio], Raster]
    needs: str = "layer"


def _select_all(raster: Raster, studio: Studio) -> Raster:
    return raster._replace(selection=Selection("rectangle", 0, 0, raster.width, raster.height))


def _select_none(raster: Raster, studio: Studio) -> Raster:
    return raster._replace(selection=None)


def _select_inverse(raster: Raster, studio: Studio) -> Raster:
    selection = raster.selection
    if selection is None:
        return _select_all(raster, studio)
    return raster._replace(selection=selection._replace(inverted=not selection.inverted))


def _box(raster: Raster) -> geometry.Box:
    box = selection_box(raster)
    return geometry.Box(0, 0, raster.width, raster.height) if box is None else geometry.Box(*box)


def _crop_to_content(raster: Raster, studio: Studio) -> Raster:
    box = geometry.content_box(raster, compose(raster._replace(selection=None)))
    return raster if box is None else geometry.cropped(raster, box)


def _canvas_to_selection(raster: Raster, studio: Studio) -> Raster:
    box = _box(raster)
    return geometry.canvas_resized(raster, box.right - box.left, box.bottom - box.top, -box.left, -box.top)


COMMANDS: Final[Mapping[str, Command]] = {
    "select_all": Command("Select All", _select_all, "image"),
    "select_none": Command("Select None", _select_none, "image"),
    "select_invert": Command("Invert Selection", _select_inverse, "image"),
    "clear": Command("Clear", lambda raster, studio: painting.cleared(raster, studio.background)),
    "fill_fg": Command(
        "Fill with Foreground Color", lambda raster, studio: painting.filled(raster, studio.foreground)
    ),
    "fill_bg": Command(
        "Fill with Background Color", lambda raster, studio: painting.filled(raster, studio.background)
    ),
    "linear_invert": Command("Linear Invert", lambda raster, studio: adjusted(raster, "linear_invert", ())),
    "value_invert": Command("Value Invert", lambda raster, studio: adjusted(raster, "value_invert", ())),
    "white_balance": Command("White Balance", lambda raster, studio: adjusted(raster, "white_balance", ())),
    "equalize": Command("Equalize", lambda raster, studio: adjusted(raster, "equalize", ())),
    "dilate": Command("Dilate", lambda raster, studio: adjusted(raster, "dilate", ())),
    "erode": Command("Erode", lambda raster, studio: adjusted(raster, "erode", ())),
    "from_visible": Command("Layer from Visible", lambda raster, studio: stack.from_visible(raster)),
    "layer_crop_to_content": Command(
        "Crop Layer to Content", lambda raster, studio: geometry.layer_cropped_to_content(raster)
    ),
    "invert": Command("Invert", lambda raster, studio: adjusted(raster, "invert", ())),
    "flip_horizontal": Command("Flip Image", lambda raster, studio: geometry.flipped(raster, True), "image"),
    "flip_vertical": Command("Flip Image", lambda raster, studio: geometry.flipped(raster, False), "image"),
    "rotate_cw": Command("Rotate Image", lambda raster, studio: geometry.turned(raster, 1), "image"),
    "rotate_ccw": Command("Rotate Image", lambda raster, studio: geometry.turned(raster, 3), "image"),
    "rotate_180": Command("Rotate Image", lambda raster, studio: geometry.turned(raster, 2), "image"),
    "fit_canvas": Command("Fit Canvas to Layers", lambda raster, studio: geometry.fitted(raster)),
    "canvas_to_selection": Command("Fit Canvas to Selection", _canvas_to_selection, "box"),
    "crop_to_selection": Command("Crop Image", lambda raster, studio: geometry.cropped(raster, _box(raster)), "box"),
    "crop_to_content": Command("Crop to Content", _crop_to_content),
    "flatten": Command("Flatten Image", lambda raster, studio: stack.flattened(raster, studio.background)),
    "duplicate_layer": Command("Duplicate Layer", lambda raster, studio: stack.duplicated(raster)),
    "delete_layer": Command("Delete Layer", lambda raster, studio: stack.removed(raster)),
    "merge_down": Command("Merge Down", lambda raster, studio: stack.merged_down(raster), "below"),
    "raise_layer": Command("Raise Layer", lambda raster, studio: stack.moved(raster, raster.active - 1), "above"),
    "lower_layer": Command("Lower Layer", lambda raster, studio: stack.moved(raster, raster.active + 1), "below"),
    "layer_to_top": Command("Layer to Top", lambda raster, studio: stack.moved(raster, 0), "above"),
    "layer_to_bottom": Command(
        "Layer to Bottom", lambda raster, studio: stack.moved(raster, len(raster.layers)), "below"
    ),
    "add_alpha": Command("Add Alpha Channel", lambda raster, studio: stack.with_alpha(raster), "opaque"),
    "remove_alpha": Command(
        "Remove Alpha Channel", lambda raster, studio: stack.without_alpha(raster, studio.background), "alpha"
    ),
    "layer_flip_horizontal": Command("Flip Layer", lambda raster, studio: geometry.layer_flipped(raster, True)),
    "layer_flip_vertical": Command("Flip Layer", lambda raster, studio: geometry.layer_flipped(raster, False)),
    "layer_rotate_cw": Command("Rotate Layer", lambda raster, studio: geometry.layer_turned(raster, 1)),
    "layer_rotate_ccw": Command("Rotate Layer", lambda raster, studio: geometry.layer_turned(raster, 3)),
    "layer_rotate_180": Command("Rotate Layer", lambda raster, studio: geometry.layer_turned(raster, 2)),
    "layer_to_image": Command("Layer to Image Size", lambda raster, studio: geometry.layer_widened(raster)),
    "layer_crop": Command(
        "Crop Layer", lambda raster, studio: geometry.layer_cropped(raster, _box(raster)), "box"
    ),
}  # fmt: skip
"""The commands by name."""


def available(document: Document | None, needs: str) -> bool:
    """Returns whether a command can be carried out on the image in front."""
    if document is None:
        return False
    raster = document.raster
    layer = raster.layers[raster.active] if raster.active < len(raster.layers) else None
    match needs:
        case "image":
            return True
        case "selection":
            return layer is not None and raster.selection is not None
        case "box":
            return layer is not None and selection_box(raster) is not None
        case "above":
            return layer is not None and raster.active > 0
        case "below":
            return layer is not None and raster.active < len(raster.layers) - 1
        case "alpha":
            return layer is not None and layer.alpha
        case "opaque":
            return layer is not None and not layer.alpha
    return layer is not None
