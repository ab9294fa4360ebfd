"""A private adb server, and phones that are served."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from crab_sim.adbd.hosting import PhoneServer, phones
from tests.adb import Adb, adb_server


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    """A private adb server."""
    with adb_server(tmp_path_factory.mktemp("adb")) as server:
        yield server


@pytest.fixture
def server(caplog: pytest.LogCaptureFixture) -> Iterator[PhoneServer]:
    """One phone, served; at the end nothing must have failed in it, and nothing be left."""
    with PhoneServer(phones(seed=7)) as served:
        yield served
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not failures, failures[0].exc_text
    device = served.devices[0]
    assert not served.thread.is_alive() and device is not None


@pytest.fixture
def serial(adb: Adb, server: PhoneServer) -> Iterator[str]:
    """The serial number of that phone, connected to the adb server."""
    serial = server.serials[0]
    assert adb.text("connect", serial) == f"connected to {serial}"
    yield serial
    adb.run("disconnect", serial, status=None)


@pytest.fixture
def emulator(adb: Adb, server: PhoneServer) -> str:
    """The serial number of that phone as an emulator, which has a console."""
    return adb.register(server.ports[0])
