import ArgumentParser
import CacheLab
import Foundation
import LabBase
import LabLibrary
import LabMeasure
import LabSystem
import PhotosCatalog
import PhotosModel

/// What a large catalog costs: opening it, a fetch of everything, and resident memory.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog", abstract: "Measures a catalog of many assets, and prints each figure beside its limit.")

  @Option(help: "How many assets.")
  var assets = 1_000_000

  @Option(help: "The folder of catalogs and pools (default: the cache directory).")
  var cache: String?

  @Flag(help: "Make the catalog anew first.")
  var anew = false

  func run() throws {
    let directory = try cache ?? PhotoLibrary.defaultCacheDirectory()
    let library = try PhotoLibrary.open(LibraryConfiguration(assetCount: assets), in: directory)
    let path = PhotoCatalog.standardPath(for: library, in: directory)
    var figures: [PhotosFigure] = []
    if anew { try CatalogCommand.remove(path) }
    // The first time makes it.
    let (_, made) = try CatalogCommand.timed { try PhotoCatalog(library, at: path) }
    if anew { figures.append(.init("making the catalog of \(assets) assets", Double(made) / 1e9, "s")) }
    // Memory first: what was freed before would hide what is taken.
    figures += try CatalogCommand.memory(try AssetLibrary(of: library, at: path))
    figures += try CatalogCommand.cold(library, path)
    figures += try CatalogCommand.opening(library, path)
    for figure in figures { print(figure.line) }
    if figures.contains(where: { !$0.holds }) { throw ExitCode(2) }
  }

  private static func timed<Result>(_ body: () throws -> Result) rethrows -> (result: Result, nanoseconds: Int64) {
    let begun = Clocks.monotonic()
    let result = try body()
    return (result, Clocks.monotonic() - begun)
  }

  private static func options(
    predicate: NSPredicate? = nil, limit: Int = 0, sortedBy keys: [(name: String, ascends: Bool)] = []
  ) -> FetchOptions {
    let options = FetchOptions()
    options.predicate = predicate
    options.fetchLimit = limit
    options.sortDescriptors = keys.map { NSSortDescriptor(key: $0.name, ascending: $0.ascends) }
    return options
  }

  /// The first start after a boot: the file is not in the system's memory.
  private static func cold(_ library: PhotoLibrary, _ path: String) throws -> [PhotosFigure] {
    // That of GNU lets the system forget a file; another one refuses, and the figures are left out.
    let dd = Process()
    dd.executableURL = URL(filePath: "/usr/bin/env")
    dd.arguments = ["dd", "of=\(path)", "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"]
    dd.standardError = FileHandle.nullDevice
    try dd.run()
    dd.waitUntilExit()
    guard dd.terminationStatus == 0 else { return [] }
    let (photos, open) = try timed { try AssetLibrary(of: library, at: path) }
    let fetch = timed { Asset.fetchAssets(of: photos).firstObject }.nanoseconds
    return [
      .milliseconds("opening the catalog, its file on the disk only", open, limit: 200),
      .milliseconds("then fetching all, and the first batch", fetch),
    ]
  }

  /// The best of five, warm: what a second start of an app sees.
  private static func opening(_ library: PhotoLibrary, _ path: String) throws -> [PhotosFigure] {
    var best: (open: Int64, fetch: Int64, date: Int64, favorites: Int64) = (.max, .max, .max, .max)
    for _ in 0..<5 {
      let (photos, open) = try timed { try AssetLibrary(of: library, at: path) }
      func fetch(_ options: FetchOptions? = nil) -> Int64 {
        timed { Asset.fetchAssets(with: options, of: photos).firstObject }.nanoseconds
      }
      best.open = min(best.open, open)
      best.fetch = min(best.fetch, fetch())
      best.date = min(best.date, fetch(options(sortedBy: [("creationDate", false)])))
      best.favorites = min(
        best.favorites, fetch(options(predicate: NSPredicate(format: "isFavorite == YES"), limit: 100)))
    }
    return [
      .milliseconds("opening the catalog", best.open, limit: 200),
      .milliseconds("fetching all, and the first batch", best.fetch, limit: 500),
      .milliseconds("the same, newest first", best.date, limit: 500),
      .milliseconds("the first 100 favourites", best.favorites, limit: 50),
    ]
  }

  /// Resident memory of a fetch result, and of reading every asset in batches against holding all.
  private static func memory(_ photos: AssetLibrary) throws -> [PhotosFigure] {
    var list = 0
    let batched = try ProcessMemory.growth {
      let result = Asset.fetchAssets(of: photos)
      list = result.listByteCount
      var checksum: Int64 = 0
      unsafe result.enumerateObjects { asset, _, _ in checksum &+= asset.creationMs }
      precondition(checksum != 0, "assets have dates")
    }
    var count = 0
    let all = try ProcessMemory.growth {
      let result = Asset.fetchAssets(of: photos)
      let everything = result.objects(at: 0..<result.count)
      count = everything.count
    }
    let mixed = Asset.fetchAssets(
      with: options(sortedBy: [("duration", true), ("modificationDate", false)]), of: photos)
    func each(_ bytes: Int) -> Double { Double(bytes) / Double(count) }
    return [
      .init("the list of a fetch result", each(list), "bytes an asset"),
      .init("the list of one in another order", each(mixed.listByteCount), "bytes an asset", limit: 9),
      .init("peak of resident memory, in batches", Double(batched) / 1e6, "MB", limit: 8),
      .init("peak of resident memory, all at once", Double(all) / 1e6, "MB", limit: 260),
    ]
  }

  private static func remove(_ path: String) throws {
    for ending in ["", "-journal"] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.removeItem(atPath: path + ending)
    }
  }
}

extension ProcessMemory {
  /// How far resident memory rises while `body` runs, bytes.
  static func growth(_ body: () throws -> Void) throws -> Int64 {
    guard resetHighWaterMark(), case .integer(let before) = resident() else {
      throw ValidationError("resident memory cannot be read: can /proc/self/clear_refs be written?")
    }
    try body()
    guard case .integer(let peak) = highWaterMark() else { throw ValidationError("resident memory cannot be read") }
    return peak - before
  }
}

/// A measured figure, beside its limit where it has one.
struct PhotosFigure {
  let name: String
  let value: Double
  let unit: String
  let limit: Double?
  let decimals: Int

  init(_ name: String, _ value: Double, _ unit: String, limit: Double? = nil, decimals: Int = 3) {
    (self.name, self.value, self.unit, self.limit, self.decimals) = (name, value, unit, limit, decimals)
  }

  static func milliseconds(_ name: String, _ nanoseconds: Int64, limit: Double? = nil) -> PhotosFigure {
    PhotosFigure(name, Double(nanoseconds) / 1e6, "ms", limit: limit, decimals: 2)
  }

  var holds: Bool { limit.map { value <= $0 } ?? true }

  var line: String {
    let text = NumberText.fixed(value, decimals: decimals)
    let padded = String(repeating: " ", count: max(0, 10 - text.count)) + text
    let mark = limit == nil ? "    " : holds ? "ok  " : "OVER"
    let bound = limit.map { " (at most \(NumberText.fixed($0, decimals: decimals)))" } ?? ""
    return "\(mark) \(padded) \(unit)  \(name)\(bound)"
  }
}
