#!/bin/sh
# Makes sure that this machine has what CacheLab is built, run and tested with.
#
#   scripts/setup.sh run     for building and running: Swift, git, TurboJPEG, zlib, gnuplot
#   scripts/setup.sh photos  the same, and SQLite for the Photos model
#   scripts/setup.sh test    all that, and what tests call: djpeg, python3, make, and valgrind with strip
#   scripts/setup.sh tools   what `make lint` and `make mac` call, by pip from PyPI below .build/tools (scripts/tools.txt)
#   scripts/setup.sh fleet   what the small fleet of continuous integration calls: GNU parallel, rsync and an ssh server
#
# What is missing is installed with apt-get, through sudo unless this is root; elsewhere the script says what to install and
# stops. Swift is never installed. Without gnuplot, valgrind, strip or the fleet's programs it goes on with a remark.
#
# Exit codes: 0 ready, 1 something is missing, 64 usage.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
sudo='' waited=0
[ "$(id -u)" -eq 0 ] || sudo=sudo

say() { printf 'setup: %s\n' "$*" >&2; }

fail() { say "$@" && exit 1; }

has() { command -v "$1" >/dev/null 2>&1; }

# What each thing's package is called by apt, dnf, pacman and brew; a comma is a space. pkg-config finds what Homebrew
# installs, where no compiler looks.
PACKAGES='git git git git git
turbojpeg.h libturbojpeg0-dev turbojpeg-devel libjpeg-turbo jpeg-turbo,pkgconf
zlib.h zlib1g-dev zlib-devel zlib zlib
sqlite3.h libsqlite3-dev sqlite-devel sqlite sqlite
gnuplot gnuplot-nox gnuplot gnuplot gnuplot
djpeg libjpeg-turbo-progs libjpeg-turbo-utils libjpeg-turbo jpeg-turbo
python3 python3 python3 python python
pip python3-pip python3-pip python-pip python
make make make make make
valgrind valgrind valgrind valgrind valgrind
strip binutils binutils binutils binutils
parallel parallel parallel parallel parallel
rsync rsync rsync rsync rsync
ssh openssh-client openssh-clients openssh openssh
sshd openssh-server openssh-server openssh openssh'

# packages COLUMN THING... prints the packages that hold the things.
packages() {
  echo "$PACKAGES" | awk -v things=" $* " -v column="$1" '
    index(things, " " $1 " ") && !seen[$column]++ { gsub(",", " ", $column); list = list " " $column }
    END { print substr(list, 2) }'
}

# Asks a C compiler for a header, Swift's own clang first: it looks where the build will look.
has_header() {
  compiler=$(dirname -- "$(command -v swift)")/clang
  [ -x "$compiler" ] || compiler=cc
  # shellcheck disable=SC2046 # the flags are words
  echo "#include <$1>" | "$compiler" -include stddef.h $(pkg-config --cflags libturbojpeg 2>/dev/null || true) \
    $(pkg-config --cflags sqlite3 2>/dev/null || true) -E -x c - >/dev/null 2>&1
}

# Prints those of its arguments that are missing.
missing_of() {
  for thing; do
    case $thing in
    *.h) has_header "$thing" ;;
    pip) python3 -m pip --version >/dev/null 2>&1 ;;
    *) has "$thing" ;;
    esac || printf '%s ' "$thing"
  done | sed 's/ $//'
}

# Runs apt-get, and keeps what it says. It waits for dpkg's lock itself, but not for that of the package lists.
apt_get() {
  until said=$($sudo env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a LC_ALL=C apt-get -y -q \
    -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@" 2>&1 </dev/null); do
    case $said in *'Could not get lock'* | *'Unable to lock'*) ;; *) return 1 ;; esac
    [ "$waited" -lt 120 ] || return 1
    sleep 5
    waited=$((waited + 5))
  done
}

# The package lists are fetched only if it does not go without.
apt_install() {
  # Asks for the password in plain sight.
  $sudo true || return 0
  say "installing $*"
  set -- install --no-install-recommends "$@"
  if ! apt_get "$@" && ! { apt_get update && apt_get "$@"; }; then
    say "apt-get failed; the end of what it said:"
    echo "$said" | tail -n 25 | sed 's/^/  /' >&2
  fi
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

case $* in
run) needed='git turbojpeg.h zlib.h' wished=gnuplot ;;
photos) needed='git turbojpeg.h zlib.h sqlite3.h' wished=gnuplot ;;
test) needed='git turbojpeg.h zlib.h sqlite3.h djpeg python3 make' wished='gnuplot valgrind strip' ;;
tools) needed='python3 pip' wished='' ;;
fleet) needed='' wished='parallel rsync ssh sshd' ;;
*) echo "usage: scripts/setup.sh run|photos|test|tools|fleet" >&2 && exit 64 ;;
esac
if [ "$1" = fleet ] && [ -n "$sudo" ]; then say 'the small fleet needs root: nothing is installed for it' && exit 0; fi
if [ "$1" != tools ] && ! { said=$(swift --version 2>&1 </dev/null) && echo "$said" | grep -q 'Swift version'; }; then
  wanted=$(sed -n '1s/.*swift-tools-version: *//p' "$root/Package.swift")
  fail "no Swift that runs ($(echo "$said" | head -n 1)); CacheLab needs Swift $wanted or later: https://www.swift.org/install"
fi

# shellcheck disable=SC2086 # lists of words
look() { missing=$(missing_of $needed) optional=$(missing_of $wished); }

look
# shellcheck disable=SC2046,SC2086 # lists of words
if [ -n "$missing$optional" ] && has apt-get && { [ -z "$sudo" ] || has sudo; }; then
  apt_install $(packages 2 $missing $optional)
  look
fi
# shellcheck disable=SC2086 # lists of words
if [ -n "$missing" ]; then
  say "please install by hand:"
  say "  Debian    sudo apt-get install --no-install-recommends $(packages 2 $missing $optional)"
  say "  Fedora    sudo dnf install $(packages 3 $missing $optional)"
  say "  Arch      sudo pacman -S $(packages 4 $missing $optional)"
  say "  Homebrew  brew install $(packages 5 $missing $optional)"
  fail "cannot go on without $missing"
fi
[ "$1" != tools ] || pip_install
[ -z "$optional" ] || say "going on without $optional: no plots without gnuplot, no callgrind without valgrind and strip,
  no small fleet without parallel, rsync, ssh and sshd"

if has pkg-config && pkg-config --exists libturbojpeg && ! pkg-config --atleast-version=2.1.5 libturbojpeg; then
  say "TurboJPEG $(pkg-config --modversion libturbojpeg) is older than 2.1.5; results may differ from published ones"
fi
