"""A desktop whose browser reaches the bundled sites, and a phone that only keeps messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from crab_gym.backends.base import Message
from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import Web
from crab_sim.web.sites.markup import Request
from crab_tasks.kits.state import State
from tests.tasks._desk import Desk


class Browser(Desk):
    """A desktop whose forms reach the bundled sites."""

    def __init__(self) -> None:
        super().__init__()
        self.sites = Web(assets(), seed=3)

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        return tuple(self.sites.read(site, table))

    def send(self, address: str, /, **form: str) -> None:
        host, _, path = address.partition("/")
        assert self.sites.answer(Request(host, f"/{path}", form=tuple(form.items()))).status < 400


class Phone(Desk):
    """A phone that is its messages."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []

    def messages(self) -> tuple[Message, ...]:
        return tuple([Message(i, to, body, 0.0, "sent") for i, (to, body) in enumerate(self.sent)])


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def state(browser: Browser) -> State:
    return State(ubuntu=browser, android=Phone())
