"""Texts to write: what the goal names, what can be read, and the places that texts keep."""

from __future__ import annotations

import pickle

import pytest

from crab_gym.backends.base import Element
from crab_gym.task import load
from crab_gym.wrappers.candidates import (
    LAST,
    TextSlots,
    goal_parts,
    goal_texts,
    ordinals,
    pieces,
    screen_parts,
    screen_texts,
    words_at,
)


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


def test_names_are_cut_out_of_a_goal_and_quotations_in_both_cases() -> None:
    assert goal_parts("Forward Bruno's e-mail to Élise") == ["Forward", "Bruno", "Élise"]
    assert goal_parts('Type "coPpER for Ada" in all capital letters') == ["Type", "COPPER FOR ADA", "copper for ada"]
    assert goal_parts("turn it off") == []


@pytest.mark.parametrize(
    ("goal", "places"),
    [
        ("Type the 11th word, then the 2nd", (11, 2)),
        ("the First field and the LAST one", (1, LAST)),
        ("wait a second, 3rds and 4 things", (2,)),
        ("Choose 3 of them", ()),
    ],
)
def test_places_that_a_goal_names(goal: str, places: tuple[int, ...]) -> None:
    assert ordinals(goal) == places


def test_words_at_places() -> None:
    assert words_at('He said "yes, Kira".', (3, LAST, 9)) == ("yes", "Kira")
    assert words_at("alone", (1, LAST)) == words_at("", (LAST,)) == words_at("? !", (1,)) == ()


def test_words_are_cut_out_of_what_can_be_read_and_names_out_of_pictures() -> None:
    goal = "Type the 2nd word of the note"
    told, asked = Element("text", "three small words"), Element("text", goal)
    picture, secret = Element("image", "", "Sign: no entry"), Element("text_field", "my secret", password=True)
    label, bar = Element("button", "Not this one"), Element("text", "not this one", app="system")
    shown = [told, asked, picture, secret, label, bar]
    assert list(screen_parts(shown, goal)) == ["small", "Sign: no entry", "no entry"]
    assert list(screen_parts(shown, "Type a word")) == ["Sign: no entry", "no entry"]


def test_text_slots_travel() -> None:
    slots = TextSlots(3)
    slots.start(["Ada"])
    slots.see("android", ["42", "7"])
    twin = pickle.loads(pickle.dumps(slots))
    for each in (slots, twin):
        each.see("android", ["new"])
    assert twin.texts == slots.texts == ["Ada", "new", "7"]
