import CacheLab
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

extension RunSettings {
  /// Opens the library, making it on first use.
  ///
  /// - Parameters:
  ///   - quiet: Whether to hide progress.
  ///   - filling: Whether to repeat the photos of a small folder up to the size of a made library, so that they fill the
  ///     grids of traces.
  ///   - onCreate: Called after the library was made.
  func openLibrary(quiet: Bool, filling: Bool = true, onCreate: () -> Void = {}) throws -> PhotoLibrary {
    guard replay.decoder == .turbojpeg || PhotoLibrary.hasImageIO else {
      throw LabError("--decoder imageio: there is no ImageIO here: leave it out, and libjpeg-turbo decodes")
    }
    if let profile = LibraryProfile(rawValue: library) {
      let configuration = LibraryConfiguration(
        seed: seed, assetCount: assets ?? LibraryConfiguration().assetCount, profile: profile)
      let made = Atomic(false)
      let library = try PhotoLibrary.open(
        configuration, in: PhotoLibrary.defaultCacheDirectory(), decoder: replay.decoder
      ) {
        share in
        made.store(true, ordering: .relaxed)
        if !quiet { Terminal.progress("making the \(profile.rawValue) library (once): \(Int(share * 100)) %") }
      }
      Terminal.clearProgress()
      if made.load(ordering: .relaxed) { onCreate() }
      return library
    }
    guard try Paths.isFolder(library) else { throw LabError(try missingLibrary()) }
    defer { Terminal.clearProgress() }
    return try PhotoLibrary.openFolder(
      library, assetCount: assets, fill: filling ? LibraryConfiguration().assetCount : 0, decoder: replay.decoder,
      cacheDirectory: PhotoLibrary.defaultCacheDirectory()
    ) { share in
      if !quiet { Terminal.progress("indexing the photos (once): \(Int(share * 100)) %") }
    }
  }

  private func missingLibrary() throws -> String {
    if try Paths.exists(library) { return "\(library.visible) is a file: name the folder in which it lies" }
    if library.contains("/") {
      return "there is no folder '\(library)': name a folder of JPEGs, or one of \(libraryNames)"
    }
    let cure = nearest(to: library, among: RunSettings.libraryProfiles).map { "did you mean '\($0)'?" }
    return "library '\(library)' is none of \(libraryNames), nor a folder of JPEGs: \(cure ?? "name one of these")"
  }

  /// The made libraries for general use; `tiny` is for tests.
  static let libraryProfiles = LibraryProfile.allCases.filter { $0 != .tiny }.map(\.rawValue)

  private var libraryNames: String { "small, default and full" }
}
