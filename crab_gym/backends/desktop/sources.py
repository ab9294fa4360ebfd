"""Which release of Debian or Ubuntu a root file system is made of, and the archives it comes from."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["Release", "host_release", "sources"]

_DEBIAN = ("bookworm", "trixie", "forky", "duke", "sid", "stable", "testing", "unstable")
_APT = Path("/etc/apt")
_LINE = re.compile(r"deb\s+(?P<options>\[[^]]*\]\s+)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>.+)")


class Release:
    """A release of Debian or Ubuntu.

    Args:
        suite: Its name, such as ``"bookworm"`` or ``"noble"``.

    Attributes:
        suite: The same.
        distribution: ``"debian"`` or ``"ubuntu"``.
        components: Parts of its archive that hold the desktop's packages.
    """

    def __init__(self, suite: str) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9.-]*", suite):
            raise ValueError(f"got suite {suite!r}, expected the name of a release, such as 'bookworm' or 'noble'")
        self.suite = suite
        self.distribution = "debian" if suite in _DEBIAN else "ubuntu"
        self.components = ("main",) if self.distribution == "debian" else ("main", "universe")

    def names(self, packages: Iterable[str]) -> list[str]:
        """Returns the packages that are meant for it: some lines of the lists end in ``[debian]`` or ``[ubuntu]``.

        >>> Release("noble").names(["vim", "firefox-esr [debian]"])
        ['vim']
        """
        rows = [line.partition(" ") for line in packages]
        return [name for name, _, only in rows if only in ("", f"[{self.distribution}]")]


def host_release() -> Release:
    """Returns this host's release; of other distributions' hosts, Debian's that this version is tried with."""
    try:
        found = platform.freedesktop_os_release()
    except OSError:
        found = {}
    suite = found.get("UBUNTU_CODENAME") or found.get("VERSION_CODENAME") or ""
    kin = {found.get("ID", ""), *found.get("ID_LIKE", "").split()}
    if "UBUNTU_CODENAME" in found or found.get("ID") == "debian" or (suite in _DEBIAN and "debian" in kin):
        return Release(suite or "sid")
    return Release("bookworm")


def sources(release: Release, folder: Path = _APT) -> list[str]:
    """Returns the archives that apt has for a release on this host, as lines of its sources; none where it has none.

    Args:
        release: The release.
        folder: Where apt is configured.
    """
    files = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]
    found: dict[str, None] = {}
    for path in files:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        rows = _deb822(text) if path.suffix == ".sources" else _lines(text) if path.suffix == ".list" else ()
        for options, uri, suite, components in rows:
            if suite in {release.suite + end for end in ("", "-updates", "-security")} and "main" in components:
                found[f"deb {options}{uri} {suite} {' '.join(components)}"] = None
    return list(found) if any(f" {release.suite} " in line for line in found) else []


_Row = tuple[str, str, str, list[str]]


def _lines(text: str) -> Iterator[_Row]:
    for line in text.splitlines():
        match = _LINE.match(line.partition("#")[0].strip())
        if match:
            yield match["options"] or "", match["uri"], match["suite"], match["components"].split()


def _deb822(text: str) -> Iterator[_Row]:
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
                yield options, uri, suite, fields.get("components", "").split()
