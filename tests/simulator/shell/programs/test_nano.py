"""The simulated nano."""

from __future__ import annotations

import pytest

from crab_sim.files import Directory, Files
from crab_sim.shell.programs.nano import NanoState, feed, start
from crab_sim.shell.programs.nano.view import draw
from crab_sim.shell.programs.world import World


@pytest.fixture
def world() -> World:
    files = Files([("/home/user", Directory(0.0, 0o755, "user"))])
    return World(files.write("/home/user/a.txt", b"one\ntwo\nthree\n", 0.0, owner="user"))


def opened(world: World, keys: str = "", line: int = 1) -> NanoState:
    return feed(start("a.txt", world, 24, 80, line), keys, world)


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("hey \x0f\r\x18", b"hey one\ntwo\nthree\n"),
        ("\x0b\x0b\ue002\x15\x18y\r", b"three\none\ntwo\n"),
        ("\x17thr\r\x7f!\x18y\r", b"one\ntwo!three\n"),
        ("\x1co\r0\ra\x18y\r", b"0ne\ntw0\nthree\n"),
        ("\x1co\r0\rny\x18y\r", b"one\ntw0\nthree\n"),
        ("\ue002\x1co\r0\ryyX\x18y\r", b"0ne\nXtw0\nthree\n"),
        ("\ue002\x1co\r0\raX\x18y\r", b"0ne\nXtw0\nthree\n"),
        ("\ue002\ue004\ue004\ue004\x1co\roo\rnaX\x18y\r", b"one\ntwooX\nthree\n"),
        ("\x1f3,2\rX\x18y\r", b"one\ntwo\ntXhree\n"),
        ("abc\x1bu\x18", b"one\ntwo\nthree\n"),
        ("a\x1bu\x1be\x18y\r", b"aone\ntwo\nthree\n"),
        ("x\x18n", b"one\ntwo\nthree\n"),
        ("\x1ba\ue006\x1b6\ue006\x15\x18y\r", b"oneone\ntwo\nthree\n"),
        ("\x1b/end\x18y\r", b"one\ntwo\nthree\nend\n"),
    ],
)  # fmt: skip
def test_keys_edit_and_save(keys: str, text: bytes, world: World) -> None:
    assert opened(world, keys).status == 0
    assert world.read("a.txt") == text


def test_the_last_line_stays_empty(world: World) -> None:
    at_the_end = "\x1f99\r"
    assert opened(world, at_the_end + "four").lines == ("one", "two", "three", "four", "")
    assert opened(world, at_the_end + "four\r").lines == ("one", "two", "three", "four", "", "")
    back = opened(world, at_the_end + "\x7f")
    assert (back.lines, back.line, back.col) == (("one", "two", "three", ""), 2, 5)
    assert opened(world, at_the_end + "\ue001\x05\x04").lines == back.lines
    world.write("b.txt", b"no end")
    assert start("b.txt", world, 24, 80).lines == ("no end", "")


def test_writing_elsewhere_asks_before_it_overwrites(world: World) -> None:
    world.write("b.txt", b"old\n")
    state = opened(world, "x\x0f\x15b.txt\r")
    assert [row.text.strip() for row in draw(state, 24, 80).rows][-3] == 'File "b.txt" exists; OVERWRITE?'
    feed(state, "n", world)
    assert world.read("b.txt") == b"old\n"
    feed(state, "y", world)
    assert world.read("b.txt") == b"xone\ntwo\nthree\n"


def test_the_screen_has_title_status_and_keys(world: World) -> None:
    rows = [row.text for row in draw(opened(world, line=2), 24, 80).rows]
    assert len(rows) == 24 and "GNU nano 7.2" in rows[0] and "a.txt" in rows[0]
    assert rows[-3].strip() == "[ Read 3 lines ]" and rows[-2].startswith("^G Help")
    assert draw(opened(world, line=2), 24, 80).cursor == (2, 0)
    assert "Modified" in draw(opened(world, "x"), 24, 80).rows[0].text
    assert "[ line 1/4 (25%)" in draw(opened(world, "\x03"), 24, 80).rows[-3].text
    assert "not found" in draw(opened(world, "\x17zzz\r"), 24, 80).rows[-3].text
    assert "nano help text" in draw(opened(world, "\x07"), 24, 80).rows[0].text
