import ArgumentParser
import CacheLab
import LabBase
import LabLibrary
import LabSystem
import Synchronization
import StrategyKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which photos.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The photos: small, default or full, made from the seed; or a folder of your own JPEGs.", valueName: "name|DIR"),
    completion: NameCompletion.libraries)
  var library = "default"

  @Option(help: ArgumentHelp("Seed of the made library.", valueName: "n"))
  var seed: UInt64 = 1

  /// Where made libraries are kept.
  static func cacheDirectory() throws(FileError) -> String { try PhotoLibrary.defaultCacheDirectory() }

  /// Opens the library, making it on first use.
  ///
  /// - Parameter assetCount: How many photos a made library has (nil: 4,000), and how many of a folder are used, the first
  ///   by name (nil: all; all too where it has fewer).
  /// - Parameter whenMade: Called once the library was made, which it was not before.
  func open(assetCount: Int?, quiet: Bool, whenMade: () -> Void = {}) throws -> PhotoLibrary {
    if let profile = LibraryProfile(rawValue: library) {
      let configuration = LibraryConfiguration(seed: seed, assetCount: assetCount ?? 4000, profile: profile)
      let made = Atomic(false)
      let library = try PhotoLibrary.open(configuration, in: LibraryOptions.cacheDirectory()) { share in
        made.store(true, ordering: .relaxed)
        if !quiet { Terminal.progress("making the \(profile.rawValue) library (once): \(Int(share * 100)) %") }
      }
      Terminal.clearProgress()
      if made.load(ordering: .relaxed) { whenMade() }
      return library
    }
    var status = stat()
    guard unsafe stat(library, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw LabError(missing)
    }
    defer { Terminal.clearProgress() }
    return try PhotoLibrary.openFolder(
      library, assetCount: assetCount, cacheDirectory: LibraryOptions.cacheDirectory()
    ) { share in
      if !quiet { Terminal.progress("indexing the photos (once): \(Int(share * 100)) %") }
    }
  }

  private var missing: String {
    if library.contains("/") { return "there is no folder '\(library)': name a folder of JPEGs, or \(names)" }
    let cure = nearest(to: library, among: LibraryOptions.profiles).map { "did you mean '\($0)'?" }
    return "library '\(library)' is neither \(names) nor a folder of JPEGs: \(cure ?? "name one of these")"
  }

  /// The made libraries that are meant for use; `tiny` is there for tests.
  static let profiles = LibraryProfile.allCases.filter { $0 != .tiny }.map(\.rawValue)

  private var names: String { "small, default or full" }

  /// As it stands in a record.
  var source: JSON {
    guard let profile = LibraryProfile(rawValue: library) else { return .object(["folder": .string(library)]) }
    return .object(["profile": .string(profile.rawValue), "seed": .integer(Int128(seed))])
  }
}
