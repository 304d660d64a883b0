/// The traces of a block of a pack, whose texts follow each other.
package struct TracePackBlock: Sendable {
  /// The most traces that a writer puts into a block.
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

  /// - Throws: `Gzip.Failure` for a text that does not begin with a trace.
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

  /// Returns the text of a trace, as in a file.
  package func bytes(_ index: Int) -> [UInt8] { Array(text[traces[index]]) }

  /// Returns the name of a trace in the pack, which is empty if its header has none.
  package func name(_ index: Int) -> String {
    let line = text[traces[index]].prefix { $0 != UInt8(ascii: "\n") }
    return TraceDocument.name(inHeader: Array(line)) ?? ""
  }

  /// Returns a trace, checked as its file would be.
  ///
  /// - Throws: `InputError` naming the trace, as `document`.
  package func trace(_ index: Int, sha256: String) throws(InputError) -> Trace {
    try named(index) { bytes, name throws(InputError) in
      try Trace.parse(bytes, name: name, sha256: sha256, linesMax: TracePackBlock.linesMax)
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
