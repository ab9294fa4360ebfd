"""The doctor: requirements, and the commands that install the missing ones."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.cli import app, doctor
from crab_gym.cli.doctor import CONFLICTS, FRAMEWORKS, PURPOSES, Need, examine, install_commands, summary
from crab_sim.extras import install_command

EXTRAS = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def test_the_core_is_here_and_the_simulator_needs_nothing_else() -> None:
    needs = examine()
    core = [need for need in needs if need.part == "crab-gym"]
    assert all(need.present for need in core)
    assert any(need.what.startswith("package gymnasium ") for need in core)
    assert [need for need in needs if need.part == "backend sim"] == [Need("backend sim", "nothing else", True)]
    desktop = [need for need in needs if need.part == "backend desktop"]
    assert any("Xvfb" in need.what for need in desktop)
    assert all(need.how for need in desktop)


def test_extras_that_exclude_each_other_are_said() -> None:
    assert all(len(pair) == 2 and pair <= EXTRAS.keys() for pair in CONFLICTS)
    said = "mcp and openenv need environments of their own: "
    assert said in CliRunner().invoke(app, ["doctor", "mcp"]).output
    assert said in CliRunner().invoke(app, ["doctor", "all"]).output
    assert "environments of their own" not in CliRunner().invoke(app, ["doctor", "rl"]).output


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
        "surely-not-installed; extra == 'all'",
        "surely-not-installed; extra == 'video'",
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


def host(present: bool, base: bool = True) -> list[Need]:
    """Returns the needs of a host that has all but the base install, or none of it."""
    extras = [("extra " + name, line) for name, lines in EXTRAS.items() for line in lines]
    rows = [Need(part, line, present, install_command(part.split()[1])) for part, line in extras]
    desktop = [need for need in examine() if need.part.startswith("backend desktop")]
    remote = Need("backend remote", "nothing else", True)
    adb = Need("backend adb", "adb", present, install_command("android"))
    own = Need("crab-gym", "package numpy (>=1.26)", base, 'pip install "numpy>=1.26"')
    return [own, *rows, *[need._replace(present=present) for need in desktop], remote, adb]


@pytest.mark.parametrize(("present", "base"), [(True, True), (False, True), (False, False)])
def test_the_summary_fits_on_a_screen(present: bool, base: bool) -> None:
    lines = summary(host(present, base))
    assert len(lines) <= 24 and max(map(len, lines)) <= 80


def test_the_summary_says_what_to_install_for_what() -> None:
    lines = summary(host(False))
    rest = lines.index("to install, for:")
    assert lines[:rest] == ["works now:", "  every task on simulated devices", "  devices on another host"]
    text = "\n".join(lines[rest:])
    for extra in ("agents", "desktop", "rl", "llm", "vision", "android", "NAME"):
        assert f'pip install ".[{extra}]"\n' in text
    assert all(f" {name}" in text for name in FRAMEWORKS)
    assert "\n  the real desktop                        crab-gym doctor desktop\n" in text


def test_the_summary_of_a_broken_install_begins_with_its_repair() -> None:
    lines = summary(host(False, base=False))
    assert lines[0:2] == ["works now:", "  devices on another host"]
    assert '  every task on simulated devices         pip install "numpy>=1.26"' in lines


def test_the_summary_of_a_whole_host_installs_nothing() -> None:
    lines = summary(host(True))
    assert "nothing is left to install" in lines and "to install, for:" not in lines
    assert "  the real desktop (with gnome, full, snapshots='criu')" in lines


def test_the_summary_names_parts_that_lack_something() -> None:
    needs = [Need("backend desktop", "rofi", False, "get rofi"), Need("backend desktop, gnome", "x", False, "get x")]
    assert "  the real desktop                        get rofi" in summary(needs)
    needs[0] = needs[0]._replace(present=True)
    assert "  the real desktop with gnome             crab-gym doctor desktop" in summary(needs)


def test_every_extra_that_users_choose_has_a_purpose() -> None:
    named = {part.removeprefix("extra ") for part in PURPOSES if part.startswith("extra ")} | set(FRAMEWORKS)
    included = {name for name, lines in EXTRAS.items() if lines[0].startswith("crab-gym[")}
    assert named == EXTRAS.keys() - included - {"android", "site"}
