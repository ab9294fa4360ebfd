"""What may change without harm on a simulated phone; a slice, field, setting or file that isn't listed is owned."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from crab_sim.devices import phone_files
from crab_sim.devices.phone_facts import VOLATILE_SETTINGS, owned_setting

SOURCES = Path(__file__).parents[3] / "simulator"
PHONE = ("crab_sim.machine", "crab_sim.phone")
"""The packages in which the slices of a phone are declared."""

SLICES = """
    above alarm_sounds alarm_state battery booted browser_downloads browser_history browser_local browser_tabs
    browser_wanted calculations call clipboard delays drive_uploads effects files_prefs heads_up icons interruptions
    keyboard language last_used location locked maps_recent message_arrivals miniwob music_queue notifications
    permission_dialogs profile pushed quiet_until reminded screen_off seed shell time toast video_player web_forms
    windows
"""
FIELDS = {
    "camera": "front grid last",
    "draw": "color erasing undone width",
    "drive": "created modified",
    "events": "import_id last_updated parent_id source time_zone",
    "gallery": "bin order",
    "mails": "date name read",
    "map_markers": "added disabled group_key map_object_name next_key selected visited",
    "messages": "read",
    "music": "playback repeat shuffle sort track",
    "music_playlists": "album artist seconds title",
    "notebook_folders": "created updated",
    "notebook_notes": "created updated",
    "notes": "created edited",
    "recorder": "path player",
    "timers": "rung",
    "todos": "completed created done modified",
    "tracks": "gain high loss low max_speed moving offset points stop uuid",
    "video": "media path position",
    "voicemails": "read",
    "wallpaper": "data",
}
SETTINGS = {
    "global": """
        *_count *_etag *_last_* *_timestamp audio_safe_volume_state cached_apps_* low_power_sticky* netstats_*
        network_watchlist_* ntp_* package_verifier_* radios_before_airplane wifi_*scan* zen_mode_ringer_level
    """,
    "secure": """
        *_count *_last_* *_timestamp default_input_method enabled_input_methods hush_gesture_used
        input_methods_subtype_history last_setup_shown location_changer num_rotation_suggestions_accepted
        selected_input_method_subtype suppress_*_suggestion unsafe_volume_music_active_ms
    """,
    "system": """
        alarm_alert_set mute_streams_affected next_alarm_formatted notification_sound_set ringtone_set
        screen_auto_brightness_adj screen_brightness_float volume_*_*
    """,
}
OWNED_SETTINGS = {
    "global": "airplane_mode_on auto_time development_settings_enabled device_name wifi_ap_ssid wifi_on zen_mode",
    "secure": "bluetooth_name enabled_accessibility_services lock_screen_show_notifications sms_default_application",
    "system": "screen_brightness screen_off_timeout system_locales user_rotation volume_music",
}


class Declared(NamedTuple):
    """The declaration of a slice: its module, its name, and the reasons by the fields that may change."""

    module: str
    name: str
    volatile: Mapping[str, str]


def declared() -> Iterator[Declared]:
    """Yields the declarations of all slices."""
    for path in sorted((SOURCES / "crab_sim").rglob("*.py")):
        if "Slice[" not in (text := path.read_text()):
            continue
        tree = ast.parse(text)
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("Slice["):
                names = vars(importlib.import_module(module))
                name, *_ = [ast.literal_eval(argument) for argument in node.args]
                reasons = next((eval(ast.unparse(key.value), names) for key in node.keywords), {})
                yield Declared(module, name, {"": reasons} if isinstance(reasons, str) else reasons)


@pytest.fixture(scope="module")
def slices() -> list[Declared]:
    return list(declared())


def test_the_volatile_slices_and_fields_of_a_phone_are_these(slices: list[Declared]) -> None:
    mine = [one for one in slices if one.module.startswith(PHONE)]
    assert {one.name for one in mine if "" in one.volatile} == set(SLICES.split())
    some = {one.name: " ".join(sorted(one.volatile)) for one in mine if one.volatile and "" not in one.volatile}
    assert some == FIELDS


def test_slices_of_one_name_are_volatile_alike(slices: list[Declared]) -> None:
    """A phone and a desktop in one process share what is known of a name."""
    kinds = {one.name: {"" in other.volatile for other in slices if other.name == one.name} for one in slices}
    assert [name for name, volatile in kinds.items() if len(volatile) > 1] == []


def test_each_reason_is_said(slices: list[Declared]) -> None:
    reasons = [reason for one in slices for reason in one.volatile.values()]
    reasons += [reason for rows in VOLATILE_SETTINGS.values() for reason in rows]
    reasons += [*phone_files.VOLATILE_NAMES.values(), *phone_files.VOLATILE_FOLDERS.values()]
    assert [reason for reason in reasons if len(reason) < 5] == []


def test_the_volatile_settings_of_a_phone_are_these() -> None:
    listed = {
        space: sorted([key for keys in rows.values() for key in keys]) for space, rows in VOLATILE_SETTINGS.items()
    }
    assert listed == {space: keys.split() for space, keys in SETTINGS.items()}
    for namespace, keys in OWNED_SETTINGS.items():
        assert [key for key in keys.split() if not owned_setting(namespace, key)] == []
    assert not owned_setting("system", "volume_music_speaker") and not owned_setting("global", "boot_count")


def test_the_volatile_files_of_a_phone_are_these() -> None:
    assert list(phone_files.VOLATILE_NAMES) == [r"\.thumbnails", r"\.pending-.*", r"\.~lock\..*#|\..*\.sw[a-z]"]
    assert list(phone_files.VOLATILE_FOLDERS) == ["Android/data", "Android/obb", "Android/media/.*/cache"]
