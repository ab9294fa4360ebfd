"""Computed styles: an element's properties in pixels and colours, some inherited from the element around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.draw.text import Font
from crab_sim.engines.pages.css.colors import blended, color_of
from crab_sim.engines.pages.css.shorthands import Declarations
from crab_sim.ui.theme import Color

__all__ = ["ROOT", "Borders", "Length", "Sides", "Style", "Viewport", "computed"]


class Length(NamedTuple):
    """A length: pixels, and a share of the length around it."""

    px: float
    share: float = 0.0

    def of(self, whole: float) -> int:
        """Returns the pixels, with the share of `whole`."""
        return round(self.px + self.share * whole)


class Sides(NamedTuple):
    """A length for each side; None stands for ``auto``."""

    top: Length | None
    right: Length | None
    bottom: Length | None
    left: Length | None


class Viewport(NamedTuple):
    """The size of the page's view in pixels, the zoom, and the size of the root's text in pixels."""

    width: int
    height: int
    zoom: float = 1.0
    rem: int = 16


class Borders(NamedTuple):
    """The widths of the four borders in pixels, and their colours."""

    top: int
    right: int
    bottom: int
    left: int
    colors: tuple[Color, Color, Color, Color]


_ZERO: Final = Length(0.0)
_NONE: Final = Sides(_ZERO, _ZERO, _ZERO, _ZERO)
_NO_BORDERS: Final = Borders(0, 0, 0, 0, ((0, 0, 0),) * 4)


class Style(NamedTuple):
    """The computed style of an element.

    The attributes up to `variables` are inherited; a `column_gap` of -1 stands for ``normal``.
    """

    color: Color
    ground: Color
    font: Font
    size: int
    line: float
    align: str
    white: str
    marker: str
    underline: bool
    variables: Mapping[str, str]
    display: str = "inline"
    background: Color | None = None
    margin: Sides = _NONE
    padding: Sides = _NONE
    borders: Borders = _NO_BORDERS
    radius: int = 0
    width: Length | None = None
    min_width: Length | None = None
    max_width: Length | None = None
    height: Length | None = None
    min_height: Length | None = None
    max_height: Length | None = None
    grow: float = 0.0
    shrink: float = 1.0
    basis: Length | None = None
    direction: str = "row"
    wraps: bool = False
    items: str = "stretch"
    justify: str = "normal"
    row_gap: int = 0
    column_gap: int = -1
    template: str = ""
    columns: int = 0
    column_width: int = 0
    float_side: str = ""
    clear: bool = False
    clips: bool = False
    ellipsis: bool = False
    fixed: bool = False
    vertical: str = ""

    @property
    def line_height(self) -> int:
        """The height of a line in pixels."""
        return round(self.line * self.size)

    def length(self, text: str, viewport: Viewport) -> Length | None:
        """Returns a length that is written in the style's units; None for ``auto`` and others."""
        return _length(text, self.size, viewport)


ROOT: Final = Style((0, 0, 0), (255, 255, 255), "regular", 16, 1.36, "left", "normal", "disc", False, {})
"""The style around a page's root."""

_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(px|rem|em|%|vh|vw|pt|ch)?")
_SIZES: Final = {"small": "0.81em", "smaller": "0.83em", "medium": "16px", "large": "1.2em", "larger": "1.2em"}


@lru_cache(maxsize=2048)
def _length(text: str, size: float, viewport: Viewport) -> Length | None:
    text = text.strip()
    if text.startswith("calc("):
        return _calc(text[5:-1], size, viewport)
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    value, unit = float(match[1]), match[2] or "px"
    if not match[2] and value:
        return None  # only zero has no unit
    match unit:
        case "em":
            return Length(value * size)
        case "ch":
            return Length(value * size * 0.56)
        case "rem":
            return Length(value * viewport.rem)
        case "%":
            return Length(0.0, value / 100)
        case "vh":
            return Length(value / 100 * viewport.height)
        case "vw":
            return Length(value / 100 * viewport.width)
        case "pt":
            return Length(value * 4 / 3 * viewport.zoom)
    return Length(value * viewport.zoom)


def _calc(text: str, size: float, viewport: Viewport) -> Length | None:
    total, sign = Length(0.0), 1.0
    for word in text.split():
        if word in ("+", "-"):
            sign = 1.0 if word == "+" else -1.0
            continue
        part = _length(word, size, viewport)
        if part is None:
            return None
        total = Length(total.px + sign * part.px, total.share + sign * part.share)
    return total


def computed(declared: Declarations, above: Style, viewport: Viewport, root: bool = False) -> Style:
    """Returns the style of an element.

    Args:
        declared: Its declarations.
        above: The style of the element around it.
        viewport: The page's view.
        root: Whether it is the page's root.
    """
    variables = above.variables
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if own:
        variables = {**variables, **own}
    values = {name: _resolved(value, variables) for name, value in declared.items() if not name.startswith("--")}
    style = Style(
        above.color, above.ground, above.font, above.size, above.line, above.align, above.white, above.marker,
        above.underline, variables,
    )  # fmt: skip
    if not values:
        return style
    style = _text(style, values, above, viewport, root)
    return _box(style, values, viewport)


def _resolved(value: str, variables: Mapping[str, str]) -> str:
    for _ in range(4):
        if "var(" not in value:
            break
        value = _VAR.sub(lambda match: variables.get(match[1], match[2] or ""), value)
    return value


def _text(style: Style, values: Declarations, above: Style, viewport: Viewport, root: bool) -> Style:
    size = above.size
    wanted = values.get("font-size", "inherit")
    if wanted not in ("inherit", ""):
        whole = _length(_SIZES.get(wanted, wanted), above.size if not root else 16 * viewport.zoom, viewport)
        if whole is not None:
            size = max(6, min(100, whole.of(above.size)))
    elif root:
        size = round(16 * viewport.zoom)
    line = above.line
    height = values.get("line-height", "inherit")
    if re.fullmatch(r"[\d.]+", height):
        line = min(10.0, float(height))
    elif height == "normal":
        line = ROOT.line
    elif height not in ("inherit", ""):
        tall = _length(height, size, viewport)
        line = tall.of(size) / size if tall is not None else line
    ground = above.ground
    background = None
    if values.get("background-color", "none") not in ("none", "transparent", "inherit", ""):
        background = blended(values["background-color"], ground)
        ground = background if background is not None else ground
    color = color_of(values["color"]) if values.get("color", "inherit") != "inherit" else None
    decoration = values.get("text-decoration-line", "")
    return style._replace(
        size=size,
        line=line,
        ground=ground,
        background=background,
        font=_font(values, above.font),
        color=color if color is not None else above.color,
        align={"center": "center", "right": "right", "end": "right", "left": "left", "start": "left"}.get(
            values.get("text-align", ""), above.align
        ),
        white=values.get("white-space", above.white),
        marker=values.get("list-style-type", above.marker),
        underline=decoration == "underline" or (above.underline and decoration != "none"),
    )


def _font(values: Declarations, above: Font) -> Font:
    family, weight = values.get("font-family", ""), values.get("font-weight", "inherit")
    mono = above == "mono" if family in ("", "inherit") else "mono" in family.lower()
    if mono:
        return "mono"
    if weight in ("inherit", ""):
        return above if above != "mono" else "regular"
    return "bold" if weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= 600) else "regular"


def _sides(values: Declarations, name: str, style: Style, viewport: Viewport) -> Sides:
    sides = []
    for side in ("top", "right", "bottom", "left"):
        text = values.get(f"{name}-{side}", "0")
        sides.append(None if text == "auto" else style.length(text, viewport) or _ZERO)
    return Sides(*sides)


def _borders(values: Declarations, style: Style, viewport: Viewport) -> Borders:
    widths, colors = [], []
    for side in ("top", "right", "bottom", "left"):
        shown = values.get(f"border-{side}-style", "none") not in ("none", "hidden")
        width = style.length(values.get(f"border-{side}-width", "3px"), viewport) if shown else _ZERO
        color = blended(values.get(f"border-{side}-color", "currentcolor"), style.ground)
        clear = values.get(f"border-{side}-color") == "transparent"
        widths.append(max(1, width.of(0)) if shown and width is not None and width.px > 0 else 0)
        colors.append(style.ground if clear else color if color is not None else style.color)
    return Borders(widths[0], widths[1], widths[2], widths[3], (colors[0], colors[1], colors[2], colors[3]))


def _box(style: Style, values: Declarations, viewport: Viewport) -> Style:
    def length(name: str) -> Length | None:
        return style.length(values.get(name, "auto"), viewport)

    def pixels(name: str) -> int:
        found = length(name)
        return found.of(0) if found is not None else 0

    def number(name: str, default: float) -> float:
        text = values.get(name, "")
        return min(1000.0, float(text)) if re.fullmatch(r"\d+\.?\d*|\.\d+", text) else default

    count = values.get("column-count", "auto")
    return style._replace(
        display=values.get("display", "inline"),
        margin=_sides(values, "margin", style, viewport),
        padding=_sides(values, "padding", style, viewport),
        borders=_borders(values, style, viewport),
        radius=pixels("border-radius"),
        width=length("width"),
        min_width=length("min-width"),
        max_width=length("max-width"),
        height=length("height"),
        min_height=length("min-height"),
        max_height=length("max-height"),
        grow=number("flex-grow", 0.0),
        shrink=number("flex-shrink", 1.0),
        basis=length("flex-basis"),
        direction=values.get("flex-direction", "row"),
        wraps=values.get("flex-wrap", "nowrap") != "nowrap",
        items=values.get("align-items", "stretch"),
        justify=values.get("justify-content", "normal"),
        row_gap=pixels("row-gap"),
        column_gap=pixels("column-gap") if length("column-gap") is not None else -1,
        template=values.get("grid-template-columns", ""),
        columns=int(count) if count.isdecimal() and len(count) < 3 else 0,
        column_width=pixels("column-width"),
        float_side=values.get("float", "") if values.get("float") in ("left", "right") else "",
        clear=values.get("clear", "none") != "none",
        clips=values.get("overflow-x", "visible") != "visible",
        ellipsis=values.get("text-overflow") == "ellipsis",
        fixed=values.get("table-layout") == "fixed",
        vertical=values.get("vertical-align", ""),
    )
