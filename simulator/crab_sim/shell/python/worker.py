"""The worker that runs programs: one per process, started when it is first needed and again when it has died."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

__all__ = ["Message", "run_job"]

Message = dict[str, Any]
"""A message, as JSON has it."""
_SANDBOX: Final = Path(__file__).with_name("sandbox.py")
_DEAD: Final[Message] = {"stopped": True}


class _Worker:
    """The process that runs programs, and the pipes to it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def run(self, job: Message, answer: Callable[[Message], Message]) -> Message:
        """Runs a program.

        Args:
            job: the program, as `sandbox` takes it.
            answer: answers a call of the system. What it raises ends the program, and is raised here.

        Returns:
            How the program has ended.
        """
        try:
            message = self._exchange(job)
            while "call" in message:
                message = self._exchange(answer(message))
        except BaseException:
            self.stop()  # in the midst of a program
            raise
        return message

    def _exchange(self, message: Message) -> Message:
        process = self._process
        if process is None or process.poll() is not None:
            command = [sys.executable, "-P", str(_SANDBOX)]  # without the sandbox's folder among those of modules
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="ascii",
                start_new_session=True,  # ctrl+c is for the simulator's process, which ends this one
            )
            self._process = process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            reply: Message = json.loads(process.stdout.readline())
        except (OSError, ValueError):  # it was killed from outside, and has written less than a line
            self.stop()
            return _DEAD
        return reply

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            with self._process as process:
                process.kill()
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


_others: list[subprocess.Popen[str]] = []  # kept: what is thrown away is waited for
_worker = _Worker()


def run_job(job: Message, answer: Callable[[Message], Message]) -> Message:
    """Runs a program in the worker of this process, when no other thread does; see `_Worker.run`."""
    with _worker.lock:
        return _worker.run(job, answer)


@atexit.register
def _stop() -> None:
    _worker.stop()


def _forked() -> None:
    global _worker
    _worker.leave()
    _worker = _Worker()  # with a lock that no thread of the other process holds


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
