/// Finds places for labels beside their points so that none lies on another, on a point or on a line.
struct LabelPlaces {
  /// Where a label goes, in points of the picture from its lower left corner.
  struct Place: Hashable {
    var x: Double
    var y: Double
    var isLeft: Bool
    /// Too far from its point to be told by nearness: a thin line joins the two.
    var hasLeader: Bool
  }

  private struct Box {
    var left: Double
    var right: Double
    var bottom: Double
    var top: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && bottom < other.top && other.bottom < top
    }
  }

  private let area: Box
  private var taken: [Box] = []
  /// A letter's width and a line's height, at most.
  static let letter = 7.7
  static let line = 16.0

  /// The area that labels may cover, in points of the picture.
  init(left: Double, right: Double, bottom: Double, top: Double) {
    area = Box(left: left, right: right, bottom: bottom, top: top)
  }

  /// Nothing is put on a point.
  mutating func avoid(x: Double, y: Double) {
    taken.append(Box(left: x - 5, right: x + 5, bottom: y - 5, top: y + 5))
  }

  /// Nothing is put on a line between two points.
  mutating func avoid(from one: (x: Double, y: Double), to two: (x: Double, y: Double)) {
    taken += LabelPlaces.points(from: one, to: two, apart: 6).map {
      Box(left: $0.x - 2, right: $0.x + 2, bottom: $0.y - 2, top: $0.y + 2)
    }
  }

  /// Points along a line; one that leaves the picture far behind has no more than a thousand.
  private static func points(
    from one: (x: Double, y: Double), to two: (x: Double, y: Double), apart: Double
  ) -> [(x: Double, y: Double)] {
    let steps = Int(max(1, min(1_000, max((two.x - one.x).magnitude, (two.y - one.y).magnitude) / apart)))
    return (0...steps).map { step in
      let share = Double(step) / Double(steps)
      return (one.x + (two.x - one.x) * share, one.y + (two.y - one.y) * share)
    }
  }

  /// The nearest place that is free for a text of some lines; beside the point when there is none.
  mutating func place(_ lines: [String], x: Double, y: Double) -> Place {
    let width = Double(lines.map(\.count).max() ?? 0) * LabelPlaces.letter
    let height = Double(lines.count) * LabelPlaces.line
    // Leaders that cross others are better than labels that lie on others.
    for mayCross in [false, true] {
      for distance in [10.0, 16, 24, 34, 46, 60, 76, 94, 114, 136, 160, 190, 220] {
        for (across, up) in LabelPlaces.directions {
          let place = Place(
            x: x + across * distance, y: y + up * (distance + height / 2 - 6), isLeft: across >= 0,
            hasLeader: distance > 16)
          let left = place.isLeft ? place.x : place.x - width
          let box = Box(left: left, right: left + width, bottom: place.y - height / 2, top: place.y + height / 2)
          if isFree(box) && (mayCross || !place.hasLeader || isFree(from: (x, y), to: (place.x, place.y))) {
            taken.append(box)
            if place.hasLeader { avoid(from: (x, y), to: (place.x, place.y)) }
            return place
          }
        }
      }
    }
    return Place(x: x + 10, y: y, isLeft: true, hasLeader: false)
  }

  private func isFree(_ box: Box) -> Bool {
    box.left >= area.left && box.right <= area.right && box.bottom >= area.bottom && box.top <= area.top
      && !taken.contains(where: box.meets)
  }

  /// Whether a leader would cross nothing, what lies on its own point left out.
  private func isFree(from one: (x: Double, y: Double), to two: (x: Double, y: Double)) -> Bool {
    LabelPlaces.points(from: one, to: two, apart: 3).allSatisfy { x, y in
      if (x - one.x).magnitude < 8 && (y - one.y).magnitude < 8 { return true }
      let spot = Box(left: x - 1, right: x + 1, bottom: y - 1, top: y + 1)
      return !taken.contains(where: spot.meets)
    }
  }

  /// Right of the point first, as one reads.
  private static let directions: [(Double, Double)] = [
    (1, 0), (0.8, 0.7), (0.8, -0.7), (-1, 0), (-0.8, 0.7), (-0.8, -0.7), (0.3, 1), (0.3, -1), (-0.3, 1), (-0.3, -1),
  ]
}

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
