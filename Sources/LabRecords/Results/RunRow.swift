/// The line of a run in a file of runs: its names, its counts and measurements as integers, and how it was made as JSON.
enum RunRow {
  static let head =
    (names + counts + figures.flatMap { figure in figure.suffixes.map { figure.metric.id + $0 } }
    + samples + ["details", "checksum"]).joined(separator: "\t")

  private static let names = ["run", "strategy", "trace", "device", "digest"]

  private static let counts: [String] = {
    var tally = ReplayTally()
    (tally.thumbnails.isPresent, tally.cloud.isPresent) = (true, true)
    tally.screens.first = ScreenTally.Times(filled: 0, sharp: 0)
    return RunCounts(RunFacts(tally: tally)).all.map(\.name)
  }()

  private static let figures: [(metric: Metric, suffixes: [String])] = {
    let nothing = RunFacts.nothing(withAll: true)
    return Metric.all(.measured).map { metric in
      let isDistribution = if case .distribution = metric.value(of: nothing) { true } else { false }
      return (metric, isDistribution ? Distribution.names.map { "-\($0)" } : [""])
    }
  }()

  private static let samples = ["decode-cpu-samples", "decode-wall-samples", "rss-samples"]

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "created": .text, "notes": .texts, "absent": .object, "command": .object, "moved-frames.moved": .count,
    "moved-frames.frames": .count,
  ]

  /// Returns the line without its checksum; runs are counted from 0.
  static func line(_ record: RunRecord, run: Int) -> String {
    let counted = Dictionary(uniqueKeysWithValues: record.runCounts.all.map { ($0.name, $0.value) })
    var cells = [
      "\(run + 1)", record.strategy, record.traceName, record.device, record.deterministicDigest,
    ]
    cells += counts.map { name in counted[name].map { "\($0)" } ?? "" }
    var (details, absent) = (record.details, [String: JSON]())
    for (metric, suffixes) in figures {
      switch record.metric(metric) {
      case .integer(let count): cells.append("\(count)")
      case .distribution(let times): cells += times.figures.map { "\($0)" }
      case .absent(let reason) where record.configuration.hasDecodes:
        absent[metric.id] = .string(reason)
        fallthrough
      default: cells += suffixes.map { _ in "" }
      }
    }
    if !absent.isEmpty { details["absent"] = .object(absent) }
    let samples = record.samples
    cells += [samples.decodeCPU, samples.decodeWall, samples.resident.flatMap { [$0.time, $0.bytes] }].map { numbers in
      numbers.map { "\($0)" }.joined(separator: " ")
    }
    cells.append(JSON.object(details).compactText)
    return cells.joined(separator: "\t")
  }

  /// Returns the names of a file's columns, or nil if its line of names is not that of a file of runs. A file of an
  /// earlier version may lack figures.
  static func columns(_ line: Substring) -> [Substring]? {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
    let known = head.split(separator: "\t")
    let needed = Set(known.prefix(names.count) + known.suffix(2))
    return known.filter { columns.contains($0) } == columns && needed.isSubset(of: columns) ? columns : nil
  }

  static func read(
    _ line: Substring, _ columns: [Substring], run: Int, of plan: RunPlan
  ) throws(CheckedLine.Damage) -> RunRecord {
    let cells = try Cells(line, columns)
    guard run < plan.runCount, cells["run"] == "\(run + 1)" else {
      throw CheckedLine.Damage("this is not the line of run \(run + 1)")
    }
    var counted: [String: JSON] = [:]
    for name in counts {
      counted[name] = try cells.number(-FieldKind.wideFigureMax...FieldKind.wideFigureMax, name).map { .integer($0) }
    }
    let (facts, _) = RunFacts.reading(.object(counted))
    var values = Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.id, $0.value(of: facts)) })
    for (metric, suffixes) in figures {
      var numbers: [Int128] = []
      for suffix in suffixes {
        let range = suffix == "-sum" ? FieldKind.wideFigureMax : Int128(FieldKind.figureMax)
        if let number = try cells.number(-range...range, metric.id + suffix) { numbers.append(number) }
      }
      guard numbers.count == suffixes.count else { continue }
      values[metric.id] =
        numbers.count == 1 ? .integer(Int64(clamping: numbers[0])) : .distribution(Distribution(numbers))
    }
    var read = RunRecord.Samples()
    (read.decodeCPU, read.decodeWall) = (try cells.numbers(samples[0]), try cells.numbers(samples[1]))
    let pairs = try cells.numbers(samples[2])
    read.resident = stride(from: 1, to: pairs.count, by: 2).map { (pairs[$0 - 1], pairs[$0]) }
    let details = try self.details(cells["details"])
    for (id, reason) in details["absent"]?.object ?? [:] { values[id] = .absent((reason.string ?? "?").visible) }
    return RunRecord(
      configuration: RunConfiguration(details["configuration"]), environment: plan.environment,
      counts: RunCounts(facts), values: values, samples: read,
      notes: details["notes"]?.array?.compactMap(\.string) ?? [], created: details["created"]?.string ?? "",
      moved: details["moved-frames"].flatMap { MovedFrames($0) }, words: details["command"].flatMap { RunWords($0) })
  }

  private static func details(_ cell: Substring) throws(CheckedLine.Damage) -> JSON {
    guard let json = try? JSON.parse(String(cell)), json.object != nil else {
      throw CheckedLine.Damage("its details are not JSON")
    }
    if let problem = FieldCheck.problem(of: json, fields) ?? RunConfiguration.problem(of: json["configuration"]) {
      throw CheckedLine.Damage(problem)
    }
    return json
  }

  private struct Cells {
    private let cells: [Substring: Substring]

    init(_ line: Substring, _ columns: [Substring]) throws(CheckedLine.Damage) {
      let parts = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      // The checksum has been taken off.
      guard parts.count == columns.count - 1 else { throw CheckedLine.Damage("this is not the line of a run") }
      cells = Dictionary(uniqueKeysWithValues: zip(columns, parts.map { Substring($0) }))
    }

    subscript(_ name: String) -> Substring { cells[name[...]] ?? "" }

    func number(_ range: ClosedRange<Int128>, _ name: String) throws(CheckedLine.Damage) -> Int128? {
      let cell = self[name]
      if cell.isEmpty { return nil }
      guard let number = Int128(cell), range.contains(number) else { throw Cells.wrong(cell, name) }
      return number
    }

    func numbers(_ name: String) throws(CheckedLine.Damage) -> [Int64] {
      var numbers: [Int64] = []
      for word in self[name].utf8.split(separator: UInt8(ascii: " ")) {
        guard let number = Int64(Substring(word)), 0...FieldKind.figureMax ~= number else {
          throw Cells.wrong(Substring(word), name)
        }
        numbers.append(number)
      }
      return numbers
    }

    private static func wrong(_ cell: Substring, _ name: String) -> CheckedLine.Damage {
      CheckedLine.Damage("'\(cell.prefix(80))' of the column \(name) is no figure of a run")
    }
  }
}
