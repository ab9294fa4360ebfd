from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.documents import document_text
from crab_sim.machine import keyboard
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from crab_sim.ui.editing import MAX_TEXT
from crab_sim.ui.node import DISABLED
from tests.simulator.desktop._drive import HOME, click, desktop, double_click, node, nodes, press, start, title, write


@pytest.fixture
def machine() -> Desktop:
    return desktop("Text Editor")


def text(machine: Desktop) -> str:
    return node(machine, rid="text_view").text


def test_search_type_save_by_keyboard(machine: Desktop) -> None:
    write(machine, "milk\neggs")
    assert title(machine) == "*Untitled Document 1 - Text Editor"
    press(machine, "ctrl+s")
    write(machine, "/home/user/Documents/shopping.txt")
    press(machine, "enter")
    assert machine.files.read(f"{HOME}/Documents/shopping.txt") == b"milk\neggs\n"
    assert title(machine) == "shopping.txt (~/Documents) - Text Editor"
    write(machine, "\nrice")
    press(machine, "ctrl+s")
    assert machine.files.read(f"{HOME}/Documents/shopping.txt") == b"milk\neggs\nrice\n"
    assert machine.files.stat(f"{HOME}/Documents/shopping.txt").mtime == machine.now


def test_a_plain_name_goes_to_the_folder_that_the_dialog_names(machine: Desktop) -> None:
    write(machine, "x")
    press(machine, "ctrl+s")
    assert nodes(machine, "user", role="button")
    write(machine, "list.txt\n")
    assert machine.files.read(f"{HOME}/list.txt") == b"x\n"


def test_a_folder_is_entered_and_then_saved_into(machine: Desktop) -> None:
    press(machine, "ctrl+s")
    write(machine, "~/Music\n")
    assert [n.text for n in nodes(machine, role="button") if n.text in ("user", "Music")] == ["user", "Music"]
    write(machine, "a.txt")
    click(machine, "Save", role="button")
    assert machine.files.read(f"{HOME}/Music/a.txt") == b""


def test_an_existing_file_is_replaced_only_when_asked(machine: Desktop) -> None:
    write(machine, "new")
    for answer, content in (("escape", b"# Settings"), ("enter", b"new\n")):
        press(machine, "ctrl+s")
        write(machine, "/home/user/.bashrc\n")
        assert any(n.role == "dialog" and "already exists" in n.text for n in machine.scene.nodes)
        press(machine, answer)
        assert machine.files.read(f"{HOME}/.bashrc").startswith(content)
        press(machine, "escape")


def test_what_cannot_be_saved_says_so(machine: Desktop) -> None:
    before = machine.files
    for path, reason in (("/etc/x", "permissions necessary"), ("/nowhere/x", "does not exist")):
        press(machine, "ctrl+s")
        write(machine, f"{path}\n")
        assert any(reason in n.text for n in nodes(machine, role="text"))
        press(machine, "escape")
        assert not nodes(machine, role="dialog")
    assert machine.files is before


def test_open_by_path_and_by_clicking(machine: Desktop) -> None:
    press(machine, "ctrl+o")
    write(machine, "/etc/hostname\n")
    assert text(machine) == "crab"
    click(machine, "Open")
    click(machine, description="Up Path")
    click(machine, "home", role="cell", verb="double_click")
    click(machine, "user", role="cell", verb="double_click")
    click(machine, "Desktop", role="cell", verb="double_click")
    click(machine, "readme.txt", role="cell")
    click(machine, "Open", role="button")
    assert title(machine) == "readme.txt (~/Desktop) - Text Editor"
    assert [n.text for n in nodes(machine, role="tab")] == ["hostname", "readme.txt"]
    click(machine, "hostname", role="tab")
    assert text(machine) == "crab"
    press(machine, "ctrl+o")
    write(machine, "/no/such\n")
    assert nodes(machine, "Could not open the file", role="dialog")


def test_opening_the_same_file_again_raises_its_window(machine: Desktop) -> None:
    for _ in range(2):
        start(machine, "Terminal")
        write(machine, "gedit ~/Desktop/readme.txt\n")
        assert title(machine).endswith("readme.txt (~/Desktop) - Text Editor")
        write(machine, "more ")
    assert sum(window.app == "text_editor" for window in machine.get(WINDOWS)) == 1  # it took the empty one's place
    assert text(machine).startswith("more more ")


def test_closing_asks_about_unsaved_changes(machine: Desktop) -> None:
    write(machine, "important")
    press(machine, "alt+f4")
    assert nodes(machine, role="dialog")
    press(machine, "escape")
    assert text(machine) == "important"
    click(machine, description="Close", role="button")
    click(machine, "Close without Saving")
    assert machine.get(WINDOWS) == ()
    start(machine, "Text Editor")
    write(machine, "kept")
    press(machine, "ctrl+w", "enter")
    write(machine, "/tmp/kept\n")
    assert machine.files.read("/tmp/kept") == b"kept\n"
    assert machine.get(WINDOWS) == ()


def test_an_unchanged_document_closes_at_once(machine: Desktop) -> None:
    write(machine, "a")
    press(machine, "backspace", "alt+f4")
    assert machine.get(WINDOWS) == ()


def test_undo_and_redo(machine: Desktop) -> None:
    write(machine, "one")
    press(machine, "enter")
    write(machine, "two")
    press(machine, "ctrl+z")
    assert text(machine) == "one"
    press(machine, "ctrl+z", "ctrl+z", "ctrl+z")
    assert text(machine) == ""
    press(machine, "ctrl+shift+z", "ctrl+y", "ctrl+y")
    assert text(machine) == "one\ntwo"


def test_find_and_replace(machine: Desktop) -> None:
    write(machine, "apple pear Apple\n")
    press(machine, "ctrl+f")
    write(machine, "apple\n")
    press(machine, "ctrl+g")
    write(machine, "plum")
    assert text(machine) == "apple pear plum\n"
    press(machine, "ctrl+h")
    write(machine, "p")
    press(machine, "tab")
    write(machine, "P")
    click(machine, "Replace All")
    assert text(machine) == "aPPle Pear Plum\n"


def test_selecting_copying_and_typing_over(machine: Desktop) -> None:
    write(machine, "some words")
    press(machine, "ctrl+a", "ctrl+c")
    assert machine.get(CLIPBOARD) == "some words"
    write(machine, "x\ty")
    press(machine, "tab", "ctrl+v")
    assert text(machine) == "x\ty\tsome words"


def test_ctrl_n_opens_another_window_and_a_plain_start_raises_one(machine: Desktop) -> None:
    write(machine, "first")
    press(machine, "ctrl+n")
    assert text(machine) == ""
    press(machine, "alt+tab")
    assert text(machine) == "first"
    start(machine, "Text Editor")
    assert text(machine) == "first"
    assert len(machine.get(WINDOWS)) == 2


def test_save_as_moves_the_document(machine: Desktop) -> None:
    press(machine, "ctrl+o")
    write(machine, "~/Desktop/readme.txt\n")
    press(machine, "ctrl+shift+s")
    assert node(machine, rid="name_entry").text == "readme.txt"
    write(machine, "copy")
    press(machine, "enter")
    assert machine.files.read(f"{HOME}/Desktop/copy.txt") == machine.files.read(f"{HOME}/Desktop/readme.txt")
    assert title(machine) == "copy.txt (~/Desktop) - Text Editor"


def test_the_menu_offers_what_the_keys_do(machine: Desktop) -> None:
    write(machine, "z")
    click(machine, description="Menu")
    click(machine, "Save As…", role="button")
    assert nodes(machine, "Save As", role="dialog")
    click(machine, "Cancel")
    click(machine, description="Menu")
    press(machine, "escape")
    assert not nodes(machine, role="menu")


def test_pasting_again_and_again_fills_the_field_up_to_its_most(machine: Desktop) -> None:
    write(machine, "ab c" * 2500)
    for _ in range(6):
        press(machine, "ctrl+a", "ctrl+c", "end", "ctrl+v")
        assert len(machine.get(CLIPBOARD)) <= MAX_TEXT
    assert text(machine) == "ab c" * (MAX_TEXT // 4)


def test_replacing_goes_on_as_long_as_the_text_fits(machine: Desktop) -> None:
    write(machine, "a" * 10_000)
    press(machine, "ctrl+h")
    write(machine, "a\t" + "b" * 1001)
    click(machine, "Replace All")
    assert text(machine) == "b" * 90 * 1001 + "a" * 9910


def test_a_file_too_long_for_a_field_is_not_opened(machine: Desktop) -> None:
    path = f"{HOME}/long.txt"
    for size in (MAX_TEXT + 1, MAX_TEXT):
        machine.put(FILES, machine.files.write(path, b"a" * size + b"\n", 0.0))
        press(machine, "ctrl+o")
        write(machine, path + "\n")
        assert bool(nodes(machine, "It is longer than 100,000 characters.")) == (size > MAX_TEXT)
        press(machine, "escape")
    assert text(machine) == "a" * MAX_TEXT


def test_a_run_of_tabs_or_newlines_is_typed_in_whole_rounds(machine: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    press(machine, "ctrl+h")
    for count in (1, 2, 9_998, 9_999):
        focus = machine.get(WINDOWS)[-1].page.focus
        write(machine, "\t" * count)
        assert (machine.get(WINDOWS)[-1].page.focus == focus) == (count % 2 == 0)
    typed = 0
    start_of = keyboard._type_start

    def counted(desktop: Desktop, text: str) -> str:
        nonlocal typed
        typed += 1
        return start_of(desktop, text)

    monkeypatch.setattr(keyboard, "_type_start", counted)
    write(machine, "\t" * 9_999)
    assert typed < 10


def test_tabs_hold_documents_of_their_own(machine: Desktop) -> None:
    write(machine, "first")
    click(machine, description="New")
    write(machine, "second")
    assert [n.text for n in nodes(machine, role="tab")] == ["*Untitled Document 1", "*Untitled Document 2"]
    click(machine, "*Untitled Document 1", role="tab")
    assert text(machine) == "first"
    press(machine, "ctrl+alt+pagedown")
    assert text(machine) == "second"
    press(machine, "ctrl+w")
    click(machine, "Close without Saving")
    assert text(machine) == "first" and not nodes(machine, role="tab")
    press(machine, "ctrl+t")
    write(machine, "third")
    press(machine, "alt+f4")
    for _ in range(2):  # each document is asked about
        click(machine, "Close without Saving")
    assert machine.get(WINDOWS) == ()


def test_the_dialogs_of_the_menu_work(machine: Desktop) -> None:
    write(machine, "pear\nApple\npear")
    click(machine, description="Menu")
    click(machine, "Tools", role="button")
    assert not nodes(machine, "Preferences", role="button"), "a submenu takes the menu's place"
    click(machine, "Sort…")
    click(machine, description="Remove duplicates")
    click(machine, "Sort", role="button")
    assert text(machine) == "Apple\npear"
    press(machine, "ctrl+i")
    write(machine, "2\n")
    write(machine, "a ")
    assert text(machine) == "Apple\na pear"
    click(machine, description="Menu")
    click(machine, "Preferences")
    click(machine, description="Display statusbar")
    click(machine, "Close", role="button")
    assert nodes(machine, "Ln 2, Col 3")


def test_a_text_is_printed_to_a_file(machine: Desktop) -> None:
    write(machine, "a (b) \\\\ café\n" * 90)
    click(machine, description="Menu")
    click(machine, "Print…")
    click(machine, "Print", role="button")
    assert nodes(machine, "Print", role="dialog"), "no printer is chosen"
    click(machine, "Print to File")
    click(machine, "Print", role="button")
    printed = document_text(machine.files.read(f"{HOME}/Untitled Document 1.pdf"))
    assert printed is not None and printed.count("a (b) \\\\ café") == 90


def test_a_click_beside_a_dialog_leaves_it_and_the_close_button_closes_it_alone(machine: Desktop) -> None:
    press(machine, "ctrl+s")
    left, _, _, bottom = node(machine, role="window").bounds
    machine.execute("click", {"x": left + 6, "y": bottom - 6})
    assert nodes(machine, "Save As", role="dialog")
    click(machine, description="Close", role="button")
    assert not nodes(machine, role="dialog") and len(machine.get(WINDOWS)) == 1


def test_the_file_chooser_sorts_filters_and_makes_folders(machine: Desktop) -> None:
    def listed() -> list[str]:
        rows = [n for n in nodes(machine, role="cell") if n.message and n.message[0] == "pick"]
        left = min((n.bounds[0] for n in rows), default=0)
        return [n.text for n in rows if n.bounds[0] == left]  # without sizes and dates

    for name, size in (("a.txt", 3), ("b.txt", 1), ("c.png", 2)):
        machine.put(FILES, machine.files.write(f"{HOME}/Videos/{name}", b"x" * size, machine.now))
    write(machine, "two\nlines")
    press(machine, "ctrl+s")
    write(machine, "~/Videos\n")
    assert listed() == ["a.txt", "b.txt"]
    click(machine, "Size", role="button")
    assert listed() == ["b.txt", "a.txt"]
    click(machine, "All Text Files")
    click(machine, "All Files", role="menu_item")
    assert listed() == ["b.txt", "c.png", "a.txt"]
    click(machine, description="Create Folder")
    write(machine, "new")
    click(machine, "Create", role="button")
    assert machine.files.is_dir(f"{HOME}/Videos/new")
    click(machine, "Videos", role="button")
    click(machine, description="Create Folder")
    write(machine, "newer\n")
    assert machine.files.is_dir(f"{HOME}/Videos/newer") and nodes(machine, "newer", role="button")
    click(machine, "Videos", role="button")
    double_click(machine, "new", role="cell")
    click(machine, "Unix/Linux")
    click(machine, "Windows", role="menu_item")
    write(machine, "d.txt\n")
    assert machine.files.read(f"{HOME}/Videos/new/d.txt") == b"two\r\nlines\r\n"


@pytest.mark.parametrize("how", ["click", "enter"])
def test_find_in_the_dialog_selects_matches_and_replaces_nothing(machine: Desktop, how: str) -> None:
    def find() -> None:
        if how == "click":
            click(machine, "Find", role="button")
        else:
            press(machine, "enter")

    write(machine, "pear apple pear")
    press(machine, "ctrl+home", "ctrl+h")
    find()
    assert machine.get(WINDOWS)[-1].base.selection == (0, 0), "there is nothing to look for yet"
    write(machine, "pear\tplum")
    for match in ((0, 4), (11, 15), (0, 4)):
        find()
        assert machine.get(WINDOWS)[-1].base.selection == match
    press(machine, "escape")
    assert text(machine) == "pear apple pear"
    write(machine, "fig")
    assert text(machine) == "fig apple pear"


def test_save_all_stops_at_what_cannot_be_written(machine: Desktop) -> None:
    paths = (f"{HOME}/a.txt", "/etc/hostname", f"{HOME}/b.txt")
    for path in paths:
        machine.put(FILES, machine.files if machine.files.exists(path) else machine.files.write(path, b"old\n", 0.0))
        press(machine, "ctrl+o")
        write(machine, f"{path}\n")
        write(machine, "new ")
    press(machine, "ctrl+shift+l")
    assert nodes(machine, "Could not save the file “/etc/hostname”", role="dialog")
    assert [machine.files.read(path) for path in paths] == [b"new old\n", b"crab\n", b"old\n"]
    press(machine, "escape")
    assert not nodes(machine, role="dialog")
    assert text(machine) == "new crab", "the message is about the document in front"
    assert [n.text for n in nodes(machine, role="tab")] == ["a.txt", "*hostname", "*b.txt"]
    press(machine, "ctrl+w")
    click(machine, "Close without Saving")
    press(machine, "ctrl+shift+l")
    assert machine.files.read(paths[2]) == b"new old\n"


def test_save_all_asks_only_for_names_of_changed_documents(machine: Desktop) -> None:
    press(machine, "ctrl+t")
    write(machine, "second")
    press(machine, "ctrl+t")
    write(machine, "third")
    for name in ("2.txt", "3.txt"):
        press(machine, "ctrl+shift+l")
        assert nodes(machine, "Save As", role="dialog")
        write(machine, f"{HOME}/{name}\n")
    assert machine.files.read(f"{HOME}/2.txt") + machine.files.read(f"{HOME}/3.txt") == b"second\nthird\n"
    press(machine, "ctrl+shift+l")
    assert not nodes(machine, role="dialog"), "the first document is empty"
    assert [n.text for n in nodes(machine, role="tab")] == ["Untitled Document 1", "2.txt", "3.txt"]
    assert text(machine) == "third"


def _open(machine: Desktop, path: str, data: bytes, encoding: str = "") -> None:
    machine.put(FILES, machine.files.write(path, data, 0.0))
    press(machine, "ctrl+o")
    if encoding:
        click(machine, "Automatically Detected", role="button")
        click(machine, encoding, role="menu_item")
    write(machine, f"{path}\n")


@pytest.mark.parametrize(
    "data",
    [
        b"caf\xc3\xa9\r\nbar\r\n",
        b"caf\xc3\xa9\rbar\r",
        b"caf\xe9\nbar\n",
        b"\xff\xfe" + "café\r\nbar\r\n".encode("utf-16-le"),
        b"\xfe\xff" + "café\nbar\n".encode("utf-16-be"),
    ],
    ids=["windows", "mac", "western", "utf-16-le", "utf-16-be"],
)
def test_a_file_keeps_its_encoding_and_line_ends(machine: Desktop, data: bytes) -> None:
    path = f"{HOME}/form.txt"
    _open(machine, path, data)
    assert text(machine) == "café\nbar"
    write(machine, "x")
    press(machine, "ctrl+s", "backspace", "ctrl+s")
    assert machine.files.read(path) == data
    click(machine, description="Menu")
    click(machine, "Reload", role="button")
    assert text(machine) == "café\nbar"
    write(machine, "x")
    press(machine, "backspace", "ctrl+s")
    assert machine.files.read(path) == data


def test_line_ends_of_two_kinds_become_the_first_one(machine: Desktop) -> None:
    path = f"{HOME}/form.txt"
    _open(machine, path, b"a\r\nb\nc\n")
    write(machine, "x")
    press(machine, "ctrl+s")
    assert machine.files.read(path) == b"xa\r\nb\r\nc\r\n"


def test_an_encoding_is_chosen_to_open_a_file(machine: Desktop) -> None:
    _open(machine, f"{HOME}/a.txt", "café".encode(), "Western (ISO-8859-15)")
    assert text(machine) == "cafÃ©"
    _open(machine, f"{HOME}/b.txt", "é".encode("utf-16-le"), "Unicode (UTF-16)")
    assert text(machine) == "é"
    _open(machine, f"{HOME}/c.txt", b"caf\xe9", "Current Locale (UTF-8)")
    assert nodes(machine, "Could not open “c.txt”", role="dialog")
    press(machine, "escape")
    _open(machine, f"{HOME}/d.txt", b"a\0b")
    assert nodes(machine, "Could not open “d.txt”", role="dialog")


def test_saving_in_another_encoding_is_asked_for_and_may_fail(machine: Desktop) -> None:
    path = f"{HOME}/a.txt"
    _open(machine, path, b"caf\xe9\r\n")
    write(machine, "→")
    press(machine, "ctrl+s")
    assert any("Western (ISO-8859-15)" in n.text for n in nodes(machine, role="dialog"))
    assert machine.files.read(path) == b"caf\xe9\r\n"
    press(machine, "escape", "ctrl+shift+s")
    assert nodes(machine, "Windows", role="button")
    click(machine, "Western (ISO-8859-15)", role="button")
    click(machine, "Unicode (UTF-16)", role="menu_item")
    click(machine, "Save", role="button")
    saved = b"\xff\xfe" + "→café\r\n".encode("utf-16-le")
    assert machine.files.read(path) == saved
    write(machine, "x")
    press(machine, "backspace", "ctrl+s")
    assert machine.files.read(path) == saved


def test_what_the_replace_dialog_lacks_is_off(machine: Desktop) -> None:
    press(machine, "ctrl+h")
    assert node(machine, "Regular expression", role="checkbox").flags & DISABLED
