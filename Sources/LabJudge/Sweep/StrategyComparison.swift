import CacheLab
public import LabBase
import LabRecords

/// The strategies of a sweep compared with one of them, the base, cell by cell: a cell is a trace on a device.
///
/// A strategy is no worse in a cell when its warm hit rate, mean warm time to image and warm blank ratio are no worse
/// than the base's and its peak is no higher. The peak is not judged where its budget is given in bytes, and the time is
/// not where thumbnails stand in, for these go first.
public struct StrategyComparison: Sendable {
  /// On what a strategy is worse than the base.
  enum Axis: String, CaseIterable, Sendable {
    case hits, time, blank, peak
  }

  /// A way of which a strategy goes a share, by its name in JSON.
  enum Way: String, CaseIterable, Sendable {
    /// From `none`, or from the base, to a clairvoyant with the base's peak.
    case hits = "hit-gap-closed"
    case blank = "blank-gap-closed"
    case hitsFromBase = "hit-gap-from-base-closed"
  }

  /// What a strategy and the base came to on a trace and device.
  struct Cell: Sendable {
    var trace: Int
    var device: Int
    var own: SweepFigures
    var base: SweepFigures
    var lost: [Axis]
    /// How much of each way is gone, at most 1; none where there is no way to go, where the sweep has no strategy that it
    /// begins or ends at, and where cells show thumbnails.
    var gone: [Way: Double] = [:]
  }

  /// What the strategies came to on a screen over the traces of one set, in the order of the plan, and on how many traces
  /// and devices a strategy with no more bytes passed the clairvoyant, so that the gap ends at it; and what no strategy
  /// passes with the base's bytes, where that was asked for.
  typealias Part = (of: SweepPlan.Part, rows: [Row], passed: Int, bound: MeanBound?)

  struct Row: Sendable {
    var strategy: Int
    var cells: [Cell]

    var won: Int { cells.count { $0.lost.isEmpty } }

    /// The strategy's own number over all cells.
    func own(_ column: Column) -> Double { column.combined(cells.map { $0.own.value(column) }) ?? .nan }

    /// The mean over cells of the ratio to the base; where the base has nothing it counts as 1.
    ///
    /// - Parameter other: What counts of the base; nil for the same as of the strategy.
    func ratio(_ value: (SweepFigures) -> Double, to other: ((SweepFigures) -> Double)? = nil) -> Double {
      let ratios = cells.map { cell in
        let base = other.map { $0(cell.base) } ?? value(cell.base)
        return base == 0 ? 1 : value(cell.own) / base
      }
      return ratios.mean ?? .nan
    }

    func ratio(_ column: Column) -> Double { ratio { $0.value(column) } }

    /// The mean over the cells that have such a share.
    func gone(_ way: Way) -> Double? { cells.compactMap { $0.gone[way] }.mean }
  }

  let plan: SweepPlan
  let base: Int
  let parts: [Part]
  /// Why cases have no bounds.
  let lacks: [String]

  /// - Parameters:
  ///   - table: Of a whole sweep.
  ///   - base: A strategy of its plan.
  ///   - bounds: At the base's peaks; nil where none are asked for.
  public init(_ table: SweepTable, against base: Int, bounds: SweepBounds? = nil) {
    let plan = table.plan
    let ends = Ends(table, base: base)
    self.plan = plan
    self.base = base
    lacks = bounds?.lacks ?? []
    parts = plan.parts.map { part -> Part in
      let places = plan.devices.indices.flatMap { device in
        part.group.traces.map { (trace: $0, device: device, top: ends.top($0, part.screen, device)) }
      }
      let rows = plan.strategies.indices.map { strategy in
        Row(
          strategy: strategy,
          cells: places.compactMap {
            ends.cell(strategy, trace: $0.trace, screen: part.screen, device: $0.device, top: $0.top)
          })
      }
      let known = places.compactMap { place in
        bounds?.bounds[
          plan.number(strategy: base, trace: place.trace, screen: part.screen, device: place.device)]
      }
      return (
        part, rows.filter { !$0.cells.isEmpty }, places.count { $0.top?.isPassed == true }, MeanBound(known)
      )
    }
  }

  /// Where ways begin and end.
  private struct Ends {
    let table: SweepTable
    let base: Int
    let floor: Int?
    let seer: Int?
    /// Strategies with a budget in bytes: one in screens or from a peak follows the screen, as the base does.
    let haveBytes: [Bool]

    init(_ table: SweepTable, base: Int) {
      (self.table, self.base) = (table, base)
      let names = table.plan.strategies.map(\.text)
      floor = names.firstIndex(of: "none")
      seer = names.firstIndex(of: "clairvoyant:budget=peak(\(names[base]))")
      haveBytes = table.plan.strategies.map { strategy in
        StrategyWords(strategy.canonicalText).parts.flatMap(\.settings).contains {
          $0.key == "budget" && !PeakShare.isWritten(in: $0.value) && !$0.value.hasSuffix("screens")
        }
      }
    }

    /// The least cost with full images that the clairvoyant, or any other with no more bytes than it has, came to, and
    /// whether it is another's; nil without a clairvoyant.
    func top(_ trace: Int, _ screen: Int, _ device: Int) -> (hits: Double, blank: Double, isPassed: Bool)? {
      let all = table.plan.strategies.indices.map { table[$0, trace: trace, screen: screen, device: device] }
      guard let top = seer.map({ all[$0] }), !top.isAbsent else { return nil }
      let within = all.filter { !$0.isAbsent && $0[.thumbnails] == nil && $0.value(.peak) <= all[base].value(.peak) }
      func least(_ column: Column) -> Double { within.reduce(top.cost(column)) { min($0, $1.cost(column)) } }
      let (hits, blank) = (least(.hits), least(.blank))
      return (hits, blank, hits < top.cost(.hits) || blank < top.cost(.blank))
    }

    func cell(
      _ strategy: Int, trace: Int, screen: Int, device: Int, top: (hits: Double, blank: Double, isPassed: Bool)?
    ) -> Cell? {
      func figures(_ strategy: Int) -> SweepFigures { table[strategy, trace: trace, screen: screen, device: device] }
      let (own, base) = (figures(strategy), figures(base))
      // An oracle that was left out.
      if own.isAbsent || base.isAbsent { return nil }
      var cell = Cell(
        trace: trace, device: device, own: own, base: base,
        lost: own.lost(to: base, judgesPeak: !haveBytes[strategy]))
      guard own[.thumbnails] == nil, let top else { return cell }
      // At most 1: what passes the end is where the way ends.
      func gone(_ column: Column, from start: SweepFigures, to end: Double) -> Double? {
        let (start, own) = (start.cost(column), own.cost(column))
        let end = min(end, own)
        return end < start ? (start - own) / (start - end) : nil
      }
      cell.gone[.hitsFromBase] = gone(.hits, from: base, to: top.hits)
      if let none = floor.map(figures) {
        cell.gone[.hits] = gone(.hits, from: none, to: top.hits)
        cell.gone[.blank] = gone(.blank, from: none, to: top.blank)
      }
      return cell
    }
  }
}

extension SweepFigures {
  /// On what a strategy is worse than the base.
  func lost(to base: SweepFigures, judgesPeak: Bool) -> [StrategyComparison.Axis] {
    StrategyComparison.Axis.allCases.filter { axis in
      switch axis {
      case .hits: value(.hits) < base.value(.hits)
      case .time: self[.thumbnails] == nil && value(.wait) > base.value(.wait)
      case .blank: value(.blank) > base.value(.blank)
      case .peak: judgesPeak && value(.peak) > base.value(.peak)
      }
    }
  }
}

extension StrategyComparison {
  public var json: JSON {
    .object([
      "sweep-contest": .integer(1), "digest": .string(plan.digest), "against": .string(plan.strategies[base].text),
      "screens": .array(
        parts.map { part in
          var members: [String: JSON] = [
            "screen": .string(plan.screens[part.of.screen]), "traces": .string(part.of.group.name),
            "strategies": .array(part.rows.map(json)),
          ]
          if let bound = part.bound { members["bound"] = bound.json }
          return .object(members)
        }),
    ])
  }

  private func json(_ row: Row) -> JSON {
    var members: [String: JSON] = [
      "strategy": .string(plan.strategies[row.strategy].text), "cells": .integer(Int128(row.cells.count)),
      "no-worse": .integer(Int128(row.won)), "warm-hit-rate": .number(row.own(.hits)),
      "blank-to-base": .number(row.ratio(.blank)), "time-to-base": .number(row.ratio(.wait)),
      "peak-to-base": .number(row.ratio(.peak)), "worse": .array(row.cells.filter { !$0.lost.isEmpty }.map(json)),
    ]
    for way in Way.allCases { members[way.rawValue] = row.gone(way).map { .number($0) } ?? .null }
    return .object(members)
  }

  private func json(_ cell: Cell) -> JSON {
    func json(_ figures: SweepFigures) -> JSON {
      let told: [Column] = [.hits, .wait, .blank, .peak]
      return .object(Dictionary(uniqueKeysWithValues: told.map { ($0.id, .number(figures.value($0))) }))
    }
    return .object([
      "trace": .string(plan.traceNames[cell.trace]), "device": .string(plan.deviceName(cell.device)),
      "on": .array(cell.lost.map { .string($0.rawValue) }), "own": json(cell.own), "base": json(cell.base),
    ])
  }
}
