"""Files of word processors: what is written is read back, here, by the evaluators' reader, and by LibreOffice."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from crab_sim.documents import document_text, pdf, text_document
from crab_sim.engines.writing import edits, tables
from crab_sim.engines.writing.formats import MAX_FILE, Unreadable, ending, read_text, text_bytes
from crab_sim.engines.writing.model import MAX_PARAGRAPHS, Look, Paragraph, Position, Run, Space, Text, text_of
from crab_sim.engines.writing.printing import print_text

WORDS = "Zoë’s choir meets on Monday, at the Old Mill, and sings “Ännchen von Tharau” until everybody has gone home. "


def letter() -> Text:
    """Returns a text with all that a text can have."""
    looks = [
        Look(bold=True), Look(italic=True, color="#2a6099"), Look(underline=True), Look(strike=True),
        Look(size=18.0, font="Liberation Mono"), Look(highlight="#ffbf00", bold=True, italic=True), Look(bold=False),
    ]  # fmt: skip
    found: list[Paragraph] = [
        Paragraph((Run("A letter"),), "Title"),
        Paragraph((Run("of many kinds"),), "Subtitle"),
        Paragraph((Run("First part"),), "Heading 1"),
        Paragraph((Run(WORDS * 2),), "Text Body", "justify"),
        Paragraph(tuple(Run(f"word {i} ", look) for i, look in enumerate(looks))),
        Paragraph((Run("  two  blanks,\ta tab and\na line "),), align="right"),
        Paragraph(),
        Paragraph((Run("Second part"),), "Heading 2"),
        Paragraph((Run("milk"),), marker="bullet"),
        Paragraph((Run("of the goat"),), marker="bullet", level=1),
        Paragraph((Run("bread"),), marker="bullet"),
        Paragraph((Run("between lists"),)),
        Paragraph((Run("first"),), marker="number"),
        Paragraph((Run("second"),), marker="number"),
        Paragraph((Run("A third part"),), "Heading 3", "center"),
        Paragraph((Run("another page"),), page_break=True),
    ]
    text, caret = tables.insert_table(tuple(found), Position(15, 12), 2, 2)
    for number, word in enumerate(("Name", "Fee & more", "Zoë", "<3.50>")):
        text, _ = edits.insert(text, Position(caret.paragraph + number, 0), word)
    return text


@pytest.mark.parametrize("kind", ["odt", "docx"])
def test_a_text_is_read_back_as_it_was(kind: str) -> None:
    text = letter()
    data = text_bytes(text, kind)
    assert read_text(data, f"a.{kind}") == text
    assert text_bytes(text, kind) == data


@pytest.mark.parametrize("kind", ["odt", "docx"])
def test_evaluators_read_the_same(kind: str) -> None:
    text = letter()
    document = text_document(text_bytes(text, kind))
    assert document is not None
    assert document.text.replace("\n", " ") == " ".join("".join(r.text for r in p.runs) for p in text).replace(
        "\n", " "
    )
    by_text = {paragraph.text: paragraph for paragraph in document.paragraphs}
    assert [by_text[name].level for name in ("First part", "Second part", "A third part", "milk")] == [1, 2, 3, 0]
    assert by_text["A third part"].align == "center" and by_text[WORDS * 2].align == "justify"
    assert by_text["milk"].listed and by_text["second"].listed and not by_text["between lists"].listed
    assert by_text["First part"].all("bold") and not by_text["milk"].all("bold")
    runs = next(paragraph.runs for paragraph in document.paragraphs if paragraph.text.startswith("word 0"))
    assert [run.text for run in runs if run.bold] == ["word 0 ", "word 5 "]
    assert [run.text for run in runs if run.italic] == ["word 1 ", "word 5 "]
    assert [run.text for run in runs if run.underline] == ["word 2 "]
    assert document.tables == ((("Name", "Fee & more"), ("Zoë", "<3.50>")),)


def test_a_pdf_says_the_same_on_as_many_pages() -> None:
    pages = pdf(print_text(letter(), "letter"))
    assert pages is not None and len(pages) == 2
    said = " ".join(" ".join(page.text for page in pages).split())
    for words in (
        "A letter of many kinds First part",
        " ".join((WORDS * 2).split()),
        "word 0 word 1 word 2",
        "1. first",
    ):
        assert words in said
    assert pages[0].size == (21.59, 27.94)
    chosen = pdf(print_text(letter(), "letter", [1]))
    assert chosen is not None and len(chosen) == 1 and chosen[0].text.startswith("another page")


def test_plain_text_loses_looks_only() -> None:
    assert text_bytes((Paragraph((Run("päivää"),), "Title"), Paragraph()), "txt") == "päivää\n\n".encode()
    assert text_of(read_text("\ufeffa\r\n\r\nb\n".encode(), "a.txt")) == "a\n\nb"
    assert text_of(read_text(b"caf\xe9", "a.txt")) == "café"
    assert [ending(name) for name in ("A.ODT", "b.docx", "c.pdf", "d")] == ["odt", "docx", "", ""]


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    for kind in ("odt", "docx"):
        back = read_text(text_bytes((Paragraph((Run("a\x00b\x1bc\ud800d\uffff"),)),), kind), "a")
        assert text_of(back) == "abc?d"


def archive(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in files.items():
            new.writestr(name, content)
    return stream.getvalue()


def odt_of(body: str, more: str = "") -> bytes:
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "text", "table")
    )
    return archive({
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"{more}<office:document-content {names}><office:body><office:text>{body}</office:text>"
        "</office:body></office:document-content>",
    })  # fmt: skip


def test_hostile_files_are_refused_or_bounded() -> None:
    hostile = [
        b"\x00\x01", b"PK\3\4 broken", archive({"a.xml": "<a/>"}), b"x" * (MAX_FILE + 1),
        odt_of("<text:p>x</text:p>", '<!DOCTYPE x [<!ENTITY a "b">]>'), odt_of("<text:p>x"),
        odt_of("<text:p/>" * (MAX_PARAGRAPHS + 1)), odt_of("<text:section>" * 5000 + "</text:section>" * 5000),
        b"\n" * (MAX_PARAGRAPHS + 2), b"y" * 300_000,
        odt_of('<table:table><table:table-row><table:table-cell table:number-columns-repeated="99999999"/>'
               "</table:table-row></table:table>"),
    ]  # fmt: skip
    for data in hostile:
        with pytest.raises(Unreadable):
            read_text(data, "a.odt")
    blanks = read_text(odt_of('<text:p>a<text:s text:c="99999999"/>b</text:p>'), "a.odt")
    assert len(text_of(blanks)) == 1002


def test_foreign_documents_keep_text_lists_and_merged_cells() -> None:
    body = (
        "<text:h text:outline-level='2'>Head</text:h><text:list><text:list-header><text:p>a  b</text:p>"
        "</text:list-header><text:list-item><text:p>c</text:p><text:p>d</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell>"
        "<table:covered-table-cell/></table:table-row><table:table-row><table:table-cell><text:p>2</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    )
    text = read_text(odt_of(body), "a.odt")
    assert [(p.style, p.marker) for p in text[:4]] == [
        ("Heading 2", ""), ("Default Paragraph Style", "bullet"), ("Default Paragraph Style", "bullet"),
        ("Default Paragraph Style", ""),
    ]  # fmt: skip
    assert text_of(text) == "Head\na b\nc\nd\n1\t\n2\t\n"


def convert(source: Path, kind: str) -> bytes:
    """Lets LibreOffice convert a file."""
    office = shutil.which("soffice")
    assert office is not None
    profile = f"-env:UserInstallation=file://{source.parent}/profile"
    argv = [office, profile, "--headless", "--convert-to", kind, "--outdir", str(source.parent / "out"), str(source)]
    subprocess.run(argv, check=True, capture_output=True, timeout=200)
    return (source.parent / "out" / f"{source.stem}.{kind.partition(':')[0]}").read_bytes()


@pytest.mark.slow
@pytest.mark.desktop
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_reads_our_files_and_we_read_its(tmp_path: Path) -> None:
    text = letter()
    words = text_of(text).replace("\t", "\n").split()
    for kind in ("odt", "docx"):
        source = tmp_path / f"ours_{kind}.{kind}"
        source.write_bytes(text_bytes(text, kind))
        said = convert(source, "txt:Text").decode("utf-8-sig").split()
        assert [word for word in said if word not in ("•", "◦", "1.", "2.")] == words
        for other in ("odt", "docx"):
            theirs = read_text(convert(source, other), f"a.{other}")
            assert text_of(theirs) == text_of(text)
            for ours, found in zip(text, theirs, strict=True):
                assert (found.style, found.marker, found.level, found.page_break, found.cell) == (
                    ours.style, ours.marker, ours.level, ours.page_break, ours.cell
                )  # fmt: skip
        printed = pdf(convert(source, "pdf"))
        assert printed is not None and len(printed) == 2
    source = tmp_path / "printed.pdf"
    source.write_bytes(print_text(text, "letter"))
    assert document_text(source.read_bytes()) is not None
    assert convert(source, "png")[:4] == b"\x89PNG"


SPACES = Space(36.0, 18.0, -12.0, 6.0, 3.0, 1.5)


@pytest.mark.parametrize("kind", ["odt", "docx"])
def test_looks_links_and_spaces_are_kept(kind: str) -> None:
    looks = [
        Look(shadow=True), Look(outline=True), Look(script="super"), Look(script="sub"), Look(caps="small"),
        Look(caps="upper"), Look(link="https://example.org/a?b=1&c"), Look(bold=True, link="mailto:ada@example.org"),
    ]  # fmt: skip
    looks += [Look(overline=True)] if kind == "odt" else []
    runs = tuple([Run(f"w{i} ", look) for i, look in enumerate(looks)])
    text = (Paragraph(runs, space=SPACES), Paragraph((Run("Tea"),), "Heading 1", space=Space(line=2.0)))
    assert read_text(text_bytes(text, kind), f"a.{kind}") == text
