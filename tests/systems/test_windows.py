"""Windows, as far as this host can stand for it (see `windows/sitecustomize.py`): the simulator needs Python alone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path, PureWindowsPath

import pytest

ROOT = Path(__file__).parents[2]
WINDOWS = Path(__file__).with_name("windows")
TASKS = ("cross.dark_mode_from_todo", "ubuntu.fix_and_commit", "ubuntu.letter_pdf", "miniwob.click_dialog")
"""The phone and the desktop; a Python program in the terminal; a document; a page with scripts."""
SETTINGS = {
    "PYTHONPATH": os.pathsep.join(map(str, (WINDOWS, ROOT, ROOT / "simulator", ROOT / "tasks"))),
    "PYTHONWARNDEFAULTENCODING": "1",
    "PYTHONIOENCODING": "cp1252",  # as where the output goes into a file
}


def python(*words: object, code: int = 0) -> str:
    """Runs Python on Windows and returns what it prints.

    Args:
        words: Its arguments.
        code: The expected exit code.
    """
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env={**os.environ, **SETTINGS},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="cp1252",
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def crab_gym(*words: object, code: int = 0) -> str:
    return python("-m", "crab_gym", *words, code=code)


def allowed(path: str) -> bool:
    """Returns whether Windows can have a file of a path."""
    names = path.split("/")
    forbidden = any(set(name) & set('<>:"\\|?*') or min(name) < " " or name[-1] in ". " for name in names)
    return not forbidden and not any(PureWindowsPath(name).is_reserved() for name in names) and len(path) < 160


def test_it_lacks_what_windows_lacks() -> None:
    code = """
import os, sys
here = {"__name__": "crab_sim.x"}
exec("import os, select, signal, sys; from os.path import join", here)
assert here["join"]("a", "b") == here["os"].path.join("a", "b") == "a\\\\b" and os.path.join("a", "b") == "a/b"
assert here["sys"].platform == "win32" != sys.platform
assert not any(map(hasattr, (here["os"], here["select"], here["signal"]), ("fork", "poll", "SIGKILL")))
try:
    exec("import fcntl", here)
except ModuleNotFoundError:
    print("absent")
"""
    assert python("-c", code) == "absent\n"


def test_tasks_are_what_they_are_on_linux(tmp_path: Path) -> None:
    options = [word for task in TASKS for word in ("--tasks", task)]
    file = tmp_path / "linux.json"
    command = [sys.executable, "-m", "crab_gym", "certify", *options, "--out", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    said = crab_gym("certify", *options, "--against", file)
    assert f"{len(TASKS)} of {len(TASKS)} tasks solved" in said and "no difference" in said


@pytest.mark.slow
def test_a_run_is_played_in_processes_written_and_read(tmp_path: Path) -> None:
    run = tmp_path / "run"
    played = ("learn.check_todo", "ubuntu.write_note", "--policy", "oracle", "--seeds", "0")
    crab_gym("evaluate", *played, "--slots", "2", "--engine", "process", "--out", run)
    assert "ubuntu.write_note 1 100 " in crab_gym("table", run)
    crab_gym("evaluate", *played, "--resume", "--out", run)
    crab_gym("report", run)
    files = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert "run/report.html" in files and "run/.lock" not in files
    assert [path for path in files if not allowed(path)] == []
    assert b"\r" not in (run / "run.json").read_bytes()


@pytest.mark.slow
def test_commands_about_tasks_work() -> None:
    assert "ubuntu.write_note" in crab_gym("list", "ubuntu.*")
    assert "learn.check_todo" in crab_gym("show", "learn.check_todo")
    assert "learn.check_todo" in crab_gym("verify", "learn.check_todo")


def test_real_devices_are_on_linux() -> None:
    assert "needs Linux" in crab_gym("doctor")
    refused = "crab-gym: backend 'desktop' needs Linux; this is win32. Expected 'sim'"
    assert refused in crab_gym("evaluate", "ubuntu.write_note", "--policy", "noop", "--backend", "desktop", code=2)
    assert "crab-gym serve needs Linux or macOS" in crab_gym("serve", code=2)


def test_output_that_an_encoding_lacks_is_no_error() -> None:
    code = "import sys; sys.argv = ['crab-gym', 'list', '\u4e0d']; from crab_gym.cli import main; main()"
    assert "no task matches '?'" in python("-c", code, code=2)


def test_two_processes_are_not_at_one_run(tmp_path: Path) -> None:
    code = f"""
import subprocess, sys
from crab_gym.rollout import run_lock
out = {str(tmp_path / "run")!r}
inner = "from crab_gym.rollout import run_lock; run_lock.PATIENCE = 0\\n"
inner += f"with run_lock.lock_run({{out!r}}): print('locked')"
for _ in range(2):
    with run_lock.lock_run(out):
        print(subprocess.run([sys.executable, "-c", inner], capture_output=True, text=True, encoding="ascii").stderr)
    print(subprocess.run([sys.executable, "-c", inner], capture_output=True, text=True, encoding="ascii").stdout)
"""
    said = python("-c", code)
    assert said.count("another process writes to the run in") == said.count("locked\n") == 2
    assert not (tmp_path / "run").exists()


def test_programs_without_an_end_are_stopped() -> None:
    code = """
from crab_sim.engines.pages.scripting.engine import LivePage
from crab_sim.engines.pages.scripting.state import Source
from crab_sim.shell.python import pipes
from crab_sim.shell.testing import example_run
pages = ["<p>1</p><script>for (;;) ;</script>", "<p>1</p><script>document.title = 1</script>"]
print([LivePage(Source(page, "file:///a.html", 0.0, 1, 360, 640)).stopped for page in pages])
print(pipes.Pipes.__name__)
"""
    assert python("-c", code).splitlines() == ["[True, False]", "ThreadedPipes"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the processes of Linux")
def test_python_in_the_terminal_is_started_ended_and_shared() -> None:
    # Those that are about forks, groups of processes, the environment or processes of their own aren't about Windows.
    chosen = "started_again or midst or does_not_reply or cannot_start or turns"
    tests = "tests/simulator/shell/python/test_worker.py"
    options = ("-q", "-p", "no:cacheprovider", "-W", "ignore::EncodingWarning", "-k", chosen)
    assert "8 passed" in python("-m", "pytest", *options, tests)


def test_windows_can_have_all_files() -> None:
    folders = [ROOT / name for name in ("crab_gym", "simulator", "tasks", "tests", "training", "docs", "scripts")]
    files = [path.relative_to(ROOT).as_posix() for folder in folders for path in folder.rglob("*")]
    files = [path for path in files if "__pycache__" not in path]
    assert [path for path in files if not allowed(path)] == []
    assert [path for path, times in Counter(path.casefold() for path in files).items() if times > 1] == []
