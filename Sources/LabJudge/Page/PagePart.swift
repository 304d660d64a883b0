indirect enum PagePart {
  /// The heading of a chapter, which the navigation links to.
  case chapter(String)
  case subtitle(String)
  case answer(String)
  case paragraph(String)
  case note(String)
  /// Something that the report lacks, and the cure.
  case warning(String)
  /// A table. `bars` has, for each column, the lengths of the bars behind its rows; empty for a table without bars.
  case table(TextTable, label: String, bars: [[Double?]] = [])
  case facts([PageFacts.Fact])
  case pictures([ReportPicture])
  /// Parts that unfold under a name and a remark.
  case details(String, about: String? = nil, [PagePart])
  case commands([String])
  /// HTML that only a page can show, and its replacement elsewhere.
  case markup(String, elsewhere: String)
}

extension ReportContent {
  var opening: [PagePart] {
    (fleet == nil ? settings[0].answers : []) + [.note(settings[0].name)] + missing.map { .warning($0) }
  }

  /// The chapters: the table, the deciding picture and the player; the rest is folded.
  var chapters: [PagePart] {
    fleetChapter + settings.indices.flatMap(chapters)
      + [
        .chapter("How it was made"), .details("Environment", [.facts(PageFacts.environment(records))]),
        .details(
          "Commands", about: "to make it all again",
          [
            .commands(settings.flatMap { commands($0) } + [command]),
            .paragraph(
              "Deterministic numbers repeat bit for bit on every machine: the digests of a run made again must be these. "
                + "What is measured (RSS, decode times) is of the machine above."),
            .table(digests, label: "Digests"),
          ]),
      ]
  }

  private func chapters(_ number: Int) -> [PagePart] {
    let matrix = settings[number]
    let isAlone = settings.count == 1
    let notes = matrix.records.flatMap { record in record.notes.map { "\(record.trace): \($0)" } }
    let more = pictures.filter { $0.place == .more(number) }
    // The answers of the first setting are in `opening`.
    return [.chapter(isAlone ? "Strategies" : matrix.name)] + (number == 0 && fleet == nil ? [] : matrix.answers)
      + matrix.overview + [pictures(.overview(number))] + (number == 0 ? replay : [])
      + [isAlone ? .chapter("More") : .subtitle("More")]
      + (more.isEmpty ? [] : [.details("Pictures", about: "of all traces", [.pictures(more)])]) + matrix.physics
      + matrix.traces.map { trace($0, matrix, isShown: number == 0) }
      + [.details("Configuration", [.facts(PageFacts.configuration(matrix))])]
      + notes.unique.map { .note("Note: \($0)") }
  }

  private var replay: [PagePart] {
    guard let player else { return [] }
    return [
      .chapter("Replay"), .markup(player.html, elsewhere: "The HTML page plays the replays."), .note(player.note),
    ]
  }

  private func trace(_ name: String, _ matrix: ReportMatrix, isShown: Bool) -> PagePart {
    let drawn = pictures.filter { isShown && $0.place == .trace(name) }
    let parts = RunTable(matrix.records(on: name)).groups.flatMap { group -> [PagePart] in
      [
        .table(RunTable.table(group.records), label: "Runs on \(name)"),
        .note(group.title.joined(separator: "; ")),
      ] + RunTable.notes(of: group).map { .note("Note: \($0)") }
    }
    return .details(
      name, about: traceTitles[name],
      parts + [.note(RunTable.legend(matrix.records(on: name))), .pictures(drawn)])
  }

  private func pictures(_ place: ReportPicture.Place) -> PagePart { .pictures(pictures.filter { $0.place == place }) }

  private var fleetChapter: [PagePart] {
    guard let fleet else { return [] }
    let views = fleet.percentiles.flatMap { view -> [PagePart] in
      [.subtitle(view.title), .table(fleet.table(view.rows), label: view.title)]
    }
    return [.chapter(fleet.plan.crowd ?? ""), .paragraph(SweepTable.percentilesLegend)] + views
      + (fleet.population?.asideWords ?? []).map { .note($0) } + [pictures(.fleet)]
  }

  private var digests: TextTable {
    TextTable(
      records,
      [
        .words("strategy", text: \.strategy), .words("trace", text: \.trace),
        .words("configuration") { String($0.configurationDigest.prefix(8)) },
        .words("digest") { String($0.deterministicDigest.prefix(16)) },
      ])
  }
}

enum PageFacts {
  typealias Fact = (name: String, text: String)

  static func configuration(_ setting: ReportMatrix) -> [Fact] {
    let records = setting.records
    guard let device = records.first?.configuration.device else { return [] }
    let costs = [
      (device.fixed.rawValue, "ns a decode"), (device.picosecondsPerByte, "ps a byte"),
      (device.picosecondsPerPixel, "ps a pixel"),
    ]
    let cost = costs.map { "\(NumberText.grouped($0)) \($1)" }
    let screens = distinct(records) { record in
      record.configuration.screen.map { "\($0.columns ?? 0) columns of \($0.target) px on \($0.words)" }
    }
    let decoded = distinct(records) {
      $0.configuration.hasDecodes
        ? "really, by libjpeg-turbo" : "nothing: counted in virtual time, nothing measured"
    }
    let fingerprints = distinct(records) { $0.configuration.library.fingerprint }
    return [
      ("Setting", setting.name),
      ("Device", "\(records[0].device): \(cost.joined(separator: ", ")), \(device.workers) workers"),
      ("Strategies", distinct(records) { $0.configuration.strategy }.joined(separator: ", ")),
      ("Library", "fingerprint \(fingerprints.joined(separator: ", "))"),
      ("Screens", screens.joined(separator: "; ")),
      ("Decoded", decoded.joined(separator: ", ")),
    ].filter { !$0.1.isEmpty }
  }

  /// Returns the machines and programs of the records; values that differ are listed side by side.
  static func environment(_ records: [RunRecord]) -> [Fact] {
    func field(_ value: (RunEnvironment) -> String?) -> String {
      distinct(records) { value($0.environment) }.joined(separator: "; ")
    }
    let jpeg = field { environment in environment.codec.version.map { "\($0), \(environment.codec.simd)" } }
    let cores = field { $0.cores.map { "\($0)" } }
    let created = records.map(\.created).ordered()
    let span = created.first == created.last ? created.first : "\(created.first ?? "") to \(created.last ?? "")"
    return [
      ("Processor", field { $0["cpu"] } + (cores.isEmpty ? "" : ", \(cores) cores")),
      ("Kernel", field { $0["kernel"] }),
      ("libjpeg-turbo", jpeg), ("Swift", field { $0["swift"] }), ("CacheLab", field { $0["lab"] }),
      ("Revision", field(\.gitRevision)), ("Huge pages", field { $0["transparent-huge-pages"] }),
      ("glibc tunables", field { $0["glibc-tunables"] }), ("Runs", "\(records.count), \(span ?? "")"),
    ].filter { !$0.1.isEmpty }
  }

  @inline(never) private static func distinct(_ records: [RunRecord], _ value: (RunRecord) -> String?) -> [String] {
    records.compactMap(value).filter { !$0.isEmpty }.unique
  }
}
