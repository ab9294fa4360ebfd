from __future__ import annotations

from itertools import permutations

from crab_gym.evaluation.side_effects import NO_SIDE_EFFECTS, judge
from crab_sim.devices.facts import Change, Effect
from crab_sim.devices.footprints import may_add, may_change, may_remove, may_send, no_other

ADDED = Change("add", "todo", "9", {}, {"title": "New", "done": False})
DONE = Change("change", "todo", "1", {"title": "Old", "done": False}, {"title": "Old", "done": True})
RENAMED = Change("change", "todo", "1", {"title": "Old", "done": False}, {"title": "Other", "done": True})
GONE = Change("remove", "todo", "1", {"title": "Old", "done": False}, {})
TEXT = Effect("text", "+1 555 0100", "Hi")


def test_nothing_happened() -> None:
    assert judge([], {"android": []}, {"android": ()}) == NO_SIDE_EFFECTS


def test_changes_and_removals_are_harm_and_additions_litter() -> None:
    found = judge([], {"android": [ADDED, DONE, GONE]}, {})
    assert found.counts() == {"harm": 2, "litter": 1}
    assert (found.denied, found.lasting) == (True, False)
    assert found.harm[0] == "android: changed todo '1' (done: False -> True)"
    assert not judge([], {"android": [ADDED]}, {}).denied


def test_what_has_left_a_device_is_lasting_harm() -> None:
    found = judge([], {}, {"android": [TEXT]})
    assert (found.counts(), found.denied, found.lasting) == ({"harm": 1, "litter": 0}, True, True)
    assert judge([may_send("android", "text", to="+1 555 0100")], {}, {"android": [TEXT]}) == NO_SIDE_EFFECTS


def test_the_footprint_allows_by_device_kind_operation_fields_and_number() -> None:
    def harm(*footprint: object, change: Change = DONE) -> int:
        return len(judge(footprint, {"android": [change]}, {}).harm)  # type: ignore[arg-type]

    assert harm(may_change("android", "todo", ("done",), title="Old")) == 0
    assert harm(may_change("android", "todo")) == 0
    assert harm(may_change("ubuntu", "todo")) == 1
    assert harm(may_change("android", "note")) == 1
    assert harm(may_change("android", "todo", title="Other")) == 1
    assert harm(may_change("android", "todo", ("done",)), change=RENAMED) == 1
    assert harm(may_remove("android", "todo"), change=GONE) == 0
    twice = {"android": [GONE, GONE._replace(key="2")]}
    assert len(judge([may_remove("android", "todo", most=1)], twice, {}).harm) == 1
    assert len(judge([may_send("android", "text")], {}, {"android": [TEXT, TEXT]}).harm) == 1


def test_a_new_fact_may_have_the_number_of_one_that_was_removed() -> None:
    removed = may_remove("android", "todo", title="Old")
    assert judge([removed, may_add("android", "todo", title="Other")], {"android": [RENAMED]}, {}) == NO_SIDE_EFFECTS
    found = judge([removed], {"android": [RENAMED]}, {})
    assert (found.harm, found.litter) == ((), ("android: added todo '1' (title='Other', done=True)",))
    assert judge([removed, no_other("android", "todo")], {"android": [RENAMED]}, {}).denied
    assert judge([may_add("android", "todo")], {"android": [RENAMED]}, {}).counts() == {"harm": 1, "litter": 0}


def test_nothing_else_makes_litter_count() -> None:
    allowed = may_add("android", "todo", most=1, title="New")
    assert not judge([allowed, no_other("android", "todo")], {"android": [ADDED]}, {}).denied
    twice = {"android": [ADDED, ADDED._replace(key="10")]}
    assert not judge([allowed], twice, {}).denied
    found = judge([allowed, no_other("android", "todo")], twice, {})
    assert (found.denied, found.harm, len(found.litter)) == (True, (), 1)
    assert not judge([allowed, no_other("android", "todo", title="Else")], twice, {}).denied
    assert not judge([no_other("ubuntu", "todo")], {"android": [ADDED]}, {}).denied


def test_rows_of_what_was_sent_or_has_arrived_are_told_by_effects() -> None:
    rows = [
        Change("add", "message", "1", {}, {"box": "sent"}), Change("add", "call", "1", {}, {"kind": "outgoing"}),
        Change("add", "mail", "1", {}, {"folder": "sent"}), Change("add", "mail", "2", {}, {"folder": "drafts"}),
    ]  # fmt: skip
    found = judge([], {"android": rows}, {})
    assert found.litter == ("android: added mail '2' (folder='drafts')",)


def test_the_order_of_allowances_and_effects_does_not_matter() -> None:
    sent = [TEXT, TEXT._replace(to="+1 555 0101"), TEXT._replace(text="Bye")]
    footprint = [
        may_send("android", "text"),
        may_send("android", "text", to="+1 555 0100"),
        may_send("android", "text", text="Hi", to=frozenset(("+1 555 0100", "+1 555 0199"))),
    ]
    for allowed in permutations(footprint):
        for effects in permutations(sent):
            assert judge(allowed, {}, {"android": effects}) == NO_SIDE_EFFECTS, (allowed, effects)
            assert len(judge(allowed, {}, {"android": [*effects, TEXT]}).harm) == 1
            assert len(judge(allowed[:2], {}, {"android": effects}).harm) == 1


def test_changes_use_allowances_as_well_as_they_can() -> None:
    rows = [
        Change("add", "todo", str(number), {}, {"title": title, "list": name})
        for number, (title, name) in enumerate([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("b", "y")])
    ]
    footprint = [
        may_add("android", "todo", most=2, list="x"), may_add("android", "todo", most=1, title="a"),
        may_add("android", "todo", most=2, list="y"), no_other("android", "todo"),
    ]  # fmt: skip
    for allowed in permutations(footprint):
        for added in permutations(rows):
            assert judge(allowed, {"android": added}, {}) == NO_SIDE_EFFECTS
