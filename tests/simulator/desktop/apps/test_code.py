"""The code editor: its views, editing, search, source control, terminal and settings."""

from __future__ import annotations

import random

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.code.state import Code, Document, document_of
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import (
    HOME,
    click,
    desktop,
    double_click,
    node,
    nodes,
    press,
    right_click,
    title,
    write,
)

WEATHER = f"{HOME}/projects/weather"


def code_of(machine: Desktop) -> Code:
    assert machine.front is not None
    data = machine.front.pages[0].data
    assert isinstance(data, Code)
    return data


def doc_of(machine: Desktop) -> Document:
    doc = document_of(code_of(machine))
    assert doc is not None
    return doc


def opened(files: dict[str, str], git: bool = False) -> Desktop:
    """Returns a desktop whose editor shows a folder with some files."""
    machine = desktop("Terminal")
    write(machine, "mkdir -p ~/work && cd ~/work\n")
    for path, text in files.items():
        write(machine, f"mkdir -p $(dirname {path}); printf '{text}' > {path}\n")
    if git:
        write(machine, "git config --global user.name Ada; git config --global user.email a@example.com\n")
        write(machine, "git init -q -b main; git add .; git commit -qm first\n")
    write(machine, "code .\n")
    press(machine, "super+up")
    return machine


def text_of(machine: Desktop, path: str) -> str:
    return machine.files.read(f"{HOME}/work/{path}").decode()


def test_opens_folder_and_files() -> None:
    machine = opened({"a.py": "x = 1\\n", "d/b.txt": "two\\n"})
    assert title(machine) == "work - Visual Studio Code"
    click(machine, "a.py")
    assert title(machine) == "a.py - work - Visual Studio Code"
    assert node(machine, "x = 1\n", role="text_field").description == "a.py, Editor"
    click(machine, "d")
    double_click(machine, "b.txt")
    assert [doc.path.rpartition("/")[2] for doc in code_of(machine).docs] == ["b.txt"]  # a preview gives up its tab
    click(machine, "a.py")
    assert len(code_of(machine).docs) == 2


def test_a_folder_is_chosen_in_the_file_chooser() -> None:
    machine = opened({"a.py": "x = 1\\n", "d/b.txt": "two\\n"})
    press(machine, "ctrl+o")
    click(machine, "d")  # chosen, and nothing else opens
    assert machine.front is not None and len(machine.front.pages) == 2 and code_of(machine).picker == ""
    double_click(machine, "d")
    double_click(machine, "b.txt")
    assert title(machine) == "b.txt - work - Visual Studio Code"


def test_edits_and_saves() -> None:
    machine = opened({"a.txt": "one\\n"})
    double_click(machine, "a.txt")
    press(machine, "ctrl+end")
    write(machine, "two")
    assert nodes(machine, "● a.txt", role="tab")
    assert title(machine).startswith("● a.txt")
    press(machine, "ctrl+s")
    assert text_of(machine, "a.txt") == "one\ntwo"
    assert not nodes(machine, "● a.txt", role="tab")
    press(machine, "ctrl+z")
    press(machine, "ctrl+s")
    assert text_of(machine, "a.txt") == "one\n"
    press(machine, "ctrl+shift+z", "ctrl+s")
    assert text_of(machine, "a.txt") == "one\ntwo"


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("", "def f(x):\nreturn [x", "def f(x):\n    return [x]"),
        ("", 'print("a")', 'print("a")'),
        ("", "if x:\na\n", "if x:\n    a\n    "),
        ("", "f(\n1", "f(\n    1\n)"),
        ("it", "'s", "'sit"),
        ("", "{}", "{}"),
        ("a", "(", "(a"),
    ],
)
def test_typing(before: str, typed: str, after: str) -> None:
    machine = opened({"a.py": before})
    double_click(machine, "a.py")
    write(machine, typed)
    assert doc_of(machine).text == after


def test_backspace_takes_both_brackets() -> None:
    machine = opened({"a.py": ""})
    double_click(machine, "a.py")
    write(machine, "f(")
    press(machine, "backspace")
    assert doc_of(machine).text == "f"


def test_several_cursors() -> None:
    machine = opened({"a.txt": "cat dog\\ncat\\nCat cat\\n"})
    double_click(machine, "a.txt")
    press(machine, "ctrl+d", "ctrl+d", "ctrl+d")
    write(machine, "cow")
    assert doc_of(machine).text == "cow dog\ncow\nCat cow\n"
    press(machine, "escape", "ctrl+home", "ctrl+alt+down", "ctrl+alt+down")
    write(machine, "- ")
    assert doc_of(machine).text == "- cow dog\n- cow\n- Cat cow\n"
    assert node(machine, "3 selections")
    press(machine, "backspace", "backspace", "escape", "ctrl+home")
    assert doc_of(machine).text == "cow dog\ncow\nCat cow\n"
    press(machine, "ctrl+z", "ctrl+z")
    assert doc_of(machine).text.startswith("- cow dog")


@pytest.mark.parametrize(
    ("keys", "after"),
    [
        ("ctrl+/", "# b\na\n    c\n"),
        ("alt+down", "a\nb\n    c\n"),
        ("ctrl+alt+shift+down", "b\nb\na\n    c\n"),
        ("ctrl+shift+k", "a\n    c\n"),
        ("ctrl+]", "    b\na\n    c\n"),
        ("ctrl+enter", "b\n\na\n    c\n"),
        ("tab", "    b\na\n    c\n"),
    ],
)
def test_line_commands(keys: str, after: str) -> None:
    machine = opened({"a.py": "b\\na\\n    c\\n"})
    double_click(machine, "a.py")
    press(machine, keys)
    assert doc_of(machine).text == after
    press(machine, "ctrl+z")
    assert doc_of(machine).text == "b\na\n    c\n"


def test_cuts_and_pastes_lines() -> None:
    machine = opened({"a.txt": "one\\ntwo\\nthree\\n"})
    double_click(machine, "a.txt")
    press(machine, "ctrl+x", "down", "ctrl+v")
    assert doc_of(machine).text == "two\none\nthree\n"


def test_find_and_replace() -> None:
    machine = opened({"a.txt": "a cat\\nCatalog\\ncat\\n"})
    double_click(machine, "a.txt")
    press(machine, "ctrl+f")
    write(machine, "cat")
    assert node(machine, "? of 3")
    press(machine, "enter")
    assert doc_of(machine).selections == ((2, 5),)
    assert node(machine, "1 of 3")
    click(machine, description="Match Case")
    assert node(machine, "1 of 2")
    click(machine, description="Toggle Replace")
    click(machine, rid="replace_input")
    write(machine, "dog")
    press(machine, "enter")
    assert doc_of(machine).text == "a dog\nCatalog\ncat\n"
    press(machine, "ctrl+alt+enter")
    assert doc_of(machine).text == "a dog\nCatalog\ndog\n"
    press(machine, "escape")
    assert not nodes(machine, rid="find_input")


def test_regular_expressions_find_groups() -> None:
    machine = opened({"a.txt": "x1 y22\\n"})
    double_click(machine, "a.txt")
    press(machine, "ctrl+h")
    press(machine, "ctrl+a")
    write(machine, "([a-z])(\\d+)")
    click(machine, description="Use Regular Expression")
    click(machine, rid="replace_input")
    write(machine, "$2-$1")
    press(machine, "ctrl+alt+enter")
    assert doc_of(machine).text == "1-x 22-y\n"


def test_searches_and_replaces_in_files() -> None:
    machine = opened({"a.py": "old = 1\\n", "d/b.py": "import old\\nolder = old\\n", "c.txt": "none\\n"})
    press(machine, "ctrl+shift+f")
    write(machine, "old\n")
    assert node(machine, "4 results in 2 files")
    click(machine, description="Match Whole Word")
    assert node(machine, "3 results in 2 files")
    click(machine, "import old")
    assert doc_of(machine).path.endswith("d/b.py")
    assert doc_of(machine).selections == ((7, 10),)
    click(machine, description="Toggle Replace")
    click(machine, rid="replace_input")
    write(machine, "new")
    click(machine, description="Replace All in b.py")
    assert text_of(machine, "d/b.py") == "import new\nolder = new\n"
    assert text_of(machine, "a.py") == "old = 1\n"
    click(machine, description="Replace All")
    assert text_of(machine, "a.py") == "new = 1\n"


def test_quick_open_and_going_to_lines() -> None:
    machine = opened({"src/main.py": "a\\nb\\nc\\n", "src/other.py": ""})
    press(machine, "ctrl+p")
    write(machine, "main:2\n")
    assert doc_of(machine).path.endswith("main.py")
    assert doc_of(machine).selections == ((2, 2),)
    press(machine, "ctrl+g")
    write(machine, "3\n")
    assert node(machine, "Ln 3, Col 1")


def test_command_palette() -> None:
    machine = opened({"a.txt": "b\\na\\n"})
    double_click(machine, "a.txt")
    press(machine, "ctrl+a", "ctrl+shift+p")
    write(machine, "sort lines")
    press(machine, "enter")
    assert doc_of(machine).text.split() == ["a", "b"]
    press(machine, "ctrl+shift+p", "escape")
    assert not code_of(machine).picker


def test_settings_are_honoured() -> None:
    machine = opened({"a.py": "x = 1   \\n"})
    press(machine, "ctrl+,")
    assert doc_of(machine).path == f"{HOME}/.config/Code/User/settings.json"
    press(machine, "ctrl+a")
    write(machine, '{\n"files.trimTrailingWhitespace": true, // tidy\n"editor.tabSize": 2, "editor.fontSize": 20,\n')
    write(machine, '"workbench.colorTheme": "Default Light Modern", "editor.detectIndentation": false,\n}')
    press(machine, "ctrl+s")
    double_click(machine, "a.py")
    write(machine, "if y:\nz")
    assert doc_of(machine).text == "if y:\n  zx = 1   \n"
    assert node(machine, "Spaces: 2")
    press(machine, "ctrl+s")
    assert text_of(machine, "a.py") == "if y:\n  zx = 1\n"


def test_source_control() -> None:
    machine = opened({"a.txt": "one\\n", "b.txt": "two\\n"}, git=True)
    double_click(machine, "a.txt")
    press(machine, "ctrl+end")
    write(machine, "more\n")
    press(machine, "ctrl+s")
    assert node(machine, "main*")
    press(machine, "ctrl+shift+g")
    click(machine, "a.txt", role="list_item")
    assert "+more" in node(machine, rid="diff_text").text
    click(machine, description="Stage Changes")
    assert node(machine, "Staged Changes")
    click(machine, rid="scm_input")
    write(machine, "Add more")
    press(machine, "ctrl+enter")
    press(machine, "ctrl+`")
    write(machine, "git log --oneline | wc -l; git status -s; git log -1 --format=%s\n")
    assert "\n2\nAdd more\n" in node(machine, rid="terminal").text


def test_commits_everything_after_asking() -> None:
    machine = opened({"a.txt": "one\\n"}, git=True)
    press(machine, "ctrl+`")
    write(machine, "touch new.txt\n")
    press(machine, "ctrl+shift+g")
    write(machine, "All")
    press(machine, "ctrl+enter")
    assert node(machine, "There are no staged changes to commit.")
    click(machine, "Yes")
    assert not nodes(machine, "new.txt", role="list_item")
    press(machine, "ctrl+enter")
    assert node(machine, "There are no changes to commit.")


def test_discards_and_branches() -> None:
    machine = opened({"a.txt": "one\\n"}, git=True)
    double_click(machine, "a.txt")
    write(machine, "x")
    press(machine, "ctrl+s", "ctrl+shift+g")
    click(machine, description="Discard Changes")
    click(machine, "Discard")
    assert text_of(machine, "a.txt") == "one\n"
    assert node(machine, rid="text").text == "one\n"  # the tab follows the file
    click(machine, description="Checkout Branch/Tag...")
    click(machine, "Create new branch...")
    write(machine, "next one\n")
    assert node(machine, "next-one")


def test_needs_an_identity() -> None:
    machine = opened({"a.txt": "one\\n"})
    press(machine, "ctrl+shift+g")
    click(machine, "Initialize Repository")
    write(machine, "m")
    click(machine, rid="scm_input")
    write(machine, "x\n")
    click(machine, "Yes")
    assert node(machine, 'Make sure you configure your "user.name" and "user.email" in git.')


def test_terminal_below() -> None:
    machine = opened({"a.txt": "one\\n"})
    press(machine, "ctrl+`")
    write(machine, "echo two >> a.txt\ncat a.txt\n")
    assert "one\ntwo" in node(machine, rid="terminal").text
    write(machine, "code a.txt\n")
    assert doc_of(machine).text == "one\ntwo\n"
    press(machine, "ctrl+`")
    write(machine, "vim a.txt\n")
    write(machine, "ddZZ")
    assert text_of(machine, "a.txt") == "two\n"
    assert node(machine, rid="text").text == "two\n"
    write(machine, "exit\n")
    assert not code_of(machine).panel and code_of(machine).terminal is None
    assert machine.front is not None and machine.front.app == "code"


def test_tree_makes_renames_and_deletes() -> None:
    machine = opened({"d/a.txt": "one\\n"})
    click(machine, description="New File...")
    write(machine, "new.py\n")
    assert title(machine).startswith("new.py")
    click(machine, "d")
    right_click(machine, "a.txt")
    click(machine, "Rename...")
    press(machine, "ctrl+a")
    write(machine, "b.txt\n")
    assert machine.files.exists(f"{HOME}/work/d/b.txt")
    right_click(machine, "b.txt")
    click(machine, "Delete")
    click(machine, "Move to Trash")
    assert not machine.files.exists(f"{HOME}/work/d/b.txt")


def test_asks_before_closing() -> None:
    machine = opened({"a.txt": "one\\n", "b.txt": "two\\n"})
    for name in ("a.txt", "b.txt"):
        double_click(machine, name)
        write(machine, "x")
    press(machine, "alt+f4")
    assert node(machine, "Do you want to save the changes you made to a.txt?")
    click(machine, "Don't Save")
    assert node(machine, "Do you want to save the changes you made to b.txt?")
    click(machine, "Save")
    assert text_of(machine, "a.txt") == "one\n" and text_of(machine, "b.txt") == "xtwo\n"
    assert all(window.app != "code" for window in machine.get(WINDOWS))


def test_saves_new_texts() -> None:
    machine = opened({"a.txt": "one\\n"})
    press(machine, "ctrl+n")
    write(machine, "hello")
    assert title(machine).startswith("● Untitled-1")
    press(machine, "ctrl+s", "ctrl+a")
    write(machine, "n.md\n")
    assert text_of(machine, "n.md") == "hello"
    assert node(machine, "Markdown")


def test_random_keys_raise_nothing_and_undo_goes_back() -> None:
    rng = random.Random(5)
    keys = (
        "ctrl+d ctrl+alt+down ctrl+alt+up alt+up alt+down ctrl+/ tab shift+tab enter backspace delete ctrl+shift+k "
        "home end ctrl+l ctrl+shift+l up down left right shift+right shift+down ctrl+x ctrl+c ctrl+v ctrl+enter "
        "ctrl+backspace ctrl+alt+shift+down ctrl+alt+shift+up ctrl+shift+enter escape ctrl+] ctrl+["
    ).split()
    machine = opened({"a.py": "def f(x):\\n\\treturn x\\n\\n  y = [1, 2]\\nz"})
    double_click(machine, "a.py")
    for _ in range(300):
        if rng.random() < 0.3:
            write(machine, rng.choice(["(", "a", "'x'", "}\n", "\t", "é漢"]))
        else:
            press(machine, rng.choice(keys))
        doc = doc_of(machine)
        ends = [place for ends in doc.selections for place in ends]
        assert all(0 <= place <= len(doc.text) for place in ends)
        assert list(doc.selections) == sorted(doc.selections, key=min)
        assert machine.scene.nodes
    steps = len(doc_of(machine).undo)
    texts = [step.text for step in doc_of(machine).undo]
    for number in range(steps):
        press(machine, "ctrl+z")
        assert doc_of(machine).text == texts[-1 - number]
