"""Names of folders and files in Files: the dialog for a new folder, and the popover in which something is renamed.

* `name_dialog` - either of them.
"""

from __future__ import annotations

from crab_gym.sim import ui
from crab_gym.sim.desktop.widgets import name_problem
from crab_gym.sim.files import Files
from crab_gym.sim.ui.node import ShadeData

__all__ = ["name_dialog"]

_CANCEL: ui.AnyMessage = ("cancel",)
_WIDTH, _PAD = 314, 18


def name_dialog(files: Files, page: ui.Page) -> ui.Widget:
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
    rows: list[ui.Widget] = [ui.Field("name", "Folder name" if kind == "folder" else "New name", "name_entry")]
    rows.append(ui.Label(problem or " ", "small", "danger", role="text" if problem else ""))
    action = ui.Button("Create" if new else "Rename", ("accept",), enabled=bool(name.strip()) and not problem)
    body = ui.Column(rows, gap=6)
    if new:
        return ui.Dialog("New Folder", body, [ui.Button("Cancel", _CANCEL, "outlined"), action], 400, _CANCEL)
    return _Popover(f"Rename {kind.title()}", body, action)


class _Popover(ui.Widget):
    """A small window over the list, which stays in the light; a click beside it closes it.

    Args:
        title: The text at its top.
        body: The widget below.
        action: Its button.
    """

    __slots__ = ("action", "body", "title")

    def __init__(self, title: str, body: ui.Widget, action: ui.Button) -> None:
        self.flex, self.title, self.body, self.action = 0, title, body, action

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the popover; the rectangle is the page's."""
        theme = scene.theme
        scene.node(x, y, w, h, "other", description="Close menu", message=_CANCEL, data=ShadeData())
        width = min(w - 32, _WIDTH)
        inner = width - 2 * _PAD
        title = ui.Label(self.title, "title", font="bold", align="center")
        title_h, body_h = title.height(theme, inner), self.body.height(theme, inner)
        height = title_h + body_h + theme.button + 2 * _PAD + 16
        left, top = x + (w - width) // 2, y + max(16, (h - height) // 2)
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 8))
        scene.round(left, top, width, height, theme.raised, 8)
        scene.frame(left, top, width, height, theme.outline, 8)
        scene.node(left, top, width, height, "menu", message=("nothing",))
        title.place(scene, left + _PAD, top + _PAD, inner, title_h)
        self.body.place(scene, left + _PAD, top + _PAD + title_h + 8, inner, body_h)
        wide = self.action.width(theme)
        self.action.place(scene, left + width - _PAD - wide, top + height - _PAD - theme.button, wide, theme.button)
