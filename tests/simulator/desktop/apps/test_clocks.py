"""Clocks: cities, alarms and what they do when they are due, the stopwatch, timers."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.clocks.data import ALARMS, CITIES, STOPWATCH, TIMERS
from crab_sim.desktop.settings_store import INTERFACE, SETTINGS
from crab_sim.ui.node import CHECKED, DISABLED
from tests.simulator.desktop._drive import click, desktop, front_app, node, nodes, press, start, write


def clocks(face: str) -> Desktop:
    machine = desktop("Clocks")
    machine.put(SETTINGS, {**machine.get(SETTINGS), ("org.gnome.desktop.session", "idle-delay"): "0"})
    click(machine, face, role="tab")
    return machine


def set_alarm(machine: Desktop, hour: str, minute: str, name: str = "", days: tuple[str, ...] = ()) -> None:
    click(machine, description="New Alarm")
    write(machine, f"{hour}\t{minute}\t{name}")
    for day in days:
        click(machine, description=day, role="checkbox")
    click(machine, "Add", role="button")


def test_a_city_is_added_with_its_time_and_removed() -> None:
    machine = clocks("World")
    click(machine, description="Add Location")
    assert nodes(machine, "Search for a city")
    write(machine, "kath")
    click(machine, "Kathmandu")
    click(machine, "Add", role="button")
    assert machine.get(CITIES)[-1] == "Kathmandu"
    assert node(machine, "Kathmandu").description == "5:45 hours later"
    hour, minute = divmod((int(machine.now // 60) + 345) % 1440, 60)
    assert nodes(machine, f"{hour:02}:{minute:02}", role="text")
    click(machine, description="Remove Kathmandu")
    assert not nodes(machine, "Kathmandu")


def test_a_city_is_added_by_the_keyboard_once() -> None:
    machine = clocks("World")
    press(machine, "ctrl+n")
    write(machine, "lisbon\n\n")
    assert machine.get(CITIES)[-1] == "Lisbon"
    press(machine, "ctrl+n")
    write(machine, "lisbon\n\n")
    assert nodes(machine, "Already added") or nodes(machine, "Add a New World Clock")
    assert machine.get(CITIES).count("Lisbon") == 1


def test_an_alarm_is_set_for_days_and_changed() -> None:
    machine = clocks("Alarms")
    before = machine.get(ALARMS)
    set_alarm(machine, "16", "45", "Call home", ("Monday", "Thursday"))
    added = next(row for row in machine.get(ALARMS) if row not in before)
    assert added[1:6] == (16, 45, "Call home", 0b1001, True)
    assert node(machine, "16:45", role="list_item").description == "Call home · Mon, Thu"
    click(machine, "16:45", role="list_item")
    click(machine, description="Increase Minutes")
    click(machine, description="Decrease Hours")
    click(machine, description="Monday", role="checkbox")
    click(machine, "10 minutes", role="button")
    click(machine, "Done", role="button")
    changed = next(row for row in machine.get(ALARMS) if row.id == added.id)
    assert changed[1:] == (15, 46, "Call home", 0b1000, True, 5, 15)
    click(machine, description="15:46 Call home", role="switch")
    assert not node(machine, description="15:46 Call home", role="switch").flags & CHECKED
    click(machine, description="Remove 15:46 Call home")
    assert machine.get(ALARMS) == before


@pytest.mark.parametrize(("hour", "minute"), [("24", "00"), ("12", "60"), ("x", "10"), ("1", "²")])
def test_an_alarm_needs_a_time_of_day(hour: str, minute: str) -> None:
    machine = clocks("Alarms")
    before = machine.get(ALARMS)
    set_alarm(machine, hour, minute)
    assert nodes(machine, "Enter an hour and a minute.")
    assert machine.get(ALARMS) == before


def test_there_is_one_alarm_for_the_same_time_and_days() -> None:
    machine = clocks("Alarms")
    set_alarm(machine, "16", "45")
    count = len(machine.get(ALARMS))
    set_alarm(machine, "16", "45")
    assert nodes(machine, "There is already an alarm for this time.")
    press(machine, "escape")
    assert len(machine.get(ALARMS)) == count


def test_an_alarm_that_is_due_comes_to_the_front_once() -> None:
    machine = clocks("Alarms")
    set_alarm(machine, "10", "00", "Water plants")
    press(machine, "ctrl+w")
    start(machine, "Files")
    machine.advance((10 * 3600 - machine.now) % 86_400 - 1)
    assert front_app(machine) == "files"
    machine.advance(2)
    assert front_app(machine) == "clocks"
    assert nodes(machine, "Water plants")
    click(machine, "Stop", role="button")
    assert not next(row for row in machine.get(ALARMS) if row.name == "Water plants").enabled
    start(machine, "Files")
    machine.advance(86_400)
    assert front_app(machine) == "files"


def test_a_snoozed_alarm_rings_again_and_one_left_alone_falls_silent() -> None:
    machine = clocks("Alarms")
    set_alarm(machine, "10", "00", "Tea", ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))
    set_alarm(machine, "10", "00", "Tea", ("Saturday", "Sunday"))
    machine.advance((10 * 3600 - machine.now) % 86_400)
    click(machine, "Snooze", role="button")
    assert not nodes(machine, "Snooze", role="button")
    machine.advance(599)
    assert not nodes(machine, "Snooze", role="button")
    machine.advance(1)
    assert nodes(machine, "Snooze", role="button")
    machine.advance(301)
    assert nodes(machine, "Missed")
    click(machine, "Close", role="button")
    machine.advance(86_400)
    assert nodes(machine, "Missed"), "it rang on the next day, too"


def test_seeded_alarms_are_off() -> None:
    machine = desktop("Files")
    machine.advance(8 * 86_400)
    assert front_app(machine) == "files"


def test_twelve_hours_have_halves() -> None:
    machine = clocks("Alarms")
    machine.put(SETTINGS, {**machine.get(SETTINGS), (INTERFACE, "clock-format"): "12h"})
    click(machine, description="New Alarm")
    write(machine, "12\t30")
    while not nodes(machine, "AM", role="button"):
        click(machine, "PM", role="button")
    click(machine, "Add", role="button")
    assert nodes(machine, "12:30 AM", role="list_item")
    assert (0, 30) in [(row.hour, row.minute) for row in machine.get(ALARMS)]


def test_the_stopwatch_counts_laps_and_pauses() -> None:
    machine = clocks("Stopwatch")
    click(machine, "Start", role="button")
    machine.advance(61.5)
    assert nodes(machine, "01:01.5")
    click(machine, "Lap", role="button")
    machine.advance(3600)
    click(machine, "Lap", role="button")
    assert node(machine, "Lap 2").description == "+1:00:00.0"
    click(machine, "Pause", role="button")
    machine.advance(100)
    assert nodes(machine, "1:01:01.5")
    click(machine, "Resume", role="button")
    machine.advance(1)
    assert nodes(machine, "1:01:02.5")
    click(machine, "Pause", role="button")
    click(machine, "Clear", role="button")
    assert machine.get(STOPWATCH) == (0.0, 0.0, ())


def test_a_timer_counts_down_pauses_and_says_when_it_is_over() -> None:
    machine = clocks("Timer")
    click(machine, "1 h", role="button")
    click(machine, description="Increase Seconds")
    click(machine, description="Title")
    write(machine, "Bread\n")
    machine.advance(600)
    assert nodes(machine, "00:50:01")
    click(machine, description="Pause Bread")
    machine.advance(600)
    assert nodes(machine, "00:50:01")
    click(machine, description="Start Bread")
    start(machine, "Files")
    machine.advance(3001)
    assert front_app(machine) == "clocks"
    assert nodes(machine, "Timer “Bread” finished")
    click(machine, "Close", role="button")
    assert nodes(machine, "01:00:01")
    click(machine, description="Remove Bread")
    assert machine.get(TIMERS) == ()


def test_a_timer_of_nothing_does_not_start() -> None:
    machine = clocks("Timer")
    click(machine, description="Minutes")
    write(machine, "0")
    click(machine, "Start", role="button")
    assert machine.get(TIMERS) == ()


def test_gsettings_has_the_alarms_and_the_cities() -> None:
    machine = clocks("Alarms")
    set_alarm(machine, "09", "45", "Set off", ("Monday", "Wednesday"))
    start(machine, "Terminal")
    write(machine, "gsettings get org.gnome.clocks alarms > a; gsettings list-keys org.gnome.clocks > b\n")
    assert b"'name': <'Set off'>" in machine.files.read("/home/user/a")
    assert b"'hour': <9>, 'minute': <45>, 'days': <[1, 3]>" in machine.files.read("/home/user/a")
    assert machine.files.read("/home/user/b") == b"alarms\nworld-clocks\n"
    before, ids = len(machine.get(ALARMS)), {row.id: row.name for row in machine.get(ALARMS)}
    write(machine, "gsettings set org.gnome.clocks alarms \"$(sed 's/<9>/<8>/' a)\"\n")
    assert {row.id: row.name for row in machine.get(ALARMS)} == ids
    assert [(row.hour, row.minute, row.days) for row in machine.get(ALARMS) if row.name == "Set off"] == [(8, 45, 5)]
    assert len(machine.get(ALARMS)) == before
    write(machine, "gsettings set org.gnome.clocks alarms 7\n")
    assert len(machine.get(ALARMS)) == before
    write(machine, "gsettings reset org.gnome.clocks alarms; gsettings reset org.gnome.clocks world-clocks\n")
    assert (machine.get(ALARMS), machine.get(CITIES)) == ((), ())


def test_escape_ends_the_search_for_a_city_and_leaves_the_dialog_open() -> None:
    machine = clocks("World")
    press(machine, "ctrl+n")
    write(machine, "oslo")
    click(machine, "Oslo")
    press(machine, "escape")
    assert nodes(machine, "Search for a city") and not nodes(machine, "Oslo")
    assert node(machine, "Add", role="button").flags & DISABLED
    press(machine, "escape")
    assert nodes(machine, "Add a New World Clock")
    click(machine, "Cancel")
    assert not nodes(machine, "Add a New World Clock")


def test_the_menu_opens_and_closes() -> None:
    machine = clocks("World")
    press(machine, "f10")
    assert nodes(machine, "About Clocks")
    press(machine, "escape")
    assert not nodes(machine, "About Clocks")
    click(machine, description="Main Menu")
    assert nodes(machine, "Help")
