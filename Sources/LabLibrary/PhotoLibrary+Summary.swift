import CacheLab
import StrategyKit

extension PhotoLibrary {
  /// Counts what the index holds.
  public var summary: LibrarySummary {
    var (bytes, pixels) = (Int64(0), Int64(0))
    var (least, most) = (Int64.max, Int64(0))
    var counts: [PixelSize: Int] = [:]
    // What does not decode has no size.
    for asset in index.assets where asset.decodes {
      bytes += Int64(asset.encodedBytes)
      pixels += asset.size.pixelCount
      let bits = Int64(asset.encodedBytes) * 8_000 / asset.size.pixelCount
      (least, most) = (min(least, bits), max(most, bits))
      counts[asset.size, default: 0] += 1
    }
    // Sorted, for the order of a dictionary changes from run to run.
    let sizes = counts.map { (size: $0.key, count: $0.value) }.sorted { left, right in
      (right.count, left.size.width, left.size.height) < (left.count, right.size.width, right.size.height)
    }
    let all = index.assets.reduce(Int64(0)) { $0 + Int64($1.encodedBytes) }
    let hasPixels = pixels > 0
    return LibrarySummary(
      name: name, path: path, fingerprint: index.fingerprint, assetCount: index.count,
      undecodableCount: index.assets.count { !$0.decodes }, undecodable: undecodable,
      encodedBytes: ByteCount(rawValue: all),
      storedBytes: ByteCount(rawValue: storedByteCount ?? all),
      milliBitsPerPixel: hasPixels ? (least: least, mean: bytes * 8_000 / pixels, most: most) : nil, sizes: sizes,
      skippedCount: folderCounts.skipped, unreadableCount: folderCounts.unreadable)
  }

  private var storedByteCount: Int64? {
    guard case .pool(let pool, _, _) = content else { return nil }
    return Int64(pool.header.fileByteCount)
  }

  private var folderCounts: (skipped: Int, unreadable: Int) {
    guard case .folder(_, let folder, _) = content else { return (0, 0) }
    return (folder.skippedCount, folder.unreadableCount)
  }
}
