"""Tools of the apps for money, recipes, music, tracks, places and sums, and of Settings."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from crab_sim.machine.slices import FILES
from crab_sim.machine.tool_values import day_number, day_text, moment_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.apps.calculator.data import CALCULATIONS
from crab_sim.phone.apps.expense.data import CATEGORIES, EXPENSES, ExpenseRow, day_of_row
from crab_sim.phone.apps.expense.data import matching as matching_expenses
from crab_sim.phone.apps.fitness.data import TRACKS
from crab_sim.phone.apps.maps.data import MARKERS, way
from crab_sim.phone.apps.maps.gazetteer import Place, find
from crab_sim.phone.apps.music import data as music
from crab_sim.phone.apps.recipes.data import RECIPES, RecipeRow
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.tools.box import BOX

__all__ = [
    "calculate",
    "expenses_add",
    "expenses_change",
    "expenses_delete",
    "expenses_list",
    "fitness_delete",
    "fitness_edit",
    "fitness_tracks",
    "maps_label",
    "maps_mark",
    "maps_save",
    "maps_search",
    "maps_way",
    "music_add_to_playlist",
    "music_create_playlist",
    "music_playlists",
    "music_songs",
    "recipes_add",
    "recipes_delete",
    "recipes_search",
    "settings_read",
    "settings_switch",
]

_EXPENSE, _RECIPES, _MUSIC, _FITNESS = BOX.of("expense"), BOX.of("recipes"), BOX.of("music"), BOX.of("fitness")
_MAPS, _CALCULATOR, _SETTINGS = BOX.of("maps"), BOX.of("calculator"), BOX.of("settings")


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
    hand.send("save")
    return _expense(hand.get(EXPENSES)[-1])


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
    hand.send("save")
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
    hand.send("save")
    return _recipe(hand.get(RECIPES)[-1])


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
    hand.send("named")
    return _songs_of(hand, hand.get(music.PLAYLISTS).lists[-1])


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


# Fitness ------------------------------------------------------------------------------------------------------------


@_FITNESS.reads
def fitness_tracks(hand: Hand) -> list[dict[str, Any]]:
    """Returns the recorded tracks, the newest first.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("fitness")
    return [
        {"name": row.name, "activity": row.category, "begins": moment_text(row.start), "ends": moment_text(row.stop),
         "km": round(row.distance / 1000, 2), "description": row.description}
        for row in sorted(hand.get(TRACKS), key=lambda row: -row.start)
    ]  # fmt: skip


@_FITNESS.writes
def fitness_edit(hand: Hand, name: str, new_name: str = "", description: str = "") -> str:
    """Changes the name or the description of a recorded track; what is left out stays.

    Args:
        hand: The hold on the phone.
        name: Its name.
        new_name: Its new name.
        description: Its new description.
    """
    need(new_name.strip() or description, "no change is given; expected one at least")
    row = one_of("track", name, hand.get(TRACKS), lambda row: row.name)
    hand.begin("fitness")
    hand.send("show", row.id)
    hand.send("edit", row.id)
    texts = {"name": new_name, "description": description}
    hand.type(**{key: text for key, text in texts.items() if text})
    hand.send("save")
    return f"changed the track {new_name.strip() or row.name}"


@_FITNESS.writes
def fitness_delete(hand: Hand, name: str) -> str:
    """Deletes a recorded track.

    Args:
        hand: The hold on the phone.
        name: Its name.
    """
    row = one_of("track", name, hand.get(TRACKS), lambda row: row.name)
    hand.begin("fitness")
    hand.send("show", row.id)
    hand.send("ask", row.id)
    hand.send("delete", row.id)
    return f"deleted the track {row.name}"


# Maps ---------------------------------------------------------------------------------------------------------------


def _place(place: Place) -> dict[str, Any]:
    return {
        "name": place.name, "in": place.region, "kind": place.kind, "latitude": round(place.lat, 5),
        "longitude": round(place.lon, 5),
    }  # fmt: skip


def _one_place(query: str) -> Place:
    found = find(query)
    exact = [place for place in found if query.strip().casefold() in (place.name.casefold(), place.title.casefold())]
    need(found, f"no place {query[:60]!r} was found")
    return (exact or found)[0]


@_MAPS.reads
def maps_search(hand: Hand, query: str) -> list[dict[str, Any]]:
    """Returns the places that a search finds: names, post codes, or coordinates.

    Args:
        hand: The hold on the phone.
        query: What is searched for.
    """
    hand.begin("maps")
    hand.send("search")
    hand.type(query=query)
    return [_place(place) for place in find(query)]


_MODES: Final = {"car": "drive", "public transport": "transit", "foot": "walk", "bicycle": "cycle"}


@_MAPS.reads
def maps_way(
    hand: Hand, origin: str, destination: str, by: Literal["car", "public transport", "foot", "bicycle"] = "car"
) -> dict[str, Any]:
    """Returns the length and the time of the way between two places.

    Args:
        hand: The hold on the phone.
        origin: Where it begins.
        destination: Where it ends.
        by: How one travels.
    """
    a, b = _one_place(origin), _one_place(destination)
    found = way(a, b, _MODES[by])
    hand.begin("maps")
    hand.open("maps", "directions", a.title, b.title)
    hand.send("mode", _MODES[by])
    need(found, f"there is no way from {a.title} to {b.title}")
    assert found is not None
    return {"from": a.title, "to": b.title, "km": round(found.metres / 1000, 1), "minutes": round(found.seconds / 60)}


def _show_place(hand: Hand, query: str) -> Place:
    place = _one_place(query)
    hand.begin("maps")
    hand.send("search")
    hand.type(query=query)
    hand.send("choose", place)
    return place


@_MAPS.writes
def maps_mark(hand: Hand, place: str) -> list[str]:
    """Puts a marker on a place; returns the names of all markers.

    Args:
        hand: The hold on the phone.
        place: Its name, or its coordinates.
    """
    found = _show_place(hand, place)
    marked = any([abs(row.lat - found.lat) + abs(row.lon - found.lon) < 1e-9 for row in hand.get(MARKERS)])
    if not marked:
        hand.send("mark")
    return [row.description for row in hand.get(MARKERS)]


@_MAPS.writes
def maps_save(hand: Hand, place: str, to: str = "Want to go") -> str:
    """Saves a place in a list, or takes it from the list where it is there.

    Args:
        hand: The hold on the phone.
        place: Its name, or its coordinates.
        to: The list: Favourites, Want to go or Starred places.
    """
    lists = ("Favourites", "Want to go", "Starred places")
    name = one_of("list", to, lists, str)
    found = _show_place(hand, place)
    hand.send("save")
    hand.send("list", name)
    return f"changed the list {name} by {found.title}"


@_MAPS.writes
def maps_label(hand: Hand, place: str, label: str) -> str:
    """Gives a place a private label.

    Args:
        hand: The hold on the phone.
        place: Its name, or its coordinates.
        label: The label.
    """
    need(label.strip(), "the label is empty")
    found = _show_place(hand, place)
    hand.send("label")
    hand.type(name=label)
    hand.send("named")
    return f"labelled {found.title} as {label.strip()}"


# Calculator ---------------------------------------------------------------------------------------------------------


@_CALCULATOR.reads
def calculate(hand: Hand, formula: str) -> str:
    """Works out a formula with the calculator.

    Args:
        hand: The hold on the phone.
        formula: The formula, such as 2*(3+4) or 80-20%.
    """
    need(formula.strip() and "\n" not in formula and "=" not in formula, "expected one formula without '='")
    hand.begin("calculator")
    hand.send("press", "AC")
    app = hand.machine.apps["calculator"]
    app.text(hand.context, formula)
    hand.send("equals")
    calc = hand.page.data
    need(calc is not None and not calc.error, f"the calculator says: {calc.error if calc is not None else 'nothing'}")
    rows = hand.get(CALCULATIONS)
    return f"{rows[-1].formula} = {calc.formula}" if rows and rows[-1].result == calc.formula else str(calc.formula)


# Settings -----------------------------------------------------------------------------------------------------------


class _Switch(NamedTuple):
    """A switch: the page that has it, its namespace and key, and its values for off and on."""

    page: str
    namespace: str
    key: str
    off: str = "0"
    on: str = "1"


_SWITCHES: Final = {
    "Wi-Fi": _Switch("wifi", "global", "wifi_on"),
    "Bluetooth": _Switch("devices", "global", "bluetooth_on"),
    "Airplane mode": _Switch("network", "global", "airplane_mode_on"),
    "Dark theme": _Switch("display", "secure", "ui_night_mode", "1", "2"),
    "Do Not Disturb": _Switch("notifications", "global", "zen_mode"),
    "Battery Saver": _Switch("battery", "global", "low_power"),
    "Location": _Switch("location", "secure", "location_mode", "0", "3"),
    "Auto-rotate": _Switch("display", "system", "accelerometer_rotation"),
}


def _is_on(hand: Hand, switch: _Switch) -> bool:
    return hand.get(SETTINGS).get((switch.namespace, switch.key), switch.off) != switch.off


@_SETTINGS.reads
def settings_read(hand: Hand) -> dict[str, bool]:
    """Returns which of the phone's main switches are on.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("settings")
    return {name: _is_on(hand, switch) for name, switch in _SWITCHES.items()}


@_SETTINGS.writes
def settings_switch(
    hand: Hand,
    switch: Literal[
        "Wi-Fi",
        "Bluetooth",
        "Airplane mode",
        "Dark theme",
        "Do Not Disturb",
        "Battery Saver",
        "Location",
        "Auto-rotate",
    ],
    on: bool,
) -> str:
    """Turns one of the phone's main switches on or off.

    Args:
        hand: The hold on the phone.
        switch: The switch.
        on: Whether it is to be on.
    """
    row = _SWITCHES[switch]
    hand.begin("settings")
    hand.send("page", row.page)
    if _is_on(hand, row) != on:
        match switch:
            case "Wi-Fi":
                hand.send("wifi")
            case "Airplane mode":
                hand.send("airplane", on)
            case _:
                hand.send("put", row.namespace, row.key, row.on if on else row.off)
    return f"{switch} is {'on' if on else 'off'}"
