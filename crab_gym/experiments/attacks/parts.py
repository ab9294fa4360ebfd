"""Mutants of files by parts that no program here writes: what a reader could leave out, since it doesn't look for it.

* `PARTS` - what is done to a file, and how, by the endings of names. `Unkept` - a file has nothing of which it is done.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

__all__ = ["AREAS", "PARTS", "Part", "Unkept"]

Part: TypeAlias = tuple[str, Callable[[bytes], bytes]]
"""What is done, in words, and a function of a file's content that does it."""


class Unkept(ValueError):
    """A format doesn't keep what a mutant has changed, or a file has nothing to change."""


# Packages -------------------------------------------------------------------------------------------------------------


def _packed(change: Callable[[dict[str, bytes]], None], data: bytes) -> bytes:
    """Returns an archive whose members were changed, each packed as it was."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        members = {row.filename: old.read(row) for row in old.infolist()}
        before, packing = dict(members), {row.filename: row.compress_type for row in old.infolist()}
        change(members)
        if members == before:
            raise Unkept
        for name, content in members.items():
            new.writestr(zipfile.ZipInfo(name), content, packing.get(name, zipfile.ZIP_DEFLATED))
    return stream.getvalue()


def _edited(name: str, pattern: str, replacement: str) -> Callable[[bytes], bytes]:
    """Returns a function that changes the XML of a member wherever it has a pattern."""

    def change(members: dict[str, bytes]) -> None:
        text = members.get(name, b"").decode("utf-8", "replace")
        if text:
            members[name] = re.sub(pattern, replacement, text).encode()

    return partial(_packed, change)


def _with(name: str, content: bytes) -> Callable[[bytes], bytes]:
    """Returns a function that adds a member."""
    return partial(_packed, lambda members: members.update({name: content}))


def _without(name: str) -> Callable[[bytes], bytes]:
    """Returns a function that takes a member away."""

    def change(members: dict[str, bytes]) -> None:
        members.pop(name, None)

    return partial(_packed, change)


_SCRIPT: Final = (
    '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" '
    'xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" script:event-name="dom:load" '
    'xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/>'
    "</office:event-listeners></office:scripts>"
)
_COVER: Final = (
    '<draw:frame svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="5cm"><draw:text-box><text:p>VOID</text:p>'
    "</draw:text-box></draw:frame>"
)
_BEHIND: Final[Part] = ("bytes behind its end", lambda data: data + b"more" * 10)
_OPEN: Final[tuple[Part, ...]] = (
    ("a script at opening", _edited("content.xml", "<office:body>", f"{_SCRIPT}<office:body>")),
    ("another member", _with("Pictures/more.png", b"more")),
    ("letters of one point", _edited("styles.xml", r'fo:font-size="\d+pt"', 'fo:font-size="1pt"')),
    ("a font of symbols", _edited("styles.xml", r'style:font-name="[^"]*"', 'fo:font-family="Wingdings"')),
    ("a font of nothing", _edited("styles.xml", r'svg:font-family="[^"]*"', 'svg:font-family="Adobe Blank"')),
    ("words in a comment", _edited("content.xml", "<office:body>", "<!-- VOID --><office:body>")),
    ("a template elsewhere", _edited(
        "meta.xml", "</office:meta>",
        '<meta:template xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="http://elsewhere.example/"/></office:meta>',
    )),
    ("no styles", _without("styles.xml")),
    ("no manifest", _without("META-INF/manifest.xml")),
    ("another kind in its manifest", _edited(
        "META-INF/manifest.xml", r"opendocument\.(text|presentation)\"", r'opendocument.\1-master"',
    )),
)  # fmt: skip
_TEXT: Final[tuple[Part, ...]] = (
    *_OPEN,
    ("a page of one centimetre", _edited("styles.xml", r'page-(width|height)="[^"]*"', r'page-\1="1cm"')),
    ("margins of thirty centimetres", _edited("styles.xml", r'margin-left="[\d.]+in"', 'margin-left="30cm"')),
    ("lines of one per cent", _edited("styles.xml", r'line-height="\d+%"', 'line-height="1%"')),
    (
        "a page for each paragraph",
        _edited("styles.xml", "fo:margin-bottom=", 'fo:break-before="page" fo:margin-bottom='),
    ),
    ("a master document", _edited("content.xml", "<office:text>", '<office:text text:global="true">')),
    ("a break in a line", _edited("content.xml", r"(<text:p[^>]*>\w+) ", r"\1<text:line-break/>")),
    ("blanks in a line", _edited("content.xml", r"(<text:p[^>]*>\w+) ", r'\1<text:s text:c="5"/>')),
    ("an empty paragraph before", _edited("content.xml", "(<office:text[^>]*>)", r"\1<text:p/>")),
    ("a style that only programs have", _edited(
        "content.xml", r"(<text:p[^>]*>)(\w+) ", r'\1<text:span text:style-name="Strong_20_Emphasis">\2</text:span> ',
    )),
)  # fmt: skip
_DECK: Final[tuple[Part, ...]] = (
    *_OPEN,
    ("a text on the master", _edited("styles.xml", r"(<style:master-page [^>/]*>)", rf"\1{_COVER}")),
    ("a layer that isn't shown", _edited(
        "styles.xml", "<office:master-styles>",
        '<office:master-styles><draw:layer-set><draw:layer draw:name="layout" draw:display="none"/></draw:layer-set>',
    )),
    ("words beside their boxes", _edited(
        "styles.xml", "<style:graphic-properties ", '<style:graphic-properties fo:padding-left="30cm" ',
    )),
    ("a title of a shape", _edited("content.xml", "(<draw:text-box)", r"<svg:title>VOID</svg:title>\1")),
    ("a break in a title", _edited("content.xml", r"(<text:p[^>]*>\w+) ", r"\1<text:line-break/>")),
    ("slides that rush by", _edited(
        "content.xml", "<style:drawing-page-properties",
        '<style:drawing-page-properties presentation:transition-type="automatic" presentation:duration="PT00H00M00S"',
    )),
    ("a show of one slide", _edited(
        "content.xml", "</office:presentation>",
        '<presentation:settings presentation:show="x"><presentation:show presentation:name="x" '
        'presentation:pages="page1"/></presentation:settings></office:presentation>',
    )),
)  # fmt: skip
_MAIN, _SLIDE = "word/document.xml", "ppt/slides/slide1.xml"
_ELSEWHERE: Final = (
    '<Relationship Id="more" TargetMode="External" Target="http://elsewhere.example/" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"/></Relationships>'
)


def _leads(name: str, pattern: str, replacement: str) -> Callable[[bytes], bytes]:
    """Returns a function that makes links of what has a pattern, in a member that has relations."""
    folder, _, file = name.rpartition("/")
    link = _edited(name, pattern, replacement)
    return lambda data: link(_edited(f"{folder}/_rels/{file}.rels", "</Relationships>", _ELSEWHERE)(data))


def _of_paragraphs(kind: str) -> Callable[[bytes], bytes]:
    return _edited(_MAIN, r"<w:p>(<w:pPr/>|<w:pPr>(.*?)</w:pPr>)?", rf"<w:p><w:pPr>\2<w:{kind}/></w:pPr>")


def _of_runs(kind: str) -> Callable[[bytes], bytes]:
    return _edited(_MAIN, "<w:rPr/>", f"<w:rPr><w:{kind}/></w:rPr>")


_DOCX: Final[tuple[Part, ...]] = (
    ("another member", _with("word/vbaProject.bin", b"more")),
    ("indents of many characters", _of_paragraphs('ind w:leftChars="9000"')),
    ("first lines that begin elsewhere", _of_paragraphs('ind w:firstLineChars="-9000"')),
    ("lines from right to left", _of_paragraphs("bidi")),
    ("frames beside the page", _of_paragraphs('framePr w:x="20000"')),
    ("lines that run down", _of_paragraphs('textDirection w:val="tbRl"')),
    ("letters over each other", _of_runs('spacing w:val="-400"')),
    ("flat letters", _of_runs('w w:val="1"')),
    ("letters above the page", _of_runs('position w:val="3000"')),
    ("letters without a paint", _edited(_MAIN, "<w:rPr/>", "<w:rPr><w14:textFill/></w:rPr>")),
    ("soft hyphens in words", _edited(_MAIN, "(<w:t[^>]*>[^<]+</w:t>)", r"\1<w:softHyphen/>")),
    ("a black ground", _edited(_MAIN, "<w:body>", '<w:background w:color="000000"/><w:body>')),
    ("a link", _leads(_MAIN, "(<w:r>.*?</w:r>)", r'<w:hyperlink r:id="more">\1</w:hyperlink>')),
    ("words before each item", _edited("word/numbering.xml", r"(<w:lvlText [^>]*)/>", r'<w:lvlText w:val="VOID"/>')),
    ("locked", _edited("word/settings.xml", "<w:zoom", '<w:documentProtection w:edit="readOnly"/><w:zoom')),
)
_SHOW: Final[tuple[Part, ...]] = (
    ("another member", _with("ppt/vbaProject.bin", b"more")),
    ("a link of words", _leads(_SLIDE, "(<a:rPr[^>]*>)", r'\1<a:hlinkClick r:id="more"/>')),
    ("a link of a shape", _leads(_SLIDE, r'(<p:cNvPr id="2"[^>]*)/>', r'\1><a:hlinkClick r:id="more"/></p:cNvPr>')),
    ("a click that ends the show", _edited(
        _SLIDE, "(<a:rPr[^>]*>)", r'\1<a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=endshow"/>',
    )),
    *[
        (f"a text on {what}", _edited(
            name, "</p:spTree>",
            "<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>VOID</a:t></a:r></a:p></p:txBody></p:sp>"
            "</p:spTree>",
        ))
        for what, name in (
            ("the master", "ppt/slideMasters/slideMaster1.xml"), ("a layout", "ppt/slideLayouts/slideLayout3.xml"),
        )
    ],
    ("a footer on the master", _edited(
        "ppt/slideMasters/slideMaster1.xml", "</p:spTree>",
        '<p:sp><p:nvSpPr><p:nvPr><p:ph type="ftr"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>VOID</a:t></a:r></a:p>'
        "</p:txBody></p:sp></p:spTree>",
    )),
    ("letters of one point", _edited(_SLIDE, "<a:rPr", '<a:rPr sz="100"')),
    ("a font of symbols", _edited(_SLIDE, "(<a:rPr[^>]*>)", r'\1<a:latin typeface="Wingdings"/>')),
    ("words beside their boxes", _edited(_SLIDE, "<a:bodyPr", '<a:bodyPr lIns="30000000"')),
    ("hidden shapes", _edited(_SLIDE, "<p:cNvPr ", '<p:cNvPr hidden="1" ')),
    ("black grounds of shapes", _edited(
        _SLIDE, "</p:spPr>", '<a:solidFill><a:srgbClr val="000000"/></a:solidFill></p:spPr>',
    )),
)  # fmt: skip
_SUMS: Final[tuple[Part, ...]] = (
    *_OPEN[:2],
    ("locked", _edited("content.xml", "<table:table ", '<table:table table:protected="true" ')),
    ("a name for cells", _edited(
        "content.xml", "</office:spreadsheet>",
        '<table:named-expressions><table:named-range table:name="more" table:cell-range-address="Sheet1.A1"/>'
        "</table:named-expressions></office:spreadsheet>",
    )),
    ("a sum until the year 2036", _edited("content.xml", r'"of:=([^"]*)"', r'"of:=IF(TODAY()&gt;50000;0;\1)"')),
)  # fmt: skip
_BOOK, _PAGE = "xl/workbook.xml", "xl/worksheets/sheet1.xml"
_WORKBOOK: Final[tuple[Part, ...]] = (
    ("another member", _with("xl/vbaProject.bin", b"more")),
    ("locked", _edited(_PAGE, "</sheetData>", '</sheetData><sheetProtection sheet="1" password="CC1A"/>')),
    ("a locked structure", _edited(_BOOK, "<workbookProtection/>", '<workbookProtection lockStructure="1"/>')),
    ("a column that is too narrow", _edited(
        _PAGE, "<sheetData>", '<cols><col min="1" max="3" width="0.1" customWidth="1"/></cols><sheetData>',
    )),
    ("letters of one point", _edited("xl/styles.xml", r'<sz val="\d+"/>', '<sz val="1"/>')),
    ("a font of symbols", _edited("xl/styles.xml", r'<name val="[^"]*"/>', '<name val="Wingdings"/>')),
    ("a white theme", _edited("xl/theme/theme1.xml", '"windowText" lastClr="000000"', '"window" lastClr="FFFFFF"')),
    ("another white theme", _edited("xl/theme/theme1.xml", '"windowText"', '"window"')),
    ("a hidden window", _edited(_BOOK, 'visibility="visible"', 'visibility="veryHidden"')),
    ("a margin of many inches", _edited(_PAGE, r'left="[\d.]+"', 'left="75"')),
    ("words to say a text", _edited(_PAGE, "</t></is>", '</t><rPh sb="0" eb="1"><t>VOID</t></rPh></is>')),
    ("an extension", _edited(_PAGE, "</worksheet>", '<extLst><ext uri="x"/></extLst></worksheet>')),
    ("a header", _edited(
        _PAGE, "</worksheet>", "<headerFooter><oddHeader>VOID</oddHeader></headerFooter></worksheet>",
    )),
    ("days since 1904", _edited(_BOOK, "<workbookPr/>", '<workbookPr date1904="1"/>')),
    ("sums that stay as they are", _edited(_BOOK, 'fullCalcOnLoad="1"', 'calcMode="manual"')),
    ("a sum until the year 2036", _edited(_PAGE, "<f>([^<]*)</f>", r"<f>IF(TODAY()&gt;50000,0,\1)</f>")),
    ("a sheet from right to left", _edited(_PAGE, "<sheetView ", '<sheetView rightToLeft="1" ')),
)  # fmt: skip


def _open_modes(data: bytes) -> bytes:
    """Returns an archive whose first file everybody may write."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for i, row in enumerate([row for row in old.infolist() if not row.is_dir()]):
            info = zipfile.ZipInfo(row.filename, row.date_time)
            info.external_attr = (0o100644 if i else 0o100777) << 16
            new.writestr(info, old.read(row), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


# Pages, pictures and sounds -------------------------------------------------------------------------------------------


def _pdf(change: Callable[[Any], object]) -> Callable[[bytes], bytes]:
    def build(data: bytes) -> bytes:
        import pypdf

        writer, stream = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
        change(writer)
        writer.write(stream)
        return stream.getvalue()

    return build


def _boxed(name: str) -> Callable[[Any], None]:
    """Returns a function that gives the first page a box of ten points."""

    def change(writer: Any) -> None:
        from pypdf.generic import NameObject, RectangleObject

        writer.pages[0][NameObject(name)] = RectangleObject((0, 0, 10, 10))

    return change


def _opens(kind: str, name: str, value: str) -> Callable[[Any], None]:
    """Returns a function that lets a document act when it is opened."""

    def change(writer: Any) -> None:
        from pypdf.generic import DictionaryObject, NameObject, TextStringObject

        action = {NameObject("/S"): NameObject(kind), NameObject(name): TextStringObject(value)}
        writer.root_object[NameObject("/OpenAction")] = DictionaryObject(action)

    return change


def _link(writer: Any) -> None:
    from pypdf.annotations import Link

    writer.add_annotation(0, Link(rect=(0, 0, 612, 792), url="http://elsewhere.example/"))


def _titled_in_xmp(writer: Any) -> None:
    from pypdf.generic import NameObject, StreamObject

    stream = StreamObject()
    stream.set_data(
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">'
        b"VOID</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    writer.root_object[NameObject("/Metadata")] = writer._add_object(stream)


def _uncounted(data: bytes) -> bytes:
    """Returns a PDF file that says that it has no pages."""
    changed = re.sub(rb"/Count \d", b"/Count 0", data)
    if changed == data:
        raise Unkept
    return changed


_PDF: Final[tuple[Part, ...]] = (
    ("another title", _pdf(lambda writer: writer.add_metadata({"/Title": "VOID"}))),
    ("another title in its meta data", _pdf(_titled_in_xmp)),
    ("an outline of its own", _pdf(lambda writer: writer.add_outline_item(title="VOID", page_number=0))),
    ("a page upside down", _pdf(lambda writer: writer.pages[0].rotate(180))),
    ("a page cut to its corner", _pdf(_boxed("/CropBox"))),
    ("a tiny page", _pdf(_boxed("/MediaBox"))),
    ("no pages by its count", _uncounted),
    ("a program at opening", _pdf(_opens("/Launch", "/F", "/bin/rm"))),
    ("a script at opening", _pdf(_opens("/JavaScript", "/JS", "app.alert(1)"))),
    ("a link over a page", _pdf(_link)),
    ("a file attached", _pdf(lambda writer: writer.add_attachment("more.txt", b"more"))),
    ("locked", _pdf(lambda writer: writer.encrypt("", "owner", permissions_flag=0, algorithm="RC4-128"))),
    ("a line at its beginning", lambda data: data.replace(b"\n", b"\n%more\n", 1)),
    _BEHIND,
)


def _chunk(name: bytes, body: bytes) -> Callable[[bytes], bytes]:
    """Returns a function that adds a part behind the header of a PNG file."""
    part = struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return lambda data: data[:33] + part + data[33:]


def _as_other(format: str, **options: Any) -> Callable[[bytes], bytes]:
    """Returns a function that writes a picture in another format."""

    def build(data: bytes) -> bytes:
        from PIL import Image

        stream = io.BytesIO()
        Image.open(io.BytesIO(data)).convert("RGB").save(stream, format, **options)
        return stream.getvalue()

    return build


def _animated(data: bytes) -> bytes:
    from PIL import Image

    image, stream = Image.open(io.BytesIO(data)).convert("RGB"), io.BytesIO()
    image.save(stream, "PNG", save_all=True, append_images=[Image.new("RGB", image.size)], duration=500)
    return stream.getvalue()


def _thin(data: bytes) -> bytes:
    from PIL import Image

    image, stream = Image.open(io.BytesIO(data)).convert("RGBA"), io.BytesIO()
    image.putalpha(200)
    image.save(stream, "PNG")
    return stream.getvalue()


_PNG: Final[tuple[Part, ...]] = (
    ("nearly black by its gamma", _chunk(b"gAMA", struct.pack(">I", 1000))),
    ("other colours by its primaries", _chunk(b"cHRM", struct.pack(">8I", *[1000] * 8))),
    ("turned by its description", _chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x tiff:Orientation='3'/>")),
    ("flat by its proportions", _chunk(b"pHYs", struct.pack(">IIB", 1, 1_000_000, 0))),
    ("a profile that is none", _chunk(b"iCCP", b"x\0\0" + zlib.compress(b"more"))),
    ("another format", _as_other("JPEG", quality=95)),
    ("a second frame", _animated),
    ("half transparent", _thin),
    _BEHIND,
)


def _tagged(name: bytes, body: bytes) -> Callable[[bytes], bytes]:
    """Returns a function that puts a tag before the others of an MP3."""

    def build(data: bytes) -> bytes:
        if data[:3] != b"ID3":
            raise Unkept
        frame = name + struct.pack(">I", len(body)) + b"\0\0" + body
        size = len(frame) + sum((byte & 127) << shift for byte, shift in zip(data[6:10], (21, 14, 7, 0), strict=True))
        length = bytes([size >> shift & 127 for shift in (21, 14, 7, 0)])
        return data[:6] + length + frame + data[10:]

    return build


_OLD_TAG: Final = b"TAG" + b"Another".ljust(30, b"\0") + b"Somebody".ljust(30, b"\0") + b"\0" * 65
_MP3: Final[tuple[Part, ...]] = (
    ("a comment", _tagged(b"COMM", b"\0eng\0more")),
    ("a year", _tagged(b"TYER", b"\x001901")),
    ("a cover", _tagged(b"APIC", b"\0image/png\0\3\0more")),
    ("an older tag", lambda data: data + _OLD_TAG),
)

PARTS: Final[Mapping[str, tuple[Part, ...]]] = {
    "odt": (*_TEXT, _BEHIND), "odp": (*_DECK, _BEHIND), "ods": (*_SUMS, _BEHIND),
    "docx": (*_DOCX, _BEHIND), "pptx": (*_SHOW, _BEHIND), "xlsx": (*_WORKBOOK, _BEHIND),
    "zip": (("a file that all may write", _open_modes),),
    "pdf": _PDF, "png": _PNG, "mp3": _MP3,
}  # fmt: skip
"""What is done to a file, by the ending of its name."""
AREAS: Final[Mapping[str, tuple[str, ...]]] = {"a style that only programs have": ("style",)}
"""The fields of documents' structures to which some of it belongs, which a goal may leave open."""
