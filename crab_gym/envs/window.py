"""A window that shows the devices while an environment runs, for ``render_mode="human"``."""

from __future__ import annotations

from typing import Any

from gymnasium.error import DependencyNotInstalled

from crab_gym.backends.base import Image
from crab_gym.extras import install_hint

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
            raise DependencyNotInstalled(
                f'render_mode="human" needs pygame ({error}); {install_hint("render")}'
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
        size = (picture.shape[1], picture.shape[0])
        if self._surface is None:
            pygame.display.init()
            display = pygame.display.Info()
            room = (display.current_w, display.current_h)
            factor = min(1.0, *(_SHARE * most / own for own, most in zip(size, room, strict=True) if most > 0))
            self._surface = pygame.display.set_mode(_scaled(size, factor), pygame.RESIZABLE)
            self._clock = pygame.time.Clock()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        pygame.display.set_caption(title)
        self._surface = pygame.display.get_surface()  # another one after a change of the window's size
        width, height = self._surface.get_size()
        shown = _scaled(size, min(width / size[0], height / size[1]))
        frame = pygame.image.frombuffer(picture.tobytes(), size, "RGB")
        if shown != size:
            frame = pygame.transform.smoothscale(frame, shown)
        self._surface.fill((0, 0, 0))
        self._surface.blit(frame, ((width - shown[0]) // 2, (height - shown[1]) // 2))
        pygame.display.flip()
        if self._fps:
            self._clock.tick(self._fps)

    def close(self) -> None:
        """Closes the window; may be called twice."""
        if self._surface is not None:
            self._pygame.display.quit()
        self._surface, self.closed = None, True


def _scaled(size: tuple[int, int], factor: float) -> tuple[int, int]:
    width, height = size
    return max(1, round(width * factor)), max(1, round(height * factor))
