from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.widgets import TRASH
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui.node import SELECTED
from tests.simulator.desktop._drive import (
    HOME,
    center,
    click,
    desktop,
    double_click,
    front_app,
    names,
    node,
    nodes,
    press,
    right_click,
    screen,
    title,
    write,
)


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    files = machine.files.mkdir(f"{HOME}/Documents/work", machine.now)
    machine.put(FILES, files.write(f"{HOME}/Documents/plan.txt", b"a plan\n", machine.now))
    machine.launch("files", (f"{HOME}/Documents",))
    return machine


def drag(machine: Desktop, name: str, *onto: str, role: str = "cell") -> None:
    first, last = center(node(machine, name, role="cell")), center(node(machine, *onto, role=role))
    machine.execute("drag", {"x1": first["x"], "y1": first["y"], "x2": last["x"], "y2": last["y"]})


@pytest.mark.parametrize("listing", [True, False])
def test_files_are_dragged_onto_folders(machine: Desktop, listing: bool) -> None:
    press(machine, "ctrl+1" if listing else "ctrl+2")
    drag(machine, "plan.txt", "work")
    assert machine.files.read(f"{HOME}/Documents/work/plan.txt") == b"a plan\n" and "plan.txt" not in names(machine)
    drag(machine, "work", "letters")
    drag(machine, "lists", "Home", role="list_item")
    assert machine.files.is_file(f"{HOME}/Documents/letters/work/plan.txt") and machine.files.is_dir(f"{HOME}/lists")
    drag(machine, "letters", "Trash", role="list_item")
    assert not machine.files.exists(f"{HOME}/Documents/letters") and machine.files.is_dir(f"{TRASH}/letters")


def test_dragging_changes_nothing_where_a_name_is_taken_or_nothing_takes_it(machine: Desktop) -> None:
    machine.put(FILES, machine.files.write(f"{HOME}/Documents/work/plan.txt", b"another\n", machine.now))
    before = machine.files
    drag(machine, "work", "work")
    drag(machine, "plan.txt", "Starred", role="list_item")
    drag(machine, "plan.txt", "work")
    assert machine.files == before and nodes(machine, "The files could not be moved.")


def test_home_lists_folders_without_hidden_ones() -> None:
    machine = desktop("Files")
    assert names(machine) == [
        "Desktop", "Documents", "Downloads", "Music", "Pictures", "projects", "Videos",
    ]  # fmt: skip
    press(machine, "ctrl+h")
    assert ".local" in names(machine) and ".bashrc" in names(machine)


def test_folders_come_first_and_columns_sort(machine: Desktop) -> None:
    shown = names(machine)
    assert shown[:3] == ["letters", "lists", "work"]
    assert shown[3:] == sorted(shown[3:], key=str.casefold)
    press(machine, "ctrl+1")  # a list in place of icons
    click(machine, "Name", role="button")
    assert names(machine)[:3] == ["work", "lists", "letters"]
    click(machine, "Modified", role="button")
    assert names(machine)[3] == "plan.txt"


def test_going_in_back_forward_and_up(machine: Desktop) -> None:
    double_click(machine, "lists", role="cell")
    assert title(machine) == "lists"
    press(machine, "alt+left")
    assert title(machine) == "Documents"
    click(machine, description="Forward")
    assert title(machine) == "lists"
    press(machine, "backspace", "alt+up")
    assert title(machine) == "Home"
    click(machine, "Pictures", role="cell")
    assert title(machine) == "Home", "the first match in front is the row, which a click selects"
    press(machine, "enter")
    assert title(machine) == "Pictures"
    click(machine, "Home", role="button")
    assert title(machine) == "Home"


def test_files_open_in_the_apps_for_their_kinds(machine: Desktop) -> None:
    double_click(machine, "plan.txt")
    assert title(machine) == "plan.txt (~/Documents) - Text Editor"
    machine.launch("files", (f"{HOME}/Pictures",))
    picture = next(name for name in names(machine) if name.endswith(".jpg"))
    double_click(machine, picture)
    assert (front_app(machine), title(machine)) == ("image_viewer", picture)
    assert nodes(machine, description=picture, role="image")
    machine.launch("files", (f"{HOME}/Music",))
    double_click(machine, names(machine)[0])
    assert front_app(machine) == "music"
    machine.put(FILES, machine.files.write(f"{HOME}/Videos/disk.img", bytes(600), machine.now))
    machine.launch("files", (f"{HOME}/Videos",))
    double_click(machine, "disk.img")
    assert any("Could not display" in n.text for n in nodes(machine, role="dialog"))


def test_new_folder_checks_the_name(machine: Desktop) -> None:
    press(machine, "ctrl+shift+n")
    press(machine, "enter")
    assert nodes(machine, "New Folder", role="dialog"), "an empty name is no name"
    for bad, why in (
        ("a/b", "Folder names cannot contain “/”."),
        ("..", "A folder cannot be called “..”."),
        ("work", "A folder with that name already exists."),
    ):
        press(machine, "ctrl+a")
        write(machine, bad)
        assert nodes(machine, why)
        press(machine, "enter")
        assert nodes(machine, role="dialog")
    press(machine, "ctrl+a")
    write(machine, "ideas\n")
    assert machine.files.is_dir(f"{HOME}/Documents/ideas")
    assert node(machine, "ideas", role="cell").flags & 8, "the new folder is selected"


def test_renaming_keeps_the_extension_selected_out(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "f2")
    write(machine, "idea")
    press(machine, "enter")
    assert machine.files.read(f"{HOME}/Documents/idea.txt") == b"a plan\n"
    right_click(machine, "work")
    click(machine, "Rename…")
    write(machine, "done")
    click(machine, "Rename", role="button")
    assert machine.files.is_dir(f"{HOME}/Documents/done")
    right_click(machine, "done")
    click(machine, "Rename…")
    press(machine, "escape")
    assert not nodes(machine, role="dialog")


def test_copy_and_paste_a_file_into_another_folder(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == f"{HOME}/Documents/plan.txt"
    double_click(machine, "work", role="cell")
    press(machine, "ctrl+v")
    assert machine.files.read(f"{HOME}/Documents/work/plan.txt") == b"a plan\n"
    assert machine.files.exists(f"{HOME}/Documents/plan.txt")
    press(machine, "ctrl+v")
    press(machine, "enter") if nodes(machine, role="dialog") else None
    assert names(machine) == ["plan.txt"]


def test_pasting_beside_the_original_makes_a_copy(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "ctrl+c", "ctrl+v", "ctrl+v")
    assert {"plan (Copy).txt", "plan (Copy 2).txt"} <= set(names(machine))


def test_cut_and_paste_moves(machine: Desktop) -> None:
    right_click(machine, "plan.txt")
    click(machine, "Cut")
    double_click(machine, "work", role="cell")
    right_click(machine, description="Folder")
    click(machine, "Paste")
    assert machine.files.exists(f"{HOME}/Documents/work/plan.txt")
    assert not machine.files.exists(f"{HOME}/Documents/plan.txt")
    assert machine.get(CLIPBOARD) == ""


def test_replacing_is_asked_first(machine: Desktop) -> None:
    machine.put(FILES, machine.files.write(f"{HOME}/Documents/work/plan.txt", b"old\n", 1.0))
    click(machine, "plan.txt")
    press(machine, "ctrl+x")
    double_click(machine, "work", role="cell")
    press(machine, "ctrl+v", "escape")
    assert machine.files.read(f"{HOME}/Documents/work/plan.txt") == b"old\n"
    press(machine, "ctrl+v")
    click(machine, "Replace", role="button")
    assert machine.files.read(f"{HOME}/Documents/work/plan.txt") == b"a plan\n"


def test_a_folder_cannot_be_pasted_into_itself(machine: Desktop) -> None:
    click(machine, "work", role="cell")
    press(machine, "ctrl+c")
    double_click(machine, "work", role="cell")
    before = machine.files
    press(machine, "ctrl+v")
    assert nodes(machine, role="dialog")
    assert machine.files is before


def test_trash_restore_and_delete(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "delete")
    assert machine.files.read(f"{TRASH}/plan.txt") == b"a plan\n"
    click(machine, "Trash")
    right_click(machine, "plan.txt")
    click(machine, "Restore From Trash")
    assert machine.files.read(f"{HOME}/Documents/plan.txt") == b"a plan\n"
    click(machine, "Empty Trash…")
    press(machine, "escape")
    assert machine.files.list(TRASH)
    click(machine, "Empty Trash…")
    click(machine, "Empty Trash", role="button")
    assert machine.files.list(TRASH) == ()
    assert nodes(machine, "Trash is Empty")


def test_what_was_thrown_away_last_is_taken_back(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "delete", "ctrl+z")
    assert machine.files.read(f"{HOME}/Documents/plan.txt") == b"a plan\n"
    assert "plan.txt" not in machine.files.list(TRASH)
    press(machine, "ctrl+z")
    click(machine, "plan.txt")
    press(machine, "delete", "ctrl+shift+n")
    write(machine, "new\n")
    press(machine, "ctrl+z")
    assert "plan.txt" in machine.files.list(TRASH)


def test_the_menu_takes_back_what_was_thrown_away(machine: Desktop) -> None:
    def enabled() -> bool:
        click(machine, description="Main Menu")
        return node(machine, "Undo", role="menu_item").message is not None

    assert not enabled()
    press(machine, "escape")
    click(machine, "plan.txt")
    press(machine, "delete")
    assert enabled()
    click(machine, "Undo")
    assert not nodes(machine, role="menu")
    assert machine.files.read(f"{HOME}/Documents/plan.txt") == b"a plan\n"
    assert not enabled()


def test_shift_delete_asks_and_deletes_for_good(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "shift+delete", "escape")
    assert machine.files.exists(f"{HOME}/Documents/plan.txt")
    press(machine, "shift+delete")
    click(machine, "Delete", role="button")
    assert not machine.files.exists(f"{HOME}/Documents/plan.txt")
    assert not machine.files.exists(f"{TRASH}/plan.txt")


def test_select_all_and_copy_many(machine: Desktop) -> None:
    machine.launch("files", (f"{HOME}/Pictures/trip",))
    shown = names(machine)
    press(machine, "ctrl+a", "ctrl+c")
    assert nodes(machine, f"{len(shown)} items selected")
    press(machine, "ctrl+l")
    write(machine, "/tmp\n")
    press(machine, "ctrl+v")
    assert machine.files.list("/tmp") == tuple(sorted(shown))


def test_search_finds_below_the_folder(machine: Desktop) -> None:
    press(machine, "ctrl+f")
    write(machine, "GROC")
    assert names(machine) == ["lists/groceries.txt"]
    press(machine, "enter", "enter")
    assert front_app(machine) == "text_editor"
    press(machine, "alt+f4", "escape")
    assert "plan.txt" in names(machine)
    write(machine, "plan")
    assert names(machine) == ["plan.txt"]
    click(machine, description="Search", role="button")
    assert len(names(machine)) > 5


def test_the_location_can_be_typed(machine: Desktop) -> None:
    press(machine, "ctrl+l")
    write(machine, "~/projects/weather\n")
    assert title(machine) == "weather"
    press(machine, "ctrl+l")
    write(machine, "/none\n")
    assert nodes(machine, "Unable to find the requested file.", role="dialog")
    press(machine, "escape", "escape")
    assert title(machine) == "weather"


def test_system_folders_cannot_be_changed(machine: Desktop) -> None:
    press(machine, "ctrl+l")
    write(machine, "/etc\n")
    before = machine.files
    click(machine, "hostname")
    press(machine, "delete")
    assert nodes(machine, "Permission denied", role="dialog")
    press(machine, "enter", "ctrl+shift+n")
    write(machine, "x\n")
    assert nodes(machine, "Permission denied", role="dialog")
    assert machine.files is before


def test_properties_and_terminal_from_the_menus(machine: Desktop) -> None:
    right_click(machine, "plan.txt")
    click(machine, "Properties")
    assert nodes(machine, "7 bytes") and nodes(machine, "-rw-r--r--")
    press(machine, "escape")
    left, top, _, _ = node(machine, description="Folder", role="other").bounds
    machine.execute("right_click", {"x": left + 6, "y": top + 90})
    click(machine, "Open in Terminal")
    assert screen(machine) == "user@crab:~/Documents$ "


def test_arrow_keys_select_and_scroll(machine: Desktop) -> None:
    press(machine, "ctrl+l")
    write(machine, "/usr/bin\n")
    press(machine, "end")
    assert nodes(machine, "xdg-open", role="cell")
    press(machine, "home", "shift+right", "shift+right")
    assert nodes(machine, "3 items selected")


def test_changes_by_the_shell_show_at_once(machine: Desktop) -> None:
    press(machine, "ctrl+alt+t")
    write(machine, "touch Documents/aa.txt\n")
    press(machine, "alt+tab")
    assert "aa.txt" in names(machine)


def test_the_fields_of_a_dialog_have_a_menu(machine: Desktop) -> None:
    machine.put(CLIPBOARD, "pasted")
    press(machine, "ctrl+shift+n")
    click(machine, rid="name_entry", verb="right_click")
    press(machine, "escape")
    assert nodes(machine, "New Folder", role="dialog") and not nodes(machine, role="menu")
    click(machine, rid="name_entry", verb="right_click")
    click(machine, "Paste", role="menu_item")
    press(machine, "enter")
    assert machine.files.is_dir(f"{HOME}/Documents/pasted")
    press(machine, "ctrl+f")
    click(machine, rid="search_entry", verb="right_click")
    assert nodes(machine, role="menu")


def test_files_are_selected_by_a_pattern_and_inverted(machine: Desktop) -> None:
    machine.launch("files", (f"{HOME}/Pictures",))
    press(machine, "ctrl+s")
    write(machine, "*.PNG\n")
    assert machine.front is not None
    pictures = [name for name in names(machine) if name.endswith(".png")]
    assert list(machine.front.page.data.selected) == pictures != []
    press(machine, "ctrl+shift+i")
    assert machine.front is not None
    assert set(machine.front.page.data.selected) == set(names(machine)) - set(pictures)
    press(machine, "ctrl+s")
    click(machine, "Cancel")
    assert title(machine) == "Pictures"


def test_a_popover_renames_and_a_search_is_the_title(machine: Desktop) -> None:
    click(machine, "plan.txt")
    press(machine, "f2")
    assert not nodes(machine, role="dialog") and node(machine, "Rename File")
    write(machine, "scheme\n")
    assert "scheme.txt" in names(machine)
    press(machine, "ctrl+f")
    write(machine, "scheme")
    assert title(machine) == "Search for “scheme”"


def test_the_order_is_chosen_in_the_options_of_the_view(machine: Desktop) -> None:
    before = [name for name in names(machine) if name.endswith(".txt")]
    click(machine, description="View Options")
    click(machine, "Z-A")
    assert [name for name in names(machine) if name.endswith(".txt")] == before[::-1]
    press(machine, "f10")
    click(machine, "Copy Location")
    assert machine.get(CLIPBOARD) == f"{HOME}/Documents"


def test_icons_and_tabs(machine: Desktop) -> None:
    first, second = (node(machine, name, role="cell").bounds for name in ("letters", "lists"))
    assert first[1] == second[1] and first[2] == second[0], "icons lie beside one another"
    click(machine, "letters", role="cell")
    press(machine, "right", "down", "up", "left", "shift+right")
    assert nodes(machine, "2 items selected")
    click(machine, description="Main Menu")
    click(machine, "New Tab")
    double_click(machine, "work", role="cell")
    assert [n.text for n in nodes(machine, role="tab")] == ["Documents", "work"]
    click(machine, "Documents", role="tab")
    assert title(machine) == "Documents"
    press(machine, "ctrl+w")
    assert title(machine) == "work" and not nodes(machine, role="tab")
    click(machine, "Other Locations")
    press(machine, "ctrl+shift+n")
    assert not nodes(machine, role="dialog"), "nothing can be made there"
    click(machine, "Debian GNU/Linux", role="list_item")
    assert title(machine) == "/"


def test_the_file_after_one_that_was_thrown_away_is_selected(machine: Desktop) -> None:
    for name in ("alpha.txt", "beta.txt", "gamma.txt"):
        machine.put(FILES, machine.files.write(f"{HOME}/Documents/work/{name}", b"x\n", machine.now))
    machine.launch("files", ("new", f"{HOME}/Documents/work"))

    def selected() -> list[str]:
        return [found.text for found in nodes(machine, role="cell") if found.flags & SELECTED]

    click(machine, "beta.txt", role="cell")
    press(machine, "delete")
    assert selected() == ["gamma.txt"]
    press(machine, "delete")
    assert selected() == ["alpha.txt"]
    press(machine, "delete")
    assert selected() == [] and not machine.files.list(f"{HOME}/Documents/work")
