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
      guard line.holds("import "),
        let match = line.firstMatch(
          of: /^\s*(?:@?\w+(?:\(\w+\))? )*import (?:(?:struct|class|enum|protocol|typealias|func|var|let) )?(\w+)/)
      else { return nil }
      return (String(match.output.1), index)
    }
  }

  typealias DeclaredType = (name: String, conformances: String, line: Int)

  private static func declaredTypes(_ code: [String]) -> [DeclaredType] {
    let kinds = ["struct ", "class ", "enum ", "protocol ", "actor ", "typealias "]
    return code.enumerated().compactMap { index, line in
      guard let first = line.utf8.first, ![" ", "}", "/", "#"].contains(Unicode.Scalar(first)),
        kinds.contains(where: line.holds)
      else { return nil }
      let declaration =
        /^(?:@safe |@MainActor )*(?:public |package |internal |final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (\w+)(.*)/
      guard let match = line.firstMatch(of: declaration) else { return nil }
      return (String(match.output.1), String(match.output.2), index)
    }
  }

  /// A line without its comment and without what its literals say; interpolations go with their literals.
  private static func code(of line: String, isInText: inout Bool) -> String {
    if !isInText && !line.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) { return line }
    var result: [UInt8] = []
    var isInLiteral = false
    var rest = Array(line.utf8)[...]
    while let letter = rest.first {
      if rest.starts(with: "\"\"\"".utf8) {
        isInText.toggle()
        rest = rest.dropFirst(3)
      } else if isInText {
        rest = rest.dropFirst()
      } else if isInLiteral && letter == UInt8(ascii: "\\") {
        rest = rest.dropFirst(2)
      } else if letter == UInt8(ascii: "\"") {
        isInLiteral.toggle()
        result.append(letter)
        rest = rest.dropFirst()
      } else if !isInLiteral && rest.starts(with: "//".utf8) {
        break
      } else {
        if !isInLiteral { result.append(letter) }
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension String {
  /// Whether a text stands in it. `contains` compares characters, which takes seconds for all sources.
  func holds(_ text: String) -> Bool { place(of: text, from: startIndex) != nil }

  /// Where a text stands first at or behind an index.
  func place(of text: String, from start: Index) -> Index? {
    guard let first = text.utf8.first else { return start }
    var rest = utf8[start...]
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: text.utf8) { return index }
      rest = rest.dropFirst()
    }
    return nil
  }
}
