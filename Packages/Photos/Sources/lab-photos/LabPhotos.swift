import ArgumentParser
import LabBase
import LabSystem

/// What the Photos model does, as commands; lab-run does not link its database.
@main
struct LabPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-photos",
    abstract: "The Photos model: its figures, its invariants, and a driver that asks it.",
    discussion: """
      EXAMPLES
        lab-photos catalog
        lab-photos catalog --assets 100000
        lab-photos driver --trace fastscroll.scrolltrace
        lab-photos fuzz --count 10000
      """,
    subcommands: [CatalogCommand.self, DriverCommand.self, FuzzCommand.self])
}

/// Random sequences of requests, cancellations, starts, stops and changes.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Runs random sequences through the image manager and checks every invariant after every step.",
    discussion: "The first finding ends it with exit code 1 and the number that repeats it: --first N --count 1.")

  @Option(help: "How many sequences.")
  var count = 100_000

  @Option(help: "Another seed makes others.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first sequence.")
  var first = 0

  func run() throws {
    let begun = Clocks.monotonic()
    for number in first..<(first + count) {
      var fuzzer = SequenceFuzzer(seed: seed, number: number)
      do {
        try fuzzer.run()
      } catch {
        print("sequence \(number) of seed \(seed): \(error)")
        throw ExitCode(1)
      }
    }
    let seconds = NumberText.fixed(Double(Clocks.monotonic() - begun) / 1e9, decimals: 1)
    print("\(count) sequences of \(SequenceFuzzer.length) steps from seed \(seed): no finding in \(seconds) s")
  }
}
