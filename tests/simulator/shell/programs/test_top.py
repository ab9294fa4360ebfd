"""The simulated top: batch form, keys, and the whole screen in the Terminal."""

from __future__ import annotations

import re

from crab_sim.shell.programs.top import TopState, draw, feed, start
from crab_sim.shell.programs.world import World
from tests.simulator.desktop._drive import desktop, node, press, write
from tests.simulator.shell.programs.git._both import Machine

PROCESSES = ((1, "systemd"), (871, "Xorg"), (954, "gnome-shell"), (2013, "gnome-terminal-"))


def world() -> World:
    return World(_FILES, now=1_715_000_000.0, processes=PROCESSES, seed=3)


_FILES = Machine().files


def pids(state: TopState) -> list[int]:
    found = [re.match(r" *(\d+) (?:user|root) ", row.text) for row in draw(state, 24, 80).rows]
    return [int(match[1]) for match in found if match]


def test_prints_once_in_batch_form() -> None:
    machine = Machine()
    lines = machine.run("top -b -n 1").split("\n")
    assert lines[0].startswith("top - ") and machine.status == 0
    assert lines[1] == "Tasks:   3 total,   1 running,   2 sleeping,   0 stopped,   0 zombie"
    assert lines[6].split() == "PID USER PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND".split()
    assert {line.split()[-1] for line in lines[7:] if line} == {"init", "gnome-shell", "bash"}
    assert machine.run("top -bn1 -p 812 | tail -n +8 | awk '{print $1, $12}'") == "812 gnome-shell\n"
    assert machine.run("top -b -n 2 -d 5 | grep -c ^top") == "2\n"


def test_refuses_wrong_options_and_a_pipe() -> None:
    machine = Machine()
    for line in ("top", "top -b -n 0", "top -b -n 1 -o NAME", "top -b -n 1 -p x", "top -b -n 1 -u nobody", "top -z"):
        machine.run(line)
        assert machine.status == 1, line


def test_sorts_and_filters() -> None:
    state = start(world(), 24, 80, TopState())
    by_memory = pids(feed(state, "M", world()))
    assert sorted(by_memory) == [1, 871, 954, 2013]
    assert pids(feed(state, "MR", world())) == by_memory[::-1]
    assert pids(feed(state, "N", world())) == [2013, 954, 871, 1]
    assert sorted(pids(feed(state, "uroot\r", world()))) == [1, 871]
    assert len(pids(feed(state, "n2\r", world()))) == 2
    assert len(pids(feed(state, "n2\rn\r", world()))) == 4
    assert "Invalid user" in draw(feed(state, "uxy\r", world()), 24, 80).rows[5].text
    assert "Unknown command" in draw(feed(state, "%", world()), 24, 80).rows[5].text
    assert draw(feed(state, "1", world()), 24, 80).rows[3].text.startswith("%Cpu1")
    assert "Help for Interactive" in draw(feed(state, "h", world()), 24, 80).rows[0].text
    assert feed(state, "hqq", world()).status == 0


def test_takes_the_terminals_screen() -> None:
    machine = desktop("Terminal")
    write(machine, "top; echo after\n")
    assert node(machine, rid="terminal").text.startswith("top - ")
    press(machine, "N")
    text = node(machine, rid="terminal").text
    assert "gnome-shell" in text and text.rstrip().endswith("systemd")
    assert " R " in next(line for line in text.split("\n") if line.endswith(" top"))
    write(machine, "q")
    assert "after" in node(machine, rid="terminal").text
    write(machine, "top\n")
    press(machine, "ctrl+c")
    assert not node(machine, rid="terminal").text.startswith("top - ")
