import CacheLab
import LabBase
public import StrategyKit

/// What there is to say about a library as a whole.
public struct LibrarySummary: Sendable {
  private let library: PhotoLibrary
  /// Assets that do not decode.
  public let undecodableCount: Int
  /// All files together, as if they were files.
  public let encodedBytes: ByteCount
  /// What it takes on the disk.
  public let storedBytes: ByteCount
  /// Bits a pixel of the smallest, of all together, and of the largest file that decodes, in thousandths; nil where none
  /// does.
  public private(set) var milliBitsPerPixel: (least: Int64, mean: Int64, most: Int64)?
  /// Sizes and how many assets that decode have each, most frequent first.
  public let sizes: [(size: PixelSize, count: Int)]

  /// Counts what the index holds.
  fileprivate init(_ library: PhotoLibrary) {
    self.library = library
    let assets = library.index.assets
    // What does not decode has no size.
    let decoded = assets.filter(\.decodes)
    undecodableCount = assets.count - decoded.count
    var counts: [PixelSize: Int] = [:]
    for asset in decoded { counts[asset.size, default: 0] += 1 }
    // Sorted, for the order of a dictionary changes from run to run.
    sizes = counts.map { (size: $0.key, count: $0.value) }.sorted { left, right in
      (right.count, left.size.width, left.size.height) < (left.count, right.size.width, right.size.height)
    }
    encodedBytes = ByteCount(rawValue: assets.reduce(0) { $0 + Int64($1.encodedBytes) })
    storedBytes =
      if case .pool(let pool, _) = library.content {
        ByteCount(rawValue: Int64(pool.header.fileByteCount))
      } else {
        encodedBytes
      }
    let bits = decoded.map { Int64($0.encodedBytes) * 8_000 / $0.size.pixelCount }
    if let least = bits.min(), let most = bits.max() {
      let bytes = decoded.reduce(0) { $0 + Int64($1.encodedBytes) }
      milliBitsPerPixel = (least, bytes * 8_000 / decoded.reduce(0) { $0 + $1.size.pixelCount }, most)
    }
  }

  public var assetCount: Int { library.index.count }
  /// Files of a folder that are no JPEGs, and entries that could not be read; 0 for a made library.
  public var skippedCount: Int { library.folder?.skippedCount ?? 0 }
  public var unreadableCount: Int { library.folder?.unreadableCount ?? 0 }

  /// What `library info` says.
  public var text: String {
    func bits(_ thousandths: Int64) -> String { NumberText.fixed(Double(thousandths) / 1000, decimals: 2) }
    var lines = [
      "\(library.name): \(NumberText.count(assetCount, "photo")), "
        + "\(NumberText.megabytes(Double(encodedBytes.rawValue))) MB as files, "
        + "\(NumberText.megabytes(Double(storedBytes.rawValue))) MB on disk"
    ]
    if let range = milliBitsPerPixel {
      lines.append("bits a pixel: \(bits(range.least)) to \(bits(range.most)), mean \(bits(range.mean))")
    }
    for (size, count) in sizes.prefix(12) {
      let share = NumberText.percent(Double(count) / Double(max(assetCount, 1)))
      lines.append("  \(size)  \(NumberText.grouped(Int64(count)))  \(share)")
    }
    if sizes.count > 12 { lines.append("  and \(sizes.count - 12) other sizes") }
    if undecodableCount > 0 {
      let undecodable = library.undecodable
      lines.append("\(undecodableCount) do not decode")
      lines += undecodable.prefix(12).map { "  \($0.file): \($0.reason)" }
      if undecodable.count > 12 {
        lines.append("  and \(undecodable.count - 12) other files: '\(ToolName.current) library list' has all")
      }
    }
    if skippedCount > 0 { lines.append("\(skippedCount) other files were left out") }
    if unreadableCount > 0 { lines.append("\(unreadableCount) could not be read or are too large") }
    lines.append("fingerprint \(library.index.fingerprint)")
    lines.append("kept at \(library.path)")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension PhotoLibrary {
  /// Counts what the index holds.
  public var summary: LibrarySummary { LibrarySummary(self) }
}
