"""Make a playlist on the desktop of the songs that a text message names, and answer it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.music.moves import add_to_playlist, let_it_save, new_playlist, open_rhythmbox
from crab_tasks.kits.ubuntu.music.state import Track, path_of, plant_tracks, playlist_is

_SONGS = {
    "Blue Gate": "Ines Roth", "Early Train": "The Kettles", "Glass River": "Ines Roth", "Lantern": "Sons of Ash",
    "Open Road": "The Kettles", "Rooftop": "Pale Harbor", "Second Sun": "Sons of Ash", "Windmill": "Pale Harbor",
}  # fmt: skip
"""Titles and artists; one title is there by two artists."""
TRACKS = tuple(
    [
        *[
            Track(f"track{(7 * i + 3) % 10:02}.mp3", title, artist, f"{artist.split()[-1]} Songs", 120.0 + 9 * i)
            for i, (title, artist) in enumerate(_SONGS.items())
        ],
        Track("track99.mp3", "Open Road", "Pale Harbor", "Harbor Songs", 201.0),
    ]
)


def songs() -> Parameter:
    """Some songs, as a list of titles."""
    return Parameter(
        "list",
        ["Open Road", "Lantern", "Blue Gate"],
        lambda rng: rng.sample(tuple(_SONGS), 3),
        lambda value: isinstance(value, list) and len(set(value)) == len(value) == 3 and set(value) <= _SONGS.keys(),
        f"a list of 3 different titles of {', '.join(_SONGS)}",
    )


def track(title: str) -> Track:
    """Returns the song that a message names."""
    return next(row for row in TRACKS if row.title == title)


def _named(titles: Sequence[str]) -> str:
    return ", ".join(f"{title} by {_SONGS[title]}" for title in titles)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the songs into the folder Music, and delivers an older wish and the one that counts."""
    plant_tracks(devices, TRACKS)
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    others = [title for title in _SONGS if title not in params.songs]
    phone.add_message(params.phone, f"Songs for Sunday: {_named(rng.sample(others, 2))}", age=170_000)
    phone.add_message(params.phone, "That was a good mix!", age=80_000)
    phone.add_message(params.phone, f"Songs for the drive, in this order: {_named(params.songs)}", age=240)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The message; then the playlist, and beside it the answer."""
    paths = tuple(path_of(track(title).file) for title in params.songs)
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(
            id="playlist_made",
            device="ubuntu",
            app="music",
            evaluator=check(playlist_is, name=params.playlist, paths=paths),
            after=("messages_open",),
        ),
        Checkpoint(
            id="replied",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=params.reply),
            after=("messages_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The playlist, and the answer."""
    paths = tuple(path_of(track(title).file) for title in params.songs)
    return [
        may_add("ubuntu", "playlist", most=1, name=params.playlist, songs=paths),
        may_text(params.phone, params.reply),
    ]


def _add(look: Look, title: str, playlist: str, name: str = "") -> Iterator[Action]:
    yield from add_to_playlist(look, title, track(title).artist, playlist, name)


def make_playlist(params: Params, look: Look) -> Iterator[Action]:
    """Makes the playlist of the first song, and adds the others."""
    yield from _make(look, params.playlist, params.songs)


def _make(look: Look, name: str, titles: Sequence[str]) -> Iterator[Action]:
    yield from open_rhythmbox(look)
    yield from _add(look, titles[0], "", name)
    for title in titles[1:]:
        yield from _add(look, title, name)
    yield from let_it_save()


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, params.reply)


def empty_first(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty playlist, fills it, and answers in the conversation."""
    yield action("android", "open_app", name="Messages")
    yield from open_rhythmbox(look)
    yield from new_playlist(look, params.playlist)
    yield from open_rhythmbox(look)
    for title in params.songs:
        yield from _add(look, title, params.playlist)
    yield from let_it_save()
    yield from text_in_conversation(look, params.name, params.reply)


def reply_first(params: Params, look: Look) -> Iterator[Action]:
    """Answers before it makes the playlist."""
    yield action("android", "open_app", name="Messages")
    yield from reply(params, look)
    yield from make_playlist(params, look)


def other_order(params: Params, look: Look) -> Iterator[Action]:
    """Adds the songs from the last to the first."""
    yield action("android", "open_app", name="Messages")
    yield from _make(look, params.playlist, params.songs[::-1])
    yield from reply(params, look)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Adds a song that isn't asked for."""
    yield action("android", "open_app", name="Messages")
    extra = next(title for title in _SONGS if title not in params.songs)
    yield from _make(look, params.playlist, [*params.songs, extra])
    yield from reply(params, look)


def other_name(params: Params, look: Look) -> Iterator[Action]:
    """Gives the playlist another name."""
    yield action("android", "open_app", name="Messages")
    yield from _make(look, f"{params.playlist} 2", params.songs)
    yield from reply(params, look)


TASK = Task(
    name="cross.playlist_from_message",
    description=(
        "{name} has texted song requests to the phone. Make a new playlist in Rhythmbox on the desktop, named "
        '"{playlist}" (without the quotes), with the songs that their latest message asks for, in the same order, and '
        'no others. Answer them with the text message "{reply}" (without the quotes).'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Lena Fischer"),
        "phone": phone_number("+1 555 0171"),
        "songs": songs(),
        "playlist": choice(("Drive", "On the road", "For the car"), type="playlist"),
        "reply": choice(("Playlist is ready", "The mix is done", "All songs are in"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"messages_open": launch("Messages"), "playlist_made": make_playlist, "replied": reply},
    footprint=footprint,
    alternatives={"empty_first": empty_first, "reply_first": reply_first},
    near_misses={"other_order": other_order, "one_too_many": one_too_many, "other_name": other_name},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=36,
    step_limit=110,
    version=1,
    tags=("heavy", "music", "messages"),
)
