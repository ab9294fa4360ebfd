"""The on-screen keyboard: when it is there, what its keys do, and that everything can be typed with it."""

from __future__ import annotations

import string

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.system.key_layouts import LETTERS, planes_of
from crab_sim.phone.system.keyboard import KEY_ID, KEYBOARD, Keyboard
from crab_sim.ui import Node
from tests.simulator.phone._drive import center, node, nodes, phone, press, tap, write

PLANES = {"shift": ("Letters", "Shift"), "symbols": ("Symbols",), "more": ("Symbols", "More symbols")}


def with_keyboard(language: str = "en", width: int = 360, height: int = 800) -> Phone:
    machine = phone(0, "Contacts", width, height)
    machine.put(KEYBOARD, Keyboard(language))
    return machine


def keys(machine: Phone) -> list[Node]:
    return [one for one in machine.scene.nodes if one.resource_id.startswith(KEY_ID) and one.role == "button"]


def typed(machine: Phone) -> str:
    assert machine.front is not None
    return machine.front.page.fields.get("search", "")


def tap_key(machine: Phone, char: str, language: str = "en") -> None:
    """Types a character by touch, as a person does: turns to its page first."""
    if char == " ":
        tap(machine, description="Space")
        return
    plane = planes_of(char, language)[0]
    if machine.get(KEYBOARD).plane != plane:
        if plane != "letters" and machine.get(KEYBOARD).plane not in ("letters", "shift"):
            tap(machine, description="Letters")
        for turn in ("Letters",) if plane == "letters" else PLANES[plane]:
            if nodes(machine, description=turn):
                tap(machine, description=turn)
    machine.execute("tap", center(node(machine, text=char, rid="key")))


def test_it_is_off_by_default() -> None:
    machine = phone(0, "Contacts")
    tap(machine, description="Search contacts")
    assert keys(machine) == []


def test_it_shows_while_a_field_has_the_focus() -> None:
    machine = with_keyboard()
    assert keys(machine) == []
    tap(machine, description="Search contacts")
    assert len(keys(machine)) == 33
    write(machine, "ab")  # typing by an action goes on working
    assert typed(machine) == "ab"
    press(machine, "back")
    assert keys(machine) == [] and machine.front is not None and machine.front.app == "contacts"
    write(machine, "c")
    assert typed(machine) == "abc"
    tap(machine, text="abc", role="text_field")
    assert keys(machine)
    press(machine, "home")
    assert keys(machine) == []
    machine.execute("open_app_drawer", {})
    assert keys(machine)


def test_the_app_has_less_room_above_it() -> None:
    machine = with_keyboard()
    tap(machine, description="Search contacts")
    top = min(one.bounds[1] for one in keys(machine))
    assert all(one.bounds[3] <= top for one in machine.scene.nodes if one.owner == "contacts")
    assert all(one.bounds[2] - one.bounds[0] >= 26 and one.bounds[3] - one.bounds[1] >= 40 for one in keys(machine))


def test_letters_shift_symbols_backspace_and_enter() -> None:
    machine = with_keyboard()
    tap(machine, description="Search contacts")
    for char in "Ab 1?":
        tap_key(machine, char)
    assert typed(machine) == "Ab 1?"
    tap(machine, description="Delete", rid="delete")
    assert typed(machine) == "Ab 1"
    tap(machine, description="Letters")
    tap(machine, description="Shift")
    tap(machine, description="Shift")
    for char in "XY":
        machine.execute("tap", center(node(machine, text=char, rid="key")))
    assert typed(machine) == "Ab 1XY"  # twice Shift holds
    machine = phone(0, "Tasks")
    machine.put(KEYBOARD, Keyboard())
    machine.execute("open_app_drawer", {})
    for char in "clock":
        tap_key(machine, char)
    tap(machine, description="Enter", rid="enter")
    assert machine.front is not None and machine.front.app == "clock"


@pytest.mark.parametrize(
    ("language", "size"),
    [*[(language, (360, 800)) for language in LETTERS], ("de", (320, 569)), ("uk", (854, 480))],
)
def test_all_of_ascii_and_the_languages_letters_can_be_typed(language: str, size: tuple[int, int]) -> None:
    machine = with_keyboard(language, *size)
    tap(machine, description="Search contacts")
    text = "".join(LETTERS[language]) + string.punctuation + string.digits
    for char in text:
        tap_key(machine, char, language)
    assert typed(machine) == text
    if language == "uk":
        tap(machine, description="Letters")
        tap(machine, description="Change language")
    for char in string.ascii_letters:
        tap_key(machine, char, "en" if language == "uk" else language)
    assert typed(machine) == text + string.ascii_letters


def test_it_is_part_of_snapshots_and_forks() -> None:
    machine = with_keyboard()
    tap(machine, description="Search contacts")
    tap(machine, description="Symbols")
    twin, handle = machine.fork(), machine.snapshot()
    press(machine, "back")
    assert keys(machine) == [] and len(keys(twin)) > 30
    machine.restore(handle)
    assert [one.text for one in keys(machine)] == [one.text for one in keys(twin)]
