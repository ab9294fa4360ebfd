#!/usr/bin/env bash
# Prints the first of the given versions of Python that this host has: as python3 (or PYTHON), on PATH, or in pyenv.
# Fails where it has none.
#   scripts/find_python.sh 3.13 3.12
for version in "$@"; do
    for command in "${PYTHON:-python3}" "python$version" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python; do
        if [ "$("$command" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$version" ]; then
            echo "$command"
            exit
        fi
    done
done
exit 1
