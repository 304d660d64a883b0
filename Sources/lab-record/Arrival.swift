/// A trace that was taken, checked and stored.
struct Arrival: Sendable {
  var path: String
  var bytes: Int
  var samples: Int
  var seconds: Double
  var warnings: Int
}
