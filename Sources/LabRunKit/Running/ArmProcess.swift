import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit
import Subprocess
import SystemPackage

/// A lab-run, this one or another, that is asked what it decodes and how long that takes.
struct ArmProcess {
  /// Path of the executable.
  let executable: String
  /// How messages call it.
  let name: String
  /// The options that decide what is decoded.
  let words: [String]
  /// A fault that it is told to have; for self-tests.
  var plant: String?

  /// This program.
  static func own(_ words: [String], plant: String? = nil) throws -> ArmProcess {
    ArmProcess(executable: try Places.ownExecutable(), name: "this lab-run", words: words, plant: plant)
  }

  /// Asks for the decodes of the cell.
  ///
  /// - Throws: `ArmMismatch` when it does not know.
  func listing(decodesMax: Int) async throws -> ArmListing {
    let result = try await run(["arm", "--list", "--decodes", "\(decodesMax)"] + words, input: "")
    switch result.code {
    case 0: return try ArmListing(text: result.output, name: name)
    case 64 where result.error.contains("'arm'"): throw ArmMismatch.tooOld(name)
    default: throw ArmMismatch.cannotReplay(name, complaint: result.complaint)
    }
  }

  /// Decodes a slice in a process of its own.
  func decode(_ slice: String, decodes: Int) async throws -> LatencyEvidence.Arm {
    let fault = plant.map { ["--plant", $0] } ?? []
    let result = try await run(["arm", "--slice", "-"] + fault + words, input: slice)
    guard result.code == 0 else { throw LabError("\(name) did not decode: \(result.ending)") }
    return try ArmProtocol.arm(result.output, decodes: decodes, name: name)
  }

  /// Counts the instructions of a slice of decodes, if there is one, and of the strategy, in a process of its own.
  ///
  /// - Throws: `InstructionCounterError` where it cannot count.
  func count(_ way: InstructionWay, slice: String?) async throws -> InstructionCount {
    let told = ["arm", "--instructions", way.rawValue] + (slice == nil ? [] : ["--slice", "-"])
    let result = try await run(told + words, input: slice ?? "", ["SWIFT_DETERMINISTIC_HASHING": "1"])
    switch result.code {
    case 0: return try ArmProtocol.count(result.output, name: name)
    case 64 where result.error.contains("--instructions"):
      throw InstructionCounterError(reason: "\(name) was built before it could count them")
    default: throw InstructionCounterError(reason: "\(name) did not count: \(result.ending)")
    }
  }

  /// Both binaries get the same words, name and environment: what a program finds on its stack moves what it measures.
  private func run(
    _ arguments: [String], input: String, _ more: [Environment.Key: String] = [:]
  ) async throws -> Command.Outcome {
    let variables: [Environment.Key: String] = ["MALLOC_ARENA_MAX": "1", "LC_ALL": "C"]
    return try await Command.run(
      executable, arguments, called: ToolName.current,
      environment: .inherit.updating(variables.merging(more) { $1 }), input: input)
  }
}

/// Counts what this program executes for one strategy on one trace: the answer to `arm --instructions`.
struct InstructionArm {
  let run: PlannedRun
  /// What is decoded; nothing where only the strategy and the replay are counted.
  let slice: DecodeSlice
  /// The text that the slice was read from.
  let input: String

  /// The count as a text. Under callgrind it is without sums, which the process outside reads from callgrind's files.
  func text(_ choice: InstructionChoice) async throws -> String {
    if let counter = try? InstructionCounter(.callgrind) {
      return text(.callgrind, InstructionSurroundings([:]), try parts(counter))
    }
    let tools = await InstructionTools(choice)
    guard let way = tools.ways.first else { throw InstructionCounterError(reason: tools.lack) }
    let parts =
      way == .counter ? try parts(InstructionCounter(way)) : try await CallgrindRun(input: input).parts()
    return text(way, tools.surroundings(way), parts)
  }

  private func text(
    _ way: InstructionWay, _ surroundings: InstructionSurroundings, _ parts: [InstructionCount.Part]
  ) -> String {
    ArmProtocol.text(
      of: InstructionCount(way: way, surroundings: surroundings, slice: ArmProtocol.json(slice), parts: parts))
  }

  private func parts(_ counter: InstructionCounter) throws -> [InstructionCount.Part] {
    let prepared = run.prepared
    return try InstructionRun(
      prepared.replay, run.strategy, cells: prepared.request.cells, slice: slice, library: prepared.library,
      counter: counter
    ).parts
  }

  /// The same hashes and addresses each time: starts the program anew where it does not have them, before anything is
  /// read.
  static func settle() {
    // Callgrind does not follow a program that is started anew, and has had both from outside.
    if (try? InstructionCounter(.callgrind)) != nil { return }
    let hashing = "SWIFT_DETERMINISTIC_HASHING"
    if ThisProcess.variable(hashing) != "1" {
      ThisProcess.setVariable(hashing, "1")
      Reexecution.again()
    }
    ThisProcess.fixAddresses()
  }
}

/// What this machine counts instructions with.
struct InstructionTools {
  /// The ways that work here, of those that were chosen.
  private(set) var ways: [InstructionWay] = []
  /// Why the others do not, with the cure.
  private(set) var lacks: [String] = []
  /// As it names itself: `valgrind-3.19.0`.
  private var valgrind = ""

  init(_ choice: InstructionChoice) async {
    for way in choice.ways {
      do {
        switch way {
        case .counter: _ = try InstructionCounter(.counter)
        case .callgrind: valgrind = try await InstructionTools.valgrindVersion()
        }
        ways.append(way)
      } catch let error as InstructionCounterError {
        lacks.append(error.reason)
      } catch {
        lacks.append("\(error)")
      }
    }
  }

  /// Why nothing can be counted.
  var lack: String { lacks.joined(separator: ", and ") }

  /// What a count by this program here belongs to.
  func surroundings(_ way: InstructionWay) -> InstructionSurroundings {
    var facts: [InstructionSurroundings.Fact: String] = [
      .countedBy: way == .counter ? InstructionCounter.account : valgrind, .architecture: Machine.architecture,
      .simd: LibJPEGTurbo.simdLevel, .cLibrary: Machine.cLibrary, .swift: RunEnvironment.swiftVersion,
    ]
    if way == .counter { facts[.cpu] = RunEnvironment.cpu }
    facts[.codec] = LibJPEGTurbo.path.flatMap { path in
      (try? OpenFile(path, .readOnly).readToEnd(bytesMax: 64 << 20)).flatMap { $0 }.map { SHA256.hex(of: $0) }
    }
    return InstructionSurroundings(facts)
  }

  /// What callgrind needs: itself, and a copy of the program without what debuggers read, which it cannot all read.
  private static func valgrindVersion() async throws -> String {
    _ = try await Command.run("strip", ["--version"], missing: "apt-get install binutils")
    let asked = try await Command.run("valgrind", ["--version"], missing: "apt-get install valgrind")
    guard asked.code == 0 else { throw LabError("'valgrind --version' ended with \(asked.ending)") }
    return String(asked.output.prefix { !$0.isNewline })
  }
}
