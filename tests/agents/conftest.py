"""A fake model server, and models that ask it without waiting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.agents.server import FakeServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """A server that runs, whose key is in the environment."""
    with FakeServer() as fake:
        monkeypatch.setenv(fake.key_env, fake.key)
        yield fake
