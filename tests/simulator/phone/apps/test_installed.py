"""An app of the phone is a row in the table of apps and a folder."""

from __future__ import annotations

from pathlib import Path

from crab_sim.devices.apps import APPS, app_of
from crab_sim.phone import apps


def test_the_apps_are_the_rows_of_the_table_in_its_order() -> None:
    rows = [row.id for row in APPS if row.device == "android" and row.version]
    assert [app.spec.id for app in apps.INSTALLED] == rows
    folders = {path.parent.name for path in Path(apps.__file__).parent.glob("*/app.py")}
    assert folders == set(rows)


def test_an_app_is_called_what_the_table_calls_it() -> None:
    for app in apps.INSTALLED:
        assert app.spec.name == app_of("android", app.spec.id).name
