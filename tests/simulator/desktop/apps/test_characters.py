"""Characters: categories, search, copying, the recently used ones."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.characters.data import CATEGORIES, members
from crab_sim.draw import text as metrics
from crab_sim.machine.slices import CLIPBOARD
from tests.simulator.desktop._drive import center, click, desktop, node, nodes, press, start, write


@pytest.fixture
def machine() -> Desktop:
    return desktop("Characters")


def shown(machine: Desktop) -> list[str]:
    return [n.text for n in nodes(machine, role="button") if n.message and n.message[0] == "character"]


def test_every_category_has_characters_that_are_drawn() -> None:
    for category in CATEGORIES:
        assert len(members(category.name)) > 10, category.name
        assert all(metrics.covers(one) for one in members(category.name))
    assert "€" in members("Currencies") and "→" in members("Arrows") and "ß" in members("Letters")
    assert not metrics.covers("漢")


def test_a_character_is_found_by_name_and_copied(machine: Desktop) -> None:
    write(machine, "euro sign")
    assert shown(machine)[0] == "€"
    click(machine, "€", role="button")
    assert nodes(machine, "Unicode U+20AC") and nodes(machine, "Euro Sign", role="dialog")
    click(machine, "Copy Character", role="button")
    assert machine.get(CLIPBOARD) == "€"
    assert nodes(machine, "Character copied to clipboard")
    press(machine, "escape", "escape")
    assert "€" not in shown(machine)


def test_recently_used_ones_stand_first(machine: Desktop) -> None:
    click(machine, "Recently Used", role="list_item")
    assert nodes(machine, "No Recent Characters")
    for query in ("u+221e\n", "one half\n", "u+221e\n"):
        write(machine, query)
        press(machine, "enter", "escape", "escape")
    assert shown(machine) == ["∞", "½"]
    press(machine, "ctrl+w")
    start(machine, "Characters")
    click(machine, "Recently Used", role="list_item")
    assert shown(machine) == ["∞", "½"]


def test_categories_and_scrolling(machine: Desktop) -> None:
    click(machine, "Letters", role="list_item")
    assert shown(machine)[:3] == ["A", "B", "C"]
    machine.execute("scroll", {**center(node(machine, "A", role="button")), "direction": "down", "amount": 20})
    assert "A" not in shown(machine)
    click(machine, "Arrows", role="list_item")
    assert shown(machine)[:4] == ["←", "↑", "→", "↓"]


def test_a_copied_character_is_pasted_elsewhere(machine: Desktop) -> None:
    write(machine, "infinity\n")
    press(machine, "ctrl+c")
    start(machine, "Text Editor")
    press(machine, "ctrl+v")
    assert node(machine, rid="text_view").text == "∞"


def test_no_results(machine: Desktop) -> None:
    write(machine, "no such sign\n")
    assert nodes(machine, "No Results Found") and not nodes(machine, role="dialog")


def test_the_menu_opens_and_closes() -> None:
    machine = desktop("Characters")
    press(machine, "f10")
    assert node(machine, "Keyboard Shortcuts", role="menu_item")
    press(machine, "escape")
    assert not nodes(machine, role="menu_item")
