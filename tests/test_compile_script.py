"""The compiled copy of the tree is built anew after any change of the tree, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "compile.sh"
PYTHON = """#!/bin/bash
# Stands for pip, which compiles, and for zipfile, which unpacks.
case "$2" in
    pip) mkdir wheel && touch wheel/made.whl && echo built >> ../.venv/builds ;;
    zipfile) mkdir -p unpacked/pack && touch unpacked/pack/one.so ;;
esac
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Returns a small tree with the script, and with a stand-in for the virtual environment's Python."""
    for folder in ("scripts", ".venv/bin", "pack/build", "build"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(SCRIPT, tmp_path / "scripts")
    (tmp_path / ".venv/bin/python").write_text(PYTHON)
    (tmp_path / ".venv/bin/python").chmod(0o755)
    for name in ("one", "two", "build/three"):
        (tmp_path / f"pack/{name}.py").write_text(f"{name!r}\n")
    return tmp_path


def builds(tree: Path) -> int:
    """Runs the script and returns how often it has built."""
    subprocess.run([tree / "scripts/compile.sh"], check=True)
    return (tree / ".venv/builds").read_text().count("built")


def test_only_changes_of_the_tree_lead_to_a_new_build(tree: Path) -> None:
    assert builds(tree) == 1
    assert (tree / ".compiled/pack/one.so").exists()
    (tree / "build/log").write_text("left by a tool")
    (tree / "pack/__pycache__").mkdir()
    (tree / "pack/__pycache__/one.pyc").write_text("")
    assert builds(tree) == 1
    (tree / "pack/build/three.py").write_text("3\n")
    assert builds(tree) == 2


def test_a_deleted_file_leaves_the_copy(tree: Path) -> None:
    builds(tree)
    (tree / "pack/two.py").unlink()
    assert builds(tree) == 2
    assert not (tree / ".compiled/pack/two.py").exists()


def test_a_renamed_file_and_an_older_one_in_its_place_are_noticed(tree: Path) -> None:
    os.utime(tree / "pack/two.py", (1e9, 1e9))
    builds(tree)
    (tree / "pack/two.py").rename(tree / "pack/other.py")
    assert builds(tree) == 2
    assert sorted(path.name for path in (tree / ".compiled/pack").glob("*.py")) == ["one.py", "other.py"]
    (tree / "pack/one.py").write_text("1.\n")
    os.utime(tree / "pack/one.py", (1e9, 1e9))
    assert builds(tree) == 3
