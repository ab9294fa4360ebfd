"""Releases of Debian and Ubuntu, of which root file systems are made, and their archives."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["Release", "host_release", "sources"]

_DEBIAN = ("bookworm", "trixie", "forky", "duke", "sid", "stable", "testing", "unstable")
_APT = Path("/etc/apt")
_LINE = re.compile(r"deb\s+(?P<options>\[[^]]*\]\s+)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>.+)")


class Release:
    """A release of Debian or Ubuntu.

    Args:
        suite: Its name, such as ``"bookworm"`` or ``"noble"``.

    Attributes:
        suite: As in the arguments.
        distribution: ``"debian"`` or ``"ubuntu"``.
        components: The parts of its archive with the desktop's packages.
    """

    def __init__(self, suite: str) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9.-]*", suite):
            raise ValueError(f"got suite {suite!r}, expected the name of a release, such as 'bookworm' or 'noble'")
        self.suite = suite
        self.distribution = "debian" if suite in _DEBIAN else "ubuntu"
        self.components = ("main",) if self.distribution == "debian" else ("main", "universe")

    def names(self, packages: Iterable[str]) -> list[str]:
        """Returns the packages for this release: some lines of the lists end in ``[debian]`` or ``[ubuntu]``.

        >>> Release("noble").names(["vim", "firefox-esr [debian]"])
        ['vim']
        """
        rows = [line.partition(" ") for line in packages]
        return [name for name, _, only in rows if only in ("", f"[{self.distribution}]")]


def host_release() -> Release:
    """Returns this host's release; on hosts of other distributions, the release of Debian that is tested."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        release = {}
    suite = release.get("UBUNTU_CODENAME") or release.get("VERSION_CODENAME") or ""
    kin = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    if "UBUNTU_CODENAME" in release or release.get("ID") == "debian" or (suite in _DEBIAN and "debian" in kin):
        return Release(suite or "sid")
    return Release("bookworm")


def sources(release: Release, folder: Path = _APT) -> list[str]:
    """Returns the archives of a release that this host's apt knows, as lines of its sources.

    Args:
        release: The release.
        folder: Folder of apt's configuration.
    """
    files = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]
    lines: dict[str, None] = {}
    for path in files:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        rows = _deb822(text) if path.suffix == ".sources" else _lines(text) if path.suffix == ".list" else ()
        for options, uri, suite, components in rows:
            if suite in {release.suite + end for end in ("", "-updates", "-security")} and "main" in components:
                lines[f"deb {options}{uri} {suite} {' '.join(components)}"] = None
    return list(lines) if any(f" {release.suite} " in line for line in lines) else []


class _Source(NamedTuple):
    """An archive in apt's configuration; options come before the address."""

    options: str
    uri: str
    suite: str
    components: list[str]


def _lines(text: str) -> Iterator[_Source]:
    for line in text.splitlines():
        match = _LINE.match(line.partition("#")[0].strip())
        if match:
            yield _Source(match["options"] or "", match["uri"], match["suite"], match["components"].split())


def _deb822(text: str) -> Iterator[_Source]:
    for paragraph in re.split(r"\n\s*\n", "\n".join(row for row in text.splitlines() if not row.startswith("#"))):
        fields = {
            key.strip().lower(): " ".join(value.split())
            for key, _, value in (part.partition(":") for part in re.split(r"\n(?=\S)", paragraph))
        }
        if "deb" not in fields.get("types", "").split() or fields.get("enabled", "yes") == "no":
            continue
        key = fields.get("signed-by", "")
        options = f"[signed-by={key}] " if key.startswith("/") else ""
        for uri in fields.get("uris", "").split():
            for suite in fields.get("suites", "").split():
                yield _Source(options, uri, suite, fields.get("components", "").split())
