"""The list above the editor: quick open, the command palette, going to a line, themes, branches.

* `Choice`, `choices` - its rows. `show`, `hide`, `step`, `take` - opening, closing, moving, choosing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.desktop.apps.code import scm
from crab_sim.desktop.apps.code.commands import COMMANDS
from crab_sim.desktop.apps.code.messages import MenuChoice
from crab_sim.desktop.apps.code.searching import files_of
from crab_sim.desktop.apps.code.state import Code, code_of, document_of, put
from crab_sim.desktop.widgets import tilde
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui.messages import ToolkitMessage

__all__ = ["HINTS", "THEMES", "Choice", "choices", "hide", "show", "step", "take"]

THEMES: Final = ("Default Dark Modern", "Default Light Modern")
HINTS: Final = {
    "files": "Search files by name (append : to go to line)", "commands": "Type the name of a command to run.",
    "line": "Type a line number to go to.", "themes": "Select Color Theme", "branches": "Select a branch to checkout",
    "branch": "Please provide a new branch name",
}  # fmt: skip
_MAX_ROWS: Final = 60


class Choice(NamedTuple):
    """A row: its text, text that stands back, what stands at its end, and its message."""

    text: str
    note: str
    keys: str
    message: MenuChoice | ToolkitMessage


def _score(wanted: str, text: str) -> int:
    """Returns how well a text fits what was typed, lower is better; -1 where its letters don't occur in order."""
    text = text.casefold()
    at = text.find(wanted)
    if at >= 0:
        return at + (0 if at == 0 or not text[at - 1].isalnum() else 40)
    place, gaps = -1, 0
    for char in wanted.replace(" ", ""):
        found = text.find(char, place + 1)
        if found < 0:
            return -1
        gaps += found - place - 1
        place = found
    return 200 + gaps


def _ranked(rows: Sequence[Choice], query: str) -> list[Choice]:
    wanted = query.strip().casefold()
    if not wanted:
        return list(rows)[:_MAX_ROWS]
    scored = [
        (
            min(
                [s for s in (_score(wanted, row.text), _score(wanted, f"{row.note}/{row.text}") + 60) if s >= 0] or [-1]
            ),
            i,
        )
        for i, row in enumerate(rows)
        if _score(wanted, row.text) >= 0 or _score(wanted, f"{row.note}/{row.text}") >= 0
    ]
    return [rows[i] for _, i in sorted(scored)][:_MAX_ROWS]


def choices(files: Files, code: Code, query: str) -> list[Choice]:
    """Returns the rows for what was typed."""
    repo = scm.repo_of(files, code.folder)
    doc = document_of(code)
    kind = code.picker
    if kind in ("files", "commands", "line"):
        kind, query = _by_prefix(kind, query)
    if kind == "files":
        return _ranked(_files(files, code), query.partition(":")[0])
    if kind == "commands":
        usable = {
            "": True,
            "doc": doc is not None and doc.old is None,
            "repo": repo is not None,
            "folder": bool(code.folder),
        }
        rows = [
            Choice(command.title, "", command.keys, command.message) for command in COMMANDS if usable[command.needs]
        ]
        return _ranked(sorted(rows), query)
    if kind == "line" and doc is not None:
        count = doc.text.count("\n") + 1
        line, _, column = query.strip().partition(":")
        if not line.isdigit() or len(line) > 9:
            here = doc.text.count("\n", 0, doc.selections[-1][1]) + 1
            text = f"Current Line: {here}. Type a line number between 1 and {count} to navigate to."
            return [Choice(text, "", "", ("nothing",))]
        place = int(column) if column.isdigit() and len(column) < 9 else 1
        text = f"Go to line {line}" + (f" and character {place}" if column else "") + "."
        return [Choice(text, "", "", ("goto", int(line), place))]
    if kind == "themes":
        return _ranked([Choice(name, "", "", ("theme", name)) for name in THEMES], query)
    if kind == "branches" and repo is not None:
        rows = [Choice(name, "", "", ("checkout", name)) for name in scm.branches(files, repo.root)]
        return _ranked([*rows, Choice("Create new branch...", "", "", ("show_picker", "branch"))], query)
    if kind == "branch":
        return (
            [Choice(f"Create branch '{'-'.join(query.split())}'", "", "", ("create_branch", query))]
            if query.strip()
            else []
        )
    return []


def _by_prefix(kind: str, query: str) -> tuple[str, str]:
    if query.startswith(">"):
        return "commands", query[1:]
    if query.startswith(":"):
        return "line", query[1:]
    return ("files" if kind != "line" else "line"), query


def _files(files: Files, code: Code) -> list[Choice]:
    recent = [doc.path for doc in code.docs if doc.path and doc.old is None]
    paths = [*recent, *[path for path in files_of(files, code.folder) if path not in recent]]
    rows = []
    for path in paths:
        folder, _, name = path.rpartition("/")
        inside = (
            folder[len(code.folder) :].strip("/")
            if code.folder and (folder + "/").startswith(code.folder + "/")
            else tilde(folder)
        )
        rows.append(Choice(name, inside, "", ("open_picked", path)))
    return rows


def show(context: Context, kind: str) -> None:
    """Opens the list."""
    start = {"commands": ">", "line": ":"}.get(kind, "")
    code = code_of(context)
    put(context, code._replace(picker=kind, picked=0), focus="pick", pick=start)
    page = context.base
    window = context.window
    context.machine.put_window(
        window._replace(pages=(page._replace(selection=(len(start), len(start))), *window.pages[1:]))
    )


def hide(context: Context) -> None:
    """Closes the list."""
    put(context, code_of(context)._replace(picker="", picked=0), focus="", pick="")


def step(context: Context, by: int) -> None:
    """Highlights another row, going round."""
    code = code_of(context)
    count = len(choices(context.get(FILES), code, context.base.fields["pick"]))
    if count:
        put(context, code._replace(picked=(code.picked + by) % count))


def take(context: Context) -> MenuChoice | ToolkitMessage | None:
    """Closes the list and returns the highlighted row's message."""
    code, query = code_of(context), context.base.fields["pick"]
    rows = choices(context.get(FILES), code, query)
    hide(context)
    if not rows:
        return None
    row = rows[min(code.picked, len(rows) - 1)]
    line = query.rpartition(":")[2] if ":" in query else ""
    match row.message:
        case ("open_picked", path) if line.isdigit() and len(line) < 9:
            return ("open_picked", path, int(line))
    return row.message
