#!/bin/sh
# Packs the index of the default library for a page's engine, .build/web/library.pack, and makes a report of the scroll
# that the page begins with, .build/web/report.html.
#
#   scripts/web-library.sh LAB_RUN
set -eu

cd "$(dirname "$0")/.."
lab=$1
mkdir -p .build/web
record=$("$lab" --strategy none --trace browse --decode none --format json)
fingerprint=$(printf '%s\n' "$record" | sed -n 's/.*"fingerprint": "\([0-9a-f]\{32\}\)".*/\1/p' | head -n 1)
"$lab" library list --format csv | scripts/pack_library.py "$fingerprint" >.build/web/library.pack
printf 'library.pack %d bytes\n' "$(wc -c <.build/web/library.pack)"
"$lab" report --strategy preheat2x --strategy budget-priority --trace hunt --out .build/web/report.html >/dev/null
