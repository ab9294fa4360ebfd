"""The widgets of the Gallery app: thumbnails, albums, a large photo, and the actions below it."""

from __future__ import annotations

from crab_sim.devices import media
from crab_sim.draw.image_header import image_size
from crab_sim.engines import days
from crab_sim.phone.apps.gallery import data
from crab_sim.phone.apps.gallery.messages import Message
from crab_sim.phone.media import storage
from crab_sim.phone.media.storage import MediaFile
from crab_sim.phone.times import clock
from crab_sim.phone.widgets.basics import NIGHT
from crab_sim.ui import Label, Scene, Theme, Widget
from crab_sim.ui.node import SELECTED, SwipeData

__all__ = ["ID", "WHITE", "Action", "Album", "LargePhoto", "Thumbnail", "shown_size"]

ID = "com.google.android.apps.photos:id/"
WHITE = (255, 255, 255)


class Thumbnail(Widget[Message]):
    """A photo or video that fills its cell.

    Args:
        shot: The photo or video; a video's length is written on it.
        message: Sent by a tap; None if the thumbnail is part of something else.
        starred: Whether it has a star on it.
        long_message: Sent by a long tap.
        selected: Whether it has a check mark on it.
    """

    __slots__ = ("long_message", "message", "selected", "shot", "starred")

    def __init__(
        self,
        shot: MediaFile,
        message: Message | None,
        starred: bool = False,
        long_message: Message | None = None,
        selected: bool = False,
    ) -> None:
        self.flex, self.shot, self.message, self.starred = 0, shot, message, starred
        self.long_message, self.selected = long_message, selected

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture, the length and the star."""
        shot, theme = self.shot, scene.theme
        key = storage.picture_key(shot.name, shot.file.data)
        video = media.kind_of(shot.name) == "video"
        if key or not video:
            scene.ops.append(("picture", x, y, x + w, y + h, scene.clip, key))
        else:
            scene.fill(x, y, w, h, theme.surface)
            scene.icon(x + w // 2 - 14, y + h // 2 - 14, 28, "video", theme.muted)
        label = "Video" if video else "Photo"
        if video:
            seconds = int(media.read_tags(shot.file.data).seconds)
            scene.round(x + w - 54, y + h - 24, 50, 20, (0, 0, 0), 10)
            scene.icon(x + w - 49, y + h - 19, 10, "play", WHITE)
            scene.text(x + w - 36, y + h - 24, 30, 20, f"{seconds // 60}:{seconds % 60:02}", WHITE, 11)
        if self.starred:
            scene.icon(x + 6, y + h - 22, 16, "star_filled", WHITE)
        if self.selected:
            scene.frame(x, y, w, h, theme.accent, 2)
            scene.round(x + w - 28, y + 6, 22, 22, theme.accent, 11)
            scene.icon(x + w - 24, y + 10, 14, "check", theme.on_accent)
        if self.message is not None:
            description = f"{label} taken on {_moment(data.taken(shot))}, {shot.name}"
            scene.node(
                x, y, w, h, "image", "", description, ID + "photo", self.message, self.long_message,
                flags=SELECTED if self.selected else 0,
            )  # fmt: skip


class LargePhoto(Widget[Message]):
    """A photo as large as fits on a dark ground; a swipe sideways turns to the next one.

    Args:
        key: The photo's data, empty for a video without a picture.
        name: The name of its file.
        play: Whether a button for playing lies on it.
    """

    __slots__ = ("key", "name", "play")

    def __init__(self, key: bytes, name: str, play: bool) -> None:
        self.flex, self.key, self.name, self.play = 1, key, name, play

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the photo in the middle."""
        scene.fill(x, y, w, h, NIGHT)
        wide, high = shown_size(self.key)
        scale = min(w / wide, h / high)
        width, height = max(1, int(wide * scale)), max(1, int(high * scale))
        left, top = x + (w - width) // 2, y + (h - height) // 2
        if self.key or not self.play:
            scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, self.key))
        scene.node(x, y, w, h, "image", "", self.name, ID + "photo_view", data=SwipeData(("turn", 0)))
        if self.play:
            middle = x + w // 2, y + h // 2
            scene.round(middle[0] - 32, middle[1] - 32, 64, 64, (0, 0, 0), 32)
            scene.icon(middle[0] - 14, middle[1] - 14, 28, "play", WHITE)
            scene.node(middle[0] - 32, middle[1] - 32, 64, 64, "button", "", "Play video", message=("play",))


def shown_size(key: bytes) -> tuple[int, int]:
    """Returns the width and height of a photo, turned as its EXIF says; 4 by 3 if unknown."""
    size = image_size(key)
    if size is None:
        return 4, 3
    return (size[1], size[0]) if media.read_exif(key).orientation >= 5 else size


def _moment(when: float) -> str:
    year, month, day = days.civil(int(when // 86_400))
    return f"{days.MONTHS[month - 1][:3]} {day}, {year} {clock(when, True)}"


class Album(Widget[Message]):
    """An album's first photo above its name."""

    __slots__ = ("count", "message", "name", "shot")

    def __init__(self, name: str, count: int, shot: MediaFile, message: Message) -> None:
        self.flex, self.name, self.count, self.shot, self.message = 0, name, count, shot, message

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws cover, name and count."""
        Thumbnail(self.shot, None).place(scene, x, y, w, h - 48)
        Label(self.name, font="bold", role="").place(scene, x + 2, y + h - 44, w - 4, 20)
        count = f"{self.count} item{'s' * (self.count != 1)}"
        Label(count, "small", "muted", role="").place(scene, x + 2, y + h - 24, w - 4, 18)
        scene.node(x, y, w, h, "list_item", self.name, count, ID + "album", self.message)


class Action(Widget[Message]):
    """One of the actions below a photo."""

    __slots__ = ("icon", "label", "message", "rid")

    def __init__(self, icon: str, label: str, message: Message, rid: str) -> None:
        self.flex, self.icon, self.label, self.message, self.rid = 1, icon, label, message, rid

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of icon and label."""
        return 54

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws icon and label."""
        scene.icon(x + w // 2 - 11, y + 6, 22, self.icon, WHITE)
        scene.text(x, y + 32, w, 18, self.label, WHITE, 12, "regular", "center")
        scene.node(x, y, w, h, "button", self.label, "", ID + self.rid, self.message)
