import LabJudge
import LabMeasure
import LabRecords
import LabSystem

/// Counts instructions for the cells of a gate, beside what they are compared with: the old program's where there is one,
/// else the baseline's.
struct GateInstructions {
  /// Decodes that are counted: each executes the same every time, so that a few of all sizes do.
  static let decodesMax = 20

  let choice: InstructionChoice
  private let tools: InstructionTools

  /// - Parameter decodes: Whether anything is decoded; counted figures alone take no time, and what is counted beside
  ///   them has to be asked for.
  init(_ choice: InstructionChoice, decodes: Bool) {
    self.choice = choice == .auto && !decodes ? .none : choice
    tools = InstructionTools(self.choice)
  }

  /// Counts for each cell.
  ///
  /// - Parameter base: An older program, where there is one.
  /// - Returns: Why nothing can be counted; empty where that was done, or nobody asked.
  /// - Throws: `LabError` where the way that was asked for does not work.
  func count(_ cells: inout [GateRun], base: GateBase?) throws -> String {
    if choice == .none { return "" }
    defer { Terminal.clearProgress() }
    do {
      guard !tools.ways.isEmpty else { throw InstructionCounterError(reason: tools.lack) }
      var jobs: [Job] = []
      for (index, cell) in cells.enumerated() { jobs.append(try job(cell, base, isFirst: index == 0)) }
      for (index, found) in try run(jobs).enumerated() { cells[index].cell.instructions = found }
      return ""
    } catch let error as InstructionCounterError where choice == .auto {
      return error.reason
    } catch let error as InstructionCounterError {
      throw LabError("--instructions \(choice.rawValue): \(error.reason)")
    }
  }

  /// Finds the functions that grew most in a cell, where callgrind is there to tell.
  func findGrowths(_ measured: inout GateRun, base: GateBase?) {
    guard let new = measured.cell.instructions?.new, new.way != .callgrind else { return }
    guard !InstructionTools(.callgrind).ways.isEmpty,
      let job = try? job(measured, base, isFirst: new.part(.decode) != nil, way: .callgrind),
      let found = try? GateInstructions.count(job)
    else { return }
    measured.cell.instructions?.growths = found.growths
  }

  /// One count for each way that works, for a baseline; what does not work is said.
  ///
  /// - Throws: `LabError` where the way that was asked for does not work.
  func forBaseline(_ cells: [GateRun]) throws -> [[InstructionCount]] {
    var counts = [[InstructionCount]](repeating: [], count: cells.count)
    var lacks = tools.lacks
    for way in tools.ways {
      do {
        var jobs: [Job] = []
        for cell in cells { jobs.append(try job(cell, nil, isFirst: true, way: way)) }
        for (index, found) in try run(jobs).enumerated() { counts[index].append(found.new) }
      } catch let error as InstructionCounterError {
        lacks.append(error.reason)
      }
    }
    if let lack = lacks.first, choice != .auto { throw LabError("--instructions \(choice.rawValue): \(lack)") }
    if counts.contains(where: \.isEmpty), !lacks.isEmpty {
      Terminal.error("instructions were not counted: \(lacks.joined(separator: ", and "))")
    }
    return counts
  }
}

extension GateInstructions {
  /// What is counted of a cell.
  private struct Job: Sendable {
    var head: ArmProcess
    var base: ArmProcess?
    /// What a baseline has.
    var old: InstructionCount?
    var way: InstructionWay
    /// What both decode; nil where no decode is counted.
    var slice: String?
  }

  private func job(
    _ measured: GateRun, _ base: GateBase?, isFirst: Bool, way wanted: InstructionWay? = nil
  ) throws -> Job {
    let counts = measured.cell.baseline?.instructions ?? []
    // The baseline's own way where it was counted in the same surroundings, else the best there is.
    let comparable = tools.ways.first { way in
      let here = tools.surroundings(way)
      return counts.contains { $0.way == way && $0.surroundings.differences(from: here, isSideBySide: false).isEmpty }
    }
    let way = wanted ?? (base == nil ? comparable : nil) ?? tools.ways[0]
    var job = Job(
      head: try .own(measured.run.armWords), base: base?.arm(measured), old: counts.first { $0.way == way }, way: way)
    if let base = job.base {
      job.slice = try base.listing(decodesMax: GateInstructions.decodesMax).slice.text
    } else if isFirst && measured.run.prepared.request.decodes {
      // One cell speaks for all: the decoder is the same. What the baseline decoded, though the strategy may decode other
      // photos now.
      let known = job.old.flatMap { ArmProtocol.items($0.slice) }.map { DecodeSlice(items: $0) }
      job.slice = (known ?? ArmListing(measured.run, sliceMax: GateInstructions.decodesMax).slice).text
    }
    return job
  }

  /// Several at a time: a neighbour does not change what is counted.
  private func run(_ jobs: [Job]) throws -> [InstructionEvidence] {
    let found = ParallelLoop.map(jobs.count) { index in Result { try GateInstructions.count(jobs[index]) } }
    return try found.map { try $0.get() }
  }

  private static func count(_ job: Job) throws -> InstructionEvidence {
    let new = try job.head.count(job.way, slice: job.slice)
    let old = if let base = job.base { try base.count(job.way, slice: job.slice) } else { job.old }
    return InstructionEvidence(new: new, old: old, isSideBySide: job.base != nil)
  }
}
