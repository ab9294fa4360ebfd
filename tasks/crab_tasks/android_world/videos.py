"""Playlists of the Videos app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, text
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add
from crab_sim.devices.media import movie
from crab_tasks.android_world.lists import several
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.video.moves import open_videos_tab, select_videos
from crab_tasks.kits.android.video.state import LIBRARY, video_playlist_holds, video_playlist_is, video_playlist_there
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened

TASKS = ("CREATE", "CREATE_TWO")

FOLDER = f"{STORAGE}/VLCVideos"
_KINDS = ("clip", "footage", "scene", "recording", "highlight", "moment", "episode")
_ENDS = ("", "_HD", "_4K", "_raw", "_export")
_OCCASIONS = ("Allotment", "Boat trip", "Choir tour", "Garden party", "Harbour festival", "House move", "Ski week",
              "Street fair")  # fmt: skip
_FORMS = ("cuts", "highlights", "originals", "reel", "rough cut", "series", "shorts")


def _name(default: str) -> Parameter:
    return replace(
        text(lambda rng: f"{rng.choice(_OCCASIONS)} {rng.choice(_FORMS)}", default, "playlist"), apart="playlist"
    )


def _file_names(rng: random.Random, count: int, letters: str) -> list[str]:
    """Draws names of files.

    Args:
        rng: Draws them.
        count: Their number.
        letters: One of these ends each name before its ending, so that no two lists have the same one.
    """
    numbers = rng.sample(range(1, 100), count)
    return [f"{rng.choice(_KINDS)}_{number:02}{rng.choice(letters)}{rng.choice(_ENDS)}.mp4" for number in numbers]


def _files(letters: str) -> Parameter:
    default = [f"clip_07{letters[0]}.mp4", f"scene_31{letters[1]}_HD.mp4", f"episode_12{letters[0]}_raw.mp4"]
    return several(lambda rng, count: _file_names(rng, count, letters), 2, 5, default)


def _fill(devices: Devices, wanted: Sequence[str], rng: random.Random) -> None:
    """Replaces the phone's videos and playlists: as many videos besides as are wanted, and two playlists."""
    phone = devices.android
    for found in phone.media():
        if found.path.lower().endswith((".mp4", ".mkv", ".webm", ".3gp", ".mov")):
            phone.remove(found.path)
    phone.remove(FOLDER)
    names = [*wanted, *_file_names(rng, len(wanted), "uvw")]
    for name in names:
        phone.write_file(f"{FOLDER}/{name}", movie("mp42", float(rng.randint(20, 180)), phone.now() - 90_000))
    media, files, relations = [], [], []
    for i, name in enumerate(names):
        media.append({"id_media": i + 1, "filename": name})
        files.append({"id_file": i + 1, "media_id": i + 1, "mrl": f"file://{FOLDER}/{name}"})
    for playlist in (1, 2):
        for position, i in enumerate(rng.sample(range(1, len(names) + 1), 2)):
            relations.append({"media_id": i, "playlist_id": playlist, "position": position})
    lists = [{"id_playlist": 1, "name": "To watch"}, {"id_playlist": 2, "name": "For Edith"}]
    for table, rows in (("Playlist", lists), ("Media", media), ("File", files), ("PlaylistMediaRelation", relations)):
        phone.set_table(LIBRARY, table, rows)


def _stems(files: Sequence[str]) -> list[str]:
    """Returns the names of files as the app lists them."""
    return [name.removesuffix(".mp4") for name in files]


def _made(id: str, name: str, files: Sequence[str]) -> Sequence[Checkpoint]:
    """Returns the checkpoints of a playlist: it is there; its videos are in it; only these, in their order.

    Args:
        id: The beginning of their ids.
        name: The playlist's name.
        files: The names of its files.
    """
    there = check(video_playlist_there, name=name)
    return [
        Checkpoint(id=f"{id}made", device="android", app="video", evaluator=there, after=("app_open",)),
        Checkpoint(
            id=f"{id}videos_in",
            device="android",
            app="video",
            evaluator=check(video_playlist_holds, name=name, files=tuple(files)),
            after=(f"{id}made",),
        ),
        Checkpoint(
            id=f"{id}in_order",
            device="android",
            app="video",
            evaluator=check(video_playlist_is, name=name, files=tuple(files)),
            after=(f"{id}videos_in",),
        ),
    ]


def _app_open() -> Checkpoint:
    return app_opened("video")


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app."""
    yield from open_videos_tab(look, "Video")


def _make(look: Look, name: str, files: Sequence[str]) -> Iterator[Action]:
    """Makes a playlist of selected videos."""
    yield from select_videos(look, _stems(files))
    yield tap(look, description="Add to playlist")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=name)
    yield tap(look, text="OK", role="button")


def _add(look: Look, name: str, files: Sequence[str]) -> Iterator[Action]:
    """Adds videos to a playlist."""
    yield from select_videos(look, _stems(files))
    yield tap(look, description="Add to playlist")
    yield tap(look, text=name, role="list_item")


def _make_slowly(look: Look, name: str, files: Sequence[str]) -> Iterator[Action]:
    """Makes the playlist first, then adds one video after the other."""
    yield from open_videos_tab(look, "Playlists")
    yield tap(look, text="New playlist…")
    yield action("android", "write_text", text=name)
    yield tap(look, text="OK", role="button")
    for file in files:
        yield from _add(look, name, [file])


Make = Callable[[Look, str, Sequence[str]], Iterator[Action]]


def _only(make: Make, change: Callable[[Sequence[str]], Sequence[str]] = list) -> Callable[..., Iterator[Action]]:
    """Returns an oracle that makes the only playlist.

    Args:
        make: Makes it.
        change: Changes the list of its files.
    """

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from make(look, params.name, change(params.files["items"]))

    return run


def _in_parts(look: Look, name: str, files: Sequence[str]) -> Iterator[Action]:
    """Makes the playlist of the first video, and adds the others."""
    yield from _make(look, name, files[:1])
    yield from _add(look, name, files[1:])


def _other_name(params: Params, look: Look) -> Iterator[Action]:
    """Gives the playlist another name."""
    yield from _make(look, f"{params.name} 2", params.files["items"])


def _into_another(params: Params, look: Look) -> Iterator[Action]:
    """Adds the videos to a playlist that is there."""
    yield from _add(look, "To watch", params.files["items"])


def _may_make(*names: str) -> Footprint:
    # Checkpoints judge the videos.
    return [may_add("android", "video_playlist", most=1, name=name, videos=left_to_graph) for name in names]


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    _fill(devices, params.files["items"], rng)


CREATE = Task(
    **like("VlcCreatePlaylist"),
    description=(
        'In the phone\'s Videos app, make a playlist "{name}" of the videos {files[says]}, in this order. They are in '
        "the folder VLCVideos."
    ),
    parameters={"name": _name("Ski week reel"), "files": _files("ab")},
    setup=_plant,
    checkpoints=lambda params: [_app_open(), *_made("", params.name, params.files["items"])],
    oracle={"app_open": _open, "made": _only(_make), "videos_in": nothing_more, "in_order": nothing_more},
    footprint=lambda params: _may_make(params.name),
    alternatives={"slowly": _only(_make_slowly), "in_parts": _only(_in_parts)},
    near_misses={
        "turned_round": _only(_make, lambda files: files[::-1]),
        "one_less": _only(_make, lambda files: files[:-1]),
        "other_name": _other_name,
        "into_another": _into_another,
    },
)


def _plant_two(devices: Devices, params: Params, rng: random.Random) -> None:
    _fill(devices, [*params.files["items"], *params.more["items"]], rng)


def _both(make: Make) -> Callable[..., Iterator[Action]]:
    """Returns an oracle that makes both playlists, the second one first."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from make(look, params.second, params.more["items"])
        yield from make(look, params.name, params.files["items"])

    return run


def _second(params: Params, look: Look) -> Iterator[Action]:
    """Makes the second playlist."""
    yield from _make(look, params.second, params.more["items"])


def _interchanged(params: Params, look: Look) -> Iterator[Action]:
    """Gives each playlist the other one's name."""
    yield from _make(look, params.name, params.more["items"])
    yield from _make(look, params.second, params.files["items"])


def _together(params: Params, look: Look) -> Iterator[Action]:
    """Puts all videos into both."""
    files = [*params.files["items"], *params.more["items"]]
    yield from _make(look, params.name, files)
    yield from _make(look, params.second, files)


def _two(params: Params) -> Sequence[Checkpoint]:
    first = _made("first_", params.name, params.files["items"])
    return [_app_open(), *first, *_made("second_", params.second, params.more["items"])]


CREATE_TWO = Task(
    **like("VlcCreateTwoPlaylists"),
    description=(
        'Make two playlists in the phone\'s Videos app: "{name}" of the videos {files[says]}, and "{second}" of the '
        "videos {more[says]}, each in this order. The videos are in the folder VLCVideos."
    ),
    parameters={
        "name": _name("Ski week reel"),
        "files": _files("ab"),
        "second": _name("Street fair shorts"),
        "more": _files("xy"),
    },
    setup=_plant_two,
    checkpoints=_two,
    oracle={
        "app_open": _open,
        "first_made": _only(_make), "first_videos_in": nothing_more, "first_in_order": nothing_more,
        "second_made": _second, "second_videos_in": nothing_more, "second_in_order": nothing_more,
    },
    footprint=lambda params: _may_make(params.name, params.second),
    implies=(CREATE.name,),
    alternatives={"second_first": _both(_make), "in_parts": _both(_in_parts)},
    near_misses={
        "first_only": _only(_make),
        "second_only": _second,
        "interchanged": _interchanged,
        "together": _together,
    },
)  # fmt: skip

CHANGES: Mapping[str, str] = {
    CREATE.name: "",
    CREATE_TWO.name: "No video is asked for twice, and each playlist is judged by itself.",
}
