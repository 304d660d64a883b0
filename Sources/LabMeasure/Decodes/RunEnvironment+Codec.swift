import LabLibrary
public import LabRecords

extension RunEnvironment {
  /// Reads the environment, with the codec that this program is linked to.
  ///
  /// - Parameter gitRevision: the revision of the sources, where known.
  public init(gitRevision: String?) {
    self.init(gitRevision: gitRevision, codec: (LibJPEGTurbo.version, LibJPEGTurbo.simdLevel))
  }
}
