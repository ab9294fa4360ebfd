"""Document Viewer: evaluators and setups."""

from __future__ import annotations

from collections.abc import Sequence

from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.documents import bare_pages

__all__ = ["pages_are", "text_pdf"]

_WIDTH, _HEIGHT, _MARGIN, _LEADING = 420, 595, 48, 18  # an A5 page, in points


def _escaped(text: str) -> bytes:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252", "replace")


def _page(lines: Sequence[str]) -> bytes:
    """Returns the drawing instructions of a page, its first line in bold."""
    rows = [b"BT /F2 16 Tf %d %d Td %d TL" % (_MARGIN, _HEIGHT - _MARGIN - 16, _LEADING)]
    for i, line in enumerate(lines):
        rows.append(b"(%s) Tj T*%s" % (_escaped(line), b" /F1 11 Tf" if i == 0 else b""))
    return b"\n".join([*rows, b"ET"])


def text_pdf(pages: Sequence[Sequence[str]], title: str) -> bytes:
    """Returns a PDF file of plain pages.

    Args:
        pages: The lines of each page; the first is its heading. Only characters of Western European languages.
        title: The document's title.
    """
    kids = b" ".join(b"%d 0 R" % (6 + 2 * i) for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Title (%s) /Creator (crab-gym) >>" % _escaped(title),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for i, lines in enumerate(pages):
        resources = b"<< /Font << /F1 4 0 R /F2 5 0 R >> >>"
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources %s /Contents %d 0 R >>"
            % (_WIDTH, _HEIGHT, resources, 7 + 2 * i)
        )
        content = _page(lines)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + head + table + end


def pages_are(state: State, path: str, pages: Sequence[str], source: str, title: str) -> bool:
    """The PDF file has pages with these texts, in this order, and nothing else.

    Args:
        state: The devices' states.
        path: The file's path.
        pages: The texts.
        source: The path of the document that they are printed from.
        title: The title of that document.
    """
    found = bare_pages(state.ubuntu.read_file(path), path, source, title)
    return found is not None and [squeezed(page.text) for page in found] == [squeezed(text) for text in pages]
