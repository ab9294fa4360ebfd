"""The worker that runs programs: shared by a process, started again when it dies, another one after a fork."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from crab_sim.shell import login_state, run
from crab_sim.shell.testing import example_files
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
    assert [python("print(3)") for _ in range(2)][-1] == b"3\n"  # the first may meet the worker as it dies
    assert len(workers()) == 1 and workers() != before


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
