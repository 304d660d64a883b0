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

LOCK_PATIENCE=120 # seconds to wait for another apt or dpkg

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# --- Swift -----------------------------------------------------------------------------------------------------------

# The oldest Swift that can read Package.swift is the version in its first line.
check_swift() {
  wanted=$(sed -n '1s/.*swift-tools-version:[[:space:]]*\([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' "$root/Package.swift")
  has swift || fail "no swift in PATH; CacheLab needs Swift $wanted or later: https://www.swift.org/install"
  answer=$(swift --version 2>&1 </dev/null) || fail "'swift --version' failed: $(echo "$answer" | head -n 1)"
  found=$(echo "$answer" | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
  [ -n "$found" ] || fail "the swift in PATH is not a Swift toolchain; it says: $(echo "$answer" | head -n 1)"
  [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" = "$wanted" ] ||
    fail "Swift $found is too old; CacheLab needs $wanted or later: https://www.swift.org/install"
}

# --- What is missing -------------------------------------------------------------------------------------------------

# Asks a C compiler for a header, Swift's own clang first: it looks where the build will look.
#   has_header HEADER PKG-CONFIG-NAME
has_header() {
  compiler=$(dirname -- "$(command -v swift)")/clang
  [ -x "$compiler" ] || compiler=cc
  # shellcheck disable=SC2046 # the flags are words
  printf '#include <stddef.h>\n#include <%s>\n' "$1" |
    "$compiler" $(pkg-config --cflags "$2" 2>/dev/null || true) -E -x c - >/dev/null 2>&1
}

is_there() {
  case $1 in
  turbojpeg) has_header turbojpeg.h libturbojpeg ;;
  pip) python3 -m pip --version >/dev/null 2>&1 ;;
  sqlite) has_header sqlite3.h sqlite3 ;;
  *) has "$1" ;;
  esac
}

# Prints those of its arguments that are missing.
missing_of() {
  for thing in "$@"; do is_there "$thing" || printf '%s ' "$thing"; done | sed 's/ $//'
}

# What a thing's package is called, where its name is another; a comma is a space. pkg-config finds what Homebrew installs,
# where no compiler looks.
NAMES='thing apt dnf pacman brew
turbojpeg libturbojpeg0-dev turbojpeg-devel libjpeg-turbo jpeg-turbo,pkgconf
sqlite libsqlite3-dev sqlite-devel sqlite sqlite
gnuplot gnuplot-nox gnuplot gnuplot gnuplot
djpeg libjpeg-turbo-progs libjpeg-turbo-utils libjpeg-turbo jpeg-turbo
python3 python3 python3 python python
pip python3-pip python3-pip python-pip python
strip binutils binutils binutils binutils
ssh openssh-client openssh-clients ssh ssh
sshd openssh-server openssh-server openssh-server openssh-server'

# The packages that hold the given things, for one package manager: packages MANAGER THING...
packages() {
  echo "$NAMES" | awk -v words="$*" '
    { for (i = 2; i <= NF; i++) if (NR == 1) column[$i] = i; else name[$1, i] = $i }
    END {
      count = split(words, word, " ")
      for (i = 2; i <= count; i++) {
        found = (word[i], column[word[1]]) in name ? name[word[i], column[word[1]]] : word[i]
        gsub(",", " ", found)
        if (!seen[found]++) list = list " " found
      }
      print substr(list, 2)
    }'
}

# --- apt-get ---------------------------------------------------------------------------------------------------------

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Runs apt-get and keeps what it says last in the log. apt-get itself waits for dpkg's lock, but not for that of the
# package lists; both are waited for here.
apt_get() {
  waited=0
  until as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a LC_ALL=C apt-get -y -q \
    -o DPkg::Lock::Timeout="$LOCK_PATIENCE" -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@" </dev/null >"$log" 2>&1; do
    grep -q -e 'Could not get lock' -e 'Unable to lock' "$log" || return 1
    [ "$waited" -lt "$LOCK_PATIENCE" ] || return 1
    sleep 5
    waited=$((waited + 5))
  done
}

# Installs the packages of the given things. The package lists are fetched only if it does not go without.
apt_install() {
  wanted_packages=$(packages apt "$@")
  if [ "$(id -u)" -ne 0 ] && ! has sudo; then
    say "to install: $wanted_packages; this is not root and there is no sudo, so run as root:"
    say "  apt-get update && apt-get install --no-install-recommends $wanted_packages"
    return 1
  fi
  # Asks for the password in plain sight, before everything goes to the log.
  as_root true || return 1
  say "installing $wanted_packages"
  log=$(mktemp "${TMPDIR:-/tmp}/cachelab-setup.XXXXXX")
  trap 'rm -f "$log"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # shellcheck disable=SC2086 # the names are words
  set -- install --no-install-recommends $wanted_packages
  if apt_get "$@" || { apt_get update && apt_get "$@"; }; then return 0; fi
  say "apt-get failed; the end of what it said:"
  tail -n 25 "$log" | sed 's/^/  /' >&2
  return 1
}

# What a person knows the things by.
labels() { echo "$1" | sed -e 's/turbojpeg/turbojpeg.h/' -e 's/sqlite/sqlite3.h/' -e 's/ /, /g'; }

name_packages() {
  say "there is no apt-get here; please install by hand:"
  say "  Fedora    sudo dnf install $(packages dnf "$@")"
  say "  Arch      sudo pacman -S $(packages pacman "$@")"
  say "  Homebrew  brew install $(packages brew "$@")"
}

# --- From PyPI -------------------------------------------------------------------------------------------------------

# Apart from the system's Python, which Debian and Homebrew guard. A copy of the list says what is there.
pip_install() {
  tools=$root/.build/tools
  cmp -s "$root/scripts/tools.txt" "$tools/tools.txt" && return 0
  say "installing what lint and mac call from PyPI to .build/tools"
  rm -rf "$tools"
  mkdir -p "$tools"
  if said=$(python3 -m pip install --quiet --disable-pip-version-check --no-cache-dir --target "$tools" \
    --requirement "$root/scripts/tools.txt" 2>&1); then
    cp "$root/scripts/tools.txt" "$tools/tools.txt"
    return 0
  fi
  echo "$said" | tail -n 5 | sed 's/^/  /' >&2
  fail "pip could not install the tools of scripts/tools.txt; with a network try again: scripts/setup.sh tools"
}

# --- Main ------------------------------------------------------------------------------------------------------------

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
if [ -n "$missing$optional" ] && has apt-get; then
  apt_install $missing $optional || true
  look
elif [ -n "$missing" ]; then
  name_packages $missing $optional
fi
[ -z "$missing" ] || fail "cannot go on without $(labels "$missing")"
[ "$1" != tools ] || pip_install
[ -z "$optional" ] || say "going on without $optional: no plots without gnuplot, no callgrind without valgrind and strip,
  no small fleet without parallel, rsync, ssh and sshd"

if has pkg-config && pkg-config --exists libturbojpeg && ! pkg-config --atleast-version=2.1.5 libturbojpeg; then
  say "TurboJPEG $(pkg-config --modversion libturbojpeg) is older than 2.1.5; results may differ from published ones"
fi
