"""Message filters: the rules by which Thunderbird sorts the mails that arrive, and the file that holds an account's.

* `Filter` - a rule: `Condition` values, and the `FilterAction` values for the mails that meet them.
* `read_filters`, `write_filters` - the file ``msgFilterRules.dat``.
* `matches_filter` - whether a mail meets a rule's conditions.
* `folder_address`, `folder_of` - folders as the file names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from crab_sim.devices.mailboxes import Heads

__all__ = [
    "ACTIONS", "FIELDS", "ON_ARRIVAL", "OPERATORS", "Condition", "Filter", "FilterAction", "folder_address",
    "folder_of", "matches_filter", "read_filters", "write_filters",
]  # fmt: skip

FIELDS: Final = ("subject", "from", "to", "cc", "to or cc", "body")
"""The parts of a mail that a condition looks at."""
OPERATORS: Final = ("contains", "doesn't contain", "is", "isn't", "begins with", "ends with")
"""The comparisons of a part with a condition's text; capitals don't count."""
ACTIONS: Final = ("Move to folder", "Copy to folder", "Mark read", "Mark flagged", "AddTag", "Delete")
"""What a rule does; the first two need a folder, a tag needs its keyword."""
ON_ARRIVAL: Final = 1 | 32
"""The bits of `Filter.runs` for mails that arrive: before and after they are sorted from junk."""
_MAX_FILTERS: Final = 200
_LOCAL: Final = "Local Folders"


class Condition(NamedTuple):
    """A condition on a mail: one of `FIELDS`, one of `OPERATORS`, and a text."""

    field: str = "subject"
    operator: str = "contains"
    value: str = ""


class FilterAction(NamedTuple):
    """One of `ACTIONS`, with its folder or the keyword of its tag."""

    name: str = "Move to folder"
    value: str = ""


class Filter(NamedTuple):
    """A rule.

    Attributes:
        name: Its name.
        conditions: Its conditions.
        actions: What it does, in this order.
        every: Whether a mail must meet all conditions; otherwise one is enough.
        enabled: Whether it runs at all.
        runs: When it runs, by Thunderbird's bits: on the mails that arrive (`ON_ARRIVAL`), or after they were sorted
            from junk, and where somebody asks for it.
    """

    name: str
    conditions: tuple[Condition, ...] = (Condition(),)
    actions: tuple[FilterAction, ...] = (FilterAction(),)
    every: bool = True
    enabled: bool = True
    runs: int = 17

    @property
    def on_arrival(self) -> bool:
        """Whether it runs on the mails that arrive."""
        return self.enabled and bool(self.runs & ON_ARRIVAL)


def folder_address(account: str, folder: str) -> str:
    """Returns a folder as the file names it.

    >>> folder_address("user@pop.example.net", "Old Bills")
    'mailbox://user@pop.example.net/Old%20Bills'
    >>> folder_address("user@pop.example.net", "Local Folders/Trash")
    'mailbox://nobody@Local%20Folders/Trash'
    """
    first, _, rest = folder.partition("/")
    if first == _LOCAL:
        return f"mailbox://nobody@Local%20Folders/{quote(rest)}"
    return f"mailbox://{account}/{quote(folder)}"


def folder_of(address: str) -> str:
    """Returns the folder that `folder_address` names."""
    server, _, folder = address.removeprefix("mailbox://").partition("/")
    return f"{_LOCAL}/{unquote(folder)}" if server.endswith("@Local%20Folders") else unquote(folder)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def write_filters(filters: Iterable[Filter], account: str) -> bytes:
    """Returns the file that holds an account's rules.

    Args:
        filters: The rules, in the order in which they run.
        account: The account as addresses of folders name it, such as ``"user@pop.example.net"``.
    """
    lines = ['version="9"', 'logging="no"']
    for rule in filters:
        lines += [f"name={_quoted(rule.name)}", f'enabled="{"yes" if rule.enabled else "no"}"', f'type="{rule.runs}"']
        for action in rule.actions:
            lines.append(f"action={_quoted(action.name)}")
            if action.value:
                folder = action.name in ("Move to folder", "Copy to folder")
                lines.append(
                    f"actionValue={_quoted(folder_address(account, action.value) if folder else action.value)}"
                )
        word = "AND" if rule.every else "OR"
        terms = [f"{word} ({one.field},{one.operator},{_term(one.value)})" for one in rule.conditions]
        lines.append(f"condition={_quoted(' '.join(terms) or 'ALL')}")
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _term(text: str) -> str:
    return _quoted(text) if re.search(r'[",()\\]|^\s|\s$', text) else text


_LINE = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"\s*\Z')
_TERM = re.compile(r'(AND|OR) \(([^,()]*),([^,()]*),(?:"((?:[^"\\]|\\.)*)"|([^()"]*))\)')


@lru_cache(maxsize=32)
def read_filters(data: bytes) -> tuple[Filter, ...]:
    """Returns the rules of a file, as far as they can be read.

    >>> rule = Filter("Bills", (Condition("from", "is", "a@example.org"),), (FilterAction("AddTag", "$label2"),), False)
    >>> read_filters(write_filters([rule], "user@pop.example.net")) == (rule,)
    True
    """
    filters: list[Filter] = []
    for line in data[: 1 << 20].decode("utf-8", "replace").split("\n"):
        found = _LINE.match(line)
        if found is None or len(filters) > _MAX_FILTERS:
            continue
        key, value = found[1], _unquoted(found[2])
        if key == "name":
            filters.append(Filter(value, (), ()))
        elif filters:
            filters[-1] = _with_line(filters[-1], key, value)
    return tuple(filters[:_MAX_FILTERS])


def _with_line(rule: Filter, key: str, value: str) -> Filter:
    if key == "enabled":
        return rule._replace(enabled=value == "yes")
    if key == "type":
        return rule._replace(runs=int(value[:6]) if value.isascii() and value.isdigit() else 0)
    if key == "action":
        return rule._replace(actions=(*rule.actions, FilterAction(value)))
    if key == "actionValue" and rule.actions:
        last = rule.actions[-1]
        value = folder_of(value) if value.startswith("mailbox://") else value
        return rule._replace(actions=(*rule.actions[:-1], last._replace(value=value)))
    if key == "condition":
        terms = _TERM.findall(value[:20_000])
        conditions = [
            Condition(field.strip(), operator.strip(), _unquoted(quoted) or plain)
            for _, field, operator, quoted, plain in terms
        ]
        return rule._replace(conditions=tuple(conditions), every=not any([term[0] == "OR" for term in terms]))
    return rule


def matches_filter(rule: Filter, heads: Heads, body: str) -> bool:
    """Returns whether a mail meets a rule's conditions; a rule without any takes every mail.

    Args:
        rule: The rule.
        heads: The mail's headers.
        body: The mail's text.
    """
    met = [_meets(one, heads, body) for one in rule.conditions]
    return all(met) if rule.every or not met else any(met)


def _meets(condition: Condition, heads: Heads, body: str) -> bool:
    to, cc = [person.text() for person in heads.to], [person.text() for person in heads.cc]
    to_addresses, cc_addresses = [person.address for person in heads.to], [person.address for person in heads.cc]
    parts = {
        "subject": [heads.subject],
        "from": [heads.sender.text(), heads.sender.address, heads.sender.name],
        "to": to + to_addresses,
        "cc": cc + cc_addresses,
        "to or cc": to + cc + to_addresses + cc_addresses,
        "body": [body],
    }.get(condition.field, [])
    wanted = condition.value.casefold()
    texts = [part.casefold() for part in parts]
    match condition.operator:
        case "contains":
            return any([wanted in text for text in texts])
        case "doesn't contain":
            return not any([wanted in text for text in texts])
        case "is":
            return wanted in texts
        case "isn't":
            return wanted not in texts
        case "begins with":
            return any([text.startswith(wanted) for text in texts])
        case "ends with":
            return any([text.endswith(wanted) for text in texts])
    return False
