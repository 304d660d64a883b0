/// Names at the right ends of lines, moved up and down until none lies on another.
struct EndLabels {
  private static let line = 15.0

  /// Where each label goes, given where it wants to be, in points from below; in the order given.
  static func places(_ wanted: [Double], bottom: Double, top: Double) -> [Double] {
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    var places = wanted
    // Up from below, so far as needed, then down again from the top.
    var least = bottom
    for index in order {
      places[index] = max(places[index], least)
      least = places[index] + line
    }
    var most = max(top, bottom + Double(wanted.count - 1) * line)
    for index in order.reversed() {
      places[index] = min(places[index], most)
      most = places[index] - line
    }
    return places
  }
}
