import LabBase

extension GateReport {
  /// Workflow commands that GitHub shows as annotations: an error a failing row, a warning an inconclusive one, a
  /// notice an improved one.
  public var annotations: String {
    rows.compactMap { row -> String? in
      let level: String
      switch row.verdict {
      case .regressed, .notComparable: level = "error"
      case .inconclusive: level = "warning"
      case .improved: level = "notice"
      case .ok, .withinNoise, .notGated: return nil
      }
      let message = "\(row.old) -> \(row.new) \(row.change) (limit \(row.limit))\n\(row.detail)"
      let title = "\(row.verdict.rawValue): \(row.cell), \(row.metric)"
      return "::\(level) title=\(GateReport.property(title))::\(GateReport.data(message))\n"
    }.joined()
  }

  /// Escapes a message as GitHub's documentation of workflow commands says.
  private static func data(_ text: String) -> String {
    text.visibleLines.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
