"""The elements of devices' accessibility trees: `Element`, and the vocabulary of their roles (`ROLES`)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ROLES", "TITLE_BAR", "Element", "is_raw"]

ROLES = (
    "window", "dialog", "button", "text", "text_field", "checkbox", "switch", "radio", "slider", "image", "icon",
    "link", "list", "list_item", "menu", "menu_item", "tab", "toolbar", "table", "cell", "web", "other",
)  # fmt: skip
"""The roles of elements, one vocabulary for all backends."""
TITLE_BAR = frozenset(("Close", "Maximize", "Minimize", "Restore", "Restore Down"))
"""The names of the buttons in the title bars of windows."""


class Element(NamedTuple):
    """One node of a device's accessibility tree.

    Attributes:
        role: One of `ROLES`.
        text: The text that a person reads on it; the content of a text field (bullets for a password).
        description: The text that a screen reader says where it has none, such as an icon's meaning.
        resource_id: The toolkit's identifier, such as ``com.google.android.contacts:id/save``.
        app: Id of its app (`crab_sim.devices.apps.APPS`), or ``"system"``.
        bounds: ``(left, top, right, bottom)`` in pixels of the configured screen, half-open.
    """

    role: str
    text: str = ""
    description: str = ""
    resource_id: str = ""
    app: str = ""
    bounds: tuple[int, int, int, int] = (0, 0, 0, 0)
    clickable: bool = False
    long_clickable: bool = False
    editable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    focused: bool = False
    enabled: bool = True
    scrollable: bool = False
    password: bool = False

    @property
    def center(self) -> tuple[int, int]:
        """The middle of the bounds, in pixels."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


def is_raw(shape: object) -> bool:
    """Returns whether a phone's elements are asked for as Android tells them, rather than flat and labelled.

    Args:
        shape: The value of a backend's option ``elements``.

    Raises:
        ValueError: It is neither ``"flat"`` nor ``"raw"``.
    """
    if shape not in ("flat", "raw"):
        raise ValueError(f"elements is {shape!r}; expected 'flat' or 'raw'")
    return shape == "raw"
