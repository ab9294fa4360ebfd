"""Reading the XML of OpenDocument files: names, styles, text with its formats, frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from .packages import Package, length_in_cm

_MAX_BLANKS = 1000  # limit of blanks from one element with a count
_SKIPPED = frozenset(
    ["annotation", "note", "tracked-changes", "forms", "shapes", "sequence-decls", "notes", "event-listeners"]
)
_LOOKS = ("font-weight", "font-style", "text-underline-style")
_PROPERTIES = ("text-properties", "paragraph-properties", "drawing-page-properties")
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_PLAIN = (False, False, False)


def body(package: Package, kind: str) -> Element:
    """Returns the element that has a document's content.

    Args:
        package: The document.
        kind: Its kind: ``"text"``, ``"spreadsheet"`` or ``"presentation"``.

    Raises:
        ValueError: There is none.
    """
    found = package.xml("content.xml").find(f"{_OFFICE}body/{_OFFICE}{kind}")
    if found is None:
        raise ValueError(f"an OpenDocument without the content of a {kind}")
    return found


def name_of(node: Element) -> str:
    """Returns an element's name without its namespace."""
    return node.tag.rpartition("}")[2]


def attributes(node: Element) -> dict[str, str]:
    """Returns an element's attributes by their names without namespaces; of several of a name, the first one counts."""
    found: dict[str, str] = {}
    for key, value in node.items():
        found.setdefault(key.rpartition("}")[2], value)
    return found


def attribute(node: Element, name: str) -> str:
    """Returns an attribute by its name without the namespace, ``""`` if there is none."""
    for key, value in node.items():
        if key.endswith(name) and key.rpartition("}")[2] == name:
            return value
    return ""


def number(node: Element, name: str, default: int = 1) -> int:
    """Returns an attribute that is a count, by default 1."""
    text = attribute(node, name)
    return int(text) if text.isdecimal() else default


class Styles:
    """The styles of a document, named ones and those of single paragraphs and words."""

    def __init__(self, package: Package) -> None:
        self._nodes: dict[tuple[str, str], tuple[Element, bool]] = {}
        self._read: dict[tuple[str, str], tuple[str, str, dict[str, str]]] = {}
        self._looks: dict[tuple[str, str], dict[str, str]] = {}
        named, own = package.xml("styles.xml"), package.xml("content.xml")
        # The automatic styles of content.xml come before those of styles.xml, and names may be in both.
        for root, part in ((named, "styles"), (own, "styles"), (own, "automatic-styles"), (named, "automatic-styles")):
            for group in root.iterfind(f"{_OFFICE}{part}"):
                for node in group:
                    if name_of(node) == "style":
                        key = attribute(node, "family"), attribute(node, "name")
                        self._nodes.setdefault(key, (node, part == "automatic-styles"))

    def _style(self, key: tuple[str, str]) -> tuple[str, str, dict[str, str]]:
        """Returns the name of the style that a style derives from, the name to show, and the properties."""
        found = self._read.get(key)
        if found is None:
            node, automatic = self._nodes.get(key, (None, False))
            found = self._read[key] = ("", "", {}) if node is None else _read_style(node, automatic)
        return found

    def name(self, family: str, style: str) -> str:
        """Returns the name of a style, or of the named style it derives from: automatic styles have no name."""
        for _ in range(20):
            parent, shown, values = self._style((family, style))
            if shown or not values.get("automatic"):
                return shown or style
            style = parent
        return ""

    def looks(self, family: str, style: str) -> dict[str, str]:
        """Returns a style's properties, inherited ones included."""
        key = family, style
        inherited = self._looks.get(key)
        if inherited is None:
            inherited = {}
            for _ in range(20):
                parent, _shown, values = self._style((family, style))
                inherited = {**values, **inherited}
                if not parent:
                    break
                style = parent
            self._looks[key] = inherited
        return inherited


def _read_style(node: Element, automatic: bool) -> tuple[str, str, dict[str, str]]:
    values: dict[str, str] = {}
    for properties in node:
        if name_of(properties) in _PROPERTIES:
            own = attributes(properties)
            for key in (*_LOOKS, "text-align", "visibility"):
                if own.get(key):
                    values[key] = own[key]
    if automatic:
        values["automatic"] = "yes"
        return attribute(node, "parent-style-name"), "", values
    shown = attribute(node, "display-name") or attribute(node, "name").replace("_20_", " ")
    return attribute(node, "parent-style-name"), shown, values


class Looks:
    """Turns paragraphs into plain data.

    Args:
        package: The archive, for its pictures.
        styles: The document's styles.
    """

    def __init__(self, package: Package, styles: Styles) -> None:
        self._package = package
        self._styles = styles

    def paragraph(self, node: Element, listed: bool) -> dict[str, Any]:
        """Returns a ``text:p`` or ``text:h`` as the fields of `crab_sim.documents.Paragraph`."""
        style = attribute(node, "style-name")
        looks = self._styles.looks("paragraph", style)
        runs: list[list[Any]] = []
        self._add_runs(node, looks, runs)
        heading = name_of(node) == "h"
        align = looks.get("text-align", "start")
        return {
            "runs": runs,
            "style": self._styles.name("paragraph", style),
            "level": number(node, "outline-level") if heading else 0,
            "align": {"start": "left", "end": "right"}.get(align, align),
            "listed": listed and not heading,
        }

    def frames(self, node: Element) -> Iterator[Element]:
        """Yields the frames in an element, from outside in."""
        for child in node:
            if name_of(child) == "frame":
                yield child
            if name_of(child) not in _SKIPPED:
                yield from self.frames(child)

    def picture(self, frame: Element) -> dict[str, Any] | None:
        """Returns a frame's picture as the fields of `crab_sim.documents.Picture`, None if it has none."""
        for child in frame:
            if name_of(child) == "image":
                digest = self._package.digest(unquote(attribute(child, "href")).removeprefix("./"))
                return {"digest": digest, "bounds": bounds(frame)}
        return None

    def text(self, node: Element) -> str:
        """Returns an element's text without its formats."""
        runs: list[list[Any]] = []
        self._add_runs(node, {}, runs)
        return "".join(run[0] for run in runs)

    def _add_runs(self, node: Element, looks: dict[str, str], runs: list[list[Any]]) -> None:
        style = _shown(looks) if looks else _PLAIN
        _add(runs, node.text, style)
        for child in node:
            name = name_of(child)
            if name == "s":
                _add(runs, " " * min(number(child, "c"), _MAX_BLANKS), style)
            elif name == "tab":
                _add(runs, "\t", style)
            elif name == "line-break":
                _add(runs, "\n", style)
            elif name == "span":
                own = self._styles.looks("text", attribute(child, "style-name"))
                self._add_runs(child, {**looks, **own}, runs)
            elif name not in _SKIPPED and name != "frame":
                self._add_runs(child, looks, runs)
            _add(runs, child.tail, style)


def bounds(frame: Element) -> list[float]:
    """Returns a frame's left, top, right and bottom, in centimetres."""
    own = attributes(frame)
    left, top, width, height = (length_in_cm(own.get(name)) for name in ("x", "y", "width", "height"))
    return [left, top, round(left + width, 4), round(top + height, 4)]


def _shown(looks: dict[str, str]) -> tuple[bool, bool, bool]:
    """Returns whether text is bold, italic and underlined."""
    return (
        looks.get("font-weight", "") in ("bold", "600", "700", "800", "900"),
        looks.get("font-style", "") in ("italic", "oblique"),
        looks.get("text-underline-style", "none") != "none",
    )


def _add(runs: list[list[Any]], text: str | None, style: tuple[bool, bool, bool]) -> None:
    if not text:
        return
    if runs and tuple(runs[-1][1:]) == style:
        runs[-1][0] += text
    else:
        runs.append([text, *style])
