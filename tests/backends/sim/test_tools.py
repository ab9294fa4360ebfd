"""Tools of simulated apps: what they tell is what evaluators read, and no call breaks anything."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.verbs import Argument
from crab_sim.desktop.tools import MODULES as DESKTOP_MODULES
from crab_sim.desktop.tools import TOOLS as ON_DESKTOP
from crab_sim.devices.apps import APPS
from crab_sim.devices.facts import Change, changes
from crab_sim.machine.tools import Tool
from crab_sim.phone.tools import MODULES as PHONE_MODULES
from crab_sim.phone.tools import TOOLS as ON_PHONE

TASK = "cross.dark_mode_from_todo"
BOTH = (("android", ON_PHONE), ("ubuntu", ON_DESKTOP))
ALL = [pytest.param(device, tool, id=f"{device}.{name}") for device, tools in BOTH for name, tool in tools.items()]


def made(seed: int = 5) -> CrabEnv:
    env = CrabEnv(TASK, screens=False, max_steps=100_000, tools="only", success_at="complete")
    env.reset(seed=seed)
    return env


def call(env: CrabEnv, device: str, name: str, **args: object) -> Any:
    """Calls a tool; returns its result as data."""
    info = env.step({"device": device, "name": name, "args": args})[4]
    assert not info["invalid_action"] and not info["app_crash"], info
    try:
        return json.loads(info["result"])
    except ValueError:
        return info["result"]


def test_there_are_tools_of_most_apps() -> None:
    assert len(ON_PHONE) + len(ON_DESKTOP) >= 60
    assert len({(device, tool.facts.app) for device, tools in BOTH for tool in tools.values()}) >= 20


@pytest.mark.parametrize(("device", "tool"), ALL)
def test_a_tool_is_described_as_functions_for_models_are(device: str, tool: Tool) -> None:
    facts = tool.facts
    assert facts.device == device and facts.app in {app.id for app in APPS if app.device == device}
    assert re.fullmatch(r"[a-z_]{3,40}", facts.name) and len(f"{device}__{facts.name}") <= 64
    assert facts.doc.endswith(".") and "Args" not in facts.doc and len(facts.doc) < 200
    for parameter in facts.parameters:
        assert parameter.doc.endswith(".") and len(parameter.doc) < 200
        assert (parameter.kind == "choice") == bool(parameter.choices)
        if parameter.choices and parameter.default is not None:
            assert parameter.default in parameter.choices


def test_modules_list_their_tools() -> None:
    for modules, tools in ((PHONE_MODULES, ON_PHONE), (DESKTOP_MODULES, ON_DESKTOP)):
        assert sorted(name for module in modules for name in module.__all__) == sorted(tools)


# What they tell -----------------------------------------------------------------------------------------------------

READS: tuple[tuple[str, str, Mapping[str, object], str, Mapping[str, str]], ...] = (
    ("android", "contacts_search", {}, "contact", {"name": "name", "phone": "phone", "email": "email"}),
    ("android", "calls_list", {}, "call", {"number": "number", "kind": "kind", "seconds": "duration"}),
    ("android", "alarms_list", {}, "alarm", {"label": "label"}),
    ("android", "tasks_list", {}, "todo", {"title": "title", "done": "done"}),
    ("android", "mail_list", {"folder": "inbox"}, "mail", {"subject": "subject"}),
    ("android", "notes_search", {}, "note", {"title": "title"}),
    ("android", "notebook_notes", {}, "notebook_note", {"title": "title", "text": "body"}),
    ("android", "expenses_list", {}, "expense", {"name": "name", "note": "note"}),
    ("android", "recipes_search", {}, "recipe", {"title": "title", "servings": "servings", "time": "time"}),
    ("android", "music_playlists", {}, "playlist", {"name": "name"}),
    ("android", "fitness_tracks", {}, "track", {"name": "name", "activity": "activity"}),
    ("ubuntu", "alarms_list", {}, "alarm", {"name": "label", "on": "enabled"}),
    ("ubuntu", "todos_list", {}, "todo", {"title": "title", "done": "done", "list": "list"}),
    ("ubuntu", "cards_search", {}, "contact", {"name": "name", "email": "email", "phone": "phone"}),
    ("ubuntu", "mails_list", {}, "mail", {"subject": "subject"}),
)  # fmt: skip
FILTERS: Mapping[tuple[str, str], Callable[[Mapping[str, Any]], bool]] = {
    ("android", "mail"): lambda row: row["folder"] == "inbox",
    ("ubuntu", "mail"): lambda row: row["folder"] == "Inbox",
}


@pytest.mark.parametrize(("device", "name", "args", "kind", "fields"), READS)
def test_a_tool_tells_what_evaluators_read(
    device: str, name: str, args: Mapping[str, object], kind: str, fields: Mapping[str, str]
) -> None:
    env = made()
    facts = dict(env.backends[device].state.facts()[kind].rows).values()
    passes = FILTERS.get((device, kind), lambda row: True)
    read = sorted(repr([row[field] for field in fields.values()]) for row in facts if passes(row))
    told = sorted(repr([row.get(key, "") for key in fields]) for row in call(env, device, name, **args))
    assert told == read and read


def test_messages_are_told_conversation_by_conversation() -> None:
    env = made()
    facts = dict(env.backends["android"].state.facts()["message"].rows).values()
    told = [
        message["text"]
        for thread in call(env, "android", "messages_threads")
        for message in call(env, "android", "messages_read", person=thread["number"])
    ]
    assert sorted(told) == sorted(row["body"] for row in facts)


@pytest.mark.parametrize("device", ["android", "ubuntu"])
def test_events_of_a_day_are_those_of_the_calendar(device: str) -> None:
    env = made()
    rows = dict(env.backends[device].state.facts()["event"].rows).values()
    whole_day = "all_day" if device == "ubuntu" else "flags"
    single = next(row for row in rows if not row.get("repeat") and not row[whole_day])
    found = call(env, device, "calendar_search", query=single["title"])
    event = next(row for row in found if row["title"] == single["title"])
    day = event["begins"][:10]
    assert event in call(env, device, "calendar_events", first=day)
    env.step({"device": device, "name": "calendar_change", "args": {"title": event["title"], "place": "Pier 9"}})
    changed = call(env, device, "calendar_events", first=day)
    assert [row["place"] for row in changed if row["title"] == event["title"]] == ["Pier 9"]


def test_files_are_those_of_the_state() -> None:
    env = made()
    desktop, phone = env.backends["ubuntu"].state, env.backends["android"].state
    names = [row["name"] for row in call(env, "ubuntu", "files_list", folder="Documents")]
    assert sorted(names) == sorted(desktop.list_dir("/home/user/Documents"))
    text = next(name for name in names if name.endswith(".txt"))
    content = desktop.read_text(f"/home/user/Documents/{text}")
    assert call(env, "ubuntu", "text_read", path=f"Documents/{text}") == str(content).rstrip("\n")
    folder = [row["name"] for row in call(env, "android", "files_list", folder="Download")]
    assert sorted(folder) == sorted(phone.list_dir("/storage/emulated/0/Download"))


def test_a_written_table_is_read_back() -> None:
    env = made()
    table = next(
        str(row["path"])
        for row in dict(env.backends["ubuntu"].state.facts()["file"].rows).values()
        if str(row["path"]).endswith((".ods", ".csv"))
    )
    rows = [["Pears", "12"], ["Plums", "30"], ["Sum", "=B20+B21"]]
    call(env, "ubuntu", "sheet_write", path=table, cell="A20", rows=rows)
    assert [row[:2] for row in call(env, "ubuntu", "sheet_read", path=table)[19:22]] == [*rows[:2], ["Sum", "42"]]


# What can't be broken -----------------------------------------------------------------------------------------------

WORDS = (
    "", "Inbox", "Documents", "Download", "2026-11-12", "31:72", "09:30", "hello\nworld", "a@b.example", "Grüße", "1",
    "../..", "/", "shop.example", "=1/0", "$(rm -r ~)", "x" * 300, "9999-12-31",
    "0001-01-01", "23:30",
)  # fmt: skip


KINDS: Mapping[tuple[str, str], Sequence[str]] = {
    ("android", "calendar"): ("event",),
    ("android", "clock"): ("alarm", "city", "state"),
    ("android", "contacts"): ("contact",),
    ("android", "drive"): ("drive_file",),
    ("android", "expense"): ("expense",),
    ("android", "files"): ("file",),
    ("android", "fitness"): ("track",),
    ("android", "gallery"): ("file",),
    ("android", "mail"): ("mail",),
    ("android", "maps"): ("marker", "saved_place"),
    ("android", "markdown"): ("file",),
    ("android", "messages"): ("message",),
    ("android", "music"): ("playlist",),
    ("android", "notebook"): ("notebook_note",),
    ("android", "notes"): ("note",),
    ("android", "phone"): ("blocked_number", "call"),
    ("android", "recipes"): ("recipe",),
    ("android", "settings"): ("setting",),
    ("android", "tasks"): ("state", "todo"),
    ("ubuntu", "calc"): ("file",),
    ("ubuntu", "calendar"): ("event",),
    ("ubuntu", "clocks"): ("alarm", "city"),
    ("ubuntu", "endeavour"): ("todo",),
    ("ubuntu", "files"): ("file",),
    ("ubuntu", "firefox"): (),
    ("ubuntu", "music"): ("file", "playlist"),
    ("ubuntu", "terminal"): ("file",),
    ("ubuntu", "text_editor"): ("file",),
    ("ubuntu", "thunderbird"): ("contact", "mail"),
    ("ubuntu", "writer"): ("file",),
}
"""App to the kinds of facts that its tools may change."""
NAMES = ("name", "title", "label", "path", "address", "number")


def names_there(env: CrabEnv, device: str, app: str) -> list[str]:
    """Returns names of things that an app has, so that some calls are about them."""
    facts = env.backends[device].state.facts()
    rows = [row for kind in KINDS.get((device, app), ()) if kind in facts for row in dict(facts[kind].rows).values()]
    return sorted({str(row[name]) for row in rows for name in NAMES if row.get(name)})[:30]


def drawn(argument: Argument, rng: random.Random, words: Sequence[str] = WORDS) -> Any:
    """Returns some value of an argument, often a senseless one."""
    match argument.kind:
        case "choice":
            return rng.choice(argument.choices)
        case "integer" | "number":
            return rng.choice((-1, 0, 1, 7, 10**10, 10**14))
        case "flag":
            return rng.random() < 0.5
        case "texts":
            return [rng.choice(words) for _ in range(rng.randrange(3))]
        case "rows":
            return [[rng.choice(words) for _ in range(rng.randrange(3))] for _ in range(rng.randrange(3))]
    return rng.choice(words)


@pytest.mark.parametrize(("device", "tool"), ALL)
def test_a_senseless_call_is_refused_and_changes_nothing(device: str, tool: Tool) -> None:
    env, rng, name = made(), random.Random(tool.facts.name), tool.facts.name
    arguments, there = env.table[device][name].arguments, names_there(env, device, tool.facts.app)
    for _ in range(16):
        before, facts = env.backends[device].fingerprint(), env.backends[device].state.facts()
        words = rng.choice((WORDS, (*WORDS[:3], *there))) if there else WORDS
        args = {each.name: drawn(each, rng, words) for each in arguments if each.default is None or rng.random() < 0.5}
        info = env.step({"device": device, "name": name, "args": args})[4]
        assert not info["app_crash"], (args, env.crashes)
        if info["invalid_action"]:
            assert not info["result"] and env.backends[device].fingerprint() == before
        else:
            found = changes(facts, env.backends[device].state.facts())
            check_accepted(tool, args, [change for change in found if change.kind != "visited"])


def check_accepted(tool: Tool, args: Mapping[str, Any], found: Sequence[Change]) -> None:
    """Checks what an accepted call has changed: what it names, and nothing of other apps."""
    facts = tool.facts
    assert not (facts.reads and found)
    assert {change.kind for change in found} <= set(KINDS.get((facts.device, facts.app), ())), (args, found)
    new = args.get("name", args.get("title", ""))
    if re.search(r"_(add|add_folder|create|create_playlist|make_folder)$", facts.name) and new:
        values = [str(value) for change in found if change.operation == "add" for value in change.after.values()]
        assert [value for value in values if new.strip() in value], (args, found)
    if facts.name.endswith(("_delete", "_trash")):
        assert found and {change.operation for change in found} <= {"remove", "change"}, (args, found)


def test_names_that_are_not_there_are_explained() -> None:
    env = made()
    name = call(env, "android", "contacts_search")[0]["name"]
    info = env.step({"device": "android", "name": "contacts_delete", "args": {"name": f"{name[:-1]}q"}})[4]
    assert info["invalid_action"] == f"there is no contact '{name[:-1]}q'. Did you mean '{name}'?"
    assert call(env, "android", "contacts_search", query=name)  # it is still there
