"""The mouse pointer: where it is, that it is drawn on top, and that nothing else depends on it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from crab_gym.backends.sim import SimBackend
from crab_sim.machine.slices import SETTINGS

W, H = 1280, 720


@pytest.fixture
def desktop() -> SimBackend:
    backend = SimBackend("ubuntu", (W, H))
    backend.reset(1)
    return backend


def changed(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Returns the box (left, top, right, bottom) of the pixels that differ."""
    rows, columns = np.nonzero((before != after).any(axis=2))
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def test_it_rests_in_the_corner(desktop: SimBackend) -> None:
    corner = desktop.screenshot()[-4:, -4:]
    assert (corner == 0).all(axis=2).any()


@pytest.mark.parametrize(
    ("verb", "args", "at"),
    [
        ("click", {"x": 700, "y": 300}, (700, 300)),
        ("double_click", {"x": 600, "y": 410}, (600, 410)),
        ("drag", {"x1": 500, "y1": 500, "x2": 800, "y2": 340}, (800, 340)),
        ("scroll", {"x": 900, "y": 200, "direction": "down", "amount": 2}, (900, 200)),
    ],
)
def test_verbs_of_the_mouse_move_it(
    desktop: SimBackend, verb: str, args: dict[str, object], at: tuple[int, int]
) -> None:
    desktop.execute("click", {"x": 1000, "y": 600})
    before, elements = desktop.screenshot().copy(), desktop.elements()
    desktop.execute(verb, args)
    after = desktop.screenshot()
    left, top, right, bottom = changed(before, after)
    assert left <= at[0] < right and top <= at[1] < bottom
    assert 1000 < right and 600 < bottom, "and it is gone from where it was"
    assert after[at[1] + 4, at[0] + 1].tolist() == [0, 0, 0], "its arrow hangs from its tip"
    assert desktop.elements() == elements, "it is no element"


def test_keys_leave_it(desktop: SimBackend) -> None:
    desktop.execute("click", {"x": 640, "y": 400})
    before = desktop.screenshot().copy()
    desktop.execute("press", {"key": "a"})
    assert np.array_equal(before, desktop.screenshot())


def test_a_snapshot_has_it(desktop: SimBackend) -> None:
    desktop.execute("click", {"x": 640, "y": 400})
    handle, screen = desktop.snapshot(), desktop.screenshot().copy()
    desktop.execute("click", {"x": 900, "y": 300})
    assert not np.array_equal(screen, desktop.screenshot())
    twin = desktop.fork()
    desktop.restore(handle)
    assert np.array_equal(screen, desktop.screenshot())
    assert not np.array_equal(screen, twin.screenshot()), "the fork's pointer stays"
    desktop.reset(1)
    assert (desktop.screenshot()[-4:, -4:] == 0).all(axis=2).any(), "a reset brings it back into the corner"


def test_screenshots_of_the_desktop_are_without_it(desktop: SimBackend) -> None:
    pictures = []
    for x in (640, 900):
        desktop.reset(1)
        desktop.execute("click", {"x": x, "y": 400})
        desktop.execute("hotkey", {"keys": ["shift", "print"]})
        (name,) = desktop.state.list_dir("/home/user/Pictures/Screenshots")
        pictures.append(desktop.state.read_file(f"/home/user/Pictures/Screenshots/{name}"))
    assert pictures[0] == pictures[1]


def test_settings_make_it_larger(desktop: SimBackend) -> None:
    def height() -> int:
        desktop.execute("click", {"x": 1000, "y": 200})
        before = desktop.screenshot().copy()
        desktop.execute("click", {"x": 1000, "y": 600})
        _, top, _, bottom = changed(before[400:], desktop.screenshot()[400:])
        return bottom - top

    machine, key = desktop.machine, ("org.gnome.desktop.interface", "cursor-size")
    heights = {}
    for size in ("24", "48", "100000", "0"):
        machine.put(SETTINGS, {**machine.get(SETTINGS), key: size})
        heights[size] = height()
    assert heights["24"] == heights["0"] < heights["48"] < heights["100000"] < 120
