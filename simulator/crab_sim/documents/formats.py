"""The format of a file's content, which may be another one than its name promises."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from typing import Final

__all__ = ["ZIP", "fits_name", "has_format"]

ZIP: Final = b"PK\3\4"
"""How an archive begins, such as a document of LibreOffice."""
_OPEN_DOCUMENT: Final = b"mimetypeapplication/vnd.oasis.opendocument."
_JPEG: Final = b"\xff\xd8\xff"
_MAX_PACKED, _MAX_KIND = 4 << 20, 100
"""Bytes of an archive in which a kind is looked for, and of the kind."""
_MAX_KEPT = 1 << 18
"""Bytes of an archive whose kind is kept."""
_SIGNS: Final = {
    "odt": (ZIP, _OPEN_DOCUMENT + b"text"), "ods": (ZIP, _OPEN_DOCUMENT + b"spreadsheet"),
    "odp": (ZIP, _OPEN_DOCUMENT + b"presentation"), "docx": (ZIP, b"word/document.xml"),
    "xlsx": (ZIP, b"xl/workbook.xml"), "pptx": (ZIP, b"ppt/presentation.xml"), "pdf": (b"%PDF-", b""),
    "png": (b"\x89PNG\r\n\x1a\n", b""), "jpg": (_JPEG, b""), "jpeg": (_JPEG, b""),
    "gif": (b"GIF8", b""), "bmp": (b"BM", b""), "webp": (b"RIFF", b"WEBP"),
}  # fmt: skip
"""By the ending of a name: how the content begins, and what is in it."""


def has_format(data: bytes | None, ending: str) -> bool:
    r"""Returns whether a file's content is of the format that an ending promises; not where there is no file.

    Args:
        data: The file.
        ending: The ending of its name, without the dot: of LibreOffice's formats, ``"pdf"``, or of pictures.

    >>> has_format(b"%PDF-1.7", "pdf"), has_format(b"\xff\xd8\xff\xe0", "png"), has_format(None, "odt")
    (True, False, False)
    """
    start, inside = _SIGNS[ending]
    if data is None or not data.startswith(start):
        return False
    if inside in data:
        return True
    if not inside.startswith(_OPEN_DOCUMENT) or len(data) > _MAX_PACKED or b"mimetype" not in data:
        return False
    return (_kept_kind(data) if len(data) <= _MAX_KEPT else _packed_kind(data)) == inside


def _packed_kind(data: bytes) -> bytes:
    """Returns the kind that an archive names as an OpenDocument does, but packed; empty where it doesn't."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("mimetype") as file:
            return b"mimetype" + file.read(_MAX_KIND).strip()
    except Exception:  # whatever a broken archive raises
        return b""


_kept_kind = lru_cache(maxsize=64)(_packed_kind)
"""The same, for small files, which are looked at after each step."""


def fits_name(data: bytes | None, name: str) -> bool:
    """Returns whether a file's content is of the format that its name promises; not where there is no file.

    Names whose ending isn't one of those of `has_format` promise nothing.

    Args:
        data: The file.
        name: Its name or path.

    >>> fits_name(b"%PDF-1.7", "a/letter.PDF"), fits_name(b"%PDF-1.7", "a/letter.odt"), fits_name(b"", "a/letter")
    (True, False, True)
    """
    ending = name.rpartition(".")[2].lower()
    return data is not None and (ending not in _SIGNS or has_format(data, ending))
