import CacheLab
import LabSystem
import StrategyKit

extension PhotoLibrary {
  /// Reads the whole pool and compares it with its checksums; then decodes every asset at 1/8.
  ///
  /// - Parameter progress: Called with the share that is done, from any thread, never by two at once.
  /// - Throws: `LibraryError.damagedPool` if a pool contradicts its checksums.
  public func verify(progress: (@Sendable (Double) -> Void)? = nil) throws(LibraryError) -> LibraryVerification {
    if case .pool(let pool, _) = content { try pool.verify() }
    let sliceSize = 64
    let sliceCount = (index.count + sliceSize - 1) / sliceSize
    let results = ParallelLoop.map(sliceCount, progress: progress) { slice in
      self.decode((slice * sliceSize)..<min((slice + 1) * sliceSize, self.index.count))
    }
    return results.reduce(into: LibraryVerification()) { sum, result in
      sum.decodedCount += result.decodedCount
      sum.undecodableCount += result.undecodableCount
      sum.partialCount += result.partialCount
      sum.contradictions += result.contradictions
    }
  }

  private func decode(_ assets: Range<Int>) -> LibraryVerification {
    var result = LibraryVerification()
    let eighth = DecodeScale(eighths: 1)
    let largest = assets.map { Int(eighth.scaled(index[$0].size).pixelCount) * 4 }.max() ?? 0
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: largest, alignment: 64)
    defer { unsafe pixels.deallocate() }
    do {
      var reader = try makeReader()
      var decoder = try PhotoDecoder(decoder)
      for asset in assets {
        let reason = unsafe contradiction(asset, &reader, &decoder, pixels, &result)
        if let reason { result.contradictions.append((asset, reason)) }
      }
    } catch {
      result.contradictions.append((assets.lowerBound, "\(error)"))
    }
    return result
  }

  /// Returns the contradiction of an asset to the index, or nil, and counts it.
  private func contradiction(
    _ asset: Int, _ reader: inout AssetReader, _ decoder: inout PhotoDecoder,
    _ pixels: UnsafeMutableRawBufferPointer,
    _ result: inout LibraryVerification
  ) -> String? {
    let info = index[asset]
    do {
      let jpeg = try unsafe reader.read(asset)
      guard jpeg.count == Int(info.encodedBytes) else {
        return "\(jpeg.count) bytes, not \(info.encodedBytes)"
      }
      // The index of a folder comes from a cache, which others may write to.
      if case .folder = content {
        let found = unsafe AssetProbe.info(of: jpeg, self.decoder).info
        if found != info { return "it is \(found.words), and the index says \(info.words)" }
      }
      guard info.decodes else {
        result.undecodableCount += 1
        return nil
      }
      let scale = DecodeScale(eighths: 1)
      let outcome = try unsafe decoder.decode(
        jpeg, as: BitmapForm(info.size, at: scale), expecting: info.size, into: pixels)
      result.decodedCount += 1
      if case .partial = outcome { result.partialCount += 1 }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension AssetInfo {
  /// The size, the thumbnail and the orientation in a few words.
  fileprivate var words: String {
    "\(size)\(isTurned ? ", turned" : "")\(hasThumbnail ? " with a thumbnail of \(thumbnailSize)" : "")"
      + (decodes ? "" : ", damaged")
  }
}

/// The findings of a look at every byte of a library.
public struct LibraryVerification: Sendable {
  /// The number of assets that gave an image, whole or in part.
  public var decodedCount = 0
  /// The number of assets that do not decode, as the index says.
  public var undecodableCount = 0
  /// The assets whose decode ended otherwise than the index says, with the reason, by asset.
  public var contradictions: [(asset: Int, reason: String)] = []
  /// The number of assets with damaged data that still gave an image.
  public var partialCount = 0
}
