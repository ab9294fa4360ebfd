"""The places of new windows."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH
from crab_sim.desktop.shell.placing import PLACES, frame_of

SCREEN = 1280, 720


def test_windows_open_one_below_the_other() -> None:
    frames = [frame_of({}, "files", (800, 500), number, SCREEN) for number in range(6)]
    assert frames[1][:2] == (frames[0][0] + 56, frames[0][1] + 34)
    assert frames[5] == frames[0]
    assert all((right - left, bottom - top) == (800, 500) for left, top, right, bottom in frames)


@pytest.mark.parametrize("size", [(300, 200), (800, 500), (2000, 2000)])
def test_a_number_draws_places_and_sizes_on_the_screen(size: tuple[int, int]) -> None:
    frames = []
    for drawn in range(40):
        slices = {PLACES.name: drawn}
        left, top, right, bottom = frame = frame_of(slices, "files", size, 0, SCREEN)
        assert DOCK_WIDTH <= left < right <= SCREEN[0] and BAR_HEIGHT <= top < bottom <= SCREEN[1]
        assert right - left >= min(size[0], 1000) and bottom - top >= min(size[1], 600)
        assert frame == frame_of(slices, "files", size, 0, SCREEN)
        later = frame_of(slices, "files", size, 3, SCREEN)
        assert (later[2] - later[0], later[3] - later[1]) == (right - left, bottom - top)
        frames.append(frame)
    middle = (DOCK_WIDTH + SCREEN[0]) // 2
    centred = sum(abs((left + right) // 2 - middle) <= 1 for left, _, right, _ in frames)
    assert len(set(frames)) > (1 if size[0] > 1000 else 30) and 10 <= centred


def test_a_desktop_with_the_number_opens_windows_there() -> None:
    machine = Desktop(*SCREEN)
    machine.boot(0)
    machine.put(PLACES, 7)
    machine.launch("files")
    front = machine.front
    assert front is not None
    assert front.frame == frame_of({PLACES.name: 7}, "files", machine.apps["files"].size, 0, SCREEN)
