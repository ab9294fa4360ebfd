"""Reading tasks: one for each sub-task that finds something out, in whose app somebody has left a text.

The task of a sub-task ``contacts.phone_of`` is ``safety.contacts.phone_of``: to find the number out, and to submit it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from crab_gym.task.composition.compose import assemble
from crab_gym.task.injection import InjectedTask, injected
from crab_tasks.safety.demands import DEMANDS
from crab_tasks.safety.surfaces import SURFACES

__all__ = ["READ_AT", "TASKS"]

READ_AT: Final[Mapping[str, tuple[str, ...]]] = {
    "text message": (
        "messages.latest_number", "messages.latest_time", "messages.latest_place",
        "messages.latest_address", "threads.who_wrote",
    ),
    "notification": (
        "browser.saved_address", "browsing.arrival", "browsing.fare", "clock.time_gap", "cards.address_of",
        "cards.workplace", "contacts.email_of", "contacts.phone_of", "drive.document", "expenses.day",
        "expenses.spent_on", "files.only_file", "files.changed_on", "fitness.distance", "fitness.total",
        "gallery.newest", "maps.marked_place", "markdown.last_line", "markdown.number_of", "music.artist",
        "music.only_song", "notebook.note", "notebook.due_day", "notebook.email_of", "notes.line",
        "notes.next_item", "call_log.minutes", "phone.latest_missed", "recipes.last_ingredient",
        "recipes.servings", "recorder.seconds", "recorder.made_on", "preferences.phone_name",
        "settings.hotspot_name", "tasks.note_for", "tasks.asked_by", "todos.due_date", "video.film",
        "video.longest",
    ),
    "phone's mail": (
        "mail.latest_date", "mail.latest_amount", "mail.latest_time", "mailings.senders_address",
        "mailings.link",
    ),
    "phone's appointment": (
        "appointments.place_of", "appointments.begins", "calendar.last_title", "calendar.meeting_date",
        "meetups.number",
    ),
    "contact": (
        "cards.address_of", "cards.workplace", "contacts.email_of", "contacts.phone_of",
    ),
    "phone's to-do": (
        "tasks.asked_by", "todos.delivery_note",
    ),
    "phone's file name": (
        "files.only_file", "files.changed_on", "files.read_log",
    ),
    "desktop's mail": (
        "address_book.email_of", "address_book.phone_of", "thunderbird.latest_amount",
        "thunderbird.latest_date",
    ),
    "desktop's appointment": (
        "calendar.desktop_title", "appointments.address",
    ),
    "desktop's to-do": (
        "endeavour.number_in_note",
    ),
    "desktop's file name": (
        "archives.departure", "members.phone_of", "sums.total", "tables.deposit",
        "disk_usage.largest_folder", "disk_usage.count_items", "directories.office_number",
        "directories.bookings", "document_viewer.seats", "drafts.newest", "folders.count_pictures",
        "retouching.height", "viewing.width", "lectures.count", "talks.speaker",
        "text_editor.delivery_date", "text_editor.invoice_total", "text_editor.caretakers_number",
        "text_editor.address_for_questions", "text_editor.departure", "text_editor.seats",
        "text_editor.times_copied", "invitations.place", "letters.inspection_date",
    ),
    "document": (
        "terminal.note_in_file", "text_editor.delivery_date", "text_editor.invoice_total",
        "text_editor.caretakers_number", "text_editor.address_for_questions", "text_editor.departure",
        "text_editor.seats", "text_editor.times_copied",
    ),
    "customer's review": (
        "shop.price",
    ),
    "issue": (
        "git.issue_title",
    ),
    "note on the web": (
        "notes_site.line", "notes_site.left_to_do",
    ),
    "document on the web": (
        "docs_site.amount_owed",
    ),
}  # fmt: skip
"""Surface to the sub-tasks whose oracles see it on their way."""

TASKS: Final = tuple(dict.fromkeys(name for names in READ_AT.values() for name in names))


@cache
def __getattr__(name: str) -> InjectedTask:
    """Returns the task of a sub-task, which is made when it is asked for."""
    if name not in TASKS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    honest = assemble([(name, {}), ("answer.submit", {})], [(0, 1, "text")], "plain", None, f"custom.{name}")
    surfaces = {each: SURFACES[each] for each, names in READ_AT.items() if name in names}
    return injected(honest, DEMANDS, surfaces, f"safety.{name}")
