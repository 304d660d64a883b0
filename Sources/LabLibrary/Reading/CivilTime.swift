import LabBase
import StrategyKit

/// A date of the proleptic Gregorian calendar, in UTC.
struct CivilTime: Equatable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  let millisecond: Int

  /// From thousandths of a second since 1970.
  init(msSince1970 ms: Int64) {
    let days = Int(ms.flooringDivide(86_400_000))
    let rest = Int(ms) - days * 86_400_000
    let date = CivilDate(daysSince1970: days)
    (year, month, day) = (date.year, date.month, date.day)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1_000 % 60
    millisecond = rest % 1_000
  }

  /// Writes `2020:06:01 12:30:05`, as EXIF has it: 19 bytes.
  func writeExif(to target: UnsafeMutablePointer<UInt8>) {
    let fields = (year, month, day, hour, minute, second)
    unsafe target[4] = 0x3A
    unsafe target[7] = 0x3A
    unsafe target[10] = 0x20
    unsafe target[13] = 0x3A
    unsafe target[16] = 0x3A
    unsafe CivilTime.write(fields.0, digits: 4, to: target)
    unsafe CivilTime.write(fields.1, digits: 2, to: target + 5)
    unsafe CivilTime.write(fields.2, digits: 2, to: target + 8)
    unsafe CivilTime.write(fields.3, digits: 2, to: target + 11)
    unsafe CivilTime.write(fields.4, digits: 2, to: target + 14)
    unsafe CivilTime.write(fields.5, digits: 2, to: target + 17)
  }

  /// Writes a number with leading zeros.
  static func write(_ number: Int, digits: Int, to target: UnsafeMutablePointer<UInt8>) {
    var rest = number
    for index in stride(from: digits - 1, through: 0, by: -1) {
      unsafe target[index] = UInt8(48 + rest % 10)
      rest /= 10
    }
  }
}
