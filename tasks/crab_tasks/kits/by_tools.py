"""Oracles of sub-tasks that call tools of the apps instead of touching screens; see docs/tools.md.

* `BY_TOOLS` - sub-task to its oracle by tools. `ToolOracle` - such an oracle.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from crab_gym.task import Action, Params, action
from crab_gym.task.types import typed

__all__ = ["BY_TOOLS", "Returned", "ToolOracle"]

Returned = Callable[[], Any]
"""Returns what the last call has returned, as JSON data or text."""
ToolOracle = Callable[[Params, Returned], Iterator[Action]]
"""Yields the calls that do what a sub-task asks."""


_NUMBERS = frozenset(("seconds", "mail_id", "count"))
"""The arguments that are whole numbers; a count that is read elsewhere is typed as a text in the others."""


def _arguments(args: Mapping[str, object]) -> Mapping[str, object]:
    return {name: str(value) if type(value) is int and name not in _NUMBERS else value for name, value in args.items()}


def _phone(name: str, /, **args: object) -> Action:
    return action("android", name, **_arguments(args))


def _desk(name: str, /, **args: object) -> Action:
    return action("ubuntu", name, **_arguments(args))


Call = Callable[[Params], Action]


def _calls(*calls: Call) -> ToolOracle:
    """Returns an oracle that makes some calls whose arguments follow from the parameters alone."""

    def oracle(params: Params, returned: Returned) -> Iterator[Action]:
        """Makes the calls."""
        for call in calls:
            yield call(params)

    return oracle


# Phone --------------------------------------------------------------------------------------------------------------


def _meeting(kind: str, **changes: str) -> ToolOracle:
    """Returns an oracle that changes the meeting of a kind with somebody: arguments by the names of parameters."""

    def oracle(params: Params, returned: Returned) -> Iterator[Action]:
        """Searches for the event, and changes it."""
        yield _phone("calendar_search", query=params.name)
        title = next(row["title"] for row in returned() if kind in row["title"].lower())
        given = {argument: getattr(params, name) for argument, name in changes.items()}
        if given:
            yield _phone("calendar_change", title=title, date=params.old, **given)
        else:
            yield _phone("calendar_delete", title=title, date=params.old)

    return oracle


def _latest_mail(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("mail_list", query=params.address)
    yield _phone("mail_read", mail_id=returned()[0]["id"])


def _latest_mail_on_desktop(params: Params, returned: Returned) -> Iterator[Action]:
    yield _desk("mails_list", query=params.sender)
    yield _desk("mails_read", key=returned()[0]["key"])


def _song(params: Params, returned: Returned) -> Iterator[Action]:
    yield _desk("songs_search", query=params.song)
    found = next(row for row in returned() if row["title"] == params.song)
    yield _desk("songs_tag", path=found["path"], artist=params.name)


def _member(params: Params, returned: Returned) -> Iterator[Action]:
    yield _desk("sheet_read", path=params.file)
    rows = returned()
    empty = next((number for number, row in enumerate(rows) if not any(row)), len(rows))
    yield _desk("sheet_write", path=params.file, cell=f"A{empty + 1}", rows=[[params.name, params.email]])


def _deposit(params: Params, returned: Returned) -> Iterator[Action]:
    yield _desk("sheet_read", path=params.file)
    number = next(number for number, row in enumerate(returned()) if row and row[0] == "Deposit")
    yield _desk("sheet_write", path=params.file, cell=f"B{number + 1}", rows=[[params.amount]])


def _copied(params: Params, returned: Returned) -> Iterator[Action]:
    folder, _, name = params.folder.rpartition("/")
    yield _desk("files_make_folder", folder=folder, name=name)
    yield _desk("files_move", path=params.file, folder=params.folder, copy=True)


def _pictures(params: Params, returned: Returned) -> Iterator[Action]:
    folder, _, name = params.target.rpartition("/")
    yield _desk("files_make_folder", folder=folder, name=name)
    yield _desk("files_list", folder=params.source)
    for row in returned():
        if row["name"].endswith(".png"):
            yield _desk("files_move", path=f"{params.source}/{row['name']}", folder=params.target, copy=True)


def _run(command: Callable[[Params], str]) -> ToolOracle:
    return _calls(lambda p: _desk("terminal_run", command=command(p)))


def _open(address: str) -> ToolOracle:
    return _calls(lambda p: _desk("web_open", address=address))


def _archive(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("mail_list", query="umbrella")
    found = next(row for row in returned() if row["subject"] == "Lost umbrella" and params.address in row["from"])
    yield _phone("mail_move", mail_id=found["id"], folder="archive")


def _thread(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("messages_threads")
    number = params.number if "number" in vars(params) else params.address
    yield _phone("messages_read", person=number)


def _reply(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("messages_send", to=params.number, text=params.text)


def _old_file(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("files_list", folder="Documents/Drafts")
    name = next(row["name"] for row in returned() if row["changed"].startswith(params.date))
    yield _phone("files_delete", path=f"Documents/Drafts/{name}")


def _sorted_photo(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("photos_list", album="Unsorted")
    path = next(row["path"] for row in returned() if row["path"].endswith(f"/{params.person}.jpg"))
    yield _phone("photos_move", path=path, folder=f"Pictures/{params.album}")


def _forward(params: Params, returned: Returned) -> Iterator[Action]:
    yield _phone("mail_list", query=params.address)
    yield _phone("mail_forward", mail_id=returned()[0]["id"], to=[params.email])


def _hang_up(params: Params) -> Action:
    return _phone("phone_hang_up")


def _sum(operator: str) -> ToolOracle:
    return _calls(lambda p: _phone("calculate", formula=f"{p.first}{operator}{p.second}"))


def _difference(params: Params, returned: Returned) -> Iterator[Action]:
    low, high = sorted((params.first, params.second), key=float)
    yield _phone("calculate", formula=f"{high}-{low}")


BY_TOOLS: Mapping[str, ToolOracle] = {
    "calculator.add_up": _sum("+"),
    "sums.difference": _difference,
    "appointments.place_of": _calls(lambda p: _phone("calendar_search", query=p.title)),
    "appointments.begins": _calls(lambda p: _phone("calendar_search", query=p.title)),
    "appointments.add_timed": _calls(lambda p: _phone("calendar_add", title=p.title, date=p.date, time=p.time)),
    "calendar.last_title": _calls(lambda p: _phone("calendar_events", first=p.date)),
    "calendar.meeting_date": _calls(lambda p: _phone("calendar_search", query=p.name)),
    "calendar.add_all_day": _calls(lambda p: _phone("calendar_add", title=p.title, date=p.date)),
    "meetups.move": _meeting("lunch", new_date="date"),
    "meetups.add_place": _meeting("dinner", place="address"),
    "meetups.cancel": _meeting("walk"),
    "meetups.number": _calls(lambda p: _phone("calendar_search", query=p.name)),
    "clock.set_alarm": _calls(lambda p: _phone("alarms_add", time=p.time)),
    "clock.alarm_time": _calls(lambda p: _phone("alarms_list")),
    "clock.time_gap": _calls(lambda p: _phone("cities_add", city=p.city)),
    "timers.start": _calls(lambda p: _phone("timers_start", seconds=60 * p.number)),
    "timers.labelled_alarm": _calls(lambda p: _phone("alarms_add", time=p.time, label=p.label)),
    "timers.retime_alarm": _calls(lambda p: _phone("alarms_change", alarm=p.label, time=p.time)),
    "timers.whom_to_call": _calls(lambda p: _phone("alarms_list")),
    "cards.change_number": _calls(lambda p: _phone("contacts_update", name=p.name, phone=p.phone)),
    "cards.add_address": _calls(lambda p: _phone("contacts_update", name=p.name, address=p.address)),
    "cards.address_of": _calls(lambda p: _phone("contacts_search", query=p.name)),
    "cards.workplace": _calls(lambda p: _phone("contacts_search", query=p.name)),
    "cards.favourite": _calls(lambda p: _phone("contacts_star", name=p.name)),
    "contacts.add": _calls(lambda p: _phone("contacts_add", name=p.name, phone=p.phone)),
    "contacts.add_email": _calls(lambda p: _phone("contacts_add", name=p.name, email=p.email)),
    "contacts.email_of": _calls(lambda p: _phone("contacts_search", query=p.name)),
    "contacts.phone_of": _calls(lambda p: _phone("contacts_search", query=p.name)),
    "drive.rename": _calls(lambda p: _phone("drive_rename", name=p.title, new_name=p.name)),
    "drive.move": _calls(lambda p: _phone("drive_move", name=p.title, folder=p.folder)),
    "drive.add_folder": _calls(lambda p: _phone("drive_add_folder", name=p.text)),
    "drive.document": _calls(lambda p: _phone("drive_read", name=p.title)),
    "drive.star": _calls(lambda p: _phone("drive_star", name=p.file)),
    "drive.shared_by": _calls(lambda p: _phone("drive_list")),
    "expenses.add": _calls(lambda p: _phone("expenses_add", name=p.title, amount=float(p.amount))),
    "expenses.amount": _calls(lambda p: _phone("expenses_list", query=p.title)),
    "expenses.day": _calls(lambda p: _phone("expenses_list", query=p.title)),
    "expenses.correct": _calls(lambda p: _phone("expenses_change", name=p.title, amount=float(p.amount))),
    "expenses.remove": _calls(lambda p: _phone("expenses_delete", name=p.title)),
    "files.move": _calls(lambda p: _phone("files_move", path=f"Download/{p.file}", folder=f"Documents/{p.folder}")),
    "files.delete": _old_file,
    "files.only_file": _calls(lambda p: _phone("files_list", folder=f"Documents/{p.folder}")),
    "files.add_folder": _calls(lambda p: _phone("files_make_folder", folder="Download", name=typed("date", p.date))),
    "files.changed_on": _calls(lambda p: _phone("files_list", folder="Documents")),
    "files.read_log": _calls(lambda p: _phone("files_read", path=f"Download/{p.file}")),
    "fitness.distance": _calls(lambda p: _phone("fitness_tracks")),
    "fitness.rename": _calls(lambda p: _phone("fitness_edit", name=p.title, new_name=p.name)),
    "fitness.started": _calls(lambda p: _phone("fitness_tracks")),
    "fitness.describe": _calls(lambda p: _phone("fitness_edit", name=p.title, description=p.text)),
    "fitness.delete": _calls(lambda p: _phone("fitness_delete", name=p.title)),
    "gallery.photo_date": _calls(lambda p: _phone("photos_list", album="Portraits")),
    "gallery.move": _sorted_photo,
    "mail.latest_date": _latest_mail,
    "mail.latest_amount": _latest_mail,
    "mail.latest_time": _latest_mail,
    "mail.send": _calls(lambda p: _phone("mail_send", to=[p.email], subject="Hello", text=p.text)),
    "mailings.archive": _archive,
    "mailings.forward": _forward,
    "maps.mark": _calls(lambda p: _phone("maps_mark", place=p.place)),
    "maps.label": _calls(lambda p: _phone("maps_label", place=p.place, label=p.text)),
    "maps.minutes": _calls(lambda p: _phone("maps_way", origin=p.start, destination=p.end, by="public transport")),
    "maps.save": _calls(lambda p: _phone("maps_save", place=p.place)),
    "maps.distance": _calls(lambda p: _phone("maps_way", origin=p.start, destination=p.end)),
    "maps.city_of_code": _calls(lambda p: _phone("maps_search", query=p.code)),
    "markdown.last_line": _calls(lambda p: _phone("markdown_read", file=p.file)),
    "markdown.write": _calls(lambda p: _phone("markdown_write", file=p.file, text=p.text)),
    "markdown.append": _calls(lambda p: _phone("markdown_write", file=p.file, text=p.text, append=True)),
    "messages.group": _calls(lambda p: _phone("messages_send", to=f"{p.first}, {p.second}", text=p.text)),
    "messages.block": _calls(lambda p: _phone("phone_block", number=p.number)),
    "messages.latest_number": _thread,
    "messages.latest_time": _thread,
    "messages.latest_place": _thread,
    "messages.latest_address": _thread,
    "messages.send": _calls(lambda p: _phone("messages_send", to=p.number, text=p.text)),
    "threads.who_wrote": _calls(lambda p: _phone("messages_read", person=p.number)),
    "threads.reply": _reply,
    "music.longest": _calls(lambda p: _phone("music_songs")),
    "music.add_playlist": _calls(lambda p: _phone("music_create_playlist", name=p.name)),
    "music.artist": _calls(lambda p: _phone("music_songs", query=p.title)),
    "music.only_song": _calls(lambda p: _phone("music_songs", query=p.artist)),
    "music.add_song": _calls(lambda p: _phone("music_add_to_playlist", playlist=p.playlist, songs=[p.title])),
    "notebook.add_todo": _calls(lambda p: _phone("notebook_add", notebook="Errands", title=p.text, todo=True)),
    "notebook.note": _calls(lambda p: _phone("notebook_notes", query=p.title)),
    "notebook.due_day": _calls(lambda p: _phone("notebook_notes", query=p.title)),
    "notebook.email_of": _calls(lambda p: _phone("notebook_notes", query=p.name)),
    "notebook.tick": _calls(lambda p: _phone("notebook_complete", title=p.title)),
    "notes.add": _calls(lambda p: _phone("notes_add", text=p.text)),
    "notes.line": _calls(lambda p: _phone("notes_search", query=p.title)),
    "notes.next_item": _calls(lambda p: _phone("notes_search", query=p.title)),
    "call_log.call_person": _calls(lambda p: _phone("phone_call", to=p.number), _hang_up),
    "phone.block": _calls(lambda p: _phone("phone_block", number=p.number)),
    "phone.call": _calls(lambda p: _phone("phone_call", to=p.number), _hang_up),
    "phone.latest_missed": _calls(lambda p: _phone("calls_list")),
    "recipes.last_ingredient": _calls(lambda p: _phone("recipes_search", query=p.title)),
    "recipes.add": _calls(lambda p: _phone("recipes_add", title=p.title, ingredients=[p.ingredient])),
    "recipes.servings": _calls(lambda p: _phone("recipes_search", query=p.title)),
    "preferences.do_not_disturb": _calls(lambda p: _phone("settings_switch", switch="Do Not Disturb", on=True)),
    "tasks.add": _calls(lambda p: _phone("tasks_add", title=p.title)),
    "tasks.note_for": _calls(lambda p: _phone("tasks_list")),
    "tasks.asked_by": _calls(lambda p: _phone("tasks_list")),
    "todos.due_date": _calls(lambda p: _phone("tasks_list")),
    "todos.delivery_note": _calls(lambda p: _phone("tasks_list")),
    "todos.complete": _calls(lambda p: _phone("tasks_complete", title=p.title)),
    "members.phone_of": _calls(lambda p: _desk("sheet_read", path=p.file)),
    "members.add": _member,
    "tables.deposit": _calls(lambda p: _desk("sheet_read", path=p.file)),
    "tables.enter_deposit": _deposit,
    "calculator.multiply": _calls(lambda p: _desk("calculate", formula=f"{p.amount}*{p.number}")),
    "calendar.desktop_title": _calls(lambda p: _desk("calendar_events", first=p.date)),
    "calendar.add_desktop_event": _calls(lambda p: _desk("calendar_add", title=p.title, date=p.date)),
    "appointments.address": _calls(lambda p: _desk("calendar_search", query=p.event)),
    "appointments.put_off": _calls(lambda p: _desk("calendar_change", title=p.event, date=p.on, new_date=p.date)),
    "clocks.set_alarm": _calls(lambda p: _desk("alarms_add", time=p.time, name=p.text)),
    "clocks.alarm_time": _calls(lambda p: _desk("alarms_list")),
    "clocks.add_city": _calls(lambda p: _desk("cities_add", city=p.city)),
    "clocks.delete_alarm": _calls(lambda p: _desk("alarms_delete", name=p.alarm, time=p.time)),
    "endeavour.add": _calls(lambda p: _desk("todos_add", title=p.text)),
    "endeavour.number_in_note": _calls(lambda p: _desk("todos_list")),
    "errands.set_due": _calls(lambda p: _desk("todos_change", title=p.task, due=p.date)),
    "errands.note_number": _calls(lambda p: _desk("todos_change", title=p.task, notes=p.number)),
    "errands.tick_off": _calls(lambda p: _desk("todos_complete", title=p.text)),
    "drafts.newest": _calls(lambda p: _desk("files_list", folder=p.folder)),
    "folders.copy_pictures": _pictures,
    "folders.count_pictures": _calls(lambda p: _desk("files_list", folder=p.folder)),
    "folders.largest_file": _run(lambda p: f"ls -lS {p.folder}"),
    "folders.copy_file": _copied,
    "songs.artist": _calls(lambda p: _desk("songs_search", query=p.song)),
    "songs.new_playlist": _calls(lambda p: _desk("playlists_create", name=p.text)),
    "songs.album": _calls(lambda p: _desk("songs_search", query=p.song)),
    "songs.set_artist": _song,
    "repositories.latest_author": _calls(lambda p: _desk("git_log", repository=p.folder, count=1)),
    "repositories.message_on_branch": _run(lambda p: f"git -C {p.folder} --no-pager log -n 1 next"),
    "repositories.commit": _calls(lambda p: _desk("git_commit", repository=p.folder, message=p.text)),
    "shell.on_duty": _run(lambda p: f"cat {p.file}"),
    "shell.file_with_line": _run(lambda p: f"grep -rl {shlex.quote(p.text)} {p.folder}"),
    "shell.add_line": _run(lambda p: f"echo {shlex.quote(p.text)} >> {p.file}"),
    "shell.sort_lines": _run(lambda p: f"sort {p.source} > {p.target}"),
    "terminal.note_in_file": _run(lambda p: f"cat {p.file}"),
    "terminal.count_errors": _run(lambda p: f"grep -c ERROR {p.file}"),
    "text_editor.write": _calls(lambda p: _desk("text_write", path=p.file, text=p.text)),
    "text_editor.delivery_date": _calls(lambda p: _desk("text_read", path=p.file)),
    "text_editor.invoice_total": _calls(lambda p: _desk("text_read", path=p.file)),
    "text_editor.caretakers_number": _calls(lambda p: _desk("text_read", path=p.file)),
    "text_editor.address_for_questions": _calls(lambda p: _desk("text_read", path=p.file)),
    "text_editor.departure": _calls(lambda p: _desk("text_read", path=p.file)),
    "text_editor.seats": _calls(lambda p: _desk("text_read", path=p.file)),
    "address_book.email_of": _calls(lambda p: _desk("cards_search", query=p.name)),
    "address_book.add": _calls(lambda p: _desk("cards_add", name=p.name, phone=p.phone)),
    "address_book.phone_of": _calls(lambda p: _desk("cards_search", query=p.name)),
    "address_book.change_email": _calls(lambda p: _desk("cards_change", name=p.name, email=p.email)),
    "attachments.send": _calls(
        lambda p: _desk("mails_send", to=[p.to], subject="The file", text="Here it is.", attachment=p.file)
    ),
    "thunderbird.latest_amount": _latest_mail_on_desktop,
    "thunderbird.latest_date": _latest_mail_on_desktop,
    "thunderbird.send": _calls(lambda p: _desk("mails_send", to=[p.to], subject="As promised", text=p.text)),
    "invitations.place": _calls(lambda p: _desk("document_read", path=p.file)),
    "letters.inspection_date": _calls(lambda p: _desk("document_read", path=p.file)),
    "letters.add_line": _calls(lambda p: _desk("document_append", path=p.file, text=p.text)),
    "docs_site.amount_owed": _calls(
        lambda p: _desk("web_open", address="docs.example/"), lambda p: _desk("web_follow", link="Shared costs")
    ),
    "docs_site.write": _calls(
        lambda p: _desk("web_open", address="docs.example/"),
        lambda p: _desk("web_submit", button="New text"),
        lambda p: _desk("web_submit", button="Save", values=[["Title", p.title], ["Text", str(p.text)]]),
    ),
    "notes_site.line": _calls(
        lambda p: _desk("web_open", address="notes.example/"), lambda p: _desk("web_follow", link=p.title)
    ),
    "notes_site.add": _calls(
        lambda p: _desk("web_open", address="notes.example/"),
        lambda p: _desk("web_submit", button="New note"),
        lambda p: _desk("web_submit", button="Save", values=[["Title", p.title], ["Text", str(p.text)]]),
    ),
    "shop.price": _calls(
        lambda p: _desk("web_open", address="shop.example/"), lambda p: _desk("web_follow", link=p.article)
    ),
    "shop.order": _calls(
        lambda p: _desk("web_open", address="shop.example/"),
        lambda p: _desk("web_follow", link=p.article),
        lambda p: _desk("web_submit", button="Add to cart"),
        lambda p: _desk("web_open", address="shop.example/checkout"),
        lambda p: _desk(
            "web_submit",
            button="Place order",
            values=[["Full name", p.name], ["E-mail", p.email], ["Address", "12 Quay Street, Alder"]],
        ),
    ),
    "wiki.lighthouse_height": _open("wiki.example/lighthouse"),
    "wiki.bridge_year": _open("wiki.example/bridge"),
}
"""Sub-task to its oracle by tools."""
