import LabLibrary
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// Counts what this program executes for one strategy on one trace: the answer to `arm --instructions`.
struct InstructionArm {
  let prepared: PreparedRun
  let strategy: StrategySpec
  /// What is decoded; nothing where only the strategy and the replay are counted.
  let slice: DecodeSlice
  /// The text that the slice was read from.
  let input: String

  /// The count as a text. Under callgrind it is without sums, which the process outside reads from callgrind's files.
  func text(_ choice: InstructionChoice) async throws -> String {
    if let counter = try? InstructionCounter(.callgrind) {
      return ArmProtocol.text(of: try count(counter, InstructionSurroundings([:])))
    }
    let tools = await InstructionTools(choice)
    guard let way = tools.ways.first else { throw InstructionCounterError(reason: tools.lack) }
    let count =
      way == .counter
      ? try count(InstructionCounter(way), tools.surroundings(way))
      : count(way, tools.surroundings(way), try await CallgrindRun(input: input).parts())
    return ArmProtocol.text(of: count)
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

  private func count(
    _ counter: InstructionCounter, _ surroundings: InstructionSurroundings
  ) throws -> InstructionCount {
    let run = try InstructionRun(
      prepared.replay, strategy, cells: prepared.request.cells, slice: slice, library: prepared.library,
      counter: counter)
    return count(counter.way, surroundings, run.parts)
  }

  private func count(
    _ way: InstructionWay, _ surroundings: InstructionSurroundings, _ parts: [InstructionCount.Part]
  ) -> InstructionCount {
    InstructionCount(way: way, surroundings: surroundings, slice: ArmProtocol.json(slice), parts: parts)
  }
}
