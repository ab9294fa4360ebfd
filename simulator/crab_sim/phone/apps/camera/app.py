"""The phone's Camera app: takes photos and videos, through a viewfinder that shows one bundled photo after another.

State: slice ``"camera"`` (`State`). Page: ``main`` (arg: ``photo`` or ``video``). The camera's view follows from
the seed and the time; photos and videos go where the phone's profile has them.
"""

from __future__ import annotations

import time
from typing import Literal, assert_never

from crab_sim.devices import media
from crab_sim.engines.playback import length
from crab_sim.files import FileError
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES, SEED
from crab_sim.phone.app import SDCARD, PhoneMessage
from crab_sim.phone.apps.camera import APP as FACTS
from crab_sim.phone.apps.camera.data import CAMERA, State
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.media import storage
from crab_sim.phone.profile import profile_of
from crab_sim.phone.system.permissions import ask
from crab_sim.phone.system.settings_store import VOLUME_KEYS
from crab_sim.phone.widgets.basics import NIGHT, message_dialog
from crab_sim.ui import Column, Page, Scene, Space, ToolkitOverlay, Widget
from crab_sim.ui.node import SELECTED

__all__ = ["APP", "FOLDER", "sight"]

FOLDER = f"{SDCARD}/DCIM/Camera"
_ID = "com.android.camera2:id/"
_SIGHTS = tuple(name for name in media.PHOTOS if name != "selfie")
_WHITE, _RED = (255, 255, 255), (224, 40, 44)
_SIGHT_SECONDS = 120  # for which the camera sees the same

Message = PhoneMessage | tuple[Literal["shutter", "switch", "grid", "open"]] | tuple[Literal["mode"], str]
Overlay = ToolkitOverlay | tuple[Literal["problem"], str]


def sight(seed: int, now: float, front: bool) -> str:
    """Returns the name of the bundled photo that a phone's camera sees.

    >>> sight(1, 50.0, True), sight(1, 50.0, False) == sight(1, 60.0, False)
    ('selfie', True)
    """
    return "selfie" if front else _SIGHTS[(seed * 5 + int(now // _SIGHT_SECONDS) * 11) % len(_SIGHTS)]


class _Finder(Widget[Message]):
    """The viewfinder with the buttons on it."""

    __slots__ = ("key", "mode", "now", "state", "thumbnail")

    def __init__(self, state: State, mode: str, key: bytes, thumbnail: bytes | None, now: float) -> None:
        self.flex, self.state, self.mode, self.key, self.thumbnail, self.now = 1, state, mode, key, thumbnail, now

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the camera's view, and the buttons below it."""
        scene.fill(x, y, w, h, NIGHT)
        bottom = y + h - 176
        scene.ops.append(("picture", x, y + 56, x + w, bottom, scene.clip, self.key))
        scene.node(x, y + 56, w, bottom - y - 56, "other", "", "Viewfinder", _ID + "filmstrip_layout")
        if self.state.grid:
            for third in (1, 2):
                scene.fill(x + w * third // 3, y + 56, 1, bottom - y - 56, _WHITE)
                scene.fill(x, y + 56 + (bottom - y - 56) * third // 3, w, 1, _WHITE)
        recording = self.state.recording
        if recording is not None:
            passed = length(self.now - recording)
            scene.round(x + w // 2 - 44, y + 12, 88, 32, _RED, 16)
            scene.text(x + w // 2 - 44, y + 12, 88, 32, passed, _WHITE, 15, "bold", "center")
            scene.node(x + w // 2 - 44, y + 12, 88, 32, "text", passed, "Recording time", _ID + "recording_time")
        else:
            self._top(scene, x, y, w)
            self._modes(scene, x, bottom, w)
        self._shutter(scene, x, bottom + 62, w)

    def _top(self, scene: Scene[Message], x: int, y: int, w: int) -> None:
        label = "Grid lines off" if self.state.grid else "Grid lines on"
        scene.icon(x + w - 44, y + 16, 24, "grid", (255, 210, 90) if self.state.grid else _WHITE)
        scene.node(x + w - 56, y + 4, 48, 48, "button", "", label, _ID + "grid_lines_toggle_button", ("grid",))

    def _modes(self, scene: Scene[Message], x: int, top: int, w: int) -> None:
        for i, (mode, label) in enumerate((("photo", "Photo"), ("video", "Video"))):
            left, chosen = x + w // 2 - 88 + 88 * i, mode == self.mode
            if chosen:
                scene.round(left + 6, top + 12, 76, 34, (70, 72, 78), 17)
            scene.text(left, top + 12, 88, 34, label, _WHITE, 14, "bold" if chosen else "regular", "center")
            flags = SELECTED if chosen else 0
            scene.node(left, top + 8, 88, 42, "tab", label, "", _ID + "mode_" + mode, ("mode", mode), flags=flags)

    def _shutter(self, scene: Scene[Message], x: int, top: int, w: int) -> None:
        middle, video, recording = x + w // 2, self.mode == "video", self.state.recording is not None
        scene.round(middle - 38, top, 76, 76, _WHITE, 38)
        scene.round(middle - 34, top + 4, 68, 68, NIGHT, 34)
        if recording:
            scene.round(middle - 15, top + 23, 30, 30, _RED, 6)
        else:
            scene.round(middle - 30, top + 8, 60, 60, _RED if video else _WHITE, 30)
        label = "Stop recording" if recording else "Record video" if video else "Take photo"
        scene.node(middle - 38, top, 76, 76, "button", "", label, _ID + "shutter_button", ("shutter",))
        if recording:
            return
        left, right = middle - 128, middle + 80
        if self.thumbnail is not None:
            scene.ops.append(("picture", left, top + 12, left + 52, top + 64, scene.clip, self.thumbnail))
            scene.frame(left - 1, top + 11, 54, 54, _WHITE, 2, 2)
            scene.node(left, top + 12, 52, 52, "button", "", "Photo preview", _ID + "rounded_thumbnail_view", ("open",))
        scene.round(right, top + 12, 52, 52, (54, 56, 62), 26)
        scene.icon(right + 14, top + 26, 24, "camera_flip", _WHITE)
        label = "Switch to back camera" if self.state.front else "Switch to front camera"
        scene.node(right, top + 12, 52, 52, "button", "", label, _ID + "camera_toggle_button", ("switch",))


def _view(context: Context) -> View[Message]:
    state: State = context.get(CAMERA)
    files = context.get(FILES)
    now = context.seconds if state.recording is not None else context.now
    thumbnail = None
    if state.last and files.is_file(state.last):
        thumbnail = storage.picture_key(state.last, files.read(state.last))
    key = media.bundled_photo(sight(context.get(SEED), state.recording or now, state.front))
    finder = _Finder(state, context.page.arg, key, thumbnail, now)
    return View(Column([Space(0), finder]), _overlay(context))


def _overlay(context: Context) -> Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("problem", text):
            return message_dialog("Camera", text)
    return None


def _write(context: Context, prefix: str, ending: str, data: bytes) -> None:
    now = context.now
    profile = profile_of(context.machine)
    folder = f"{SDCARD}/{profile.photos if ending == 'jpg' else profile.videos}"
    files = context.get(FILES)
    stamp = time.strftime("%Y%m%d_%H%M%S", time.gmtime(now))
    try:
        if not files.is_dir(folder):
            files = files.mkdir(folder, now, parents=True)
        path = free_name(files, f"{folder}/{prefix}_{stamp}.{ending}")
        context.put(FILES, files.write(path, data, now))
    except FileError as error:
        context.set(overlay=("problem", f"Can't be saved: {error.reason}."))
        return
    context.put(CAMERA, context.get(CAMERA)._replace(last=path))


def _shutter(context: Context) -> None:
    state: State = context.get(CAMERA)
    now, seed = context.now, context.get(SEED)
    if context.page.arg == "photo":
        _write(context, "IMG", "jpg", media.photo(sight(seed, now, state.front), float(int(now))))
    elif state.recording is None:
        context.put(CAMERA, state._replace(recording=now))
    else:
        context.put(CAMERA, state._replace(recording=None))
        cover = media.bundled_photo(sight(seed, state.recording, state.front))
        _write(context, "VID", "mp4", media.movie("mp42", now - state.recording, now, cover))


def _update(context: Context, message: Message) -> None:
    state: State = context.get(CAMERA)
    match message:
        case ("back",):
            context.pop()
        case ("shutter",):
            needed = ("camera", "microphone") if context.page.arg == "video" else ("camera",)
            if all(ask(context, permission, ("shutter",)) for permission in needed):
                _shutter(context)
        case ("mode", mode):
            context.set(arg=mode)
        case ("switch",):
            context.put(CAMERA, state._replace(front=not state.front))
        case ("grid",):
            context.put(CAMERA, state._replace(grid=not state.grid))
        case ("open",):
            context.open("gallery", "show", state.last)
        case ("started",) | ("submit", _):
            pass
        case _:
            assert_never(message)


def _key(context: Context, key: str) -> bool:
    """Presses the shutter by the keys for the volume."""
    if key not in VOLUME_KEYS:
        return False
    _update(context, ("shutter",))
    return True


def _start(intent: Intent) -> Page:
    return Page("main", "video" if intent[:1] == ("video",) else "photo")


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=lambda context: "Camera",
    key=_key,
    **FACTS.spec.facts,
)
