"""The intents that the Music app takes: play a sound."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule, opens_file

__all__ = ["RULES"]

_NAMES = "*.mp3 *.ogg *.m4a *.wav *.flac *.aac"

RULES: Final = (
    IntentRule("VIEW", "file content -", "audio/*", opens_file("play"), rank=2),
    IntentRule("VIEW", "file", "-", opens_file("play"), _NAMES, rank=3),
    IntentRule("android.media.action.MEDIA_PLAY_FROM_SEARCH MUSIC_PLAYER", "*", "*", rank=5),
)
