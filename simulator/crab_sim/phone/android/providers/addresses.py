"""The ``content://`` addresses of the providers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from crab_sim.phone.android.providers import blocked, calendar, calls, contacts, media, messages, voicemails
from crab_sim.phone.android.providers.provider import Provider
from crab_sim.phone.android.providers.settings import settings

__all__ = ["find"]

_PATHS: Final[Mapping[str, Provider]] = {
    "sms": messages.SMS,
    "sms/inbox": messages.INBOX,
    "sms/sent": messages.SENT,
    "sms/draft": messages.DRAFTS,
    "mms": messages.MMS,
    "mms/part": messages.PARTS,
    "sms/conversations": messages.CONVERSATIONS,
    "mms-sms/conversations": messages.CONVERSATIONS,
    "contacts/phones": contacts.PHONES,
    "contacts/people": contacts.PEOPLE,
    "com.android.blockednumber/blocked": blocked.BLOCKED_NUMBERS,
    "com.android.contacts/contacts": contacts.PEOPLE,
    "com.android.contacts/raw_contacts": contacts.RAW_CONTACTS,
    "com.android.contacts/data": contacts.DATA,
    "com.android.contacts/groups": contacts.LABELS,
    "com.android.contacts/data/phones": contacts.PHONES,
    "com.android.contacts/data/emails": contacts.EMAILS,
    "call_log/calls": calls.CALL_LOG,
    "com.android.voicemail/voicemail": voicemails.VOICE_MAILS,
    "com.android.calendar/events": calendar.EVENTS,
    "com.android.calendar/calendars": calendar.CALENDARS,
    "user_dictionary/words": Provider(("_id", "word", "frequency", "locale"), lambda phone: ()),
    **{
        f"media/{volume}/{name}": provider
        for volume in ("external", "external_primary")
        for name, provider in (
            ("images/media", media.IMAGES), ("audio/media", media.AUDIO), ("video/media", media.VIDEO),
            ("file", media.FILE), ("downloads", media.DOWNLOADS),
        )
    },
    **{f"settings/{namespace}": settings(namespace) for namespace in ("system", "secure", "global")},
}  # fmt: skip

_INSTANCES = re.compile(r"com\.android\.calendar/instances/when/(-?\d{1,16})/(-?\d{1,16})")


def find(uri: str) -> tuple[Provider, str] | None:
    """Returns the provider of an address and the SQL filter of the row that it names, None for an unknown address.

    >>> provider, where = find("content://sms/inbox/7")
    >>> provider.columns[2], where
    ('address', '_id = 7')
    """
    members = re.fullmatch(r"content://mms/(\d{1,18})/addr/?", uri)
    if members is not None:
        return messages.ADDRESSES, f"msg_id = {members[1]}"
    path = uri.removeprefix("content://").partition("?")[0].strip("/")
    if not uri.startswith("content://"):
        return None
    instances = _INSTANCES.fullmatch(path)
    if instances is not None:
        return calendar.instances(int(instances[1]), int(instances[2])), ""
    if path in _PATHS:
        return _PATHS[path], ""
    head, _, last = path.rpartition("/")
    if head in _PATHS:
        if re.fullmatch(r"\d{1,18}", last):
            return _PATHS[head], f"_id = {last}"
        if head.startswith("settings/") and re.fullmatch(r"\w+", last):
            return _PATHS[head], f"name = '{last}'"
    return None
