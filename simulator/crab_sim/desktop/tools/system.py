"""Tools of the desktop's system itself."""

from __future__ import annotations

from crab_sim.desktop.tools.box import BOX, wake
from crab_sim.machine.tools import Hand, close_dialog

__all__ = ["dialog_close"]


@BOX.of("settings", wake).reads
def dialog_close(hand: Hand) -> str:
    """Closes the dialog that the system shows over all apps; returns what it says. It does nothing else.

    Args:
        hand: The hold on the desktop.
    """
    return close_dialog(hand)
