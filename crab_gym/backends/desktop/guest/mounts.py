"""Mounts and rights of a box, for its first stage (see `boot`): it builds the root, enters it, and gives up all rights.

Without a root file system of its own, the box gets a tmpfs that shows the host's packages read-only and nothing else:
the lists below name all that is visible, and anything else is hidden. With one, it gets that as the lower layer of an
overlay. Either way, all that can be written lies on tmpfses that end with the namespace.
"""

from __future__ import annotations

import _socket
import ctypes
import errno
import fcntl
import os
import resource
import struct

from .paths import GUEST_DIR, HOME, HOST_NAME, PRIVATE_DIR, RUNTIME_DIR, UID, USER

__all__ = [
    "HOME", "PRIVATE_DIR", "RUNTIME_DIR", "UID", "USER", "adopt_orphans", "drop_privileges", "end_with_parent",
    "enter_root", "lay_out", "leave_keyring", "set_up_host",
]  # fmt: skip

_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT, _MS_BIND, _MS_REC = 1, 2, 4, 8, 32, 4096, 16384
_CLONE_NEWCGROUP = 0x02000000
_MNT_DETACH = 2
_SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_SYS_MOUNT_SETATTR = 442
_SYS_KEYCTL = {"x86_64": 250, "aarch64": 219}
_KEYCTL_JOIN_SESSION_KEYRING = 1
_AT_RECURSIVE = 0x8000
_ATTR_RDONLY_NOSUID_NODEV = 0x1 | 0x2 | 0x4
_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 1, 24, 36, 38, 47
_SIGKILL = 9

# Mount point of the new root, in the box's own mount namespace, where it hides the host's folder.
_BASE = "/tmp"

# The tmpfs holds the files that an episode writes; a program that fills it gets "No space left on device", and the
# host notices nothing.
_TMPFS_OPTIONS = "mode=0755,size=1g,nr_inodes=200k"

# Folders that are empty at first: for our own menu of applications and choice of backgrounds, and for the files that
# sessions and programs keep in memory.
_FRESH = {
    "/usr/share/applications": "mode=0755,size=1m",
    "/usr/share/gnome-background-properties": "mode=0755,size=1m",
    "/run": "mode=0755,size=128m,nr_inodes=20k",
    "/dev/shm": "mode=1777,size=256m,nr_inodes=20k",
}

# Folders in which the lower layer of a root file system is hidden.
_EMPTY = ("/dev", "/home", "/root", "/tmp", "/var/tmp")

# Folders that belong to the box's user.
_OWN = (HOME, "/tmp", "/var/tmp")

# Parts of the host's /usr that are hidden: programs that its owner installed by hand.
_HIDDEN = {"/usr/local": "mode=0755,size=1m", "/usr/src": "mode=0755,size=1m"}

_OPTIONAL_OVERLAY = ",index=on,nfs_export=on"  # lets CRIU restore watches on files

_ETC = (
    "X11", "alternatives", "bash.bashrc", "ca-certificates.conf", "dbus-1", "debian_version", "firefox-esr", "fonts",
    "gimp", "glvnd", "gtk-3.0", "inputrc", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "libreoffice", "locale.alias",
    "lsb-release", "magic", "magic.mime", "mime.types", "networks", "os-release", "profile", "protocols", "python3",
    "services", "terminfo", "thunderbird", "vim", "xdg",
)  # fmt: skip
_VAR = ("cache/fontconfig", "lib/xkb")
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")

_PASSWD = f"root:x:0:0:root:/root:/bin/bash\n{{}}{USER}:x:{UID}:{UID}:User:{HOME}:/bin/bash\n"
_GROUP = f"root:x:0:\ntty:x:5:\n{{}}{USER}:x:{UID}:\n"
_FILES = {
    "/etc/hostname": f"{HOST_NAME}\n",
    "/etc/hosts": f"127.0.0.1 localhost {HOST_NAME}\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/machine-id": "0123456789abcdef0123456789abcdef\n",
    "/etc/shells": "/bin/sh\n/bin/bash\n",
    "/etc/timezone": "Etc/UTC\n",
}

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    result = _libc.mount(source.encode(), target.encode(), kind.encode() or None, ctypes.c_ulong(flags), data.encode())
    _check(result, f"mount {kind or 'bind'} {source} on {target}")


def _bind_read_only(source: str, target: str) -> None:
    _mount(source, target, flags=_MS_BIND | _MS_REC)
    # mount_setattr (Linux 5.12) also changes the mounts below; remounting would leave them writable.
    attributes = struct.pack("=QQQQ", _ATTR_RDONLY_NOSUID_NODEV, 0, 0, 0)
    result = _libc.syscall(
        ctypes.c_long(_SYS_MOUNT_SETATTR),
        ctypes.c_int(-100),
        target.encode(),
        ctypes.c_uint(_AT_RECURSIVE),
        attributes,
        ctypes.c_size_t(len(attributes)),
    )
    _check(result, f"make {target} read-only")


def _show(root: str, path: str) -> None:
    """Shows a file or folder of the host at the same place below `root`: links are copied, others bound read-only."""
    target = root + path
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(path):
        os.symlink(os.readlink(path), target)
    elif os.path.isdir(path):
        os.mkdir(target)
        _bind_read_only(path, target)
    elif os.path.isfile(path):
        open(target, "wb").close()
        _bind_read_only(path, target)


def enter_root(lower: str, files: dict[str, str], carried: dict[str, tuple[bytes, float]]) -> int:
    """Makes the new root in `_BASE` (of this mount namespace only) and enters it.

    Args:
        lower: Folder of the box's own root file system, ``""`` for the view of the host's.
        files: Text of files to write, by absolute path.
        carried: Content and modification time of the files in `GUEST_DIR`, by path below it.

    Returns:
        A descriptor of the folder that receives the box's files; with `lower` this is the overlay's upper layer.
    """
    os.umask(0o022)
    source = os.open(lower, os.O_PATH | os.O_DIRECTORY) if lower else -1  # opened before /tmp is hidden
    _mount("crab", _BASE, "tmpfs", _MS_NOSUID | _MS_NODEV, _TMPFS_OPTIONS)
    fresh = {path: text for path, text in files.items() if _is_below(path, _FRESH)}
    rest = {**_FILES, **{path: text for path, text in files.items() if path not in fresh}}
    if lower:
        root, written = _stack(source, rest)
        os.close(source)
    else:
        root = written = _BASE
        _show_host(root)
        _fill(root, {"/etc/passwd": _PASSWD.format(""), "/etc/group": _GROUP.format(""), **rest})
    for path, options in _FRESH.items():
        os.makedirs(root + path, exist_ok=True)
        _mount("crab", root + path, "tmpfs", _MS_NOSUID | _MS_NODEV, options)
    _write(root, fresh)
    for path in (RUNTIME_DIR, PRIVATE_DIR):
        os.makedirs(root + path, exist_ok=True)
        os.chmod(root + path, 0o700)
        _give_to_user(root + path)
    _carry(root + GUEST_DIR, carried)
    for name in _DEVICES:
        _mount(f"/dev/{name}", f"{root}/dev/{name}", flags=_MS_BIND)
    _mount("devpts", f"{root}/dev/pts", "devpts", _MS_NOSUID | _MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620")
    _mount("proc", f"{root}/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    if os.geteuid() != 0:
        # In a user namespace all these files belong to the box's user, who could change the system's: remount them.
        for path in _OWN:
            _mount(root + path, root + path, flags=_MS_BIND)
        for path in ("", "/usr/share/applications", *(() if lower else _HIDDEN)):
            if os.path.ismount(root + path):
                _mount("", root + path, flags=_MS_REMOUNT | _MS_BIND | _MS_RDONLY | _MS_NOSUID | _MS_NODEV)
    descriptor = os.open(written, os.O_RDONLY | os.O_DIRECTORY)
    os.chdir(root)
    result = _libc.syscall(ctypes.c_long(_SYS_PIVOT_ROOT[os.uname().machine]), b".", b".")
    _check(result, "pivot_root")
    _check(_libc.umount2(b".", _MNT_DETACH), "detach the host's root")
    os.chdir("/")
    return descriptor


def lay_out(lower: str, files: str) -> tuple[str, int]:
    """Makes the root of a restored box, like `enter_root`, but without the mounts that CRIU makes; needs root.

    Args:
        lower: Folder of the box's own root file system, ``""`` for the view of the host's.
        files: Folder of the files that the box had written.

    Returns:
        The root's mount point, and the descriptor that `enter_root` returns.
    """
    source = os.open(lower, os.O_PATH | os.O_DIRECTORY) if lower else -1
    _mount("crab", _BASE, "tmpfs", _MS_NOSUID | _MS_NODEV, _TMPFS_OPTIONS)
    layers = _layers(source) if lower else ()
    root, written = (layers[1], layers[2]) if layers else (_BASE, _BASE)
    if os.spawnv(os.P_WAIT, "/bin/cp", ["cp", "-a", f"{files}/.", written]) != 0:
        raise OSError(errno.EIO, f"the box's files can't be copied from {files}")
    if layers:
        _lay_over(*layers)
        os.close(source)
    return root, os.open(written, os.O_RDONLY | os.O_DIRECTORY)


def _is_below(path: str, folders: dict[str, str]) -> bool:
    return any(path.startswith(folder + "/") for folder in folders)


def _show_host(root: str) -> None:
    for path in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"):
        if os.path.lexists(path):
            _show(root, path)
    for path, options in _HIDDEN.items():
        if os.path.isdir(root + path):
            _mount("crab", root + path, "tmpfs", _MS_NOSUID | _MS_NODEV, options)
    for name in _ETC:
        if os.path.lexists(f"/etc/{name}"):
            _show(root, f"/etc/{name}")
    for name in _VAR:
        if os.path.isdir(f"/var/{name}"):
            _show(root, f"/var/{name}")


def _stack(source: int, files: dict[str, str]) -> tuple[str, str]:
    """Mounts the overlay and returns its mount point and its upper layer.

    The initial files are written directly into the upper layer: an ordinary user's process may not write into folders
    of the lower one, whose owners don't exist in its namespace.
    """
    lower, root, upper, work = _layers(source)
    accounts = {
        "/etc/passwd": _PASSWD.format(_others(f"{lower}/etc/passwd")),
        "/etc/group": _GROUP.format(_others(f"{lower}/etc/group")),
    }
    _fill(upper, {**accounts, **files})
    for path in _FRESH:
        os.makedirs(upper + path, exist_ok=True)
    for path in _EMPTY:
        try:
            os.setxattr(upper + path, f"{'user' if os.geteuid() else 'trusted'}.overlay.opaque", b"y")
        except OSError:  # before Linux 6.6, an ordinary user's tmpfs keeps no such attributes
            pass
    _lay_over(lower, root, upper, work)
    return root, upper


def _layers(source: int) -> tuple[str, str, str, str]:
    """Makes the folders of an overlay.

    The lower one is bound to a place here, so that the options of the overlay, which the box can read, don't show its
    path on the host.
    """
    lower, root, upper, work = (f"{_BASE}/{name}" for name in ("lower", "root", "upper", "work"))
    for path in (lower, root, upper, work):
        os.mkdir(path)
    _mount(f"/proc/self/fd/{source}", lower, flags=_MS_BIND | _MS_REC)
    return lower, root, upper, work


def _lay_over(lower: str, root: str, upper: str, work: str) -> None:
    options = f"lowerdir={lower},upperdir={upper},workdir={work}"
    if os.geteuid() != 0:
        _mount("crab", root, "overlay", _MS_NOSUID | _MS_NODEV, options + ",userxattr")
    else:
        try:
            _mount("crab", root, "overlay", _MS_NOSUID | _MS_NODEV, options + _OPTIONAL_OVERLAY)
        except OSError:  # the host's file system doesn't support these options
            _mount("crab", root, "overlay", _MS_NOSUID | _MS_NODEV, options)


def _others(path: str) -> str:
    """Returns the accounts of a root file system that don't conflict with the box's own."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            rows = [line.rstrip("\n").split(":") for line in file]
    except OSError:
        return ""
    return "".join(
        ":".join(row) + "\n"
        for row in rows
        if len(row) > 3 and row[0] not in ("root", "tty", USER) and row[2] not in ("0", "5", str(UID))
    )


def _fill(root: str, files: dict[str, str]) -> None:
    """Writes the files and folders of a fresh box, except those in `_FRESH`."""
    _write(root, files)
    os.symlink("/usr/share/zoneinfo/Etc/UTC", f"{root}/etc/localtime")
    os.makedirs(f"{root}/dev/pts")
    os.makedirs(f"{root}/proc")
    for name in _DEVICES:
        open(f"{root}/dev/{name}", "wb").close()
    for name, target in (
        ("ptmx", "pts/ptmx"),
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ):
        os.symlink(target, f"{root}/dev/{name}")
    for path, mode in (("root", 0o700), ("tmp", 0o1777), ("var/tmp", 0o1777), ("tmp/.X11-unix", 0o1777)):
        os.makedirs(f"{root}/{path}", exist_ok=True)
        os.chmod(f"{root}/{path}", mode)
    os.makedirs(root + HOME, exist_ok=True)
    _give_to_user(root + HOME)


def _write(root: str, files: dict[str, str]) -> None:
    for path, text in files.items():
        target = root + path
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        if text.startswith("#!"):
            os.chmod(target, 0o755)


def _carry(target: str, carried: dict[str, tuple[bytes, float]]) -> None:
    os.mkdir(target)
    _mount("crab", target, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=0755,size=256m")
    for path, (content, changed) in carried.items():
        os.makedirs(os.path.dirname(f"{target}/{path}"), exist_ok=True)
        with open(f"{target}/{path}", "wb") as file:
            file.write(content)
        os.utime(f"{target}/{path}", (changed, changed))  # Python compares it with its compiled files
    _mount("", target, flags=_MS_REMOUNT | _MS_BIND | _MS_RDONLY | _MS_NOSUID | _MS_NODEV)


def _give_to_user(top: str) -> None:
    for folder, folders, names in os.walk(top):
        for entry in [folder, *(os.path.join(folder, name) for name in folders + names)]:
            os.chown(entry, UID, UID)


def set_up_host(cgroups: list[str]) -> None:
    """Joins the box's cgroups in a namespace of their own, sets the host name and brings up the loopback device."""
    for folder in cgroups:
        with open(f"{folder}/cgroup.procs", "w", encoding="ascii") as file:
            file.write("0")  # this process
    _check(_libc.unshare(_CLONE_NEWCGROUP), "unshare the cgroups")
    _socket.sethostname(HOST_NAME)
    control = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
    request = struct.pack("16sh14x", b"lo", 0x1 | 0x40)  # IFF_UP | IFF_RUNNING
    fcntl.ioctl(control.fileno(), 0x8914, request)  # SIOCSIFFLAGS
    control.close()


def drop_privileges(limits: dict[str, int]) -> None:
    """Becomes the box's user for good, without capabilities and without a way to gain any.

    Args:
        limits: Limits of resources by name: ``NPROC``, ``DATA``, ``CORE``.
    """
    for capability in range(64):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    _libc.prctl(_PR_CAP_AMBIENT, 4, 0, 0, 0)  # PR_CAP_AMBIENT_CLEAR_ALL
    if os.geteuid() != UID:
        os.setgroups([])
        os.setresgid(UID, UID, UID)
        os.setresuid(UID, UID, UID)
    leave_keyring()
    for name, limit in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))
    header = struct.pack("=Ii", 0x20080522, 0)
    _check(_libc.capset(header, bytes(24)), "drop capabilities")
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    end_with_parent()  # changing the user cleared the signal that `unshare --kill-child` had asked for


def leave_keyring() -> None:
    """Gives this process a session keyring of its own, which is empty.

    No namespace keeps the kernel's keyrings apart: whoever inherits one can read the keys of the host's user.
    """
    result = _libc.syscall(
        ctypes.c_long(_SYS_KEYCTL[os.uname().machine]), ctypes.c_long(_KEYCTL_JOIN_SESSION_KEYRING), None
    )
    if result < 0 and ctypes.get_errno() not in (errno.ENOSYS, errno.EPERM):  # else nobody inside has keyrings
        _check(result, "leave the host's keyring")


def end_with_parent() -> None:
    """Makes the kernel kill this process when its parent ends."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0), "set the parent death signal")


def adopt_orphans() -> None:
    """Makes this process the parent of all its descendants whose own parents end."""
    _check(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "become the parent of orphans")
