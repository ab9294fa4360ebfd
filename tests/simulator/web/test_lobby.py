"""The lobby: connections that show nothing drop one another, and nobody else."""

from __future__ import annotations

from crab_sim.web.sites.lobby import Lobby


def test_the_longest_wait_ends_where_all_places_are_taken() -> None:
    dropped: list[int] = []
    lobby = Lobby(dropped.append, places=3)
    for connection in range(5):
        lobby.enter(connection)
    assert dropped == [0, 1] and len(lobby) == 3
    assert lobby.leave(3) and not lobby.leave(3) and not lobby.leave(0)
    lobby.enter(5)
    assert dropped == [0, 1] and len(lobby) == 3


def test_a_place_is_given_for_a_time_whatever_is_sent() -> None:
    dropped: list[str] = []
    clock = [0.0]
    lobby = Lobby(dropped.append, places=9, seconds=10.0, now=lambda: clock[0])
    lobby.enter("early")
    clock[0] = 6.0
    lobby.enter("late")
    lobby.expire()
    assert not dropped
    clock[0] = 10.0
    lobby.expire()
    assert dropped == ["early"] and lobby.leave("late")


def test_who_is_dropped_may_leave_meanwhile() -> None:
    dropped: list[str] = []

    def drop(connection: str) -> None:
        assert not lobby.leave(connection)
        dropped.append(connection)

    lobby = Lobby(drop, places=1)
    lobby.enter("a")
    lobby.enter("b")
    assert dropped == ["a"] and len(lobby) == 1
