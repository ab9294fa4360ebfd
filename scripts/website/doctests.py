"""Examples in docstrings as blocks of code: an extension of griffe, which reads the docstrings for mkdocstrings."""

from __future__ import annotations

import griffe

from website.text import fenced

__all__ = ["Doctests"]


class Doctests(griffe.Extension):  # type: ignore[misc]  # griffe may be absent
    """Makes blocks of code of all doctests."""

    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Changes the docstring of a class, a function or an attribute."""
        if not obj.is_module:
            _fence(obj)

    def on_module_instance(self, *, mod: griffe.Module, **kwargs: object) -> None:
        """Changes a module's docstring, which `on_object` doesn't always get to see."""
        _fence(mod)


def _fence(thing: griffe.Object) -> None:
    if thing.docstring is not None:
        thing.docstring.value = fenced(thing.docstring.value)
