package import CacheLab

/// The traces of a block of a pack, whose texts follow each other.
package struct TracePackBlock: Sendable {
  /// The most traces that a writer puts into a block.
  package static let tracesMax = 32
  /// The most lines and bytes of a trace of a pack, whose replay fits a small machine.
  package static let linesMax = 500_000
  package static let traceBytesMax = 16 << 20
  /// The bytes of text after which a writer begins another block.
  static let fullCount = 4 << 20
  static let textMax = traceBytesMax + fullCount

  private let text: [UInt8]
  private let traces: [Range<Int>]

  package var count: Int { traces.count }

  /// - Throws: `Gzip.Failure` for a text that does not begin with a trace.
  init(_ text: [UInt8]) throws(Gzip.Failure) {
    // Only a header begins with a brace.
    guard text.first == UInt8(ascii: "{") else { throw .damaged("it does not begin with the header of a trace") }
    var (starts, isNew) = ([Int](), true)
    for index in text.indices {
      if isNew, text[index] == UInt8(ascii: "{") { starts.append(index) }
      isNew = text[index] == UInt8(ascii: "\n")
    }
    self.text = text
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
  package func trace(_ index: Int, sha256: String) throws(InputError) -> Trace {
    try Trace.parse(
      bytes(index), name: name(index), sha256: sha256, linesMax: TracePackBlock.linesMax)
  }

  /// Returns a trace as its lines, checked as its file would be.
  package func document(_ index: Int) throws(InputError) -> TraceDocument {
    try TraceDocument(bytes(index), name: name(index), asWritten: true)
  }
}
