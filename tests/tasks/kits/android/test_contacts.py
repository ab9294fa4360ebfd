from __future__ import annotations

from typing import Any

import pytest
from crab_tasks.kits.android.contacts import contact_has, new_contact


@pytest.mark.parametrize("label", ["", "Work"])
def test_the_label_of_a_new_number_is_chosen(phone: Any, label: str) -> None:
    for move in new_contact(lambda device: phone.elements(), "Eva Stone", "555-0142", label=label):
        phone.act(move["name"], move["args"], 1.0)
    state = {"android": phone.state}
    assert contact_has(state, None, "Eva Stone", "555-0142", label=label or "Mobile")
    assert not contact_has(state, None, "Eva Stone", "555-0142", label="Home")
