from __future__ import annotations

from crab_tasks.kits.web.notes_site import plant

from crab_gym.backends.base import Setup
from crab_gym.backends.cloud import SERVICES
from crab_gym.backends.sim import SimBackend


def test_a_note_is_the_only_one_of_its_title_on_either_device() -> None:
    desktop, phone = SimBackend("ubuntu", (1280, 720)), SimBackend("android", (360, 800))
    desktop.reset(3)
    phone.reset(3)
    both: dict[str, Setup] = {"ubuntu": desktop.setup, "android": phone.setup}
    before = desktop.state.web("notes.example", "notes")
    for devices in ({"ubuntu": both["ubuntu"]}, both):
        for text in ("one", "two"):
            plant(devices, "Boats", text)
    on_site = [row for row in desktop.state.web("notes.example", "notes") if row["title"] == "Boats"]
    on_phone = [row for row in SERVICES["notes"].read(phone.state, {}) if row["title"] == "Boats"]
    assert [row["text"] for row in on_site] == [row["text"] for row in on_phone] == ["two"]
    assert len(desktop.state.web("notes.example", "notes")) == len(before) + 1
