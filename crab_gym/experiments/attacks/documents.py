"""Mutants of documents: every field of their structure, as the office programs, the archiver and the painter read it.

* `document_mutants` - yields them. `FORMATS` - the formats whose structure is known, by the endings of names.
* `Unkept` - a format doesn't keep what a mutant has changed.
"""

from __future__ import annotations

import io
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from crab_gym.experiments.attacks.mutants import MISSING, Mutant, mutants
from crab_gym.experiments.attacks.parts import AREAS, PARTS, Unkept

__all__ = ["FORMATS", "Unkept", "document_mutants"]

_WHEN: Final = "2026-01-01T00:00:00Z"
_TODAY: Final = 46_023.0
"""The same day as spreadsheets count it."""


class _Format(NamedTuple):
    """A format.

    Attributes:
        name: Its name.
        read: Makes plain data of its files.
        write: Makes a file of plain data.
        settle: Makes changed data agree.
        shown: Returns what one sees of the data.
    """

    name: str
    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]
    settle: Callable[[Any], Any] = lambda data: data
    shown: Callable[[Any], Any] = lambda data: data


def _text(kind: str) -> _Format:
    def read(data: bytes) -> Any:
        from crab_sim.engines.writing.formats import read_text

        return read_text(data, f"a.{kind}")

    def write(text: Any) -> bytes:
        from crab_sim.engines.writing.formats import text_bytes

        return text_bytes(text, kind)

    return _Format("text document", read, write, shown=_as_styled)


def _as_styled(text: Any) -> Any:
    """Returns a text whose looks are those that its styles give, where it has none of its own."""
    from crab_sim.engines.writing.model import style_of

    paragraphs = []
    for paragraph in text:
        style = style_of(paragraph)
        runs = []
        for run in paragraph.runs:
            look = run.look
            bold = bool(style.bold if look.bold is None else look.bold)
            plain = {name: bool(getattr(look, name)) for name in ("italic", "underline", "strike")}
            own = look._replace(bold=bold, size=look.size or style.size, font=look.font or style.font, **plain)
            runs.append(run._replace(look=own))
        paragraphs.append(paragraph._replace(runs=tuple(runs), align=paragraph.align or style.align or "left"))
    return tuple(paragraphs)


def _deck(kind: str) -> _Format:
    def read(data: bytes) -> Any:
        from crab_sim.engines.slides.formats import read_deck

        return read_deck(data)

    def write(deck: Any) -> bytes:
        from crab_sim.engines.slides.formats import deck_bytes

        return deck_bytes(deck, kind)

    return _Format("presentation", read, write, shown=_filled)


def _filled(deck: Any) -> Any:
    """Returns a deck without placeholders that show nothing."""
    slides = [
        slide._replace(shapes=tuple([one for one in slide.shapes if one.kind not in _HOLDERS or _has_text(one)]))
        for slide in deck.slides
    ]
    return deck._replace(slides=tuple(slides))


_HOLDERS: Final = frozenset(("title", "subtitle", "outline"))


def _has_text(shape: Any) -> bool:
    return any(run.text.strip() for paragraph in shape.text for run in paragraph.runs)


def _computed(book: Any) -> Any:
    """Returns a workbook as the program shows it: with the formulas of its cells, and their results."""
    from crab_sim.engines.sheets.recalculation import computed

    surroundings = typing.get_type_hints(computed)["around"]
    sheets = []
    for sheet in book.sheets:
        cells = [(row, column, cell) for row, line in sheet.rows.items() for column, cell in line.items()]
        formulas = {(row, column): cell.formula for row, column, cell in cells if cell.formula}
        sheets.append(sheet._replace(formulas=formulas))
    return computed(book._replace(sheets=tuple(sheets)), surroundings(_TODAY, "0"))._replace(round=0)


def _read_ods(data: bytes) -> Any:
    from crab_sim.engines.sheets.files.ods_file import read_ods

    return _computed(read_ods(data))


def _write_ods(book: Any) -> bytes:
    from crab_sim.engines.sheets.files.ods_file import write_ods

    return write_ods(book, _WHEN)


def _read_xlsx(data: bytes) -> Any:
    from crab_sim.engines.sheets.files.xlsx_file import read_xlsx

    return _computed(read_xlsx(data))


def _write_xlsx(book: Any) -> bytes:
    from crab_sim.engines.sheets.files.xlsx_writer import write_xlsx

    return write_xlsx(book, _WHEN)


def _archive(kind: Any) -> _Format:
    def read(data: bytes) -> Any:
        from crab_sim.engines.archives import contents

        return tuple(contents(data, kind))

    def write(entries: Any) -> bytes:
        from crab_sim.engines.archives import pack

        return pack(kind, entries)

    return _Format("archive", read, write)


def _picture(kind: str) -> _Format:
    def read(data: bytes) -> Any:
        from PIL import Image

        image = Image.open(io.BytesIO(data))
        image.load()
        return image

    def write(image: Any) -> bytes:
        stream = io.BytesIO()
        image.save(stream, kind)
        return stream.getvalue()

    return _Format("picture", read, write)


FORMATS: Final[Mapping[str, _Format]] = {
    "odt": _text("odt"), "docx": _text("docx"), "odp": _deck("odp"), "pptx": _deck("pptx"),
    "ods": _Format("spreadsheet", _read_ods, _write_ods, _computed),
    "xlsx": _Format("spreadsheet", _read_xlsx, _write_xlsx, _computed),
    "zip": _archive("zip"), "tar": _archive("tar"), "tar.gz": _archive("tar.gz"),
    "png": _picture("PNG"), "jpg": _picture("JPEG"), "jpeg": _picture("JPEG"), "bmp": _picture("BMP"),
}  # fmt: skip
"""The formats by the endings of names."""
_NAMES: Final[Mapping[str, str]] = {
    **{ending: format.name for ending, format in FORMATS.items()}, "pdf": "PDF file", "mp3": "sound",
}  # fmt: skip


def document_mutants(path: str, data: bytes, before: bytes = b"") -> Iterator[Mutant]:
    """Yields the mutants of a document; none of a file that has no known structure.

    Each is written by the program's own writer, as an agent would save it, or has a part more that no program here
    writes. A mutant is left out where that writer, or the reader, doesn't keep what was changed.

    Args:
        path: The file's path.
        data: Its content.
        before: Its content before, empty if there was none.
    """
    ending = next((ending for ending in _NAMES if path.lower().endswith(f".{ending}")), "")
    if not ending:
        return
    if ending not in FORMATS:
        yield from _part_mutants(_NAMES[ending], ending, data)
        return
    format = FORMATS[ending]
    if format.name == "text document" and not data.startswith(b"PK"):
        return  # plain text under the name of a document
    try:
        whole = format.read(data)
        old = format.read(before) if before else MISSING
    except ImportError:
        raise
    except Exception:  # whatever a reader raises for a file that only has the name
        return
    yield from _part_mutants(format.name, ending, data)
    if format.name == "picture":
        yield from _picture_mutants(whole, format)
        return
    for mutant in mutants(whole, old):
        if mutant.kind[0] == "mtime":  # of an archive's member, which goes with the program that packs it
            continue
        build = partial(_saved, format, whole, mutant.build)
        yield mutant._replace(kind=(format.name, *mutant.kind), build=build)


def _part_mutants(name: str, ending: str, data: bytes) -> Iterator[Mutant]:
    """Yields the mutants of a file by parts that no program here writes."""
    for done, change in PARTS.get(ending, ()):
        yield Mutant((name, *AREAS.get(done, ()), done), "written", "", done, partial(_changed, change, data))


def _changed(change: Callable[[bytes], bytes], data: bytes) -> bytes:
    try:
        return change(data)
    except ImportError:
        raise
    except Exception as error:  # whatever a library raises for a file that only has the name
        raise Unkept from error


def _saved(format: _Format, whole: Any, build: Callable[[], Any]) -> bytes:
    """Returns the file of a mutant of a whole.

    Raises:
        Unkept: The file, read again, isn't the mutant, or the mutant shows nothing else.
    """
    try:
        mutant = format.settle(build())
        if format.shown(mutant) == format.shown(whole):
            raise Unkept
        data = format.write(mutant)
        kept = format.read(data) == mutant
    except ImportError:
        raise
    except Exception as error:  # whatever a writer raises for what it can't hold
        raise Unkept from error
    if not kept:
        raise Unkept
    return data


_SEEN: Final = 4.0
"""By how much the tones of two pictures, from 0 to 255, differ on average where they don't look alike."""


def _differ_little(image: Any, other: Any) -> bool:
    """Returns whether two pictures of one size look alike, as a symmetric one does when it is mirrored."""
    from PIL import ImageChops, ImageStat

    difference = ImageChops.difference(image.convert("RGB"), other.convert("RGB"))
    return max(ImageStat.Stat(difference).mean) < _SEEN


def _picture_mutants(image: Any, format: _Format) -> Iterator[Mutant]:
    def mutant(done: str, make: Callable[[], Any]) -> Mutant:
        return Mutant((format.name, done), "written", "", done, lambda: written(make()))

    def written(other: Any) -> bytes:
        if other.size == image.size and _differ_little(image, other):
            raise Unkept
        return format.write(other)

    from PIL import ImageOps

    width, height = image.size

    def spotted() -> Any:
        other = image.copy()
        box = (width // 4, height // 4, max(width // 4 + 1, width // 2), max(height // 4 + 1, height // 2))
        other.paste(0 if other.mode in ("1", "L", "P") else (255, 0, 0) + (255,) * (len(other.getbands()) - 3), box)
        return other

    yield mutant("a red rectangle in it", spotted)
    yield mutant("scaled to 40 x 30", lambda: image.resize((40, 30)))
    yield mutant("cropped by a tenth", lambda: image.crop((0, 0, max(1, width - max(1, width // 10)), height)))
    yield mutant("mirrored", lambda: ImageOps.mirror(image))
    yield mutant("without colours", lambda: image.convert("L").convert(image.mode))
