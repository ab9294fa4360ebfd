"""Apps that a box lacks are told before an episode, with the command that installs them."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import DesktopBackend
from crab_gym.backends.desktop.requirements import missing_apps
from crab_gym.envs.crab_env import CrabEnv


def test_programs_are_looked_for_in_the_boxs_own_root(tmp_path: Path) -> None:
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/gimp").touch()
    (row,) = missing_apps(["gimp", "calc", "terminal"], str(tmp_path))
    assert (row.what, row.how) == ("program localc", "crab-gym setup desktop --force")


def test_a_host_without_namespaces_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    namespaces = importlib.import_module("crab_gym.backends.desktop.namespaces")
    launch = importlib.import_module("crab_gym.backends.desktop.launch")
    monkeypatch.setattr(launch, "missing", lambda root, profile: [])
    monkeypatch.setattr(namespaces, "_isolated", False)
    monkeypatch.setattr(namespaces, "namespaces_work", lambda: False)
    assert "sysctl user.max_user_namespaces" in DesktopBackend().unplayable(["terminal"])


def test_missing_programs_are_told_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = importlib.import_module("crab_gym.backends.desktop.requirements")
    monkeypatch.setattr(requirements, "_has", lambda program, root: program not in ("Xvfb", "openbox"))
    reason = DesktopBackend(root="host").unplayable(["terminal"])
    assert "program Xvfb (apt-get install --no-install-recommends xvfb)" in reason
    assert "program openbox (apt-get install --no-install-recommends openbox)" in reason
    assert "ubuntu:" not in reason  # whoever asks knows which device


def test_a_reset_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = importlib.import_module("crab_gym.backends.desktop.requirements")
    has = requirements._has
    monkeypatch.setattr(requirements, "_has", lambda program, root: program != "gimp" and has(program, root))
    env = CrabEnv("ubuntu.brighten_photo", backend={"ubuntu": {"kind": "desktop", "spare": False}}, screens=False)
    with pytest.raises(DeviceError, match=r"brighten_photo' can't be played: .*(gimp|missing)"):
        env.reset(seed=0)
    env.close()
