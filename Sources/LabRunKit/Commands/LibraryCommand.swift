import ArgumentParser
import LabBase
import LabLibrary
import LabRecords

/// `lab-run library`: checks and shows photo libraries.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Describe, check, list and extract photo libraries.",
    subcommands: [Info.self, Verify.self, List.self, Extract.self]
  )

  /// The library of a subcommand.
  struct Choice: ParsableArguments {
    @OptionGroup var library: LibraryOptions

    @Option(
      help: ArgumentHelp(
        "Photos in the library; of a folder the first by name, or all again and again (default: each once).",
        valueName: "n"))
    var assets: Int?

    func open() throws -> PhotoLibrary {
      var settings = library.settings
      settings.assets = assets
      return try settings.openLibrary(quiet: false, filling: false)
    }
  }

  /// `lab-run library info`
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Describe the library: photos, sizes, bytes, fingerprint. Makes it first if it is missing, as runs do.",
      discussion: """
        EXAMPLES
          lab-run library info --library full --seed 7
          lab-run library info --library ~/Pictures
        """)

    @OptionGroup var choice: Choice

    func run() throws { Terminal.output(try choice.open().summary) }
  }

  /// `lab-run library verify`
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read the whole library and decode every photo; exit code 1 if one is not what the index says.",
      discussion: "EXAMPLES\n  lab-run library verify")

    @OptionGroup var choice: Choice

    func run() throws {
      let library = try choice.open()
      defer { Terminal.clearProgress() }
      let found = try library.verify { Terminal.progress("verifying: \(Int($0 * 100)) %") }
      Terminal.clearProgress()
      Terminal.output(
        "\(found.decodedCount) photos decoded, \(found.contradictions.count) contradict the index, "
          + "\(found.partialCount) damaged but shown in part, "
          + "\(found.undecodableCount) do not decode, as the index says\n")
      Terminal.output(library.problemText)
      for wrong in found.contradictions {
        let file = library.folderFile(of: wrong.asset).map { " (\($0))" } ?? ""
        Terminal.error("asset \(wrong.asset)\(file): \(wrong.reason)")
      }
      if !found.contradictions.isEmpty { throw ExitCode(1) }
    }
  }

  /// `lab-run library list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List every photo: item, width, height, bytes of the file and of its thumbnail, whether it decodes.",
      discussion: """
        With the trace and an event file, this list is all that is needed to recompute
        every deterministic metric of photos that EXIF does not turn: it does not say
        which ones EXIF turns. Of a folder it names the files too, and below them, or
        beside a CSV, those that do not decode or are no photos, each with the reason.
        A run repeats a folder of fewer than 4,000 photos to as many: --assets 4000
        lists them so.

        EXAMPLES
          lab-run library list --format csv > library.csv
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case table, csv }

    @OptionGroup var choice: Choice

    @Option(help: "table or csv.")
    var format = Format.table

    func run() throws {
      let library = try choice.open()
      let rows = (0..<library.index.count).map { asset in
        library.listing(of: asset) + (library.folderFile(of: asset).map { [$0] } ?? [])
      }
      let fileColumn = library.isFolder ? ["file"] : []
      switch format {
      case .csv:
        let lines = [PhotoLibrary.listingColumns + fileColumn] + rows
        Terminal.output(lines.map { CSV.line($0) }.joined())
        for line in library.problemText.split(separator: "\n") { Terminal.error(String(line)) }
      case .table:
        var table = TextTable(
          columns: PhotoLibrary.listingColumns.map { .init([$0]) } + fileColumn.map { .init([$0], alignsRight: false) })
        for row in rows { table.append(row) }
        Terminal.output(table.text() + library.problemText)
      }
    }
  }

  /// `lab-run library extract`
  struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write photos as JPEG files.",
      discussion: "EXAMPLES\n  lab-run library extract -o photos\n  lab-run library extract -o photos --items 0-99")

    @OptionGroup var choice: Choice

    @Option(help: ArgumentHelp("Which photos, such as 17 or 0-99 (default: all).", valueName: "range"))
    var items: ItemsArgument?

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Folder to write to.", valueName: "DIR"), completion: .directory)
    var out: String

    func run() throws {
      let library = try choice.open()
      let chosen = try items.map { try $0.checked(against: library.index.count) } ?? 0..<library.index.count
      defer { Terminal.clearProgress() }
      let paths = try library.extract(chosen, to: out) { Terminal.progress("writing: \(Int($0 * 100)) %") }
      Terminal.clearProgress()
      Terminal.output(line: "\(paths.count) photos written to \(out)")
    }
  }
}

/// A range of photos: `17`, or `0-99` with both ends included.
struct ItemsArgument: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last, first >= 0
    else { return nil }
    range = first...last
  }

  func checked(against count: Int) throws -> Range<Int> {
    guard range.upperBound < count else {
      throw LabError("--items ends at \(range.upperBound), the library has photos 0 to \(count - 1)")
    }
    return range.lowerBound..<range.upperBound + 1
  }
}
