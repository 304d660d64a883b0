extension EventTimeline {
  /// What was replayed, in a line below a title: trace, screen, device.
  var setting: String {
    let screen = configuration["screen"]
    let viewport = screen?["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(Int64(screen?["scale-thousandths"]?.integer ?? 0))
    let cells = configuration["cells"]?.string == "keep" ? ", cells keep" : ""
    return "\(viewport) pt @\(scale)x, \(configuration["device"]?["name"]?.string ?? "?")\(cells)"
  }
}
