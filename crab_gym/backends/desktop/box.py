"""`Box`, the host's side of a box: starts it, talks to it, and ends it with everything in it.

A box boots in two stages (see `guest`):

1. `unshare` makes namespaces and runs `guest.boot` on this process's own Python. It gets its input on standard input
   (see `launch`), builds the root file system, enters it and gives up its rights.
2. It becomes `guest.main` on the box's own Python, process 1 of the box, which starts the desktop and then answers
   `Box.call`.

For a box that is restored from an image, `guest.restore` runs CRIU, which brings back the second stage.
"""

from __future__ import annotations

import json
import marshal
import os
import select
import signal
import socket
import struct
import subprocess
import weakref
from typing import Any

from crab_gym.backends.base import DeviceError, Image
from crab_gym.backends.desktop.cgroups import Cgroup
from crab_gym.backends.desktop.criu import BoxImage, RestoreFailed
from crab_gym.backends.desktop.framebuffer import Framebuffer
from crab_gym.backends.desktop.guest.paths import SCREEN
from crab_gym.backends.desktop.guest.wire import read_exactly
from crab_gym.backends.desktop.launch import find_root, first_stage, sites_memory
from crab_gym.backends.desktop.namespaces import NAMESPACE_HELP
from crab_gym.backends.desktop.options import BoxOptions
from crab_gym.backends.errors import BrokenInside

__all__ = ["Box", "NotStarted"]

_START_SECONDS = 60.0
_REPLY_SECONDS = 60.0


class NotStarted(DeviceError):
    """The desktop in a box didn't start, or not in time."""


class Box:
    """One desktop in namespaces of its own; it runs from construction until `stop`.

    It has no file on the host's disk: its files are on a tmpfs in its own mount namespace, and it talks over a socket
    pair. It ends with `stop`, with this object, or with this process, whichever comes first.

    Args:
        device: Role that errors are reported for.
        options: The options of the box.
        image: The image from which to restore it; None for a new one.

    Attributes:
        pid: The id of the box's process 1 on the host.

    Raises:
        DeviceError: The box can't be started; the message says why and what to do about it.
        NotStarted: The box has started, but the desktop in it hasn't.
        RestoreFailed: The box can't be restored from the image.
    """

    def __init__(self, device: str, options: BoxOptions, image: BoxImage | None = None) -> None:
        self._root = image.lower if image else find_root(device, options)
        self.device = device
        self.pid = 0
        self._restored = image is not None
        self._broken = ""
        self._kind: type[DeviceError] = DeviceError  # of the error by which the box broke
        self._frozen = False
        try:
            self._groups = Cgroup()
        except OSError as problem:
            raise DeviceError(device, f"the box's control groups can't be made: {problem}") from None
        self._connection, theirs = socket.socketpair()
        self._connection.settimeout(_START_SECONDS)
        self._log = os.memfd_create("crab-box-log")
        stage = first_stage(self._root, options, image, self._groups.folders)
        passed = [theirs.fileno()] if image else [theirs.fileno(), sites_memory()]
        with theirs, open(os.memfd_create("crab-box"), "w+b") as file:
            marshal.dump(stage.config, file)
            file.seek(0)
            self._process = subprocess.Popen(
                [*stage.argv, *map(str, passed)], env=stage.environment, cwd="/", pass_fds=passed,
                stdin=file, stdout=subprocess.DEVNULL, stderr=self._log, start_new_session=True,
            )  # fmt: skip
        # Once known: those of process 1 (or the connection to the guardian), of the box's files, and of the screen.
        descriptors: list[int] = []
        self._end = weakref.finalize(
            self, _end, os.getpid(), self._process, self._connection, self._log, descriptors, self._groups,
            self._restored,
        )  # fmt: skip
        try:
            if image is None:
                self._start(descriptors)
            else:
                self._resume(descriptors)
            _, self._written, screen = descriptors
            self._framebuffer = Framebuffer(screen)
        except (OSError, ValueError, IndexError) as problem:
            error = self._loss(problem)
            self.stop()
            raise error from None
        except BaseException:
            self.stop()
            raise
        self._connection.settimeout(_REPLY_SECONDS)

    def call(self, operation: str, /, **args: Any) -> Any:
        """Asks the box's service to carry out an operation and returns its answer.

        Args:
            operation: Name of the operation (see `guest.service`).
            args: Its arguments.

        Raises:
            DeviceError: The box, or a part of its desktop, is gone or doesn't answer. Or the service could not carry
                out the operation; then the message says why, and the box goes on. It is `BrokenInside` where the
                box's first process lives, so that what was done in the box may be the cause.
        """
        self._check()
        if self._frozen:
            self.freeze(False)
        body = json.dumps({"op": operation, "args": args}).encode()
        # Until the reply has been read: after an exception in between, it would be taken for that of the next call.
        self._broken = f"the call {operation!r} was interrupted; reset() starts a new box"
        try:
            self._connection.sendall(struct.pack(">I", len(body)) + body)
        except OSError as problem:
            raise self._loss(problem) from None
        return self._reply(operation)

    def look(self) -> None:
        """Reads the screen.

        Raises:
            DeviceError: The box is gone, or a program in it has broken the screen.
        """
        self._check()
        try:
            self._framebuffer.look()
        except OSError as problem:
            self._broken = f"the screen can't be read ({problem}); reset() starts a new box"
            self._kind = BrokenInside
            raise BrokenInside(self.device, self._broken) from None

    def changed(self) -> bool:
        """Returns whether the last two calls of `look` read different screens."""
        return self._framebuffer.changed()

    def rgb(self) -> Image:
        """Returns the screen that `look` has read, ``(H, W, 3) uint8 RGB``."""
        return self._framebuffer.rgb()

    def freeze(self, stop: bool = True) -> bool:
        """Freezes all of the box's processes until the next call, or thaws them; False where this host can't.

        Args:
            stop: Whether to freeze them.
        """
        self._check()
        done = self._groups.freeze(stop)
        self._frozen = done and stop
        return done

    def save(self) -> BoxImage:
        """Returns an image of the box, which goes on running.

        Raises:
            NotSaved: CRIU could not take an image.
            DeviceError: The box is gone.
        """
        self.call("close_process_files")
        try:
            return BoxImage(self.device, self.pid, self._written, self._root)
        finally:
            self.call("ping")

    def stop(self) -> None:
        """Ends the box and waits until all its processes are gone; may be called twice."""
        self._broken = self._broken or "the box was stopped; reset() starts another"
        self._end()

    def _start(self, descriptors: list[int]) -> None:
        """Follows the boot of a new box until its desktop is up."""
        self.pid = self._reply("start")["pid"]
        descriptors.append(os.pidfd_open(self.pid))
        descriptors.append(self._descriptor())
        self._take_connection(self._descriptor())
        try:
            self._reply("start")
        except DeviceError:
            raise NotStarted(self.device, self._broken) from None
        descriptors.append(self._descriptor())

    def _resume(self, descriptors: list[int]) -> None:
        """Follows the restoring of a box until it runs."""
        descriptors.append(os.dup(self._connection.fileno()))  # to the guardian; the box has a connection of its own
        descriptors.append(self._descriptor())
        connection = self._descriptor()
        try:
            self.pid = self._reply("start")["pid"]
        except BaseException:
            os.close(connection)
            raise
        self._take_connection(connection)
        descriptors.append(os.open(f"/proc/{self.pid}/fd/{SCREEN}", os.O_RDONLY | os.O_CLOEXEC))

    def _check(self) -> None:
        if self._broken:
            raise self._kind(self.device, self._broken)

    def _reply(self, operation: str) -> Any:
        try:
            size = struct.unpack(">I", self._read(4))[0]
            reply = json.loads(self._read(size))
        except (OSError, EOFError, ValueError) as problem:
            raise self._loss(problem) from None
        if reply.get("error") == "device":
            self._broken = f"{reply['message']}; reset() starts a new box"
            self._kind = BrokenInside
            raise BrokenInside(self.device, self._broken)
        self._broken = ""
        if "ok" in reply:
            return reply["ok"]
        raise BrokenInside(self.device, f"the box could not carry out {operation!r}: {reply['message']}")

    def _descriptor(self) -> int:
        return socket.recv_fds(self._connection, 1, 1)[1][0]

    def _take_connection(self, descriptor: int) -> None:
        """Continues over a connection that the box has handed over."""
        os.set_blocking(descriptor, False)  # as sockets with a timeout must be
        os.dup2(descriptor, self._connection.fileno(), inheritable=False)
        os.close(descriptor)

    def _read(self, size: int) -> bytes:
        data = read_exactly(self._connection, size)
        if data is None:
            raise EOFError("it hung up")
        return data

    def _loss(self, problem: BaseException) -> DeviceError:
        log = os.pread(self._log, 4000, max(0, os.fstat(self._log).st_size - 4000)).decode("utf-8", "replace").strip()
        if isinstance(problem, TimeoutError):
            who = "CRIU" if self._restored and not self.pid else "the box's agent"
            what = f"{who} did not answer within {self._connection.gettimeout():.0f} s"
        elif not self.pid and self._restored:
            what = "CRIU could not bring the box back"
        elif not self.pid:
            what = f"the box could not be started; {NAMESPACE_HELP}"
        else:
            what = f"the box is gone ({problem})"
        self._broken = f"{what}; reset() starts a new box" + (f"\n{log}" if log else "")
        if self._restored and not self.pid:
            self._kind = RestoreFailed
        elif isinstance(problem, TimeoutError) and self.pid:
            self._kind = BrokenInside  # its first process lives, perhaps among countless others
        return self._kind(self.device, self._broken)


def _end(
    owner: int,
    process: subprocess.Popen[bytes],
    connection: socket.socket,
    log: int,
    descriptors: list[int],
    groups: Cgroup,
    restored: bool,
) -> None:
    """Ends a box; in a fork of the process that started it, only closes the descriptors.

    Args:
        owner: The process that started the box.
        process: The process of the first stage.
        connection: The connection to the box.
        log: Descriptor of its log.
        descriptors: Those of `Box.__init__`.
        groups: Its control groups.
        restored: Whether it was restored from an image.
    """
    if os.getpid() == owner:
        groups.freeze(False)  # frozen processes can't end
        if restored:
            # Upon this the guardian (see `guest.restore`) ends everything, even if a fork still has the connection.
            with socket.socket(fileno=descriptors.pop(0)) if descriptors else connection as guardian:
                guardian.shutdown(socket.SHUT_RDWR)
        elif descriptors:
            # Process 1 ends after all others of its namespace: then nothing of the box is left.
            try:
                signal.pidfd_send_signal(descriptors[0], signal.SIGKILL)
            except ProcessLookupError:
                pass
            ended = select.poll()
            ended.register(descriptors[0], select.POLLIN)
            ended.poll(10_000)
        else:
            connection.close()
            process.kill()
        process.wait()
        groups.remove()
    else:
        groups.let_go()
    connection.close()
    for descriptor in (log, *descriptors):
        os.close(descriptor)
