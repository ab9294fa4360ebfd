"""The simulated less."""

from __future__ import annotations

import pytest

from crab_sim.machine.work import Budget
from crab_sim.shell.programs.less import draw, feed, start

TEXT = "".join(f"line {number}\n" for number in range(1, 101))


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ("", 1), (" ", 24), ("jj", 3), ("jjk", 2), ("G", 78), ("Gg", 1),
        ("  b", 24), ("50g", 50), ("d", 12), ("dd", 23),
        ("/line 3\r", 3), ("/line 3\rn", 30),
        ("G?9\r", 69), ("/9\rnN", 9), ("/absent\r", 1), ("5j", 6), ("majj'a", 1),
    ],
)  # fmt: skip
def test_keys_move(keys: str, first: int) -> None:
    assert draw(feed(start(TEXT, "t", 24, 80, ""), keys, Budget()), 24, 80).rows[0].text == f"line {first}"


def test_the_last_row_prompts() -> None:
    state = start(TEXT, "t", 24, 80, "")
    assert draw(state, 24, 80).rows[-1].text == "t"
    assert draw(feed(state, "j", Budget()), 24, 80).rows[-1].text == ":"
    assert draw(feed(state, "G", Budget()), 24, 80).rows[-1].text == "(END)"
    assert draw(feed(state, "/absent\r", Budget()), 24, 80).rows[-1].text == "Pattern not found"
    assert draw(feed(state, "/li", Budget()), 24, 80).rows[-1].text == "/li"
    assert feed(state, "jqls", Budget()).status == 0 and feed(state, "jqls", Budget()).left == "ls"
    assert draw(start(TEXT, "t", 24, 80, "N"), 24, 80).rows[1].text == "      2 line 2"


def test_matches_are_highlighted_where_that_is_little_work() -> None:
    state = feed(start("x" * 4000 + "needle\n" + TEXT, "t", 24, 80, ""), "/n.*e 3\r", Budget())
    assert [row.spans[:1] for row in draw(state, 24, 80).rows[:2]] == [((2, 6, "reverse"),), ()]
    hard = start("ab" + "a" * 900_000 + "\n" + TEXT, "t", 24, 80, "")._replace(pattern="(a|aa)*(a|aa)*(a|b|aaa)*b")
    assert draw(hard, 24, 80).rows[0].spans == ((0, 2, "reverse"),)
    assert draw(hard._replace(top=1, pattern="n"), 24, 80).rows[0].spans == ((2, 3, "reverse"),)
    assert draw(hard._replace(pattern="("), 24, 80).rows[0].spans == ()
