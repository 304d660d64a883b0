import LabJudge
import LabLibrary
import Strategies

extension FuzzTarget {
  /// Reads damaged baselines, limits and device files, and judges with them.
  static func documents(_ corpus: Corpus) throws -> FuzzTarget {
    let documents = try corpus.files("json").map { try JSON.parse(String(decoding: $0, as: UTF8.self)) }
    let texts = documents.map(\.compactText)
    // What is judged beside damaged documents.
    let files = try corpus.files("tsv").lazy.map { String(decoding: $0, as: UTF8.self) }
    guard let record = files.compactMap({ try? RunFile.records(text: $0, name: "seed").first }).first,
      let baseline = texts.lazy.compactMap({ try? Baseline(text: $0, file: "seed") }).first,
      let limits = texts.lazy.compactMap({ try? GateLimits(text: $0, file: "seed") }).first
    else { throw Finding("the corpus needs runs, a baseline and limits") }
    func judge(_ baseline: Baseline, _ limits: GateLimits) throws(Finding) {
      let cell = GateCell(
        name: "a case", baseline: baseline, baselinePath: "b.json", record: record, memoryRuns: [1 << 20],
        parting: "", reproduce: "lab-run x")
      let report = GateJudge(limits: limits).judge([cell])
      _ = (report.text(showsAll: true), report.text(showsAll: false), report.markdown, report.junit)
      _ = (report.json.prettyText, report.benchmarkJSON.prettyText, report.exitCode(isStrict: true))
      for line in report.annotations.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        guard ["::error title=", "::warning title=", "::notice title="].contains(where: line.hasPrefix) else {
          throw Finding("an annotation is no command of the gate's: \(line.prefix(100))")
        }
      }
    }
    // A line each.
    return FuzzTarget(seeds: texts.map { Array($0.utf8) }, damage: Mutator.text(trees: 85)) { input in
      let text = String(decoding: input, as: UTF8.self)
      let readers: [() throws -> Void] = [
        {
          let read = try Baseline(text: text, file: "fuzz")
          _ = read.text
          try judge(read, limits)
        },
        { try judge(baseline, try GateLimits(text: text, file: "fuzz")) },
        { _ = try DeviceFile(text: text, path: "fuzz").json.prettyText },
      ]
      var isRead = false
      for reader in readers where try accepts(reader) { isRead = true }
      return isRead ? ["read": 1] : [:]
    }
  }

  private static func consume(_ records: [RunRecord]) throws {
    let table = RunTable(records)
    _ = (table.text, table.markdown, RecordCSV.text(records), records.latest.count)
    _ = records.map(\.json.prettyText)
    for metrics in [[], ["all"]] {
      for comparison in [
        try RecordComparison(strategiesOf: records, metrics: metrics),
        try RecordComparison([("a", records), ("b", records)], metrics: metrics),
      ] {
        _ = (comparison.text, comparison.markdown, comparison.csv, comparison.json.prettyText)
      }
    }
    let settings = ReportSetting.groups(of: records)
    var plots = [Plot.compare(records), .pareto(records), .pareto(records, paying: .work)]
    plots += Column.judged.map { .heat(records, metric: $0) }
    plots += settings.flatMap { ReportPicture.overview($0.matrix, number: 1) }.map(\.plot)
    for plot in plots { _ = (plot.script(command: "fuzz"), plot.data) }
    let content = ReportContent(settings: settings, command: "fuzz")
    _ = (content.html, content.markdown)
    for record in records { _ = ResidentMemory(record) }
  }

  /// Reads damaged event files, and makes pictures, explanations and comparisons of them.
  static func events(_ corpus: Corpus) throws -> FuzzTarget {
    let seeds = try corpus.files("jsonl")
    let seed = String(decoding: seeds[0], as: UTF8.self)
    return FuzzTarget(seeds: seeds, damage: Mutator.text(trees: 30)) { input in
      let text = String(decoding: input, as: UTF8.self)
      let isDrawn = try accepts {
        let replay = try EventTimeline(EventReader(text: text, name: "fuzz"))
        for plot in [Plot.memory(replay), .waits([replay, replay])] {
          _ = (plot.script(command: "fuzz"), plot.data)
        }
      }
      let isFollowed = try accepts {
        let header = try EventReader(text: text, name: "fuzz").header
        for selection in [VisitSelection.all, .worst(3), .item(1)] {
          var collector = VisitCollector(header: header, selection: selection)
          try walk(text) { collector.take($0.event, at: $0.time) }
          collector.finish(end: nil)
          let report = WhyReport(header: header, collector: collector)
          _ = (report.text, report.markdown, report.json.prettyText)
        }
      }
      for (old, new) in [(seed, text), (text, seed), (text, text)] {
        guard let comparison = try? EventComparison(old: EventReader(text: old, name: "fuzz")) else { continue }
        _ = try? walk(new) { comparison.take($0.event, at: $0.time) }
        _ = comparison.finish()
      }
      return isDrawn || isFollowed ? ["read": 1, "followed": isFollowed ? 1 : 0] : [:]
    }
  }

  /// Passes on the events before the first with a range of 100,000 items: to walk such a range takes a second, and ends.
  private static func walk(_ text: String, _ take: (TimedEvent) -> Void) throws {
    var reader = try EventReader(text: text, name: "fuzz")
    while let next = try reader.next() {
      switch next.event {
      case .start(let ranges, _), .stop(let ranges, _):
        guard ranges.allSatisfy({ $0.count <= 100_000 }) else { return }
      default: break
      }
      take(next)
    }
  }

  /// Reads damaged rows of sweeps and runs and settings of sweeps, merges rows with whole ones, and makes summaries,
  /// recommendations, tables, reports and pictures of them.
  static func sweeps(_ corpus: Corpus) throws -> FuzzTarget {
    let (rows, folder) = (try corpus.files("tsv"), try ScratchFolder())
    let partners = try rows.indices.map { try folder.write(rows[$0], as: "partner-\($0).tsv") }
    // Results more often than settings: they are read in most places.
    let seeds = Array(repeating: rows, count: 3).flatMap(\.self) + (try corpus.files("sweep"))
    // A refusal names a file, or the shard that is missing.
    let names = ["fuzz", "partner", "merged", ": missing "]
    return FuzzTarget(seeds: seeds, names: names, damage: Mutator.sealedText) { input in
      let text = String(decoding: input, as: UTF8.self)
      let (path, merged) = (try folder.write(input, as: "fuzz.tsv"), "\(folder.path)/merged.tsv")
      let isSummed = try accepts(naming: names) { try sum(path) }
      var mergedCount = 0
      for partner in partners
      where try accepts(naming: names, { try SweepMerge([path, partner]).write(to: merged) }) {
        mergedCount += 1
        do { try sum(merged) } catch { throw Finding("what was merged cannot be read: \(error)") }
      }
      var hasSettings = false
      _ = try accepts {
        let settings = try SweepSettings(text: text, file: "fuzz")
        hasSettings = true
        _ = try StrategyGrid.strategies(
          named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: .all)
      }
      let areRuns = try accepts { try consume(try RunFile.records(at: path)) }
      let isRead = isSummed || hasSettings || areRuns || mergedCount > 0
      return isRead ? ["read": 1, "summed": isSummed ? 1 : 0, "runs": areRuns ? 1 : 0, "merged": mergedCount] : [:]
    }
  }

  private static func sum(_ path: String) throws {
    for format in SweepFormat.allCases { try format.write(try SweepReader(path)) { _ in } }
    let table = try SweepTable(reading: path, Population.Rule(secondsMin: 0))
    _ = (table.summary.text, table.summary.markdown, table.summary.json.prettyText)
    let comparison = StrategyComparison(table, against: table.plan.strategies.count - 1)
    _ = (comparison.text, comparison.whole.markdown, comparison.whole.json.prettyText)
    for budget in [1, 30_000_000, Int64.max] {
      let found = Recommendation(table, budget: ByteCount(rawValue: budget))
      let code = RecommendedCode(for: .uikit, found, command: "fuzz")
      _ = (found.parts(code: code).text, found.parts(code: code).markdown, found.json(code: code).prettyText)
    }
    _ = Plot.fleet(table)
  }
}

extension FuzzTarget {
  /// Reads packs of damaged traces, whose checksums and index are those of the damaged text.
  static func packs(_ corpus: Corpus) throws -> FuzzTarget {
    let folder = try ScratchFolder()
    // The texts of blocks with the traces of the corpus, one of which is refused as a text, too.
    let traces = try corpus.files("scrolltrace").compactMap { try? TraceDocument($0, name: "seed") }.enumerated().map {
      index, document in
      var named = document
      named.name = "someone/\(index)"
      return Array(named.text.utf8)
    }
    let texts = [traces.prefix(3), traces.dropFirst(3).prefix(2), traces.dropFirst(5)].map { Array($0.joined()) }
    func damage(_ input: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix64) {
      if random.chance(70), let made = try? pack(texts, "\(folder.path)/made.pack", &random) {
        input = made
        // Without its index, or all of it, a pack is read from the front.
        if random.chance(20) { input.removeLast(random.next(below: min(input.count, 200))) }
        if random.chance(90) { return }
      }
      // Checksums find nearly all of these out.
      Mutator.bytes(&input, &random)
    }
    return FuzzTarget(seeds: try corpus.files("pack"), damage: damage) { input in
      let path = try folder.write(input, as: "fuzz.pack")
      let counts = try [false, true].map { skips in
        var count = 0
        _ = try accepts { try look(at: path, skippingDamage: skips, &count) }
        return count
      }
      return counts == [0, 0] ? [:] : ["read": counts[0] > 0 ? 1 : 0, "traces": counts[0], "salvaged": counts[1]]
    }
  }

  private static func pack(_ texts: [[UInt8]], _ path: String, _ random: inout SplitMix64) throws -> [UInt8] {
    var texts = texts
    if random.chance(70) {
      let number = random.next(below: texts.count)
      // Headers decide most.
      repeat { Mutator.bytes(&texts[number], reach: random.chance(50) ? 400 : .max, &random) } while random.chance(30)
    }
    if random.chance(20) { Mutator.list(&texts, &random) }
    let writer = try TracePackWriter(path)
    for text in texts where !text.isEmpty {
      let lines = text.split(separator: UInt8(ascii: "\n"))
      let count = max(lines.count { $0.first == UInt8(ascii: "{") }, 1)
      try writer.add(PackedTraces(text: text, count: random.chance(95) ? count : 1 + random.next(below: 40)))
    }
    try writer.finish()
    return try OpenFile.reading(path).readToEnd(bytesMax: 1 << 24) ?? []
  }

  private static func look(at path: String, skippingDamage: Bool, _ count: inout Int) throws {
    let pack = try TracePack(path, skippingDamage: skippingDamage)
    for block in 0..<pack.blockCount {
      guard let traces = try? pack.traces(ofBlock: block) else { continue }
      guard pack.block(ofTrace: traces.first) == block else { throw Finding("block \(block) is not found") }
      for index in 0..<traces.count {
        let (alone, trace) = (
          try? Trace.parse(traces.bytes(index), name: "fuzz"), try? traces.trace(index, sha256: "")
        )
        guard alone?.entries == trace?.entries, alone?.layouts == trace?.layouts, alone?.end == trace?.end else {
          throw Finding("trace \(index) is not what its text says")
        }
        if trace != nil { count += 1 }
      }
    }
    for number in Set([0, pack.traceCount / 2, pack.traceCount - 1]) where number >= 0 {
      _ = try? TraceDocument.load(path: "\(path)#\(number + 1)")
    }
  }
}

extension Mutator {
  /// Damages a text of lines that end in checksums, mostly with the checksums of the damaged lines: as an author writes it
  /// who means the damage.
  fileprivate static func sealedText(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    text(trees: 30)(&input, other, &random)
    guard random.chance(90) else { return }
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // The second line, the names of columns, has no checksum.
    let sealed = lines.enumerated().map { $0 == 1 ? String($1) : Mutator.sealed(String($1)) }
    input = Array(sealed.joined(separator: "\n").utf8)
  }

  private static func sealed(_ line: String) -> String {
    guard let tab = line.lastIndex(of: "\t") else { return line }
    let content = line[..<tab]
    // Kind and format stand before the JSON.
    guard let brace = content.firstIndex(of: "{"), var members = (try? JSON.parse(String(content[brace...])))?.object,
      let plan = members["plan"], plan.object != nil
    else { return CheckedLine.text(String(content)) }
    members["digest"] = .string(SHA256.hex(of: plan.compactText))
    return CheckedLine.text(content[..<brace] + JSON.object(members).compactText)
  }
}
