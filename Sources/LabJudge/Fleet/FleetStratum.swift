import CacheLab

/// Traces that are alike: where they come from, how long they are, and how much they ask of the workers.
struct FleetStratum: Hashable, Sendable {
  /// A property of traces, its values from the first to the last, and the words for them.
  struct Axis: Sendable {
    let name: String
    let values: [String]
  }

  static let axes = [
    Axis(name: "kind", values: kinds),
    Axis(name: "length", values: ["below 10 s", "10 to 30 s", "30 s to 2 min", "above 2 min"]),
    Axis(name: "load", values: ["below 1/4", "1/4 to 1/2", "1/2 to 1", "1 and above"]),
  ]

  private static let kinds = ["recorded", "physics", "converted", "synthetic", "other"]
  /// Seconds, and thousandths of a share, at which the next value begins.
  private static let lengths: [Int64] = [10, 30, 120]
  private static let loads: [Int64] = [250, 500, 1000]

  /// A number of `axes.count` digits, four bits each.
  let number: UInt16

  init(kind: String?, duration: Int64, load: Int64?) {
    let kind = FleetStratum.kinds.firstIndex { $0 == kind } ?? FleetStratum.kinds.count - 1
    let length = FleetStratum.lengths.count { duration >= $0 * 1_000_000_000 }
    let load = FleetStratum.loads.count { (load ?? 0) >= $0 * 1_000_000 }
    number = UInt16(kind << 8 | length << 4 | load)
  }

  /// Nil for a number that is none.
  init?(_ number: UInt16) {
    self.number = number
    guard number >> 12 == 0, FleetStratum.axes.indices.allSatisfy({ place($0) < FleetStratum.axes[$0].values.count })
    else { return nil }
  }

  /// Which value of an axis it is.
  func place(_ axis: Int) -> Int { Int(number >> UInt16(4 * (FleetStratum.axes.count - 1 - axis)) & 15) }

  /// A word an axis.
  var words: [String] { FleetStratum.axes.indices.map { FleetStratum.axes[$0].values[place($0)] } }
}
