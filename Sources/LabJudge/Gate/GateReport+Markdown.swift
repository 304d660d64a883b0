import LabBase

extension GateReport {
  /// For a pull request: the sentence first, then what failed or changed, the rest folded away.
  public var markdown: String {
    let changed = rows.filter { $0.verdict != .ok }
    var text = "### \(passes ? "CacheLab gate: passed" : "CacheLab gate: FAILED")\n\n\(summary)\n"
    for sentence in sentences { text += "\n\(sentence)\n" }
    if !changed.isEmpty { text += "\n" + GateReport.table(changed).markdown }
    for row in changed where !row.detail.isEmpty {
      text += "\n**\(row.cell), \(row.metric)**\n\n" + GateReport.fenced(row.detail)
    }
    for cell in failingCells {
      text += partings[cell].map { "\n**\(cell)**\n\n" + GateReport.fenced($0) } ?? ""
      text += reproduce[cell].map { "\nReproduce \(cell): `\($0)`\n" } ?? ""
    }
    for cell in failingCells { text += trade(cell).map { "\n**\(cell), a trade**\n\n" + GateReport.fenced($0) } ?? "" }
    for cell in improvedCells {
      text += accept[cell].map { "\nKeep what improved: `\($0)`\n" } ?? ""
    }
    let same = rows.filter { $0.verdict == .ok }
    if !same.isEmpty {
      text +=
        "\n<details><summary>\(NumberText.count(same.count, "row")) unchanged</summary>\n\n"
        + GateReport.table(same).markdown + "\n</details>\n"
    }
    return text
  }

  /// A block of text as it stands: its fence is longer than any run of backticks in it.
  private static func fenced(_ text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\n\(text)\n\(fence)\n"
  }

  /// True when nothing fails the process.
  var passes: Bool { exitCode(isStrict: isStrict) == 0 }
}
