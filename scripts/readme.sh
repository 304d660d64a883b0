#!/bin/sh
# Runs the commands whose output README.md and RESULTS.md show and puts it there, between the marks `<!-- NAME: begin -->`
# and `<!-- NAME: end -->`. Run by `make report`, on a machine that does nothing else.
set -eu
cd "$(dirname "$0")/.."
lab=.build/release/lab-run
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Puts output into a document, up to a line that begins with UNTIL where that is not empty.
block() { # DOCUMENT NAME UNTIL COMMAND...
  document=$1 name=$2 until=$3
  shift 3
  {
    printf '```\n$ %s\n' "$(printf '%s ' "$@" | sed "s|^$lab|lab-run|; s| --out [^ ]*||; s| --quiet||; s/ *$//")"
    # Where the records went is of no interest here.
    "$@" >"$out/raw"
    [ -z "$until" ] || sed -i "/^$until/,\$d" "$out/raw"
    sed -e '/^record: /d' -e '/^[0-9]* records in /d' "$out/raw" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
    printf '```\n'
  } >"$out/text"
  scripts/block.py "$document" "$name" <"$out/text"
}

block README.md recommend 'HOW SURE' "$lab" recommend --budget 35MB --screen iphone-17 --quiet
block RESULTS.md results '' "$lab" --strategy none --strategy lru --strategy preheat2x --strategy windowed-lead \
  --strategy budget-priority --trace fastscroll --trace ios-fastscroll --out "$out/results"
block RESULTS.md headline '' "$lab" --strategy preheat2x --trace fastscroll --trace ios-fastscroll --viewport 375x667 \
  --scale 2 --assets 3924 --out "$out/results"
