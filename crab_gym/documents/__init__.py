"""What is in office documents, PDF files and pictures: from bytes to plain data.

Evaluators read a file of a device (`StateReader.read_file`) and ask here what it says:

* `document_text` - the text of any of them; `text_document` - paragraphs, their looks, tables and pictures of a text.
* `spreadsheet`, `cells` - values and formulas. `presentation` - slides. `pdf`, `pdf_pictures` - pages.
* `decode_image` and its neighbours - pictures, which `crab_gym.vision` compares.

An agent writes those files, so they may be anything. What is absent, broken, of another kind, or too large gives None,
never an exception: for an evaluator that means "not yet". Documents are taken apart in a process of their own that has
10 s of processor time and 1.5 GiB of memory, and answers are kept by the file's digest, so that a document that didn't
change is not read twice. Spreadsheets, texts and PDF files need the extra ``desktop``, pictures nothing more.
"""

from __future__ import annotations

from crab_gym.documents.bounded import DocumentsUnavailable
from crab_gym.documents.image import (
    brightness,
    decode_image,
    encode_image,
    image_size,
    resized,
)  # fmt: skip
from crab_gym.documents.model import (
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
from crab_gym.documents.read import (
    cells,
    document_text,
    pdf,
    pdf_pictures,
    presentation,
    spreadsheet,
    text_document,
)  # fmt: skip

__all__ = [
    "Cell", "DocumentsUnavailable", "Paragraph", "PdfPage", "PdfPicture", "Picture", "Run", "Shape", "Sheet", "Slide",
    "TextDocument", "brightness", "cells", "decode_image", "document_text", "encode_image", "image_size",
    "pdf", "pdf_pictures", "presentation", "resized", "spreadsheet", "text_document",
]  # fmt: skip
