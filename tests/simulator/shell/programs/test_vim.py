"""The simulated vim by itself: messages, files, options, registers, the command line, bounded work."""

from __future__ import annotations

import pytest

from crab_sim.files import Directory, Files
from crab_sim.machine.canonical import encode
from crab_sim.machine.work import Budget
from crab_sim.shell.programs.vim.loop import feed, parse, run_commands, start
from crab_sim.shell.programs.vim.state import VimState
from crab_sim.shell.programs.vim.view import draw
from crab_sim.shell.programs.world import World


@pytest.fixture
def world() -> World:
    files = Files([("/home/user", Directory(0.0, 0o755, "user")), ("/etc", Directory(0.0, 0o755, "root"))])
    files = files.write("/home/user/a.txt", b"one\ntwo\nthree\n", 0.0, owner="user")
    return World(files.write("/etc/issue", b"system\n", 0.0, owner="root"), now=5.0)


def opened(world: World, *argv: str) -> VimState:
    return start(parse("vim", list(argv)), world, 24, 80)


def last_row(state: VimState, world: World) -> str:
    return draw(state, 24, 80, world).rows[-1].text


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (":foo\r", "E492: Not an editor command: foo"),
        ("/absent\r", "E486: Pattern not found: absent"),
        ("x:q\r", "E37: No write since last change (add ! to override)"),
        (":s/\\(/x/\r", "E54: Unmatched \\("),
        (":set wonky\r", "E518: Unknown option: wonky"),
        (":99d\r", "E16: Invalid range"),
        (":w /etc/issue\r", "E13: File exists (add ! to override)"),
        (":w! /etc/issue\r", "E212: Can't open file for writing"),
        (":sort\r", "E492: Not an editor command: sort"),
        (":1,2t.\r", "E492: Not an editor command: 1,2t."),
        (":%normal x\r", "E492: Not an editor command: %normal x"),
        (":'kd\r", "E20: Mark not set"),
        (":split\r", "E492: Not an editor command: split"),
        (":d\x15%s/e/E/g\r", "3 substitutions on 2 lines"),
        (":w\r", '"a.txt" 3L, 14B written'),
        (":w b.txt\r", '"b.txt" [New] 3L, 14B written'),
        ("u", "Already at oldest change"),
        ("i", "-- INSERT --"),
    ],
)
def test_the_last_row_tells(keys: str, message: str, world: World) -> None:
    state = feed(opened(world, "a.txt"), keys, world)
    assert message in last_row(state, world)


def test_files_are_saved_and_read(world: World) -> None:
    state = feed(opened(world, "+2", "a.txt"), "dd:wq\r", world)
    assert state.status == 0 and world.read("a.txt") == b"one\nthree\n"
    state = feed(opened(world, "new.txt"), "ia\rb\x1b:x\r", world)
    assert state.status == 0 and world.read("new.txt") == b"a\nb\n"
    assert opened(world, "-c", "%s/one/1/", "-c", "wq", "a.txt").status == 0
    assert world.read("a.txt") == b"1\nthree\n"
    state = feed(opened(world, "/etc/issue"), "x:w\r", world)
    assert "E45: 'readonly' option is set" in last_row(state, world)


def test_settings_of_the_user_apply(world: World) -> None:
    world.write(
        "/home/user/.vimrc", b'" mine\nset number shiftwidth=2 expandtab " wide\nsyntax on\ncolorscheme desert\n'
    )
    state = feed(opened(world, "a.txt"), ">>", world)
    assert state.lines[0] == "  one"
    assert draw(state, 24, 80, world).rows[1].text == "  2 two"


def test_the_clipboard_is_a_register(world: World) -> None:
    state = feed(opened(world, "a.txt"), '"+yy', world)
    assert world.clipboard == "one\n"
    world.clipboard = "pasted"
    assert feed(state, '"+P', world).lines[0] == "pastedone"


def test_keys_one_by_one_equal_keys_at_once_and_states_are_plain(world: World) -> None:
    keys = 'A!\x1bj.:2,3s/!/?/g\rggVjd2uo\x16a\x1bfx;/t\rc2lx y\x1b.3ix\x1b"ayiwG"aP'
    at_once = feed(opened(world, "a.txt"), keys, world)
    state = opened(world, "a.txt")
    for key in keys:
        state = feed(state, key, world)
    assert encode(state) == encode(at_once)


@pytest.mark.parametrize(
    "keys",
    ["99999999ix\x1b", "yy9999999p:g/./s/./x/g\r",
     "i" + "a" * 60 + "\x1b:s/\\(a*\\)*b/x/\r",
     "yy99999999p", ":%s/.\\{-}\\(.*\\)*x/y/\r"],
)  # fmt: skip
def test_work_is_bounded(keys: str, world: World) -> None:
    state = feed(opened(world, "a.txt"), keys, world)
    assert state.status < 0
    world.budget = Budget()
    assert feed(state, "\x1b:q!\r", world).status == 0


def test_ex_commands_print_and_wait(world: World) -> None:
    state = feed(opened(world, "a.txt"), ":g/t/\r", world)
    rows = [row.text for row in draw(state, 24, 80, world).rows]
    assert rows[-3:] == ["two", "three", "Press ENTER or type command to continue"]
    assert feed(state, "\r", world).output == ()
    assert run_commands(state, ["set number?"], world).message == "nonumber"


def test_the_screen_shows_tabs_wraps_and_places(world: World) -> None:
    world.write("wide.txt", b"\tx\n" + b"y" * 100 + b"\n")
    screen = draw(opened(world, "wide.txt"), 10, 40, world)
    texts = [row.text for row in screen.rows]
    assert texts[0] == "        x" and texts[1:4] == ["y" * 40, "y" * 40, "y" * 20] and texts[4] == "~"
    assert screen.cursor == (0, 7)
    assert "1,1-8" in texts[-1] or texts[-1].startswith('"wide.txt"')


def test_it_notes_which_files_it_has_edited(world: World) -> None:
    for name in ("a.txt", "/etc/issue", "new", "a.txt"):
        feed(opened(world, name), ":q\r", world)
    feed(opened(world), ":q\r", world)
    notes = world.read("~/.viminfo").decode()
    assert [line for line in notes.split("\n") if line.startswith(">")] == ["> ~/a.txt", "> ~/new", "> /etc/issue"]


@pytest.mark.parametrize("option", [("-es",), ("-i", "NONE"), ("-u", "NONE"), ("--clean",)])
def test_it_notes_nothing(world: World, option: tuple[str, ...]) -> None:
    feed(opened(world, *option, "a.txt"), ":wq\r", world)
    assert not world.exists("~/.viminfo")
