import ArgumentParser
import CacheLab
import LabLibrary

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

  /// The pipe to which a process that measures one run writes its result.
  @Option(help: .hidden)
  var reportTo: Int32?

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
