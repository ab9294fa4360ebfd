"""Walks in Files, Text Editor, Terminal, Calculator, Image Viewer and Firefox."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click, find
from crab_tasks.kits.ubuntu.firefox import browse, follow
from crab_tasks.kits.ubuntu.windows import start
from crab_tasks.kits.web.git.moves import new_issue
from walks.steps import HOME, Walk, press, started, type_text

__all__ = ["WALKS"]


def _point(look: Look, text: str) -> dict[str, int]:
    x, y = find(look, "ubuntu", text=text).center
    return {"x": x, "y": y}


def _context_menu(look: Look, text: str) -> Action:
    x, y = find(look, "ubuntu", text=text).center
    return action("ubuntu", "right_click", x=x, y=y)


def files_folders(look: Look) -> Iterator[Action]:
    """Goes into a folder and back."""
    yield from started(look, "Files", "files", "plan.txt")
    yield action("ubuntu", "double_click", **_point(look, "Documents"))
    yield from press("alt+up")
    yield _context_menu(look, "Documents")
    yield from press("escape")


def files_rename(look: Look) -> Iterator[Action]:
    """Makes a folder and renames it."""
    yield from started(look, "Files", "files", "plan.txt")
    yield from press("ctrl+shift+n")
    yield type_text("Minutes\n")
    yield click(look, text="Minutes")
    yield from press("f2")
    yield type_text("Protocols\n")


def files_trash(look: Look) -> Iterator[Action]:
    """Moves a file to the trash, and searches for another."""
    yield from started(look, "Files", "files", "plan.txt")
    yield click(look, text="note.txt")
    yield from press("delete")
    yield from press("ctrl+f")
    yield type_text("plan")


def editor_writing(look: Look) -> Iterator[Action]:
    """Writes a text and saves it."""
    yield from start("Text Editor")
    yield type_text("milk\neggs\n")
    yield from press("ctrl+s")
    yield type_text(f"{HOME}/list.txt\n")


def editor_find(look: Look) -> Iterator[Action]:
    """Finds a word, opens the menu, and closes without saving."""
    yield from start("Text Editor")
    yield type_text("one two three")
    yield from press("ctrl+f")
    yield type_text("two")
    yield from press("escape", "ctrl+w")


def terminal_commands(look: Look) -> Iterator[Action]:
    """Runs commands."""
    yield from started(look, "Terminal", "terminal")
    yield type_text("echo hello > hello.txt\n")
    yield type_text("ls\n")
    yield type_text("cat hello.txt | wc -c\n")


def terminal_vim(look: Look) -> Iterator[Action]:
    """Edits a file with vim."""
    yield from started(look, "Terminal", "terminal")
    yield type_text("vim note.txt\n")
    yield type_text("ifour ")
    yield from press("escape")
    yield type_text(":wq\n")


def calculator_sums(look: Look) -> Iterator[Action]:
    """Calculates."""
    yield from start("Calculator")
    yield type_text("12*3\n")
    yield type_text("+4\n")
    yield from press("escape")


def viewer_turns(look: Look) -> Iterator[Action]:
    """Shows a picture and turns it."""
    yield from started(look, "Terminal", "terminal")
    yield type_text("eog photo.png\n")
    yield from press("ctrl+r", "ctrl+s")


def viewer_zooms(look: Look) -> Iterator[Action]:
    """Zooms a picture, and looks at its properties."""
    yield from started(look, "Terminal", "terminal")
    yield type_text("eog photo.png\n")
    yield from press("ctrl+=", "ctrl+=", "ctrl+0", "alt+enter", "escape")


def firefox_pages(look: Look) -> Iterator[Action]:
    """Goes to pages, follows a link, and looks at the menus of a link and of the application."""
    yield from browse(look, "git.example/harbour/tide-tables", "harbour/tide-tables")
    yield from follow(look, "README.md", role="link", title="README.md")
    yield from press("alt+left")
    yield from browse(look, "shop.example/lamp", "Desk lamp")
    yield _context_menu(look, "Delivery")
    yield from press("escape", "ctrl+f")
    yield type_text("lamp\n")
    yield from press("escape")
    yield action("ubuntu", "click", **_point(look, "Firefox"))
    yield from press("escape")


def firefox_tabs(look: Look) -> Iterator[Action]:
    """Opens tabs, closes one, and sends a form."""
    yield from browse(look, "wiki.example/oak", "Oak")
    yield from press("ctrl+t")
    yield type_text("desk lamp\n")
    yield from press("ctrl+w", "ctrl+shift+t", "ctrl+tab")
    yield from new_issue(look, "ada/dotfiles", "A title", "A text", "bug")


WALKS: Final = (
    Walk("files", "folders", files_folders),
    Walk("files", "rename", files_rename),
    Walk("files", "trash", files_trash, held_out=True),
    Walk("text_editor", "writing", editor_writing),
    Walk("text_editor", "find", editor_find, held_out=True),
    Walk("terminal", "commands", terminal_commands),
    Walk("terminal", "vim", terminal_vim, held_out=True),
    Walk("calculator", "sums", calculator_sums),
    Walk("image_viewer", "turns", viewer_turns),
    Walk("image_viewer", "zooms", viewer_zooms, held_out=True),
    Walk("firefox", "pages", firefox_pages),
    Walk("firefox", "tabs", firefox_tabs, held_out=True),
)
