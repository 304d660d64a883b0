/// The words of a sweep, from a file, the command line, or both.
public struct SweepSettings: Hashable, Sendable {
  public var strategies: [SweepWord] = []
  public var varies: [SweepWord] = []
  public var budgets: [SweepWord] = []
  public var traces: [SweepWord] = []
  /// The traces of `traces` that are left out.
  public var withoutTraces: [SweepWord] = []
  /// A pack of traces, in place of traces.
  public var packs: [SweepWord] = []
  public var devices: [SweepWord] = []
  public var screens: [SweepWord] = []
  /// The settings that all jobs share, those that are given.
  public var shared: [RunSetting: SweepWord] = [:]

  /// The settings that all jobs share: all but devices and screens, which have lists of their own.
  public static let sharedSettings = RunSetting.all.filter { !["device", "screen"].contains($0.name) }

  public init() {}

  /// Reads a file: a line a setting, its name and then words, separated by spaces; `#` begins a comment.
  ///
  /// - Parameter file: Its path, for messages.
  public init(text: String, file: String) throws(SweepError) {
    for (index, line) in text.textLines.enumerated() {
      let place = "\(file):\(index + 1)"
      var words = line.split(whereSeparator: \.isWhitespace)
      if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words = Array(words[..<comment]) }
      guard let name = words.first.map(String.init) else { continue }
      let values = words.dropFirst().map { SweepWord(String($0), at: place) }
      guard !values.isEmpty else {
        throw SweepError(place, "'\(name)' has no value; write \(name) and what it is to be, or leave out the line")
      }
      if let list = SweepSettings.lists.first(where: { $0.name == name }) {
        self[keyPath: list.path] += values
      } else if let setting = SweepSettings.sharedSettings.first(where: { $0.name == name }) {
        guard values.count == 1, let value = values.first else {
          throw SweepError(place, "'\(name)' takes one value, not \(values.count); keep one")
        }
        if let earlier = shared[setting] {
          throw SweepError(place, "'\(name)' stands in \(earlier.place) already; keep one of the two")
        }
        shared[setting] = value
      } else {
        let names = (SweepSettings.lists.map(\.name) + SweepSettings.sharedSettings.map(\.name)).ordered()
        throw SweepError(place, "'\(name)' is no setting of a sweep; \(hint(for: name, among: names))")
      }
    }
  }

  /// Lets thumbnails come first, as Photos does, unless a word says otherwise.
  public mutating func deliverAsPhotos() {
    guard let delivery = RunSetting.named("delivery"), shared[delivery] == nil else { return }
    shared[delivery] = SweepWord(ReplayDelivery.opportunistic.rawValue, at: "--delivery")
  }

  /// Returns these settings with others in place of those of the same kind; strategies and grids of them are one kind, and
  /// so are traces and packs.
  public func replaced(by other: SweepSettings) -> SweepSettings {
    var result = self
    let kinds: [[List]] = [
      [\.strategies, \.varies], [\.traces, \.packs], [\.budgets], [\.withoutTraces], [\.devices], [\.screens],
    ]
    for kind in kinds where kind.contains(where: { !other[keyPath: $0].isEmpty }) {
      for list in kind { result[keyPath: list] = other[keyPath: list] }
    }
    result.shared.merge(other.shared) { $1 }
    return result
  }

  /// The settings as options of a command line.
  public var words: [String] {
    SweepSettings.lists.flatMap { list in self[keyPath: list.path].flatMap { ["--\(list.name)", $0.text] } }
      + RunSetting.words { shared[$0]?.text }
  }

  private typealias List = any WritableKeyPath<SweepSettings, [SweepWord]> & Sendable

  private static let lists: [(name: String, path: List)] = [
    ("strategy", \.strategies), ("vary", \.varies), ("budget", \.budgets), ("trace", \.traces),
    ("without", \.withoutTraces), ("pack", \.packs), ("device", \.devices), ("screen", \.screens),
  ]
}

/// A word, and the place where it was written, which errors name.
public struct SweepWord: Hashable, Sendable {
  public var text: String
  /// `my.sweep:12`, or `--vary`.
  public var place: String

  public init(_ text: String, at place: String) {
    self.text = text
    self.place = place
  }

  func error(_ problem: String) -> SweepError { SweepError(place, problem) }
}

/// An error in a sweep's words or files: the place, the value and the cure.
public struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `my.sweep:12`, `--vary`, or the path of a file.
  public let place: String
  public let problem: String

  public init(_ place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  public var description: String { "\(place.visible): \(problem.visible)" }
}
