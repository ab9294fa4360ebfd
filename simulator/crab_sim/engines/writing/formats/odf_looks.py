"""The looks of characters and the space around paragraphs in OpenDocument files, read and written.

* `read_look`, `read_space` - from properties. `look_attributes`, `space_attributes` - to them.
* `spaced` - a space over another one.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from crab_sim.documents.readers.packages import length_in_cm
from crab_sim.engines.writing.model import NO_LOOK, Look, Script, Space

__all__ = ["look_attributes", "read_look", "read_space", "space_attributes", "spaced"]

_URN = "{urn:oasis:names:tc:opendocument:xmlns:"
_STYLE, _FO = f"{_URN}style:1.0}}", f"{_URN}xsl-fo-compatible:1.0}}"
_MAX_SPACE = 400.0


def read_look(node: Element | None) -> Look:
    """Returns the look that the properties of characters tell; None stands for no properties."""
    if node is None:
        return NO_LOOK

    def on(name: str, off: str) -> bool | None:
        value = node.get(name)
        return None if value is None else value != off

    size, font = node.get(f"{_FO}font-size", ""), node.get(f"{_STYLE}font-name", "")
    return Look(
        on(f"{_FO}font-weight", "normal"),
        on(f"{_FO}font-style", "normal"),
        on(f"{_STYLE}text-underline-style", "none"),
        on(f"{_STYLE}text-line-through-style", "none"),
        _points(size),
        _color(node.get(f"{_FO}color", "")),
        font[:100],
        _color(node.get(f"{_FO}background-color", "")),
        on(f"{_STYLE}text-overline-style", "none"),
        on(f"{_FO}text-shadow", "none"),
        on(f"{_STYLE}text-outline", "false"),
        _script(node.get(f"{_STYLE}text-position", "")),
        "small" if node.get(f"{_FO}font-variant") == "small-caps"
        else "upper" if node.get(f"{_FO}text-transform") == "uppercase" else "",
    )  # fmt: skip


def _script(position: str) -> Script:
    """Returns whether characters at a position, such as ``"super 58%"`` or ``"-33% 58%"``, are raised or lowered."""
    place = position.partition(" ")[0]
    if place in ("", "0%"):
        return ""
    return "sub" if place == "sub" or place.startswith("-") else "super"


def read_space(node: Element) -> Space:
    """Returns the space that the properties of a paragraph tell."""

    def points(name: str) -> float | None:
        value = node.get(f"{_FO}{name}", "")
        if not value or value.endswith("%"):
            return None
        return max(-_MAX_SPACE, min(_MAX_SPACE, round(length_in_cm(value) * 72 / 2.54, 2)))

    line = node.get(f"{_FO}line-height", "").removesuffix("%")
    return Space(
        points("margin-left") or 0.0, points("margin-right") or 0.0, points("text-indent") or 0.0,
        points("margin-top"), points("margin-bottom"),
        max(0.5, min(5.0, int(line) / 100)) if line.isdecimal() and len(line) < 5 else 0.0,
    )  # fmt: skip


def spaced(base: Space, own: Space) -> Space:
    """Returns a space over another one; see `over`."""
    return Space(
        own.left or base.left, own.right or base.right, own.first or base.first,
        base.above if own.above is None else own.above, base.below if own.below is None else own.below,
        own.line or base.line,
    )  # fmt: skip


def _points(size: str) -> float:
    try:
        return max(2.0, min(96.0, float(size.removesuffix("pt")))) if size.endswith("pt") else 0.0
    except ValueError:
        return 0.0


def _color(text: str) -> str:
    digits = text[1:].lower()
    return f"#{digits}" if text[:1] == "#" and len(digits) == 6 and set(digits) <= set("0123456789abcdef") else ""


def _switch(value: bool | None, name: str, on: str, off: str) -> dict[str, str]:
    return {} if value is None else {name: on if value else off}


def look_attributes(look: Look) -> dict[str, str]:
    """Returns the attributes of a look, but for its font and its link."""
    found = {
        **_switch(look.bold, "fo:font-weight", "bold", "normal"),
        **_switch(look.italic, "fo:font-style", "italic", "normal"),
        **_switch(look.underline, "style:text-underline-style", "solid", "none"),
        **_switch(look.strike, "style:text-line-through-style", "solid", "none"),
        **_switch(look.overline, "style:text-overline-style", "solid", "none"),
        **_switch(look.shadow, "fo:text-shadow", "1pt 1pt", "none"),
        **_switch(look.outline, "style:text-outline", "true", "false"),
    }
    for line, on in (("underline", look.underline), ("overline", look.overline)):
        if on:
            found |= {f"style:text-{line}-width": "auto", f"style:text-{line}-color": "font-color"}
    if look.size:
        found["fo:font-size"] = f"{look.size:g}pt"
    if look.color:
        found["fo:color"] = look.color
    if look.highlight:
        found["fo:background-color"] = look.highlight
    if look.script:
        found["style:text-position"] = f"{look.script} 58%"
    if look.caps:
        key, value = ("fo:font-variant", "small-caps") if look.caps == "small" else ("fo:text-transform", "uppercase")
        found[key] = value
    return found


def space_attributes(space: Space) -> dict[str, str]:
    """Returns the attributes of the space in and around a paragraph."""
    found: dict[str, str] = {}
    sides = {"margin-left": space.left, "margin-right": space.right, "text-indent": space.first}
    for name, points in sides.items():
        if points:
            found[f"fo:{name}"] = f"{points:g}pt"
    for name, gap in (("margin-top", space.above), ("margin-bottom", space.below)):
        if gap is not None:
            found[f"fo:{name}"] = f"{gap:g}pt"
    if space.line:
        found["fo:line-height"] = f"{space.line:.0%}"
    return found
