"""What evaluators read and setups write of the desktop's alarms, events and to-dos, and their facts."""

from __future__ import annotations

import random

import pytest

from crab_gym.backends.base import Alarm, Event, Todo, devices_of
from crab_gym.backends.sim import SimBackend
from crab_gym.experiments.spoilers import spoilers
from crab_sim.devices.clock_settings import ALARMS, CITIES, SCHEMA, alarms_of, cities_of, cities_text
from crab_sim.devices.facts import KINDS, changes


@pytest.fixture
def backend() -> SimBackend:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(4)
    return backend


def started(backend: SimBackend, app: str) -> None:
    backend.execute("search_app", {"name": app})
    backend.execute("press", {"key": "enter"})


def texts(backend: SimBackend) -> list[str]:
    return [element.text for element in backend.elements()]


def test_what_setups_add_is_read_and_shown(backend: SimBackend) -> None:
    setup = backend.setup
    setup.clear_todos()
    todo = setup.add_todo("Paint the fence", "two coats", done=True)
    start = setup.now() // 86_400 * 86_400 + 36_000
    event = setup.add_event("Fence talk", start, start + 1800, "Yard", "ask for brushes")
    alarm = setup.add_alarm(21, 40, "Brushes out", 0b11)
    first = setup.add_todo("Buy paint", first=True)
    assert setup.todos() == (
        Todo(first, "Buy paint", "", False, 0.0, "Inbox"),
        Todo(todo, "Paint the fence", "two coats", True, 0.0, "Inbox"),
    )
    assert setup.calendar()[-1] == Event(event, "Fence talk", start, start + 1800, "Yard", "ask for brushes")
    assert Alarm(alarm, 21, 40, "Brushes out", 0b11, True) in setup.alarms()
    for app, text in (("Endeavour", "Paint the fence"), ("Calendar", "Fence talk")):
        started(backend, app)
        assert text in texts(backend)
    setup.remove_event(event)
    assert "Fence talk" not in texts(backend)


@pytest.mark.parametrize(
    "call",
    [
        lambda setup: setup.add_alarm(24, 0), lambda setup: setup.add_alarm(1, 60),
        lambda setup: setup.add_alarm(1, 1, days=128), lambda setup: setup.add_event("a", 2, 1),
    ],
)  # fmt: skip
def test_setups_refuse_what_cannot_be(backend: SimBackend, call: object) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match="expected"):
        call(backend.setup)


def test_their_facts_change_with_them(backend: SimBackend) -> None:
    before = backend.state.facts()
    assert before.keys() <= set(KINDS["ubuntu"])
    backend.setup.add_alarm(4, 5, "Early")
    backend.setup.remove_event(1)
    started(backend, "Endeavour")
    backend.execute("write_text", {"text": "Call back\n"})
    found = {(change.operation, change.kind) for change in changes(before, backend.state.facts())}
    assert found == {("add", "alarm"), ("remove", "event"), ("add", "todo")}
    assert changes(before, before) == []


def test_spoilers_of_each_kind_are_seen(backend: SimBackend) -> None:
    before = backend.state.facts()
    found = [one for one in spoilers("ubuntu", before, (), random.Random(1)) if one.kind not in ("file", "setting")]
    assert {(one.operation, one.kind) for one in found} == {
        ("add", "alarm"), ("add", "city"), ("add", "contact"), ("add", "event"), ("add", "mail"),
        ("add", "mail_filter"), ("add", "process"), ("add", "site"), ("add", "todo"), ("change", "site"),
        ("remove", "contact"), ("remove", "event"), ("remove", "mail"), ("remove", "site"), ("remove", "trashed"),
    }  # fmt: skip
    handle = backend.snapshot()
    for spoiler in found:
        backend.restore(handle)
        spoiler.apply(devices_of({"ubuntu": backend}))
        (change,) = changes(before, backend.state.facts())
        assert (change.operation, change.kind) == (spoiler.operation, spoiler.kind)


def test_clocks_keeps_its_cities_among_the_settings(backend: SimBackend) -> None:
    backend.setup.set_setting(SCHEMA, CITIES, cities_text(["Lima", "Nowhere", "Lima"]))
    assert cities_of(backend.state.setting(SCHEMA, CITIES)) == ("Lima",)
    assert backend.state.run(["gsettings", "get", SCHEMA, CITIES]).stdout.strip() == cities_text(["Lima"])
    assert len(alarms_of(backend.state.setting(SCHEMA, ALARMS))) == len(backend.state.alarms())
    assert backend.state.setting(SCHEMA, "no-such-key") is None
    with pytest.raises(ValueError, match="no setting"):
        backend.setup.set_setting(SCHEMA, "no-such-key", "1")


def test_programs_run_until_they_are_ended(backend: SimBackend) -> None:
    backend.setup.start_program("mirror", 1_000_000)
    assert "mirror" in backend.state.processes()
    started(backend, "Terminal")
    backend.execute("write_text", {"text": "pkill mirror\n"})
    assert "mirror" not in backend.state.processes()


def test_a_notification_of_a_program_comes_at_once_and_goes_by_itself() -> None:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(1)
    facts = {kind: dict(table.rows) for kind, table in backend.state.facts().items()}
    backend.setup.notify("New mail", "Meet me at the station at eight.")
    texts = {element.text for element in backend.elements()}
    assert {"New mail", "Meet me at the station at eight."} <= texts
    backend.advance(9.0)
    assert "New mail" not in {element.text for element in backend.elements()}
    assert {kind: dict(table.rows) for kind, table in backend.state.facts().items()} == facts
