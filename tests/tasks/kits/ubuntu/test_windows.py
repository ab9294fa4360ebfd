from __future__ import annotations

from crab_gym.backends.base import Window
from crab_tasks.kits.ubuntu import windows
from tests.tasks._desk import Desk


def test_windows() -> None:
    desk = Desk()
    state = {"ubuntu": desk}
    assert not windows.window_shown(state, None, "writer") and windows.window_gone(state, None, "writer")
    assert not windows.window_in_front(state, None, "writer")
    bounds = (0, 0, 100, 100)
    desk.shown = (
        Window("writer", "report.odt - LibreOffice Writer", bounds, False),
        Window("calc", "prices.ods - LibreOffice Calc", bounds, False, minimized=True),
        Window("files", "Documents", bounds, True),
    )
    assert windows.window_shown(state, None, "writer", "report.odt")
    assert not windows.window_shown(state, None, "writer", "prices.ods")
    assert not windows.window_shown(state, None, "calc") and not windows.window_gone(state, None, "calc")
    assert windows.window_in_front(state, None, "files", "Doc")
    assert not windows.window_in_front(state, None, "files", "Pictures")
    assert not windows.window_in_front(state, None, "writer")
    assert windows.window_gone(state, None, "writer", "other.odt")
