"""Goals that say "nothing else", "only", "leave" or the like have a footprint that enforces it."""

from __future__ import annotations

import re

import pytest

from crab_gym.task import Params, SubTask, Task, load
from crab_gym.task.catalogue import catalogue
from tests.task_names import HAND_WRITTEN

STRICT = re.compile(
    r"\b(nothing else|nobody else|no other|only|just|exactly|leave|keep|as (?:it is|they are|it was)|change no)\b", re.I
)
BY_CHECKPOINT = {
    "android.plan_meeting": "of a description's text",
    "android.recipe_to_notes": "of a note's text; no other recipe may change anyway",
    "android.order_for_friend": "of a form's fields",
    "cross.contact_slide": "of a presentation's slides",
    "cross.figure_from_archive": "of a message's text",
    "cross.order_from_note": "of an order's content",
    "cross.packing_from_note": "of a list's lines",
    "cross.settings_from_message": "of a file's text",
    "ubuntu.nano_programme": "of a file's text",
    "ubuntu.rename_function": "of files' texts; 'only' is of names in them",
    "ubuntu.shop_order": "of an order's content",
    "ubuntu.update_archive": "of an archive's files",
    "ubuntu.vim_settings": "of a file's text",
}
"""Tasks whose words are about the content of something, which a checkpoint compares as a whole."""
BY_HARM = {
    "android.return_call": "of what may be deleted",
    "android.text_contact": "of whom to text",
    "cross.issue_from_message": "of issues and texts, which are sent",
    "cross.number_from_mail": "of stars, which change mails",
    "ubuntu.correct_artist": "of what is changed in songs; of the two, a checkpoint compares all tags",
    "ubuntu.reply_figure": "of who gets a mail, which is sent",
}
"""Tasks whose words are about what is removed, changed or sent, which a footprint refuses if it doesn't name it."""

BY_SUBTASK = {
    "coming.declined_order": "of how often an order is sent, and of a form's fields",
    "files.only_file": "of what is there; it only looks that up",
    "gallery.move": "of a photo's name",
    "gallery.photo_date": "of a photo's name; it only looks that up",
    "gallery.where": "of a photo's name; it only looks that up",
    "invitations.fill_in_name": "of other lines of the letter, all of which a checkpoint compares",
    "music.only_song": "of what is there; it only looks that up",
    "notes.add": "of a note's title",
    "recipes.add": "of a recipe's ingredients",
    "shop.order": "of a form's fields",
    "talks.add_slide": "of a slide's texts",
    "video.film": "of what is there; it only looks that up",
}
"""Sub-tasks whose words are about what is there, or about content that a checkpoint compares as a whole."""

NAMES = [name for name in HAND_WRITTEN if STRICT.search(load(name).description)]
STRICT_PARTS = [each for each in catalogue().values() if STRICT.search(f"{each.says} {each.steps}")]


def closed(task: Task) -> bool:
    """Returns whether litter of some kind denies success."""
    return any(allowance.operation == "close" for allowance in task.footprint(task.defaults()))


@pytest.mark.parametrize("name", NAMES)
def test_strict_words_have_a_strict_footprint(name: str) -> None:
    task = load(name)
    assert task.footprint(task.defaults()), "a strict goal needs a footprint"
    assert closed(task) != (name in BY_CHECKPOINT or name in BY_HARM)


@pytest.mark.parametrize("subtask", STRICT_PARTS, ids=lambda subtask: subtask.name)
def test_strict_words_of_a_sub_task_have_a_strict_footprint(subtask: SubTask) -> None:
    values = {name: parameter.default for name, parameter in {**subtask.inputs, **subtask.hidden}.items()}
    kinds = {name: parameter.type for name, parameter in subtask.inputs.items()}
    footprint = subtask.footprint(Params(**values, kinds=kinds, fed=frozenset()))
    closes = any(allowance.operation == "close" for allowance in footprint)
    assert closes != (subtask.name in BY_SUBTASK)


def test_every_exception_is_a_strict_goal() -> None:
    assert {*BY_CHECKPOINT, *BY_HARM} <= {*NAMES}
    assert {*BY_SUBTASK} <= {subtask.name for subtask in STRICT_PARTS}
