"""The desktop's elements as another world would report them: another toolkit, version or distribution.

* `World` - changes an episode's elements, as its number determines. `WORLD` - what may differ.

Programs do the same everywhere, but report it differently: with other roles and states, other names, other containers,
below another shell. Nothing here changes the machine, and elements that can be touched stay where they are.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeVar

from crab_gym.backends.conditions import WORLD
from crab_gym.backends.elements import TITLE_BAR, Element
from crab_sim.devices.apps import APPS
from crab_sim.machine.loading import LOADING_ID

__all__ = ["WORLD", "World"]

_Option = TypeVar("_Option")

_ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "list_item": ("list_item", "list_item", "cell", "icon"),
    "cell": ("cell", "cell", "list_item", "icon"),
    "icon": ("icon", "button", "list_item"),
    "switch": ("switch", "switch", "checkbox"),
    "checkbox": ("checkbox", "checkbox", "switch"),
    "radio": ("radio", "radio", "button"),
    "tab": ("tab", "tab", "radio", "button"),
    "list": ("list", "table", ""),
    "table": ("table", "list", ""),
    "toolbar": ("toolbar", ""),
}
"""The roles that stand for each other, the usual one more often; ``""`` for an element that isn't reported."""
_SYNONYMS: Final = (
    ("Primary Menu", "Main Menu", "Menu"),
    ("Search", "Find", "Find files by name"),
    ("New name", "New Filename", "Name"),
    ("Type to search", "Search", ""),
    ("Location", "Location:", "Enter location or URL", ""),
    ("Show Apps", "Show Applications"),
    ("View Options", "Toggle View"),
    ("Up Path", "Back", "Parent Folder"),
    ("Current Folder Menu", "Folder Menu", ""),
    ("Close menu", ""),
    ("Folder", ""),
)
"""Names that programs have for the same."""
_NAMES: Final = {names[0]: names for names in _SYNONYMS}
_CONTROLS: Final = frozenset(("button", "switch", "checkbox", "radio", "slider"))
"""What a list may have a row for, whose name is theirs."""
_APP_NAMES: Final = {app.id: app.name for app in APPS if app.device == "ubuntu"}
_BAR: Final = 32


class World:
    """The elements of an episode's desktop as another one would report them.

    What is drawn for an app and a role or a name holds throughout the episode. The apps' elements stay where they are,
    so that a script written for the usual elements still works.

    Args:
        number: The number from which all draws follow.
        parts: What differs, of `WORLD`.
        width: Width of the screen in pixels.
        height: Its height.
    """

    def __init__(self, number: int, parts: Collection[str], width: int, height: int) -> None:
        self._number, self._parts, self._size = number, frozenset(parts), (width, height)
        self._drawn: dict[tuple[str, ...], int] = {}
        self._known: dict[Element, Element | None] = {}
        self._last: tuple[tuple[Element, ...], tuple[Element, ...]] = ((), ())

    def shown(self, elements: tuple[Element, ...]) -> tuple[Element, ...]:
        """Returns the elements that are reported; the same tuple as before for the same elements."""
        before, shown = self._last
        if elements is not before:
            shown = self._shown(elements)
            self._last = elements, shown
        return shown

    def _pick(self, options: Sequence[_Option], *about: str) -> _Option:
        """Draws one of some options, the same one in the whole episode for the same subject."""
        place = self._drawn.get(about)
        if place is None:
            place = self._drawn[about] = random.Random(f"{self._number}:{about}").randrange(10_000)
        return options[place % len(options)]

    def _shown(self, elements: Sequence[Element]) -> tuple[Element, ...]:
        shown: list[Element] = []
        for element in elements:
            if element not in self._known:
                self._known[element] = self._changed(element)
            changed = self._known[element]
            if changed is not None:
                shown.append(changed)
        if "roles" in self._parts:
            shown = self._in_rows(shown)
        if "shell" in self._parts:
            shown += self._additions(elements)
        return tuple(shown)

    def _in_rows(self, elements: Sequence[Element]) -> list[Element]:
        """Returns the elements with rows around controls, one around those that are side by side."""
        rows: list[Element] = []
        run: list[Element] = []
        for element in [*elements, Element("")]:
            if run and (element.role, element.app, element.bounds[1]) != (run[0].role, run[0].app, run[0].bounds[1]):
                (left, top, *_), (*_, right, bottom) = run[0].bounds, run[-1].bounds
                name = ", ".join(control.text for control in run)
                if self._pick((True, False, False), "row", run[0].app, name):
                    around = left - 4, top - 4, right + 4, bottom + 4
                    rows.append(Element("list_item", name, app=run[0].app, bounds=around, clickable=True))
                rows += run
                run = []
            if element.role in _CONTROLS and element.text and element.clickable and element.app != "system":
                run.append(element)
            elif element.role:
                rows.append(element)
        return rows

    def _changed(self, element: Element) -> Element | None:
        """Returns an element as it is reported, None if it isn't."""
        if "late" in self._parts and element.resource_id == LOADING_ID:
            return None
        if "shell" in self._parts and element.app == "system":
            shell = self._of_shell(element)
            if shell is None:
                return None
            element = shell
        if "roles" in self._parts:
            role = self._pick(_ROLES.get(element.role, (element.role,)), "role", element.app, element.role)
            if not role or (element.role == "other" and not element.text and self._pick((True, False), "other")):
                return None
            element = self._with_states(element._replace(role=role))
        return self._named(element) if "names" in self._parts else element

    def _with_states(self, element: Element) -> Element:
        """Returns an element with the states that this world's toolkit reports."""
        long_clickable = element.long_clickable and self._pick((True, False, False), "long", element.app)
        selected = element.selected and self._pick((True, True, False), "selected", element.app, element.role)
        focused = element.focused
        if element.role not in ("window", "dialog", "text_field"):
            focused = (focused or selected) and self._pick((True, False), "focused", element.app)
        elif element.role == "text_field":
            focused = focused and self._pick((True, True, True, False), "focus", element.app)
        plain = element.role == "button" and self._pick((True, False), "checkable", element.app)
        return element._replace(
            long_clickable=long_clickable,
            selected=selected,
            focused=focused,
            checkable=element.checkable and not plain,
            checked=element.checked and not plain,
        )

    def _named(self, element: Element) -> Element:
        """Returns an element with the names that this world's programs have."""
        text, description, app = element.text, element.description, element.app
        if element.role == "window":
            title = self._pick(("{0}", "{0}", "{1}", "{0} - {1}", "{0} "), "title", app)
            return element._replace(text=title.format(text, _APP_NAMES.get(app, text)))
        if description in TITLE_BAR and not text:
            names = ("", description), (description, ""), (description, f"{description} the window")
            text, description = self._pick(names, "bar")
            return element._replace(text=text, description=description)
        description = self._pick(_NAMES.get(description, (description,)), "name", description)
        if element.editable:
            hidden = self._pick((True, False), "field", app, description)
            return element._replace(description="" if hidden else description)
        if text and element.role in ("button", "list_item"):
            more = self._pick((description, "", f"{text} a file", f"Open {text}"), "more", app, text)
            return element._replace(text=self._pick(_NAMES.get(text, (text,)), "name", text), description=more)
        if description and not text and element.clickable:
            names = ("", description), (description, ""), ("", "")
            about = "pictures" if element.role in ("cell", "icon", "image") else description
            text, description = self._pick(names[:2] if element.role == "list_item" else names, "told", app, about)
            return element._replace(text=text, description=description)
        return element._replace(description=description)

    def _of_shell(self, element: Element) -> Element | None:
        """Returns an element of the shell, None where this world's shell has none."""
        role, description = element.role, element.description
        if description == "Dock" or (role == "button" and description == "Show Apps"):
            return element if self._pick((True, False), "dock") else None
        if role == "dialog" and description == "Overview":
            return element if self._pick((True, False), "overview") else None
        if description in ("Clock", "System") and role in ("text", "button") and self._pick((True, False), description):
            return element._replace(role="button", text=element.text or description, description="", clickable=True)
        if element.text == "Activities" and self._pick((True, False), "activities"):
            return element._replace(checkable=True)
        return element

    def _additions(self, elements: Sequence[Element]) -> list[Element]:
        """Returns what this world's shell has besides."""
        width, height = self._size
        added: list[Element] = []
        front = next((e for e in reversed(elements) if e.role in ("window", "dialog") and e.focused), None)
        if any(e.description == "Overview" for e in elements) and self._pick((True, False), "dash"):
            names = sorted(_APP_NAMES.values())
            random.Random(f"{self._number}:dash").shuffle(names)
            names = names[: self._pick(range(4, len(names)), "apps")]
            left = (width - 52 * len(names)) // 2
            for place, name in enumerate(names):
                x = left + 52 * place
                added.append(
                    Element("button", name, app="system", bounds=(x, height - 84, x + 48, height), clickable=True)
                )
        if front is not None and front.app in _APP_NAMES and self._pick((True, False), "app menu"):
            name = _APP_NAMES[front.app]
            right = 114 + 40 + 9 * len(name)
            added.append(Element("button", name, app="system", bounds=(114, 0, right, _BAR), clickable=True))
        chosen = [e for e in elements if e.selected and e.role in ("cell", "list_item") and e.text and "." in e.text]
        status = self._pick((True, False), "status")
        if chosen and status:
            told = f"“{chosen[-1].text}” selected"
            added.append(
                Element("text", told, app=chosen[-1].app, bounds=(width - 420, height - 95, width - 295, height - 79))
            )
        return added
