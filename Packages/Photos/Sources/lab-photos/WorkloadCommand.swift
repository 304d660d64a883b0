import ArgumentParser
import CacheLab
import LabBase
import LabLibrary
import PhotosCatalog
import PhotosModel
import Strategies

/// A command that asks for images of many assets, at several sizes and in both ways, each in a process of its own.
protocol WorkloadCommand: ParsableCommand {
  var workload: WorkloadOptions { get }
  /// Sizes where no `--size` stands, in the order of the table.
  static var sizes: [WorkloadSize] { get }
  static var deliveryMode: ImageRequestOptionsDeliveryMode { get }
  static var holdsImages: Bool { get }
  /// What another process is told to do the same, beside size, calls and library.
  var ownWords: [String] { get }

  /// What calls its argument with each asset that an image is wanted of; what comes before is not measured.
  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void
  /// Lines above the table.
  func introduction(_ photos: AssetLibrary) throws -> String
}

extension WorkloadCommand {
  static var holdsImages: Bool { false }
  var ownWords: [String] { [] }
  func introduction(_ photos: AssetLibrary) throws -> String { "" }

  func run() throws {
    let library = try workload.openLibrary()
    if workload.report { return try measure(library) }
    print(try introduction(AssetLibrary(of: library)), terminator: "")
    let arms = (workload.sizes.isEmpty ? Self.sizes : workload.sizes).flatMap { size in
      (workload.calls.isEmpty ? WorkloadCalls.allCases : workload.calls).map { (size: size, calls: $0) }
    }
    var results = [[WorkloadResult]](repeating: [], count: arms.count)
    // One round after another: what disturbs the machine for a while then meets all of them.
    for _ in 0..<workload.count {
      for (index, arm) in arms.enumerated() {
        let words = ["--size", arm.size.text, "--calls", arm.calls.rawValue] + ownWords + workload.libraryWords
        results[index].append(try WorkloadResult(ofProcess: [Self._commandName] + words))
      }
    }
    var table = TextTable(columns: [
      .init(["size"], alignsRight: false), .init(["calls"], alignsRight: false), .init(["images"]),
      .init(["no", "image"]),
      .init(["files", "decoded"]), .init(["thumbnails", "decoded"]), .init(["time", "s"]),
      .init(["peak of live", "images, MB"]), .init(["peak of resident", "memory, MB"]),
    ])
    for (arm, results) in zip(arms, results) { table.append([arm.size.text, arm.calls.rawValue] + results.cells) }
    print(table.text(), terminator: "")
  }

  private func measure(_ library: PhotoLibrary) throws {
    guard let size = workload.sizes.first, let calls = workload.calls.first, workload.sizes.count == 1,
      workload.calls.count == 1
    else { throw ValidationError("--report is for one size and one kind of calls") }
    let photos = try AssetLibrary(of: library)
    let run = WorkloadRun(
      library: library, size: size, calls: calls, deliveryMode: Self.deliveryMode, holdsImages: Self.holdsImages)
    print(try run.measure(loop(over: photos)).json)
  }
}

/// What all workloads take.
struct WorkloadOptions: ParsableArguments {
  @Option(name: .customLong("size"), help: "original, or the target in pixels; may stand several times.")
  var sizes: [WorkloadSize] = []

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
struct WorkloadSize: ExpressibleByArgument {
  let target: PixelSize

  static let original = WorkloadSize(target: .maximum)

  init(target: PixelSize) { self.target = target }

  init(_ width: Int32, _ height: Int32) { target = PixelSize(width: width, height: height) }

  init?(argument: String) {
    if argument == "original" {
      self = .original
      return
    }
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...65_500).contains(width),
      (1...65_500).contains(height)
    else { return nil }
    self.init(width, height)
  }

  var text: String { target == .maximum ? "original" : "\(target)" }
}
