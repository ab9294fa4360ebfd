"""The Document Viewer: PDF files to read, an evaluator of printed pages, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.documents import pdf
from crab_gym.task import Action, Look, action
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import choose_file, start, wait_for

__all__ = ["open_pdf", "page_with", "pages_are", "print_pages", "text_pdf"]

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


def pages_are(state: State, answer: str | None, path: str, pages: Sequence[str]) -> bool:
    """The PDF file has pages with these texts, in this order, and no others."""
    found = pdf(state["ubuntu"].read_file(path))
    return found is not None and [squeezed(page.text) for page in found] == [squeezed(text) for text in pages]


def open_pdf(look: Look, path: str) -> Iterator[Action]:
    """Opens a file in the Document Viewer."""
    yield from start("Document Viewer")
    yield action("ubuntu", "hotkey", keys=["ctrl", "o"])
    yield from choose_file(look, path)
    yield from wait_for(look, description="Page 1")


def page_with(look: Look, text: str) -> Iterator[Action]:
    """Goes to the page on which a text occurs first, by finding it."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{text}\n")
    yield action("ubuntu", "press", key="escape")


def print_pages(look: Look, pages: str, folder: str, name: str) -> Iterator[Action]:
    """Prints pages of the open document to a file.

    Args:
        look: Shows the screens.
        pages: The pages, such as ``"2-4"``; ``""`` for all.
        folder: The folder of the file.
        name: Its name.
    """
    if not has(look, "ubuntu", description="File options"):
        yield from start("Document Viewer")
    yield action("ubuntu", "hotkey", keys=["ctrl", "p"])
    yield from wait_for(look, text="Print", role="dialog")
    for field, value in (("File name", name), ("Folder", folder)):
        yield click(look, description=field, role="text_field")
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=value)
    if pages:
        yield click(look, description="Pages", role="radio")
        yield click(look, description="Pages, for example 1-3, 5", role="text_field")
        yield action("ubuntu", "write_text", text=pages)
    yield click(look, text="Print", role="button")
