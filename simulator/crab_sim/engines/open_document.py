"""OpenDocument files, written from trees of elements: a tenth of the time that a library with a grammar takes.

* `Node` - an element. `OpenDocument` - a file's styles, content and pictures.
* `escaped` - text for any file of XML.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from crab_sim.engines.zipped import Member, zipped

__all__ = ["Node", "OpenDocument", "escaped"]

_URN: Final = "urn:oasis:names:tc:opendocument:xmlns:"
_HEAD: Final = "<?xml version='1.0' encoding='UTF-8'?>\n"
_SPACES: Final = {
    "draw": f"{_URN}drawing:1.0", "fo": f"{_URN}xsl-fo-compatible:1.0", "meta": f"{_URN}meta:1.0",
    "number": f"{_URN}datastyle:1.0", "of": f"{_URN}of:1.2", "office": f"{_URN}office:1.0",
    "presentation": f"{_URN}presentation:1.0", "style": f"{_URN}style:1.0", "svg": f"{_URN}svg-compatible:1.0",
    "table": f"{_URN}table:1.0", "text": f"{_URN}text:1.0", "xlink": "http://www.w3.org/1999/xlink",
}  # fmt: skip
_DECLARED: Final = "".join([f' xmlns:{prefix}="{space}"' for prefix, space in _SPACES.items()])
_MARKS = re.compile(r'[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def escaped(text: str) -> str:
    """Returns text for XML, without the characters that it can't hold."""
    return _MARKS.sub(lambda match: _ENTITIES.get(match[0], ""), text)


class Node:
    """An element.

    Args:
        name: Its name with its prefix, such as ``"text:p"``.
        attributes: Its attributes, by their names with prefixes.
        text: The text in it.

    Attributes:
        name: Its name.
        attributes: Its attributes.
        children: The elements and texts in it.
    """

    __slots__ = ("attributes", "children", "name")

    def __init__(self, name: str, attributes: Mapping[str, str] = {}, text: str = "") -> None:
        self.name = name
        self.attributes = dict(attributes)
        self.children: list[Node | str] = [text] if text else []

    def add(self, name: str, attributes: Mapping[str, str] = {}, text: str = "") -> Node:
        """Adds an element, and returns it."""
        node = Node(name, attributes, text)
        self.children.append(node)
        return node

    def write(self, parts: list[str]) -> None:
        """Adds the element's XML to a list of texts."""
        parts.append(f"<{self.name}")
        for key, value in self.attributes.items():
            parts.append(f' {key}="{escaped(value)}"')
        if not self.children:
            parts.append("/>")
            return
        parts.append(">")
        for child in self.children:
            if isinstance(child, str):
                parts.append(escaped(child))
            else:
                child.write(parts)
        parts.append(f"</{self.name}>")


class OpenDocument:
    """A document that is put together, and written to a file.

    Args:
        kind: Its kind.
        when: The time for its properties, in ISO 8601; ``""`` for none.

    Attributes:
        fonts: The declarations of its fonts.
        styles: Its named styles.
        automatic: The other styles of its content.
        page_styles: The other styles of its pages.
        masters: Its pages.
        body: Its content.
        settings: Its settings; None for none.
    """

    def __init__(self, kind: Literal["text", "presentation", "spreadsheet"], when: str = "") -> None:
        self.kind, self.when = kind, when
        self.fonts = Node("office:font-face-decls")
        self.styles = Node("office:styles")
        self.automatic = Node("office:automatic-styles")
        self.page_styles = Node("office:automatic-styles")
        self.masters = Node("office:master-styles")
        self.body = Node(f"office:{kind}")
        self.settings: Node | None = None
        self._pictures: dict[str, tuple[str, bytes]] = {}

    def add_picture(self, name: str, media_type: str, data: bytes) -> None:
        """Adds a picture.

        Args:
            name: Its name in the file.
            media_type: Its media type.
            data: Its file.
        """
        self._pictures[name] = media_type, data

    def file(self) -> bytes:
        """Returns the document's file; the same document gives the same bytes."""
        content = Node("office:body")
        content.children.append(self.body)
        media_type = f"application/vnd.oasis.opendocument.{self.kind}"
        files = [
            ("styles.xml", _xml("styles", self.fonts, self.styles, self.page_styles, self.masters)),
            ("content.xml", _xml("content", self.fonts, self.automatic, content)),
            ("meta.xml", _xml("meta", _properties(self.when))),
        ]
        if self.settings is not None:
            files.append(("settings.xml", _xml("settings", self.settings)))
        listed = [("/", media_type), *[(name, "text/xml") for name, _ in files]]
        listed += [(name, kind) for name, (kind, _) in self._pictures.items()]
        members = [Member("mimetype", media_type.encode(), packed=False)]
        members += [Member(name, text.encode()) for name, text in files]
        members += [Member(name, data, packed=False) for name, (_, data) in self._pictures.items()]
        return zipped([*members, Member("META-INF/manifest.xml", _manifest(tuple(listed)).encode())])


def _xml(kind: str, *nodes: Node) -> str:
    parts = [f'{_HEAD}<office:document-{kind}{_DECLARED} office:version="1.2">']
    for node in nodes:
        node.write(parts)
    parts.append(f"</office:document-{kind}>")
    return "".join(parts)


def _properties(when: str) -> Node:
    node = Node("office:meta")
    node.add("meta:generator", text="crab-gym")
    if when:
        node.add("meta:creation-date", text=when)
    return node


@lru_cache(maxsize=64)
def _manifest(listed: tuple[tuple[str, str], ...]) -> str:
    root = Node(
        "manifest:manifest",
        {"xmlns:manifest": f"{_URN}manifest:1.0", "manifest:version": "1.2"},
    )
    for path, media_type in listed:
        root.add("manifest:file-entry", {"manifest:full-path": path, "manifest:media-type": media_type})
    parts = [_HEAD]
    root.write(parts)
    return "".join(parts)
