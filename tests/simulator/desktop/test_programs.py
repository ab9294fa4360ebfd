"""Programs in the background: System Monitor, top and ps show them, and end them."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.programs import PROGRAMS, start_program
from crab_sim.machine.slices import WINDOWS
from tests.simulator.desktop._drive import click, desktop, nodes, press, start, write


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    start_program(machine, "render-a", 40_000_000)
    start_program(machine, "render-b", 90_000_000)
    return machine


def running(machine: Desktop) -> list[str]:
    return [program.name for program in machine.get(PROGRAMS)]


def printed(machine: Desktop, line: str) -> list[str]:
    """Returns the words that a line of the shell prints."""
    start(machine, "Terminal")
    write(machine, f"{line} > /home/user/out\n")
    return machine.files.read("/home/user/out").decode().split()


def test_the_monitor_lists_them_with_their_memory_and_ends_them(machine: Desktop) -> None:
    start(machine, "System Monitor")
    rows = {n.text: n.description for n in nodes(machine, role="list_item") if n.text.startswith("render")}
    assert [text.rpartition(", ")[2] for text in rows.values()] == ["45.4 MB", "95.5 MB"]
    click(machine, "render-b", role="list_item")
    press(machine, "ctrl+e")
    assert running(machine) == ["render-a", "render-b"]
    click(machine, "End Process", role="button")
    assert running(machine) == ["render-a"]


def test_signals_end_them_stop_them_or_let_them_go_on(machine: Desktop) -> None:
    start(machine, "Terminal")
    write(machine, "pkill -STOP render-b\n")
    assert running(machine) == ["render-a", "render-b"]
    assert [program.stopped for program in machine.get(PROGRAMS)] == [False, True]
    assert printed(machine, "ps aux | grep render-b")[7] == "T"
    write(machine, "pkill -CONT render-b\n")
    assert [program.stopped for program in machine.get(PROGRAMS)] == [False, False]
    write(machine, "kill -9 $(pgrep -x render-b)\n")
    assert running(machine) == ["render-a"]
    write(machine, "pkill render\n")
    assert running(machine) == []


def test_a_signal_that_ends_nothing_closes_no_window(machine: Desktop) -> None:
    start(machine, "Calculator")
    start(machine, "Terminal")
    for signal in ("CONT", "STOP"):
        write(machine, f"pkill -{signal} gnome-calc\n")
    assert [window.app for window in machine.get(WINDOWS)] == ["calculator", "terminal"]
    write(machine, "pkill gnome-calc\n")
    assert [window.app for window in machine.get(WINDOWS)] == ["terminal"]


def test_ps_and_top_show_their_memory(machine: Desktop) -> None:
    assert int(printed(machine, "ps aux | grep render-b")[5]) > 90_000_000 // 1024
    row = printed(machine, "top -b -n 1 | grep render-b")
    assert any(word.isdigit() and int(word) > 90_000_000 // 1024 for word in row)


def test_names_are_those_of_processes(machine: Desktop) -> None:
    for name in ("", "a-name-of-16-char"):
        with pytest.raises(ValueError, match="expected 1 to 15"):
            start_program(machine, name, 1)
    for i in range(88):
        start_program(machine, f"p{i}", 1)
    assert len({program.id for program in machine.get(PROGRAMS)}) == 90
    with pytest.raises(ValueError, match="end some"):
        start_program(machine, "one-more", 1)


def test_they_belong_to_the_state(machine: Desktop) -> None:
    before = machine.fingerprint()
    start_program(machine, "render-c", 1)
    assert machine.fingerprint() != before


def test_ps_and_top_agree_about_memory(machine: Desktop) -> None:
    listed = printed(machine, "ps -eo rss,comm --sort=-rss h | grep render")
    assert listed[1::2] == ["render-b", "render-a"]
    assert printed(machine, "top -bn1 -o %MEM | grep render | awk '{print $6, $12}'") == listed
    assert printed(machine, "ps -C render-b -o comm=,stat=") == ["render-b", "S"]
