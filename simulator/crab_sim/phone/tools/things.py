"""Tools of the apps for money, recipes and music."""

from __future__ import annotations

from typing import Any

from crab_sim.machine.slices import FILES
from crab_sim.machine.tool_values import day_number, day_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.apps.expense.data import CATEGORIES, EXPENSES, ExpenseRow, day_of_row
from crab_sim.phone.apps.expense.data import matching as matching_expenses
from crab_sim.phone.apps.music import data as music
from crab_sim.phone.apps.recipes.data import RECIPES, RecipeRow
from crab_sim.phone.tools.box import BOX

__all__ = [
    "expenses_add",
    "expenses_change",
    "expenses_delete",
    "expenses_list",
    "music_add_to_playlist",
    "music_create_playlist",
    "music_playlists",
    "music_songs",
    "recipes_add",
    "recipes_delete",
    "recipes_search",
]

_EXPENSE, _RECIPES, _MUSIC = BOX.of("expense"), BOX.of("recipes"), BOX.of("music")


# Expenses -----------------------------------------------------------------------------------------------------------


def _expense(row: ExpenseRow) -> dict[str, Any]:
    note = {"note": row.note} if row.note else {}
    return {
        "name": row.name, "amount": row.amount / 100, "category": CATEGORIES[row.category].name,
        "date": day_text(day_of_row(row)), **note,
    }  # fmt: skip


def _category(name: str) -> int:
    return one_of("category", name, CATEGORIES, lambda number: CATEGORIES[number].name)


def _one_expense(hand: Hand, name: str) -> ExpenseRow:
    return one_of("expense", name, hand.get(EXPENSES), lambda row: row.name)


@_EXPENSE.reads
def expenses_list(hand: Hand, query: str = "", category: str = "") -> list[dict[str, Any]]:
    """Returns the entries of the Expenses app, the newest first.

    Args:
        hand: The hold on the phone.
        query: A text in name or note; empty for any.
        category: The only category, such as Food; empty for all.
    """
    number = _category(category) if category else 0
    hand.begin("expense")
    hand.send("category", number)
    return [_expense(row) for row in matching_expenses(hand.get(EXPENSES), None, number, query)]


def _typed(amount: float) -> str:
    need(0 < amount < 10**9, f"the amount is {amount}; expected one above 0")
    return f"{amount:.2f}"


@_EXPENSE.writes
def expenses_add(
    hand: Hand, name: str, amount: float, category: str = "", note: str = "", date: str = ""
) -> dict[str, Any]:
    """Adds an entry to the Expenses app.

    Args:
        hand: The hold on the phone.
        name: Its name.
        amount: Its amount.
        category: Its category, such as Food; empty for the usual one.
        note: Its note.
        date: Its day, such as 2026-05-04; empty for today.
    """
    need(name.strip(), "the name is empty")
    texts = {"name": name, "amount": _typed(amount), "note": note}
    number = _category(category) if category else 0
    hand.begin("expense")
    hand.send("create")
    hand.type(**{key: text for key, text in texts.items() if text})
    if number:
        hand.send("choose", number)
    if date:
        hand.send("picked", "date", day_number(date))
    return _expense(hand.add(EXPENSES, "save"))


@_EXPENSE.writes
def expenses_change(hand: Hand, name: str, amount: float) -> dict[str, Any]:
    """Changes the amount of an entry of the Expenses app.

    Args:
        hand: The hold on the phone.
        name: Its name.
        amount: Its new amount.
    """
    row, text = _one_expense(hand, name), _typed(amount)
    hand.begin("expense")
    hand.send("change", row.id)
    hand.type(amount=text)
    hand.close("save")
    return next(_expense(each) for each in hand.get(EXPENSES) if each.id == row.id)


@_EXPENSE.writes
def expenses_delete(hand: Hand, name: str) -> str:
    """Deletes an entry of the Expenses app.

    Args:
        hand: The hold on the phone.
        name: Its name.
    """
    row = _one_expense(hand, name)
    hand.begin("expense")
    hand.send("change", row.id)
    hand.send("ask", (row.id,))
    hand.send("delete", (row.id,))
    return f"deleted the expense {row.name}"


# Recipes ------------------------------------------------------------------------------------------------------------


def _recipe(row: RecipeRow) -> dict[str, Any]:
    told = {
        "description": row.description, "servings": row.servings, "time": row.time, "source": row.source,
        "ingredients": row.ingredients.splitlines(), "directions": row.directions.splitlines(),
    }  # fmt: skip
    return {"title": row.title, **{key: value for key, value in told.items() if value}, "favourite": row.favorite}


@_RECIPES.reads
def recipes_search(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the recipes whose title, ingredients or directions contain a text.

    Args:
        hand: The hold on the phone.
        query: The text; empty for all.
    """
    hand.begin("recipes")
    wanted = query.strip().casefold()
    return [
        _recipe(row)
        for row in hand.get(RECIPES)
        if wanted in f"{row.title}\n{row.ingredients}\n{row.directions}".casefold()
    ]


@_RECIPES.writes
def recipes_add(
    hand: Hand,
    title: str,
    ingredients: list[str] = [],  # noqa: B006 - never changed
    directions: list[str] = [],  # noqa: B006 - never changed
    description: str = "",
    servings: str = "",
    time: str = "",
    source: str = "",
) -> dict[str, Any]:
    """Adds a recipe.

    Args:
        hand: The hold on the phone.
        title: Its title.
        ingredients: Its ingredients.
        directions: Its steps.
        description: Its description.
        servings: For how many people it is.
        time: The time of preparation.
        source: Where it is from.
    """
    need(title.strip(), "the title is empty")
    texts = {
        "title": title, "description": description, "source": source, "servings": servings, "time": time,
        "ingredients": "\n".join(ingredients), "directions": "\n".join(directions),
    }  # fmt: skip
    hand.begin("recipes")
    hand.send("create")
    hand.type(**{key: text for key, text in texts.items() if text})
    return _recipe(hand.add(RECIPES, "save"))


@_RECIPES.writes
def recipes_delete(hand: Hand, title: str) -> str:
    """Deletes a recipe.

    Args:
        hand: The hold on the phone.
        title: Its title.
    """
    row = one_of("recipe", title, hand.get(RECIPES), lambda row: row.title)
    hand.begin("recipes")
    hand.send("open", row.id)
    hand.send("ask", (row.id,))
    hand.send("delete", (row.id,))
    return f"deleted the recipe {row.title}"


# Music --------------------------------------------------------------------------------------------------------------


def _song(song: music.Song) -> dict[str, Any]:
    return {
        "title": song.title, "artist": song.artist, "album": song.album, "seconds": round(song.seconds),
        "folder": music.folder_of(song),
    }  # fmt: skip


def _paths(hand: Hand, songs: list[str]) -> tuple[str, ...]:
    """Returns the files of songs, given by title."""
    known = music.songs(hand.get(FILES))
    return tuple([one_of("song", title, known, lambda song: song.title).path for title in songs])


def _playlist(hand: Hand, name: str) -> music.Playlist:
    return one_of("playlist", name, hand.get(music.PLAYLISTS).lists, lambda row: row.name)


def _songs_of(hand: Hand, playlist: music.Playlist) -> dict[str, Any]:
    rows = music.entries(hand.get(music.PLAYLISTS), playlist.id)
    return {"name": playlist.name, "songs": [row.song.title for row in rows]}


@_MUSIC.reads
def music_songs(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the songs on the phone whose title, artist or album contains a text.

    Args:
        hand: The hold on the phone.
        query: The text; empty for all.
    """
    hand.begin("music")
    wanted = query.strip().casefold()
    rows = music.songs(hand.get(FILES))
    return [_song(song) for song in rows if wanted in f"{song.title}\n{song.artist}\n{song.album}".casefold()]


@_MUSIC.reads
def music_playlists(hand: Hand) -> list[dict[str, Any]]:
    """Returns the playlists with their songs.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("music")
    hand.send("tab", "playlists")
    return [_songs_of(hand, row) for row in hand.get(music.PLAYLISTS).lists]


@_MUSIC.writes
def music_create_playlist(
    hand: Hand,
    name: str,
    songs: list[str] = [],  # noqa: B006 - never changed
) -> dict[str, Any]:
    """Makes a playlist.

    Args:
        hand: The hold on the phone.
        name: Its name.
        songs: Titles of its songs.
    """
    need(name.strip(), "the name is empty")
    need(name.strip() not in [row.name for row in hand.get(music.PLAYLISTS).lists], f"there is a playlist {name!r}")
    paths = _paths(hand, songs)
    hand.begin("music")
    hand.send("tab", "playlists")
    hand.send("new_playlist", paths)
    hand.type(name=name)
    hand.close("named")
    return _songs_of(hand, _playlist(hand, name))


@_MUSIC.writes
def music_add_to_playlist(hand: Hand, playlist: str, songs: list[str]) -> dict[str, Any]:
    """Adds songs to a playlist.

    Args:
        hand: The hold on the phone.
        playlist: Its name.
        songs: Titles of the songs.
    """
    row, paths = _playlist(hand, playlist), _paths(hand, songs)
    need(paths, "there are no songs to add")
    hand.begin("music")
    hand.send("add_to", paths, row.id)
    return _songs_of(hand, row)
