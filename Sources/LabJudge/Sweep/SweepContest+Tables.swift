import LabBase
import LabRecords

extension SweepContest {
  private struct Column {
    var title: [String]
    /// For a terminal, which is not wide enough for all.
    var place: Place
    var text: (Row) -> String

    init(_ title: String..., place: Place = .first, text: @escaping (Row) -> String) {
      (self.title, self.place, self.text) = (title, place, text)
    }
  }

  /// Tables of their own on a terminal.
  private enum Place: CaseIterable {
    case first, second, gaps
  }

  private static let width = 100
  /// Cells at most that are listed; JSON has all.
  private static let cellsMax = 40

  /// For a terminal, at most 100 columns wide where names allow it.
  public var text: String {
    parts.map { part in
      let columns = tables(part).flatMap { columns in
        Place.allCases.map { place in columns.filter { $0.place == place } }.filter { !$0.isEmpty }
      }
      let tables =
        columns.map { table($0, part).text(width: SweepContest.width) }
        + [lostTable(part)?.text(width: SweepContest.width)].compactMap { $0 }
      return title(part).wrapped(width: SweepContest.width).joined(separator: "\n") + "\n\n"
        + tables.joined(separator: "\n") + "\n"
        + note(part).wrapped(width: SweepContest.width).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// For a pull request or a document.
  public var markdown: String {
    parts.map { part in
      let tables = tables(part).map { table($0, part).markdown } + [lostTable(part)?.markdown].compactMap { $0 }
      return "**\(title(part))**\n\n" + tables.joined(separator: "\n") + "\n\(note(part))\n"
    }.joined(separator: "\n")
  }

  private func title(_ part: Part) -> String {
    let screens = plan.screens[part.screen]
    let cases = NumberText.count(part.group.traces.count * plan.devices.count, "case")
    return "AGAINST \(plan.strategies[base].text) on \(screens) screen\(screens == "recorded" ? "s" : ""), "
      + "\(cases): \(plan.words(part.group)) on \(SweepSummary.list(plan.devices.indices.map { plan.deviceName($0) }))"
  }

  private func note(_ part: Part) -> String {
    let lost = lostCells(part).count
    let cut =
      lost > SweepContest.cellsMax
      ? " \(SweepContest.cellsMax) of \(lost) worse cases are listed; --format json has all." : ""
    let toBound =
      part.rows.contains { $0.gap(\.hitsToBound) != nil || $0.gap(\.blankToBound) != nil }
      ? " To bound: the share of the way from none to the bound at the peak of \(plan.strategies[base].text)." : ""
    return
      "Blank ratio, time, p95, peak, bytes and decodes are means over cases of the ratio to "
      + "\(plan.strategies[base].text); the first frame is left out.\(toBound)\(gapEnds(part))\(lacks(part))\(cut)"
  }

  /// Where a gap does not end at the clairvoyant.
  private func gapEnds(_ part: Part) -> String {
    guard part.passed > 0 else { return "" }
    return " In \(NumberText.count(part.passed, "case")) a strategy with no more memory passes the clairvoyant, and "
      + "the gap ends at it."
  }

  /// Why runs have no share of the way to a bound.
  private func lacks(_ part: Part) -> String {
    var counts: [(reason: String, runs: Int)] = []
    for lack in part.rows.flatMap({ $0.cells.compactMap(\.lack) }) {
      if let known = counts.firstIndex(where: { $0.reason == lack }) {
        counts[known].runs += 1
      } else {
        counts.append((lack, 1))
      }
    }
    return counts.map { reason, runs in
      " Without a bound \(runs == 1 ? "is" : "are") \(NumberText.count(runs, "run")): \(reason)."
    }.joined()
  }

  /// Where thumbnails stand in, first a table about both tiers.
  private func tables(_ part: Part) -> [[Column]] {
    let hasThumbnails = part.rows.contains { $0.cells.contains { $0.own[.thumbnails] != nil } }
    return (hasThumbnails ? [SweepContest.tiers] : []) + [SweepContest.figures + gaps(part)]
  }

  private func table(_ columns: [Column], _ part: Part) -> TextTable {
    var table = TextTable(
      columns: [.init(["strategy"], alignsRight: false)] + columns.map { .init($0.title) })
    for row in part.rows { table.append([plan.strategies[row.strategy].text] + columns.map { $0.text(row) }) }
    return table
  }

  private static func fixed(_ value: Double, _ decimals: Int = 3) -> String {
    NumberText.fixed(value, decimals: decimals)
  }

  private static var wins: Column { Column("cases", "no worse") { "\($0.won) of \($0.cells.count)" } }

  private static var overdrafts: Column {
    Column("overdrafts", place: .second) { row in
      NumberText.grouped(row.cells.reduce(0) { $0 + $1.own.value(.overdrafts) })
    }
  }

  private static var work: Column {
    Column("decodes", "a request", place: .second) { NumberText.decodes(perRequest: $0.gap { $0.own[.work] }) }
  }

  private static var figures: [Column] {
    [
      wins, Column("hit") { fixed($0.mean(.hits)) }, Column("blank", "ratio") { fixed($0.ratio(.blank)) },
      Column("pooled", "blank") { row in
        let base = row.cells.reduce(0) { $0 + $1.base.value(.blank) }
        return base > 0 ? fixed(row.cells.reduce(0) { $0 + $1.own.value(.blank) } / base) : "-"
      },
      Column("time") { fixed($0.ratio(.wait)) }, Column("p95") { fixed($0.ratio(.waitP95)) },
      Column("peak") { fixed($0.ratio(.peak)) },
      Column("mean", "bytes", place: .second) { fixed($0.ratio(.meanBytes)) },
      Column("decodes", place: .second) { fixed($0.ratio(.decodes), 2) },
      Column("blank", "%", place: .second) { fixed($0.mean(.blank) * 100, 2) }, work, overdrafts,
    ]
  }

  /// Gaps that the sweep has the strategies for.
  private func gaps(_ part: Part) -> [Column] {
    let kinds: [(String, String, (Cell) -> Double?)] = [
      ("hit", "gap", \.hitGap), ("blank", "gap", \.blankGap),
      ("\(plan.strategies[base].text)'s hit", "gap", \.baseHitGap), ("hits to", "bound", \.hitsToBound),
      ("blank to", "bound", \.blankToBound),
    ]
    return kinds.filter { kind in part.rows.contains { $0.gap(kind.2) != nil } }.map { name, end, share in
      Column(name, end, place: .gaps) { row in row.gap(share).map { SweepContest.fixed($0) } ?? "-" }
    }
  }

  private static var tiers: [Column] {
    func blank(_ row: Row) -> [Double] {
      row.cells.filter { $0.base.value(.blank) > 0 }.map { $0.own.value(.blank) / $0.base.value(.blank) }
    }
    return [
      wins, Column("full", "hit") { fixed($0.mean(.hits)) },
      Column("blank", "ratio") { row in
        let ratios = blank(row)
        return ratios.isEmpty ? "-" : fixed(ratios.reduce(0, +) / Double(ratios.count))
      },
      Column("of", "cases") { "\(blank($0).count)" },
      Column("largest") { row in blank(row).max().map { fixed($0) } ?? "-" },
      Column("with the", "first frame") { fixed($0.ratio(.coldBlank)) },
      Column("soft", "%") { fixed($0.mean(.soft) * 100, 2) },
      Column("first image", "mean ms", place: .second) { fixed($0.mean(.firstImage) / 1e6, 2) },
      Column("first", "p95 ms", place: .second) { fixed($0.mean(.firstImageP95) / 1e6, 1) },
      Column("full image", "p95 ms", place: .second) { fixed($0.mean(.waitP95) / 1e6, 1) },
      Column("mean", "bytes", place: .second) { fixed($0.ratio(.meanBytes)) },
      Column("full", "decodes", place: .second) { row in
        fixed(row.ratio { $0.value(.decodes) - $0.value(.thumbnails) }, 2)
      },
      Column("thumbnails", place: .second) { row in fixed(row.ratio(.thumbnails, to: .decodes), 2) },
      overdrafts,
    ]
  }

  private func lostCells(_ part: Part) -> [(strategy: Int, cell: Cell)] {
    part.rows.filter { $0.won > 0 }.flatMap { row in
      row.cells.filter { !$0.lost.isEmpty }.map { (row.strategy, $0) }
    }
  }

  /// Where what is not worse everywhere is worse than the base, and on what.
  private func lostTable(_ part: Part) -> TextTable? {
    let lost = lostCells(part)
    guard !lost.isEmpty else { return nil }
    func percent(_ value: Double) -> String { SweepContest.fixed(value * 100, 3) }
    let texts: [(Axis, String, (SweepFigures) -> String)] = [
      (.hits, "hit %", { percent($0.value(.hits)) }),
      (.time, "mean ms", { SweepContest.fixed($0.value(.wait) / 1e6, 2) }),
      (.blank, "blank %", { percent($0.value(.blank)) }),
      (.peak, "peak MB", { SweepContest.fixed($0.value(.peak) / 1e6, 2) }),
    ]
    var table = TextTable(
      columns: [
        .init(["strategy"], alignsRight: false), .init(["trace"], alignsRight: false),
        .init(["device"], alignsRight: false),
      ]
        + texts.map { .init(["worse", $0.1]) })
    for (strategy, cell) in lost.prefix(SweepContest.cellsMax) {
      table.append(
        [plan.strategies[strategy].text, plan.traceNames[cell.trace], plan.deviceName(cell.device)]
          + texts.map { axis, _, text in cell.lost.contains(axis) ? "\(text(cell.own)) / \(text(cell.base))" : "" })
    }
    return table
  }
}
