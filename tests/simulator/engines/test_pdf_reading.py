"""Reading PDF files: pages, text, outline, pictures, pages of their own, and files that are damaged on purpose."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image
from reportlab.pdfgen import canvas

from crab_sim.documents import pdf
from crab_sim.engines.pdf import PdfBox, PdfLine, PdfPage, PdfPicture, PdfText, pdf_bytes
from crab_sim.engines.pdf_reading.page_text import Place, between, lines_of, marks, matches, place_at, text_of
from crab_sim.engines.pdf_reading.reader import PdfDamaged, extract, open_pdf, page_of


def picture(color: tuple[int, int, int]) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (8, 4), color).save(stream, "PNG")
    return stream.getvalue()


def book(pages: int = 3) -> bytes:
    stream = io.BytesIO()
    paper = canvas.Canvas(stream, pagesize=(300, 400), invariant=1)
    paper.setTitle("Birds")
    paper.setAuthor("Ida")
    for number in range(pages):
        paper.bookmarkPage(f"p{number}")
        paper.addOutlineEntry(f"Part {number}", f"p{number}", number % 2)
        paper.setFont("Helvetica", 12)
        paper.drawString(30, 350, f"Café number {number}")
        paper.setFont("Times-BoldItalic", 10)
        paper.drawString(30, 330, "the second line")
        paper.showPage()
    paper.save()
    return stream.getvalue()


def test_what_was_written_is_read_back() -> None:
    items = (
        PdfBox(10, 20, 30, 40, (255, 0, 0)),
        PdfLine(5, 100, 195, 100, 2.0, (0, 0, 255)),
        PdfPicture(50, 120, 40, 20, picture((9, 200, 30))),
        PdfText(20, 60, "Zoë's words", "bold", 14.0, (0, 128, 0)),
    )
    data = pdf_bytes([PdfPage(200, 300, items)], "A title", "Somebody")
    assert open_pdf(data).sizes == ((200.0, 300.0),)
    assert dict(open_pdf(data).properties).items() >= {"Title": "A title", "Creator": "Somebody"}.items()
    box, line, shown, *words = page_of(data, 0).items
    assert isinstance(box, PdfBox) and box[:4] == pytest.approx((10, 20, 30, 40)) and box.fill == (255, 0, 0)
    assert isinstance(line, PdfLine) and line[:5] == pytest.approx((5, 100, 195, 100, 2)) and line.color == (0, 0, 255)
    assert isinstance(shown, PdfPicture) and shown[:4] == pytest.approx((50, 120, 40, 20))
    with Image.open(io.BytesIO(shown.data)) as image:
        assert image.convert("RGB").getpixel((1, 1)) == (9, 200, 30)
    assert [word.text for word in words if isinstance(word, PdfText)] == ["Zoë's", "words"]
    first = words[0]
    assert isinstance(first, PdfText)
    assert (first.font, first.size, first.color) == ("bold", pytest.approx(14.0), (0, 128, 0))
    assert (first.x, first.y) == pytest.approx((20, 60))
    assert 35 < first.width < 60


def test_pages_outline_and_text() -> None:
    data = book()
    file = open_pdf(data)
    assert [(entry.text, entry.page, entry.depth) for entry in file.outline] == [
        ("Part 0", 0, 0), ("Part 1", 1, 1), ("Part 2", 2, 0),
    ]  # fmt: skip
    assert text_of(data, 1) == "Café number 1\nthe second line"
    fonts = [item.font for item in page_of(data, 0).items if isinstance(item, PdfText)]
    assert fonts == ["regular"] * 3 + ["bold_italic"] * 3


def test_places_in_the_text() -> None:
    data = book()
    lines = lines_of(data, 0)
    assert place_at(lines, 0, 0) == Place(0, 0)
    assert place_at(lines, 299, 399) == Place(1, len("the second line"))
    middle = place_at(lines, lines[0].edges[5], (lines[0].top + lines[0].bottom) / 2)
    assert middle == Place(0, 5)
    assert between(lines, Place(1, 3), Place(0, 5)) == "number 0\nthe"
    (left, top, right, bottom), second = marks(lines, Place(0, 5), Place(1, 3))
    assert (left, right) == (lines[0].edges[5], lines[0].edges[-1])
    assert top < bottom <= second[1] + 4


def test_finding() -> None:
    data = book()
    found = [match for number in range(3) for match in matches(data, number, "CAFÉ n")]
    assert [(match.page, match.line, match.start, match.stop) for match in found] == [(i, 0, 0, 6) for i in range(3)]
    assert not matches(data, 0, "CAFÉ", case=True)
    assert not matches(data, 0, "numb", whole=True)
    assert len(matches(data, 0, "number", whole=True)) == 1


def test_pages_are_copied_alike_whether_or_not_they_were_looked_at() -> None:
    data = book(7)  # which no cache knows yet
    fresh = extract(data, [1])
    open_pdf(data)
    page_of(data, 1)
    assert extract(data, [1]) == fresh


def test_some_pages_make_a_file() -> None:
    data = extract(book(), [2, 0])
    assert data == extract(book(), [2, 0])
    document = pdf(data)
    assert document is not None
    assert [page.text.split("\n")[0] for page in document] == ["Café number 2", "Café number 0"]


def test_a_turned_page_is_shown_upright() -> None:
    import pypdf

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(book(1)))
    writer.pages[0].rotate(90)
    stream = io.BytesIO()
    writer.write(stream)
    data = stream.getvalue()
    assert open_pdf(data).sizes == ((400.0, 300.0),)
    word = page_of(data, 0).items[0]
    assert isinstance(word, PdfText)
    assert (word.x, word.y) == pytest.approx((350, 30))  # from 30 right and 50 below the top left, turned clockwise


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4\n%%EOF\n", b"PK\x03\x04", b"%PDF-1.7\nxref\n0 1\ntrailer\n<<>>\n"])
def test_what_is_no_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(PdfDamaged):
        open_pdf(data)


def test_damaged_files_raise_nothing_else() -> None:
    whole, rng = book(2), random.Random(3)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 30)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            file = open_pdf(bytes(data))
        except PdfDamaged:
            continue
        for number in range(len(file.sizes)):
            page_of(bytes(data), number)
            text_of(bytes(data), number)


def test_what_optional_packages_decrypt_is_read_nowhere() -> None:
    pytest.importorskip("cryptography", reason="this host can't make such a file")
    from pypdf import PdfReader, PdfWriter

    def encrypted(algorithm: str) -> bytes:
        writer, stream = PdfWriter(clone_from=PdfReader(io.BytesIO(book(1)))), io.BytesIO()
        writer.encrypt("", "owner", algorithm=algorithm)
        writer.write(stream)
        return stream.getvalue()

    read = pdf(encrypted("RC4-128"))
    assert len(open_pdf(encrypted("RC4-128")).sizes) == 1 and read is not None and "the second line" in read[0].text
    for algorithm in ("AES-128", "AES-256-R5", "AES-256"):
        with pytest.raises(PdfDamaged, match="encrypted"):
            open_pdf(encrypted(algorithm))
        assert pdf(encrypted(algorithm)) is None
