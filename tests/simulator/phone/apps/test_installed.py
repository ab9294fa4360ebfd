"""An app of the phone is a row in the table of apps and a folder."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from crab_sim.devices.apps import APPS, app_of
from crab_sim.phone import apps
from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.machine import Phone


def test_the_apps_are_the_rows_of_the_table_in_its_order() -> None:
    rows = [row.id for row in APPS if row.device == "android" and row.version]
    assert [app.spec.id for app in apps.INSTALLED] == rows
    folders = {path.parent.name for path in Path(apps.__file__).parent.glob("*/app.py")}
    assert folders == set(rows)


def test_an_app_is_called_what_the_table_calls_it() -> None:
    for app in apps.INSTALLED:
        assert app.spec.name == app_of("android", app.spec.id).name


@pytest.mark.parametrize("app", Phone.apps)
def test_no_two_messages_of_an_app_have_one_name_and_number_of_parts(app: str) -> None:
    """A group of messages tells them by these two."""
    module = import_module(f"crab_sim.phone.apps.{app}.app")
    rows = [get_args(row) for row in get_args(getattr(module, "Message", PhoneMessage))]
    shapes = [(name, len(row)) for row in rows for name in get_args(row[0])]
    assert shapes and len(set(shapes)) == len(shapes), shapes
