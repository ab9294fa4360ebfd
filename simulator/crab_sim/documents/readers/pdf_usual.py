"""Entries that programs write into a PDF file by themselves; all others are unusual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

CATALOG = frozenset(
    """
    /Type /Pages /PageMode /PageLayout /PageLabels /Lang /OpenAction /Outlines /Metadata /MarkInfo /StructTreeRoot
    /ViewerPreferences /Version /Dests /Names /OutputIntents
    """.split()
)
"""The entries of a document; what `/OpenAction`, `/Outlines` and `/Names` hold is looked at."""
TREE = frozenset("/Type /Kids /Count /MediaBox /Resources /Parent".split())
"""The entries of the tree of pages, those apart that pages inherit."""
BOXES = ("/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
PAGE = frozenset(
    """
    /Type /Parent /MediaBox /Resources /Contents /Group /StructParents /Tabs /Rotate /Trans /Annots /UserUnit
    /LastModified /Metadata /ID /PieceInfo
    """.split()
).union(BOXES)
"""The entries of a page; its turn, boxes, unit, transition and annotations are looked at."""
OUTLINE = frozenset("/Title /Parent /Prev /Next /First /Last /Count /Dest /F /C /Type /SE".split())
"""The entries of an outline and its items, which say where they lead by `/Dest`."""
_PAGE_NAME = re.compile(r"(?:Slide|Page|Sheet) ?\d+")
"""The outline's names of pages that have none."""
LEAST_SIDE, MOST_SIDE = 4.0, 200.0
"""Centimetres of the sides of a page."""


def ends_well(data: bytes) -> bool:
    """Returns whether nothing is behind the end of a file."""
    return data.rstrip(b"\r\n\t \0").endswith(b"%%EOF")


_TABLE = re.compile(rb"\s*xref\s+((?:\d+ \d+\s+(?:\d{10} \d{5} [nf]\s{1,2})*)+)trailer")
_ROWS = re.compile(rb"(\d+) (\d+)\s+((?:\d{10} \d{5} [nf]\s{1,2})*)")
_OBJECT = re.compile(rb"\s*(\d+)\s+\d+\s+obj")


def places_fit(data: bytes) -> bool:
    """Returns whether the newest table of a file's objects says where they are."""
    found = re.search(rb"startxref\s+(\d+)\s+%%EOF[\s\0]*$", data[-1100:])
    at = len(data) if found is None else int(found[1])
    table = _TABLE.match(data, at)
    if table is None:
        return _OBJECT.match(data, at) is not None  # a table in a stream
    for rows in _ROWS.finditer(table[1]):
        for number, row in enumerate(rows[3].splitlines(), int(rows[1])):
            item = _OBJECT.match(data, int(row[:10]))
            if row[17:18] == b"n" and int(row[:10]) and (item is None or int(item[1]) != number):
                return False
    return True


def headings_beside(headings: Iterable[tuple[str, str]], text: str) -> Iterator[str]:
    """Yields the titles and the entries of an outline that no line of the document says.

    Args:
        headings: Each a kind, such as ``"title"``, and a text.
        text: The text of all pages.
    """
    for kind, heading in headings:
        words = r"\s+".join(map(re.escape, heading.split()))
        usual = kind == "outline" and _PAGE_NAME.fullmatch(heading.strip())
        if words and not usual and not re.search(rf"^\s*{words}\s*$", text, re.MULTILINE):
            yield f"{kind} {' '.join(heading.split())}"


def is_page_size(width: float, height: float) -> bool:
    """Returns whether a page of so many centimetres can be read."""
    return all(LEAST_SIDE <= side <= MOST_SIDE for side in (width, height))
