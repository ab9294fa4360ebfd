"""Small OpenDocument files for setups: texts and sheets. `crab_tasks.kits.ubuntu.libreoffice` has slides."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

__all__ = ["sheet_file", "writer_file"]

_KIND = "application/vnd.oasis.opendocument"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table")
)


def _file(kind: str, body: str) -> bytes:
    """Returns a document of a kind, the same bytes for the same body."""
    content = (
        f'{_HEAD}<office:document-content {_NAMES} office:version="1.2"><office:body><office:{kind}>{body}'
        f"</office:{kind}></office:body></office:document-content>"
    )
    full = f"{_KIND}.{kind}"
    manifest = (
        f'{_HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
        f'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="{full}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in (("mimetype", full), ("content.xml", content), ("META-INF/manifest.xml", manifest)):
            archive.writestr(zipfile.ZipInfo(name), text)  # of 1980, as all the others
    return stream.getvalue()


def writer_file(lines: Sequence[str]) -> bytes:
    """Returns an .odt of paragraphs, the first of which is a heading."""
    head, *rest = [escape(line) for line in lines]
    body = "".join(f"<text:p>{line}</text:p>" for line in rest)
    return _file("text", f'<text:h text:outline-level="1">{head}</text:h>{body}')


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
    number = f'<table:table-cell office:value-type="float" office:value="{value:.12g}">'
    return f"{number}<text:p>{value:.12g}</text:p></table:table-cell>"


def sheet_file(rows: Sequence[Sequence[str | float]], name: str = "Sheet1") -> bytes:
    """Returns an .ods of one sheet with rows of texts and numbers; an empty text is an empty cell."""
    lines = "".join(
        f"<table:table-row>{''.join('<table:table-cell/>' if cell == '' else _cell(cell) for cell in row)}"
        "</table:table-row>"
        for row in rows
    )
    return _file("spreadsheet", f'<table:table table:name="{escape(name)}">{lines}</table:table>')
