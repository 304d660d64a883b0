import Testing

@testable import lab_fuzz

/// What `lab-fuzz --traces 10000 --jpegs 10000 --documents 400 --events 400 --sweeps 400 --packs 1000 --fleets 400`
/// does, in the tests' process: that command finds the input again when one of these crashes.
@Suite struct FuzzTests {
  private static let count = 10_000

  @Test func damagedTracesAreReadOrRefused() throws {
    var fuzzer = try TraceFuzzer(seeds: [])
    let readCount = try run(&fuzzer)
    #expect(readCount > FuzzTests.count / 10, "enough of them get past the parser")
    #expect(fuzzer.replayCount > FuzzTests.count / 10 && fuzzer.checkCount > FuzzTests.count)
  }

  @Test func damagedJPEGsAreDecodedOrRefused() throws {
    var fuzzer = try JPEGFuzzer(seeds: [])
    let readCount = try run(&fuzzer)
    #expect(readCount > FuzzTests.count / 10, "enough of them get past the markers")
  }

  @Test func damagedDocumentsAreReadOrRefused() throws {
    var fuzzer = try DocumentFuzzer(seeds: [])
    let readCount = try run(&fuzzer, count: 400)
    #expect(readCount > 40, "enough of them are made something of")
  }

  @Test func damagedEventFilesAreReadOrRefused() throws {
    var fuzzer = EventFuzzer(seeds: [])
    let readCount = try run(&fuzzer, count: 400)
    #expect(readCount > 40 && fuzzer.followedCount > 40)
  }

  @Test func damagedSweepsAreReadOrRefused() throws {
    var fuzzer = try SweepFuzzer(seeds: [])
    let readCount = try run(&fuzzer, count: 400)
    #expect(readCount > 40 && fuzzer.summedCount > 10)
  }

  @Test func damagedPacksAreReadOrRefused() throws {
    var fuzzer = try PackFuzzer(seeds: [])
    let readCount = try run(&fuzzer, count: 1_000)
    #expect(readCount > 100 && fuzzer.traceCount > readCount)
  }

  @Test func damagedFleetsAreReadOrRefused() throws {
    var fuzzer = try FleetFuzzer(seeds: [])
    let readCount = try run(&fuzzer, count: 400)
    #expect(fuzzer.summedCount > 10 && fuzzer.mergedCount > 10 && fuzzer.summedCount + fuzzer.mergedCount == readCount)
  }

  private func run<Kind: Fuzzer & ~Copyable>(_ fuzzer: inout Kind, count: Int = FuzzTests.count) throws -> Int {
    var readCount = 0
    for number in 0..<count {
      do throws(Finding) {
        if try fuzzer.check(fuzzer.input(seed: 1, number: number)) { readCount += 1 }
      } catch {
        Issue.record("number \(number) of the \(Kind.kind.plural) of seed 1: \(error)")
        return readCount
      }
    }
    return readCount
  }
}
