public import CacheLab

/// Where a library lies: all that another process needs to open the very same.
public enum LibraryPlace: Hashable, Sendable {
  case pool(LibraryConfiguration, cache: String, decoder: ImageDecoder)
  /// So many photos of a folder, its first or all of them repeated; nil for all once.
  case folder(root: String, assetCount: Int?, cache: String, decoder: ImageDecoder)

  /// In place of a number of photos.
  private static let all = "all"

  /// As words of a command line.
  package var words: [String] {
    switch self {
    case .pool(let configuration, let cache, let decoder):
      [
        "pool", configuration.profile.rawValue, "\(configuration.seed)", "\(configuration.assetCount)", cache,
        decoder.rawValue,
      ]
    case .folder(let root, let count, let cache, let decoder):
      ["folder", root, count.map { "\($0)" } ?? LibraryPlace.all, cache, decoder.rawValue]
    }
  }

  /// Reads what `words` gave; nil for anything else.
  package init?(words: [String]) {
    guard let decoder = words.last.flatMap({ ImageDecoder(rawValue: $0) }) else { return nil }
    switch (words.first, words.count) {
    case ("pool", 6):
      guard let profile = LibraryProfile(rawValue: words[1]), let seed = UInt64(words[2]), let count = Int(words[3])
      else { return nil }
      self = .pool(
        LibraryConfiguration(seed: seed, assetCount: count, profile: profile), cache: words[4], decoder: decoder)
    case ("folder", 5):
      let count = Int(words[2])
      guard words[2] == LibraryPlace.all || count ?? 0 > 0 else { return nil }
      self = .folder(root: words[1], assetCount: count, cache: words[3], decoder: decoder)
    default: return nil
    }
  }

  /// Opens the library.
  package func open() throws(LibraryError) -> PhotoLibrary {
    switch self {
    case .pool(let configuration, let cache, let decoder): try .open(configuration, in: cache, decoder: decoder)
    case .folder(let root, let count, let cache, let decoder):
      try .openFolder(root, assetCount: count, decoder: decoder, cacheDirectory: cache)
    }
  }
}
