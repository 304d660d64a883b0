import CacheLab
import LabBase
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// What runs execute, in instructions: figures that travel from machine to machine.
struct RunInstructions {
  let request: RunRequest
  let runs: [Matrix.Run]

  /// - Throws: `UsageError` for runs that do not repeat, and where there is no room for another table.
  static func check(_ format: OutputFormat, _ request: RunRequest) throws {
    if format == .csv || format == .json {
      throw UsageError("--instructions adds a table of its own: leave it out, or take --format table or markdown")
    }
    if request.measuring.time != .virtual {
      throw UsageError("--instructions counts what repeats: leave out --time real")
    }
  }

  /// A table below that of the runs; why there is none where nothing counts here.
  func text(_ format: OutputFormat) async throws -> String {
    let tools = await InstructionTools(.auto)
    guard let way = tools.ways.first else { return "\nInstructions were not counted: \(tools.lack).\n" }
    defer { Terminal.clearProgress() }
    typealias Row = (run: Matrix.Run, count: InstructionCount)
    var rows: [Row] = []
    for (number, run) in runs.enumerated() {
      if !request.isQuiet { Terminal.progress("instructions of run \(number + 1) of \(runs.count)") }
      rows.append((run, try await count(run, way)))
    }
    func mean(_ kind: InstructionKind) -> (Row) -> String { { $0.count.part(kind).map(\.text) ?? "-" } }
    let columns: [TableColumn<Row>] = [
      .words("strategy") { $0.run.strategy.shortText }, .words("trace") { $0.run.prepared.traceName.visible },
      .numbers("instructions", "a request", text: mean(.request)), .numbers("a frame", text: mean(.frame)),
      .numbers("a decode", text: mean(.decode)),
    ]
    let table = TextTable(rows, columns)
    let note = "counted by \(way.rawValue): a replay without decoding, the strategy's calls, decoding a photo"
    return format == .markdown ? "\n\(table.markdown)\n\(note)\n" : "\n\(table.text(width: Terminal.width))\n\(note)\n"
  }

  private func count(_ run: Matrix.Run, _ way: InstructionWay) async throws -> InstructionCount {
    var slice: String?
    if request.measuring.decodes {
      let listing = ArmListing(run.prepared, run.strategy, sliceMax: GateInstructions.decodesMax)
      slice = listing.slice.items.isEmpty ? nil : ArmProtocol.text(of: listing.slice)
    }
    let arm = try ArmProcess.own(request.armWords(run.strategy, tracePath: run.tracePath))
    return try await arm.count(InstructionChoice(way), slice: slice)
  }
}
