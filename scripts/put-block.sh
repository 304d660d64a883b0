#!/bin/sh
# put-block.sh NAME FILE: puts a file into README.md between the marks `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
set -eu
cd "$(dirname "$0")/.."
made=$(mktemp)
trap 'rm -f "$made"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
awk -v name="$1" -v file="$2" '
  $0 == "<!-- " name ": begin -->" { print; while ((getline line < file) > 0) print line; skipping = 1; found = 1; next }
  $0 == "<!-- " name ": end -->" { skipping = 0 }
  !skipping { print }
  END { exit !found }
' README.md >"$made" || { echo "README.md has no mark '<!-- $1: begin -->': put it back" >&2; exit 1; }
cat "$made" >README.md
