"""Requirements on recorders: they note each slice that is read, and leave the machine as it was."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.sim.backend import SimBackend


@pytest.fixture
def phone() -> Any:
    backend = SimBackend("android", (360, 640))
    backend.reset(3)
    return backend


def test_what_is_read_is_noted_until_the_end(phone: Any) -> None:
    reads = phone.reads()
    assert reads is not None
    reads.begin()
    phone.state.contacts()
    assert reads.taken() == {"contacts", "seed", "booted"} and reads.taken() == frozenset()
    assert phone.state.clipboard() == "" and reads.taken() == {"clipboard"}
    reads.end()
    phone.state.messages()
    assert reads.taken() == frozenset() and reads.replaced() == set()


def test_what_is_replaced_is_named_once(phone: Any) -> None:
    reads = phone.reads()
    assert reads is not None
    handle = phone.snapshot()
    reads.begin()
    phone.state.contacts()
    phone.state.clipboard()
    reads.taken()
    reads.end()
    phone.setup.add_contact("Ada Bell", "+1 555 0100")
    phone.setup.add_event("Choir", 1.8e9, 1.8e9 + 3600)
    assert reads.replaced() == {"contacts"} and not reads.replaced()
    phone.restore(handle)
    assert reads.replaced() == {"contacts"}


def test_who_reads_the_screen_or_everything_depends_on_the_time(phone: Any) -> None:
    reads = phone.reads()
    assert reads is not None
    phone.state.elements()
    for look in (phone.state.elements, phone.state.facts, lambda: phone.state.run(["date"])):
        reads.begin()
        look()
        assert "time" in reads.taken()
        reads.end()
    phone.advance(1.0)
    assert "time" in reads.replaced()


def test_a_change_meanwhile_stays(phone: Any) -> None:
    reads, before = phone.reads(), phone.fingerprint()
    assert reads is not None
    reads.begin()
    phone.setup.add_contact("Ada Bell", "+1 555 0100")
    reads.end()
    assert [row.name for row in phone.state.contacts()].count("Ada Bell") == 1
    assert phone.fingerprint() != before
