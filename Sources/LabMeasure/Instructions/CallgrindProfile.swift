import LabBase

/// What a file of callgrind says: instructions of each function, itself and with all that it calls.
///
/// The format is in valgrind's manual, "Callgrind Format Specification". Line numbers, jumps and further events are passed
/// over. A file that was cut, or that nobody's callgrind wrote, is refused.
public struct CallgrindProfile: Hashable, Sendable {
  public struct Function: Hashable, Sendable {
    /// As the linker knows it; a function without a name is the place in its file.
    public var name: String
    public var own: Int64
    /// With what it calls; what it calls of itself is not counted twice.
    public var inclusive: Int64
  }

  /// Instructions of all functions.
  public private(set) var total: Int64 = 0
  /// By instructions with what they call, the most first.
  public private(set) var functions: [Function] = []
  /// The word with which the program asked for the file; empty where it did not.
  public private(set) var trigger = ""

  /// Bytes of a file at most.
  public static let bytesMax = 64 << 20

  /// - Throws: `CallgrindError` with the line.
  public init(_ text: [UInt8]) throws(CallgrindError) {
    var reader = CallgrindReader()
    try reader.read(text)
    let line = reader.line
    guard let total = reader.total else { throw CallgrindError(line: line, reason: "the file ends before its totals") }
    guard reader.sum == total else {
      throw CallgrindError(line: line, reason: "its functions have \(reader.sum) instructions, its totals \(total)")
    }
    self.total = total
    trigger = reader.trigger
    functions = reader.functions.map { name, cost in
      Function(name: name, own: cost.own, inclusive: min(total, cost.inclusive))
    }
    // Names break ties: dictionaries have no order.
    functions.sort { ($1.inclusive, $0.name) < ($0.inclusive, $1.name) }
  }
}

/// Why a file is no profile of callgrind's.
public struct CallgrindError: Error, Hashable, Sendable, CustomStringConvertible {
  public let line: Int
  public let reason: String

  public var description: String { "line \(line): \(reason)".visible }
}
