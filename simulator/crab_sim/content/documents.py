"""Small documents of real formats, for the seeded files of both devices."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, islice

__all__ = ["pdf", "zip_archive"]


def pdf(lines: Sequence[str]) -> bytes:
    """Returns a PDF file of one page with lines of text, in ASCII, without brackets and backslashes."""
    shown = "".join([f"({line}) Tj T* " for line in lines])
    stream = f"BT /F1 12 Tf 14 TL 72 760 Td {shown}ET"
    objects = (
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>stream\n{stream}\nendstream", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )  # fmt: skip
    parts = ["%PDF-1.4\n", *[f"{i} 0 obj\n{item}\nendobj\n" for i, item in enumerate(objects, 1)]]
    places = accumulate(map(len, parts))
    table = "".join([f"{place:010} 00000 n \n" for place in islice(places, len(objects))])
    start = sum(map(len, parts))
    trailer = f"xref\n0 6\n0000000000 65535 f \n{table}trailer\n<</Root 1 0 R/Size 6>>\nstartxref\n{start}\n%%EOF\n"
    return ("".join(parts) + trailer).encode()


@cache
def zip_archive(files: tuple[tuple[str, bytes], ...]) -> bytes:
    """Returns a ZIP archive of files, given by name and content."""
    from zipfile import ZipFile, ZipInfo

    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in files:
            archive.writestr(ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)
    return stream.getvalue()
