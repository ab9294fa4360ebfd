"""The intents that the Camera accepts: take a photo or a video."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule

__all__ = ["RULES"]

RULES: Final = (
    IntentRule("android.media.action.IMAGE_CAPTURE*", "*", "*", lambda intent: ("photo",)),
    IntentRule("android.media.action.STILL_IMAGE_CAMERA*", "*", "*", lambda intent: ("photo",)),
    IntentRule("android.media.action.VIDEO_CA*", "*", "*", lambda intent: ("video",)),
)
