import CacheLab
public import LabBase
import LabRecords

/// The strategies of a sweep held against one of them, the base, cell by cell: a cell is a trace on a device.
///
/// A strategy is no worse in a cell when its warm hit rate, mean warm time to image and warm blank ratio are no worse
/// than the base's and its peak is no higher. The peak is not judged where its budget is given in bytes, and the time is
/// not where thumbnails stand in, for these go first.
public struct SweepContest: Sendable {
  /// On what a strategy is worse than the base.
  enum Axis: String, CaseIterable, Sendable {
    case hits, time, blank, peak
  }

  /// What a strategy and the base came to on a trace and device.
  struct Cell: Sendable {
    var trace: Int
    var device: Int
    var own: SweepFigures
    var base: SweepFigures
    var lost: [Axis]
    /// How much of the way from `none`, and from the base, to a clairvoyant with the base's peak is gone, at most 1; nil
    /// where there is no way to go, where the sweep has none of these, and where cells show thumbnails.
    var hitGap: Double?
    var blankGap: Double?
    var baseHitGap: Double?
    /// How much of the way from `none` to the bound at the base's peak is gone; nil where there is no way to go, where
    /// the sweep has no `none`, and where no bound is stated.
    var hitsToBound: Double?
    var blankToBound: Double?
    /// Why no bound is stated; nil where one is, and where nobody asked.
    var lack: String?
  }

  /// What the strategies came to on a screen over the traces of one set.
  struct Part: Sendable {
    var screen: Int
    var group: TraceGroup
    /// In the order of the plan.
    var rows: [Row]
    /// Traces and devices on which a strategy with no more bytes passed the clairvoyant, so that the gap ends at it.
    var passed: Int
  }

  struct Row: Sendable {
    var strategy: Int
    var cells: [Cell]

    var won: Int { cells.count { $0.lost.isEmpty } }

    /// The strategy's own number over all cells.
    func own(_ column: Column) -> Double { column.combined(cells.map { $0.own.value(column) }) ?? .nan }

    /// The mean over cells of the ratio to the base; where the base has nothing it counts as 1.
    func ratio(_ column: Column, to other: Column? = nil) -> Double {
      ratio({ $0.value(column) }, to: { $0.value(other ?? column) })
    }

    func ratio(_ value: (SweepFigures) -> Double, to other: ((SweepFigures) -> Double)? = nil) -> Double {
      let ratios = cells.map { cell in
        let base = other.map { $0(cell.base) } ?? value(cell.base)
        return base == 0 ? 1 : value(cell.own) / base
      }
      return ratios.mean ?? .nan
    }

    /// The mean over the cells that have such a share.
    func gap(_ share: (Cell) -> Double?) -> Double? { cells.compactMap(share).mean }
  }

  let plan: SweepPlan
  let base: Int
  let parts: [Part]

  /// - Parameters:
  ///   - table: Of a whole sweep.
  ///   - base: A strategy of its plan.
  ///   - bounds: By job, as `SweepRunner.bounds` gives them; empty where none were worked out.
  public init(_ table: SweepTable, against base: Int, bounds: [SweepBound] = []) {
    precondition(table.shard.isWhole, "a shard says nothing of the whole")
    let plan = table.plan
    let names = plan.strategies.map(\.text)
    let floor = names.firstIndex(of: "none")
    let places = Places(
      plan: plan, figures: table.rows.map { SweepFigures($0) }, base: base,
      seer: names.firstIndex(of: "clairvoyant:budget=peak(\(names[base]))"))
    self.plan = plan
    self.base = base
    parts = plan.screens.indices.flatMap { screen in plan.groups.map { (screen, $0) } }.map { screen, group in
      let passed = group.traces.reduce(0) { sum, trace in
        sum + plan.devices.indices.count { places.best(trace, screen, $0)?.isPassed == true }
      }
      let rows = plan.strategies.indices.map { strategy in
        let hasBytes = SweepContest.hasBytes(plan.strategies[strategy].canonicalText)
        let cells = plan.devices.indices.flatMap { device in
          group.traces.map { trace in
            let (own, base) = (places[trace, screen, device, strategy], places[trace, screen, device, base])
            var cell = Cell(
              trace: trace, device: device, own: own, base: base, lost: own.lost(to: base, judgesPeak: !hasBytes))
            if own[.thumbnails] != nil {
              cell.lack = YardstickReading.ofFullImages
              return cell
            }
            let none = floor.map { places[trace, screen, device, $0] }
            if let top = places.best(trace, screen, device) {
              cell.baseHitGap = SweepContest.share(own.value(.hits), base.value(.hits), top.hits)
              if let none {
                cell.hitGap = SweepContest.share(own.value(.hits), none.value(.hits), top.hits)
                cell.blankGap = SweepContest.share(-own.value(.blank), -none.value(.blank), -top.blank)
              }
            }
            guard let none, !bounds.isEmpty else { return cell }
            switch bounds[places.number(trace, screen, device, strategy)] {
            case .stated(let top):
              cell.hitsToBound = SweepContest.share(own.value(.hits), none.value(.hits), top.hits)
              cell.blankToBound = SweepContest.share(-own.value(.blank), -none.value(.blank), -top.blank)
            case .absent(let reason): cell.lack = reason
            }
            return cell
          }
        }
        return Row(strategy: strategy, cells: cells)
      }
      return Part(screen: screen, group: group, rows: rows, passed: passed)
    }
  }

  /// The figures of a sweep by where they are.
  private struct Places {
    let plan: SweepPlan
    let figures: [SweepFigures]
    let base: Int
    let seer: Int?

    func number(_ trace: Int, _ screen: Int, _ device: Int, _ strategy: Int) -> Int {
      ((trace * plan.screens.count + screen) * plan.devices.count + device) * plan.strategies.count + strategy
    }

    subscript(trace: Int, screen: Int, device: Int, strategy: Int) -> SweepFigures {
      figures[number(trace, screen, device, strategy)]
    }

    /// The best with full images that the clairvoyant, or any other with no more bytes than it has, came to, and whether
    /// it is another; nil without a clairvoyant.
    func best(_ trace: Int, _ screen: Int, _ device: Int) -> (hits: Double, blank: Double, isPassed: Bool)? {
      guard let top = seer.map({ self[trace, screen, device, $0] }) else { return nil }
      let peak = self[trace, screen, device, base].value(.peak)
      let within = plan.strategies.indices.map { self[trace, screen, device, $0] }
        .filter { $0[.thumbnails] == nil && $0.value(.peak) <= peak }
      let hits = within.reduce(top.value(.hits)) { max($0, $1.value(.hits)) }
      let blank = within.reduce(top.value(.blank)) { min($0, $1.value(.blank)) }
      return (hits, blank, hits > top.value(.hits) || blank < top.value(.blank))
    }
  }

  /// Whether a strategy has a budget in bytes: one in screens or from a peak follows the screen, as the base does.
  private static func hasBytes(_ text: String) -> Bool {
    StrategyWords(text).parts.flatMap(\.settings).contains {
      $0.key == "budget" && !PeakShare.isWritten(in: $0.value) && !$0.value.hasSuffix("screens")
    }
  }

  /// At most 1: what passes the upper end is where the way ends.
  private static func share(_ value: Double, _ lower: Double, _ upper: Double) -> Double? {
    let upper = max(upper, value)
    return upper > lower ? (value - lower) / (upper - lower) : nil
  }
}

extension SweepFigures {
  /// On what a strategy is worse than the base.
  func lost(to base: SweepFigures, judgesPeak: Bool) -> [SweepContest.Axis] {
    SweepContest.Axis.allCases.filter { axis in
      switch axis {
      case .hits: value(.hits) < base.value(.hits)
      case .time: self[.thumbnails] == nil && value(.wait) > base.value(.wait)
      case .blank: value(.blank) > base.value(.blank)
      case .peak: judgesPeak && value(.peak) > base.value(.peak)
      }
    }
  }
}

extension SweepContest {
  public var json: JSON {
    .object([
      "sweep-contest": .integer(1), "digest": .string(plan.digest), "against": .string(plan.strategies[base].text),
      "screens": .array(
        parts.map { part in
          .object([
            "screen": .string(plan.screens[part.screen]), "traces": .string(part.group.name),
            "strategies": .array(part.rows.map(json)),
          ])
        }),
    ])
  }

  private func json(_ row: Row) -> JSON {
    func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
    return .object([
      "strategy": .string(plan.strategies[row.strategy].text), "cells": .integer(Int128(row.cells.count)),
      "no-worse": .integer(Int128(row.won)), "warm-hit-rate": .number(row.own(.hits)),
      "blank-to-base": .number(row.ratio(.blank)), "time-to-base": .number(row.ratio(.wait)),
      "peak-to-base": .number(row.ratio(.peak)), "hit-gap-closed": number(row.gap(\.hitGap)),
      "blank-gap-closed": number(row.gap(\.blankGap)), "hit-gap-from-base-closed": number(row.gap(\.baseHitGap)),
      "hits-to-bound": number(row.gap(\.hitsToBound)), "blank-to-bound": number(row.gap(\.blankToBound)),
      "worse": .array(row.cells.filter { !$0.lost.isEmpty }.map(json)),
    ])
  }

  private func json(_ cell: Cell) -> JSON {
    .object([
      "trace": .string(plan.traceNames[cell.trace]), "device": .string(plan.deviceName(cell.device)),
      "on": .array(cell.lost.map { .string($0.rawValue) }), "own": json(cell.own), "base": json(cell.base),
    ])
  }

  private func json(_ figures: SweepFigures) -> JSON {
    let told: [Column] = [.hits, .wait, .blank, .peak]
    return .object(Dictionary(uniqueKeysWithValues: told.map { ($0.id, .number(figures.value($0))) }))
  }
}
