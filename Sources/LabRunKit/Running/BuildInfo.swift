import LabSystem

/// What this executable was built from.
enum BuildInfo {
  /// The revision of the sources that `CACHELAB_REVISION` names; `make` sets it.
  static var gitRevision: String? {
    ThisProcess.variable("CACHELAB_REVISION").flatMap { $0.isEmpty ? nil : $0 }
  }
}
