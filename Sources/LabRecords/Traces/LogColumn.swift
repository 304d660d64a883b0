import CacheLab

/// A column of a log of touches or offsets.
public enum LogColumn: Int, CaseIterable, Sendable {
  /// `x` is not used, so that a log may lack it.
  case user, session, time, action, stroke, x, y, pointer, offset

  /// The name in an option.
  public var name: String { "\(self)" }

  /// The name in a sentence.
  var words: String {
    switch self {
    case .y: "y of the touch"
    case .pointer: "number of the finger"
    case .stroke: "number of the stroke"
    default: name
    }
  }

  /// True if a log may lack it.
  public var isOptional: Bool { ![.time, .y, .offset].contains(self) }

  /// The headings with its meaning, without case, punctuation and unit.
  var headings: [String] {
    switch self {
    case .user: ["user", "userid", "uid", "participant", "participantid", "subject", "subjectid", "person", "personid"]
    case .session: ["session", "sessionid", "sid", "sessionnumber", "visit", "trial", "activityid"]
    case .time: ["time", "timestamp", "t", "ts", "eventtime", "systime"]
    case .action: ["action", "actionid", "actiontype", "event", "eventtype", "type", "phase"]
    case .stroke: ["stroke", "strokeid", "swipe", "swipeid", "gesture", "gestureid"]
    case .x: ["x"]
    case .y: ["y", "ycoordinate", "touchy", "posy", "clienty", "pagey", "screeny", "rawy"]
    case .pointer: ["pointer", "pointerid", "finger", "fingerid", "touchid", "identifier"]
    case .offset: ["offset", "offsety", "contentoffset", "contentoffsety", "scrolly", "scrolltop", "scrolloffset"]
    }
  }
}

/// The unit of a log's times. The raw value is its name in `--time-unit` and in headings.
public enum TimeUnit: String, CaseIterable, Sendable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  private var place: Int { TimeUnit.allCases.firstIndex(of: self) ?? 0 }

  /// The decimals of a time in nanoseconds.
  var decimals: Int { 9 - 3 * place }

  /// The number in a second.
  var perSecond: Double { [1, 1e3, 1e6, 1e9][place] }
}

/// The heading of a column, split into its name and its unit: `scrollY (px)` is `scrolly` in pixels.
struct LogHeading {
  enum Unit: Hashable { case time(TimeUnit), pixels, points }

  let name: String
  let unit: Unit?

  private static let units: [(Unit, words: [String])] = [
    (.time(.seconds), ["s", "sec", "secs", "second", "seconds"]),
    (.time(.milliseconds), ["ms", "msec", "millis", "millisecond", "milliseconds"]),
    (.time(.microseconds), ["us", "\u{B5}s", "\u{3BC}s", "usec", "micros", "microsecond", "microseconds"]),
    (.time(.nanoseconds), ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"]),
    (.pixels, ["px", "pixel", "pixels"]), (.points, ["pt", "pts", "point", "points", "dp", "dip"]),
  ]

  init(_ heading: String) {
    var (words, last): ([String], Character?) = ([], nil)
    for character in heading {
      let isOfWord = character.isLetter || character.isNumber
      // A capital behind a small letter begins a word.
      if isOfWord, let last, !(character.isUppercase && last.isLowercase) {
        words[words.count - 1] += character.lowercased()
      } else if isOfWord {
        words.append(character.lowercased())
      }
      last = isOfWord ? character : nil
    }
    unit = words.count > 1 ? LogHeading.units.first { $0.words.contains(words[words.count - 1]) }?.0 : nil
    name = (unit == nil ? words[...] : words.dropLast()).joined()
  }
}

/// Times as calendars write them.
enum CalendarTime {
  /// Returns the nanoseconds since 1970 of a text such as `2026-03-29T00:59:59.016+02:00` (ISO 8601), in UTC without an
  /// offset; nil for any other text, and for times more than 146 years from 1970.
  static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    var rest = text
    func takes(_ characters: String) -> UInt8? {
      guard let first = rest.first, characters.utf8.contains(first) else { return nil }
      return rest.removeFirst()
    }
    func number(_ digits: Int) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard let digit = takes("0123456789") else { return nil }
        number = number * 10 + Int(digit) - 48
      }
      return number
    }
    guard let year = number(4), takes("-") != nil, let month = number(2), takes("-") != nil, let day = number(2),
      let days = CivilDate.daysSince1970(year: year, month: month, day: day), takes("Tt ") != nil,
      let hour = number(2), takes(":") != nil, let minute = number(2), hour < 24, minute < 60
    else { return nil }
    var (second, fraction, unit): (Int, Int64, Int64) = (0, 0, 1_000_000_000)
    if takes(":") != nil {
      // 60 is a leap second.
      guard let number = number(2), number <= 60 else { return nil }
      second = number
      if takes(".,") != nil {
        while let digit = takes("0123456789") {
          unit /= 10
          fraction += Int64(digit - 48) * unit
        }
      }
    }
    _ = takes(" ")
    var east = 0
    if let sign = takes("+-") {
      guard let hours = number(2) else { return nil }
      let isWhole = takes(":") == nil && rest.isEmpty
      guard let minutes = isWhole ? 0 : number(2) else { return nil }
      east = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
    } else {
      _ = takes("Zz")
    }
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - east)
    guard rest.isEmpty, seconds.magnitude < (1 << 62) / 1_000_000_000 else { return nil }
    return seconds * 1_000_000_000 + fraction
  }
}
