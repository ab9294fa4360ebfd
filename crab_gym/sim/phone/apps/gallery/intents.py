"""The intents that the Gallery accepts: show a picture, pick one."""

from __future__ import annotations

from typing import Final

from crab_gym.sim.phone.intents import IntentRule, opens_file

__all__ = ["RULES"]

_NAMES = "*.jpg *.jpeg *.png *.gif *.webp *.bmp"

RULES: Final = (
    IntentRule("VIEW EDIT", "file content -", "image/*", opens_file("show"), rank=2),
    IntentRule("VIEW EDIT", "file", "-", opens_file("show"), _NAMES, rank=3),
    IntentRule("PICK", "*", "image/*", rank=5),
)
