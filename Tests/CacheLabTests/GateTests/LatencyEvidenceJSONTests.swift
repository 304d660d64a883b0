import Testing

@testable import LabBase
@testable import LabJudge

@Suite struct LatencyEvidenceJSONTests {
  @Test(arguments: [0, 0.02, 0.3], [UInt64(1), 2, 3]) func whatIsReadIsWhatWasWritten(_ change: Double, _ seed: UInt64)
    throws
  {
    let evidence = LatencySample.evidence(change: change, noise: 0.03, seed: seed)
    let read = try LatencyEvidence(JSON.parse(evidence.json.prettyText))
    #expect(read == evidence)
    let judge = LatencyJudge()
    #expect(judge.judge([read]).rows == judge.judge([evidence]).rows)
  }

  @Test func aShareFinerThanAMillionthIsJudgedAsItIsKept() throws {
    var evidence = LatencySample.evidence()
    evidence.steal = 0.05 + 1e-9
    let read = try LatencyEvidence(JSON.parse(evidence.json.compactText))
    #expect(LatencyJudge().judge([read]).unfit == nil && LatencyJudge().judge([evidence]).unfit == nil)
    evidence.steal = nil
    #expect(try LatencyEvidence(JSON.parse(evidence.json.compactText)) == evidence)
  }

  @Test func thereAreOnlyIntegers() {
    func hasFraction(_ json: JSON) -> Bool {
      switch json {
      case .number: true
      case .array(let elements): elements.contains { hasFraction($0) }
      case .object(let members): members.values.contains { hasFraction($0) }
      default: false
      }
    }
    #expect(!hasFraction(LatencySample.evidence().json))
  }

  @Test(arguments: [
    "cell", "decodes", "base-list", "head-list", "base-work-ns", "head-work-ns", "wall-ns", "burn-in-ns", "steal-ppm",
    "pairs",
  ])
  func aMissingKeyIsNamed(_ key: String) throws {
    var members = try #require(LatencySample.evidence().json.object)
    members[key] = nil
    let missing = #expect(throws: DamagedEvidence.self) { try LatencyEvidence(.object(members)) }
    #expect(missing?.reason.contains(" \(key) is ") == true, "\(String(describing: missing))")
    for number in [Int128(-1), 1 << 63, .max] {
      members[key] = key.hasSuffix("-ns") && key != "burn-in-ns" ? .integer(number) : .array([.integer(number)])
      let error = #expect(throws: DamagedEvidence.self) { try LatencyEvidence(.object(members)) }
      #expect(error?.reason.contains(" \(key) is ") == true && error?.reason.contains("\(number)") == true)
    }
  }

  @Test func theFirstOfAPairIsOneOfTwo() throws {
    var members = try #require(LatencySample.evidence().json.object)
    for (first, isRead) in [(Int128(0), true), (1, true), (2, false)] {
      members["pairs"] = .array([.array([.integer(first)] + Array(repeating: .integer(5), count: 8))])
      #expect(((try? LatencyEvidence(.object(members))) != nil) == isRead, "\(first)")
    }
  }

  @Test func pairsBeyondTheBoundAreRefused() throws {
    let evidence = LatencySample.evidence(pairs: 202)
    let error = #expect(throws: DamagedEvidence.self) { try LatencyEvidence(evidence.json) }
    #expect(error?.reason.contains("where a list of 1 to ") == true, "\(String(describing: error))")
  }
}
