import Strategies

/// Finds out what the index says of a JPEG that someone else made.
enum AssetProbe {
  /// Size, lengths, and whether it decodes: found by decoding at the smallest scale. A JPEG without a size
  /// counts as one pixel that does not decode.
  static func info(of jpeg: UnsafeRawBufferPointer) -> AssetInfo {
    var info = AssetInfo(
      width: 1, height: 1, encodedBytes: Int32(jpeg.count), thumbnailBytes: 0, decodes: false)
    guard let markers = try? unsafe JPEGMarkers(jpeg) else { return info }
    info.width = markers.size.width
    info.height = markers.size.height
    info.thumbnailBytes = Int32(markers.thumbnail?.count ?? 0)
    let scale = DecodeScale(eighths: 1)
    let byteCount = Int(scale.scaled(markers.size).pixelCount) * 4
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    defer { unsafe pixels.deallocate() }
    guard var decoder = try? JPEGDecoder() else { return info }
    info.decodes =
      (try? unsafe decoder.decode(jpeg, scale: scale, expecting: markers.size, into: pixels)) != nil
    return info
  }
}
