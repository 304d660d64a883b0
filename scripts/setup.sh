#!/bin/sh
# Makes sure that this machine has what CacheLab is built, run and tested with.
#
#   scripts/setup.sh run     for building and running: Swift, git, TurboJPEG, gnuplot
#   scripts/setup.sh photos  the same, and SQLite for lab-photos
#   scripts/setup.sh test    all that, and what tests call: djpeg, python3, make, and valgrind with strip
#   scripts/setup.sh tools   what `make lint` and `make mac` call, by pip from PyPI below .build/tools (scripts/tools.txt)
#   scripts/setup.sh fleet   what the small fleet of continuous integration calls: GNU parallel, rsync and an ssh server.
#                            Apart from `test`, because on many systems an ssh server runs once it is installed
#
# What is missing is installed with apt-get, through sudo unless this is root. Without apt-get the script says what to
# install and stops, so that nobody has to find a missing header in a page of compiler errors. It says nothing when
# everything is there. Swift is never installed, only asked for its version. gnuplot only draws plots, valgrind and strip
# only count instructions, and the small fleet is skipped where it cannot run: where these cannot be installed, that is a
# remark and not an error. Nothing is installed for the fleet unless this is root, which the fleet needs.
#
# Exit codes: 0 ready, 1 something is missing, 64 usage.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# The oldest Swift that can read Package.swift is the version in its first line.
check_swift() {
  wanted=$(sed -n '1s/.*swift-tools-version:[[:space:]]*\([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' "$root/Package.swift")
  answer=$(swift --version 2>&1 </dev/null) || true
  found=$(echo "$answer" | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
  [ -n "$found" ] && [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" = "$wanted" ] ||
    fail "CacheLab needs Swift $wanted or later: https://www.swift.org/install; 'swift --version' says: $(echo "$answer" | head -n 1)"
}

# Asks Swift's own clang for a header: it looks where the build will look.
#   has_header HEADER PKG-CONFIG-NAME
has_header() {
  # shellcheck disable=SC2046 # the flags are words
  printf '#include <stddef.h>\n#include <%s>\n' "$1" |
    "$(dirname -- "$(command -v swift)")/clang" $(pkg-config --cflags "$2" 2>/dev/null || true) -E -x c - >/dev/null 2>&1
}

is_there() {
  case $1 in
  turbojpeg) has_header turbojpeg.h libturbojpeg ;;
  pip) python3 -m pip --version >/dev/null 2>&1 ;;
  sqlite) has_header sqlite3.h sqlite3 ;;
  *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

# Prints those of its arguments that are missing.
missing_of() {
  for thing in "$@"; do is_there "$thing" || printf '%s ' "$thing"; done | sed 's/ $//'
}

# What Debian calls the packages that hold the given things.
packages() {
  for thing in "$@"; do
    case $thing in
    turbojpeg) echo libturbojpeg0-dev ;;
    sqlite) echo libsqlite3-dev ;;
    gnuplot) echo gnuplot-nox ;;
    djpeg) echo libjpeg-turbo-progs ;;
    pip) echo python3-pip ;;
    strip) echo binutils ;;
    ssh) echo openssh-client ;;
    sshd) echo openssh-server ;;
    *) echo "$thing" ;;
    esac
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -y -qq -o DPkg::Lock::Timeout=120 \
    -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@" </dev/null >&2
}

# Installs the packages of the given things. The package lists are fetched only if it does not go without.
apt_install() {
  wanted_packages=$(packages "$@")
  # shellcheck disable=SC2086 # the names are words
  set -- install --no-install-recommends $wanted_packages
  say "apt-get" "$@"
  apt_get "$@" || { apt_get update && apt_get "$@"; }
}

# Apart from the system's Python, which Debian and Homebrew guard. A copy of the list says what is there.
pip_install() {
  tools=$root/.build/tools
  cmp -s "$root/scripts/tools.txt" "$tools/tools.txt" && return 0
  say "installing what lint and mac call from PyPI to .build/tools"
  rm -rf "$tools"
  mkdir -p "$tools"
  python3 -m pip install --quiet --disable-pip-version-check --no-cache-dir --target "$tools" \
    --requirement "$root/scripts/tools.txt" >&2 ||
    fail "pip could not install the tools of scripts/tools.txt; with a network try again: scripts/setup.sh tools"
  cp "$root/scripts/tools.txt" "$tools/tools.txt"
}

case "$#:${1:-}" in
1:run) needed='git turbojpeg' wished=gnuplot ;;
1:photos) needed='git turbojpeg sqlite' wished=gnuplot ;;
1:fleet)
  needed='' wished='parallel rsync ssh sshd'
  if [ "$(id -u)" -ne 0 ]; then
    say "the small fleet needs root, and this is not root: nothing is installed for it"
    exit 0
  fi
  ;;
1:tools) needed='python3 pip' wished='' ;;
1:test) needed='git turbojpeg sqlite djpeg python3 make' wished='gnuplot valgrind strip' ;;
*)
  echo "usage: scripts/setup.sh run|photos|test|tools|fleet" >&2
  exit 64
  ;;
esac

[ "$1" = tools ] || check_swift

# shellcheck disable=SC2086 # lists of words
look() { missing=$(missing_of $needed) optional=$(missing_of $wished); }

look
# shellcheck disable=SC2086 # lists of words
if [ -n "$missing$optional" ] && is_there apt-get; then
  apt_install $missing $optional || true
  look
fi
# shellcheck disable=SC2046,SC2086 # lists of words
[ -z "$missing" ] || fail "cannot go on without $missing; Debian has it in" $(packages $missing) \
  "(Homebrew: brew install jpeg-turbo pkgconf sqlite python)"
[ "$1" != tools ] || pip_install
[ -z "$optional" ] || say "going on without $optional: no plots without gnuplot, no callgrind without valgrind and strip,
  no small fleet without parallel, rsync, ssh and sshd"

if is_there pkg-config && pkg-config --exists libturbojpeg && ! pkg-config --atleast-version=2.1.5 libturbojpeg; then
  say "TurboJPEG $(pkg-config --modversion libturbojpeg) is older than 2.1.5; results may differ from published ones"
fi
