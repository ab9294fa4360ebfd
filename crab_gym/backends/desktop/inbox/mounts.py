"""Builds the box's root: a tmpfs that shows the operating system's packages read-only and nothing else of the host.

It is a list of what is allowed, not of what is hidden: ``/usr`` without ``/usr/local``, a few entries of ``/etc``, the
font caches, and seven device nodes. Everything that can be written lies on a tmpfs that dies with the namespace.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import socket
import struct

USER = "user"
UID = 1000
HOME = "/home/user"
HOST_NAME = "ubuntu"
RUNTIME_DIR = "/run/user/1000"
PRIVATE_DIR = "/run/crab"

_MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_BIND, _MS_REC = 2, 4, 8, 4096, 16384
_MNT_DETACH = 2
_SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_SYS_MOUNT_SETATTR = 442
_AT_RECURSIVE = 0x8000
_ATTR_RDONLY_NOSUID_NODEV = 0x1 | 0x2 | 0x4
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 1, 4, 24, 38, 47
_SIGKILL = 9

# The tmpfs holds what an episode writes; a program that fills it gets "No space left on device", the host nothing.
_TMPFS_OPTIONS = "mode=0755,size=1g,nr_inodes=200k"

# Threads of the box's user: a fork bomb ends here. Boxes that root starts share the count.
_MAX_PROCESSES = 2048

# Private memory of each process, in bytes: a program that wants more fails by itself.
_MAX_DATA = 2 << 30

_ETC = (
    "X11", "alternatives", "bash.bashrc", "ca-certificates.conf", "dbus-1", "debian_version", "fonts", "glvnd",
    "gtk-3.0", "inputrc", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias", "lsb-release", "magic",
    "magic.mime", "mime.types", "networks", "os-release", "profile", "protocols", "python3", "services", "terminfo",
    "vim", "xdg",
)  # fmt: skip
_VAR = ("cache/fontconfig", "lib/xkb")
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")

_FILES = {
    "etc/passwd": f"root:x:0:0:root:/root:/bin/bash\n{USER}:x:{UID}:{UID}:User:{HOME}:/bin/bash\n",
    "etc/group": f"root:x:0:\ntty:x:5:\n{USER}:x:{UID}:\n",
    "etc/hostname": f"{HOST_NAME}\n",
    "etc/hosts": f"127.0.0.1 localhost {HOST_NAME}\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "etc/machine-id": "0123456789abcdef0123456789abcdef\n",
    "etc/shells": "/bin/sh\n/bin/bash\n",
    "etc/timezone": "Etc/UTC\n",
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
    # mount_setattr (Linux 5.12) also reaches the mounts below, which remounting the bind would leave writable.
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
    """Shows one entry of the host at the same place under `root`: links are copied, the rest is bound read-only."""
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


def enter_root(files: dict[str, str]) -> None:
    """Makes the new root under /tmp (of this mount namespace only) and moves into it.

    Args:
        files: Text of files to write, by absolute path.
    """
    root = "/tmp"
    _mount("crab", root, "tmpfs", _MS_NOSUID | _MS_NODEV, _TMPFS_OPTIONS)
    os.umask(0o022)
    for path in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"):
        if os.path.lexists(path):
            _show(root, path)
    # Our own menu of applications, and no programs that the host's owner installed by hand.
    for path in ("/usr/local", "/usr/src", "/usr/share/applications"):
        if os.path.isdir(root + path):
            _mount("crab", root + path, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=0755,size=1m")
    for name in _ETC:
        if os.path.lexists(f"/etc/{name}"):
            _show(root, f"/etc/{name}")
    for name in _VAR:
        if os.path.isdir(f"/var/{name}"):
            _show(root, f"/var/{name}")
    os.symlink("/usr/share/zoneinfo/Etc/UTC", f"{root}/etc/localtime")
    for name, text in {**_FILES, **files}.items():
        target = os.path.join(root, name.lstrip("/"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
    _make_devices(root)
    os.makedirs(f"{root}/proc")
    _mount("proc", f"{root}/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    for path, mode in (("root", 0o700), ("tmp", 0o1777), ("var/tmp", 0o1777), ("tmp/.X11-unix", 0o1777)):
        os.makedirs(f"{root}/{path}", exist_ok=True)
        os.chmod(f"{root}/{path}", mode)
    _give_to_user(root)
    os.chdir(root)
    result = _libc.syscall(ctypes.c_long(_SYS_PIVOT_ROOT[os.uname().machine]), b".", b".")
    _check(result, "pivot_root")
    _check(_libc.umount2(b".", _MNT_DETACH), "detach the host's root")
    os.chdir("/")


def _make_devices(root: str) -> None:
    os.makedirs(f"{root}/dev/pts")
    os.mkdir(f"{root}/dev/shm")
    os.chmod(f"{root}/dev/shm", 0o1777)
    for name in _DEVICES:
        open(f"{root}/dev/{name}", "wb").close()
        _mount(f"/dev/{name}", f"{root}/dev/{name}", flags=_MS_BIND)
    _mount("devpts", f"{root}/dev/pts", "devpts", _MS_NOSUID | _MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620")
    for name, target in (
        ("ptmx", "pts/ptmx"),
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ):
        os.symlink(target, f"{root}/dev/{name}")


def _give_to_user(root: str) -> None:
    for path in (HOME, RUNTIME_DIR, PRIVATE_DIR):
        os.makedirs(root + path, exist_ok=True)
        os.chmod(root + path, 0o755 if path == HOME else 0o700)
        for folder, folders, names in os.walk(root + path):
            for entry in [folder, *(os.path.join(folder, name) for name in folders + names)]:
                os.chown(entry, UID, UID)


def set_up_host() -> None:
    """Names the box and brings its loopback device up."""
    socket.sethostname(HOST_NAME)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", 0x1 | 0x40)  # IFF_UP | IFF_RUNNING
        fcntl.ioctl(control, 0x8914, request)  # SIOCSIFFLAGS


def drop_privileges() -> None:
    """Becomes the box's user for good: no capability, none to be had, and nobody may look into this process."""
    for capability in range(64):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    _libc.prctl(_PR_CAP_AMBIENT, 4, 0, 0, 0)  # PR_CAP_AMBIENT_CLEAR_ALL
    if os.geteuid() != UID:
        os.setgroups([])
        os.setresgid(UID, UID, UID)
        os.setresuid(UID, UID, UID)
    resource.setrlimit(resource.RLIMIT_NPROC, (_MAX_PROCESSES, _MAX_PROCESSES))
    resource.setrlimit(resource.RLIMIT_DATA, (_MAX_DATA, _MAX_DATA))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    header = struct.pack("=Ii", 0x20080522, 0)
    _check(_libc.capset(header, bytes(24)), "drop capabilities")
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    # Changing the user cleared the signal that `unshare --kill-child` had asked for.
    _check(_libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0), "set the parent death signal")
    # The programs under test run as the same user: they must neither trace this process nor open its descriptors.
    _check(_libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0), "make the agent undumpable")
