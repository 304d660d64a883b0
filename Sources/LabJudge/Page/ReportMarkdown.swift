import CacheLab

/// A report as Markdown for a pull request, with its pictures as files beside it.
extension ReportContent {
  public var markdown: String {
    let parts = ["# \(Markup.markdown(title))"] + (opening + chapters).map(markdown)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func markdown(_ part: PagePart) -> String {
    switch part {
    case .chapter(let name): return "## \(Markup.markdown(name))"
    case .subtitle(let text): return "**\(Markup.markdown(text))**"
    case .answer(let text): return "**\(Markup.markdown(text))**"
    case .warning(let text): return "> \(Markup.markdown(text))"
    case .paragraph(let text), .note(let text): return Markup.markdown(text)
    case .table(let table, _, _): return table.markdown
    case .facts(let facts):
      return facts.map { "- \($0.name): \(Markup.markdown($0.text))" }.joined(separator: "\n")
    case .pictures(let pictures): return pictures.map(markdown).joined(separator: "\n\n")
    case .details(let name, _, let parts):
      let inner = parts.map(markdown).filter { !$0.isEmpty }
      return (["<details><summary><b>\(Markup.escaped(name))</b></summary>"] + inner + ["</details>"])
        .joined(separator: "\n\n")
    case .commands(let lines): return Markup.fenced(lines.joined(separator: "\n"))
    case .markup(_, let elsewhere): return elsewhere
    }
  }

  private func markdown(_ picture: ReportPicture) -> String {
    // Characters that would end the link are percent-encoded.
    let path = HTMLText.encoded("\(pictureFolder)/\(picture.plot.name)", keeping: "-_./")
    return "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"\(path)-dark.svg\">"
      + "<img alt=\"\(Markup.escaped(picture.alt))\" src=\"\(path).svg\"></picture>"
  }
}
