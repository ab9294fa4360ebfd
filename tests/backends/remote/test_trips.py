"""A step takes one round trip if all its questions were asked after the previous step, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from crab_gym.backends.remote import backend as module
from crab_gym.backends.remote.client import Link
from crab_gym.backends.remote.wire import Frame
from crab_gym.envs.crab_env import CrabEnv
from tests.remote import RunningServer


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Mapping[str, Any], Frame]]:
    """Returns a list to which each request is added with its answer."""
    seen: list[tuple[str, Mapping[str, Any], Frame]] = []
    ask = Link.ask

    def note(link: Link, request: Mapping[str, Any]) -> Frame:
        frame = ask(link, request)
        seen.append((link._device, request, frame))
        return frame

    monkeypatch.setattr(Link, "ask", note)
    return seen


def test_a_step_takes_one_round_trip_a_device(shared: RunningServer, asked: list[Any]) -> None:
    env = CrabEnv("cross.dark_mode_from_todo", backend=shared.backend)
    env.reset(seed=0)
    home = {"device": "android", "name": "press", "args": {"key": "home"}}
    key = {"device": "ubuntu", "name": "press", "args": {"key": "shift"}}
    trips = []
    for action in (home, home, home, key, key, {"device": "root", "name": "wait", "args": {"seconds": 3}}, home):
        asked.clear()
        env.step(action)
        assert env.elements("android") and env.elements("ubuntu")
        trips.append(Counter(device for device, _, _ in asked))
    assert trips[0]["android"] > 1  # what is looked at isn't known yet
    assert trips[2:] == [{"ubuntu": 1, "android": 1}] * 5
    env.close()


def test_a_screen_that_did_not_change_is_not_sent(shared: RunningServer, asked: list[Any]) -> None:
    env = CrabEnv("ubuntu.write_note", backend=shared.backend)
    env.reset(seed=0)
    sizes = []
    for key in ("shift", "shift", "win", "win"):
        asked.clear()
        env.step({"device": "ubuntu", "name": "press", "args": {"key": key}})
        sizes.append(sum(len(part) for _, _, frame in asked for part in frame.parts))
    assert sizes[0] < 10_000 and sizes[1] < 10_000  # at most what the evaluators read
    assert sizes[3] > 100_000
    env.close()


def test_without_screens_none_is_asked_for(shared: RunningServer, asked: list[Any]) -> None:
    env = CrabEnv("ubuntu.write_note", backend=shared.backend, screens=False)
    env.reset(seed=0)
    for _ in range(3):
        env.step({"device": "ubuntu", "name": "press", "args": {"key": "win"}})
    said = [name for _, request, _ in asked for name in (request["op"], *(also[0] for also in request.get("also", [])))]
    assert "device.act" in said and "screenshot" not in said
    env.close()


def test_answers_about_a_device_with_a_clock_of_its_own_grow_old(
    shared: RunningServer, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = module.RemoteBackend("ubuntu", (1280, 720), address=shared.address)
    backend.reset(0)
    now = 100.0
    monkeypatch.setattr("crab_gym.backends.remote.backend.time.monotonic", lambda: now)
    backend._facts = {**backend._facts, "real_time": True}
    backend.state.foreground()
    asked.clear()
    now += module.FRESH_SECONDS
    backend.state.foreground()
    assert not asked
    now += 0.01
    backend.state.foreground()
    assert [request["op"] for _, request, _ in asked] == ["state.foreground"]
    backend.close()
