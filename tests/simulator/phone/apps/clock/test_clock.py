from __future__ import annotations

import pytest

from crab_sim.engines.days import DAY
from crab_sim.machine.app import Intent
from crab_sim.machine.slices import TIME
from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.clock import data
from crab_sim.phone.apps.clock.data import ALARM_STATE, ALARMS, SOUNDS, TIMERS, AlarmRow
from crab_sim.phone.media.library import MUSIC
from crab_sim.phone.media.storage import content_uri
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.ui.node import CHECKED, SELECTED
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write

BOOT = phone(0).now  # Monday, 12 October 2026, 08:00
TODAY = int(BOOT // DAY)
GYM = AlarmRow(1, 9, 30, "Gym")
WORK = AlarmRow(2, 6, 15, "", 0b11111)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(ALARMS, (WORK, GYM))
    machine.put(data.CITIES, ())
    machine.put(EVENTS, ())
    machine.execute("open_app", {"name": "Clock"})
    return machine


def tab(machine: Phone, name: str) -> None:
    tap(machine, name, role="tab")


def notices(machine: Phone) -> list[tuple[str, str]]:
    return [(row.title, row.text) for row in machine.get(NOTIFICATIONS)]


# Alarms -------------------------------------------------------------------------------------------------------------


def test_an_alarm_is_added(app: Phone) -> None:
    tap(app, description="Add alarm")
    tap(app, description="Switch to text input mode")
    write(app, "0705")
    tap(app, "OK")
    row = next(row for row in app.get(ALARMS) if row.hour == 7)
    assert (row.minute, row.enabled, row.days) == (5, True, 0)
    assert [n.text for n in nodes(app, rid="digital_clock")] == ["06:15", "07:05", "09:30"]
    assert nodes(app, "Tomorrow") and nodes(app, "Add label")  # the new alarm is opened


def test_an_alarm_is_changed(app: Phone) -> None:
    tap(app, description="Expand alarm 09:30")
    tap(app, description="Wednesday")
    tap(app, description="Sunday")
    assert node(app, description="Wednesday").flags & CHECKED
    tap(app, description="Vibrate", role="checkbox")
    tap(app, "Gym", rid="edit_label")
    write(app, "Swimming")
    tap(app, "OK")
    tap(app, "09:30")
    tap(app, description="10 hours")
    tap(app, description="45 minutes")
    tap(app, "OK")
    assert app.get(ALARMS)[1] == AlarmRow(1, 10, 45, "Swimming", 0b1000100, True, False)
    assert nodes(app, "Wed, Sun")
    tap(app, description="Collapse alarm 10:45")
    assert nodes(app, "Swimming", rid="label") and not nodes(app, description="Sunday")


def test_an_alarm_is_switched_off_and_deleted(app: Phone) -> None:
    tap(app, description="Alarm 09:30", role="switch")
    assert not app.get(ALARMS)[1].enabled and nodes(app, "Not scheduled")
    for at in ("06:15", "09:30"):
        tap(app, description=f"Expand alarm {at}")
        tap(app, "Delete")
    assert app.get(ALARMS) == () and nodes(app, "No alarms")


def test_an_alarm_rings_and_is_dismissed(app: Phone) -> None:
    press(app, "home")
    app.advance(5399)
    assert not nodes(app, "Dismiss")
    app.advance(1)
    assert nodes(app, "Gym") and nodes(app, "09:30") and notices(app) == [("Gym", "09:30, ringing")]
    tap(app, "Dismiss")
    assert notices(app) == [] and not app.get(ALARMS)[1].enabled
    app.advance(DAY // 2)
    assert notices(app) == [] and app.get(ALARM_STATE).ringing == 0


def test_a_snoozed_alarm_rings_again(app: Phone) -> None:
    app.advance(5400)
    tap(app, "Snooze")
    app.advance(599)
    assert not nodes(app, "Dismiss")
    app.advance(1)
    assert nodes(app, "09:40") and nodes(app, "Gym")
    tap(app, "Dismiss")
    assert app.get(ALARM_STATE).snoozed == ()


def test_nobody_dismisses_an_alarm(app: Phone) -> None:
    app.advance(5400 + 600)
    assert notices(app) == [("Missed alarm", "09:30 Gym")]
    assert nodes(app, "Close")
    tap(app, "Close")
    assert nodes(app, "Alarm")


def test_weekday_alarms_stay(app: Phone) -> None:
    app.put(ALARMS, (WORK,))
    app.advance(7 * DAY)
    assert notices(app) == [("Missed alarm", "06:15")] * 5
    assert app.get(ALARMS) == (WORK,)


def test_an_alarm_for_a_time_that_is_past_waits_for_tomorrow(app: Phone) -> None:
    app.advance(7200)  # 10:00
    app.put(NOTIFICATIONS, ())
    app.launch("clock", ("alarm", 9, 45, "Tea"))
    app.advance(60)
    assert notices(app) == [] and [row.label for row in app.get(ALARMS)] == ["", "Gym", "Tea"]


def test_a_clock_that_is_set_back_rings_again(app: Phone) -> None:
    app.put(ALARMS, (WORK._replace(days=0),))
    app.advance(DAY)
    app.put(ALARMS, (WORK._replace(days=127),))
    app.put(TIME, app.now - 10 * DAY)
    app.put(NOTIFICATIONS, ())
    app.advance(DAY)
    assert notices(app) == [("Missed alarm", "06:15")]


def test_twelve_hours() -> None:
    machine = phone()
    machine.put(ALARMS, (AlarmRow(1, 0, 5), AlarmRow(2, 13, 0)))
    machine.put(SETTINGS, settings_store.put(machine.get(SETTINGS), "system", "time_12_24", "12"))
    machine.execute("open_app", {"name": "Clock"})
    assert [n.text for n in nodes(machine, rid="digital_clock")] == ["12:05 AM", "1:00 PM"]


# World clock --------------------------------------------------------------------------------------------------------


def test_a_city_is_added_and_removed(app: Phone) -> None:
    tab(app, "Clock")
    tap(app, description="Add city")
    write(app, "tok")
    tap(app, "Tokyo", rid="city_name")
    assert app.get(data.CITIES) == ("Tokyo",)
    assert [n.text for n in nodes(app, rid="digital_clock")] == ["08:00", "17:00"]
    assert node(app, "Tokyo", rid="city_name").description == "Today, +9 hrs"
    tap(app, description="Add city")
    write(app, "nowhere")
    assert nodes(app, "No cities found")
    press(app, "back")
    long_tap(app, "Tokyo")
    tap(app, "Remove")
    assert app.get(data.CITIES) == () and nodes(app, "Tap + to add a city")


# Timers -------------------------------------------------------------------------------------------------------------


def test_a_timer_is_typed(app: Phone) -> None:
    tab(app, "Timer")
    assert nodes(app, "00h 00m 00s") and not nodes(app, description="Start")
    for digit in "012059":
        tap(app, digit)
    tap(app, description="Delete")
    assert nodes(app, "00h 12m 05s")
    tap(app, "00")
    assert nodes(app, "12h 05m 00s")
    tap(app, "1")
    assert nodes(app, "12h 05m 00s")  # six digits at most
    tap(app, description="Delete")
    tap(app, description="Delete")
    tap(app, description="Start")
    assert nodes(app, "12:05") and app.get(TIMERS)[0].length == 725


def test_timers_run_pause_and_end(app: Phone) -> None:
    app.launch("clock", ("timer", 90))
    app.launch("clock", ("timer", 3700))
    app.advance(30)
    assert [n.text for n in nodes(app, rid="timer_text")] == ["01:00", "1:01:10"]
    app.execute("tap", center_of(app, "Pause", 0))
    app.advance(60)
    assert [n.text for n in nodes(app, rid="timer_text")] == ["01:00", "1:00:10"]
    tap(app, description="Start")
    tap(app, "+1:00")  # the second one's
    app.advance(60)
    assert notices(app) == [("Time's up", "01:30 timer")]
    app.advance(5)
    assert [n.text for n in nodes(app, rid="timer_text")] == ["-00:05", "1:00:05"]
    tap(app, description="Stop")
    assert nodes(app, rid="timer_text")[0].text == "01:30" and not app.get(TIMERS)[0].ends
    for _ in range(2):
        tap(app, description="Delete timer")
    assert app.get(TIMERS) == () and nodes(app, "00h 00m 00s")


def center_of(machine: Phone, description: str, which: int) -> dict[str, int]:
    left, top, right, bottom = nodes(machine, description=description)[which].bounds
    return {"x": (left + right) // 2, "y": (top + bottom) // 2}


def test_a_paused_timer_is_reset(app: Phone) -> None:
    app.launch("clock", ("timer", 100))
    app.advance(10)
    tap(app, description="Pause")
    tap(app, "Reset")
    assert nodes(app, "01:40", rid="timer_text") and not nodes(app, "Reset")


def test_a_second_timer_can_be_cancelled(app: Phone) -> None:
    app.launch("clock", ("timer", 100))
    tap(app, description="Add timer")
    tap(app, "5")
    tap(app, description="Cancel")
    assert len(app.get(TIMERS)) == 1 and nodes(app, rid="timer_text")


# Stopwatch ----------------------------------------------------------------------------------------------------------


def test_the_stopwatch(app: Phone) -> None:
    tap(app, description="Stopwatch")
    assert node(app, description="Stopwatch").flags & SELECTED
    assert nodes(app, "00:00.00") and not nodes(app, description="Lap")
    tap(app, description="Start")
    app.advance(7.25)
    tap(app, description="Lap")
    app.advance(60)
    tap(app, description="Lap")
    assert [n.text for n in nodes(app, rid="lap_time")] == ["01:00.00", "00:07.25"]
    assert [n.text for n in nodes(app, rid="lap_total")] == ["01:07.25", "00:07.25"]
    tap(app, description="Pause")
    app.advance(100)
    assert nodes(app, "01:07.25", rid="stopwatch_time_text") and not nodes(app, description="Lap")
    tap(app, description="Start")
    app.advance(1)
    assert nodes(app, "01:08.25", rid="stopwatch_time_text")
    tap(app, description="Pause")
    tap(app, description="Share")
    assert app.get(ABOVE).arg.value == "My time is 01:08.25\nLap 1: 00:07.25\nLap 2: 01:07.25"
    press(app, "back")
    tap(app, description="Reset")
    assert nodes(app, "00:00.00") and not nodes(app, rid="lap_time")


@pytest.mark.parametrize("intent", [("stopwatch",), ("tab", "stopwatch"), ("alarm",), ("timer",), ("tab", "nonsense")])
def test_intents_that_only_show(app: Phone, intent: Intent) -> None:
    before = {name: app.value(name) for name in ("alarms", "timers", "stopwatch", "cities")}
    app.launch("clock", intent)
    name = "stopwatch" if "stopwatch" in intent else intent[0] if intent[0] == "timer" else "alarm"
    assert node(app, name.title(), role="tab").flags & SELECTED
    assert {name: app.value(name) for name in before} == before


@pytest.mark.parametrize(("width", "height"), [(280, 480), (280, 600), (600, 800)])
def test_every_tab_fits(width: int, height: int) -> None:
    machine = phone(3, "Clock", width, height)
    machine.put(ALARMS, tuple([row._replace(label="W" * 200) for row in machine.get(ALARMS)]))
    machine.launch("clock", ("timer", 5))
    for name in ("Alarm", "Clock", "Timer", "Stopwatch"):
        tab(machine, name)
        bar = node(machine, name, role="tab").bounds
        for n in machine.scene.nodes:
            inside = n.app == "clock" and n.role == "button" and n.bounds[1] < bar[1]
            assert not inside or (0 <= n.bounds[0] and n.bounds[2] <= width and n.bounds[3] <= bar[1]), n
    tab(machine, "Timer")
    tap(machine, description="Add timer")
    tap(machine, "5")
    buttons = [n for n in machine.scene.nodes if n.role == "button" and n.app == "clock"]
    assert len(buttons) == 14
    for i, n in enumerate(buttons):
        assert n.bounds[3] - n.bounds[1] >= 24
        for other in buttons[i + 1 :]:
            apart_ = n.bounds[2] <= other.bounds[0] or other.bounds[2] <= n.bounds[0]
            assert apart_ or n.bounds[3] <= other.bounds[1] or other.bounds[3] <= n.bounds[1], (n, other)


def test_an_alarm_gets_a_sound_of_the_device_and_one_of_the_phones_files(app: Phone) -> None:
    alarms = app.get(ALARMS)
    tap(app, description=node(app, rid="arrow").description)
    tap(app, rid="choose_ringtone")
    tap(app, "Krypton")
    press(app, "back")
    changed = next(row for row in app.get(ALARMS) if row not in alarms)
    assert "title=Krypton" in changed.ringtone
    tap(app, "Krypton")
    tap(app, "Add new")
    song = nodes(app, rid="title", role="list_item")[0]
    tap(app, song.text)
    [sound] = app.get(SOUNDS)
    assert sound.title == song.text.removesuffix(".mp3")
    assert sound.uri == content_uri(f"{MUSIC}/{song.text}", "audio")
    assert next(row for row in app.get(ALARMS) if row.id == changed.id) == changed._replace(ringtone=sound.uri)
    press(app, "back")
    assert node(app, sound.title, rid="choose_ringtone")


def test_several_timers_run_at_once(app: Phone) -> None:
    tap(app, "Timer")
    for digit in "59":
        tap(app, digit)
        tap(app, "00")
        tap(app, description="Start")
        if digit == "5":
            tap(app, description="Add timer")
    assert [(row.length, row.ends > app.now) for row in app.get(TIMERS)] == [(300, True), (540, True)]
