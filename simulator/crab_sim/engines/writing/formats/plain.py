"""Plain text: a line for each paragraph."""

from __future__ import annotations

from crab_sim.engines.writing.formats.archive import Unreadable, bounded
from crab_sim.engines.writing.model import Paragraph, Run, Text, text_of

__all__ = ["read", "write"]


def read(data: bytes) -> Text:
    r"""Returns the text of a file; its last line end begins no paragraph.

    Raises:
        Unreadable: It has bytes that no text has.

    >>> [len(paragraph.runs) for paragraph in read(b"a\n\nb\n")]
    [1, 0, 1]
    """
    if b"\0" in data:
        raise Unreadable("it is not a text document")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    return bounded([Paragraph((Run(line),) if line else ()) for line in lines])


def write(text: Text) -> bytes:
    """Returns a text without its looks as a file."""
    return (text_of(text) + "\n").encode("utf-8", "replace")
