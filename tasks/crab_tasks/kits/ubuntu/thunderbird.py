"""Thunderbird, the desktop's mail program: evaluators of its mails and message filters, and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Mail
from crab_gym.devices.footprints import Allowance, may_send
from crab_gym.devices.mail_filters import Condition, FilterAction
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import choose_file, start, wait_for, window

__all__ = [
    "add_filter", "answers_to", "archive_mail", "filters_mails", "find_mail", "forward_mail", "mail_in", "mail_read",
    "mail_starred", "mails_only_in", "may_mail", "move_mail", "new_folder", "new_mail", "reply_to", "run_filter",
    "save_attachment", "star_mail", "written_text",
]  # fmt: skip

_QUICK = "Filter messages <Ctrl+Shift+K>"
_QUOTES = re.compile(r"On \d+/\d+/\d+, .* wrote:")


# Evaluators ---------------------------------------------------------------------------------------------------------


def mail_read(state: State, answer: str | None, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has been opened.

    Args:
        state: The devices' states.
        answer: Not used.
        sender: The address from which it came.
        subject: The subject.
    """
    return any((mail.sender, mail.subject, mail.read) == (sender, subject, True) for mail in state["ubuntu"].mails())


def mail_in(state: State, answer: str | None, sender: str, subject: str, folder: str) -> bool:
    """The mail that came from this address under this subject lies in the folder, and nowhere else.

    Args:
        state: The devices' states.
        answer: Not used.
        sender: The address from which it came.
        subject: The subject.
        folder: The folder.
    """
    found = [mail.folder for mail in state["ubuntu"].mails() if (mail.sender, mail.subject) == (sender, subject)]
    return found == [folder]


def mails_only_in(state: State, answer: str | None, sender: str, folder: str, count: int) -> bool:
    """All mails that came from this address lie in the folder, and there are as many as there were.

    Args:
        state: The devices' states.
        answer: Not used.
        sender: The address.
        folder: The folder.
        count: How many there were.
    """
    found = [mail.folder for mail in state["ubuntu"].mails() if mail.sender == sender]
    return found == [folder] * count


def mail_starred(state: State, answer: str | None, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has a star.

    Args:
        state: The devices' states.
        answer: Not used.
        sender: The address from which it came.
        subject: The subject.
    """
    return any((mail.sender, mail.subject, mail.starred) == (sender, subject, True) for mail in state["ubuntu"].mails())


def answers_to(state: State, sender: str, subject: str) -> list[Mail]:
    """Returns the mails in Sent that were written as replies to a mail of this sender and subject."""
    mails = state["ubuntu"].mails()
    originals = {mail.id for mail in mails if (mail.sender, mail.subject) == (sender, subject)}
    return [mail for mail in mails if mail.folder == "Sent" and mail.answers in originals]


def written_text(body: str) -> str:
    r"""Returns the text of a reply without the mail that it quotes, wherever it stands.

    >>> written_text("It is 4.\n\nOn 1/2/2026, 3:00 PM, Ada wrote:\n> How many?")
    'It is 4.'
    """
    lines = [line for line in body.split("\n") if not line.startswith(">") and not _QUOTES.fullmatch(line)]
    return "\n".join(lines).strip()


def filters_mails(
    state: State,
    answer: str | None,
    name: str,
    condition: tuple[str, Sequence[str], str],
    actions: Sequence[tuple[str, str]],
) -> bool:
    """One enabled message filter has only this condition and these actions, and no other one has the condition's text.

    Args:
        state: The devices' states.
        answer: Not used.
        name: The filter's name.
        condition: The part of a mail, the comparisons of which each will do, and the text, whose capitals don't count.
        actions: Each action's name and its folder or tag.
    """
    part, operators, value = condition
    found = [
        rule
        for rule in state["ubuntu"].mail_filters()
        if rule.name == name or any(one.value.casefold() == value.casefold() for one in rule.conditions)
    ]
    if len(found) != 1:
        return False
    (rule,) = found
    right = [
        one.field == part and one.operator in operators and one.value.casefold() == value.casefold()
        for one in rule.conditions
    ]
    expected = {FilterAction(action, folder) for action, folder in actions}
    return rule.name == name and rule.enabled and any(right) and all(right) and set(rule.actions) == expected


def may_mail(*addresses: str) -> Allowance:
    """Returns the allowance to send one mail to these addresses, in any order, and to no other."""
    wanted = sorted(address.casefold() for address in addresses)

    def right(value: object) -> bool:
        return isinstance(value, str) and sorted(value.casefold().split(", ")) == wanted

    return may_send("ubuntu", "mail", to=right)


# Moves --------------------------------------------------------------------------------------------------------------


def _show_folder(look: Look, folder: str) -> Iterator[Action]:
    yield from start("Thunderbird")
    yield from wait_for(look, description="Mail", role="button")
    yield click(look, description="Mail", role="button")
    yield click(look, text=folder.rpartition("/")[2], role="list_item")


def _rows(look: Look, subject: str, sender: str) -> list[tuple[int, int]]:
    """Returns the middles of the rows of mails with a subject, told apart by the sender's name if there are several."""
    return [
        element.center
        for element in look("ubuntu")
        if element.role == "list_item" and element.text == subject and element.description.startswith(sender)
    ]


def _row(look: Look, subject: str, sender: str) -> tuple[int, int]:
    found = _rows(look, subject, sender)
    if not found:
        raise OracleStuck(f"no mail {subject!r} of {sender or 'anybody'} is in the list of Thunderbird")
    return found[0]


def _listed(look: Look, subject: str, folder: str) -> Iterator[Action]:
    yield from _show_folder(look, folder)
    yield click(look, description=_QUICK, role="text_field")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=subject)


def find_mail(look: Look, subject: str, folder: str = "Inbox", sender: str = "", other: str = "") -> Iterator[Action]:
    """Shows a mail of a folder.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        folder: Its folder.
        sender: The sender's name, where several mails have the subject.
        other: The folder in which it is where it isn't in the first one; "" where it must be there.
    """
    yield from _listed(look, subject, folder)
    if other and not _rows(look, subject, sender):
        yield from _listed(look, subject, other)
    x, y = _row(look, subject, sender)
    yield action("ubuntu", "click", x=x, y=y)


def move_mail(look: Look, subject: str, target: str, sender: str = "", by: str = "Move To") -> Iterator[Action]:
    """Moves a mail of the inbox to a folder by its context menu, or copies it with ``by="Copy To"``.

    Args:
        look: Shows the screens.
        subject: The mail's subject.
        target: The folder.
        sender: The sender's name, where several mails have the subject.
        by: The menu of the folders.
    """
    yield from _listed(look, subject, "Inbox")
    x, y = _row(look, subject, sender)
    yield action("ubuntu", "right_click", x=x, y=y)
    yield click(look, text=by, role="menu_item")
    yield click(look, text=target.replace("/", " › "), role="menu_item")


def star_mail(look: Look, subject: str, sender: str = "") -> Iterator[Action]:
    """Stars a mail of the inbox."""
    yield from find_mail(look, subject, sender=sender)
    yield click(look, description="Star this message", role="button")


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
    yield click(look, text=button, role="button")
    yield from window(look, "Write: Re:")
    yield action("ubuntu", "write_text", text=text)
    yield click(look, text="Send", role="button")


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
    yield click(look, text="Forward", role="button")
    yield from window(look, "Write: Fwd:")
    yield action("ubuntu", "write_text", text=f"{to}\n")
    if text:
        yield click(look, description="Message body", role="text_field")
        yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
        yield action("ubuntu", "write_text", text=text)
    yield click(look, text="Send", role="button")


def new_mail(look: Look, to: str, subject: str, text: str, attach: str = "") -> Iterator[Action]:
    """Writes a new mail, perhaps with an attached file.

    Args:
        look: Shows the screens.
        to: The recipient's address.
        subject: The subject.
        text: The text.
        attach: Path of the file; ``""`` for none.
    """
    yield from _show_folder(look, "Inbox")
    yield click(look, text="New Message", role="button")
    yield from window(look, "Write:")
    yield action("ubuntu", "write_text", text=f"{to}\n")
    yield click(look, description="Subject", role="text_field")
    yield action("ubuntu", "write_text", text=subject)
    yield click(look, description="Message body", role="text_field")
    yield action("ubuntu", "write_text", text=text)
    if attach:
        yield click(look, text="Attach", role="button")
        yield from choose_file(look, attach)
    yield click(look, text="Send", role="button")


def archive_mail(look: Look, subject: str, sender: str = "") -> Iterator[Action]:
    """Archives a mail of the inbox."""
    yield from find_mail(look, subject, sender=sender)
    yield click(look, description="Archive", role="button")


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
    yield click(look, text="Save", role="button")
    yield from choose_file(look, path)


def new_folder(look: Look, name: str) -> Iterator[Action]:
    """Makes a folder beside the inbox."""
    yield from _show_folder(look, "Inbox")
    for text in ("File", "New", "Folder…"):
        yield click(look, text=text)
    yield action("ubuntu", "write_text", text=name)
    yield click(look, text="Create Folder", role="button")


def _filters(look: Look) -> Iterator[Action]:
    yield from _show_folder(look, "Inbox")
    yield click(look, text="Tools", role="menu")
    yield click(look, text="Message Filters…", role="menu_item")


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
    yield from _filters(look)
    yield click(look, text="New…", role="button")
    yield action("ubuntu", "write_text", text=name)
    for what, value in (("Search by", condition.field), ("Comparison", condition.operator)):
        yield from _choose(look, what, value)
    yield click(look, description="Value", role="text_field")
    yield action("ubuntu", "write_text", text=condition.value)
    for i, (what, value) in enumerate(actions):
        if i:
            yield click(look, description="Add an action", role="button")
        yield from _choose(look, "Action", what)
        if value:
            yield from _choose(look, "Tag" if what == "Tag Message" else "Folder", value)
    yield click(look, text="OK", role="button")
    if run:
        yield click(look, text="Run Now", role="button")
    yield click(look, text="Close", role="button")


def _choose(look: Look, what: str, value: str) -> Iterator[Action]:
    """Chooses a value from the last list of this kind in the dialog."""
    if not has(look, "ubuntu", value, what, role="list"):
        yield click(look, description=what, role="list")
        yield click(look, text=value.replace("/", " › "), role="menu_item")


def run_filter(look: Look, name: str) -> Iterator[Action]:
    """Runs a message filter on the inbox."""
    yield from _filters(look)
    yield click(look, text=name, role="list_item")
    yield click(look, text="Run Now", role="button")
    yield click(look, text="Close", role="button")
