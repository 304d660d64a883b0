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
      case .success(let outcome?):
        sum.decodedCount += 1
        if outcome == .partial { sum.partialCount += 1 }
      case .success(nil): sum.undecodableCount += 1
      case .failure(let reason): sum.contradictions.append((asset, "\(reason)"))
      }
    }
    return sum
  }

  /// The outcome of a decode, nil of a file that does not decode as its index says, or the contradiction to the index.
  private typealias Finding = Result<DecodeOutcome?, any Error>

  private func findings(_ assets: Range<Int>) -> [Finding] {
    let largest = assets.map { Int(DecodeScale(eighths: 1).scaled(index[$0].size).pixelCount) * 4 }.max() ?? 0
    let pixels = GrowingBuffer(capacity: largest)
    var reader = AssetReader(self)
    var decoder = PhotoDecoder(decoder)
    return assets.map { asset in
      Result { unsafe try outcome(asset, &reader, &decoder, pixels.bytes) }
    }
  }

  private func outcome(
    _ asset: Int, _ reader: inout AssetReader, _ decoder: inout PhotoDecoder, _ pixels: UnsafeMutableRawBufferPointer
  ) throws -> DecodeOutcome? {
    let info = index[asset]
    let jpeg = try unsafe reader.read(asset)
    guard jpeg.count == Int(info.encodedBytes) else {
      throw LibraryError("\(jpeg.count) bytes, not \(info.encodedBytes)")
    }
    // The index of a folder comes from a cache, which others may write to.
    if case .folder = content {
      let found = unsafe AssetProbe.info(of: jpeg, self.decoder).info
      if found != info { throw LibraryError("it is \(found.words), and the index says \(info.words)") }
    }
    guard info.isDecodable else { return nil }
    let form = BitmapForm(info.size, at: DecodeScale(eighths: 1))
    return try unsafe decoder.decode(jpeg, as: form, expecting: info.size, into: pixels)
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
