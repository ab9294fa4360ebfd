"""Impress: files of both formats, the questions around saving, PDF, pictures, several windows, as a user does it."""

from __future__ import annotations

import hashlib

import pytest

from crab_sim.documents import pdf
from crab_sim.engines.slides.formats import deck_bytes
from crab_sim.machine.slices import FILES, WINDOWS
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from tests.simulator.desktop._drive import (
    HOME,
    click,
    desktop,
    double_click,
    front_app,
    node,
    nodes,
    press,
    start,
    title,
    write,
)
from tests.simulator.desktop.apps.impress._steps import DOCUMENTS, impress, menu, saved, slides, state


def test_a_new_presentation_is_saved_as_odp_by_default() -> None:
    machine = impress("The garden")
    assert title(machine) == "Untitled 1 - LibreOffice Impress"
    press(machine, "ctrl+s")
    assert node(machine, role="dialog").text == "Save"
    write(machine, "garden")
    press(machine, "enter")
    assert title(machine) == "garden.odp - LibreOffice Impress"
    assert [slide.title for slide in slides(machine, "garden.odp")] == ["The garden"]
    click(machine, "The garden", role="text")
    write(machine, "!")
    click(machine, "Save", role="button")
    title_of = slides(machine, "garden.odp")[0].title
    assert "!" in title_of and title_of.replace("!", "") == "The garden"
    press(machine, "ctrl+w")
    assert front_app(machine) == ""


def test_powerpoint_is_asked_about_at_each_saving() -> None:
    machine = impress("one")
    saved(machine, "a.pptx")
    assert node(machine, role="dialog").text == "Keep Current Format?"
    click(machine, "Use PowerPoint 2007–365 Format!", role="button")
    assert title(machine) == "a.pptx - LibreOffice Impress" and slides(machine, "a.pptx")[0].title == "one"
    press(machine, "ctrl+m", "ctrl+s")
    click(machine, description="Ask when not saving in ODF or default format")
    press(machine, "enter")
    press(machine, "ctrl+m", "ctrl+s")
    assert not nodes(machine, role="dialog") and len(slides(machine, "a.pptx")) == 3


def test_the_question_offers_odf_under_another_name() -> None:
    machine = impress("one")
    saved(machine, "a.pptx")
    click(machine, "Use ODF Format!", role="button")
    press(machine, "enter")
    assert title(machine) == "Untitled 1.odp - LibreOffice Impress"


def test_a_file_that_exists_is_replaced_only_after_a_question() -> None:
    machine = impress("one")
    saved(machine, "a.odp")
    press(machine, "ctrl+n")
    assert title(machine) == "Untitled 1 - LibreOffice Impress"
    saved(machine, "a.odp")
    press(machine, "escape")
    assert slides(machine, "a.odp")[0].title == "one"
    press(machine, "enter")
    click(machine, "Replace", role="button")
    assert slides(machine, "a.odp")[0].title == "" and not nodes(machine, role="dialog")


def test_closing_asks_about_changes_in_the_text_being_edited_too() -> None:
    machine = impress()
    click(machine, "Click to add Title", role="text")
    write(machine, "kept")
    press(machine, "alt+f4")
    assert node(machine, role="dialog").text == "Save Document?"
    click(machine, "Cancel", role="button")
    press(machine, "ctrl+q")
    click(machine, "Save", role="button")
    write(machine, "kept\n")
    assert front_app(machine) == "" and slides(machine, "kept.odp")[0].title == "kept"
    start(machine, "LibreOffice Impress")
    press(machine, "ctrl+m", "ctrl+w")
    click(machine, "Don’t Save", role="button")
    assert front_app(machine) == ""


def test_undoing_all_changes_leaves_nothing_to_save() -> None:
    machine = impress("one")
    saved(machine, "a.odp")
    press(machine, "ctrl+m", "ctrl+z", "ctrl+w")
    assert front_app(machine) == ""


@pytest.mark.parametrize("kind", ["odp", "pptx"])
def test_presentations_open_from_files_by_a_double_click(kind: str) -> None:
    machine = impress("Agenda", "Costs")
    deck = state(machine).deck
    machine = desktop()
    machine.put(FILES, machine.files.write(f"{DOCUMENTS}/talk.{kind}", deck_bytes(deck, kind), machine.now))
    start(machine, "Files")
    double_click(machine, "Documents")
    double_click(machine, f"talk.{kind}")
    assert title(machine) == f"talk.{kind} - LibreOffice Impress"
    assert nodes(machine, "Agenda", role="text") and nodes(machine, "Slide 1 of 2")


def test_programs_of_the_shell_start_impress() -> None:
    machine = impress("x")
    saved(machine, "a.odp")
    start(machine, "Terminal")
    for command in ("loimpress ~/Documents/a.odp", "soffice --impress ~/Documents/a.odp", "xdg-open ~/Documents/a.odp"):
        press(machine, "ctrl+alt+t")
        write(machine, f"{command}\n")
        assert title(machine) == "a.odp - LibreOffice Impress"
    assert len([window for window in machine.get(WINDOWS) if window.app == "impress"]) == 1
    press(machine, "ctrl+alt+t")
    write(machine, "libreoffice --impress\n")
    assert title(machine) == "Untitled 1 - LibreOffice Impress"


def test_opening_uses_an_untouched_window_and_else_another() -> None:
    machine = impress()
    for name in ("a", "b"):
        data = slides_file([(name, ["x"])])
        machine.put(FILES, machine.files.write(f"{DOCUMENTS}/{name}.odp", data, machine.now))
    press(machine, "ctrl+o")
    assert node(machine, role="dialog").text == "Open"
    write(machine, f"{DOCUMENTS}/a.odp\n")
    assert title(machine) == "a.odp - LibreOffice Impress" and len(machine.get(WINDOWS)) == 1
    press(machine, "ctrl+o")
    write(machine, f"{DOCUMENTS}/b.odp\n")
    assert title(machine) == "b.odp - LibreOffice Impress" and len(machine.get(WINDOWS)) == 2


@pytest.mark.parametrize("data", [b"PK\3\4 broken", b"\x00binary", b"text"])
def test_files_that_are_no_presentations_show_an_error(data: bytes) -> None:
    machine = impress()
    machine.put(FILES, machine.files.write(f"{DOCUMENTS}/bad.odp", data, machine.now))
    press(machine, "ctrl+o")
    write(machine, f"{DOCUMENTS}/bad.odp\n")
    assert any("General input/output error" in n.text for n in machine.scene.nodes)
    press(machine, "enter")
    assert title(machine) == "Untitled 1 - LibreOffice Impress"
    press(machine, "ctrl+o")
    write(machine, f"{DOCUMENTS}/none.odp\n")
    assert any("does not exist" in n.text for n in machine.scene.nodes)


def test_a_folder_that_may_not_be_written_shows_an_error_and_the_window_stays() -> None:
    machine = impress("x")
    press(machine, "ctrl+w")
    click(machine, "Save", role="button")
    press(machine, "ctrl+a")
    write(machine, "/etc/x.odp\n")
    assert any("Access to the file was denied." in n.text for n in machine.scene.nodes)
    press(machine, "enter")
    assert front_app(machine) == "impress"
    saved(machine, "x.odp")
    assert front_app(machine) == "impress" and slides(machine, "x.odp")[0].title == "x"


def test_the_tool_bar_exports_a_pdf_of_the_shown_slides() -> None:
    machine = impress("Zoë’s garden", "Plan", "Costs")
    menu(machine, "Slide", "Hide Slide")
    saved(machine, "garden.odp")
    click(machine, "Export Directly as PDF", role="button")
    assert node(machine, role="dialog").text == "Export"
    press(machine, "enter")
    pages = pdf(machine.files.read(f"{DOCUMENTS}/garden.pdf"))
    assert pages is not None and [page.text.strip() for page in pages] == ["Zoë’s garden", "Plan"]
    assert title(machine) == "garden.odp - LibreOffice Impress"


def test_the_menu_exports_some_slides() -> None:
    machine = impress("one", "two", "three")
    menu(machine, "File", "Export As", "Export as PDF…")
    click(machine, description="Slides", role="radio")
    click(machine, description="Slides", role="text_field")
    press(machine, "ctrl+a")
    write(machine, "2-3\n")
    press(machine, "ctrl+a")
    write(machine, f"{DOCUMENTS}/part\n")
    pages = pdf(machine.files.read(f"{DOCUMENTS}/part.pdf"))
    assert pages is not None and [page.text.strip() for page in pages] == ["two", "three"]


def test_a_picture_of_the_file_chooser_is_on_the_slide_and_in_the_file() -> None:
    machine = impress("With a picture")
    name = next(name for name in machine.files.list(f"{HOME}/Pictures") if name.endswith(".jpg"))
    press(machine, "ctrl+m")
    menu(machine, "Insert", "Image…")
    assert node(machine, role="dialog").text == "Insert Image"
    double_click(machine, name)
    assert nodes(machine, description="Image", role="image")
    saved(machine, "a.odp")
    (shape,) = [shape for shape in slides(machine, "a.odp")[1].shapes if shape.kind == "picture"]
    assert shape.digest == hashlib.sha256(machine.files.read(f"{HOME}/Pictures/{name}")).hexdigest()
    menu(machine, "Insert", "Image…")
    write(machine, f"{DOCUMENTS}/a.odp\n")
    assert any("Image file cannot be opened" in n.text for n in machine.scene.nodes)
