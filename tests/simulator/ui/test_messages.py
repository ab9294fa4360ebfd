"""Messages: the groups that an app makes of them, and what mypy says to an app that sends or forgets one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

from crab_sim.ui import MessageGroup

ROOT = Path(__file__).parents[3]
APP = """
from typing import Literal, assert_never

from crab_sim import ui
from crab_sim.machine.app import Context, View

Message = tuple[Literal["open"], int] | tuple[Literal["close"]] | tuple[Literal["volume"], float]


class Bell(ui.Widget[Message]):
    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        scene.node(x, y, w, h, "button", message=("open", 1))
        scene.node(x, y, w, h, "button", message=("ring",))  # wrong: no such message


def view(context: Context) -> View[Message]:
    rows: list[ui.Widget[Message]] = [Bell(), ui.Label("Words"), ui.Button("Open", ("open", 1))]
    rows.append(ui.Slider(0.5, ("volume", 0.5)))
    rows.append(ui.Button("Cancel", ("dismiss",)))
    rows.append(ui.Button("Open", ("open", "one")))  # wrong: not a number
    return View(ui.Column([*rows, ui.Tile("Shut", ("shut",))]))  # wrong: no such message


def update(context: Context, message: Message) -> None:
    match message:
        case ("open", number):
            context.set(arg=number)
        case ("volume", share):
            context.set(data=share)
        case _:
            assert_never(message)  # wrong: nothing takes "close"
"""


def test_a_group_knows_its_messages_by_name_and_number_of_parts() -> None:
    group = MessageGroup(tuple[Literal["open", "close"], int] | tuple[Literal["clear"]])
    messages = (("open", 1), ("close", 2), ("clear",), ("tab", 2), ("open",), ("clear", 3))
    assert [group.has(message) for message in messages] == [True, True, True, False, False, False]
    assert MessageGroup(tuple[Literal["open"], int]).has(("open", 3))


def test_mypy_refuses_messages_that_the_handler_does_not_take(tmp_path: Path) -> None:
    file = tmp_path / "wrong_app.py"
    file.write_text(APP)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)],
        cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(ROOT / "simulator")},
    )  # fmt: skip
    wrong = [number for number, line in enumerate(APP.splitlines(), 1) if "# wrong" in line]
    errors = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert [int(line.split(":")[1]) for line in errors] == wrong, run.stdout + run.stderr
