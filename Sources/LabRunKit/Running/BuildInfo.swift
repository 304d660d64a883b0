import LabBase
import LabSystem

/// What this executable was built from.
enum BuildInfo {
  /// The revision of the sources that `CACHELAB_REVISION` names; `make` sets it.
  static var gitRevision: String? {
    ThisProcess.variable("CACHELAB_REVISION").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What tells this program from every other build: a digest of the executable's bytes, wherever the file lies.
  ///
  /// - Throws: `LabError` where the program cannot read itself.
  static func program() throws -> String { try known.get() }

  private static let known = Result {
    // The running file, though another may have taken its place; elsewhere that of its name.
    let path = Places.exists("/proc/self/exe") ? "/proc/self/exe" : try Places.ownExecutable()
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      let (size, step) = (try file.state().byteCount, Int64(1 << 20))
      var digest: UInt64 = 0
      for at in stride(from: 0, to: size, by: Int(step)) {
        digest = XXHash64.hash(try file.bytes(at: at, count: Int(min(step, size - at))) ?? [], seed: digest)
      }
      return Fingerprint.text(digest)
    } catch {
      throw LabError(
        "\(path): \(error.reason): results say by which program they were made, so let the program read itself (chmod +r)"
      )
    }
  }
}
