#!/bin/sh
# How the vendored files of static/ were made. Needs npm, and a Python with fonttools and brotli.
# Run it only to take a newer version: the results are committed, `make run` needs neither npm nor the network.
set -eu

HTMX=4.0.1 SORTABLE=1.15.6 BARLOW=5.3.0 LUCIDE=1.62.0
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The hash is that of the version above: a package that became another under the same number is refused. For a newer
# version: `npm pack PACKAGE@VERSION`, look at what came, `sha256sum`.
fetch() { # fetch PACKAGE VERSION FOLDER SHA256
    tarball=$(npm pack --silent "$1@$2")
    echo "$4  $tarball" | sha256sum --check --quiet
    mkdir "$3"
    tar -xzf "$tarball" -C "$3" --strip-components=1
}
fetch htmx.org "$HTMX" htmx 5fba65616ca148a86d377e9771bcada7f35faee3558651feb929eea425e13b3c
fetch sortablejs "$SORTABLE" sortable 7a5de41e4a184f43178f3b7cfd4e22f9ac2945a4b7c715ddc3e1c752b5a631dd
fetch @fontsource/barlow "$BARLOW" barlow 8ad808291f807367d10eadf915791608bd04cc393882e7e86e290daeeadd843c
fetch @fontsource/barlow-condensed "$BARLOW" barlow-condensed \
    759fcdd25df64b4ef41653808d849cdb9ba0a520999032ceb137ce035a17e2ea
fetch lucide-static "$LUCIDE" lucide 386f9080c440d6f5049cefe3456ae8357f7a0c7f76e59670cd1cb83bc7050a44

static="$here/static"
licences="$static/vendor/licences"
rm -f "$static"/vendor/htmx-*.js "$static"/vendor/sortable-*.js
mkdir -p "$licences" "$static/fonts/web" "$static/fonts/print"

cp htmx/dist/htmx.min.js "$static/vendor/htmx-$HTMX.min.js"
cp sortable/Sortable.min.js "$static/vendor/sortable-$SORTABLE.min.js"
cp sortable/LICENSE "$licences/sortablejs-MIT.txt"
cp htmx/LICENSE "$licences/htmx-0BSD.txt"
cp barlow/LICENSE "$licences/barlow-OFL.txt"
cp barlow-condensed/LICENSE "$licences/barlow-condensed-OFL.txt"
cp lucide/LICENSE "$licences/lucide-ISC.txt"

# Screen: only the faces that static/css/site/fonts.css names, without hints for the screens of old (a third of a file) and
# without figures for fractions.
screen() { # screen PACKAGE FACE
    python3 -m fontTools.subset "$1/files/$2.woff2" --unicodes='*' --no-hinting --flavor=woff2 \
        --layout-features=ccmp,kern,liga,locl,mark,mkmk,tnum --output-file="$static/fonts/web/$2.woff2"
}
for subset in latin latin-ext; do
    for face in 400-normal 400-italic 600-normal; do
        screen barlow "barlow-$subset-$face"
    done
    for face in 600-normal 700-normal; do
        screen barlow-condensed "barlow-condensed-$subset-$face"
    done
done

# Paper: every weight, as TTF.
python3 "$here/scripts/make_print_fonts.py" barlow barlow-condensed "$static/fonts/print"

python3 "$here/scripts/make_icons.py" lucide/icons "$static/icons.svg"
