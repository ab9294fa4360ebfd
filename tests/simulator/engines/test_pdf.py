from __future__ import annotations

import pytest

from crab_sim.engines.pdf import PdfPage, PdfText, pdf_bytes

pdfmetrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
TEXTS = ("Dear Zoë,", "Grüße aus Łódź — naïve café", "plain", "Ωmega Ж и Я" * 9, "".join(map(chr, range(32, 400))))


@pytest.mark.parametrize("text", TEXTS)
def test_packed_fonts_are_written_as_reportlab_writes_them(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    lines = (PdfText(72, 90, text, "regular", 12), PdfText(72, 120, text[::2], "bold", 9, (10, 20, 30)))
    pages = [PdfPage(612, 792, lines), PdfPage(612, 792, lines[:1])]
    written = [pdf_bytes(pages, "Letter") for _ in range(2)]
    for name in ("crab-regular", "crab-bold"):
        monkeypatch.delattr(pdfmetrics.getFont(name), "addObjects")
    assert written == [pdf_bytes(pages, "Letter")] * 2
