import LabBase

/// Reads a file of callgrind line by line.
struct CallgrindReader {
  /// What a function executed, itself and with what it calls.
  struct Cost {
    var own: Int64 = 0
    var inclusive: Int64 = 0
  }

  private(set) var functions: [String: Cost] = [:]
  private(set) var total: Int64?
  /// What all functions executed themselves.
  private(set) var sum: Int64 = 0
  private(set) var trigger = ""
  private(set) var line = 0

  /// Figures that stand before the events of a line of cost: a line number, an address.
  private var positions = 1
  private var hasEvents = false
  /// Names by their numbers: a name is written out once.
  private var objectNames: [Substring: Substring] = [:]
  private var functionNames: [Substring: Substring] = [:]
  private var object: Substring = ""
  private var caller: String?
  private var calledObject: Substring?
  private var callee: String?
  /// True when the next line of cost is that of a call.
  private var isCall = false

  mutating func read(_ bytes: [UInt8]) throws(CallgrindError) {
    guard bytes.count <= CallgrindProfile.bytesMax else { throw error("the file is larger than 64 MiB") }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      self.line += 1
      if let first = line.utf8.first { try read(line, first) }
    }
  }

  private mutating func read(_ line: Substring, _ first: UInt8) throws(CallgrindError) {
    // A line of cost, the most frequent: digits, or how far from the position before.
    if (0x30...0x39).contains(first) || first == 0x2B || first == 0x2D || first == 0x2A { return try cost(line) }
    guard let mark = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return }
    let (key, value) = (line[..<mark], line[line.index(after: mark)...].drop { $0 == " " })
    switch (key, line[mark]) {
    case ("ob", "="): object = try name(value, &objectNames)
    case ("cob", "="): calledObject = try name(value, &objectNames)
    case ("fn", "="):
      caller = function(try name(value, &functionNames), of: object)
      (callee, calledObject) = (nil, nil)
    case ("cfn", "="): callee = function(try name(value, &functionNames), of: calledObject ?? object)
    case ("calls", "="): isCall = true
    case ("positions", ":"): positions = value.split(separator: " ").count
    case ("events", ":"):
      guard value.split(separator: " ").first == "Ir" else { throw error("its first event is not Ir") }
      hasEvents = true
    case ("totals", ":"): total = try number(value.split(separator: " ").first ?? "")
    case ("desc", ":"):
      let mark = "Trigger: Client Request: "
      if value.hasPrefix(mark) { trigger = String(value.dropFirst(mark.count)) }
    default: break
    }
  }

  private mutating func cost(_ line: Substring) throws(CallgrindError) {
    guard hasEvents, let caller else { throw error("a cost stands before its function") }
    let words = line.split(separator: " ")
    // Events that are left out are 0.
    let cost = words.count > positions ? try number(words[positions]) : 0
    if isCall {
      guard let callee else { throw error("a call stands before what it calls") }
      (isCall, calledObject) = (false, nil)
      if callee != caller { try add(cost, to: \.inclusive, of: caller) }
      return
    }
    let (new, isTooMuch) = sum.addingReportingOverflow(cost)
    if isTooMuch { throw error("its costs are too large") }
    sum = new
    try add(cost, to: \.own, of: caller)
    try add(cost, to: \.inclusive, of: caller)
  }

  private mutating func add(
    _ cost: Int64, to part: WritableKeyPath<Cost, Int64>, of function: String
  ) throws(CallgrindError) {
    let (new, isTooMuch) = functions[function, default: Cost()][keyPath: part].addingReportingOverflow(cost)
    if isTooMuch { throw error("its costs are too large") }
    functions[function, default: Cost()][keyPath: part] = new
  }

  /// `(7) name` names number 7, `(7)` is what was named so; anything else is a name.
  private func name(
    _ text: Substring, _ known: inout [Substring: Substring]
  ) throws(CallgrindError) -> Substring {
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return text }
    let (number, rest) = (text[..<end], text[text.index(after: end)...].drop { $0 == " " })
    if !rest.isEmpty {
      known[number] = rest
      return rest
    }
    guard let name = known[number] else { throw error("\(text.prefix(20)) was not named before") }
    return name
  }

  /// A function that has only an address is told by its file, too.
  private func function(_ name: Substring, of object: Substring) -> String {
    guard name.hasPrefix("0x") || name == "???" else { return String(name) }
    return "\(object.split(separator: "/").last ?? "?") \(name)"
  }

  private func number(_ text: Substring) throws(CallgrindError) -> Int64 {
    guard let number = Int64(text), number >= 0 else { throw error("\(text.prefix(40)) is no number") }
    return number
  }

  private func error(_ reason: String) -> CallgrindError { CallgrindError(line: line, reason: reason) }
}

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
