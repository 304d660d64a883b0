public import CacheLab

/// Where a library lies: all that another process needs to open the very same.
public enum LibraryPlace: Hashable, Sendable {
  case pool(LibraryConfiguration, cache: String)
  /// So many photos of a folder, its first or all of them repeated; nil for all once.
  case folder(root: String, assetCount: Int?, cache: String)

  /// In place of a number of photos.
  private static let all = "all"

  /// As words of a command line.
  package var words: [String] {
    switch self {
    case .pool(let configuration, let cache):
      ["pool", configuration.profile.rawValue, "\(configuration.seed)", "\(configuration.assetCount)", cache]
    case .folder(let root, let count, let cache): ["folder", root, count.map { "\($0)" } ?? LibraryPlace.all, cache]
    }
  }

  /// Reads what `words` gave; nil for anything else.
  package init?(words: [String]) {
    switch (words.first, words.count) {
    case ("pool", 5):
      guard let profile = LibraryProfile(rawValue: words[1]), let seed = UInt64(words[2]), let count = Int(words[3])
      else { return nil }
      self = .pool(LibraryConfiguration(seed: seed, assetCount: count, profile: profile), cache: words[4])
    case ("folder", 4):
      let count = Int(words[2])
      guard words[2] == LibraryPlace.all || count ?? 0 > 0 else { return nil }
      self = .folder(root: words[1], assetCount: count, cache: words[3])
    default: return nil
    }
  }

  /// Opens the library.
  package func open() throws(LibraryError) -> PhotoLibrary {
    switch self {
    case .pool(let configuration, let cache): try .open(configuration, in: cache)
    case .folder(let root, let count, let cache):
      try .openFolder(root, assetCount: count, cacheDirectory: cache)
    }
  }
}
