"""Reading PDF files with pypdf: text, and the pictures on the pages with their places."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from .looks import is_own_address
from .pdf_paint import PdfPaint
from .pdf_usual import BOXES, CATALOG, OUTLINE, PAGE, ends_well, headings_beside, is_page_size, places_fit
from .simple_pdf import add_letters

MAX_PAGES = 500
"""Maximum number of pages."""
MAX_ITEMS = 2000
"""Maximum number of items of an outline."""
MAX_PICTURES = 100
"""Maximum number of pictures."""
MAX_PIXELS = 4096 * 4096
"""Maximum number of pixels of a picture."""
_CM_PER_POINT = 2.54 / 72


def needs_cipher(reader: Any) -> bool:
    """Returns whether a file, opened by pypdf, is encrypted by AES, which takes a package that may be installed or not.

    Such files are never read, so that a file is read either everywhere or nowhere.
    """
    return bool(reader.is_encrypted) and int(reader.trailer["/Encrypt"].get_object().get("/V", 0)) > 3


def _open(data: bytes) -> Any:
    import pypdf

    reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
    if needs_cipher(reader):
        raise ValueError("encrypted")
    if len(reader.pages) > MAX_PAGES:
        raise ValueError(f"{len(reader.pages)} pages, at most {MAX_PAGES} are read")
    return reader


def read_pdf(data: bytes) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_sim.documents.PdfPage`."""
    pages: list[dict[str, Any]] = []
    reader = _open(data)
    for page in reader.pages:
        width, height = (round(float(side) * _CM_PER_POINT, 2) for side in (page.mediabox.width, page.mediabox.height))
        letters: list[list[Any]] = []
        paint, images = PdfPaint(), _images(page.get("/Resources"), 0)
        box = [float(side) for side in page.mediabox]

        def note(
            text: str, outer: Any, inner: Any, _font: Any, size: float, letters: Any = letters, paint: Any = paint,
            box: Any = box,
        ) -> None:  # fmt: skip
            add_letters(letters, text, size * abs(float(outer[3]) * float(inner[3])))
            x, y = (
                float(inner[4]) * float(outer[k]) + float(inner[5]) * float(outer[k + 2]) + float(outer[k + 4])
                for k in (0, 1)
            )
            if text.strip() and not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
                paint.add("text outside")

        def take(
            operator: Any, operands: Any, _outer: Any, _inner: Any, paint: Any = paint, images: Any = images
        ) -> None:
            if operator == b"Do" and str(operands[0]) in images:
                paint.add("picture")
            paint.take(operator, operands)

        text = page.extract_text(visitor_text=note, visitor_operand_before=take)
        others = [*paint.others, *_marks(page, text)]
        pages.append({"text": text, "size": [width, height], "letters": letters, "others": others})
    if pages:
        text = "\n".join([page["text"] for page in pages])
        pages[0]["others"] += _of_document(reader) + ([] if ends_well(data) else ["bytes behind the end"])
        pages[0]["others"] += [] if places_fit(data) or not ends_well(data) else ["objects elsewhere"]
        pages[0]["others"] += dict.fromkeys(headings_beside(_headings(reader), text))
    return pages


def _headings(reader: Any) -> Iterator[tuple[str, str]]:
    """Yields the titles of a document, and the entries of its outline."""
    titles, kept = [reader.metadata.title if reader.metadata else None], reader.xmp_metadata
    titles += (kept.dc_title or {}).values() if kept else ()
    yield from (("title", str(title)) for title in titles if title)
    for item in _outline(reader.trailer["/Root"].get_object()):
        yield "outline", str(item.get("/Title", ""))


def _of_document(reader: Any) -> list[str]:
    """Returns what a document has beside its pages."""
    root = reader.trailer["/Root"].get_object()
    found = [f"entry {key}" for key in root if key not in CATALOG] + ["encrypted"] * bool(reader.is_encrypted)
    action, names = (root[key].get_object() if key in root else None for key in ("/OpenAction", "/Names"))
    if action is not None and not isinstance(action, list) and action.get("/S") != "/GoTo":
        found.append(f"action {action.get('/S')}")
    found += [f"entry {key}" for key in names or () if key != "/Dests"]
    found += [] if _number(root["/Pages"].get_object()) else ["pages miscounted"]
    items = list(_outline(root))
    for item in items:
        leads = item["/A"].get_object().get("/S") if "/A" in item else "/GoTo"
        if leads != "/GoTo" or not item.keys() <= {*OUTLINE, "/A"}:
            found.append("outline with an action")
    return found if len(items) < MAX_ITEMS else [*found, "a long outline"]


def _number(tree: Any) -> int:
    """Returns how many pages a branch of the tree of pages has, 0 where it says another number, which viewers obey."""
    if "/Kids" not in tree:
        return 1
    found = [_number(kid.get_object()) for kid in tree["/Kids"]]
    return sum(found) if all(found) and tree.get("/Count") == sum(found) else 0


def _outline(root: Any) -> Iterator[Any]:
    """Yields the outline of a document and its items, as many as are read."""
    left = [root["/Outlines"].get_object()] if "/Outlines" in root else []
    for _ in range(MAX_ITEMS):
        if not left:
            return
        item = left.pop()
        yield item
        left += [item[name].get_object() for name in ("/First", "/Next") if name in item]


def _images(resources: Any, depth: int) -> set[str]:
    """Returns the names of the pictures that a page uses, those in its forms included."""
    found: set[str] = set()
    objects = None if resources is None else resources.get_object().get("/XObject")
    for name, entry in ({} if objects is None else objects.get_object()).items():
        form = entry.get_object()
        if form.get("/Subtype") == "/Image":
            found.add(str(name))
        elif depth < 5:
            found |= _images(form.get("/Resources"), depth + 1)
    return found


def _marks(page: Any, text: str) -> list[str]:
    """Returns what lies over a page, turns or cuts it: annotations other than links that programs make of addresses in
    its text, transparency, entries that aren't usual.
    """
    found = [f"entry {key}" for key in page if key not in PAGE]
    if int(page.get("/Rotate", 0)) % 360:
        found.append(f"turned {int(page['/Rotate'])}")
    box = [float(side) for side in page.mediabox]
    for name in BOXES:
        if name in page and any(abs(float(one) - side) > 1 for one, side in zip(page[name], box, strict=True)):
            found.append(f"{name[1:]} of another size")
    width, height = (float(side) * _CM_PER_POINT for side in (page.mediabox.width, page.mediabox.height))
    if float(page.get("/UserUnit", 1)) != 1 or not is_page_size(width, height):
        found.append(f"page of {width:.1f} x {height:.1f} cm")
    if "/Trans" in page and page["/Trans"].get_object():
        found.append("transition")
    notes = page.get("/Annots")
    marks = [_annotation(note.get_object(), text) for note in ([] if notes is None else notes.get_object())]
    found += list(dict.fromkeys(mark for mark in marks if mark))
    states = page["/Resources"].get("/ExtGState") if "/Resources" in page else None
    ways = [] if states is None else [way.get_object() for way in states.get_object().values()]
    clear = any(float(way.get(name, 1)) < 1 for way in ways for name in ("/ca", "/CA"))
    return found + (["transparency"] if clear else [])


def _annotation(note: Any, text: str) -> str:
    """Returns what an annotation is, ``""`` for a link within the document, or to an address that its page says.

    The address may be broken at the end of a line.
    """
    action = note.get("/A")
    action = None if action is None else action.get_object()
    target = "" if action is None else str(action.get("/URI", ""))
    described = str(note.get("/Contents", ""))
    if note.get("/Subtype") != "/Link" or "/AA" in note or not (described == "" or is_own_address(target, described)):
        return "annotation"
    if action is None or action.get("/S") == "/GoTo":
        return ""
    words = [word.strip("()<>[],;\"'") for word in text.split()]
    texts = [*words, *[word.rstrip(".") for word in words], *[first + second for first, second in pairwise(words)]]
    said = action.get("/S") == "/URI" and "." in target and any(is_own_address(target, each) for each in texts)
    return "" if said else f"link {target or action.get('/S')}"


def read_pdf_pictures(data: bytes) -> list[list[dict[str, Any]]]:
    """Returns the fields of each page's `crab_sim.documents.PdfPicture`s in drawing order, with data as base64 of a
    PNG.
    """
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    found, count = [], 0
    for page in _open(data).pages:
        drawn: list[tuple[str, list[float]]] = []
        height = float(page.mediabox.height)

        def note(
            operator: Any, operands: Any, matrix: Any, _text: Any, drawn: Any = drawn, top: float = height
        ) -> None:
            if operator == b"Do":
                drawn.append((str(operands[0]), _bounds(matrix, top)))

        page.extract_text(visitor_operand_before=note)
        pictures = []
        for name, bounds in drawn:
            try:
                picture = page.images[name].image
            except KeyError:  # vector graphics, not a picture
                continue
            count += 1
            if count > MAX_PICTURES or picture is None or picture.width * picture.height > MAX_PIXELS:
                raise ValueError("too many or too large pictures")
            stream = io.BytesIO()
            picture.convert("RGB").save(stream, "PNG", compress_level=1)
            pictures.append({"data": base64.b64encode(stream.getvalue()).decode(), "bounds": bounds})
        found.append(pictures)
    return found


def _bounds(matrix: Any, top: float) -> list[float]:
    """Returns the bounds of the transformed unit square, in centimetres from the page's top left."""
    a, b, c, d, x, y = (float(value) for value in matrix)
    across, down = sorted((x, x + a + c)), sorted((top - y, top - y - b - d))
    return [round(value * _CM_PER_POINT, 3) for value in (across[0], down[0], across[1], down[1])]
