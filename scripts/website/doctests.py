"""Examples in docstrings as blocks of code: an extension of griffe, which reads the docstrings for mkdocstrings."""

from __future__ import annotations

import griffe

from website.text import fenced

__all__ = ["Doctests"]


class Doctests(griffe.Extension):  # type: ignore[misc]  # griffe may be absent
    """Makes blocks of code of all doctests."""

    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Changes an object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
