import CLabSystem

/// The machine's clocks, in nanoseconds, the only place where the lab asks for the time.
public enum Clocks {
  /// Returns the CPU time of the calling thread in nanoseconds.
  public static func threadCPU() -> Int64 { lab_thread_cpu() }

  /// Returns the CPU time of all threads of the process in nanoseconds.
  public static func processCPU() -> Int64 { lab_process_cpu() }

  /// Returns the time of a clock that only goes forward, in nanoseconds since an unspecified start.
  public static func monotonic() -> Int64 { lab_monotonic() }

  /// Waits until `monotonic()` has reached `time`; returns at once if it has.
  public static func wait(until time: Int64) { lab_wait_until(time) }

  /// Returns the seconds since 1970, UTC.
  public static func wallSeconds() -> Int64 { lab_seconds_since_1970() }
}

/// A moment in UTC, to the second.
public struct UTCTime: Sendable {
  /// Seconds since 1970.
  public let seconds: Int64

  public init(seconds: Int64) { self.seconds = seconds }

  /// `20260131T120000Z`, for file names.
  public var fileStamp: String { text("", "T", "") + "Z" }

  /// `2026-01-31T12:00:00Z`, for people.
  public var text: String { text("-", "T", ":") + "Z" }

  /// `2026:01:31 12:00:00`, as EXIF has it.
  package var exifText: String { text(":", " ", ":") }

  private func text(_ dates: String, _ gap: String, _ times: String) -> String {
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let (year, month, day) = UTCTime.date(Int((seconds - Int64(second)) / 86_400))
    let date = [NumberText.padded(year, digits: 4)] + [month, day].map { NumberText.padded($0, digits: 2) }
    let time = [second / 3_600, second / 60 % 60, second % 60].map { NumberText.padded($0, digits: 2) }
    return date.joined(separator: dates) + gap + time.joined(separator: times)
  }

  /// Returns the day in the proleptic Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
  private static func date(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
