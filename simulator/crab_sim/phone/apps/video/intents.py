"""The intents that the Videos app takes: play a video."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule, opens_file

__all__ = ["RULES"]

_NAMES = "*.mp4 *.mkv *.webm *.3gp *.mov *.avi"

RULES: Final = (
    IntentRule("VIEW", "file content -", "video/*", opens_file("play"), rank=2),
    IntentRule("VIEW", "file", "-", opens_file("play"), _NAMES, rank=3),
)
