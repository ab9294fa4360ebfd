"""crab_sim by itself: a copy of its folder alone, in a Python that refuses to import the gym."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crab_sim.__main__ import main
from tests.adb import adb_server

SIMULATOR = Path(__file__).parents[2] / "simulator"
ALONE = """
import runpy, sys

class Refusal:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("crab_gym", "crab_tasks", "gymnasium"):
            raise AssertionError(f"crab_sim imports {name}")

sys.meta_path.insert(0, Refusal())
sys.path.insert(0, sys.argv.pop(1))
"""
"""The start of a program whose first argument is the folder that has crab_sim."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has a copy of crab_sim and nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(SIMULATOR / "crab_sim", folder / "crab_sim", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def command(elsewhere: Path, program: str, *arguments: str) -> list[str]:
    return [sys.executable, "-I", "-c", ALONE + program, str(elsewhere), *arguments]


@contextmanager
def served_phone(elsewhere: Path) -> Iterator[str]:
    """Serves a phone by ``python -m crab_sim``, and yields its serial number."""
    program = "runpy.run_module('crab_sim', run_name='__main__', alter_sys=True)"
    arguments = command(elsewhere, program, "--port", "0", "--seed", "7")
    with subprocess.Popen(arguments, cwd=elsewhere, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            match = re.fullmatch(r"adb connect (127\.0\.0\.1:\d+)  # Ctrl\+C ends\n", line)
            assert match is not None, line
            yield match[1]
        finally:
            process.kill()


def test_a_phone_of_its_own_is_read_by_adb(elsewhere: Path, tmp_path: Path) -> None:
    with adb_server(tmp_path) as adb, served_phone(elsewhere) as serial:
        assert adb.text("connect", serial) == f"connected to {serial}"
        contacts = "content query --uri content://com.android.contacts/data/phones --projection display_name"
        assert adb.text("-s", serial, "shell", contacts).startswith("Row: 0 display_name=Anton Rossi")
        screen = adb.run("-s", serial, "exec-out", "screencap", "-p").stdout
        assert screen.startswith(b"\x89PNG")


def test_its_readme_runs_and_it_is_the_copy(elsewhere: Path) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (SIMULATOR / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 2
    program = "\n".join([*blocks, "import crab_sim; print(crab_sim.__file__)"])
    done = subprocess.run(command(elsewhere, program), cwd=elsewhere, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(elsewhere / "crab_sim" / "__init__.py")


def test_the_gym_is_out_of_reach(elsewhere: Path) -> None:
    done = subprocess.run(command(elsewhere, "import crab_gym"), cwd=elsewhere, capture_output=True, text=True)
    assert done.returncode == 1 and "crab_sim imports crab_gym" in done.stderr


@pytest.mark.parametrize(("port", "message"), [("99999", "at most 65535"), ("-2", "0-65535"), ("x", "invalid int")])
def test_a_wrong_port_is_reported_in_a_line(
    port: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["crab_sim", f"--port={port}"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2 and message in capsys.readouterr().err.splitlines()[-1]
