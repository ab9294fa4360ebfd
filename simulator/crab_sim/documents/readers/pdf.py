"""Reading PDF files with pypdf: text, and the pictures on the pages with their places."""

from __future__ import annotations

import base64
import io
from typing import Any

from .simple_pdf import add_letters

MAX_PAGES = 500
"""Maximum number of pages."""
MAX_PICTURES = 100
"""Maximum number of pictures."""
MAX_PIXELS = 4096 * 4096
"""Maximum number of pixels of a picture."""
_CM_PER_POINT = 2.54 / 72


def needs_cipher(reader: Any) -> bool:
    """Returns whether a file, opened by pypdf, is encrypted by AES, which takes a package that may be installed or not.

    Such files are never read, so that a file is read either everywhere or nowhere.
    """
    return bool(reader.is_encrypted) and int(reader.trailer["/Encrypt"].get_object().get("/V", 0)) > 3


def _open(data: bytes) -> Any:
    import pypdf

    reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
    if needs_cipher(reader):
        raise ValueError("encrypted")
    if len(reader.pages) > MAX_PAGES:
        raise ValueError(f"{len(reader.pages)} pages, at most {MAX_PAGES} are read")
    return reader


def read_pdf(data: bytes) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_sim.documents.PdfPage`."""
    pages = []
    for page in _open(data).pages:
        width, height = (round(float(side) * _CM_PER_POINT, 2) for side in (page.mediabox.width, page.mediabox.height))
        letters: list[list[Any]] = []

        def note(text: str, outer: Any, inner: Any, _font: Any, size: float, letters: Any = letters) -> None:
            add_letters(letters, text, size * abs(float(outer[3]) * float(inner[3])))

        text = page.extract_text(visitor_text=note)
        pages.append({"text": text, "size": [width, height], "letters": letters})
    return pages


def read_pdf_pictures(data: bytes) -> list[list[dict[str, Any]]]:
    """Returns the fields of each page's `crab_sim.documents.PdfPicture`s in drawing order, with data as base64 of a
    PNG.
    """
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    found, count = [], 0
    for page in _open(data).pages:
        drawn: list[tuple[str, list[float]]] = []
        height = float(page.mediabox.height)

        def note(
            operator: Any, operands: Any, matrix: Any, _text: Any, drawn: Any = drawn, top: float = height
        ) -> None:
            if operator == b"Do":
                drawn.append((str(operands[0]), _bounds(matrix, top)))

        page.extract_text(visitor_operand_before=note)
        pictures = []
        for name, bounds in drawn:
            try:
                picture = page.images[name].image
            except KeyError:  # vector graphics, not a picture
                continue
            count += 1
            if count > MAX_PICTURES or picture is None or picture.width * picture.height > MAX_PIXELS:
                raise ValueError("too many or too large pictures")
            stream = io.BytesIO()
            picture.convert("RGB").save(stream, "PNG", compress_level=1)
            pictures.append({"data": base64.b64encode(stream.getvalue()).decode(), "bounds": bounds})
        found.append(pictures)
    return found


def _bounds(matrix: Any, top: float) -> list[float]:
    """Returns the bounds of the transformed unit square, in centimetres from the page's top left."""
    a, b, c, d, x, y = (float(value) for value in matrix)
    across, down = sorted((x, x + a + c)), sorted((top - y, top - y - b - d))
    return [round(value * _CM_PER_POINT, 3) for value in (across[0], down[0], across[1], down[1])]
