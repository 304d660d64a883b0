#!/bin/sh
# Compiles and links what the lab calls of the system for macOS, where there is no Mac, and runs what can be run here.
#
#   scripts/mac.sh
#
# CLabSystem, CAllocationCount and the header of CSlotMemory are compiled and linked with Apple's headers and link stubs,
# which the Python package ziglang carries, for arm64 and x86-64, with Tests/System/system_test.c, which calls every
# function that lab_system.h declares. A warning is an error. No Swift is compiled for macOS here: what calls the
# functions is the same on every system (ImportTests). Then the test is built for this system and runs, on a Mac too.
#
# Exit codes: 0 all linked, and ran as declared; 1 something did not.
set -eu

cd "$(dirname "$0")/.."
scripts/setup.sh tools
out=.build/mac
mkdir -p "$out"

# link NAME COMPILER... makes the test's program.
link() {
  name=$1
  shift
  "$@" -std=gnu11 -O2 -Wall -Wextra -Werror -ISources/CLabSystem/include -ISources/CAllocationCount/include \
    -ISources/CSlotMemory Tests/System/system_test.c Sources/CLabSystem/posix.c \
    Sources/CLabSystem/linux.c Sources/CLabSystem/darwin.c Sources/CAllocationCount/*.c \
    -o "$out/system-$name" -lm
}

zig() { PYTHONPATH=.build/tools${PYTHONPATH:+:$PYTHONPATH} python3 -m ziglang cc "$@"; }

for target in aarch64-macos x86_64-macos; do
  link "$target" zig -target "$target"
  printf '%-14s linked, %d bytes\n' "$target" "$(wc -c <"$out/system-$target")"
done
link here "${CC:-$(command -v clang || command -v cc)}"
"$out/system-here"
