"""Servers that die, hang or are full, and clients that vanish."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.remote import RemoteBackend, ServerBusy
from crab_gym.backends.remote.handshake import split_address
from crab_gym.backends.remote.wire import MAGIC
from crab_gym.envs.crab_env import CrabEnv
from crab_sim.web.sites.lobby import LOBBY_PLACES
from tests.remote import TOKEN, RunningServer, cut, served, strangers, until

SIZE = (1280, 720)
KEY = {"device": "ubuntu", "name": "press", "args": {"key": "win"}}


def test_nobody_there() -> None:
    backend = RemoteBackend("ubuntu", SIZE, address="127.0.0.1:1")
    with pytest.raises(DeviceError, match=r"no connection to 127.0.0.1:1: Connection refused"):
        backend.reset(0)
    with pytest.raises(DeviceError, match=r"not connected; reset\(\) connects"):
        backend.screenshot()


def test_a_server_that_is_killed_in_mid_step_is_an_error_until_it_is_back() -> None:
    with served("--backend", "ubuntu=sim") as server:
        env = CrabEnv("ubuntu.write_note", backend={"ubuntu": server.backend})
        env.reset(seed=0)
        expected = env.fingerprint()
        os.kill(server.sessions()[0], signal.SIGSTOP)  # so that the step can't be over before
        killer = threading.Timer(0.3, server.kill, (True,))
        killer.start()
        with pytest.raises(DeviceError, match=r"the server at .* was lost: .*; reset.. connects again"):
            env.step(KEY)
        killer.join()
        with pytest.raises(DeviceError, match="no connection"):
            env.reset(seed=0)
        with served("--backend", "ubuntu=sim", "--port", str(split_address(server.address)[1])):
            env.reset(seed=0)
            assert env.fingerprint() == expected
            env.step(KEY)
        env.close()


def test_an_episode_is_truncated_where_asked_and_the_next_reset_heals() -> None:
    with served("--backend", "ubuntu=sim") as server:
        env = CrabEnv("ubuntu.write_note", backend=server.backend, on_device_error="truncate")
        env.reset(seed=0)
        for _ in range(2):
            until(lambda: len(server.sessions()) == 1)  # a killed one is there until its parent looks
            os.kill(server.sessions()[0], signal.SIGKILL)
            _, _, terminated, truncated, info = env.step(KEY)
            assert (terminated, truncated, info["end_reason"]) == (False, True, "device_error")
            assert "was lost" in info["device_error"]
            env.reset(seed=0)
        _, _, terminated, truncated, info = env.step(KEY)
        assert not (terminated or truncated or info["device_error"])
        env.close()


def test_a_server_that_was_started_again_between_episodes_is_not_noticed() -> None:
    with served("--backend", "ubuntu=sim") as server:
        env = CrabEnv("ubuntu.write_note", backend=server.backend)
        env.reset(seed=0)
        server.kill()
        with served("--backend", "ubuntu=sim", "--port", str(split_address(server.address)[1])):
            env.reset(seed=0)
            env.step(KEY)
        env.close()


def test_a_server_that_hangs_is_lost_after_the_timeout() -> None:
    with served("--backend", "ubuntu=sim") as server:
        backend = RemoteBackend("ubuntu", SIZE, address=server.address, timeout=0.5)
        backend.reset(0)
        [session] = server.sessions()
        os.kill(session, signal.SIGSTOP)
        with pytest.raises(DeviceError, match=r"no answer within 0\.5 s"):
            backend.act("press", {"key": "win"}, 1.0)
        os.kill(session, signal.SIGCONT)
        backend.reset(0)
        assert backend.screenshot().shape == (720, 1280, 3)
        backend.close()


def test_a_request_that_was_interrupted_is_not_answered_by_the_next(shared: RunningServer) -> None:
    backend = RemoteBackend("ubuntu", SIZE, address=shared.address)
    backend.reset(0)

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            while True:
                backend.act("press", {"key": "win"}, 1.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if backend._link is None:  # else it came between two requests
        with pytest.raises(DeviceError, match="the last request was interrupted"):
            backend.elements()
    backend.reset(0)
    assert backend.elements()
    backend.close()


def test_slots_are_limited_and_freed() -> None:
    with served("--backend", "ubuntu=sim", "--slots", "2") as server:
        first, second, third = (RemoteBackend("ubuntu", SIZE, address=server.address) for _ in range(3))
        first.reset(0)
        second.reset(0)
        with pytest.raises(ServerBusy, match="all 2 slots of the server are taken"):
            third.reset(0)
        second.close()
        third.reset(0)
        assert third.elements() == first.elements()
        until(lambda: len(server.sessions()) == 2)
        for session in server.sessions():
            os.kill(session, signal.SIGKILL)
        second.reset(0)
        first.reset(0)
        for backend in (first, second, third):
            backend.close()
        until(lambda: not server.sessions())


def test_a_client_that_dies_frees_its_slot() -> None:
    code = (
        "import sys, time; from crab_gym.backends.remote import RemoteBackend\n"
        "backend = RemoteBackend('ubuntu', (1280, 720), address=sys.argv[1]); backend.reset(0)\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    with served("--backend", "ubuntu=sim", "--slots", "1") as server:
        with subprocess.Popen(
            [sys.executable, "-c", code, server.address], stdout=subprocess.PIPE, text=True
        ) as client:
            assert client.stdout is not None
            assert client.stdout.readline() == "ready\n"
            client.kill()
        backend = RemoteBackend("ubuntu", SIZE, address=server.address)
        backend.reset(0)
        backend.close()


def test_there_is_one_real_phone_and_so_one_session_with_it() -> None:
    with served("--backend", "android=adb:127.0.0.1:1,ubuntu=sim") as server:
        phones = [RemoteBackend("android", (360, 800), address=server.address) for _ in range(2)]
        for _ in range(2):
            with pytest.raises(DeviceError, match="no connection: nothing answers at 127"):
                phones[0].reset(0)  # is connected, and the phone isn't there
        with pytest.raises(ServerBusy):
            phones[1].reset(0)
        desktop = RemoteBackend("ubuntu", (1280, 720), address=server.address)
        desktop.reset(0)
        for backend in (*phones, desktop):
            backend.close()


def test_strangers_drive_out_one_another_and_no_session() -> None:
    with served("--backend", "ubuntu=sim", "--slots", "2", token=TOKEN) as server:
        early, late = (RemoteBackend("ubuntu", SIZE, address=server.address, token=TOKEN) for _ in range(2))
        early.reset(0)
        with strangers(split_address(server.address), MAGIC) as silent:
            late.reset(0)
            assert len(server.sessions()) == 2  # who hasn't greeted has no process
            until(lambda: cut(silent) >= len(silent) - LOBBY_PLACES)
            assert early.screenshot().any() and late.screenshot().any()
        until(lambda: len(server.sessions()) == 2)
        for backend in (early, late):
            backend.close()
        until(lambda: not server.sessions())


def test_idle_sessions_end() -> None:
    with served("--backend", "ubuntu=sim", "--idle", "1") as server:
        backend = RemoteBackend("ubuntu", SIZE, address=server.address)
        backend.reset(0)
        until(lambda: not server.sessions())
        with pytest.raises(DeviceError, match="was lost"):
            backend.screenshot()
        backend.close()


def test_a_server_that_ends_ends_its_sessions() -> None:
    with served("--backend", "ubuntu=sim") as server:
        backend = RemoteBackend("ubuntu", SIZE, address=server.address)
        backend.reset(0)
        sessions = server.sessions()
        server.process.terminate()
        assert server.process.wait(20) == 0
        assert not any(os.path.exists(f"/proc/{session}") for session in sessions)
        with pytest.raises(DeviceError, match="was lost"):
            backend.screenshot()
        backend.close()
