import LabBase

extension GateReport {
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

  /// As XML's text and attributes need it; characters that XML cannot hold at all are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
