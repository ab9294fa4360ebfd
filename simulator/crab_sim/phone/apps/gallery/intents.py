"""The intents that the Gallery accepts: show a picture, pick one."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule, opens_file

__all__ = ["RULES"]


def _picture(intent: AndroidIntent) -> Intent:
    digits = re.search(r"/(\d{1,10})$", intent.rest)
    return ("picture", int(digits[1])) if digits else ()


_NAMES = "*.jpg *.jpeg *.png *.gif *.webp *.bmp"
_PROVIDER = "//media/*/images/media*"

RULES: Final = (
    IntentRule("VIEW EDIT", "content", "*", _picture, _PROVIDER, rank=1),
    IntentRule("VIEW EDIT", "file content -", "image/*", opens_file("show"), rank=2),
    IntentRule("VIEW EDIT", "file", "-", opens_file("show"), _NAMES, rank=3),
    IntentRule("PICK", "*", "image/*", rank=5),
)
