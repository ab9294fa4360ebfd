"""Queries of the other kind of device, and names of the last release."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import UnsupportedQuery
from crab_gym.backends.sim import SimBackend


def state(device: str) -> Any:
    backend = SimBackend(device, (360, 800) if device == "android" else (1280, 720))
    backend.reset(0)
    return backend.setup


@pytest.mark.parametrize(("device", "query"), [("android", "windows"), ("ubuntu", "messages"), ("ubuntu", "packages")])
def test_a_query_of_the_other_device_says_so(device: str, query: str) -> None:
    with pytest.raises(UnsupportedQuery, match=rf"of '{device}' has no {query}\(\): ask another device"):
        getattr(state(device), query)()
    assert not hasattr(state(device), query)


def test_an_unknown_name_is_no_query() -> None:
    with pytest.raises(AttributeError, match="no attribute 'windws'") as caught:
        state("ubuntu").windws()
    assert not isinstance(caught.value, UnsupportedQuery)


def test_the_desktops_address_book_answers_to_its_old_names() -> None:
    desktop = state("ubuntu")
    with pytest.warns(DeprecationWarning, match=r"a desktop's add_contact\(\) is now add_card\(\)"):
        key = desktop.add_contact("Ada Park", "555 0101", "ada@mail.example")
    with pytest.warns(DeprecationWarning, match=r"contacts\(\) is now cards\(\)"):
        assert "Ada Park" in {contact.name for contact in desktop.contacts()}
    with pytest.warns(DeprecationWarning, match=r"remove_contact\(\) is now remove_card\(\)"):
        desktop.remove_contact(key)
    assert "Ada Park" not in {contact.name for contact in desktop.cards()}
