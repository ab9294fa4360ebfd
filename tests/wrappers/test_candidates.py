"""Texts to write: what the goal names, what can be read, and the places that texts keep."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import Element
from crab_gym.task import load
from crab_gym.wrappers.candidates import TextSlots, goal_texts, pieces, screen_texts


def of_goal(name: str, hidden: bool = False) -> list[str]:
    task = load(name)
    params = task.defaults()
    return goal_texts(task, vars(params), task.goal(params), "/home/user", hidden)


def test_the_parameters_come_first_in_the_order_of_the_goal() -> None:
    found = of_goal("android.add_contact")
    params = load("android.add_contact").defaults()
    assert found[:4] == [params.name, params.phone, params.mailbox, params.domain]
    assert set(params.name.split()) <= set(found) and f"{params.mailbox}@{params.domain}" in found


def test_paths_are_named_in_full_and_quotations_without_quotes() -> None:
    params = load("cross.list_from_message").defaults()
    found = of_goal("cross.list_from_message")
    assert f"/home/user/Documents/{params.file}.txt" in found and params.reply in found
    assert "/home/user/Downloads" in of_goal("ubuntu.tidy_downloads")


@pytest.mark.parametrize("name", ["cross.report_pictures", "ubuntu.merge_lists", "android.reply_mail"])
def test_what_has_to_be_found_out_is_there_only_on_demand(name: str) -> None:
    task = load(name)
    kept = [p for p in task.parameters if f"{{{p}" not in task.description]
    values = {str(getattr(task.defaults(), p)) for p in kept}
    assert values and not values & set(of_goal(name)) and values <= set(of_goal(name, hidden=True))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name: Ada Dorn", ["Name: Ada Dorn", "Ada Dorn", "Ada", "Dorn"]),
        ("one\n\ntwo: 2.50\n", ["one\n\ntwo: 2.50\n", "one", "two: 2.50", "2.50"]),
        ("call +1 555 0142 at 7:05", ["call +1 555 0142 at 7:05", "+1 555 0142", "7:05"]),
        ("see ~/Documents/a-b.txt.", ["see ~/Documents/a-b.txt.", "~/Documents/a-b.txt"]),
        ("write to ada@example.org", ["write to ada@example.org", "ada@example.org"]),
        ("shop.example/order", ["shop.example/order"]),
        ("bell \x07", []),
        (" ", []),
    ],
)
def test_pieces_of_a_text(text: str, found: list[str]) -> None:
    assert list(pieces(text)) == found


def test_labels_bars_and_passwords_are_not_read() -> None:
    told = Element("text", "told")
    others = (
        Element("button", "Save", clickable=True),
        Element("text", "12:25", app="system"),
        Element("text_field", "••••", editable=True, password=True),
    )
    assert list(screen_texts((*others, told))) == ["told"]


def test_a_text_keeps_its_place_until_it_is_needed() -> None:
    slots = TextSlots(4)
    slots.start(["goal"])
    slots.see("android", ["a", "b"])
    slots.see("ubuntu", ["c"])
    assert slots.texts == ["goal", "a", "b", "c"] and slots.find("c") == 3 and slots[3] == "c"
    slots.see("android", ["b", "d"])  # only a can't be seen any more
    assert slots.texts == ["goal", "d", "b", "c"]
    slots.see("android", ["e", "f", "g", "h"])  # more than there is room for
    assert slots.texts == ["goal", "e", "f", "c"]
    assert slots.find("a") is None and slots.find("goal") == 0
    slots.start([])
    assert slots.texts == [] and slots[0] is None


def test_the_goal_takes_no_more_places_than_there_are() -> None:
    slots = TextSlots(2)
    slots.start(["one", "two", "three"])
    slots.see("android", ["four"])
    assert slots.texts == ["one", "two"]
