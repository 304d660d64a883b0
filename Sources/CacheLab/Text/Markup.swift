/// Escapes texts for the format around them: a name, a note or a path may hold anything, and must neither end its place
/// nor be read as markup.
package enum Markup {
  /// Escapes content and attributes of HTML and XML, between either kind of quotes.
  package static func escaped(_ text: String) -> String {
    text.visibleLines.replacingScalars { scalar in
      switch scalar {
      case "\"": "&quot;"
      case "'": "&#39;"
      default: entity(scalar)
      }
    }
  }

  /// Escapes Markdown, HTML included, on one line and in a table's cell too.
  package static func markdown(_ text: String) -> String {
    text.visible.replacingScalars { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#": "\\\(scalar)"
      default: entity(scalar)
      }
    }
  }

  /// Returns a block of Markdown that shows lines as they are, without a newline at its end.
  package static func fenced(_ text: String, language: String = "") -> String {
    let ticks: [Substring.UnicodeScalarView] = text.unicodeScalars.split { $0 != "`" }
    let fence = String(repeating: "`", count: max(3, 1 + (ticks.map { $0.count }.max() ?? 0)))
    return "\(fence)\(language)\n\(text.visibleLines)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: nil
    }
  }
}

/// Comma-separated values, safe for a spreadsheet.
package enum CSV {
  /// Returns a line with its newline: texts, an apostrophe before what a spreadsheet would take for a formula, then
  /// numbers and words of our own, which are not escaped.
  package static func line(_ texts: [String], _ figures: [String] = []) -> String {
    (texts.map(cell) + figures).joined(separator: ",") + "\n"
  }

  private static func cell(_ text: String) -> String {
    let isFormula = text.unicodeScalars.first.map { "=+-@".unicodeScalars.contains($0) } ?? false
    let plain = (isFormula ? "'" : "") + text.visible
    if !plain.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) { return plain }
    return "\"" + plain.replacing(each: "\"", with: "\"\"") + "\""
  }
}
