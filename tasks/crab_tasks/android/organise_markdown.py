"""Rename a text file, move it into a new folder, and add a line to another one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove, no_other
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import STORAGE, is_folder, moved, text_is
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.moves import hold, tap

HOME = f"{STORAGE}/Documents/Markor"
DRAFTS = {"untitled": "# Notes\n\nTo be sorted.", "draft_7": "# Draft\n\nFirst thoughts.", "scratch": "Nothing yet."}
LOGS = ("logbook", "diary", "changes")
ENTRIES = ("- begun in spring", "- two pages written", "- asked Edith to read it")


def draft(params: Params) -> list[str]:
    """Returns the lines of the file to rename."""
    return [*DRAFTS[params.old].split("\n"), f"Page {params.page}"]


def paths(params: Params) -> tuple[str, str, str]:
    """Returns where the file is first, then under its new name, then in the new folder."""
    new = f"{params.new}.md"
    return f"{HOME}/{params.old}.md", f"{HOME}/{new}", f"{HOME}/{params.folder}/{new}"


def log(params: Params) -> str:
    """Returns the file that gets a line."""
    return f"{HOME}/{params.log}.md"


def line(params: Params) -> str:
    """Returns the line."""
    return f"- page {params.page} is filed"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes both files beside those that are there, and a file whose name looks like the first one's."""
    phone = devices.android
    phone.remove(f"{HOME}/{params.folder}")
    for path in paths(params)[1:]:
        phone.remove(path)
    phone.write_file(paths(params)[0], "\n".join(draft(params)))
    phone.write_file(f"{HOME}/{params.old}_old.md", "\n".join([DRAFTS[params.old], f"Page {rng.randint(100, 999)}"]))
    phone.write_file(log(params), "\n".join(ENTRIES))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Folder, new name and line in any order; the file in the folder comes after the first two."""
    old, new, there = paths(params)
    text = tuple(draft(params))
    renamed = check(text_is, paths=(new, there, f"{HOME}/{params.folder}/{params.old}.md"), lines=text)
    filed = check(moved, path=there, lines=text, before=(old, new))
    longer = check(text_is, paths=(log(params),), lines=(*ENTRIES, line(params)))
    return [
        Checkpoint(
            id="folder_made",
            device="android",
            app="markdown",
            evaluator=check(is_folder, path=f"{HOME}/{params.folder}"),
        ),
        Checkpoint(id="renamed", device="android", app="markdown", evaluator=renamed),
        Checkpoint(id="filed", device="android", app="markdown", evaluator=filed, after=("folder_made", "renamed")),
        Checkpoint(id="line_added", device="android", app="markdown", evaluator=longer),
    ]


def footprint(params: Params) -> Footprint:
    """The new folder, the file that goes there under its new name, and the log."""
    old, renamed, moved = paths(params)
    return [
        may_remove("android", "file", path=old),
        may_add("android", "file", path=frozenset((f"{HOME}/{params.folder}", moved))),
        may_change("android", "file", ("content",), path=log(params)),
        no_other("android", "file", path=renamed),
    ]


def home(look: Look) -> Iterator[Action]:
    """Opens the folder of the Markdown app."""
    yield from at_root(look, "Markdown", "Markdown", role="text")


def make_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder."""
    yield from home(look)
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=params.folder)
    yield tap(look, text="Folder", role="button")


def rename_from(look: Look, old: str, new: str) -> Iterator[Action]:
    """Renames a file."""
    yield from home(look)
    yield from scroll_to(look, old)
    yield hold(look, old)
    yield tap(look, description="Rename")
    yield action("android", "write_text", text=new)
    yield tap(look, text="OK", role="button")


def rename(params: Params, look: Look) -> Iterator[Action]:
    """Renames the file."""
    yield from rename_from(look, f"{params.old}.md", f"{params.new}.md")


def file(params: Params, look: Look) -> Iterator[Action]:
    """Moves the renamed file into the folder."""
    yield from home(look)
    yield from scroll_to(look, f"{params.new}.md")
    yield hold(look, f"{params.new}.md")
    yield tap(look, description="Move")
    yield tap(look, text=params.folder)
    yield tap(look, text="Select", role="button")


def write(look: Look, name: str, text: str) -> Iterator[Action]:
    """Writes a text at the end of a file."""
    yield from home(look)
    yield from scroll_to(look, name)
    yield tap(look, text=name, role="list_item")
    yield action("android", "write_text", text=text)
    yield tap(look, description="Save")


def add_line(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line at the end of the other file."""
    yield from write(look, f"{params.log}.md", f"\n{line(params)}")


def only_a_line(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line into a file of its own in the folder."""
    yield from make_folder(params, look)
    yield tap(look, rid="fab_add_new_item")
    yield action("android", "write_text", text=params.log)
    yield tap(look, text="OK", role="button")
    yield action("android", "write_text", text=line(params))
    yield tap(look, description="Save")
    yield from rename(params, look)
    yield from file(params, look)


def wrong_file(params: Params, look: Look) -> Iterator[Action]:
    """Renames and moves the file whose name looks alike."""
    yield from make_folder(params, look)
    yield from rename_from(look, f"{params.old}_old.md", f"{params.new}.md")
    yield from file(params, look)
    yield from add_line(params, look)


def same_line(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text behind the last line, rather than below it."""
    yield from write(look, f"{params.log}.md", line(params))
    yield from make_folder(params, look)
    yield from rename(params, look)
    yield from file(params, look)


def in_files(params: Params, look: Look) -> Iterator[Action]:
    """Renames and moves the file in the Files app."""
    yield from add_line(params, look)
    yield from make_folder(params, look)
    yield from open_folder(look, "Documents", "Markor")
    yield from scroll_to(look, f"{params.old}.md")
    yield hold(look, f"{params.old}.md")
    yield tap(look, description="More options")
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=params.new)  # the dialog selects the name without its ending
    yield tap(look, text="OK", role="button")
    yield from scroll_to(look, f"{params.new}.md")
    yield hold(look, f"{params.new}.md")
    yield tap(look, description="More options")
    yield tap(look, text="Move to…")
    for name in ("Internal storage", "Documents", "Markor", params.folder):
        yield tap(look, text=name)
    yield tap(look, text="Move here", role="button")


def moved_first(params: Params, look: Look) -> Iterator[Action]:
    """Moves the file before it is renamed."""
    yield from make_folder(params, look)
    yield from file(params.replace(new=params.old), look)
    yield from home(look)
    yield from scroll_to(look, params.folder)
    yield tap(look, text=params.folder)
    yield hold(look, f"{params.old}.md")
    yield tap(look, description="Rename")
    yield action("android", "write_text", text=f"{params.new}.md")
    yield tap(look, text="OK", role="button")
    yield from add_line(params, look)


TASK = Task(
    name="android.organise_markdown",
    description=(
        'In the phone\'s Markdown app, make a new folder "{folder}", rename the file "{old}.md" to "{new}.md" and move '
        'it into that folder, without changing its text. Then add the line "- page {page} is filed" at the end of the '
        'file "{log}.md".'
    ),
    devices=("android",),
    parameters={
        "old": choice(tuple(DRAFTS), type="file_name"),
        "new": choice(("harbour_story", "second_chapter", "open_letter"), type="file_name"),
        "folder": choice(("Finished", "Archive 2026", "For Edith"), type="folder_name"),
        "log": choice(LOGS, type="file_name"),
        "page": integer(2, 99, 12),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"folder_made": make_folder, "renamed": rename, "filed": file, "line_added": add_line},
    footprint=footprint,
    alternatives={"in_files": in_files, "moved_first": moved_first},
    near_misses={"only_a_line": only_a_line, "wrong_file": wrong_file, "same_line": same_line},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("markdown", "files"),
)
