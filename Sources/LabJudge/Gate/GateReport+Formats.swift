public import LabBase

extension GateReport {
  /// For a pull request: what moved first, then what got worse, the rest folded away.
  public var markdown: String {
    var text = "### CacheLab gate \(outcome): \(Markup.markdown(headline))\n\n"
    for line in caseLines { text += "- \(Markup.markdown(line))\n" }
    let worse = rows.filter(\.verdict.isOpenOrWorse)
    if !worse.isEmpty { text += "\n" + GateReport.table(worse).markdown }
    for (title, lines) in explanations(of: worse) { text += GateReport.block(title, lines) }
    for sentence in sentences + [summary] { text += "\n\(Markup.markdown(sentence))\n" }
    let others = rows.filter { !$0.verdict.isOpenOrWorse }
    if !others.isEmpty {
      text +=
        "\n<details><summary>\(NumberText.count(others.count, "row")) that did not get worse</summary>\n\n"
        + GateReport.table(others).markdown + "\n</details>\n"
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
      "headline": .string(headline), "summary": .string(summary), "passes": .bool(passes),
      "unfit": unfit.map { .string($0) } ?? .null,
      "instructions-lack": .string(instructionsLack),
      "cases": .array(
        cases.map { part in
          .object([
            "cell": .string(part.name), "parameters": .array(part.parameters.map { .string($0) }),
            "parting": .string(part.parting), "reproduce": .string(part.reproduce),
          ])
        }),
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

  /// Workflow commands that GitHub shows as annotations, one a case: an error where a row fails, a warning where one is
  /// inconclusive, a notice where one improved.
  public var annotations: String {
    rows.grouped(by: \.cell).compactMap { cell, rows -> String? in
      let levels: [(verdicts: [GateVerdict], name: String)] = [
        ([.regressed, .notComparable], "error"), ([.inconclusive], "warning"), ([.improved], "notice"),
      ]
      guard let level = levels.first(where: { level in rows.contains { level.verdicts.contains($0.verdict) } }) else {
        return nil
      }
      let told = rows.filter { level.verdicts.contains($0.verdict) }
      let lines = told.map { row in
        "\(row.metric) \(row.verdict.rawValue): \(row.old) -> \(row.new) \(row.change) (limit \(row.limit)) "
          + row.detail.prefix { $0 != "\n" }
      }
      let title = GateReport.data("\(cell): \(GateReport.counts(told).joined(separator: ", "))")
      let property = title.replacing(each: ":", with: "%3A").replacing(each: ",", with: "%2C")
      return "::\(level.name) title=\(property)::\(GateReport.data(lines.joined(separator: "\n")))\n"
    }.joined()
  }

  /// Escapes a message as GitHub's documentation of workflow commands says.
  private static func data(_ text: String) -> String {
    text.visibleLines.replacing(each: "%", with: "%25").replacing(each: "\n", with: "%0A")
  }
}
