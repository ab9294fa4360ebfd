"""The files of word processors: reading them into a rich text, and writing one.

* `read_text`, `text_bytes` - from a file's bytes, and to them, by the ending of its name.
* `FORMATS` - the endings, with the formats' names. `Unreadable` - a file of none of them.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree

from crab_sim.engines.writing.formats import plain
from crab_sim.engines.writing.formats.archive import Unreadable
from crab_sim.engines.writing.model import Text

__all__ = ["FORMATS", "Unreadable", "ending", "read_text", "text_bytes"]

FORMATS: Final[Mapping[str, str]] = {
    "odt": "ODF Text Document",
    "docx": "Word 2007–365",
    "txt": "Text",
}
"""The formats' names by the endings of files."""
MAX_FILE: Final = 8 << 20
"""The most bytes of a file that is opened."""


def ending(name: str) -> str:
    """Returns the ending of a file's name that tells its format, ``""`` for a name without one.

    >>> ending("Letter.ODT"), ending("notes"), ending("a.pdf")
    ('odt', '', '')
    """
    last = name.rpartition(".")[2].lower()
    return last if last in FORMATS else ""


def read_text(data: bytes, name: str) -> Text:
    """Returns the text of a file.

    Args:
        data: The file.
        name: Its name.

    Raises:
        Unreadable: It isn't a text document, is damaged, or is too large.
    """
    from crab_sim.documents.readers.packages import EDITED, Package  # which loads readers of pictures

    if len(data) > MAX_FILE:
        raise Unreadable(f"it has {len(data)} bytes, at most {MAX_FILE} are read")
    if data[:4] != b"PK\3\4":
        return plain.read(data)
    from crab_sim.engines.writing.formats import docx, odt

    try:
        package = Package(data, EDITED)
        if package.odf_kind() == "text":
            return odt.read(package)
        if "word/document.xml" in package.names:
            return docx.read(package)
    except (zipfile.BadZipFile, ElementTree.ParseError, ValueError, RecursionError, NotImplementedError) as error:
        raise Unreadable(f"it is damaged: {error}") from None
    except (RuntimeError, OSError, EOFError, KeyError) as problem:  # what zipfile raises for odd archives
        raise Unreadable(f"it is damaged: {problem}") from None
    raise Unreadable("it is not a text document")


def text_bytes(text: Text, kind: str) -> bytes:
    """Returns a text as a file.

    Args:
        text: The text.
        kind: The ending of the format, one of `FORMATS`.
    """
    if kind == "txt":
        return plain.write(text)
    from crab_sim.engines.writing.formats import docx, odt

    return docx.write(text) if kind == "docx" else odt.write(text)
