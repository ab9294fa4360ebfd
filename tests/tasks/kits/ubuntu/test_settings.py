from __future__ import annotations

from crab_gym.backends.base import State
from crab_tasks.kits.ubuntu.settings import default_application_is
from tests.tasks._desk import Desk


def test_default_applications() -> None:
    desk = Desk()
    desk.defaults = {"image/png": "gimp.desktop", "image/jpeg": "gimp.desktop", "text/plain": "vim.desktop"}
    state = State(ubuntu=desk)
    assert default_application_is(state, ["image/png", "image/jpeg"], "gimp.desktop")
    assert not default_application_is(state, ["image/png", "text/plain"], "gimp.desktop")
    assert not default_application_is(state, ["image/gif"], "gimp.desktop")
