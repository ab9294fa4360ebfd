"""The English texts of elements of a simulated device that shows another language."""

from __future__ import annotations

from crab_gym.backends.base import Element
from crab_sim.language import words_of

__all__ = ["in_english"]


def in_english(element: Element, language: str, device: str) -> Element:
    """Returns an element with the texts that it has in English; the content of fields stays.

    Args:
        element: The element.
        language: The language that the device shows.
        device: The device.
    """
    words = words_of(language, device, element.app)
    if words is None:
        return element
    text = element.text if element.role == "text_field" else words.english(element.text)
    return element._replace(text=text, description=words.english(element.description))
