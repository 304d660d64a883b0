import Testing

@testable import CacheLab
@testable import LabRecords

/// What a record may hold: whatever reads one takes its numbers as they are.
@Suite struct RecordFieldTests {
  /// A sample record with one field changed, read again.
  private func read(_ path: String, _ value: JSON) throws -> RunRecord {
    let json = RecordFieldTests.setting(SampleRecord.record().json, path.split(separator: "."), value)
    return try RunRecord(text: json.prettyText, name: "results/a.json")
  }

  private static func setting(_ json: JSON, _ path: [Substring], _ value: JSON) -> JSON {
    guard let key = path.first else { return value }
    var members = json.object ?? [:]
    members[String(key)] = setting(members[String(key)] ?? .object([:]), Array(path.dropFirst()), value)
    return .object(members)
  }

  /// Numbers that 64 bits do not hold, or that several of could not be added.
  private static let tooLarge: [Int128] = [
    1 << 63, -(1 << 63) - 1, Int128(Int64.max), .max, .min, 1_000_000_000_000_000_001,
  ]

  @Test(
    arguments: tooLarge,
    [
      "deterministic.metrics.decodes", "measured.peak-rss", "deterministic.metrics.time-to-image.p95",
      "deterministic.metrics.preheat-ledger.useful", "deterministic.metrics.a-metric-to-come", "measured.rss-anon",
    ])
  func aFigureThatDoesNotFitIsNamed(_ number: Int128, _ path: String) throws {
    let error = #expect(throws: ResultError.self) { try read(path, .integer(number)) }
    let text = try #require(error?.description)
    #expect(
      text.hasPrefix("results/a.json is not a record of a run: its field \(path) is \(number), where "), "\(text)")
    #expect(text.hasSuffix("make one with lab-run --out DIR"), "\(text)")
  }

  @Test(
    arguments: tooLarge,
    [
      "configuration.screen.scale-thousandths", "configuration.screen.items", "configuration.device.fixed-ns",
      "configuration.library.source.seed", "environment.cores",
      "configuration.cloud.latency-ns",
    ])
  func aSettingThatDoesNotFitIsNamed(_ number: Int128, _ path: String) throws {
    // A seed has 64 bits without a sign.
    if path.hasSuffix("seed") && UInt64(exactly: number) != nil { return }
    let error = #expect(throws: ResultError.self) { try read(path, .integer(number)) }
    #expect(try #require(error?.description).contains("its field \(path) is \(number), where a whole number from"))
  }

  @Test func samplesThatDoNotFitAreNamed() throws {
    let many = JSON.array([.integer(5), .integer(1 << 63)])
    for path in ["measured.decode-wall-samples", "measured.decode-cpu-samples"] {
      let error = #expect(throws: ResultError.self) { try read(path, many) }
      #expect(try #require(error?.description).contains("\(path) is [5,9223372036854775808], where"))
    }
    let error = #expect(throws: ResultError.self) { try read("measured.rss-samples", .array([many])) }
    #expect(try #require(error?.description).contains("measured.rss-samples[0] is [5,9223372036854775808]"))
  }

  @Test(arguments: [
    ("deterministic.metrics.hits", JSON.string("3")), ("deterministic.metrics.hits", .number(0.5)),
    ("deterministic.metrics.hit-rate", .integer(3)), ("deterministic.metrics.time-to-image.p50", .null),
    ("deterministic.metrics.preheat-ledger.useful", .string("3")), ("configuration", .array([])),
    ("configuration.screen", .string("390x844")), ("configuration.trace.name", .integer(5)),
    ("configuration.time", .string("real")),
    ("notes", .string("a note")),
    ("measured", .array([])), ("environment.cpu", .bool(true)),
  ])
  func aFieldOfAnotherTypeIsNamed(_ path: String, _ value: JSON) throws {
    let error = #expect(throws: ResultError.self) { try read(path, value) }
    #expect(try #require(error?.description).contains("its field \(path) is "))
  }

  @Test func aPartOfADistributionThatIsMissingIsNoZero() {
    var members = MetricValue.distribution(Distribution(samples: [1, 2, 3])).json.object ?? [:]
    members["p99"] = nil
    #expect(MetricValue(.object(members)) == nil)
  }

  @Test func theLargestFiguresAreReadAndAdded() throws {
    let most = JSON.integer(Int128(FieldKind.figureMax))
    let record = try read("measured.peak-rss", most)
    #expect(record.metric(named: "peak-rss") == .integer(FieldKind.figureMax))
    let table = RunTable([record, SampleRecord.record()])
    #expect(table.text.contains("1000000000000.0"), "1e18 bytes in MB\n\(table.text)")
  }

  @Test func moreNotesThanAnyRunHasAreRefused() throws {
    let notes = (0...RunRecord.notesMax).map { JSON.string("note \($0)") }
    let error = #expect(throws: ResultError.self) { try read("notes", .array(notes)) }
    #expect(try #require(error?.description).contains("it has 1001 notes, and a record has at most 1000"))
  }

  @Test func whatIsMissingIsNoFault() throws {
    let record = try RunRecord(text: #"{"schema":1,"configuration":null,"notes":null}"#, name: "a.json")
    #expect(record.strategy == "?" && record.notes == [])
    #expect(RunTable([record]).text.contains("?"))
  }
}
