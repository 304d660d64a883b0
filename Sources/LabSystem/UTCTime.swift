import CLabSystem

/// A moment in UTC, to the second.
public struct UTCTime: Sendable {
  /// Seconds since 1970.
  public let seconds: Int64

  public init(seconds: Int64) {
    self.seconds = seconds
  }

  /// `20260131T120000Z`, for file names.
  public var fileStamp: String {
    let (date, time) = fields
    return "\(date.joined())T\(time.joined())Z"
  }

  /// `2026-01-31T12:00:00Z`, for people.
  public var text: String {
    let (date, time) = fields
    return "\(date.joined(separator: "-"))T\(time.joined(separator: ":"))Z"
  }

  private var fields: (date: [String], time: [String]) {
    var fields = [Int32](repeating: 0, count: 6)
    unsafe lab_utc(seconds, &fields)
    let text = fields.enumerated().map { padded($1, $0 == 0 ? 4 : 2) }
    return (Array(text[..<3]), Array(text[3...]))
  }

  private func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
