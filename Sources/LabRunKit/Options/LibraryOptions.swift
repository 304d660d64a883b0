import ArgumentParser
import CacheLab
import Glibc

/// Which photos.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The photos: small, default or full, made from the seed; or a folder of your own JPEGs.", valueName: "name|DIR"))
  var library = "default"

  @Option(help: ArgumentHelp("Seed of the made library.", valueName: "n"))
  var seed: UInt64 = 1

  /// Where made libraries are kept.
  static func cacheDirectory() throws(LibraryError) -> String { try PhotoLibrary.defaultCacheDirectory() }

  /// Opens the library, making it on first use.
  func open(assetCount: Int?, quiet: Bool) throws -> PhotoLibrary {
    if let profile = LibraryProfile(rawValue: library) {
      let configuration = LibraryConfiguration(seed: seed, assetCount: assetCount ?? 4000, profile: profile)
      defer { Terminal.clearProgress() }
      return try PhotoLibrary.open(configuration, in: LibraryOptions.cacheDirectory()) { share in
        if !quiet { Terminal.progress("making the \(profile.rawValue) library (once): \(Int(share * 100)) %") }
      }
    }
    var status = stat()
    guard unsafe stat(library, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let names = LibraryProfile.allCases.map(\.rawValue).joined(separator: ", ")
      throw LabError("library '\(library)' is neither one of \(names) nor a folder of JPEGs")
    }
    return try PhotoLibrary.openFolder(library, cacheDirectory: LibraryOptions.cacheDirectory())
  }

  /// As it stands in a record.
  var source: JSON {
    guard let profile = LibraryProfile(rawValue: library) else { return .object(["folder": .string(library)]) }
    return .object(["profile": .string(profile.rawValue), "seed": .integer(Int128(seed))])
  }
}
