#!/bin/sh
# Compiles what an app takes in Embedded Swift for a phone's processor, with the toolchain that is here.
#
#   scripts/phone.sh
#
# Prints a line a module with its object's size. PhoneGrid, a grid of the tests, is compiled beside the modules, so that
# their generic code is compiled too. On Linux with an x86-64 processor the same is compiled once more for this machine,
# and runs: it must count what it counts in ordinary Swift. Nothing is linked with the SDK, which only a Mac has.
#
# Exit codes: 0 all compiled, 1 something did not, or counted otherwise.
set -eu

cd "$(dirname "$0")/.."
MODULES='StrategyKit Strategies GridEngine GridDriver ScrollTraceRecorder GridSession'
GRID=Tests/CacheLabTests/DriverTests/PhoneGrid.swift

scratch=$(mktemp -d "${TMPDIR:-/tmp}/cachelab-phone.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# compile TARGET MODULE FILE... makes an object and a module for those that follow; the compiler speaks only of errors
# and warnings.
compile() {
  target=$1 module=$2
  shift 2
  mkdir -p "$scratch/$target"
  swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6 \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -warnings-as-errors -package-name main \
    -module-cache-path "$scratch/cache" -I "$scratch/$target" -I Sources/CSlotMemory -module-name "$module" \
    -emit-module -emit-module-path "$scratch/$target/$module.swiftmodule" -c "$@" -o "$scratch/$target/$module.o"
}

# all TARGET compiles the modules for a target, and the grid.
all() {
  for name in $MODULES; do
    # No file of the sources has a space in its name.
    # shellcheck disable=SC2046
    compile "$1" "$name" $(find "Sources/$name" -name '*.swift' | sort)
    printf '%-19s %9d bytes  %s\n' "$name" "$(wc -c <"$scratch/$1/$name.o")" "$1"
  done
  compile "$1" PhoneGrid "$GRID" "$scratch/Main.swift"
  printf '%-19s %9d bytes  %s\n' PhoneGrid "$(wc -c <"$scratch/$1/PhoneGrid.o")" "$1"
}

cat >"$scratch/Main.swift" <<'SWIFT'
@main struct Main {
  static func main() {
    var isSame = true
    for (counted, expected) in zip(PhoneGrid.counted(), PhoneGrid.expected) {
      if counted == expected { continue }
      isSame = false
      print("phone: counted '\(counted)', in ordinary Swift '\(expected)'")
    }
    if isSame { print("same") }
  }
}
SWIFT

all arm64-apple-ios18.0

host=x86_64-unknown-linux-gnu
unicode=$(dirname "$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')")
unicode=$unicode/swift/embedded/$host/libswiftUnicodeDataTables.a
if [ "$(uname -sm)" != 'Linux x86_64' ] || [ ! -f "$unicode" ]; then exit 0; fi
all $host
(cd "$scratch/$host" && clang -o grid ./*.o "$unicode" -lm)
said=$("$scratch/$host/grid")
if [ "$said" != same ]; then
  echo "$said" >&2
  exit 1
fi
echo 'PhoneGrid counts in Embedded Swift what it counts in ordinary Swift'
