"""The screens of machines that speak other languages: what is translated, what stays, and that it fits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from crab_gym.backends.base import Element
from crab_gym.backends.conditions import Conditions
from crab_gym.backends.sim.backend import SimBackend
from crab_sim.draw import text as metrics
from crab_sim.language.catalogues import FILES, LANGUAGES, read

SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
APPS = [(device, app) for device, apps in FILES.items() for app in apps if app != "system"]


def speaking(device: str, language: str, **others: Any) -> SimBackend:
    backend = SimBackend(device, SIZES[device])
    backend.reset(4)
    assert backend.impose(Conditions(language, **others))[-1:] == ("language",)
    return backend


def texts(backend: SimBackend) -> list[str]:
    return [element.text for element in backend.elements()]


def touch(backend: SimBackend, text: str = "", description: str = "") -> None:
    for element in reversed(backend.elements()):
        if element.text == text and (not description or element.description == description):
            x, y = element.center
            backend.act("tap" if backend.device == "android" else "click", {"x": x, "y": y}, 1.0)
            return
    raise AssertionError(f"no element {text or description!r}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_devices_speak_the_language(language: str) -> None:
    at = LANGUAGES.index(language)
    names = {row.en: row[at] for row in read("names")}
    phone, desktop = speaking("android", language), speaking("ubuntu", language)
    assert names["Clock"] in texts(phone) and names["Files"] in texts(desktop)
    phone.act("open_app", {"name": names["Settings"]}, 1.0)  # apps are found by their names in either language
    assert phone.machine.front is not None and phone.machine.front.app == "settings"
    phone.act("open_app", {"name": "Clock"}, 1.0)
    assert names["Clock"] in texts(phone)
    desktop.act("search_app", {"name": names["Text Editor"]}, 1.0)
    desktop.act("press", {"key": "enter"}, 1.0)
    assert desktop.machine.front is not None and desktop.machine.front.app == "text_editor"


def test_the_state_is_the_same_in_every_language() -> None:
    plain, german = SimBackend("android", SIZES["android"]), speaking("android", "de")
    plain.reset(4)
    for backend in (plain, german):
        backend.act("open_app", {"name": "Contacts"}, 1.0)
    facts = [{kind: dict(table.rows) for kind, table in b.state.facts().items()} for b in (plain, german)]
    assert facts[0] == facts[1]
    assert german.state.foreground() == plain.state.foreground()


def test_content_stays_as_it_is() -> None:
    phone = speaking("android", "de")
    phone.setup.add_contact("Search", "+1 555 0101")
    phone.setup.add_message("+1 555 0101", "Delete")
    phone.setup.add_message("+1 555 0102", "Today")
    now = phone.setup.now()
    phone.setup.add_event("Cancel", now, now + 3600, "Settings")
    phone.setup.write_file("/sdcard/Download/Images", "a")
    phone.setup.make_dir("/sdcard/Videos")
    found = []
    for app, sign in (
        ("Contacts", "Alle"),
        ("Messages", "Chat starten"),
        ("Calendar", "Tag"),
        ("Files", "Zuletzt verwendet"),
    ):
        phone.act("open_app", {"name": app}, 1.0)
        assert sign in texts(phone)
        found += texts(phone)
        found += [element.description for element in phone.elements()]
    assert {"Search", "Cancel", "Delete", "Today", "Images"} <= set(found)
    phone.act("open_app", {"name": "Messages"}, 1.0)
    touch(phone, "Search")
    assert {"Search", "Delete"} <= set(texts(phone))
    desktop = speaking("ubuntu", "de")
    desktop.setup.make_dir("/home/user/Trash")
    desktop.setup.write_file("/home/user/Close", "Save\n")
    desktop.machine.launch("files")
    assert {"Trash", "Close", "Documents"} <= set(texts(desktop)) and {"Papierkorb", "Persönlicher Ordner"} <= set(
        texts(desktop)
    )


def told(element: Element) -> tuple[str, ...]:
    """Returns what an element says, but for the letters on the buttons of an alarm's days, which are only initials."""
    initial = "day_button_" in element.resource_id
    return element.role, "" if initial else element.text, element.description, element.resource_id


def in_front(elements: Sequence[Element]) -> Sequence[Element]:
    """Returns the elements of the open dialog or menu, since what it covers depends on words; all where none is."""
    panels = [i for i, element in enumerate(elements) if element.role in ("dialog", "other", "menu")]
    panels = [i for i in panels if not elements[i].clickable and not elements[i].description]
    return elements[panels[-1] :] if panels else elements


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(("device", "app"), APPS)
def test_texts_fit_and_are_read_back(device: str, app: str, language: str) -> None:
    backend = speaking(device, language)
    plain = SimBackend(device, SIZES[device])
    plain.reset(4)
    backend.machine.set_drawn(True)
    rng = random.Random(f"{app}")
    for _ in range(20):
        if backend.machine.front is None or backend.machine.front.app != app:
            for one in (backend, plain):
                one.machine.launch(app)
        for op in backend.machine.scene.ops:
            if op[0] == "text":
                _, x1, _, x2, _, clip, _, text, font, size, _ = op
                assert metrics.width(text, font, size) <= x2 - x1 or x2 >= clip[2] - 2, (text, x2 - x1)
        elements = backend.elements()
        english = backend.in_english(elements)
        assert [e.bounds for e in english] == [e.bounds for e in elements]
        shown, said = ({told(e) for e in in_front(seen) if e.app == app} for seen in (plain.elements(), english))
        assert said == shown
        clickable = [e for e in english if e.clickable]
        touched = rng.choice([e for e in clickable if e.app == app] or clickable)  # a sheet may cover all of the app
        for one, seen in ((backend, english), (plain, plain.elements())):
            twin = next((e for e in seen if e.clickable and told(e) == told(touched)), None)
            if twin is not None:
                verb = "tap" if device == "android" else "click"
                one.act(verb, dict(zip("xy", twin.center, strict=True)), 1.0)
