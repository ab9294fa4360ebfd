"""Builds root file systems for boxes from Debian's or Ubuntu's packages: ``crab-gym setup desktop``.

A root file system is built beside its place, and moved there with a manifest when it is complete, so that the rest of
an interrupted build is never taken for one. Its files belong to the user who builds it.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from crab_gym.backends.desktop.namespaces import SEARCH_PATH
from crab_gym.backends.desktop.rootfs import MANIFEST, PROFILES, TREE, RootFs, digest, home, packages, read
from crab_gym.backends.desktop.rootfs.sources import Release, host_release, sources

__all__ = ["build"]

Report = Callable[[str], None]

# For builds as root: all mounts and processes in these namespaces end with the command, even if it is killed.
_CONFINED = ("unshare", "--mount", "--pid", "--mount-proc", "--fork", "--kill-child")

_UNUSED = ("doc", "man", "info", "help", "locale", "lintian", "bug")
_DPKG = ("force-unsafe-io", *(f"path-exclude=/usr/share/{name}/*" for name in _UNUSED))
_APT = ('APT::Install-Recommends "false"', 'Acquire::Languages "none"', 'Acquire::Retries "3"')

_UNPACK = ("tar", "--extract", "--preserve-permissions", "--exclude=./dev/*", "--file=-")

# Caches that programs would otherwise make at each start of a box.
_FINISH = """set -e
if command -v fc-cache >/dev/null; then fc-cache -f -s; fi
if command -v gtk-update-icon-cache >/dev/null; then
    for theme in /usr/share/icons/*; do
        if [ -f "$theme/index.theme" ]; then gtk-update-icon-cache -q -f -t "$theme"; fi
    done
fi
if command -v glib-compile-schemas >/dev/null; then glib-compile-schemas /usr/share/glib-2.0/schemas; fi
"""

_DEBOOTSTRAP = """set -e
root=$1 suite=$2 mirror=$3 components=$4
shift 4
debootstrap --variant=minbase --components="$components" "$suite" "$root" "$mirror"
cp "$root.options/dpkg" "$root/etc/dpkg/dpkg.cfg.d/crab-gym"
cp "$root.options/apt" "$root/etc/apt/apt.conf.d/90crab-gym"
[ ! -s "$root.options/sources" ] || cp "$root.options/sources" "$root/etc/apt/sources.list"
cp /etc/resolv.conf "$root/etc/resolv.conf"
printf '#!/bin/sh\\nexit 101\\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
mount -t proc proc "$root/proc"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
chroot "$root" apt-get update
chroot "$root" apt-get install -y "$@"
chroot "$root" apt-get clean
rm -r "$root/var/lib/apt/lists"
rm "$root/usr/sbin/policy-rc.d"
"""


def build(
    profile: str = "light",
    suite: str | None = None,
    mirror: str | None = None,
    place: Path | None = None,
    force: bool = False,
    report: Report = print,
) -> RootFs:
    """Builds a root file system, unless it is there already.

    Args:
        profile: One of `PROFILES`.
        suite: Release of Debian or Ubuntu; by default this host's.
        mirror: Address of an archive; by default those that this host's apt uses, or the release's own.
        place: Folder to build in; by default this user's, where boxes look for it (see `home`).
        force: Whether to build it again if it is up to date.
        report: Takes lines about the progress.

    Raises:
        ValueError: The profile is unknown.
        OSError: It can't be built; the message says why and what to do about it.
    """
    if profile not in PROFILES:
        raise ValueError(f"got profile {profile!r}, expected one of: {', '.join(PROFILES)}")
    release = Release(suite) if suite else host_release()
    place = (place or home() / profile).absolute()
    if place.exists() and read(place) is None and (not place.is_dir() or any(place.iterdir())):
        raise FileExistsError(f"{place} holds something else; give an empty folder, or one that does not exist yet")
    place.parent.mkdir(parents=True, exist_ok=True)
    with _alone(place) as lock:
        existing = read(place)
        target = RootFs(place, profile, release.suite, digest(profile))
        if existing == target and not force:
            report(f"{place} is up to date: {profile}, {release.suite}")
            return existing
        if existing and not force:
            report(f"{place} is of {existing.suite}, {existing.profile} or of other packages; it is built anew")
        draft = place.with_name(f".{place.name}.new")
        _remove(draft)
        (draft / TREE).mkdir(parents=True)
        try:
            _fill(draft, profile, release, mirror, lock, report)
            manifest = {"profile": profile, "suite": release.suite, "packages": target.packages}
            (draft / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
            old = place.with_name(f".{place.name}.old")
            _remove(old)
            if place.exists():
                place.rename(old)
            draft.rename(place)
            _remove(old)
        finally:
            _remove(draft)
    return target


def _remove(folder: Path) -> None:
    """Removes a folder, unless something is mounted in it, whose files must not be removed.

    Raises:
        OSError: Something is mounted in it.
    """
    for line in Path("/proc/self/mountinfo").read_bytes().splitlines():
        escaped = line.split()[4]  # the mount point, with blanks and backslashes as octal numbers
        mounted = os.fsdecode(re.sub(rb"\\(\d{3})", lambda match: bytes([int(match[1], 8)]), escaped))
        if Path(mounted).is_relative_to(folder.resolve()):
            raise OSError(f"{mounted} is mounted in what is to be removed; umount it, then try again")
    if folder.exists():
        shutil.rmtree(folder)


@contextmanager
def _alone(place: Path) -> Iterator[int]:
    """Keeps others from building in the same place.

    Yields the lock's descriptor, for processes that may outlive this one.
    """
    with open(place.with_name(f".{place.name}.lock"), "w", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(f"{place} is being built by another process; wait for it") from None
        yield file.fileno()


def _fill(draft: Path, profile: str, release: Release, mirror: str | None, lock: int, report: Report) -> None:
    """Installs the packages into the draft and prepares it for use."""
    tree, log = draft / TREE, draft.with_name(f"{draft.name[1:-4]}.log")
    names = release.names(packages(profile))
    start = time.monotonic()
    report(f"building {profile} of {release.suite} in {draft.parent}: {len(names)} packages and what they need")
    if shutil.which("mmdebstrap", path=SEARCH_PATH):
        command = _mmdebstrap(tree, names, release, mirror)
    elif shutil.which("debootstrap", path=SEARCH_PATH) and os.geteuid() == 0:
        command = _debootstrap(tree, names, release, mirror)
    else:
        raise FileNotFoundError(
            "neither mmdebstrap nor (as root) debootstrap is installed; apt-get install --no-install-recommends "
            "mmdebstrap, and uidmap to build as an ordinary user"
        )
    code = _run(command, tree, log, lock, lambda line: report(f"{time.monotonic() - start:5.0f} s  {line}"))
    if code != 0:
        end = "\n".join(log.read_text(errors="replace").splitlines()[-12:])
        raise OSError(f"building ended with exit code {code}; all that was said is in {log}:\n{end}")
    for entry in (tree / "dev").iterdir():  # the box makes its own
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    for name in ("etc/shadow", "etc/shadow-", "etc/gshadow", "etc/gshadow-", "etc/resolv.conf", "etc/hostname"):
        (tree / name).unlink(missing_ok=True)
    shutil.rmtree(tree.with_name(f"{TREE}.options"), ignore_errors=True)
    log.unlink()
    report(f"{time.monotonic() - start:5.0f} s  complete")


def _mmdebstrap(tree: Path, names: list[str], release: Release, mirror: str | None) -> list[str]:
    command = ["mmdebstrap", "--verbose", "--variant=essential", f"--components={','.join(release.components)}"]
    command += [f"--include={','.join(names)}"]
    command += [f"--dpkgopt={option}" for option in _DPKG] + [f"--aptopt={option}" for option in _APT]
    command += [f'--customize-hook=chroot "$1" sh -c {shlex.quote(_FINISH)}']
    if os.geteuid() == 0:
        command = [*_CONFINED, *command, "--mode=root", "--format=directory", release.suite, str(tree)]
    else:
        # A folder's files would belong to user ids that can't enter this user's home, and couldn't be removed.
        command += ["--mode=unshare", "--format=tar", release.suite, "-"]
    return command + ([mirror] if mirror else sources(release))


def _debootstrap(tree: Path, names: list[str], release: Release, mirror: str | None) -> list[str]:
    options = tree.with_name(f"{TREE}.options")
    options.mkdir()
    lines = [] if mirror else sources(release)
    texts = {
        "dpkg": "".join(f"{option}\n" for option in _DPKG),
        "apt": "".join(f"{option};\n" for option in _APT),
        "sources": "".join(f"{line}\n" for line in lines),
    }
    for name, text in texts.items():
        (options / name).write_text(text, encoding="utf-8")
    first = mirror or next((word for line in lines for word in line.split() if "://" in word), "")
    command = [*_CONFINED, "sh", "-c", f'{_DEBOOTSTRAP}chroot "$root" sh -c {shlex.quote(_FINISH)}', "debootstrap"]
    return [*command, str(tree), release.suite, first, ",".join(release.components), *names]


def _run(command: list[str], tree: Path, log: Path, lock: int, report: Report) -> int:
    """Runs the command, unpacks its output if that is an archive, and returns the first exit code other than 0."""
    environment = {
        "PATH": SEARCH_PATH,
        "LC_ALL": "C.UTF-8",
        **{name: value for name, value in os.environ.items() if name in ("HOME", "TMPDIR") or name.endswith("_proxy")},
    }
    unpack = None
    with ExitStack() as stack:
        output = stack.enter_context(open(log, "wb"))
        if "--format=tar" in command:
            unpack = stack.enter_context(
                subprocess.Popen(
                    [*_UNPACK, f"--directory={tree}"],
                    stdin=subprocess.PIPE, stdout=output, stderr=output, env=environment,
                )
            )  # fmt: skip
        process = stack.enter_context(
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=unpack.stdin if unpack else subprocess.PIPE,
                stderr=subprocess.PIPE if unpack else subprocess.STDOUT, env=environment, pass_fds=(lock,),
            )
        )  # fmt: skip
        if unpack and unpack.stdin:
            unpack.stdin.close()
        stream = process.stderr if unpack else process.stdout
        assert stream is not None
        try:
            _follow(stream, output.write, report)
        except BaseException:
            if unpack:
                process.terminate()  # it cleans up
            else:
                process.kill()  # unshare(1) ignores milder signals
                # Its children end with it, but a moment later; until then they hold the lock and this pipe.
                for _ in stream:
                    pass
            raise
        codes = [process.wait(), unpack.wait() if unpack else 0]
    return next((code for code in codes if code), 0)


def _follow(stream: Iterator[bytes], write: Callable[[bytes], object], report: Report) -> None:
    """Reads the tools' output, and reports the stages and, every few seconds, the number of finished packages."""
    done = {b"Unpacking": 0, b"Setting up": 0}
    last_report = time.monotonic()
    for line in stream:
        write(line)
        if line.startswith(b"I: "):
            hook = line.startswith(b"I: running --customize-hook")
            report("making caches" if hook else line[3:].decode("utf-8", "replace").strip())
        for word in done:
            if line.startswith(word):
                done[word] += 1
                if time.monotonic() - last_report > 3:
                    last_report = time.monotonic()
                    report(f"{done[b'Unpacking']} packages unpacked, {done[b'Setting up']} set up")
