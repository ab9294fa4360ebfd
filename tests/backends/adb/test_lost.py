"""Phones, connections and servers that vanish and come back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.backends.adb import AdbBackend
from crab_gym.backends.base import DeviceError
from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.devices import adb_wire
from tests.adb import Adb

TAP = {"device": "android", "name": "tap", "args": {"x": 100, "y": 300}}


def test_nobody_there() -> None:
    backend = AdbBackend("android", serial="127.0.0.1:1")
    with pytest.raises(DeviceError, match=r"no connection: nothing answers at 127\.0\.0\.1:1"):
        backend.reset(0)


def _answering(answer: Callable[[socket.socket], None]) -> tuple[str, threading.Thread]:
    listener = socket.create_server(("127.0.0.1", 0))
    serial = f"127.0.0.1:{listener.getsockname()[1]}"

    def run() -> None:
        connection, _ = listener.accept()
        with connection, listener:
            connection.settimeout(5)
            answer(connection)

    thread = threading.Thread(target=run)
    thread.start()
    return serial, thread


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda connection: connection.close(), "closed the connection|connection broke"),
        (lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "isn't ADB"),
        (lambda connection: connection.sendall(adb_wire.pack(adb_wire.OKAY, 1, 1)), "isn't adbd"),
        (lambda connection: connection.recv(100) and connection.recv(1), "no answer within 0.3 s"),
    ],
)
def test_something_else_answers(answer: Callable[[socket.socket], None], message: str) -> None:
    serial, thread = _answering(answer)
    backend = AdbBackend("android", serial=serial, timeout=0.3)
    with pytest.raises(DeviceError, match=message):
        backend.reset(0)
    backend.close()
    thread.join()


def test_a_cut_connection_is_an_error_until_the_next_reset(server: PhoneServer) -> None:
    env = gym.make("Crab-v0/android.quiet_night", backend={"android": f"adb:{server.serials[0]}"})
    env.reset(seed=1)
    env.step(TAP)
    assert server.drop() == 1
    with pytest.raises(DeviceError, match="was lost"):
        env.step(TAP)
    env.reset(seed=1)
    _, _, _, _, info = env.step(TAP)
    assert info["invalid_action"] == ""
    env.close()


def test_a_phone_that_dies_truncates_the_episode_where_asked() -> None:
    server = PhoneServer(phones(seed=1))
    [port] = server.ports
    env = gym.make(
        "Crab-v0/android.quiet_night", backend={"android": f"adb:127.0.0.1:{port}"}, on_device_error="truncate"
    )
    env.reset(seed=1)
    server.close()
    _, _, terminated, truncated, info = env.step(TAP)
    assert (terminated, truncated) == (False, True)
    assert "lost" in info["device_error"]
    assert info["end_reason"] == "device_error"
    with PhoneServer(phones(seed=1), port):
        env.reset(seed=1)
        _, _, terminated, truncated, _ = env.step(TAP)
        assert not (terminated or truncated)
        env.close()


def test_devices_of_an_adb_server(server: PhoneServer, adb: Adb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
    serial = adb.register(server.ports[0])
    try:
        for wanted in (serial, ""):
            backend = AdbBackend("android", serial=wanted, server=adb.port)
            backend.reset(2)
            assert backend.simulated
            assert backend.state.read_file("/sdcard/nothing") is None
            backend.setup.write_file("/sdcard/Download/x.bin", bytes(range(256)) * 1000)
            assert backend.state.read_file("/sdcard/Download/x.bin") == bytes(range(256)) * 1000
            with monkeypatch.context() as patch:
                patch.setattr("crab_gym.backends.adb.state.MAX_BYTES", 1000)
                assert backend.state.read_file("/sdcard/Download/x.bin") is None
            assert backend.state.read_file("/sdcard/Download") is None
            assert backend.screenshot().shape == (800, 360, 3)
            assert backend.elements()
            backend.close()
        with pytest.raises(DeviceError, match=f"no device 'R5'. Connected: {serial} \\(device\\)"):
            AdbBackend("android", serial="R5", server=adb.port).reset(0)
    finally:
        adb.run("disconnect", status=None)


def test_an_adb_server_that_is_not_there() -> None:
    with pytest.raises(DeviceError, match="no adb server answers on port 1"):
        AdbBackend("android", serial="emulator-5554", server=1).reset(0)
