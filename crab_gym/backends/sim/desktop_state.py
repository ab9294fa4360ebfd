"""The simulated desktop's state, for evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import (
    Alarm,
    CommandResult,
    Contact,
    DesktopSetup,
    Event,
    Mail,
    MailAttachment,
    Todo,
    Window,
    lacking,
)
from crab_gym.backends.mails import read_mails
from crab_gym.backends.sim.facts.desktop import desktop_facts
from crab_gym.backends.sim.state import SimState
from crab_sim.desktop.apps import HOME
from crab_sim.desktop.apps.calendar import data as calendar
from crab_sim.desktop.apps.calendar.data import EVENTS, EventRow
from crab_sim.desktop.apps.clocks import data as clocks
from crab_sim.desktop.apps.clocks import kept as clock_settings
from crab_sim.desktop.apps.clocks.data import ALARMS
from crab_sim.desktop.apps.endeavour import data as endeavour
from crab_sim.desktop.apps.endeavour.data import INBOX, TASK_LISTS, TASKS, TaskRow
from crab_sim.desktop.apps.terminal.app import run_command
from crab_sim.desktop.apps.thunderbird import contacts as cards
from crab_sim.desktop.apps.thunderbird import post as mail_post
from crab_sim.desktop.apps.thunderbird import store as mail_store
from crab_sim.desktop.apps.thunderbird.contacts import CARDS, Card
from crab_sim.desktop.host import DesktopHost, process_name, program_name
from crab_sim.desktop.programs import PROGRAMS, start_program
from crab_sim.desktop.settings_store import SETTINGS, Settings
from crab_sim.devices.clock_settings import SCHEMA
from crab_sim.devices.facts import Facts
from crab_sim.devices.mail_filters import Filter
from crab_sim.engines.days import DAY
from crab_sim.engines.pages import sites
from crab_sim.files import Files
from crab_sim.machine import interruptions
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id, remove
from crab_sim.machine.slices import FILES, WINDOWS

__all__ = ["SimDesktopState"]


_MOST_RAN: Final = 32
"""Commands of which the results are kept."""


class _Ran(NamedTuple):
    """A command's result, and what it depends on."""

    files: Files
    settings: Settings
    kept: Mapping[tuple[str, str], str]
    result: CommandResult


class SimDesktopState(SimState, DesktopSetup):
    """State of the simulated desktop."""

    device = "ubuntu"
    home = HOME
    user = "user"
    default_application = lacking("default_application")
    set_default_application = lacking("set_default_application")

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._ran: dict[tuple[str, ...], _Ran] = {}

    def windows(self) -> tuple[Window, ...]:
        """Returns the open windows, lowest first."""
        desktop: Any = self.machine
        front = desktop.front
        return tuple(
            Window(
                window.app,
                desktop.apps[window.app].title(Context(desktop, window.id)),
                desktop.bounds(window),
                window is front,
                window.minimized,
            )
            for window in desktop.get(WINDOWS)
        )

    def processes(self) -> tuple[str, ...]:
        """Returns the names of the processes of windows, of programs in terminals, and of those in the background."""
        windows = self.machine.get(WINDOWS)
        names = [process_name(window.app) for window in windows]
        names += [name for window in windows if (name := program_name(window))]
        return tuple(sorted([*names, *[program.name for program in self.machine.get(PROGRAMS)]]))

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        """Returns the rows of a table of a bundled site."""
        return sites.read_rows(self.machine, site, table)

    def revision(self, store: str) -> tuple[object, ...]:
        """Returns the text of a bundled site's tables, None while they are as the seed makes them."""
        return (self.machine.get(sites.WEB).get(store),)

    def set_web(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces all rows of a table of a bundled site."""
        sites.replace_rows(self.machine, site, table, rows)

    def facts(self) -> Facts:
        """Returns the things that the user owns on the desktop."""
        return desktop_facts(self.machine.memory(), self.home)

    def calendar(self) -> tuple[Event, ...]:
        """Returns the calendar's events."""
        return self._converted(
            EVENTS,
            lambda row: Event(
                row.id, row.title, float(row.start), float(row.end), row.location, row.notes, row.all_day
            ),
        )

    def todos(self) -> tuple[Todo, ...]:
        """Returns the tasks of all lists of Endeavour."""
        lists = self.machine.get(TASK_LISTS)
        return tuple(
            [
                Todo(
                    row.id, row.title, row.notes, row.done, float(row.due * DAY),
                    endeavour.panel_name(row.list, lists),
                )
                for row in self.machine.get(TASKS)
            ]
        )  # fmt: skip

    def alarms(self) -> tuple[Alarm, ...]:
        """Returns the alarms of Clocks."""
        return self._converted(ALARMS, lambda row: Alarm(row.id, row.hour, row.minute, row.name, row.days, row.enabled))

    def cards(self) -> tuple[Contact, ...]:
        """Returns the cards of Thunderbird's address book."""
        return self._converted(CARDS, lambda row: Contact(row.id, row.shown, row.phone, row.email))

    def mails(self) -> tuple[Mail, ...]:
        """Returns the mails of Thunderbird's folders."""
        files = mail_store.profile_files(self.machine)
        cached = self._answers.get("mails")
        if cached is None or cached[0] is not files:
            cached = self._answers["mails"] = files, read_mails(mail_store.mailboxes(files))
        mails: tuple[Mail, ...] = cached[1]
        return mails

    def mail_filters(self) -> tuple[Filter, ...]:
        """Returns Thunderbird's message filters."""
        return mail_store.filters_of(mail_store.profile_files(self.machine))

    def add_card(self, name: str, phone: str, email: str = "") -> int:
        """Adds a card to Thunderbird's address book."""
        first, _, last = name.partition(" ")
        rows = cards.add_card(self.machine.get(CARDS), Card(0, first, last, name, email, phone))
        self.machine.put(CARDS, rows)
        return rows[-1].id

    def remove_card(self, card_id: int) -> None:
        """Removes a card from Thunderbird's address book."""
        self.machine.put(CARDS, remove(self.machine.get(CARDS), card_id))

    def add_mail(
        self,
        sender: str,
        subject: str,
        body: str,
        folder: str = "Inbox",
        age: int | float = 60.0,  # see `plant_mail`
        to: str = "",
        cc: str = "",
        attachments: Sequence[MailAttachment] = (),
        read: bool = False,
    ) -> str:
        """Adds a mail to a folder of Thunderbird."""
        files = [(file.name, file.data) for file in attachments]
        return mail_post.plant_mail(self.machine, sender, subject, body, folder, age, to, cc, files, read)

    def set_mail_filters(self, filters: Sequence[Filter]) -> None:
        """Replaces Thunderbird's message filters."""
        mail_store.start_profile(self.machine)
        self.machine.put(FILES, mail_store.put_filters(self.machine.get(FILES), filters, self.machine.now))

    def remove_mail(self, mail_id: str) -> None:
        """Removes a mail from its folder for good."""
        copies = [mail for mail in self.mails() if mail.id == mail_id]
        for mail in copies:
            mail_post.uproot_mail(self.machine, mail.folder, mail_id.partition("#")[0])

    def _new_event(self, title: str, start: float, end: float, location: str, notes: str) -> int:
        rows = calendar.add(self.machine.get(EVENTS), EventRow(0, title, int(start), int(end), location, notes))
        self.machine.put(EVENTS, rows)
        return rows[-1].id

    def remove_event(self, event_id: int) -> None:
        """Removes an event of the calendar."""
        self.machine.put(EVENTS, remove(self.machine.get(EVENTS), event_id))

    def clear_todos(self) -> None:
        """Removes all tasks of Endeavour; its lists stay."""
        self.machine.put(TASKS, ())

    def add_todo(self, title: str, notes: str = "", done: bool = False, first: bool = False) -> int:
        """Adds a task to Endeavour's inbox."""
        rows = endeavour.add(self.machine.get(TASKS), TaskRow(0, INBOX, title, notes, 0, done))
        self.machine.put(TASKS, (rows[-1], *rows[:-1]) if first else rows)
        return rows[-1].id

    def add_alarm(self, hour: int, minute: int, label: str = "", days: int = 0, enabled: bool = True) -> int:
        """Adds an alarm to Clocks.

        Raises:
            ValueError: There is no such time of day, or no such weekday.
        """
        if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= days <= clocks.EVERY_DAY):
            raise ValueError(f"an alarm at {hour}:{minute} on days {days}: expected a time of day and seven bits")
        rows = self.machine.get(ALARMS)
        new = next_id(rows)
        clocks.set_alarms(self.machine, (*rows, clocks.Alarm(new, hour, minute, label, days, enabled)))
        return new

    def start_program(self, name: str, memory: int) -> None:
        """Starts a program in the background."""
        start_program(self.machine, name, memory)

    def notify(self, title: str, text: str) -> None:
        """Lets a program's notification pop up for some seconds, once a dialog that lies above all is closed."""
        machine = self.machine
        shown = interruptions.notified(machine.slices, machine.device, machine.now, title, text)
        machine.put(interruptions.INTERRUPTIONS, shown)
        machine.forget_layout()

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Runs a command of the simulated shell and discards anything that it writes.

        Evaluators give the same commands in every step: one that hasn't looked at the clock is run again only where a
        file or a setting has changed since.
        """
        machine, key = self.machine, tuple(argv)
        files, settings, clock_texts = machine.get(FILES), machine.get(SETTINGS), clock_settings.texts_of(machine)
        ran = self._ran.get(key)
        if ran is not None and ran.files is files and ran.settings is settings and ran.kept is clock_texts:
            return ran.result
        host = DesktopHost(settings, machine.now, kept=clock_texts)
        result = CommandResult(*run_command(files, host, argv))
        if not host.asked_time:
            if len(self._ran) >= _MOST_RAN:
                self._ran.clear()
            self._ran[key] = _Ran(files, settings, clock_texts, result)
        return result

    def setting(self, namespace: str, key: str) -> str | None:
        """Returns a setting."""
        if namespace == SCHEMA:
            return clock_settings.texts_of(self.machine).get((namespace, key))
        return super().setting(namespace, key)

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting, or what Clocks keeps among them."""
        texts = clock_settings.texts_of(self.machine)
        if (namespace, key) in texts:
            clock_settings.put(self.machine, {**texts, (namespace, key): value})
        else:
            super().set_setting(namespace, key, value)
