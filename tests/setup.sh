#!/bin/sh
# Installs what the tests need on a Debian machine: uv by pip, and the system packages that
# system-packages.txt names (as root, or by sudo), where they are not there yet.
set -eu
here=$(dirname "$0")

python3 -m pip install --quiet --break-system-packages --root-user-action=ignore uv

missing=$(
    grep -v '^#' "$here/system-packages.txt" | while read -r package; do
        dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q ' installed$' ||
            echo "$package"
    done
)
if [ -n "$missing" ]; then
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    $as_root apt-get update --quiet=2
    # shellcheck disable=SC2086 # a word a package
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install --yes --quiet=2 \
        --no-install-recommends $missing >/dev/null
fi
