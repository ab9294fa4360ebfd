"""Thunderbird's menus: the bar of the main window, and the context menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.desktop.apps.thunderbird.messages import MainChoice
from crab_sim.desktop.apps.thunderbird.reading import replies_to_all
from crab_sim.desktop.apps.thunderbird.state import COLUMNS, Desk, desk_of, files_of, target_of, targets
from crab_sim.desktop.apps.thunderbird.store import Listed, folder_list, listed, long_name, short_name
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.devices.mail_profile import LOCAL_FOLDERS
from crab_sim.devices.mailboxes import READ, SPECIAL, STARRED, TAGS
from crab_sim.machine.app import Context

__all__ = ["TITLES", "bar_menus", "popup_entries"]

_SORTS: Final = ("date", "star", "attachment", "correspondents", "from", "read", "recipient", "size", "subject", "tags")


def _tags(row: Listed | None) -> tuple[Entry[MainChoice], ...]:
    has = row is not None
    entries: list[Entry[MainChoice]] = [Entry("Remove All Tags", ("tag", ""), "0", enabled=has), SEPARATOR]
    for i, (keyword, name) in enumerate(TAGS.items(), 1):
        on = row is not None and keyword in row.mail.tags
        entries.append(Entry(name, ("tag", keyword), str(i), on, has))
    return tuple(entries)


def _marks(row: Listed | None) -> tuple[Entry[MainChoice], ...]:
    has = row is not None
    read = row is not None and row.mail.has(READ)
    starred = row is not None and row.mail.has(STARRED)
    return (
        Entry("As Read", ("mark_read", True), "" if read else "M", enabled=has and not read),
        Entry("As Unread", ("mark_read", False), "M" if read else "", enabled=read),
        Entry("All Read", ("all_read",), "Shift+C"),
        SEPARATOR,
        Entry("Starred", ("star_this",), "S", starred, has),
        SEPARATOR,
        Entry("As Spam", ("junk",), "J", enabled=has),
        Entry("As Not Spam", ("not_junk",), "Shift+J", enabled=has),
    )


def _folders(folders: Sequence[str], here: str, copy: bool = False) -> tuple[Entry[MainChoice], ...]:
    entries: list[Entry[MainChoice]] = [
        Entry(long_name(folder), ("copy_to", folder) if copy else ("move_to", folder), enabled=folder != here)
        for folder in folders[:24]
    ]
    return tuple(entries)


def _draft_entries(folder: str, has: bool) -> tuple[Entry[MainChoice], ...]:
    return (Entry("Edit Draft Message", ("edit_draft",), enabled=has),) if folder == "Drafts" else ()


def _message_entries(context: Context, row: Listed | None, folder: str) -> tuple[Entry[MainChoice], ...]:
    folders, has = folder_list(files_of(context)), row is not None
    everybody = row is not None and replies_to_all(row)
    return (
        Entry("Reply to Sender Only", ("reply",), "Ctrl+R", enabled=has),
        Entry("Reply to All", ("reply_all",), "Ctrl+Shift+R", enabled=everybody),
        Entry("Forward", ("forward",), "Ctrl+L", enabled=has),
        Entry("Edit as New Message", ("edit_as_new",), "Ctrl+E", enabled=has),
        *_draft_entries(folder, has),
        SEPARATOR,
        Entry("Archive", ("archive",), "A", enabled=has and not folder.startswith("Archives")),
        Entry("Tag", enabled=has, entries=_tags(row)),
        Entry("Mark", entries=_marks(row)),
        Entry("Move To", enabled=has, entries=_folders(folders, folder)),
        Entry("Copy To", enabled=has, entries=_folders(folders, folder, True)),
        SEPARATOR,
        Entry("Create Filter From Message…", ("filter_from",), enabled=has),
    )


TITLES: Final = tuple([BarMenu(title, ()) for title in ("File", "Edit", "View", "Go", "Message", "Tools", "Help")])
"""The menus of the main window's bar without their entries, of which a view without an open menu shows none."""


_NEW: Final[tuple[Entry[MainChoice], ...]] = (
    Entry("Message", ("compose",), "Ctrl+N"),
    Entry("Folder…", ("new_folder", "")),
    Entry("Address Book Contact…", ("new_card",)),
)


def bar_menus(context: Context) -> tuple[BarMenu[MainChoice], ...]:
    """Returns the menus of the main window's bar."""
    desk, found = desk_of(context), target_of(context)
    row = found[1] if found is not None else None
    folder = found[0] if found is not None else desk.folder
    has, mail_tab = row is not None, desk.front.kind == "mail"
    message = _message_entries(context, row, folder)
    return (
        BarMenu(
            "File",
            (
                Entry("New", entries=_NEW),
                Entry("Close Tab", ("close_tab", desk.tab), "Ctrl+W", enabled=desk.tab > 0),
                SEPARATOR,
                Entry("Save As File…", ("save_message",), "Ctrl+S", enabled=has),
                Entry("Get New Messages", ("get",), "F5"),
                SEPARATOR,
                Entry("Quit", ("quit",), "Ctrl+Q"),
            ),
        ),
        BarMenu(
            "Edit",
            (
                Entry("Undo", ("undo",), "Ctrl+Z", enabled=bool(desk.undo)),
                SEPARATOR,
                Entry("Select All", ("select_all",), "Ctrl+A", enabled=mail_tab),
                Entry("Delete Message", ("delete",), "Del", enabled=has),
                SEPARATOR,
                Entry("Quick Filter", ("quick_focus",), "Ctrl+Shift+K", enabled=mail_tab),
                Entry("Search All Messages…", ("search_focus",), "Ctrl+K"),
            ),
        ),
        _view_menu(desk, has),
        BarMenu(
            "Go",
            (
                Entry("Next Message", ("step", 1), "F", enabled=mail_tab),
                Entry("Next Unread Message", ("next_unread",), "N", enabled=mail_tab),
                Entry("Previous Message", ("step", -1), "B", enabled=mail_tab),
                SEPARATOR,
                Entry("Mail", ("tab", 0)),
                Entry("Address Book", ("address_book",)),
            ),
        ),
        BarMenu(
            "Message",
            (
                Entry("New Message", ("compose",), "Ctrl+M"),
                *message[:4],
                Entry("Open in New Tab", ("open_this",), "Ctrl+O", enabled=has),
                *message[4:],
                Entry("Message Source", ("source",), "Ctrl+U", enabled=has),
            ),
        ),
        BarMenu(
            "Tools",
            (
                Entry("Address Book", ("address_book",), "Ctrl+Shift+B"),
                SEPARATOR,
                Entry("Message Filters", ("filters",)),
                Entry("Run Filters on Folder", ("run_filters", False), enabled=mail_tab),
                Entry("Run Filters on Message", ("run_filters", True), enabled=has and mail_tab),
            ),
        ),
        BarMenu("Help", (Entry("About Thunderbird", ("about",)),)),
    )


def _layout(desk: Desk) -> tuple[Entry[MainChoice], ...]:
    return (
        Entry("Classic View", ("layout", False), "", not desk.vertical),
        Entry("Vertical View", ("layout", True), "", desk.vertical),
        SEPARATOR,
        Entry("Folder Pane", ("pane", "folder"), "", desk.folder_pane),
        Entry("Message Pane", ("pane", "message"), "F8", desk.message_pane),
    )


def _sorts(desk: Desk) -> tuple[Entry[MainChoice], ...]:
    return (
        *[Entry(COLUMNS[name], ("sort_by", name), "", desk.sort.column == name) for name in _SORTS],
        SEPARATOR,
        Entry("Ascending", ("direction", False), "", not desk.sort.descending),
        Entry("Descending", ("direction", True), "", desk.sort.descending),
    )


def _quick_filter(desk: Desk) -> Entry[MainChoice]:
    return Entry("Quick Filter Bar", ("quick_toggle",), "", desk.quick.shown)


def _view_menu(desk: Desk, has: bool) -> BarMenu[MainChoice]:
    return BarMenu(
        "View",
        (
            Entry("Layout", entries=_layout(desk)),
            Entry("Sort By", entries=_sorts(desk)),
            _quick_filter(desk),
        ),
    )


# Context menus ------------------------------------------------------------------------------------------------------


def popup_entries(context: Context) -> tuple[Entry[MainChoice], ...]:
    """Returns the entries of the context menu that is open above the main window."""
    desk = desk_of(context)
    match desk.popup:
        case ("mail",):
            found = target_of(context)
            folder, row = found if found is not None else (desk.folder, None)
            many = len(targets(context)[1]) > 1
            return _mail_entries(context, row, folder, many)
        case ("folder_options",):
            return (
                Entry("Get Messages", ("get",)), Entry("New Message", ("compose",)), SEPARATOR,
                Entry("Hide Folder Pane", ("pane", "folder")),
            )  # fmt: skip
        case ("list_options",):
            return _sorts(desk)
        case ("app_menu",):
            tools, about = [menu.entries for menu in bar_menus(context)[-2:]]
            return (
                Entry("Create", entries=_NEW), SEPARATOR,
                Entry("View", entries=(*_layout(desk), SEPARATOR, _quick_filter(desk))), SEPARATOR,
                Entry("Tools", entries=tools), Entry("Help", entries=about), SEPARATOR,
                Entry("Quit", ("quit",), "Ctrl+Q"),
            )  # fmt: skip
        case ("more",):
            return (
                Entry("Edit as New Message", ("edit_as_new",)),
                Entry("Save As File…", ("save_message",)),
                Entry("Message Source", ("source",)),
                SEPARATOR,
                Entry("Tag", entries=_tags(_row(context))),
                Entry("Mark", entries=_marks(_row(context))),
                Entry("Move To", entries=_folders(folder_list(files_of(context)), targets(context)[0])),
                Entry("Copy To", entries=_folders(folder_list(files_of(context)), targets(context)[0], True)),
            )
        case ("folder", str(name)):
            return _folder_entries(context, name)
        case ("attachment", int(number)):
            return (
                Entry("Open", ("open_attachment", number)),
                Entry("Save As…", ("save_attachment", number)),
            )
        case ("person", str(name), str(address)):
            return (
                Entry("Add to Address Book…", ("add_person", name, address)),
                Entry("Compose Message To", ("write_to", name, address)),
                Entry("Copy Email Address", ("copy_address", address)),
                SEPARATOR,
                Entry("Create Filter From…", ("filter_for", address)),
            )
        case ("columns",):
            return tuple([Entry(title, ("column", name), "", name in desk.columns) for name, title in COLUMNS.items()])
        case ("card", int(card)):
            return (
                Entry("Edit Contact", ("edit_card", card)),
                Entry("Write", ("write_card", card)),
                SEPARATOR,
                Entry("Delete", ("ask_delete_card", card)),
            )
    return ()


def _mail_entries(context: Context, row: Listed | None, folder: str, many: bool) -> tuple[Entry[MainChoice], ...]:
    """Returns the entries of the context menu of the list of mails."""
    folders, has, read = folder_list(files_of(context)), row is not None, row is not None and row.mail.has(READ)
    reply: tuple[Entry[MainChoice], ...] = (
        Entry("Reply to Sender Only", ("reply",), enabled=has),
        Entry("Reply to All", ("reply_all",), enabled=row is not None and replies_to_all(row)),
    )
    forward: tuple[Entry[MainChoice], ...] = (
        Entry("Forward", ("forward",), enabled=has),
        Entry("Edit as New Message", ("edit_as_new",), enabled=has),
        *_draft_entries(folder, has),
        *absent("Redirect"),
    )
    organize: tuple[Entry[MainChoice], ...] = (
        Entry("Tag", enabled=has, entries=_tags(row)),
        Entry("Mark", entries=_marks(row)),
        Entry("Create Filter From Message…", ("filter_from",), enabled=has),
    )
    junk = folder.rpartition("/")[2] == "Junk"
    return (
        Entry("Open", enabled=has and not many, entries=(Entry("Open in New Tab", ("open_this",)),)),
        SEPARATOR,
        Entry("Reply", enabled=has, entries=reply),
        Entry("Forward and Redirect", enabled=has, entries=forward),
        SEPARATOR,
        Entry("Organize", enabled=has, entries=organize),
        Entry("Tag", enabled=has, entries=_tags(row)),
        Entry("Mark", entries=_marks(row)),
        Entry("Mark as Unread" if read else "Mark as Read", ("mark_read", not read), enabled=has),
        Entry("Mark as Not Spam", ("not_junk",), enabled=has)
        if junk
        else Entry("Mark as Spam", ("junk",), enabled=has),
        Entry("Archive", ("archive",), "A", enabled=has and not folder.startswith("Archives")),
        Entry("Move To", enabled=has, entries=_folders(folders, folder)),
        Entry("Copy To", enabled=has, entries=_folders(folders, folder, True)),
        *absent("Threads >", "-", "Print…"),
        Entry("Save As…", ("save_message",), enabled=has),
        Entry("Delete Message", ("delete",), enabled=has),
    )


def _row(context: Context) -> Listed | None:
    found = target_of(context)
    return found[1] if found is not None else None


def _folder_entries(context: Context, name: str) -> tuple[Entry[MainChoice], ...]:
    rows = listed(files_of(context), name)
    account = name in ("", LOCAL_FOLDERS)
    own = not account and name not in SPECIAL and name.partition("/")[0] not in (LOCAL_FOLDERS,)
    entries: list[Entry[MainChoice]] = [
        Entry("Get Messages", ("get",)),
        Entry("New Folder…" if account else "New Subfolder…", ("new_folder", name)),
    ]
    if not account:
        unread = any([not row.mail.has(READ) for row in rows])
        entries += [
            SEPARATOR,
            Entry("Rename", ("rename_folder", name), enabled=own),
            Entry("Delete", ("ask_delete_folder", name), enabled=own),
            SEPARATOR,
            Entry("Mark Folder Read", ("folder_read", name), enabled=unread),
        ]
    if name.rpartition("/")[2] in ("Trash", "Junk"):
        entries.append(Entry(f"Empty {short_name(name)}", ("ask_empty", name), enabled=bool(rows)))
    return tuple(entries)
