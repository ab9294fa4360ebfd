"""Events from files and into files of the shared storage: the items of the Calendar's menu."""

from __future__ import annotations

from typing import assert_never

from crab_sim.engines.days import DAY
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.calendar import data, ics
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.calendar.messages import TransferMessage
from crab_sim.phone.apps.calendar.repeat import day_code
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.widgets import file_chooser, folder_chooser

__all__ = ["update"]


def update(context: Context, message: TransferMessage) -> None:
    """Handles the items of the menu, and the file or folder that was chosen."""
    match message:
        case ("menu_more",):
            context.set(overlay=("more", context.point))
        case ("ask_ics",):
            file_chooser.ask(context, "Import events", (".ics",), ("import_ics",))
        case ("ask_folder",):
            folder_chooser.ask(context, "Export events", "Export here", ("export_ics",), f"{SDCARD}/Download")
        case ("import_ics", path):
            _import(context, path)
        case ("export_ics", folder):
            _export(context, folder)
        case _:
            assert_never(message)


def _import(context: Context, path: str) -> None:
    """Adds the events of a file; one that was imported before takes the place of what was imported then."""
    files: Files = context.get(FILES)
    new = ics.read(files.read(path)) if files.is_file(path) else []
    rows = context.get(EVENTS)
    for row in new:
        row = row._replace(last_updated=int(1000 * context.now), source="imported-ics")
        known = next((other.id for other in rows if row.import_id and other.import_id == row.import_id), 0)
        rows = data.replace_row(rows, row._replace(id=known)) if known else data.append(rows, row)[0]
    context.put(EVENTS, rows)
    text = f"{len(new)} event{'s' * (len(new) != 1)} imported." if new else "There are no events in this file."
    context.set(overlay=("problem", text))


def _export(context: Context, folder: str) -> None:
    files: Files = context.get(FILES)
    day = day_code(int(context.now // DAY))
    try:
        path = free_name(files, f"{folder}/events_{day}.ics")
        context.put(FILES, files.write(path, ics.write(context.get(EVENTS), context.now), context.now))
    except FileError as error:
        context.set(overlay=("problem", f"Can't be saved: {error.reason}."))
    else:
        context.set(overlay=("problem", f"Saved as {path.replace(SDCARD, 'Internal storage', 1)}"))
