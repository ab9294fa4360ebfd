"""A server that several tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.remote import RunningServer, served


@pytest.fixture(scope="session")
def shared() -> Iterator[RunningServer]:
    """Serves both simulated devices, for up to sixteen sessions."""
    with served("--slots", "16") as server:
        yield server


@pytest.fixture(autouse=True)
def _no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CRAB_GYM_TOKEN", raising=False)
