"""Reading the XML of OpenDocument files: names, styles, text with its formats, frames."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from .looks import UNDEFINED, basic_look, is_own_address, paragraph_look, text_look
from .packages import Package, length_in_cm

_MAX_BLANKS = 1000  # limit of blanks from one element with a count
_SKIPPED = frozenset(
    ["annotation", "note", "tracked-changes", "forms", "shapes", "sequence-decls", "notes", "event-listeners"]
)
_ALIGNED = {"start": "left", "end": "right"}
_PLAIN = (False, False, False, ())
_OF_LINKS = ("Internet_20_link", "Visited_20_Internet_20_Link")
INLINE = frozenset([
    "span", "a", "s", "tab", "line-break", "soft-page-break", "meta", "p", "h", "list", "list-item",
    "bookmark", "bookmark-start", "bookmark-end", "reference-mark", "reference-mark-start", "reference-mark-end",
])  # fmt: skip
"""Elements of a paragraph that show their own text as it is, or nothing."""
DRAWN = frozenset([
    "frame", "custom-shape", "rect", "line", "polyline", "polygon", "regular-polygon", "path", "circle", "ellipse", "g",
    "connector", "caption", "measure", "control", "scene",
])  # fmt: skip
"""Elements that are drawn."""
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


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
        self._looks: dict[tuple[str, str, bool], dict[str, str]] = {}
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
            nowhere = {f"text:{UNDEFINED}": key[1]} if key[0] == "text" and key[1] else {}
            found = self._read[key] = ("", "", nowhere) if node is None else _read_style(node, automatic)
        return found

    def name(self, family: str, style: str) -> str:
        """Returns the name of a style, or of the named style it derives from: automatic styles have no name."""
        for _ in range(20):
            parent, shown, values = self._style((family, style))
            if shown or not values.get("automatic"):
                return shown or style
            style = parent
        return ""

    def looks(self, family: str, style: str, named: bool = True) -> dict[str, str]:
        """Returns a style's properties, inherited ones included.

        Their keys are the group and the name, such as ``"text:font-weight"``.

        Args:
            family: The style's family, such as ``"paragraph"``.
            style: Its name.
            named: Whether those of named styles are included, not only those of what has no name.
        """
        key = family, style, named
        inherited = self._looks.get(key)
        if inherited is None:
            inherited = {}
            for _ in range(20):
                parent, shown, values = self._style((family, style))
                if not named and (shown or not values.get("automatic")):
                    break
                inherited = {**values, **inherited}
                if not parent:
                    break
                style = parent
            self._looks[key] = inherited
        return inherited


def _read_style(node: Element, automatic: bool) -> tuple[str, str, dict[str, str]]:
    values: dict[str, str] = {}
    for properties in node:
        group, _, kind = name_of(properties).rpartition("-")
        if kind == "properties":
            values.update((f"{group}:{key}", value) for key, value in attributes(properties).items())
    if automatic:
        values["automatic"] = "yes"
        if attribute(node, "data-style-name"):
            values["format"] = attribute(node, "data-style-name")
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
        looks, own = (self._styles.looks("paragraph", style, named) for named in (True, False))
        runs: list[list[Any]] = []
        self._add_runs(node, looks, own, runs)
        heading = name_of(node) == "h"
        align = looks.get("paragraph:text-align", "start")
        return {
            "runs": runs,
            "style": self._styles.name("paragraph", style),
            "level": number(node, "outline-level") if heading else 0,
            "align": _ALIGNED.get(align, align),
            "listed": listed and not heading,
            "other": paragraph_look(looks, own),
        }

    def align(self, node: Element, looks: dict[str, str]) -> str:
        """Returns how the words of a paragraph are aligned, ``""`` where nothing says it; see `runs`."""
        own = self._styles.looks("paragraph", attribute(node, "style-name"))
        align = {**looks, **own}.get("paragraph:text-align", "")
        return _ALIGNED.get(align, align)

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
        self._add_runs(node, {}, {}, runs)
        return "".join([run[0] for run in runs])

    def runs(self, node: Element, looks: dict[str, str]) -> list[list[Any]]:
        """Returns an element's text in pieces of one format, as the fields of `crab_sim.documents.Run`.

        Args:
            node: The element.
            looks: The properties that its text has from what it is in, such as a shape.
        """
        runs: list[list[Any]] = []
        own = self._styles.looks("paragraph", attribute(node, "style-name"))
        self._add_runs(node, {**looks, **own}, {}, runs)
        return runs

    def _add_runs(self, node: Element, looks: dict[str, str], direct: dict[str, str], runs: list[list[Any]]) -> None:
        style = (*basic_look(looks), text_look(looks, direct)) if looks else _PLAIN
        _add(runs, _blanks_joined(node.text), style)
        for child in node:
            name = name_of(child)
            if name == "s":
                _add(runs, " " * min(number(child, "c"), _MAX_BLANKS), style)
            elif name == "tab":
                _add(runs, "\t", style)
            elif name == "line-break":
                _add(runs, "\n", style)
            elif name == "span" and attribute(child, "style-name") not in _OF_LINKS:
                own = self._styles.looks("text", attribute(child, "style-name"))
                self._add_runs(child, {**looks, **own}, {**direct, **own}, runs)
            elif name == "a":
                self._add_link(child, looks, direct, runs)
            elif name not in _SKIPPED and name not in DRAWN:
                self._add_runs(child, looks, direct, runs)
            _add(runs, _blanks_joined(child.tail), style)

    def _add_link(self, node: Element, looks: dict[str, str], direct: dict[str, str], runs: list[list[Any]]) -> None:
        """Adds the text of a link, and where it leads unless that is its text: programs make links of addresses."""
        inside: list[list[Any]] = []
        self._add_runs(node, looks, direct, inside)
        target = attribute(node, "href")
        led = () if is_own_address(target, "".join([run[0] for run in inside])) else (f"link {target}",)
        for text, *style in inside:
            _add(runs, text, (*style[:-1], (*style[-1], *led)))


def bounds(frame: Element) -> list[float]:
    """Returns a frame's left, top, right and bottom, in centimetres."""
    own = attributes(frame)
    left, top, width, height = (length_in_cm(own.get(name)) for name in ("x", "y", "width", "height"))
    return [left, top, round(left + width, 4), round(top + height, 4)]


_BLANKS = re.compile(r"[ \t\r\n]+")


def _blanks_joined(text: str | None) -> str:
    """Returns a text of XML, in which several blanks and breaks of lines are one blank."""
    return _BLANKS.sub(" ", text) if text else ""


def _add(runs: list[list[Any]], text: str | None, style: tuple[Any, ...]) -> None:
    if not text:
        return
    if runs and tuple(runs[-1][1:]) == style:
        runs[-1][0] += text
    else:
        runs.append([text, *style])
