"""The provider of voice mails."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.android.providers.provider import Provider, Values, deleter, text_of, time_of
from crab_sim.phone.android.system_databases import call_length
from crab_sim.phone.apps.phone import voicemail
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS, VoicemailRow
from crab_sim.phone.machine import Phone

__all__ = ["VOICE_MAILS"]


def _insert(phone: Phone, values: Values) -> int:
    date = time_of(values, "date", float(int(phone.now)))
    number, read = text_of(values, "number"), bool(int(values.get("is_read") or 0))
    row = VoicemailRow(0, number, date, call_length(values.get("duration")), text_of(values, "transcription"), read)
    new = voicemail.add(phone, row)
    if not read:
        voicemail.announce(phone, number)
    return new


def _update(phone: Phone, row_id: int, values: Values) -> None:
    def changed(row: VoicemailRow) -> VoicemailRow:
        if row.id != row_id:
            return row
        text = text_of(values, "transcription") if "transcription" in values else row.text
        return row._replace(text=text, read=bool(int(values.get("is_read", row.read) or 0)))

    phone.put(VOICEMAILS, tuple([changed(row) for row in phone.get(VOICEMAILS)]))


VOICE_MAILS: Final = Provider(
    ("_id", "number", "date", "duration", "is_read", "new", "has_content", "source_package", "transcription"),
    lambda phone: [
        (row.id, row.number, round(row.date * 1000), row.duration, int(row.read), int(not row.read), 1,
         "com.android.phone", row.text)
        for row in phone.get(VOICEMAILS)
    ],
    "date DESC, _id DESC", _insert, _update, deleter(VOICEMAILS),
)  # fmt: skip
