#!/bin/sh
# Puts what `lab-run recommend` says for one phone into README.md, up to the first list by trace. Run by `make report`.
#
#   scripts/recommend.sh [--check]    with --check it says whether it stands there already
set -eu
cd "$(dirname "$0")/.."
words="recommend --budget 35MB --screen iphone-17"
out=$(mktemp)
trap 'rm -f "$out"' EXIT
# shellcheck disable=SC2086
"${LAB_RUN:-.build/release/lab-run}" $words --quiet >"$out"
{
  printf '```\n$ lab-run %s\n' "$words"
  sed '/^HOW SURE/,$d' "$out" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
  printf '```\n'
} | scripts/block.py "$@" README.md recommend
