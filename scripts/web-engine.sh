#!/bin/sh
# Compiles the lab's replay for a web page: WebAssembly without a C library, with the stock toolchain.
#
#   scripts/web-engine.sh [aarch64]
#
# Makes .build/web/lab.wasm and prints its size. Whole stages are compiled, in Embedded Swift: those that need no file,
# clock or thread. A step is skipped whose sources are as they were. wasm-opt, of binaryen, makes the module smaller where
# it is installed. With aarch64 makes .build/web/engine-aarch64 instead, the same as a program for Linux, by a cross compiler
# (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross).
#
# Exit codes: 0 compiled, 1 something did not.
set -eu

cd "$(dirname "$0")/.."
# With -Osize Swift 6.3.1 compiles comparisons of texts wrongly for ARM.
case ${1:-wasm} in
  wasm) target=wasm32-unknown-none-wasm how="-Osize -lto=llvm-full" ;;
  aarch64) target=aarch64-none-none-elf how=-O ;;
  *) echo "web-engine.sh: '$1' is neither wasm nor aarch64" >&2 && exit 1 ;;
esac
out=.build/web/$target
mkdir -p "$out"
all=

# compile MODULE FOLDER... compiles Swift files; for WebAssembly to LLVM's bitcode, which the linker optimises as a whole.
compile() {
  module=$1
  shift
  all="$all $out/$module.o"
  # No file of the sources has a space in its name.
  # shellcheck disable=SC2046
  set -- $(find "$@" -name '*.swift' | LC_ALL=C sort)
  # shellcheck disable=SC2086
  stamp=$( (swiftc --version 2>/dev/null; cat "$@" "$0" $before) | cksum)
  before="$before $out/$module.stamp"
  if [ -f "$out/$module.o" ] && [ "$(cat "$out/$module.stamp" 2>/dev/null)" = "$stamp" ]; then return; fi
  # shellcheck disable=SC2086
  swiftc -target "$target" -enable-experimental-feature Embedded -wmo $how -parse-as-library \
    -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -package-name main -warnings-as-errors \
    -module-cache-path .build/web/cache -I "$out" -I Sources/CSlotMemory -module-name "$module" \
    -emit-module -emit-module-path "$out/$module.swiftmodule" -c "$@" -o "$out/$module.o"
  echo "$stamp" >"$out/$module.stamp"
}

before=
for name in StrategyKit Strategies GridEngine LabBase; do compile $name Sources/$name; done
# Not Synth and Requests: a page makes no traces, and compares no streams of requests.
compile CacheLab Sources/CacheLab/CacheLab.swift Sources/CacheLab/Library Sources/CacheLab/Trace \
  Sources/CacheLab/Replay Sources/CacheLab/Metrics Sources/CacheLab/Bounds
compile LabRecords Sources/LabRecords/Settings
compile LabJudge Sources/LabJudge/Explain Sources/LabJudge/Sweep/RecommendedCode.swift
compile LabPictures Sources/LabPictures/Reel
compile PageEngine Sources/PageEngine

library=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
unicode=$library/embedded/$target/libswiftUnicodeDataTables.a
tools=$(dirname "$(command -v swiftc)")

if [ "${1:-wasm}" = aarch64 ]; then
  # shellcheck disable=SC2086
  aarch64-linux-gnu-gcc -O2 -Wall -Werror -static -no-pie -fuse-ld=lld -B"$tools" -o .build/web/engine-aarch64 \
    Tests/Web/engine.c $all "$unicode" -lm
  printf 'engine-aarch64 %d bytes\n' "$(wc -c <.build/web/engine-aarch64)"
  exit 0
fi

clang --target=wasm32 -O2 -Wall -Wextra -Werror -ffreestanding -nostdlib -fno-builtin -mbulk-memory \
  -c Web/runtime.c -o "$out/runtime.o"
# shellcheck disable=SC2086
"$tools/wasm-ld" --no-entry --gc-sections --strip-all --lto-O2 -mllvm -enable-merge-functions -z stack-size=1048576 \
  --stack-first \
  -o "$out/lab.wasm" $all "$out/runtime.o" "$unicode"
if command -v wasm-opt >/dev/null; then
  wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
    --enable-multivalue --enable-reference-types "$out/lab.wasm" -o "$out/lab.small.wasm"
  mv "$out/lab.small.wasm" "$out/lab.wasm"
fi
cp "$out/lab.wasm" .build/web/lab.wasm
printf 'lab.wasm %d bytes, %d gzipped\n' "$(wc -c <.build/web/lab.wasm)" "$(gzip -9 -c .build/web/lab.wasm | wc -c)"
