"""Files of presentations: what is written is read back, here, by the evaluators' reader, and by LibreOffice."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from crab_sim.documents import pdf, presentation
from crab_sim.engines.slides import edits
from crab_sim.engines.slides.formats import MAX_FILE, deck_bytes, ending, read_deck
from crab_sim.engines.slides.model import MAX_SHAPES, MAX_SLIDES, Box, Deck, Shape, new_deck, words
from crab_sim.engines.slides.printing import print_deck
from crab_sim.engines.writing.formats import Unreadable
from crab_sim.engines.writing.model import Look, Paragraph, Run, text_of
from crab_tasks.kits.ubuntu.libreoffice import slides_file

KINDS = ["odp", "pptx"]


def picture() -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (320, 200), (200, 30, 30)).save(stream, "PNG")
    return stream.getvalue()


def filled(deck: Deck, number: int, index: int, *paragraphs: Paragraph) -> Deck:
    """Fills a place for text with paragraphs in its style."""
    shape = deck.slides[number].shapes[index]
    style = shape.text[0].style
    text = tuple(paragraph._replace(style=style) for paragraph in paragraphs)
    return edits.with_shape(deck, number, index, shape._replace(text=text))


def talk() -> Deck:
    """Returns a presentation with all that one can have."""
    deck = new_deck()
    for layout in ("content", "two", "title_only", "blank", "over", "centered", "four"):
        deck = edits.added(deck, len(deck.slides) - 1, layout)
    deck = filled(deck, 0, 0, Paragraph((Run("Zoë’s talk & more"),)))
    looks = [Look(bold=True), Look(italic=True, color="#2a6099"), Look(underline=True), Look(strike=True)]
    looks += [Look(size=18.0, font="Liberation Mono"), Look(highlight="#ffbf00")]
    runs = tuple(Run(f"word {i} ", look) for i, look in enumerate(looks))
    deck = filled(deck, 0, 1, Paragraph((Run("a "), *runs)), Paragraph((Run("left"),), align="left"))
    deck = filled(deck, 1, 0, Paragraph((Run("Plan"),), align="right"))
    deck = filled(
        deck, 1, 1, Paragraph((Run("one"),), marker="bullet"), Paragraph((Run("deeper"),), marker="bullet", level=1),
        Paragraph((Run("deepest"),), marker="bullet", level=2), Paragraph((Run("  two  blanks,\nnew line"),)),
        Paragraph((Run("first"),), marker="number"), Paragraph((Run("second"),), marker="number"),
    )  # fmt: skip
    deck = filled(deck, 2, 1, Paragraph((Run("left side"),), marker="bullet"))
    deck, _ = edits.with_picture(deck, 2, picture())
    notes = (Paragraph((Run("say hello"),), "Notes"), Paragraph((Run("bye"),), "Notes"))
    deck = edits.with_slide(deck, 3, lambda slide: slide._replace(hidden=True, name="Only & title", notes=notes))
    free = (Paragraph((Run("free text"),), "Text Box"), Paragraph((Run("item"),), "Text Box", marker="bullet"))
    box = Shape("text", Box(3000, 3000, 10000, 1200), free, Look(size=24.0))
    return edits.with_new_shape(deck, 4, box)


@pytest.mark.parametrize("kind", KINDS)
def test_a_presentation_is_read_back_as_it_was(kind: str) -> None:
    deck = talk()
    data = deck_bytes(deck, kind)
    assert read_deck(data) == deck
    assert deck_bytes(deck, kind) == data


@pytest.mark.parametrize("kind", KINDS)
def test_evaluators_read_the_same(kind: str) -> None:
    deck = talk()
    slides = presentation(deck_bytes(deck, kind))
    assert slides is not None and len(slides) == len(deck.slides)
    assert [slide.text for slide in slides] == [words(slide) for slide in deck.slides]
    assert [slide.title for slide in slides[:4]] == ["Zoë’s talk & more", "Plan", "", ""]
    assert [slide.notes for slide in slides[:4]] == ["", "", "", "say hello\nbye"]
    (shape,) = [shape for shape in slides[2].shapes if shape.kind == "picture"]
    assert shape.digest == hashlib.sha256(picture()).hexdigest()
    box = next(shape.box for shape in deck.slides[2].shapes if shape.kind == "picture")
    wanted = (box.x / 1000, box.y / 1000, (box.x + box.width) / 1000, (box.y + box.height) / 1000)
    assert shape.bounds == pytest.approx(wanted, abs=0.002)


def test_a_pdf_has_the_shown_slides_with_their_text() -> None:
    deck = talk()
    pages = pdf(print_deck(deck, "talk"))
    assert pages is not None and len(pages) == len(deck.slides) - 1  # one is hidden
    assert pages[0].size == pytest.approx((28.0, 15.75), abs=0.01)
    assert pages[0].text.split()[:4] == ["Zoë’s", "talk", "&", "more"] and "word 0 word 1" in pages[0].text
    assert "Only & title" not in " ".join(page.text for page in pages)
    chosen = pdf(print_deck(deck, "talk", [1, 99]))
    assert chosen is not None and len(chosen) == 1 and chosen[0].text.startswith("Plan")


def test_the_ending_tells_the_format() -> None:
    assert [ending(name) for name in ("A.ODP", "b.pptx", "c.pdf", "d")] == ["odp", "pptx", "", ""]


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    deck = filled(new_deck(), 0, 0, Paragraph((Run("a\x00b\x1bc\ud800d\uffff"),)))
    for kind in KINDS:
        assert words(read_deck(deck_bytes(deck, kind)).slides[0]) == "abc?d"


def test_slides_of_another_program_keep_sizes_lines_and_bullets() -> None:
    data = slides_file([("A title", ["one", "two"]), ("Another", ["three"])])
    deck = read_deck(data)
    assert (deck.width, deck.height, len(deck.slides)) == (28000, 15750, 2)
    title, body = deck.slides[0].shapes
    assert (title.kind, title.look, text_of(title.text)) == ("title", Look(size=36.0), "A title")
    assert (body.kind, body.look, text_of(body.text)) == ("outline", Look(size=24.0), "one\ntwo")
    assert not any(paragraph.marker for paragraph in body.text)
    again = presentation(deck_bytes(deck, "odp"))
    assert again is not None and [slide.text for slide in again] == ["A title\none\ntwo", "Another\nthree"]


# Hostile files ----------------------------------------------------------------------------------------------------


def archive(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in files.items():
            new.writestr(name, content)
    return stream.getvalue()


def odp_of(pages: str, more: str = "") -> bytes:
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for short, name in (
            ("office", "office"), ("text", "text"), ("draw", "drawing"), ("presentation", "presentation"),
            ("svg", "svg-compatible"),
        )
    )  # fmt: skip
    return archive({
        "mimetype": "application/vnd.oasis.opendocument.presentation",
        "content.xml": f"{more}<office:document-content {names}><office:body><office:presentation>{pages}"
        "</office:presentation></office:body></office:document-content>",
    })  # fmt: skip


FRAME = "<draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>"


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01", b"PK\3\4 broken", archive({"a.xml": "<a/>"}), b"x" * (MAX_FILE + 1), odp_of(""),
        odp_of("<draw:page/>", '<!DOCTYPE x [<!ENTITY a "b">]>'), odp_of("<draw:page>"),
        odp_of("<draw:page/>" * (MAX_SLIDES + 1)), odp_of(f"<draw:page>{FRAME * (MAX_SHAPES + 1)}</draw:page>"),
        odp_of(f"<draw:page><draw:frame>{'<text:p>x</text:p>' * 5001}</draw:frame></draw:page>"),
        odp_of('<draw:page><draw:frame svg:x="acm"/></draw:page>'),
        archive({"ppt/presentation.xml": "<a/>"}),
    ],
)  # fmt: skip
def test_hostile_files_are_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_deck(data)


def test_odd_places_and_deep_groups_are_bounded() -> None:
    place = FRAME.replace("<draw:frame>", '<draw:frame svg:x="1e300cm" svg:y="nancm" svg:width="infcm">')
    far = odp_of(f"<draw:page>{place}</draw:page>")
    (shape,) = read_deck(far).slides[0].shapes
    assert shape.box == Box(200_000, 200_000, 200_000, 1)
    deep = "<draw:g>" * 100 + FRAME + "</draw:g>" * 100
    assert read_deck(odp_of(f"<draw:page>{deep}</draw:page>")).slides[0].shapes == ()


# LibreOffice ------------------------------------------------------------------------------------------------------


def convert(source: Path, kind: str) -> bytes:
    """Lets LibreOffice convert a file."""
    office = shutil.which("soffice")
    assert office is not None
    profile = f"-env:UserInstallation=file://{source.parent}/profile"
    argv = [office, profile, "--headless", "--convert-to", kind, "--outdir", str(source.parent / "out"), str(source)]
    subprocess.run(argv, check=True, capture_output=True, timeout=200)
    return (source.parent / "out" / f"{source.stem}.{kind}").read_bytes()


@pytest.mark.slow
@pytest.mark.desktop
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("kind", KINDS)
def test_libreoffice_reads_our_files_and_we_read_its(tmp_path: Path, kind: str) -> None:
    deck = talk()
    source = tmp_path / f"ours.{kind}"
    source.write_bytes(deck_bytes(deck, kind))
    for other in KINDS:
        theirs = read_deck(convert(source, other))
        assert (theirs.width, theirs.height) == pytest.approx((deck.width, deck.height), abs=3)
        layouts = [slide.layout for slide in deck.slides]
        assert [slide.layout for slide in theirs.slides[:2]] == layouts[:2]
        assert [slide.layout for slide in theirs.slides[5:]] == layouts[5:]
        assert [words(slide) for slide in theirs.slides] == [words(slide) for slide in deck.slides]
        assert [slide.hidden for slide in theirs.slides] == [slide.hidden for slide in deck.slides]
        assert [text_of(slide.notes) for slide in theirs.slides] == [text_of(slide.notes) for slide in deck.slides]
        for ours, found in zip(deck.slides, theirs.slides, strict=True):
            kinds = [shape.kind for shape in ours.shapes if shape.kind in ("title", "picture")]
            assert [shape.kind for shape in found.shapes if shape.kind in ("title", "picture")] == kinds
            boxes = [shape.box for shape in ours.shapes if words(ours._replace(shapes=(shape,)))]
            other_boxes = [shape.box for shape in found.shapes if words(found._replace(shapes=(shape,)))]
            assert [tuple(box)[:3] for box in other_boxes] == [pytest.approx(tuple(box)[:3], abs=3) for box in boxes]
        outline = next(shape for shape in theirs.slides[1].shapes if "deeper" in text_of(shape.text))
        assert [(p.marker, p.level) for p in outline.text] == [
            (p.marker, p.level) for p in deck.slides[1].shapes[1].text
        ]
        (image,) = [shape for shape in theirs.slides[2].shapes if shape.kind == "picture"]
        assert image.picture == picture()
    printed = pdf(convert(source, "pdf"))
    assert printed is not None and len(printed) == len(deck.slides) - 1
    assert "Zoë’s talk & more" in printed[0].text and "free text" in printed[3].text


@pytest.mark.parametrize("kind", ["odp", "pptx"])
def test_raised_letters_and_capitals_are_kept_and_read(kind: str) -> None:
    deck = new_deck()
    slide = deck.slides[0]
    for look in (Look(script="super"), Look(script="sub"), Look(caps="small"), Look(caps="upper")):
        title = slide.shapes[0]._replace(text=(Paragraph((Run("Tea"),), "Slide Title"),))
        plain, whole = title, title._replace(look=look)
        part = title._replace(text=(Paragraph((Run("Tea", look),), "Slide Title"),))
        found = []
        for shape in (plain, whole, part):
            data = deck_bytes(deck._replace(slides=(slide._replace(shapes=(shape,)),)), kind)
            assert read_deck(data).slides[0].shapes[0] == shape
            slides = presentation(data)
            assert slides is not None
            found.append(slides[0].shapes[0].other)
        assert not found[0] and found[1] and found[2]
