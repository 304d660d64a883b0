/// A kind of file of rows: a line that says what was asked for, one with the names of the columns, then a line a row, in
/// the order of what was asked for. Each line but the second ends in a checksum.
///
/// A command that was ended leaves these lines in a journal, with which `--resume` goes on.
package struct RowFile: Sendable {
  /// The start of the first line, before the version.
  package let mark: String
  private let start: String
  private let words: String
  package var cure: String

  /// - Parameter words: The name of such a file, for another one: `file of runs`.
  package init(_ kind: String, version: Int, words: String, cure: String) {
    mark = "# lab-run \(kind) "
    start = "\(mark)\(version) "
    (self.words, self.cure) = (words, cure)
  }

  package func isKind(of path: String) throws(ResultError) -> Bool { try RowFile.begins(path, with: mark) }

  static func begins(_ path: String, with text: String) throws(ResultError) -> Bool {
    do throws(FileError) {
      return try OpenFile.reading(path).prefix(text.utf8.count).elementsEqual(text.utf8)
    } catch .notRegular, .system(_, _, .noSuchFileOrDirectory) {
      return false
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }

  /// Returns the two lines before the rows; `columns` has tabs between names, and `checksum` as the last.
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
  package var asked: JSON = .null
  package private(set) var columns: Substring = ""
  package private(set) var rowCount = 0
  package var kind: RowFile
  /// The file, which is closed between some of its lines.
  private var file: OpenFile?
  private let isText: Bool
  private var lines: LineReader
  private var lineCount = 0

  /// Reads the lines before the rows of a file, or of a text with a name for messages.
  package init(_ name: String, text: String? = nil, as kind: RowFile) throws(ResultError) {
    (self.name, self.kind, isText) = (name, kind, text != nil)
    lines = text.map { LineReader(Array($0.utf8)) } ?? LineReader()
    asked = try kind.asked(try line() ?? "", in: name)
    columns = try line() ?? ""
  }

  private func line() throws(ResultError) -> Substring? {
    lineCount += 1
    do throws(FileError) {
      if file == nil, !isText { file = try OpenFile.reading(name) }
      let line = file == nil ? lines.next() : try lines.next(file!)
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

  /// Returns the next row and its line, or nil after the last of `count`; `read` gets the line without its checksum.
  package func next<Row>(
    of count: Int, _ read: (Substring) throws(CheckedLine.Damage) -> Row
  ) throws(ResultError) -> (row: Row, line: Substring)? {
    let line = try line()
    guard rowCount < count else {
      if line == nil { return nil }
      throw kind.refusal("\(name):\(lineCount)", "something follows its last row")
    }
    guard let line, lines.isWhole else {
      throw kind.refusal(name, "it holds \(NumberText.grouped(Int64(rowCount))) of \(NumberText.count(count, "row"))")
    }
    do throws(CheckedLine.Damage) {
      let row = try read(CheckedLine.content(line))
      rowCount += 1
      return (row, line)
    } catch {
      throw kind.refusal("\(name):\(lineCount)", error.description)
    }
  }

  package func changed(line: Int) -> ResultError { kind.changed("\(name):\(line)") }
}
