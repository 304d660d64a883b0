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
    let begun = Clocks.monotonic()
    _ = try PhotoCatalog.open(library, at: path)
    if anew { figures.append(seconds("making the catalog of \(assets) assets", since: begun)) }
    // Memory first: what was freed before would hide what is taken.
    figures += try memory(try AssetLibrary(try PhotoCatalog.open(library, at: path)))
    figures += try CatalogCommand.cold(library, path)
    figures += try CatalogCommand.opening(library, path)
    for figure in figures { print(figure.line) }
    if figures.contains(where: { !$0.holds }) { throw ExitCode(2) }
  }

  private static func options(favorites: Int) -> FetchOptions {
    let options = FetchOptions()
    options.predicate = NSPredicate(format: "isFavorite == YES")
    options.fetchLimit = favorites
    return options
  }

  private static func options(sortedBy keys: [(name: String, ascends: Bool)]) -> FetchOptions {
    let options = FetchOptions()
    options.sortDescriptors = keys.map { NSSortDescriptor(key: $0.name, ascending: $0.ascends) }
    return options
  }

  private func seconds(_ name: String, since begun: Int64, limit: Double? = nil) -> PhotosFigure {
    PhotosFigure(name: name, value: Double(Clocks.monotonic() - begun) / 1e9, unit: "s", limit: limit)
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
    var begun = Clocks.monotonic()
    let photos = try AssetLibrary(try PhotoCatalog.open(library, at: path))
    let open = Clocks.monotonic() - begun
    begun = Clocks.monotonic()
    _ = photos.fetchAssets().firstObject
    return [
      milliseconds("opening the catalog, its file on the disk only", open, limit: 200),
      milliseconds("then fetching all, and the first batch", Clocks.monotonic() - begun),
    ]
  }

  private static func milliseconds(_ name: String, _ elapsed: Int64, limit: Double? = nil) -> PhotosFigure {
    PhotosFigure(name: name, value: Double(elapsed) / 1e6, unit: "ms", limit: limit, decimals: 2)
  }

  /// The best of five, warm: what a second start of an app sees.
  private static func opening(_ library: PhotoLibrary, _ path: String) throws -> [PhotosFigure] {
    var best: (open: Int64, fetch: Int64, date: Int64, favorites: Int64) = (.max, .max, .max, .max)
    for _ in 0..<5 {
      var begun = Clocks.monotonic()
      let catalog = try PhotoCatalog.open(library, at: path)
      best.open = min(best.open, Clocks.monotonic() - begun)
      let photos = try AssetLibrary(catalog)
      begun = Clocks.monotonic()
      _ = photos.fetchAssets().firstObject
      best.fetch = min(best.fetch, Clocks.monotonic() - begun)
      begun = Clocks.monotonic()
      _ = photos.fetchAssets(with: CatalogCommand.options(sortedBy: [("creationDate", false)])).firstObject
      best.date = min(best.date, Clocks.monotonic() - begun)
      begun = Clocks.monotonic()
      _ = photos.fetchAssets(with: CatalogCommand.options(favorites: 100)).firstObject
      best.favorites = min(best.favorites, Clocks.monotonic() - begun)
    }
    return [
      milliseconds("opening the catalog", best.open, limit: 200),
      milliseconds("fetching all, and the first batch", best.fetch, limit: 500),
      milliseconds("the same, newest first", best.date, limit: 500),
      milliseconds("the first 100 favourites", best.favorites, limit: 50),
    ]
  }

  /// Resident memory of a fetch result, and of reading every asset in batches against holding all.
  private func memory(_ photos: AssetLibrary) throws -> [PhotosFigure] {
    var list = 0
    let batched = try CatalogCommand.growth {
      let result = photos.fetchAssets()
      list = result.listByteCount
      var checksum: Int64 = 0
      unsafe result.enumerateObjects { asset, _, _ in checksum &+= asset.creationMs }
      precondition(checksum != 0, "assets have dates")
    }
    var count = 0
    let all = try CatalogCommand.growth {
      let result = photos.fetchAssets()
      let everything = result.objects(at: 0..<result.count)
      count = everything.count
    }
    let mixed = photos.fetchAssets(
      with: CatalogCommand.options(sortedBy: [("duration", true), ("modificationDate", false)]))
    let each = Double(count)
    return [
      PhotosFigure(name: "the list of a fetch result", value: Double(list) / each, unit: "bytes an asset"),
      PhotosFigure(
        name: "the list of one in another order", value: Double(mixed.listByteCount) / each, unit: "bytes an asset",
        limit: 9),
      PhotosFigure(name: "peak of resident memory, in batches", value: batched / 1e6, unit: "MB", limit: 8),
      PhotosFigure(name: "peak of resident memory, all at once", value: all / 1e6, unit: "MB", limit: 260),
    ]
  }

  /// How far resident memory rises while `body` runs, bytes.
  private static func growth(_ body: () throws -> Void) throws -> Double {
    guard ProcessMemory.resetHighWaterMark(), case .bytes(let before) = ProcessMemory.resident() else {
      throw ValidationError("resident memory cannot be read: can /proc/self/clear_refs be written?")
    }
    try body()
    guard case .bytes(let after) = ProcessMemory.highWaterMark() else {
      throw ValidationError("resident memory cannot be read")
    }
    return Double(after - before)
  }

  private static func remove(_ path: String) throws {
    for ending in ["", "-journal"] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.removeItem(atPath: path + ending)
    }
  }
}

/// A measured figure, beside its limit where it has one.
struct PhotosFigure {
  var name: String
  var value: Double
  var unit: String
  var limit: Double?
  var decimals = 3

  var holds: Bool { limit.map { value <= $0 } ?? true }

  var line: String {
    let text = NumberText.fixed(value, decimals: decimals)
    let padded = String(repeating: " ", count: max(0, 10 - text.count)) + text
    let mark = limit == nil ? "    " : holds ? "ok  " : "OVER"
    let bound = limit.map { " (at most \(NumberText.fixed($0, decimals: decimals)))" } ?? ""
    return "\(mark) \(padded) \(unit)  \(name)\(bound)"
  }
}
