public import LabBase
import LabRecords

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
