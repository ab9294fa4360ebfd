"""The files of presentations: reading them into a deck, and writing one.

* `read_deck`, `deck_bytes` - from a file's bytes, and to them, by the ending of its name.
* `FORMATS`, `ending` - the endings, with the formats' names.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree

from crab_sim.engines.slides.model import MAX_SHAPES, MAX_SLIDES, Deck
from crab_sim.engines.writing.formats.archive import Unreadable, bounded
from crab_sim.engines.writing.model import Paragraph

__all__ = ["FORMATS", "MAX_FILE", "deck_bytes", "ending", "read_deck"]

FORMATS: Final[Mapping[str, str]] = {"odp": "ODF Presentation", "pptx": "PowerPoint 2007–365"}
"""The formats' names by the endings of files."""
MAX_FILE: Final = 16 << 20
"""The most bytes of a file that is opened."""


def ending(name: str) -> str:
    """Returns the ending of a file's name that tells its format, ``""`` if it tells none.

    >>> ending("Talk.ODP"), ending("talk"), ending("a.pdf")
    ('odp', '', '')
    """
    last = name.rpartition(".")[2].lower()
    return last if last in FORMATS else ""


def read_deck(data: bytes) -> Deck:
    """Returns the presentation of a file.

    Raises:
        Unreadable: It isn't a presentation, is damaged, or is too large.
    """
    from crab_sim.documents.readers.packages import EDITED, Package  # which loads readers of pictures

    if len(data) > MAX_FILE:
        raise Unreadable(f"it has {len(data)} bytes, at most {MAX_FILE} are read")
    if data[:4] != b"PK\3\4":
        raise Unreadable("it is not a presentation")
    from crab_sim.engines.slides.formats import odp, pptx

    deck: Deck | None = None
    try:
        package = Package(data, EDITED)
        if package.odf_kind() == "presentation":
            deck = odp.read(package)
        elif "ppt/presentation.xml" in package.names:
            deck = pptx.read(package)
    except Unreadable:
        raise
    except (zipfile.BadZipFile, ElementTree.ParseError, ValueError, RecursionError, NotImplementedError) as error:
        raise Unreadable(f"it is damaged: {error}") from None
    except (RuntimeError, OSError, EOFError, KeyError, OverflowError) as problem:  # of odd archives and numbers
        raise Unreadable(f"it is damaged: {problem}") from None
    if deck is None:
        raise Unreadable("it is not a presentation")
    return _bounded(deck)


def _bounded(deck: Deck) -> Deck:
    if len(deck.slides) > MAX_SLIDES:
        raise Unreadable(f"it has more than {MAX_SLIDES} slides")
    everything: list[Paragraph] = []
    for slide in deck.slides:
        if len(slide.shapes) > MAX_SHAPES:
            raise Unreadable(f"it has a slide with more than {MAX_SHAPES} objects")
        everything += slide.notes
        for shape in slide.shapes:
            everything += shape.text
    bounded(everything)
    return deck


def deck_bytes(deck: Deck, kind: str) -> bytes:
    """Returns a presentation as a file.

    Args:
        deck: The presentation.
        kind: The ending of the format, one of `FORMATS`.
    """
    from crab_sim.engines.slides.formats import odp_writer, pptx_writer

    return pptx_writer.write(deck) if kind == "pptx" else odp_writer.write(deck)
