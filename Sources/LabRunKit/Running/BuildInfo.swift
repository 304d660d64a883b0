#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this executable was built from.
enum BuildInfo {
  /// The revision of the sources that `CACHELAB_REVISION` names; `make` sets it.
  static var gitRevision: String? {
    guard let value = unsafe getenv("CACHELAB_REVISION") else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
