"""Snapshots of a desktop by replay, the spare box, and the clock."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import DesktopBackend
from crab_gym.backends.desktop.replay import ReplayDiffers, ReplaySnapshot
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from crab_sim.devices.boot_time import boot_time
from tests.backends.desktop.conftest import becomes

pytestmark = pytest.mark.desktop

NOTE = "/home/user/note.txt"


def _seconds(desk: Any) -> float:
    return float(desk.state.run(["date", "+%s"]).stdout)


def test_restore_brings_back_files_settings_clock_and_screen(desk: Any) -> None:
    desk.setup.write_file(NOTE, "before\n")
    desk.setup.set_setting("org.gnome.desktop.interface", "color-scheme", "prefer-dark")
    desk.open("Terminal")
    desk.act("write_text", text="cp note.txt copy.txt\n")
    assert desk.reads("/home/user/copy.txt", "before\n")
    desk.backend.settle()
    desk.backend.advance(60)
    snapshot, screen, then = desk.backend.snapshot(), desk.backend.screenshot(), _seconds(desk)
    desk.act("write_text", text="rm note.txt; echo after > copy.txt\n")
    assert desk.reads("/home/user/copy.txt", "after\n")
    desk.setup.set_setting("org.gnome.desktop.interface", "color-scheme", "default")
    desk.backend.advance(1000)
    for _ in range(2):  # any number of times
        desk.backend.restore(snapshot)
        assert desk.state.read_text(NOTE) == desk.state.read_text("/home/user/copy.txt") == "before\n"
        assert desk.state.setting("org.gnome.desktop.interface", "color-scheme") == "prefer-dark"
        assert desk.state.foreground().app == "terminal"
        assert _seconds(desk) == then
        assert np.array_equal(desk.backend.screenshot(), screen)
        desk.act("write_text", text="echo more >> note.txt\n")
        assert desk.reads(NOTE, "before\nmore\n")


def test_a_fork_goes_its_own_way(desk: Any) -> None:
    desk.open("Terminal")
    desk.act("write_text", text="echo one > note.txt\n")
    assert desk.reads(NOTE, "one\n")
    copy = desk.backend.fork()
    try:
        copy.execute("write_text", {"text": "echo two > note.txt\n"})
        copy.settle()
        assert becomes(lambda: copy.state.read_text(NOTE) == "two\n")
        assert desk.state.read_text(NOTE) == "one\n"
    finally:
        copy.close()


def test_a_replay_that_leads_elsewhere_is_told(desk: Any) -> None:
    snapshot = desk.backend.snapshot()
    other = ReplaySnapshot(snapshot.seed, snapshot.operations, 255 - snapshot.screen)
    with pytest.raises(ReplayDiffers, match=r"replay of \d+ operations 100.0% of the pixels differ .*expected"):
        desk.backend.restore(other)
    assert issubclass(ReplayDiffers, DeviceError)
    desk.backend.reset(0)
    assert np.array_equal(desk.backend.screenshot(), snapshot.screen)


def test_the_panel_shows_the_minute_at_once(desk: Any) -> None:
    shown = [desk.backend.screenshot()[:30]]
    for seconds in (20, 40, 60, 3600):  # within the minute, to the next one, and further
        desk.backend.advance(seconds)
        shown.append(desk.backend.screenshot()[:30])
        time.sleep(0.5)  # in which it looks at the time twice
        assert np.array_equal(desk.backend.screenshot()[:30], shown[-1])
    same = [np.array_equal(one, other) for one, other in itertools.pairwise(shown)]
    assert same == [True, False, False, False]
    desk.backend.reset(0)
    assert np.array_equal(desk.backend.screenshot()[:30], shown[0])


def test_the_clock_follows_the_seed_and_stands_still(desk: Any) -> None:
    for seed in (3, 4):
        desk.backend.reset(seed)
        assert _seconds(desk) == boot_time(seed)
    desk.open("Terminal")
    assert _seconds(desk) == boot_time(4)
    desk.act("write_text", text="date +%s > note.txt\n")
    assert desk.reads(NOTE, f"{boot_time(4):.0f}\n")
    desk.backend.advance(90)
    desk.act("write_text", text="date +%s > note.txt\n")  # programs that run already are told too
    assert desk.reads(NOTE, f"{boot_time(4) + 90:.0f}\n")
    assert _seconds(desk) == boot_time(4) + 90


def test_a_running_clock_goes_on_by_itself() -> None:
    backend = DesktopBackend(clock="running", spare=False)
    try:
        backend.reset(5)
        first = float(backend.state.run(["date", "+%s.%N"]).stdout)
        assert boot_time(5) <= first < boot_time(5) + 60
        assert backend.state.run(["sleep", "0.05"]).returncode == 0
        assert float(backend.state.run(["date", "+%s.%N"]).stdout) > first
    finally:
        backend.close()


def test_the_box_kept_ready_is_used_once_and_ends_with_the_backend(host_processes: Any) -> None:
    backend = DesktopBackend("ubuntu", (640, 480))
    try:
        for seed in range(3):
            backend.reset(seed)
            assert not backend.state.exists(NOTE)
            backend.setup.write_file(NOTE, str(seed))
        assert host_processes()
    finally:
        backend.close()
    assert host_processes() == {}


def test_options_are_explained() -> None:
    for options, sentence in (
        ({"profle": "light"}, "has no option profle; it has: profile, "),
        ({"clock": "broken"}, "got clock 'broken' .* expected one of: frozen, running"),
        ({"profile": "kde"}, "got profile 'kde' .* expected one of: light"),
        ({"spare": 2}, "got spare 2 .* expected True or False"),
    ):
        with pytest.raises(ValueError, match=sentence):
            DesktopBackend("ubuntu", (640, 480), **options)


def test_a_frozen_desktop_stands_still_between_steps() -> None:
    backend = DesktopBackend(freeze=True, spare=False)
    try:
        backend.reset(1)
        backend.execute("search_app", {"name": "Terminal"})
        backend.execute("press", {"key": "enter"})
        backend.settle()
        backend.execute("write_text", {"text": "until read -t 0.01; do echo $((++n)); done\n"})
        backend.settle()
        if not backend._running().freeze():
            pytest.skip("this host lets no control groups be made")
        first = backend.screenshot()
        time.sleep(0.3)
        backend._running().look()
        assert np.array_equal(backend._running().rgb(), first)
        assert backend.state.foreground().app == "terminal"  # goes on to answer
        time.sleep(0.3)
        assert not np.array_equal(backend.screenshot(), first)
    finally:
        backend.close()


def test_an_environment_goes_back_with_its_graph() -> None:
    env = CrabEnv("ubuntu.write_note", backend={"ubuntu": {"kind": "desktop", "spare": False}}, screens=False)
    try:
        obs, info = env.reset(seed=4)
        policy = OraclePolicy(env)
        policy.reset(info["goal"], policy_spec(env, 4))
        while not info["completion"]:
            obs, _, _, _, info = env.step(policy.act(obs, info))
        snapshot, passed, home = (
            env.snapshot(),
            env.evaluator.passed,
            env.backends["ubuntu"].state.list_dir("/home/user"),
        )
        while not info["end_reason"]:
            obs, _, _, _, info = env.step(policy.act(obs, info))
        assert info["is_success"]
        env.restore(snapshot)
        assert env.evaluator.passed == passed
        assert env.backends["ubuntu"].state.list_dir("/home/user") == home
        assert not env.evaluator.success({"ubuntu": env.backends["ubuntu"].state}, env.answer)
    finally:
        env.close()
