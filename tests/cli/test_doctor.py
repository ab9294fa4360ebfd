"""The doctor: requirements, and the commands that install the missing ones."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError
from types import ModuleType

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.cli import doctor
from crab_gym.cli.doctor import Need, examine, install_commands
from crab_sim.extras import install_command


def test_the_core_is_here_and_the_simulator_needs_nothing_else() -> None:
    needs = examine()
    core = [need for need in needs if need.part == "crab-gym"]
    assert all(need.present for need in core)
    assert any(need.what.startswith("package gymnasium ") for need in core)
    assert [need for need in needs if need.part == "backend sim"] == [Need("backend sim", "nothing else", True)]
    desktop = [need for need in needs if need.part == "backend desktop"]
    assert any("Xvfb" in need.what for need in desktop)
    assert all(need.how for need in desktop)


def test_a_backend_tells_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("toy_backend")
    module.requirements = lambda: [("a pad", True, "buy one"), ("a pen", False, "borrow one")]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "toy_backend", module)
    monkeypatch.setitem(KINDS, "pad", Kind(("ubuntu",), "toy_backend:Pad"))
    monkeypatch.setitem(KINDS, "lost", Kind(("ubuntu",), "no_such_backend:X"))
    needs = [need for need in examine() if need.part in ("backend pad", "backend lost")]
    assert needs == [
        Need("backend pad", "a pad", True, "buy one"),
        Need("backend pad", "a pen", False, "borrow one"),
        Need("backend lost", "Python module no_such_backend", False, install_command("lost")),
    ]
    assert install_commands(needs) == ["borrow one", install_command("lost")]


def test_packages_come_from_the_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "numpy>=1.26",
        "surely-not-installed<2,>=1",
        "surely-not-installed-either; extra == 'vision'",
        "for-another-system; sys_platform == 'plan9' and extra == 'vision'",
        "crab-gym[desktop]; extra == 'dev'",
        "mypy>=1.11; extra == 'dev'",
    ]
    monkeypatch.setattr(doctor, "requires", lambda name: lines)
    missing = [need for need in examine() if "surely" in need.what]
    assert missing == [
        Need("crab-gym", "package surely-not-installed (<2,>=1)", False, 'pip install "surely-not-installed<2,>=1"'),
        Need("extra vision", "package surely-not-installed-either ()", False, install_command("vision")),
    ]
    assert not any(name in need.what for need in examine() for name in ("mypy", "another-system"))


def test_without_an_installation_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "requires", nothing)
    assert any("pip install ." in command for command in install_commands(examine()))
