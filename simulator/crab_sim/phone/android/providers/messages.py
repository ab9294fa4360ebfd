"""The providers of text messages: ``content://sms``, ``content://mms`` and the conversations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from crab_sim.phone.android.providers.provider import Provider, Values, deleter, text_of, time_of
from crab_sim.phone.android.system_databases import BOX_TYPES, addr_rows, part_rows, pdu_row, sms_row, thread_ids
from crab_sim.phone.app import Cell
from crab_sim.phone.apps.contacts.data import digits
from crab_sim.phone.apps.messages import data as messages_data
from crab_sim.phone.apps.messages.data import MESSAGES, MessageRow
from crab_sim.phone.machine import Phone
from crab_sim.ui.page import PlainData

__all__ = ["ADDRESSES", "CONVERSATIONS", "DRAFTS", "INBOX", "MMS", "PARTS", "SENT", "SMS"]

_SMS: Final = (
    "_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type",
    "reply_path_present", "subject", "body", "service_center", "locked", "sub_id", "error_code", "creator", "seen",
)  # fmt: skip
_BOXES: Final = {number: name for name, number in BOX_TYPES.items()}


def _insert_sms(box: str | None) -> Callable[[Phone, Values], int]:
    def insert(phone: Phone, values: Values) -> int:
        where = box or _BOXES.get(int(values.get("type") or 1))
        if where is None:
            raise ValueError(f"a message of type {values.get('type')!r}; expected 1 (inbox), 2 (sent) or 5 (failed)")
        rows, new = messages_data.add(
            phone.get(MESSAGES), text_of(values, "address"), text_of(values, "body"),
            time_of(values, "date", float(int(phone.now))), where,
            where != "inbox" or bool(int(values.get("read") or 0)),
        )  # fmt: skip
        phone.put(MESSAGES, rows)
        return new

    return insert


def _update_sms(phone: Phone, row_id: int, values: Values) -> None:
    changes: dict[str, PlainData] = {name: text_of(values, name) for name in ("address", "body") if name in values}
    if "read" in values:
        changes["read"] = bool(int(values["read"] or 0))
    if "date" in values:
        changes["date"] = time_of(values, "date", 0.0)
    box = _BOXES.get(int(values.get("type") or 0))
    if box is not None:
        changes["box"] = box
    rows = phone.get(MESSAGES)
    phone.put(MESSAGES, tuple([row._replace(**changes) if row.id == row_id else row for row in rows]))


def _sms(box: str | None = None) -> Provider:
    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        all_rows = phone.get(MESSAGES)
        threads = thread_ids(all_rows)
        texts = [row for row in all_rows if not row.is_multimedia]
        wanted = [row for row in texts if box is None or BOX_TYPES.get(row.box, 1) == BOX_TYPES[box]]
        return [sms_row(row, threads[digits(row.address)]) for row in wanted]

    return Provider(_SMS, rows, "date DESC, _id DESC", _insert_sms(box), _update_sms, deleter(MESSAGES))


def _draft_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    threads = thread_ids(phone.get(MESSAGES))
    now = round(phone.now * 1000)
    return [
        (i + 1, threads.get(digits(draft.address)), draft.address, None, now, 0, None, 1, -1, 3, None, None, draft.body,
         None, 0, 1, 0, None, 1)
        for i, draft in enumerate(phone.get(messages_data.DRAFTS))
    ]  # fmt: skip


def _conversation_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    rows = phone.get(MESSAGES)
    conversations = []
    for key, thread in thread_ids(rows).items():
        own = [row for row in rows if digits(row.address) == key]
        last = max(own, key=lambda row: (row.date, row.id))
        read = int(all(row.read for row in own))
        date = round(last.date * 1000)
        conversations.append((thread, date, len(own), str(thread), last.body, thread, len(own), read))
    return conversations


CONVERSATIONS: Final = Provider(
    ("_id", "date", "message_count", "recipient_ids", "snippet", "thread_id", "msg_count", "read"),
    _conversation_rows, "date DESC",
)  # fmt: skip
_PARTS: Final = ("_id", "mid", "seq", "ct", "name", "chset", "cid", "cl", "_data", "text")


def _multimedia(phone: Phone) -> Iterable[Sequence[Cell]]:
    rows = phone.get(MESSAGES)
    threads = thread_ids(rows)
    return [pdu_row(row, threads[digits(row.address)]) for row in rows if row.is_multimedia]


def _of_each(make: Callable[[MessageRow], list[tuple[Cell, ...]]]) -> Callable[[Phone], Iterable[Sequence[Cell]]]:
    return lambda phone: [each[:10] for row in phone.get(MESSAGES) if row.is_multimedia for each in make(row)]


MMS: Final = Provider(
    ("_id", "thread_id", "date", "date_sent", "msg_box", "read", "sub", "ct_t", "m_type", "seen"), _multimedia,
    "date DESC, _id DESC", None, None, deleter(MESSAGES),
)  # fmt: skip
PARTS: Final = Provider(_PARTS, _of_each(part_rows))
ADDRESSES: Final = Provider(("_id", "msg_id", "contact_id", "address", "type", "charset"), _of_each(addr_rows))
SMS: Final = _sms()
INBOX: Final = _sms("inbox")
SENT: Final = _sms("sent")
DRAFTS: Final = Provider(_SMS, _draft_rows, "date DESC, _id DESC")
