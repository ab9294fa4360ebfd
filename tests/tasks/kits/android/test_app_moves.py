"""Moves in the phone's apps, which work on whatever lies on the phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from crab_gym.backends.base import Element, State
from crab_gym.task import Action, Look
from crab_sim.devices.media import photo
from crab_sim.phone.system.notifications import post
from crab_tasks.kits.android.calendar.moves import open_event
from crab_tasks.kits.android.contacts.moves import new_contact
from crab_tasks.kits.android.contacts.state import contact_has
from crab_tasks.kits.android.draw.moves import choose_color, draw_line, open_canvas, save_drawing
from crab_tasks.kits.android.draw.state import drawing_has, drawing_saved
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.gallery.moves import open_album, select_photos, transfer_selected


class Player:
    """Plays moves on a phone."""

    def __init__(self, phone: Any) -> None:
        self.phone = phone

    def look(self, device: str) -> tuple[Element, ...]:
        elements: tuple[Element, ...] = self.phone.elements()
        return elements

    def play(self, *moves: Iterator[Action]) -> None:
        for move in moves:
            for action in move:
                self.phone.act(action["name"], action["args"], 1.0)


@pytest.mark.parametrize("label", ["", "Work"])
def test_the_label_of_a_new_number_is_chosen(phone: Any, label: str) -> None:
    player = Player(phone)
    player.play(new_contact(player.look, "Eva Stone", "555-0142", label=label))
    state = State(android=phone.state)
    assert contact_has(state, "Eva Stone", "555-0142", label=label or "Mobile")
    assert not contact_has(state, "Eva Stone", "555-0142", label="Home")


@pytest.mark.parametrize("move", [False, True])
@pytest.mark.parametrize("folder", ["DCIM", "Pictures/Best/2026"])
def test_photos_are_copied_and_moved(phone: Any, folder: str, move: bool) -> None:
    names, player = ("a.jpg", "b.jpg", "c.jpg"), Player(phone)
    for i, name in enumerate(names):
        phone.setup.write_file(f"{STORAGE}/Pictures/Trip/{name}", photo("meadow", 1.7e9 + i))
    look: Look = player.look
    player.play(
        open_album(look, "Trip"), select_photos(look, names[:2]), transfer_selected(look, f"{STORAGE}/{folder}", move)
    )
    assert {"a.jpg", "b.jpg"} <= set(phone.state.list_dir(f"{STORAGE}/{folder}"))
    assert tuple(sorted(phone.state.list_dir(f"{STORAGE}/Pictures/Trip"))) == (names[2:] if move else names)


@pytest.mark.parametrize("name", ["lorem_1.png", "ipsum_2.jpg", "dolor_3.svg"])
def test_a_drawing_is_saved_in_its_colours(phone: Any, name: str) -> None:
    path, player = f"{STORAGE}/Pictures/Art/{name}", Player(phone)
    state, look = State(android=phone.state), player.look
    assert not drawing_saved(state, path) and not drawing_has(state, path, (229, 57, 53))
    player.play(open_canvas(look), choose_color(look, "Red"), draw_line(look, (0.1, 0.2), (0.9, 0.8)))
    player.play(save_drawing(look, path))
    assert drawing_saved(state, path) and drawing_has(state, path, (229, 57, 53))
    assert not drawing_has(state, path, (67, 160, 71))
    phone.setup.write_file(path, b"no picture")
    assert not drawing_saved(state, path)


def test_a_notification_above_the_search_of_the_calendar_is_waited_for(phone: Any) -> None:
    player, begin = Player(phone), phone.setup.now() + 86_400
    phone.setup.add_event("Choir practice", begin, begin + 3600)
    post(phone.machine, "clock", "Timer", "Tea", urgent=True)
    waits = 0
    for move in open_event(player.look, "Choir practice"):
        if move["name"] == "wait":
            waits += 1
            phone.machine.advance(move["args"]["seconds"])
        else:
            phone.act(move["name"], move["args"], 1.0)
    assert waits and any(element.description == "Edit" for element in player.look("android"))
    assert "Choir practice" in [element.text for element in player.look("android")]
