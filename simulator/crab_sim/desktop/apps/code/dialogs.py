"""The dialogs of the editor."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.code.messages import Message
from crab_sim.desktop.apps.code.state import code_of, name_of
from crab_sim.desktop.widgets import ask, notice
from crab_sim.machine.app import Context
from crab_sim.ui import Button, Dialog

__all__ = ["ENTER", "dialog"]

ENTER: Final[dict[str, Message]] = {
    "ask_save": ("save_and_close",),
    "error": ("cancel",),
    "ask_replace": ("replace_file",),
    "ask_stage": ("stage_and_commit",),
    "ask_discard": ("discard_now",),
    "ask_delete": ("delete_now",),
}
"""What Enter does in each dialog."""


def dialog(context: Context) -> Dialog[Message]:
    """Returns the dialog that is open."""
    page, code = context.page, code_of(context)
    match page.name:
        case "ask_save":
            number = min(int(page.arg), len(code.docs) - 1)
            return ask(
                f"Do you want to save the changes you made to {name_of(code.docs[number])}?",
                "Your changes will be lost if you don't save them.",
                Button("Don't Save", ("discard",), "danger"),
                Button("Save", ("save_and_close",)),
            )
        case "ask_replace":
            return ask(
                f"{str(page.arg).rpartition('/')[2]} already exists. Are you sure you want to overwrite it?",
                f"A file or folder with the same name already exists in the folder {str(page.arg).rpartition('/')[0]}. "
                "Overwriting will replace its current contents.",
                Button("Replace", ("replace_file",)),
            )
        case "ask_stage":
            return ask(
                "There are no staged changes to commit.",
                "Would you like to stage all your changes and commit them directly?",
                Button("Yes", ("stage_and_commit",)),
            )
        case "ask_discard":
            paths = page.arg
            what = (
                f"the changes in '{paths[0].rpartition('/')[2]}'"
                if len(paths) == 1
                else f"ALL changes in {len(paths)} files"
            )
            return ask(
                f"Are you sure you want to discard {what}?",
                "This is IRREVERSIBLE! Your current working set will be FOREVER LOST if you proceed.",
                Button("Discard", ("discard_now",), "danger"),
            )
        case "ask_delete":
            name = str(page.arg).rpartition("/")[2]
            return ask(
                f"Are you sure you want to delete '{name}'?",
                "You can restore it from the Trash.",
                Button("Move to Trash", ("delete_now",)),
            )
        case "error":
            return notice(*page.arg)
        case "save_as":
            return file_chooser.dialog(context, "Save As")
        case "open_folder":
            return file_chooser.dialog(context, "Open Folder", "Open")
    return file_chooser.dialog(context, "Open")
