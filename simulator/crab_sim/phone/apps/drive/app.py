"""The phone's Drive app: files and folders in the cloud, uploads from the phone and downloads to it.

State: see `crab_sim.phone.apps.drive.data`. Pages: ``files`` (arg: ``"home"``, ``"starred"``, ``"shared"``,
``"files"``, ``"bin"`` or a folder's id; data: `Look`), ``search``, ``file`` and ``details`` (arg: id), ``move`` (arg:
ids, data: the folder chosen so far), ``pick`` (arg: the folder to upload into, data: the phone's folder that is
shown), ``upload`` (arg: the phone's file, ``""`` for the text in data), ``prompt``.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim.files import FileError
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.rows import get, remove, update_row
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.drive import APP as FACTS
from crab_sim.phone.apps.drive.data import DRIVE, ROOT, UPLOADS, Rows, add, kind, subtree, upload
from crab_sim.phone.apps.drive.messages import Message
from crab_sim.phone.apps.drive.views import Look, look_of, title, upload_data, view
from crab_sim.phone.apps.files.data import DOWNLOADS, free_name
from crab_sim.phone.widgets import name_dialog, row_selection
from crab_sim.phone.widgets.notices import notice
from crab_sim.ui import Page

__all__ = ["APP"]


def _start(intent: Intent) -> Page:
    match intent:
        case ("upload", path):
            name = path.rpartition("/")[2]
            return Page("upload", path, {"name": name}, focus="name", selection=(0, len(name)))
        case ("text", text):
            name = f"{text.strip().partition(chr(10))[0][:40] or 'Untitled'}.txt"
            return Page("upload", "", {"name": name}, focus="name", selection=(0, len(name)), data=text)
    return Page("files", "files")


def _here(context: Context) -> int:
    """Returns the folder into which new things are put."""
    page = context.page
    if page.name == "move":
        return int(page.data)
    return page.arg if isinstance(page.arg, int) else ROOT


def _notify(context: Context, text: str) -> None:
    context.set(data=look_of(context.page)._replace(notice=notice(context, text)), overlay=())


def _upload_file(context: Context, path: str, name: str, folder: int) -> str:
    """Uploads a file; returns the notice that says what became of it, ``""`` where it can't be read."""
    data = upload_data(context, path)
    if data is None:
        return ""
    return f"Uploaded {name}" if upload(context.machine, name, folder, data) else f"{name} is waiting for network"


def _name(context: Context) -> None:
    """Renames an entry or makes a folder, after its name has been asked for."""
    name, (action, arg) = name_dialog.typed_name(context), context.page.arg
    if not name:
        return
    context.pop()
    rows: Rows = context.get(DRIVE)
    if action == "rename":
        context.put(DRIVE, update_row(rows, arg, name=name, modified=context.now))
        context.set(overlay=())
        return
    rows, new = add(rows, name, context.now, arg)
    context.put(DRIVE, rows)
    if context.page.name == "files":
        _notify(context, f"Created {name}")
    else:
        context.set(data=new)


def _download(context: Context, row_id: int) -> None:
    row, files = get(context.get(DRIVE), row_id), context.get(FILES)
    if row is None:
        return
    name = row.name.replace("/", "_").replace("\0", "_")
    if kind(row).name.startswith("Google "):
        name += ".txt"
    path = free_name(files, f"{DOWNLOADS}/{name}")
    try:
        made = files.mkdir(DOWNLOADS, context.now, parents=True)
        context.put(FILES, made.write(path, row.data, context.now))
    except FileError:
        _notify(context, "The file can't be downloaded")
    else:
        _notify(context, f"Downloaded {path.rpartition('/')[2]}")


def _star(context: Context, ids: tuple[int, ...], starred: bool) -> None:
    rows = [row._replace(starred=starred) if row.id in ids else row for row in context.get(DRIVE)]
    context.put(DRIVE, tuple(rows))
    context.set(overlay=())


def _set_trashed(context: Context, ids: tuple[int, ...], trashed: bool) -> None:
    rows = [row._replace(trashed=trashed) if row.id in ids else row for row in context.get(DRIVE)]
    context.put(DRIVE, tuple(rows))
    context.set(overlay=())


def _erase(context: Context, ids: tuple[int, ...]) -> None:
    rows: Rows = context.get(DRIVE)
    gone = subtree(rows, ids)
    context.put(DRIVE, tuple([row for row in rows if row.id not in gone]))
    context.set(overlay=())


def _move_here(context: Context) -> None:
    rows, target, ids = context.get(DRIVE), context.page.data, context.page.arg
    if target not in subtree(rows, ids):
        context.put(DRIVE, tuple([row._replace(parent=target) if row.id in ids else row for row in rows]))
    context.pop()
    here = get(rows, target)
    if context.page.name == "files":
        _notify(context, f"Moved to {here.name if here is not None else 'My Drive'}")
    context.set(overlay=())


def _remove(context: Context, ids: tuple[int, ...]) -> None:
    _set_trashed(context, ids, True)
    if context.page.name == "file":
        context.pop()
    _notify(context, "Moved to the bin")


def _open(context: Context, row_id: int) -> None:
    """Opens a folder or file; for one in the bin, opens its menu."""
    row = get(context.get(DRIVE), row_id)
    if row is not None and row.trashed:
        context.set(overlay=("item", row.id, context.point))
    elif row is not None:
        context.push(Page("files" if row.folder else "file", row.id))


def _rename(context: Context, row_id: int) -> None:
    row = get(context.get(DRIVE), row_id)
    if row is not None:
        context.push(name_dialog.page("rename", row.id, row.name))


def _move(context: Context, ids: tuple[int, ...]) -> None:
    first = get(context.get(DRIVE), ids[0])
    context.push(Page("move", ids, data=first.parent if first is not None else ROOT))


def _upload(context: Context, path: str) -> None:
    """Uploads a file of the phone into the folder that is shown."""
    folder, name = context.page.arg, path.rpartition("/")[2]
    said = _upload_file(context, path, name, folder)
    context.pop()
    _notify(context, said or "The file can't be uploaded")


def _save_upload(context: Context) -> None:
    """Uploads a text or file that another app has shared."""
    name = context.field("name").strip()
    said = _upload_file(context, context.page.arg, name, ROOT) if name else ""
    if said:
        context.replace(Page("files", "files"))
        _notify(context, said)


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    look = look_of(context.page)
    match message:
        case ("back",):
            context.pop()
        case ("tab", section):
            context.set(arg=section, data=Look(look.by, look.reverse), scroll={})
        case ("bin",):
            context.push(Page("files", "bin"))
        case ("search",):
            context.push(Page("search", fields={"search": ""}, focus="search"))
        case ("pick", row_id):
            row_selection.toggle(context, row_id)
        case ("new" | "sort" as menu,):
            context.set(overlay=(menu, context.point))
        case ("item", row_id):
            context.set(overlay=("item", row_id, context.point))
        case ("sorted", key):
            context.set(data=look._replace(by=key), overlay=())
        case ("reverse",):
            context.set(data=look._replace(reverse=not look.reverse), overlay=())
        case ("ask_erase", ids):
            context.set(overlay=("ask_erase", ids))
        case ("ask_empty",):
            context.set(overlay=("ask_empty",))
        case ("open", row_id):
            _open(context, row_id)
        case ("details", row_id):
            context.push(Page("details", row_id))
        case ("rename", row_id):
            _rename(context, row_id)
        case ("new_folder",):
            context.push(name_dialog.page("folder", _here(context), "Untitled folder"))
        case ("named",) | ("submit", _):
            if context.page.name == "prompt":
                _name(context)
        case ("move", ids):
            if ids:
                _move(context, ids)
        case ("move_here",):
            _move_here(context)
        case ("star", ids, starred):
            _star(context, ids, starred)
        case ("remove", ids):
            _remove(context, ids)
        case ("restore", ids):
            _set_trashed(context, ids, False)
        case ("erase", ids):
            _erase(context, ids)
        case ("empty",):
            _erase(context, tuple([row.id for row in context.get(DRIVE) if row.trashed]))
        case ("download", row_id):
            _download(context, row_id)
        case ("choose",):
            context.push(Page("pick", _here(context), data=SDCARD))
        case ("look", path):
            context.set(data=path, scroll={})
        case ("enter", folder):
            context.set(data=folder, scroll={})
        case ("upload", path):
            _upload(context, path)
        case ("save_upload",):
            _save_upload(context)
        case ("cancel_upload", upload_id):
            context.put(UPLOADS, remove(context.get(UPLOADS), upload_id))
        case ("started",):
            pass
        case _:
            assert_never(message)


APP = AppSpec(
    view=view,
    update=_update,
    start=_start,
    title=title,
    **FACTS.spec.facts,
)
