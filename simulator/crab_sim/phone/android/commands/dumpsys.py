"""``dumpsys``: reports of the system services. The parts that clients parse are derived from the phone's state."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from crab_sim.devices.apps import app_of
from crab_sim.machine.slices import BOOTED, CLIPBOARD
from crab_sim.phone import battery, power
from crab_sim.phone.android import catalog
from crab_sim.phone.android.catalog import DISABLED_PACKAGES
from crab_sim.phone.android.commands import pm
from crab_sim.phone.android.commands.pm import PERMISSIONS, code_path, is_third_party
from crab_sim.phone.android.device import Device, Task
from crab_sim.phone.android.host import tool
from crab_sim.phone.apps.phone.data import CALL
from crab_sim.phone.system import battery_saver, lock_screen, network, permissions, settings_store
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.shell.context import CommandContext

__all__ = ["SERVICES"]


def _hash(text: str) -> str:
    return f"{zlib.crc32(text.encode()) & 0xFFFFFFF:x}"


def _record(task: Task) -> str:
    return f"ActivityRecord{{{_hash(task.app)} u0 {task.component.short} t{task.id}}}"


def _policy(device: Device) -> str:
    """Returns the state of the screen and its lock."""
    on = power.is_on(device.phone)
    locked, secure = _locked(device), str(device.phone.get(power.LOCK) not in ("none", "swipe")).lower()
    shown, state = str(on).lower(), "ON" if on else "OFF"
    return (
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
        "  mSafeMode=false mSystemReady=true mSystemBooted=true\n"
        f"  mAwake={shown} mScreenOnEarly={shown} mScreenOnFully={shown}\n"
        "  mKeyguardDrawComplete=true mWindowManagerDrawComplete=true\n"
        f"  KeyguardServiceDelegate\n    showing={locked}\n    inputRestricted={locked}\n    occluded=false\n"
        f"    secure={secure}\n    dreaming=false\n    systemIsReady=true\n    deviceHasKeyguard=true\n"
        f"    enabled=true\n    bootCompleted=true\n    screenState=SCREEN_STATE_{state}\n"
        f"    interactiveState=INTERACTIVE_STATE_{'AWAKE' if on else 'SLEEP'}\n"
        f"  mShowingLockscreen={locked} mDreamingLockscreen={locked}\n"
    )


def _locked(device: Device) -> str:
    return str(lock_screen.is_locked(device.phone)).lower()


def _window(device: Device, args: Sequence[str]) -> str:
    kind = next((arg for arg in args if not arg.startswith("-")), "")
    if kind in ("policy", "p"):
        return _policy(device)
    return (_policy(device) + "\n" if not kind else "") + _windows(device)


def _windows(device: Device) -> str:
    task, (width, height), shown = device.tasks()[0], device.screen_size, device.phone
    built = device.display.physical
    name = f"Window{{{_hash(task.app + 'w')} u0 {task.component}}}"
    bars = "".join(
        f"  Window #{i} Window{{{_hash(bar)} u0 {bar}}}:\n    mDisplayId=0 "
        f"mSession=Session{{{_hash('s')} 688:u0a10136}}\n"
        for i, bar in enumerate(("StatusBar", "NavigationBar0"))
    )
    locked = _locked(device)
    return (
        "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
        f"{bars}  Window #2 {name}:\n    mDisplayId=0 rootTaskId={task.id}\n    "
        f"package={task.component.package} appop=NONE\n"
        f"    Frames: containing=[0,0][{width},{height}] frame=[0,0][{width},{height}]\n    "
        "mViewVisibility=0x0 mHaveFrame=true mObscured=false\n    isOnScreen=true\n    isVisible=true\n\n"
        "  mGlobalConfiguration={1.0 310mcc260mnc [en_US] ldltr "
        f"sw{shown.width}dp w{shown.width}dp h{shown.height}dp {device.display.density}dpi}}\n"
        f"  mCurrentFocus={name if power.is_on(shown) else 'null'}\n  mFocusedApp={_record(task)}\n"
        "  mInputMethodTarget=null\n"
        "  mSystemBooted=true mDisplayEnabled=true\n"
        "  mCurrentRotation=ROTATION_0\n  mRotation=0 mLastOrientation=-1\n"
        f"  init={built[0]}x{built[1]} {device.display.physical_density}dpi cur={width}x{height} app={width}x{height}\n"
        f"  mShowingLockscreen={locked} mDreamingLockscreen={locked} isStatusBarKeyguard={locked}\n"
    )


def _activity(device: Device, args: Sequence[str]) -> str:
    kind = next((arg for arg in args if not arg.startswith("-")), "activities")
    tasks = device.tasks()
    match kind:
        case "recents" | "r":
            return _recents(device, tasks)
        case "top":
            return _top(tasks[0])
        case "services" | "s":
            return "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\n"
        case "processes" | "p" | "lru" | "oom":
            rows = "".join(f"  Proc # 0: fg     T/A/TOP  {pid}:{name}/u0a158\n" for pid, name in device.processes())
            return f"ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n{rows}"
        case "broadcasts" | "b" | "intents" | "i" | "providers" | "prov" | "permissions" | "settings":
            return f"ACTIVITY MANAGER {kind.upper()} (dumpsys activity {kind})\n  (nothing)\n"
        case "activities" | "a" | "starter" | "containers":
            return _activities(tasks, power.is_on(device.phone))
    return f"Bad activity command, or no activities match: {kind}\nUse -h for help.\n"


def _activities(tasks: Sequence[Task], awake: bool) -> str:
    stacks = "".join(
        f"  * Task{{{_hash(task.app + 't')} #{task.id} type={'home' if task.app == 'launcher' else 'standard'} "
        f"A=10158:{task.component.package} U=0 visible={str(awake and i == 0).lower()} mode=fullscreen sz=1}}\n"
        f"    * Hist #0: {_record(task)}\n      packageName={task.component.package} "
        f"processName={task.component.package}\n"
        f"      state={'RESUMED' if awake and i == 0 else 'STOPPED'} stopped={str(not awake or i > 0).lower()}\n\n"
        for i, task in enumerate(tasks)
    )
    front, resumed = _record(tasks[0]), _record(tasks[0]) if awake else "null"
    return (
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
        f"Display #0 (activities from top to bottom):\n{stacks}"
        f"    mResumedActivity: {resumed}\n  ResumedActivity: {resumed}\n"
        f"  topResumedActivity={resumed}\n  mSleeping={str(not awake).lower()}\n"
        f"  mFocusedApp={front}\n  mLastFocusedRootTask=null\n  "
        "isHomeRecentsComponent=true\n"
    )


def _recents(device: Device, tasks: Sequence[Task]) -> str:
    rows = "".join(
        f"  * Recent #{i}: "
        f"Task{{{_hash(task.app + 't')} #{task.id} type=standard A=10158:{task.component.package} U=0 "
        f"rootTaskId={task.id} visible={str(task is tasks[0]).lower()} mode=fullscreen translucent=false sz=1}}\n"
        "    userId=0 effectiveUid=u0a158 mCallingPackage=com.android.shell\n"
        f"    intent={{act=android.intent.action.MAIN flg=0x10000000 cmp={task.component.short}}}\n"
        f"    mActivityComponent={task.component.short}\n    id={task.id} "
        f"mLastActiveTime={int(device.phone.now * 1000)}\n"
        f"    Activities=[{_record(task)}]\n"
        for i, task in enumerate(task for task in tasks if task.app != "launcher")
    )
    return f"ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n{rows or '  (nothing)' + chr(10)}"


def _top(task: Task) -> str:
    pid = 802 if task.app == "launcher" else catalog.process_id(task.app)
    return (
        f"TASK {task.component.package} id={task.id} userId=0\n"
        f"  ACTIVITY {task.component.short} {_hash(task.app)} pid={pid}\n"
        "    Local Activity State:\n      mResumed=true mStopped=false mFinished=false\n"
        "      mChangingConfigurations=false\n"
    )


def _input(device: Device, args: Sequence[str]) -> str:
    width, height = device.screen_size
    frame = f"[0, 0, {width}, {height}]"
    return (
        "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    2: "
        "crab_touchscreen\n      Classes: TOUCH | TOUCH_MT\n\n"
        "Input Reader State:\n  Device 2: crab_touchscreen\n    Touch Input Mapper (mode - DIRECT):\n"
        f"      Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0, logicalFrame={frame}, "
        f"physicalFrame={frame}, deviceSize=[{width}, {height}], isActive=[1]\n"
        f"  SurfaceWidth: {width}px\n  SurfaceHeight: {height}px\n  PhysicalWidth: {width}px\n  "
        f"PhysicalHeight: {height}px\n"
        "  PhysicalLeft: 0\n  PhysicalTop: 0\n  SurfaceOrientation: 0\n  InputDeviceOrientation: Rotation0\n\n"
        "Input Dispatcher State:\n  DispatchEnabled: true\n  FocusedApplications:\n"
        f"    displayId=0, name='{_record(device.tasks()[0])}', dispatchingTimeout=5000ms\n"
    )


def _display(device: Device, args: Sequence[str]) -> str:
    width, height = device.screen_size
    built = device.display.physical
    level = _number(device, "system", "screen_brightness", 102)
    state = "ON" if power.is_on(device.phone) else "OFF"
    return (
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false\n"
        f"  mStableDisplaySize=Point({width}, {height})\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', "
        f"physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - {width}, {height}), "
        f"physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}]\n"
        f"  mScreenBrightness={level / 255:.4f}\n  mState={state}\n  mGlobalDisplayState={state}\n"
        f'  mCurrentLayerStack=0\n  mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, '
        f"real {built[0]} x {built[1]}, density {device.display.density}, rotation 0, state {state}}}\n"
    )


def _number(device: Device, namespace: str, key: str, default: int) -> int:
    text = device.phone.get(SETTINGS).get((namespace, key), "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else default


def _on(device: Device, key: str) -> bool:
    return settings_store.is_on(device.phone.get(SETTINGS), "global", key)


def _battery(device: Device, args: Sequence[str]) -> str:
    if args[:1] == ["set"] and len(args) >= 3:
        name, value = args[-2:]
        known = {"ac": "AC powered", "usb": "USB powered", "wireless": "Wireless powered", "temp": "temperature"}.get(
            name, name
        )
        if known not in battery.USUAL or not value.lstrip("-").isascii() or not value.lstrip("-").isdigit():
            return f"Unknown set option: {name}\n"
        given = {"0": "false", "1": "true"}.get(value, value) if "powered" in known else value
        battery_saver.change(device.phone, {known: given})
        return ""
    if args[:1] == ["unplug"]:
        battery_saver.unplug(device.phone)
        return ""
    if args[:1] == ["reset"]:
        battery_saver.reset(device.phone)
        return ""
    values = battery.values(device.phone).items()
    return "Current Battery Service state:\n" + "".join(f"  {name}: {value}\n" for name, value in values)


def _telephony(device: Device, args: Sequence[str]) -> str:
    call = device.phone.get(CALL) if "phone" in device.phone.apps else None
    state = 0 if call is None else 1 if call.state == "ringing" else 2
    number = call.number if call is not None and call.incoming else ""
    signal = network.has_signal(device.phone)
    return (
        "last known state:\n  Phone Id=0\n"
        f"    mCallState={state}\n    mRingingCallState={int(state == 1)}\n    "
        f"mForegroundCallState={int(state == 2)}\n"
        f"    mCallIncomingNumber={number}\n    "
        f"mServiceState={{mVoiceRegState={'0(IN_SERVICE)' if signal else '3(POWER_OFF)'}}}\n"
        f"    mDataConnectionState={2 if signal and _on(device, 'mobile_data') else 0}\n"
    )


def _package(device: Device, args: Sequence[str]) -> str:
    names = [arg for arg in args if not arg.startswith("-")]
    known = pm.known()
    if names and names[0] not in known:
        return f"Unable to find package: {names[0]}\n"
    return "Packages:\n" + "".join(_package_record(device, name) for name in (names[:1] or known))


def _package_record(device: Device, package: str) -> str:
    app = catalog.app_of(package)
    version = (app_of("android", app).version if app else "") or "14"
    flags = "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP" if is_third_party(package) else "SYSTEM HAS_CODE"
    installed = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(device.phone.get(BOOTED) - 90 * 86_400))
    allowed = permissions.of(device.phone, catalog.package_of(app)) if app else ()
    for_now = permissions.for_now(device.phone, catalog.package_of(app)) if app else ()
    runtime = "".join(
        f"        {name}: granted={str(name in allowed).lower()}, "
        f"flags=[ {'USER_SET|ONE_TIME|' if name in for_now else ''}USER_SENSITIVE_WHEN_GRANTED]\n"
        for name in sorted({*PERMISSIONS, *allowed})
    )
    enabled = 3 if package in device.phone.peek(DISABLED_PACKAGES, ()) else 0
    main = f"    mainActivity={catalog.component(app, package)}\n" if app else ""
    return (
        f"  Package [{package}] ({_hash(package)}):\n    userId={10158 if app else 1000}\n"
        f"    pkg=Package{{{_hash(package + 'p')} {package}}}\n    codePath={code_path(package).rpartition('/')[0]}\n"
        f"    resourcePath={code_path(package).rpartition('/')[0]}\n{main}"
        f"    versionCode=34 minSdk=24 targetSdk=34\n    versionName={version}\n"
        f"    flags=[ {flags} ]\n    pkgFlags=[ {flags} ]\n    dataDir=/data/user/0/{package}\n"
        f"    timeStamp={installed}\n    firstInstallTime={installed}\n    lastUpdateTime={installed}\n"
        f"    signatures=PackageSignatures{{{_hash(package + 's')} version:2, "
        f"signatures:[{_hash(package + 'k')}], past signatures:[]}}\n"
        "    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false "
        f"notLaunched=false enabled={enabled}\n"
        f"      runtime permissions:\n{runtime}"
    )


def _power(device: Device, args: Sequence[str]) -> str:
    on, values = power.is_on(device.phone), battery.values(device.phone)
    plug = next((number for charger, number in battery.CHARGERS.items() if values[charger] == "true"), "0")
    return (
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n"
        f"  mWakefulness={'Awake' if on else 'Asleep'}\n  mWakefulnessChanging=false\n"
        f"  mIsPowered={str(plug != '0').lower()}\n  mPlugType={plug}\n  mBatteryLevel={values['level']}\n"
        f"  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={str(on).lower()}\n"
        f"  mLowPowerModeEnabled={str(_on(device, 'low_power')).lower()}\n\n"
        f"Display Power: state={'ON' if on else 'OFF'}\n"
    )


def _connectivity(device: Device, args: Sequence[str]) -> str:
    if not network.is_online(device.phone):
        return "Active default network: none\n\nCurrent Networks:\n"
    settings, networks = device.phone.get(SETTINGS), device.phone.get(settings_store.NETWORKS)
    kind = "WIFI" if settings_store.wifi_network(settings, networks) else "MOBILE[LTE]"
    return (
        "Active default network: 100\n\nCurrent Networks:\n  "
        f"NetworkAgentInfo{{ ni{{{kind} CONNECTED extra: }} network{{100}} }}\n"
    )


def _wifi(device: Device, args: Sequence[str]) -> str:
    on = _on(device, "wifi_on")
    state = (
        '"CrabWifi", BSSID: 02:00:00:00:00:00, Supplicant state: COMPLETED'
        if on
        else "<unknown ssid>, Supplicant state: DISCONNECTED"
    )
    return f"Wi-Fi is {'enabled' if on else 'disabled'}\nStay-awake conditions: 0\nmWifiInfo SSID: {state}\n"


def _bluetooth(device: Device, args: Sequence[str]) -> str:
    on = _on(device, "bluetooth_on")
    name = device.phone.get(SETTINGS).get(("secure", "bluetooth_name"), "")
    return (
        f"Bluetooth Status\n  enabled: {str(on).lower()}\n  state: {'ON' if on else 'OFF'}\n  "
        f"address: 02:00:00:00:00:00\n  name: {name}\n"
    )


def _notification(device: Device, args: Sequence[str]) -> str:
    rows = "".join(
        f"    NotificationRecord(0x{_hash(str(row.id))}: pkg={device.package(row.app)} "
        f"user=UserHandle{{0}} id={row.id} "
        f"tag=null importance=3 key=0|{device.package(row.app)}|{row.id}|null|10158: Notification(channel=default))\n"
        f"      extras={{\n          android.title=String ({row.title})\n"
        f"          android.text=String ({row.text})\n      }}\n"
        f"      when={int(row.date * 1000)}\n"
        for row in device.phone.get(NOTIFICATIONS)
    )
    zen = _number(device, "global", "zen_mode", 0)
    return f"Current Notification Manager state:\n  Notification List:\n{rows}\n  mZenMode={zen}\n"


def _alarm(device: Device, args: Sequence[str]) -> str:
    now = int(device.phone.now * 1000)
    shown = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(device.phone.now))
    return (
        f"Current Alarm Manager state:\n  nowRTC={now}={shown} nowELAPSED={now}\n  Next alarm "
        "clock information:\n    user:0 pendingSend:false\n"
    )


def _meminfo(device: Device, args: Sequence[str]) -> str:
    rows = "".join(f"    118,532K: {name} (pid {pid})\n" for pid, name in device.processes() if "." in name)
    return (
        f"Applications Memory Usage (in Kilobytes):\nUptime: 1 Realtime: 1\n\nTotal PSS by process:\n{rows}\n"
        "Total RAM: 4,035,412K (status normal)\n Free RAM: 1,189,296K\n Used RAM: 2,846,116K\n"
    )


def _cpuinfo(device: Device, args: Sequence[str]) -> str:
    rows = "".join(f"  0.1% {pid}/{name}: 0% user + 0% kernel\n" for pid, name in device.processes())
    return f"Load: 0.21 / 0.18 / 0.11\nCPU usage from 60000ms to 0ms ago:\n{rows}2.1% TOTAL: 1.2% user + 0.9% kernel\n"


def _audio(device: Device, args: Sequence[str]) -> str:
    streams = (
        ("STREAM_RING", "volume_ring", 7),
        ("STREAM_MUSIC", "volume_music", 15),
        ("STREAM_ALARM", "volume_alarm", 7),
    )
    rows = "".join(
        f"- {name}:\n   Muted: false\n   Min: 0\n   Max: {most}\n   streamVolume:{_number(device, 'system', key, 5)}\n"
        for name, key, most in streams
    )
    return f"Stream volumes (device: index)\n{rows}\nRinger mode:\n- mode (internal) = NORMAL\n"


def _clipboard(device: Device, args: Sequence[str]) -> str:
    return "Clipboard state:\n" + ("  primary clip set\n" if device.phone.get(CLIPBOARD) else "")


def _constant(text: str) -> Callable[[Device, Sequence[str]], str]:
    return lambda device, args: text


SERVICES: Final[Mapping[str, Callable[[Device, Sequence[str]], str]]] = {
    "activity": _activity,
    "alarm": _alarm,
    "appops": _constant("Current AppOps Service state:\n"),
    "audio": _audio,
    "battery": _battery,
    "bluetooth_manager": _bluetooth,
    "clipboard": _clipboard,
    "connectivity": _connectivity,
    "cpuinfo": _cpuinfo,
    "deviceidle": lambda device, args: (
        f"  mState=ACTIVE\n  mLightState=ACTIVE\n  mScreenOn={str(power.is_on(device.phone)).lower()}\n"
    ),
    "display": _display,
    "gfxinfo": _constant("Applications Graphics Acceleration Info:\n"),
    "input": _input,
    "input_method": _constant("Current Input Method Manager state:\n  mInputShown=false\n"),
    "iphonesubinfo": _constant("Phone Subscriber Info:\n"),
    "isms": _constant(""),
    "jobscheduler": _constant("JOB SCHEDULER (dumpsys jobscheduler)\n"),
    "location": _constant("Location Manager State:\n"),
    "media_session": _constant("MEDIA SESSION SERVICE (dumpsys media_session)\n\n  Sessions "
    "Stack - have 0 sessions\n"),
    "meminfo": _meminfo,
    "notification": _notification,
    "package": _package,
    "phone": _constant(""),
    "power": _power,
    "settings": _constant(""),
    "statusbar": _constant("  mDisabled1=0x0\n  mDisabled2=0x0\n"),
    "SurfaceFlinger": _constant("Display 0 HWC layers:\n"),
    "telecom": _constant("CallsManager:\n"),
    "telephony.registry": _telephony,
    "uimode": lambda device, args: f"Current UI Mode Service state:\n  mNightMode={_night(device)}\n",
    "usagestats": _constant("user=0\n"),
    "user": _constant("Users:\n  UserInfo{0:Owner:c13} serialNo=0 isPrimary=true\n"),
    "vibrator_manager": _constant(""),
    "wifi": _wifi,
    "window": _window,
}  # fmt: skip
"""The system services, and what each tells, from the arguments after its name."""


def _night(device: Device) -> str:
    return "2 (yes)" if settings_store.is_dark(device.phone.get(SETTINGS)) else "1 (no)"


@tool("dumpsys", files=True)
def dumpsys(context: CommandContext, device: Device) -> int:
    """Print what the system services tell of themselves.

    Usage: dumpsys [-l] [-t SECONDS] [SERVICE [ARG]...]
    """
    args = list(context.args)
    while args[:1] in (["-t"], ["-T"], ["--priority"]):
        del args[:2]
    if args[:1] == ["-l"]:
        context.out("Currently running services:\n" + "".join(f"  {name}\n" for name in SERVICES))
        return 0
    if args[:1] == ["--help"]:
        context.line("usage: dumpsys\n         To dump all services.")
        return 0
    if not args:
        for name, tell in SERVICES.items():
            context.out(f"{'-' * 79}\nDUMP OF SERVICE {name}:\n{tell(device, ())}")
        return 0
    tell_one = SERVICES.get(args[0])
    if tell_one is None:
        context.err(f"Can't find service: {args[0]}\n")
        return 0
    context.out(tell_one(device, args[1:]))
    return 0
