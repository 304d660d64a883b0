import CLabSystem
import CTurboJPEG
@_exported public import LabRecords

/// Facts about the codec library, for the record of a run.
public enum LibJPEGTurbo {
  /// The version, such as `2.1.5`, or `unknown`.
  ///
  /// TurboJPEG 2 has no call for it. The loaded library file contains it as a text, which is looked up; without one, it
  /// is the version of the headers of the build.
  public static let version: String = unsafe loadedVersion() ?? String(cString: cachelab_turbojpeg_version())

  private static func loadedVersion() -> String? {
    let mark = Array("libjpeg-turbo version ".utf8)
    guard let path = unsafe cachelab_turbojpeg_path().map({ unsafe String(cString: $0) }),
      let file = try? OpenFile.reading(path)
    else { return nil }
    // Pieces overlap by more than the text is long, so that it cannot be cut in two.
    for offset in stride(from: Int64(0), to: 64 << 20, by: 65_536) {
      guard let bytes = try? file.prefix(65_600, from: offset), bytes.count > mark.count else { return nil }
      for start in bytes.indices.dropLast(mark.count) where bytes[start] == mark[0] {
        guard bytes[start...].starts(with: mark) else { continue }
        let digits = bytes[(start + mark.count)...].prefix { $0 == 0x2E || (0x30...0x39).contains($0) }
        if !digits.isEmpty { return String(decoding: digits, as: UTF8.self) }
      }
    }
    return nil
  }

  /// The vector instructions that the codec is expected to use: `avx2`, `sse2`, `neon` or `none`.
  ///
  /// The library does not report its choice. This follows its rules: the instructions of the processor, less those that
  /// the JSIMD_* variables of the environment forbid.
  public static var simdLevel: String {
    if isSet("JSIMD_FORCENONE") { return "none" }
    #if arch(arm64)
      return "neon"
    #elseif arch(x86_64)
      return lab_has_avx2() && !isSet("JSIMD_FORCESSE2") ? "avx2" : "sse2"
    #else
      return "unknown"
    #endif
  }

  private static func isSet(_ name: String) -> Bool { ThisProcess.variable(name) == "1" }
}

extension RunEnvironment {
  /// Reads the environment, with the codec that this program is linked to.
  ///
  /// - Parameter gitRevision: The revision of the sources, if known.
  public init(gitRevision: String?) {
    self.init(gitRevision: gitRevision, codec: (LibJPEGTurbo.version, LibJPEGTurbo.simdLevel))
  }
}
