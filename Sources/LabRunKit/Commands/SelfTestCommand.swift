import ArgumentParser
import StrategyKit

/// `lab-run gate self-test`: proves on this machine that the gate stays quiet and fires.
struct SelfTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "self-test",
    abstract: "Prove that the gate stays quiet over equal runs and finds planted faults.",
    discussion: """
      Runs one strategy on one trace again and again: as it is, where the gate must
      stay quiet, and with a window one row larger, one hit lost or 8 MiB leaked,
      where it must fail each time. Then it compares this program with itself in
      pairs, as it is and with its decodes 3, 5 and 10 % slower (about 15 s a set).
      It says how often the gate was right, and what share that proves at 95 %.

      EXAMPLES
        lab-run gate self-test
        lab-run gate self-test --sets 100 --strategy fixed-window --trace flicks

      EXIT CODES
        0 every fault was found and no equal run failed, 2 not so, 1 error
      """)

  @Option(help: ArgumentHelp("Runs of each kind, 1 to 1000.", valueName: "n"))
  var sets = 20

  @Option(help: ArgumentHelp("Sets of 30 pairs of each kind, 0 to 100; 0 leaves decode times out.", valueName: "n"))
  var latencySets = 1

  @OptionGroup var options: RunOptions

  func validate() throws {
    if sets < 1 || sets > 1000 { throw ValidationError("--sets \(sets): 1 to 1000 runs of each kind") }
    if latencySets < 0 || latencySets > 100 { throw ValidationError("--latency-sets \(latencySets): 0 to 100 sets") }
  }

  func run() async throws {
    try options.time.check()
    var request = options.request
    try request.checkHelpers(because: "a gate compares what this process decodes")
    if request.strategies.isEmpty { request.strategies = ["preheat2x"] }
    if request.traces.isEmpty { request.traces = ["ios-overscroll"] }
    let test = GateSelfTest(request: request, sets: sets, latencySets: latencySets)
    let outcomes = try await test.run()
    Terminal.output(GateSelfTest.table(outcomes) + "\n")
    if outcomes.contains(where: { !$0.isAsItShouldBe }) { throw ExitCode(2) }
  }
}
