"""Documents that are zip archives of XML files, read with limits on size and without entities."""

from __future__ import annotations

import hashlib
import io
import posixpath
import re
import zipfile
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat


class Limits(NamedTuple):
    """How large a document may be that is read.

    Attributes:
        parts: Files in the archive.
        xml: Bytes of XML that are read, unpacked.
        size: Bytes of all files in it, unpacked.
        cells: Filled cells of a spreadsheet.
        nodes: Elements of an XML file.
        depth: Elements inside each other.
        libraries: Whether libraries may be loaded.
    """

    parts: int
    xml: int
    size: int
    cells: int
    nodes: int
    depth: int
    libraries: bool


LARGE = Limits(5000, 16 << 20, 192 << 20, 200_000, 16 << 20, 16 << 20, True)
"""For a process of its own, which limits time and memory, too."""
EDITED = LARGE._replace(depth=300, libraries=False)
"""For editors, whose readers call themselves for elements inside each other."""
SMALL = Limits(200, 512 << 10, 4 << 20, 5000, 20_000, 60, False)
"""For documents that take little time and memory, whatever is in them."""

_NOT_XML = (
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".emf", ".wmf", ".svm", ".ttf", ".otf", ".odttf", ".bin", "/",
    "mimetype",
)  # fmt: skip
_UNSEEN = re.compile(rb"<\0?!\0?-\0?-[\s\0-]*[^\s\0>-]|<\0?\?(?!\0?(?:x\0?m\0?l\b|m\0?s\0?o\0?-))")
"""Comments with words, and instructions for programs, which no office program writes."""
_PLAIN_START = re.compile(
    rb'(?:\xef\xbb\xbf)?<(?:\?xml version=["\']1\.0["\'] encoding=["\'](?i:utf-8)["\']|[A-Za-z_])'
)


class Package:
    """An opened archive whose sizes have been checked, and whose XML declares no document type.

    Args:
        data: The archive.
        limits: How large it may be.

    Attributes:
        limits: How large it may be.
        names: The names of its files.
        unseen: What it has so far that no program shows: bytes outside of its files, comments in XML that was read.

    Raises:
        ValueError: It is too large.
        zipfile.BadZipFile: It is no archive.
    """

    def __init__(self, data: bytes, limits: Limits = LARGE) -> None:
        self._data = data
        self.limits = limits
        self._zip = zipfile.ZipFile(io.BytesIO(data))
        rows = self._zip.infolist()
        _check(len(rows), limits.parts, "files")
        # Reading a file never gives more bytes than its entry says, so the entries limit the unpacked size.
        _check(sum([row.file_size for row in rows]), limits.size, "bytes")
        if limits.libraries:  # which read what they like
            _check(sum([row.file_size for row in rows if _is_xml(row.filename)]), limits.xml, "bytes of XML")
        self._left = limits.xml
        ends = data[-22:-18] == b"PK\5\6" and data[-2:] == b"\0\0" and not any([row.comment for row in rows])
        self.unseen = [] if ends else ["bytes behind the end"]
        self.names = frozenset([row.filename for row in rows])
        if len(self.names) < len(rows):  # of which programs read one or the other
            raise ValueError("an archive with several files of one name")
        self._roots: dict[str, ElementTree.Element] = {}
        self._digests: dict[str, str] = {}

    def stream(self) -> io.BytesIO:
        """Returns the archive, for a library that opens it itself.

        Raises:
            ValueError: A file of it has a document type, which office documents don't need, and by which a few bytes
                of XML can expand without limit.
        """
        for name in self.names:
            if _is_xml(name):
                _refuse_document_type(self._zip.read(name))
        return io.BytesIO(self._data)

    def xml(self, name: str) -> ElementTree.Element:
        """Returns the root of an XML file, which isn't to be changed; an empty element if there is no such file.

        Raises:
            ValueError: It isn't the name of an XML file, or the file has a document type, or is too large.
        """
        root = self._roots.get(name)
        if root is not None:
            return root
        if name not in self.names:
            return ElementTree.Element("none")
        if not _is_xml(name):
            raise ValueError(f"{name!r} is not the name of an XML file")
        data = self._zip.read(name)
        self._left -= len(data)
        if self._left < 0:
            raise ValueError(f"more than {self.limits.xml} bytes of XML")
        _refuse_document_type(data)
        if _UNSEEN.search(data):
            self.unseen.append(f"comment in {name}")
        root = self._roots[name] = ElementTree.fromstring(data)
        _check_tree(root, self.limits)
        return root

    def digest(self, name: str) -> str:
        """Returns the SHA-256 of a file in hexadecimal digits, ``""`` if there is no such file."""
        found = self._digests.get(name)
        if found is None:
            data = self._zip.read(name) if name in self.names else None
            found = self._digests[name] = "" if data is None else hashlib.sha256(data).hexdigest()
        return found

    def read(self, name: str) -> bytes:
        """Returns a file of the archive, ``b""`` if there is no such file."""
        return self._zip.read(name) if name in self.names else b""

    def odf_kind(self) -> str:
        """Returns the kind of an OpenDocument: ``"text"``, ``"spreadsheet"``, ``"presentation"``; ``""`` for any other
        file.
        """
        if "mimetype" not in self.names or "content.xml" not in self.names:
            return ""
        kind = self._zip.read("mimetype").decode("ascii", "replace").strip()
        start = "application/vnd.oasis.opendocument."
        return kind.removeprefix(start).removesuffix("-template") if kind.startswith(start) else ""

    def relations(self, name: str) -> dict[str, str]:
        """Returns the targets of an Office Open XML file's relations by id: names in the archive, or addresses."""
        folder, _, file = name.rpartition("/")
        targets = {}
        for row in self.xml(f"{folder}/_rels/{file}.rels"):
            target = row.get("Target", "")
            if row.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            targets[row.get("Id", "")] = target
        return targets


def _check(found: int, most: int, what: str) -> None:
    if found > most:
        raise ValueError(f"an archive with {found} {what}, at most {most} are read")


def _check_tree(root: ElementTree.Element, limits: Limits) -> None:
    """Raises `ValueError` where a tree is too large or too deep."""
    if limits.libraries:
        return
    level, count, depth = [root], 1, 1
    while level:
        level = [child for node in level for child in node]
        count, depth = count + len(level), depth + 1
        _check(count, limits.nodes, "elements")
        _check(depth, limits.depth, "elements inside each other")


def length_in_cm(text: Any) -> float:
    """Returns a length of XML, such as ``1.5in``, in centimetres; 0 if there is none.

    >>> length_in_cm("1in"), length_in_cm("25mm"), length_in_cm(None)
    (2.54, 2.5, 0.0)
    """
    value = str(text or "")
    for unit, size in (("cm", 1.0), ("mm", 0.1), ("in", 2.54), ("pt", 2.54 / 72), ("pc", 2.54 / 6), ("px", 2.54 / 96)):
        if value.endswith(unit):
            return round(float(value.removesuffix(unit)) * size, 4)
    return 0.0


def _is_xml(name: str) -> bool:
    # All files except known others count as XML, since libraries have their own rules for the files to parse.
    return not name.lower().endswith(_NOT_XML)


def _refuse_document_type(data: bytes) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("XML with a document type is not read")

    # In UTF-8, a document type can be seen without parsing. An encoding that expat doesn't know by itself may be any.
    if _PLAIN_START.match(data) and b"<!DOCTYPE" not in data:
        return
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        pass  # not XML, or broken: the reader will raise an error
