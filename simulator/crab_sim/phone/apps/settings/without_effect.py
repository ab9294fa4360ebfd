"""The phone's settings that change nothing beside themselves, with the reasons; a test finds that all others do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WITHOUT_EFFECT"]

_SILENT: Final = "the phone makes no sound"
_PICTURE: Final = "screenshots don’t show it, on Android either"

WITHOUT_EFFECT: Final[Mapping[tuple[str, str], str]] = {
    ("system", "volume_music"): _SILENT,
    ("system", "volume_alarm"): _SILENT,
    ("system", "vibrate_when_ringing"): _SILENT,
    ("system", "dtmf_tone"): _SILENT,
    ("system", "sound_effects_enabled"): _SILENT,
    ("system", "screen_brightness"): _PICTURE,
    ("secure", "night_display_activated"): _PICTURE,
    ("system", "screen_brightness_mode"): "no light falls on the phone",
    ("system", "accelerometer_rotation"): "nobody turns the phone",
    ("global", "wifi_ap_on"): "no other device is there to use it",
    ("global", "auto_time_zone"): "the phone knows one time zone, UTC",
    ("global", "adb_enabled"): "a phone that is served stays in reach",
}
"""The reasons by namespace and name."""
