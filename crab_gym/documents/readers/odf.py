"""Reading odfpy's OpenDocument trees: names, styles, text with its formats, frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from .packages import Package, length_in_cm

_MAX_BLANKS = 1000  # limit of blanks from one element with a count
_SKIPPED = frozenset(
    ["annotation", "note", "tracked-changes", "forms", "shapes", "sequence-decls", "notes", "event-listeners"]
)
_LOOKS = ("font-weight", "font-style", "text-underline-style")


def load(package: Package) -> Any:
    """Returns odfpy's document."""
    from odf import opendocument

    return opendocument.load(package.stream())


def children(node: Any) -> Iterator[Any]:
    """Yields the child elements of an element, without its text."""
    return (child for child in node.childNodes if child.nodeType == 1)


def name_of(node: Any) -> str:
    """Returns an element's name without its namespace."""
    return str(node.qname[1])


def attribute(node: Any, name: str) -> str:
    """Returns an attribute by its name without the namespace, ``""`` if there is none."""
    for (_, local), value in node.attributes.items():
        if local == name:
            return str(value)
    return ""


def number(node: Any, name: str, default: int = 1) -> int:
    """Returns an attribute that is a count, by default 1."""
    text = attribute(node, name)
    return int(text) if text.isdecimal() else default


class Styles:
    """The styles of a document, named ones and those of single paragraphs and words."""

    def __init__(self, document: Any) -> None:
        self._styles: dict[tuple[str, str], tuple[str, str, dict[str, str]]] = {}
        # odfpy keeps the automatic styles of content.xml before those of styles.xml, and names may be in both.
        for part in (document.styles, document.automaticstyles):
            for node in children(part):
                if name_of(node) == "style":
                    key = attribute(node, "family"), attribute(node, "name")
                    self._styles.setdefault(key, _read_style(node))

    def name(self, family: str, style: str) -> str:
        """Returns the name of a style, or of the named style it derives from: automatic styles have no name."""
        for _ in range(20):
            parent, shown, values = self._styles.get((family, style), ("", "", {}))
            if shown or not values.get("automatic"):
                return shown or style
            style = parent
        return ""

    def looks(self, family: str, style: str) -> dict[str, str]:
        """Returns a style's properties, inherited ones included."""
        inherited: dict[str, str] = {}
        for _ in range(20):
            parent, _shown, values = self._styles.get((family, style), ("", "", {}))
            inherited = {**values, **inherited}
            if not parent:
                break
            style = parent
        return inherited


def _read_style(node: Any) -> tuple[str, str, dict[str, str]]:
    values = {}
    for properties in children(node):
        if name_of(properties) in ("text-properties", "paragraph-properties", "drawing-page-properties"):
            for key in (*_LOOKS, "text-align", "visibility"):
                if attribute(properties, key):
                    values[key] = attribute(properties, key)
    if name_of(node.parentNode) == "automatic-styles":
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

    def paragraph(self, node: Any, listed: bool) -> dict[str, Any]:
        """Returns a ``text:p`` or ``text:h`` as the fields of `crab_gym.documents.Paragraph`."""
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

    def frames(self, node: Any) -> Iterator[Any]:
        """Yields the frames in an element, from outside in."""
        for child in children(node):
            if name_of(child) == "frame":
                yield child
            if name_of(child) not in _SKIPPED:
                yield from self.frames(child)

    def picture(self, frame: Any) -> dict[str, Any] | None:
        """Returns a frame's picture as the fields of `crab_gym.documents.Picture`, None if it has none."""
        for child in children(frame):
            if name_of(child) == "image":
                digest = self._package.digest(unquote(attribute(child, "href")).removeprefix("./"))
                return {"digest": digest, "bounds": bounds(frame)}
        return None

    def text(self, node: Any) -> str:
        """Returns an element's text without its formats."""
        runs: list[list[Any]] = []
        self._add_runs(node, {}, runs)
        return "".join(run[0] for run in runs)

    def _add_runs(self, node: Any, looks: dict[str, str], runs: list[list[Any]]) -> None:
        for child in node.childNodes:
            if child.nodeType in (3, 4):
                _add(runs, str(child.data), looks)
            elif child.nodeType == 1:
                name = name_of(child)
                if name == "s":
                    _add(runs, " " * min(number(child, "c"), _MAX_BLANKS), looks)
                elif name == "tab":
                    _add(runs, "\t", looks)
                elif name == "line-break":
                    _add(runs, "\n", looks)
                elif name == "span":
                    style = self._styles.looks("text", attribute(child, "style-name"))
                    self._add_runs(child, {**looks, **style}, runs)
                elif name not in _SKIPPED and name != "frame":
                    self._add_runs(child, looks, runs)


def bounds(frame: Any) -> list[float]:
    """Returns a frame's left, top, right and bottom, in centimetres."""
    left, top, width, height = (length_in_cm(attribute(frame, name)) for name in ("x", "y", "width", "height"))
    return [left, top, round(left + width, 4), round(top + height, 4)]


def _add(runs: list[list[Any]], text: str, looks: dict[str, str]) -> None:
    style = [
        looks.get("font-weight", "") in ("bold", "600", "700", "800", "900"),
        looks.get("font-style", "") in ("italic", "oblique"),
        looks.get("text-underline-style", "none") != "none",
    ]
    if runs and runs[-1][1:] == style:
        runs[-1][0] += text
    elif text:
        runs.append([text, *style])
