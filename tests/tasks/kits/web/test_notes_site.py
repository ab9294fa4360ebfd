from __future__ import annotations

import pytest

from crab_gym.backends.base import Devices
from crab_gym.backends.cloud import SERVICES
from crab_gym.backends.sim import SimBackend
from crab_tasks.kits.state import State
from crab_tasks.kits.web.notes_site import note_written, plant, plant_list
from tests.tasks.kits.web.conftest import Browser


def test_a_note_is_the_only_one_of_its_title_on_either_device() -> None:
    desktop, phone = SimBackend("ubuntu", (1280, 720)), SimBackend("android", (360, 800))
    desktop.reset(3)
    phone.reset(3)
    both = Devices(ubuntu=desktop.setup, android=phone.setup)
    before = desktop.state.web("notes.example", "notes")
    for devices in (Devices(ubuntu=both.ubuntu), both):
        for text in ("one", "two"):
            plant(devices, "Boats", text)
    on_site = [row for row in desktop.state.web("notes.example", "notes") if row["title"] == "Boats"]
    on_phone = [row for row in SERVICES["notes"].read(phone.state, {}) if row["title"] == "Boats"]
    assert [row["text"] for row in on_site] == [row["text"] for row in on_phone] == ["two"]
    assert len(desktop.state.web("notes.example", "notes")) == len(before) + 1


def test_a_list_has_its_entries_on_either_device() -> None:
    desktop, phone = SimBackend("ubuntu", (1280, 720)), SimBackend("android", (360, 800))
    desktop.reset(3)
    phone.reset(3)
    both = Devices(ubuntu=desktop.setup, android=phone.setup)
    for devices in (Devices(ubuntu=both.ubuntu), both):
        plant_list(devices, "Boats", [("Paint", True), ("Float", False)])
    for rows in (desktop.state.web("notes.example", "notes"), SERVICES["notes"].read(phone.state, {})):
        (note,) = [row for row in rows if row["title"] == "Boats"]
        assert note["kind"] == "list"
        assert [(each["text"], each["done"]) for each in note["items"]] == [("Paint", True), ("Float", False)]


@pytest.mark.parametrize(
    ("kind", "title", "text", "act", "right"),
    [
        ("note", "Boats", "Two lamps", "save", True),
        ("note", "Boats", "Two lamps", "archive", True),
        ("note", "Boats", "Two lamps", "remove", False),
        ("note", "Boats", "Two lamps and a rope", "save", False),
        ("note", "boats", "Two lamps", "save", False),
        ("list", "Boats", "Two lamps", "save", False),
    ],
)
def test_a_note_of_its_title_and_text(
    browser: Browser, state: State, kind: str, title: str, text: str, act: str, right: bool
) -> None:
    for times in (1, 2):
        browser.send("notes.example/new", kind=kind)
        number = max(row["id"] for row in browser.web("notes.example", "notes"))
        browser.send(f"notes.example/note/{number}", title=title, text=text, item_1=text, act=act)
        assert note_written(state, "line", "Boats", "line", "Two lamps") is (right and times == 1)
