"""The intents that the Settings app takes: show one of its pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from crab_sim.devices.apps import app_of
from crab_sim.phone.intents import AndroidIntent

__all__ = ["PAGES", "page_of"]

_PACKAGE = app_of("android", "settings").package

PAGES: Final[Mapping[str, str]] = {
    "AIRPLANE_MODE_SETTINGS": "network", "APPLICATION_DETAILS_SETTINGS": "apps",
    "APPLICATION_DEVELOPMENT_SETTINGS": "developer", "APPLICATION_SETTINGS": "apps",
    "BATTERY_SAVER_SETTINGS": "battery", "BLUETOOTH_SETTINGS": "devices", "DATA_ROAMING_SETTINGS": "network",
    "DATE_SETTINGS": "time", "DEVICE_INFO_SETTINGS": "about", "DISPLAY_SETTINGS": "display",
    "INTERNAL_STORAGE_SETTINGS": "storage", "LOCALE_SETTINGS": "system", "LOCATION_SOURCE_SETTINGS": "location",
    "MANAGE_ALL_APPLICATIONS_SETTINGS": "apps", "MANAGE_APPLICATIONS_SETTINGS": "apps",
    "NIGHT_DISPLAY_SETTINGS": "display", "NOTIFICATION_SETTINGS": "notifications", "SOUND_SETTINGS": "sound",
    "TETHER_SETTINGS": "hotspot", "WIFI_SETTINGS": "wifi", "WIRELESS_SETTINGS": "network",
    "ZEN_MODE_SETTINGS": "notifications",
}  # fmt: skip
"""Last part of an ``android.settings`` action -> page of the Settings app, which shows its first page otherwise."""


def page_of(intent: AndroidIntent) -> str | None:
    """Returns the page of the Settings app that an intent asks for: ``""`` for its first, None for none at all."""
    if intent.action.startswith("android.settings."):
        return PAGES.get(intent.action.removeprefix("android.settings."), "")
    if intent.component is not None and intent.component.package == _PACKAGE:
        name = re.split(r"[.$]", intent.component.name)[-1].removesuffix("Activity")
        return PAGES.get(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper(), "")
    return None
