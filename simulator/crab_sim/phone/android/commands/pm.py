"""``pm``: the installed packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from crab_sim.files import FileError
from crab_sim.machine.slices import AnySlice
from crab_sim.phone.android import catalog, intents
from crab_sim.phone.android.catalog import DISABLED_PACKAGES
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.apps import INSTALLED
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.contacts.data import CONTACTS, GROUPS
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.phone.data import CALLS
from crab_sim.phone.intents import AndroidIntent
from crab_sim.phone.profile import profile_of
from crab_sim.phone.system.blocked import BLOCKED
from crab_sim.phone.system.erase import SYSTEM_SLICES, emptied, erase_folders
from crab_sim.phone.system.pushed_files import forget
from crab_sim.shell.context import CommandContext

__all__ = ["PERMISSIONS", "code_path", "is_third_party", "known", "run", "slices_of"]

PERMISSIONS: Final = tuple(
    f"android.permission.{name}"
    for name in (
        "ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION", "CALL_PHONE", "CAMERA", "POST_NOTIFICATIONS",
        "READ_CALENDAR", "READ_CALL_LOG", "READ_CONTACTS", "READ_EXTERNAL_STORAGE", "READ_MEDIA_AUDIO",
        "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_PHONE_STATE", "READ_SMS", "RECEIVE_SMS", "RECORD_AUDIO",
        "SEND_SMS", "WRITE_CALENDAR", "WRITE_CALL_LOG", "WRITE_CONTACTS", "WRITE_EXTERNAL_STORAGE",
    )
)  # fmt: skip
"""Permissions that a person grants."""
_PROVIDED: Final[Mapping[str, tuple[AnySlice, ...]]] = {
    "com.android.providers.contacts": (CONTACTS, GROUPS, CALLS),
    "com.android.providers.blockednumber": (BLOCKED,),
    "com.android.providers.telephony": (MESSAGES,),
    "com.android.providers.calendar": (EVENTS,),
}  # data that belong to a provider, whichever app shows them
_ZIP: Final = b"PK\x03\x04"  # how a package begins
_FEATURES: Final = (
    "android.hardware.bluetooth", "android.hardware.camera", "android.hardware.location", "android.hardware.microphone",
    "android.hardware.screen.portrait", "android.hardware.telephony", "android.hardware.touchscreen",
    "android.hardware.wifi", "android.software.app_widgets", "android.software.home_screen",
    "android.software.input_methods",
)  # fmt: skip


def is_third_party(package: str) -> bool:
    """Returns whether a package was installed by the user, not with the system."""
    return not package.startswith(("android", "com.android", "com.google"))


def code_path(package: str) -> str:
    """Returns the path of a package's code."""
    if is_third_party(package):
        return f"/data/app/~~crab==/{package}-1/base.apk"
    name = "".join(part.title() for part in package.split(".")[1:])
    return f"/system/framework/{name}.apk" if package == "android" else f"/system/app/{name}/{name}.apk"


def known() -> list[str]:
    """Returns the names of all packages."""
    return sorted({*catalog.packages(), *catalog.SYSTEM_PACKAGES})


def slices_of(package: str) -> tuple[AnySlice, ...]:
    """Returns the names of the slices of the phone's state that hold a package's own data."""
    if package in _PROVIDED:
        return _PROVIDED[package]
    app = catalog.app_of(package)
    return tuple(
        slice for row in INSTALLED if row.spec.id == app for slice in row.seeders if slice not in SYSTEM_SLICES
    )


def clear(device: Device, package: str) -> bool:
    """Erases a package's data and stops it; False where there is no such package."""
    if package not in known():
        return False
    phone = device.phone
    if app := catalog.app_of(package):
        device.stop(app)
    for slice in slices_of(package):
        if slice.name in phone.seeders:
            phone.put(slice, emptied(phone.seeded(slice)))
    forget(phone, (package,))
    erase_folders(phone, catalog.packages_of(app) if app else (package,))
    device.write_log("PackageManager", "I", f"Clearing app data of {package}")
    return True


@tool("pm", files=True)
def pm(context: CommandContext, device: Device) -> int:
    """Ask for and change what is installed.

    Usage: pm COMMAND [ARG]...
    """
    return run(context, device, context.args)


def run(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    """Runs ``pm`` with arguments."""
    name, *rest = args or [""]
    command = _COMMANDS.get(name)
    if command is None:
        context.err(f"Unknown command: {name}\n" if name else _USAGE)
        return 255
    return command(context, device, _without_user(rest))


def _without_user(args: Sequence[str]) -> list[str]:
    """Leaves out ``--user N``: there is only one user."""
    left, pending = [], list(args[::-1])
    while pending:
        arg = pending.pop()
        if arg == "--user":
            del pending[-1:]
        elif not arg.startswith("--user="):
            left.append(arg)
    return left


def _list(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    what = args[0] if args else ""
    if what in ("packages", "package"):
        return _list_packages(context, device, args[1:])
    lines: Mapping[str, Sequence[str]] = {
        "features": [f"feature:{name}" for name in _FEATURES],
        "libraries": ["library:android.test.base", "library:org.apache.http.legacy"],
        "users": ["Users:", "\tUserInfo{0:Owner:c13} running"],
        "permissions": ["All Permissions:", "", *(f"+ permission:{name}" for name in PERMISSIONS)],
        "permission-groups": [
            f"permission group:android.permission-group.{name}" for name in ("CAMERA", "CONTACTS", "SMS")
        ],
        "instrumentation": [],
    }
    if what not in lines:
        context.err(f"Error: unknown list type '{what}'\n" if what else "Error: didn't specify type of data to list\n")
        return 255
    context.out("".join(f"{line}\n" for line in lines[what]))
    return 0


def _list_packages(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    flags = {letter for arg in args if arg.startswith("-") and not arg.startswith("--") for letter in arg[1:]}
    wanted = [arg for arg in args if not arg.startswith("-")]
    disabled = device.phone.peek(DISABLED_PACKAGES, ())
    for package in known():
        third = is_third_party(package)
        if ("3" in flags and not third) or ("s" in flags and third) or (wanted and wanted[-1] not in package):
            continue
        if ("d" in flags and package not in disabled) or ("e" in flags and package in disabled):
            continue
        where = f"{code_path(package)}=" if "f" in flags else ""
        uid = f" uid:{1000 if package in catalog.SYSTEM_PACKAGES else 10158}" if "U" in flags else ""
        version = " versionCode:34" if "--show-versioncode" in args else ""
        installer = "  installer=null" if "i" in flags else ""
        context.line(f"package:{where}{package}{version}{installer}{uid}")
    return 0


def _path(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    if not args or args[-1] not in known():
        return 1
    context.line(f"package:{code_path(args[-1])}")
    return 0


def _clear(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    names = [arg for arg in args if not arg.startswith("-")]
    done = bool(names) and clear(device, names[0])
    context.line("Success" if done else "Failed")
    return int(not done)


def _install(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    size = next((args[i + 1] for i, arg in enumerate(args[:-1]) if arg == "-S"), "")
    paths = [arg for arg in args if not arg.startswith("-") and arg != size]
    if size and not size.strip("0"):
        package = b""  # nothing follows that could be waited for
    elif size or not paths:
        package = context.stdin
        if not package:
            context.err("Error: must either specify a package size or an APK file\n")
            return 1
    else:
        try:
            package = context.read(paths[-1])
        except FileError:
            context.err(
                f"Error: Unable to open file: {paths[-1]}\nConsider using a file under /data/local/tmp/\n\n"
                "Exception occurred while executing 'install':\n"
                f"java.lang.IllegalArgumentException: Error: Can't open file: {paths[-1]}\n"
            )
            return 255
    if not package.startswith(_ZIP):
        context.line(
            "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl1.tmp/base.apk: "
            "Failed to load asset path /data/app/vmdl1.tmp/base.apk]"
        )
        return 1
    context.line("Success")  # its apps are those of the simulated phone, whatever the package holds
    return 0


def _install_existing(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    name = next((arg for arg in args if not arg.startswith("-")), "")
    if name not in known():
        context.err(f"android.content.pm.PackageManager$NameNotFoundException: Package {name} doesn't exist\n")
        return 1
    context.line(f"Package {name} installed for user: 0")
    return 0


def _uninstall(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    names = [arg for arg in args if not arg.startswith("-")]
    refused = not names or names[0] in known()
    context.line("Failure [DELETE_FAILED_INTERNAL_ERROR]" if refused else "Failure [not installed for 0]")
    return 1


def _permission(context: CommandContext, device: Device, args: Sequence[str], verb: str) -> int:
    package, permission = (*args, "", "")[:2]
    if package not in known():
        context.err(
            f"\nException occurred while executing '{verb}':\n"
            f"java.lang.IllegalArgumentException: Unknown package: {package}\n"
        )
        return 255
    if app := catalog.app_of(package):
        device.permit(app, permission, verb == "grant")
    return 0


def _enable(context: CommandContext, device: Device, args: Sequence[str], state: str) -> int:
    package = next((arg for arg in args if not arg.startswith("-")), "").partition("/")[0]
    if package not in known():
        context.err(f"Error: Unknown package: {package}\n")
        return 255
    disabled = set(device.phone.peek(DISABLED_PACKAGES, ()))
    disabled = disabled - {package} if state == "enabled" else disabled | {package}
    device.phone.put(DISABLED_PACKAGES, tuple(sorted(disabled)))
    if state != "enabled" and (app := catalog.app_of(package)):
        device.stop(app)
    context.line(f"Package {package} new state: {state}")
    return 0


_HEAD: Final = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault="


def _intent(context: CommandContext, args: Sequence[str]) -> AndroidIntent | None:
    """Returns the intent of arguments; None where they make none, which is then said."""
    try:
        return intents.parse([arg for arg in args if arg not in ("--brief", "--components")])
    except intents.BadIntent as error:
        context.err(f"Error: {error}\n")
        return None


def _name(device: Device, app: str, intent: AndroidIntent) -> str:
    """Returns the activity of an app that takes an intent, in the package that the intent names."""
    package = intent.component.package if intent.component is not None else intent.package
    return catalog.component(app, package or profile_of(device.phone).package(app))


def _resolve(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    intent = _intent(context, args)
    if intent is None:
        return 255
    target = intents.resolve(device.phone, intent)
    if target is None or target.app == intents.SHARE:
        context.line("No activity found")
        return 0
    name = _name(device, target.app, intent)
    context.out(f"{_HEAD}true\n{name}\n" if "--brief" in args else f"{_HEAD}true\nActivityInfo:\n  name={name}\n")
    return 0


def _query(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    intent = _intent(context, args)
    if intent is None:
        return 255
    names = [_name(device, app, intent) for app in intents.takers(device.phone, intent)]
    disabled = device.phone.peek(DISABLED_PACKAGES, ())
    names = [name for name in names if name.partition("/")[0] not in disabled]
    if "--components" in args:
        context.out("".join([f"{name}\n" for name in names]) or "No activities found\n")
        return 0
    context.line(f"{len(names)} activities found:" if names else "No activities found")
    for i, name in enumerate(names):
        package, _, activity = name.partition("/")
        whole = package + activity if activity.startswith(".") else activity
        info = f"    ActivityInfo:\n      name={whole}\n      packageName={package}\n      enabled=true exported=true\n"
        context.out(f"  Activity #{i}:\n    {_HEAD}false\n{f'    {name}{chr(10)}' if '--brief' in args else info}")
    return 0


def _has_feature(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    known = bool(args) and args[0] in _FEATURES
    context.line(str(known).lower())
    return int(not known)


def _said(text: str) -> Callable[[CommandContext, Device, Sequence[str]], int]:
    def answer(context: CommandContext, device: Device, args: Sequence[str]) -> int:
        context.out(text)
        return 0

    return answer


_COMMANDS: Final[Mapping[str, Callable[[CommandContext, Device, Sequence[str]], int]]] = {
    "list": _list,
    "path": _path,
    "clear": _clear,
    "install": _install,
    "install-existing": _install_existing,
    "uninstall": _uninstall,
    "grant": lambda context, device, args: _permission(context, device, args, "grant"),
    "revoke": lambda context, device, args: _permission(context, device, args, "revoke"),
    "enable": lambda context, device, args: _enable(context, device, args, "enabled"),
    "disable": lambda context, device, args: _enable(context, device, args, "disabled"),
    "disable-user": lambda context, device, args: _enable(context, device, args, "disabled-user"),
    "resolve-activity": _resolve,
    "query-activities": _query,
    "get-install-location": _said("0[auto]\n"),
    "get-max-users": _said("Maximum supported users: 4\n"),
    "has-feature": _has_feature,
    "trim-caches": _said(""),
    "reset-permissions": _said(""),
    "set-home-activity": _said("Success\n"),
    "hide": _said("Package new hidden state: false\n"),
    "compile": _said("Success\n"),
}
_USAGE: Final = """Package manager (package) commands:
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [FILTER]
  list features | users | permissions | libraries
  path PACKAGE
  install [-r] [-t] [-g] [PATH|-]
  uninstall PACKAGE
  clear PACKAGE
  enable | disable | disable-user PACKAGE
  grant | revoke PACKAGE PERMISSION
  resolve-activity [--brief] INTENT
  query-activities [--brief] [--components] INTENT
"""
