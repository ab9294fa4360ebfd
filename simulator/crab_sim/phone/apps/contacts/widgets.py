"""Widgets of the Contacts app: the avatars of entries."""

from __future__ import annotations

from crab_sim.ui import Avatar, Scene, Theme

__all__ = ["InitialAvatar", "LargeAvatar", "PhotoAvatar"]

_ID = "com.android.contacts:id/"


class PhotoAvatar(Avatar):
    """An avatar that shows an entry's photo, if it has one."""

    __slots__ = ("photo",)

    def __init__(self, name: str, size: int = 40, photo: bytes = b"") -> None:
        super().__init__(name, size)
        self.photo = photo

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        if not self.photo:
            super().place(scene, x, y, w, h)
            return
        size = self.size
        left, top = x + (w - size) // 2, y + (h - size) // 2
        scene.ops.append(("picture", left, top, left + size, top + size, scene.clip, self.photo))
        ring = size * 3 // 14  # as wide as the corners that stand out of the disc
        around = size + 2 * ring
        scene.frame(left - ring, top - ring, around, around, scene.theme.background, around // 2, ring)


class InitialAvatar(PhotoAvatar):
    """A row's avatar; the first row of each letter shows the letter in front of it."""

    __slots__ = ("letter",)

    def __init__(self, name: str, letter: str, photo: bytes = b"") -> None:
        super().__init__(name, photo=photo)
        self.letter = letter

    def width(self, theme: Theme) -> int:
        """Returns the width of letter and avatar."""
        return self.size + 28

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws letter and avatar."""
        scene.text(x, y, 24, h, self.letter, scene.theme.accent, scene.theme.font, "bold")
        super().place(scene, x + 28, y, w - 28, h)


class LargeAvatar(PhotoAvatar):
    """An entry's large avatar, described by the name."""

    __slots__ = ()

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the avatar and its node."""
        super().place(scene, x, y, w, h)
        left, rid = x + (w - self.size) // 2, _ID + "photo_touch_intercept_overlay"
        scene.node(left, y, self.size, self.size, "image", "", self.name, rid, verbatim="description")
