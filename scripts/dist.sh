#!/bin/sh
# Makes what a release has, in .build/dist: a tarball and a Debian package of lab-run, with its manual page, completions and
# licences, a formula for Homebrew, and their digests.
#
#   scripts/dist.sh           makes them of this checkout, on Linux for its own processor
#   scripts/dist.sh try DIR   tries tarball and package in DIR, a Debian without Swift (debootstrap --variant=minbase bookworm
#                             DIR), as root: the first answer has to come within ten seconds of the install
#
# The program carries the Swift library and libjpeg-turbo, and asks for glibc, libstdc++ and zlib of the system.
#
# Exit codes: 0 made or tried, 1 not.
set -eu

cd "$(dirname "$0")/.."
version=$(sed -n 's/.*static let version = "\(.*\)".*/\1/p' Sources/CacheLab/CacheLab.swift)
arch=$(uname -m)
dist=.build/dist
name=cachelab-$version-linux-$arch

fail() { echo "dist: $*" >&2 && exit 1; }

# try_in DIR INSTALL PROGRAM installs in the chroot, asks for a first answer, and says how long both took.
try_in() {
  begun=$(date +%s)
  chroot "$1" sh -ec "$2" >/dev/null || fail "not installed: $2"
  chroot "$1" env -i HOME=/srv PATH=/usr/bin:/bin "$3" -s preheat2x -t fastscroll --decode none --out /tmp/results \
    >"$dist/answer"
  grep -q preheat2x "$dist/answer" || fail "$3 gave no answer"
  took=$(($(date +%s) - begun))
  [ "$took" -le 10 ] || fail "the first answer took $took s"
  # Where nothing can be written, it says what to set.
  said=$(chroot "$1" env -i HOME=/proc/none PATH=/usr/bin:/bin "$3" -s none -t zoom --decode none 2>&1) || true
  case $said in *XDG_CACHE_HOME*) ;; *) fail "with a read-only home $3 says: $said" ;; esac
  printf '%s: installed and answered within %d s\n' "$3" "$took"
}

if [ "${1:-}" = try ]; then
  root=${2:?a folder with a Debian}
  [ "$(id -u)" = 0 ] || fail "chroot needs root"
  [ -x "$root/usr/bin/dpkg" ] || fail "$root holds no Debian"
  # Swift reads a program's arguments from there.
  [ -e "$root/proc/self" ] || { mount -t proc proc "$root/proc" && trap 'umount "$root/proc"' EXIT; }
  cp "$dist/$name.tar.gz" "$dist"/cachelab_*.deb "$root/tmp"
  rm -rf "$root/opt/$name" "$root/srv/.cache"
  try_in "$root" "tar -xzf /tmp/$name.tar.gz -C /opt" "/opt/$name/bin/lab-run"
  rm -rf "$root/srv/.cache"
  try_in "$root" "dpkg -i /tmp/cachelab_${version}_*.deb" /usr/bin/lab-run
  chroot "$root" test -s /usr/share/man/man1/lab-run.1.gz
  chroot "$root" dpkg --remove cachelab >/dev/null
  [ ! -e "$root/usr/bin/lab-run" ] || fail "the package left /usr/bin/lab-run behind"
  exit 0
fi

[ "$(uname -s)" = Linux ] || fail "tarball and package are made on Linux; on a Mac: brew install jpeg-turbo && make install"
scripts/setup.sh test
archive=$(find /usr/lib /usr/lib64 -name libturbojpeg.a 2>/dev/null | head -n 1)
{ [ -n "$archive" ] && command -v dpkg-deb >/dev/null; } || fail "it needs libturbojpeg.a (Debian: libturbojpeg0-dev) and dpkg-deb"

# A folder that has the archive and not the shared library, and is where pkg-config says that the library is: so the linker
# takes the archive.
rm -rf "$dist"
mkdir -p "$dist/lib" "$dist/$name" "$dist/deb/DEBIAN"
ln -s "$archive" "$dist/lib/libturbojpeg.a"
cat >"$dist/lib/libturbojpeg.pc" <<PC
Name: libturbojpeg
Description: the archive of libjpeg-turbo
Version: $(pkg-config --modversion libturbojpeg 2>/dev/null || echo 0)
Libs: -L$PWD/$dist/lib -lturbojpeg
PC
env -u CACHELAB_MAKE PKG_CONFIG_PATH="$PWD/$dist/lib" \
  swift build -c release --static-swift-stdlib --scratch-path .build/static --product lab-run
cp .build/static/release/lab-run "$dist/lab-run"
strip "$dist/lab-run"
if ldd "$dist/lab-run" | grep -E 'swift|turbojpeg|Foundation|dispatch'; then fail "the program needs these libraries"; fi

# SUDO_USER has make install take the program that is there.
stage() {
  make --no-print-directory --silent install DESTDIR="$1" PREFIX="$2" RELEASE="$dist" SUDO_USER=dist
  doc=$1$2/share/doc/cachelab/LICENSES
  for licence in .build/static/checkouts/*/LICENSE*; do
    cp "$licence" "$doc/$(basename "$(dirname "$licence")").txt"
  done
  cp /usr/share/doc/libturbojpeg0/copyright "$doc/libjpeg-turbo.txt"
  swift_licence=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/share/swift/LICENSE.txt
  [ ! -f "$swift_licence" ] || cp "$swift_licence" "$doc/swift.txt"
  gzip -9 -n "$1$2/share/man/man1/lab-run.1"
}

stage "$PWD/$dist/$name" ''
stage "$PWD/$dist/deb" /usr
glibc=$(ldd --version | sed -n '1s/.* //p')
cat >"$dist/deb/DEBIAN/control" <<CONTROL
Package: cachelab
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: the CacheLab authors <${CACHELAB_MAINTAINER:-cachelab@example.invalid}>
Depends: libc6 (>= $glibc), libstdc++6, libgcc-s1, zlib1g
Suggests: gnuplot-nox, valgrind, binutils
Section: devel
Priority: optional
Description: judges caching strategies for scrolling photo grids
 Replays recorded scrolling over a library of photos, and counts and measures
 what each caching strategy would have shown, how soon, and in how much memory.
CONTROL
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
tar -C "$dist" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9 -n \
  >"$dist/$name.tar.gz"
dpkg-deb --root-owner-group --build "$dist/deb" "$dist/cachelab_${version}_$(dpkg --print-architecture).deb" >/dev/null
if [ -n "${GITHUB_REPOSITORY:-}" ] && [ -n "${SOURCE_SHA256:-}" ]; then
  sed -e "s,@HOMEPAGE@,https://github.com/$GITHUB_REPOSITORY,g" -e "s/@VERSION@/$version/g" \
    -e "s/@SHA256@/$SOURCE_SHA256/g" packaging/cachelab.rb >"$dist/cachelab.rb"
fi
(cd "$dist" && sha256sum -- *.tar.gz *.deb >SHA256SUMS && cat SHA256SUMS && du -h -- *.tar.gz *.deb lab-run)
