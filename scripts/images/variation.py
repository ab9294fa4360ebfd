"""Draws the gallery of varied devices, for the documentation: docs/images/variation.png.

Usage: python scripts/images/variation.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

from crab_gym.backends.conditions import Conditions
from crab_gym.backends.sim.backend import SimBackend
from crab_sim.machine.interruptions import INTERRUPTIONS, Interruptions

FILE = Path(__file__).parents[2] / "docs" / "images" / "variation.png"
GAP, PHONE_HEIGHT, LOWER_HEIGHT = 12, 540, 330
GROUND = (255, 255, 255)
DESKTOP_INTERFACE = "org.gnome.desktop.interface"


def device(
    name: str, size: tuple[int, int], conditions: Conditions, dark: bool = False, font: str = "1.0"
) -> SimBackend:
    """Returns a simulated device of a size under some conditions.

    Args:
        name: ``android`` or ``ubuntu``.
        size: Width and height of the screen in pixels.
        conditions: The language and the other conditions of an episode.
        dark: Whether it has the dark theme.
        font: Factor of the size of texts, as the settings write it.
    """
    backend = SimBackend(name, size)
    backend.reset(5)
    backend.impose(conditions)
    if name == "android":
        backend.setup.set_setting("secure", "ui_night_mode", "2" if dark else "1")
        backend.setup.set_setting("system", "font_scale", font)
    else:
        backend.setup.set_setting(DESKTOP_INTERFACE, "color-scheme", "prefer-dark" if dark else "default")
        backend.setup.set_setting(DESKTOP_INTERFACE, "text-scaling-factor", font)
    return backend


def picture(backend: SimBackend, height: int) -> Image.Image:
    """Returns a device's screen, scaled to a height."""
    screen = Image.fromarray(backend.screenshot())
    return screen.resize((screen.width * height // screen.height, height), Image.Resampling.LANCZOS)


def phones() -> list[Image.Image]:
    """Returns the upper row: five phones."""
    home = device("android", (360, 800), Conditions("uk", icons=3), dark=True)
    writing = device("android", (360, 800), Conditions("de", keyboard=True))
    writing.act("open_app", {"name": "Messages"}, 1.0)
    _touch(writing, "start_chat_fab")
    _touch(writing, "recipient_text_view")
    dialog = device("android", (384, 800), Conditions("fr"), dark=True)
    dialog.act("open_app", {"name": "Settings"}, 1.0)
    _interrupt(dialog, 3)
    loading = device("android", (360, 720), Conditions("es", latency=(9.0, 9.0)))
    loading.act("open_app", {"name": "Calendar"}, 1.0)
    large = device("android", (320, 680), Conditions("en"), font="1.3")
    large.act("open_app", {"name": "Contacts"}, 1.0)
    _interrupt(large, 1)
    return [picture(each, PHONE_HEIGHT) for each in (home, writing, dialog, loading, large)]


def others() -> list[Image.Image]:
    """Returns the lower row: a phone on its side, and two desktops."""
    lying = device("android", (854, 480), Conditions("es"))
    lying.act("open_app", {"name": "Clock"}, 1.0)
    small = device("ubuntu", (1024, 768), Conditions("de", icons=8))
    small.machine.launch("files")
    _interrupt(small, 0)
    wide = device("ubuntu", (1920, 1080), Conditions("fr"), dark=True, font="1.3")
    wide.machine.launch("settings")
    _interrupt(wide, 3)
    return [picture(each, LOWER_HEIGHT) for each in (lying, small, wide)]


def _touch(backend: SimBackend, rid: str) -> None:
    x, y = next(each.center for each in backend.elements() if each.resource_id.endswith(f"/{rid}"))
    backend.act("tap", {"x": x, "y": y}, 1.0)


def _interrupt(backend: SimBackend, kind: int) -> None:
    machine: Any = backend.machine
    machine.put(INTERRUPTIONS, Interruptions((), kind, machine.now + 5))


def _row(pictures: list[Image.Image], width: int) -> Image.Image:
    """Returns pictures side by side, evenly over a width."""
    height = max(each.height for each in pictures)
    row = Image.new("RGB", (width, height), GROUND)
    spare, left = width - sum(each.width for each in pictures), 0
    for i, each in enumerate(pictures):
        row.paste(each, (left, 0))
        left += each.width + spare * (i + 1) // (len(pictures) - 1) - spare * i // (len(pictures) - 1)
    return row


def main() -> None:
    """Draws the picture."""
    upper, lower = phones(), others()
    width = max(sum(each.width + GAP for each in row) - GAP for row in (upper, lower))
    sheet = Image.new("RGB", (width, PHONE_HEIGHT + GAP + LOWER_HEIGHT), GROUND)
    sheet.paste(_row(upper, width), (0, 0))
    sheet.paste(_row(lower, width), (0, PHONE_HEIGHT + GAP))
    sheet.quantize(256, dither=Image.Dither.NONE).save(FILE, optimize=True)
    print(f"{FILE.name}: {width}×{sheet.height}, {FILE.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
