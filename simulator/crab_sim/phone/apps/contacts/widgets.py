"""Widgets of the Contacts app: the avatars of entries."""

from __future__ import annotations

from crab_sim.ui import Avatar, Scene, Theme

__all__ = ["InitialAvatar", "LargeAvatar"]

_ID = "com.android.contacts:id/"


class InitialAvatar(Avatar):
    """A row's avatar; the first row of each letter shows the letter in front of it."""

    __slots__ = ("letter",)

    def __init__(self, name: str, letter: str) -> None:
        super().__init__(name)
        self.letter = letter

    def width(self, theme: Theme) -> int:
        """Returns the width of letter and avatar."""
        return self.size + 28

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws letter and avatar."""
        scene.text(x, y, 24, h, self.letter, scene.theme.accent, scene.theme.font, "bold")
        super().place(scene, x + 28, y, w - 28, h)


class LargeAvatar(Avatar):
    """An entry's large avatar, described by the name."""

    __slots__ = ()

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the avatar and its node."""
        super().place(scene, x, y, w, h)
        left, rid = x + (w - self.size) // 2, _ID + "photo_touch_intercept_overlay"
        scene.node(left, y, self.size, self.size, "image", "", self.name, rid, verbatim="description")
