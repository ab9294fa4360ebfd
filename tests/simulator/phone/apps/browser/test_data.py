from __future__ import annotations

from crab_sim.phone.apps.browser import data as browser_data
from crab_sim.phone.apps.browser.data import DATABASE, HistoryRow, Visit
from tests.simulator.phone._drive import phone
from tests.simulator.phone._tables import columns, round_trip, tables


def test_history_database_round_trip() -> None:
    machine = phone(3)
    rows = machine.get(browser_data.HISTORY)
    assert len(rows) == 7
    assert round_trip(DATABASE, rows) == (rows,)
    assert columns(DATABASE, "urls") == [
        "id", "url", "title", "visit_count", "typed_count", "last_visit_time", "hidden"
    ]  # fmt: skip
    alone = HistoryRow(1, "https://a.example/", "A", (Visit(1_700_000_000.25, True),))
    assert tables(DATABASE, (alone,))["urls"][0]["last_visit_time"] == 13_344_473_600_250_000
