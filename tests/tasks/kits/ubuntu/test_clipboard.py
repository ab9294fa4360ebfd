from __future__ import annotations

from crab_tasks.kits.ubuntu.clipboard import clipboard_has, clipboard_is

from tests.tasks._desk import Desk


def test_clipboard() -> None:
    desk = Desk()
    state = {"ubuntu": desk}
    desk.copied = " Oslo \n"
    assert clipboard_is(state, None, "Oslo") and not clipboard_is(state, None, "Osl")
    assert clipboard_has(state, None, ["Os", "lo"])
    assert not clipboard_has(state, None, ["Oslo", "Bergen"])
    assert not clipboard_has(state, None, ["Oslo"], most=5)
