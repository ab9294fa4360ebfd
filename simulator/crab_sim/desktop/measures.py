"""Measures of the desktop's own parts, in pixels."""

from __future__ import annotations

from typing import Final

__all__ = ["BAR_HEIGHT", "DOCK_WIDTH", "TITLE_HEIGHT"]

BAR_HEIGHT: Final = 30
DOCK_WIDTH: Final = 64
TITLE_HEIGHT: Final = 38
