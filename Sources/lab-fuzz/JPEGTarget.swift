import CacheLab
import LabBase
import LabLibrary
import LabSystem
import Strategies
import StrategyKit

/// Reads the markers of damaged JPEGs and decodes what passes them.
struct JPEGTarget: FuzzTarget, ~Copyable {
  static let kind = (plural: "JPEGs", suffix: "jpg")

  let seeds: [[UInt8]]
  /// One decoder for all, as a worker has: what it remembers must not matter.
  private var decoder: PhotoDecoder
  private var source = GuardedBytes(capacity: JPEGTarget.bytesMax)
  private var pixels = CanaryPixels()
  private var other = CanaryPixels()

  /// Larger inputs are left out.
  private static let bytesMax = 1 << 20
  /// Larger pictures are left out, so that a million decodes take minutes.
  private static let pixelsMax: Int64 = 1 << 18

  init(_ corpus: Corpus) throws {
    let found = try corpus.files("jpg")
    decoder = try PhotoDecoder()
    seeds = found
  }

  static func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    JPEGMutator.mutate(&input, &random)
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    guard let jpeg = unsafe source.copy(input) else { return [:] }
    guard let markers = try? unsafe JPEGMarkers(jpeg) else { return [:] }
    try look(at: markers, byteCount: input.count)
    guard markers.size.pixelCount <= JPEGTarget.pixelsMax else { return [:] }
    var decodeCount = 0
    for form in JPEGTarget.forms(markers.size, number: input.count) where try unsafe decode(jpeg, markers, as: form) {
      decodeCount += 1
    }
    return decodeCount > 0 ? ["read": 1, "decodes": decodeCount] : [:]
  }

  /// Smallest and full size as they come, and one of the others: reduced, cut, in planes.
  private static func forms(_ size: PixelSize, number: Int) -> [BitmapForm] {
    let target = PixelSize(width: size.width / 3 + 1, height: size.height / 2 + 1)
    func form(_ fit: Fit, _ pixels: PixelFormat) -> BitmapForm {
      BitmapForm(of: size, reaching: target, fit: fit, scales: .all, pixels: pixels)
    }
    let others = [
      form(.fill, .bgra), form(.crop, .bgra), form(.fill, .yuv420), form(.crop, .yuv420),
      BitmapForm(size, at: .full, pixels: .yuv420),
    ]
    return [BitmapForm(size, at: DecodeScale(eighths: 1)), BitmapForm(size, at: .full), others[number % others.count]]
  }

  private func look(at markers: JPEGMarkers, byteCount: Int) throws(Finding) {
    guard markers.size.width > 0, markers.size.height > 0 else { throw Finding("a size of \(markers.size)") }
    guard (1...JPEGLimits.scansMax).contains(markers.scanCount) else {
      throw Finding("\(markers.scanCount) scans passed the limits")
    }
    guard (1...8).contains(markers.orientation) else { throw Finding("an orientation of \(markers.orientation)") }
    guard markers.thumbnail.map({ $0.lowerBound >= 0 && $0.upperBound <= byteCount }) ?? true,
      (1...byteCount).contains(markers.entropyOffset)
    else { throw Finding("an offset outside the file") }
  }

  /// Decodes with the decoder of all inputs and with a new one: both must do the same, within the bitmap.
  private mutating func decode(
    _ jpeg: UnsafeRawBufferPointer, _ markers: JPEGMarkers, as form: BitmapForm
  ) throws(Finding) -> Bool {
    let byteCount = Int(form.bytes)
    let outcome = unsafe JPEGTarget.outcome(of: jpeg, markers, form, &decoder, pixels.prepare(byteCount))
    guard pixels.isIntact else { throw Finding("bytes beside the bitmap changed, as \(form)") }
    guard var fresh = try? PhotoDecoder() else { throw Finding("no further decoder") }
    let again = unsafe JPEGTarget.outcome(of: jpeg, markers, form, &fresh, other.prepare(byteCount, content: 1))
    guard outcome == again else {
      throw Finding("a decoder that was used before says \(outcome), a new one \(again), as \(form)")
    }
    guard case .success = outcome else { return false }
    guard pixels.equals(other, as: form) else {
      throw Finding("a decoder that was used before makes other pixels, as \(form)")
    }
    return true
  }

  private static func outcome(
    of jpeg: UnsafeRawBufferPointer, _ markers: JPEGMarkers, _ form: BitmapForm, _ decoder: inout PhotoDecoder,
    _ pixels: UnsafeMutableRawBufferPointer
  ) -> Result<DecodeOutcome, CodecError> {
    Result { () throws(CodecError) in
      try unsafe decoder.decode(jpeg, as: form, expecting: markers.size, into: pixels)
    }
  }
}

/// Memory that ends where a page begins that nobody may touch: reading one byte too far stops the program.
@safe struct GuardedBytes: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  private let mapped: Int

  /// - Parameter capacity: Bytes it holds at most; rounded up to whole pages.
  init(capacity: Int) {
    let page = Machine.pageSize
    self.capacity = (capacity + page - 1) / page * page
    mapped = self.capacity + page
    guard let map = unsafe try? Pages.map(byteCount: mapped) else { fatalError("no memory for \(capacity) bytes") }
    unsafe start = map
    guard unsafe (try? Pages.close(map + self.capacity, byteCount: page)) != nil else {
      fatalError("no page can be closed")
    }
  }

  deinit { unsafe Pages.unmap(start, byteCount: mapped) }

  /// A copy of `bytes` that ends at the closed page; valid until the next call. Nil when they do not fit.
  mutating func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer? {
    guard bytes.count <= capacity else { return nil }
    let target = unsafe UnsafeMutableRawBufferPointer(start: start + (capacity - bytes.count), count: bytes.count)
    unsafe target.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(target)
  }
}

/// A bitmap of an exact size with known bytes before and behind it.
@safe struct CanaryPixels: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private var byteCount = 0

  private static let margin = 64
  private static let mark: UInt8 = 0xA5

  init() { unsafe memory = .allocate(byteCount: 1 << 16, alignment: 64) }

  deinit { unsafe memory.deallocate() }

  /// Memory of just so many bytes, all `content`; valid until the next call.
  mutating func prepare(_ byteCount: Int, content: UInt8 = mark) -> UnsafeMutableRawBufferPointer {
    let whole = byteCount + 2 * CanaryPixels.margin
    if unsafe memory.count < whole {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: whole, alignment: 64)
    }
    self.byteCount = byteCount
    unsafe memory.initializeMemory(as: UInt8.self, repeating: CanaryPixels.mark)
    unsafe (memory.baseAddress! + CanaryPixels.margin).initializeMemory(
      as: UInt8.self, repeating: content, count: byteCount)
    return unsafe UnsafeMutableRawBufferPointer(start: memory.baseAddress! + CanaryPixels.margin, count: byteCount)
  }

  /// True when nothing beside the bitmap was written.
  var isIntact: Bool {
    let end = CanaryPixels.margin + byteCount
    return (0..<CanaryPixels.margin).allSatisfy {
      unsafe memory[$0] == CanaryPixels.mark && memory[end + $0] == CanaryPixels.mark
    }
  }

  /// True when both hold the same bitmap; what pads the rows of planes is nobody's.
  func equals(_ other: borrowing CanaryPixels, as form: BitmapForm) -> Bool {
    guard byteCount == other.byteCount else { return false }
    let chroma = form.size.chroma
    let rows: [(count: Int32, bytes: Int64, stride: Int64)] =
      switch form.pixels {
      case .bgra: [(1, form.bytes, form.bytes)]
      case .yuv420:
        [form.size, chroma, chroma].map {
          ($0.height, Int64($0.width), PixelFormat.rowBytes(ofPlaneWidth: $0.width))
        }
      }
    var offset = CanaryPixels.margin
    for plane in rows {
      for _ in 0..<plane.count {
        let row = offset..<offset + Int(plane.bytes)
        guard unsafe memory[row].elementsEqual(other.memory[row]) else { return false }
        offset += Int(plane.stride)
      }
    }
    return true
  }
}
