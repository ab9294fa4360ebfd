"""Impress: texts edited in their place, objects, slides, layouts, notes, undo, the show, as a user does it."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.impress.state import slide_of
from crab_sim.engines.slides.model import words
from crab_sim.engines.writing.model import text_of
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui.node import SELECTED
from tests.simulator.desktop._drive import center, click, node, nodes, press, title, write
from tests.simulator.desktop.apps.impress._steps import impress, menu, saved, slides, state

TITLES = ("one", "two", "three")


def titles(machine: Desktop) -> list[str]:
    return [text_of(slide.shapes[0].text) for slide in state(machine).deck.slides]


def said(machine: Desktop) -> list[str]:
    """Returns the texts of the objects on the slide that is shown."""
    press(machine, "escape", "escape")
    return [text_of(shape.text) for shape in slide_of(state(machine)).shapes]


def test_a_click_edits_a_text_in_its_place() -> None:
    machine = impress()
    click(machine, "Click to add Title", role="text")
    field = node(machine, description="Title", role="text_field")
    assert field.message and nodes(machine, "TextEdit: Paragraph 1, Row 1, Column 1")
    write(machine, "Our garden")
    assert node(machine, description="Title", role="text_field").text == "Our garden"
    press(machine, "home", "shift+end", "delete")
    write(machine, "Yours")
    press(machine, "escape")
    assert not nodes(machine, role="text_field") and nodes(machine, "Yours", role="text")
    assert node(machine, description="Title", role="other").flags & SELECTED and nodes(machine, "Title selected")


def test_keys_choose_and_edit_texts_as_in_libreoffice() -> None:
    machine = impress()
    press(machine, "tab", "f2")
    write(machine, "Title")
    press(machine, "escape", "tab", "enter")
    write(machine, "Subtitle")
    press(machine, "escape", "shift+tab")
    write(machine, "!")
    assert said(machine) == ["Title!", "Subtitle"]
    press(machine, "tab", "f2", "ctrl+a")
    write(machine, "New")
    assert said(machine) == ["New", "Subtitle"]


def test_control_enter_goes_to_the_next_place_and_to_a_new_slide() -> None:
    machine = impress()
    press(machine, "ctrl+enter")
    write(machine, "a")
    press(machine, "ctrl+enter")
    write(machine, "b")
    press(machine, "ctrl+enter", "ctrl+enter")
    write(machine, "c")
    press(machine, "escape")
    assert [words(slide) for slide in state(machine).deck.slides] == ["a\nb", "c"]
    assert slide_of(state(machine)).layout == "content"


def test_tabs_and_menus_change_the_levels_of_an_outline() -> None:
    machine = impress("t")
    press(machine, "ctrl+m")
    click(machine, "Click to add Text", role="text")
    write(machine, "one\n\ttwo\n\tthree\n")
    press(machine, "shift+tab", "shift+tab")
    write(machine, "four")
    menu(machine, "Format", "Lists", "Demote One Level")
    press(machine, "escape")
    text = slide_of(state(machine)).shapes[1].text
    assert [(paragraph.level, paragraph.marker) for paragraph in text] == [
        (0, "bullet"), (1, "bullet"), (2, "bullet"), (1, "bullet"),
    ]  # fmt: skip
    menu(machine, "Format", "Lists", "Ordered List")
    assert {paragraph.marker for paragraph in slide_of(state(machine)).shapes[1].text} == {"number"}


@pytest.mark.parametrize(
    ("way", "field"), [("ctrl+b", "bold"), ("ctrl+i", "italic"), ("ctrl+u", "underline"), ("menu", "strike")]
)
def test_looks_apply_to_the_selection_or_the_whole_object(way: str, field: str) -> None:
    machine = impress("one two")

    def apply() -> None:
        menu(machine, "Format", "Text", "Strikethrough") if way == "menu" else press(machine, way)

    press(machine, "tab", "f2", "home", "ctrl+shift+right")
    apply()
    press(machine, "escape")
    (paragraph,) = slide_of(state(machine)).shapes[0].text
    assert [(run.text, getattr(run.look, field)) for run in paragraph.runs] == [("one ", True), ("two", None)]
    apply()
    (run,) = slide_of(state(machine)).shapes[0].text[0].runs
    assert run.text == "one two" and getattr(run.look, field) is True


def test_the_tool_bar_sets_size_colour_and_alignment() -> None:
    machine = impress("one")
    press(machine, "tab")
    assert nodes(machine, "44 pt", role="list")
    click(machine, description="Font Size")
    click(machine, "60 pt", role="menu_item")
    click(machine, "Font Color", role="button")
    click(machine, "Red", role="menu_item")
    click(machine, "Right", role="button")
    (paragraph,) = slide_of(state(machine)).shapes[0].text
    assert (paragraph.runs[0].look.size, paragraph.runs[0].look.color, paragraph.align) == (60.0, "#ff0000", "right")
    assert nodes(machine, "60 pt", role="list")
    press(machine, "ctrl+shift+m")
    assert slide_of(state(machine)).shapes[0].text[0].runs[0].look.size == 0


def test_a_text_box_is_drawn_grows_and_goes_without_text() -> None:
    machine = impress("t")
    menu(machine, "Insert", "Text Box")
    left, _, right, bottom = node(machine, description="Slide View").bounds
    x, y = left + 120, bottom - 120
    machine.execute("drag", {"x1": x, "y1": y, "x2": x + 200, "y2": y + 30})
    write(machine, "first\nsecond\nthird")
    box = slide_of(state(machine)).shapes[-1].box
    press(machine, "escape")
    grown = slide_of(state(machine)).shapes[-1].box
    assert grown.height > box.height and (grown.x, grown.y, grown.width) == (box.x, box.y, box.width)
    assert nodes(machine, "third", role="text")
    count = len(slide_of(state(machine)).shapes)
    click(machine, "Text Box", role="button")
    machine.execute("click", {"x": right - 60, "y": bottom - 60})
    assert len(slide_of(state(machine)).shapes) == count + 1
    press(machine, "escape")
    assert len(slide_of(state(machine)).shapes) == count


def test_objects_move_resize_nudge_and_go() -> None:
    machine = impress("t")
    before = slide_of(state(machine)).shapes[0].box
    at = center(node(machine, "t", role="text"))
    press(machine, "escape")
    machine.execute("drag", {"x1": at["x"], "y1": at["y"], "x2": at["x"] + 40, "y2": at["y"] + 25})
    moved = slide_of(state(machine)).shapes[0].box
    assert moved.x > before.x and moved.y > before.y and moved[2:] == before[2:]
    press(machine, "right", "right", "up")
    nudged = slide_of(state(machine)).shapes[0].box
    assert (nudged.x, nudged.y) == (moved.x + 200, moved.y - 100)
    _, _, right, bottom = node(machine, description="Title").bounds
    machine.execute("drag", {"x1": right - 1, "y1": bottom - 1, "x2": right - 60, "y2": bottom + 30})
    sized = slide_of(state(machine)).shapes[0].box
    assert sized.width < nudged.width and sized.height > nudged.height and (sized.x, sized.y) == (nudged.x, nudged.y)
    press(machine, "delete")
    assert text_of(slide_of(state(machine)).shapes[0].text) == "" and nodes(machine, "Click to add Title")
    press(machine, "delete")
    assert [shape.kind for shape in slide_of(state(machine)).shapes] == ["subtitle"]
    press(machine, *["ctrl+z"] * 7)
    assert slide_of(state(machine)).shapes[0].box == before


def test_double_clicks_select_a_word_and_drags_a_range() -> None:
    machine = impress("first second")
    left, top, right, bottom = node(machine, "first second", role="text").bounds
    machine.execute("double_click", {"x": left + 12, "y": (top + bottom) // 2})
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == "first"
    machine.execute("drag", {"x1": left, "y1": top + 9, "x2": right + 3, "y2": top + 9})
    press(machine, "ctrl+x", "escape")
    assert machine.get(CLIPBOARD) == "first second" and nodes(machine, "Click to add Title")


# Slides -----------------------------------------------------------------------------------------------------------


def test_slides_are_added_copied_and_deleted_by_menus() -> None:
    machine = impress(*TITLES)
    assert nodes(machine, "Slide 3 of 3") and titles(machine) == ["one", "two", "three"]
    click(machine, "Slide 1", role="list_item")
    menu(machine, "Slide", "Duplicate Slide")
    assert titles(machine) == ["one", "one", "two", "three"] and nodes(machine, "Slide 2 of 4")
    menu(machine, "Slide", "Delete Slide")
    click(machine, "Delete Slide", role="button")
    assert titles(machine) == ["one", "three"]
    press(machine, "ctrl+z", "ctrl+z", "ctrl+y")
    assert titles(machine) == ["one", "two", "three"]


def test_keys_turn_the_slides() -> None:
    machine = impress(*TITLES)
    press(machine, "home")
    assert nodes(machine, "Slide 1 of 3")
    press(machine, "pagedown")
    assert nodes(machine, "Slide 2 of 3") and nodes(machine, "two", role="text")
    press(machine, "end", "pageup")
    assert nodes(machine, "Slide 2 of 3")
    click(machine, "Slide 3", role="list_item")
    press(machine, "up")
    assert nodes(machine, "Slide 2 of 3")


@pytest.mark.parametrize(
    ("start", "path", "left"),
    [
        ("Slide 3", "Slide to Start", ["three", "one", "two"]), ("Slide 3", "Slide Up", ["one", "three", "two"]),
        ("Slide 1", "Slide Down", ["two", "one", "three"]), ("Slide 1", "Slide to End", ["two", "three", "one"]),
    ],
)  # fmt: skip
def test_slides_move_by_the_menu(start: str, path: str, left: list[str]) -> None:
    machine = impress(*TITLES)
    click(machine, start, role="list_item")
    menu(machine, "Slide", "Move", path)
    assert titles(machine) == left
    assert titles(machine)[state(machine).current] == {"Slide 3": "three", "Slide 1": "one"}[start]


def test_slides_move_by_dragging_and_by_keys_in_the_pane() -> None:
    machine = impress(*TITLES)
    first, last = (center(node(machine, name, role="list_item")) for name in ("Slide 1", "Slide 3"))
    machine.execute("drag", {"x1": first["x"], "y1": first["y"], "x2": last["x"], "y2": last["y"]})
    assert titles(machine) == ["two", "three", "one"] and nodes(machine, "Slide 3 of 3")
    press(machine, "alt+shift+pageup")
    assert titles(machine) == ["two", "one", "three"]
    press(machine, "alt+shift+home", "ctrl+x")
    assert titles(machine) == ["two", "three"]
    press(machine, "end", "ctrl+v")
    assert titles(machine) == ["two", "three", "one"]
    press(machine, "delete")
    assert titles(machine) == ["two", "three"]


def test_the_context_menu_of_the_pane_hides_a_slide() -> None:
    machine = impress(*TITLES)
    click(machine, "Slide 2", role="list_item", verb="right_click")
    click(machine, "Hide Slide", role="menu_item")
    assert node(machine, "Slide 2", role="list_item").description == "Hidden slide"
    saved(machine, "a.odp")
    assert [slide.title for slide in slides(machine, "a.odp")] == list(TITLES)
    press(machine, "f5")
    assert nodes(machine, "one", role="text")
    press(machine, "pagedown")
    assert nodes(machine, "three", role="text")


def test_renamed_slides_have_other_names() -> None:
    machine = impress(*TITLES)
    menu(machine, "Slide", "Rename Slide…")
    assert node(machine, role="dialog").text == "Rename Slide"
    write(machine, "Slide 1\n")
    assert nodes(machine, role="dialog"), "another slide has the name"
    press(machine, "ctrl+a")
    write(machine, "Costs")
    click(machine, "OK", role="button")
    assert nodes(machine, "Costs", role="list_item") and not nodes(machine, role="dialog")


def test_layouts_come_from_the_pane_the_menu_and_the_tool_bar() -> None:
    machine = impress("t")
    click(machine, "Title and 2 Content", role="list_item")
    assert [shape.kind for shape in slide_of(state(machine)).shapes] == ["title", "outline", "outline"]
    menu(machine, "Slide", "Layout", "Title Only")
    assert [shape.kind for shape in slide_of(state(machine)).shapes] == ["title"]
    click(machine, "Slide Layout", role="button")
    click(machine, "Title, Content", role="menu_item")
    assert slide_of(state(machine)).layout == "content" and titles(machine) == ["t"]


def test_panes_close_and_come_back() -> None:
    machine = impress("t")
    click(machine, "Close Pane", role="button")
    assert not nodes(machine, role="list_item", text="Slide 1")
    click(machine, "Close Sidebar Deck", role="button")
    assert not nodes(machine, "Title Only")
    menu(machine, "View", "Slide Pane")
    press(machine, "ctrl+f5")
    assert nodes(machine, role="list_item", text="Slide 1") and nodes(machine, "Title Only")


def test_notes_are_written_below_their_slide() -> None:
    machine = impress("one")
    menu(machine, "View", "Notes")
    click(machine, "Click to add Notes", role="text")
    write(machine, "Speak up.\nSlowly.")
    menu(machine, "View", "Normal")
    saved(machine, "a.odp")
    assert slides(machine, "a.odp")[0].notes == "Speak up.\nSlowly." and nodes(machine, "one", role="text")


# Undo, clipboard --------------------------------------------------------------------------------------------------


def test_undo_goes_back_first_in_the_text_then_in_the_presentation() -> None:
    machine = impress("one")
    press(machine, "ctrl+m", "tab", "f2")
    write(machine, "two")
    press(machine, "enter")
    write(machine, "x")
    press(machine, "ctrl+z", "ctrl+z")
    assert node(machine, role="text_field").text == "two"
    press(machine, "escape", "ctrl+z")
    assert titles(machine) == ["one", ""]
    press(machine, "ctrl+z")
    assert titles(machine) == ["one"]
    press(machine, "ctrl+y", "ctrl+y")
    assert titles(machine) == ["one", "two"]


def test_objects_and_texts_are_copied() -> None:
    machine = impress("one")
    press(machine, "tab", "ctrl+c", "ctrl+m", "ctrl+v")
    assert "one" in said(machine)
    press(machine, "tab", "f2")
    press(machine, "ctrl+v")
    assert said(machine)[0] == "one"
    machine.put(CLIPBOARD, "from elsewhere\nsecond")
    press(machine, "ctrl+v")
    shape = slide_of(state(machine)).shapes[-1]
    assert shape.kind == "text" and text_of(shape.text) == "from elsewhere\nsecond"


# The show ---------------------------------------------------------------------------------------------------------


def test_the_show_fills_the_screen_until_escape() -> None:
    machine = impress(*TITLES)
    press(machine, "f5")
    assert node(machine, role="window").bounds == (0, 0, machine.width, machine.height)
    assert not nodes(machine, description="Title bar") and not nodes(machine, "Activities")
    assert nodes(machine, "one", role="text") and nodes(machine, description="Slide show: Slide 1")
    for expected in ("two", "three"):
        press(machine, "pagedown")
        assert nodes(machine, expected, role="text")
    press(machine, "pageup", "escape")
    assert nodes(machine, "Slide 2 of 3") and nodes(machine, "Activities")
    assert title(machine) == "Untitled 1 - LibreOffice Impress"


def test_the_show_ends_behind_the_last_slide() -> None:
    machine = impress(*TITLES)
    press(machine, "shift+f5")
    assert nodes(machine, "three", role="text")
    machine.execute("click", {"x": 500, "y": 500})
    assert nodes(machine, "Click to exit presentation…", role="text")
    press(machine, "pageup")
    assert nodes(machine, "three", role="text")
    write(machine, "n \x1b")
    assert nodes(machine, "Slide 3 of 3")


def test_the_menu_of_the_show_turns_and_ends_it() -> None:
    machine = impress(*TITLES)
    menu(machine, "Slide Show", "Start from First Slide")
    machine.execute("right_click", {"x": 400, "y": 400})
    click(machine, "Last Slide", role="menu_item")
    assert nodes(machine, "three", role="text")
    machine.execute("right_click", {"x": 400, "y": 400})
    click(machine, "End Show", role="menu_item")
    assert nodes(machine, "Slide 3 of 3")


def test_a_double_click_on_a_picture_chooses_it() -> None:
    machine = impress("t")
    menu(machine, "Insert", "Image…")
    write(machine, "sketch.png\n")
    press(machine, "escape")
    click(machine, description="Image", role="image", verb="double_click")
    assert nodes(machine, "Image selected")
    press(machine, "delete")
    assert not nodes(machine, description="Image", role="image")
