"""The desktop's state, for evaluators and setups, queried from the service inside the box."""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym.backends.base import (
    MAX_TEXT,
    Alarm,
    CommandResult,
    DesktopSetup,
    DesktopState,
    DeviceError,
    Foreground,
    Mail,
    Window,
    lacking,
)
from crab_gym.backends.desktop.box import Box
from crab_gym.backends.desktop.facts import Settings, read_effects, read_facts
from crab_gym.backends.desktop.guest.paths import HOME
from crab_gym.backends.desktop.guest.wire import Output, WindowRow
from crab_gym.backends.desktop.mail import plant_mail, uproot_mail, write_rules
from crab_gym.backends.mails import find_filters, find_mailboxes, read_mails
from crab_gym.backends.state_types import MailAttachment
from crab_sim.devices.apps import APPS
from crab_sim.devices.clock_settings import ALARMS, SCHEMA, AlarmRow, alarms_of, alarms_text
from crab_sim.devices.facts import Effect, Facts
from crab_sim.devices.gvariant import parse, quoted
from crab_sim.devices.mail_filters import Filter

__all__ = ["BoxSetup", "BoxState", "app_of_window"]

_APP_OF_PROCESS = {name: app.id for app in APPS if app.device == "ubuntu" for name in app.processes}
_APP_OF_CLASS = {name: app.id for app in APPS if app.device == "ubuntu" for name in app.classes}
_MAX_FILE = 64 << 20
_GSETTINGS_REFUSED = 1  # no such schema or key
_WITHOUT_OWN_FILES = ("env", "XDG_CONFIG_HOME=/nonexistent", "XDG_DATA_HOME=/nonexistent")
_MIME = re.compile(r"[a-z]+[a-z0-9-]*/[A-Za-z0-9][A-Za-z0-9.+_-]*")
_DEFAULT_APPLICATION = re.compile(r"Default application for .*: (\S+)$", re.MULTILINE)
_NAME_LENGTH = 15  # of a process, as the kernel keeps it
# The name is written last, so that whoever sees it sees all of the memory, too.
_PROGRAM = """import signal, sys
held = b"x" * int(sys.argv[2])
with open("/proc/self/comm", "w") as file:
    file.write(sys.argv[1])
while True:
    signal.pause()
"""
_IN_BACKGROUND = """setsid python3 -I -c "$0" "$1" "$2" < /dev/null > /dev/null 2>&1 &
for i in $(seq 500); do
    test "$(cat /proc/$!/comm)" = "$1" && exit 0
    sleep 0.04
done
echo "it doesn't come up" >&2
exit 1
"""
"""Starts the program, and waits for its name."""


def app_of_window(process: str, window_class: str = "", title: str = "") -> str:
    """Returns the id of a window's app; ``""`` for one that isn't in the table of apps.

    Args:
        process: The name of its process.
        window_class: Its class.
        title: Its title, by which the office's presentations are told, whose class all of its programs share.

    >>> app_of_window("gedit"), app_of_window("soffice.bin", "libreoffice-calc"), app_of_window("openbox")
    ('text_editor', 'calc', '')
    """
    if process == "soffice.bin" and title.startswith("Presenting: "):
        return "impress"
    return _APP_OF_CLASS.get(window_class) or _APP_OF_PROCESS.get(process, "")


class BoxState(DesktopState):
    """The queries of evaluators to the box; paths and processes are the box's own.

    Args:
        box: Returns the running box, or raises `DeviceError`.
    """

    device = "ubuntu"
    home = HOME
    calendar = lacking("calendar")
    cards = lacking("cards")
    todos = lacking("todos")

    def __init__(self, box: Callable[[], Box]) -> None:
        self._box = box
        self._settings: Settings = {}

    def foreground(self) -> Foreground:
        """Returns the focused window's app and title, both empty while nothing has the focus."""
        for row in self._rows():
            if row["focused"]:
                return Foreground(app_of_window(row["process"], row["class"], row["title"]), row["title"])
        return Foreground("", "")

    def windows(self) -> tuple[Window, ...]:
        """Returns the windows in stacking order, lowest first."""
        return tuple(
            Window(
                app_of_window(row["process"], row["class"]),
                row["title"],
                _bounds(row),
                row["focused"],
                row["minimized"],
            )
            for row in self._rows()
            if row["kind"] in ("window", "dialog")
        )

    def processes(self) -> tuple[str, ...]:
        """Returns the names of the box's processes (as the kernel has them, up to 15 bytes), sorted."""
        return tuple(sorted(self._box().call("processes")))

    def exists(self, path: str) -> bool:
        """Returns whether a file or folder exists, for the box's user."""
        return bool(self._box().call("stat", path=_absolute(path)))

    def is_dir(self, path: str) -> bool:
        """Returns whether the path is a folder."""
        return bool(self._box().call("stat", path=_absolute(path)) == "dir")

    def read_file(self, path: str) -> bytes | None:
        """Returns a regular file's content (at most its first 64 MiB), None where the box's user can read none."""
        return self._read(path, _MAX_FILE)

    def read_text(self, path: str) -> str | None:
        """Returns a file's content as text, None where there is no such file or where it has more than 4 MiB."""
        data = self._read(path, MAX_TEXT + 1)
        return None if data is None or len(data) > MAX_TEXT else data.decode("utf-8", "replace")

    def _read(self, path: str, limit: int) -> bytes | None:
        data = self._box().call("read_file", path=_absolute(path), limit=limit)
        return None if data is None else base64.b64decode(data)

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the sorted names in a folder."""
        return tuple(self._box().call("list_dir", path=_absolute(path)))

    def clipboard(self) -> str:
        """Returns the clipboard's text, which ends with the program from which it was copied."""
        return str(self._box().call("clipboard"))

    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a gsettings value as text.

        None where there is no such schema or key, or where a file of the user's own keeps gsettings from reading it.
        """
        result = self._ask(["gsettings", "get", namespace, key], (0, _GSETTINGS_REFUSED))
        if result is None or result.returncode != 0:
            return None
        return _setting_text(result.stdout.rstrip("\n"))

    def default_application(self, kind: str) -> str:
        """Returns the desktop entry with which GLib, and so each program of GNOME, opens a type; ``""`` for none.

        There is none, either, where a file of the user's own keeps GLib from finding it.
        """
        result = self._ask(["gio", "mime", _mime(kind)], (0,))
        match = None if result is None else _DEFAULT_APPLICATION.match(result.stdout)
        return match[1] if match else ""

    def _ask(self, argv: Sequence[str], expected: Sequence[int]) -> CommandResult | None:
        """Returns the result of a program that reads the user's configuration, None where that is what stops it.

        Args:
            argv: The program and its arguments.
            expected: The exit codes of answers.

        Raises:
            DeviceError: The program fails without the user's configuration, too.
        """
        first = self.run(argv)
        if first.returncode in expected:
            return first
        if self.run([*_WITHOUT_OWN_FILES, *argv]).returncode in expected:
            # Asked again, since a program may also have been held up for too long by chance.
            second = self.run(argv)
            return second if second.returncode in expected else None
        raise DeviceError(self.device, f"{argv[0]} ended with exit code {first.returncode}: {first.stderr.strip()}")

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of a bundled site."""
        rows: list[Mapping[str, Any]] = _checked(self._box().call("web_read", site=site, table=table))["rows"]
        return tuple(rows)

    def alarms(self) -> tuple[Alarm, ...]:
        """Returns the alarms of Clocks."""
        rows = alarms_of(self.setting(SCHEMA, ALARMS))
        return tuple(
            [Alarm(i + 1, row.hour, row.minute, row.name, row.days, row.enabled) for i, row in enumerate(rows)]
        )

    def mails(self) -> tuple[Mail, ...]:
        """Returns the mails in the mbox files of Thunderbird's profile."""
        return read_mails(find_mailboxes(self))

    def mail_filters(self) -> tuple[Filter, ...]:
        """Returns Thunderbird's message filters."""
        return find_filters(self)

    def facts(self) -> Facts:
        """Returns the things that the user owns on the desktop; see `crab_gym.backends.desktop.facts`."""
        # Rows of sites are read later, perhaps from another box that a snapshot was restored into.
        return read_facts(self, lambda name, **args: self._box().call(name, **args), self._settings)

    def effects(self) -> tuple[Effect, ...]:
        """Returns the effects that have left the desktop."""
        return read_effects(self._box().call)

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command that only reads, for at most 10 s (then its exit code is 124)."""
        result: Output = self._box().call("run", argv=list(argv))
        return CommandResult(result["returncode"], result["stdout"], result["stderr"])

    def _rows(self) -> list[WindowRow]:
        rows: list[WindowRow] = self._box().call("windows")
        return rows


class BoxSetup(BoxState, DesktopSetup):
    """A `BoxState` that also writes, with the rights of the box's user.

    Args:
        box: Returns the running box, or raises `DeviceError`.
        change: Carries out an operation that changes the box.
        now: Returns the box's time of day as of its start, in seconds since 1970.
    """

    add_card = lacking("add_card")
    add_event = lacking("add_event")
    add_todo = lacking("add_todo")
    clear_todos = lacking("clear_todos")
    now = lacking("now")
    remove_card = lacking("remove_card")
    remove_event = lacking("remove_event")
    write_old_file = lacking("write_old_file")

    def __init__(self, box: Callable[[], Box], change: Callable[..., Any], now: Callable[[], float]) -> None:
        super().__init__(box)
        self._change = change
        self._now = now

    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""
        content = data.encode() if isinstance(data, str) else data
        self._change("write_file", path=_absolute(path), data=base64.b64encode(content).decode())

    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""
        self._change("make_dir", path=_absolute(path))

    def remove(self, path: str) -> None:
        """Removes a file, or a folder with its contents."""
        self._change("remove", path=_absolute(path))

    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text."""
        self._change("set_clipboard", text=text)

    def start_program(self, name: str, memory: int) -> None:
        """Starts a program in the background, and returns once it has its name and its memory.

        Raises:
            OSError: It doesn't come up.
            ValueError: A process can't have the name.
        """
        if not 1 <= len(name) <= _NAME_LENGTH:
            raise ValueError(f"a program named {name!r}: expected 1 to {_NAME_LENGTH} characters")
        done = self._change("run", argv=["sh", "-c", _IN_BACKGROUND, _PROGRAM, name, str(memory)])
        if done["returncode"] != 0:
            raise OSError(f"the program {name!r} can't be started: {done['stderr'].strip()}")

    notify = lacking("notify", "a box has no notification server")

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a gsettings value; text needs no quotes.

        Raises:
            OSError: There is no such key, or it doesn't take the value.
        """
        kind = self.run(["gsettings", "range", namespace, key])
        if kind.stdout.startswith(("type s\n", "enum\n")):
            value = quoted(value)
        done = self._change("run", argv=["gsettings", "set", namespace, key, value])
        if done["returncode"] != 0:
            raise OSError(f"gsettings can't set {namespace} {key} to {value}: {done['stderr'].strip()}")

    def add_alarm(self, hour: int, minute: int, label: str = "", days: int = 0, enabled: bool = True) -> int:
        """Adds an alarm to Clocks, which reads them at its start."""
        rows = alarms_of(self.setting(SCHEMA, ALARMS))
        new = AlarmRow(f"{len(rows) + 1:032x}", hour, minute, label, days, enabled)
        self.set_setting(SCHEMA, ALARMS, alarms_text([*rows, new]))
        return alarms_of(alarms_text([*rows, new])).index(new) + 1

    def set_default_application(self, kind: str, entry: str) -> None:
        """Sets the desktop entry that opens a type.

        Raises:
            OSError: There is no such entry.
        """
        done = self._change("run", argv=["gio", "mime", _mime(kind), entry])
        if done["returncode"] != 0:
            raise OSError(f"gio can't let {entry} open {kind}: {done['stderr'].strip()}")

    def set_web(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of a bundled site."""
        _checked(self._change("web_replace", site=site, table=table, rows=[dict(row) for row in rows]))

    def add_mail(
        self,
        sender: str,
        subject: str,
        body: str,
        folder: str = "Inbox",
        age: float = 60.0,
        to: str = "",
        cc: str = "",
        attachments: Sequence[MailAttachment] = (),
        read: bool = False,
    ) -> str:
        """Adds a mail to a folder of Thunderbird's profile."""
        return plant_mail(self, self._now(), sender, subject, body, folder, age, to, cc, attachments, read)

    def set_mail_filters(self, filters: Sequence[Filter]) -> None:
        """Replaces Thunderbird's message filters."""
        write_rules(self, self._now(), filters)

    def remove_mail(self, mail_id: str) -> None:
        """Removes a mail from its folder for good."""
        uproot_mail(self, mail_id)


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer about the bundled sites; raises its error if it is one (see `guest.web`)."""
    if "wrong" in answer:
        raise (ValueError if answer["wrong"] == "value" else LookupError)(answer["message"])
    return answer


def _mime(kind: str) -> str:
    if not _MIME.fullmatch(kind):
        raise ValueError(f"got the type {kind!r}, expected one such as 'image/png' or 'x-scheme-handler/https'")
    return kind


def _absolute(path: str) -> str:
    if not path.startswith("/") or "\0" in path:
        raise ValueError(f"got the path {path!r}, expected an absolute one such as {HOME + '/notes.txt'!r}")
    return posixpath.normpath(path)


def _bounds(row: WindowRow) -> tuple[int, int, int, int]:
    left, top, right, bottom = row["bounds"]
    return left, top, right, bottom


def _setting_text(value: str) -> str:
    """Returns a printed GVariant as text, without the quotes of a string or the type before a number."""
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return str(parse(value))
    return re.sub(r"^(?:byte|u?int(?:16|32|64)|double) (?=\S+$)", "", value)
