#!/bin/sh
# Makes the virtual environment: `make_venv.sh PYTHON FOLDER`, with uv where it is there and works, else with venv.
# Debian and Ubuntu ship Python without ensurepip: as root with apt its package is installed, else named.
set -eu

python=$1
folder=$2

if [ -z "$python" ]; then
    echo "No Python 3.11 or later found. Install one, or name it: make setup PY=/path/to/python3" >&2
    exit 1
fi

# An interrupted run leaves a folder whose Python does not work: always start again. --seed: with pip in it, which
# takes over where uv cannot install.
if command -v uv >/dev/null && UV_VENV_CLEAR=1 uv venv --quiet --seed --python "$python" "$folder"; then
    exit
fi

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "Python's venv module is missing. This installs it:" >&2
        echo "    sudo apt-get install --no-install-recommends $package" >&2
        exit 1
    fi
    echo "Installing system package: $package"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet
    apt-get install --quiet --yes --no-install-recommends "$package"
fi

"$python" -m venv --clear "$folder"
