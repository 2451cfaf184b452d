#!/bin/sh
# Makes sure of the system packages that pip cannot bring: `system_packages.sh run`, `serve` or `test`.
# As root with apt it installs what is missing; otherwise it prints the command that does. It never fails:
# without these packages the site runs, and only the part that needs them does not.
set -u

packages="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" # WeasyPrint
packages="$packages fonts-dejavu-core fonts-wqy-microhei fonts-noto-color-emoji" # letters on paper that Barlow lacks
case "${1:-run}" in
serve) packages="$packages nginx-light openssl" ;;
test) packages="$packages chromium-headless-shell libatomic1 postgresql nginx-light openssl" ;; # libatomic1: Playwright’s driver
esac

if ! command -v dpkg-query >/dev/null; then
    echo "Not a Debian or Ubuntu system: PDF needs Pango and HarfBuzz (with its subset library)," \
        "the tests also Chromium and PostgreSQL's server."
    exit 0
fi

is_installed() {
    # shellcheck disable=SC2016  # dpkg's own placeholder
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=""
for package in $packages; do
    is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing system packages. This installs them:"
    echo "    sudo apt-get install --no-install-recommends$missing"
    exit 0
fi

export DEBIAN_FRONTEND=noninteractive
install() {
    apt-get install --quiet --yes --no-install-recommends "$@"
}
echo "Installing system packages:$missing"
apt-get update --quiet
# shellcheck disable=SC2086  # one word a package
if ! install $missing; then
    # One package that this release lacks must not keep the others away.
    for package in $missing; do
        install "$package" || echo "Not installed: $package"
    done
fi
