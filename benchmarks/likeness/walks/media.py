"""Walks in programs for pictures, music, videos and characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from crab_gym.task import Action, Look
from walks.steps import (
    HOME,
    Walk,
    arrive,
    click,
    context_menu,
    menu,
    open_with,
    press,
    started,
    type_text,
    wait_for,
)

__all__ = ["WALKS"]


def gimp_menus(look: Look) -> Iterator[Action]:
    """Opens a picture, and looks into the menus."""
    yield from open_with(look, "gimp photo.png", "gimp", "photo", "Colors")
    yield from menu(look, "File", "Edit", "Image", "Layer", "Colors", "Filters")


def gimp_scaling(look: Look) -> Iterator[Action]:
    """Scales a picture, selects all of it, and exports it."""
    yield from open_with(look, "gimp photo.png", "gimp", "photo", "Colors")
    yield click(look, "Image", "menu")
    yield click(look, "Scale Image", "menu_item")
    yield from arrive(look, "gimp", "Scale Image")
    yield from press("escape", "ctrl+a", "ctrl+shift+e")
    yield from arrive(look, "gimp", "Export Image")
    yield from press("ctrl+a")
    yield type_text(f"{HOME}/other.png\n")
    yield from arrive(look, "", "PNG")  # a window of a program beside GIMP
    yield click(look, "Export", "button")
    yield from arrive(look, "gimp", "exported")


def gimp_layers(look: Look) -> Iterator[Action]:
    """Adds a layer, turns the picture grey, and looks for an action."""
    yield from open_with(look, "gimp photo.png", "gimp", "photo", "Colors")
    yield from press("ctrl+shift+n")
    yield from arrive(look, "gimp", "New Layer")
    yield from press("escape", "/")
    yield from arrive(look, "gimp", "Search")
    yield from press("escape")
    yield from menu(look, "Select", "View", "Tools")


def music_playing(look: Look) -> Iterator[Action]:
    """Plays a song, and looks at its menu and properties."""
    yield from started(look, "Rhythmbox", "music", "Copper Field")
    yield click(look, "Copper Field")
    yield context_menu(look, "Copper Field")
    yield from press("escape", "alt+enter")
    yield from arrive(look, "music", "Properties")
    yield from press("escape")
    yield click(look, "Play Queue")


def music_lists(look: Look) -> Iterator[Action]:
    """Makes a playlist, and searches for a song."""
    yield from started(look, "Rhythmbox", "music", "Copper Field")
    yield click(look, "Add")
    yield click(look, "New Playlist")
    yield type_text("Evening\n")
    yield click(look, "Evening")
    yield click(look, "Music")
    yield from press("ctrl+f")
    yield type_text("boats")


def music_menus(look: Look) -> Iterator[Action]:
    """Looks at the menu, and puts a song into the queue."""
    yield from started(look, "Rhythmbox", "music", "Paper Boats")
    yield click(look, "Paper Boats")
    yield from press("f10", "escape")
    yield context_menu(look, "Paper Boats")
    yield click(look, "Add to Queue")
    yield click(look, "Play Queue")


def videos_playing(look: Look) -> Iterator[Action]:
    """Plays a video, pauses it, and looks at its properties."""
    yield from open_with(look, "totem clip.mp4", "videos", "", "Fullscreen")
    yield from press("space", "f10", "escape", "ctrl+p")
    yield from press("escape")


def videos_library(look: Look) -> Iterator[Action]:
    """Looks at the videos, the menu, and opens a file."""
    yield from started(look, "Videos", "videos")
    yield from press("f10", "escape", "ctrl+f", "escape", "ctrl+o")
    yield from arrive(look, "videos")
    yield from press("escape")


def videos_opening(look: Look) -> Iterator[Action]:
    """Adds a video from the main window."""
    yield from started(look, "Videos", "videos")
    yield click(look, "Add Local Video")
    yield from arrive(look, "videos")
    yield from press("escape", "ctrl+w")


def screenshot_window(look: Look) -> Iterator[Action]:
    """Chooses what to take, and takes a picture of the screen."""
    yield from started(look, "Screenshot", "screenshot", "Take Screenshot")
    yield click(look, "Window")
    yield click(look, "Selection")
    yield click(look, "Screen")
    yield click(look, "Take Screenshot")
    yield from wait_for(look, "Save")
    yield from press("escape")


def screenshot_delay(look: Look) -> Iterator[Action]:
    """Takes a picture of the screen and looks at it before it is saved."""
    yield from started(look, "Screenshot", "screenshot", "Take Screenshot")
    yield click(look, "Take Screenshot")
    yield from wait_for(look, "Save")
    yield from press("alt+f4")


def characters_finding(look: Look) -> Iterator[Action]:
    """Looks for a character by its name."""
    yield from started(look, "Characters", "characters")
    yield from press("ctrl+f")
    yield type_text("infinity")
    yield from press("escape")


def characters_menu(look: Look) -> Iterator[Action]:
    """Looks at the menu."""
    yield from started(look, "Characters", "characters")
    yield from press("f10", "escape", "end")


def characters_missing(look: Look) -> Iterator[Action]:
    """Looks for a name that no character has."""
    yield from started(look, "Characters", "characters")
    yield from press("ctrl+f")
    yield type_text("qqq")
    yield from press("escape")


WALKS: Final = (
    Walk("gimp", "menus", gimp_menus),
    Walk("gimp", "scaling", gimp_scaling),
    Walk("gimp", "layers", gimp_layers, held_out=True),
    Walk("music", "playing", music_playing),
    Walk("music", "lists", music_lists),
    Walk("music", "menus", music_menus, held_out=True),
    Walk("videos", "playing", videos_playing),
    Walk("videos", "library", videos_library),
    Walk("videos", "opening", videos_opening, held_out=True),
    Walk("screenshot", "window", screenshot_window),
    Walk("screenshot", "delay", screenshot_delay, held_out=True),
    Walk("characters", "finding", characters_finding),
    Walk("characters", "menu", characters_menu),
    Walk("characters", "missing", characters_missing, held_out=True),
)
