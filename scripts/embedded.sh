#!/bin/sh
# Compiles modules for what is not here, with the toolchain that is.
#
#   scripts/embedded.sh floor     what an app takes, for the oldest iOS of Package.swift: by the interface of the toolchain's own
#                                 standard library, which says of each declaration since which iOS there is it
#   scripts/embedded.sh phone     PhoneGrid, a grid of the tests, in Embedded Swift: it must count what it counts otherwise
#   scripts/embedded.sh wasm      the replay for a web page, .build/web/lab.wasm: WebAssembly without a C library
#   scripts/embedded.sh aarch64   the same as a program for Linux, .build/web/engine-aarch64 (Debian: gcc-aarch64-linux-gnu
#                                 libc6-dev-arm64-cross)
#   scripts/embedded.sh mac       what the lab calls of the system, in C, with Apple's headers and link stubs, which the Python
#                                 package ziglang carries; linked with a test that calls every function, which runs here
#
# A module is skipped whose sources are as they were; `floor` compiles all anew. Nothing is linked with Apple's SDK.
#
# Exit codes: 0 all compiled, 1 something did not, or counted otherwise; 64 usage.
set -eu

cd "$(dirname "$0")/.."
here=x86_64-unknown-linux-gnu
library=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')

# begin TARGET OPTION... says what the modules that follow are compiled for, and how.
begin() {
  target=$1 out=.build/embedded/$1 unicode=$library/embedded/$1/libswiftUnicodeDataTables.a objects='' before=''
  shift
  how=$*
  mkdir -p "$out" .build/web
}

# compile MODULE FOLDER|FILE... makes an object and a module. The proxy needs Objective-C, which there is none of here.
compile() {
  module=$1
  shift
  objects="$objects $out/$module.o"
  # shellcheck disable=SC2046
  set -- $(find "$@" -name '*.swift' ! -path '*.docc/*' ! -name ScrollViewTraceProxy.swift | LC_ALL=C sort)
  # shellcheck disable=SC2086
  stamp=$( (swiftc --version 2>/dev/null; cat "$@" "$0" Sources/CSlotMemory/* $before) | cksum)
  before="$before $out/$module.stamp"
  if [ -f "$out/$module.o" ] && [ "$(cat "$out/$module.stamp" 2>/dev/null)" = "$stamp" ]; then return; fi
  # shellcheck disable=SC2086
  swiftc -target "$target" -wmo $how -parse-as-library -swift-version 6 \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -package-name main -plugin-path "$library/host/plugins" \
    -module-cache-path .build/embedded/cache -I "$out" -I Sources/CSlotMemory -module-name "$module" \
    -emit-module -emit-module-path "$out/$module.swiftmodule" -c "$@" -o "$out/$module.o"
  echo "$stamp" >"$out/$module.stamp"
}

# The interfaces are those of this system with another target, without copies of functions for older systems.
floor() {
  if [ ! -f "$library/linux/Swift.swiftmodule/$here.swiftinterface" ]; then
    echo 'not compiled for the oldest iOS: that takes the standard library of Linux on an x86-64 processor'
    return
  fi
  ios=$(sed -n 's/.*\.iOS(\.v\([0-9]*\)).*/\1.0/p' Package.swift)
  begin "x86_64-apple-ios$ios-simulator" -Xfrontend -disable-objc-interop
  rm -rf "$out"
  for name in Swift _Concurrency _StringProcessing SwiftOnoneSupport Observation; do
    mkdir -p "$out/$name.swiftmodule"
    sed -e "s/$here/$target/" -e '/^ *@backDeployed/d' -e '/^import Glibc/d' \
      "$library/linux/$name.swiftmodule/$here.swiftinterface" |
      if [ $name = Swift ]; then cat; else sed '/^.. swift-module-flags: /s/$/ -disable-availability-checking/'; fi \
        >"$out/$name.swiftmodule/x86_64-apple-ios-simulator.swiftinterface"
  done
  # What stands for frameworks.
  ours="$how -warnings-as-errors" how="$how -suppress-warnings -Xfrontend -disable-availability-checking"
  compile Foundation Tests/Floor/Foundation.swift
  echo '@_exported public import Foundation' >"$out/again.swift"
  for name in FoundationNetworking Dispatch QuartzCore; do compile $name "$out/again.swift"; done
  for name in UIKit SwiftUI Photos; do compile $name Packages/DeclaredSDK/Sources/$name; done
  how=$ours
  for name in StrategyKit Strategies GridEngine GridDriver ScrollTraceRecorder GridSession GridPhotos GridViews; do
    compile "$name" "Sources/$name"
    printf '%-19s needs iOS %s, or says more\n' "$name" "$ios"
  done
}

phone() {
  if [ "$(uname -sm)" != 'Linux x86_64' ] || [ ! -d "$library/embedded/$here" ]; then
    echo 'PhoneGrid was not compiled: that takes Linux on an x86-64 processor'
    return
  fi
  begin $here -enable-experimental-feature Embedded -warnings-as-errors
  cat >"$out/Main.swift" <<'SWIFT'
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
  for name in StrategyKit Strategies GridEngine GridDriver; do compile $name Sources/$name; done
  compile PhoneGrid Tests/CacheLabTests/DriverTests/PhoneGrid.swift "$out/Main.swift"
  # shellcheck disable=SC2086
  clang -o "$out/grid" $objects "$unicode" -lm
  said=$("$out/grid")
  [ "$said" = same ] || { echo "$said" >&2 && exit 1; }
  echo 'PhoneGrid counts in Embedded Swift what it counts in ordinary Swift'
}

# engine TARGET OPTION... compiles a replay. Of CacheLab what reads traces and counts: a page makes no traces.
engine() {
  begin "$@" -enable-experimental-feature Embedded -warnings-as-errors
  for name in StrategyKit Strategies GridEngine; do compile $name Sources/$name; done
  compile CacheLab Sources/CacheLab/CacheLab.swift Sources/CacheLab/Text Sources/CacheLab/JSON Sources/CacheLab/Bytes \
    Sources/CacheLab/Hashing Sources/CacheLab/Library Sources/CacheLab/Trace Sources/CacheLab/Replay Sources/CacheLab/Reel \
    Sources/CacheLab/Metrics
  compile PageEngine Sources/PageEngine
  tools=$(dirname "$(command -v swiftc)")
}

wasm() {
  engine wasm32-unknown-none-wasm -Osize -lto=llvm-full
  clang --target=wasm32 -O2 -Wall -Wextra -Werror -ffreestanding -nostdlib -fno-builtin -mbulk-memory \
    -c Web/runtime.c -o "$out/runtime.o"
  made=.build/web/lab.wasm
  # shellcheck disable=SC2086
  "$tools/wasm-ld" --no-entry --gc-sections --strip-all --lto-O2 -mllvm -enable-merge-functions -z stack-size=1048576 \
    --stack-first -o $made $objects "$out/runtime.o" "$unicode"
  if command -v wasm-opt >/dev/null; then
    wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
      --enable-multivalue --enable-reference-types $made -o $made
  fi
  printf 'lab.wasm %d bytes, %d gzipped\n' "$(wc -c <$made)" "$(gzip -9 -c $made | wc -c)"
}

aarch64() {
  # With -Osize Swift 6.3.1 compiles comparisons of texts wrongly for ARM.
  engine aarch64-none-none-elf -O
  made=.build/web/engine-aarch64
  # shellcheck disable=SC2086
  aarch64-linux-gnu-gcc -O2 -Wall -Werror -static -no-pie -fuse-ld=lld -B"$tools" -o $made \
    Tests/Web/engine.c $objects "$unicode" -lm
  printf 'engine-aarch64 %d bytes\n' "$(wc -c <$made)"
}

# system NAME COMPILER... makes the test's program. Swift calls these functions alike on every system (ImportTests).
system() {
  name=.build/mac/system-$1
  shift
  "$@" -std=gnu11 -O2 -Wall -Wextra -Werror -ISources/CLabSystem/include -ISources/CAllocationCount/include \
    -ISources/CSlotMemory Tests/System/system_test.c Sources/CLabSystem/*.c Sources/CAllocationCount/*.c -o "$name" -lm
  printf '%s linked, %d bytes\n' "$name" "$(wc -c <"$name")"
}

mac() {
  scripts/setup.sh tools
  mkdir -p .build/mac
  export PYTHONPATH="$PWD/.build/tools${PYTHONPATH:+:$PYTHONPATH}"
  for target in aarch64-macos x86_64-macos; do system "$target" python3 -m ziglang cc -target "$target"; done
  system here "${CC:-$(command -v clang || command -v cc)}"
  .build/mac/system-here
}

case ${1:-} in
floor | phone | wasm | aarch64 | mac) "$1" ;;
*) echo 'usage: scripts/embedded.sh floor|phone|wasm|aarch64|mac' >&2 && exit 64 ;;
esac
