"""Reading office documents, PDF files and pictures into plain data.

Evaluators read a device's file (`StateReader.read_file`) and pass its bytes to these functions:

* `document_text` - the text of any of them; `text_document` - a text's paragraphs, formats, tables and pictures.
* `spreadsheet`, `cells` - values and formulas. `presentation` - slides. `pdf`, `pdf_pictures` - pages.
* `decode_image`, `image_size` and others - pictures, which `crab_gym.vision` compares.
* `has_format`, `fits_name` - whether the content is of the format that a name's ending promises.

An agent writes those files, so they may hold anything. A missing, broken or too large file, or one of another kind,
gives None, never an exception; to an evaluator this means "not yet". All documents but small ones are parsed in a
separate process with 10 s of processor time and 1.5 GiB of memory. Results are cached by the file's digest, so an
unchanged document is parsed once.
"""

from __future__ import annotations

from crab_sim.documents.bounded import DocumentsUnavailable
from crab_sim.documents.formats import fits_name, has_format
from crab_sim.documents.image import (
    brightness,
    decode_image,
    encode_image,
    image_size,
    is_still,
    resized,
)  # fmt: skip
from crab_sim.documents.model import (
    UNREAD,
    Cell,
    Paragraph,
    PdfPage,
    PdfPicture,
    Picture,
    Run,
    Shape,
    Sheet,
    Slide,
    TextDocument,
)  # fmt: skip
from crab_sim.documents.read import (
    cells,
    document_text,
    pdf,
    pdf_pictures,
    presentation,
    spreadsheet,
    text_document,
)  # fmt: skip

__all__ = [
    "UNREAD",
    "Cell",
    "DocumentsUnavailable",
    "Paragraph",
    "PdfPage",
    "PdfPicture",
    "Picture",
    "Run",
    "Shape",
    "Sheet",
    "Slide",
    "TextDocument",
    "brightness",
    "cells",
    "decode_image",
    "document_text",
    "encode_image",
    "fits_name",
    "has_format",
    "image_size",
    "is_still",
    "pdf",
    "pdf_pictures",
    "presentation",
    "resized",
    "spreadsheet",
    "text_document",
]  # fmt: skip
