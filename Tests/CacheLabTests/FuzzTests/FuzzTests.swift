import Testing

@testable import lab_fuzz

/// What `lab-fuzz --count 10000` does with traces and JPEGs, and with fewer inputs of other kinds, in the tests' process: that
/// command finds the input again when one of these crashes.
@Suite struct FuzzTests {
  private let corpus: Corpus

  init() throws { corpus = try Corpus(folder: ReplayFixture.projectFolder + "/Tests/Corpus") }

  @Test func tracesAreReadOrRefused() throws {
    var target = try TraceTarget(corpus)
    let reached = try whatIsReached(&target, by: 10_000, refusedSeeds: 1)
    #expect(reached["replays", default: 0] > 1_000 && reached["checks of books", default: 0] > 10_000)
  }

  @Test func picturesAreDecodedOrRefused() throws {
    var target = try JPEGTarget(corpus)
    // The lab decodes no CMYK.
    _ = try whatIsReached(&target, by: 10_000, refusedSeeds: 1)
  }

  @Test func documentsAreReadOrRefused() throws {
    var target = try DocumentTarget(corpus)
    _ = try whatIsReached(&target, by: 400)
  }

  @Test func eventFilesAreReadOrRefused() throws {
    var target = try EventTarget(corpus)
    #expect(try whatIsReached(&target, by: 400)["followed", default: 0] > 40)
  }

  @Test func sweepsAreReadOrRefused() throws {
    var target = try SweepTarget(corpus)
    let reached = try whatIsReached(&target, by: 400)
    #expect(reached["summed", default: 0] > 10 && reached["merged", default: 0] > 10, "\(reached)")
  }

  @Test func packsAreReadOrRefused() throws {
    var target = try PackTarget(corpus)
    let reached = try whatIsReached(&target, by: 1_000)
    #expect(reached["traces", default: 0] > reached["read", default: 0])
  }

  @Test func poolsAreReadOrMadeAnew() throws {
    var target = try PoolTarget(corpus)
    #expect(try whatIsReached(&target, by: 600)["photos", default: 0] > 1_000)
  }

  @Test func indicesOfFoldersAreReadOrMadeAnew() throws {
    var target = try FolderTarget(corpus)
    _ = try whatIsReached(&target, by: 600, mostOf: 20)
  }

  /// How far so many damaged inputs come, of which at least one in `mostOf` is read. Seeds are whole: a change of a format
  /// would leave one behind that is always refused.
  private func whatIsReached<Target: FuzzTarget & ~Copyable>(
    _ target: inout Target, by count: Int, refusedSeeds: Int = 0, mostOf: Int = 10
  ) throws -> [String: Int] {
    #expect(!target.seeds.isEmpty)
    var refused = 0
    for seed in target.seeds where try target.check(seed).isEmpty { refused += 1 }
    #expect(refused == refusedSeeds, "make the corpus anew: Tests/Corpus/README.md")
    let reached = try target.run(0..<count, seed: 1)
    #expect(reached["read", default: 0] > count / mostOf, "\(reached)")
    return reached
  }
}
