"""Thunderbird: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices, MailAttachment
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import person
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.account import some_lines
from crab_tasks.kits.compare import small_talk
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path, text_file
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.thunderbird.moves import find_mail, is_listed, new_mail, save_attachment, show_folder
from crab_tasks.kits.ubuntu.thunderbird.state import address_of, attachment_saved, file_mailed, may_mail
from crab_tasks.kits.values import email_address

__all__ = ["SAVE", "SEND"]

_SUBJECT = "Guest list"
_DRAFT = f"{_SUBJECT} (first draft)"
_NAME = "guests.txt"


def _guests(rng: random.Random) -> str:
    """Returns a list of guests, which hardly another one is like."""
    return "".join([f"{person().sample(rng)}, table {rng.randrange(1, 10)}\n" for _ in range(5)])


def _two_lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers the list and its first draft, whose file has the same name; the target is free."""
    desktop = devices.ubuntu
    sender = f"{params.sender} <{address_of(params.sender)}>"
    for subject, age in ((_DRAFT, 95_000.0), (_SUBJECT, 6_000.0)):
        attached = [MailAttachment(_NAME, _guests(rng).encode())]
        desktop.add_mail(sender, subject, "Hello,\n\nhere it is.\n", age=age, attachments=attached)
    desktop.remove(params.file)


def _saved(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the file."""
    right = check(attachment_saved, sender=address_of(params.sender), subject=_SUBJECT, path=params.file)
    return [
        app_opened("thunderbird", "thunderbird_open", "ubuntu"),
        Checkpoint(id="saved", device="ubuntu", app="thunderbird", evaluator=right, after=("thunderbird_open",)),
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from show_folder(look, "Inbox")


def _save(params: Params, look: Look) -> Iterator[Action]:
    """Saves the list, if there is one from the sender."""
    yield from show_folder(look, "Inbox")
    if is_listed(look, _SUBJECT, params.sender):
        yield from save_attachment(look, _SUBJECT, params.file, params.sender)


def _save_and_move(params: Params, look: Look) -> Iterator[Action]:
    """Saves the list under its own name, and moves it."""
    place = f"{HOME}/Downloads/{_NAME}"
    yield from save_attachment(look, _SUBJECT, place, params.sender)
    yield from run_in_terminal(["mv", place, params.file])


def _save_after_draft(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the draft first."""
    yield from find_mail(look, _DRAFT, sender=params.sender)
    yield from save_attachment(look, _SUBJECT, params.file, params.sender)


def _save_draft(params: Params, look: Look) -> Iterator[Action]:
    yield from save_attachment(look, _DRAFT, params.file, params.sender)


def _save_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Saves the list under its own name."""
    yield from save_attachment(look, _SUBJECT, f"{HOME}/Downloads/{_NAME}", params.sender)


SAVE = SubTask(
    name="attachments.save",
    device="ubuntu",
    app="thunderbird",
    says='in Thunderbird on the desktop, save the file that is attached to the mail "Guest list" from {sender} as the '
    "new file {file}",
    steps='on the desktop, open Thunderbird, click the mail "Guest list" from {sender}, click Save beside the attached '
    "file and save it as {file}",
    refers="the new file {file}",
    inputs={"sender": person("Bruno Ekman"), "file": file_path("cedar_36")},
    output="file",
    produce=lambda params: str(params.file),
    setup=_two_lists,
    checkpoints=_saved,
    oracle={"thunderbird_open": _open, "saved": _save},
    footprint=may_make_file,
    alternatives={"moved": _save_and_move, "after_draft": _save_after_draft},
    near_misses={"draft": _save_draft, "elsewhere": _save_elsewhere},
    step_limit=60,
    tags=("mail", "files", "heavy"),
)


def _older(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/older_{name}"


def _two_files(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, unless another part makes it, and an older one, unless that makes the folder, too."""
    if "file" not in params.fed:
        devices.ubuntu.write_file(params.file, some_lines(rng))
    if devices.ubuntu.exists(params.file.rpartition("/")[0]):
        devices.ubuntu.write_file(_older(params.file), some_lines(rng))


def _mailed(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the mail."""
    right = check(file_mailed, path=params.file, to=params.to)
    return [
        app_opened("thunderbird", "thunderbird_open", "ubuntu"),
        Checkpoint(id="sent", device="ubuntu", app="thunderbird", evaluator=right, after=("thunderbird_open",)),
    ]


def _may_send(params: Params) -> Footprint:
    name = params.file.rpartition("/")[2]
    talk = small_talk(name, params.file)
    return [may_mail(params.to, talk, talk, name)]


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.to, "The file", "Here it is.", params.file)


def _send_without_words(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.to, "The file", "", params.file)


def _send_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the address in capitals."""
    yield from new_mail(look, params.to.upper(), "For you", "As promised.", params.file)


def _send_older(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.to, "The file", "Here it is.", _older(params.file))


def _send_path(params: Params, look: Look) -> Iterator[Action]:
    """Tells where the file is instead of attaching it."""
    yield from new_mail(look, params.to, "The file", params.file)


SEND = SubTask(
    name="attachments.send",
    device="ubuntu",
    app="thunderbird",
    says="mail {file} as an attachment to {to} with Thunderbird on the desktop",
    steps="on the desktop, open Thunderbird, click New Message, enter {to} as the recipient and any subject, click "
    "Attach, choose {file} and click Send",
    inputs={"file": text_file("maple_71"), "to": email_address("juniper54@harbour.example")},
    setup=_two_files,
    checkpoints=_mailed,
    oracle={"thunderbird_open": _open, "sent": _send},
    footprint=_may_send,
    alternatives={"without_words": _send_without_words, "in_capitals": _send_in_capitals},
    near_misses={"older_file": _send_older, "path_only": _send_path},
    keys=("to",),
    step_limit=60,
    tags=("mail", "files", "heavy"),
)
