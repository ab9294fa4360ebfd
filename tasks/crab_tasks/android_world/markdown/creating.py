"""Files made in the Markdown app."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Oracle, Params, Task, action
from crab_gym.task.parameters import phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.android_world.markdown.content import (
    app_open,
    characters,
    file_name,
    open_markdown,
    others,
    path,
    sentence,
    similar,
    text_right,
)
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.markdown.moves import go_home, open_file, open_home, retype_file, type_file, write_below
from crab_tasks.kits.android.markdown.state import file_there, fill_home
from crab_tasks.kits.android.messages.moves import send_text
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import has, hold, tap

TASKS = ("CREATE", "CREATE_AND_TEXT", "FROM_CLIPBOARD", "MERGE")

_AFTER = ("app_open",)


def _save(look: Look) -> Action:
    return tap(look, description="Save")


def _back() -> Action:
    return action("android", "press", key="back")


# A new file ---------------------------------------------------------------------------------------------------------


def _nothing_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other files only."""
    fill_home(devices.android, others(rng, [params.file]))


def _created(params: Params) -> Sequence[Checkpoint]:
    """The app; then the file; then its text."""
    return [
        app_open(),
        Checkpoint(
            id="made",
            device="android",
            app="markdown",
            evaluator=check(file_there, path=path(params.file)),
            after=_AFTER,
        ),
        text_right(params.file, [params.text], id="written", after=("made",)),
    ]


def _may_create(params: Params) -> Footprint:
    return [may_add("android", "file", path=path(params.file))]


def _make_empty(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file."""
    yield from type_file(look, params.file, params.text)


def _write(params: Params, look: Look) -> Iterator[Action]:
    """Saves what is typed, or types it."""
    yield _save(look)


def _write_and_leave(params: Params, look: Look) -> Iterator[Action]:
    """Types the text, and leaves the page, which saves it."""
    yield from type_file(look, params.file, params.text)
    yield _back()


def _write_in_two(params: Params, look: Look) -> Iterator[Action]:
    """Types half of the text, leaves the file, and opens it once more for the rest."""
    half = len(params.text) // 2
    yield from type_file(look, params.file, params.text[:half])
    yield _back()
    yield from write_below(look, params.file, params.text[half:])


def _other_ending(params: Params, look: Look) -> Iterator[Action]:
    """Saves the note under the other ending, .txt or .md."""
    stem, _, ending = params.file.rpartition(".")
    yield from type_file(look, f"{stem}.{'txt' if ending == 'md' else 'md'}", params.text)
    yield _save(look)


def _not_all(params: Params, look: Look) -> Iterator[Action]:
    """Leaves out the end of the text."""
    yield from type_file(look, params.file, params.text[:-3])
    yield _save(look)


def _in_other_file(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file, and writes the text into the one of a similar name."""
    yield from type_file(look, params.file, "")
    yield _back()
    yield from retype_file(look, similar(params.file), params.text)


CREATE = Task(
    **like("MarkorCreateNote"),
    description='Make a note "{file}" with the text "{text}" in the phone\'s Markdown app.',
    parameters={"file": file_name("swift_engine_41.md"), "text": sentence()},
    setup=_nothing_there,
    checkpoints=_created,
    oracle={"app_open": open_markdown, "made": _make_empty, "written": _write},
    footprint=_may_create,
    alternatives={"left": _write_and_leave, "in_two": _write_in_two},
    near_misses={"other_ending": _other_ending, "not_all": _not_all, "other_file": _in_other_file},
)


# From the clipboard -------------------------------------------------------------------------------------------------


def _with_clipboard(devices: Devices, params: Params, rng: random.Random) -> None:
    _nothing_there(devices, params, rng)
    devices.android.set_clipboard(params.text)


def _paste(params: Params, look: Look) -> Iterator[Action]:
    """Pastes the clipboard into the file's page, and saves it."""
    yield hold(look, description="Write here", role="text_field")
    yield tap(look, text="Paste")
    yield _save(look)


def _make_only(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file."""
    yield from go_home(look)
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=params.file)
    yield tap(look, text="OK", role="button")


def _paste_and_leave(params: Params, look: Look) -> Iterator[Action]:
    yield from _make_only(params, look)
    yield hold(look, description="Write here", role="text_field")
    yield tap(look, text="Paste")
    yield _back()


def _paste_later(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file, leaves it, and pastes when it is open again."""
    yield from _make_only(params, look)
    yield _back()
    yield from open_file(look, params.file)
    yield from _paste(params, look)


def _paste_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file, and pastes into another."""
    yield from _make_only(params, look)
    yield _back()
    yield from open_file(look, similar(params.file))
    yield from _paste(params, look)


def _paste_and_more(params: Params, look: Look) -> Iterator[Action]:
    """Writes something below what is pasted."""
    yield from _make_only(params, look)
    yield hold(look, description="Write here", role="text_field")
    yield tap(look, text="Paste")
    yield action("android", "write_text", text="\nand more")
    yield _save(look)


FROM_CLIPBOARD = Task(
    **like("MarkorCreateNoteFromClipboard"),
    description=(
        'Make a note "{file}" in the phone\'s Markdown app and paste what is on the clipboard into it. It should have '
        "no other text."
    ),
    parameters={"file": file_name("swift_engine_41.md"), "text": characters(10, "h4Kw92MzQe")},
    setup=_with_clipboard,
    checkpoints=_created,
    oracle={"app_open": open_markdown, "made": _make_only, "written": _paste},
    footprint=_may_create,
    alternatives={"left": _paste_and_leave, "later": _paste_later},
    near_misses={"elsewhere": _paste_elsewhere, "more": _paste_and_more, "empty": _make_only},
)


# A new file, and a text message -------------------------------------------------------------------------------------


def _created_and_sent(params: Params) -> Sequence[Checkpoint]:
    """The file as for `CREATE`; beside it the text message."""
    sent = check(message_sent, number=params.number, body=params.text)
    return [*_created(params), Checkpoint(id="sent", device="android", app="messages", evaluator=sent)]


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from send_text(look, params.number, params.text)


def _write_now(params: Params, look: Look) -> Iterator[Action]:
    """Types the text and saves it; another app may have been opened since the file was made."""
    if not has(look, "android", params.file):
        yield action("android", "open_app", name="Markdown")
    if has(look, "android", description="Write here", role="text_field"):
        yield action("android", "write_text", text=params.text)
        yield _save(look)
    else:
        yield from retype_file(look, params.file, params.text)


def _send_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _send(params, look)
    yield from _write_and_leave(params, look)


def _share(params: Params, look: Look) -> Iterator[Action]:
    """Shares the text from the file's page with Messages."""
    yield from type_file(look, params.file, params.text)
    yield _save(look)
    yield tap(look, description="More options")
    yield tap(look, text="Share text")
    yield tap(look, text="Messages")
    yield tap(look, description="Type a name or phone number", role="text_field")
    yield action("android", "write_text", text=params.number)
    yield tap(look, text=f"Send to {params.number}")
    yield tap(look, description="Send SMS")


def _other_number(params: Params, look: Look) -> Iterator[Action]:
    """Saves the note, but sends the text to a number with another last digit."""
    yield from _write_and_leave(params, look)
    digit = str((int(params.number[-1]) + 1) % 10)
    yield from send_text(look, params.number[:-1] + digit, params.text)


def _name_sent(params: Params, look: Look) -> Iterator[Action]:
    """Sends the file's name."""
    yield from _write_and_leave(params, look)
    yield from send_text(look, params.number, params.file)


def _only_sent(params: Params, look: Look) -> Iterator[Action]:
    """Sends the text, and makes no note of it."""
    yield from open_home(look)
    yield from _send(params, look)


CREATE_AND_TEXT = Task(
    **like("MarkorCreateNoteAndSms"),
    description=(
        'Make a note "{file}" with the text "{text}" in the phone\'s Markdown app, and send its whole text to {number} '
        "in a text message."
    ),
    parameters={"file": file_name("swift_engine_41.md"), "text": sentence(), "number": phone_number()},
    setup=_nothing_there,
    checkpoints=_created_and_sent,
    oracle={"app_open": open_markdown, "made": _make_only, "written": _write_now, "sent": _send},
    footprint=lambda params: [*_may_create(params), may_text(params.number, params.text)],
    implies=(CREATE.name,),
    alternatives={"sent_first": _send_first, "shared": _share},
    near_misses={"other_number": _other_number, "name_sent": _name_sent, "only_sent": _only_sent},
)


# Files merged -------------------------------------------------------------------------------------------------------


def _parts(params: Params) -> list[tuple[str, str]]:
    """Returns the names and texts of the files to merge."""
    dice = random.Random(f"parts {params.first} {params.second} {params.third}")
    names = (params.first, params.second, params.third)
    return [(name, "".join(dice.choices("abcdefghijkmnpqrstuvwxyz23456789", k=20))) for name in names]


def _plant_parts(devices: Devices, params: Params, rng: random.Random) -> None:
    files = {**others(rng, [params.first], 5), **dict(_parts(params))}
    names = rng.sample(list(files), len(files))
    fill_home(devices.android, {name: files[name] for name in names})


def _merged_lines(params: Params) -> list[str]:
    first, second, third = (words for _, words in _parts(params))
    return [first, "", second, "", third]


def _merged(params: Params) -> Sequence[Checkpoint]:
    """The app; then the new file; then all texts in it."""
    lines = _merged_lines(params)
    return [
        app_open(),
        Checkpoint(
            id="made",
            device="android",
            app="markdown",
            evaluator=check(file_there, path=path(params.new)),
            after=_AFTER,
        ),
        text_right(params.new, lines, id="merged", after=("made",)),
    ]


def _read_parts(params: Params, look: Look) -> Iterator[Action]:
    for name, _ in _parts(params):
        yield from open_file(look, name)


def _make_new(params: Params, look: Look) -> Iterator[Action]:
    """Reads the files, and makes the new one."""
    yield from _read_parts(params, look)
    yield from type_file(look, params.new, "")


def _type_merged(params: Params, look: Look) -> Iterator[Action]:
    yield action("android", "write_text", text="\n".join(_merged_lines(params)))
    yield _save(look)


def _typing(change: str) -> Oracle:
    """Returns an oracle that types the texts with a change.

    Args:
        change: ``""``, ``"order"``, ``"blank"`` (no empty lines) or ``"two"`` (without the last).
    """

    def run(params: Params, look: Look) -> Iterator[Action]:
        lines = _merged_lines(params)
        changed = {"": lines, "order": lines[::-1], "blank": lines[::2], "two": lines[:3]}[change]
        yield from _read_parts(params, look)
        yield from type_file(look, params.new, "\n".join(changed))
        yield _save(look)

    return run


def _one_after_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Reads a file, and writes its text, before it reads the next."""
    lines = _merged_lines(params)
    (first, _), *rest = _parts(params)
    yield from open_file(look, first)
    yield from type_file(look, params.new, lines[0])
    yield _back()
    for i, (name, words) in enumerate(rest):
        yield from open_file(look, name)
        yield from retype_file(look, params.new, "\n".join([*lines[: 2 * i + 1], "", words]))


MERGE = Task(
    **like("MarkorMergeNotes"),
    description=(
        'Make a note "{new}" in the phone\'s Markdown app that has the texts of the notes "{first}", "{second}" and '
        '"{third}", in this order, with an empty line between each text and the next.'
    ),
    parameters={
        "first": file_name("swift_engine_41.md"),
        "second": file_name("plain_window_77.txt"),
        "third": file_name("early_anchor_12.md"),
        "new": file_name("faded_bridge_60.md", ".md"),
    },
    setup=_plant_parts,
    checkpoints=_merged,
    oracle={"app_open": open_markdown, "made": _make_new, "merged": _type_merged},
    footprint=lambda params: [may_add("android", "file", path=path(params.new))],
    alternatives={"at_once": _typing(""), "one_after_the_other": _one_after_the_other},
    near_misses={"order": _typing("order"), "no_blank": _typing("blank"), "two_only": _typing("two")},
)

CHANGES: Mapping[str, str] = {
    CREATE.name: "Every character counts; theirs forgives a tenth of them.",
    CREATE_AND_TEXT.name: "The text may have been sent at any time, and no app has to stay in front.",
    FROM_CLIPBOARD.name: "",
    MERGE.name: "Every character counts; theirs forgives a tenth of them.",
}
