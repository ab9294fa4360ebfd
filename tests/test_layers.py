"""Imports run one way: devices, simulator, backends, tasks; real backends and tasks never import the simulator."""

from __future__ import annotations

import ast
from pathlib import Path

import crab_tasks
import pytest

import crab_gym

GYM, TASKS = Path(crab_gym.__path__[0]), Path(crab_tasks.__path__[0])
BELOW_SIM = ("crab_gym.devices", "crab_gym.sim", "crab_gym.fast", "crab_gym.web", "crab_gym.version")


def imports(folder: Path) -> dict[str, set[str]]:
    """Returns the modules of crab_gym that each file of a folder imports, anywhere in it."""
    found: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        found[str(path)] = {name for name in names if name.startswith("crab_gym")}
    assert found
    return found


@pytest.mark.parametrize("folder", [GYM / "backends" / name for name in ("adb", "desktop", "remote")] + [TASKS])
def test_real_backends_and_tasks_do_not_import_the_simulator(folder: Path) -> None:
    for path, names in imports(folder).items():
        assert not [name for name in names if name.startswith("crab_gym.sim")], path


def test_the_shared_facts_import_nothing_else() -> None:
    for path, names in imports(GYM / "devices").items():
        assert all(name.startswith("crab_gym.devices") for name in names), path


def test_the_simulator_imports_only_the_layers_below() -> None:
    for path, names in imports(GYM / "sim").items():
        assert not [name for name in names if not name.startswith(BELOW_SIM)], path
