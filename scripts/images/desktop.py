"""Takes the pictures of the real desktop for the documentation: docs/images/desktop_*.png.

Usage: python scripts/images/desktop.py [NAME ...], with names of pictures, such as ``gnome-search``; without names, it
takes all. Those of the light profile are drawn again with numbered marks. It needs the packages of the desktop, and
takes some minutes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image

from crab_gym.backends.base import Image as Screen
from crab_gym.backends.desktop import DesktopBackend
from crab_gym.vision.detection import Detected
from crab_gym.wrappers.marks import numbered
from crab_gym.wrappers.overlay import Overlay
from crab_sim.devices.apps import APPS

FOLDER = Path(__file__).parents[2] / "docs" / "images"
SIZE = (1280, 720)

Steps = Callable[[DesktopBackend], None]


def act(desktop: DesktopBackend, verb: str, /, **args: object) -> None:
    """Carries out one action and waits until the screen rests."""
    desktop.execute(verb, args)
    desktop.settle()


def opened(name: str, window: str = "") -> Steps:
    """Returns a function that opens an application and waits until its window is completely drawn.

    Args:
        name: The application's name.
        window: A part of its window's title; by default, any window counts.
    """

    def steps(desktop: DesktopBackend) -> None:
        act(desktop, "search_app", name=name)
        act(desktop, "press", key="enter")
        for _ in range(20):
            # On a busy machine, the backend may stop waiting before a slow program is ready.
            act(desktop, "press", key="shift")
            if any(window in row.title for row in desktop.state.windows()):
                break
        # Some programs pause while drawing, so this waits until two pictures are equal.
        before = None
        for _ in range(20):
            act(desktop, "press", key="shift")
            time.sleep(1.0)
            after = desktop.screenshot()
            if before is not None and np.array_equal(before, after):
                break
            before = after

    return steps


def searched(name: str) -> Steps:
    """Returns a function that searches for an application and leaves the search open."""
    return lambda desktop: act(desktop, "search_app", name=name)


def dark(desktop: DesktopBackend) -> None:
    """Opens two programs and switches to the dark style while they run."""
    for name in ("Files", "Text Editor"):
        opened(name)(desktop)
    desktop.setup.set_setting("org.gnome.desktop.interface", "color-scheme", "prefer-dark")
    act(desktop, "press", key="shift")


WINDOWS = {"gimp": "GNU Image", "writer": "Writer", "calc": "Calc", "impress": "Impress"}
PICTURES: dict[str, Steps] = {
    "search": searched("Te"),
    "dark": dark,
    **{app.id.replace("_", "-"): opened(app.name, WINDOWS.get(app.id, "")) for app in APPS if app.device == "ubuntu"},
}


def save(name: str, screen: Screen) -> None:
    """Writes a picture of at most 128 colours, and prints its size."""
    path = FOLDER / name
    Image.fromarray(screen).quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


def main() -> None:
    """Draws the pictures that are named on the command line, or all."""
    names = sys.argv[1:] or [f"{profile}-{name}" for profile in ("light", "gnome") for name in PICTURES]
    for name in names:
        profile, _, picture = name.partition("-")
        desktop = DesktopBackend("ubuntu", SIZE, profile=profile, spare=False)
        try:
            desktop.reset(0)
            PICTURES[picture](desktop)
            desktop.elements()  # Firefox offers its pages' elements only after a first request
            act(desktop, "press", key="shift")
            screen = desktop.screenshot()
            elements = desktop.elements()
            marks = numbered(Detected(elements, ("tree",) * len(elements)), "ubuntu", SIZE, 200)
        finally:
            desktop.close()
        save(f"desktop_{name.replace('-', '_')}.png", screen)
        if profile == "light" and marks:
            drawn = Overlay(SIZE).draw(screen, [mark.bounds for mark in marks])
            save(f"desktop_{name.replace('-', '_')}_marks.png", drawn)


if __name__ == "__main__":
    main()
