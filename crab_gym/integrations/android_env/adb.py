"""The adb program's commands on a phone of this process, without the program: `InProcessAdb`."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from android_env.components import errors

from crab_sim.adbd.console import answer
from crab_sim.adbd.services import ANSWERS
from crab_sim.adbd.sync import receive
from crab_sim.files import Directory, File, FileError
from crab_sim.phone.android import Device
from crab_sim.shell import quote

__all__ = ["InProcessAdb"]

_SERIAL: Final = "emulator-5554"
_PUSHED_MODE: Final = 0o644
_CONSOLE_END: Final = "\r\n"


class _Failed(Exception):
    """A command has failed; the message is what it prints."""


class InProcessAdb:
    """Takes the place of android_env's controller of the adb program: it runs one command line at a time.

    Args:
        device: The phone.

    Attributes:
        calls: The number of commands so far.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self.calls = 0

    def execute_command(self, args: Sequence[str], timeout: float | None = None, device_specific: bool = True) -> bytes:
        """Returns what ``adb ARG...`` prints, both streams in their order.

        Args:
            args: The arguments, such as ``["shell", "date"]``.
            timeout: Ignored, like the next: nothing on the phone takes time.
            device_specific: Whether the command is one of the phone's.

        Raises:
            AdbControllerError: The command is unknown or ends with another exit code than 0.
        """
        self.calls += 1
        name, rest = (args[0], list(args[1:])) if args else ("", [])
        run = _COMMANDS.get(name)
        try:
            if run is None:
                raise _Failed(f"adb: unknown command {name}\n")
            return run(self._device, rest)
        except _Failed as failed:
            raise errors.AdbControllerError(
                f"Error executing adb command: [adb {' '.join(args)}]\nCaused by: {failed}"
            ) from None


def _shell(device: Device, args: Sequence[str]) -> bytes:
    words = list(args)
    while words and words[0] in ("-n", "-t", "-T", "-tt", "-x"):
        del words[0]
    output = device.run(" ".join(words))
    if output.status:
        raise _Failed(f"exit code {output.status}: {output.terminal.decode('utf-8', 'replace')}")
    return output.terminal


def _exec_out(device: Device, args: Sequence[str]) -> bytes:
    return device.run(" ".join(args)).terminal  # adb ends with 0 whatever the command ends with


def _push(device: Device, args: Sequence[str]) -> bytes:
    paths = [arg for arg in args if not arg.startswith("-")]
    if len(paths) < 2:
        raise _Failed("adb: push requires an argument\n")
    *sources, target = paths
    for source in map(Path, sources):
        if not source.exists():
            raise _Failed(f"adb: error: cannot stat '{source}': No such file or directory\n")
        into = _is_directory(device, target)
        place = posixpath.join(target, source.name) if into or len(sources) > 1 or target.endswith("/") else target
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file():
                inside = path.relative_to(source).as_posix() if source.is_dir() else ""
                _write(device, posixpath.join(place, inside) if inside else place, path.read_bytes())
    return f"{len(sources)} file{'s' * (len(sources) > 1)} pushed, 0 skipped.\n".encode()


def _write(device: Device, path: str, content: bytes) -> None:
    try:
        receive(device, path, content, _PUSHED_MODE, device.phone.now)
    except FileError as error:
        raise _Failed(f"adb: error: failed to copy to '{path}': remote {error.reason}\n") from None


def _is_directory(device: Device, path: str) -> bool:
    files = device.files
    return files.exists(path) and isinstance(files.stat(path), Directory)


def _pull(device: Device, args: Sequence[str]) -> bytes:
    paths = [arg for arg in args if not arg.startswith("-")]
    if not paths:
        raise _Failed("adb: pull requires an argument\n")
    source, target = paths[0], Path(paths[1] if len(paths) > 1 else ".")
    if not device.files.exists(source):
        raise _Failed(f"adb: error: failed to stat remote object '{source}': No such file or directory\n")
    place = target / posixpath.basename(source.rstrip("/")) if target.is_dir() else target
    count = _copy_out(device, source, place)
    return f"{source}: {count} file{'s' * (count != 1)} pulled, 0 skipped.\n".encode()


def _copy_out(device: Device, source: str, place: Path) -> int:
    """Copies a file or folder of the phone to this machine, and returns the number of files."""
    files = device.files
    entry = files.stat(source)
    if isinstance(entry, File):
        place.write_bytes(entry.data)
        return 1
    place.mkdir(parents=True, exist_ok=True)
    return sum(
        _copy_out(device, posixpath.join(source, name), place / name)
        for name in files.list(source)
        if name not in (".", "..") and "/" not in name
    )


def _install(device: Device, args: Sequence[str]) -> bytes:
    packages = [Path(arg) for arg in args if not arg.startswith("-")]
    for path in packages:
        if not path.is_file():
            raise _Failed(f"adb: failed to stat {path}: No such file or directory\n")
        size = path.stat().st_size
        output = device.run(f"cmd package install -S {size}", path.read_bytes()[:_PEEK])
        if output.status:
            raise _Failed(output.terminal.decode("utf-8", "replace"))
    return b"Performing Streamed Install\nSuccess\n"


_PEEK: Final = 64 * 1024


def _uninstall(device: Device, args: Sequence[str]) -> bytes:
    return _shell(device, ["pm", "uninstall", *map(quote, args)])


def _emulator(device: Device, args: Sequence[str]) -> bytes:
    reply = answer(device, " ".join(args))
    if reply.startswith("KO"):
        raise _Failed(reply)
    return reply.encode()


def _logcat(device: Device, args: Sequence[str]) -> bytes:
    dump = [] if {"-d", "-c", "-g"} & set(args) else ["-d"]  # no one could stop one that follows the log
    return _shell(device, ["logcat", *dump, *map(quote, args)])


def _reboot(device: Device, args: Sequence[str]) -> bytes:
    device.reboot()
    return b""


def _service(name: str) -> Callable[[Device, Sequence[str]], bytes]:
    return lambda device, args: ANSWERS[name]


def _says(text: str) -> Callable[[Device, Sequence[str]], bytes]:
    return lambda device, args: text.encode()


_COMMANDS: Final[Mapping[str, Callable[[Device, Sequence[str]], bytes]]] = {
    "shell": _shell, "exec-out": _exec_out, "push": _push, "pull": _pull, "install": _install,
    "uninstall": _uninstall, "emu": _emulator, "logcat": _logcat, "reboot": _reboot,
    "root": _service("root:"), "unroot": _service("unroot:"), "remount": _service("remount:"),
    "devices": _says(f"List of devices attached\n{_SERIAL}\tdevice\n\n"), "get-state": _says("device\n"),
    "get-serialno": _says(f"{_SERIAL}\n"), "version": _says("Android Debug Bridge version 1.0.41\n"),
    **dict.fromkeys(("start-server", "kill-server", "wait-for-device", "reconnect"), _says("")),
}  # fmt: skip
