"""Attacks from inside a real desktop's box; `tests/backends/desktop/test_escape.py` has those from its terminal.

Each attack prints "tried" and, where it got somewhere, "REACHED" with what it found.
"""

from __future__ import annotations

import ctypes
import os
import platform
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.backends.desktop.conftest import Desk

pytestmark = [pytest.mark.slow, pytest.mark.desktop]

SECRET = "the secret of the host"
_TRY = """
import ctypes, fcntl, glob, os, resource, signal, socket, struct, subprocess, sys, termios
secret, folder, pid, name, port = sys.argv[1:6]
libc = ctypes.CDLL(None, use_errno=True)
def reached(what):
    print("REACHED", what)
def refused(action, *args, **kwargs):
    try:
        result = action(*args, **kwargs)
    except (OSError, ValueError, PermissionError):
        return
    reached(f"{action.__name__}{args} {result!r}")
def holds(path):
    try:
        with open(path, "rb") as file:
            if secret.encode() in file.read(1 << 20):
                reached(path)
    except OSError:
        pass
def call(what, number, *args):
    if libc.syscall(number, *args) != -1:
        reached(what)
"""
ATTACKS: dict[str, str] = {
    # files
    "the secret's own path": "holds(f'{folder}/secret')",
    "the secret through process 1": "holds(f'/proc/1/root{folder}/secret')",
    "the secret through another process": "[holds(f'{each}{folder}/secret') for each in glob.glob('/proc/*/root')]",
    "the secret above the root": "holds('/' + '../' * 50 + f'{folder}/secret')",
    "working folders of all processes": "[holds(f'{each}{folder}/secret') for each in glob.glob('/proc/*/cwd')]",
    "files that others hold open": "[holds(each) for each in glob.glob('/proc/*/fd/*') if os.path.isfile(each)]",
    "a handle instead of a path": (
        "call('handle', {'x86_64': 304, 'aarch64': 265}[os.uname().machine], -100, bytes(40), 0)"
    ),
    "passwords": (
        "[refused(open, each) for each in ('/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/ssh/ssh_host_rsa_key')]"
    ),
    "the root user's home": (
        "[reached(each) for each in os.listdir('/root') if os.access('/root', os.R_OK)] "
        "if os.access('/root', os.R_OK) else None"
    ),
    "a link into the host": (
        "os.path.lexists('/tmp/link') or os.symlink(f'{folder}/secret', '/tmp/link'); holds('/tmp/link')"
    ),
    "names of the host in the mounts": "folder in open('/proc/self/mountinfo').read() and reached('mountinfo')",
    "names of the host in environments": (
        "[secret in open(each, errors='replace').read() and reached(each) for each "
        "in glob.glob('/proc/*/environ') if os.access(each, os.R_OK)]"
    ),
    # descriptors
    "descriptors that were inherited": (
        "[reached(os.readlink(each)) for each in glob.glob('/proc/self/fd/*') if "
        "os.path.exists(each) and os.readlink(each).startswith(folder)]"
    ),
    "descriptors of the process's own": (
        "extra = [os.readlink(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd') "
        "if int(n) > 2 and os.path.exists(f'/proc/self/fd/{n}')]; [reached(each) "
        "for each in extra if not each.startswith(('/proc', '/dev/shm/faketime'))]"
    ),
    "descriptors of the box's agent": "refused(os.listdir, '/proc/1/fd')",
    "copying a descriptor of another process": "call('pidfd_getfd', 438, libc.syscall(434, 1, 0), 3, 0)",
    # processes
    "the host's processes": (
        "[holds(f'/proc/{pid}/cmdline'), reached(pid) if os.path.exists(f'/proc/{pid}') "
        "and secret in open(f'/proc/{pid}/cmdline').read() else None]"
    ),
    "tracing the box's agent": "call('ptrace', {'x86_64': 101, 'aarch64': 117}[os.uname().machine], 16, 1, 0, 0)",
    "reading the agent's memory": (
        "call('process_vm_readv', {'x86_64': 310, 'aarch64': 270}[os.uname().machine],"
        " 1, 0, 0, 0, 0, 0) if refused(open, '/proc/1/mem', 'rb') else None; refused(open,"
        " '/proc/1/mem', 'rb')"
    ),
    "the agent's namespaces": (
        "[refused(os.open, each, os.O_RDONLY) for each in glob.glob('/proc/1/ns/*')];"
        " refused(os.readlink, '/proc/1/ns/mnt')"
    ),
    "killing all that can be seen": "[os.kill(1, number) for number in (1, 2, 15, 19, 20, 10)]",
    # devices
    "names of devices": (
        "rest = set(os.listdir('/dev')) - set('fd full null ptmx pts random shm "
        "stderr stdin stdout tty urandom zero console mqueue'.split()); rest and "
        "reached(rest)"
    ),
    "devices by name": (
        "[refused(os.open, f'/dev/{each}', os.O_RDWR) for each in ('mem', 'kmem',"
        " 'port', 'kmsg', 'sda', 'vda', 'nvme0', 'loop0', 'loop-control', 'fuse',"
        " 'kvm', 'net/tun', 'vhost-vsock', 'uinput', 'input/event0', 'dri/card0',"
        " 'nvidia0', 'tty0', 'tty1', 'watchdog', 'rtc', 'snd/timer', 'vcs')]"
    ),
    "devices made by oneself": (
        "[refused(os.mknod, f'/tmp/{kind:o}-{number}', kind | 0o666, number) for "
        "kind in (0o20000, 0o60000) for number in (os.makedev(1, 1), os.makedev(8,"
        " 0), os.makedev(254, 0), os.makedev(10, 229))]"
    ),
    # mounts
    "mounting": (
        "[call(kind, {'x86_64': 165, 'aarch64': 40}[os.uname().machine], kind, "
        "b'/tmp', kind, 0, 0) for kind in (b'tmpfs', b'proc', b'sysfs', b'devtmpfs',"
        " b'cgroup2', b'debugfs', b'bpf', b'overlay', b'9p')]"
    ),
    "mounting in a namespace of one's own": (
        "made = subprocess.run(['unshare', '-Urmpf', 'sh', '-c', f'mkdir -p /tmp/m;"
        " for kind in devtmpfs debugfs tracefs securityfs pstore bpf ext4 binfmt_misc "
        "configfs 9p virtiofs; do mount -t $kind none /tmp/m 2>/dev/null && ls "
        "-A /tmp/m | head -3 && echo $kind; done; cat /tmp/m{folder}/secret 2>/dev/null'],"
        " capture_output=True, text=True); [reached(line) for line in made.stdout.split() "
        "if line not in ('bpf', 'binfmt_misc', 'register', 'status')]"
    ),
    "what lies below the mounts": (
        "out = subprocess.run(['unshare', '-Urm', 'sh', '-c', f'umount -l /usr "
        "/etc /proc /dev /run /home 2>/dev/null; cat {folder}/secret /proc/1/root{folder}/secret;"
        " ls /boot /opt /srv /media /mnt 2>/dev/null'], capture_output=True, text=True).stdout;"
        " secret in out and reached(out)"
    ),
    "writing to what is shown": (
        "[refused(open, each, 'a') for each in ('/usr/bin/env', '/usr/x', '/etc/ld.so.cache',"
        " '/etc/fonts/fonts.conf', '/usr/lib/os-release')]"
    ),
    "more room than the box has": (
        "rooms = {line.split()[1] for line in open('/proc/mounts') if line.split()[3].split(',"
        "')[0] == 'rw' and line.split()[0] == 'crab'}; total = sum(os.statvfs(each).f_blocks "
        "* os.statvfs(each).f_frsize for each in rooms); total > (3 << 30) and "
        "reached(total)"
    ),
    # rights
    "programs that give rights": (
        "found = subprocess.run(['find', '/', '-xdev', '-perm', '/6000', '-type',"
        " 'f'], capture_output=True, text=True).stdout.split(); [reached(each) "
        "for each in found if subprocess.run([each, '--help'], capture_output=True).returncode "
        "== 0 and os.geteuid() == 0]"
    ),
    "becoming root": (
        "[refused(change, 0) for change in (os.setuid, os.setgid, os.seteuid, os.setegid)];"
        " subprocess.run(['su', '-c', 'true'], capture_output=True).returncode "
        "== 0 and reached('su')"
    ),
    "rights of the process": (
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'));"
        " [reached(name) for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb') "
        "if int(status[name], 16)]; int(status['NoNewPrivs']) or reached('privileges')"
    ),
    "raising limits": (
        "[refused(resource.setrlimit, each, (resource.getrlimit(each)[1] + 1,) "
        "* 2) for each in (resource.RLIMIT_NPROC, resource.RLIMIT_CORE, resource.RLIMIT_NOFILE)]"
    ),
    # the kernel
    "core patterns": (
        "refused(open, '/proc/sys/kernel/core_pattern', 'w'); refused(open, '/proc/sys/kernel/modprobe',"
        " 'w'); refused(open, '/proc/sys/fs/binfmt_misc/register', 'w')"
    ),
    "settings of the kernel": (
        "[reached(os.path.join(above, each)) for above, _, names in os.walk('/proc/sys') "
        "for each in names if each != 'ns_last_pid' and not os.path.islink(os.path.join(above,"
        " each)) and os.access(os.path.join(above, each), os.W_OK)]"
    ),
    "system requests": "refused(open, '/proc/sysrq-trigger', 'w')",
    "memory of the kernel": (
        "[refused(open, each, 'rb') for each in ('/proc/kcore', '/proc/kpageflags',"
        " '/proc/kpagecount', '/proc/vmallocinfo', '/proc/slabinfo')]"
    ),
    "addresses of the kernel": (
        "any(int(line.split()[0], 16) for line in open('/proc/kallsyms')) and reached('kallsyms') "
        "if os.access('/proc/kallsyms', os.R_OK) else None"
    ),
    "the host's devices in /sys": "os.path.exists('/sys/class') and reached(os.listdir('/sys/class'))",
    "control groups": (
        "[reached(each) for each in glob.glob('/sys/fs/cgroup/*')]; 'crab' in open('/proc/self/cgroup')."
        "read() and reached('cgroup')"
    ),
    "the clock of the host": (
        "call('clock_settime', {'x86_64': 227, 'aarch64': 112}[os.uname().machine],"
        " 0, struct.pack('qq', 0, 0)); call('adjtimex', {'x86_64': 159, 'aarch64': "
        "171}[os.uname().machine], struct.pack('I', 1) + bytes(204))"
    ),
    "the name of the host": "refused(socket.sethostname, 'intruder')",
    "ending the host": (
        "call('reboot', {'x86_64': 169, 'aarch64': 142}[os.uname().machine], 0,"
        " 0, 0, 0); call('kexec_load', {'x86_64': 246, 'aarch64': 104}[os.uname().machine],"
        " 0, 0, 0, 0)"
    ),
    "modules of the kernel": "call('init_module', {'x86_64': 175, 'aarch64': 105}[os.uname().machine], b'', 0, b'')",
    "a page fault of one's own": "call('userfaultfd', {'x86_64': 323, 'aarch64': 282}[os.uname().machine], 0)",
    "messages of the kernel": (
        "call('syslog', {'x86_64': 103, 'aarch64': 116}[os.uname().machine], 3, ctypes.create_string_buffer(99), 99)"
    ),
    "keys of the host's user": (
        "search = {'x86_64': 250, 'aarch64': 219}[os.uname().machine]; [call(ring,"
        " search, 10, ring, b'user', name.encode(), 0) for ring in (-3, -4, -5)]"
    ),
    "asking for a key of the host's user": (
        "call('request_key', {'x86_64': 249, 'aarch64': 218}[os.uname().machine], b'user', name.encode(), None, 0)"
    ),
    # network and displays
    "a port of the host": "refused(socket.create_connection, ('127.0.0.1', int(port)), 3)",
    "other machines": (
        "[refused(socket.create_connection, (host, 80), 2) for host in ('192.0.2.1',"
        " '169.254.169.254', '8.8.8.8', '10.0.0.1')]"
    ),
    "interfaces": "[reached(each) for _, each in socket.if_nameindex() if each != 'lo']",
    "raw packets": (
        "refused(socket.socket, socket.AF_PACKET, socket.SOCK_RAW); refused(socket.socket,"
        " socket.AF_INET, socket.SOCK_RAW, 1)"
    ),
    "a port below 1024": "refused(socket.create_server, ('127.0.0.1', 22))",
    "an abstract socket of the host": "one = socket.socket(socket.AF_UNIX); refused(one.connect, '\\0' + name)",
    "a socket of the host in a file": "one = socket.socket(socket.AF_UNIX); refused(one.connect, f'{folder}/socket')",
    "the host's display": (
        "[refused(socket.socket(socket.AF_UNIX).connect, f'{at}/tmp/.X11-unix/X{n}') "
        "for at in ('', '\\0') for n in (1, 2, 10, 77)]; set(os.listdir('/tmp/.X11-unix')) "
        "- {'X0'} and reached('X')"
    ),
    "the host's D-Bus": (
        "[refused(socket.socket(socket.AF_UNIX).connect, each) for each in ('/run/dbus/system_bus_socket"
        "', '/var/run/dbus/system_bus_socket', '/run/user/0/bus', '/run/systemd/private',"
        " '/run/docker.sock', '/var/run/docker.sock', '/run/containerd/containerd.sock') "
        "if os.path.exists(each)]"
    ),
    "memory that the host shares": (
        "call('shmget', {'x86_64': 29, 'aarch64': 194}[os.uname().machine], 0x43524142, 0, 0)"
    ),
    "files that the host shares in memory": "os.path.exists(f'/dev/shm/{name}') and reached('/dev/shm')",
    # terminals
    "typing into the host's terminal": (
        "refused(open, '/dev/tty', 'rb+', buffering=0); [refused(fcntl.ioctl, n,"
        " termios.TIOCSTI, b'x') for n in (0, 1, 2)]"
    ),
    "consoles of the host": (
        "[refused(os.open, each, os.O_RDWR) for each in ('/dev/console', '/dev/tty0',"
        " '/dev/tty1', '/dev/ttyS0', '/dev/hvc0')]"
    ),
    "terminals of the host": (
        "[reached(each) for each in os.listdir('/dev/pts') if each != 'ptmx' and "
        "os.stat(f'/dev/pts/{each}').st_uid != os.getuid()]"
    ),
}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Lays out what an attack may look for on the host, and returns where: the arguments of each attack."""
    folder, name = tmp_path_factory.mktemp("host"), f"crab-{os.getpid()}"
    (folder / "secret").write_text(SECRET)
    libc = ctypes.CDLL(None, use_errno=True)
    search = {"x86_64": 250, "aarch64": 219}[platform.machine()]
    add, get = {"x86_64": (248, 29), "aarch64": (217, 194)}[platform.machine()]
    libc.syscall(search, 1, name.encode())  # a session keyring, as a login makes one
    for ring in (-3, -4):
        libc.syscall(add, b"user", name.encode(), SECRET.encode(), len(SECRET), ring)
    libc.syscall(get, 0x43524142, 4096, 0o1666)
    shared = Path("/dev/shm", name)
    shared.write_text(SECRET)
    code = "import sys, time; time.sleep(600)"
    with (
        open(folder / "secret", "rb") as opened,
        subprocess.Popen([sys.executable, "-c", code, SECRET]) as sleeper,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
        socket.socket(socket.AF_UNIX) as named,
    ):
        os.set_inheritable(opened.fileno(), True)
        for listener, address in ((abstract, f"\0{name}"), (named, str(folder / "socket"))):
            listener.bind(address)
            listener.listen()
        yield [SECRET, str(folder), str(sleeper.pid), name, str(server.getsockname()[1])]
        assert sleeper.poll() is None
        sleeper.kill()
    shared.unlink()


@pytest.fixture(scope="module")
def box(host: list[str]) -> Iterator[Desk]:
    """One box for all attacks: what one leaves behind must not help the next either."""
    desk = Desk()
    yield desk
    desk.backend.close()


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_of_the_host_is_reached(box: Desk, host: list[str], attack: str) -> None:
    result = box.python(f"{_TRY}\n{ATTACKS[attack]}\nprint('tried')", *host)
    assert result.stdout == "tried\n", result.stdout + result.stderr
    assert box.state.run(["echo", "alive"]).stdout == "alive\n"


EXHAUSTING = {
    "terminals": "import os\nhave = []\ntry:\n    while True: have.append(os.openpty())\nexcept OSError: pass",
    "open files": (
        "import os\nhave = []\ntry:\n    while True: have.append(os.open('/dev/null', 0))\nexcept OSError: pass"
    ),
    "memory": "have = []\ntry:\n    while True: have.append(bytearray(64 << 20))\nexcept MemoryError: pass",
    "files without content": (
        "import os\ntry:\n    for n in range(10 ** 7): os.close(os.open(f'/tmp/{n}', 64))\nexcept OSError: pass"
    ),
    "shared memory": (
        "have = open('/dev/shm/x', 'wb')\ntry:\n    while True: have.write(bytes(1 "
        "<< 20)); have.flush()\nexcept OSError: pass"
    ),
    "sockets": "import socket\nhave = []\ntry:\n    while True: have.append(socket.socketpair())\nexcept OSError: pass",
    "threads": (
        "import threading, time\ntry:\n    while True: threading.Thread(target=time.sleep,"
        " args=(60,), daemon=True).start()\nexcept RuntimeError: pass"
    ),
}


@pytest.mark.parametrize("resource", EXHAUSTING)
def test_what_a_program_takes_is_not_missing_on_the_host(host: list[str], resource: str) -> None:
    desk = Desk()
    try:
        program = f"import sys\n{EXHAUSTING[resource]}\nprint('took all', flush=True)\nimport time\ntime.sleep(60)"
        desk.setup.write_file("/home/user/take.py", program)
        desk.state.run(["sh", "-c", "python3 take.py > took 2>&1 &"])
        deadline = time.monotonic() + 60
        while not desk.state.read_text("/home/user/took") and "python3" in desk.state.processes():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        for descriptor in os.openpty():
            os.close(descriptor)
        assert subprocess.run([sys.executable, "-c", "print('fine')"], capture_output=True).stdout == b"fine\n"
        assert Path(host[1], "secret").read_text() == SECRET
    finally:
        desk.backend.close()
