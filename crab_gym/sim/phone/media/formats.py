"""The bytes of photos, sounds and videos: made for the simulated phone, and read back as far as its apps need.

* `photo` - a JPEG of the bundled ones (`PHOTOS`) with EXIF of its own; `exif`, `with_exif`, `image_size`.
* `mp3` - a sound with ID3 tags; `movie` - an MP4, M4A or 3GP; `Tags`, `tags` read either.
* `scan` - the files of a kind on the phone; `shown` - the key of the picture that stands for a file.

Everything is made of bytes only, so that a phone's files cost next to nothing until somebody looks at a picture.
A movie has no frames, but a cover (the picture it shows) and a running time.
"""

from __future__ import annotations

import calendar
import struct
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from crab_gym.sim.draw.image_header import image_size
from crab_gym.sim.files import Files
from crab_gym.sim.files.entries import Directory, File
from crab_gym.sim.phone.app import SDCARD

__all__ = [
    "KINDS", "MAX_COVER", "PHOTOS", "Exif", "Found", "Tags", "asset", "exif", "image_size", "kind_of", "mime", "movie",
    "mp3", "on_storage", "photo", "scan", "shown", "tags", "with_exif",
]  # fmt: skip

_FOLDER = Path(__file__).with_name("photos")
PHOTOS: Final = (
    "beach_sunset", "bicycle", "bookshelf", "breakfast", "bridge", "cafe_menu", "cake", "cat", "city_night", "coffee",
    "concert_poster", "desert", "forest_path", "fruit_bowl", "lighthouse", "meadow", "mountain_lake", "plant",
    "receipt_cafe", "receipt_grocery", "receipt_hardware", "selfie", "shopping_list", "snow_cabin", "tiles",
    "train_ticket", "waves", "whiteboard",
)  # fmt: skip
"""Names of the bundled photos."""

_MIMES: Final = {
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "3gp": "video/3gpp", "wav": "audio/x-wav", "ogg": "audio/ogg",
    "flac": "audio/flac", "mp4": "video/mp4", "mkv": "video/x-matroska", "webm": "video/webm", "mov": "video/quicktime",
    "txt": "text/plain", "md": "text/markdown", "html": "text/html", "csv": "text/csv", "json": "application/json",
    "pdf": "application/pdf", "zip": "application/zip", "apk": "application/vnd.android.package-archive",
    "m3u": "audio/x-mpegurl", "gpx": "application/gpx+xml", "vcf": "text/x-vcard", "ics": "text/calendar",
}  # fmt: skip
KINDS: Final = ("image", "video", "audio")
"""The kinds that are listed by what they are; `scan` also knows ``"any"``."""
MAX_COVER: Final = 8 * 1024 * 1024
"""Most bytes of a picture that is decoded."""
_MOVIE_EPOCH = 2_082_844_800  # seconds from 1904 to 1970


@lru_cache(maxsize=4096)
def mime(name: str) -> str:
    """Returns a file's MIME type, from its name.

    >>> mime("a.JPG"), mime("notes")
    ('image/jpeg', 'application/octet-stream')
    """
    dot = name.rpartition(".")
    return _MIMES.get(dot[2].lower(), "application/octet-stream") if dot[1] else "application/octet-stream"


def kind_of(name: str) -> str:
    """Returns ``"image"``, ``"video"``, ``"audio"``, ``"text"`` or ``"application"``."""
    return mime(name).partition("/")[0]


# Photos ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=len(PHOTOS))
def asset(name: str) -> bytes:
    """Returns one of the bundled JPEG files."""
    return (_FOLDER / f"{name}.jpg").read_bytes()


class Exif(NamedTuple):
    """What a photo says of itself.

    Attributes:
        taken: Local time, in seconds since 1970; None where unknown.
        make: Who made the camera.
        model: The camera.
        orientation: EXIF's, 1 to 8: 6 and 8 are shown turned by 90 degrees clockwise and counterclockwise, 3 by 180.
        place: Latitude and longitude in degrees.
    """

    taken: float | None = None
    make: str = ""
    model: str = ""
    orientation: int = 1
    place: tuple[float, float] | None = None


def photo(name: str, taken: float, place: tuple[float, float] | None = None, model: str = "Crab Phone") -> bytes:
    """Returns a bundled photo as if taken with the phone's camera.

    >>> exif(photo("cat", 86_400.0)).taken
    86400.0
    """
    return _with_block(_bare(name), Exif(taken, "Crab", model, 1, place))


@lru_cache(maxsize=len(PHOTOS))
def _bare(name: str) -> bytes:
    return _without_exif(asset(name))


def with_exif(data: bytes, values: Exif) -> bytes:
    """Returns a JPEG with these values in the stead of what EXIF it had."""
    if data[:2] != b"\xff\xd8":
        raise ValueError(f"a file that begins with {data[:2]!r}: expected a JPEG")
    return _with_block(_without_exif(data), values)


def _without_exif(data: bytes) -> bytes:
    """Returns what comes after a JPEG's first two bytes, without EXIF."""
    first, last = _app1(data)
    return data[2:first] + data[last:]


def _with_block(body: bytes, values: Exif) -> bytes:
    block = b"Exif\0\0" + _tiff(values)
    return b"".join((b"\xff\xd8\xff\xe1", struct.pack(">H", len(block) + 2), block, body))


def _app1(data: bytes) -> tuple[int, int]:
    """Returns where a JPEG's EXIF segment begins and ends; (2, 2) where it has none."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and 0xE0 <= data[at + 1] <= 0xEF:
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            return at, end
        at = max(end, at + 4)
    return 2, 2


_Field = tuple[int, int, bytes]  # tag, type, value
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8}  # bytes of a value of a type


def _ascii(tag: int, text: str) -> _Field:
    return tag, 2, text.encode("ascii", "replace") + b"\0"


def _directory(fields: Sequence[_Field], at: int) -> bytes:
    """Returns a TIFF directory that lies at an offset, and after it the values that don't fit inside."""
    beyond = at + 2 + 12 * len(fields) + 4
    table, rest = struct.pack("<H", len(fields)), b""
    for tag, kind, value in sorted(fields):
        count = len(value) // _SIZES[kind]
        if len(value) <= 4:
            table += struct.pack("<HHI4s", tag, kind, count, value)
        else:
            table += struct.pack("<HHII", tag, kind, count, beyond + len(rest))
            rest += value + b"\0" * (len(value) % 2)
    return table + b"\0\0\0\0" + rest


def _degrees(value: float) -> bytes:
    """Returns degrees, minutes and seconds as three fractions."""
    total = round(abs(value) * 3_600_000)
    degrees, rest = divmod(total, 3_600_000)
    minutes, milliseconds = divmod(rest, 60_000)
    return struct.pack("<6I", degrees, 1, minutes, 1, milliseconds, 1000)


_STAMP = b"0000:00:00 00:00:00"  # stands for the time in a form
_NORTH, _EAST = b"\xfe" * 24, b"\xfd" * 24  # stand for the place


def _tiff(values: Exif) -> bytes:
    north, east = values.place or (0.0, 0.0)
    signs = "" if values.place is None else ("N" if north >= 0 else "S") + ("E" if east >= 0 else "W")
    block = _form(values.make, values.model, values.orientation, values.taken is not None, signs)
    if values.taken is not None:
        block = block.replace(_STAMP, time.strftime("%Y:%m:%d %H:%M:%S", time.gmtime(values.taken)).encode())
    return block.replace(_NORTH, _degrees(north)).replace(_EAST, _degrees(east)) if signs else block


@lru_cache(maxsize=64)
def _form(make: str, model: str, orientation: int, dated: bool, signs: str) -> bytes:
    """Returns EXIF to be filled in: what the photos of a camera have in common."""
    fields: list[_Field] = [(0x0112, 3, struct.pack("<H", orientation))]
    fields += [_ascii(tag, text) for tag, text in ((0x010F, make), (0x0110, model)) if text]
    inner: list[_Field] = []
    if dated:
        fields.append((0x0132, 2, _STAMP + b"\0"))
        inner += [(0x9003, 2, _STAMP + b"\0"), (0x9004, 2, _STAMP + b"\0")]
    gps: list[_Field] = []
    if signs:
        gps = [(0, 1, b"\2\2\0\0"), _ascii(1, signs[0]), (2, 5, _NORTH), _ascii(3, signs[1]), (4, 5, _EAST)]
    links = [(0x8769, inner), (0x8825, gps)]
    fields += [(tag, 4, b"\0\0\0\0") for tag, content in links if content]
    at = 8 + len(_directory(fields, 8))
    parts = b""
    for tag, content in links:
        if content:
            place = at + len(parts)
            fields = [field if field[0] != tag else (tag, 4, struct.pack("<I", place)) for field in fields]
            parts += _directory(content, place)
    return b"II*\0\x08\0\0\0" + _directory(fields, 8) + parts


@lru_cache(maxsize=256)
def exif(data: bytes) -> Exif:
    """Returns a JPEG's EXIF; what is missing or damaged is left out."""
    first, last = _app1(data) if data[:2] == b"\xff\xd8" else (2, 2)
    tiff = data[first + 10 : last]
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return Exif()
    outer = _read_directory(tiff, order, _number(tiff, order, 4, 4))
    inner = _read_directory(tiff, order, _as_int(outer.get(0x8769), order))
    gps = _read_directory(tiff, order, _as_int(outer.get(0x8825), order))
    orientation = _as_int(outer.get(0x0112), order)
    return Exif(
        _taken(_as_text(inner.get(0x9003)) or _as_text(outer.get(0x0132))),
        _as_text(outer.get(0x010F)),
        _as_text(outer.get(0x0110)),
        orientation if 1 <= orientation <= 8 else 1,
        _place(gps, order),
    )


def _number(tiff: bytes, order: str, at: int, size: int) -> int:
    return int.from_bytes(tiff[at : at + size], "little" if order == "<" else "big")


def _read_directory(tiff: bytes, order: str, at: int) -> dict[int, bytes]:
    """Returns a directory's values by tag; at most 64 of them."""
    found: dict[int, bytes] = {}
    if not 8 <= at < len(tiff) - 2:
        return found
    count = min(64, _number(tiff, order, at, 2), (len(tiff) - at - 2) // 12)
    for tag, kind, number, place in struct.iter_unpack(f"{order}HHII", tiff[at + 2 : at + 2 + 12 * count]):
        at += 12  # then this entry's value begins at `at - 2`
        size = _SIZES.get(kind, 0) * number
        start = at - 2 if size <= 4 else place
        if 0 < size <= 4096 and start + size <= len(tiff):
            found[tag] = tiff[start : start + size]
    return found


def _as_int(value: bytes | None, order: str) -> int:
    return int.from_bytes(value, "little" if order == "<" else "big") if value and len(value) <= 4 else 0


def _as_text(value: bytes | None) -> str:
    return (value or b"").partition(b"\0")[0].decode("ascii", "replace").strip()


def _taken(text: str) -> float | None:
    try:
        return float(calendar.timegm(time.strptime(text, "%Y:%m:%d %H:%M:%S")))
    except (ValueError, OverflowError):
        return None


def _place(gps: dict[int, bytes], order: str) -> tuple[float, float] | None:
    degrees = []
    for tag, negative in ((2, "S"), (4, "W")):
        value = gps.get(tag, b"")
        if len(value) != 24:
            return None
        numbers = struct.unpack(f"{order}6I", value)
        if not all(numbers[1::2]):
            return None
        size = numbers[0] / numbers[1] + numbers[2] / numbers[3] / 60 + numbers[4] / numbers[5] / 3600
        degrees.append(-size if _as_text(gps.get(tag - 1)) == negative else size)
    return (degrees[0], degrees[1]) if abs(degrees[0]) <= 90 and abs(degrees[1]) <= 180 else None


# Sounds and videos ----------------------------------------------------------------------------------------------------


class Tags(NamedTuple):
    """What a sound or video says of itself; `seconds` is 0 where unknown, `cover` a JPEG or PNG."""

    title: str = ""
    artist: str = ""
    album: str = ""
    seconds: float = 0.0
    cover: bytes = b""


_FRAME = b"\xff\xf3\x10\xc4" + b"\0" * 22  # 26 ms of silence: MPEG 2, layer 3, 8 kbit/s, 22.05 kHz, one channel
_SAMPLES, _RATE = 576, 22_050


def mp3(title: str, artist: str, album: str, seconds: float) -> bytes:
    """Returns an MP3 with ID3v2 tags: a header that gives its running time, and a little silence.

    >>> tags(mp3("Rain", "Ada Holm", "Clouds", 180.0))[:3]
    ('Rain', 'Ada Holm', 'Clouds')
    """
    named = _text_frame("TIT2", title), _text_frame("TPE1", artist), _text_frame("TALB", album)
    frames = b"".join((*named, _text_frame("TLEN", str(round(seconds * 1000)))))
    size = len(frames)
    sizes = bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127])
    count = round(seconds * _RATE / _SAMPLES)
    header = (_FRAME[:4] + b"\0" * 9 + b"Xing" + struct.pack(">II", 1, count)).ljust(len(_FRAME), b"\0")
    return b"ID3\3\0\0" + sizes + frames + header + _FRAME * 8


@lru_cache(maxsize=1024)
def _text_frame(name: str, text: str) -> bytes:
    body = b"\1\xff\xfe" + text.encode("utf-16-le")
    return name.encode() + struct.pack(">IH", len(body), 0) + body


def _box(name: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, name) + body


def movie(brand: str, seconds: float, made: float, cover: bytes = b"", title: str = "", artist: str = "") -> bytes:
    """Returns an MP4-like file: ``"mp42"`` a video, ``"M4A "`` or ``"3gp4"`` a sound.

    Args:
        brand: Its major brand.
        seconds: Its running time.
        made: When it was made, in seconds since 1970.
        cover: The JPEG that it shows.
        title: Its title.
        artist: Who made it.
    """
    when = (int(made) + _MOVIE_EPOCH) & 0xFFFFFFFF
    header = struct.pack(">IIIIIIH10x", 0, when, when, 1000, round(seconds * 1000), 0x10000, 256)
    meta = _meta(cover, title, artist)
    start = _box(b"ftyp", brand.encode(), b"\0\0\0\0", brand.encode(), b"isom")
    return start + _box(b"moov", _box(b"mvhd", header, _MATRIX, b"\0" * 24, b"\0\0\0\1"), meta) + _box(b"mdat")


_MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


@lru_cache(maxsize=128)
def _meta(cover: bytes, title: str, artist: str) -> bytes:
    items = [(b"\xa9nam", 1, title.encode()), (b"\xa9ART", 1, artist.encode()), (b"covr", 13, cover)]
    listed = [_box(name, _box(b"data", struct.pack(">II", kind, 0), data)) for name, kind, data in items if data]
    handler = _box(b"hdlr", struct.pack(">II4s4s9x", 0, 0, b"mdir", b"appl"))
    return _box(b"udta", _box(b"meta", b"\0\0\0\0", handler, _box(b"ilst", *listed))) if listed else b""


@lru_cache(maxsize=256)
def tags(data: bytes) -> Tags:
    """Returns what an MP3, MP4, M4A or 3GP says of itself; empty where it says nothing."""
    if data[4:8] == b"ftyp":
        return _movie_tags(data)
    if data[:3] == b"ID3" or data[:2] in (b"\xff\xfb", b"\xff\xf3", b"\xff\xf2"):
        return _mp3_tags(data)
    return Tags()


def _boxes(data: bytes, start: int, end: int) -> dict[bytes, tuple[int, int]]:
    """Returns the boxes between two places: name -> where its content begins and ends; the first of a name."""
    found: dict[bytes, tuple[int, int]] = {}
    for _ in range(256):
        if start + 8 > end:
            break
        size, name = struct.unpack(">I4s", data[start : start + 8])
        head = 8
        if size == 1 and start + 16 <= end:
            size, head = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        size = size or end - start
        if size < head or start + size > end:
            break
        found.setdefault(name, (start + head, start + size))
        start += size
    return found


def _movie_tags(data: bytes) -> Tags:
    moov = _boxes(data, *_boxes(data, 0, len(data)).get(b"moov", (0, 0)))
    first, last = moov.get(b"mvhd", (0, 0))
    seconds = 0.0
    if last - first >= 32:
        scale, units = (
            struct.unpack(">IQ", data[first + 20 : first + 32])
            if data[first]
            else struct.unpack(">II", data[first + 12 : first + 20])
        )
        seconds = units / scale if scale else 0.0
    first, last = _boxes(data, *moov.get(b"udta", (0, 0))).get(b"meta", (0, 0))
    listed = _boxes(data, *_boxes(data, first + 4, last).get(b"ilst", (0, 0)))

    def item(name: bytes) -> bytes:
        start, end = _boxes(data, *listed.get(name, (0, 0))).get(b"data", (0, 0))
        return data[start + 8 : end]

    texts = [item(name).decode("utf-8", "replace") for name in (b"\xa9nam", b"\xa9ART", b"\xa9alb")]
    return Tags(texts[0], texts[1], texts[2], seconds, item(b"covr"))


def _mp3_tags(data: bytes) -> Tags:
    texts, at = {}, 0
    if data[:3] == b"ID3" and len(data) >= 10:
        version, at = data[3], 10 + _synchsafe(data[6:10])
        place, end = 10, min(at, len(data))
        while place + 10 <= end and data[place : place + 1].isalnum():
            name, raw = data[place : place + 4], data[place + 4 : place + 8]
            size = _synchsafe(raw) if version >= 4 else int.from_bytes(raw, "big")
            if name[:1] == b"T":
                texts[name] = _id3_text(data[place + 10 : min(end, place + 10 + size)])
            place += 10 + size
    length = texts.get(b"TLEN", "")
    seconds = int(length) / 1000 if length.isascii() and length.isdecimal() and len(length) < 12 else 0.0
    seconds = seconds or _mp3_seconds(data, at)
    return Tags(texts.get(b"TIT2", ""), texts.get(b"TPE1", ""), texts.get(b"TALB", ""), seconds)


def _synchsafe(raw: bytes) -> int:
    value = 0
    for byte in raw:
        value = value << 7 | byte & 127
    return value


def _id3_text(body: bytes) -> str:
    if not body:
        return ""
    encoding = {0: "latin-1", 1: "utf-16", 2: "utf-16-be", 3: "utf-8"}.get(body[0], "latin-1")
    return body[1:].decode(encoding, "replace").partition("\0")[0].strip()[:200]


_BITRATES = (
    (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0),
    (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0),
)


def _mp3_seconds(data: bytes, at: int) -> float:
    """Returns the running time that the first frame's header gives, or that follows from its bit rate."""
    at = data.find(b"\xff", at, at + 4096)
    if at < 0 or at + 4 > len(data) or data[at + 1] & 0xE6 != 0xE2:
        return 0.0
    low = not data[at + 1] & 8
    rate = (44_100, 48_000, 32_000, 0)[data[at + 2] >> 2 & 3] // (1 if not low else 2 if data[at + 1] & 16 else 4)
    bitrate = _BITRATES[low][data[at + 2] >> 4]
    mono = data[at + 3] >> 6 == 3
    place = at + 4 + ((9 if mono else 17) if low else (17 if mono else 32))
    if rate and data[place : place + 4] in (b"Xing", b"Info") and data[place + 7] & 1:
        return int.from_bytes(data[place + 8 : place + 12], "big") * (576 if low else 1152) / rate
    return (len(data) - at) / bitrate / 125 if bitrate else 0.0


# Files ----------------------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A file that `scan` found."""

    path: str
    file: File

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        """The folder in which it lies."""
        return self.path.rpartition("/")[0]


def on_storage(path: str) -> str:
    """Returns a path by its full name where it begins with the link to the shared storage.

    >>> on_storage("/sdcard/Music/a.mp3")
    '/storage/emulated/0/Music/a.mp3'
    """
    return SDCARD + path[7:] if path == "/sdcard" or path.startswith("/sdcard/") else path


_KEPT = 16
_scans: dict[int, tuple[Files, dict[str, tuple[Found, ...]]]] = {}


def scan(files: Files, kind: str) -> tuple[Found, ...]:
    """Returns the files of a kind on the shared storage, newest first; what is hidden or an app's own is left out.

    Results are kept for the last few states of the files, since views ask again and again.
    """
    known = _scans.get(id(files))
    if known is None or known[0] is not files:
        by_kind: dict[str, list[Found]] = {name: [] for name in (*KINDS, "any")}
        if files.is_dir(SDCARD):
            _collect(files, SDCARD, by_kind)
        known = (
            files,
            {name: tuple(sorted(rows, key=lambda row: (-row.file.mtime, row.path))) for name, rows in by_kind.items()},
        )
        for stale in list(_scans)[: 1 - _KEPT or None] if len(_scans) >= _KEPT else []:
            _scans.pop(stale, None)
        _scans[id(files)] = known
    return known[1][kind]


def _collect(files: Files, folder: str, by_kind: dict[str, list[Found]]) -> None:
    for name in files.list(folder):
        path = f"{folder}/{name}"
        if name.startswith(".") or path == f"{SDCARD}/Android":
            continue
        entry = files.lstat(path)
        if type(entry) is File:
            found = Found(path, entry)
            by_kind["any"].append(found)
            rows = by_kind.get(kind_of(name))
            if rows is not None:
                rows.append(found)
        elif type(entry) is Directory:
            _collect(files, path, by_kind)


def shown(name: str, data: bytes) -> bytes:
    """Returns the key of the picture for a file's content: of an image itself, of a movie its cover; empty for none."""
    kind = kind_of(name)
    picture = data if kind == "image" else tags(data).cover if kind == "video" else b""
    return picture if len(picture) <= MAX_COVER else b""
