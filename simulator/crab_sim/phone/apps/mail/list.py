"""The Mail app's lists of mails."""

from __future__ import annotations

from crab_sim.machine.app import Context
from crab_sim.phone import metrics
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.apps.mail.data import MailRow, Rows
from crab_sim.phone.apps.mail.messages import Message
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.ui import Avatar, IconButton, Scene, Theme, Widget
from crab_sim.ui.node import SELECTED

__all__ = ["tiles"]

_ID = "com.google.android.gm:id/"
_MAX_ROWS = 100  # of a list
_RED = (217, 48, 37)


class _MailTile(Widget[Message]):
    """A mail in a list: sender, date, subject, the beginning of the text, and its star."""

    __slots__ = ("name", "picked", "row", "when")

    def __init__(self, row: MailRow, name: str, when: str, picked: bool | None) -> None:
        self.flex, self.row, self.name, self.when, self.picked = 0, row, name, when, picked

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of three lines."""
        return 88

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the tile, then its star: the node that comes last receives the taps."""
        theme, row = scene.theme, self.row
        picking, picked = self.picked is not None, bool(self.picked)
        snippet = " ".join(row.body[:160].split())
        subject = row.subject or "(no subject)"
        message: Message = ("pick", row.id) if picking else ("open", row.id)
        held: Message | None = None if picking else ("pick", row.id)
        words = f"{'' if row.read else 'Unread. '}{self.name}, {self.when}. {snippet}"
        flags = SELECTED if picked else 0
        rid = _ID + "viewified_conversation_item_view"
        scene.node(x, y, w, h, "list_item", subject, words, rid, message, held, None, flags)
        if picked:
            scene.round(x + 4, y + 2, w - 8, h - 4, theme.selection, 14)
        left, right = x + 72, x + w - 16
        if picked:
            scene.round(x + 16, y + 24, 40, 40, theme.accent, 20)
            scene.icon(x + 26, y + 34, 20, "check", theme.on_accent)
        else:
            Avatar(self.name.removeprefix("To: "), 40).place(scene, x + 16, y, 40, h)
        font: metrics.Font = "regular" if row.read else "bold"
        ink = theme.muted if row.read else theme.text
        across = metrics.width(self.when, font, 12)
        scene.text(right - across, y + 10, across, 22, self.when, ink, 12, font)
        room = right - left - across - 8
        if row.attachment:
            room -= 20
            scene.icon(right - across - 22, y + 13, 16, "attach", theme.muted)
        name = metrics.ellipsize(self.name, font, 15, room)
        scene.text(left, y + 10, room, 22, name, _RED if row.folder == "drafts" else theme.text, 15, font)
        room = right - left - 36
        scene.text(left, y + 34, room, 20, metrics.ellipsize(subject, font, 14, room), ink, 14, font)
        shown = metrics.ellipsize(snippet, "regular", 13, room)
        scene.text(left, y + 56, room, 20, shown, theme.muted, 13)
        star, description = ("star_filled", "Remove star") if row.starred else ("star", "Add star")
        button: Widget[Message] = IconButton(
            star, description, ("star", row.id), _ID + "star", "accent" if row.starred else "muted", size=40
        )
        button.place(scene, right - 32, y + 42, 40, 40)


def tiles(context: Context, rows: Rows, picked: tuple[int, ...]) -> list[Widget[Message]]:
    """Returns the tiles of mails; `picked` are the ids of the selected ones."""
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    names = {row.email.casefold(): row.name for row in context.get(CONTACTS) if row.email}
    listed: list[Widget[Message]] = []
    for row in rows[:_MAX_ROWS]:
        name = row.name
        if row.folder == "drafts":
            name = "Draft"
        elif row.folder in ("sent", "outbox"):
            name = "To: " + ", ".join([names.get(address.casefold()) or address for address in row.to or row.cc])
        when = "Queued" if row.folder == "outbox" else stamp(row.date, now, full, short=True)
        listed.append(_MailTile(row, name, when, row.id in picked if picked else None))
    return listed
