public import CacheLab
package import LabBase

/// Where photos come from.
public enum LibrarySource: Hashable, Sendable {
  case made(LibraryProfile, seed: UInt64)
  /// A folder of JPEGs, by its path.
  case folder(String)

  package var json: JSON {
    switch self {
    case .made(let profile, let seed):
      .object(["profile": .string(profile.rawValue), "seed": .integer(Int128(seed))])
    case .folder(let path): .object(["folder": .string(path)])
    }
  }
}

extension RunSettings {
  /// The photos that they name.
  public var librarySource: LibrarySource {
    LibraryProfile(rawValue: library).map { .made($0, seed: seed) } ?? .folder(library)
  }
}
