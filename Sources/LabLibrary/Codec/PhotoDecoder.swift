import CLabSystem

/// Decodes photos into the bitmaps that are held: at a scale, then reduced to a size, whole or their middle, as BGRA.
/// Each worker has its own.
///
/// If the decoder gives the held size by itself, it decodes into the bitmap. Otherwise it decodes into memory of its
/// own, `BitmapForm.scratchBytes`, of which it keeps 4 MiB for the next photo.
@safe public struct PhotoDecoder: ~Copyable {
  private let isSystems: Bool
  private var reducer = BitmapReducer()
  var scratch = ScratchMemory()

  public init(_ kind: ImageDecoder = .turbojpeg) { isSystems = kind == .imageio }

  /// Decodes `jpeg`, or its embedded thumbnail, into a bitmap of the form.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG file.
  ///   - isThumbnail: Whether its embedded thumbnail is decoded, which is held whole.
  ///   - size: The size of that picture, from the index; `form` is of it.
  ///   - pixels: At least `form.bytes`; rows follow one another.
  /// - Returns: `.partial` for damaged data that still gave an image.
  /// - Throws: `CodecError` if there is no image.
  public mutating func decode(
    _ jpeg: UnsafeRawBufferPointer, isThumbnail: Bool = false, as form: BitmapForm, expecting size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    var jpeg = unsafe jpeg
    if isThumbnail && !isSystems {
      guard let range = try unsafe JPEGMarkers(jpeg).thumbnail else {
        throw .unsupported("a photo without an embedded thumbnail")
      }
      unsafe jpeg = UnsafeRawBufferPointer(rebasing: jpeg[range])
    }
    guard let target = unsafe pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count >= form.bytes else {
      throw .bufferTooSmall(needed: Int(form.bytes), given: pixels.count)
    }
    precondition(form.decoded == form.scale.scaled(size), "the form is of a picture of this size")
    if isSystems {
      guard let picture = unsafe ImageIOPicture(jpeg) else { throw .noPicture }
      guard isThumbnail || picture.size == size else { throw .sizeMismatch(expected: size, found: picture.size) }
      let isThere = unsafe picture.decode(
        isThumbnail: isThumbnail, to: form.whole, from: form.origin, size: form.size, into: pixels)
      guard isThere else { throw .noPicture }
      return .complete
    }
    guard form.isReduced else {
      return unsafe try JPEGDecoder.decode(jpeg, scale: form.scale, expecting: size, into: pixels)
    }
    let room = unsafe try scratch.room(Int(form.decoded.pixelCount) * 4)
    defer { scratch.trim() }
    let outcome = unsafe try JPEGDecoder.decode(jpeg, scale: form.scale, expecting: size, into: room)
    guard let decoded = unsafe room.bindMemory(to: UInt8.self).baseAddress else { return outcome }
    let (decodedSize, whole, size) = (form.decoded, form.whole, form.size)
    unsafe reducer.reduce(
      decoded,
      x: .init(origin: form.origin.x, length: decodedSize.width, whole: whole.width, samples: size.width),
      y: .init(origin: form.origin.y, length: decodedSize.height, whole: whole.height, samples: size.height),
      into: target)
    return outcome
  }
}

/// Memory that a worker decodes into before it reduces: mapped when needed, resident as far as it was written.
@safe struct ScratchMemory: ~Copyable {
  /// The bytes that are kept after a decode: a grid's pictures need less, a page of a photo of 12 megapixels 60 MB.
  static let keptMax = 4 << 20

  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { if let start = unsafe memory.baseAddress { unsafe lab_unmap(start, memory.count) } }

  var byteCount: Int { unsafe memory.count }

  /// Returns at least so many bytes, which replace those of earlier calls.
  mutating func room(_ bytes: Int) throws(CodecError) -> UnsafeMutableRawBufferPointer {
    if unsafe memory.count < bytes {
      release()
      guard let address = unsafe lab_map(bytes, false) else {
        throw CodecError("there is no memory for \(bytes) bytes to decode into; close other programs")
      }
      unsafe lab_refuse_huge(address, bytes)
      unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: bytes)
    }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<bytes])
  }

  /// Makes as many bytes resident as the largest picture needs, at most `keptMax`, so that figures of memory do not depend
  /// on which of several decoders meets that picture.
  mutating func hold(_ bytes: Int64) throws(CodecError) {
    let bytes = min(Int(clamping: bytes), ScratchMemory.keptMax)
    guard byteCount < bytes else { return }
    unsafe try room(bytes).initializeMemory(as: UInt8.self, repeating: 0)
  }

  mutating func trim() { if byteCount > ScratchMemory.keptMax { release() } }

  mutating func release() {
    if let start = unsafe memory.baseAddress { unsafe lab_unmap(start, memory.count) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}

/// Memory that is kept from one use to the next and grows when necessary.
@safe struct GrowingBuffer: ~Copyable {
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(capacity: Int) { unsafe bytes = .allocate(byteCount: max(capacity, 64), alignment: 64) }

  deinit { unsafe bytes.deallocate() }

  /// Makes room for `count` bytes; the contents are lost when it grows.
  mutating func reserve(_ count: Int) {
    guard unsafe bytes.count < count else { return }
    unsafe bytes.deallocate()
    unsafe bytes = .allocate(byteCount: count, alignment: 64)
  }
}
