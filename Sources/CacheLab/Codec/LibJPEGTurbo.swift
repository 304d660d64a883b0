import CTurboJPEG

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What is known of the codec library, for the record of a run.
public enum LibJPEGTurbo {
  /// The version in the headers that this was built with, such as `2.1.5`; `unknown` where they do not say.
  ///
  /// TurboJPEG 2 has no call that asks the loaded library.
  public static var version: String { unsafe String(cString: cachelab_turbojpeg_version()) }

  /// The vector instructions that the codec is expected to use: `avx2`, `sse2`, `neon` or `none`.
  ///
  /// The library does not say what it chose; this follows its rules: what the processor has, less what the JSIMD_*
  /// variables of the environment forbid.
  public static var simdLevel: String {
    if isSet("JSIMD_FORCENONE") { return "none" }
    #if arch(arm64)
    return "neon"
    #elseif arch(x86_64)
    return hasAVX2 && !isSet("JSIMD_FORCESSE2") ? "avx2" : "sse2"
    #else
    return "unknown"
    #endif
  }

  private static func isSet(_ name: String) -> Bool {
    guard let value = unsafe getenv(name) else { return false }
    return unsafe strcmp(value, "1") == 0
  }

  #if arch(x86_64)
  /// From the flags in /proc/cpuinfo; false where there is no such file.
  private static var hasAVX2: Bool {
    let file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = unsafe pread(file, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      let words = unsafe buffer[..<count].split { $0 == 0x20 || $0 == 0x0A }
      return unsafe words.contains { unsafe $0.elementsEqual("avx2".utf8) }
    }
  }
  #endif
}
