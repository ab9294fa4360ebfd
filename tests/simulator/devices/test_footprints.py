from __future__ import annotations

from collections.abc import Callable

import pytest

from crab_sim.devices.footprints import (
    Matcher,
    Telling,
    anything,
    asked,
    below,
    judged_elsewhere,
    left_open,
    left_to_graph,
    matches,
    may_add,
    may_change,
    may_remove,
    may_send,
    no_other,
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


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (
            lambda: may_add("androd", "todo"),
            r"may_add\('androd', 'todo'\): unknown device 'androd'; did you mean 'android'",
        ),
        (lambda: may_add("android", "todos"), "unknown kind of fact on android 'todos'; did you mean 'todo'"),
        (lambda: may_add("android", "bookmark"), "unknown kind of fact on android 'bookmark'"),
        (lambda: may_add("android", "todo", titel="x"), "unknown field of todo 'titel'; did you mean 'title'"),
        (lambda: may_change("android", "todo", ("doen",)), "unknown field of todo 'doen'; did you mean 'done'"),
        (lambda: may_change("android", "todo", ("done",), becomes={"don": True}), "unknown field of todo 'don'"),
        (lambda: may_remove("ubuntu", "fle"), "unknown kind of fact on ubuntu 'fle'; did you mean 'file'"),
        (lambda: no_other("ubuntu", "file", paht="x"), "unknown field of file 'paht'; did you mean 'path'"),
        (lambda: left_open("ubuntu", "file", ("content",), name="x"), "unknown field of file 'name'"),
        (
            lambda: judged_elsewhere("ubuntu", "site", table="shop.example/order"),
            "unknown table .* 'shop.example/orders'",
        ),
        (lambda: may_add("ubuntu", "site", table="shop.example/cart", artcle=1), "did you mean 'article'"),
        (lambda: may_send("phone", "text"), "unknown device 'phone'"),
        (lambda: may_send("android", "txt"), "unknown kind of effect 'txt'; did you mean 'text'"),
        (lambda: may_send("android", "text", subject="x"), "unknown field of text 'subject'"),
    ],
)
def test_a_wrong_name_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


def test_rows_of_every_table_have_the_fields_of_any_table_where_it_is_open() -> None:
    assert may_add("ubuntu", "site", table=anything, article=1).where["article"] == 1
    assert may_add("android", "state", slice="stopwatch", since=3).where["since"] == 3
