"""Distributions installed without an installer: a folder as pip leaves one, with the metadata of entry points."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def declare(target: Path, name: str, entry_points: dict[str, dict[str, str]], version: str = "1.0") -> None:
    """Writes the metadata of a distribution into a folder of packages."""
    info = target / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [
        line for group, rows in entry_points.items() for line in (f"[{group}]", *map(" = ".join, rows.items()), "")
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def install(source: Path, target: Path) -> None:
    """Installs the one package of a project into a folder of packages."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (package,) = (path.parent for path in source.glob("*/__init__.py"))
    shutil.copytree(package, target / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    declare(target, project["name"], project["entry-points"], project["version"])


def python(target: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a new Python that finds the packages of a folder and ours."""
    places = [target, ROOT, ROOT / "simulator", ROOT / "tasks"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places)), "PYTHONWARNINGS": "error"}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=target)
