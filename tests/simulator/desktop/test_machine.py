"""The desktop as a whole: windows, keys, and properties that hold in every state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from crab_sim.desktop import Desktop
from crab_sim.draw.icons import ICONS
from crab_sim.draw.logos import LOGOS
from crab_sim.machine.app import Context
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui import Node
from crab_sim.ui.accessibility import AccessibleElement, read_screen
from tests.simulator.desktop._drive import center, click, desktop, front_app, node, nodes, press, start, title, write

SIZES = [(640, 480), (1280, 720), (1920, 1080)]
KEYS = (
    "enter", "escape", "tab", "backspace", "delete", "up", "down", "left", "right", "home", "end", "pageup", "f2",
    "f10", "pagedown", "a", "/", "space", "super", "printscreen",
)  # fmt: skip
COMBOS = (
    "ctrl+a", "ctrl+c", "ctrl+x", "ctrl+v", "ctrl+s", "ctrl+shift+s", "ctrl+o", "ctrl+n", "ctrl+f", "ctrl+h",
    "ctrl+z", "ctrl+l", "ctrl+w", "ctrl+shift+n", "alt+tab", "alt+f4", "alt+up", "alt+left", "super+up", "super+down",
    "super+h", "ctrl+alt+t", "shift+down", "ctrl+d", "ctrl+k", "ctrl+shift+v", "shift+delete", "ctrl+i", "ctrl+shift+e",
    "ctrl+shift+d", "ctrl+alt+o", "shift+c", "ctrl+t", "ctrl+tab", "ctrl+shift+t", "ctrl+u", "ctrl+-",
    "ctrl+b", "ctrl+1", "ctrl+f12", "ctrl+enter", "f12", "shift+f12", "ctrl+m", "f5", "shift+f5", "ctrl+shift+down",
    "ctrl+p", "ctrl+shift+p", "ctrl+`", "ctrl+shift+g", "ctrl+shift+f", "ctrl+/", "ctrl+alt+down", "ctrl+alt+enter",
)  # fmt: skip
TEXTS = (
    "hello", "a b\nc\n", "\t", "ls -l | head\n", "/tmp/x\n", "ünïcødé ★ 漢字", "'\"", "\x00\x1b[2J\r", "..", "cd /\n",
    "gedit a.txt\n", "rm -rf ~/Documents ~/projects\n", "exit\n", "mkdir a; cd a\n", "gsettings set x y z\n", "\ud800",
    "x" * 300, "Files", "kill -9 2013\n",
    "code .\n", "git init; git add .; git commit -m x; git status\n", "top\n",
    "mail.example\n", "forms.example/survey\n",
)  # fmt: skip

SEARCHES = (
    "Files", "Term", "Text Editor", "settings", "zz", "",
    "LibreOffice Calc",
    "LibreOffice Impress",
    "LibreOffice Writer",
    "Firefox",
    "GIMP",
    "Clocks",
    "Calendar",
    "Endeavour",
    "Archive Manager",
    "System Monitor",
    "Disk Usage Analyzer",
    "Thunderbird",
    "Document Viewer",
    "Screenshot",
    "Rhythmbox",
    "Videos",
    "Characters",
    "Visual Studio Code",
)  # fmt: skip


def random_verb(rng: random.Random, machine: Desktop) -> tuple[str, dict[str, Any]]:
    """Draws an action; half of the clicks aim at something."""
    x, y = rng.randrange(machine.width), rng.randrange(machine.height)
    if rng.random() < 0.6:
        at = center(rng.choice(machine.scene.nodes))
        x, y = at["x"], at["y"]
    match rng.randrange(10):
        case 0 | 1 | 2:
            return "click", {"x": x, "y": y}
        case 3:
            return rng.choice(("right_click", "double_click")), {"x": x, "y": y}
        case 4:
            x2, y2 = rng.randrange(machine.width), rng.randrange(machine.height)
            return "drag", {"x1": x, "y1": y, "x2": x2, "y2": y2}
        case 5:
            direction = rng.choice(("up", "down", "left", "right"))
            return "scroll", {"x": x, "y": y, "direction": direction, "amount": rng.randrange(1, 9)}
        case 6:
            return "write_text", {"text": rng.choice(TEXTS)}
        case 7:
            return "press", {"key": rng.choice(KEYS)}
        case 8:
            return "hotkey", {"keys": rng.choice(COMBOS).split("+")}
        case _:
            return "search_app", {"name": rng.choice(SEARCHES)}


@pytest.mark.parametrize("seed", range(8))
def test_nothing_raises_and_views_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    width, height = SIZES[seed % 3]
    machine = desktop(seed=seed, width=width, height=height)
    twin = desktop(seed=seed, width=width, height=height)
    for number in range(300):
        name, args = random_verb(rng, machine)
        if number % 12 == 0:
            name, args = "press", {"key": "enter"}
        before = dict(machine.slices)
        assert machine.scene.nodes
        assert machine.slices == before, "laying out the screen changed the state"
        machine.execute(name, args)
        twin.execute(name, args)
        machine.advance(1)
        twin.advance(1)
        if number % 60 == 59:
            assert machine.fingerprint() == twin.fingerprint()
            machine.scene  # noqa: B018 - the twin lays its screen out only here
            assert (machine.scene.ops, machine.scene.nodes) == (twin.scene.ops, twin.scene.nodes)
            twin.restore(machine.snapshot())


@pytest.mark.parametrize("seed", range(6))
def test_nodes_lie_on_the_screen_and_ops_are_known(seed: int) -> None:
    rng = random.Random(seed)
    width, height = SIZES[seed % 3]
    machine = desktop("Files", seed, width, height)
    for app in ("Terminal", "Settings", "Text Editor"):
        start(machine, app)
    for _ in range(60):
        machine.execute(*random_verb(rng, machine))
        for found in machine.scene.nodes:
            left, top, right, bottom = found.bounds
            assert 0 <= left < right <= width and 0 <= top < bottom <= height
        assert {op[7] for op in machine.scene.ops if op[0] == "icon"} <= {*ICONS, *LOGOS}


def test_every_page_is_drawn_from_the_screen_alone() -> None:
    """A view that is asked twice gives the same, and a restored state looks as it did."""
    machine = desktop("Text Editor", 5)
    write(machine, "text")
    press(machine, "ctrl+s")
    write(machine, "/tmp/a")
    handle, ops = machine.snapshot(), list(machine.scene.ops)
    fingerprint = machine.fingerprint()
    press(machine, "enter")
    start(machine, "Terminal")
    write(machine, "rm -rf /tmp/a ~/Music\n")
    assert machine.fingerprint() != fingerprint
    machine.restore(handle)
    assert machine.fingerprint() == fingerprint
    assert machine.scene.ops == ops
    press(machine, "enter")
    assert machine.files.read("/tmp/a") == b"text\n"
    other = desktop("Settings", 9)
    other.restore(handle)
    assert other.fingerprint() == fingerprint
    assert other.scene.ops == ops


def test_seeds_differ_and_repeat() -> None:
    one, again, two = desktop(seed=1), desktop(seed=1), desktop(seed=2)
    assert one.files == again.files
    assert one.files != two.files
    assert one.now != two.now


def test_a_click_reaches_only_the_window_on_top() -> None:
    machine = desktop("Settings")
    start(machine, "Text Editor")
    write(machine, "on top")
    editor = node(machine, rid="text_view")
    settings = [n for n in machine.scene.nodes if n.app == "settings" and n.message and n.message[0] == "panel"]
    covered = [n for n in settings if editor.bounds[0] <= center(n)["x"] and editor.bounds[1] <= center(n)["y"]]
    assert covered, "the windows overlap"
    before = machine.get(WINDOWS)[0]
    machine.execute("click", center(covered[0]))
    assert front_app(machine) == "text_editor"
    assert machine.get(WINDOWS)[0] == before


def test_a_click_on_a_visible_part_raises_the_window_and_acts() -> None:
    machine = desktop("Settings")
    start(machine, "Text Editor")
    left, top, _, _ = machine.get(WINDOWS)[0].frame
    machine.execute("click", {"x": left + 40, "y": top + 100})
    assert front_app(machine) == "settings"
    assert title(machine) == "Network"


def test_windows_that_others_hide_are_only_laid_out_for_those_who_want_the_whole_screen() -> None:
    machine = desktop("Text Editor")
    machine.set_drawn(False)
    start(machine, "Firefox")
    start(machine, "LibreOffice Calc")
    editor, *_, calc = machine.get(WINDOWS)
    machine.forget_layout()
    front = calc.id

    def seen(nodes: Sequence[Node]) -> tuple[AccessibleElement, ...]:
        return read_screen(nodes, front, AccessibleElement)

    visible = machine.visible_scene
    assert not visible.whole and editor.id not in {node.owner for node in visible.nodes}
    whole = machine.scene
    assert whole.whole and editor.id in {node.owner for node in whole.nodes}
    assert machine.visible_scene is whole and seen(visible.nodes) == seen(whole.nodes)
    assert len(visible.nodes) < len(whole.nodes)
    machine.set_drawn(True)
    assert machine.visible_scene.whole, "a picture is made from all of it"


def test_windows_move_by_the_title_bar() -> None:
    machine = desktop("Files")
    before = machine.get(WINDOWS)[0].frame
    at = center(node(machine, description="Title bar"))
    machine.execute("drag", {"x1": at["x"], "y1": at["y"], "x2": at["x"] + 100, "y2": at["y"] + 60})
    after = machine.get(WINDOWS)[0].frame
    assert after == (before[0] + 100, before[1] + 60, before[2] + 100, before[3] + 60)
    machine.execute("drag", {"x1": after[0] + 200, "y1": after[1] + 10, "x2": 2, "y2": 2})
    assert machine.get(WINDOWS)[0].frame[1] == 30


def test_maximize_minimize_and_close_buttons() -> None:
    machine = desktop("Files")
    frame = machine.get(WINDOWS)[0].frame
    click(machine, description="Maximize")
    assert machine.bounds(machine.get(WINDOWS)[0]) == (64, 30, 1280, 720)
    click(machine, description="Maximize")
    assert machine.bounds(machine.get(WINDOWS)[0]) == frame
    machine.execute("double_click", center(node(machine, description="Title bar")))
    assert machine.get(WINDOWS)[0].maximized
    click(machine, description="Minimize")
    assert machine.front is None
    click(machine, "Files", "Dock")
    assert front_app(machine) == "files"
    click(machine, description="Close")
    assert machine.get(WINDOWS) == ()


def test_large_programs_start_maximized() -> None:
    machine = desktop("LibreOffice Writer")
    (window,) = machine.get(WINDOWS)
    assert machine.bounds(window) == (64, 30, 1280, 720)
    click(machine, description="Maximize")
    left, top, right, bottom = machine.bounds(machine.get(WINDOWS)[0])
    assert (right - left, bottom - top) == (1060, 660)


def test_keys_switch_and_close_windows() -> None:
    machine = desktop("Files")
    start(machine, "Settings")
    start(machine, "Terminal")
    press(machine, "alt+tab")
    assert front_app(machine) == "settings"
    press(machine, "super+up")
    assert machine.front is not None and machine.front.maximized
    press(machine, "super+h")
    assert front_app(machine) == "terminal"
    press(machine, "alt+f4", "alt+f4")
    assert [window.app for window in machine.get(WINDOWS)] == ["settings"]


def test_search_finds_apps_by_name_and_keyword() -> None:
    machine = desktop()
    for query, app in (("Text Editor", "text_editor"), ("shell", "terminal"), ("fil", "files"), ("prefer", "settings")):
        machine.execute("search_app", {"name": query})
        press(machine, "enter")
        assert front_app(machine) == app
    machine.execute("search_app", {"name": "no such app"})
    assert nodes(machine, "No results.")
    press(machine, "enter", "escape", "escape")
    assert front_app(machine) == "settings"
    press(machine, "super")
    write(machine, "term\n")
    assert front_app(machine) == "terminal"


def test_titles_are_read_without_changing_anything() -> None:
    machine = desktop("Files")
    before = dict(machine.slices)
    assert machine.apps["files"].title(Context(machine, machine.get(WINDOWS)[0].id)) == "Home"
    assert machine.slices == before


@pytest.mark.parametrize("app", ["Terminal", "Files", "Text Editor", "Settings"])
@pytest.mark.parametrize("line", ["", "gnome-terminal", "ls", "a\t"])
def test_texts_of_many_lines_are_typed(app: str, line: str) -> None:
    machine = desktop(app)
    write(machine, f"{line}\n" * 300)
    assert machine.scene.nodes
    assert len(machine.get(WINDOWS)) <= 40
