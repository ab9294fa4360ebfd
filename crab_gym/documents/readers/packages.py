"""Documents that are zip archives of XML files, read with limits on size and without entities."""

from __future__ import annotations

import hashlib
import io
import posixpath
import zipfile
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

MAX_PARTS = 5000
"""Maximum number of files in an archive."""
MAX_XML = 16 << 20
"""Maximum number of bytes of XML in an archive, unpacked."""
MAX_BYTES = 192 << 20
"""Maximum number of bytes in an archive, unpacked."""

_NOT_XML = (
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".emf", ".wmf", ".svm", ".ttf", ".otf", ".odttf", ".bin", "/",
    "mimetype",
)  # fmt: skip


class Package:
    """An opened archive whose sizes have been checked, and whose XML declares no document type.

    Args:
        data: The archive.

    Attributes:
        names: The names of its files.

    Raises:
        ValueError: It is too large, or has a document type, which office documents don't need and by which a few bytes
            of XML can expand without limit.
        zipfile.BadZipFile: It is no archive.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._zip = zipfile.ZipFile(io.BytesIO(data))
        rows = self._zip.infolist()
        if len(rows) > MAX_PARTS:
            raise ValueError(f"an archive of {len(rows)} files, at most {MAX_PARTS} are read")
        # Reading a file never gives more bytes than its entry says, so the entries limit the unpacked size.
        size = sum(row.file_size for row in rows)
        if size > MAX_BYTES:
            raise ValueError(f"an archive that unpacks to {size} bytes, at most {MAX_BYTES} are read")
        texts = [row for row in rows if _is_xml(row.filename)]
        size = sum(row.file_size for row in texts)
        if size > MAX_XML:
            raise ValueError(f"an archive with {size} bytes of XML, at most {MAX_XML} are read")
        for row in texts:
            _refuse_document_type(self._zip.read(row))
        self.names = frozenset(row.filename for row in rows)

    def stream(self) -> io.BytesIO:
        """Returns the archive, for a library that opens it itself."""
        return io.BytesIO(self._data)

    def xml(self, name: str) -> ElementTree.Element:
        """Returns the root of an XML file; an empty element if there is no such file."""
        if name not in self.names:
            return ElementTree.Element("none")
        if not _is_xml(name):
            raise ValueError(f"{name!r} is not the name of an XML file")
        return ElementTree.fromstring(self._zip.read(name))

    def digest(self, name: str) -> str:
        """Returns the SHA-256 of a file in hexadecimal digits, ``""`` if there is no such file."""
        return hashlib.sha256(self._zip.read(name)).hexdigest() if name in self.names else ""

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
        """Returns the targets of an Office Open XML file's relations, as names in the archive, by id."""
        folder, _, file = name.rpartition("/")
        targets = {}
        for row in self.xml(f"{folder}/_rels/{file}.rels"):
            target = row.get("Target", "")
            targets[row.get("Id", "")] = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
        return targets


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

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        pass  # not XML, or broken: the reader will raise an error
