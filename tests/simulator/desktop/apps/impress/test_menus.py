"""Impress' menus: looks, objects, grounds, searching, slides of lists, as a user chooses them, and in saved files."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.impress.state import shape_of, slide_of
from crab_sim.engines.slides.model import Box
from crab_sim.engines.writing.model import Look, text_of
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import center, click, node, nodes, press, write
from tests.simulator.desktop.apps.impress._steps import impress, menu, saved, slides, state


def keep(machine: Desktop, name: str) -> None:
    """Saves under a name, in the format that its ending asks for."""
    saved(machine, name)
    for button in nodes(machine, role="button"):
        if button.text.startswith("Use PowerPoint"):
            machine.execute("click", center(button))


def titles(machine: Desktop) -> list[str]:
    return [
        text_of(shape.text) for slide in state(machine).deck.slides for shape in slide.shapes if shape.kind == "title"
    ]


@pytest.mark.parametrize(("kind", "other"), [("odp", "text-position super 58%"), ("pptx", "raised")])
def test_a_title_is_raised_and_saved(kind: str, other: str) -> None:
    machine = impress("Tea")
    click(machine, "Tea", role="text")
    press(machine, "ctrl+a")
    menu(machine, "Format", "Text", "Superscript")
    press(machine, "escape")
    assert shape_of(state(machine), 0).text[0].runs[0].look == Look(script="super")
    keep(machine, f"a.{kind}")
    assert other in slides(machine, f"a.{kind}")[0].shapes[0].other
    menu(machine, "File", "Reload")
    assert shape_of(state(machine), 0).text[0].runs[0].look == Look(script="super")


def test_the_dialog_for_characters_and_special_ones() -> None:
    machine = impress("Tea")
    click(machine, "Tea", role="text")
    press(machine, "escape")
    menu(machine, "Format", "Character…")
    click(machine, "Bold", role="radio")
    click(machine, "Font Effects", role="tab")
    click(machine, "Small capitals", role="radio")
    press(machine, "enter")
    assert shape_of(state(machine), 0).text[0].runs[0].look == Look(bold=True, caps="small")
    press(machine, "ctrl+z")
    assert not any(shape_of(state(machine), 0).text[0].runs[0].look)
    click(machine, "Tea", role="text")
    press(machine, "end")
    menu(machine, "Insert", "Special Character…")
    click(machine, "€", role="radio")
    click(machine, "Insert", role="button")
    press(machine, "ctrl+a")
    menu(machine, "Format", "Text", "UPPERCASE")
    press(machine, "escape")
    assert titles(machine) == ["TEA€"]


@pytest.mark.parametrize(("kind", "ground"), [("odp", "ground solid #ff8000"), ("pptx", "ground FF8000")])
def test_a_slide_gets_a_ground(kind: str, ground: str) -> None:
    machine = impress("One", "Two")
    menu(machine, "Slide", "Slide Properties…")
    click(machine, "Orange", role="radio")
    press(machine, "enter")
    assert [slide.ground for slide in state(machine).deck.slides] == ["", "#ff8000"]
    keep(machine, f"a.{kind}")
    assert [slide.others for slide in slides(machine, f"a.{kind}")] == [(), (ground,)]
    menu(machine, "File", "Reload")
    assert [slide.ground for slide in state(machine).deck.slides] == ["", "#ff8000"]
    menu(machine, "Slide", "Navigate", "To Next Slide")
    menu(machine, "Slide", "Slide Properties…")
    click(machine, "None", role="radio")
    click(machine, "OK", role="button")
    assert [slide.ground for slide in state(machine).deck.slides] == ["", ""]


def test_objects_are_copied_aligned_and_stacked() -> None:
    machine = impress("Tea")
    click(machine, "Tea", role="text")
    press(machine, "escape")
    menu(machine, "Edit", "Duplicate…")
    click(machine, description="Number of copies:", role="text_field")
    press(machine, "ctrl+a")
    write(machine, "2")
    press(machine, "enter")
    kinds = [shape.kind for shape in slide_of(state(machine)).shapes]
    assert kinds == ["title", "subtitle", "text", "text"] and state(machine).chosen == 3
    first, last = (slide_of(state(machine)).shapes[i].box for i in (0, 3))
    assert (last.x - first.x, last.y - first.y) == (1000, 1000)
    for entry in ("Right", "Bottom"):
        menu(machine, "Format", "Align Objects", entry)
    deck = state(machine).deck
    assert slide_of(state(machine)).shapes[3].box == Box(deck.width - last.width, deck.height - last.height, *last[2:])
    menu(machine, "Format", "Arrange", "Send Backward")
    assert state(machine).chosen == 2 and slide_of(state(machine)).shapes[2].box.width == last.width
    menu(machine, "Format", "Arrange", "Send to Back")
    assert state(machine).chosen == 0
    press(machine, "ctrl+z", "ctrl+z")
    assert slide_of(state(machine)).shapes[3].box.x == deck.width - last.width


def test_words_are_found_and_replaced_on_all_slides() -> None:
    machine = impress("Green tea", "Black tea", "Coffee")
    press(machine, "ctrl+home", "ctrl+h")
    click(machine, description="Find", role="text_field")
    write(machine, "tea")
    for slide in (0, 1, 0):
        click(machine, "Find Next", role="button")
        assert state(machine).current == slide and state(machine).session is not None
    click(machine, description="Replace", role="text_field")
    write(machine, "mate")
    click(machine, "Replace All", role="button")
    assert nodes(machine, "Search key replaced 2 times")
    press(machine, "escape")
    assert titles(machine) == ["Green mate", "Black mate", "Coffee"]
    press(machine, "ctrl+z")
    assert titles(machine) == ["Green tea", "Black tea", "Coffee"]


def test_slides_are_summed_up_expanded_hidden_and_shown() -> None:
    machine = impress("Tea", "Milk")
    press(machine, "ctrl+home")
    menu(machine, "Slide", "Summary Slide")
    assert state(machine).current == 2
    (listed,) = [shape for shape in slide_of(state(machine)).shapes if shape.kind == "outline"]
    assert text_of(listed.text) == "Tea\nMilk"
    menu(machine, "Slide", "Expand Slide")
    assert titles(machine) == ["Tea", "Milk", "", "Tea", "Milk"] and state(machine).current == 3
    menu(machine, "Slide", "Hide Slide")
    menu(machine, "Slide", "Show Slide")
    assert not slide_of(state(machine)).hidden


def test_bars_are_hidden_and_a_copy_is_saved() -> None:
    machine = impress("Tea")
    menu(machine, "View", "Status Bar")
    assert not nodes(machine, "Slide 1 of 1")
    menu(machine, "View", "Toolbars", "Drawing")
    assert not nodes(machine, "Rectangle", role="button")
    menu(machine, "View", "Status Bar")
    assert nodes(machine, "Slide 1 of 1")
    menu(machine, "File", "Save a Copy…")
    press(machine, "ctrl+a")
    write(machine, "copy.odp\n")
    assert slides(machine, "copy.odp")[0].title == "Tea" and nodes(machine, "Untitled 1 - LibreOffice Impress")
    menu(machine, "Help", "About LibreOffice")
    assert node(machine, "LibreOffice", role="dialog")


def test_buttons_of_the_bars() -> None:
    machine = impress()
    click(machine, "Display Views", role="button")
    click(machine, "Notes", role="menu_item")
    assert nodes(machine, description="Notes View")
    click(machine, "Draw Functions", role="button")
    assert not nodes(machine, "Select", role="button")
    click(machine, "Draw Functions", role="button")
    click(machine, "Display Views", role="button")
    click(machine, "Normal", role="menu_item")
    click(machine, "Text Box", role="button")
    assert node(machine, "Text Box", role="button").flags & 4
    click(machine, "Select", role="button")
    assert not node(machine, "Text Box", role="button").flags & 4
    click(machine, "Close Document", role="button")
    assert machine.get(WINDOWS) == ()
