/// Where a library lies: all that another process needs to open the very same.
public enum LibraryPlace: Hashable, Sendable {
  case pool(LibraryConfiguration, cache: String)
  case folder(root: String, cache: String)

  /// As words of a command line.
  var words: [String] {
    switch self {
    case .pool(let configuration, let cache):
      ["pool", configuration.profile.rawValue, "\(configuration.seed)", "\(configuration.assetCount)", cache]
    case .folder(let root, let cache): ["folder", root, cache]
    }
  }

  /// Reads what `words` gave; nil for anything else.
  init?(words: [String]) {
    switch (words.first, words.count) {
    case ("pool", 5):
      guard let profile = LibraryProfile(rawValue: words[1]), let seed = UInt64(words[2]), let count = Int(words[3])
      else { return nil }
      self = .pool(LibraryConfiguration(seed: seed, assetCount: count, profile: profile), cache: words[4])
    case ("folder", 3): self = .folder(root: words[1], cache: words[2])
    default: return nil
    }
  }

  /// Opens the library.
  func open() throws(LibraryError) -> PhotoLibrary {
    switch self {
    case .pool(let configuration, let cache): try .open(configuration, in: cache)
    case .folder(let root, let cache): try .openFolder(root, cacheDirectory: cache)
    }
  }
}
