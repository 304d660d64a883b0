extension FuzzTarget {
  /// Returns a use that reaches a depth once, unless it refuses the input.
  private static func once(_ depth: String, _ use: @escaping (_ input: [UInt8]) throws -> Void) -> Use {
    { input in
      try use(input)
      return [depth: 1]
    }
  }

  private static func text(_ input: [UInt8]) -> String { String(decoding: input, as: UTF8.self) }

  static func documents(_ corpus: Corpus) throws -> FuzzTarget {
    let texts = try corpus.files("json").map { try JSON.parse(text($0)).compactText }
    let runs = try corpus.files("tsv").lazy.compactMap { try? RunFile.records(text: text($0), name: "seed").first }
    guard let record = runs.first,
      let baseline = texts.lazy.compactMap({ try? Baseline(text: $0, file: "seed") }).first,
      let limits = texts.lazy.compactMap({ try? GateLimits(text: $0, file: "seed") }).first
    else { throw Finding("the corpus needs runs, a baseline and limits") }
    func judge(_ baseline: Baseline, _ limits: GateLimits) throws(Finding) {
      var cell = GateCell(name: "a case", record: record, reproduce: "lab-run x")
      (cell.baseline, cell.memoryRuns) = (baseline, [1 << 20])
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
    return FuzzTarget(
      seeds: texts.map { Array($0.utf8) }, damage: Mutator.text(trees: 85),
      uses: [
        once("baselines") { input in
          let read = try Baseline(text: text(input), file: "fuzz")
          _ = read.text
          try judge(read, limits)
        },
        once("limits") { try judge(baseline, try GateLimits(text: text($0), file: "fuzz")) },
        once("devices") { _ = try DeviceFile(text: text($0), path: "fuzz").json.prettyText },
      ])
  }

  static func events(_ corpus: Corpus) throws -> FuzzTarget {
    let seeds = try corpus.files("jsonl")
    return FuzzTarget(
      seeds: seeds, damage: Mutator.text(trees: 30),
      uses: [
        once("drawn") { input in
          let replay = try EventTimeline(EventReader(text: text(input), name: "fuzz"))
          for plot in [Plot.memory(replay), .waits([replay, replay])] { _ = (plot.script(command: "fuzz"), plot.data) }
        },
        once("followed") { input in
          let header = try EventReader(text: text(input), name: "fuzz").header
          for selection in [VisitSelection.all, .worst(3), .item(1)] {
            var collector = VisitCollector(header: header, selection: selection)
            try walk(input) { collector.take($0.event, at: $0.time) }
            collector.finish(end: nil)
            let report = WhyReport(header: header, collector: collector)
            _ = (report.text, report.parts.markdown, report.parts.json.prettyText)
          }
        },
        once("compared") { input in
          for (old, new) in [(seeds[0], input), (input, seeds[0]), (input, input)] {
            let comparison = try EventComparison(old: EventReader(text: text(old), name: "fuzz"))
            _ = try? walk(new) { comparison.take($0.event, at: $0.time) }
            _ = comparison.finish()
          }
        },
      ])
  }

  /// Passes on the events before the first with a range of 100,000 items: to walk such a range takes a second, and ends.
  private static func walk(_ input: [UInt8], _ take: (TimedEvent) -> Void) throws {
    var reader = try EventReader(text: text(input), name: "fuzz")
    while let next = try reader.next() {
      switch next.event {
      case .start(let ranges, _), .stop(let ranges, _):
        guard ranges.allSatisfy({ $0.count <= 100_000 }) else { return }
      default: break
      }
      take(next)
    }
  }

  /// Reads packs of damaged traces, whose checksums are those of the damaged text.
  static func packs(_ corpus: Corpus) throws -> FuzzTarget {
    let folder = try ScratchFolder()
    // The texts of blocks with the traces of the corpus, one of which is refused as a text, too.
    let traces = try corpus.files("scrolltrace").compactMap { try? TraceDocument($0, name: "seed") }.enumerated().map {
      index, document in
      var named = document
      named.rename("someone/\(index)")
      return Array(named.text.utf8)
    }
    let texts = [traces.prefix(3), traces.dropFirst(3).prefix(2), traces.dropFirst(5)].map { Array($0.joined()) }
    func damage(_ input: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix64) {
      // Checksums find nearly all damage of bytes out, so most of it comes before them, in headers above all.
      if random.chance(35) { return Mutator.bytes(&input, &random) }
      var texts = texts
      repeat {
        let number = random.next(below: texts.count)
        Mutator.bytes(&texts[number], reach: random.chance(50) ? 400 : .max, &random)
      } while random.chance(30)
      if random.chance(20) { Mutator.list(&texts, &random) }
      input = texts.filter { !$0.isEmpty }.flatMap { text in
        let count = text.split(separator: UInt8(ascii: "\n")).count { $0.first == UInt8(ascii: "{") }
        return TracePacker(text: text, count: random.chance(95) ? max(count, 1) : 1 + random.next(below: 40)).block
      }
      // Without its end, a pack is read up to there.
      if random.chance(20) { input.removeLast(random.next(below: min(input.count, 200))) }
    }
    let uses = [false, true].map { skips -> Use in
      { input in
        let count = try look(at: folder.write(input, as: "fuzz.pack"), skippingDamage: skips)
        return count > 0 ? [skips ? "salvaged" : "traces": count] : [:]
      }
    }
    return FuzzTarget(seeds: try corpus.files("pack"), damage: damage, uses: uses)
  }

  private static func look(at path: String, skippingDamage: Bool) throws -> Int {
    let pack = try TracePack(path, skippingDamage: skippingDamage)
    var count = 0
    for block in 0..<pack.blockCount {
      guard let traces = try? pack.traces(ofBlock: block) else { continue }
      guard pack.block(ofTrace: traces.first) == block else { throw Finding("block \(block) is not found") }
      for index in 0..<traces.count {
        let alone = try? Trace.parse(traces.bytes(index), name: "fuzz")
        let trace = try? traces.trace(index)
        guard alone?.entries == trace?.entries, alone?.layouts == trace?.layouts, alone?.end == trace?.end else {
          throw Finding("trace \(index) is not what its text says")
        }
        if trace != nil { count += 1 }
      }
    }
    for number in Set([0, pack.traceCount / 2, pack.traceCount - 1]) where number >= 0 {
      _ = try? TraceDocument.load(path: "\(path)#\(number + 1)")
    }
    return count
  }

  static func sweeps(_ corpus: Corpus) throws -> FuzzTarget {
    let (rows, folder) = (try corpus.files("tsv"), try ScratchFolder())
    let partners = try rows.indices.map { try folder.write(rows[$0], as: "fuzz-partner-\($0).tsv") }
    let merges = partners.map { partner in
      once("merged") { input in
        let merged = "\(folder.path)/fuzz-merged.tsv"
        try SweepMerge([folder.write(input, as: "fuzz.tsv"), partner]).write(to: merged)
        do { try sum(merged) } catch { throw Finding("what was merged cannot be read: \(error)") }
      }
    }
    // Results more often than settings: they are read in most places.
    let seeds = Array(repeating: rows, count: 3).flatMap(\.self) + (try corpus.files("sweep"))
    return FuzzTarget(
      seeds: seeds, damage: Mutator.sealedText,
      uses: [
        once("summed") { try sum(folder.write($0, as: "fuzz.tsv")) },
        once("runs") { try consume(RunFile.records(at: folder.write($0, as: "fuzz.tsv"))) },
        once("settings") { input in
          let settings = try SweepSettings(text: text(input), file: "fuzz")
          _ = try StrategyGrid.strategies(
            named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: .all)
        },
      ] + merges)
  }

  private static func sum(_ path: String) throws {
    for format in SweepFormat.allCases { try format.write(try SweepReader(path)) { _ in } }
    let table = try SweepTable(reading: path, (0, false))
    _ = (table.summary.text, table.summary.markdown, table.summary.json.prettyText)
    let comparison = StrategyComparison(table, against: table.plan.strategies.count - 1)
    _ = (comparison.text, comparison.whole.markdown, comparison.whole.json.prettyText)
    for budget in [1, 30_000_000, Int64.max] {
      let found = Recommendation(table, budget: ByteCount(rawValue: budget))
      let code = RecommendedCode.text(for: .uikit, found, command: "fuzz")
      _ = (found.parts(code: code).text, found.parts(code: code).markdown, found.json(code: code).prettyText)
    }
    _ = Plot.fleet(table)
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
    let settings = ReportMatrix.settings(of: records)
    var plots = [Plot.compare(records), .pareto(records), .pareto(records, paying: .work)]
    plots += Column.judged.map { .heat(records, metric: $0) }
    plots += settings.flatMap { ReportPicture.overview($0, number: 1) }.map(\.plot)
    for plot in plots { _ = (plot.script(command: "fuzz"), plot.data) }
    let content = ReportContent(settings: settings, command: "fuzz")
    _ = (content.html, content.markdown)
    for record in records { _ = ResidentMemory(record) }
  }
}
