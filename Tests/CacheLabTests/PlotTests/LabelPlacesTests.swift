import Testing

@testable import LabPictures

@Suite struct LabelPlacesTests {
  @Test func labelsOfOnePlaceLieApart() {
    var places = LabelPlaces(left: 0, right: 1000, bottom: 0, top: 500)
    let found = (0..<8).map { _ in places.place(["preheat2x"], x: 500, y: 250) }
    for (index, one) in found.enumerated() {
      for other in found[..<index] where one.isLeft == other.isLeft {
        #expect((one.y - other.y).magnitude >= LabelPlaces.line || (one.x - other.x).magnitude > 60)
      }
    }
    #expect(Set(found).count == 8)
    #expect(places.place(["none"], x: 100, y: 100) == .init(x: 110, y: 100, isLeft: true, hasLeader: false), "far off")
  }

  @Test func aLabelStaysInsideAndOffLines() {
    var places = LabelPlaces(left: 0, right: 300, bottom: 0, top: 200)
    #expect(!places.place(["deadline-lookahead"], x: 290, y: 100).isLeft, "no room on the right")
    places.avoid(from: (0, 50), to: (300, 50))
    let place = places.place(["lru"], x: 20, y: 50)
    #expect((place.y - 50).magnitude > 8, "not on the line")
  }

  @Test func endLabelsKeepTheirOrderAndTheirDistance() {
    let places = EndLabels.places([100, 101, 99, 300, 100], bottom: 0, top: 310)
    let sorted = places.sorted()
    for (one, two) in zip(sorted, sorted.dropFirst()) { #expect(two - one >= 15) }
    #expect(places[2] < places[0] && places[0] < places[4] && places[4] < places[1] && places[3] == 300)
    #expect((EndLabels.places([309, 309, 309], bottom: 0, top: 310).max() ?? 0) <= 310)
  }
}
