#!/usr/bin/env bash
# Runs a command over a copy of this tree on a bare machine: in a fresh root file system of this host's Debian or
# Ubuntu, with nothing but its required packages and this host's own ways to its package archives. Needs root and
# mmdebstrap, which is installed if it is missing; the root file system is removed at the end.
#   --check   only tells whether that is possible here: prints the reason and fails where it isn't
set -euo pipefail
cd "$(dirname "$0")/.."

check() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "a bare root file system needs root" >&2
    elif ! command -v mmdebstrap >/dev/null || ! command -v apt-get >/dev/null; then
        echo "a bare root file system needs mmdebstrap and apt" >&2
    elif ! unshare --mount --pid --fork mount --bind / / 2>/dev/null; then
        echo "this host lets no file systems be mounted" >&2
    else
        return 0
    fi
    return 1
}

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null && ! command -v mmdebstrap >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null || true
fi
check || exit 1
[ "${1:-}" != --check ] || exit 0

root=$(mktemp -d "${TMPDIR:-/tmp}/crab-bare.XXXXXX")
trap 'rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"

# The archives, and how they are reached: proxies, certificates and the like.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
archives=() options=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
    ! grep -qsE "^(deb|Suites:)(.*) $release( |$)" "$file" || archives+=("$file")
done
for file in /etc/apt/apt.conf.d/*; do
    ! grep -qs '^ *Acquire' "$file" || options+=("--aptopt=$file")
done
mmdebstrap --quiet --mode=root --format=directory --variant=minbase --include=ca-certificates "${options[@]}" \
    --dpkgopt=force-unsafe-io --aptopt='Acquire::Languages "none"' "$release" "$root" "${archives[@]}"
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf "$HOME"/.config/pip/pip.conf; do
    [ ! -f "$file" ] || install -D -m 644 "$file" "$root/${file/#"$HOME"//root}"
done
cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
chroot "$root" update-ca-certificates >/dev/null 2>&1

# Folders of wheels that pip is told of; an index has its files beside it. pyenv's Pythons, for scripts/test_pythons.sh.
pyenv=${PYENV_ROOT:-$HOME/.pyenv}
folders=$(
    echo "$pyenv/versions"
    { echo "${PIP_FIND_LINKS:-}"; cat /etc/pip.conf "$HOME"/.config/pip/pip.conf 2>/dev/null || true; } |
        grep -oE '(^|[ =]|file://)/[^ ]+' | sed -E 's,^[ =],,; s,^file://,,; s,/simple/?$,,' | sort -u
)
for folder in $folders; do
    if [ -d "$folder" ]; then
        mkdir -p "$root$folder"
        echo "$folder"
    fi
done >"$root/folders"

mkdir "$root/tree"
tar --exclude=./{.git,.venv*,.hypothesis,runs} --exclude=./.{mypy,pytest,ruff}_cache --exclude=__pycache__ -cf - . |
    tar -xf - -C "$root/tree" --no-same-owner

variables=(HOME=/root PYENV_ROOT="$pyenv" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
while IFS= read -r -d '' variable; do
    case "$variable" in
        CI=* | TERM=* | PIP_*=* | OPENBLAS_*=* | *_proxy=* | *_PROXY=* | *_CA_BUNDLE=* | SSL_CERT_*=*) variables+=("$variable") ;;
    esac
done < <(env -0)

# A root of its own by pivot_root rather than chroot, in which no process may make namespaces of users.
# shellcheck disable=SC2016
unshare --mount --propagation private --pid --fork --kill-child env -i "${variables[@]}" bash -c '
    set -euo pipefail
    root=$1
    shift
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    while read -r folder; do
        mount --bind -o ro "$folder" "$root$folder"
    done <"$root/folders"
    rm "$root/folders"
    cd "$root"
    pivot_root . mnt
    umount -l /mnt
    cd /tree
    # Process 1 is this shell, which takes care of orphans, as other programs would not.
    code=0
    "$@" || code=$?
    exit "$code"
' bare "$root" "$@"
