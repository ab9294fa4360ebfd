"""A desktop that is its files and windows, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_gym.backends.base import CommandResult, DesktopState, Foreground, State, Window
from tests.views import partial_view


@partial_view
class Desk(DesktopState):
    device = "ubuntu"
    home = "/home/user"

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.files = dict(files or {})
        self.shown: tuple[Window, ...] = ()
        self.copied = ""
        self.defaults: dict[str, str] = {}

    def foreground(self) -> Foreground:
        return next((Foreground(row.app, row.title) for row in self.shown if row.focused), Foreground("", ""))

    def windows(self) -> tuple[Window, ...]:
        return self.shown

    def processes(self) -> tuple[str, ...]:
        return ()

    def exists(self, path: str) -> bool:
        return path in self.files or self.is_dir(path)

    def is_dir(self, path: str) -> bool:
        return any(name.startswith(f"{path}/") for name in self.files)

    def read_file(self, path: str) -> bytes | None:
        return self.files.get(path)

    def list_dir(self, path: str) -> tuple[str, ...]:
        start = f"{path}/"
        return tuple(sorted({name[len(start) :].partition("/")[0] for name in self.files if name.startswith(start)}))

    def clipboard(self) -> str:
        return self.copied

    def setting(self, namespace: str, key: str) -> str | None:
        return None

    def default_application(self, kind: str) -> str:
        return self.defaults.get(kind, "")

    def run(self, argv: Sequence[str]) -> CommandResult:
        raise AssertionError("evaluators of documents run nothing")


def with_file(data: bytes, name: str = "file") -> State:
    return State(ubuntu=Desk({f"/home/user/{name}": data}))
