"""The Phone app's list of voice mails, and the page of one, on which it is played.

Pages: ``voicemail`` (arg: its id, data: the `Playback`). The tab is there once there is a voice mail, as it is on a
phone once its network has some.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import ui
from crab_sim.engines.playback import Playback, length, pause, position, resume, seek
from crab_sim.machine.app import Context, View
from crab_sim.machine.rows import get, remove
from crab_sim.phone.apps.phone.call import ID, contact_of, name_of
from crab_sim.phone.apps.phone.messages import Message, VoicemailMessage
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS, VoicemailRow, mark_played, newest_first
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets.basics import RoundButton, app_bar, confirm, empty
from crab_sim.phone.widgets.playback import Progress

__all__ = ["update_voicemail", "voicemail_tab", "voicemail_view", "voicemails"]


def voicemail_tab(context: Context) -> tuple[tuple[str, str, str], ...]:
    """Returns the tab of the voice mails, as icon, label and name; none where there are none."""
    wanted = context.get(VOICEMAILS) or context.page.arg == "voicemail"
    return (("voicemail", "Voicemail", "voicemail"),) if wanted else ()


def _when(context: Context, row: VoicemailRow) -> str:
    return f"{stamp(row.date, context.now, is_24_hour(context.get(SETTINGS)))} · {length(row.duration)}"


def voicemails(context: Context) -> list[ui.Widget[Message]]:
    """Returns the tab's list."""
    rows = newest_first(context.get(VOICEMAILS))
    if not rows:
        return [empty("voicemail", "No voicemails", "What callers leave you is listed here")]
    tiles: list[ui.Widget[Message]] = []
    for row in rows:
        name, stranger = name_of(context, row.number), contact_of(context, row.number) is None
        when = _when(context, row)
        tiles.append(
            ui.Tile(
                name,
                ("voicemail", row.id),
                when if row.read else f"New · {when}",
                ui.Avatar(name, icon="person" if stranger else ""),
                strong=not row.read,
                rid=ID + "voicemail",
            )
        )
    return [ui.Scroll("voicemails", tiles, rid="android:id/list")]


def voicemail_view(context: Context) -> View[Message]:
    """Returns the page of a voice mail: who called when, the player, and what was said."""
    row = get(context.get(VOICEMAILS), context.page.arg)
    if row is None:
        return View(ui.Column([app_bar("Voicemail"), empty("voicemail", "This voicemail was deleted")]))
    name, player = name_of(context, row.number), _player(context)
    passed = position(player, context.seconds if player.since is not None else context.now)
    playing = player.since is not None and passed < row.duration
    play = ("pause", "Pause") if playing else ("play", "Play")
    head: list[ui.Widget[Message]] = [
        ui.Avatar(name, 72, "" if contact_of(context, row.number) is not None else "person"),
        ui.Space(10),
        ui.Label(name, 22, align="center", wrap=True, rid=ID + "contact_name", pad=(20, 0)),
    ]
    if name != row.number:
        head.append(ui.Label(row.number, tone="muted", align="center", rid=ID + "phone_number"))
    total = float(row.duration)
    body: list[ui.Widget[Message]] = [
        *head,
        ui.Label(_when(context, row), "small", "muted", align="center", pad=(0, 6)),
        ui.Column([Progress(min(passed, total), total, ("seek_voicemail", 0.0), ID + "playback_seek")], pad=(24, 0)),
        ui.Row(
            [
                RoundButton(*play, ("play_voicemail",), ID + "playback_start_stop"),
                RoundButton("phone", "Call back", ("call", row.number)),
                RoundButton("messages", "Message", ("message", row.number)),
                RoundButton("delete", "Delete", ("ask_voicemail",), ID + "delete_voicemail"),
            ],
            pad=(24, 10),
        ),
        ui.Divider(16),
        ui.Label("Transcript", "small", "accent", "bold", pad=(20, 8)),
        ui.Label(row.text or "No transcript", wrap=True, rid=ID + "transcription_text", pad=(20, 4)),
    ]
    overlay: ui.Widget[Message] | None = None
    if context.page.overlay == ("ask_voicemail",):
        overlay = confirm("Delete this voicemail?", "It will be deleted for good.", "Delete", ("delete_voicemail",))
    return View(ui.Column([app_bar("Voicemail"), ui.Scroll("voicemail", [*body, ui.Space(16)])]), overlay)


def _player(context: Context) -> Playback:
    return context.page.data or Playback()


def update_voicemail(context: Context, message: VoicemailMessage) -> None:
    """Handles the messages of the list and of the page."""
    if message[0] == "voicemail":
        context.push(ui.Page("voicemail", message[1]))
        return
    row = get(context.get(VOICEMAILS), context.page.arg)
    if row is None:
        return
    player, now = _player(context), context.now
    match message:
        case ("play_voicemail",):
            if position(player, now) >= row.duration:
                player = Playback(0.0, now)
            else:
                player = pause(player, now) if player.since is not None else resume(player, now)
            context.set(data=player)
            mark_played(context.machine, row.id)
        case ("seek_voicemail", fraction):
            context.set(data=seek(player, fraction * row.duration, now))
        case ("ask_voicemail",):
            context.set(overlay=message)
        case ("delete_voicemail",):
            context.put(VOICEMAILS, remove(context.get(VOICEMAILS), row.id))
            context.pop()
        case _:
            assert_never(message)
