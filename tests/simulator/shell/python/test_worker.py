"""The worker that runs programs: shared by a process, started again when it dies, another one after a fork."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from crab_sim.extras import MissingExtra
from crab_sim.machine.crashes import guarded
from crab_sim.shell import login_state, run
from crab_sim.shell.python.worker import Message, run_job
from crab_sim.shell.testing import example_files
from tests.simulator.desktop._drive import desktop, write
from tests.simulator.shell.python._programs import host

HOST = host()
PROGRAM = "import random; print({'b', 'a', 'c'}, hash('a'), hash(1.5), random.random(), id([]), lambda: 1, sorted)"
ROOT = Path(__file__).parents[4]


def python(program: str) -> bytes:
    return run(f'python3 -c "{program}"', example_files(), login_state(HOST), HOST).stdout


def workers() -> list[int]:
    """Returns the ids of this process's workers."""
    lists = [path.read_text() for path in Path("/proc/self/task").glob("*/children")]
    children = [int(word) for text in lists for word in text.split()]
    return [child for child in children if b"sandbox.py" in Path(f"/proc/{child}/cmdline").read_bytes()]


def workers_environment() -> list[str]:
    """Returns the names of the variables that this process's worker has been given."""
    python("print(1)")
    pairs = Path(f"/proc/{workers()[0]}/environ").read_bytes().split(b"\0")
    return [pair.partition(b"=")[0].decode() for pair in pairs]


def in_new_process(seed: str) -> bytes:
    code = f"import tests.simulator.shell.python.test_worker as t; print(t.python({PROGRAM!r}).decode())"
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=True).stdout


def test_programs_do_the_same_in_every_process() -> None:
    here = python(PROGRAM)
    assert here.count(b"<") == 3 and here.startswith(b"{")
    assert in_new_process("1").strip() == in_new_process("2").strip() == here.strip()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the processes of Linux")
def test_one_worker_is_shared_and_is_started_again_when_it_is_killed() -> None:
    python("print(1)")
    before = workers()
    assert len(before) == 1
    assert python("print(2)") == b"2\n"
    assert workers() == before
    os.kill(before[0], signal.SIGKILL)
    assert python("print(3)") == b"3\n"
    assert len(workers()) == 1 and workers() != before


JOB: Message = {
    "feeds": ["import os\nprint(os.getenv('A'))"], "last": "", "name": "x", "cwd": "/", "seed": 1, "seconds": 5.0,
    "memory": 1 << 25, "calls": 10, "output": 1000,
}  # fmt: skip


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the processes of Linux")
def test_a_worker_that_is_killed_in_the_midst_of_a_program_has_died() -> None:
    python("print(1)")

    def killing(_: Message) -> Message:
        os.kill(workers()[0], signal.SIGKILL)
        return {"value": "x"}

    assert run_job(JOB, killing) == {"stopped": False, "died": True}
    end = run_job(JOB, lambda _: {"value": "x"})
    assert (end["output"], end["stopped"], end["died"]) == ([["stdout", "x\n"]], False, False)


def test_the_texts_of_a_program_share_its_time() -> None:
    job = {**JOB, "feeds": ["for _ in range(300_000): pass"] * 200, "seconds": 0.3}  # a hundredth of a second each
    assert run_job(job, lambda _: {"value": ""})["stopped"]


def running(process: str) -> bool:
    """Returns whether a process runs; one that has ended may wait to be collected."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the processes of Linux")
def test_a_worker_that_does_not_reply_is_ended_with_its_children() -> None:
    python("print(1)")
    (worker,) = workers()
    (child,) = Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
    os.kill(worker, signal.SIGSTOP)
    assert run_job(JOB, lambda _: {"value": "x"}, patience=0.2) == {"stopped": True, "died": False}
    assert workers() == []
    while running(child):  # it was sent a signal, which takes effect by itself
        time.sleep(0.01)
    assert python("print(2)") == b"2\n"


@pytest.mark.parametrize("program", ["", "/no/such/program", "/bin/true"])
def test_a_worker_that_cannot_start_is_an_error_of_the_installation(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ZeroDivisionError):
        run_job(JOB, lambda _: {"value": 1 // 0})  # which ends the worker
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", program)
        with pytest.raises(MissingExtra, match=r"pydantic-monty can't start: .*pip install"):
            python("print(1)")
    assert python("print(2)") == b"2\n"


def test_monty_that_cannot_start_is_an_error_of_the_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        run_job(JOB, lambda _: {"value": 1 // 0})  # which ends the worker
    monkeypatch.setenv("MONTY_BIN", "/no/such/program")
    with pytest.raises(MissingExtra, match=r"pydantic-monty can't start: .*such"):
        python("print(1)")


def test_a_broken_installation_is_no_crash_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        run_job(JOB, lambda _: {"value": 1 // 0})  # which ends the worker
    machine = desktop("Terminal")
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    with pytest.raises(MissingExtra):
        guarded(machine, lambda: write(machine, "python3 -c 'print(1)'\n"))
    assert not machine.crashes


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the processes of Linux")
def test_a_worker_is_given_only_some_variables() -> None:
    code = "import tests.simulator.shell.python.test_worker as t; print(t.workers_environment())"
    env = {**os.environ, "CRAB_SECRET": "secret"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert "PATH" in done.stdout and "CRAB_SECRET" not in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_has_a_worker_of_its_own() -> None:
    assert python("print(1)") == b"1\n"
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, python(PROGRAM))
        os._exit(0)
    os.close(writing)
    assert python("print(2)") == b"2\n"
    assert os.waitpid(child, 0)[1] == 0
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == python(PROGRAM)


def test_threads_take_turns() -> None:
    outputs: list[bytes] = []
    threads = [threading.Thread(target=lambda n=n: outputs.append(python(f"print({n})"))) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outputs) == [b"0\n", b"1\n", b"2\n", b"3\n"]


def test_a_process_that_runs_no_program_has_no_worker() -> None:
    code = (
        "import sys; from crab_sim.shell.testing import example_run; import crab_sim.desktop.host\n"
        "assert example_run('echo 1').stdout == b'1\\n'\n"
        "print([name for name in sys.modules if 'monty' in name or name.endswith('python.worker')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
