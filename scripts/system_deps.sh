#!/usr/bin/env bash
# Installs the Debian packages of scripts/apt-desktop.txt, which the real desktop needs. Needs root; idempotent.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$(grep -v '^#' scripts/apt-desktop.txt)
missing=()
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "installing the real desktop's packages needs root; run: sudo scripts/system_deps.sh" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
