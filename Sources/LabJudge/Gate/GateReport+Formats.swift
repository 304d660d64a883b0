public import LabBase

extension GateReport {
  /// For a pull request: the sentence first, then what failed or changed, the rest folded away.
  public var markdown: String {
    let changed = rows.filter { $0.verdict != .ok }
    var text = "### \(passes ? "CacheLab gate: passed" : "CacheLab gate: FAILED")\n\n\(summary)\n"
    for sentence in notes + sentences { text += "\n\(Markup.markdown(sentence))\n" }
    if !changed.isEmpty { text += "\n" + GateReport.table(changed).markdown }
    for row in changed where !row.detail.isEmpty {
      text += GateReport.block("\(row.cell), \(row.metric)", row.detail)
    }
    for cell in failingCells {
      text += partings[cell].map { GateReport.block(cell, $0) } ?? ""
      text += reproduce[cell].map { "\nReproduce \(Markup.markdown(cell)): \(Markup.code($0))\n" } ?? ""
    }
    for cell in failingCells { text += trade(cell).map { GateReport.block("\(cell), a trade", $0) } ?? "" }
    for cell in improvedCells {
      text += accept[cell].map { "\nKeep what improved: \(Markup.code($0))\n" } ?? ""
    }
    let same = rows.filter { $0.verdict == .ok }
    if !same.isEmpty {
      text +=
        "\n<details><summary>\(NumberText.count(same.count, "row")) unchanged</summary>\n\n"
        + GateReport.table(same).markdown + "\n</details>\n"
    }
    return text
  }

  /// A title and lines as they stand.
  private static func block(_ title: String, _ text: String) -> String {
    "\n**\(Markup.markdown(title))**\n\n\(Markup.fenced(text))\n"
  }

  /// True when nothing fails the process.
  var passes: Bool { exitCode(isStrict: isStrict) == 0 }

  /// Every row, for programs.
  public var json: JSON {
    .object([
      "summary": .string(summary), "passes": .bool(passes), "unfit": unfit.map { .string($0) } ?? .null,
      "instructions-lack": .string(instructionsLack),
      "rows": .array(
        rows.map { row in
          .object([
            "cell": .string(row.cell), "kind": .string(row.kind.rawValue), "metric": .string(row.metric),
            "base": .string(row.old), "head": .string(row.new), "change": .string(row.change),
            "limit": .string(row.limit), "verdict": .string(row.verdict.rawValue), "detail": .string(row.detail),
          ])
        }),
    ])
  }

  /// JUnit XML: a suite a cell, a case a row. Regressions and what cannot be compared are failures, rows that nothing
  /// judged are skipped. A machine that is unfit to measure is an error.
  public var junit: String {
    let suites = rows.grouped(by: \.cell).map { cell, cases -> String in
      let failures = cases.count { GateReport.fails($0) }
      let skipped = cases.count { GateReport.isSkipped($0) }
      return "  <testsuite name=\"\(GateReport.escaped(cell))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
        + "skipped=\"\(skipped)\">\n" + cases.map(GateReport.testCase).joined() + "  </testsuite>\n"
    }
    let failures = rows.count { GateReport.fails($0) }
    let errors = unfit == nil ? 0 : 1
    let machine =
      unfit.map { reason in
        "  <testsuite name=\"machine\" tests=\"1\" errors=\"1\">\n    <testcase classname=\"machine\" "
          + "name=\"fit to measure\">\n      <error message=\"\(GateReport.escaped(reason))\"/>\n    </testcase>\n"
          + "  </testsuite>\n"
      } ?? ""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"CacheLab gate\" tests=\"\(rows.count + errors)\" failures=\"\(failures)\" "
      + "errors=\"\(errors)\">\n" + suites.joined() + machine + "</testsuites>\n"
  }

  private static func fails(_ row: GateRow) -> Bool { row.verdict == .regressed || row.verdict == .notComparable }

  private static func isSkipped(_ row: GateRow) -> Bool { row.verdict == .notGated || row.verdict == .inconclusive }

  private static func testCase(_ row: GateRow) -> String {
    let head = "    <testcase classname=\"\(escaped(row.cell))\" name=\"\(escaped(row.metric))\""
    let message = escaped("\(row.verdict.rawValue): \(row.old) -> \(row.new) \(row.change), limit \(row.limit)")
    if fails(row) {
      return "\(head)>\n      <failure message=\"\(message)\">\(escaped(row.detail))</failure>\n    </testcase>\n"
    }
    if isSkipped(row) { return "\(head)>\n      <skipped message=\"\(message)\"/>\n    </testcase>\n" }
    return "\(head)/>\n"
  }

  /// For attributes too, where a newline would be read as a space.
  private static func escaped(_ text: String) -> String { Markup.escaped(text).replacing(each: "\n", with: "&#10;") }

  /// Workflow commands that GitHub shows as annotations: an error a failing row, a warning an inconclusive one, a
  /// notice an improved one.
  public var annotations: String {
    rows.compactMap { row -> String? in
      let level: String
      switch row.verdict {
      case .regressed, .notComparable: level = "error"
      case .inconclusive: level = "warning"
      case .improved: level = "notice"
      case .ok, .withinNoise, .notGated: return nil
      }
      let message = "\(row.old) -> \(row.new) \(row.change) (limit \(row.limit))\n\(row.detail)"
      let title = GateReport.data("\(row.verdict.rawValue): \(row.cell), \(row.metric)")
      let property = title.replacing(each: ":", with: "%3A").replacing(each: ",", with: "%2C")
      return "::\(level) title=\(property)::\(GateReport.data(message))\n"
    }.joined()
  }

  /// Escapes a message as GitHub's documentation of workflow commands says.
  private static func data(_ text: String) -> String {
    text.visibleLines.replacing(each: "%", with: "%25").replacing(each: "\n", with: "%0A")
  }
}
