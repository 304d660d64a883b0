import LabBase
import LabJudge
import LabRecords

/// A report as Markdown, fit for a pull request: the same conclusion and tables, pictures as files beside it.
public struct ReportMarkdown {
  private let content: ReportContent

  public init(_ content: ReportContent) { self.content = content }

  /// What the player's still is called, beside the pictures.
  public static let stillName = "replay.svg"

  /// The player's still as a file of its own; nil without a player.
  public static func still(of content: ReportContent) -> String? { content.player?.moments.first?.svg(isFile: true) }

  public var text: String {
    var parts = ["# \(HTMLText.markdown(content.title))"]
    parts += content.missing.map { "> \(HTMLText.markdown($0))" }
    for (number, setting) in content.settings.enumerated() {
      if content.settings.count > 1 { parts.append("## \(HTMLText.markdown(setting.name))") }
      parts += self.parts(of: setting, number)
    }
    if let fleet = content.fleet {
      parts.append("## A fleet of \(NumberText.grouped(Int64(fleet.plan.traceCount))) traces\n\n\(FleetTable.legend)")
      for view in fleet.views { parts.append("**\(HTMLText.markdown(view.title))**\n\n\(table(view.table))") }
      parts += pictures(.fleet)
    }
    parts.append("## Environment\n\n" + list(PageFacts.environment(content.records)))
    let commands = content.settings.flatMap { content.commands($0) } + [content.command]
    // A fence that no command can end.
    let ticks = commands.flatMap { $0.split { $0 != "`" } }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, ticks + 1))
    parts.append("## Reproduce\n\n\(fence)\n\(commands.joined(separator: "\n"))\n\(fence)")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func parts(of setting: ReportSetting, _ number: Int) -> [String] {
    let matrix = setting.matrix
    let sentences = MatrixConclusion(matrix).sentences.map(HTMLText.markdown)
    var parts = ["**\(sentences.first ?? "")** \(sentences.dropFirst().joined(separator: " "))"]
    parts.append(HTMLText.markdown(setting.name))
    for overview in matrix.sets.map({ OverviewTable($0) }) {
      parts += [overview.title.map { "**\(HTMLText.markdown($0))**" }, table(overview.text)].compactMap { $0 }
    }
    parts.append(OverviewTable.legend)
    parts += pictures(.overview(number))
    if !matrix.pairs.isEmpty { parts.append("## The same fingers, two scroll physics\n\n\(PhysicsTable.legend)") }
    for pair in matrix.pairs {
      let physics = PhysicsTable(matrix: matrix, oneWay: pair.oneWay, physics: pair.physics)
      parts.append("**\(HTMLText.markdown(physics.title))**\n\n\(table(physics.text))")
    }
    if number == 0, let moment = content.player?.moments.first {
      let text = HTMLText.markdown(moment.caption)
      let path = link("\(content.pictureFolder)/\(ReportMarkdown.stillName)")
      parts.append("## Replay\n\n![\(text)](\(path))\n\n\(text) The HTML page plays it.")
    }
    parts.append("## Trace by trace")
    parts += pictures(.matrix(number))
    for trace in matrix.traces {
      parts += self.trace(trace, matrix, number)
    }
    parts.append("## Configuration\n\n" + list(PageFacts.configuration(setting)))
    return parts + PageFacts.notes(matrix.records).map { "Note: \(HTMLText.markdown($0))" }
  }

  private func trace(_ name: String, _ matrix: ReportMatrix, _ number: Int) -> [String] {
    let groups = RunTable(matrix.records(on: name)).groups
    let tables = groups.map { group in
      "\(HTMLText.markdown(Conclusion(group.records).sentence))\n\n\(table(RunTable.table(group.records)))\n"
        + "\(HTMLText.markdown(group.title.joined(separator: "; ")))"
    }
    let drawn = number == 0 ? pictures(.trace(name)) : []
    return ["<details><summary><b>\(HTMLText.escaped(name))</b></summary>"] + tables + drawn + ["</details>"]
  }

  private func table(_ table: TextTable) -> String {
    var safe = TextTable(columns: table.columns)
    // What a cell holds is escaped here, so the table must not do it again.
    for row in table.rows { safe.append(row.map { HTMLText.markdown($0).replacing("\\|", with: "&#124;") }) }
    return safe.markdown
  }

  private func pictures(_ place: ReportPicture.Place) -> [String] {
    content.pictures.filter { $0.place == place }.map { picture in
      let path = link("\(content.pictureFolder)/\(picture.plot.name)")
      return "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"\(path)-dark.svg\">"
        + "<img alt=\"\(HTMLText.escaped(picture.alt))\" src=\"\(path).svg\"></picture>"
    }
  }

  /// A relative path as a link: what would end it is written in hexadecimal.
  private func link(_ path: String) -> String { HTMLText.encoded(path, keeping: "-_./") }

  private func list(_ facts: [PageFacts.Fact]) -> String {
    facts.map { "- \($0.name): \(HTMLText.markdown($0.text))" }.joined(separator: "\n")
  }
}
