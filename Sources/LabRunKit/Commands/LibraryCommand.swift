struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Describe, check, list and extract photo libraries.",
    discussion: """
      info says how many photos there are, their sizes, bytes and fingerprint; a made
      library is made first if it is missing, as runs do. verify decodes every photo
      and ends with exit code 1 if one is not what the index says. extract writes the
      photos as JPEG files to --out.

      With the trace and an event file, list is all that is needed to recompute every
      deterministic metric of photos that EXIF does not turn: it does not say which
      ones EXIF turns. Below the files of a folder, or beside a CSV, it names those
      that do not decode or are no photos, each with the reason. A run repeats a
      folder of fewer than 4,000 photos to as many: --assets 4000 lists them so.

      EXAMPLES
        lab-run library info --library ~/Pictures
        lab-run library verify --library full --seed 7
        lab-run library list --format csv > library.csv
        lab-run library extract --assets 100 -o photos
      """)

  enum Action: String, ExpressibleByArgument, CaseIterable, Sendable { case info, verify, list, extract }

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case table, csv }

  @Argument(help: "info, verify, list or extract.")
  private var action = Action.info

  @OptionGroup private var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Photos in the library; of a folder the first by name, or all again and again (default: each once).",
      valueName: "n"))
  private var assets: Int?

  @Option(help: "How the list is printed: table or csv.")
  private var format = Format.table

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Folder that photos are extracted to.", valueName: "DIR"),
    completion: .directory)
  private var out: String?

  func validate() throws {
    if action == .extract && out == nil { throw ValidationError("extract writes files; name a folder, --out DIR") }
    if action != .extract && out != nil { throw ValidationError("--out goes with extract, which writes there") }
    if format != .table && action != .list { throw ValidationError("--format goes with list") }
  }

  func run() throws {
    var settings = library.settings
    settings.assets = assets
    let library = try settings.openLibrary(filling: false)
    switch action {
    case .info: Terminal.output(library.summary)
    case .verify: try verify(library)
    case .list: list(library)
    case .extract:
      let folder = out ?? ""
      let paths = try library.extract(0..<library.index.count, to: folder) { Terminal.progress("writing", $0) }
      Terminal.output(line: "\(paths.count) photos written to \(folder)")
    }
  }

  private func verify(_ library: PhotoLibrary) throws {
    let found = try library.verify { Terminal.progress("verifying", $0) }
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

  private func list(_ library: PhotoLibrary) {
    let rows = (0..<library.index.count).map { library.listing(of: $0) }
    switch format {
    case .csv:
      Terminal.output(([library.listingColumns] + rows).map { CSV.line($0) }.joined())
      for line in library.problemText.split(separator: "\n") { Terminal.error(String(line)) }
    case .table:
      var table = TextTable(columns: library.listingColumns.map { .init([$0], alignsRight: $0 != "file") })
      for row in rows { table.append(row) }
      Terminal.output(table.text() + library.problemText)
    }
  }
}
