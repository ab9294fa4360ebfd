"""Save the attachment of a mail into a folder, and archive the mail."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices, MailAttachment
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.ubuntu.files.state import file_is
from crab_tasks.kits.ubuntu.pointing import any_soon, named, point
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.thunderbird.moves import archive_mail, find_mail, save_attachment
from crab_tasks.kits.ubuntu.thunderbird.state import mail_in
from crab_tasks.kits.ubuntu.windows import choose_file

SENDERS = {
    "Petra Lund": "petra.lund@example.org",
    "Omar Ashby": "omar.ashby@example.net",
    "Vera Quist": "vera.quist@example.com",
}
FOLDER = "/home/user/Documents/{}"


def email(params: Params) -> str:
    """Returns the sender's address."""
    return SENDERS[params.sender]


def subject(params: Params) -> str:
    """Returns the subject of the mail."""
    return f"{params.topic}: final version"


def path(params: Params) -> str:
    """Returns the path under which the attachment is to be saved."""
    return f"{FOLDER.format(params.folder)}/{params.file}"


def content(params: Params, final: bool) -> bytes:
    """Returns the attached file: the final one, or the draft before it."""
    hours = [params.hour, params.hour + 2] if final else [params.hour + 1, params.hour + 3]
    return "".join([f"{hour}:00 {what}\n" for hour, what in zip(hours, ("doors open", "start"), strict=True)]).encode()


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers the draft and the final version, and a mail of somebody else's with the same subject."""
    desktop = devices.ubuntu
    desktop.make_dir(FOLDER.format(params.folder))
    sender = f"{params.sender} <{email(params)}>"
    draft = MailAttachment(params.file, content(params, False))
    final = MailAttachment(params.file, content(params, True))
    desktop.add_mail(
        sender, f"{params.topic}: draft", "Hello,\n\nhere is a first version.\n", age=200_000, attachments=[draft],
        read=True,
    )  # fmt: skip
    desktop.add_mail(
        sender, subject(params), "Hello,\n\nthis is the one that counts.\n", age=9_000, attachments=[final]
    )
    other = rng.choice([name for name in SENDERS if name != params.sender])
    desktop.add_mail(
        f"{other} <{SENDERS[other]}>", subject(params), "Hi,\n\nhave you seen the final version yet?\n", age=2_000
    )


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The file in its folder, and the mail in the archive."""
    saved = check(file_is, path=path(params), lines=content(params, True).decode().splitlines())
    archived = check(mail_in, sender=email(params), subject=subject(params), folder="Archives/2026")
    return [
        Checkpoint(id="saved", device="ubuntu", app="thunderbird", evaluator=saved),
        Checkpoint(id="archived", device="ubuntu", app="thunderbird", evaluator=archived),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the mail's folder."""
    return [
        *new_file(path(params)),
        may_change(
            "ubuntu", "mail", ("folder",), becomes={"folder": "Archives/2026"}, sender=email(params),
            subject=subject(params),
        ),
    ]  # fmt: skip


def save(params: Params, look: Look) -> Iterator[Action]:
    """Saves the attachment."""
    yield from save_attachment(look, subject(params), path(params), params.sender, "Archives/2026")


def archive(params: Params, look: Look) -> Iterator[Action]:
    """Archives the mail."""
    yield from archive_mail(look, subject(params), params.sender)


def draft(params: Params, look: Look) -> Iterator[Action]:
    """Saves the draft's attachment."""
    yield from save_attachment(look, f"{params.topic}: draft", path(params), params.sender)
    yield from archive(params, look)


def elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Saves the attachment into the folder that the dialog proposes."""
    yield from _save_as_proposed(params, look)
    yield from archive(params, look)


def _save_as_proposed(params: Params, look: Look) -> Iterator[Action]:
    yield from find_mail(look, subject(params), sender=params.sender)
    yield from point(look, lambda e: e.role == "button" and e.text == "Save", "button Save")
    yield from _dialog(look)
    yield action("ubuntu", "press", key="enter")


def _dialog(look: Look) -> Iterator[Action]:
    yield from any_soon(look, lambda e: e.role == "dialog" and e.focused, "dialog for the file")


def deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the mail."""
    yield from save(params, look)
    yield action("ubuntu", "press", key="delete")


def both_archived(params: Params, look: Look) -> Iterator[Action]:
    """Archives the draft, too."""
    yield from archive_mail(look, f"{params.topic}: draft", params.sender)
    yield from save(params, look)
    yield from archive(params, look)


def whole_mail(params: Params, look: Look) -> Iterator[Action]:
    """Saves the whole mail under the attachment's name."""
    yield from find_mail(look, subject(params), sender=params.sender)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield from _dialog(look)
    yield from choose_file(look, path(params))
    yield from archive(params, look)


def by_key(params: Params, look: Look) -> Iterator[Action]:
    """Saves the attachment from its menu, and archives the mail by a key."""
    yield from find_mail(look, subject(params), sender=params.sender)
    yield from point(
        look, lambda e: e.role in ("list_item", "button") and e.text == params.file, "attachment", "right_click"
    )
    yield from point(look, named("Save As…", role="menu_item"), "Save As…")
    yield from _dialog(look)
    yield from choose_file(look, path(params))
    yield action("ubuntu", "press", key="a")


def moved_in_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Saves the attachment as the dialog proposes, and moves the file in a terminal."""
    yield from _save_as_proposed(params, look)
    yield from archive(params, look)
    yield from run_in_terminal(f"mv ~/Downloads/{params.file} '{FOLDER.format(params.folder)}/'")


TASK = Task(
    name="ubuntu.file_attachment",
    description=(
        'In Thunderbird there is a mail from {sender} with the subject "{topic}: final version". Save its attachment '
        "under its own name in the folder {folder} in Documents, and archive the mail. Leave the other mails where "
        "they are."
    ),
    devices=("ubuntu",),
    parameters={
        "sender": choice(tuple(SENDERS), type="person_name"),
        "topic": choice(("Programme", "Open day", "Concert"), type="topic"),
        "file": choice(("schedule.txt", "programme.txt", "times.txt"), type="file_name"),
        "folder": choice(("events", "club", "autumn"), type="folder"),
        "hour": integer(10, 18, 17),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"saved": save, "archived": archive},
    footprint=footprint,
    alternatives={"by_key": by_key, "moved_in_terminal": moved_in_terminal},
    near_misses={
        "draft": draft, "elsewhere": elsewhere, "deleted": deleted, "both_archived": both_archived,
        "whole_mail": whole_mail,
    },
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "mail", "files"),
)  # fmt: skip
