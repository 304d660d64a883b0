extension EventTimeline {
  /// The length of a time axis: at least a thousandth of a second, for an axis of no length cannot be drawn.
  var seconds: Double { max(0.001, Double(end) / 1e9) }

  /// What was replayed, in a line below a title: trace, screen, device.
  var setting: String {
    let screen = configuration["screen"]
    let viewport = screen?["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(screen?["scale-thousandths"]?.integer ?? 0)
    let cells = configuration["cells"]?.string == "keep" ? ", cells keep" : ""
    return "\(viewport) pt @\(scale)x, \(configuration["device"]?["name"]?.string ?? "?")\(cells)"
  }
}
