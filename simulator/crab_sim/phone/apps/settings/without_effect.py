"""The phone's settings that change nothing beside themselves, with the reasons; a test finds that all others do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WITHOUT_EFFECT"]

_SILENT: Final = "the phone makes no sound"
_PICTURE: Final = "screenshots don’t show it, on Android either"

WITHOUT_EFFECT: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("system", "volume_music"): ("Media volume", _SILENT),
    ("system", "volume_alarm"): ("Alarm volume", _SILENT),
    ("system", "vibrate_when_ringing"): ("Vibrate when ringing", _SILENT),
    ("system", "dtmf_tone"): ("Dial pad tones", _SILENT),
    ("system", "sound_effects_enabled"): ("Touch sounds", _SILENT),
    ("system", "screen_brightness"): ("Brightness level", _PICTURE),
    ("secure", "night_display_activated"): ("Night Light", _PICTURE),
    ("system", "screen_brightness_mode"): ("Adaptive brightness", "no light falls on the phone"),
    ("system", "accelerometer_rotation"): ("Auto-rotate screen", "nobody turns the phone"),
    ("global", "auto_time_zone"): ("Set time zone automatically", "the phone knows one time zone, UTC"),
    ("global", "adb_enabled"): ("USB debugging", "a phone that is served stays in reach"),
}
"""What the settings are called on their pages, and the reasons, by namespace and name."""
