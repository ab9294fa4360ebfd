"""The Phone app's page of blocked numbers, and the entry of menus that blocks one."""

from __future__ import annotations

from crab_sim import ui
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.phone.call import name_of
from crab_sim.phone.apps.phone.messages import Message
from crab_sim.phone.system.blocked import BLOCKED, is_blocked
from crab_sim.phone.widgets.basics import app_bar, empty

__all__ = ["block_item", "blocked_view"]


def block_item(context: Context, number: str) -> ui.Item[Message]:
    """Returns the entry of a menu that blocks a number or unblocks it."""
    on = is_blocked(context.get(BLOCKED), number)
    return ui.Item("Unblock number" if on else "Block number", ("unblock" if on else "ask_block", number), "call_end")


def blocked_view(context: Context) -> View[Message]:
    """Returns the page with the blocked numbers."""
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            name_of(context, row.number), None, row.number,
            trailing=ui.IconButton("close", f"Unblock {row.number}", ("unblock", row.number)),
        )
        for row in context.get(BLOCKED)
    ]  # fmt: skip
    body: ui.Widget[Message] = ui.Scroll("blocked", tiles) if tiles else empty("call_end", "No blocked numbers")
    return View(ui.Column([app_bar("Blocked numbers"), body]))
