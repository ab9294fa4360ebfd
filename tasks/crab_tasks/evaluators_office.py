"""Evaluators of all that a text document and its export say."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.documents import pdf, text_document
from crab_tasks.evaluators import State

__all__ = ["pdf_is", "text_document_is"]


def text_document_is(state: State, answer: str | None, path: str, lines: Sequence[str]) -> bool:
    """The file is an .odt or .docx whose paragraphs are these; empty ones don't count."""
    document = text_document(state["ubuntu"].read_file(path))
    if document is None or document.tables:
        return False
    found = [" ".join(paragraph.text.split()) for paragraph in document.paragraphs]
    return [line for line in found if line] == list(lines)


def pdf_is(state: State, answer: str | None, path: str, lines: Sequence[str]) -> bool:
    """The PDF file says these lines and nothing else, however they are broken."""
    pages = pdf(state["ubuntu"].read_file(path))
    return bool(pages) and " ".join(" ".join(page.text for page in pages or ()).split()) == " ".join(lines)
