extension ReportContent {
  /// The report as one HTML page that needs no network and no other file.
  public var html: String {
    let (title, chapters) = (Markup.escaped(title), chapters)
    let day = records.compactMap(\.created).map { String($0.prefix(10)) }.max() ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <!-- Nothing is loaded and nothing is sent. -->
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; \
      style-src 'unsafe-inline'; img-src data:">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(title)</title>
      <style>
      \(Resource.style.text)</style>
      </head>
      <body>
      <header>
      <p class="kicker">CacheLab report, \(Markup.escaped(day))</p>
      <h1>\(HTMLText.name(self.title))</h1>
      \(opening.map { $0.forms(pictureFolder).html }.joined())</header>
      \(navigation(chapters))
      <main>
      \(chapters.map { $0.forms(pictureFolder).html }.joined())</main>
      <script>
      \(Resource.script.text)</script>
      </body>
      </html>

      """
  }

  private func navigation(_ chapters: [PagePart]) -> String {
    let names = chapters.compactMap { if case .chapter(let name) = $0 { name } else { nil } }
    let links = names.map { "<a href=\"#\(PagePart.id($0))\">\(Markup.escaped($0))</a>" }
    return "<nav aria-label=\"On this page\">\(links.joined())</nav>"
  }

  /// The report for a pull request, with its pictures as files beside it.
  public var markdown: String {
    let parts = ["# \(Markup.markdown(title))"] + (opening + chapters).map { $0.forms(pictureFolder).markdown }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension PagePart {
  fileprivate static func id(_ chapter: String) -> String {
    HTMLText.encoded(chapter.lowercased().replacing(" ", with: "-"), keeping: "-")
  }

  /// Returns the part as HTML and as Markdown, which has its pictures as files in a folder.
  fileprivate func forms(_ folder: String) -> (html: String, markdown: String) {
    switch self {
    case .chapter(let name):
      return ("<h2 id=\"\(PagePart.id(name))\">\(HTMLText.name(name))</h2>\n", "## \(Markup.markdown(name))")
    case .subtitle(let text): return ("<h3>\(Markup.escaped(text))</h3>\n", "**\(Markup.markdown(text))**")
    case .answer(let text): return ("<p class=\"lede\">\(HTMLText.name(text))</p>\n", "**\(Markup.markdown(text))**")
    case .paragraph(let text): return ("<p>\(Markup.escaped(text))</p>\n", Markup.markdown(text))
    case .warning(let text):
      return ("<p class=\"note missing\">\(Markup.escaped(text))</p>\n", "> \(Markup.markdown(text))")
    case .note(let text): return ("<p class=\"note\">\(Markup.escaped(text))</p>\n", Markup.markdown(text))
    case .table(let table, let label, let bars):
      return (PagePart.html(table, label: label, bars: bars), table.markdown)
    case .facts(let facts):
      let items = facts.map { "<dt>\(Markup.escaped($0.name))</dt><dd>\(Markup.escaped($0.text))</dd>\n" }
      let lines = facts.map { "- \($0.name): \(Markup.markdown($0.text))" }
      return ("<dl class=\"facts-list\">\n\(items.joined())</dl>\n", lines.joined(separator: "\n"))
    case .pictures(let pictures):
      let figures = pictures.compactMap(\.figure).joined()
      return (
        figures.isEmpty ? "" : "<div class=\"pictures\">\(figures)</div>\n",
        pictures.map { $0.markdown(folder) }.joined(separator: "\n\n")
      )
    case .details(let name, let about, let parts):
      let (inner, remark) = (parts.map { $0.forms(folder) }, about.map { " <span>\(Markup.escaped($0))</span>" } ?? "")
      let lines =
        ["<details><summary><b>\(Markup.escaped(name))</b></summary>"] + inner.map(\.markdown).filter { !$0.isEmpty }
        + ["</details>"]
      return (
        "<details><summary><b>\(HTMLText.name(name))</b>\(remark)</summary>\n" + inner.map(\.html).joined()
          + "</details>\n", lines.joined(separator: "\n\n")
      )
    case .commands(let lines):
      let text = lines.joined(separator: "\n")
      return ("<pre tabindex=\"0\">\(Markup.escaped(text))</pre>\n", Markup.fenced(text))
    case .markup(let markup, let elsewhere): return (markup, elsewhere)
    }
  }

  /// Returns a table in a box that scrolls sideways on a narrow screen. The longest bar of a column fills its cell.
  private static func html(_ table: TextTable, label: String, bars: [[Double?]]) -> String {
    let tops = bars.map { $0.compactMap(\.self).max() ?? 0 }
    let isOfStrategies = table.columns[0].title == ["strategy"]
    let end = isOfStrategies ? Plot.sharedEnd(table.rows.map { $0[0] }) : ""
    let head = table.columns.enumerated().map { place, column in
      "<th scope=\"col\"\(column.alignsRight ? " class=\"num\"" : "")>"
        + (column.title + (place == 0 && !end.isEmpty ? ["each \(end)"] : [])).map(Markup.escaped)
        .joined(separator: "<br>") + "</th>"
    }
    let body = table.rows.enumerated().map { index, row in
      let cells = row.indices.dropFirst().map { place in
        let bar = bars.isEmpty || tops[place] <= 0 ? nil : bars[place][index].map { $0 / tops[place] }
        return cell(row[place], table.columns[place], bar: bar, isListed: !bars.isEmpty)
      }
      let hue = StrategyStyle(row[0]).hue
      let mark = isOfStrategies ? " class=\"hue\" style=\"--light:\(hue.light);--dark:\(hue.dark)\"" : ""
      return "<tr\(index == table.lead ? " class=\"lead\"" : "")><th scope=\"row\"\(mark)>"
        + "\(HTMLText.name(String(row[0].dropLast(end.count))))</th>\(cells.joined())</tr>\n"
    }
    return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(Markup.escaped(label))\">"
      + "<table\(bars.isEmpty ? "" : " class=\"listed\"")>\n<thead><tr>\(head.joined())</tr></thead>\n"
      + "<tbody>\n\(body.joined())</tbody></table></div>\n"
  }

  private static func cell(_ text: String, _ column: TextTable.Column, bar: Double?, isListed: Bool) -> String {
    let classes = (column.alignsRight ? ["num"] : []) + (bar == nil ? [] : ["bar"])
    let mark = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let style = bar.map { " style=\"--v:\(NumberText.fixed(min(max($0, 0), 1), decimals: 3))\"" } ?? ""
    let name = column.title.joined(separator: " ").replacing("- ", with: "")
    let title = isListed ? " data-label=\"\(Markup.escaped(name))\"" : ""
    return "<td\(mark)\(style)\(title)>\(Markup.escaped(text))</td>"
  }
}

extension ReportPicture {
  /// The picture as two isolated images, for light and dark pages, or nil if it was not drawn.
  fileprivate var figure: String? {
    guard let drawn else { return nil }
    let alt = Markup.escaped(alt)
    let images = [("light", drawn.light), ("dark", drawn.dark)].map { ground, text in
      let source = text.replacing("%", with: "%25").replacing("#", with: "%23")
      return "<img class=\"\(ground)\" alt=\"\(alt)\" src=\"data:image/svg+xml,\(Markup.escaped(source))\">"
    }
    return "<figure><div class=\"picture\" role=\"region\" tabindex=\"0\" aria-label=\"\(alt)\">"
      + "\(images.joined())</div></figure>\n"
  }

  fileprivate func markdown(_ folder: String) -> String {
    // Characters that would end the link are percent-encoded.
    let path = HTMLText.encoded("\(folder)/\(plot.name)", keeping: "-_./")
    return "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"\(path)-dark.svg\">"
      + "<img alt=\"\(Markup.escaped(alt))\" src=\"\(path).svg\"></picture>"
  }
}

enum HTMLText {
  /// Returns JSON for a script element: without a `<`, which could end it.
  static func script(_ json: JSON) -> String { json.compactText.replacing(each: "<", with: "\\u003c") }

  /// Returns `text` as HTML in which the names of strategies break into lines between their parts only.
  static func name(_ text: String) -> String {
    var parts = [""]
    var last: Character?
    for character in text {
      if character == "+" || (last == ":" || last == ",") && character.isLetter { parts.append("") }
      parts[parts.count - 1].append(character)
      last = character
    }
    return parts.map(Markup.escaped).joined(separator: "<wbr>")
  }

  /// Percent-encodes a text, except for ASCII letters, digits and the characters of `kept` (RFC 3986).
  static func encoded(_ text: String, keeping kept: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      if letter.isASCII && (letter.isLetter || letter.isNumber) || kept.contains(letter) { return String(letter) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
