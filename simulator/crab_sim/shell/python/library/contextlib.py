"""Contexts of statements."""

from __future__ import annotations

from typing import Any


class suppress:
    """Ends quietly where one of some exceptions is raised."""

    def __init__(self, *kinds: Any) -> None:
        self._kinds = kinds

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, value: Any, trace: Any) -> bool:
        return value is not None and isinstance(value, self._kinds)
