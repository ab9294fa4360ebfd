#!/usr/bin/env bash
# Installs the Debian packages that the default tier of the tests needs: those that the real desktop runs on where it
# shows this host's own (the profiles light and gnome), Python's, and tools. Needs root; idempotent.
#   --full    adds the large programs (Firefox, GIMP, LibreOffice) and the tools that build root file systems
#   --extras  adds the programs that tests with the mark "extra" need (see tests/extras.py)
set -euo pipefail
cd "$(dirname "$0")/.."

distribution=$(. /etc/os-release && echo "${ID:-debian}")
profiles="light gnome"
others="bsdextrautils openssl python3-tk python3-venv xxd"
for option in "$@"; do
    case "$option" in
        --full) profiles="light gnome full" others+=" mmdebstrap uidmap" ;;
        --extras)
            others+=" libreoffice-calc libreoffice-impress libreoffice-writer tesseract-ocr"
            command -v npm >/dev/null || others+=" npm" # NodeSource's packages of Node have it, too
            # Ubuntu has Chromium as a snap only, which a driver can't start.
            [ "$distribution" = ubuntu ] || others+=" chromium chromium-driver"
            ;;
        *) echo "got $option, expected --full or --extras" >&2 && exit 2 ;;
    esac
done

packages=$(
    for profile in $profiles; do
        # A line is a package; one that ends in [debian] or [ubuntu] is meant for that distribution only.
        sed -e '/^#/d' -e "s/ \[$distribution\]\$//" -e '/\[/d' "crab_gym/backends/desktop/packages/$profile.txt"
    done
)
missing=()
for package in $packages $others; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "installing packages needs root; run: sudo scripts/system_deps.sh $*" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
