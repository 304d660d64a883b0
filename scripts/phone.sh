#!/bin/sh
# Compiles what an app takes for phones, with the toolchain that is here.
#
#   scripts/phone.sh [floor]
#
# First (with `floor` this alone) for the oldest iOS of Package.swift. The interface of the toolchain's own standard library
# says of each of its declarations since which iOS there is it, and Packages/DeclaredSDK says it of SwiftUI's: what a module
# uses, that iOS has, or the module asks for a newer one by @available.
#
# Then in Embedded Swift for a phone's processor. Prints a line a module with its object's size. PhoneGrid, a grid of the
# tests, is compiled beside the modules, so that their generic code is compiled too. On Linux with an x86-64 processor the
# same is compiled once more for this machine, and runs: it must count what it counts in ordinary Swift. Nothing is linked
# with the SDK, which only a Mac has.
#
# Exit codes: 0 all compiled, 1 something did not, or counted otherwise.
set -eu

cd "$(dirname "$0")/.."
MODULES='StrategyKit Strategies GridEngine GridDriver ScrollTraceRecorder GridSession'

scratch=$(mktemp -d "${TMPDIR:-/tmp}/cachelab-phone.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# files MODULE names its sources, of which none has a space in its name. The proxy needs Objective-C, which neither Embedded
# Swift nor the interfaces below have.
files() {
  find "Sources/$1" -name '*.swift' ! -path '*.docc/*' ! -name ScrollViewTraceProxy.swift | sort
}

# build TARGET MODULE OPTION... FILE... makes an object and a module for those that follow; the compiler speaks only of
# errors and warnings.
build() {
  target=$1 module=$2
  shift 2
  mkdir -p "$scratch/$target"
  swiftc -target "$target" -wmo -parse-as-library -swift-version 6 \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -package-name main \
    -module-cache-path "$scratch/cache" -I "$scratch/$target" -I Sources/CSlotMemory -module-name "$module" \
    -emit-module -emit-module-path "$scratch/$target/$module.swiftmodule" -c "$@" -o "$scratch/$target/$module.o"
}

# --- The oldest iOS --------------------------------------------------------------------------------------------------

library=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')

# floor IOS compiles the modules for that iOS. The interfaces are those of this system with another target, without the
# copies of functions for older systems, which have no bodies here. Processor and system are those that the interfaces were
# made for, as far as can be: a simulator's.
floor() {
  target=x86_64-apple-ios$1-simulator
  for name in Swift _Concurrency _StringProcessing SwiftOnoneSupport Observation; do
    mkdir -p "$scratch/$target/$name.swiftmodule"
    sed -e "s/x86_64-unknown-linux-gnu/$target/" -e '/^ *@backDeployed/d' -e '/^import Glibc/d' \
      "$library/linux/$name.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface" |
      if [ $name = Swift ]; then cat; else sed '/^.. swift-module-flags: /s/$/ -disable-availability-checking/'; fi \
        >"$scratch/$target/$name.swiftmodule/x86_64-apple-ios-simulator.swiftinterface"
  done
  sdk Foundation Tests/Floor/Foundation.swift
  echo '@_exported public import Foundation' >"$scratch/again.swift"
  for name in FoundationNetworking Dispatch QuartzCore; do sdk "$name" "$scratch/again.swift"; done
  for name in UIKit SwiftUI Photos; do sdk "$name" Packages/DeclaredSDK/Sources/$name/*.swift; done
  for name in $MODULES GridPhotos GridViews; do
    # shellcheck disable=SC2046
    build "$target" "$name" -warnings-as-errors -plugin-path "$library/host/plugins" -Xfrontend -disable-objc-interop \
      $(files "$name")
    printf '%-19s needs iOS %s, or says more\n' "$name" "$1"
  done
}

# sdk MODULE FILE... compiles what stands for a framework.
sdk() { build "$target" "$@" -suppress-warnings -Xfrontend -disable-objc-interop -Xfrontend -disable-availability-checking; }

if [ -f "$library/linux/Swift.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface" ]; then
  floor "$(sed -n 's/.*\.iOS(\.v\([0-9]*\)).*/\1.0/p' Package.swift)"
else
  echo 'not compiled for the oldest iOS: that takes the standard library of Linux on an x86-64 processor'
fi
[ "${1:-}" != floor ] || exit 0

# --- In Embedded Swift -----------------------------------------------------------------------------------------------

cat >"$scratch/Main.swift" <<'SWIFT'
@main struct Main {
  static func main() {
    let counted = PhoneGrid.counted()
    for (here, expected) in zip(counted, PhoneGrid.expected) where here != expected {
      print("phone: counted '\(here)', in ordinary Swift '\(expected)'")
    }
    print(counted == PhoneGrid.expected ? "same" : "phone: \(counted.count) of \(PhoneGrid.expected.count) counted")
  }
}
SWIFT

# embedded TARGET MODULE FILE... compiles a module in Embedded Swift, and says how large it is.
embedded() {
  target=$1 module=$2
  shift 2
  build "$target" "$module" -enable-experimental-feature Embedded -warnings-as-errors "$@"
  printf '%-19s %9d bytes  %s\n' "$module" "$(wc -c <"$scratch/$target/$module.o")" "$target"
}

# all TARGET compiles the modules for a target, and the grid.
all() {
  # shellcheck disable=SC2046
  for name in $MODULES; do embedded "$1" "$name" $(files "$name"); done
  embedded "$1" PhoneGrid Tests/CacheLabTests/DriverTests/PhoneGrid.swift "$scratch/Main.swift"
}

all arm64-apple-ios18.0

host=x86_64-unknown-linux-gnu
unicode=$library/embedded/$host/libswiftUnicodeDataTables.a
if [ "$(uname -sm)" != 'Linux x86_64' ] || [ ! -f "$unicode" ]; then exit 0; fi
all $host
(cd "$scratch/$host" && clang -o grid ./*.o "$unicode" -lm)
said=$("$scratch/$host/grid")
if [ "$said" != same ]; then
  echo "$said" >&2
  exit 1
fi
echo 'PhoneGrid counts in Embedded Swift what it counts in ordinary Swift'
