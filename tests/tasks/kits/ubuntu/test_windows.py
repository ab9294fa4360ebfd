from __future__ import annotations

from crab_gym.backends.base import State, Window
from crab_tasks.kits.ubuntu import windows
from tests.tasks._desk import Desk


def test_windows() -> None:
    desk = Desk()
    state = State(ubuntu=desk)
    assert not windows.window_shown(state, "writer") and windows.window_gone(state, "writer")
    assert not windows.window_in_front(state, "writer")
    bounds = (0, 0, 100, 100)
    desk.shown = (
        Window("writer", "report.odt - LibreOffice Writer", bounds, False),
        Window("calc", "prices.ods - LibreOffice Calc", bounds, False, minimized=True),
        Window("files", "Documents", bounds, True),
    )
    assert windows.window_shown(state, "writer", "report.odt")
    assert not windows.window_shown(state, "writer", "prices.ods")
    assert not windows.window_shown(state, "calc") and not windows.window_gone(state, "calc")
    assert windows.window_in_front(state, "files", "Doc")
    assert not windows.window_in_front(state, "files", "Pictures")
    assert not windows.window_in_front(state, "writer")
    assert windows.window_gone(state, "writer", "other.odt")
