"""Fixtures: served phones, and a private adb server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crab_sim.adbd.hosting import PhoneServer, phones
from tests.adb import Adb, adb_server


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    with PhoneServer(phones(seed=1)) as running:
        yield running


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    with adb_server(tmp_path_factory.mktemp("adb")) as running:
        yield running
