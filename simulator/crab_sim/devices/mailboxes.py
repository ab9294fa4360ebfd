"""Mailboxes: the mbox files in which Thunderbird keeps its folders, and the mails in them.

Each mail in such a file begins with a line ``From - DATE`` and three lines of Thunderbird's own: its status as two
hexadecimal numbers, and its tags, padded with blanks so that they can be changed in place.

* `StoredMail` - a mail with its status; `split_mailbox`, `join_mailbox` - a file to mails and back.
* `heads_of`, `content_of` - the addresses, subject and date of a mail; its text and the files attached to it.
* `date_of` - its date alone.
* `write_source` - a mail's source from its parts.
* `folder_path`, `folder_names` - a folder's file below an account's, and the folders of the files that are there.
* `in_order` - folders in the order in which Thunderbird shows them. `SPECIAL` - those with a purpose.
* `TAGS` - names of tags by their keywords.
"""

from __future__ import annotations

import hashlib
import re
import time
from calendar import timegm
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = [
    "FORWARDED", "MAX_MAILBOX", "MAX_MAILS", "READ", "REPLIED", "SPECIAL", "STARRED", "TAGS", "Attachment", "Content",
    "Heads", "Person", "StoredMail", "content_of", "date_of", "folder_names", "folder_path", "heads_of", "in_order",
    "join_mailbox", "people_of", "split_mailbox", "write_source",
]  # fmt: skip

READ, REPLIED, STARRED, EXPUNGED, FORWARDED = 0x1, 0x2, 0x4, 0x8, 0x1000
"""Bits of a mail's status. An expunged mail is gone; only its bytes are still in the file."""
TAGS: Final[Mapping[str, str]] = {
    "$label1": "Important", "$label2": "Work", "$label3": "Personal", "$label4": "To Do", "$label5": "Later",
}  # fmt: skip
SPECIAL: Final = ("Inbox", "Drafts", "Templates", "Sent", "Archives", "Junk", "Trash")
"""The folders with a purpose, in the order in which they are shown."""
MAX_MAILBOX: Final = 8 << 20
"""Most bytes of a file that is read as a mailbox."""
MAX_MAILS: Final = 5_000
"""Most mails of a mailbox that are read."""
_KEYS_WIDTH: Final = 80
_SHORT: Final = 65_536  # bytes of a mail of which many are kept
_OWN = re.compile(rb"X-Mozilla-(Status2?|Keys):([^\n]*)\n", re.IGNORECASE)
_QUOTED_FROM = re.compile(rb"(?m)^>(>*From )")
_FROM = re.compile(rb"(?m)^(>*From )")
_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FAR: Final = 1 << 33  # seconds since 1970, in the year 2242
_PLAIN = (
    rf"(?:{'|'.join(_DAYS)}), ([0-9]{{2}}) ({'|'.join(_MONTHS)}) ([12][0-9]{{3}}) "
    r"([0-9]{2}):([0-9]{2}):([0-9]{2}) \+0000"
)
_PLAIN_DATE = re.compile(_PLAIN)  # as `date_header` writes it, and most programs; others take much longer to read
_PLAIN_LINE = re.compile(rb"(?:\A|\n)Date: (" + _PLAIN.encode() + rb")(?:\Z|\n(?![ \t]))")


class StoredMail(NamedTuple):
    """A mail in a mailbox.

    Attributes:
        source: Its headers and its body.
        status: The bits of its status that are set.
        tags: The keywords of its tags, such as ``"$label1"``.
    """

    source: bytes
    status: int = 0
    tags: tuple[str, ...] = ()

    def has(self, bit: int) -> bool:
        """Returns whether a bit of the status is set, such as `READ`."""
        return bool(self.status & bit)

    def with_bit(self, bit: int, on: bool) -> StoredMail:
        """Returns the mail with a bit of its status set or cleared."""
        return self._replace(status=self.status | bit if on else self.status & ~bit)


# Files --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def split_mailbox(data: bytes) -> tuple[StoredMail, ...]:
    r"""Returns the mails of a file, in its order, without those that were expunged.

    >>> split_mailbox(join_mailbox([StoredMail(b"Subject: a\n\nFrom here\n", READ)]))
    (StoredMail(source=b'Subject: a\n\nFrom here\n', status=1, tags=()),)
    """
    data = data[:MAX_MAILBOX].replace(b"\r\n", b"\n")
    starts = _starts(data)
    mails = []
    for i, start in enumerate(starts):
        end = starts[i + 1] if i + 1 < len(starts) else len(data)
        # a mail is read again whenever another one comes into its folder
        mail = _short_mail(data[start:end]) if end - start <= _SHORT else _stored(data[start:end])
        if not mail.status & EXPUNGED:
            mails.append(mail)
    return tuple(mails)


@lru_cache(maxsize=256)
def _short_mail(part: bytes) -> StoredMail:
    return _stored(part)


def _stored(part: bytes) -> StoredMail:
    """Returns the mail in a part of a mailbox."""
    status, tags, at = 0, "", part.index(b"\n") + 1
    own = _OWN.match(part, at)
    while own is not None:
        name, value = own[1].lower(), own[2].strip()
        if name == b"status":
            status = _hexadecimal(value)
        elif name == b"keys":
            tags = value.decode("ascii", "replace")
        at = own.end()
        own = _OWN.match(part, at)
    source = part[at:].rstrip(b"\n") + b"\n"
    if b">From " in source:
        source = _QUOTED_FROM.sub(rb"\1", source)
    return StoredMail(source, status, tuple(tags.split()))


def _starts(data: bytes) -> list[int]:
    """Returns where mails begin: the whole lines with ``From``, a blank and anything."""
    starts: list[int] = []
    at = 0 if data.startswith(b"From ") else data.find(b"\nFrom ") + 1
    # `find` looks for a line of this kind many times as fast as a pattern.
    while data.startswith(b"From ", at) and len(starts) < MAX_MAILS and data.find(b"\n", at) >= 0:
        starts.append(at)
        at = data.find(b"\nFrom ", at) + 1
        if at == 0:
            break
    return starts


@lru_cache(maxsize=64)
def _hexadecimal(text: bytes) -> int:
    return int(text, 16) if re.fullmatch(rb"[0-9a-fA-F]{1,8}", text) else 0


def join_mailbox(mails: Iterable[StoredMail]) -> bytes:
    """Returns the file that holds mails."""
    parts = []
    for mail in mails:
        keys = " ".join(mail.tags).ljust(_KEYS_WIDTH)
        source = _FROM.sub(rb">\1", mail.source) if b"From " in mail.source else mail.source
        parts.append(
            b"From - %s\nX-Mozilla-Status: %04x\nX-Mozilla-Status2: 00000000\nX-Mozilla-Keys: %s\n%s\n"
            % (_stamp(mail.source), mail.status, keys.encode("ascii", "replace"), source)
        )
    return b"".join(parts)


@lru_cache(maxsize=2048)
def date_of(source: bytes) -> float:
    """Returns the date among a mail's headers, without reading the others where possible; see `Heads`."""
    head = source[:65_536].partition(b"\n\n")[0]
    plain = _PLAIN_LINE.search(head) if head.lower().count(b"date") == 1 else None
    return heads_of(source).date if plain is None else _seconds(plain[1].decode())


def _stamp(source: bytes) -> bytes:
    """Returns the date of a mail as the line before it has it."""
    try:
        return time.asctime(time.gmtime(date_of(source))).encode()
    except (ValueError, OverflowError, OSError):
        return b"Thu Jan  1 00:00:00 1970"


def folder_path(account: str, folder: str) -> str:
    """Returns the file of a folder below the folder of its account.

    >>> folder_path("/m/pop.example.net", "Archives/2026")
    '/m/pop.example.net/Archives.sbd/2026'
    """
    return f"{account}/{folder.replace('/', '.sbd/')}"


def folder_names(paths: Iterable[str]) -> list[str]:
    """Returns the folders whose files have these paths below their account's folder.

    >>> folder_names(["Inbox", "Inbox.msf", "Archives", "Archives.sbd/2026", "msgFilterRules.dat"])
    ['Archives', 'Archives/2026', 'Inbox']
    """
    names = []
    for path in paths:
        parts = path.split("/")
        own = parts[-1].rpartition(".")[2] not in ("msf", "dat", "sbd", "html")
        if own and all([part.endswith(".sbd") for part in parts[:-1]]):
            names.append("/".join([part.removesuffix(".sbd") for part in parts]))
    return sorted(names)


def in_order(names: Iterable[str]) -> list[str]:
    """Returns an account's folders in the order in which Thunderbird shows them, each before the folders in it.

    >>> in_order(["Clubs", "Archives/2026", "Archives", "Trash", "Inbox"])
    ['Inbox', 'Archives', 'Archives/2026', 'Trash', 'Clubs']
    """

    def place(name: str) -> tuple[int, str, str]:
        first = name.partition("/")[0]
        return (SPECIAL.index(first) if first in SPECIAL else len(SPECIAL), first.casefold(), name)

    return sorted(names, key=place)


# Mails --------------------------------------------------------------------------------------------------------------


class Person(NamedTuple):
    """A sender or recipient: name (``""`` for none) and address."""

    name: str
    address: str

    def text(self) -> str:
        """Returns both as they stand in a header.

        >>> Person("Ada Holm", "ada@example.org").text(), Person("Holm, Ada", "ada@example.org").text()
        ('Ada Holm <ada@example.org>', '"Holm, Ada" <ada@example.org>')
        """
        if not self.name:
            return self.address
        name = self.name.replace("\\", "").replace('"', "")
        return f'"{name}" <{self.address}>' if re.search(r"[^\w\s.'-]|\.", name) else f"{name} <{self.address}>"


class Heads(NamedTuple):
    """A mail's headers.

    Attributes:
        id: Its ``Message-ID`` without the brackets; a digest of its source where it has none.
        sender: Who wrote it.
        to: The recipients.
        cc: The recipients of copies.
        bcc: The recipients of hidden copies, which only the sender's own mail names.
        subject: The subject.
        date: The time at which it was written, in seconds since 1970; 0 where it doesn't say.
        answers: Id of the mail that it answers, ``""`` for none.
        multipart: Whether it has several parts, such as attached files.
    """

    id: str
    sender: Person
    to: tuple[Person, ...] = ()
    cc: tuple[Person, ...] = ()
    bcc: tuple[Person, ...] = ()
    subject: str = ""
    date: float = 0.0
    answers: str = ""
    multipart: bool = False


class Attachment(NamedTuple):
    """A file attached to a mail."""

    name: str
    kind: str
    data: bytes


class Content(NamedTuple):
    """A mail's text and the files attached to it."""

    text: str
    attachments: tuple[Attachment, ...] = ()


@lru_cache(maxsize=2048)
def heads_of(source: bytes) -> Heads:
    """Returns a mail's headers."""
    head = re.sub(r"\n[ \t]+", " ", source[:65_536].partition(b"\n\n")[0].decode("utf-8", "replace"))
    fields: dict[str, str] = {}
    for line in head.split("\n"):
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip().casefold(), value.strip())
    sender = _people_in(fields.get("from", ""))
    message_id = _identity(fields.get("message-id", ""))
    return Heads(
        message_id or hashlib.sha256(source).hexdigest()[:16],
        sender[0] if sender else Person("", ""),
        _people_in(fields.get("to", "")),
        _people_in(fields.get("cc", "")),
        _people_in(fields.get("bcc", "")),
        _decoded(fields.get("subject", "")),
        _seconds(fields.get("date", "")),
        _identity(fields.get("in-reply-to", "")),
        fields.get("content-type", "").casefold().startswith("multipart/mixed"),
    )


def _people_in(header: str) -> tuple[Person, ...]:
    """Returns the people of a header; a comma in an encoded name is part of the name."""
    people = people_of(header)
    return tuple([person._replace(name=_decoded(person.name)) for person in people]) if "=?" in header else people


def _identity(text: str) -> str:
    return text.strip().strip("<>")[:250]


def _decoded(text: str) -> str:
    """Returns a header's text with its encoded words decoded."""
    if "=?" not in text:
        return text
    from email.errors import HeaderParseError
    from email.header import decode_header, make_header

    try:
        return str(make_header(decode_header(text)))
    except (HeaderParseError, LookupError, ValueError):
        return text


def _seconds(text: str) -> float:
    plain = _PLAIN_DATE.fullmatch(text)
    if plain is not None:
        month = _MONTHS.index(plain[2]) + 1
        return float(timegm((int(plain[3]), month, int(plain[1]), int(plain[4]), int(plain[5]), int(plain[6]))))
    from email.utils import mktime_tz, parsedate_tz

    try:
        parsed = parsedate_tz(text)
        return float(mktime_tz(parsed)) if parsed is not None else 0.0
    except (ValueError, OverflowError, IndexError, TypeError):
        return 0.0


_PART = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^",;\n])+|"')


@lru_cache(maxsize=2048)
def people_of(text: str) -> tuple[Person, ...]:
    """Returns the people whom a header or a typed line names.

    >>> people_of('"Holm, Ada" <ada@example.org>, bo@example.com;')
    (Person(name='Holm, Ada', address='ada@example.org'), Person(name='', address='bo@example.com'))
    """
    people = []
    for part in _PART.findall(text[:20_000]):
        name, bracket, rest = part.rpartition("<")
        address = (rest.partition(">")[0] if bracket else part).strip()
        if address and address != '"':
            people.append(Person(name.strip().replace('"', "").replace("\\", ""), address))
    return tuple(people)


def content_of(source: bytes) -> Content:
    """Returns a mail's text and its attachments; a mail that can't be taken apart is its own text."""
    return _short_content(source) if len(source) <= _SHORT else _long_content(source)


@lru_cache(maxsize=512)
def _short_content(source: bytes) -> Content:
    return _content(source)


@lru_cache(maxsize=8)
def _long_content(source: bytes) -> Content:
    return _content(source)


def _content(source: bytes) -> Content:
    from email import message_from_bytes
    from email.errors import MessageError

    texts: list[str] = []
    files: list[Attachment] = []
    try:
        for part in message_from_bytes(source).walk():
            if part.is_multipart():
                continue
            data = part.get_payload(decode=True)
            content = data if isinstance(data, bytes) else b""
            name = part.get_filename()
            if name or part.get_content_disposition() == "attachment" or part.get_content_maintype() not in _TEXTUAL:
                files.append(Attachment(_plain_name(_decoded(name or "Part")), part.get_content_type(), content))
            else:
                text = content.decode(part.get_content_charset() or "utf-8", "replace")
                texts.append(_without_markup(text) if part.get_content_subtype() == "html" else text)
    except (MessageError, LookupError, ValueError, RecursionError, AttributeError, TypeError, IndexError, KeyError):
        return Content(source.partition(b"\n\n")[2].decode("utf-8", "replace"))
    return Content("\n".join([text.replace("\r\n", "\n").rstrip("\n") for text in texts]), tuple(files))


_TEXTUAL: Final = ("text", "multipart")  # several parts without a boundary are one text


def _plain_name(name: str) -> str:
    """Returns an attachment's name as that of a file in any folder."""
    return re.sub(r"[/\\\0]", "_", name).strip()[:200] or "Part"


def _without_markup(text: str) -> str:
    """Returns the text of a page in HTML."""
    from html import unescape

    shown: list[str] = []
    hidden = 0
    for token in re.split(r"(<[^<>]*>)", text):
        if not token.startswith("<"):
            if not hidden:
                shown.append(re.sub(r"\s+", " ", token))
            continue
        name = token[1:-1].strip().casefold().partition(" ")[0]
        if name in ("style", "script", "head"):
            hidden += 1
        elif name in ("/style", "/script", "/head"):
            hidden = max(0, hidden - 1)
        elif name in ("br", "br/", "/p", "/div", "/tr", "/li", "/h1", "/h2", "/h3"):
            shown.append("\n")
    return unescape("".join(shown)).strip()


# Writing ------------------------------------------------------------------------------------------------------------

_LINE: Final = 76


def _encoded(text: str) -> str:
    """Returns a header's text, as an encoded word where it has other characters than those of ASCII."""
    text = " ".join(text.split())
    if text.isascii():
        return text
    from email.header import Header

    return Header(text, "utf-8", maxlinelen=10_000).encode()


def _people(people: Sequence[Person]) -> str:
    return ",\n ".join([_person(person) for person in people])


@lru_cache(maxsize=2048)
def _person(person: Person) -> str:
    return person.text() if person.name.isascii() else f"{_encoded(person.name)} <{person.address}>"


def date_header(when: float) -> str:
    """Returns a time as a mail's header has it.

    >>> date_header(0)
    'Thu, 01 Jan 1970 00:00:00 +0000'
    """
    seconds = int(when)
    if 0 <= seconds < _FAR:
        at = time.gmtime(seconds)
        clock = f"{at.tm_hour:02}:{at.tm_min:02}:{at.tm_sec:02}"
        return f"{_DAYS[at.tm_wday]}, {at.tm_mday:02} {_MONTHS[at.tm_mon - 1]} {at.tm_year} {clock} +0000"
    from email.utils import formatdate

    return formatdate(seconds, localtime=False).replace("-0000", "+0000")


def write_source(heads: Heads, content: Content) -> bytes:
    """Returns the source of a mail: plain text, with any attached files behind it."""
    lines = [
        f"Message-ID: <{heads.id}>", f"Date: {date_header(heads.date)}", "MIME-Version: 1.0",
        "User-Agent: Mozilla Thunderbird", f"Subject: {_encoded(heads.subject)}",
    ]  # fmt: skip
    for name, people in (("To", heads.to), ("Cc", heads.cc), ("Bcc", heads.bcc)):
        if people:
            lines.append(f"{name}: {_people(people)}")
    lines.append(f"From: {_people((heads.sender,))}")
    if heads.answers:
        lines += [f"References: <{heads.answers}>", f"In-Reply-To: <{heads.answers}>"]
    text = content.text.rstrip("\n") + "\n"
    plain = [
        "Content-Type: text/plain; charset=UTF-8",
        f"Content-Transfer-Encoding: {'7' if text.isascii() else '8'}bit",
    ]
    if not content.attachments:
        return "\n".join([*lines, *plain, "", text]).encode("utf-8", "replace")
    mark = "------------" + hashlib.sha256(heads.id.encode("utf-8", "replace")).hexdigest()[:24]
    lines += [f'Content-Type: multipart/mixed; boundary="{mark}"', "", "This is a multi-part message in MIME format."]
    lines += [f"--{mark}", *plain, "", text]
    for file in content.attachments:
        lines += [f"--{mark}", *_attached(file), ""]
    return "\n".join([*lines, f"--{mark}--", ""]).encode("utf-8", "replace")


def _attached(file: Attachment) -> list[str]:
    from base64 import b64encode
    from urllib.parse import quote

    name = file.name.replace('"', "_")
    if name.isascii():
        said = f'name="{name}"', f'filename="{name}"'
    else:
        said = f'name="{_encoded(name)}"', f"filename*=UTF-8''{quote(name)}"
    body = b64encode(file.data).decode()
    return [
        f"Content-Type: {file.kind}; {said[0]}", f"Content-Disposition: attachment; {said[1]}",
        "Content-Transfer-Encoding: base64", "", *[body[i : i + _LINE] for i in range(0, len(body), _LINE)],
    ]  # fmt: skip
