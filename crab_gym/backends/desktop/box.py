"""The host's side of a box: starting it, talking to it, ending it with everything in it."""

from __future__ import annotations

import compileall
import fcntl
import functools
import json
import marshal
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import weakref
from dataclasses import asdict
from pathlib import Path
from typing import Any

from crab_gym.backends.base import DeviceError, Image
from crab_gym.backends.desktop.cgroups import PROCESSES, Cgroup, usable
from crab_gym.backends.desktop.criu import BoxImage, NotBroughtBack
from crab_gym.backends.desktop.framebuffer import Framebuffer
from crab_gym.backends.desktop.guest import skeleton, web
from crab_gym.backends.desktop.guest.places import SCREEN
from crab_gym.backends.desktop.options import BoxOptions
from crab_gym.backends.desktop.requirements import (
    NAMESPACE_HELP,
    SEARCH_PATH,
    USER_NAMESPACE,
    explain_missing,
    may_administer,
    missing,
    overlay_works,
)
from crab_gym.backends.desktop.rootfs import resolve
from crab_gym.web.bundle import bundle
from crab_gym.web.sites.app import HOSTS

__all__ = ["Box", "NotStarted"]

_START_SECONDS = 60.0
_REPLY_SECONDS = 60.0
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from guest.boot import main; main()"
_RESTORE = _BOOT.replace("guest.boot", "guest.restore")
_FOLDER = Path(__file__).parent

# Of processes: threads of one user (a fork bomb ends here; boxes that root starts share the count), and the private
# memory of each process, in bytes (a program that wants more fails by itself).
_LIMITS = {"NPROC": PROCESSES, "DATA": 2 << 30, "CORE": 0}
_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
_ASIDE = ("root", "spare")  # options that the box itself has no use for
_MANY_PROCESSES = 1 << 16  # where each box has a limit of its own


class NotStarted(DeviceError):
    """The desktop in a box did not come up, or not in time."""


class Box:
    """One desktop in its own namespaces; it lives from construction until `stop`.

    Nothing of it lies on the host's disk: its files are on a tmpfs of its own mount namespace, and it talks over a
    socket pair. It ends with `stop`, with this object, or with this process, whichever comes first.

    Args:
        device: Role that errors are reported for.
        options: How it is made.
        image: What it is to be the same as; None for a fresh one.

    Attributes:
        pid: Process 1 of the box, as the host numbers it.

    Raises:
        DeviceError: The box can't be started; the message says why and what to do.
        NotStarted: There is a box, but the desktop in it did not come up.
        NotBroughtBack: The same, of an image.
    """

    def __init__(self, device: str, options: BoxOptions, image: BoxImage | None = None) -> None:
        self._root = image.lower if image else _root(device, options)
        self.device = device
        self.pid = 0
        self._again = image is not None
        self._broken = ""
        self._frozen = False
        try:
            self._groups = Cgroup()
        except OSError as problem:
            raise DeviceError(device, f"the box's control groups can't be made: {problem}") from None
        self._connection, theirs = socket.socketpair()
        self._connection.settimeout(_START_SECONDS)
        self._log = os.memfd_create("crab-box-log")
        config = _first_steps(self._root, options) if image is None else image.steps()
        config["cgroups"] = self._groups.folders
        argv = [*_unshare(image is not None), _python(), "-I", "-S", "-c", _BOOT if image is None else _RESTORE]
        passed = [theirs.fileno()] if image else [theirs.fileno(), _web()]
        argv += [str(_FOLDER), *map(str, passed)]
        with theirs, open(os.memfd_create("crab-box"), "w+b") as file:
            marshal.dump(config, file)
            file.seek(0)
            self._process = subprocess.Popen(
                argv, env=_environment(), cwd="/", pass_fds=passed,
                stdin=file, stdout=subprocess.DEVNULL, stderr=self._log, start_new_session=True,
            )  # fmt: skip
        # Descriptors of process 1 (or the guardian), of the box's files and of the screen, once they are known.
        late: list[int] = []
        self._end = weakref.finalize(
            self, _end, os.getpid(), self._process, self._connection, self._log, late, self._groups, self._again
        )
        try:
            if image is None:
                self._start(late)
            else:
                self._go_on(late)
            self._written = late[1]
            self._framebuffer = Framebuffer(late[2])
        except (OSError, ValueError, IndexError) as problem:
            gone = self._gone(problem)
            self.stop()
            raise gone from None
        except BaseException:
            self.stop()
            raise
        self._connection.settimeout(_REPLY_SECONDS)

    def call(self, operation: str, /, **args: Any) -> Any:
        """Asks the box's agent and returns its answer.

        Raises:
            DeviceError: The box, or a part of its desktop, is gone or doesn't answer; or the agent could not carry
                the request out, then the message is its own and the box goes on.
        """
        self._check()
        if self._frozen:
            self.freeze(False)
        body = json.dumps({"op": operation, "args": args}).encode()
        # Until the reply is in: an exception between the two would leave it to be taken for the next one's.
        self._broken = f"the call {operation!r} was interrupted; reset() starts a new box"
        try:
            self._connection.sendall(struct.pack(">I", len(body)) + body)
        except OSError as problem:
            raise self._gone(problem) from None
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
            raise DeviceError(self.device, self._broken) from None

    def changed(self) -> bool:
        """Tells whether the last look saw another screen than the one before it."""
        return self._framebuffer.changed()

    def rgb(self) -> Image:
        """Returns what the last look saw, ``(H, W, 3) uint8 RGB``."""
        return self._framebuffer.rgb()

    def freeze(self, stop: bool = True) -> bool:
        """Stops all of the box's processes until the next call, or lets them go on; False where this host can't."""
        self._check()
        done = self._groups.freeze(stop)
        self._frozen = done and stop
        return done

    def save(self) -> BoxImage:
        """Returns an image of the box as it is now, which goes on.

        Raises:
            NotSaved: CRIU could not take it.
            DeviceError: The box is gone.
        """
        self.call("let_go")
        try:
            return BoxImage(self.device, self.pid, self._written, self._root)
        finally:
            self.call("ping")

    def stop(self) -> None:
        """Ends the box and waits until each of its processes is gone; it may be called again."""
        self._broken = self._broken or "the box was stopped; reset() starts another"
        self._end()

    def _start(self, late: list[int]) -> None:
        self.pid = self._reply("start")["pid"]
        late.append(os.pidfd_open(self.pid))
        late.append(self._descriptor())
        self._take_connection(self._descriptor())
        try:
            self._reply("start")
        except DeviceError:
            raise NotStarted(self.device, self._broken) from None
        late.append(self._descriptor())

    def _go_on(self, late: list[int]) -> None:
        late.append(os.dup(self._connection.fileno()))  # with the box's guardian, while the box's own is another
        late.append(self._descriptor())
        connection = self._descriptor()
        try:
            self.pid = self._reply("start")["pid"]
        except BaseException:
            os.close(connection)
            raise
        self._take_connection(connection)
        late.append(os.open(f"/proc/{self.pid}/fd/{SCREEN}", os.O_RDONLY | os.O_CLOEXEC))

    def _check(self) -> None:
        if self._broken:
            raise DeviceError(self.device, self._broken)

    def _reply(self, operation: str) -> Any:
        try:
            size = struct.unpack(">I", self._read(4))[0]
            reply = json.loads(self._read(size))
        except (OSError, EOFError, ValueError) as problem:
            raise self._gone(problem) from None
        if reply.get("error") == "device":
            self._broken = f"{reply['message']}; reset() starts a new box"
            raise DeviceError(self.device, self._broken)
        self._broken = ""
        if "ok" in reply:
            return reply["ok"]
        # The one place where the box's own errors become an infrastructure failure: what an agent breaks ends there.
        raise DeviceError(self.device, f"the box could not carry out {operation!r}: {reply['message']}")

    def _descriptor(self) -> int:
        return socket.recv_fds(self._connection, 1, 1)[1][0]

    def _take_connection(self, descriptor: int) -> None:
        """Goes on over the connection that the box has handed over."""
        os.set_blocking(descriptor, False)  # as sockets with a time limit are
        os.dup2(descriptor, self._connection.fileno(), inheritable=False)
        os.close(descriptor)

    def _read(self, size: int) -> bytes:
        parts = []
        while size:
            part = self._connection.recv(min(size, 1 << 20))
            if not part:
                raise EOFError("it hung up")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _gone(self, problem: BaseException) -> DeviceError:
        log = os.pread(self._log, 4000, max(0, os.fstat(self._log).st_size - 4000)).decode("utf-8", "replace").strip()
        if isinstance(problem, TimeoutError):
            who = "CRIU" if self._again and not self.pid else "the box's agent"
            what = f"{who} did not answer within {self._connection.gettimeout():.0f} s"
        elif not self.pid and self._again:
            what = "CRIU could not bring the box back"
        elif not self.pid:
            what = f"the box could not be started; {NAMESPACE_HELP}"
        else:
            what = f"the box is gone ({problem})"
        self._broken = f"{what}; reset() starts a new box" + (f"\n{log}" if log else "")
        kind = NotBroughtBack if self._again and not self.pid else DeviceError
        return kind(self.device, self._broken)


def _root(device: str, options: BoxOptions) -> str:
    """Returns the folder of the root file system, ``""`` for the host's packages; raises where anything is missing."""
    try:
        root = resolve(options.root, options.profile)
    except OSError as problem:
        raise DeviceError(device, str(problem)) from None
    if root and options.root == "auto" and not overlay_works():
        root = ""
    lacking = missing(root, options.profile)
    if lacking:
        raise DeviceError(device, explain_missing(lacking))
    return root


def _first_steps(root: str, options: BoxOptions) -> dict[str, Any]:
    """Returns what `guest.boot` is told."""
    _compile()
    return {
        "root": root,
        "files": {**skeleton.files(options.profile, root), "/etc/hosts": web.hosts_file(HOSTS)},
        "carried": _carried(),
        "limits": {**_LIMITS, "NPROC": _MANY_PROCESSES} if "pids" in usable() else _LIMITS,
        # Programs in the box can read this: nothing in it may say more of the host than they are to know.
        "session": json.dumps({key: value for key, value in asdict(options).items() if key not in _ASIDE}),
    }


def _unshare(again: bool) -> list[str]:
    """Returns the command that makes the namespaces: as root directly, else within a user namespace.

    Those of a box that comes back are CRIU's to make, but for the network and what the files are laid out in.
    """
    program = shutil.which("unshare", path=SEARCH_PATH) or "unshare"
    if again:
        return [program, "--mount", "--net", "--uts"]
    argv = [program, "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child"]
    return argv if may_administer() else [*argv, *USER_NAMESPACE]


def _python() -> str:
    """Returns the Python of the first stage, this process's own where it can tell."""
    return sys.executable or "/usr/bin/python3"


def _environment() -> dict[str, str]:
    """Returns what the first stage gets of this process's environment: what a Python of unusual make needs to start."""
    return {"PATH": SEARCH_PATH, "LANG": "C.UTF-8"} | {
        name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ
    }


@functools.cache
def _compile() -> None:
    """Compiles what runs in the box, once, for Pythons of this version: in the box, nothing compiled is kept."""
    compileall.compile_dir(str(_FOLDER / "guest"), quiet=2)


def _carried() -> dict[str, tuple[bytes, float]]:
    """Returns content and time of change of what runs in the box, by path."""
    found = {}
    for path in (_FOLDER / "guest").rglob("*"):
        if path.suffix not in (".py", ".pyc", ".c"):
            continue
        found[str(path.relative_to(_FOLDER))] = path.read_bytes(), path.stat().st_mtime
    return found


@functools.cache
def _web() -> int:
    """Returns a descriptor of the bundled sites: memory that all boxes share, and that nobody can change."""
    descriptor = os.memfd_create("crab-web", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(bundle())
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
    return descriptor


def _end(
    owner: int,
    process: subprocess.Popen[bytes],
    connection: socket.socket,
    log: int,
    late: list[int],
    groups: Cgroup,
    again: bool,
) -> None:
    """Ends a box; a forked copy of the process that started it only lets go of its own descriptors."""
    if os.getpid() == owner:
        groups.freeze(False)  # what stands still does not end
        if again:
            # Its guardian (see `guest.restore`) ends everything then, whoever else has a copy of the descriptor.
            with socket.socket(fileno=late.pop(0)) if late else connection as guardian:
                guardian.shutdown(socket.SHUT_RDWR)
        elif late:
            # Process 1 counts as ended once all others of its namespace have: then nothing of the box is left.
            try:
                signal.pidfd_send_signal(late[0], signal.SIGKILL)
            except ProcessLookupError:
                pass
            ended = select.poll()
            ended.register(late[0], select.POLLIN)
            ended.poll(10_000)
        else:
            connection.close()
            process.kill()
        process.wait()
        groups.remove()
    else:
        groups.let_go()
    connection.close()
    for descriptor in (log, *late):
        os.close(descriptor)
