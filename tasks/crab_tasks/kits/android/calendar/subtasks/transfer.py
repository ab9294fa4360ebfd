"""Calendar: sub-tasks that exchange events with files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.calendar.exports import events_exported, written
from crab_tasks.kits.android.calendar.moves import choose_menu_item, delete_event, new_event
from crab_tasks.kits.android.calendar.state import event_begins, start_of
from crab_tasks.kits.android.clock.state import parts_of
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import another, as_date, date_ahead, event_title, time_of_day

__all__ = ["EXPORT", "IMPORT_FILE"]

_DOWNLOAD = f"{STORAGE}/Download"

_FILES = tuple(f"{first}_{second}.ics" for first in ("choir", "club", "course", "league", "school", "theatre")
               for second in ("autumn", "dates", "plan", "season"))  # fmt: skip


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Calendar", "floating_action_button")


def _events(params: Params) -> Sequence[tuple[str, str, str]]:
    """Returns the title, date and time of each of the file's events."""
    return ((params.title, params.date, params.time), (f"{params.title} (part 2)", params.later, params.time))


def _files(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own, with the same titles at another time."""
    phone, stem = devices.android, str(params.file).removesuffix(".ics")
    events = [(title, start_of(date, time)) for title, date, time in _events(params)]
    old = [(title, start_of(another(date_ahead(), rng, params.date, params.later), params.time)) for title, _ in events]
    ages = rng.sample(range(3, 90), 3)
    for end, content, age in zip(("", "_old", "_older"), (events, old, old[:1]), ages, strict=True):
        phone.write_old_file(f"{_DOWNLOAD}/{stem}{end}.ics", written(content), 3600.0 * age)


def _imported(params: Params) -> Sequence[Checkpoint]:
    """Calendar; then the first event, and the second."""
    checkpoints = [app_opened("calendar", "calendar_open")]
    for name, (title, date, time) in zip(("first", "second"), _events(params), strict=True):
        right = check(event_begins, kind="line", title=title, start=start_of(date, time))
        checkpoints.append(
            Checkpoint(id=name, device="android", app="calendar", evaluator=right, after=("calendar_open",))
        )
    return checkpoints


def _may_import(params: Params) -> Footprint:
    """The events, which have no reminder in the file; whoever types them gets the app's own."""
    return [
        may_add("android", "event", most=1, title=title, start=int(start_of(date, time)),
                first_reminder=frozenset((-1, 30)))
        for title, date, time in _events(params)
    ]  # fmt: skip


def _import(look: Look, name: str) -> Iterator[Action]:
    yield from choose_menu_item(look, "Import events")
    yield from open_row(look, name)
    yield tap(look, "OK", role="button")


def _by_hand(params: Params, look: Look, count: int = 2) -> Iterator[Action]:
    """Types the first events of the file."""
    for title, date, time in _events(params)[:count]:
        yield from new_event(look, title, as_date(date), parts_of(time))


def _import_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Imports another file first, and deletes its event."""
    yield from _import(look, str(params.file).replace(".ics", "_older.ics"))
    yield from delete_event(look, params.title)
    yield from _import(look, params.file)


IMPORT_FILE = SubTask(
    name="calendar.import_file",
    device="android",
    app="calendar",
    says="import the events of the file {file} of the phone's folder Download into the phone's calendar",
    steps="on the phone, open Calendar, tap More options, tap Import events, and tap {file} of the folder Download",
    inputs={"file": choice(_FILES, "club_season.ics")},
    hidden={
        "title": event_title("Lantern festival"), "date": date_ahead("2026-11-17"), "later": date_ahead("2026-11-24"),
        "time": time_of_day("17:30"),
    },
    setup=_files,
    checkpoints=_imported,
    oracle={
        "calendar_open": _open,
        "first": lambda params, look: _import(look, params.file),
        "second": lambda params, look: iter(()),
    },
    footprint=_may_import,
    alternatives={"by_hand": _by_hand, "after_other": _import_after_other},
    near_misses={
        "other_file": lambda params, look: _import(look, str(params.file).replace(".ics", "_old.ics")),
        "only_one": lambda params, look: _by_hand(params, look, 1),
    },
    backends=("sim", "adb"),
    tags=("calendar",),
)  # fmt: skip


_OLD = "events_1.ics"


def _event_title(params: Params) -> str:
    return f"{params.folder} meeting"


def _old_export(devices: Devices, params: Params, rng: random.Random) -> None:
    """An event, and a file in the folder with events of before it."""
    start = start_of(params.date, "15:00")
    devices.android.add_event(_event_title(params), start, start + 3600)
    old = written([(f"{_event_title(params)} (last year)", start - 364 * 86_400)])
    devices.android.write_old_file(f"{STORAGE}/{params.folder}/{_OLD}", old, 6e6)


def _export(look: Look, *folders: str) -> Iterator[Action]:
    """Exports all events, after a walk through folders from the one that is offered."""
    yield from choose_menu_item(look, "Export events")
    for folder in folders:
        yield from scroll_to(look, folder, role="list_item")
        yield tap(look, folder, role="list_item")
    yield tap(look, "Export here", role="button")
    yield tap(look, "OK", role="button")


def _may_export(params: Params) -> Footprint:
    """A file, or a second one, as the first can't be written over."""

    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == f"{STORAGE}/{params.folder}" and name.endswith(".ics")

    return [may_add("android", "file", most=2, path=right, kind="file")]


def _export_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the page with the folders once without a choice."""
    yield from choose_menu_item(look, "Export events")
    yield tap(look, "Cancel", role="button")
    yield from _export(look, "..", params.folder)


def _export_again(params: Params, look: Look) -> Iterator[Action]:
    """Exports the events a second time."""
    for _ in range(2):
        yield from _export(look, "..", params.folder)


_FOLDERS = ("Backup", "Calendars", "Eves", "Garden", "Home", "Kept", "Nightly", "Office", "Quarter", "Recent", "Weekly")

EXPORT = SubTask(
    name="calendar.export",
    once=True,
    device="android",
    app="calendar",
    says="export all events of the phone's calendar into a new .ics file in the folder {folder} of the phone's "
    "internal storage",
    steps="on the phone, open Calendar, tap More options, tap Export events, choose the folder {folder} of the "
    "internal storage and tap Export here",
    inputs={"folder": choice(_FOLDERS, "Office")},
    hidden={"date": date_ahead("2026-11-19")},
    setup=_old_export,
    checkpoints=lambda params: after_opening("calendar", "exported", check(
                events_exported, folder=f"{STORAGE}/{params.folder}", title=_event_title(params), beside=_OLD
            )),
    oracle={"calendar_open": _open, "exported": lambda params, look: _export(look, "..", params.folder)},
    footprint=_may_export,
    alternatives={
        "roundabout": lambda params, look: _export(look, "..", "Documents", "..", params.folder),
        "second_try": _export_at_second_try,
        "again": _export_again,
    },
    near_misses={"other_folder": lambda params, look: _export(look)},
    backends=("sim", "adb"),
    tags=("calendar",),
)  # fmt: skip
