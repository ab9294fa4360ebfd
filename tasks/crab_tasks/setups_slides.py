"""Presentations that setups put onto the desktop."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

__all__ = ["slides_file"]

_KIND = "application/vnd.oasis.opendocument.presentation"
_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}"'
    for short, name in (
        ("office", "office:1.0"), ("style", "style:1.0"), ("text", "text:1.0"), ("draw", "drawing:1.0"),
        ("presentation", "presentation:1.0"), ("svg", "svg-compatible:1.0"), ("fo", "xsl-fo-compatible:1.0"),
    )
)  # fmt: skip
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_MANIFEST = f"""{_HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
 manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="{_KIND}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>"""
_STYLES = f"""{_HEAD}<office:document-styles {_NAMES} office:version="1.2"><office:styles/>
<office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="28cm"
 fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Plain" style:page-layout-name="Page"/></office:master-styles>
</office:document-styles>"""
_PAGE = """<draw:page draw:name="page{number}" draw:master-page-name="Plain">
<draw:frame presentation:class="title" presentation:style-name="Title" draw:layer="layout" svg:width="25cm"
 svg:height="2.6cm" svg:x="1.5cm" svg:y="0.8cm"><draw:text-box><text:p>{title}</text:p></draw:text-box></draw:frame>
<draw:frame presentation:class="outline" presentation:style-name="Body" draw:layer="layout" svg:width="25cm"
 svg:height="10cm" svg:x="1.5cm" svg:y="4cm"><draw:text-box>{lines}</draw:text-box></draw:frame></draw:page>"""


def slides_file(slides: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """Returns an .odp of slides, each with its title and the lines below it."""
    pages = [
        _PAGE.format(
            number=number, title=escape(title), lines="".join(f"<text:p>{escape(line)}</text:p>" for line in lines)
        )
        for number, (title, lines) in enumerate(slides, 1)
    ]
    content = f"""{_HEAD}<office:document-content {_NAMES} office:version="1.2"><office:automatic-styles>
<style:style style:name="Title" style:family="presentation"><style:graphic-properties draw:stroke="none"
 draw:fill="none"/><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="36pt"/>
</style:style><style:style style:name="Body" style:family="presentation"><style:graphic-properties draw:stroke="none"
 draw:fill="none"/><style:text-properties fo:font-size="24pt"/></style:style></office:automatic-styles>
<office:body><office:presentation>{"".join(pages)}</office:presentation></office:body></office:document-content>"""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in (
            ("mimetype", _KIND), ("content.xml", content), ("styles.xml", _STYLES),
            ("META-INF/manifest.xml", _MANIFEST),
        ):  # fmt: skip
            archive.writestr(zipfile.ZipInfo(name), text)  # of 1980, as all the others
    return stream.getvalue()
