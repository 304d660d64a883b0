import LabLibrary
public import LabRecords

extension RunEnvironment {
  /// Reads the environment, with the codec that this program is linked to.
  ///
  /// - Parameter gitRevision: The revision of the sources, if known.
  public init(gitRevision: String?) {
    self.init(gitRevision: gitRevision, codec: (LibJPEGTurbo.version, LibJPEGTurbo.simdLevel))
  }
}
