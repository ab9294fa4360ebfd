from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.terminal.app import run_command
from crab_sim.desktop.host import DesktopHost
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from crab_sim.shell import last_word
from crab_sim.ui.editing import MAX_TEXT
from tests.simulator.desktop._drive import (
    HOME,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    right_click,
    screen,
    setting,
    start,
    title,
    write,
)

INTERFACE = "org.gnome.desktop.interface"


@pytest.fixture
def machine() -> Desktop:
    return desktop("Terminal")


def test_a_fresh_terminal_prompts_in_the_home_folder(machine: Desktop) -> None:
    assert screen(machine) == "user@crab:~$ "
    assert title(machine) == "user@crab: ~"


def test_commands_change_the_files_and_print(machine: Desktop) -> None:
    write(machine, "mkdir -p a/b && cd a\necho hi > b/c.txt\ncat b/c.txt nothing\n")
    assert machine.files.read(f"{HOME}/a/b/c.txt") == b"hi\n"
    assert screen(machine).splitlines()[-3:] == [
        "hi",
        "cat: nothing: No such file or directory",
        "user@crab:~/a$ ",
    ]
    assert machine.files.stat(f"{HOME}/a/b/c.txt").mtime == machine.now


def test_output_without_a_newline_stays_before_the_prompt(machine: Desktop) -> None:
    write(machine, "printf abc\n")
    assert screen(machine).splitlines()[-1] == "abcuser@crab:~$ "
    write(machine, "printf 'a\\tb\\rX\\n'\n")
    assert screen(machine).splitlines()[-2] == "X       b"


def test_the_line_is_edited_with_the_usual_keys(machine: Desktop) -> None:
    def line() -> str:
        return node(machine, rid="input").text

    write(machine, "echo one two")
    press(machine, "ctrl+w", "left", "left")
    assert line() == "echo one "
    press(machine, "backspace", "delete", "home")
    assert line() == "echo o "
    press(machine, "ctrl+e")
    write(machine, "x")
    press(machine, "ctrl+a", "delete", "end", "ctrl+left", "ctrl+k")
    assert line() == "cho o "
    press(machine, "ctrl+y", "ctrl+u")
    assert line() == ""
    press(machine, "ctrl+y", "ctrl+c")
    assert line() == ""
    assert screen(machine).splitlines()[-2].endswith("^C")


def test_history_goes_up_and_down_and_keeps_the_draft(machine: Desktop) -> None:
    write(machine, "echo 1\necho 2\ndraft")
    press(machine, "up", "up")
    assert node(machine, rid="input").text == "echo 1"
    press(machine, "down", "down", "down")
    assert node(machine, rid="input").text == "draft"


def test_tab_completes_paths_and_lists_several(machine: Desktop) -> None:
    write(machine, "cd Docu\t")
    assert node(machine, rid="input").text == "cd Documents/"
    press(machine, "enter")
    write(machine, "cat l")
    press(machine, "tab")
    press(machine, "tab")
    assert "letters/  lists/" in screen(machine)
    press(machine, "ctrl+u")
    write(machine, "gset\t")
    assert node(machine, rid="input").text == "gsettings "


def test_a_loop_is_typed_over_several_lines(machine: Desktop) -> None:
    write(machine, "for i in 1 2 3\ndo echo n$i\ndone\n")
    assert screen(machine).splitlines()[-6:] == ["> do echo n$i", "> done", "n1", "n2", "n3", "user@crab:~$ "]
    write(machine, "cat <<END > doc\nfirst\nsecond\nEND\n")
    assert machine.files.read(f"{HOME}/doc") == b"first\nsecond\n"


def test_output_wraps_at_the_window_and_again_when_it_grows(machine: Desktop) -> None:
    write(machine, f"echo {'x' * 120}\n")
    narrow = screen(machine).splitlines()
    assert max(map(len, narrow)) < 100
    press(machine, "super+up")
    assert "x" * 120 in screen(machine).splitlines()
    assert [line for line in narrow if line.startswith("x")] != []


def test_the_scroll_back_scrolls_and_typing_returns_to_the_end(machine: Desktop) -> None:
    write(machine, "seq 200\n")
    assert "200" in screen(machine).splitlines()
    where = node(machine, rid="terminal").bounds
    machine.execute("scroll", {"x": where[0] + 50, "y": where[1] + 50, "direction": "up", "amount": 200})
    assert "200" not in screen(machine).splitlines()
    assert "seq 200" in screen(machine)
    write(machine, "a")
    assert "200" in screen(machine).splitlines()


def test_clear_and_ctrl_l_empty_the_screen(machine: Desktop) -> None:
    write(machine, "ls /\nclear\n")
    assert screen(machine) == "user@crab:~$ "
    write(machine, "ls /\nabc")
    press(machine, "ctrl+l")
    assert screen(machine) == "user@crab:~$ abc"


def test_text_is_selected_by_dragging_and_copied_and_pasted(machine: Desktop) -> None:
    write(machine, "echo hello\n")
    left, top, _, _ = node(machine, rid="terminal").bounds
    machine.execute("drag", {"x1": left + 8, "y1": top + 36, "x2": left + 8 + 8 * 5, "y2": top + 36})
    press(machine, "ctrl+shift+c")
    assert machine.get(CLIPBOARD) == "hello"
    write(machine, "echo ")
    press(machine, "ctrl+shift+v")
    assert node(machine, rid="input").text == "echo hello"
    machine.execute("double_click", {"x": left + 30, "y": top + 36})
    right_click(machine, description="Terminal")
    click(machine, "Copy", role="menu_item")
    assert machine.get(CLIPBOARD) == "hello"
    right_click(machine, description="Terminal")
    press(machine, "escape")
    assert not nodes(machine, role="menu")


def test_gsettings_speaks_like_the_real_one(machine: Desktop) -> None:
    write(machine, f"gsettings get {INTERFACE} color-scheme\n")
    assert screen(machine).splitlines()[-2] == "'default'"
    write(machine, f"gsettings set {INTERFACE} color-scheme prefer-dark\n")
    assert setting(machine, INTERFACE, "color-scheme") == "prefer-dark"
    assert machine.theme.dark
    write(machine, f"gsettings set {INTERFACE} color-scheme \"'default'\"; gsettings get {INTERFACE} color-scheme\n")
    assert screen(machine).splitlines()[-2] == "'default'"
    assert setting(machine, INTERFACE, "color-scheme") == "default"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"gsettings set {INTERFACE} color-scheme night", "The provided value is outside of the valid range"),
        (f"gsettings set {INTERFACE} text-scaling-factor 9", "The provided value is outside of the valid range"),
        (f"gsettings get {INTERFACE} colour", "No such key “colour”"),
        ("gsettings get org.none key", "No such schema “org.none”"),
        ("gsettings get org.gnome.desktop.session idle-delay | cut -d' ' -f1", "uint32"),
        (f"gsettings range {INTERFACE} clock-format | tail -1", "'12h'"),
        (f"gsettings set {INTERFACE} clock-show-date maybe 2>&1 | head -1", "unknown keyword:"),
        ("gsettings list-schemas | grep -c gnome", "19"),
        (f"gsettings list-keys {INTERFACE} | grep clock-format", "clock-format"),
    ],
)
def test_gsettings_messages(machine: Desktop, line: str, message: str) -> None:
    before = machine.get(SETTINGS)
    write(machine, f"{line}\n")
    assert screen(machine).splitlines()[-2] == message
    assert machine.get(SETTINGS) == before


def test_commands_open_apps(machine: Desktop) -> None:
    write(machine, "echo text > n.txt; gedit n.txt\n")
    assert title(machine) == "n.txt (~) - Text Editor"
    start(machine, "Terminal")
    write(machine, "xdg-open Documents\n")
    assert (front_app(machine), title(machine)) == ("files", "Documents")
    start(machine, "Terminal")
    write(machine, "gnome-control-center sound\n")
    assert (front_app(machine), title(machine)) == ("settings", "Sound")
    start(machine, "Terminal")
    write(machine, "xdg-open nothing\n")
    assert "does not exist" in screen(machine)
    assert len(machine.get(WINDOWS)) == 4


def test_windows_multiply_and_close(machine: Desktop) -> None:
    write(machine, "cd Music\n")
    press(machine, "ctrl+shift+n")
    assert len(machine.get(WINDOWS)) == 2
    assert screen(machine) == "user@crab:~/Music$ "
    write(machine, "exit\n")
    press(machine, "ctrl+d")
    assert machine.get(WINDOWS) == ()


def test_sleep_lets_virtual_time_pass_and_date_shows_it(machine: Desktop) -> None:
    before = machine.now
    write(machine, "date +%s\nsleep 90\ndate +%s\n")
    assert machine.now == before + 90
    lines = screen(machine).splitlines()
    assert int(lines[-2]) - int(lines[-5]) == 90


def test_kill_closes_another_app(machine: Desktop) -> None:
    start(machine, "Settings")
    start(machine, "Terminal")
    write(machine, "kill $(pgrep gnome-control)\n")
    assert [window.app for window in machine.get(WINDOWS)] == ["terminal"]


def test_the_shell_is_a_process_that_only_some_signals_end(machine: Desktop) -> None:
    write(machine, "pkill -x bash; pgrep -l bash\n")
    assert screen(machine).split("\n")[1].endswith(" bash")
    write(machine, "pkill -9 bash\n")
    assert machine.get(WINDOWS) == ()


def test_commands_of_evaluators_change_nothing(machine: Desktop) -> None:
    files, host = machine.files, DesktopHost(machine.get(SETTINGS), machine.now)
    before = machine.fingerprint()
    assert run_command(files, host, ["cat", "/etc/hostname"]) == (0, "crab\n", "")
    assert run_command(files, host, ["sh", "-c", "echo x > y; ls y"]) == (0, "y\n", "")
    assert run_command(files, host, ["gsettings", "get", INTERFACE, "clock-format"]) == (0, "'24h'\n", "")
    code, out, err = run_command(files, host, ["nothing"])
    assert (code, out) == (127, "") and "not found" in err
    assert machine.fingerprint() == before


def test_the_line_and_the_scroll_back_are_bounded(machine: Desktop) -> None:
    machine.put(CLIPBOARD, "a" * MAX_TEXT)
    write(machine, "echo ")
    press(machine, "ctrl+shift+v", "ctrl+shift+v")
    assert len(node(machine, rid="input").text) == MAX_TEXT
    press(machine, "ctrl+u", "ctrl+y", "ctrl+y")
    assert len(node(machine, rid="input").text) == MAX_TEXT
    for _ in range(8):
        press(machine, "enter", "up")
    session = machine.get(WINDOWS)[-1].page.data
    assert sum(len(prompt) + len(line) for prompt, line in session.lines) <= 500_000
    press(machine, "ctrl+u", "ctrl+shift+a", "ctrl+shift+c")
    assert len(machine.get(CLIPBOARD)) == MAX_TEXT
    machine.put(FILES, machine.files.write(f"{HOME}/long", b"x" * 200_000, 0.0))
    write(machine, "cat long\n")
    assert len(machine.get(WINDOWS)[-1].page.data.lead) == MAX_TEXT


def test_completing_takes_the_last_word_with_its_quotes(machine: Desktop) -> None:
    write(machine, "mkdir 'my notes'\ncat \"x y\"z 'my n")
    press(machine, "tab")
    assert node(machine, rid="input").text == 'cat "x y"z my\\ notes/'
    assert [last_word(line) for line in ('a "b c" d', "a b\\ c", "a b ", "'" + "a" * 50_000)] == [
        "d", "b\\ c", "", "'" + "a" * 50_000,
    ]  # fmt: skip


def test_a_command_goes_on_for_a_bounded_number_of_lines(machine: Desktop) -> None:
    write(machine, "cat > list <<X\n" + "a\n" * 400 + "X\n")
    assert machine.files.read(f"{HOME}/list") == b"a\n" * 400
    write(machine, "echo '" + "\n" * 500)
    assert len(machine.get(WINDOWS)[-1].page.data.pending) == 500
    write(machine, "\n")
    assert not machine.get(WINDOWS)[-1].page.data.pending
    assert "unexpected EOF" in screen(machine)


def test_a_flood_of_commands_is_cut(machine: Desktop) -> None:
    write(machine, "echo x >> n\n" * 3000)
    ran = machine.files.read(f"{HOME}/n").count(b"x")
    assert 500 < ran < 2000
    assert machine.work.untyped == 12 * (2999 - ran)  # the last one began, and was stopped
    write(machine, "echo y >> n\n")
    assert machine.files.read(f"{HOME}/n").endswith(b"x\ny\n")


@pytest.mark.parametrize(
    ("line", "app"),
    [
        ("gnome-calculator", "calculator"), ("xdg-open Music", "files"),
        ("xdg-open Documents/expenses.csv", "calc"), ("xdg-open Pictures/*.png", "image_viewer"),
    ],
)  # fmt: skip
def test_programs_start_apps(line: str, app: str) -> None:
    machine = desktop("Terminal")
    write(machine, f"{line}\n")
    assert front_app(machine) == app
