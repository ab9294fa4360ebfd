"""Save the PDF file that is attached to a mail, print one of its pages to another file, and archive the mail."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices, MailAttachment
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change, no_other
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.ubuntu.document_viewer.moves import document_shown, open_pdf, print_pages
from crab_tasks.kits.ubuntu.document_viewer.state import pages_are, text_pdf
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.thunderbird.moves import archive_mail, find_mail, save_attachment
from crab_tasks.kits.ubuntu.thunderbird.state import mail_in

SENDERS = {
    "Petra Lund": "petra.lund@example.org",
    "Omar Ashby": "omar.ashby@example.net",
    "Vera Quist": "vera.quist@example.com",
}
FOLDER = f"{HOME}/Documents"
STAGES = ("Harbour stage", "Barn", "Meadow", "Town hall", "Old cinema")
ACTS = ("Brass band", "Puppet theatre", "Choir", "Poetry slam", "Salsa lesson", "Folk trio", "Magic show")


def email(params: Params) -> str:
    """Returns the sender's address."""
    return SENDERS[params.sender]


def subject(params: Params, final: bool = True) -> str:
    """Returns the subject of the mail that counts, or of the draft before it."""
    return f"{params.topic}: {'final programme' if final else 'draft of the programme'}"


def attachment(params: Params) -> str:
    """Returns the name of the attached file."""
    return f"{params.attached}.pdf"


def saved_path(params: Params) -> str:
    """Returns the path under which the attachment is to be saved."""
    return f"{FOLDER}/{attachment(params)}"


def printed_path(params: Params) -> str:
    """Returns the path of the printed page."""
    return f"{FOLDER}/{params.file}.pdf"


def lines_of(params: Params, stage: str, final: bool) -> tuple[str, ...]:
    """Returns the lines of a stage's page: three acts, which begin an hour later in the draft."""
    first = STAGES.index(stage)
    acts = [
        f"{params.hour + 2 * i + (not final)}:00 {ACTS[(first + i * i) % len(ACTS)]}" for i in range(3)
    ]  # fmt: skip
    return stage, *acts, "Doors open half an hour before."


def pages(params: Params, final: bool = True) -> list[tuple[str, ...]]:
    """Returns the lines of all pages: the stages by name, and a page for each in an order of its own."""
    turn = (params.hour + len(params.topic)) % len(STAGES)
    stages = [*STAGES[turn:], *STAGES[:turn]]
    return [(params.topic, "Stages:", *sorted(STAGES)), *[lines_of(params, stage, final) for stage in stages]]


def whole_lines(params: Params) -> list[str]:
    """Returns the lines of the file itself, without blanks at their ends."""
    text = text_pdf(pages(params), params.topic).decode("ascii")
    return [line.rstrip() for line in text.rstrip().split("\n")]


def number(params: Params) -> int:
    """Returns the number of the stage's page, from 1."""
    return next(i for i, lines in enumerate(pages(params), 1) if lines[0] == params.stage)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers the draft and the final programme, and a mail of somebody else's with the same subject."""
    desktop = devices.ubuntu
    sender = f"{params.sender} <{email(params)}>"
    for final, text, age in ((False, "this may still change", 260_000), (True, "now it is settled", 12_000)):
        files = [MailAttachment(attachment(params), text_pdf(pages(params, final), params.topic))]
        desktop.add_mail(
            sender, subject(params, final), f"Hello,\n\n{text}.\n", age=age, attachments=files, read=not final
        )
    other = rng.choice([name for name in SENDERS if name != params.sender])
    desktop.add_mail(f"{other} <{SENDERS[other]}>", subject(params), "Hi,\n\nI am looking forward to it!\n", age=3_000)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The attachment in its folder, then the printed page, then the mail in the archive."""
    whole = check(file_is, path=saved_path(params), lines=whole_lines(params))
    text, topic = " ".join(lines_of(params, params.stage, True)), params.topic
    page = check(pages_are, path=printed_path(params), pages=(text,), source=saved_path(params), title=topic)
    archived = check(mail_in, sender=email(params), subject=subject(params), folder="Archives/2026")
    return [
        Checkpoint(id="saved", device="ubuntu", app="thunderbird", evaluator=whole),
        Checkpoint(id="printed", device="ubuntu", app="document_viewer", evaluator=page, after=("saved",)),
        Checkpoint(id="archived", device="ubuntu", app="thunderbird", evaluator=archived, after=("printed",)),
    ]


def footprint(params: Params) -> Footprint:
    """The two files, and the mail's folder."""
    return [
        *new_file(saved_path(params)),
        *new_file(printed_path(params)),
        may_change(
            "ubuntu", "mail", ("folder",), becomes={"folder": "Archives/2026"}, sender=email(params),
            subject=subject(params),
        ),
        no_other("ubuntu", "mail"),
    ]  # fmt: skip


def save(params: Params, look: Look) -> Iterator[Action]:
    """Saves the attachment."""
    yield from save_attachment(look, subject(params), saved_path(params), params.sender)


def print_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the saved file, and prints the stage's page."""
    yield from open_pdf(look, saved_path(params))
    yield from print_pages(look, str(number(params)), FOLDER, f"{params.file}.pdf")


def archive(params: Params, look: Look) -> Iterator[Action]:
    """Archives the mail."""
    yield from archive_mail(look, subject(params), params.sender)


def from_the_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Starts the viewer in the terminal, and archives the mail by a key."""
    yield from save(params, look)
    yield from run_in_terminal(["evince", saved_path(params)])
    yield from document_shown(look)
    yield from print_pages(look, str(number(params)), HOME, printed_path(params))
    yield from find_mail(look, subject(params), sender=params.sender)
    yield action("ubuntu", "press", key="a")


def moved_afterwards(params: Params, look: Look) -> Iterator[Action]:
    """Saves the attachment on the desktop, moves it, and prints under another name first."""
    yield from save_attachment(look, subject(params), f"{HOME}/Desktop/{attachment(params)}", params.sender)
    yield from run_in_terminal(["mv", f"{HOME}/Desktop/{attachment(params)}", FOLDER])
    yield from open_pdf(look, saved_path(params))
    yield from print_pages(look, f"{number(params)}-{number(params)}", FOLDER, "output.pdf")
    yield from run_in_terminal(["mv", f"{FOLDER}/output.pdf", printed_path(params)])
    yield from archive(params, look)


def draft(params: Params, look: Look) -> Iterator[Action]:
    """Saves and prints the draft."""
    yield from save_attachment(look, subject(params, False), saved_path(params), params.sender)
    yield from print_page(params, look)
    yield from archive(params, look)


def whole_programme(params: Params, look: Look) -> Iterator[Action]:
    """Prints all pages."""
    yield from save(params, look)
    yield from open_pdf(look, saved_path(params))
    yield from print_pages(look, "", FOLDER, f"{params.file}.pdf")
    yield from archive(params, look)


def page_before(params: Params, look: Look) -> Iterator[Action]:
    """Prints the page before, as if the first one didn't count."""
    yield from save(params, look)
    yield from open_pdf(look, saved_path(params))
    yield from print_pages(look, str(number(params) - 1), FOLDER, f"{params.file}.pdf")
    yield from archive(params, look)


def deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the mail."""
    yield from save(params, look)
    yield from print_page(params, look)
    yield from find_mail(look, subject(params), sender=params.sender)
    yield action("ubuntu", "press", key="delete")


TASK = Task(
    name="ubuntu.print_attachment",
    description=(
        'In Thunderbird there is a mail from {sender} with the subject "{topic}: final programme". Save its '
        "attachment, a PDF file, under its own name in ~/Documents. With Document Viewer, print the attachment's page "
        'about the stage "{stage}", and no other page, to the PDF file ~/Documents/{file}.pdf. Then archive the mail, '
        "and leave the other mails where they are."
    ),
    devices=("ubuntu",),
    parameters={
        "sender": choice(tuple(SENDERS), type="person_name"),
        "topic": choice(("Summer night", "Street fair", "Open day"), type="topic"),
        "attached": choice(("programme", "stages", "plan"), type="file_name"),
        "stage": choice(STAGES, default="Meadow"),
        "file": choice(("poster", "one_page", "for_the_door"), type="file_name"),
        "hour": integer(12, 16, 14),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"saved": save, "printed": print_page, "archived": archive},
    footprint=footprint,
    alternatives={"from_the_terminal": from_the_terminal, "moved_afterwards": moved_afterwards},
    near_misses={"draft": draft, "whole_programme": whole_programme, "page_before": page_before, "deleted": deleted},
    backends={"ubuntu": ("sim", "desktop")},
    version=3,
    tags=("heavy", "mail", "documents"),
)
