/// A kind of file of rows: a line that says what was asked for, one with the names of the columns, then a line a row, in
/// the order of what was asked for. Each line but the second ends in a checksum.
///
/// A command that was ended leaves these lines in a journal, with which `--resume` goes on.
package struct RowFile: Sendable {
  /// The start of the first line, before the version.
  package let mark: String
  private let start: String
  private let words: String
  let cure: String

  /// - Parameters:
  ///   - words: The name of such a file, for another one: `file of runs`.
  ///   - cure: The way to such a file.
  package init(_ kind: String, version: Int, words: String, cure: String) {
    mark = "# lab-run \(kind) "
    start = "\(mark)\(version) "
    (self.words, self.cure) = (words, cure)
  }

  package func isKind(of path: String) -> Bool {
    (try? OpenFile.reading(path).prefix(mark.utf8.count))?.elementsEqual(mark.utf8) == true
  }

  /// Returns the two lines before the rows.
  ///
  /// - Parameter columns: The names of the columns with tabs between them, `checksum` as the last.
  package func head(_ asked: [String: JSON], columns: String) -> String {
    CheckedLine.text(start + JSON.object(asked).compactText) + "\n" + columns + "\n"
  }

  package func asked(_ line: Substring, in name: String) throws(ResultError) -> JSON {
    guard line.hasPrefix(mark) else {
      throw refusal(
        "\(name):1", line.hasPrefix("{") ? "this is JSON, as earlier versions wrote it" : "this is no \(words)")
    }
    guard line.hasPrefix(start) else { throw changed("\(name):1") }
    let content: Substring
    do throws(CheckedLine.Damage) { content = try CheckedLine.content(line) } catch {
      throw refusal("\(name):1", error.description)
    }
    guard let json = try? JSON.parse(String(content.dropFirst(start.count))) else { throw changed("\(name):1") }
    return json
  }

  func refusal(_ place: String, _ reason: String) -> ResultError { .notRows(place, reason: reason, cure: cure) }

  func changed(_ place: String) -> ResultError {
    refusal(place, "another version of \(ToolName.current) wrote this, or it was changed")
  }
}

/// Reads the rows of a file or text one after the other; of a file it holds a block.
package final class RowReader {
  package let name: String
  package private(set) var asked: JSON = .null
  package private(set) var columns: Substring = ""
  package var cure: String
  package private(set) var rowCount = 0
  private let kind: RowFile
  /// The file, which is closed between some of its lines.
  private var file: OpenFile?
  private let isText: Bool
  private var lines: LineReader
  private var lineCount = 0

  package convenience init(_ path: String, as kind: RowFile) throws(ResultError) {
    try self.init(path, kind, LineReader(), isText: false)
  }

  /// - Parameter name: The name of the text, for messages.
  package convenience init(text: String, name: String, as kind: RowFile) throws(ResultError) {
    try self.init(name, kind, LineReader(Array(text.utf8)), isText: true)
  }

  private init(_ name: String, _ kind: RowFile, _ lines: LineReader, isText: Bool) throws(ResultError) {
    (self.name, self.kind, self.lines, self.isText, cure) = (name, kind, lines, isText, kind.cure)
    asked = try kind.asked(try line() ?? "", in: name)
    columns = try line() ?? ""
  }

  private func line() throws(ResultError) -> Substring? {
    lineCount += 1
    do throws(FileError) {
      let line: ArraySlice<UInt8>?
      if isText {
        line = lines.next()
      } else {
        let open: OpenFile
        if let known = file.take() { open = known } else { open = try OpenFile.reading(name) }
        line = try lines.next(open)
        file = consume open
      }
      return line.map { String(decoding: $0, as: UTF8.self)[...] }
    } catch .system("open", _, .noSuchFileOrDirectory) {
      throw .cannotRead(name, reason: "there is no such file; check the path")
    } catch .notRegular {
      throw .cannotRead(name, reason: "not a regular file; name a file")
    } catch {
      throw .cannotRead(name, reason: error.reason)
    }
  }

  /// Closes the file until the next row.
  package func rest() {
    file = nil
    lines.rest()
  }

  /// Returns the next row and its line, or nil after the last.
  ///
  /// - Parameters:
  ///   - count: The number of rows that the file is to have.
  ///   - read: Reads a line without its checksum.
  /// - Throws: `ResultError` for a damaged row, and for more or fewer rows than `count`.
  package func next<Row>(
    of count: Int, _ read: (Substring) throws(CheckedLine.Damage) -> Row
  ) throws(ResultError) -> (row: Row, line: Substring)? {
    let line = try line()
    guard rowCount < count else {
      if line == nil { return nil }
      throw refusal("\(name):\(lineCount)", "something follows its last row")
    }
    guard let line, lines.isWhole else {
      throw refusal(name, "it holds \(NumberText.grouped(Int64(rowCount))) of \(NumberText.count(count, "row"))")
    }
    do throws(CheckedLine.Damage) {
      let row = try read(CheckedLine.content(line))
      rowCount += 1
      return (row, line)
    } catch {
      throw refusal("\(name):\(lineCount)", error.description)
    }
  }

  private func refusal(_ place: String, _ reason: String) -> ResultError {
    .notRows(place, reason: reason, cure: cure)
  }

  /// Returns the error for a first line or a line of names that this version does not write.
  package func changed(line: Int) -> ResultError { kind.changed("\(name):\(line)") }
}
