"""Names of folders and files in Files: the dialog for a new folder, and the popover in which something is renamed.

* `name_dialog` - either of them.
"""

from __future__ import annotations

from crab_sim import ui
from crab_sim.desktop.apps.files.messages import Message
from crab_sim.desktop.popover import Popover
from crab_sim.desktop.widgets import name_problem
from crab_sim.files import Files

__all__ = ["name_dialog"]

_CANCEL: Message = ("cancel",)


def name_dialog(files: Files, page: ui.Page) -> ui.Widget[Message]:
    """Returns the dialog or popover of a page that asks for a name.

    Args:
        files: The files.
        page: Its argument is the folder of the new folder, or the path of what is renamed.
    """
    new = page.name == "new_folder"
    folder = page.arg if new else page.arg.rpartition("/")[0]
    kind = "folder" if new or files.is_dir(page.arg) else "file"
    name = page.fields["name"]
    target = f"{folder.rstrip('/')}/{name}"
    problem = name_problem(name, files.exists(target) and (new or target != page.arg), kind)
    rows: list[ui.Widget[Message]] = [ui.Field("name", "Folder name" if kind == "folder" else "New name", "name_entry")]
    rows.append(ui.Label(problem or " ", "small", "danger", role="text" if problem else ""))
    action: ui.Widget[Message] = ui.Button(
        "Create" if new else "Rename", ("accept",), enabled=bool(name.strip()) and not problem
    )
    body = ui.Column(rows, gap=6)
    if new:
        return ui.Dialog("New Folder", body, [ui.Button("Cancel", _CANCEL, "outlined"), action], 400, _CANCEL)
    return Popover(f"Rename {kind.title()}", body, (action,), _CANCEL)
