import LabSystem

extension PhotoLibrary {
  /// Reads the whole pool and compares it with its checksums; then decodes every asset at 1/8.
  ///
  /// - Parameter progress: Called with the share that is done, from any thread, never by two at once.
  /// - Throws: `LibraryError.damagedPool` if a pool contradicts its checksums.
  public func verify(progress: (@Sendable (Double) -> Void)? = nil) throws -> LibraryVerification {
    if case .pool(let pool, _) = content { try pool.verify() }
    let size = 64
    let slices = ParallelLoop.map((index.count + size - 1) / size, progress: progress) { slice in
      self.findings((slice * size)..<min((slice + 1) * size, self.index.count))
    }
    var sum = LibraryVerification()
    for (asset, finding) in slices.joined().enumerated() {
      switch finding {
      case .decoded(let isPartial):
        sum.decodedCount += 1
        if isPartial { sum.partialCount += 1 }
      case .undecodable: sum.undecodableCount += 1
      case .contradiction(let reason): sum.contradictions.append((asset, reason))
      }
    }
    return sum
  }

  private enum Finding {
    case decoded(isPartial: Bool)
    case undecodable
    case contradiction(String)
  }

  private func findings(_ assets: Range<Int>) -> [Finding] {
    let largest = assets.map { Int(DecodeScale(eighths: 1).scaled(index[$0].size).pixelCount) * 4 }.max() ?? 0
    let pixels = GrowingBuffer(capacity: largest)
    do {
      var reader = try makeReader()
      var decoder = PhotoDecoder(decoder)
      return assets.map { asset in
        do { return unsafe try finding(asset, &reader, &decoder, pixels.bytes) } catch {
          return .contradiction("\(error)")
        }
      }
    } catch {
      return assets.map { _ in .contradiction("\(error)") }
    }
  }

  private func finding(
    _ asset: Int, _ reader: inout AssetReader, _ decoder: inout PhotoDecoder, _ pixels: UnsafeMutableRawBufferPointer
  ) throws -> Finding {
    let info = index[asset]
    let jpeg = try unsafe reader.read(asset)
    guard jpeg.count == Int(info.encodedBytes) else {
      return .contradiction("\(jpeg.count) bytes, not \(info.encodedBytes)")
    }
    // The index of a folder comes from a cache, which others may write to.
    if case .folder = content {
      let found = unsafe AssetProbe.info(of: jpeg, self.decoder).info
      if found != info { return .contradiction("it is \(found.words), and the index says \(info.words)") }
    }
    guard info.isDecodable else { return .undecodable }
    let form = BitmapForm(info.size, at: DecodeScale(eighths: 1))
    let outcome = try unsafe decoder.decode(jpeg, as: form, expecting: info.size, into: pixels)
    return .decoded(isPartial: outcome.isPartial)
  }
}

extension AssetInfo {
  fileprivate var words: String {
    "\(size)\(isTurned ? ", turned" : "")\(hasThumbnail ? " with a thumbnail of \(thumbnailSize)" : "")"
      + (isDecodable ? "" : ", damaged")
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
