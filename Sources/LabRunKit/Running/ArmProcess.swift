import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit
import SystemPackage

/// A lab-run, this one or another, that is asked what it decodes and how long that takes.
struct ArmProcess {
  /// Path of the executable.
  let executable: String
  /// How messages call it.
  let name: String
  /// The options that decide what is decoded.
  let words: [String]

  /// This program.
  static func own(_ words: [String]) throws -> ArmProcess {
    ArmProcess(executable: try Places.ownExecutable(), name: "this lab-run", words: words)
  }

  /// Asks for the decodes of the cell.
  ///
  /// - Throws: `ArmMismatch` when it does not know.
  func listing(decodesMax: Int) throws -> ArmListing {
    let result = try run(["arm", "--list", "--decodes", "\(decodesMax)"] + words, input: "")
    switch result.code {
    case 0: return try ArmListing(text: result.output, name: name)
    case 64 where result.error.contains("'arm'"): throw ArmMismatch.tooOld(name)
    default: throw ArmMismatch.cannotReplay(name, complaint: result.complaint)
    }
  }

  /// Decodes a slice in a process of its own.
  func decode(_ slice: String, decodes: Int) throws -> LatencyEvidence.Arm {
    let result = try run(["arm", "--slice", "-"] + words, input: slice)
    guard result.code == 0 else { throw LabError("\(name) did not decode: \(result.ending)") }
    return try ArmProtocol.arm(result.output, decodes: decodes, name: name)
  }

  /// Counts the instructions of a slice of decodes, if there is one, and of the strategy, in a process of its own.
  ///
  /// - Throws: `InstructionCounterError` where it cannot count.
  func count(_ way: InstructionWay, slice: String?) throws -> InstructionCount {
    let told = ["arm", "--instructions", way.rawValue] + (slice == nil ? [] : ["--slice", "-"])
    let result = try run(told + words, input: slice ?? "", ["SWIFT_DETERMINISTIC_HASHING": "1"])
    switch result.code {
    case 0: return try ArmProtocol.count(result.output, name: name)
    case 64 where result.error.contains("--instructions"):
      throw InstructionCounterError(reason: "\(name) was built before it could count them")
    default: throw InstructionCounterError(reason: "\(name) did not count: \(result.ending)")
    }
  }

  /// Both binaries get the same words, name and environment: what a program finds on its stack moves what it measures.
  private func run(
    _ arguments: [String], input: String, _ more: [String: String?] = [:]
  ) throws -> ChildProcess {
    let variables: [String: String?] = ["MALLOC_ARENA_MAX": "1", "LC_ALL": "C"]
    return try Command.run(
      executable, arguments, called: ToolName.current, changes: variables.merging(more) { $1 }, input: input)
  }
}

extension PlannedRun {
  /// Counts what this program executes for the run: the answer to `arm --instructions`. Under callgrind it is without sums,
  /// which the process outside reads from callgrind's files.
  ///
  /// - Parameters:
  ///   - slice: What is decoded; nothing where only the strategy and the replay are counted.
  ///   - input: The text that the slice was read from.
  func instructions(
    _ choice: InstructionChoice, slice: DecodeSlice, input: String
  ) throws -> InstructionCount {
    func parts(_ counter: InstructionCounter) throws -> [InstructionCount.Part] {
      try InstructionRun(
        prepared.replay, strategy, slice: slice, library: prepared.library, counter: counter
      ).parts
    }
    let json = ArmProtocol.json(slice)
    if let counter = try? InstructionCounter(.callgrind) {
      return InstructionCount(
        way: .callgrind, surroundings: InstructionSurroundings([:]), slice: json, parts: try parts(counter))
    }
    let tools = InstructionTools(choice)
    guard let way = tools.ways.first else { throw InstructionCounterError(reason: tools.lack) }
    return InstructionCount(
      way: way, surroundings: tools.surroundings(way), slice: json,
      parts: way == .counter ? try parts(InstructionCounter(way)) : try CallgrindRun.parts(input: input))
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

  init(_ choice: InstructionChoice) {
    for way in choice.ways {
      do {
        switch way {
        case .counter: _ = try InstructionCounter(.counter)
        case .callgrind: valgrind = try InstructionTools.valgrindVersion()
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
  private static func valgrindVersion() throws -> String {
    _ = try Command.run("strip", ["--version"], missing: "apt-get install binutils")
    let asked = try Command.run("valgrind", ["--version"], missing: "apt-get install valgrind")
    guard asked.code == 0 else { throw LabError("'valgrind --version' ended with \(asked.ending)") }
    return String(asked.output.prefix { !$0.isNewline })
  }
}
