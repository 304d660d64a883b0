public import CacheLab
import LabSystem
public import StrategyKit
import SystemPackage

/// Decodes photos into the bitmaps that are held: at a scale, then reduced to a size, whole or their middle, as BGRA or
/// in planes. Each worker has its own.
///
/// Where what is held is what the decoder gives, it decodes into the bitmap itself. Else it decodes into memory of its
/// own, `BitmapForm.scratchBytes`, of which it keeps 4 MiB for the next photo; files whose chroma is not half as wide and
/// half as high need up to twice as much for `yuv420`.
@safe public struct PhotoDecoder: ~Copyable {
  private var decoder: JPEGDecoder
  private let isSystems: Bool
  private var reducer = BitmapReducer()
  private var scratch = ScratchMemory()

  /// - Parameter kind: Who decodes; `imageio` makes pixels of `bgra` alone.
  /// - Throws: `CodecError` when libjpeg-turbo cannot start.
  public init(_ kind: ImageDecoder = .turbojpeg) throws(CodecError) {
    decoder = try JPEGDecoder()
    isSystems = kind == .imageio
  }

  /// Decodes `jpeg`, or its embedded thumbnail, into a bitmap of the form.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG file.
  ///   - isThumbnail: Whether its embedded thumbnail is decoded, which is held whole.
  ///   - size: The size of that picture, as the index knows it; `form` is of it.
  ///   - pixels: `form.bytes` at least; its rows follow one another, luma before both planes of chroma.
  /// - Returns: `.partial` for damaged data that still gave an image.
  /// - Throws: `CodecError` when there is no image.
  public mutating func decode(
    _ jpeg: UnsafeRawBufferPointer, isThumbnail: Bool = false, as form: BitmapForm, expecting size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    let jpeg = isThumbnail && !isSystems ? unsafe try decoder.thumbnail(of: jpeg) : unsafe jpeg
    guard let target = unsafe pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count >= form.bytes else {
      throw .bufferTooSmall(needed: Int(form.bytes), given: pixels.count)
    }
    precondition(form.decoded == form.scale.scaled(size), "the form is of a picture of this size")
    if isSystems {
      return unsafe try PhotoDecoder.decodeByImageIO(jpeg, isThumbnail: isThumbnail, form, size, pixels)
    }
    switch form.pixels {
    case .bgra: return unsafe try decodePixels(jpeg, form, size, pixels, target)
    case .yuv420: return unsafe try decodePlanes(jpeg, form, size, target)
    }
  }

  private static func decodeByImageIO(
    _ file: UnsafeRawBufferPointer, isThumbnail: Bool, _ form: BitmapForm, _ size: PixelSize,
    _ pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    guard form.pixels == .bgra else { throw .unsupported("\(form.pixels.rawValue) with ImageIO") }
    guard let picture = unsafe ImageIOPicture(file) else { throw .noPicture }
    guard isThumbnail || picture.size == size else { throw .sizeMismatch(expected: size, found: picture.size) }
    let isThere = unsafe picture.decode(
      isThumbnail: isThumbnail, to: form.whole, from: form.origin, size: form.size, into: pixels)
    guard isThere else { throw .noPicture }
    return .complete
  }

  /// Makes the memory resident that the largest picture to come needs, `BitmapForm.scratchBytes`, at most 4 MiB. Then it
  /// changes no figure of memory which of several decoders meets that picture.
  public mutating func holdScratch(_ bytes: Int64) throws(CodecError) { try scratch.hold(Int(clamping: bytes)) }

  /// What it holds of that memory now.
  var scratchBytes: Int { scratch.byteCount }

  /// Gives the memory that it decodes into back until it is needed again.
  public mutating func releaseScratch() { scratch.release() }

  private mutating func decodePixels(
    _ jpeg: UnsafeRawBufferPointer, _ form: BitmapForm, _ size: PixelSize, _ pixels: UnsafeMutableRawBufferPointer,
    _ target: UnsafeMutablePointer<UInt8>
  ) throws(CodecError) -> DecodeOutcome {
    guard form.isReduced else {
      return unsafe try decoder.decode(jpeg, scale: form.scale, expecting: size, into: pixels)
    }
    let room = unsafe try scratch.room(Int(form.decoded.pixelCount) * 4)
    defer { scratch.trim() }
    let outcome = unsafe try decoder.decode(jpeg, scale: form.scale, expecting: size, into: room)
    guard let decoded = unsafe room.bindMemory(to: UInt8.self).baseAddress else { return outcome }
    let source = unsafe BitmapReducer.Source(
      address: UnsafePointer(decoded), width: Int(form.decoded.width), height: Int(form.decoded.height),
      rowBytes: Int(form.decoded.width) * 4)
    unsafe reducer.reduce(
      source, channels: 4, x: form.across(1, 1), y: form.down(1, 1), into: target, rowBytes: Int(form.size.width) * 4)
    return outcome
  }

  private mutating func decodePlanes(
    _ jpeg: UnsafeRawBufferPointer, _ form: BitmapForm, _ size: PixelSize, _ target: UnsafeMutablePointer<UInt8>
  ) throws(CodecError) -> DecodeOutcome {
    let (header, subsampling) = unsafe try decoder.header(of: jpeg, expecting: size)
    let held = unsafe HeldPlanes(target, form.size)
    // TurboJPEG writes as many rows of luma as two of each of chroma.
    if subsampling.isHalf, !form.isReduced, form.size.height % 2 == 0 {
      return try decoder.decodePlanes(header, scale: form.scale, into: [held.luma, held.blue, held.red])
    }
    let sizes = (0..<(subsampling.isGray ? 1 : 3)).map { subsampling.plane(Int32($0), of: form.decoded) }
    let counts = sizes.map { Int($0.pixelCount) }
    let room = unsafe try scratch.room(counts.reduce(0, +))
    defer { scratch.trim() }
    guard var address = unsafe room.bindMemory(to: UInt8.self).baseAddress else {
      throw CodecError("there is no memory to decode into")
    }
    var planes: [JPEGDecoder.Plane] = []
    for (size, count) in zip(sizes, counts) {
      unsafe planes.append(JPEGDecoder.Plane(address: address, rowBytes: Int(size.width), rows: Int(size.height)))
      unsafe address += count
    }
    let outcome = try decoder.decodePlanes(header, scale: form.scale, into: planes)
    reduce(planes[0], of: form.decoded, form.across(1, 1), form.down(1, 1), into: held.luma)
    if subsampling.isGray {
      held.blankChroma()
      return outcome
    }
    let chroma = subsampling.chroma(of: form.decoded)
    let across = form.across(2, Int64(subsampling.across))
    let down = form.down(2, Int64(subsampling.down))
    reduce(planes[1], of: chroma, across, down, into: held.blue)
    reduce(planes[2], of: chroma, across, down, into: held.red)
    return outcome
  }

  private mutating func reduce(
    _ plane: JPEGDecoder.Plane, of size: PixelSize, _ x: BitmapReducer.Span, _ y: BitmapReducer.Span,
    into target: JPEGDecoder.Plane
  ) {
    let source = unsafe BitmapReducer.Source(
      address: UnsafePointer(plane.address), width: Int(size.width), height: Int(size.height), rowBytes: plane.rowBytes)
    unsafe reducer.reduce(source, channels: 1, x: x, y: y, into: target.address, rowBytes: target.rowBytes)
  }
}

/// The planes of a bitmap in 4:2:0.
@safe private struct HeldPlanes {
  let luma: JPEGDecoder.Plane
  let blue: JPEGDecoder.Plane
  let red: JPEGDecoder.Plane

  init(_ address: UnsafeMutablePointer<UInt8>, _ size: PixelSize) {
    let chroma = size.chroma
    let (rowBytes, chromaRowBytes) = (
      Int(PixelFormat.rowBytes(ofPlaneWidth: size.width)), Int(PixelFormat.rowBytes(ofPlaneWidth: chroma.width))
    )
    luma = unsafe JPEGDecoder.Plane(address: address, rowBytes: rowBytes, rows: Int(size.height))
    let blueAddress = unsafe address + rowBytes * Int(size.height)
    blue = unsafe JPEGDecoder.Plane(address: blueAddress, rowBytes: chromaRowBytes, rows: Int(chroma.height))
    red = unsafe JPEGDecoder.Plane(
      address: blueAddress + chromaRowBytes * Int(chroma.height), rowBytes: chromaRowBytes, rows: Int(chroma.height))
  }

  /// What a picture without colours has.
  func blankChroma() {
    for plane in [blue, red] {
      unsafe plane.address.update(repeating: 128, count: plane.rowBytes * plane.rows)
    }
  }
}

extension BitmapForm {
  /// What columns of a plane cover of those that were decoded.
  ///
  /// - Parameters:
  ///   - held: Columns of the bitmap that a sample stands for, 1 or 2.
  ///   - decoded: Columns of the decoded picture that a decoded sample stands for.
  fileprivate func across(_ held: Int64, _ decoded: Int64) -> BitmapReducer.Span {
    BitmapForm.span(held, decoded, from: origin.x, of: self.decoded.width, as: whole.width, size.width)
  }

  /// The same of rows.
  fileprivate func down(_ held: Int64, _ decoded: Int64) -> BitmapReducer.Span {
    BitmapForm.span(held, decoded, from: origin.y, of: self.decoded.height, as: whole.height, size.height)
  }

  private static func span(
    _ held: Int64, _ decoded: Int64, from begin: Int32, of length: Int32, as whole: Int32, _ count: Int32
  ) -> BitmapReducer.Span {
    BitmapReducer.Span(
      begin: Int64(begin) * Int64(length), step: held * Int64(length), unit: decoded * Int64(whole),
      samples: (Int(count) + Int(held) - 1) / Int(held))
  }
}

/// Memory that a worker decodes into before it reduces: mapped once it is needed, resident as far as it was written.
@safe struct ScratchMemory: ~Copyable {
  /// More than this is given back after each decode: a grid's pictures need less, a page of a photo of 12 megapixels
  /// 60 MB.
  static let keptMax = 4 << 20

  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  deinit { if let start = unsafe memory.baseAddress { unsafe Pages.unmap(start, byteCount: memory.count) } }

  /// What it holds now.
  var byteCount: Int { unsafe memory.count }

  /// At least so many bytes; what earlier calls gave is no more.
  ///
  /// - Throws: `CodecError` when the system has none left.
  mutating func room(_ bytes: Int) throws(CodecError) -> UnsafeMutableRawBufferPointer {
    if unsafe memory.count < bytes {
      release()
      do throws(Errno) {
        let address = unsafe try Pages.map(byteCount: bytes)
        unsafe Pages.refuseHuge(address, byteCount: bytes)
        unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: bytes)
      } catch {
        throw CodecError("there is no memory for \(bytes) bytes to decode into: close other programs")
      }
    }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<bytes])
  }

  /// Makes so many bytes resident, at most `keptMax`, where fewer are held.
  mutating func hold(_ bytes: Int) throws(CodecError) {
    let bytes = min(bytes, ScratchMemory.keptMax)
    guard byteCount < bytes else { return }
    unsafe try room(bytes).initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Gives back what is too much to keep for the next photo.
  mutating func trim() {
    if unsafe memory.count > ScratchMemory.keptMax { release() }
  }

  /// Gives all of it back.
  mutating func release() {
    if let start = unsafe memory.baseAddress { unsafe Pages.unmap(start, byteCount: memory.count) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
