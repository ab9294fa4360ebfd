"""The seeded file system of the desktop: a lived-in home folder and a minimal system around it."""

from __future__ import annotations

import random
import struct
import zlib

from crab_sim.content import documents, words
from crab_sim.desktop.file_types import PROGRAMS
from crab_sim.desktop.widgets import HOME, trash_info
from crab_sim.devices import media
from crab_sim.files import Directory, Entry, File, Files, Link

__all__ = ["COMMANDS", "HOSTNAME", "seed_files"]

HOSTNAME = "crab"
_INSTALLED = 1_787_000_000.0  # when the system's own files were written, some weeks before any machine boots
_DAY = 86_400.0

COMMANDS = (
    *PROGRAMS,
    "awk", "base64", "basename", "bash", "cat", "chmod", "cp", "cut", "date", "df", "diff", "dirname", "du", "echo",
    "env", "false", "find", "gedit", "gio", "gnome-control-center", "gnome-screenshot", "gnome-terminal",
    "gnome-text-editor", "grep",
    "gsettings", "head", "hostname", "id", "kill", "less", "ln", "ls", "mkdir", "mv", "nautilus", "nl", "printf",
    "ps", "pwd", "readlink", "realpath", "rm", "rmdir", "sed", "seq", "sh", "sleep", "sort", "stat", "tac", "tail",
    "tee", "test", "touch", "tr", "true", "uname", "uniq", "wc", "which", "whoami", "xargs", "xdg-open",
)  # fmt: skip
"""Names in ``/usr/bin``."""

_ETC = {
    "hostname": f"{HOSTNAME}\n",
    "hosts": f"127.0.0.1\tlocalhost\n127.0.1.1\t{HOSTNAME}\n",
    "os-release": 'PRETTY_NAME="Crab Desktop 24.04"\nNAME="Crab Desktop"\nVERSION_ID="24.04"\nID=crab\n',
    "passwd": "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:User:/home/user:/bin/bash\n",
    "group": "root:x:0:\nusers:x:100:user\nuser:x:1000:\n",
    "timezone": "Etc/UTC\n",
    "fstab": "# <file system> <mount point> <type> <options> <dump> <pass>\n/dev/vda1 / ext4 defaults 0 1\n",
}
_BASHRC = b"# Settings of interactive shells.\nPS1='\\u@\\h:\\w\\$ '\nalias ll='ls -l'\n"
_PROFILE = b"# Settings of login shells.\n[ -f ~/.bashrc ] && . ~/.bashrc\n"
_PACKED = (("readme.txt", b"Figures of the last quarter.\n"), ("figures.csv", b"month,amount\n7,120\n8,95\n9,143\n"))
_BACKGROUNDS = ("default", "default-dark", "lake", "meadow", "dunes", "dusk", "dawn")


def _system() -> tuple[tuple[str, Entry], ...]:
    """Returns the files that every machine has outside the home folder."""
    rows: list[tuple[str, Entry]] = [
        (path, Directory(_INSTALLED, mode, "root"))
        for path, mode in (
            ("/", 0o755), ("/boot", 0o755), ("/dev", 0o755), ("/etc", 0o755), ("/home", 0o755), ("/media", 0o755),
            ("/mnt", 0o755), ("/opt", 0o755), ("/root", 0o700), ("/run", 0o755), ("/srv", 0o755), ("/tmp", 0o1777),
            ("/usr", 0o755), ("/usr/bin", 0o755), ("/usr/lib", 0o755), ("/usr/local", 0o755),
            ("/usr/local/bin", 0o755), ("/usr/share", 0o755), ("/usr/share/backgrounds", 0o755), ("/var", 0o755),
            ("/var/log", 0o755), ("/var/tmp", 0o1777),
        )
    ]  # fmt: skip
    rows += [("/bin", Link("usr/bin", _INSTALLED)), ("/lib", Link("usr/lib", _INSTALLED))]
    rows += [(f"/usr/bin/{name}", File(b"\x7fELF", _INSTALLED, 0o755)) for name in COMMANDS]
    rows += [(f"/etc/{name}", File(text.encode(), _INSTALLED)) for name, text in _ETC.items()]
    rows += [(f"/usr/share/backgrounds/{name}.png", File(_image(name), _INSTALLED)) for name in _BACKGROUNDS]
    return tuple(rows)


def _image(name: str) -> bytes:
    """Returns a small PNG file, a gradient whose colours follow from a name."""
    width, height, code = 48, 36, zlib.crc32(name.encode())
    low, high = code.to_bytes(4, "big")[:3], code.to_bytes(4, "little")[:3]
    red, green, blue = (
        [(a * height + (b - a) * y) // height for y in range(height)] for a, b in zip(low, high, strict=True)
    )
    rows = b"".join([b"\0" + bytes(color) * width for color in zip(red, green, blue, strict=True)])
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    chunks = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


_BASE = Files(_system())

_FOLDERS = (
    "", "/.config", "/.local", "/.local/share", "/.local/share/Trash", "/.local/share/Trash/files",
    "/.local/share/Trash/info", "/Desktop", "/Documents", "/Documents/letters", "/Documents/lists", "/Downloads",
    "/Music", "/Pictures", "/Pictures/trip", "/Videos", "/projects", "/projects/weather", "/projects/website",
)  # fmt: skip
_ITEMS = (
    "milk", "eggs", "rice", "onions", "apples", "bread", "coffee", "soap", "candles", "stamps", "batteries", "tea",
    "flour", "lemons", "paper", "honey",
)  # fmt: skip
_CITIES = ("Aldersund", "Brackwater", "Cresthaven", "Dunmoor", "Eastlow", "Fennick", "Grayport", "Hollis")
_TUNES = ("Slow Morning", "Paper Boats", "North Window", "Small Hours", "Copper Field", "Long Way Down", "Salt Air")
_SCENES = tuple(
    [name for name in media.PHOTOS if not name.startswith(("receipt", "cafe", "concert", "shopping", "train"))]
)
_EVENTS = tuple(
    [
        f"2026-10-%02d %02d:%02d {event}\n"
        for event in (
            "INFO request handled in %d ms", "INFO cache warmed, %d entries", "INFO connected to station %d",
            "INFO saved %d readings", "WARNING station %d answers slowly", "WARNING retrying, attempt %d",
            "ERROR station %d did not answer", "ERROR could not parse line %d",
        )
    ]
)  # fmt: skip
_WEATHER = b'''"""Averages temperatures that stations report."""

import csv


def average(path):
    """Return the mean of the column "celsius"."""
    with open(path) as file:
        values = [float(row["celsius"]) for row in csv.DictReader(file)]
    return sum(values) / len(values)


if __name__ == "__main__":
    print(average("readings.csv"))
'''
_WEATHER_TEST = b"from weather import average\n\n\ndef test_average(tmp_path):\n    assert average is not None\n"
_MAKEFILE = b"run:\n\tpython3 weather.py\n\ntest:\n\tpytest\n"
_STYLE = b"body { font-family: sans-serif; margin: 2em auto; max-width: 40em; }\nh1 { color: #336; }\n"
_PAGE = "<!doctype html>\n<title>{0}</title>\n<h1>{0}</h1>\n<p>{1}</p>\n"


def _log(rng: random.Random, now: float) -> str:
    """Returns a log of readings with lines of three levels, a few minutes apart."""
    lines = []
    draw = rng.random
    minute = rng.randrange(60)
    for _ in range(24):
        event = _EVENTS[int(draw() * draw() * 8)]
        minute += 1 + int(draw() * 9)
        clock = 5 + minute // 600 % 5, 8 + minute // 60 % 10, minute % 60
        lines.append(event % (*clock, int(draw() * 40) + 2))
    return "".join(lines)


def _documents(rng: random.Random) -> list[tuple[str, str]]:
    """Returns notes, letters, lists and tables, as (path in the home folder, text)."""
    rows = []
    for noun in rng.sample(words.NOUNS, 6):
        rows.append((f"Documents/{noun}.txt", "\n".join(rng.sample(words.SENTENCES, 3)) + "\n"))
    for name in rng.sample(words.FIRST_NAMES, 3):
        body = " ".join(rng.sample(words.SENTENCES, 2))
        rows.append((f"Documents/letters/{name.lower()}.txt", f"Dear {name},\n\n{body}\n\nKind regards\n"))
    for name, source in (("groceries", _ITEMS), ("todo", words.CHORES), ("packing", _ITEMS)):
        rows.append((f"Documents/lists/{name}.txt", "\n".join(rng.sample(source, 5)) + "\n"))
    months = "".join([f"2026-{month:02},{rng.randrange(200, 900)}\n" for month in range(1, 10)])
    rows.append(("Documents/expenses.csv", "month,amount\n" + months))
    cities = "".join([f"{city},{rng.randrange(-5, 30)}\n" for city in rng.sample(_CITIES, 5)])
    rows.append(("projects/weather/readings.csv", "city,celsius\n" + cities))
    sentences = rng.sample(words.SENTENCES, 3)
    rows.append(("Documents/meeting-notes.md", f"# Meeting\n\n- {sentences[0]}\n- {sentences[1]}\n"))
    rows.append(("Desktop/readme.txt", sentences[2] + "\n"))
    rows.append(("projects/website/index.html", _PAGE.format(rng.choice(words.NOUNS).title(), sentences[1])))
    return rows


def seed_files(rng: random.Random, now: float) -> Files:
    """Returns the desktop's file system, everything in it older than `now`."""
    half_year = 180 * _DAY

    def age() -> float:
        return float(int(now - 3600 - rng.random() ** 2 * half_year))

    texts = [(name, text.encode()) for name, text in _documents(rng)]
    texts += [
        (".bashrc", _BASHRC), (".profile", _PROFILE), ("projects/weather/weather.py", _WEATHER),
        ("projects/weather/test_weather.py", _WEATHER_TEST), ("projects/weather/Makefile", _MAKEFILE),
        ("projects/weather/README.md", b"# weather\n\nAverages temperatures that stations report.\n"),
        ("projects/weather/station.log", _log(rng, now).encode()), ("projects/website/style.css", _STYLE),
        (f"Downloads/{rng.choice(words.NOUNS)}-{rng.randrange(10, 99)}.zip", documents.zip_archive(_PACKED)),
        (f"Downloads/{rng.choice(words.NOUNS)}.pdf", documents.pdf(words.SENTENCES[:6])),
        ("Downloads/setup.sh", b"#!/bin/sh\necho ready\n"),
    ]  # fmt: skip
    shots = rng.sample(range(1000, 9999), 7)
    scenes = rng.sample(_SCENES, len(shots))
    for i, (shot, scene) in enumerate(zip(shots, scenes, strict=True)):
        folder = "Pictures" if i < 4 else "Pictures/trip"
        texts.append((f"{folder}/IMG_{shot}.jpg", media.photo(scene, now - shot * 1200.0, model="Crab Camera")))
    texts.append((f"Pictures/{rng.choice(words.NOUNS)}.png", _image(str(shots[0]))))
    for tune in rng.sample(_TUNES, 4):
        texts.append((f"Music/{tune}.mp3", media.mp3(tune, "The Lamplighters", "Evenings", 90.0 + 7 * len(tune))))
    old = f"{rng.choice(words.NOUNS)}-old.txt"
    origin = f"{HOME}/Documents/{old}"
    texts.append((f".local/share/Trash/files/{old}", b"Not needed any more.\n"))
    texts.append((f".local/share/Trash/info/{old}.trashinfo", trash_info(origin, now - 2 * _DAY)))
    rows: list[tuple[str, Entry]] = [(HOME + path, Directory(age(), 0o755, "user")) for path in _FOLDERS]
    rows += [
        (f"{HOME}/{name}", File(data, age(), 0o755 if name[-3:] == ".sh" else 0o644, "user")) for name, data in texts
    ]
    return _BASE.plant(rows)
