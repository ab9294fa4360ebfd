from __future__ import annotations

from crab_sim.devices.footprints import (
    Matcher,
    Telling,
    anything,
    asked,
    below,
    left_open,
    left_to_graph,
    matches,
    may_add,
    may_send,
)


def test_fields_match_values_sets_and_functions() -> None:
    fields = {"name": "Ada", "amount": 12}
    assert matches(fields, {})
    assert matches(fields, {"name": "Ada", "amount": 12})
    assert matches(fields, {"name": frozenset(("Ada", "Bo"))})
    assert matches(fields, {"amount": lambda value: isinstance(value, int) and value > 3})
    wrong: list[dict[str, Matcher]] = [
        {"name": "ada"}, {"name": frozenset(("Bo",))}, {"amount": lambda value: False}, {"phone": ""},
    ]  # fmt: skip
    assert not any(matches(fields, where) for where in wrong)


def test_below_a_folder() -> None:
    inside = below("/home/user/a/")
    assert inside("/home/user/a") and inside("/home/user/a/b/c")
    assert not inside("/home/user/ab") and not inside("/home/user") and not inside(3)


def test_what_is_left_open_or_to_the_graph_takes_each_value() -> None:
    for demand in (anything, left_to_graph):
        assert matches({"name": "Ada"}, {"name": demand}) and not matches({}, {"name": demand})
    allowance = left_open("ubuntu", "file", ("box",), path="/home/user/a.odp")
    assert (allowance.operation, allowance.fields, allowance.most) == ("open", ("box",), None)


def test_texts_that_tell_a_value_are_read_with_the_goal() -> None:
    telling = Telling("7", lambda text, goal: text in ("7", f"{goal} 7"))
    sent, added = asked([may_send("android", "text", to="Ada", text=telling), may_add("android", "note")], "Tea for")
    assert [telling("7"), telling("Tea for 7"), telling(7)] == [True, False, False]
    assert [matches({"to": "Ada", "text": text}, sent.where) for text in ("7", "Tea for 7", "8")] == [True, True, False]
    assert (sent.most, added) == (1, may_add("android", "note"))
    assert isinstance(sent.where["text"], Telling) and sent.where["text"].value == "7"
