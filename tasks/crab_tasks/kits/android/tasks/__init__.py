"""Tasks."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

_MOVED = {"new_todo": "moves", "todos_are": "state"}
"""Names that documents of the last release imported from here, and the modules that have them now."""


def __getattr__(name: str) -> Any:
    if name not in _MOVED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = f"{__name__}.{_MOVED[name]}"
    warnings.warn(f"{name} has moved; import it from {place}", DeprecationWarning, stacklevel=2)
    return getattr(import_module(place), name)
