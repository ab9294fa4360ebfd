"""The desktop's apps: their messages can be told apart."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from crab_sim.desktop import Desktop


@pytest.mark.parametrize("app", Desktop.apps)
def test_messages_of_one_name_and_number_of_parts_have_the_same_parts(app: str) -> None:
    """A group of messages tells them by these two."""
    module = import_module(f"crab_sim.desktop.apps.{app}.app")
    parts: dict[tuple[str, int], set[tuple[object, ...]]] = {}
    for row in get_args(module.Message):
        names, *rest = get_args(row)
        for name in get_args(names):
            parts.setdefault((name, len(rest)), set()).add(tuple(rest))
    assert parts
    # a start has any intent, and each of an app's menus has choices of its own
    shared = {name for (name, _), kinds in parts.items() if len(kinds) > 1}
    assert shared <= {"opened", "menu_choose"}
