"""Files changed and renamed in the Markdown app."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove
from crab_tasks.android_world.markdown.content import (
    SENTENCES,
    app_open,
    characters,
    file_name,
    open_markdown,
    others,
    path,
    sentence_of,
    similar,
    text_right,
)
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.markdown.moves import (
    go_home,
    rename_file,
    retype_file,
    type_file,
    write_above,
    write_below,
)
from crab_tasks.kits.android.markdown.state import file_there, fill_home, moved_to
from crab_tasks.kits.android.pages import replace_text
from crab_tasks.kits.moves import nothing_more, tap

TASKS = ("ADD_HEADER", "CHANGE", "EDIT")

_AFTER = ("app_open",)


def _save(look: Look) -> Action:
    return tap(look, description="Save")


def _back() -> Action:
    return action("android", "press", key="back")


# A file changed -----------------------------------------------------------------------------------------------------


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file among others, so few that all are on one screen."""
    files = {**others(rng, [params.file], 6), params.file: sentence_of(params)}
    names = rng.sample(list(files), len(files))
    fill_home(devices.android, {name: files[name] for name in names})


_EDITS = {
    "top": 'write the line "{0}" above its text',
    "bottom": 'write the line "{0}" below its text',
    "replace": 'replace its text with the three lines "{0}", "{1}" and "{2}"',
}


def _edit() -> Parameter:
    """Returns a parameter that is a way to edit a file: its kind, its lines, and what the goal says."""

    def told(kind: str, lines: Sequence[str]) -> Mapping[str, object]:
        return {"kind": kind, "lines": list(lines), "says": _EDITS[kind].format(*lines)}

    def sample(rng: random.Random) -> Mapping[str, object]:
        kind = rng.choice(tuple(_EDITS))
        return told(kind, rng.sample(SENTENCES, 3 if kind == "replace" else 1))

    def accepts(value: object) -> bool:
        if not isinstance(value, dict) or value.get("kind") not in _EDITS:
            return False
        lines = value.get("lines")
        count = 3 if value["kind"] == "replace" else 1
        return isinstance(lines, list) and len(lines) == count and value == told(value["kind"], lines)

    expected = f"a dict of 'kind', one of {tuple(_EDITS)!r}, 'lines' and 'says'"
    return Parameter("edit", told("bottom", SENTENCES[2:3]), sample, accepts, expected)


def _edited_lines(params: Params) -> list[str]:
    lines, old = list(params.edit["lines"]), sentence_of(params)
    return {"top": [*lines, old], "bottom": [old, *lines]}.get(params.edit["kind"], lines)


def _carry_out(params: Params, look: Look) -> Iterator[Action]:
    """Edits the file as asked for."""
    lines = params.edit["lines"]
    match params.edit["kind"]:
        case "top":
            yield from write_above(look, params.file, f"{lines[0]}\n")
        case "bottom":
            yield from write_below(look, params.file, lines[0])
        case _:
            yield from retype_file(look, params.file, "\n".join(lines))


def _retype(params: Params, look: Look) -> Iterator[Action]:
    """Types everything anew."""
    yield from retype_file(look, params.file, "\n".join(_edited_lines(params)))


def _on_opposite_side(params: Params, look: Look) -> Iterator[Action]:
    """Writes above what belongs below, or the lines in another order."""
    lines = _edited_lines(params)
    yield from retype_file(look, params.file, "\n".join(lines[::-1]))


def _on_one_line(params: Params, look: Look) -> Iterator[Action]:
    """Writes all lines as one."""
    yield from retype_file(look, params.file, " ".join(_edited_lines(params)))


def _edit_similar(params: Params, look: Look) -> Iterator[Action]:
    """Edits a file with a similar name."""
    yield from retype_file(look, similar(params.file), "\n".join(_edited_lines(params)))


def _corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else first."""
    yield from retype_file(look, params.file, "Something else")
    yield from _retype(params, look)


EDIT = Task(
    **like("MarkorEditNote"),
    description='In the phone\'s Markdown app, open the note "{file}" and {edit[says]}.',
    parameters={"file": file_name("swift_engine_41.md"), "edit": _edit()},
    setup=_plant,
    checkpoints=lambda params: [app_open(), text_right(params.file, _edited_lines(params), id="edited", after=_AFTER)],
    oracle={"app_open": open_markdown, "edited": _carry_out},
    footprint=lambda params: [may_change("android", "file", ("content",), path=path(params.file))],
    alternatives={"typed_anew": _retype, "corrected": _corrected},
    near_misses={"opposite": _on_opposite_side, "one_line": _on_one_line, "similar": _edit_similar},
)


# A file changed and renamed -----------------------------------------------------------------------------------------


def _changed(params: Params, lines: Sequence[str]) -> Sequence[Checkpoint]:
    """The app; then the text, and the new name with it."""
    right = check(moved_to, path=path(params.new), lines=tuple(lines), before=(path(params.file),))
    there = check(file_there, path=path(params.new))
    return [
        app_open(),
        text_right(params.file, lines, id="text_right", after=_AFTER, rest=(params.new,)),
        Checkpoint(id="named", device="android", app="markdown", evaluator=there, after=_AFTER),
        Checkpoint(id="all_right", device="android", app="markdown", evaluator=right, after=("text_right", "named")),
    ]


def _may_rename(params: Params) -> Footprint:
    """The file under its new name; nothing of its old name is left."""
    return [
        may_remove("android", "file", path=path(params.file)),
        may_add("android", "file", path=path(params.new)),
    ]


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Renames the file."""
    yield from rename_file(look, params.file, params.new)


def _name_now(params: Params, look: Look) -> str:
    """Returns the name that the file has at the moment."""
    return str(params.new if any(one.text == params.new for one in look("android")) else params.file)


def _with_new_text(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text, whatever the file's name is by now; leaving the page saves it."""
    yield from go_home(look)
    yield tap(look, text=_name_now(params, look), role="list_item")
    yield from replace_text(look, "Write here", params.text)
    yield action("android", "press", key="back")


def _renamed_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _rename(params, look)
    yield from retype_file(look, params.new, params.text)


def _text_only(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the text, but leaves the file its name."""
    yield from retype_file(look, params.file, params.text)


def _name_only(params: Params, look: Look) -> Iterator[Action]:
    """Renames the file, but leaves its text."""
    yield from _rename(params, look)


def _as_new_file(params: Params, look: Look) -> Iterator[Action]:
    """Makes a new file, and leaves the old one."""
    yield from type_file(look, params.new, params.text)
    yield _save(look)


def _anew(params: Params, look: Look) -> Iterator[Action]:
    """Renames the file, renames it back, and does it all at last."""
    yield from _rename(params, look)
    yield from rename_file(look, params.new, params.file)
    yield from _text_only(params, look)
    yield from _rename(params, look)


CHANGE = Task(
    **like("MarkorChangeNoteContent"),
    description=(
        'In the phone\'s Markdown app, replace the text of the note "{file}" with "{text}", and rename the note to '
        '"{new}".'
    ),
    parameters={
        "file": file_name("swift_engine_41.md"),
        "new": file_name("plain_window_77.txt"),
        "text": characters(20, "h4Kw92MzQe81LpTr05Xa"),
    },
    setup=_plant,
    checkpoints=lambda params: _changed(params, [params.text]),
    oracle={
        "app_open": open_markdown,
        "text_right": _with_new_text,
        "named": _rename,
        "all_right": nothing_more,
    },
    footprint=_may_rename,
    alternatives={"renamed_first": _renamed_first, "anew": _anew},
    near_misses={"text_only": _text_only, "name_only": _name_only, "new_file": _as_new_file},
)


def _headed(params: Params) -> list[str]:
    return [params.text, "", sentence_of(params)]


def _write_header(params: Params, look: Look) -> Iterator[Action]:
    """Writes above the text, whatever the file's name is by now; leaving the page saves it."""
    yield from go_home(look)
    yield tap(look, text=_name_now(params, look), role="list_item")
    yield action("android", "press", key="up")
    yield action("android", "press", key="up")
    yield action("android", "write_text", text=f"{params.text}\n\n")
    yield action("android", "press", key="back")


def _no_blank_line(params: Params, look: Look) -> Iterator[Action]:
    """Writes the header without the blank line below it."""
    yield from write_above(look, params.file, f"{params.text}\n")
    yield from _rename(params, look)


def _headed_below(params: Params, look: Look) -> Iterator[Action]:
    """Writes below the text."""
    yield from write_below(look, params.file, f"\n{params.text}")
    yield from _rename(params, look)


def _headed_anew(params: Params, look: Look) -> Iterator[Action]:
    """Types everything anew."""
    yield from retype_file(look, params.file, "\n".join(_headed(params)))
    yield from _rename(params, look)


def _headed_last(params: Params, look: Look) -> Iterator[Action]:
    yield from _rename(params, look)
    yield from write_above(look, params.new, f"{params.text}\n\n")


def _header_only(params: Params, look: Look) -> Iterator[Action]:
    """Writes the header, but leaves the file its name."""
    yield from write_above(look, params.file, f"{params.text}\n\n")


ADD_HEADER = Task(
    **like("MarkorAddNoteHeader"),
    description=(
        'In the phone\'s Markdown app, write "{text}" and an empty line above the text of the note "{file}", and '
        'rename the note to "{new}".'
    ),
    parameters={
        "file": file_name("swift_engine_41.md"),
        "new": file_name("plain_window_77.txt"),
        "text": characters(20, "h4Kw92MzQe81LpTr05Xa"),
    },
    setup=_plant,
    checkpoints=lambda params: _changed(params, _headed(params)),
    oracle={
        "app_open": open_markdown,
        "text_right": _write_header,
        "named": _rename,
        "all_right": nothing_more,
    },
    footprint=_may_rename,
    alternatives={"typed_anew": _headed_anew, "renamed_first": _headed_last},
    near_misses={"no_blank": _no_blank_line, "below": _headed_below, "header_only": _header_only},
)


CHANGES: Mapping[str, str] = {
    ADD_HEADER.name: "",
    CHANGE.name: "",
    EDIT.name: "Every character counts; theirs forgives a tenth of them.",
}
