from __future__ import annotations

from unittest.mock import Mock, call

import pytest

from crab_gym.backends.base import State
from crab_gym.task import Params
from crab_tasks.kits.ubuntu.clipboard import clipboard_has, clipboard_is, fill_clipboard, pasted_is
from tests.tasks._desk import Desk


def test_clipboard() -> None:
    desk = Desk()
    state = State(ubuntu=desk)
    desk.copied = " Oslo \n"
    assert clipboard_is(state, "Oslo") and not clipboard_is(state, "Osl")
    assert clipboard_has(state, ["Os", "lo"])
    assert not clipboard_has(state, ["Oslo", "Bergen"])
    assert not clipboard_has(state, ["Oslo"], most=5)


def test_what_is_pasted_is_all_of_a_file() -> None:
    desk = Desk()
    state = State(ubuntu=desk)
    assert not pasted_is(state, "/home/user/a.py", "x = 1\nprint(x)")
    for text in ("x = 1\nprint(x)", "x = 1 \r\nprint(x)\r\n", "x = 1\nprint(x)\n\n"):
        desk.files["/home/user/a.py"] = text.encode()
        assert pasted_is(state, "/home/user/a.py", "x = 1\nprint(x)\n")
    for text in (
        "",
        "x = 1",
        "x = 1\n\nprint(x)",
        "x = 1 print(x)",
        " x = 1\nprint(x)",
        "x = 1\nprint(x)\nx = 1",
        "\nx = 1\nprint(x)",
    ):
        desk.files["/home/user/a.py"] = text.encode()
        assert not pasted_is(state, "/home/user/a.py", "x = 1\nprint(x)")


@pytest.mark.parametrize("fed", [True, False])
def test_the_clipboard_is_filled_unless_something_is_copied(fed: bool) -> None:
    desktop = Mock()
    params = Params(content="Oslo", fed=frozenset({"content"} if fed else ()))
    fill_clipboard(State(ubuntu=desktop), params, "content")
    assert desktop.set_clipboard.call_args_list == ([] if fed else [call("Oslo")])
