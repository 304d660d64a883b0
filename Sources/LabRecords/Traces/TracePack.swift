public import CacheLab

/// A file of many traces, each found by its number without reading the others.
///
/// It is a gzip file: its text is the traces, one after the other. Members are blocks of whole traces, whose headers tell
/// their lengths; a member of another program, such as a trace by `gzip`, is a block too.
public final class TracePack: Sendable {
  /// The place of a block.
  struct Place: Hashable, Sendable {
    /// The number of its first trace, from 0.
    var first: Int
    var offset: Int64
    var entry: PackEntry
    /// True if its member has a header with the entry.
    var hasHeader = true

    var traces: Range<Int> { first..<(first + Int(entry.traceCount)) }
  }

  /// The most traces of a pack.
  package static let tracesMax = 100_000_000

  public var path: String { file.path }
  public var traceCount: Int { places.last?.traces.upperBound ?? 0 }
  public var blockCount: Int { places.count }
  /// SHA-256 over the counts of traces and the sizes and checksums of the texts of all blocks.
  public let digest: String
  public var byteCount: Int64 { file.byteCount }
  private let file: PackFile
  /// The places of blocks by number.
  let places: [Place]
  /// The places with something else than a block, in words.
  public let damage: [String]

  /// Opens a pack.
  ///
  /// - Parameter skippingDamage: Whether to take the blocks of a pack before a place at which none can be told.
  /// - Throws: `InputError` if the file is not a pack, or is cut short.
  public init(_ path: String, skippingDamage: Bool = false) throws(InputError) {
    file = try PackFile(path)
    let walk = try PackWalk(file)
    if !skippingDamage, let damage = walk.damage.first { throw .damage(path, damage) }
    damage = walk.damage
    var (places, count) = (walk.places, 0)
    for index in places.indices {
      places[index].first = count
      count += Int(places[index].entry.traceCount)
      guard count <= TracePack.tracesMax else {
        throw InputError(path, "it has more than \(TracePack.tracesMax) traces", cure: "part it")
      }
    }
    self.places = places
    var hash = SHA256()
    for place in places { hash.update(place.entry.identity) }
    digest = hash.hex
  }

  /// Returns the number of the block that has a trace.
  ///
  /// - Precondition: a trace of the pack.
  public func block(ofTrace number: Int) -> Int {
    precondition((0..<traceCount).contains(number), "a trace of the pack")
    var (low, high) = (0, blockCount - 1)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].traces.upperBound <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the block that has a trace, and the number of the block's first.
  ///
  /// - Precondition: a trace of the pack.
  package func traces(around number: Int) throws(InputError) -> (first: Int, traces: TracePackBlock) {
    try traces(ofBlock: block(ofTrace: number))
  }

  /// Returns the traces of a block, and the number of its first.
  ///
  /// - Throws: `InputError` naming the block and its traces if it is damaged.
  package func traces(ofBlock number: Int) throws(InputError) -> (first: Int, traces: TracePackBlock) {
    let place = places[number]
    guard let member = try file.bytes(at: place.offset, count: Int(place.entry.length)) else {
      throw damage(number, place, "it is cut")
    }
    guard place.isWhole(member) else { throw damage(number, place, "its checksum is wrong") }
    do throws(Gzip.Failure) { return (place.first, try place.block(member)) } catch {
      throw damage(number, place, error.words)
    }
  }

  /// Returns a trace of a block.
  ///
  /// - Throws: `InputError` naming the trace if it cannot be read.
  package func document(
    _ index: Int, of block: (first: Int, traces: TracePackBlock)
  ) throws(InputError) -> TraceDocument {
    do { return try block.traces.document(index) } catch {
      throw .damage("\(path)#\(block.first + index + 1)", "\(error)")
    }
  }

  /// Returns the text of a trace of a block.
  ///
  /// - Throws: `InputError` naming the trace if it is not valid.
  package func bytes(_ index: Int, of block: (first: Int, traces: TracePackBlock)) throws(InputError) -> [UInt8] {
    let bytes = block.traces.bytes(index)
    do { _ = try Trace.check(bytes, name: block.traces.name(index)) } catch {
      throw .damage("\(path)#\(block.first + index + 1)", "\(error)")
    }
    return bytes
  }

  private func damage(_ number: Int, _ place: Place, _ what: String) -> InputError {
    .damage(
      path,
      "block \(number + 1) of \(blockCount) at byte \(place.offset), traces \(place.first + 1) to "
        + "\(place.traces.upperBound), is damaged (\(what))")
  }

  /// Returns whether a block is as it was written.
  ///
  /// - Throws: `InputError` if it cannot be read, which says nothing about it.
  public func isWhole(block number: Int) throws(InputError) -> Bool {
    let place = places[number]
    return try file.bytes(at: place.offset, count: Int(place.entry.length)).map { place.isWhole($0) } ?? false
  }

  /// The identity of a pack in a plan.
  public struct Content: Hashable, Sendable {
    /// The digest of the pack, in which a block that is left out has no text.
    public let digest: String
    /// The numbers of damaged blocks, which are left out.
    public let damaged: Set<Int>
  }

  /// Returns the identity of the pack, against which each block that is read is checked.
  ///
  /// - Parameter skippingDamage: Whether to read all blocks, and to leave out damaged ones. So all processes leave out the
  ///   same blocks of a pack, which has another digest than a whole one.
  public func content(skippingDamage: Bool) throws(InputError) -> Content {
    if !skippingDamage { return Content(digest: digest, damaged: []) }
    var (hash, damaged) = (SHA256(), Set<Int>())
    for (number, place) in places.enumerated() {
      var entry = place.entry
      if try !isWhole(block: number) {
        damaged.insert(number)
        (entry.textCount, entry.textChecksum) = (0, 0)
      }
      hash.update(entry.identity)
    }
    return Content(digest: hash.hex, damaged: damaged)
  }
}

extension TracePack.Place {
  /// Returns whether a member is as it was written.
  func isWhole(_ member: [UInt8]) -> Bool {
    let header = hasHeader ? entry.header : []
    return member.starts(with: header) && PackEntry.textChecksum(member) == entry.textChecksum
      && XXHash64.hash(Array(member[header.count...])) == entry.checksum
  }

  /// Returns the traces of a member.
  func block(_ member: [UInt8]) throws(Gzip.Failure) -> TracePackBlock {
    let (text, length) = try Gzip.read(member, textMax: Int(entry.textCount))
    let block = try TracePackBlock(text)
    guard length == Int(entry.length), text.count == Int(entry.textCount), block.count == Int(entry.traceCount) else {
      throw .damaged("it is not what its header says")
    }
    return block
  }
}

extension InputError {
  /// Returns the error of a damaged block or trace of a pack.
  package static func damage(_ path: String, _ problem: String) -> InputError {
    InputError(
      path, problem,
      cure: "copy the pack again, or leave what is damaged out: trace unpack and sweep have --skip-damaged",
      part: .block)
  }
}
