/// The figures of fingers, of published studies or counted in traces (`FingerTally`).
public struct FingerFigures: Sendable {
  /// The percentiles that figures have.
  public static let percents = [1, 5, 10, 25, 50, 75, 90, 95, 99]

  /// A figure that is not a percentile; the raw value is its name in tables.
  public enum Fact: String, CaseIterable, Sendable {
    case flings = "flings, at least 50 pt/s, %"
    case flingMedian = "speed of flings, median, pt/s"
    case fling90 = "speed of flings, 90th percentile, pt/s"
    case turns = "turns, %"
    case turns300 = "turns after a pause below 300 ms, %"
    case turns300To648 = "turns after 300 to 648 ms, %"
    case turns648 = "turns after a pause below 648 ms, %"
    case turns1500 = "turns after 648 ms to 1.5 s, %"
    case turns4000 = "turns after 1.5 to 4 s, %"
    case turnsLonger = "turns after a longer pause, %"
    case onward = "strokes towards the end, %"
    case run = "strokes in one direction, mean"
    case coasting = "touches while the scroll coasts, %"
    case strokes = "strokes a minute"
    case screens = "screens a minute"
    case moving = "share of the time that moves, %"
    case session = "seconds of a session, mean"
    case contactLength = "rank correlation of contact and length"
    case contactSpeed = "rank correlation of contact and speed"
    case lengthSpeed = "rank correlation of length and speed"
    case contactPause = "rank correlation of contact and pause"
    case lengthPause = "rank correlation of length and pause"
    case speedPause = "rank correlation of speed and pause"
    case spreadContact = "spread between people of contact"
    case spreadLength = "spread between people of length"
    case spreadSpeed = "spread between people of the speed of flings"
    case spreadPause = "spread between people of pause"
    case spreadFlings = "spread between people of flings, %"

    /// The decimals in a table.
    public var decimals: Int {
      if rawValue.hasPrefix("rank") { return 2 }
      if rawValue.hasPrefix("spread") { return self == .spreadFlings ? 0 : 2 }
      return [.flings, .flingMedian, .fling90, .session].contains(self) ? 0 : 1
    }
  }

  /// By percentile: milliseconds of a touch; points of its pull; points a second at its lift, 0 if it stopped before;
  /// milliseconds to the next touch.
  public var contact, length, speed, pause: [Double]
  /// Absent if it is not published, or strokes are too few. A spread is the standard deviation, over people, of the
  /// logarithm of their medians, of flings that of their shares.
  public var facts: [Fact: Double]

  /// The percentiles by name and unit.
  public var distributions: [(name: String, values: [Double])] {
    [("contact, ms", contact), ("length, pt", length), ("speed at lift-off, pt/s", speed), ("pause, ms", pause)]
  }

  /// HMOG (Yang et al. 2014): 9 people, 72 sessions of reading, 556 minutes, 3,698 vertical strokes, Galaxy S4, about
  /// 60 Hz.
  public static let reader = FingerFigures(
    contact: [135, 252, 326, 471, 672, 1052, 1975, 3327, 8801], length: [13, 26, 31, 40, 61, 105, 161, 201, 316],
    speed: [0, 0, 0, 0, 0, 104, 240, 476, 1791],
    pause: [247, 325, 400, 705, 1922, 6692, 22_982, 38_435, 85_737],
    facts: [
      .flings: 46, .flingMedian: 111, .fling90: 500, .turns: 12, .turns648: 8, .turns1500: 5, .turns4000: 11,
      .turnsLonger: 20, .onward: 87, .run: 8.3, .coasting: 1, .strokes: 6.5, .screens: 0.7, .moving: 9, .session: 455,
      .contactLength: 0.24, .contactSpeed: -0.31, .lengthSpeed: 0.25, .spreadContact: 0.44, .spreadLength: 0.43,
      .spreadSpeed: 0.57, .spreadPause: 0.71, .spreadFlings: 13,
    ])

  /// Serwadda, Phoha and Wang 2013, landscape, first sessions: 59 people who look at text and pictures, 535 minutes,
  /// 12,622 vertical strokes, about 66 Hz.
  public static let looker = FingerFigures(
    contact: [30, 46, 64, 105, 196, 436, 913, 1493, 3232], length: [10, 28, 42, 68, 97, 128, 158, 177, 212],
    speed: [0, 0, 0, 63, 373, 898, 1492, 1915, 2845], pause: [236, 280, 316, 396, 588, 1287, 3428, 6327, 23_485],
    facts: [
      .flings: 77, .flingMedian: 588, .fling90: 1660, .turns: 27, .turns300: 10, .turns300To648: 16, .turns1500: 35,
      .turns4000: 49, .turnsLonger: 53, .onward: 60, .run: 3.6, .coasting: 23, .strokes: 21, .screens: 4.8,
      .moving: 19, .session: 638, .contactLength: 0.05, .contactSpeed: -0.55, .lengthSpeed: 0.18, .contactPause: 0.17,
      .lengthPause: -0.22, .speedPause: -0.17, .spreadContact: 0.39, .spreadLength: 0.23, .spreadSpeed: 0.31,
      .spreadPause: 0.31, .spreadFlings: 9,
    ])
}
