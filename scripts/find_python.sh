#!/bin/sh
# Says which Python >= 3.11 to take: the distribution's where it is one, as it is compiled for speed, which those of
# version managers often are not; then whichever comes first. Each is tried: a version manager's shim may be there and fail.
# Only where none can make an environment by itself one is taken that lacks venv (make_venv.sh installs that, or names it).
candidates="/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11"

for modules in "sys, ensurepip, venv" "sys"; do
    for python in $candidates; do
        if "$python" -c "import $modules; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
            echo "$python"
            exit
        fi
    done
done
