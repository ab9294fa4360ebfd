"""The Contacts app's pages that put entries in order: labels, duplicates, and cards from files and to them.

Pages: ``label`` and ``members`` (arg: a label's id; overlay ``select`` of the second: the ids of those who get it),
``duplicates``.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import ui
from crab_sim.devices.vcards import read_cards, write_cards
from crab_sim.files import FileError
from crab_sim.files.names import is_file_name
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get, next_id, update_row
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.contacts.data import (
    CONTACTS,
    GROUPS,
    ContactRow,
    GroupRow,
    card_of,
    delete_labels,
    duplicates,
    from_card,
    matching,
    merged,
    with_label,
)
from crab_sim.phone.apps.contacts.messages import LabelMessage, Message
from crab_sim.phone.apps.contacts.widgets import PhotoAvatar
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.widgets import file_chooser, name_dialog, row_selection
from crab_sim.phone.widgets.basics import app_bar, empty

__all__ = ["label_tiles", "organise_view", "titles_of", "update_labels"]

_ID = "com.android.contacts:id/"
_DOWNLOADS = f"{SDCARD}/Download"


def titles_of(context: Context, row: ContactRow) -> list[str]:
    """Returns the titles of an entry's labels."""
    return [group.title for group in context.get(GROUPS) if group.id in row.groups]


def label_tiles(context: Context) -> list[ui.Widget[Message]]:
    """Returns the rows of the list of labels."""
    rows = context.get(CONTACTS)
    create: ui.Widget[Message] = ui.Tile(
        "Create label", ("new_label",), leading=ui.Icon("add", "accent"), rid=_ID + "create_label", role="button"
    )
    tiles: list[ui.Widget[Message]] = [create]
    for group in sorted(context.get(GROUPS), key=lambda group: (group.title.casefold(), group.id)):
        count = sum([group.id in row.groups for row in rows])
        text = f"{count} contact{'s' * (count != 1)}"
        tiles.append(ui.Tile(group.title, ("label", group.id), text, ui.Icon("label"), verbatim="text"))
    return tiles


def _label(context: Context) -> View[Message]:
    group = get(context.get(GROUPS), context.page.arg)
    if group is None:
        return View(ui.Column([app_bar(""), empty("label", "Label deleted")]))
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("person_add", "Add contacts", ("add_members",), _ID + "menu_add", "text"),
        ui.IconButton("edit", "Rename label", ("rename_label", group.id), _ID + "menu_rename", "text"),
        ui.IconButton("delete", "Delete label", ("ask_label", group.id), _ID + "menu_delete", "text"),
    ]
    tiles: list[ui.Widget[Message]] = []
    for row in matching(context.get(CONTACTS), ""):
        if group.id in row.groups:
            name = row.name or row.phone or row.email or "No name"
            off: ui.Widget[Message] = ui.IconButton("close", f"Remove {name} from label", ("take_off", row.id))
            face = PhotoAvatar(row.name, photo=row.photo)
            tiles.append(ui.Tile(name, ("show", row.id), leading=face, trailing=off, verbatim="text"))
    body = ui.Scroll("list", tiles, rid="android:id/list") if tiles else empty("person_add", "No contacts here yet")
    return View(ui.Column([app_bar(group.title, actions, verbatim=True), body]), _ask(context))


def _ask(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("ask_label", int(group)):
            buttons: list[ui.Widget[Message]] = [
                ui.Button("Cancel", ("dismiss",), "text", rid="android:id/button2"),
                ui.Button("Delete", ("delete_label", group), "text", rid="android:id/button1"),
            ]
            return ui.Dialog("Delete label?", ui.Label("The contacts are kept.", tone="muted", wrap=True), buttons)
    return None


def _members(context: Context) -> View[Message]:
    picked = row_selection.selected(context.page)
    group: int = context.page.arg
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            row.name or row.phone or row.email or "No name", ("select_row", row.id),
            leading=ui.Toggle("checkbox", row.id in picked), role="checkbox", verbatim="text",
        )
        for row in matching(context.get(CONTACTS), "")
        if group not in row.groups
    ]  # fmt: skip
    add: ui.Widget[Message] = ui.Button("Add", ("give", group), rid=_ID + "menu_accept", enabled=bool(picked))
    body = ui.Scroll("list", tiles, rid="android:id/list") if tiles else empty("contacts", "No other contacts")
    return View(ui.Column([app_bar("Add contacts", [add, ui.Space(8)], close=True), ui.Divider(), body]))


def _duplicates(context: Context) -> View[Message]:
    tiles: list[ui.Widget[Message]] = []
    pairs = duplicates(context.get(CONTACTS))
    for first, second in sorted(pairs, key=lambda pair: pair[0].name.casefold()):
        name = first.name or second.name or "No name"
        known = [text for text in (first.phone, first.email, second.phone, second.email) if text]
        merge: ui.Widget[Message] = ui.IconButton(
            "merge_cells", f"Merge {name}", ("merge", first.id, second.id), _ID + "merge", "accent"
        )
        face = PhotoAvatar(name, photo=first.photo or second.photo)
        tiles.append(ui.Tile(name, None, " · ".join(dict.fromkeys(known)), face, merge, verbatim="all"))
    body = ui.Scroll("list", tiles) if tiles else empty("contacts", "No duplicates", "No two contacts look alike")
    return View(ui.Column([app_bar("Merge duplicates"), body]))


_VIEWS = {"label": _label, "members": _members, "duplicates": _duplicates}


def organise_view(context: Context) -> View[Message] | None:
    """Returns the page that is shown, None if it isn't one of these."""
    view = _VIEWS.get(context.page.name)
    return view(context) if view is not None else None


# Events -------------------------------------------------------------------------------------------------------------


def _name_label(context: Context, group: int, title: str) -> None:
    """Renames a label, or makes a new one, whose page is shown then; a title that is taken changes nothing."""
    groups = context.get(GROUPS)
    if any([row.title.casefold() == title.casefold() and row.id != group for row in groups]):
        toast(context, "That label already exists")
    elif group:
        context.put(GROUPS, update_row(groups, group, title=title))
    else:
        new = next_id(groups)
        context.put(GROUPS, (*groups, GroupRow(new, title)))
        context.push(ui.Page("label", new))


def _import(context: Context, path: str) -> None:
    files, rows = context.get(FILES), context.get(CONTACTS)
    cards = read_cards(files.read(path).decode("utf-8", "replace")) if files.is_file(path) else ()
    for card in cards:
        rows = from_card(rows, card)
    context.put(CONTACTS, rows)
    toast(context, f"{len(cards)} contact{'s' * (len(cards) != 1)} imported" if cards else "No contacts in this file")


def _export(context: Context, name: str) -> None:
    name = name if name.lower().endswith(".vcf") else f"{name}.vcf"
    text = write_cards([card_of(row) for row in matching(context.get(CONTACTS), "")])
    if not is_file_name(name):
        toast(context, "A file can’t have this name")
        return
    try:
        files = context.get(FILES)
        if not files.is_dir(_DOWNLOADS):
            files = files.mkdir(_DOWNLOADS, context.now, parents=True)
        context.put(FILES, files.write(f"{_DOWNLOADS}/{name}", text.encode(), context.now))
    except FileError:
        toast(context, "There is no room for the file")
        return
    toast(context, f"Contacts exported to {name}")


def update_labels(context: Context, message: LabelMessage) -> None:  # noqa: C901 - one case per message
    """Handles the messages of these pages."""
    match message:
        case ("new_label",):
            name_dialog.ask(context, "Create label", "OK", ("make_label",), hint="Label name")
        case ("make_label", title):
            _name_label(context, 0, title)
        case ("rename_label", group):
            row = get(context.get(GROUPS), group)
            title = row.title if row is not None else ""
            name_dialog.ask(context, "Rename label", "OK", ("name_label", group), title, "Label name")
        case ("name_label", group, title):
            _name_label(context, group, title)
        case ("label", group):
            context.push(ui.Page("label", group))
        case ("ask_label", group):
            context.set(overlay=("ask_label", group))
        case ("delete_label", group):
            context.set(overlay=())
            delete_labels(context.machine, (group,))
            context.pop()
        case ("add_members",):
            context.push(ui.Page("members", context.page.arg))
        case ("give", group):
            picked = row_selection.selected(context.page)
            context.pop()
            context.put(CONTACTS, with_label(context.get(CONTACTS), picked, group, True))
        case ("take_off", contact):
            context.put(CONTACTS, with_label(context.get(CONTACTS), (contact,), context.page.arg, False))
        case ("duplicates",):
            context.set(overlay=())
            context.push(ui.Page("duplicates"))
        case ("merge", first, second):
            context.put(CONTACTS, merged(context.get(CONTACTS), first, second))
        case ("import",):
            file_chooser.ask(context, "Import from .vcf file", (".vcf",), ("import_from",))
        case ("import_from", path):
            _import(context, path)
        case ("export",):
            name_dialog.ask(context, "Export to .vcf file", "Save", ("export_as",), "contacts.vcf", "File name", False)
        case ("export_as", name):
            _export(context, name)
        case _:
            assert_never(message)
