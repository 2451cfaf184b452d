#!/bin/sh
# Installs locked dependencies, each checked by its hash: `install.sh REQUIREMENTS VENV`. uv does it where it is there
# and works; else pip, which may know an index of this machine that uv has not been told of.
set -eu

if command -v uv >/dev/null; then
    uv pip install --quiet --python "$2/bin/python" --require-hashes --requirement "$1" && exit
    echo "uv could not install $1: trying with pip."
fi
exec "$2/bin/python" -m pip install --quiet --require-hashes --requirement "$1"
