"""The dialogs Message Filters and Filter Rules.

Page ``filters`` (arg: the number of the selected rule, -1 for none), and above it ``rule`` (arg: the rule's number, -1
for a new one; data: the edited `Filter`; fields ``rule_name`` and ``value0`` to ``value9``).
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop.apps.thunderbird import post
from crab_sim.desktop.apps.thunderbird.messages import (
    FilterMessage,
    MainChoice,
    MainMessage,
    RuleListMessage,
    RuleMessage,
)
from crab_sim.desktop.apps.thunderbird.state import change_files, desk_of, files_of, put_desk, target_of
from crab_sim.desktop.apps.thunderbird.store import filters_of, folder_list, listed, long_name, put_filters
from crab_sim.desktop.chrome.bars import ChoiceBox
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import Entry, OpenMenu
from crab_sim.desktop.widgets import Sized, dialog_page
from crab_sim.devices.mail_filters import ACTIONS, FIELDS, OPERATORS, Condition, Filter, FilterAction
from crab_sim.devices.mail_profile import ACCOUNT_NAME
from crab_sim.devices.mailboxes import TAGS
from crab_sim.machine.app import Context
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    IconButton,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Tile,
    Toggle,
    Widget,
)

__all__ = ["filter_dialog", "handle_filters", "handle_rule", "handle_rule_list", "new_rule"]

_FIELD_NAMES: Final = {
    "subject": "Subject", "from": "From", "to": "To", "cc": "Cc", "to or cc": "To or Cc", "body": "Body",
}  # fmt: skip
_ACTION_NAMES: Final = {
    "Move to folder": "Move Message to", "Copy to folder": "Copy Message to", "Mark read": "Mark As Read",
    "Mark flagged": "Add Star", "AddTag": "Tag Message", "Delete": "Delete Message",
}  # fmt: skip
_MOST: Final = 6
_MAX_RULES: Final = 50


class _Above(Widget[MainMessage]):
    """A dialog, and the menu of one of its choices above it."""

    __slots__ = ("dialog", "menu")

    def __init__(self, dialog: Widget[MainMessage], menu: Widget[MainMessage]) -> None:
        self.flex, self.dialog, self.menu = 0, dialog, menu

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Places both; the rectangle is the page's."""
        self.dialog.place(scene, x, y, w, h)
        self.menu.place(scene, x, y, w, h)


def filter_dialog(context: Context, page: Page) -> Widget[MainMessage] | None:
    """Returns the dialog of a page, None if it is another one's."""
    if page.name == "filters":
        return _list(context, page)
    if page.name != "rule":
        return None
    menu = popup(_choices(context), page.overlay)
    dialog = _rule(context, page)
    return dialog if menu is None else _Above(dialog, menu)


def _list(context: Context, page: Page) -> Dialog[MainMessage]:
    rules = filters_of(files_of(context))
    chosen = 0 <= page.arg < len(rules)
    tiles: list[Widget[MainMessage]] = [
        Tile(
            rule.name, ("rule", i), selected=i == page.arg, double_message=("edit_rule", i),
            trailing=Toggle("checkbox", rule.enabled, ("enable_rule", i), f"Enabled: {rule.name}"),
        )
        for i, rule in enumerate(rules)
    ]  # fmt: skip
    if not tiles:
        tiles = [Label("There are no filters.", tone="muted", align="center", pad=(0, 20))]
    buttons: list[Widget[MainMessage]] = [
        Button("New…", ("new_rule",), "outlined", enabled=len(rules) < _MAX_RULES),
        Button("Edit…", ("edit_rule", page.arg), "outlined", enabled=chosen),
        Button("Delete", ("delete_rule",), "outlined", enabled=chosen),
        Space(4),
        Button("Move Up", ("move_rule", -1), "outlined", enabled=chosen and page.arg > 0),
        Button("Move Down", ("move_rule", 1), "outlined", enabled=chosen and page.arg < len(rules) - 1),
    ]
    heads = Row([Label("Filter Name", "small", font="bold", flex=1), Label("Enabled", "small", font="bold")])
    run = f"Run selected filter on: {desk_of(context).folder}"
    body: Widget[MainMessage] = Column(
        [
            Label(f"Filters for: {ACCOUNT_NAME}", "small", "muted"),
            Label("Enabled filters are run automatically in the order shown below.", "small", "muted"),
            Row(
                [
                    Column([heads, Sized(Scroll("rules", tiles), h=200)], gap=4, flex=1),
                    Column(buttons, gap=6),
                ],
                gap=12,
            ),
            Row(
                [
                    Label(run, "small", flex=1),
                    Button("Run Now", ("run_rule",), "outlined", enabled=chosen),
                ],
                gap=8,
            ),
        ],
        gap=8,
    )
    return Dialog("Message Filters", body, [Button("Close", ("cancel",), "outlined")], 620, ("cancel",))


def _shown_value(action: FilterAction) -> str:
    if action.name == "AddTag":
        return TAGS.get(action.value, "")
    return long_name(action.value)


def _rule(context: Context, page: Page) -> Dialog[MainMessage]:
    rule: Filter = page.data
    conditions: list[Widget[MainMessage]] = []
    for i, one in enumerate(rule.conditions):
        conditions.append(
            Row(
                [
                    ChoiceBox(_FIELD_NAMES.get(one.field, one.field), "Search by", ("choice", "field", i, 0, 0), 104),
                    ChoiceBox(one.operator, "Comparison", ("choice", "operator", i, 0, 0), 136),
                    Field(f"value{i}", "Value", flex=1),
                    IconButton("add", "Add a condition", ("add_condition",), tone="text", size=26),
                    IconButton("remove", "Remove this condition", ("drop_condition", i), tone="text", size=26),
                ],
                gap=4,
            )
        )
    actions: list[Widget[MainMessage]] = []
    for i, action in enumerate(rule.actions):
        line: list[Widget[MainMessage]] = [
            ChoiceBox(_ACTION_NAMES.get(action.name, action.name), "Action", ("choice", "action", i, 0, 0), 168)
        ]
        if action.name in ("Move to folder", "Copy to folder", "AddTag"):
            name = "Tag" if action.name == "AddTag" else "Folder"
            line.append(ChoiceBox(_shown_value(action) or f"Choose {name}…", name, ("choice", "value", i, 0, 0), 220))
        line += [
            Space(flex=1), IconButton("add", "Add an action", ("add_action",), tone="text", size=26),
            IconButton("remove", "Remove this action", ("drop_action", i), tone="text", size=26),
        ]  # fmt: skip
        actions.append(Row(line, gap=4))
    fault = _fault(context, page)
    body: Widget[MainMessage] = Column(
        [
            Field("rule_name", "Filter name"),
            Row(
                [
                    Button("Match all of the following", ("every", True), "outlined", selected=rule.every),
                    Button("Match any of the following", ("every", False), "outlined", selected=not rule.every),
                ],
                gap=6,
            ),
            Column(conditions, gap=4),
            Label("Perform these actions:", font="bold"),
            Column(actions, gap=4),
            Label(fault, "small", "muted"),
        ],
        gap=8,
    )
    buttons: list[Widget[MainMessage]] = [
        Button("Cancel", ("cancel",), "outlined"),
        Button("OK", ("save_rule",), enabled=not fault),
    ]
    return Dialog("Filter Rules", Sized(Scroll("rule", [body]), h=330), buttons, 640, ("cancel",))


def _fault(context: Context, page: Page) -> str:
    """Returns why the rule can't be saved, ``""`` if it can."""
    rule: Filter = page.data
    name = page.fields.get("rule_name", "").strip()
    if not name:
        return "Please enter a name for this filter."
    others = [one.name for i, one in enumerate(filters_of(files_of(context))) if i != page.arg]
    if name in others:
        return "The filter name you entered already exists. Please enter a different filter name."
    folders = folder_list(files_of(context))
    for action in rule.actions:
        if action.name in ("Move to folder", "Copy to folder") and action.value not in folders:
            return "You must select a target folder."
        if action.name == "AddTag" and action.value not in TAGS:
            return "You must select a tag."
    if any([not page.fields.get(f"value{i}", "").strip() for i in range(len(rule.conditions))]):
        return "Please enter a text for each condition."
    return ""


def _choices(context: Context) -> tuple[Entry[MainChoice], ...]:
    """Returns the values of the choice whose list is open."""
    page = context.page
    rule: Filter = page.data
    match desk_of(context).popup:
        case ("field", int(i)):
            values = [(one, _FIELD_NAMES[one]) for one in FIELDS]
        case ("operator", int(i)):
            values = [(one, one) for one in OPERATORS]
        case ("action", int(i)):
            values = [(one, _ACTION_NAMES[one]) for one in ACTIONS]
        case ("value", int(i)) if i < len(rule.actions):
            if rule.actions[i].name == "AddTag":
                values = list(TAGS.items())
            else:
                values = [(one, long_name(one)) for one in folder_list(files_of(context))[:20]]
        case _:
            return ()
    kind = str(desk_of(context).popup[0])
    return tuple([Entry(title, ("set_choice", kind, i, value)) for value, title in values])


# Events -------------------------------------------------------------------------------------------------------------


def new_rule(context: Context, rule: Filter, number: int = -1) -> None:
    """Opens the dialog for a rule."""
    page = dialog_page(context, "rule", number, "rule_name", rule.name)
    values = {f"value{i}": one.value for i, one in enumerate(rule.conditions[:_MOST])}
    rule = rule._replace(
        conditions=rule.conditions[:_MOST] or (Condition(),), actions=rule.actions[:_MOST] or (FilterAction(),)
    )
    context.push(page._replace(fields={**page.fields, "value0": "", **values}, data=rule, scroll={}))


def _edited(page: Page) -> Filter:
    """Returns the rule with the texts in the fields."""
    rule: Filter = page.data
    conditions = tuple(
        [one._replace(value=page.fields.get(f"value{i}", "").strip()) for i, one in enumerate(rule.conditions)]
    )
    return rule._replace(name=page.fields["rule_name"].strip(), conditions=conditions)


def _put(context: Context, rules: list[Filter]) -> None:
    now = context.machine.now
    change_files(context, lambda files: put_filters(files, rules, now))


def handle_filters(context: Context, message: FilterMessage) -> None:
    """Handles the messages that open the dialogs."""
    match message:
        case ("filters",):
            context.push(dialog_page(context, "filters", -1))
        case ("filter_from",):
            found = target_of(context)
            if found is not None:
                _from(context, found[1].heads.sender.address)
        case ("filter_for", address):
            _from(context, address)
        case _:
            assert_never(message)


def _from(context: Context, address: str) -> None:
    """Opens the dialog for a rule about a sender's mails, above the list of rules."""
    context.push(dialog_page(context, "filters", -1))
    new_rule(context, Filter("", (Condition("from", "is", address),)))


def handle_rule_list(context: Context, message: RuleListMessage) -> None:
    """Handles the messages of the list of filters."""
    rules, number = list(filters_of(files_of(context))), context.page.arg
    match message:
        case ("rule", i):
            context.set(arg=i)
        case ("new_rule",):
            new_rule(context, Filter(""))
        case ("edit_rule", i):
            if 0 <= i < len(rules):
                context.set(arg=i)
                new_rule(context, rules[i], i)
        case ("enable_rule", i):
            if i < len(rules):
                rules[i] = rules[i]._replace(enabled=not rules[i].enabled)
                _put(context, rules)
        case ("delete_rule",):
            if 0 <= number < len(rules):
                _put(context, rules[:number] + rules[number + 1 :])
                context.set(arg=-1)
        case ("move_rule", by):
            if 0 <= number < len(rules) and 0 <= number + by < len(rules):
                rules[number], rules[number + by] = rules[number + by], rules[number]
                _put(context, rules)
                context.set(arg=number + by)
        case ("run_rule",):
            if 0 <= number < len(rules):
                _run(context, rules[number])
        case _:
            assert_never(message)


def _run(context: Context, rule: Filter) -> None:
    """Runs a filter on the mails of the folder that is shown."""
    folder, now = desk_of(context).folder, context.machine.now
    keys = [row.key for row in listed(files_of(context), folder)]
    change_files(context, lambda files: post.run_filters(files, folder, keys, (rule,), now))
    put_desk(context, desk_of(context)._replace(selected=(), anchor="", undo=()))


def handle_rule(context: Context, message: RuleMessage) -> None:  # noqa: C901 - one case for each event
    """Handles the messages of the dialog of a filter."""
    page = context.page
    rule: Filter = page.data
    match message:
        case ("every", every):
            context.set(data=rule._replace(every=every))
        case ("choice", kind, i, x, y):
            put_desk(context, desk_of(context)._replace(popup=(kind, i)))
            context.set(overlay=OpenMenu(-1, x, y))
        case ("set_choice", kind, i, value):
            _set_choice(context, rule, kind, i, value)
        case ("add_condition",):
            count = len(rule.conditions)
            if count < _MOST:
                fields = {**page.fields, f"value{count}": ""}
                context.set(data=rule._replace(conditions=(*rule.conditions, Condition())), fields=fields)
        case ("drop_condition", i):
            if len(rule.conditions) > 1:
                kept = [one for j, one in enumerate(_edited(page).conditions) if j != i]
                values = {f"value{j}": one.value for j, one in enumerate(kept)}
                fields = {name: text for name, text in page.fields.items() if not name.startswith("value")}
                context.set(data=rule._replace(conditions=tuple(kept)), fields={**fields, **values}, focus="")
        case ("add_action",):
            if len(rule.actions) < _MOST:
                context.set(data=rule._replace(actions=(*rule.actions, FilterAction("Mark read"))))
        case ("drop_action", i):
            if len(rule.actions) > 1:
                context.set(data=rule._replace(actions=tuple([a for j, a in enumerate(rule.actions) if j != i])))
        case ("save_rule",):
            if not _fault(context, page):
                rules, new = list(filters_of(files_of(context))), _edited(page)
                context.pop()
                if 0 <= page.arg < len(rules):
                    rules[page.arg] = new
                else:
                    rules.insert(0, new)
                _put(context, rules)
                if context.page.name == "filters":
                    context.set(arg=page.arg if page.arg >= 0 else 0)
        case _:
            assert_never(message)


def _set_choice(context: Context, rule: Filter, kind: str, i: int, value: str) -> None:
    conditions, actions = list(rule.conditions), list(rule.actions)
    if kind == "field" and i < len(conditions):
        conditions[i] = conditions[i]._replace(field=value)
    elif kind == "operator" and i < len(conditions):
        conditions[i] = conditions[i]._replace(operator=value)
    elif kind == "action" and i < len(actions):
        actions[i] = FilterAction(value, actions[i].value if actions[i].name == value else "")
    elif kind == "value" and i < len(actions):
        actions[i] = actions[i]._replace(value=value)
    context.set(data=rule._replace(conditions=tuple(conditions), actions=tuple(actions)))
