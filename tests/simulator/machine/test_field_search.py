"""The search for a text field finds what the whole screen has."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from crab_sim.desktop import Desktop
from crab_sim.machine.app import Context
from crab_sim.machine.field_search import find_field
from crab_sim.ui.node import FieldData


def fields(machine: Desktop) -> dict[str, FieldData]:
    """Returns the fields on the whole screen that belong to the window in front, by key."""
    whole, front = machine.fork(), machine.front
    whole.set_drawn(True)
    assert front is not None
    nodes = [node for node in whole.scene.nodes if node.owner == front.id]
    return {node.data.key: node.data for node in nodes if isinstance(node.data, FieldData)}


@pytest.mark.parametrize("app", sorted(Desktop.apps))
def test_search_finds_the_fields_of_the_window_in_front(app: str) -> None:
    desktop = Desktop()
    desktop.boot(3)
    desktop.set_drawn(False)
    desktop.launch("text_editor")
    desktop.launch(app)
    for key in ("", "ctrl+f", "ctrl+s", "ctrl+n"):
        if key:
            desktop.execute("hotkey", {"keys": key.split("+")})
        if desktop.front is None:
            return
        expected, context = fields(desktop), Context(desktop, desktop.front.id)
        assert {name: find_field(context, name) for name in expected} == expected
        assert find_field(context, "no field") is None


def test_a_window_behind_another_is_searched_on_the_whole_screen() -> None:
    desktop = Desktop()
    desktop.set_drawn(False)
    desktop.launch("text_editor")
    behind = desktop.front
    desktop.launch("files")
    assert behind is not None and behind is not desktop.front
    found = find_field(Context(desktop, behind.id), "text")
    shown = [node.data for node in desktop.scene.nodes if node.owner == behind.id and isinstance(node.data, FieldData)]
    assert found == next((field for field in shown if field.key == "text"), None)


@pytest.mark.parametrize("app", sorted(app for app, spec in Desktop.apps.items() if spec.multiline is not None))
def test_apps_name_their_fields_of_several_lines(app: str) -> None:
    """What an app says of its fields is what its source makes."""
    package = importlib.import_module(f"crab_sim.desktop.apps.{app}")
    made = []
    for path in sorted(Path(*package.__path__).glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and any(option.arg == "multiline" for option in node.keywords):
                if ast.unparse(node.func).rpartition(".")[2] == "Field":
                    assert isinstance(node.args[0], ast.Constant)
                    made.append(node.args[0].value)
    assert sorted(made) == sorted(Desktop.apps[app].multiline or ())
