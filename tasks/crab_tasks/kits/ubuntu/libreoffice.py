"""LibreOffice: setups and moves."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

from crab_gym.task import Action, Look, OracleStuck, Params, action
from crab_tasks.kits.moves import click, click_on
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, click_soon, dialog, in_front, soon, start, wait_for, window

__all__ = [
    "NAMES", "export_pdf", "fill_cell", "office", "open_by_command", "open_document", "open_in_files",
    "replace_all", "save", "save_as", "slides_file", "type_text",
]  # fmt: skip

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
_STYLES = f"""{_HEAD}<office:document-styles {_NAMES} office:version="1.2"><office:styles>
<style:presentation-page-layout style:name="AL1T1">
<presentation:placeholder presentation:object="title" svg:x="1.5cm" svg:y="0.8cm" svg:width="25cm" svg:height="2.6cm"/>
<presentation:placeholder presentation:object="outline" svg:x="1.5cm" svg:y="4cm" svg:width="25cm" svg:height="10cm"/>
</style:presentation-page-layout></office:styles>
<office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="28cm"
 fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Plain" style:page-layout-name="Page"/></office:master-styles>
</office:document-styles>"""
_PAGE = """<draw:page draw:name="page{number}" draw:master-page-name="Plain"
 presentation:presentation-page-layout-name="AL1T1">
<draw:frame presentation:class="title" presentation:style-name="Title" draw:layer="layout" svg:width="25cm"
 svg:height="2.6cm" svg:x="1.5cm" svg:y="0.8cm"><draw:text-box><text:p>{title}</text:p></draw:text-box></draw:frame>
<draw:frame presentation:class="outline" presentation:style-name="Body" draw:layer="layout" svg:width="25cm"
 svg:height="10cm" svg:x="1.5cm" svg:y="4cm"><draw:text-box>{lines}</draw:text-box></draw:frame></draw:page>"""


def slides_file(slides: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """Returns an .odp of slides, each with its title and the lines below it."""
    return _slides_file(tuple((title, tuple(lines)) for title, lines in slides))


@lru_cache(maxsize=32)  # evaluators compare with it after each step
def _slides_file(slides: tuple[tuple[str, tuple[str, ...]], ...]) -> bytes:
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


_TRIES = 3
NAMES = {"writer": "LibreOffice Writer", "calc": "LibreOffice Calc", "impress": "LibreOffice Impress"}


def _some_document(look: Look, app: str) -> Iterator[Action]:
    """Brings a document to the front, a new one where none is open."""
    if not in_front(look, "window", NAMES[app], app):
        yield from start(NAMES[app])
        yield from window(look, NAMES[app], app)


def office(look: Look, app: str) -> Iterator[Action]:
    """Brings a new document to the front, or goes on with the one that is there."""
    if in_front(look, "window", "Untitled", app):
        return
    yield from _some_document(look, app)
    if not in_front(look, "window", "Untitled", app):
        yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
        yield from window(look, "Untitled", app)


def type_text(look: Look, app: str, text: str) -> Iterator[Action]:
    """Types lines into a new document until it shows them all: a window that has just come up may miss keys.

    Raises:
        OracleStuck: It doesn't show them.
    """
    lines = {line for line in text.split("\n") if line}

    def shown() -> bool:
        return lines <= {e.text for e in look("ubuntu") if (e.app, e.role) == (app, "text")}

    for _ in range(_TRIES):
        yield action("ubuntu", "write_text", text=text)
        yield from soon(shown)
        if shown():
            return
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    raise OracleStuck(f"{NAMES[app]} doesn't show all of {text!r}")


def open_in_files(app: str, params: Params, look: Look) -> Iterator[Action]:
    """Opens a sub-task's `file` in Files, by its path; the program with this id shows it."""
    yield from open_folder(look, params.file)
    yield from window(look, params.file.rpartition("/")[2], app)


def open_by_command(app: str, params: Params, look: Look) -> Iterator[Action]:
    """Opens a sub-task's `file` by a command in the terminal; the program with this id shows it."""
    yield from run_in_terminal(["libreoffice", params.file])
    yield from window(look, params.file.rpartition("/")[2], app)


def open_document(look: Look, app: str, path: str) -> Iterator[Action]:
    """Opens a document, or goes on where it is in front already."""
    name = path.rpartition("/")[2]
    if in_front(look, "window", f"{name} ", app):
        return
    yield from _some_document(look, app)
    yield from dialog(look, "Open", app, ("ctrl", "o"))
    yield from choose_file(look, path)
    if name.endswith(".csv"):
        yield from dialog(look, "Text Import")
        yield from click_soon(look, text="OK", role="button")
    yield from window(look, name, app)


def save_as(look: Look, app: str, path: str) -> Iterator[Action]:
    """Saves the document in front under a name whose ending tells the format."""
    yield from dialog(look, "Save", app, ("ctrl", "shift", "s"))
    yield from choose_file(look, path)
    yield from _keep_format(look)
    yield from window(look, path.rpartition("/")[2], app)


def _keep_format(look: Look) -> Iterator[Action]:
    """Keeps the document's format where LibreOffice asks about it, which the real desktop's settings spare."""
    if in_front(look, "dialog", "Keep Current Format?"):
        keep = next(
            e for e in look("ubuntu") if e.role == "button" and e.text.startswith("Use ") and "ODF" not in e.text
        )
        yield click_on(keep)


def _come_back(look: Look, app: str) -> Iterator[Action]:
    """Opens a dialog and leaves it, which LibreOffice only does after its earlier work, such as writing a file."""
    yield from dialog(look, "Open", app, ("ctrl", "o"))
    yield action("ubuntu", "press", key="escape")
    yield from window(look, app=app)


def save(look: Look, app: str) -> Iterator[Action]:
    """Saves the document in front, which has a name."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield from _keep_format(look)
    yield from _come_back(look, app)


def export_pdf(look: Look, app: str, path: str) -> Iterator[Action]:
    """Exports the document in front as a PDF file."""
    yield from click_soon(look, text="Export Directly as PDF", role="button")
    yield from dialog(look, "Export", app)
    yield from choose_file(look, path)
    yield from window(look, app=app)
    yield from _come_back(look, app)


def replace_all(look: Look, old: str, new: str, whole: bool = False) -> Iterator[Action]:
    """Replaces a text everywhere in Writer's document in front, by its dialog.

    Args:
        look: Shows the screens.
        old: The text.
        new: What comes in its place.
        whole: Whether only whole words are replaced.
    """
    yield from dialog(look, "Find and Replace", "writer", ("ctrl", "h"))
    for field, text in (("Find:", old), ("Replace:", new)):
        yield from wait_for(look, description=field, role="text_field")
        yield click(look, description=field, role="text_field")
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=text)
    if whole:
        yield click(look, description="Whole words only", role="checkbox")
    yield click(look, text="Replace All", role="button")
    yield click(look, text="Close", role="button")


def fill_cell(cell: str, text: str) -> Iterator[Action]:
    """Goes to a cell of the sheet in front by the Name Box, and types its contents."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "shift", "t"])
    yield action("ubuntu", "write_text", text=f"{cell}\n")
    yield action("ubuntu", "write_text", text=f"{text}\n")
