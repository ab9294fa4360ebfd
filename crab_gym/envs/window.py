"""A window that shows the devices while an environment runs, for ``render_mode="human"``."""

from __future__ import annotations

from typing import Any

from crab_gym.backends.base import Image
from crab_sim.extras import install_hint

__all__ = ["Window"]

_SHARE = 0.9
"""Share of the display that a new window takes at most."""


class Window:
    """Shows pictures, scaled to the window's size; opens with the first one.

    If a person closes the window, nothing more is shown and the environment goes on.

    Args:
        fps: Number of pictures that are shown in a second at most; 0 for no limit.

    Raises:
        DependencyNotInstalled: There is no pygame.
    """

    def __init__(self, fps: float) -> None:
        try:
            import pygame
        except ImportError as error:
            from gymnasium.error import DependencyNotInstalled

            raise DependencyNotInstalled(
                f'render_mode="human" needs pygame ({error}); {install_hint("vision")}'
            ) from error
        self._pygame: Any = pygame
        self._fps = fps
        self._surface: Any = None
        self._clock: Any = None
        self.closed = False

    def show(self, title: str, picture: Image) -> None:
        """Shows a picture.

        Args:
            title: The window's title.
            picture: ``(H, W, 3) uint8 RGB``.
        """
        if self.closed:
            return
        pygame = self._pygame
        height, width = picture.shape[:2]
        if self._surface is None:
            self._open(width, height)
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        pygame.display.set_caption(title)
        self._surface = pygame.display.get_surface()  # another one after a change of the window's size
        room_width, room_height = self._surface.get_size()
        shown_width, shown_height = _scaled(width, height, min(room_width / width, room_height / height))
        frame = pygame.image.frombuffer(picture.tobytes(), (width, height), "RGB")
        if (shown_width, shown_height) != (width, height):
            frame = pygame.transform.smoothscale(frame, (shown_width, shown_height))
        self._surface.fill((0, 0, 0))
        self._surface.blit(frame, ((room_width - shown_width) // 2, (room_height - shown_height) // 2))
        pygame.display.flip()
        if self._fps:
            self._clock.tick(self._fps)

    def _open(self, width: int, height: int) -> None:
        """Opens the window for pictures of a size; it is smaller where the display has too little room."""
        pygame = self._pygame
        pygame.display.init()
        display = pygame.display.Info()
        room = ((width, display.current_w), (height, display.current_h))
        factor = min([1.0, *(_SHARE * most / own for own, most in room if most > 0)])  # some displays don't tell
        self._surface = pygame.display.set_mode(_scaled(width, height, factor), pygame.RESIZABLE)
        self._clock = pygame.time.Clock()

    def close(self) -> None:
        """Closes the window; may be called twice."""
        if self._surface is not None:
            self._pygame.display.quit()
        self._surface, self.closed = None, True


def _scaled(width: int, height: int, factor: float) -> tuple[int, int]:
    return max(1, round(width * factor)), max(1, round(height * factor))
