import CacheLab

/// A word of an event file, packed into integers, so that words are compared at once.
struct EventWord: Hashable, Sendable {
  /// The last eight bytes, and up to eight before them; a longer word is no word that is known.
  private let last: UInt64
  private let first: UInt64

  /// - Parameters:
  ///   - last: The bytes one after the other, of which the last eight are left.
  ///   - bytes: The same.
  init(last: UInt64, _ bytes: some RandomAccessCollection<UInt8>) {
    self.last = last
    first = bytes.count <= 8 ? 0 : bytes.count > 16 ? .max : bytes.dropLast(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(last: bytes.reduce(0) { $0 << 8 | UInt64($1) }, bytes)
  }
}

/// The values that a word of an event file may stand for; those that come first are found first.
struct EventWords<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private let words: ContiguousArray<(word: EventWord, value: Value)>

  init() { words = ContiguousArray(Value.allCases.map { (EventWord($0.rawValue), $0) }) }

  subscript(word: EventWord) -> Value? {
    for entry in words where entry.word == word { return entry.value }
    return nil
  }
}

extension EventName {
  static let words = EventWords<EventName>()
}

extension RequestOutcome {
  static let words = EventWords<RequestOutcome>()
}

extension JobCause {
  static let words = EventWords<JobCause>()
}

extension DropReason {
  static let words = EventWords<DropReason>()
}
