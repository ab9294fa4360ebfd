"""Named tuples that are changed as by their own methods."""

from __future__ import annotations

import pytest

from crab_sim.fast.tuples import changed
from crab_sim.ui.page import Page


def test_a_changed_tuple_is_that_of_replace() -> None:
    page = Page("list", 7, {"search": "tea"}, focus="search")
    found = changed(page, {"fields": {}, "selection": (1, 2)})
    assert type(found) is Page and found == page._replace(fields={}, selection=(1, 2))
    assert page.fields == {"search": "tea"} and changed(page, {}) == page


def test_a_name_that_it_lacks_is_refused() -> None:
    with pytest.raises(KeyError, match="colour"):
        changed(Page("list"), {"colour": 1})
