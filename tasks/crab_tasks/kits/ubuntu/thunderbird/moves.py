"""Thunderbird: moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, action
from crab_sim.devices.mail_filters import Condition
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.ubuntu.pointing import Test, any_soon, menu_entry, named, point, shown
from crab_tasks.kits.ubuntu.thunderbird.state import ACCOUNT
from crab_tasks.kits.ubuntu.windows import choose_file, in_front, soon, start, window

__all__ = [
    "add_filter", "archive_mail", "choose_folder", "choose_target", "click_mail", "close_filters", "drop_recipient",
    "edit_draft", "filter_mails", "find_mail", "forward_mail", "is_listed", "list_filters", "move_mails", "new_folder",
    "new_mail", "reply_to", "run_filter", "save_attachment", "save_draft", "save_filter", "send", "show_folder",
    "star_mail", "switch_filter", "unstar_mail", "write_reply",
]  # fmt: skip

_ROW = re.compile(r"(?:Starred, )?(?:Attachments, )?(.*?), (?:Unread|Read|New), (.*?), (?:\d+/\d+/\d+, )?\d+:\d+.*")


def _is_real(look: Look) -> bool:
    return bool(shown(look, lambda e: e.app == "thunderbird" and e.text.startswith("Mail (")))


def _is_folder(name: str) -> Test:
    """Returns a test for a folder's row, which may begin with the folder above it, and end with unread mails."""
    return lambda e: e.role == "list_item" and e.text.partition(", ")[0].rpartition("/")[2] == name


def _show_mail(look: Look) -> Iterator[Action]:
    yield from start("Thunderbird")
    yield from point(
        look, lambda e: e.role == "button" and (e.text or e.description).startswith("Mail ("), "button Mail"
    )


def show_folder(look: Look, folder: str) -> Iterator[Action]:
    """Shows a folder."""
    above, _, name = folder.rpartition("/")
    yield from _show_mail(look)
    if above and not shown(look, _is_folder(name)):
        yield from _click_folder(look, above.rpartition("/")[2])
        yield action("ubuntu", "press", key="right")
    yield from _click_folder(look, name)


def _click_folder(look: Look, name: str) -> Iterator[Action]:
    """Clicks a folder's row; that of an account reaches down to its last folder."""
    yield from any_soon(look, _is_folder(name), f"folder {name}")
    row = shown(look, _is_folder(name))[-1]
    left, top, right, bottom = row.bounds
    yield action("ubuntu", "click", x=(left + right) // 2, y=min(top + 14, (top + bottom) // 2))


def _is_mail(subject: str, sender: str) -> Test:
    """Returns a test for the rows of mails with a subject, told apart by the sender's name if there are several."""

    def test(e: Element) -> bool:
        if e.role != "list_item" or e.app != "thunderbird":
            return False
        told = _ROW.fullmatch(e.text)
        if told is not None:
            return told[1] == subject and told[2].startswith(sender)
        return e.text == subject and e.description.startswith(sender)

    return test


def _rows(look: Look, subject: str, sender: str) -> Sequence[Element]:
    return shown(look, _is_mail(subject, sender))[::-1]


def is_listed(look: Look, subject: str, sender: str = "") -> bool:
    """Returns whether the list that is shown has a mail of a subject, and of a sender if one is given."""
    return bool(_rows(look, subject, sender))


def _is_filter(e: Element) -> bool:
    return e.role == "text_field" and e.description.startswith("Filter messages")


def filter_mails(look: Look, words: str, folder: str) -> Iterator[Action]:
    """Leaves the mails of a folder that have these words in their subject or sender."""
    yield from show_folder(look, folder)
    yield from any_soon(look, lambda e: _is_filter(e) or named("Quick Filter", role="button")(e), "quick filter")
    if not shown(look, _is_filter):  # the real program hides it beside folders that were shown before
        yield from point(look, named("Quick Filter", role="button"), "button Quick Filter")
    yield from point(look, _is_filter, "field of the filter")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=words)

    def filtered() -> bool:
        rows = [" ".join(told.groups()) for e in look("ubuntu") if (told := _ROW.fullmatch(e.text)) is not None]
        return all(words.casefold() in row.casefold() for row in rows)

    yield from soon(filtered)


def find_mail(look: Look, subject: str, folder: str = "Inbox", sender: str = "", other: str = "") -> Iterator[Action]:
    """Shows a mail of a folder.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        folder: Its folder.
        sender: The sender's name, where several mails have the subject.
        other: The folder in which it is where it isn't in the first one; "" where it must be there.
    """
    yield from filter_mails(look, subject, folder)
    if other and _is_real(look):
        yield action("root", "wait", seconds=2)
    if other and not _rows(look, subject, sender):
        yield from filter_mails(look, subject, other)
    yield from click_mail(look, subject, sender)


def click_mail(look: Look, subject: str, sender: str = "", verb: str = "click") -> Iterator[Action]:
    """Clicks a mail in the list, and waits until it is shown.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        sender: The sender's name, where several mails have the subject.
        verb: The way to point at it, such as ``"right_click"``, after which nothing is shown.
    """
    yield from any_soon(look, _is_mail(subject, sender), f"mail {subject!r} of {sender or 'anybody'}")
    x, y = _rows(look, subject, sender)[0].center
    yield action("ubuntu", verb, x=x, y=y)
    if verb == "click" and _is_real(look):
        yield from soon(lambda: _is_shown(look, subject, sender))


def _is_shown(look: Look, subject: str, sender: str) -> bool:
    """Returns whether the real program shows a mail."""
    by_sender = shown(look, lambda e: e.role == "list_item" and e.text.startswith(f"{sender} <"))
    return has(look, "ubuntu", f"Subject: {subject}") and (not sender or bool(by_sender))


def choose_folder(look: Look, target: str) -> Iterator[Action]:
    """Chooses a folder in a menu, which may sort them by account."""
    if shown(look, lambda e: e.role == "menu" and e.text == ACCOUNT):
        yield from point(look, named(ACCOUNT, role="menu"), f"menu {ACCOUNT}")
        for part in target.split("/"):
            yield from point(look, menu_entry(part), part)
    else:
        yield click(look, text=target.replace("/", " › "), role="menu_item")


def move_mails(look: Look, subjects: Sequence[str], target: str, sender: str) -> Iterator[Action]:
    """Moves some of a sender's mails from the inbox to a folder, one after the other.

    The next one waits until the last one is gone, since those below it move up.

    Args:
        look: Shows the screens.
        subjects: The mails' subjects.
        target: The folder.
        sender: The sender's name.
    """
    yield from filter_mails(look, sender, "Inbox")
    for subject in subjects:
        yield from _move(look, subject, target, sender)
        yield from soon(lambda subject=subject: not _rows(look, subject, sender))  # type: ignore[misc]


def _move(look: Look, subject: str, target: str, sender: str) -> Iterator[Action]:
    yield from click_mail(look, subject, sender, "right_click")
    yield from point(look, menu_entry("Move To"), "menu Move To")
    if _is_real(look):
        yield from any_soon(look, named(ACCOUNT, role="menu"), f"menu {ACCOUNT}")
    yield from choose_folder(look, target)


def star_mail(look: Look, subject: str, sender: str = "") -> Iterator[Action]:
    """Stars a mail of the inbox."""
    yield from find_mail(look, subject, sender=sender)
    yield from point(look, lambda e: _is_star(e, False), "star to set")


def unstar_mail(look: Look) -> Iterator[Action]:
    """Takes the star from the mail that is shown."""
    yield from point(look, lambda e: _is_star(e, True), "star to take away")


def _is_star(e: Element, on: bool) -> bool:
    return e.role == "checkbox" and (e.text or e.description) == "Starred" and e.checked == on


def write_reply(look: Look, button: str = "Reply", by_keys: bool = False) -> Iterator[Action]:
    """Begins an answer to the mail that is shown, and waits until text can be typed above the quoted one."""
    if by_keys:
        yield action("ubuntu", "hotkey", keys=["ctrl", "r"])
    else:
        yield from point(look, lambda e: e.role == "button" and e.text == button, f"button {button}")
    yield from _quoted(look)


def _quoted(look: Look) -> Iterator[Action]:
    yield from window(look, "Write: Re:")
    yield from any_soon(look, lambda e: named("Message body")(e) and e.focused, "text of the mail")
    yield from any_soon(look, lambda e: e.app == "thunderbird" and "wrote:" in e.text, "quoted mail")


def send(look: Look, by_keys: bool = False) -> Iterator[Action]:
    """Sends the mail in front, and waits until its window is gone."""
    if by_keys:
        yield action("ubuntu", "hotkey", keys=["ctrl", "enter"])
    else:
        yield click(look, text="Send", role="button")
    yield from soon(lambda: not in_front(look, "window", "Write:"))


def save_draft(look: Look) -> Iterator[Action]:
    """Saves the mail in front as a draft, and closes its window."""
    yield from point(look, lambda e: e.role == "button" and e.text == "Save", "button Save")
    yield action("ubuntu", "hotkey", keys=["ctrl", "w"])
    yield from soon(lambda: not in_front(look, "window", "Write:"))


def edit_draft(look: Look, subject: str) -> Iterator[Action]:
    """Opens a draft of a reply."""
    yield from find_mail(look, subject, "Drafts")
    for text in ("Message", "Edit Draft Message"):
        yield from point(look, menu_entry(text), text)
    yield from _quoted(look)


def drop_recipient(look: Look, address: str) -> Iterator[Action]:
    """Removes a recipient from the mail in front."""
    yield from point(
        look, lambda e: e.role in ("button", "text") and e.text == address, f"recipient {address}", "right_click"
    )
    yield from point(look, named("Delete", role="menu_item"), "Delete")


def reply_to(look: Look, subject: str, text: str, sender: str = "", button: str = "Reply") -> Iterator[Action]:
    """Answers a mail of the inbox; ``button="Reply All"`` answers everybody.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        text: The text.
        sender: The sender's name, where several mails have the subject.
        button: The button that begins the answer.
    """
    yield from find_mail(look, subject, sender=sender)
    yield from write_reply(look, button)
    yield action("ubuntu", "write_text", text=text)
    yield from send(look)


def _click_body(look: Look) -> Iterator[Action]:
    yield from point(look, named("Message body"), "text of the mail")


def forward_mail(look: Look, subject: str, to: str, text: str = "", sender: str = "") -> Iterator[Action]:
    """Forwards a mail of the inbox to an address.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        to: The recipient's address.
        text: The text.
        sender: The sender's name, where several mails have the subject.
    """
    yield from find_mail(look, subject, sender=sender)
    yield from point(look, lambda e: e.role == "button" and e.text == "Forward", "button Forward")
    yield from window(look, "Write: Fwd:")
    yield action("ubuntu", "write_text", text=f"{to}\n")
    if text:
        yield from _click_body(look)
        yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
        yield action("ubuntu", "write_text", text=text)
    yield from send(look)


def new_mail(look: Look, to: str, subject: str, text: str, attach: str = "") -> Iterator[Action]:
    """Writes a new mail, perhaps with an attached file.

    Args:
        look: Shows the screens.
        to: The recipient's address.
        subject: The subject.
        text: The text.
        attach: Path of the file; ``""`` for none.
    """
    yield from show_folder(look, "Inbox")
    yield from point(look, named("New Message", role="button"), "button New Message")
    yield from window(look, "Write:")
    yield action("ubuntu", "write_text", text=f"{to}\n")
    yield from point(look, named("Subject", role="text_field"), "field Subject")
    yield action("ubuntu", "write_text", text=subject)
    yield from _click_body(look)
    yield action("ubuntu", "write_text", text=text)
    if attach:
        yield click(look, text="Attach", role="button")
        yield from choose_file(look, attach)
    yield from send(look)


def archive_mail(look: Look, subject: str, sender: str = "") -> Iterator[Action]:
    """Archives a mail of the inbox."""
    yield from find_mail(look, subject, sender=sender)
    yield from point(look, named("Archive", role="button"), "button Archive")
    if _is_real(look):
        yield from soon(lambda: not _rows(look, subject, sender))


def save_attachment(look: Look, subject: str, path: str, sender: str = "", other: str = "") -> Iterator[Action]:
    """Saves the only attachment of a mail; see `find_mail`.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        path: The path under which it is saved.
        sender: The sender's name, where several mails have the subject.
        other: The folder in which the mail may be instead of the inbox; ``""`` for none.
    """
    yield from find_mail(look, subject, sender=sender, other=other)
    yield from point(look, lambda e: e.role == "button" and e.text == "Save", "button Save")
    yield from choose_file(look, path)


def new_folder(look: Look, name: str) -> Iterator[Action]:
    """Makes a folder beside the inbox."""
    yield from _show_mail(look)
    yield from _click_folder(look, ACCOUNT)
    for text in ("File", "New", "Folder…"):
        yield from point(look, menu_entry(text), text)
    yield from any_soon(look, lambda e: e.role == "dialog" and e.focused, "dialog of the new folder")
    yield action("ubuntu", "write_text", text=name)
    yield click(look, text="Create Folder", role="button")
    yield from any_soon(look, _is_folder(name), f"folder {name}")


_NAME = ("Filter name", "Filter name:")
_LISTS = {"Search by": ("searchTermList", 0), "Comparison": ("searchTermList", 1), "Value": ("searchTermList", 2),
          "Action": ("filterActionList", 0), "Folder": ("filterActionList", 1), "Tag": ("filterActionList", 1),
          "Add an action": ("filterActionList", 2)}  # fmt: skip
"""Where the real program has the parts of a filter: the list of rows, and the place in its last row."""


def list_filters(look: Look) -> Iterator[Action]:
    """Shows the list of message filters."""
    yield from show_folder(look, "Inbox")
    for text in ("Tools", "Message Filters"):
        yield from point(look, menu_entry(text), text)
    yield from any_soon(look, named("New…", role="button"), "button New…")


def close_filters(look: Look) -> Iterator[Action]:
    """Closes the list of message filters."""
    yield click(look, text="Close", role="button")
    yield from soon(lambda: not has(look, "ubuntu", "New…", role="button"))


def _parts(look: Look, name: str) -> Sequence[Element]:
    """Returns the parts of the last row of a list in the real program's window."""
    found = shown(look, lambda e: e.resource_id == name)
    if not found:
        return ()
    left, top, right, bottom = found[0].bounds
    inside = [
        e
        for e in look("ubuntu")
        if e.role in ("button", "text_field") and left <= e.bounds[0] < right and top <= e.bounds[1] < bottom
    ]
    last = max((e.bounds[1] for e in inside), default=0)
    return [e for e in inside if e.bounds[1] == last]


def _part(look: Look, what: str, role: str) -> Iterator[Action]:
    """Clicks a part of the filter."""
    name, place = _LISTS[what]
    parts = _parts(look, name)
    if parts:
        x, y = parts[place].center
        yield action("ubuntu", "click", x=x, y=y)
    else:
        yield click(look, description=what, role=role)


def _choose(look: Look, what: str, value: str) -> Iterator[Action]:
    """Chooses a value from the last list of this kind in the filter."""
    if has(look, "ubuntu", value, what, role="list"):
        return
    yield from _part(look, what, "list")
    if what == "Folder":
        yield from any_soon(look, lambda e: e.role in ("menu", "menu_item"), "menu of folders")
        yield from choose_folder(look, value)
    else:
        yield from point(look, lambda e: e.role == "menu_item" and e.text.replace("’", "'") == value, value)


def choose_target(look: Look, folder: str) -> Iterator[Action]:
    """Chooses the folder of the filter's last action."""
    yield from _choose(look, "Folder", folder)


def save_filter(look: Look) -> Iterator[Action]:
    """Closes the window of a filter, which keeps it."""
    yield click(look, text="OK", role="button")
    yield from soon(lambda: not shown(look, named(*_NAME, role="text_field")))


def add_filter(
    look: Look, name: str, condition: Condition, actions: Sequence[tuple[str, str]], run: bool = False
) -> Iterator[Action]:
    """Makes a message filter.

    Args:
        look: Shows the screens.
        name: The filter's name.
        condition: Its condition; the part of the mail as Thunderbird names it, such as ``"From"``.
        actions: What it does, as Thunderbird names it, each with a folder or tag, or ``""`` for none.
        run: Whether it is run on the inbox at once.
    """
    yield from list_filters(look)
    yield click(look, text="New…", role="button")
    yield from any_soon(look, lambda e: named(*_NAME, role="text_field")(e) and e.focused, "field of the filter's name")
    yield action("ubuntu", "write_text", text=name)
    for what, value in (("Search by", condition.field), ("Comparison", condition.operator)):
        yield from _choose(look, what, value)
    yield from _part(look, "Value", "text_field")
    yield action("ubuntu", "write_text", text=condition.value)
    for i, (what, value) in enumerate(actions):
        if i:
            yield from _part(look, "Add an action", "button")
        yield from _choose(look, "Action", what)
        if value:
            yield from _choose(look, "Tag" if what == "Tag Message" else "Folder", value)
    yield from save_filter(look)
    if run:
        yield from _run(look, name)
    yield from close_filters(look)


def _run(look: Look, name: str) -> Iterator[Action]:
    yield from point(look, lambda e: e.text == name and e.role in ("list_item", "checkbox"), f"filter {name}")
    yield click(look, text="Run Now", role="button")


def run_filter(look: Look, name: str) -> Iterator[Action]:
    """Runs a message filter on the inbox."""
    yield from list_filters(look)
    yield from _run(look, name)
    yield from close_filters(look)


def switch_filter(look: Look, name: str) -> Iterator[Action]:
    """Switches a message filter on or off."""
    yield from list_filters(look)
    rows = shown(look, lambda e: e.role == "checkbox" and e.text == name)
    if rows:
        _, top, _, bottom = rows[0].bounds
        boxes = shown(look, lambda e: e.role == "checkbox" and not e.text and top <= e.center[1] < bottom)
        x, y = boxes[0].center
        yield action("ubuntu", "click", x=x, y=y)
    else:
        yield click(look, description=f"Enabled: {name}", role="checkbox")
    yield from close_filters(look)
