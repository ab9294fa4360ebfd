"""Commands and shells: ``exec:``, ``shell:`` and ``shell,v2:``.

A command of the simulated phone takes no time and runs with the input that has arrived. A line that sleeps says what
it has to say before each sleep, and goes on after it. If a command that doesn't sleep reads its input to the
end before the host has closed it, the phone is restored to its state before the command, and the command runs again
when more input arrives.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from crab_sim.adbd.automation import Program
from crab_sim.adbd.followers import Follower, following
from crab_sim.adbd.stream import Port, Service
from crab_sim.devices import adb_wire
from crab_sim.phone.android import Asleep, Output, Steps
from crab_sim.shell import ShellState, is_incomplete

__all__ = ["RawCommand", "Shell", "Terminal"]

_TURN: Final = 0.02  # seconds of work after which others get their turn
_MAX_LINE: Final = adb_wire.MAX_PAYLOAD
_PROMPT: Final = b"generic:/ # "
_MORE: Final = b"> "
_FRAME: Final = 64 * 1024
_INTERRUPTED: Final = 130
_INSTALL: Final = re.compile(r"(?:cmd package|pm) '?install(?:-write)?'? (?:.* )?'?-S'? '?(\d{1,15})'?")


def _show(data: bytes) -> bytes:
    """Returns output with the line ends of a terminal."""
    return data.replace(b"\n", b"\r\n")


def _after(port: Port, output: Output, tell: Callable[[Output], None]) -> None:
    """Tells a command's output after the time that it has slept; not if the stream is closed by then."""
    if not output.slept:
        tell(output)
        return
    size = len(output.terminal)

    def wake() -> None:
        port.hold(-size)
        tell(output)

    port.hold(size)
    port.later(output.slept, wake)


def _go_on(port: Port, command: _Command, step: Asleep | Output, tell: Callable[[Asleep | Output], None]) -> None:
    """Tells what a line has said so far, and lets it go on after its sleep; not if the stream is closed by then."""
    if not isinstance(step, Asleep):
        _after(port, step, tell)
        return
    tell(step)
    port.later(step.seconds, lambda: _go_on(port, command, command.resume(), tell))


class _Command:
    """A command line that runs as soon as its input has arrived.

    Attributes:
        over: Whether it has run.
    """

    def __init__(self, port: Port, line: str, state: ShellState | None = None) -> None:
        self._port, self._line, self._state = port, line, state
        self._input = bytearray()
        self._tried = -1  # bytes of input when it last ran
        self._steps: Steps | None = None
        self.over = False

    def take(self, data: bytes) -> None:
        """Adds input."""
        self._port.hold(len(data))
        self._input += data

    def attempt(self, closed: bool) -> Asleep | Output | None:
        """Runs it with the input so far, until it sleeps or ends; None if it waits for more.

        Args:
            closed: Whether no more input comes.
        """
        if not closed and _FRAME < len(self._input) < 2 * self._tried:
            return None  # a long input comes in many pieces: running at each takes too long
        device = self._port.device
        self._tried = len(self._input)
        self._steps = device.begin(self._line, bytes(self._input), self._state)
        if self._steps is not None:
            self.over = True
            return self._steps.resume()
        before = None if closed else device.phone.snapshot()
        output = device.run(self._line, bytes(self._input), self._state)
        if before is not None and output.ended:
            device.phone.restore(before)
            return None
        self.over = True
        return output

    def resume(self) -> Asleep | Output:
        """Runs it on after its sleep."""
        assert self._steps is not None
        return self._steps.resume()

    def cancel(self) -> None:
        """Ends it while it sleeps."""
        if self._steps is not None:
            self._steps.cancel()


class RawCommand(Service):
    """``exec:`` and ``shell:`` with a command: its output without frames, and no exit code.

    Args:
        port: Its end of the stream.
        line: The command.
    """

    def __init__(self, port: Port, line: str) -> None:
        super().__init__(port)
        self._command = _Command(port, line)
        size = _INSTALL.match(line)
        self._package = int(size[1]) if size is not None else 0  # bytes of a package that haven't arrived
        self._begun = False
        self._follower: Follower | Program | None = None

    def start(self) -> None:
        """Runs the command, unless a package follows as its input."""
        if not self._package:
            self._try(False)

    def _try(self, closed: bool) -> None:
        step = self._command.attempt(closed)
        if step is not None:
            _go_on(self.port, self._command, step, self._tell)

    def _tell(self, output: Asleep | Output) -> None:
        self.port.send(output.terminal)
        if isinstance(output, Asleep):
            return
        if output.follow:
            self._follower = following(self.port, output.follow, self.port.send)
        else:
            self.port.finish()

    def receive(self, data: bytes) -> None:
        """Takes the command's input; only the start of a package is kept, since nothing reads the rest."""
        if self._package:
            if not self._begun:
                self._begun = True
                self._command.take(data[:_FRAME])
            self._package = max(0, self._package - len(data))
            if not self._package:
                self._try(True)
        elif not self._command.over:
            self._command.take(data)
            self._try(False)

    def closed(self) -> None:
        """Ends the command's input; a command that waited for more runs now."""
        if not self._command.over and not self._package:
            self._command.attempt(True)
        self._command.cancel()
        if self._follower is not None:
            self._follower.stop()


class Shell(Service):
    """``shell,v2:`` with a command or without: frames for input, output, errors and the exit code.

    Args:
        port: Its end of the stream.
        line: The command, empty for an interactive shell.
        terminal: Whether it runs on a terminal, which echoes input and mixes errors into the output.
    """

    def __init__(self, port: Port, line: str, terminal: bool) -> None:
        super().__init__(port)
        self._parser = adb_wire.ShellParser()
        self._command = _Command(port, line) if line and not terminal else None
        self._follower: Follower | Program | None = None
        self._session = None if self._command else _Session(port, self._out, self._exit, terminal, line)

    def _out(self, data: bytes, kind: int = adb_wire.SHELL_STDOUT) -> None:
        for start in range(0, len(data), _FRAME):
            self.port.send(adb_wire.shell_frame(kind, data[start : start + _FRAME]))

    def _exit(self, status: int) -> None:
        self.port.send(adb_wire.shell_frame(adb_wire.SHELL_EXIT, bytes([status])))
        self.port.finish()

    def start(self) -> None:
        """Runs the command, or shows a prompt."""
        if self._session is not None:
            self._session.start()
        else:
            self._try(False)

    def _try(self, closed: bool) -> None:
        if self._command is not None:
            step = self._command.attempt(closed)
            if step is not None:
                _go_on(self.port, self._command, step, self._tell)

    def _tell(self, output: Asleep | Output) -> None:
        self._out(output.stdout)
        self._out(output.stderr, adb_wire.SHELL_STDERR)
        if isinstance(output, Asleep):
            return
        if output.follow:
            self._follower = following(self.port, output.follow, self._out)
        else:
            self._exit(output.status)

    def receive(self, data: bytes) -> None:
        """Handles frames from the host; anything else ends the shell."""
        try:
            frames = self._parser.feed(data)
        except adb_wire.ProtocolError:
            self.port.finish()
            return
        for kind, part in frames:
            if kind not in (adb_wire.SHELL_STDIN, adb_wire.SHELL_CLOSE_STDIN):
                continue
            closing = kind == adb_wire.SHELL_CLOSE_STDIN
            if self._session is not None:
                self._session.type(part, closing)
            elif self._command is not None and not self._command.over:
                self._command.take(part)
                self._try(closing)

    def closed(self) -> None:
        """Ends the command's input; a command that waited for more runs now."""
        if self._command is not None:
            if not self._command.over:
                self._command.attempt(True)
            self._command.cancel()
        elif self._session is not None:
            self._session.closed()
        if self._follower is not None:
            self._follower.stop()


class Terminal(Service):
    """``shell:`` without a command: an interactive shell without frames, as old clients ask for it."""

    def __init__(self, port: Port) -> None:
        super().__init__(port)
        self._session = _Session(port, port.send, lambda status: port.finish(), True)

    def start(self) -> None:
        """Shows a prompt."""
        self._session.start()

    def receive(self, data: bytes) -> None:
        """Handles typed bytes."""
        self._session.type(data, False)

    def closed(self) -> None:
        """Ends a command that sleeps."""
        self._session.closed()


class _Session:
    """An interactive shell, which runs each complete line; a terminal shows prompts and echoes input.

    Args:
        port: The end of its stream.
        out: Sends output.
        exit: Called with the status when the shell ends.
        terminal: Whether it runs on a terminal; otherwise it reads a script.
        line: The only line to run; empty for a shell that asks for lines.
    """

    def __init__(
        self, port: Port, out: Callable[[bytes], None], exit: Callable[[int], None], terminal: bool, line: str = ""
    ) -> None:
        self._port, self._out, self._exit, self._terminal, self._only = port, out, exit, terminal, line
        self._typed = bytearray()  # not yet handled
        self._line = bytearray()  # being typed
        self._begun = ""  # lines of a command that isn't complete
        self._state: ShellState | None = None
        self._status = 0
        self._running: _Command | None = None
        self._follower: Follower | Program | None = None
        self._asleep: _Command | None = None  # it has run, and what it says is sent later
        self._closing = self._over = self._busy = False

    def start(self) -> None:
        """Runs the only line, or asks for the first."""
        if self._only:
            self._run(self._only)
        else:
            self._prompt()

    def _prompt(self) -> None:
        if self._terminal and not self._over:
            self._out(_MORE if self._begun else _PROMPT)

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self._exit(self._status)

    def type(self, data: bytes, closing: bool) -> None:
        """Handles typed bytes.

        Args:
            data: The bytes.
            closing: Whether no more come.
        """
        if self._over:
            return
        self._port.hold(len(data))
        self._typed += data
        self._closing |= closing
        if not self._busy:
            self._go()

    def _go(self) -> None:
        """Handles typed bytes for a while."""
        self._busy = False
        until = time.monotonic() + _TURN
        step = self._step_terminal if self._terminal else self._step_script
        while self._is_awake() and not self._over and self._typed and step():
            if time.monotonic() > until:
                self._busy = True
                self._port.later(0, self._go)
                return
        if self._closing and not self._over and self._asleep is None:
            self._close_input()

    def _is_awake(self) -> bool:
        """Returns whether no command sleeps; ctrl+c among the typed bytes ends one that does."""
        if self._asleep is not None and self._terminal and 3 in self._typed:
            del self._typed[: self._typed.find(b"\x03") + 1]
            self.closed()
            self._interrupt()
        return self._asleep is None

    def closed(self) -> None:
        """Ends a command that sleeps or goes on."""
        if self._asleep is not None:
            self._asleep.cancel()
            self._asleep = None
        if self._follower is not None:
            self._follower.stop()

    def _close_input(self) -> None:
        if self._running is not None:
            self._feed(bytes(self._typed), True)
        elif self._line or self._typed or self._begun:
            self._line += self._typed
            self._typed.clear()
            self._enter(last=True)
        if not self._over and self._follower is None and self._asleep is None:
            self._end()

    def _step_script(self) -> bool:
        end = self._typed.find(b"\n")
        if end < 0:
            if len(self._typed) > _MAX_LINE:
                self._end()
            return False
        self._line += self._typed[:end]
        del self._typed[: end + 1]
        self._enter()  # a running command takes it, and may want no more than this line
        return True

    def _step_terminal(self) -> bool:
        byte = self._typed[0]
        del self._typed[0]
        if byte in b"\r\n":
            self._out(b"\r\n")
            self._enter()
        elif byte == 3:  # ctrl+c
            self._interrupt()
        elif byte == 4:  # ctrl+d
            if self._running is not None:
                line = bytes(self._line)
                self._line.clear()
                self._feed(line, True)
            elif not self._line:
                self._out(b"\r\n")
                self._end()
        elif byte in b"\x08\x7f":
            self._rub_out()
        elif byte == 21:  # ctrl+u
            while self._line:
                self._rub_out()
        elif byte >= 32 and len(self._line) < _MAX_LINE:
            self._line.append(byte)
            self._out(bytes([byte]))
        return True

    def _rub_out(self) -> None:
        if not self._line:
            return
        while len(self._line) > 1 and self._line[-1] & 0xC0 == 0x80:
            self._line.pop()
        self._line.pop()
        self._out(b"\b \b")

    def _interrupt(self) -> None:
        self._out(b"^C\r\n")
        self._line.clear()
        self._begun, self._running, self._status = "", None, _INTERRUPTED
        if self._follower is not None:
            self._follower.stop()
            self._follower = None
        if self._only:
            self._end()
        self._prompt()

    def _enter(self, last: bool = False) -> None:
        if self._running is not None:
            typed = bytes(self._line) + b"\n"
            self._line.clear()
            self._feed(typed, False)
            return
        line = self._begun + self._line.decode("utf-8", "surrogateescape")
        self._line.clear()
        if self._follower is not None:
            return
        if not last and len(line) < _MAX_LINE and is_incomplete(line):
            self._begun = line + "\n"
            self._prompt()
            return
        self._begun = ""
        self._run(line)

    def _run(self, line: str) -> None:
        self._running = _Command(self._port, line, self._state)
        self._feed(b"", False)

    def _feed(self, data: bytes, closed: bool) -> None:
        """Gives the running command input, and sends its output once it has run."""
        command = self._running
        if command is None:
            return
        command.take(data)
        step = command.attempt(closed)
        if step is None:
            return
        self._running = None
        if isinstance(step, Asleep) or step.slept:
            self._asleep = command
            self._sleep(command, step)
        else:
            self._tell(step)

    def _sleep(self, command: _Command, step: Asleep | Output) -> None:
        """Tells what a command has said that sleeps, and wakes it in time."""
        if isinstance(step, Asleep):
            self._out(_show(step.terminal) if self._terminal else step.terminal)
            self._port.later(step.seconds, partial(self._resume, command))
        else:
            _after(self._port, step, partial(self._wake, command))

    def _resume(self, command: _Command) -> None:
        if self._asleep is command:  # nobody has interrupted it
            self._sleep(command, command.resume())

    def _wake(self, command: _Command, output: Output) -> None:
        if self._asleep is command:
            self._asleep = None
            self._tell(output)
            self._go()

    def _tell(self, output: Output) -> None:
        self._state, self._status = output.state, output.status
        self._out(_show(output.terminal) if self._terminal else output.terminal)
        if output.follow:
            self._follower = following(
                self._port, output.follow, lambda lines: self._out(_show(lines) if self._terminal else lines)
            )
        elif output.exited or self._only:
            self._end()
        else:
            self._prompt()
