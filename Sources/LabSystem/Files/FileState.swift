package import SystemPackage

/// What tells a file that changed from one that did not.
package struct FileState: Equatable, Sendable {
  package let byteCount: Int64
  /// Time of the last change, nanoseconds since 1970.
  package let modifiedNs: Int64

  package init(byteCount: Int64, modifiedNs: Int64) {
    self.byteCount = byteCount
    self.modifiedNs = modifiedNs
  }

  package init(_ status: Stat) {
    byteCount = status.size
    modifiedNs = status.modifiedNs
  }
}
