extension GateEvidence {
  /// Raised when a field changes its meaning.
  static let version = 1

  public var json: JSON {
    .object([
      "evidence": .integer(Int128(GateEvidence.version)), "created": .string(created), "limits": limits,
      "cells": .array(cells.map(\.json)), "latency": .array(latency.map(\.json)),
    ])
  }

  /// Reads evidence back.
  ///
  /// - Throws: `GateError.badFile` when the text is no evidence of this version.
  public init(text: String, file: String) throws(GateError) {
    let cure = "give a file that \(ToolName.current) gate --evidence wrote"
    guard let json = try? JSON.parse(text) else { throw .badFile(file, reason: "it is not JSON", cure: cure) }
    guard let version = json["evidence"]?.integer else { throw .badFile(file, reason: "it is no evidence", cure: cure) }
    guard version == Int128(GateEvidence.version) else {
      throw .badFile(
        file, reason: "its version is \(version), this lab reads \(GateEvidence.version)",
        cure: "judge it with the lab that wrote it")
    }
    var cells: [Cell] = []
    for element in json["cells"]?.array ?? [] {
      guard let cell = try Cell(element, file: file) else {
        throw .badFile(file, reason: "cell \(cells.count + 1) is damaged", cure: cure)
      }
      cells.append(cell)
    }
    var latency: [LatencyEvidence] = []
    for element in json["latency"]?.array ?? [] {
      do {
        latency.append(try LatencyEvidence(element))
      } catch {
        throw .badFile(file, reason: "latency \(latency.count + 1): \(error)", cure: cure)
      }
    }
    self.init(
      cells: cells, latency: latency, limits: json["limits"] ?? .object([:]), created: json["created"]?.string ?? "")
  }
}

extension GateEvidence.Cell {
  var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "baseline": baseline?.json ?? .null, "baseline-path": .string(baselinePath),
      "record": record.json, "memory-runs": .array(memoryRuns.map { .integer(Int128($0)) }),
      "kernel": kernel?.json ?? .null, "parting": .string(parting), "reproduce": .string(reproduce),
    ]
    if !baselineOptions.isEmpty { members["baseline-options"] = .string(baselineOptions) }
    return .object(members)
  }

  init?(_ json: JSON, file: String) throws(GateError) {
    guard let name = json["name"]?.string, let record = json["record"],
      let run = try? RunRecord(text: record.compactText, name: file), let runs = json["memory-runs"]?.array
    else { return nil }
    var baseline: Baseline?
    if let known = json["baseline"], known != .null { baseline = try Baseline(text: known.compactText, file: file) }
    self.init(
      name: name, baseline: baseline, baselinePath: json["baseline-path"]?.string ?? "", record: run,
      memoryRuns: runs.compactMap { $0.integer.map { Int64($0) } },
      kernel: json["kernel"].flatMap { KernelRatio($0) }, parting: json["parting"]?.string ?? "",
      reproduce: json["reproduce"]?.string ?? "", baselineOptions: json["baseline-options"]?.string ?? "")
  }
}
