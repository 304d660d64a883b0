/// A file of many traces, each found by its number without reading the others.
///
/// It is a gzip file: its text is the traces, one after the other. Members are blocks of whole traces, whose headers tell
/// their lengths; a member of another program, such as a trace by `gzip`, is a block too.
public final class TracePack: Sendable {
  struct Place: Hashable, Sendable {
    /// The number of its first trace, from 0.
    let first: Int
    let offset: Int64
    let header: PackHeader
    /// The end of its member: the CRC-32 and the size of the text.
    let trailer: [UInt8]

    var traces: Range<Int> { first..<(first + Int(header.traceCount)) }

    /// Returns its part in the digest of a pack: the number of its traces, and the size and checksum of the text, however
    /// that is compressed; none of a damaged one.
    fileprivate func identity(isWhole: Bool) -> [UInt8] {
      var writer = ByteWriter()
      writer.little32(header.traceCount)
      return writer.bytes + (isWhole ? trailer.suffix(4) + trailer.prefix(4) : Array(repeating: 0, count: 8))
    }
  }

  package static let tracesMax = 100_000_000

  public var path: String { file.path }
  public var traceCount: Int { places.last?.traces.upperBound ?? 0 }
  public var blockCount: Int { places.count }
  /// SHA-256 over the counts of traces and the sizes and checksums of the texts of all blocks.
  public let digest: String
  public var byteCount: Int64 { file.byteCount }
  private let file: PackFile
  let places: [Place]
  /// Descriptions of the places that hold something other than a block.
  public let damage: [String]

  /// Opens a pack.
  ///
  /// - Parameter skippingDamage: Whether to read the blocks before a place after which none can be found.
  /// - Throws: `InputError` if the file is not a pack, or is cut short.
  public init(_ path: String, skippingDamage: Bool = false) throws(InputError) {
    file = try PackFile(path)
    let walk = try PackWalk(file)
    if !skippingDamage, let damage = walk.damage.first { throw .damage(path, damage) }
    (places, damage) = (walk.places, walk.damage)
    var hash = SHA256()
    for place in places { hash.update(place.identity(isWhole: true)) }
    digest = hash.hex
  }

  /// Returns the number of the block that has a trace.
  ///
  /// - Precondition: The pack has such a trace.
  public func block(ofTrace number: Int) -> Int {
    precondition((0..<traceCount).contains(number), "a trace of the pack")
    return places.indices.partitioningIndex { places[$0].traces.upperBound > number }
  }

  /// - Throws: `InputError` naming the block and its traces if it is damaged.
  package func traces(ofBlock number: Int) throws(InputError) -> TracePackBlock {
    let place = places[number]
    let member = try file.bytes(at: place.offset, count: Int(place.header.length))
    do throws(Gzip.Failure) {
      let (text, length) = try Gzip.read(member, textMax: TracePackBlock.textMax)
      let block = try TracePackBlock(text, first: place.first, of: path)
      guard length == member.count, member.suffix(Gzip.trailerCount) == place.trailer[...],
        block.count == place.traces.count
      else { throw .damaged("it is not what its header says") }
      return block
    } catch {
      throw .damage(
        path,
        "block \(number + 1) of \(blockCount) at byte \(place.offset), traces \(place.first + 1) to "
          + "\(place.traces.upperBound), is damaged (\(error.words))")
    }
  }

  /// Returns whether a block is undamaged.
  ///
  /// - Throws: `InputError` if it cannot be read, whether it is damaged or not.
  public func isWhole(block number: Int) throws(InputError) -> Bool {
    do { _ = try traces(ofBlock: number) } catch {
      if error.isDamage { return false }
      throw error
    }
    return true
  }

  /// Returns the identity of the pack in a plan: its digest, in which a block that is left out has no text, and the numbers
  /// of the damaged blocks, which are left out.
  ///
  /// - Parameter skippingDamage: Whether to read all blocks, and to leave out damaged ones. So all processes leave out the
  ///   same blocks of a pack, which has another digest than a whole one.
  public func content(skippingDamage: Bool) throws(InputError) -> (digest: String, damaged: Set<Int>) {
    if !skippingDamage { return (digest, []) }
    var (hash, damaged) = (SHA256(), Set<Int>())
    for (number, place) in places.enumerated() {
      let isWhole = try isWhole(block: number)
      if !isWhole { damaged.insert(number) }
      hash.update(place.identity(isWhole: isWhole))
    }
    return (hash.hex, damaged)
  }
}

extension InputError {
  package static func damage(_ path: String, _ problem: String) -> InputError {
    InputError(
      path, problem,
      cure: "copy the pack again, or leave what is damaged out: trace unpack and sweep have --skip-damaged",
      isDamage: true)
  }
}

/// The traces of a block of a pack, whose texts follow each other.
package struct TracePackBlock: Sendable {
  package static let tracesMax = 32
  /// The most lines and bytes of a trace of a pack, so that its replay fits a small machine.
  package static let linesMax = 500_000
  package static let traceBytesMax = 16 << 20
  /// The bytes of text after which a writer begins another block.
  static let fullCount = 4 << 20
  static let textMax = traceBytesMax + fullCount

  private let path: String
  /// The number of its first trace in the pack, from 0.
  package let first: Int
  private let text: [UInt8]
  private let traces: [Range<Int>]

  package var count: Int { traces.count }

  init(_ text: [UInt8], first: Int, of path: String) throws(Gzip.Failure) {
    // Only a header begins with a brace.
    guard text.first == UInt8(ascii: "{") else { throw .damaged("it does not begin with the header of a trace") }
    var (starts, isNew) = ([Int](), true)
    for index in text.indices {
      if isNew, text[index] == UInt8(ascii: "{") { starts.append(index) }
      isNew = text[index] == UInt8(ascii: "\n")
    }
    (self.text, self.first, self.path) = (text, first, path)
    traces = zip(starts, starts.dropFirst() + [text.count]).map { $0..<$1 }
  }

  package func bytes(_ index: Int) -> [UInt8] { Array(text[traces[index]]) }

  /// Returns the name of a trace in the pack, which is empty if its header has none.
  package func name(_ index: Int) -> String {
    let line = text[traces[index]].prefix { $0 != UInt8(ascii: "\n") }
    return TraceDocument.name(inHeader: Array(line)) ?? ""
  }

  /// Returns a trace, checked as its file would be.
  package func trace(_ index: Int) throws(InputError) -> Trace {
    try named(index) { bytes, name throws(InputError) in
      try Trace.parse(bytes, name: name, sha256: "", linesMax: TracePackBlock.linesMax)
    }
  }

  /// Returns a trace as its lines, checked as its file would be.
  package func document(_ index: Int) throws(InputError) -> TraceDocument {
    try named(index) { bytes, name throws(InputError) in try TraceDocument(bytes, name: name, asWritten: true) }
  }

  private func named<Value>(
    _ index: Int, _ read: (_ bytes: [UInt8], _ name: String) throws(InputError) -> Value
  ) throws(InputError) -> Value {
    do { return try read(bytes(index), name(index)) } catch {
      throw .damage("\(path)#\(first + index + 1)", error.description)
    }
  }
}
