"""The version of crab-gym."""

from __future__ import annotations

from typing import Final

__all__ = ["VERSION"]

VERSION: Final = "0.2.0"
"""The version, as in pyproject.toml."""
