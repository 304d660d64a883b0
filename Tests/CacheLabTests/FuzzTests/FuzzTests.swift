import Testing

@testable import lab_fuzz

/// The inputs of `lab-fuzz --count 10000` for traces and JPEGs, and fewer of other kinds, in the tests' process: that command
/// finds the input again when one of these crashes.
@Suite struct FuzzTests {
  /// - Parameters:
  ///   - count: The damaged inputs, of which one in `mostOf` is read at least.
  ///   - refused: The whole seeds that are refused: the lab decodes no CMYK, for instance. A change of a format would leave
  ///     one behind that is always refused.
  ///   - depths: Those that must be reached more often than this.
  @Test(arguments: [
    (
      FuzzTarget.Kind.traces, count: 10_000, mostOf: 10, refused: 1,
      depths: ["replays": 1_000, "checks of books": 10_000]
    ),
    (.jpegs, 10_000, 10, 1, [:]), (.documents, 400, 10, 0, [:]), (.events, 400, 10, 0, ["followed": 40]),
    (.sweeps, 400, 10, 0, ["summed": 10, "merged": 10]), (.packs, 1_000, 10, 0, ["traces": 200]),
  ])
  func damagedInputsAreReadOrRefused(
    kind: FuzzTarget.Kind, count: Int, mostOf: Int, refused: Int, depths: [String: Int]
  ) throws {
    let target = try kind.facts.target(Corpus(folder: ShippedTraces.root + "/Tests/Corpus"))
    #expect(!target.seeds.isEmpty)
    let refusedCount = try target.seeds.count { try target.check($0).isEmpty }
    #expect(refusedCount == refused, "make the corpus anew: Tests/Corpus/README.md")
    let reached = try target.run(0..<count, seed: 1)
    #expect(reached["read", default: 0] > count / mostOf, "\(reached)")
    for (depth, least) in depths { #expect(reached[depth, default: 0] > least, "\(reached)") }
  }
}
