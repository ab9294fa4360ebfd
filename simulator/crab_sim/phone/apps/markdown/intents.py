"""The intents that the Markdown app takes: open a text file."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule, opens_file

__all__ = ["RULES"]

_NAMES = "*.md *.txt *.markdown *.csv *.json *.log"

RULES: Final = (
    IntentRule("VIEW EDIT", "file", "text/*", opens_file("open"), rank=2),
    IntentRule("VIEW EDIT", "file", "-", opens_file("open"), _NAMES, rank=3),
)
