"""The simulated phone's state, for evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, cast

from crab_gym.backends.base import (
    Call,
    CommandResult,
    Contact,
    Element,
    Event,
    Media,
    Message,
    PhoneSetup,
    Todo,
    Voicemail,
)
from crab_gym.backends.sim.english import in_english
from crab_gym.backends.sim.facts.phone import phone_facts
from crab_gym.backends.sim.state import SimState
from crab_gym.backends.sqlite_tables import write_table
from crab_gym.backends.state_types import check_level, dialled, spoken
from crab_sim.devices.apps import APPS
from crab_sim.devices.facts import Facts
from crab_sim.devices.phone_labels import label_of
from crab_sim.files import FileError, Files
from crab_sim.machine import crashes
from crab_sim.machine.conditions import language_of
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import remove
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device, catalog, storage
from crab_sim.phone.android.providers.media import media_rows
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.calendar import data as calendar_data
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.contacts import data as contacts
from crab_sim.phone.apps.contacts.data import CONTACTS, digits
from crab_sim.phone.apps.messages import data as messages
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.phone import voicemail
from crab_sim.phone.apps.phone.data import CALL, CALLS, end_call, log
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS, VoicemailRow
from crab_sim.phone.apps.tasks import data as tasks
from crab_sim.phone.apps.tasks.data import TODOS
from crab_sim.phone.system import battery_saver, network, permissions
from crab_sim.phone.system.erase import force_stop
from crab_sim.phone.system.settings_store import SETTINGS, set_airplane
from crab_sim.suggestions import closest
from crab_sim.ui.accessibility import ScreenReader

__all__ = ["SimPhoneState"]

_MEDIA = {1: "image", 2: "audio", 3: "video"}


def _event(row: calendar_data.EventRow) -> Event:
    repeat = calendar_data.repeat_name(row)
    start, end = float(row.start), float(row.end)
    return Event(row.id, row.title, start, end, row.location, row.notes, row.all_day, repeat)


def _check_one_of(problem: str, name: str, known: Sequence[str]) -> None:
    """Raises `ValueError`, which begins with the problem, where a value isn't known."""
    if name not in known:
        raise ValueError(f"{problem} {name!r}: expected one of {', '.join(known)}")


def _owner(package: str) -> str:
    """Returns the package that has an app's permissions, given any name of the app's."""
    app = catalog.app_of(package)
    return catalog.package_of(app) if app else package


class SimPhoneState(SimState, PhoneSetup):
    """State of the simulated phone."""

    device = "android"
    home = SDCARD
    user = "root"

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._reader = ScreenReader(Element)

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on the screen, back to front, with the texts that they have in English."""
        self.machine.value("time")  # for `Reads`: the screen is kept, so that what it shows isn't read again
        nodes, front = crashes.screen(self.machine).nodes, self.machine.front
        read = self._reader.read(nodes, front.id if front is not None else "shell")
        language = language_of(self.machine.slices)
        return read if language == "en" else tuple([in_english(row, language, self.device) for row in read])

    def processes(self) -> tuple[str, ...]:
        """Returns the packages of the running apps."""
        packages = {app.id: app.package for app in APPS if app.device == "android"}
        return tuple(sorted(packages[window.app] for window in self.machine.get(WINDOWS)))

    def files_at(self, path: str) -> Files:
        """Returns the file system that holds a path: the apps' databases lie below ``/data``."""
        files = super().files_at(path)
        return storage.mounted(self._phone) if storage.in_data(files, path) else files

    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content; of the apps' databases, only the requested one is made."""
        try:
            resolved = self._phone.files.resolve(path)
        except FileError:
            return None
        return storage.read(self._phone, resolved) if resolved in storage.ALL else super().read_file(path)

    def put_files(self, path: str, files: Files) -> None:
        """Replaces the file system; apps read those of their databases that have changed."""
        if storage.in_data(self._phone.files, path):
            storage.commit(self._phone, files)
        else:
            super().put_files(path, files)

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting; aeroplane mode also switches the radios, as its switch does."""
        super().set_setting(namespace, key, value)
        if key == "airplane_mode_on":
            self.machine.put(SETTINGS, set_airplane(self.machine.get(SETTINGS), value == "1"))

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command of the phone's shell on a copy of the phone, so that all its changes are discarded."""
        output = Device(cast(Phone, self.machine.fork())).run_argv(argv)
        texts = [part.decode("utf-8", "replace") for part in (output.stdout, output.stderr)]
        return CommandResult(output.status, *texts)

    def packages(self) -> tuple[str, ...]:
        """Returns the installed packages, those of the system too."""
        return tuple(sorted({*catalog.packages(), *catalog.SYSTEM_PACKAGES}))

    def permissions(self, package: str) -> tuple[str, ...]:
        """Returns the permissions that a package has for good."""
        owner = _owner(package)
        once = permissions.for_now(self.machine, owner)
        return tuple([name for name in permissions.of(self.machine, owner) if name not in once])

    def is_online(self) -> bool:
        """Returns whether the phone is on a Wi-Fi network, or has mobile data."""
        return network.is_online(self._phone)

    @property
    def _phone(self) -> Phone:
        return cast(Phone, self.machine)

    def contacts(self) -> tuple[Contact, ...]:
        """Returns the address book."""
        return self._converted(
            CONTACTS, lambda row: Contact(row.id, row.name, row.phone, row.email, label_of(row.phone_type))
        )

    def messages(self) -> tuple[Message, ...]:
        """Returns the text messages that came or were sent by SMS; those whose sending failed are neither."""
        rows = self._converted(
            MESSAGES,
            lambda row: Message(
                row.id, row.address, row.body, row.date, "" if row.is_multimedia else row.box, row.read
            ),
        )
        return tuple([row for row in rows if row.box in ("inbox", "sent")])

    def todos(self) -> tuple[Todo, ...]:
        """Returns the entries of the Tasks app."""
        return self._converted(TODOS, lambda row: Todo(row.id, row.title, row.notes, row.done, row.due / 1000))

    def calls(self) -> tuple[Call, ...]:
        """Returns the call log."""
        return self._converted(CALLS, lambda row: Call(row.id, row.number, row.kind, row.date, float(row.duration)))

    def voicemails(self) -> tuple[Voicemail, ...]:
        """Returns the voice mails."""
        return self._converted(
            VOICEMAILS,
            lambda row: Voicemail(row.id, row.number, row.date, float(row.duration), row.text, row.read),
        )

    def calendar(self) -> tuple[Event, ...]:
        """Returns the calendar's events."""
        return self._converted(EVENTS, _event)

    def media(self) -> tuple[Media, ...]:
        """Returns the media files of the shared storage."""
        files = self.machine.get(FILES)
        cached = self._answers.get("media")
        if cached is None or cached[0] is not files:
            rows = [
                Media(row.path, _MEDIA[row.media_type], float(row.date_modified), row.size or 0)
                for row in media_rows(files)
            ]
            cached = self._answers["media"] = files, tuple(sorted(rows))
        media: tuple[Media, ...] = cached[1]
        return media

    def table(self, path: str, name: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of an app's SQLite file."""
        return storage.rows(self._phone, path, name)

    def revision(self, store: str) -> tuple[object, ...]:
        """Returns the slices that a store is made from, None for those that are as the seed makes them."""
        slices = self.machine.slices
        if store not in storage.ALL:  # the shared storage
            return (slices.get(FILES.name),)
        return tuple([slices.get(each.name) for each in storage.ALL[store].slices])

    def facts(self) -> Facts:
        """Returns the things that the user owns on the phone."""
        return phone_facts(self.machine.memory(), self.home)

    def set_table(self, path: str, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of an app's SQLite file.

        Raises:
            ValueError: No app keeps such a file, or it has no such table, or a row doesn't fit.
        """
        tables = storage.tables(path)
        if not tables:
            known = closest(path, storage.ALL) or ", ".join(sorted(storage.ALL))
            raise ValueError(f"no app keeps a database {path!r}; there are: {known}")
        _check_one_of(f"{path} has no table", name, sorted(tables))
        for column in dict.fromkeys(chain.from_iterable(rows)):
            _check_one_of(f"the table {name!r} has no column", column, tables[name])
        if storage.set_rows(self._phone, path, name, rows):
            return
        before = storage.read(self._phone, path)
        data = write_table({"": before or storage.empty(path)}, name, rows)
        storage.take(self._phone, path, data, self.machine.now)

    def start_app(self, app: str) -> None:
        """Starts an app, or brings it to the front."""
        self._phone.launch(app)

    def add_call(self, number: str, kind: str = "missed", age: float = 60.0, duration: float = 0.0) -> int:
        """Adds a call to the call log.

        Raises:
            ValueError: There is no such kind of call.
        """
        _check_one_of("a call of kind", kind, ("incoming", "outgoing", "missed"))
        rows, new = log(self.machine.get(CALLS), number, kind, self.machine.now - age, int(duration))
        self.machine.put(CALLS, rows)
        return new

    def add_voicemail(self, number: str, text: str, age: float = 60.0, read: bool = True) -> int:
        """Adds a voice mail."""
        date = float(int(self.machine.now - age))
        return voicemail.add(self.machine, VoicemailRow(0, number, date, spoken(text), text, read))

    def leave_voicemail(self, number: str, text: str) -> None:
        """Lets somebody call now who isn't answered, and leaves a voice mail."""
        self.add_call(number, "missed", 0.0)
        self.add_voicemail(number, text, 0.0, read=False)
        voicemail.announce(self.machine, number)

    def _new_event(self, title: str, start: float, end: float, location: str, notes: str) -> int:
        rows, new = calendar_data.add(self.machine.get(EVENTS), title, start, end, location, notes)
        self.machine.put(EVENTS, rows)
        return new

    def remove_event(self, event_id: int) -> None:
        """Removes an event of the calendar."""
        self.machine.put(EVENTS, remove(self.machine.get(EVENTS), event_id))

    def add_contact(self, name: str, phone: str, email: str = "") -> int:
        """Adds an entry to the address book."""
        rows, new = contacts.add(self.machine.get(CONTACTS), name, phone, email)
        self.machine.put(CONTACTS, rows)
        return new

    def remove_contact(self, contact_id: int) -> None:
        """Removes an entry of the address book."""
        self.machine.put(CONTACTS, remove(self.machine.get(CONTACTS), contact_id))

    def add_message(self, address: str, body: str, box: str = "inbox", age: float = 60.0) -> int:
        """Adds a text message.

        Raises:
            ValueError: There is no such box.
        """
        _check_one_of("a message in the box", box, ("inbox", "sent"))
        date = self.machine.now - age
        rows, new = messages.add(self.machine.get(MESSAGES), address, body, date, box, box == "sent")
        self.machine.put(MESSAGES, rows)
        return new

    def receive_text(self, number: str, body: str) -> None:
        """Lets a text arrive now, or as soon as the phone is in touch with its network."""
        messages.receive(self.machine, dialled(number), body)

    def ring(self, number: str) -> None:
        """Lets somebody call, if the phone is in touch with its network."""
        if network.has_signal(self._phone):
            self._phone.launch("phone", ("incoming", dialled(number)))

    def hang_up(self, number: str) -> None:
        """Lets the other side of the call hang up."""
        call = self.machine.get(CALL)
        if call is not None and digits(call.number) == digits(number):
            end_call(self.machine)

    def revoke_permission(self, package: str, permission: str) -> None:
        """Takes a permission from a package, which ends its app."""
        owner = _owner(package)
        if permissions.granted(self.machine, owner, permission):
            permissions.revoke(self.machine, owner, permission)
            force_stop(self.machine, catalog.app_of(package))

    def set_battery(self, level: int, charging: bool = False) -> None:
        """Sets the battery's charge, and whether a charger feeds it."""
        check_level(level)
        if charging:
            battery_saver.change(self.machine, {"AC powered": "true", "status": "2"})
        else:
            battery_saver.unplug(self.machine)
        battery_saver.change(self.machine, {"level": str(level)})

    def clear_todos(self) -> None:
        """Removes all entries of the Tasks app."""
        self.machine.put(TODOS, ())

    def add_todo(self, title: str, notes: str = "", done: bool = False, first: bool = False) -> int:
        """Adds an entry to the Tasks app's list."""
        rows, new = tasks.add(self.machine.get(TODOS), title, notes, done)
        self.machine.put(TODOS, (rows[-1], *rows[:-1]) if first else rows)
        return new
