#!/bin/sh
# Makes the picture of README.md and its table in RESULTS.md from a fresh matrix: the four strategies that the lab began with
# and the two that came of it, over every trace. All that they show is counted in virtual time, the same on every
# machine, so nothing is decoded. Run by `make report`.
#
#   scripts/report.sh [--check]    with --check it says whether the files are these; the picture itself is gnuplot's, and
#                                  differs from one version to the next
set -eu
cd "$(dirname "$0")/.."
lab=.build/release/lab-run
records=results/report
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

set -- "${1:-}"
for strategy in none fixed-window preheat2x lru windowed-lead budget-priority; do
  set -- "$@" --strategy "$strategy"
done
check=$1
shift

rm -rf "$records"
"$lab" "$@" --trace stress --decode none --quiet --out "$records" >"$out/tables"
if [ "$check" = --check ]; then
  # Without gnuplot both end in an error, and have written what is compared.
  "$lab" plot compare "$records" --to "$out" >"$out/drawn" || true
  "$lab" plot compare "$records" --to "$out" --dark >"$out/drawn-dark" || true
  for file in compare-traces.gp compare-traces.tsv compare-traces-dark.gp; do
    cmp "$out/$file" "plots/$file" || { echo "plots/$file is stale: make report" >&2; exit 1; }
  done
else
  "$lab" plot compare "$records" --to "$out" >"$out/drawn"
  "$lab" plot compare "$records" --to "$out" --dark >"$out/drawn-dark"
  for file in compare-traces.gp compare-traces.tsv compare-traces.svg compare-traces-dark.gp compare-traces-dark.svg; do
    cp "$out/$file" plots/
    echo "plots/$file"
  done
fi

# Means, and in brackets the worst trace.
{
  printf '| strategy | images ready, %% | blank area, %% | time to image p95, ms | peak of bitmaps, MB |\n'
  printf '|---|---:|---:|---:|---:|\n'
  awk -F '\t' 'NR > 1 {
    printf "| `%s` |", $2
    for (i = 3; i < NF; i += 2) printf " %.1f (%.1f) |", $i, $(i + 1)
    printf "\n"
  }' plots/compare-traces.tsv
} >"$out/answer"
scripts/block.py ${check:+"$check"} RESULTS.md answer <"$out/answer"
