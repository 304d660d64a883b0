#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
    var time = time_t(seconds)
    var t = unsafe tm()
    unsafe gmtime_r(&time, &t)
    return unsafe (
      [padded(t.tm_year + 1900, 4), padded(t.tm_mon + 1, 2), padded(t.tm_mday, 2)],
      [padded(t.tm_hour, 2), padded(t.tm_min, 2), padded(t.tm_sec, 2)]
    )
  }

  private func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
