import LabBase

/// Why two binaries cannot be compared: not a verdict on either of them. Whoever gates ends with exit code 5.
enum ArmMismatch: Error, CustomStringConvertible, Equatable {
  /// The binary has no `arm`, or another one.
  case tooOld(String)
  case otherProtocol(String, version: String)
  /// It does not know the cell's strategy, trace or options, and said so.
  case cannotReplay(String, complaint: String)
  case otherLibrary
  case garbled(String)

  var description: String {
    switch self {
    case .tooOld(let name):
      "\(name) does not know 'arm': it was built before the gate; take a newer base, or gate without one, which "
        + "judges no decode times"
    case .otherProtocol(let name, let version):
      "\(name) speaks version \(version) of the gate's protocol, this \(ToolName.current) \(ArmProtocol.version): take a "
        + "base built from a commit with the same, or gate without one, which judges no decode times"
    case .cannotReplay(let name, let complaint):
      "\(name) cannot replay this case: \(complaint); take a base that can, or leave the case out until it has one"
    case .otherLibrary:
      "the two binaries make different photos of the same seed: take a base built from a commit with the same library, "
        + "or gate without one, which judges no decode times"
    case .garbled(let name):
      "\(name) answered 'arm' with something else: is it a lab-run? Name the executable itself, not a script"
    }
  }
}
