r"""The bytes of text files: their character encodings and the ends of their lines.

As the real editor does, it hides a file's last newline and writes it back, so that "milk" is saved as ``milk\n``.

* `ENCODINGS`, `LINE_ENDS`, `NAMES` - those that the dialogs offer.
* `decode`, `encode` - from a file's bytes to a document's text and back.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["ENCODINGS", "LINE_ENDS", "NAMES", "decode", "encode"]

ENCODINGS: Final = {
    "Current Locale (UTF-8)": "utf-8", "Western (ISO-8859-15)": "iso-8859-15", "Unicode (UTF-16)": "utf-16-le",
}  # fmt: skip
"""The encodings that can be chosen, by the names in the dialogs."""
LINE_ENDS: Final = {"Unix/Linux": "\n", "Mac OS Classic": "\r", "Windows": "\r\n"}
"""The ends of lines, likewise."""
NAMES: Final = {"utf-16-be": "Unicode (UTF-16)"} | {value: name for name, value in {**ENCODINGS, **LINE_ENDS}.items()}
"""The dialogs' names of the encodings and ends of lines that a document can have."""
_MARKS: Final = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
"""What files begin with that tell the order of their bytes."""


def decode(data: bytes, encoding: str = "") -> tuple[str, tuple[str, str]] | None:
    r"""Returns a file's text with its encoding and ends of lines; None if it isn't text.

    Args:
        data: The file's content.
        encoding: The encoding; by default the first that fits. UTF-16 fits only where a mark tells of it.

    >>> decode(b"a\r\nb\r\n"), decode(b"\xa4"), decode(b"\xfe\xff\0a"), decode(b"\xa4", "utf-8")
    (('a\nb', ('utf-8', '\r\n')), ('€', ('iso-8859-15', '\n')), ('a', ('utf-16-be', '\n')), None)
    """
    mark = next((name for name in _MARKS if data.startswith(_MARKS[name])), "")
    if encoding.startswith("utf-16"):
        candidates = [mark or encoding]
    elif encoding:
        candidates = [encoding]
    else:
        candidates = [mark] if mark else ["utf-8", "iso-8859-15"]
    for name in candidates:
        try:
            text = data.removeprefix(_MARKS.get(name, b"")).decode(name)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            end = re.search("\r\n|\r|\n", text)
            return re.sub("\r\n?", "\n", text).removesuffix("\n"), (name, end[0] if end else "\n")
    return None


def encode(text: str, encoding: str, end: str) -> bytes | None:
    r"""Returns the content of a text's file, None where the encoding lacks one of its characters.

    >>> encode("a\nb", "utf-8", "\r\n"), encode("a", "utf-16-le", "\n"), encode("→", "iso-8859-15", "\n")
    (b'a\r\nb\r\n', b'\xff\xfea\x00\n\x00', None)
    """
    try:
        data = (text + "\n" if text else "").replace("\n", end).encode(encoding)
    except UnicodeEncodeError:
        return None
    return _MARKS.get(encoding, b"") + data
