from __future__ import annotations

from crab_tasks.kits.state import State
from crab_tasks.kits.web import images
from tests.tasks.kits.web.conftest import Browser


def test_favourites(browser: Browser, state: State) -> None:
    assert not images.picture_favoured(state, "cat")
    browser.send("images.example/picture/cat")
    assert images.picture_favoured(state, "cat")
    browser.send("images.example/picture/cake")
    assert not images.picture_favoured(state, "cat")
