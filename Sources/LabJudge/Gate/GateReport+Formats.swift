extension GateReport {
  private static func table(_ rows: [GateRow]) -> TextTable {
    let columns: [TableColumn<GateRow>] = [
      .words("case", text: \.cell), .words("metric", text: \.metric), .numbers("base", text: \.old),
      .numbers("head", text: \.new), .numbers("change", text: \.change), .numbers("limit", text: \.limit),
      .words("verdict", text: \.verdict.rawValue),
    ]
    return TextTable(rows, columns)
  }

  /// Returns the report for a terminal: changes, one line a case, then regressions with their reasons and cures, and other
  /// rows if `showsAll`.
  public func text(showsAll: Bool) -> String {
    var text = "gate \(outcome): \(headline)\n" + caseLines.map { "  \($0)\n" }.joined()
    let shown = rows.filter { showsAll || $0.verdict.isOpenOrWorse }
    if !shown.isEmpty { text += "\n" + GateReport.table(shown).text(width: 110) + "\n" }
    // Commands are not wrapped, so that they can be pasted.
    let programs = Set(cells.map { $0.reproduce.prefix { $0 != " " } + " " })
    for (title, lines) in explanations(of: shown) {
      let wrapped = lines.split(separator: "\n").flatMap { line in
        programs.contains { line.hasPrefix($0) } ? [String(line)] : String(line).wrapped(width: 106)
      }
      text += "\(title):\n" + wrapped.map { "    \($0)\n" }.joined()
    }
    return text + (sentences + [summary]).map { "\($0)\n" }.joined()
  }

  /// The report for a pull request: changes, then regressions, the rest folded.
  public var markdown: String {
    var text = "### CacheLab gate \(outcome): \(Markup.markdown(headline))\n\n"
    text += caseLines.map { "- \(Markup.markdown($0))\n" }.joined()
    let worse = rows.filter(\.verdict.isOpenOrWorse)
    if !worse.isEmpty { text += "\n" + GateReport.table(worse).markdown }
    for (title, lines) in explanations(of: worse) {
      text += "\n**\(Markup.markdown(title))**\n\n\(Markup.fenced(lines))\n"
    }
    text += (sentences + [summary]).map { "\n\(Markup.markdown($0))\n" }.joined()
    let others = rows.filter { !$0.verdict.isOpenOrWorse }
    if others.isEmpty { return text }
    return text + "\n<details><summary>\(NumberText.count(others.count, "row")) that did not get worse</summary>\n\n"
      + GateReport.table(others).markdown + "\n</details>\n"
  }

  /// All rows for other programs.
  public var json: JSON {
    .object([
      "headline": .string(headline), "summary": .string(summary),
      "passes": .bool(exitCode(isStrict: isStrict) == 0), "unfit": unfit.map { .string($0) } ?? .null,
      "instructions-lack": .string(uncountedReason),
      "cases": .array(
        cells.map { cell in
          .object([
            "cell": .string(cell.name), "parameters": .array(cell.parameters.map { .string($0) }),
            "parting": .string(cell.parting), "reproduce": .string(cell.reproduce),
          ])
        }),
      "rows": .array(
        rows.map { row in
          let texts = [
            "cell": row.cell, "kind": row.kind.rawValue, "metric": row.metric, "base": row.old, "head": row.new,
            "change": row.change, "limit": row.limit, "verdict": row.verdict.rawValue, "detail": row.detail,
          ]
          return .object(texts.mapValues { .string($0) })
        }),
    ])
  }

  /// The figures for github-action-benchmark with the tool `customSmallerIsBetter`: the metrics for which less is better,
  /// and the share of misses in place of the hit rate.
  public var benchmarkJSON: JSON {
    .array(
      cells.flatMap { cell in
        ExactFigure.all { cell.record.metric(named: $0) }.compactMap { figure -> JSON? in
          let isRate = figure.name == "hit-rate"
          guard isRate || figure.better == .lower else { return nil }
          return .object([
            "name": .string("\(cell.name) \(isRate ? "miss-rate" : figure.name)"),
            "unit": .string(figure.unit.rawValue), "value": .number(isRate ? 1 - figure.value : figure.value),
            "extra": .string(cell.reproduce),
          ])
        }
      })
  }

  /// The report as JUnit XML, a suite for each cell and a case for each row. Regressions and incomparable rows are
  /// failures, rows that are not judged are skipped, and a machine that is unfit to measure is an error.
  public var junit: String {
    typealias Case = (suite: String, name: String, outcome: String, message: String, detail: String)
    // In an attribute a newline would be read as a space.
    func escaped(_ text: String) -> String { Markup.escaped(text).replacing(each: "\n", with: "&#10;") }
    func element(_ kind: String, _ name: String, _ cases: [Case], _ inner: [String]) -> String {
      let counts = [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")].map { key, outcome in
        " \(key)=\"\(cases.count { $0.outcome == outcome })\""
      }
      return "<\(kind) name=\"\(escaped(name))\" tests=\"\(cases.count)\"\(counts.joined())>\n"
        + inner.joined() + "</\(kind)>\n"
    }
    func line(_ test: Case) -> String {
      let head = "<testcase classname=\"\(escaped(test.suite))\" name=\"\(escaped(test.name))\""
      if test.outcome.isEmpty { return "\(head)/>\n" }
      let body = test.outcome == "failure" ? escaped(test.detail) : ""
      return "\(head)><\(test.outcome) message=\"\(escaped(test.message))\">\(body)</\(test.outcome)></testcase>\n"
    }
    var cases = rows.map { row -> Case in
      let isSkipped = row.verdict == .notGated || row.verdict == .inconclusive
      let outcome = row.verdict.isFailure ? "failure" : isSkipped ? "skipped" : ""
      return (row.cell, row.metric, outcome, row.message, row.detail)
    }
    if let unfit { cases.append(("machine", "fit to measure", "error", unfit, "")) }
    let suites = cases.grouped(by: \.suite).map { element("testsuite", $0.key, $0.members, $0.members.map(line)) }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element("testsuites", "CacheLab gate", cases, suites)
  }

  /// Workflow commands that GitHub shows as annotations, one for each case: an error if a row fails, a warning if one is
  /// inconclusive, a notice if one improved.
  public var annotations: String {
    func data(_ text: String) -> String {
      text.visibleLines.replacing(each: "%", with: "%25").replacing(each: "\n", with: "%0A")
    }
    return rows.grouped(by: \.cell).compactMap { cell, rows -> String? in
      let levels: [(name: String, rows: [GateRow])] = [
        ("error", rows.filter(\.verdict.isFailure)), ("warning", rows.filter { $0.verdict == .inconclusive }),
        ("notice", rows.filter { $0.verdict == .improved }),
      ]
      guard let (level, told) = levels.first(where: { !$0.rows.isEmpty }) else { return nil }
      let lines = told.map { "\($0.metric) \($0.message) \($0.detail.prefix { $0 != "\n" })" }
      let title = data("\(cell): \(GateReport.counts(told))").replacing(each: ":", with: "%3A")
      return "::\(level) title=\(title.replacing(each: ",", with: "%2C"))::\(data(lines.joined(separator: "\n")))\n"
    }.joined()
  }
}
