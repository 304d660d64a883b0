/// A file of many traces, each found by its number without reading the others.
///
/// It is a gzip file: its text is the traces, one after the other. Members are blocks of whole traces, whose headers tell
/// their lengths; a member of another program, such as a trace by `gzip`, is a block too.
public final class TracePack: Sendable {
  /// The place of a block.
  struct Place: Hashable, Sendable {
    /// The number of its first trace, from 0.
    let first: Int
    let offset: Int64
    let header: PackHeader
    /// The end of its member: the CRC-32 and the size of the text.
    let trailer: [UInt8]

    var traces: Range<Int> { first..<(first + Int(header.traceCount)) }
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

  /// Returns the traces of a block.
  ///
  /// - Throws: `InputError` naming the block and its traces if it is damaged.
  package func traces(ofBlock number: Int) throws(InputError) -> TracePackBlock {
    let place = places[number]
    guard let member = try file.bytes(at: place.offset, count: Int(place.header.length)) else {
      throw damage(number, place, "it is cut")
    }
    do throws(Gzip.Failure) { return try place.block(member, of: path) } catch {
      throw damage(number, place, error.words)
    }
  }

  private func damage(_ number: Int, _ place: Place, _ what: String) -> InputError {
    .damage(
      path,
      "block \(number + 1) of \(blockCount) at byte \(place.offset), traces \(place.first + 1) to "
        + "\(place.traces.upperBound), is damaged (\(what))")
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

extension TracePack.Place {
  /// Returns its part in the digest of a pack: the number of its traces, and the size and checksum of the text, however
  /// that is compressed; none of a damaged one.
  fileprivate func identity(isWhole: Bool) -> [UInt8] {
    var writer = ByteWriter()
    writer.little32(header.traceCount)
    return writer.bytes + (isWhole ? trailer.suffix(4) + trailer.prefix(4) : Array(repeating: 0, count: 8))
  }

  fileprivate func block(_ member: [UInt8], of path: String) throws(Gzip.Failure) -> TracePackBlock {
    let (text, length) = try Gzip.read(member, textMax: TracePackBlock.textMax)
    let block = try TracePackBlock(text, first: first, of: path)
    guard length == member.count, member.suffix(Gzip.trailerCount) == trailer[...], block.count == traces.count else {
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
      isDamage: true)
  }
}
