"""Draws every app of the simulated desktop at full size, light beside dark: docs/images/desktop_apps_*.png.

Usage: python scripts/images/desktop_apps.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from crab_gym.backends.sim.backend import SimBackend

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZE, GAP, GROUND, APPS_A_SHEET = (1280, 720), 12, (46, 46, 46), 6
HOME = "/home/user"

Script = Callable[[SimBackend], None]


def act(desktop: SimBackend, verb: str, /, **args: object) -> None:
    """Carries out one action, a second after the one before."""
    desktop.act(verb, args, 1.0)


def click(desktop: SimBackend, place: str) -> None:
    """Clicks the first element whose text begins with some words, or else its description."""
    elements = desktop.elements()
    found = [each for each in elements if each.text.startswith(place)]
    found += [each for each in elements if each.description.startswith(place)]
    x, y = found[0].center
    act(desktop, "click", x=x, y=y)


def launched(app: str, *intent: str) -> Script:
    """Returns a function that starts an app, perhaps with a file."""
    return lambda desktop: desktop.machine.launch(app, intent)


def typed(app: str, *words: str) -> Script:
    """Returns a function that starts an app and types into it; a word in angle brackets is a key."""

    def script(desktop: SimBackend) -> None:
        desktop.machine.launch(app)
        for word in words:
            if word.startswith("<"):
                act(desktop, "press", key=word[1:-1])
            else:
                act(desktop, "write_text", text=word)

    return script


def clicked(app: str, *places: str) -> Script:
    """Returns a function that starts an app and clicks elements by their text or description."""

    def script(desktop: SimBackend) -> None:
        desktop.machine.launch(app)
        for place in places:
            click(desktop, place)

    return script


APPS: dict[str, Script] = {
    "Terminal": typed("terminal", "ls -l Documents\n", "grep -n -i error projects/weather/*.log | head -3\n"),
    "Files": launched("files", f"{HOME}/Pictures"),
    "Text Editor": launched("text_editor", f"{HOME}/projects/weather/weather.py"),
    "Settings": clicked("settings", "Appearance"),
    "Firefox": launched("firefox", f"{HOME}/projects/website/index.html"),
    "Thunderbird": launched("thunderbird"),
    "Writer": typed("writer", "Minutes\n", "The garden was dug in October, and the bulbs are planted."),
    "Calc": launched("calc", f"{HOME}/Documents/expenses.csv"),
    "Impress": typed("impress", "<tab>", "<f2>", "The garden in autumn", "<escape>"),
    "GIMP": launched("gimp", f"{HOME}/Pictures/IMG_1770.jpg"),
    "Visual Studio Code": launched("code", f"{HOME}/projects/weather/weather.py"),
    "Image Viewer": launched("image_viewer", f"{HOME}/Pictures/IMG_1770.jpg"),
    "Document Viewer": launched("document_viewer", f"{HOME}/Downloads/agenda.pdf"),
    "Archive Manager": launched("archive_manager", f"{HOME}/Downloads/report-60.zip"),
    "Calculator": typed("calculator", "12*(3+4)\n"),
    "Calendar": launched("calendar"),
    "Clocks": launched("clocks"),
    "Endeavour": launched("endeavour"),
    "Rhythmbox": launched("music"),
    "Videos": launched("videos"),
    "Characters": launched("characters"),
    "Screenshot": launched("screenshot"),
    "System Monitor": launched("system_monitor"),
    "Disk Usage Analyzer": launched("disk_usage"),
}
"""Name to the steps that lead to its picture."""


def screen(script: Script, dark: bool) -> Image.Image:
    """Returns the desktop after some steps."""
    desktop = SimBackend("ubuntu", SIZE)
    desktop.reset(5)
    style = "prefer-dark" if dark else "default"
    desktop.setup.set_setting("org.gnome.desktop.interface", "color-scheme", style)
    script(desktop)
    return Image.fromarray(desktop.screenshot())


def sheets() -> Iterator[Image.Image]:
    """Yields sheets with a row per app."""
    scripts = list(APPS.values())
    width, height = SIZE
    for start in range(0, len(scripts), APPS_A_SHEET):
        chosen = scripts[start : start + APPS_A_SHEET]
        sheet = Image.new("RGB", (2 * width + 3 * GAP, len(chosen) * (height + GAP) + GAP), GROUND)
        for row, script in enumerate(chosen):
            for column in (0, 1):
                place = GAP + column * (width + GAP), GAP + row * (height + GAP)
                sheet.paste(screen(script, dark=column == 1), place)
        yield sheet


def main() -> None:
    """Draws the sheets."""
    for number, sheet in enumerate(sheets(), 1):
        path = IMAGES / f"desktop_apps_{number}.png"
        sheet.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"docs/images/{path.name}: {sheet.width}×{sheet.height}, {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
