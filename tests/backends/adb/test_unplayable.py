"""Phones on which a task can't be played are told apart before an episode, with the command that helps."""

from __future__ import annotations

import sys
from pathlib import Path

import gymnasium as gym
import pytest

from crab_gym.backends.adb import AdbBackend, adb_server
from crab_gym.backends.adb.input_commands import missing_apps
from crab_gym.backends.base import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_sim.adbd.hosting import PhoneServer
from crab_sim.devices.apps import APPS
from crab_sim.extras import MissingExtra
from tests.adb import Adb


def test_the_simulated_phone_has_all_apps(server: PhoneServer) -> None:
    backend = AdbBackend(serial=server.serials[0])
    assert backend.unplayable([app.id for app in APPS if app.device == "android"]) == ""
    backend.reset(0)  # goes on with the same connection
    assert backend.screenshot().shape == (800, 360, 3)
    backend.close()


def test_an_app_that_is_not_installed_is_named_with_its_package(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = AdbBackend(serial=server.serials[0])
    monkeypatch.setattr(type(backend.state), "packages", lambda self: ("com.android.settings", "org.tasks"))
    reason = backend.unplayable(["launcher", "markdown", "settings", "tasks", "an app of my own"])
    assert reason == (f"the app Markdown (net.gsantner.markor) isn't installed: adb -s {server.serials[0]} install APK")
    backend.close()
    loading = AdbBackend(serial=server.serials[0], reset="snapshot:clean")
    assert loading.unplayable(["markdown"]) == ""  # the snapshot may have it
    loading.close()
    env = CrabEnv("android.tidy_tasks", backend={"android": f"adb:{server.serials[0]}"}, screens=False)
    monkeypatch.setattr(type(backend.state), "packages", lambda self: ())
    with pytest.raises(DeviceError, match=r"^android: task 'android\.tidy_tasks' can't be played: the app Tasks"):
        env.reset(seed=0)
    env.close()


def test_other_names_of_an_app_count() -> None:
    assert missing_apps(["contacts"], ["com.google.android.contacts"]) == []
    assert [app.package for app in missing_apps(["contacts"], [])] == ["com.android.contacts"]


def test_nobody_at_an_address() -> None:
    reason = AdbBackend(serial="127.0.0.1:1").unplayable([])
    assert reason.startswith("no connection: nothing answers at 127.0.0.1:1")
    assert "adb tcpip 1" in reason and "crab-gym phone --port 1" in reason


def test_a_phone_that_the_adb_server_does_not_know(adb: Adb) -> None:
    reason = AdbBackend(serial="emulator-9999", server=adb.port).unplayable([])
    assert "there is no device 'emulator-9999'" in reason and "emulator -avd NAME" in reason


def test_no_adb_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adb_server, "_answers", lambda port: False)
    monkeypatch.setattr(adb_server, "_private", None)
    monkeypatch.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/nowhere/adb")
    assert "the adb program /nowhere/adb can't be started" in AdbBackend(serial="emulator-5554").unplayable([])
    without = AdbBackend(serial="emulator-5554")
    monkeypatch.delenv("ADBUTILS_ADB_PATH")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(sys.modules, "adbutils", None)
    assert 'pip install ".[android]"' in without.unplayable([])
    with pytest.raises(DeviceError, match=r'android: no connection: .*pip install "\.\[android\]"'):
        without.reset(0)


def test_without_an_adb_program_no_environment_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(adb_server, "_answers", lambda port: False)
    for name in ("ANDROID_ADB_SERVER_PORT", "ADBUTILS_ADB_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "adbutils", None)
    for spec in ("adb", "adb:emulator-5554"):
        with pytest.raises(MissingExtra, match=r'no running adb server .*pip install "\.\[android\]"'):
            gym.make("Crab-v0/android.add_contact", backend={"android": spec})
    for spec in ("adb:127.0.0.1:5555", "adb:simulated"):  # which need none
        gym.make("Crab-v0/android.add_contact", backend={"android": spec}).close()
    (tmp_path / "adb").write_text("#!/bin/sh\n")
    (tmp_path / "adb").chmod(0o755)
    gym.make("Crab-v0/android.add_contact", backend={"android": "adb"}).close()
