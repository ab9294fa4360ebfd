"""Events from files and into files."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.calendar import ics
from crab_sim.phone.apps.calendar.data import EVENTS, EventRow, Rows
from crab_sim.phone.apps.calendar.repeat import LAST_DAY, MONTH, NTH_WEEKDAY, WEEK, YEAR
from tests.simulator.phone._drive import node, phone, tap

ROWS: Rows = (
    EventRow(1, "Tea; cake, \\ and\nmore " + "long " * 30, 1_792_000_800, 1_792_004_400, "Café", "a\nb"),
    EventRow(2, "Trip", 1_792_022_400, 1_792_195_200, all_day=True, reminders=(30, 10, -1)),
    EventRow(3, "Yoga", 1_791_993_600, 1_791_997_200, repeat_interval=2 * WEEK, repeat_rule=0b101, repeat_limit=-5),
    EventRow(4, "Pay", 1_792_022_400, 1_792_108_800, all_day=True, repeat_interval=MONTH, repeat_rule=LAST_DAY),
    EventRow(5, "Club", 1_792_000_800, 1_792_004_400, repeat_interval=YEAR, repeat_rule=NTH_WEEKDAY,
             repeat_limit=1_900_000_000, exceptions=("20271013",)),
)  # fmt: skip


def bare(rows: Rows) -> Rows:
    return tuple([row._replace(id=0, import_id="", last_updated=0, source="") for row in rows])


def choose(machine: Phone, item: str) -> None:
    tap(machine, description="More options")
    tap(machine, item)


def test_what_is_exported_can_be_imported() -> None:
    machine = phone(0)
    machine.put(EVENTS, ROWS)
    machine.execute("open_app", {"name": "Calendar"})
    choose(machine, "Export events")
    tap(machine, "Export here")
    [name] = [name for name in machine.files.list(f"{SDCARD}/Download") if name.endswith(".ics")]
    text = machine.files.read(f"{SDCARD}/Download/{name}").decode()
    assert text.count("BEGIN:VEVENT") == len(ROWS) and all(len(line) <= 75 for line in text.split("\r\n"))
    tap(machine, "OK")
    machine.put(EVENTS, ())
    for _ in range(2):  # who imports a file twice has its events once
        choose(machine, "Import events")
        tap(machine, name)
        assert node(machine, "5 events imported.")
        tap(machine, "OK")
    assert bare(machine.get(EVENTS)) == bare(ROWS)
    assert {row.source for row in machine.get(EVENTS)} == {"imported-ics"}


def test_a_file_of_another_program_is_read_and_a_broken_one_has_no_events() -> None:
    machine = phone(0)
    good = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=Europe/Zurich:20261014T1000\n 00\nSUMMARY:Lunch\nEND:VEVENT\n"
    for name, content in (("good", good), ("bad", "BEGIN:VEVENT\nDTSTART:20261399\nSUMMARY:x\nEND:VEVENT")):
        machine.put(FILES, machine.files.write(f"{SDCARD}/Download/{name}.ics", content.encode(), machine.now))
    before = machine.get(EVENTS)
    machine.execute("open_app", {"name": "Calendar"})
    choose(machine, "Import events")
    tap(machine, "bad.ics")
    assert node(machine, "There are no events in this file.") and machine.get(EVENTS) == before
    tap(machine, "OK")
    choose(machine, "Import events")
    tap(machine, "good.ics")
    [new] = machine.get(EVENTS)[len(before) :]
    assert (new.title, new.start, new.end, new.all_day) == ("Lunch", 1_791_972_000, 1_791_975_600, False)


PARTS = (
    "BEGIN:", "END:", "VEVENT", "VALARM", "DTSTART:", "20261014", "T10", "RRULE:FREQ=DAILY", ";COUNT=9", ";BYDAY=-1XX",
    "TRIGGER:-P", "1D", "\r\n", "\n ", ":", "²", "\\",
)  # fmt: skip


@given(st.lists(st.sampled_from(PARTS)))
def test_any_file_can_be_read(parts: list[str]) -> None:
    for row in ics.read("".join(parts).encode()):
        assert row.end >= row.start
