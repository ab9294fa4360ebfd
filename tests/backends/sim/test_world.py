"""The desktop's elements in other worlds: other reports of the same machine."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import Element
from crab_gym.backends.conditions import WORLD, Conditions
from crab_gym.backends.sim.backend import SimBackend

NUMBERS = range(12)
REPORTS = tuple(part for part in WORLD if part not in ("windows", "late"))
"""The parts that only change what is reported."""


def desktop(*parts: str, number: int = 0, app: str = "Files") -> SimBackend:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(0)
    if parts:
        assert backend.impose(Conditions(world=parts, number=number)) == ("world",)
    for name, args in (("search_app", {"name": app}), ("press", {"key": "enter"})):
        backend.act(name, args, 1.0)
    return backend


def names(elements: tuple[Element, ...]) -> set[str]:
    return {element.text or element.description for element in elements}


def test_the_machine_stays_as_it_is() -> None:
    plain = desktop()
    for number in NUMBERS:
        varied = desktop(*REPORTS, number=number)
        assert varied.fingerprint() == plain.fingerprint()
        assert varied.usual_elements() == plain.elements() == plain.usual_elements()
        assert varied.elements() != plain.elements()


@pytest.mark.parametrize("app", ["Files", "Settings", "Text Editor", "Archive Manager"])
def test_what_is_clicked_in_an_app_is_still_there(app: str) -> None:
    """A click on the middle of a control falls on an element of the same bounds, whatever it is called."""
    for number in NUMBERS:
        backend = desktop(*REPORTS, number=number, app=app)
        shown = backend.elements()
        for usual in backend.usual_elements():
            if usual.clickable and usual.app != "system" and usual.role not in ("toolbar", "other", "list", "table"):
                (x, y), same = usual.center, [e for e in shown if e.bounds == usual.bounds and e.clickable]
                assert same, usual
                hit = [
                    e
                    for e in shown
                    if e.clickable and e.bounds[0] <= x < e.bounds[2] and e.bounds[1] <= y < e.bounds[3]
                ]
                assert hit[-1].app == usual.app


def test_files_keep_their_names() -> None:
    for number in NUMBERS:
        backend = desktop(*WORLD, number=number)
        backend.advance(5)
        assert {"Documents", "Downloads", "Pictures"} <= names(backend.elements())


@pytest.mark.parametrize("part", REPORTS)
def test_each_part_changes_something_in_some_world(part: str) -> None:
    worlds = {desktop(part, number=number).elements() for number in NUMBERS}
    assert len(worlds) > 4
    assert worlds == {desktop(part, number=number).elements() for number in NUMBERS}


def test_roles_and_states_stay_in_their_families() -> None:
    for number in NUMBERS:
        backend = desktop("roles", number=number, app="Settings")
        found = {e.bounds: e for e in backend.elements()}
        for usual in backend.usual_elements():
            shown = found.get(usual.bounds)
            if shown is not None and usual.role in ("text_field", "switch") and shown.text == usual.text:
                assert shown.editable == usual.editable
                assert usual.role != "switch" or (
                    shown.role in ("switch", "checkbox") and shown.checked == usual.checked
                )


def test_the_overview_has_other_apps_in_some_worlds() -> None:
    counts = set()
    for number in NUMBERS:
        backend = SimBackend("ubuntu", (1280, 720))
        backend.reset(0)
        backend.impose(Conditions(world=("shell",), number=number))
        backend.act("search_app", {"name": "Files"}, 1.0)
        shown = backend.elements()
        assert "Files" in names(shown)
        assert all(0 <= e.bounds[0] < e.bounds[2] <= 1280 and e.bounds[3] <= 720 for e in shown)
        counts.add(len(shown))
    assert len(counts) > 4


def test_windows_open_elsewhere() -> None:
    frames = {next(e.bounds for e in desktop("windows", number=n).elements() if e.role == "window") for n in NUMBERS}
    assert len(frames) > len(NUMBERS) // 2


def test_a_late_window_has_no_elements_at_first() -> None:
    """Until the window is there the usual elements tell that it loads, which oracles wait for."""
    waited = 0
    for number in NUMBERS:
        backend = desktop("late", number=number)
        while any(element.text == "Loading…" for element in backend.usual_elements()):
            assert "Documents" not in names(backend.elements()) and "Loading…" not in names(backend.elements())
            assert any(element.role == "window" for element in backend.elements())
            backend.advance(1)
            waited += 1
        assert "Documents" in names(backend.elements())
    assert waited >= 6


def test_the_same_screen_is_the_same_tuple() -> None:
    backend = desktop(*REPORTS)
    assert backend.elements() is backend.elements()
    twin = backend.fork()
    assert twin.elements() == backend.elements()


def test_a_world_ends_with_its_episode_and_phones_have_none() -> None:
    backend = desktop(*WORLD)
    backend.reset(0)
    assert backend.elements() == backend.usual_elements()
    phone = SimBackend("android", (360, 800))
    phone.reset(0)
    assert phone.impose(Conditions(world=WORLD)) == ()
