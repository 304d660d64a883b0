import LabBase

/// A report as Markdown, fit for a pull request: the same parts, pictures as files beside it.
extension ReportContent {
  public var markdown: String {
    let parts = ["# \(HTMLText.markdown(title))"] + (opening + chapters).map(markdown)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func markdown(_ part: PagePart) -> String {
    switch part {
    case .chapter(let name): return "## \(HTMLText.markdown(name))"
    case .subtitle(let text): return "**\(HTMLText.markdown(text))**"
    case .conclusion(let sentences):
      let rest = HTMLText.markdown(sentences.dropFirst().joined(separator: " "))
      return "**\(HTMLText.markdown(sentences.first ?? ""))** \(rest)"
    case .warning(let text): return "> \(HTMLText.markdown(text))"
    case .paragraph(let text), .note(let text): return HTMLText.markdown(text)
    case .table(let table, _, _, _):
      var safe = TextTable(columns: table.columns)
      // What a cell holds is escaped here, so the table must not do it again.
      for row in table.rows { safe.append(row.map { HTMLText.markdown($0).replacing("\\|", with: "&#124;") }) }
      return safe.markdown
    case .facts(let facts):
      return facts.map { "- \($0.name): \(HTMLText.markdown($0.text))" }.joined(separator: "\n")
    case .pictures(let pictures): return pictures.map(markdown).joined(separator: "\n\n")
    case .details(let name, _, _, let parts):
      let inner = parts.map(markdown).filter { !$0.isEmpty }
      return (["<details><summary><b>\(HTMLText.escaped(name))</b></summary>"] + inner + ["</details>"])
        .joined(separator: "\n\n")
    case .commands(let lines):
      // A fence that no command can end.
      let ticks = lines.flatMap { $0.split { $0 != "`" } }.map(\.count).max() ?? 0
      let fence = String(repeating: "`", count: max(3, ticks + 1))
      return "\(fence)\n\(lines.joined(separator: "\n"))\n\(fence)"
    case .markup(_, let elsewhere): return elsewhere
    }
  }

  private func markdown(_ picture: ReportPicture) -> String {
    // A relative path as a link: what would end it is written in hexadecimal.
    let path = HTMLText.encoded("\(pictureFolder)/\(picture.plot.name)", keeping: "-_./")
    return "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"\(path)-dark.svg\">"
      + "<img alt=\"\(HTMLText.escaped(picture.alt))\" src=\"\(path).svg\"></picture>"
  }
}
