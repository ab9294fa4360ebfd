"""The worker that runs programs: one per process, started when it is first needed and again when it has died."""

from __future__ import annotations

import atexit
import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from crab_sim.extras import IN_THE_SOURCE, MissingExtra
from crab_sim.shell.python.pipes import Dead, Late, Message, Pipes, PolledPipes, ThreadedPipes

__all__ = ["Message", "run_job"]

_SANDBOX: Final = Path(__file__).with_name("sandbox.py")
_SETTINGS: Final = (
    "PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "MONTY_BIN",
    "SYSTEMROOT", "TEMP",  # on Windows, where Python doesn't start without the first
)  # fmt: skip
"""Variables of the environment that a worker is given."""
_PATIENCE: Final = 20.0
"""The most seconds that all replies of a worker to a job may take: far more than the limits that it sees to itself."""
_START: Final = 60.0
"""The most seconds that a worker may take to start."""
_STOPPED: Final[Message] = {"stopped": True, "died": False}
_DIED: Final[Message] = {"stopped": False, "died": True}


def _broken(reason: str) -> MissingExtra:
    return MissingExtra(f"pydantic-monty can't start: {reason}; install it again: pip install .{IN_THE_SOURCE}")


class _Worker:
    """The process that runs programs, and the pipes to it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pipes: PolledPipes | ThreadedPipes

    def run(self, job: Message, answer: Callable[[Message], Message], patience: float) -> Message:
        """Runs a program.

        Args:
            job: the program, as `sandbox` takes it.
            answer: answers a call of the system. What it raises ends the program, and is raised here.
            patience: the most seconds that the replies may take together.

        Returns:
            How the program has ended; `died` is true where the worker has, for a reason that isn't the program's.

        Raises:
            MissingExtra: the worker can't start.
        """
        try:
            if self._process is None:
                self._start()
            left = patience
            message = job
            while True:
                began = time.monotonic()
                reply = self._pipes.exchange(message, left)
                left -= time.monotonic() - began
                if "call" not in reply:
                    break
                message = answer(reply)
        except Late:
            self.stop()
            return _STOPPED
        except Dead:
            self.stop()
            return _DIED
        except BaseException:
            self.stop()  # in the midst of a program
            raise
        if "broken" in reply:
            self.stop()
            return _DIED
        return reply

    def _start(self) -> None:
        spec = importlib.util.find_spec("pydantic_monty")
        if spec is None or spec.origin is None:
            raise _broken("it isn't installed")
        if not sys.executable:
            raise _broken("the interpreter's own program isn't known")
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", str(_SANDBOX), str(Path(spec.origin).parents[1])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={name: os.environ[name] for name in _SETTINGS if name in os.environ},
                start_new_session=True,  # ctrl+c is for the simulator's process, which ends this one
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same, on Windows
            )
            self._pipes = Pipes(self._process)
            reply = self._pipes.exchange(None, _START)
        except OSError as error:
            raise _broken(str(error)) from None
        except Late:
            raise _broken(f"its process isn't ready after {_START:.0f} s") from None
        except Dead:
            raise _broken("its process has ended before it was ready") from None
        if "broken" in reply:
            raise _broken(reply["broken"])

    def stop(self) -> None:
        """Ends the process and those that it has started, and closes the pipes to it."""
        if self._process is not None:
            with self._process as process:
                if hasattr(os, "killpg"):
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(process.pid, signal.SIGKILL)  # not waited for yet: the group is still its own
                else:  # the others end when they read the end of their input
                    process.kill()
                self._pipes.close()
            self._process = None

    def leave(self) -> None:
        """Forgets the process, which belongs to the one that this was forked from."""
        if self._process is not None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                os.dup2(nowhere, pipe.fileno())  # so that the worker sees the end when the other process ends
            os.close(nowhere)
            _others.append(self._process)
            self._process = None


_others: list[subprocess.Popen[bytes]] = []  # kept: what is thrown away is waited for
_worker = _Worker()


def run_job(job: Message, answer: Callable[[Message], Message], patience: float = _PATIENCE) -> Message:
    """Runs a program in the worker of this process, when no other thread does; see `_Worker.run`."""
    with _worker.lock:
        return _worker.run(job, answer, patience)


@atexit.register
def _stop() -> None:
    _worker.stop()


def _forked() -> None:
    global _worker
    _worker.leave()
    _worker = _Worker()  # with a lock that no thread of the other process holds


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
