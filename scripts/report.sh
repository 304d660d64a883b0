#!/bin/sh
# Makes the pictures of README.md and RESULTS.md and the tables beside them from fresh matrices: the four strategies that the
# lab began with and the two that came of it, over people and stress; and what decodes buy on people. All that they show is
# counted in virtual time, the same on every machine, so nothing is decoded. Run by `make report`.
#
#   scripts/report.sh [--check]    with --check it says whether the files are these; the pictures themselves are gnuplot's,
#                                  and differ from one version to the next
set -eu
cd "$(dirname "$0")/.."
lab=${LAB_RUN:-.build/release/lab-run}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
check=${1:-}

# replays RECORDS SET STRATEGY...
replays() {
  records=$1 set=$2
  shift 2
  rm -rf "$records"
  # shellcheck disable=SC2046 # the strategies are words
  "$lab" $(printf -- '--strategy %s ' "$@") --trace "$set" --decode none --quiet --out "$records" >"$out/tables"
}

# draws PICTURE RECORDS: without gnuplot it ends in an error, and has written what --check compares.
draws() {
  for dark in '' --dark; do
    "$lab" plot "$1" "$2" --out "$out" $dark >"$out/drawn" || [ "$check" = --check ]
  done
}

replays results/report all none fixed-window preheat2x lru windowed-lead budget-priority
draws compare results/report
replays results/frontier people preheat2x windowed-lead per-row-window fixed-window uikit-prefetch deadline-lookahead \
  budget-priority budget-priority:rest=1/8 budget-priority:rest=3/8 budget-priority:rest=3/2 clairvoyant
draws pareto results/frontier

for name in compare-people compare-stress pareto-work-hit-traces; do
  for file in "$name.gp" "$name.tsv" "$name.svg" "$name-dark.gp" "$name-dark.svg"; do
    case $check$file in
    --check*.svg) ;;
    --check*) cmp "$out/$file" "plots/$file" || { echo "plots/$file is stale: make report" >&2; exit 1; } ;;
    *)
      cp "$out/$file" plots/
      echo "plots/$file"
      ;;
    esac
  done
done

# Means, and in brackets the worst trace.
for set in people stress; do
  printf '| %s | images ready, %% | blank area, %% | time to image p95, ms | peak of bitmaps, MB | decodes a request |\n' "$set"
  printf '|---|---:|---:|---:|---:|---:|\n'
  awk -F '\t' 'NR > 1 {
    printf "| `%s` |", $2
    for (i = 3; i < NF; i += 2) printf (i == 5 || i == NF - 1 ? " %.2f (%.2f) |" : " %.1f (%.1f) |"), $i, $(i + 1)
    printf "\n"
  }' "plots/compare-$set.tsv"
  printf '\n'
done | sed '$d' >"$out/answer"
scripts/block.py ${check:+"$check"} RESULTS.md answer <"$out/answer"
