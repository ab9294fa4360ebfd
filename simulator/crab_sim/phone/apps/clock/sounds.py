"""The sounds of alarms: those of the device, files of the phone that were added, and the page that chooses one.

Page: ``sounds`` (arg: the alarm's id).
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim import ui
from crab_sim.devices.media import read_tags
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get, update_row
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.clock.data import ALARMS, DEFAULT_SOUND, SOUNDS, Sound
from crab_sim.phone.apps.clock.messages import Message, SoundMessage
from crab_sim.phone.media.storage import content_uri
from crab_sim.phone.widgets import file_chooser
from crab_sim.phone.widgets.basics import app_bar

__all__ = ["name_of", "page", "update"]

_ID = "com.google.android.deskclock:id/"
_ENDINGS = (".mp3", ".m4a", ".ogg", ".wav", ".flac")


_NAMES = ("Argon", "Carbon", "Cesium", "Helium", "Krypton", "Neon", "Osmium", "Oxygen", "Platinum", "Scandium")
_DEVICE: Final = (
    Sound("Silent", ""), Sound("Default alarm sound", DEFAULT_SOUND),
    *[Sound(name, f"content://media/internal/audio/media/{30 + i}?title={name}&canonical=1")
      for i, name in enumerate(_NAMES)],
)  # fmt: skip


def name_of(uri: str, added: tuple[Sound, ...]) -> str:
    """Returns the title of a sound; one that isn't in any list has no known title."""
    return next((sound.title for sound in (*_DEVICE, *added) if sound.uri == uri), "Unknown sound")


def page(context: Context) -> View[Message]:
    """Returns the page that chooses the sound of an alarm."""
    row = get(context.get(ALARMS), context.page.arg)
    chosen, added = row.ringtone if row is not None else "", context.get(SOUNDS)

    def tile(sound: Sound) -> ui.Widget[Message]:
        here = sound.uri == chosen
        return ui.Tile(
            sound.title, ("sound_is", sound.uri), leading=ui.Icon("music" if sound.uri else "notifications"),
            trailing=ui.Icon("check", "accent", 22, "Selected") if here else None, rid=_ID + "ringtone_name",
            selected=here, verbatim="text" if sound in added else "",
        )  # fmt: skip

    tiles: list[ui.Widget[Message]] = [
        ui.Label("Your sounds", "small", "accent", "bold", pad=(16, 8)), *[tile(sound) for sound in added],
        ui.Tile("Add new", ("add_sound",), leading=ui.Icon("add", "accent"), rid=_ID + "add_new_ringtone"),
        ui.Label("Device sounds", "small", "accent", "bold", pad=(16, 8)), *[tile(sound) for sound in _DEVICE],
    ]  # fmt: skip
    return View(ui.Column([app_bar("Alarm sound"), ui.Scroll("sounds", tiles, rid=_ID + "ringtone_content")]))


def update(context: Context, message: SoundMessage) -> None:
    """Handles the messages of the page, and the file that was chosen."""
    match message:
        case ("sound_is", uri):
            _choose(context, uri)
        case ("add_sound",):
            file_chooser.ask(context, "Sounds", _ENDINGS, ("own_sound",))
        case ("own_sound", path):
            files = context.get(FILES)
            title = read_tags(files.read(path)).title if files.is_file(path) else ""
            sound = Sound(title or path.rpartition("/")[2].rpartition(".")[0], content_uri(path, "audio"))
            others = tuple([other for other in context.get(SOUNDS) if other.uri != sound.uri])
            context.put(SOUNDS, (*others, sound))
            _choose(context, sound.uri)
        case _:
            assert_never(message)


def _choose(context: Context, uri: str) -> None:
    context.put(ALARMS, update_row(context.get(ALARMS), context.page.arg, ringtone=uri))
