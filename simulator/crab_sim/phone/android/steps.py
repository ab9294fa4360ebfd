"""Lines of the phone's shell that sleep, run from one sleep to the next.

* `Steps` - a line that is being run. `Asleep` - what it has said so far, and how long it sleeps.

The shell is a plain function that runs a line to its end. A line that sleeps runs in a thread of its own, which never
works at the same time as the one that waits for it: each hands over to the other.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from crab_sim.phone.android.output import Output
from crab_sim.shell.lang.shell import Shell

__all__ = ["Asleep", "Steps", "may_sleep"]

_SLEEP: Final = re.compile(r"\bsleep\b")
_MOST: Final = 64  # lines that sleep at once, each in a thread


def may_sleep(line: str) -> bool:
    """Returns whether a line may sleep."""
    return _SLEEP.search(line) is not None


class Asleep(NamedTuple):
    """A line that sleeps.

    Attributes:
        seconds: How long.
        stdout: Bytes written to standard output since it slept last.
        stderr: The same of standard error.
        terminal: Both in the order of writing.
    """

    seconds: float
    stdout: bytes
    stderr: bytes
    terminal: bytes


class _Cancelled(BaseException):
    """Ends the thread of a line whose host is gone."""


class Steps:
    """A line that is being run.

    Args:
        run: Runs it to its end.
        tick: Lets the time pass that has passed outside.
    """

    running: ClassVar[int] = 0
    """Lines that have begun and not ended, in the whole process."""

    def __init__(self, run: Callable[[Steps], Output], tick: Callable[[], None]) -> None:
        self._whole, self._tick = run, tick
        self._go, self._stopped = threading.Semaphore(0), threading.Semaphore(0)
        self._worker: threading.Thread | None = None
        self._step: Asleep | Output | None = None
        self._failure: BaseException | None = None
        self._cancelled = False
        self._told = 0, 0, 0  # bytes of the output that have been told

    @classmethod
    def has_room(cls) -> bool:
        """Returns whether another line may sleep."""
        return cls.running < _MOST

    def resume(self) -> Asleep | Output:
        """Runs the line until it sleeps or ends; of the end, only what hasn't been told yet is told."""
        if self._worker is None:
            self._worker = threading.Thread(target=self._run, name="phone shell", daemon=True)
            type(self).running += 1
            self._worker.start()
        self._go.release()
        self._stopped.acquire()
        if self._failure is not None:
            raise self._failure
        assert self._step is not None
        return self._step

    def cancel(self) -> None:
        """Ends a line that sleeps; what would come after it doesn't happen."""
        if self._worker is not None and self._worker.is_alive():
            self._cancelled = True
            self._go.release()
            self._stopped.acquire()

    def _run(self) -> None:
        self._go.acquire()
        try:
            self._step = self._rest(self._whole(self))
        except _Cancelled:
            pass
        except BaseException as error:
            self._failure = error
        type(self).running -= 1
        self._stopped.release()

    def sleep(self, shell: Shell, seconds: float) -> None:
        """Lets the line sleep; called in its own thread, by the command that does."""
        self._step = Asleep(seconds, *self._new(shell))
        self._stopped.release()
        self._go.acquire()
        if self._cancelled:
            raise _Cancelled
        self._tick()

    def _new(self, shell: Shell) -> tuple[bytes, bytes, bytes]:
        """Returns what the line has written since this was asked last: output, errors, and both in their order."""
        transcript = shell.transcript
        whole = transcript.stdout.value(), transcript.stderr.value(), b"".join(transcript.shown)
        out, err, both = self._told
        self._told = len(whole[0]), len(whole[1]), len(whole[2])
        return whole[0][out:], whole[1][err:], whole[2][both:]

    def _rest(self, output: Output) -> Output:
        """Returns the output of the whole line without what has been told."""
        out, err, both = self._told
        return output._replace(stdout=output.stdout[out:], stderr=output.stderr[err:], terminal=output.terminal[both:])
