/// A Swift file as the rules read it.
struct SourceFile: Sendable {
  /// From the package's folder: `Sources/CacheLab/Trace/Trace.swift`.
  let path: String
  /// The file's lines as they stand.
  let lines: [String]
  /// The same lines without comments and the text of string literals.
  let code: [String]
  /// Types declared at the file's top level that other files can name.
  let declaredTypes: [DeclaredType]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isInText = false
    code = lines.map { SourceFile.code(of: $0, isInText: &isInText) }
    declaredTypes = SourceFile.declaredTypes(code)
  }

  private var folders: [Substring] { path.split(separator: "/") }

  /// The target that the file belongs to.
  var module: String { folders.count > 2 ? String(folders[1]) : "" }

  /// The folder below the module; empty for a file that lies in none.
  var stage: String { folders.count > 3 ? String(folders[2]) : "" }

  var name: String { String(folders[folders.count - 1]) }

  /// `path:line`, counted from 1.
  func place(_ index: Int) -> String { "\(path):\(index + 1)" }

  /// Imported modules and the line of each.
  var imports: [(module: String, line: Int)] {
    code.enumerated().compactMap { index, line in
      // Regular expressions are slow, and most lines import nothing.
      guard line.contains("import "),
        let match = line.firstMatch(
          of: /^\s*(?:@?\w+(?:\(\w+\))? )*import (?:(?:struct|class|enum|protocol|typealias|func|var|let) )?(\w+)/)
      else { return nil }
      return (String(match.output.1), index)
    }
  }

  typealias DeclaredType = (name: String, conformances: String, line: Int)

  private static func declaredTypes(_ code: [String]) -> [DeclaredType] {
    code.enumerated().compactMap { index, line in
      guard let first = line.utf8.first, ![" ", "}", "/", "#"].contains(Unicode.Scalar(first)) else { return nil }
      let declaration =
        /^(?:@safe |@MainActor )*(?:public |package |internal |final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (\w+)(.*)/
      guard let match = line.firstMatch(of: declaration) else { return nil }
      return (String(match.output.1), String(match.output.2), index)
    }
  }

  /// A line without its comment and without what its literals say; interpolations go with their literals.
  private static func code(of line: String, isInText: inout Bool) -> String {
    if !isInText && !line.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) { return line }
    var result = ""
    var isInLiteral = false
    var rest = line[...]
    while let letter = rest.first {
      if rest.hasPrefix("\"\"\"") {
        isInText.toggle()
        rest = rest.dropFirst(3)
      } else if isInText {
        rest = rest.dropFirst()
      } else if isInLiteral && letter == "\\" {
        rest = rest.dropFirst(2)
      } else if letter == "\"" {
        isInLiteral.toggle()
        result.append(letter)
        rest = rest.dropFirst()
      } else if !isInLiteral && rest.hasPrefix("//") {
        break
      } else {
        if !isInLiteral { result.append(letter) }
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
