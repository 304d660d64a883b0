import LabBase

extension GateReport {
  /// What a user of the app sees, and what the policy `pareto` asks to be no worse.
  private static let seen = ["hit-rate", "blank-ratio", "time-to-image-p95"]
  private static let memory = ["peak-bitmap-bytes", "mean-bitmap-bytes"]

  /// Of a cell in which what is seen got better while something else fails: what there is to choose from, a line each;
  /// nil where nothing was won, or something that is seen was lost.
  func trade(_ cell: String) -> String? {
    let rows = rows.filter { $0.cell == cell }
    func metrics(_ verdict: GateVerdict) -> [String] {
      rows.filter { $0.kind == .exact && $0.verdict == verdict }.map(\.metric)
    }
    let (improved, paid) = (metrics(.improved), metrics(.regressed))
    let won = GateReport.seen.filter { improved.contains($0) }
    guard !won.isEmpty, let first = paid.first, !paid.contains(where: { GateReport.seen.contains($0) }),
      rows.allSatisfy({ $0.kind == .exact || $0.verdict != .regressed })
    else { return nil }
    let needsMemory = paid.contains { GateReport.memory.contains($0) }
    let pareto = needsMemory ? #"{ "blank-point": "1MB" }"# : "{}"
    let judged = needsMemory ? "weigh memory against what is seen" : "judge only what is seen, and memory"
    return """
      \(GateReport.list(won)) got better, and \(GateReport.list(paid)) got worse for it. Nothing passes by itself; choose:
      - keep it: \(accept[cell] ?? "\(ToolName.current) baseline accept --reason \"...\"")
      - let it grow a little, in gate.json: "limits": { "\(first)": "1%" }
      - \(judged), in gate.json: "policy": { "pareto": \(pareto) }
      """
  }

  /// `a, b and c`; the first four of many, and how many more there are.
  ///
  /// - Precondition: a name at least.
  static func list(_ names: [String]) -> String {
    var names = names
    if names.count > 5 { names = names.prefix(4) + ["\(names.count - 4) more"] }
    let last = names.removeLast()
    return names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
  }
}
