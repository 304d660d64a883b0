import ArgumentParser
import CacheLab
import LabLibrary
import PhotosModel
import Strategies

/// What all workloads take.
struct WorkloadOptions: ParsableArguments {
  @Option(help: "How to ask: synchronous or asynchronous; may stand twice (default: both).")
  var calls: [WorkloadCalls] = []

  @Option(name: .customLong("repeat"), help: "How often each is run; the table shows median and range.")
  var count = 1

  @Option(help: "How many assets the library has.")
  var assets = 4_000

  @Option(help: "The library's profile: tiny, small, default or full.")
  var profile = "default"

  @Option(help: "The folder of pools (default: the cache directory).")
  var cache: String?

  /// A process that measures one run prints its result and nothing else.
  @Flag(help: .hidden)
  var report = false

  func validate() throws {
    guard (1...1_000).contains(count) else { throw ValidationError("--repeat \(count): write a number from 1 to 1000") }
    guard (1...10_000_000).contains(assets) else {
      throw ValidationError("--assets \(assets): write a number from 1 to 10000000")
    }
    guard LibraryProfile(rawValue: profile) != nil else {
      throw ValidationError("there is no profile \(profile): choose tiny, small, default or full")
    }
  }

  func openLibrary() throws -> PhotoLibrary {
    let profile = LibraryProfile(rawValue: profile) ?? .default
    return try PhotoLibrary.open(
      LibraryConfiguration(assetCount: assets, profile: profile),
      in: try cache ?? PhotoLibrary.defaultCacheDirectory())
  }

  /// What another process is told to open the same library.
  var libraryWords: [String] {
    ["--assets", "\(assets)", "--profile", profile] + (cache.map { ["--cache", $0] } ?? [])
  }
}

/// How a workload asks for its images.
enum WorkloadCalls: String, CaseIterable, ExpressibleByArgument {
  /// One after another, each before the call returns.
  case synchronous
  /// All at once, as a loop without a limit does.
  case asynchronous
}

/// How large images are asked for: `original`, or a target in pixels such as `288x288`.
struct WorkloadSize: ExpressibleByArgument, Hashable {
  let target: PixelSize

  static let original = WorkloadSize(target: .maximum)

  init(target: PixelSize) { self.target = target }

  init?(argument: String) {
    if argument == "original" {
      self = .original
      return
    }
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...65_500).contains(width),
      (1...65_500).contains(height)
    else { return nil }
    target = PixelSize(width: width, height: height)
  }

  var text: String { self == .original ? "original" : "\(target.width)x\(target.height)" }
  var defaultValueDescription: String { text }
}
