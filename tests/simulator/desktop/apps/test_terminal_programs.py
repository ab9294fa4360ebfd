"""Full-screen programs in the Terminal: keys, the rest of the line, screens, snapshots."""

from __future__ import annotations

import pytest

from crab_gym.backends.sim import SimBackend
from crab_sim.desktop import Desktop
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from tests.simulator.desktop._drive import click, desktop, node, press, screen, start, title, write


@pytest.fixture
def machine() -> Desktop:
    return desktop("Terminal")


def text(machine: Desktop, name: str) -> bytes:
    return machine.get(FILES).read(f"/home/user/{name}")


def test_vim_takes_the_screen_and_gives_it_back(machine: Desktop) -> None:
    write(machine, "vim notes.txt\n")
    assert title(machine) == "user@crab: ~"
    assert screen(machine).split("\n")[1] == "~" and '"notes.txt" [New]' in screen(machine)
    press(machine, "i")
    write(machine, "first\nsecond")
    for key in ("escape", "k", "x"):
        press(machine, key)
    write(machine, ":wq\n")
    assert text(machine, "notes.txt") == b"firs\nsecond\n"
    assert screen(machine).endswith("user@crab:~$ vim notes.txt\nuser@crab:~$ ")


def test_the_rest_of_the_line_follows_the_program(machine: Desktop) -> None:
    write(machine, "echo before; for f in a b; do vim $f && wc -c < $f; done; vim c; echo $?\n")
    write(machine, "ione\x1b:x\nitwo!\x1bZZ:cq 3\necho next\n")
    lines = screen(machine).split("\n")
    assert lines[1:] == ["before", "4", "5", "3", "user@crab:~$ echo next", "next", "user@crab:~$ "]
    assert text(machine, "a") == b"one\n" and text(machine, "b") == b"two!\n"


def test_files_that_others_write_meanwhile_stay(machine: Desktop) -> None:
    write(machine, "echo 1 > one; vim two\n")
    press(machine, "ctrl+alt+t")
    write(machine, "echo 2 > three; rm one\n")
    press(machine, "alt+tab")
    write(machine, ":q\n")
    assert text(machine, "three") == b"2\n" and not machine.get(FILES).exists("/home/user/one")


def test_nano_and_less(machine: Desktop) -> None:
    write(machine, "seq 50 > n; nano +3 n\nx")
    press(machine, "ctrl+k")
    press(machine, "alt+u")
    press(machine, "ctrl+x")
    assert "Save modified buffer?" in screen(machine)
    write(machine, "y\nless n\nG")
    assert screen(machine).endswith("50\n(END)")
    write(machine, "qcat n | less | tail -n 1\n")
    assert screen(machine).endswith("\n50\nuser@crab:~$ ")
    assert text(machine, "n").startswith(b"1\n2\nx3\n4\n")


def test_the_clipboard_goes_in_and_out(machine: Desktop) -> None:
    machine.put(CLIPBOARD, "pasted\ntext")
    write(machine, "vim p\ni")
    press(machine, "ctrl+shift+v")
    write(machine, '\x1b"+yy:wq\n')
    assert text(machine, "p") == b"pasted\ntext\n" and machine.get(CLIPBOARD) == "text\n"


def test_a_window_with_a_program_asks_before_it_closes(machine: Desktop) -> None:
    write(machine, "nano n\n")
    press(machine, "ctrl+shift+q")
    assert node(machine, "Close this terminal?", role="dialog")
    write(machine, "lost")
    press(machine, "escape")
    write(machine, "kept")
    assert "kept" in screen(machine) and "lost" not in screen(machine)
    press(machine, "ctrl+shift+w")
    click(machine, "Close Terminal", role="button")
    assert not machine.get(WINDOWS)


def test_a_commit_has_one_date_however_long_its_message_takes(machine: Desktop) -> None:
    write(machine, "git init -q; git config user.email a@b.example; echo a > a; git add a; git commit\n")
    machine.advance(60.0)
    write(machine, "Begin\n")
    press(machine, "ctrl+o", "enter", "ctrl+x")
    write(machine, "git log --format='%at %ct' > dates\n")
    written, committed = text(machine, "dates").split()
    assert written == committed


def test_editors_need_the_terminal(machine: Desktop) -> None:
    write(machine, "vim a | cat; nano | cat; x=$(vim b); vim -es -c '%s/1/2/' -c wq n < /dev/null; echo $?\n")
    assert "Output is not to a terminal" in screen(machine) and title(machine) == "user@crab: ~"


def test_snapshots_hold_in_the_middle_of_an_insertion() -> None:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(0)
    for name, args in (
        ("search_app", {"name": "Terminal"}), ("press", {"key": "enter"}), ("write_text", {"text": "vim s\niabc"}),
    ):  # fmt: skip
        backend.execute(name, args)
    assert "vim" in backend.state.processes()
    handle, before = backend.snapshot(), backend.fingerprint()
    backend.execute("write_text", {"text": "def\x1b:wq\n"})
    assert "vim" not in backend.state.processes()
    backend.restore(handle)
    assert backend.fingerprint() == before
    backend.execute("write_text", {"text": "\x1b:wq\n"})
    assert backend.state.read_file("/home/user/s") == b"abc\n"


def test_killing_the_editor_gives_the_prompt_back(machine: Desktop) -> None:
    write(machine, "vim a\n")
    press(machine, "ctrl+alt+t")
    write(machine, "pkill vim\n")
    press(machine, "alt+tab")
    assert title(machine) == "user@crab: ~"
    start(machine, "Terminal")
