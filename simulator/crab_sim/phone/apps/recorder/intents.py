"""The intents that the Recorder takes: record a sound."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule

__all__ = ["RULES"]

RULES: Final = (IntentRule("android.provider.MediaStore.RECORD_SOUND", "*", "*", lambda intent: ("record",)),)
