"""Writing a phone's state for a task's start, through Android's own interfaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym.backends.adb.emulator import console
from crab_gym.backends.adb.shell import FileRefused
from crab_gym.backends.adb.state import BOXES, CALLS, TODOS, VOICEMAILS, AdbState, Ask, absolute
from crab_gym.backends.adb.transport import Lost
from crab_gym.backends.base import DeviceError, PhoneSetup, UnsupportedQuery
from crab_gym.backends.sqlite_tables import columns_of, write_table
from crab_gym.backends.state_types import check_level, dialled, spoken
from crab_sim.devices.apps import app_of

__all__ = ["AdbSetup"]

_SWITCHES = {
    ("global", "wifi_on"): ("svc", "wifi", "enable", "disable"),
    ("global", "bluetooth_on"): ("svc", "bluetooth", "enable", "disable"),
    ("global", "airplane_mode_on"): ("cmd", "connectivity", "airplane-mode", "enable", "disable"),
    ("secure", "ui_night_mode"): ("cmd", "uimode", "night", "yes", "no"),
}
"""Settings that Android changes only through a service: the command, then its words for on and off."""


class AdbSetup(AdbState, PhoneSetup):
    """An `AdbState` that also writes.

    Args:
        ask: See `AdbState`.
        serial: Returns the phone's serial number.
    """

    def __init__(self, ask: Ask, serial: Callable[[], str]) -> None:
        super().__init__(ask)
        self._serial = serial

    def now(self) -> float:
        """Returns the phone's clock, in whole seconds since 1970."""
        return float(self.checked("date", "+%s").text)

    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it, and tells the media scanner."""
        self.write_old_file(path, data, 0.0)

    def write_old_file(self, path: str, data: bytes | str, age: float) -> None:
        """Writes a file that was changed some seconds ago, like `write_file`."""
        path = absolute(path)
        self._push(path, data.encode() if isinstance(data, str) else data, age)
        self.command("am", "broadcast", "-a", "android.intent.action.MEDIA_SCANNER_SCAN_FILE", "-d", f"file://{path}")

    def _push(self, path: str, data: bytes, age: float = 0.0) -> None:
        mtime = int(self.now() - age)
        try:
            self.ask(lambda shell: shell.push(path, data, mtime))
        except FileRefused as error:
            raise DeviceError(self.device, f"{path!r} can't be written: {error}") from None

    def start_app(self, app: str) -> None:
        """Starts an app, or brings it to the front."""
        row = app_of("android", app)
        self.checked("am", "start", "-W", "-n", f"{row.package}/{row.activity}")

    def make_dir(self, path: str) -> None:
        """Makes a folder and those above it."""
        self.checked("mkdir", "-p", absolute(path))

    def remove(self, path: str) -> None:
        """Removes a file, or a folder with its contents."""
        self.checked("rm", "-rf", absolute(path))

    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text (on a real phone by the app Clipper)."""
        self.checked("am", "broadcast", "-a", "clipper.set", "-e", "text", text)

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting; radios and the dark theme through Android's services for them."""
        switch = _SWITCHES.get((namespace, key))
        if switch is None:
            self.checked("settings", "put", namespace, key, value)
            return
        *command, on, off = switch
        self.checked(*command, off if value in ("0", "1" if key == "ui_night_mode" else "0") else on)

    def add_contact(self, name: str, phone: str, email: str = "") -> int:
        """Adds an entry to the address book."""
        uri = "content://com.android.contacts"
        before = {row for (row,) in self.query(f"{uri}/raw_contacts")}
        self._insert(f"{uri}/raw_contacts", account_name="n:", account_type="n:")
        new = max(int(row) for (row,) in self.query(f"{uri}/raw_contacts") if row not in before)
        for kind, value in (("name", name), ("phone_v2", phone), ("email_v2", email)):
            if value:
                mime = f"s:vnd.android.cursor.item/{kind}"
                self._insert(f"{uri}/data", raw_contact_id=f"i:{new}", mimetype=mime, data1=f"s:{value}")
        return new

    def _insert(self, uri: str, **values: str) -> None:
        argv = ["content", "insert", "--uri", uri]
        for name, value in values.items():
            argv += ["--bind", f"{name}:{value}"]
        self.checked(*argv)

    def remove_contact(self, contact_id: int) -> None:
        """Removes an entry of the address book."""
        where = f"_id={int(contact_id)}"
        self.checked("content", "delete", "--uri", "content://com.android.contacts/raw_contacts", "--where", where)

    def _insert_row(self, uri: str, **values: str) -> int:
        """Inserts a row and returns its id."""
        before = {row for (row,) in self.query(uri)}
        self._insert(uri, **values)
        new = [int(row) for (row,) in self.query(uri) if row not in before]
        if not new:
            raise DeviceError(
                self.device, f"{uri} took no row; on a real phone it may need root or the default SMS app"
            )
        return max(new)

    def add_message(self, address: str, body: str, box: str = "inbox", age: float = 60.0) -> int:
        """Adds a text message."""
        kind = next(number for number, name in BOXES.items() if name == box)
        date, read = int((self.now() - age) * 1000), int(box == "sent")
        return self._insert_row(
            "content://sms",
            address=f"s:{address}",
            body=f"s:{body}",
            date=f"l:{date}",
            type=f"i:{kind}",
            read=f"i:{read}",
        )

    def add_call(self, number: str, kind: str = "missed", age: float = 60.0, duration: float = 0.0) -> int:
        """Adds a call to the call log."""
        code = next(code for code, name in CALLS.items() if name == kind)
        date = int((self.now() - age) * 1000)
        return self._insert_row(
            "content://call_log/calls",
            number=f"s:{number}", type=f"i:{code}", date=f"l:{date}", duration=f"i:{int(duration)}", new="i:1",
        )  # fmt: skip

    def add_voicemail(self, number: str, text: str, age: float = 60.0, read: bool = True) -> int:
        """Adds a voice mail, which a phone takes from a shell of root only."""
        return self._insert_row(
            VOICEMAILS,
            number=f"s:{number}", date=f"l:{int((self.now() - age) * 1000)}", duration=f"i:{spoken(text)}",
            is_read=f"i:{int(read)}", new=f"i:{int(not read)}", has_content="i:0",
            source_package="s:com.android.phone", transcription=f"s:{text}",
        )  # fmt: skip

    def leave_voicemail(self, number: str, text: str) -> None:
        """Lets somebody call now who isn't answered; the Phone app notices the voice mail by itself."""
        self.add_call(number, "missed", 0.0)
        self.add_voicemail(number, text, 0.0, read=False)

    def receive_text(self, number: str, body: str) -> None:
        """Lets a text arrive now, through the emulator's console."""
        line = body.replace("\n", "\\n")
        self._console(f"sms send {dialled(number)} {line}")

    def ring(self, number: str) -> None:
        """Lets somebody call, through the emulator's console."""
        self._console(f"gsm call {dialled(number)}")

    def hang_up(self, number: str) -> None:
        """Lets the other side of the call hang up, through the emulator's console."""
        if dialled(number) in self._console("gsm list"):
            self._console(f"gsm cancel {dialled(number)}")

    def revoke_permission(self, package: str, permission: str) -> None:
        """Takes a permission from a package, which ends its app."""
        self.checked("pm", "revoke", package, permission)

    def set_battery(self, level: int, charging: bool = False) -> None:
        """Sets the battery's charge, and whether a charger feeds it; Android ignores the real battery from then on."""
        check_level(level)
        if charging:
            self.checked("dumpsys", "battery", "set", "ac", "1")
            self.checked("dumpsys", "battery", "set", "status", "2")
        else:
            self.checked("dumpsys", "battery", "unplug")
        self.checked("dumpsys", "battery", "set", "level", str(level))

    def _console(self, command: str) -> str:
        try:
            return console(self._serial(), command)
        except Lost as error:
            raise UnsupportedQuery(f"{self.device!r} can't be called or texted: {error}") from None

    def add_event(self, title: str, start: float, end: float, location: str = "", notes: str = "") -> int:
        """Adds an event to the first calendar."""
        calendars = self.query("content://com.android.calendar/calendars")
        if not calendars:
            raise DeviceError(self.device, "the phone has no calendar; add an account, or make a local calendar")
        return self._insert_row(
            "content://com.android.calendar/events",
            calendar_id=f"i:{calendars[0][0]}", title=f"s:{title}",
            dtstart=f"l:{int(start * 1000)}", dtend=f"l:{int(end * 1000)}", eventTimezone="s:UTC",
            eventLocation=f"s:{location}", description=f"s:{notes}",
        )  # fmt: skip

    def remove_event(self, event_id: int) -> None:
        """Removes an event of the calendar."""
        where = f"_id={int(event_id)}"
        self.checked("content", "delete", "--uri", "content://com.android.calendar/events", "--where", where)

    def set_table(self, path: str, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of an app's SQLite file; the app is stopped, so that it reads the file again."""
        files = self.database(path)
        if not files:
            raise DeviceError(self.device, f"there is no database {path!r}; start its app once")
        data = write_table(files, name, rows)
        package = path.split("/")[3] if path.count("/") > 3 else ""
        self.checked("am", "force-stop", package)
        for suffix in ("-wal", "-shm", "-journal"):
            self.checked("rm", "-f", path + suffix)
        self._push(path, data)

    def clear_todos(self) -> None:
        """Removes all entries of the Tasks app."""
        self.set_table(TODOS, "tasks", [])

    def add_todo(self, title: str, notes: str = "", done: bool = False, first: bool = False) -> int:
        """Adds an entry to the Tasks app's list."""
        rows = list(self.table(TODOS, "tasks"))
        new = max((int(row["_id"]) for row in rows), default=0) + 1
        now = int(self.now() * 1000)
        row: dict[str, Any] = {
            column: "" if kind.upper() in ("TEXT", "") else 0
            for column, kind, required in columns_of(self.database(TODOS), "tasks")
            if required
        }
        orders = [row["order"] for row in rows if row["order"] is not None]
        order = min([0, *orders]) - 1 if first else max(orders) + 1 if orders else None
        row |= {"_id": new, "title": title, "notes": notes, "created": now, "modified": now}
        row |= {"completed": now if done else 0, "deleted": 0, "order": order}
        self.set_table(TODOS, "tasks", [*rows, row])
        return new
