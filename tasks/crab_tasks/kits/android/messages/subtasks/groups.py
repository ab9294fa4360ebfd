"""Messages: sub-tasks that send pictures and write to groups, and that block a number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.facts import content_digest
from crab_sim.devices.footprints import Footprint, may_add, may_send
from crab_tasks.kits.android.contacts.state import no_contact_has
from crab_tasks.kits.android.gallery.portraits import SCENES, plant_portraits, portrait
from crab_tasks.kits.android.messages.moves import new_chat, open_conversation, send_text
from crab_tasks.kits.android.messages.state import sent_by_mms
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.android.phone.state import number_blocked
from crab_tasks.kits.compare import digits, same_number, same_numbers, telling
from crab_tasks.kits.moves import tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.values import as_typed, told_as

__all__ = ["BLOCK", "GROUP", "PICTURE"]

# A picture ----------------------------------------------------------------------------------------------------------


def _plant_pictures(devices: Devices, params: Params, rng: random.Random) -> None:
    plant_portraits(devices.android)


def _pictured(params: Params) -> Sequence[Checkpoint]:
    right = check(sent_by_mms, numbers=(params.number,), content=content_digest(portrait(stem_of(params.picture))))
    return [Checkpoint(id="pictured", device="android", app="messages", evaluator=right)]


def _may_picture(params: Params) -> Footprint:
    file = (f"{stem_of(params.picture)}.jpg", content_digest(portrait(stem_of(params.picture))))
    return [may_send("android", "text", to=same_number(params.number), attachments=(file,))]


def _attach(look: Look, scene: str) -> Iterator[Action]:
    """Attaches a picture in the conversation that is open."""
    yield tap(look, description="Attach photo")
    yield from scroll_to(look, description=f"Photo, {scene}.jpg")
    yield tap(look, description=f"Photo, {scene}.jpg")


def _send_picture(params: Params, look: Look) -> Iterator[Action]:
    yield from new_chat(look, params.number)
    yield from _attach(look, stem_of(params.picture))
    yield tap(look, description="Send SMS")


def _other(scene: str) -> str:
    return SCENES[SCENES.index(scene) - 1]


def _replace_picture(params: Params, look: Look) -> Iterator[Action]:
    """Attaches another picture first, and removes it."""
    yield from new_chat(look, params.number)
    yield from _attach(look, _other(stem_of(params.picture)))
    yield tap(look, description="Remove attachment")
    yield from _attach(look, stem_of(params.picture))
    yield tap(look, description="Send SMS")


def _attach_over(params: Params, look: Look) -> Iterator[Action]:
    """Attaches another picture first, and puts the right one in its place."""
    yield from new_chat(look, params.number)
    yield from _attach(look, _other(stem_of(params.picture)))
    yield from _attach(look, stem_of(params.picture))
    yield tap(look, description="Send SMS")


def _send_other(params: Params, look: Look) -> Iterator[Action]:
    yield from new_chat(look, params.number)
    yield from _attach(look, _other(stem_of(params.picture)))
    yield tap(look, description="Send SMS")


def _attached_only(params: Params, look: Look) -> Iterator[Action]:
    yield from new_chat(look, params.number)
    yield from _attach(look, stem_of(params.picture))


PICTURE = SubTask(
    name="messages.picture",
    device="android",
    app="messages",
    says="send {number} the picture {picture}, without a text, in the phone's Messages app",
    steps="on the phone, open Messages, tap Start chat, enter {number}, tap Attach photo, choose {picture} and tap "
    "Send",
    inputs={
        "number": phone_number("+1 555 0148"),
        "picture": choice(tuple([f"{scene}.jpg" for scene in SCENES]), "cake.jpg"),
    },
    keys=("number",),
    setup=_plant_pictures,
    checkpoints=_pictured,
    oracle={"pictured": _send_picture},
    footprint=_may_picture,
    alternatives={"replaced": _replace_picture, "attached_over": _attach_over},
    near_misses={"other_picture": _send_other, "not_sent": _attached_only},
    tags=("messages", "gallery"),
)

# A group ------------------------------------------------------------------------------------------------------------


def _grouped(params: Params) -> Sequence[Checkpoint]:
    numbers, kind = (params.first, params.second), told_as(params, "text")
    right = check(sent_by_mms, numbers=numbers, kind=kind, value=params.text)
    return [Checkpoint(id="grouped", device="android", app="messages", evaluator=right)]


def _may_write(params: Params) -> Footprint:
    both = same_numbers(params.first, params.second)
    return [may_send("android", "text", to=both, text=telling(told_as(params, "text"), params.text))]


def _make_group(look: Look, *numbers: str) -> Iterator[Action]:
    """Opens the conversation of a group of numbers."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield tap(look, text="Create group", role="button")
    for number in numbers:
        yield from type_into(look, "Type a name or phone number", number)
        yield tap(look, text=f"Add {number}")
    yield tap(look, text="Next", role="button")


def _write(look: Look, text: str) -> Iterator[Action]:
    yield from type_into(look, "Text message", text)
    yield tap(look, description="Send SMS")


def _write_group(params: Params, look: Look) -> Iterator[Action]:
    if digits(params.first) != digits(params.second):
        yield from _make_group(look, params.first, params.second)
        yield from _write(look, as_typed(params, "text"))


def _write_turned(params: Params, look: Look) -> Iterator[Action]:
    """Adds the numbers in the other order."""
    yield from _make_group(look, params.second, params.first)
    yield from _write(look, as_typed(params, "text"))


def _write_later(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the text as a draft, and comes back to it from the list."""
    yield from _make_group(look, params.first, params.second)
    yield from type_into(look, "Text message", as_typed(params, "text"))
    yield from open_first_page(look, "Messages", "start_chat_fab")
    row = next(one for one in look("android") if one.description.startswith("Draft: "))
    yield tap(look, description=row.description)
    yield tap(look, description="Send SMS")


def _write_each(params: Params, look: Look) -> Iterator[Action]:
    """Sends each a text of their own."""
    yield from send_text(look, params.first, as_typed(params, "text"))
    yield from send_text(look, params.second, as_typed(params, "text"))


def _write_three(params: Params, look: Look) -> Iterator[Action]:
    """Adds somebody else."""
    yield from _make_group(look, params.first, params.second, params.third)
    yield from _write(look, as_typed(params, "text"))


GROUP = SubTask(
    name="messages.group",
    device="android",
    app="messages",
    says="send {text} as one text message to a group of {first} and {second} in the phone's Messages app",
    steps="on the phone, open Messages, tap Start chat and Create group, type and add {first}, type and add {second}, "
    "tap Next, type {text} and tap Send",
    inputs={
        "text": short_line("Bring the folding chairs"), "first": phone_number("+1 555 0119"),
        "second": phone_number("+1 555 0174"),
    },
    hidden={"third": phone_number("+1 555 0102")},
    keys=("first", "second"),
    checkpoints=_grouped,
    oracle={"grouped": _write_group},
    footprint=_may_write,
    alternatives={"turned": _write_turned, "later": _write_later},
    near_misses={"each": _write_each, "three": _write_three},
    step_limit=40,
    tags=("messages",),
)  # fmt: skip

# Blocking -----------------------------------------------------------------------------------------------------------


def _two_senders(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two numbers, which aren't in the address book, have written texts that begin alike; others have written, too."""
    texts = [(params.number, f"You have won: {params.text}!"), (params.wrong, f"We have: {params.text}?")]
    texts += [(f"+1 312-555-01{rng.randrange(100):02}", f"Hello {i}") for i in range(rng.randrange(5))]
    for number, body in rng.sample(texts, len(texts)):
        no_contact_has(devices, number)
        devices.android.add_message(number, body, age=float(rng.randrange(600, 90_000)))


def _blocked(params: Params) -> Sequence[Checkpoint]:
    right = check(number_blocked, number=params.number)
    return [Checkpoint(id="blocked", device="android", app="messages", evaluator=right)]


def _may_block(params: Params) -> Footprint:
    return [may_add("android", "blocked_number", most=1, number=same_number(params.number))]


def _block_sender(look: Look, number: str) -> Iterator[Action]:
    yield from open_conversation(look, number)
    yield tap(look, description="More options")
    yield tap(look, text="Block", role="menu_item")
    yield tap(look, text="Block", role="button")


def _block(params: Params, look: Look) -> Iterator[Action]:
    yield from _block_sender(look, params.number)


def _block_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the text, and says no at first."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, description="Search messages")
    yield from type_into(look, "Search messages", f"You have won: {params.text}")
    yield tap(look, text=params.number, role="list_item")
    for button in ("Cancel", "Block"):
        yield tap(look, description="More options")
        yield tap(look, text="Block", role="menu_item")
        yield tap(look, text=button, role="button")


def _block_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Blocks the other one first, and unblocks it."""
    yield from _block_wrong(params, look)
    yield tap(look, description="More options")
    yield tap(look, text="Unblock", role="menu_item")
    yield from _block(params, look)


def _block_wrong(params: Params, look: Look) -> Iterator[Action]:
    yield from _block_sender(look, params.wrong)


def _block_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _block_wrong(params, look)
    yield from _block(params, look)


BLOCK = SubTask(
    name="messages.block",
    device="android",
    app="messages",
    says="block the number on the phone that claims by text message that one has won {text}",
    steps="on the phone, open Messages, open the conversation in which somebody says that one has won {text}, tap More "
    "options and Block, and confirm it",
    inputs={"text": choice(("a canoe", "a kettle", "a sofa", "a violin", "an oven"), "a kettle")},
    hidden={"number": phone_number("+1 555 0161"), "wrong": phone_number("+1 555 0120")},
    setup=_two_senders,
    checkpoints=_blocked,
    oracle={"blocked": _block},
    footprint=_may_block,
    alternatives={"searched": _block_found, "corrected": _block_corrected},
    near_misses={"wrong": _block_wrong, "both": _block_both},
    once=True,
    tags=("messages",),
)
