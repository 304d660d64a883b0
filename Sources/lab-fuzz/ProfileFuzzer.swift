import LabBase
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// Reads damaged files of callgrind, and looks for the functions that grew.
struct ProfileFuzzer: Fuzzer {
  static let kind = (plural: "profiles", suffix: "callgrind")

  private let seeds: [[UInt8]]
  private let whole: InstructionCount
  /// Files that were read.
  private(set) var readCount = 0

  /// What callgrind writes, with every kind of line.
  static let seed = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    part: 1


    desc: I1 cache:
    desc: Trigger: Client Request: decode

    positions: line
    events: Ir
    summary: 3786


    ob=(1) /usr/bin/lab-run
    fl=(1) ???
    fn=(8) $s8GridKit5frameyyF
    0 3764

    fn=(2) main
    cfn=(6) toggle
    calls=1 0
    0 12
    0 2
    cob=(2) /usr/lib/libturbojpeg.so.0
    cfi=(3) ???
    cfn=(9) 0x000000000001c120
    calls=2 0
    +3 7
    cfn=(8)
    calls=1 0
    * 3764
    0 1

    ob=(2)
    fn=(9)
    0 7

    fn=(6)
    0 12

    totals: 3786
    """

  /// - Parameter seeds: Further files to damage.
  init(seeds: [[UInt8]]) throws {
    self.seeds = [Array(ProfileFuzzer.seed.utf8)] + seeds
    whole = ProfileFuzzer.count(try CallgrindProfile(Array(ProfileFuzzer.seed.utf8)))
  }

  func input(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = seeds[random.next(below: seeds.count)]
    repeat {
      TraceMutator.mutate(&bytes, other: seeds[random.next(below: seeds.count)], &random)
    } while random.chance(30)
    return bytes
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool {
    let profile: CallgrindProfile
    do {
      profile = try CallgrindProfile(input)
    } catch {
      let text = "\(error)"
      guard text.hasPrefix("line "), text.utf8.count < 500 else { throw Finding("a refusal says: \(text.prefix(300))") }
      return false
    }
    let costs = profile.functions.map { [$0.own, $0.inclusive] }
    guard costs.allSatisfy({ 0 <= $0[0] && $0[0] <= $0[1] && $0[1] <= profile.total }) else {
      throw Finding("a function executes more than all of them")
    }
    let count = ProfileFuzzer.count(profile)
    _ = InstructionEvidence.growths(from: whole, to: count)
    _ = InstructionEvidence.growths(from: count, to: whole)
    readCount += 1
    return true
  }

  private static func count(_ profile: CallgrindProfile) -> InstructionCount {
    InstructionCount(
      way: .callgrind, surroundings: InstructionSurroundings([:]), slice: .array([]),
      parts: [
        InstructionCount.Part(
          kind: .decode, units: 1, sum: profile.total,
          functions: profile.functions.map { .init(name: $0.name, instructions: $0.inclusive) })
      ])
  }
}
