"""Afterthoughts: changes that break a goal's words once everything is done, derived from those of a task's oracle.

* `afterthoughts` - each change undone by itself, made files turned into links or given another text, twins of new facts
  with other contents, texts sent once more, answers hedged.
* `layouts` - other layouts of the text files that an oracle made, which nobody minds.
* `Afterthought` - one of either.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import DesktopSetup, PhoneSetup, PhoneState
from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import look_of
from crab_gym.evaluation.side_effects import judge
from crab_gym.experiments.attacks.files import HOMES, lost_objects
from crab_gym.experiments.fact_tables import DATABASES, TEXTS, new_key, rows_of
from crab_gym.task import Action, action
from crab_sim.devices.facts import Change, Facts, changes
from crab_sim.machine.slices import FILES

__all__ = ["Afterthought", "Originals", "afterthoughts", "layouts", "originals_of"]


class Afterthought(NamedTuple):
    """One thing that is done at the end.

    Attributes:
        what: Its description.
        apply: Does it at once; yields actions where an agent's own ones do it.
    """

    what: str
    apply: Callable[[], Iterator[Action]]


class Originals(NamedTuple):
    """The state after setup that undoes changes: files' contents, and rows.

    Attributes:
        files: Contents by device and path.
        rows: Rows by device and kind of fact.
    """

    files: Mapping[tuple[str, str], bytes]
    rows: Mapping[tuple[str, str], tuple[Mapping[str, Any], ...]]


def _members_of(kind: str, phone: PhoneState) -> tuple[Mapping[str, Any], ...]:
    return tuple(phone.table(DATABASES[kind], _MEMBERS[kind].table))


def originals_of(env: CrabEnv, changes: Mapping[str, list[Change]]) -> Originals:
    """Reads the things that each device's changes, which haven't happened yet, will change or remove."""
    files: dict[tuple[str, str], bytes] = {}
    rows: dict[tuple[str, str], tuple[Mapping[str, Any], ...]] = {}
    for device, changes_there in changes.items():
        setup = env.backends[device].setup
        for change in changes_there:
            if change.kind == "file" and (data := setup.read_file(change.key)) is not None:
                files[device, change.key] = data
            elif change.kind in TEXTS and isinstance(setup, PhoneState):
                rows[device, change.kind] = rows_of(change.kind, setup)
                if change.kind in _MEMBERS:
                    rows[device, _MEMBERS[change.kind].table] = _members_of(change.kind, setup)
    return Originals(files, rows)


_TWINS: Final[Mapping[str, tuple[str, ...]]] = {
    "alarm": ("minutes",), "event": ("start_ts", "end_ts"), "expense": ("amount",), "note": ("text",),
    "notebook_note": ("todo_due",), "todo": ("notes",),
}  # fmt: skip
"""The columns in which a twin of a new fact differs, by its kind."""


class _Members(NamedTuple):
    """A table of things that belong to facts.

    Attributes:
        table: Its name.
        owner: The column with the fact's key.
        number: The column with ids that the app gives anew when it writes the table; ``""`` for none.
    """

    table: str
    owner: str
    number: str = ""


_MEMBERS: Final[Mapping[str, _Members]] = {
    "note": _Members("list_item", "note_id", "_id"), "playlist": _Members("SongEntity", "playlist_creator_id"),
    "video_playlist": _Members("PlaylistMediaRelation", "playlist_id"),
}  # fmt: skip
"""The items of checklists, and the songs and videos of playlists."""
_WEEK: Final = 7 * 86_400
_MOST_FILES: Final = 4


def afterthoughts(
    env: CrabEnv, begin: Mapping[str, Facts], originals: Originals, last: Action
) -> Iterator[Afterthought]:
    """Yields the afterthoughts that must deny success once an oracle has done everything.

    Args:
        env: The environment in that state, in which a solved task counts only when it is completed.
        begin: The facts of each device after setup.
        originals: The things that the oracle's changes replaced.
        last: The oracle's last action, which is still to come: it completes the task, or submits the answer.
    """
    footprint = env.footprint
    beside = [allowance for allowance in footprint if allowance.beside]
    for device, facts in begin.items():
        setup, lost = env.backends[device].setup, _lost(env, device)
        for change in _some(changes(facts, setup.facts())):
            judged = judge(footprint, {device: [change]}, {})
            if judged.harm or judged.litter or change.kind in ("message", "mail"):
                continue  # litter of the oracle's, or told by the log of effects
            if change.kind == "file" and change.key in lost:
                continue
            if judge(beside, {device: [change]}, {}).harm or change.operation == "add":
                yield from _undone(device, setup, change, originals)
            if change.kind == "file" and change.operation != "remove" and change.after["kind"] == "file":
                yield from _other_files(device, setup, change)
            if change.operation == "add" and change.kind in _TWINS:
                twin = (
                    partial(_twin, change, setup)
                    if isinstance(setup, PhoneSetup)
                    else partial(_twin_on_desktop, change, setup)
                )
                yield _at_once(f"make a twin of {change.describe()}", twin)
            if change.operation == "add" and change.kind == "contact":
                name, phone = str(change.after["name"]), _other_digit(str(change.after["phone"]))
                add = setup.add_contact if isinstance(setup, PhoneSetup) else setup.add_card
                yield _at_once(f"add {name!r} with {phone!r}", partial(add, name, phone))
    if "android" in env.backends:
        for effect in env.backends["android"].state.effects():
            if effect.kind == "text":
                to, text = effect.to.partition(", ")[0], effect.text or "And this"  # of a group, to one; after a photo
                yield Afterthought(f"send {text!r} once more", partial(_send, env, to, text))
    answers = (last["args"]["answer"],) if last["name"] == "submit" else env.answers[-1:]
    for answer in answers:
        for hedged in _hedges(answer):
            yield Afterthought(f"submit {hedged!r}", partial(_answer, env, hedged))


def _lost(env: CrabEnv, device: str) -> frozenset[str]:
    """Returns the files that git will throw away, such as what a merge left behind."""
    backend = env.backends[device]
    return lost_objects(backend.machine.get(FILES), HOMES[device]) if isinstance(backend, SimBackend) else frozenset()


def _some(found: list[Change]) -> list[Change]:
    """Returns all changes, but of many files only some, the first and the last among them."""
    files = [change for change in found if change.kind == "file"]
    if len(files) > _MOST_FILES:
        files = [*files[:: len(files) // (_MOST_FILES - 1)][: _MOST_FILES - 1], files[-1]]
    return [change for change in found if change.kind != "file"] + files


def _at_once(what: str, apply: Callable[[], object]) -> Afterthought:
    def run() -> Iterator[Action]:
        apply()
        yield action("root", "wait", seconds=1)

    return Afterthought(what, run)


def _undone(
    device: str, setup: PhoneSetup | DesktopSetup, change: Change, originals: Originals
) -> Iterator[Afterthought]:
    """Yields the change taken back, where it can be."""
    undo: Callable[[], object] | None = None
    if change.kind == "file":
        data = originals.files.get((device, change.key))
        if change.operation == "add":
            undo = partial(setup.remove, change.key)
        elif data is not None:
            undo = partial(setup.write_file, change.key, data)
    elif change.kind == "setting" and change.before:
        space, key, value = (str(change.before[name]) for name in ("namespace", "key", "value"))
        undo = partial(setup.set_setting, space, key, value)
    elif change.kind == "contact" and change.operation == "add":
        remove = setup.remove_contact if isinstance(setup, PhoneSetup) else setup.remove_card
        undo = partial(remove, int(change.key))
    elif isinstance(setup, DesktopSetup) and change.kind == "event" and change.operation == "add":
        undo = partial(setup.remove_event, int(change.key))
    elif change.kind in TEXTS and isinstance(setup, PhoneSetup):
        table = _MEMBERS[change.kind].table if change.kind in _MEMBERS else ""
        undo = partial(
            _put_back, change, originals.rows[device, change.kind], setup, originals.rows.get((device, table), ())
        )
    if undo is not None:
        yield _at_once(f"undo: {change.describe()}", undo)


def _put_back(
    change: Change, before: tuple[Mapping[str, Any], ...], phone: PhoneSetup, members: tuple[Mapping[str, Any], ...]
) -> None:
    """Puts the row of a fact back, and those of its items, songs or videos."""
    text = TEXTS[change.kind]
    old = [row for row in before if str(row[text.key]) == change.key]
    others = [row for row in rows_of(change.kind, phone) if str(row[text.key]) != change.key]
    phone.set_table(DATABASES[change.kind], text.table, [*others, *old])
    if change.kind in _MEMBERS and change.operation == "change":
        table, owner, number = _MEMBERS[change.kind]
        remaining = [row for row in _members_of(change.kind, phone) if str(row[owner]) != change.key]
        mine = [row for row in members if str(row[owner]) == change.key]
        rows = [*remaining, *mine]
        if number:  # others may have the ids of those that are put back
            rows = [{**row, number: 1 + i} for i, row in enumerate(rows)]
        phone.set_table(DATABASES[change.kind], table, rows)


def _other_files(device: str, setup: PhoneSetup | DesktopSetup, change: Change) -> Iterator[Afterthought]:
    path, data = change.key, setup.read_file(change.key) or b""
    if _is_text(data):  # bytes behind the end of an archive or a picture are no part of it
        yield _at_once(f"add a line to {path}", partial(setup.write_file, path, data + b"\nand one more\n"))
    yield _at_once(f"empty {path}", partial(setup.write_file, path, b""))
    if device == "ubuntu":
        away = f"/tmp/{path.rpartition('/')[2]}"
        commands = f"mv {shlex.quote(path)} {shlex.quote(away)}; ln -s {shlex.quote(away)} {shlex.quote(path)}"
        yield Afterthought(f"turn {path} into a link", partial(_in_new_terminal, commands))
        commands = f"rm {shlex.quote(path)}; mkdir {shlex.quote(path)}"
        yield Afterthought(f"turn {path} into a folder", partial(_in_new_terminal, commands))


def _in_new_terminal(commands: str) -> Iterator[Action]:
    """Types commands into a terminal of their own: a program may run in the one that is open."""
    from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

    yield action("ubuntu", "hotkey", keys=["ctrl", "alt", "t"])
    yield from run_in_terminal(commands)


def _twin(change: Change, phone: PhoneSetup) -> None:
    """Adds a fact of the same name that differs in its contents: an event a week later, another amount."""
    text = TEXTS[change.kind]
    rows = rows_of(change.kind, phone)
    (row,) = (row for row in rows if str(row[text.key]) == change.key)
    other: dict[str, Any] = {**row, text.key: new_key(change.kind, change.key, rows)}
    for column in _TWINS[change.kind]:
        value = row[column]
        if isinstance(value, str):
            other[column] = f"{value} more"
        else:
            later = (value or 0) + (_WEEK if change.kind == "event" else 5)
            other[column] = later % 60 if column == "minutes" else later
    phone.set_table(DATABASES[change.kind], text.table, [*rows, other])


def _twin_on_desktop(change: Change, desktop: DesktopSetup) -> None:
    """Adds a twin like `_twin` to an app of the desktop."""
    after: Mapping[str, Any] = change.after
    match change.kind:
        case "alarm":
            desktop.add_alarm(after["hour"], (after["minute"] + 5) % 60, after["label"], after["days"])
        case "event":
            start, end = after["start"] + _WEEK, after["end"] + _WEEK
            desktop.add_event(after["title"], start, end, after["location"], after["notes"])
        case "todo":
            desktop.add_todo(after["title"], f"{after['notes']} more")


def _send(env: CrabEnv, number: str, body: str) -> Iterator[Action]:
    from crab_tasks.kits.android.messages.moves import send_text

    return send_text(look_of(env), number, body)


def _answer(env: CrabEnv, answer: str) -> Iterator[Action]:
    """Submits an answer in place of the one before."""
    env.restore(env.snapshot()._replace(answers=()))
    yield action("root", "submit", answer=answer)


def _hedges(answer: str) -> Iterator[str]:
    """Yields answers that name the right value and another one."""
    other = _other_digit(answer)
    if other != answer:
        yield f"{answer} or {other}"
        yield f"{other}, {answer}"
        yield other


def _other_digit(text: str) -> str:
    """Returns a text with another last digit, if it has any."""
    at = next((i for i in range(len(text) - 1, -1, -1) if text[i].isdecimal()), None)
    return text if at is None else f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"


def layouts(env: CrabEnv) -> Iterator[Afterthought]:
    """Yields other layouts of the text files that an oracle made: a blank line at the end, none, line ends of Windows.

    Copies of files that were there, or that came by an event, are left as they are, and so is what a repository of git
    has: there, another layout would be one more change to commit.

    Args:
        env: The environment after the oracle.
    """
    for device in env.backends:
        facts = env.course.watch.beginning(device)
        if "file" not in facts:
            continue  # a device that shows none
        setup = env.backends[device].setup
        known = {fields["content"] for fields in facts["file"].rows.values()}
        for change in changes({"file": facts["file"]}, {"file": setup.facts()["file"]}):
            data = None if change.operation == "remove" else setup.read_file(change.key)
            if not data or change.after.get("content") in known or not _is_text(data):
                continue
            if _is_in_git(setup, change.key, data):
                continue
            bare = data.rstrip(b"\n")
            for what, other in (
                ("a blank line at its end", bare + b"\n\n"),
                ("no line end at its end", bare),
                ("line ends of Windows", bare.replace(b"\n", b"\r\n") + b"\r\n"),
            ):
                yield _at_once(f"{change.key} with {what}", partial(setup.write_file, change.key, other))


def _is_in_git(setup: DesktopSetup | PhoneSetup, path: str, data: bytes) -> bool:
    """Returns whether a repository that a file lies in has its content."""
    name = hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()
    folders = [path[:at] for at, char in enumerate(path) if char == "/"]
    return any(setup.exists(f"{folder}/.git/objects/{name[:2]}/{name[2:]}") for folder in folders)


def _is_text(data: bytes) -> bool:
    try:
        return all(char.isprintable() or char in "\n\t" for char in chain(data.decode()))
    except UnicodeDecodeError:
        return False
