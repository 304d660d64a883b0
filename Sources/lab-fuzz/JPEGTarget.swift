import CLabSystem

final class JPEGUser {
  /// The decoder of all inputs, as a worker has one: what it remembers must not matter.
  private var decoder = PhotoDecoder()
  private let source = GuardedBytes(capacity: bytesMax)
  private let pixels = GuardedBytes(capacity: bitmapBytesMax + margin)

  private static let bytesMax = 1 << 20
  private static let bitmapBytesMax = 1 << 22
  private static let margin = 64

  static func target(_ corpus: Corpus) throws -> FuzzTarget {
    FuzzTarget(seeds: try corpus.files("jpg"), damage: damage, uses: [JPEGUser().use])
  }

  private static func damage(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    var segments = JPEGUser.segments(of: input)
    let place = random.next(below: segments.count)
    switch random.next(below: 12) {
    case 0: return Mutator.bytes(&input, &random)
    // Lengths and sides stand in front, then counts and selectors.
    case 1...5: Mutator.bytes(&segments[place], reach: random.pick([9, 24, .max]), &random)
    case 6, 7: segments.insert(random.pick(oddities), at: place)
    case 8: segments[place].insert(contentsOf: random.pick(oddities), at: random.next(in: 0...segments[place].count))
    default: Mutator.list(&segments, other: JPEGUser.segments(of: other), &random)
    }
    input = Array(segments.joined())
  }

  /// Returns a file cut where segments begin that have a length, whatever that says; the contents of a scan stay behind it.
  private static func segments(of bytes: [UInt8]) -> [[UInt8]] {
    var (starts, offset) = ([0], 2)
    while offset + 4 <= bytes.count {
      let code = bytes[offset + 1]
      guard bytes[offset] == 0xFF, code >= 0xC0, code != 0xFF, !(0xD0...0xD9).contains(code) else {
        offset += 1
        continue
      }
      starts.append(offset)
      offset += 2 + max(2, Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  private static let oddities: [[UInt8]] = [
    [0xFF, 0xDD, 0, 4, 0, 0], [0xFF, 0xDD, 0, 4, 0, 1], [0xFF, 0xDD, 0, 4, 0xFF, 0xFF], [0xFF, 0xDD, 0, 2],
    [0xFF, 0xCC, 0, 4, 0, 0x10], [0xFF, 0xDC, 0, 4, 0, 8], [0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xDA],
    [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0x01], [0xFF, 0xD3], [0xFF, 0xFF, 0xFF], [0xFF, 0xC4, 0, 2], [0xFF, 0xDB, 0, 2],
    [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0], [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0],
    [0xFF, 0xEE, 0, 14, 65, 100, 111, 98, 101, 0, 100, 0, 0, 0, 0, 2], [0xFF, 0xE0, 0, 5, 0x4A, 0x46, 0x49],
    [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8)
      + [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F],
  ]

  private func use(_ input: [UInt8]) throws -> [String: Int] {
    guard input.count <= JPEGUser.bytesMax else { return [:] }
    unsafe source.last(input.count).copyBytes(from: input)
    let jpeg = unsafe UnsafeRawBufferPointer(source.last(input.count))
    guard let markers = try? unsafe JPEGMarkers(jpeg) else { return [:] }
    let (size, places) = (markers.size, markers.thumbnail ?? 0..<0)
    guard size.width > 0, size.height > 0, (1...JPEGLimits.scansMax).contains(markers.scanCount),
      (1...8).contains(markers.orientation), 0 <= places.lowerBound, places.upperBound <= input.count,
      (1...input.count).contains(markers.entropyOffset)
    else { throw Finding("markers beyond limits: \(markers)") }
    // Larger pictures are left out, so that a million decodes take minutes.
    guard size.pixelCount <= 1 << 18 else { return [:] }
    // Smallest and full size as they come, and one of the others: reduced, cut.
    let target = PixelSize(width: size.width / 3 + 1, height: size.height / 2 + 1)
    let forms = [
      BitmapForm(size, at: DecodeScale(eighths: 1)), BitmapForm(size, at: .full),
      BitmapForm(of: size, reaching: target, fit: input.count % 2 == 0 ? .fill : .crop),
    ]
    var decodeCount = 0
    for form in forms where form.bytes <= JPEGUser.bitmapBytesMax {
      var fresh = PhotoDecoder()
      let used = try unsafe decode(jpeg, size, as: form, &decoder, before: 0)
      let new = try unsafe decode(jpeg, size, as: form, &fresh, before: 1)
      guard used == new else {
        throw Finding("a decoder that was used before makes \(used), a new one \(new), as \(form)")
      }
      if used.checksum != nil { decodeCount += 1 }
    }
    return decodeCount > 0 ? ["decodes": decodeCount] : [:]
  }

  /// Decodes into memory whose bytes are all `before`, and looks for writes before the bitmap.
  private func decode(
    _ jpeg: UnsafeRawBufferPointer, _ size: PixelSize, as form: BitmapForm, _ decoder: inout PhotoDecoder, before: UInt8
  ) throws(Finding) -> (outcome: Result<DecodeOutcome, CodecError>, checksum: UInt64?) {
    let margin = JPEGUser.margin
    let whole = unsafe pixels.last(Int(form.bytes) + margin)
    unsafe whole.initializeMemory(as: UInt8.self, repeating: before)
    let bitmap = unsafe UnsafeMutableRawBufferPointer(rebasing: whole[margin...])
    let outcome = Result { () throws(CodecError) in
      try unsafe decoder.decode(jpeg, as: form, expecting: size, into: bitmap)
    }
    guard unsafe whole[..<margin].allSatisfy({ $0 == before }) else {
      throw Finding("bytes before the bitmap changed, as \(form)")
    }
    return (outcome, (try? outcome.get()).map { _ in unsafe XXHash64.hash(UnsafeRawBufferPointer(bitmap)) })
  }
}

/// Memory that ends where a page begins that must not be touched: one byte too far stops the program.
@safe private struct GuardedBytes: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  init(capacity: Int) {
    let page = Machine.pageSize
    count = (capacity + page - 1) / page * page
    guard let start = unsafe lab_map(count + page, false), unsafe lab_close_pages(start + count, page) == 0
    else { fatalError("no memory for \(capacity) bytes") }
    unsafe self.start = start
  }

  deinit { unsafe lab_unmap(start, count + Machine.pageSize) }

  func last(_ count: Int) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: start + (self.count - count), count: count)
  }
}
