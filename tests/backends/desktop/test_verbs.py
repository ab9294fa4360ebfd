from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import DeviceError, Foreground, InvalidAction
from crab_gym.backends.desktop import DesktopBackend
from tests.backends.desktop.conftest import becomes


def test_options_are_checked_and_nothing_starts_before_reset(host_processes: Any) -> None:
    with pytest.raises(ValueError, match="got profile 'heavy' for backend 'desktop', expected one of: light, gnome"):
        DesktopBackend("ubuntu", (1280, 720), profile="heavy")
    with pytest.raises(ValueError, match="no option colour"):
        DesktopBackend("ubuntu", (1280, 720), colour="blue")
    before = host_processes()
    backend = DesktopBackend("ubuntu", (1280, 720))
    for query in (backend.screenshot, backend.elements, backend.settle, backend.snapshot, backend.state.foreground):
        with pytest.raises(DeviceError, match=r"no box is running; reset\(\) starts one"):
            query()
    backend.close()
    assert host_processes() == before


@pytest.mark.desktop
def test_search_opens_apps_and_keys_work_on_windows(desk: Any) -> None:
    empty = desk.backend.screenshot()
    assert empty.shape == (720, 1280, 3) and empty.dtype == np.uint8
    assert desk.state.foreground() == Foreground("", "") and desk.state.windows() == () == desk.backend.elements()
    desk.act("search_app", name="Term")
    assert [(row.role, row.text) for row in desk.backend.elements()] == [("dialog", "Search")]
    desk.act("search_app", name="Text Ed")  # again, while it is open: a fresh search
    desk.act("press", key="enter")
    desk.open("Terminal")
    assert desk.state.foreground().app == "terminal"
    assert [(row.app, row.focused) for row in desk.state.windows()] == [("text_editor", False), ("terminal", True)]
    desk.act("hotkey", keys=["alt", "tab"])
    assert desk.state.foreground().app == "text_editor"
    desk.act("hotkey", keys=["win", "h"])
    assert [(row.app, row.minimized) for row in desk.state.windows()] == [("terminal", False), ("text_editor", True)]
    assert {row.app for row in desk.backend.elements()} == {"terminal"}
    desk.act("hotkey", keys=["alt", "f4"])
    assert [row.app for row in desk.state.windows()] == ["text_editor"]
    assert not np.array_equal(empty, desk.backend.screenshot()) or desk.state.foreground().app == ""


@pytest.mark.desktop
def test_a_search_without_a_match_opens_nothing(desk: Any) -> None:
    desk.open("touch /home/user/ran")
    assert not desk.state.exists("/home/user/ran")
    assert desk.state.windows() == () and desk.backend.elements() == ()
    desk.open("Terminal")
    assert desk.state.foreground().app == "terminal"


@pytest.mark.desktop
def test_a_search_presses_no_key_in_the_program_in_front(desk: Any) -> None:
    desk.open("Terminal")
    desk.act("write_text", text="read -rsn 1; touch ~/pressed\n")
    desk.act("search_app", name="Text")
    desk.act("press", key="escape")
    assert not desk.state.exists("/home/user/pressed")
    desk.act("press", key="a")
    assert becomes(lambda: desk.state.exists("/home/user/pressed"))


@pytest.mark.desktop
def test_the_mouse(desk: Any) -> None:
    desk.setup.write_file("/home/user/lines.txt", "".join(f"word{line} second\n" for line in range(200)))
    desk.open("Terminal")
    desk.act("write_text", text="gedit lines.txt &\n")
    assert becomes(lambda: desk.state.windows()[-1].title == "lines.txt (~) - gedit")
    desk.backend.settle()
    window = desk.state.windows()[-1]
    assert window.focused
    left, top, right, bottom = window.bounds
    assert 0 <= left < right <= 1280 and 0 <= top < bottom <= 720
    # Double click selects the word under the pointer; the first line of text lies right below the header bar.
    desk.act("double_click", x=left + 60, y=top + 60)
    desk.act("hotkey", keys=["ctrl", "c"])
    assert desk.state.clipboard() == "word0"
    desk.act("drag", x1=left + 200, y1=top + 60, x2=left + 10, y2=top + 60)
    desk.act("hotkey", keys=["ctrl", "c"])
    assert desk.state.clipboard().startswith("word0 ")
    desk.act("right_click", x=left + 100, y=top + 60)
    elements = desk.backend.elements()
    assert [row.role for row in elements if row.role == "window"] == ["window", "window"]
    assert {"Cut", "Copy", "Insert Emoji"} <= {row.text for row in elements if row.role == "menu_item"}
    desk.act("press", key="esc")
    part = slice(top + 100, top + 300), slice(left + 30, left + 90)  # text, and not the pointer
    before = desk.backend.screenshot()[part]
    desk.act("scroll", x=left + 200, y=top + 200, direction="down", amount=5)
    assert not np.array_equal(before, desk.backend.screenshot()[part])
    desk.act("scroll", x=left + 200, y=top + 200, direction="up", amount=5)
    np.testing.assert_array_equal(before, desk.backend.screenshot()[part])
    # Dragging the header bar moves the window.
    desk.act("drag", x1=left + 250, y1=top + 25, x2=left + 290, y2=top + 45)
    assert desk.state.windows()[-1].bounds == (left + 40, top + 20, right + 40, bottom + 20)


@pytest.mark.desktop
def test_refused_actions_touch_nothing(desk: Any) -> None:
    before = desk.backend.screenshot()
    for name, args in (
        ("press", {"key": "nokey"}),
        ("hotkey", {"keys": ["win", "aa"]}),
        ("write_text", {"text": "a\x01"}),
    ):
        with pytest.raises(InvalidAction):
            desk.backend.execute(name, args)
    with pytest.raises(InvalidAction):
        desk.backend.execute("search_app", {"name": "\x02"})
    desk.backend.settle()
    np.testing.assert_array_equal(before, desk.backend.screenshot())


@pytest.mark.desktop
@pytest.mark.parametrize("size", [(640, 480), (1919, 1001)])
def test_screens_of_other_sizes(size: tuple[int, int]) -> None:
    backend = DesktopBackend("ubuntu", size)
    try:
        backend.reset(0)
        screen = backend.screenshot()
        assert screen.shape == (size[1], size[0], 3)
        for place in ((40, 5), (size[1] - 5, 5), (40, size[0] - 5)):  # the ground below the panel
            assert tuple(screen[place]) == (0x2F, 0x48, 0x58)
        assert tuple(screen[2, size[0] - 5]) == tuple(screen[2, 2]) == (0x1F, 0x26, 0x2B)  # the panel, over all of it
    finally:
        backend.close()
        backend.close()
