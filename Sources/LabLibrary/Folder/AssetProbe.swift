enum AssetProbe {
  /// The pixels from which on a thumbnail counts as none: it is no small image.
  static let thumbnailPixelsMax: Int64 = 1_000_000
  private static let sideMax = Int32(UInt16.max)

  /// Returns the facts, and the reason why the file does not decode, or nil if it does.
  static func info(of file: UnsafeRawBufferPointer, _ decoder: ImageDecoder) -> (info: AssetInfo, problem: CodecError?)
  {
    switch decoder {
    case .turbojpeg: unsafe info(of: file)
    case .imageio: unsafe infoByImageIO(of: file)
    }
  }

  private static func none(_ file: UnsafeRawBufferPointer) -> AssetInfo {
    AssetInfo(width: 1, height: 1, encodedBytes: Int32(file.count), thumbnailBytes: 0, isDecodable: false)
  }

  private static func infoByImageIO(of file: UnsafeRawBufferPointer) -> (info: AssetInfo, problem: CodecError?) {
    guard let picture = unsafe ImageIOPicture(file), max(picture.size.width, picture.size.height) <= sideMax else {
      return unsafe (none(file), .noPicture)
    }
    let small = DecodeScale(eighths: 1).scaled(picture.size)
    let pixels = GrowingBuffer(capacity: Int(small.pixelCount) * 4)
    let isDecodable = unsafe picture.decode(
      isThumbnail: false, to: small, from: (0, 0), size: small, into: pixels.bytes)
    let embedded = picture.thumbnailSize.flatMap { $0.pixelCount > thumbnailPixelsMax ? nil : $0 }
    let thumbnail = embedded ?? PixelSize(width: 0, height: 0)
    let info = AssetInfo(
      width: picture.size.width, height: picture.size.height, encodedBytes: Int32(file.count),
      // ImageIO does not say how long it is: two bits a pixel.
      thumbnailBytes: min(Int32(clamping: thumbnail.pixelCount / 4), sideMax), thumbnailSize: thumbnail,
      isDecodable: isDecodable, isTurned: picture.orientation >= 5)
    return (info, isDecodable ? nil : .noPicture)
  }

  /// Returns size, lengths, and whether file and thumbnail decode, by decoding both, the file at the smallest scale. A
  /// JPEG without a size counts as one pixel that does not decode.
  private static func info(of jpeg: UnsafeRawBufferPointer) -> (info: AssetInfo, problem: CodecError?) {
    let markers: JPEGMarkers
    do throws(CodecError) { markers = try unsafe JPEGMarkers(jpeg) } catch {
      return unsafe (none(jpeg), error)
    }
    let problem = unsafe problem(jpeg, markers.size, at: DecodeScale(eighths: 1))
    let thumbnail = unsafe thumbnailSize(jpeg, markers)
    let info = AssetInfo(
      width: markers.size.width, height: markers.size.height, encodedBytes: Int32(jpeg.count),
      thumbnailBytes: thumbnail == nil ? 0 : Int32(markers.thumbnail?.count ?? 0),
      thumbnailSize: thumbnail ?? PixelSize(width: 0, height: 0), isDecodable: problem == nil,
      isTurned: markers.orientation >= 5)
    return (info, problem)
  }

  private static func thumbnailSize(_ jpeg: UnsafeRawBufferPointer, _ markers: JPEGMarkers) -> PixelSize? {
    guard let range = markers.thumbnail else { return nil }
    let thumbnail = unsafe UnsafeRawBufferPointer(rebasing: jpeg[range])
    guard let size = try? unsafe JPEGMarkers(thumbnail).size, size.pixelCount <= thumbnailPixelsMax else { return nil }
    return unsafe problem(thumbnail, size, at: .full) == nil ? size : nil
  }

  private static func problem(
    _ jpeg: UnsafeRawBufferPointer, _ size: PixelSize, at scale: DecodeScale
  ) -> CodecError? {
    let pixels = GrowingBuffer(capacity: Int(scale.scaled(size).pixelCount) * 4)
    do throws(CodecError) {
      _ = try unsafe JPEGDecoder.decode(jpeg, scale: scale, expecting: size, into: pixels.bytes)
      return nil
    } catch {
      return error
    }
  }
}
