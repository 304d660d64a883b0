import LabMeasure
import Testing

/// Files as callgrind writes them.
@Suite struct CallgrindProfileTests {
  /// What callgrind writes, with every kind of line.
  private static let sample = """
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

  private func read(_ text: String) throws -> CallgrindProfile { try CallgrindProfile(Array(text.utf8)) }

  @Test func functionsHaveWhatTheyCallWithThem() throws {
    let profile = try read(CallgrindProfileTests.sample)
    #expect(profile.total == 3786 && profile.trigger == "decode")
    let found = profile.functions.map { "\($0.name) \($0.own) \($0.inclusive)" }
    #expect(
      found == [
        "main 3 3786", "$s8GridKit5frameyyF 3764 3764", "toggle 12 12", "libturbojpeg.so.0 0x000000000001c120 7 7",
      ])
  }

  @Test func whatCallsItselfIsCountedOnce() throws {
    let profile = try read("events: Ir\nfn=(1) again\n0 10\ncfn=(1)\ncalls=3 0\n0 25\ntotals: 10\n")
    #expect(profile.functions.map(\.inclusive) == [10])
  }

  @Test func furtherEventsAndPositionsArePassedOver() throws {
    let profile = try read("positions: instr line\nevents: Ir Dr\nfn=a\n0x4 7 10 99\n0x8 8\ntotals: 10 99\n")
    #expect(profile.functions.map(\.own) == [10])
  }

  @Test(arguments: [
    ("", "ends before its totals"), ("events: Ir\nfn=a\n0 10\n", "ends before its totals"),
    ("events: Ir\nfn=a\n0 10\ntotals: 11\n", "have 10 instructions, its totals 11"),
    ("0 10\n", "before its function"), ("fn=a\n0 10\n", "before its function"), ("events: Dr\n", "not Ir"),
    ("events: Ir\nfn=(7)\n", "was not named before"), ("events: Ir\nfn=a\ncalls=1 0\n0 3\n", "before what it calls"),
    ("events: Ir\nfn=a\n0 -3\n", "is no number"), ("events: Ir\nfn=a\n0 99999999999999999999\n", "is no number"),
    ("events: Ir\nfn=a\n0 9223372036854775807\n0 1\n", "too large"), ("events: Ir\ntotals: x\n", "is no number"),
  ])
  func whatIsNoProfileIsRefused(_ text: String, _ reason: String) {
    let error = #expect(throws: CallgrindError.self) { try read(text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  /// A disk that is full, a process that was ended.
  @Test func aFileThatWasCutAnywhereIsRefused() throws {
    let whole = Array(CallgrindProfileTests.sample.utf8)
    for count in 0..<whole.count - 5 {
      #expect(throws: CallgrindError.self, "\(count)") { try CallgrindProfile(Array(whole[..<count])) }
    }
  }
}
