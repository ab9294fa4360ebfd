"""Messages to and from the worker: lines of JSON on the pipes of its process, with a limit of time.

* `Pipes` - the pipes of a process: `PolledPipes`, or on Windows, which can't poll them, `ThreadedPipes`. Elsewhere
  threads would do harm: a process that has some can't be forked safely.
* `Message` - a message. `Dead`, `Late` - why none comes.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

__all__ = ["Dead", "Late", "Message", "Pipes", "PolledPipes", "ThreadedPipes"]

Message = dict[str, Any]
"""A message, as JSON has it."""
_BLOCK: Final = 1 << 16
"""The most bytes that are written or read at once."""


class Dead(Exception):
    """The process has ended."""


class Late(Exception):
    """The process doesn't reply in time."""


class PolledPipes:
    """Pipes that are written and read as far as they are ready.

    Args:
        process: The process, whose input and output are pipes without buffers.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._source, self._target = process.stdout.fileno(), process.stdin.fileno()
        os.set_blocking(self._target, False)

    def exchange(self, message: Message | None, seconds: float) -> Message:
        """Writes a message, if any, and returns the one that comes next.

        Args:
            message: The message.
            seconds: The most that this may take.

        Raises:
            Late: It doesn't come in time.
            Dead: The process has ended.
        """
        pending = _encoded(message)
        line, end = bytearray(), time.monotonic() + seconds
        source, target = self._source, self._target
        ready = select.poll()
        ready.register(source, select.POLLIN)
        if pending:
            ready.register(target, select.POLLOUT)
        while not line.endswith(b"\n"):
            places = [place for place, _ in ready.poll(max(0.0, end - time.monotonic()) * 1000)]
            if not places:
                raise Late
            try:
                if target in places:
                    pending = pending[os.write(target, pending[:_BLOCK]) :]
                    if not pending:
                        ready.unregister(target)
                data = os.read(source, _BLOCK) if source in places else b""
            except OSError:
                raise Dead from None
            if source in places and not data:
                raise Dead
            line += data
        return _decoded(line)

    def close(self) -> None:
        """Does nothing."""


class ThreadedPipes:
    """Pipes with a thread for each, so that nothing else waits for them.

    Args:
        process: The process, whose input and output are pipes without buffers.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._outgoing: SimpleQueue[bytes] = SimpleQueue()
        self._incoming: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        data, line = b"x", bytearray()
        while data:
            try:
                data = self._process.stdout.read(_BLOCK)
            except OSError:
                data = b""
            line += data
            if line.endswith(b"\n"):
                self._incoming.put(bytes(line))
                line.clear()
        self._incoming.put(b"")

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            while data := self._outgoing.get():
                while data:
                    data = data[self._process.stdin.write(data) :]
        except OSError:
            pass  # it has ended, which the other thread says

    def exchange(self, message: Message | None, seconds: float) -> Message:
        """Writes a message, if any, and returns the one that comes next; see `PolledPipes.exchange`."""
        if message is not None:
            self._outgoing.put(_encoded(message))
        try:
            line = self._incoming.get(timeout=max(0.0, seconds))
        except Empty:
            raise Late from None
        if not line:
            raise Dead
        return _decoded(line)

    def close(self) -> None:
        """Ends the threads, once the process has ended."""
        self._outgoing.put(b"")
        for thread in self._threads:
            thread.join()


def _encoded(message: Message | None) -> bytes:
    return b"" if message is None else json.dumps(message).encode() + b"\n"


def _decoded(line: bytes | bytearray) -> Message:
    message: Message = json.loads(line)
    return message


Pipes = PolledPipes if hasattr(select, "poll") else ThreadedPipes
"""The pipes that suit this system."""
