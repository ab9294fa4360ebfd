"""GIMP's dialogs with numbers, texts and choices, as data.

* `FORMS` - the dialogs by their names. `Form`, `Number`, `Choice`, `Check`, `Words` - their parts.
* `numbers` - the values of a dialog's fields. `settled` - its fields after one was changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from crab_sim.engines.raster.colors import DESATURATIONS
from crab_sim.engines.raster.geometry import INTERPOLATIONS

__all__ = [
    "EXPORTS", "FORMS", "Check", "Choice", "Form", "Number", "Part", "Words", "html_color", "number_text", "numbers",
    "parsed_color", "settled", "starts",
]  # fmt: skip


class Number(NamedTuple):
    """A number between two others.

    Attributes:
        key: Its field.
        label: Its name.
        low: The least value.
        high: The greatest.
        start: The value at first.
        places: Decimal places.
        slider: Whether it has a slider beside its field.
    """

    key: str
    label: str
    low: float
    high: float
    start: float = 0.0
    places: int = 0
    slider: bool = True


class Choice(NamedTuple):
    """One of several values; its field holds the number of the chosen one."""

    key: str
    label: str
    values: tuple[str, ...]
    start: int = 0


class Check(NamedTuple):
    """A check box; its field holds 0 or 1."""

    key: str
    label: str
    start: bool = False


class Words(NamedTuple):
    """A field of text."""

    key: str
    label: str


Part: TypeAlias = Number | Choice | Check | Words


class Form(NamedTuple):
    """A dialog.

    Attributes:
        title: Its title.
        parts: Its rows.
        action: The button that carries it out.
        linked: The fields of a width and height whose ratio can be kept.
        preview: Whether the picture shows the effect while the dialog is open.
        step: The name of the change in the history.
    """

    title: str
    parts: tuple[Part, ...]
    action: str = "OK"
    linked: bool = False
    preview: bool = False
    step: str = ""


def _size(most: int = 20_000) -> tuple[Number, Number]:
    return (
        Number("width", "Width:", 1, most, slider=False),
        Number("height", "Height:", 1, most, slider=False),
    )


_OFFSETS: Final = (
    Number("x", "Offset X:", -20_000, 20_000, slider=False),
    Number("y", "Offset Y:", -20_000, 20_000, slider=False),
)
_FILLS: Final = ("Foreground color", "Background color", "White", "Transparency")

FORMS: Final[Mapping[str, Form]] = {
    "brightness_contrast": Form(
        "Brightness-Contrast",
        (Number("brightness", "Brightness", -127, 127), Number("contrast", "Contrast", -127, 127)),
        preview=True,
    ),
    "hue_saturation": Form(
        "Hue-Saturation",
        (
            Number("hue", "Hue", -180, 180, 0, 1),
            Number("lightness", "Lightness", -100, 100, 0, 1),
            Number("saturation", "Saturation", -100, 100, 0, 1),
        ),
        preview=True,
    ),
    "levels": Form(
        "Levels",
        (
            Number("low_input", "Low input", 0, 255),
            Number("gamma", "Gamma", 0.1, 10, 1, 2),
            Number("high_input", "High input", 0, 255, 255),
            Number("low_output", "Low output", 0, 255),
            Number("high_output", "High output", 0, 255, 255),
        ),
        preview=True,
    ),
    "saturation": Form("Saturation", (Number("scale", "Scale", 0, 10, 1, 3),), preview=True),
    "exposure": Form(
        "Exposure",
        (Number("black", "Black level", -0.1, 0.1, 0, 3), Number("exposure", "Exposure", -10, 10, 0, 3)),
        preview=True,
    ),
    "colorize": Form(
        "Colorize",
        (
            Number("hue", "Hue", 0, 1, 0.5, 4),
            Number("saturation", "Saturation", 0, 1, 0.5, 4),
            Number("lightness", "Lightness", -1, 1, 0, 4),
        ),
        preview=True,
    ),
    "stretch_contrast": Form("Stretch Contrast", (Check("keep", "Keep colors", True),), preview=True),
    "sobel": Form(
        "Sobel Edge Detection", (Check("across", "Horizontal", True), Check("down", "Vertical", True)), preview=True
    ),
    "grow": Form("Grow Selection", (Number("pixels", "Grow selection by:", 1, 2000, 1, slider=False),),
                 step="Grow Selection"),
    "shrink": Form("Shrink Selection", (Number("pixels", "Shrink selection by:", 1, 2000, 1, slider=False),),
                   step="Shrink Selection"),
    "stroke": Form("Stroke Selection", (Number("line", "Line width:", 1, 200, 6, slider=False),), "Stroke",
                   step="Stroke Selection"),
    "layer_size": Form("Set Layer Boundary Size", (*_size(), *_OFFSETS), "Resize", True, step="Resize Layer"),
    "threshold": Form(
        "Threshold", (Number("low", "Low", 0, 255, 127), Number("high", "High", 0, 255, 255)), preview=True
    ),
    "posterize": Form("Posterize", (Number("levels", "Posterize levels", 2, 256, 3),), preview=True),
    "desaturate": Form("Desaturate", (Choice("mode", "Mode", DESATURATIONS),), preview=True),
    "gaussian_blur": Form(
        "Gaussian Blur",
        (Number("size_x", "Size X", 0, 100, 1.5, 2), Number("size_y", "Size Y", 0, 100, 1.5, 2)),
        preview=True,
    ),
    "pixelize": Form(
        "Pixelize",
        (Number("block_width", "Block width", 1, 256, 16), Number("block_height", "Block height", 1, 256, 16)),
        preview=True,
    ),
    "sharpen": Form(
        "Sharpen (Unsharp Mask)",
        (Number("radius", "Radius", 0, 100, 3, 3), Number("amount", "Amount", 0, 10, 0.5, 3)),
        preview=True,
    ),
    "new_image": Form(
        "Create a New Image", (*_size(), Choice("fill", "Fill with", _FILLS, 1))
    ),
    "scale_image": Form(
        "Scale Image", (*_size(), Choice("way", "Interpolation", INTERPOLATIONS, 2)), "Scale", True, step="Scale Image"
    ),
    "canvas_size": Form(
        "Set Image Canvas Size",
        (*_size(), *_OFFSETS),
        "Resize", True, step="Resize Image",
    ),
    "scale_layer": Form(
        "Scale Layer", (*_size(), Choice("way", "Interpolation", INTERPOLATIONS, 2)), "Scale", True, step="Scale Layer"
    ),
    "new_layer": Form(
        "New Layer",
        (Words("name", "Layer name:"), *_size(), Number("opacity", "Opacity", 0, 100, 100, 1),
         Choice("fill", "Fill with", _FILLS, 3)),
        step="New Layer",
    ),
    "edit_layer": Form(
        "Layer Attributes",
        (Words("name", "Layer name:"), Number("opacity", "Opacity", 0, 100, 100, 1), *_OFFSETS,
         Check("visible", "Visible", True)),
        step="Layer Attributes",
    ),
    "merge_visible": Form(
        "Merge Layers", (Choice("extent", "Final, Merged Layer should be:",
                                ("Expanded as necessary", "Clipped to image")),),
        "Merge", step="Merge Visible Layers",
    ),
    "color": Form(
        "Change Foreground Color",
        (Number("red", "Red", 0, 255), Number("green", "Green", 0, 255), Number("blue", "Blue", 0, 255),
         Words("html", "HTML notation:")),
    ),
}  # fmt: skip
"""The dialogs, by the names of their pages."""

EXPORTS: Final[Mapping[str, Form]] = {
    "PNG": Form(
        "Export Image as PNG",
        (
            Number("compression", "Compression level:", 0, 9, 9),
            Check("resolution", "Save resolution", True),
            Check("comment", "Save comment", True),
            Check("hidden", "Save color values from transparent pixels"),
        ),
        "Export",
    ),
    "JPEG": Form(
        "Export Image as JPEG",
        (
            Number("quality", "Quality:", 0, 100, 90),
            Check("progressive", "Progressive", True),
            Check("comment", "Save comment", True),
        ),
        "Export",
    ),
    "WebP": Form("Export Image as WebP", (Number("quality", "Image quality:", 0, 100, 90),), "Export"),
    "GIF": Form("Export Image as GIF", (), "Export"),
    "BMP": Form("Export Image as BMP", (), "Export"),
    "TIFF": Form("Export Image as TIFF", (), "Export"),
}
"""The dialogs before an export, by the format."""


def number_text(part: Number, value: float) -> str:
    """Returns a number as its field shows it, in its range.

    >>> number_text(Number("gamma", "Gamma", 0.1, 10, 1, 2), 0.0)
    '0.10'
    """
    return f"{max(part.low, min(part.high, value)):.{part.places}f}"


def _value(text: str, part: Number) -> float:
    """Returns the number in a field, in its range and with its places."""
    try:
        value = float(text)
    except ValueError:
        value = part.start
    return float(number_text(part, value if value == value else part.start))


def starts(form: Form, given: Mapping[str, str]) -> dict[str, str]:
    """Returns a dialog's fields at first: the given texts, and the first values of the other fields."""
    fields = {}
    for part in form.parts:
        if isinstance(part, Number):
            fields[part.key] = number_text(part, part.start)
        elif isinstance(part, (Choice, Check)):
            fields[part.key] = str(int(part.start))
        else:
            fields[part.key] = ""
    return {**fields, "linked": "1", **given}


def numbers(form: Form, fields: Mapping[str, str]) -> dict[str, float]:
    """Returns the numbers in a dialog's fields, by their keys; a choice is the number of its value."""
    values = {}
    for part in form.parts:
        if isinstance(part, Number):
            values[part.key] = _value(fields[part.key], part)
        elif isinstance(part, (Choice, Check)):
            values[part.key] = float(fields[part.key])
    return values


def settled(
    form: Form, fields: Mapping[str, str], before: Mapping[str, str], focus: str, ratio: tuple[int, int]
) -> dict[str, str]:
    """Returns a dialog's fields with their numbers in range, and with those that follow from another.

    Args:
        form: The dialog.
        fields: Its fields.
        before: The fields as they were settled last.
        focus: The field that was typed into last.
        ratio: Width and height whose ratio linked fields keep.
    """
    new = dict(fields)
    for part in form.parts:
        if isinstance(part, Number):
            new[part.key] = number_text(part, _value(fields[part.key], part))
    if form.linked and new["linked"] == "1":
        changed = [key for key in ("width", "height") if new[key] != before.get(key)]
        lead = focus if focus in changed else changed[0] if changed else ""
        if lead == "width":
            new["height"] = str(max(1, round(int(new["width"]) * ratio[1] / ratio[0])))
        elif lead == "height":
            new["width"] = str(max(1, round(int(new["height"]) * ratio[0] / ratio[1])))
    if "html" in new and "red" in new:
        parsed = parsed_color(new["html"])
        if new["html"] != before.get("html") and parsed is not None:
            new["red"], new["green"], new["blue"] = [str(part) for part in parsed]
        new["html"] = html_color((int(new["red"]), int(new["green"]), int(new["blue"])))
    return new


def html_color(color: tuple[int, int, int]) -> str:
    """Returns a colour in hexadecimal digits.

    >>> html_color((255, 0, 10))
    'ff000a'
    """
    return "".join([f"{part:02x}" for part in color])


_NAMES: Final = {
    "black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "lime": (0, 255, 0), "green": (0, 128, 0),
    "blue": (0, 0, 255), "yellow": (255, 255, 0), "cyan": (0, 255, 255), "magenta": (255, 0, 255),
    "gray": (128, 128, 128), "grey": (128, 128, 128), "orange": (255, 165, 0), "purple": (128, 0, 128),
    "brown": (165, 42, 42), "pink": (255, 192, 203), "navy": (0, 0, 128), "teal": (0, 128, 128),
}  # fmt: skip


def parsed_color(text: str) -> tuple[int, int, int] | None:
    """Returns the colour of an HTML notation: three or six hexadecimal digits, or a name; None for anything else.

    >>> parsed_color("#f00"), parsed_color("navy"), parsed_color("?")
    ((255, 0, 0), (0, 0, 128), None)
    """
    digits = text.strip().lower().removeprefix("#")
    if digits in _NAMES:
        return _NAMES[digits]
    if len(digits) == 3:
        digits = "".join([digit * 2 for digit in digits])
    if len(digits) != 6 or any([digit not in "0123456789abcdef" for digit in digits]):
        return None
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
