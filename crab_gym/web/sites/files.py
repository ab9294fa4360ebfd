"""The bundle's files, read when they are needed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

__all__ = ["Files"]

_PREFIXES = {"web/content": "", "web/pages": "pages/", "web/photos": "photos/", "web/phone": "photos/"}


class Files(Mapping[str, bytes]):
    """Files by name, such as ``"photos/cat.jpg"``.

    Args:
        folders: Paths of folders, as a box gets them: ``web/content`` (whose files have no folder before their name),
            ``web/pages``, ``web/photos`` and ``web/phone`` (both have ``photos/`` before it).
    """

    def __init__(self, folders: Mapping[str, str]) -> None:
        self._paths: dict[str, str] = {}
        self._read: dict[str, bytes] = {}
        for carried, prefix in _PREFIXES.items():
            top = folders[carried]
            for folder, _, files in os.walk(top):
                for file in files:
                    path = os.path.join(folder, file)
                    self._paths[prefix + os.path.relpath(path, top).replace(os.sep, "/")] = path
        self._names = sorted(self._paths)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._read:
            with open(self._paths[name], "rb") as file:
                self._read[name] = file.read()
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
