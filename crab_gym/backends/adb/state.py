"""A phone's state, queried through Android's own interfaces.

Nothing here is special to the simulated phone. Where only a rooted phone or an emulator answers (databases of other
apps), other phones raise a `DeviceError` that says so, never an empty answer.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from crab_gym.backends.adb.content_rows import parse_ids, parse_row, parse_rows
from crab_gym.backends.adb.elements import app_of_package, parse_dump
from crab_gym.backends.adb.facts import read_effects, read_facts
from crab_gym.backends.adb.shell import MAX_BYTES, FileEntry, FileRefused, Output, Shell
from crab_gym.backends.base import (
    Call,
    CommandResult,
    Contact,
    DeviceError,
    Element,
    Event,
    Foreground,
    Media,
    Message,
    PhoneState,
    Todo,
    UnsupportedQuery,
    Voicemail,
)
from crab_gym.backends.sqlite_tables import read_table
from crab_sim.devices.facts import Effect, Facts
from crab_sim.devices.phone_labels import label_of

__all__ = ["BOXES", "CALLS", "SDCARD", "TODOS", "VOICEMAILS", "AdbState", "Ask", "absolute"]

_T = TypeVar("_T")

SDCARD = "/storage/emulated/0"
TODOS = "/data/data/org.tasks/databases/database"
VOICEMAILS = "content://com.android.voicemail/voicemail"
_FOCUS = re.compile(
    r"(?:topResumedActivity|mResumedActivity|mCurrentFocus|mFocusedApp)[=:]\s*\S*\{[^}]*? (?P<package>[\w.]+)/[\w.$]+"
)
_GRANTED = re.compile(r"^\s+([\w.]+): granted=true, flags=\[([^\]]*)\]", re.MULTILINE)
BOXES = {"1": "inbox", "2": "sent"}
CALLS = {"1": "incoming", "2": "outgoing", "3": "missed", "5": "missed"}
_MEDIA = {"1": "image", "2": "audio", "3": "video"}
_REPEATS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_PART = re.compile(r"(?P<number>\d+)(?P<unit>[WDHMS])")
_SECONDS = {"W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1}


def absolute(path: str) -> str:
    """Returns an absolute path in its normal form.

    Raises:
        ValueError: It isn't absolute, or holds a NUL.
    """
    if not path.startswith("/") or "\0" in path:
        raise ValueError(f"got the path {path!r}, expected an absolute one such as {SDCARD + '/Download/a.txt'!r}")
    return posixpath.normpath(path)


def _duration(text: str) -> float:
    """Returns the seconds of a duration as calendars write it.

    >>> _duration("PT1H30M"), _duration("P3600S")
    (5400.0, 3600.0)
    """
    return float(sum(int(part["number"]) * _SECONDS[part["unit"]] for part in _PART.finditer(text)))


class Ask(Protocol):
    """A function that asks the phone something, given a question to its shell."""

    def __call__(self, question: Callable[[Shell], _T], /) -> _T:
        """Returns the answer, or raises `DeviceError` where the phone is lost."""


class AdbState(PhoneState):
    """The queries of evaluators to the phone.

    Args:
        ask: Asks the phone a question.
    """

    device = "android"
    home = SDCARD

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    # Commands ---------------------------------------------------------------------------------------------------

    def command(self, *argv: str) -> Output:
        """Runs a command with exactly these arguments."""
        return self.ask(lambda shell: shell.run(argv))

    def checked(self, *argv: str) -> Output:
        """Runs a command that must succeed, and whose output holds no text that an agent may have written."""
        output = self.checked_stderr(*argv)
        start = output.stdout[:60]
        if b"Exception" in start or start.startswith(b"Error"):
            raise self._failed(argv, output)
        return output

    def checked_stderr(self, *argv: str) -> Output:
        """Runs a command that must succeed and may print any text; only standard error shows a failure."""
        output = self.command(*argv)
        start = output.stderr[:400].lstrip()[:60]
        if output.status != 0 or b"Exception" in start or start.startswith(b"Error"):
            raise self._failed(argv, output)
        return output

    def _failed(self, argv: Sequence[str], output: Output) -> DeviceError:
        message = (output.stdout[:400] + output.stderr[:400]).decode("utf-8", "replace")
        return DeviceError(self.device, f"{' '.join(argv)[:200]!r} failed ({output.status}): {message}")

    def query(self, uri: str, *columns: str, where: str = "") -> list[tuple[str, ...]]:
        """Returns rows of a content provider, each with its ``_id`` first; only the last column may hold any text."""
        names = ("_id", *columns)
        ids = parse_ids(self._content(uri, ("_id",), where))
        if not ids or not columns:
            return [(str(number),) for number in ids]
        rows = parse_rows(self._content(uri, names, where), names, ids)
        if rows is not None:
            return rows
        single = [parse_row(self._content(uri, names, f"_id={number}"), names) for number in ids]
        return [row for row in single if row is not None]

    def _content(self, uri: str, columns: Sequence[str], where: str) -> str:
        argv = ["content", "query", "--uri", uri, "--projection", ":".join(columns)]
        argv += ["--where", where] if where else []
        output = self.checked_stderr(*argv)
        if not output.stdout.startswith((b"Row: 0 ", b"No result found.")):
            raise self._failed(argv, output)
        return output.text

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command that only reads; nothing keeps it from writing on a real phone."""
        status, stdout, stderr = self.command(*argv)
        return CommandResult(status, stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace"))

    # Screen -----------------------------------------------------------------------------------------------------

    def package(self) -> str:
        """Returns the package in front, ``""`` where Android reports none."""
        for argv in (("dumpsys", "activity", "activities"), ("dumpsys", "window", "windows")):
            match = _FOCUS.search(self.checked(*argv).text)
            if match is not None:
                return match["package"]
        return ""

    def foreground(self) -> Foreground:
        """Returns the app in front; the title is empty, since Android reports none."""
        return Foreground(app_of_package(self.package()), "")

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements that ``uiautomator dump`` reports, with bounds in the phone's own pixels.

        None where there is no dump, for example while an animation runs: an evaluator then waits for the next step.
        """
        data = self.ask(lambda shell: shell.output(["uiautomator", "dump", "/dev/tty"]))
        try:
            return parse_dump(data)
        except ValueError:
            return ()

    def processes(self) -> tuple[str, ...]:
        """Returns the packages of the running apps that are in the table of apps."""
        names = set(self.checked("ps", "-A", "-o", "NAME").text.split())
        return tuple(sorted(name for name in names if app_of_package(name) not in ("", "launcher")))

    # Files ------------------------------------------------------------------------------------------------------

    def _stat(self, path: str) -> FileEntry:
        """Returns the entry of a path; links are followed."""
        path = absolute(path)
        entry = self.ask(lambda shell: shell.stat(path))
        if entry.is_link:
            inside = path + "/"  # sync follows a link only behind a slash
            entry = self.ask(lambda shell: shell.stat(inside))
        return entry

    def exists(self, path: str) -> bool:
        """Returns whether a file or folder is there."""
        return self._stat(path).exists

    def is_dir(self, path: str) -> bool:
        """Returns whether the path is a folder."""
        return self._stat(path).is_dir

    def read_file(self, path: str) -> bytes | None:
        """Returns a regular file's content, None where there is no such file or where it has more than 256 MiB."""
        entry = self._stat(path)
        if not entry.is_file or entry.size > MAX_BYTES:
            return None
        try:
            return self.ask(lambda shell: shell.pull(absolute(path)))
        except FileRefused as error:
            raise DeviceError(self.device, f"{path!r} can't be read: {error}") from None

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the sorted names in a folder, empty where there is none."""
        folder = absolute(path).rstrip("/") + "/"
        return tuple(sorted(entry.name for entry in self.ask(lambda shell: shell.list(folder))))

    # Android's data ---------------------------------------------------------------------------------------------

    def clipboard(self) -> str:
        """Returns the clipboard's text.

        Raises:
            UnsupportedQuery: The app Clipper is missing: Android 10 and later show it to the app in front only.
        """
        text = self.checked_stderr("am", "broadcast", "-a", "clipper.get").text
        match = re.search(r'(?s)result=-?\d+, data="(.*)"', text)
        if match is not None:
            return match[1]
        if "result=0" in text and "Clipper" not in text and not self._has("ca.zgrs.clipper", "com.android.clipper"):
            raise UnsupportedQuery("this phone's clipboard can't be read: install the app Clipper (ca.zgrs.clipper)")
        return ""

    def _has(self, *packages: str) -> bool:
        return not set(packages).isdisjoint(self.packages())

    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting, None where it isn't set."""
        value = self.checked_stderr("settings", "get", namespace, key).text
        return None if value == "null" else value

    def packages(self) -> tuple[str, ...]:
        """Returns the installed packages."""
        lines = self.checked("pm", "list", "packages").text.splitlines()
        return tuple(sorted(line.removeprefix("package:") for line in lines if line.startswith("package:")))

    def permissions(self, package: str) -> tuple[str, ...]:
        """Returns the permissions that a package has for good."""
        found = _GRANTED.findall(self.checked("dumpsys", "package", package).text)
        return tuple(sorted({name for name, flags in found if "ONE_TIME" not in flags}))

    def is_online(self) -> bool:
        """Returns whether Android names a network that leads to the internet."""
        return "Active default network: none" not in self.checked("dumpsys", "connectivity").text

    def contacts(self) -> tuple[Contact, ...]:
        """Returns the address book; of several numbers or addresses of an entry the first."""
        fields: dict[int, dict[str, str]] = {}
        uri = "content://com.android.contacts/raw_contacts"
        for contact_id, deleted in self.query(uri, "deleted"):
            if deleted != "1":
                fields[int(contact_id)] = {}
        for _, row, kind, value in self.query(
            "content://com.android.contacts/data", "raw_contact_id", "mimetype", "data1"
        ):
            if int(row) in fields:
                fields[int(row)].setdefault(kind.rpartition("/")[2], value)
        for _, row, label in self.query("content://com.android.contacts/data/phones", "raw_contact_id", "data2"):
            if int(row) in fields:
                fields[int(row)].setdefault("label", label_of(label))
        return tuple(
            Contact(
                row,
                data.get("name", ""),
                data.get("phone_v2", ""),
                data.get("email_v2", ""),
                data.get("label", "Mobile"),
            )
            for row, data in sorted(fields.items())
        )

    def messages(self) -> tuple[Message, ...]:
        """Returns the text messages that were received and sent."""
        bodies = {row: body for row, body in self.query("content://sms", "body")}  # addresses may hold any text as well
        messages = (
            Message(int(row), address, bodies[row], int(date) / 1000, BOXES[box], box == "2" or read == "1")
            for row, date, box, read, address in self.query("content://sms", "date", "type", "read", "address")
            if box in BOXES and row in bodies
        )
        return tuple(sorted(messages))

    def calls(self) -> tuple[Call, ...]:
        """Returns the call log."""
        rows = self.query("content://call_log/calls", "type", "date", "duration", "number")
        calls = (
            Call(int(row), number, CALLS.get(kind, kind), int(date) / 1000, float(duration or 0))
            for row, kind, date, duration, number in rows
        )
        return tuple(sorted(calls))

    def voicemails(self) -> tuple[Voicemail, ...]:
        """Returns the voice mails.

        Raises:
            UnsupportedQuery: The phone's shell isn't root's.
        """
        try:
            rows = self.query(VOICEMAILS, "is_read", "date", "duration", "number", "transcription")
        except DeviceError as error:
            if "ermission" not in error.reason:
                raise
            raise UnsupportedQuery(f"{self.device!r} shows voice mails to root only: {error.reason}") from None
        mails = (
            Voicemail(int(row), number, int(date) / 1000, float(duration or 0), text, read == "1")
            for row, read, date, duration, number, text in rows
        )
        return tuple(sorted(mails))

    def calendar(self) -> tuple[Event, ...]:
        """Returns the calendar's events; times are those of the first occurrence."""
        uri = "content://com.android.calendar/events"
        texts = {
            name: {row: text for row, text in self.query(uri, name, where="deleted=0")}
            for name in ("title", "eventLocation", "description")
        }
        events = []
        columns = ("dtstart", "dtend", "duration", "allDay", "rrule")
        for row, start, end, duration, all_day, rule in self.query(uri, *columns, where="deleted=0"):
            begin = int(start) / 1000
            finish = int(end) / 1000 if end else begin + _duration(duration)
            repeat = next((name.lower() for name in _REPEATS if f"FREQ={name}" in rule), "")
            title, location, notes = (texts[name].get(row, "") for name in ("title", "eventLocation", "description"))
            events.append(Event(int(row), title, begin, finish, location, notes, all_day == "1", repeat))
        return tuple(sorted(events))

    def media(self) -> tuple[Media, ...]:
        """Returns the pictures, videos and sounds of the shared storage, as the media scanner knows them."""
        rows = self.query("content://media/external/file", "media_type", "date_modified", "_size", "_data")
        media = (
            Media(path, _MEDIA[kind], float(date or 0), int(size or 0))
            for _, kind, date, size, path in rows
            if kind in _MEDIA
        )
        return tuple(sorted(media))

    def database(self, path: str) -> dict[str, bytes]:
        """Returns a database's files, nothing where there is none."""
        if not self.exists(path):
            if path.startswith("/data/") and not self.is_dir("/data/data"):
                raise DeviceError(self.device, f"{path!r} can't be read: it needs a rooted phone or an emulator")
            return {}
        files = {suffix: self.read_file(path + suffix) for suffix in ("", "-wal")}
        return {suffix: data for suffix, data in files.items() if data is not None}

    def table(self, path: str, name: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of an app's SQLite file."""
        files = self.database(path)
        try:
            return read_table(files, name) if files else ()
        except ValueError as error:
            raise DeviceError(self.device, f"{path!r} is {error}") from None

    def facts(self) -> Facts:
        """Returns the things that the user owns on the phone; see `crab_gym.backends.adb.facts`."""
        return read_facts(self, self.database, self.checked_stderr)

    def effects(self) -> tuple[Effect, ...]:
        """Returns the effects that have left the phone."""
        return read_effects(self, self.database)

    def todos(self) -> tuple[Todo, ...]:
        """Returns the open and the completed entries of the Tasks app, by their order."""
        rows = [row for row in self.table(TODOS, "tasks") if not row["deleted"]]
        rows.sort(key=lambda row: (row["order"] is None, row["order"] or 0, row["_id"]))
        return tuple(
            Todo(
                row["_id"], row["title"] or "", row["notes"] or "", bool(row["completed"]),
                (row["dueDate"] or 0) / 1000,
            )
            for row in rows
        )  # fmt: skip
