"""The simulated phone: its verbs, touches and keys, and the events that become due as time passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, Self, TypeVar

from crab_sim.devices import apps as table
from crab_sim.devices import gestures
from crab_sim.devices.keys import combo
from crab_sim.files import Files
from crab_sim.language import words_of
from crab_sim.machine import conditions, keyboard, touch
from crab_sim.machine.app import AppSpec, Context
from crab_sim.machine.crashes import UnknownVerb, guarded
from crab_sim.machine.machine import ActionRefused, Machine
from crab_sim.machine.memory import Seeder
from crab_sim.machine.slices import EFFECTS, FILES, TIME, WINDOWS, AnySlice, Slice
from crab_sim.phone import battery, power
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps import APPS, INSTALLED, SEEDERS, seed_files, with_icon
from crab_sim.phone.profile import PROFILE, ProfileName
from crab_sim.phone.system import (
    default_button,
    erase,
    launcher,
    lock_screen,
    look,
    notification_shade,
    permission_dialog,
    permissions,
    pushed_files,
    recents,
    screen,
    settings_store,
    share_sheet,
)
from crab_sim.phone.system import keyboard as screen_keyboard
from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE
from crab_sim.phone.system.launcher import DRAWER, HOME, SHELL, Shell
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT, gesture
from crab_sim.phone.system.toasts import NO_TOAST, TOAST, toast
from crab_sim.suggestions import did_you_mean
from crab_sim.ui import AnyMessage, AnyScene, Page, Theme, Window, editing
from crab_sim.ui import theme as themes
from crab_sim.ui.node import DragData, FieldData, Node, SliderData

__all__ = ["NAV_HEIGHT", "STATUS_HEIGHT", "Phone", "Shell"]

_SLOP = 8  # pixels that a finger may move while it taps
_NEVER = float("inf")
_QUIET = 600.0  # seconds after booting during which no seeded content becomes due
_TOAST, _AWAKE = -1, -2  # stand for an app's number among the events; see `Phone._first_due`
_PACKAGES = {app.id: (app.package, *app.aliases) for app in table.APPS if app.device == "android"}
_KEYS = {"delete": "backspace", "forward_delete": "delete"}  # as Android's DEL and FORWARD_DEL

_Value = TypeVar("_Value")


class Phone(Machine):
    """A phone; see `Machine`. Gestures, buttons and apps work as on a stock Android phone with three buttons.

    Args:
        width: Width of the screen in pixels.
        height: Height of the screen in pixels.
        permission_dialogs: Whether apps ask before they use the camera, the contacts and so on; see
            `crab_sim.phone.system.permissions`.
        profile: The phone that it passes for; see `crab_sim.phone.profile`.

    Raises:
        ValueError: The screen is smaller than 280×480 pixels.
    """

    device: ClassVar[str] = "android"
    apps: ClassVar[Mapping[str, AppSpec[Any]]] = APPS
    installed: ClassVar[Sequence[PhoneApp]] = INSTALLED
    seeders: ClassVar[Mapping[str, Seeder]] = {
        "settings": settings_store.seed, "files": seed_files, "notifications": lambda rng, now: (),
        EFFECTS.name: lambda rng, now: (), "battery": battery.seed, **permissions.SEEDERS, **SEEDERS,
    }  # fmt: skip
    long_tap_selects: ClassVar[bool] = True
    bar_height: ClassVar[int] = STATUS_HEIGHT
    _due: float | None = None  # time of the next event; None if it must be found out

    def __init__(
        self, width: int = 360, height: int = 800, permission_dialogs: bool = False, profile: ProfileName = "own"
    ) -> None:
        if width < 280 or height < 480:
            raise ValueError(f"the phone's screen is {width}×{height}; it needs at least 280×480 pixels")
        self.permission_dialogs, self._profile = permission_dialogs, profile
        super().__init__(width, height)

    def boot(self, seed: int) -> None:
        """Brings the phone to the state that the seed determines, at its home screen."""
        super().boot(seed)
        self._seeded["notifications"] = ()  # the bar shows it at once, and a seeder's generator takes time to make

    def fork(self) -> Self:
        """Returns an independent phone in the same state."""
        twin = super().fork()
        twin.permission_dialogs, twin._profile, twin._due = self.permission_dialogs, self._profile, self._due
        return twin

    def home(self) -> dict[AnySlice, object]:
        """Returns the slices of the home screen."""
        return {
            SHELL: HOME, ABOVE: NOTHING_ABOVE, TOAST: NO_TOAST, permissions.PERMISSION_DIALOGS: self.permission_dialogs,
            **({PROFILE: self._profile} if self._profile != "own" else {}),
        }  # fmt: skip

    def pass_for(self, profile: ProfileName) -> None:
        """Gives the phone another profile."""
        self._profile = profile
        self.put(PROFILE, profile)

    def choose_theme(self) -> Theme:
        """Returns the light or dark theme, its text as large as the settings say, in the phone's language."""
        settings = self.get(SETTINGS)
        theme = themes.scaled(themes.PHONE[settings_store.is_dark(settings)], settings_store.font_scale(settings))
        language = conditions.language_of(self.slices)
        return theme if language == "en" else themes.speaking(theme, language, self.device)

    @property
    def files(self) -> Files:
        """The file system."""
        files: Files = self.get(FILES)
        return files

    # Time ---------------------------------------------------------------------------------------------------------

    def put(self, slice: Slice[_Value], value: _Value) -> None:
        """Replaces a slice's value."""
        super().put(slice, value)
        if slice.name in _TIMED:
            self._due = None

    def _changed(self) -> None:
        super()._changed()
        self._due = None

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass; events that become due happen on the way."""
        target = self.get(TIME) + seconds
        due = self._due
        if due is None:
            due = self._due = self._first_due(())[0]
        if due <= target:
            self._happen(target)
        super().advance(target - self.get(TIME))

    def _first_due(self, done: Sequence[int]) -> tuple[float, int]:
        """Returns the time of the next event, and the number of the installed app that it belongs to.

        Two events belong to no app: `_TOAST` is the end of a toast, and `_AWAKE` the end of the quiet time after
        booting. Until then, apps whose content is as the seed made it aren't asked, so that it needn't be made.

        Args:
            done: Numbers of apps that aren't asked.
        """
        slices = self.slices
        first, awake = (slices["toast"].until or _NEVER, _TOAST), slices["booted"] + _QUIET
        for i, app in enumerate(self.installed):
            if app.due is None or i in done:
                continue
            if slices["time"] < awake and slices.keys().isdisjoint([slice.name for slice in app.timed]):
                due: float | None = awake
                i = _AWAKE
            else:
                due = app.due(self)
            if due is not None and due < first[0]:
                first = due, i
        return first

    def _happen(self, target: float) -> None:
        """Lets all events until a time happen; an app that remains due isn't asked again until a slice changes."""
        done: list[int] = []
        due, i = self._first_due(done)
        while due <= target:
            self.slices["time"] = max(self.get(TIME), due)
            if i == _TOAST:
                self.put(TOAST, NO_TOAST)
            elif i != _AWAKE:
                tick = self.installed[i].tick
                if tick is not None:
                    guarded(self, partial(tick, self), self.installed[i].spec.id)
                self._scene = None
            due, after = self._first_due(done)
            if after == i >= 0 and due <= self.get(TIME):
                done.append(i)
                due, after = self._first_due(done)
            i = after
        self._due = due

    # Actions ----------------------------------------------------------------------------------------------------

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb of the android row of the verb table.

        Raises:
            ActionRefused: `open_app` names no installed app.
        """
        match name:
            case "tap" | "long_tap":
                if power.touch(self):
                    touch.tap(self, args["x"], args["y"], "tap" if name == "tap" else "long")
            case "swipe":
                size = self.width, self.height
                start, end = gestures.swipe_path(args["x"], args["y"], args["direction"], args["distance"], *size)
                self.finger(*start, *end, 0.3)
            case "drag":
                self.drag_and_drop(args["x1"], args["y1"], args["x2"], args["y2"])
            case "write_text":
                keyboard.type_text(self, args["text"])
            case "press":
                keyboard.press(self, _KEYS.get(args["key"]) or combo([args["key"]]))
            case "open_app_drawer":
                self.shell_key("home")
                self.put(SHELL, DRAWER)
            case "open_app":
                self.launch(self.find_app(args["name"]))
            case _:
                raise UnknownVerb(f"unknown verb {name!r}")

    def find_app(self, name: str) -> str:
        """Returns the id of the app with a name, in any case, or with a package.

        Raises:
            ActionRefused: There is none; the message lists the installed apps and suggests a similar name.
        """
        known = look.own_name(self, name.strip())
        found = _app_named(type(self), known, conditions.language_of(self.slices))
        if found:
            return found
        names = [app.name for app in with_icon(self.apps)]
        hint = did_you_mean(name.title(), names)
        shown = name if len(name) <= 60 else f"{name[:57]}..."
        raise ActionRefused(f"no app named {shown!r} is installed.{hint} Installed: {', '.join(names)}.")

    def finger(self, x1: int, y1: int, x2: int, y2: int, seconds: float) -> None:
        """Moves a finger over the screen: a tap or long tap if it stays in place, otherwise a swipe.

        Args:
            x1: Where it touches down, in pixels.
            y1: The same, vertically.
            x2: Where it lifts off.
            y2: The same, vertically.
            seconds: Duration; a touch of `gestures.LONG_PRESS` that doesn't move is a long tap.
        """
        dx, dy = x2 - x1, y2 - y1
        still = max(abs(dx), abs(dy)) < _SLOP
        if not power.touch(self) or (not still and lock_screen.swipe(self, dy)):
            return
        if still:
            touch.tap(self, x1, y1, "long" if seconds >= gestures.LONG_PRESS else "tap")
        elif look.has_gestures(self.get(SETTINGS)) and (key := gesture(self, x1, y1, dx, dy, seconds)):
            self.shell_key(key)
        elif y1 >= STATUS_HEIGHT and self._draws(x1, y1):
            touch.drag(self, x1, y1, x2, y2)
        elif abs(dx) > abs(dy):
            node = next((n for n in self.reachable(x1, y1) if isinstance(n.data, SliderData)), None)
            if node is not None and node.message is not None:
                touch.send(self, node, node.message, x2, y2)
            elif not touch.swipe(self, x1, y1, 1 if dx < 0 else -1) and self._on_home():
                launcher.turn(self, 1 if dx < 0 else -1)
        elif y1 < STATUS_HEIGHT and dy > 0:
            notification_shade.open_shade(self)
        elif self.get(ABOVE).name:
            if not notification_shade.scroll_end(self, -dy):
                touch.scroll(self, x1, y1, -dy)
        elif self.get(SHELL).screen == "recents" and dy < 0 and recents.flick(self, x1, y1):
            return
        elif self._on_home():
            self._close_menu()
            if dy < 0:
                self.put(SHELL, DRAWER)
            else:
                notification_shade.open_shade(self)
        elif self.get(SHELL).screen == "drawer" and dy > 0 and not self.get(SHELL).page.scroll.get("apps"):
            self.put(SHELL, HOME)
        else:
            touch.scroll(self, x1, y1, -dy)

    def drag_and_drop(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Drags from a point to another: sets a slider, selects text, moves a thing, otherwise moves a finger.

        Args:
            x1: Where it begins, in pixels.
            y1: The same, vertically.
            x2: Where it ends.
            y2: The same, vertically.
        """
        for node in self.reachable(x1, y1):
            if isinstance(node.data, (SliderData, FieldData, DragData)):
                touch.drag(self, x1, y1, x2, y2)
                return
        self.finger(x1, y1, x2, y2, 1.0)

    def _draws(self, x: int, y: int) -> bool:
        """Returns whether a finger that moves from a point draws, as on a canvas."""
        return self.get(SHELL).screen == "app" and any(isinstance(n.data, DragData) for n in self.reachable(x, y))

    def _on_home(self) -> bool:
        return self.get(SHELL).screen == "home" and not self.get(ABOVE).name

    def shell_scroll(self, key: str, offset: int) -> None:
        """Scrolls the drawer, the recent apps, or a sheet above the app."""
        above, shell = self.get(ABOVE), self.get(SHELL)
        if above.name:
            self.put(ABOVE, above._replace(scroll={**above.scroll, key: offset}))
        else:
            self.put(SHELL, shell._replace(page=shell.page._replace(scroll={**shell.page.scroll, key: offset})))

    # Apps -------------------------------------------------------------------------------------------------------

    def launch(self, app: str, intent: Sequence[object] = ()) -> None:
        """Brings an app to the front as it was left; an intent opens a page of its own above that.

        After an intent, the app gets the message ``("started",)``.
        """
        spec = self.apps.get(app)
        if spec is None:
            toast(self, "No app can open this")
            return
        if app in [window.id for window in self.get(WINDOWS)]:
            self.raise_window(app)
        else:
            self.put(WINDOWS, (*self.get(WINDOWS), Window(app, app, (spec.start(()),))))
            self.begin_loading(app)
            pushed_files.remake(self, _PACKAGES.get(app, ()))
            if spec.begin is not None:
                spec.begin(Context(self, app))
        self.put(SHELL, _IN_APP)
        self.put(ABOVE, NOTHING_ABOVE)
        if intent:
            window, page = self.window(app), spec.start(tuple(intent))
            below = window.page._replace(overlay=())
            if (page.name, page.arg) != (below.name, below.arg):
                self.put_window(window._replace(pages=(*window.pages[:-1], below, page)))
            else:
                self.put_window(window._replace(pages=(*window.pages[:-1], page)))
            spec.update(Context(self, app), ("started",))

    def close_window(self, window_id: str) -> None:
        """Closes an app; if it was in front, the home screen follows."""
        front = self.front
        super().close_window(window_id)
        permissions.end_once(self, window_id)
        if front is not None and front.id == window_id:
            self.put(SHELL, HOME)

    @property
    def front(self) -> Window | None:
        """The app in front, None on the home screen."""
        if self.get(SHELL).screen != "app":
            return None
        window: Window = self.get(WINDOWS)[-1]
        return window

    # Keys -------------------------------------------------------------------------------------------------------

    def shell_key(self, key: str) -> bool:
        """Handles the phone's own keys, and all keys while something is above the app or the screen is off."""
        if power.key(self, key) or lock_screen.key(self, key):
            return True
        if key in ("home", "recents"):
            self.put(ABOVE, NOTHING_ABOVE)
            self.put(SHELL, HOME if key == "home" else recents.RECENTS)
        elif key == "notifications":
            notification_shade.open_shade(self)
        elif key in settings_store.VOLUME_KEYS:
            front = None if self.get(ABOVE).name else self.front
            if front is not None and self.apps[front.app].key(Context(self, front.id), key):
                return True  # the camera takes a picture
            turned = settings_store.turned(self.get(SETTINGS), "volume_music", settings_store.VOLUME_KEYS[key])
            self.put(SETTINGS, turned)
        elif key == "back" or (key == "escape" and self.get(ABOVE).name):
            self.back()
        elif self.get(ABOVE).name:
            return True
        elif self.get(SHELL).screen == "drawer":
            self._drawer_key(key)
        else:
            return False
        return True

    def confirm(self) -> bool:
        """Touches the default button of the dialog in front, unless a field of the dialog has the focus."""
        return default_button.touch(self)

    def _drawer_key(self, key: str) -> None:
        page: Page = self.get(SHELL).page
        text = page.fields.get("search", "")
        if key == "enter":
            apps = launcher.matches(self, text)
            if text and apps:
                self.launch(apps[0].id)
        elif len(key) == 1 or key == "space":
            self.shell_text(" " if key == "space" else key)
        else:
            edited = editing.edit(text, page.selection, key)
            if edited is not None:
                self._search(*edited)

    def _search(self, text: str, selection: editing.Selection) -> None:
        shell: Shell = self.get(SHELL)
        page = shell.page._replace(fields={"search": text}, selection=selection, scroll={}, overlay=())
        self.put(SHELL, shell._replace(page=page))

    @property
    def takes_text(self) -> bool:
        """Whether typed text arrives anywhere: it doesn't while something is above the app or the screen is off."""
        return not self.get(ABOVE).name and power.is_on(self) and not lock_screen.is_locked(self)

    def shell_text(self, text: str) -> None:
        """Types into the drawer's search."""
        if self.get(SHELL).screen == "drawer":
            head, newline, _ = text.replace("\t", "").partition("\n")
            page = self.get(SHELL).page
            if head:
                self._search(*editing.insert(page.fields.get("search", ""), page.selection, head))
            if newline:
                self.shell_key("enter")

    def back(self) -> None:
        """Closes the topmost of sheet, dialog, page and app."""
        if screen_keyboard.is_shown(self):
            screen_keyboard.hide(self)
            return
        above, shell, window = self.get(ABOVE), self.get(SHELL), self.front
        if above.overlay:
            self.put(ABOVE, above._replace(overlay=()))
        elif above.name:
            self.put(ABOVE, NOTHING_ABOVE)
        elif window is None and shell.page.overlay:
            self._close_menu()
        elif window is None:
            self.put(SHELL, HOME)
        elif window.page.overlay:
            self.put_window(window._replace(pages=(*window.pages[:-1], window.page._replace(overlay=()))))
        else:
            self.apps[window.app].update(Context(self, window.id), ("back",))  # an editor may keep a draft or ask first
            if self.front is window and len(window.pages) > 1:
                self.put_window(window._replace(pages=window.pages[:-1]))
            elif self.front is window:
                self.put(SHELL, HOME)

    def touched(self, node: Node) -> None:
        """Shows the keyboard again that was hidden, once a field is touched."""
        if isinstance(node.data, FieldData):
            screen_keyboard.show_again(self)

    def _close_menu(self) -> None:
        shell: Shell = self.get(SHELL)
        if shell.page.overlay:
            self.put(SHELL, shell._replace(page=shell.page._replace(overlay=())))

    def shell(self, message: AnyMessage) -> None:
        """Handles the messages of the system's own widgets."""
        match message:
            case ("launch", str(app)):
                self.launch(app)
            case ("key", str(key)):
                self.shell_key(key)
            case ("dismiss",):
                self.back()
            case ("force_stop", str(app)):
                erase.force_stop(self, app)
            case ("erase", str(app)):
                erase.erase(self, app)
            case _:
                for update in _UPDATES:
                    update(self, message)

    # Screen -----------------------------------------------------------------------------------------------------

    def build(self, scene: AnyScene) -> None:
        """Lays out the bars, between them the launcher or the app in front, and the layers above."""
        screen.build(self, scene)


@lru_cache(maxsize=256)
def _app_named(phone: type[Phone], name: str, language: str) -> str:
    """Returns the id of the app with a name or package, ``""`` if there is none."""
    wanted, words = name.casefold(), words_of(language, phone.device, "system")
    for app in phone.apps.values():
        said = app.name if words is None else words.say(app.name)
        if wanted in (app.name.casefold(), said.casefold(), app.id) or name in _PACKAGES[app.id]:
            return app.id
    return ""


_IN_APP = Shell("app", Page(""))
_UPDATES: tuple[Callable[[Machine, AnyMessage], None], ...] = (
    launcher.update, recents.update, notification_shade.update, share_sheet.update, permission_dialog.update,
    screen_keyboard.update, lock_screen.update,
)  # fmt: skip
_TIMED = frozenset({"toast", "time", *(slice.name for app in INSTALLED for slice in app.timed)})
