import CacheLab
public import LabBase
public import LabRecords

/// All that a gate measured, old and new, before it judged: verdicts are a pure function of it and of the limits.
public struct GateEvidence: Sendable {
  /// One strategy on one trace.
  public struct Cell: Sendable {
    public var name: String
    /// Nil when there is none for the cell.
    public var baseline: Baseline?
    public var baselinePath: String
    /// The run's configuration, environment and deterministic metrics.
    public var record: RunRecord
    /// Resident memory beyond the ledger of each run, bytes; empty where it was not measured.
    public var memoryRuns: [Int64]
    /// Instructions, old and new; nil where they were not counted.
    public var instructions: InstructionEvidence?
    /// Where and how old and new part, in words; empty when they do not, or it is not known.
    public var parting: String
    /// The command that makes the cell again; the program's name comes first.
    public var reproduce: String
    /// Options that say where its baseline is; empty where that is the usual folder.
    public var baselineOptions: String

    public init(
      name: String, baseline: Baseline?, baselinePath: String, record: RunRecord, memoryRuns: [Int64],
      parting: String, reproduce: String, baselineOptions: String = ""
    ) {
      (self.name, self.record, self.memoryRuns, self.parting) = (name, record, memoryRuns, parting)
      (self.baseline, self.baselinePath, self.baselineOptions) = (baseline, baselinePath, baselineOptions)
      self.reproduce = reproduce
    }

    /// Strategy and trace out of a cell's name: the name itself, unless other cells of the two are told apart by options.
    static func caseName(of name: String) -> String {
      guard let end = name.firstRange(of: " --")?.lowerBound else { return name }
      return String(name[..<end])
    }

    /// The command that makes the cell's baseline (`record`), or makes the new numbers it (`accept`).
    func baselineCommand(_ verb: String) -> String {
      let (program, words) = (reproduce.prefix { $0 != " " }, reproduce.drop { $0 != " " })
      let options = baselineOptions.isEmpty ? "" : " \(baselineOptions)"
      return "\(program) baseline \(verb)\(words)\(options)" + (verb == "accept" ? " --reason \"...\"" : "")
    }
  }

  public var cells: [Cell]
  public var latency: [LatencyEvidence]
  /// The limits that were in force, as they were read.
  public var limits: JSON
  public var created: String
  /// Why instructions were not counted; empty where they were, or nobody asked.
  public var instructionsLack: String

  public init(
    cells: [Cell], latency: [LatencyEvidence], limits: JSON, created: String, instructionsLack: String = ""
  ) {
    (self.cells, self.latency, self.instructionsLack) = (cells, latency, instructionsLack)
    (self.limits, self.created) = (limits, created)
  }
}

extension GateEvidence {
  /// What github-action-benchmark reads with the tool `customSmallerIsBetter`: the metrics of which less is better, and
  /// the share of misses in place of the hit rate.
  public var benchmarkJSON: JSON {
    .array(
      cells.flatMap { cell in
        ExactFigure.all { cell.record.metric(named: $0) }.compactMap { figure -> JSON? in
          if figure.name == "hit-rate" { return GateEvidence.entry(cell, "miss-rate", figure.unit, 1 - figure.value) }
          return figure.better == .lower ? GateEvidence.entry(cell, figure.name, figure.unit, figure.value) : nil
        }
      })
  }

  private static func entry(_ cell: Cell, _ name: String, _ unit: Metric.Unit, _ value: Double) -> JSON {
    .object([
      "name": .string("\(cell.name) \(name)"), "unit": .string(unit.rawValue), "value": .number(value),
      "extra": .string(cell.reproduce),
    ])
  }

  /// Raised when a field changes its meaning.
  static let version = 1

  public var json: JSON {
    var members: [String: JSON] = [
      "evidence": .integer(Int128(GateEvidence.version)), "created": .string(created), "limits": limits,
      "cells": .array(cells.map(\.json)), "latency": .array(latency.map(\.json)),
    ]
    if !instructionsLack.isEmpty { members["instructions-lack"] = .string(instructionsLack) }
    return JSON.object(members).withDigest
  }

  /// Reads evidence back.
  ///
  /// - Parameter isUnsigned: Whether a file is taken that was changed after a gate wrote it.
  /// - Throws: `GateError` when the text is no evidence of this version.
  public init(text: String, file: String, isUnsigned: Bool = false) throws(GateError) {
    let cure = "give a file that \(ToolName.current) gate --evidence wrote"
    let json: JSON
    do {
      json = try JSON.parse(text)
    } catch {
      throw GateError(file: file, reason: "it is not JSON, \(error)", cure: cure)
    }
    guard let version = json["evidence"] else { throw GateError(file: file, reason: "it is no evidence", cure: cure) }
    guard version == .integer(Int128(GateEvidence.version)) else {
      throw GateError(
        file: file, reason: "its version is \(FieldCheck.shown(version)), this lab reads \(GateEvidence.version)",
        cure: "judge it with the lab that wrote it")
    }
    if !isUnsigned && json.holdsItsDigest != true {
      throw GateError(
        file: file, reason: json["sha256"] == nil ? "it has no digest (sha256) of what was measured" : JSON.changed,
        cure: "judge the file as the gate wrote it, or take it as it is with --unsigned")
    }
    func list<Element>(
      _ key: String, each noun: String, _ read: (JSON) throws(DamagedEvidence) -> Element
    ) throws(GateError) -> [Element] {
      let list = json[key] ?? .array([])
      guard let parts = list.array else {
        throw GateError(file: file, reason: FieldCheck.problem(list, belongs: "a list", at: key), cure: cure)
      }
      var elements: [Element] = []
      for part in parts {
        do throws(DamagedEvidence) {
          elements.append(try read(part))
        } catch {
          throw GateError(file: file, reason: "\(noun) \(elements.count + 1): \(error.reason)", cure: cure)
        }
      }
      return elements
    }
    cells = try list("cells", each: "cell") { json throws(DamagedEvidence) in try Cell(json, file: file) }
    latency = try list("latency", each: "latency") { json throws(DamagedEvidence) in try LatencyEvidence(json) }
    limits = json["limits"] ?? .object([:])
    created = json["created"]?.string ?? ""
    instructionsLack = (json["instructions-lack"]?.string ?? "").visible
  }
}

extension GateEvidence.Cell {
  var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "baseline": baseline?.json ?? .null, "baseline-path": .string(baselinePath),
      "record": record.json, "memory-runs": .array(memoryRuns.map { .integer(Int128($0)) }),
      "parting": .string(parting), "reproduce": .string(reproduce),
    ]
    if let instructions { members["instructions"] = instructions.json }
    if !baselineOptions.isEmpty { members["baseline-options"] = .string(baselineOptions) }
    return .object(members)
  }

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "name": .text, "baseline-path": .text, "parting": .text, "reproduce": .text, "record": .object, "baseline": .object,
    "memory-runs": .wholes(-FieldKind.figureMax...FieldKind.figureMax), "instructions": .object,
  ]

  /// - Throws: `DamagedEvidence` with the field that holds what it cannot.
  fileprivate init(_ json: JSON, file: String) throws(DamagedEvidence) {
    if let problem = FieldCheck.problem(of: json, Self.fields) { throw DamagedEvidence(reason: problem) }
    guard let name = json["name"]?.string, let record = json["record"], let runs = json["memory-runs"]?.array else {
      throw DamagedEvidence(reason: "name, record or memory-runs are missing")
    }
    do {
      self.record = try RunRecord(record, name: file)
    } catch {
      throw DamagedEvidence(reason: "its record: \(error.reason)")
    }
    if let known = json["baseline"], known != .null {
      do {
        baseline = try Baseline(known, file: file)
      } catch {
        throw DamagedEvidence(reason: "its baseline: \(error.reason)")
      }
    }
    if let counts = json["instructions"], counts != .null {
      instructions = InstructionEvidence(counts)
      if instructions == nil {
        let words = "instructions, old and new"
        throw DamagedEvidence(reason: FieldCheck.problem(counts, belongs: words, at: "instructions"))
      }
    }
    self.name = name.visible
    memoryRuns = runs.compactMap(\.integer)
    baselinePath = (json["baseline-path"]?.string ?? "").visible
    parting = (json["parting"]?.string ?? "").visibleLines
    reproduce = (json["reproduce"]?.string ?? "").visible
    baselineOptions = (json["baseline-options"]?.string ?? "").visible
  }
}

/// What is wrong with a part of a file of evidence.
struct DamagedEvidence: Error {
  let reason: String
}

extension JSON {
  static let changed = "it was changed after it was written: its digest (sha256) is of other content"

  /// An object with the SHA-256 of its other members. No key is part of it: it finds accidents, such as a merge of two
  /// files, and casual edits. Whoever means to deceive makes the digest anew.
  var withDigest: JSON {
    guard var members = object else { return self }
    members["sha256"] = .string(digest)
    return .object(members)
  }

  /// Whether the digest is that of the other members; nil without one.
  var holdsItsDigest: Bool? { self["sha256"].map { $0 == .string(digest) } }

  private var digest: String {
    var members = object ?? [:]
    members["sha256"] = nil
    // As a file gives it back: there 0.0 becomes 0.
    let written = JSON.object(members)
    return SHA256.hex(of: ((try? JSON.parse(written.compactText)) ?? written).compactText)
  }
}
