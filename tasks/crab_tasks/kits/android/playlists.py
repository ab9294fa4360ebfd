"""Playlists of the phone's players, Music and Videos: the sub-task that makes one is the same but for words."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crab_gym.backends.base import Devices, PhoneSetup
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["Player"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """An app that has playlists.

    Attributes:
        app: The app.
        title: Its name on the phone.
        front: The id of the checkpoint that it is in front.
        fact: The kind of fact that a playlist is.
        database: The database of the playlists.
        table: Their table in it.
        column: The column that has their names.
        noted: The evaluator of a playlist's name.
        open_tab: Opens one of the app's first pages.
        make: The button that makes a playlist.
        rename: The button that renames one.
    """

    app: str
    title: str
    front: str
    fact: str
    database: str
    table: str
    column: str
    noted: Any
    open_tab: Callable[[Look, str], Iterator[Action]]
    make: str
    rename: str

    def remove(self, phone: PhoneSetup, kind: str, name: Value) -> None:
        """Removes playlists of a name.

        Args:
            phone: The phone.
            kind: The name's type.
            name: The name.
        """
        rows = phone.table(self.database, self.table)
        kept = [row for row in rows if not states(kind, str(row[self.column] or ""), name)]
        if len(kept) < len(rows):
            phone.set_table(self.database, self.table, kept)

    def open_playlists(self, params: Params, look: Look) -> Iterator[Action]:
        """Opens the page of playlists."""
        yield from self.open_tab(look, "Playlists")

    def type_name(self, look: Look, name: str) -> Iterator[Action]:
        """Types a name into the dialog for a new playlist."""
        yield from self.open_tab(look, "Playlists")
        yield from scroll_to(look, "New playlist…")
        yield tap(look, text="New playlist…")
        yield action("android", "write_text", text=name)

    def adding(self, default: str) -> SubTask:
        """Returns the sub-task that makes a playlist, with a default name."""

        def unmade(devices: Devices, params: Params, rng: random.Random) -> None:
            self.remove(devices.android, params.kinds["name"], params.name)

        def made(params: Params) -> Sequence[Checkpoint]:
            value = check(self.noted, kind=params.kinds["name"], value=params.name)
            return [
                app_opened(self.app, self.front),
                Checkpoint(id="playlist_made", device="android", app=self.app, evaluator=value, after=(self.front,)),
            ]

        def may_make(params: Params) -> Footprint:
            return [may_add("android", self.fact, most=1, name=same_value(params.kinds["name"], params.name))]

        def make_playlist(params: Params, look: Look) -> Iterator[Action]:
            yield from self.type_name(look, as_typed(params, "name"))
            yield tap(look, text=self.make, role="button")

        def make_with_enter(params: Params, look: Look) -> Iterator[Action]:
            yield from self.type_name(look, as_typed(params, "name"))
            yield action("android", "press", key="enter")

        def make_and_rename(params: Params, look: Look) -> Iterator[Action]:
            yield from self.type_name(look, "My new one")
            yield tap(look, text=self.make, role="button")
            more = "More options for My new one"
            yield from scroll_to(look, description=more)
            yield tap(look, description=more)
            yield tap(look, text="Rename")
            yield action("android", "write_text", text=as_typed(params, "name"))
            yield tap(look, text=self.rename, role="button")

        def only_typed(params: Params, look: Look) -> Iterator[Action]:
            """Types the name, and cancels."""
            yield from self.type_name(look, as_typed(params, "name"))
            yield tap(look, text="Cancel", role="button")

        return SubTask(
            name=f"{self.app}.add_playlist",
            device="android",
            app=self.app,
            says=f"make a playlist in the phone's {self.title} app and give it {{name}} as its name",
            steps=f"on the phone, open {self.title}, tap Playlists, tap New playlist, type {{name}} as its name and "
            f"tap {self.make}",
            inputs={"name": short_line(default)},
            keys=("name",),
            setup=unmade,
            checkpoints=made,
            oracle={self.front: self.open_playlists, "playlist_made": make_playlist},
            footprint=may_make,
            alternatives={"with_enter": make_with_enter, "renamed": make_and_rename},
            near_misses={"only_typed": only_typed},
            backends=("sim", "adb"),
            tags=(self.app,),
        )
