import CLabSystem
import Testing

@testable import CacheLab
@testable import LabLibrary

/// Libraries of the tiny profile, whose pool is made once for all tests.
enum TestLibrary {
  private static let directory: TemporaryDirectory = {
    let directory = TemporaryDirectory()
    // Nobody lets go of a static value; the directory goes when the tests end.
    lab_at_end { _ = Shell.run("rm -rf '\(TestLibrary.directory.path)'") }
    return directory
  }()

  static let shared: PhotoLibrary = {
    do { return try open(assetCount: 4_000) } catch { preconditionFailure("\(error)") }
  }()

  static func open(assetCount: Int, seed: UInt64 = 1) throws -> PhotoLibrary {
    try PhotoLibrary.open(LibraryConfiguration(seed: seed, assetCount: assetCount, profile: .tiny), in: directory.path)
  }

  /// The files of some assets.
  static func bytes(of assets: some Sequence<Int>, in library: PhotoLibrary = shared) throws -> [[UInt8]] {
    var reader = try library.makeReader()
    var files: [[UInt8]] = []
    for asset in assets { unsafe files.append(Array(try unsafe reader.read(asset))) }
    return files
  }
}
