"""The photos, songs, videos and recordings of a lived-in phone.

They follow from the time of booting, so that all apps agree on them.
"""

from __future__ import annotations

import random
import time
from functools import lru_cache
from typing import NamedTuple

from crab_sim.devices import media
from crab_sim.machine.chance import Chance
from crab_sim.phone.app import SDCARD, SeedFile

__all__ = [
    "MOVIES", "MUSIC", "RECORDS", "Song", "photos", "recordings", "song_files", "songs", "video_paths", "videos",
]  # fmt: skip

MUSIC = f"{SDCARD}/Music"
MOVIES = f"{SDCARD}/DCIM/Movies"
RECORDS = f"{SDCARD}/Android/data/com.dimowner.audiorecorder/files/Music/records"
_DAY = 86_400

_ARTISTS = (
    "Paper Boats", "The Night Trams", "Velvet Harbour", "Low Tide Choir", "Glass Meridian", "Copper Fields",
    "Northern Window", "Slow Lanterns",
)  # fmt: skip
_ALBUMS = (
    "First Light", "Maps of Rain", "Static Garden", "Long Way Down", "Blue Hours", "Salt and Cedar", "Small Machines",
    "Open Water",
)  # fmt: skip
_TITLES = (
    "Amber Road", "Borrowed Coat", "Carousel", "Drift", "Eleven Bridges", "Fireflies", "Glasshouse", "Hollow Moon",
    "Interlude", "June Again", "Kites", "Letters Home", "Midnight Ferry", "Neon Rain", "Orchard", "Paper Planes",
    "Quiet Engine", "Riverbed", "Silver Lining", "Tidal", "Undertow", "Violet Sky", "Winter Coat", "Yellow Door",
)  # fmt: skip
_SCENES = (
    "beach_sunset", "bicycle", "bookshelf", "breakfast", "bridge", "cake", "cat", "city_night", "coffee", "desert",
    "forest_path", "fruit_bowl", "lighthouse", "meadow", "mountain_lake", "plant", "selfie", "snow_cabin", "tiles",
    "waves",
)  # fmt: skip
_PAPERS = (
    "cafe_menu", "concert_poster", "receipt_cafe", "receipt_grocery", "receipt_hardware", "shopping_list",
    "train_ticket", "whiteboard",
)  # fmt: skip
_PLACES = ((47.3667, 8.5449), (45.4385, 12.3358), (41.1496, -8.611), (59.9110, 10.7528), (-33.8571, 151.2153))
_CLIPS = ("birthday", "concert_clip", "first_steps", "holiday", "lake_walk", "match_highlights", "snow_day", "workshop")
_TALKS = ("Idea", "Interview", "Lecture notes", "Meeting", "Melody", "Shopping", "Voice memo")


class Song(NamedTuple):
    """A song of a lived-in phone."""

    path: str
    title: str
    artist: str
    album: str
    seconds: float


@lru_cache(maxsize=64)
def songs(now: float) -> tuple[Song, ...]:
    """Returns 14 to 20 songs of at least four albums, sorted by title."""
    rng = Chance(f"songs:{now}")
    shelves = list(zip(rng.sample(_ARTISTS, 5), rng.sample(_ALBUMS, 5), strict=True))
    titles = sorted(rng.sample(_TITLES, rng.randrange(14, 21)))
    chosen = []
    for i, title in enumerate(titles):
        artist, album = shelves[i % 4] if i < 8 else rng.choice(shelves)
        chosen.append(Song(f"{MUSIC}/{title}.mp3", title, artist, album, float(rng.randrange(95, 320))))
    return tuple(chosen)


def song_files(rng: random.Random, now: float) -> list[SeedFile]:
    """Returns the songs' files."""
    return [
        SeedFile(
            song.path,
            media.mp3(song.title, song.artist, song.album, song.seconds),
            rng.randrange(20, 80) * _DAY + rng.randrange(_DAY),
        )
        for song in songs(now)
    ]


def photos(rng: random.Random, now: float) -> list[SeedFile]:
    """Returns 10 to 18 photos, most from the camera and some papers from elsewhere."""
    scenes = rng.sample(_SCENES, rng.randrange(7, 12))
    papers = rng.sample(_PAPERS, rng.randrange(3, 7))
    days = rng.choices(rng.sample(range(1, 45), 5), k=len(scenes) + 2)  # a few outings, rather than one photo per day
    files = []
    for name, day in zip((*scenes, *papers[:2]), days, strict=True):
        taken = now - day * _DAY - rng.randrange(8 * 3600)
        place = rng.choice(_PLACES) if rng.random() < 0.5 and name in _SCENES else None
        if place is not None:
            place = round(place[0] + rng.uniform(-0.02, 0.02), 4), round(place[1] + rng.uniform(-0.02, 0.02), 4)
        stamp = time.strftime("%Y%m%d_%H%M%S", time.gmtime(taken))
        files.append(SeedFile(f"{SDCARD}/DCIM/Camera/IMG_{stamp}.jpg", media.photo(name, taken, place), now - taken))
    for name in papers[2:]:
        age = rng.randrange(1, 40) * _DAY + rng.randrange(_DAY)
        files.append(SeedFile(f"{SDCARD}/Pictures/{name}.jpg", media.photo(name, now - age), float(age)))
    return files


class _Clip(NamedTuple):
    """A video of a lived-in phone: its path, the photo on its cover, its length."""

    path: str
    cover: str
    seconds: float


@lru_cache(maxsize=64)
def _clips(now: float) -> tuple[_Clip, ...]:
    rng = Chance(f"videos:{now}")
    names = rng.sample(_CLIPS, rng.randrange(3, 5))
    return tuple([_Clip(f"{MOVIES}/{name}.mp4", rng.choice(_SCENES), float(rng.randrange(12, 240))) for name in names])


def videos(rng: random.Random, now: float) -> list[SeedFile]:
    """Returns the files of 3 or 4 videos."""
    files = []
    for path, cover, seconds in _clips(now):
        age = rng.randrange(2, 60) * _DAY + rng.randrange(_DAY)
        files.append(SeedFile(path, media.movie("mp42", seconds, now - age, media.bundled_photo(cover)), float(age)))
    return files


def video_paths(now: float) -> list[str]:
    """Returns the paths of the videos."""
    return [clip.path for clip in _clips(now)]


def recordings(rng: random.Random, now: float) -> list[SeedFile]:
    """Returns 3 to 5 recordings."""
    files = []
    for name in rng.sample(_TALKS, rng.randrange(3, 6)):
        age = float(rng.randrange(1, 30) * _DAY + rng.randrange(_DAY))
        data = media.movie("M4A ", float(rng.randrange(8, 400)), now - age, title=name)
        files.append(SeedFile(f"{RECORDS}/{name}.m4a", data, age))
    return files
