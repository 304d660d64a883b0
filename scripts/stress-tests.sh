#!/bin/sh
# Runs the tests under hostile conditions, one after the other, and prints which tests fail under which.
#
#   scripts/stress-tests.sh [-n REPEATS] [-t COMMAND] [CONDITION[+CONDITION...]...]
#
# Without a condition it takes all of them: plain (as it is), busy (beside eight busy loops), core (on one processor), nice
# (at nice 19), narrow (on a terminal of 20 columns), turkish (in tr_TR.UTF-8, where the capital of i is none of ASCII),
# german (in de_DE.UTF-8, where decimals have a comma), homeless (without HOME), disk (with TMPDIR on a disk of 64 MB, as
# root). Conditions joined by + hold together, the first outermost: busy+core+nice+narrow+turkish+homeless+disk.
#
# COMMAND runs the tests and prints what Swift Testing prints; without one it is `make test`. .build/stress keeps the output.
#
# Exit codes: 0 nothing failed, 1 something failed, 64 usage.
set -u

repeats=1 command='make test' inside='' all='plain busy core nice narrow turkish german homeless disk'
while getopts n:t:i: option; do
  case $option in
  n) repeats=$OPTARG ;;
  t) command=$OPTARG ;;
  i) inside=$OPTARG ;; # what a run of this script under one condition is called with
  *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
# shellcheck disable=SC2086 # the conditions are words
[ $# -gt 0 ] || set -- $all
for condition in $(echo "$*" | tr + ' '); do
  case " $all " in *" $condition "*) ;; *) echo "'$condition' is none of $all" >&2 && exit 64 ;; esac
done

cd "$(dirname -- "$0")/.." || exit 1
work=$(mktemp -d) loops=''
mkdir -p .build/stress "$work/disk"
# A test runs the program as somebody else, who has to come through.
chmod go+x "$work"
# shellcheck disable=SC2086 # the numbers are words
end_loops() { [ -z "$loops" ] || kill $loops && loops=''; }
trap 'end_loops; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

in_locale() { localedef -c -i "$1" -f UTF-8 "$work/$1.UTF-8" && LOCPATH=$work LC_ALL=$1.UTF-8 sh -c "$command"; }

# shellcheck disable=SC2016 # $0, $1 and $STRESSED are the inner shell's
under() {
  first=${1%%+*}
  [ "$first" = "$1" ] || { export STRESSED="$command"; command="sh scripts/stress-tests.sh -t \"\$STRESSED\" -i ${1#*+}"; }
  case $first in
  plain) sh -c "$command" ;;
  busy)
    for _ in 1 2 3 4 5 6 7 8; do sh -c 'while :; do :; done' & loops="$loops $!"; done
    sh -c "$command"
    ;;
  core) taskset -c "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" sh -c "$command" ;;
  nice) nice -n 19 sh -c "$command" ;;
  narrow) COLUMNS=20 script -qec "stty cols 20; $command" /dev/null ;;
  turkish) in_locale tr_TR ;;
  german) in_locale de_DE ;;
  homeless) env -u HOME sh -c "$command" ;;
  # The disk goes with the processes that see it.
  disk) unshare -m sh -c 'mount -t tmpfs -o size=64m tmpfs "$0" && TMPDIR=$0 exec sh -c "$1"' "$work/disk" "$command" ;;
  esac
}

[ -z "$inside" ] || { under "$inside"; exit; }
failed=0 whole=$command
for condition; do
  for number in $(seq "$repeats"); do
    log=.build/stress/$condition-$number.log
    under "$condition" </dev/null >"$log" 2>&1
    code=$? command=$whole
    end_loops
    names=$(tr -d '\033\r' <"$log" | sed -n 's/^\[[0-9;]*m//; s/^✘ .*Test \(.*\) failed after .*/\1/p' | sort -u | tr '\n' ' ')
    [ $code = 0 ] && printf '%-9s %s passed\n' "$condition" "$number" && continue
    failed=1
    printf '%-9s %s FAILED (exit code %s, see %s): %s\n' "$condition" "$number" "$code" "$log" "$names"
  done
done
exit $failed
