@_exported public import ArgumentParser
import CLabSystem
@_exported public import LabJudge
@_exported public import LabLibrary
@_exported public import Strategies

/// `make fuzz`: puts damaged files through the lab until one does what none may.
@main
struct LabFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-fuzz",
    abstract: "Damages traces, JPEGs and results, and looks for an input that crashes, hangs or misleads the lab.",
    discussion: """
      It ends at the first finding with exit code 1, and leaves the input in the file lab-fuzz-last. A seed gives the
      same inputs in the same order on every machine, however many there are.

      EXAMPLES
        lab-fuzz
        lab-fuzz --seed 7 --only jpegs --count 1000000
        lab-fuzz lab-fuzz-last.jpg
        lab-fuzz --only traces --count 20000 --extra traces/zoom.scrolltrace
      """)

  @Option(help: "Only inputs of this kind; repeat for several.")
  var only: [FuzzTarget.Kind] = []

  @Option(help: "How many inputs of each kind (default: as many as take some minutes).")
  var count: UInt?

  @Option(help: "The random seed: another one gives other inputs.")
  var seed: UInt64 = 1

  @Option(help: "Further such files: .scrolltrace, .jpg, .json, .jsonl, .tsv or .pack.")
  var extra: [String] = []

  @Option(help: "Address space in MB that no input may exceed; 0 for no limit, as sanitizers need.")
  var memory: UInt = 1_024

  @Argument(help: "Try these files alone, as they are.")
  var files: [String] = []

  func run() throws {
    guard memory == 0 || lab_limit_address_space(Int64(clamping: memory) << 20) == 0 else {
      throw ValidationError("the limit of \(memory) MB cannot be set")
    }
    let crashes = [
      lab_signal_illegal, lab_signal_trap, lab_signal_abort, lab_signal_bus(), lab_signal_memory,
      lab_signal_arithmetic,
    ]
    // A sanitizer has its own words for a crash.
    for number in [lab_signal_alarm] + (memory > 0 ? crashes : []) {
      lab_on_signal(number) { _ in
        let text: StaticString = "lab-fuzz: finding: an input crashes the lab or takes 30 s; it is in lab-fuzz-last\n"
        unsafe _ = lab_write(2, text.utf8Start, text.utf8CodeUnitCount)
        lab_end_at_once(1)
      }
    }
    let corpus = Corpus(folder: "Tests/Corpus", extra: extra)
    let kinds = FuzzTarget.Kind.allCases.filter { only.isEmpty || only.contains($0) }
    for path in files {
      guard let kind = kinds.first(where: { path.hasSuffix(".\($0.facts.suffix)") }) else {
        throw ValidationError("no kind of this run takes \(path); see --only")
      }
      _ = try kind.facts.target(corpus).check(Corpus.read(path))
    }
    if files.isEmpty {
      for kind in kinds { try fuzz(kind, kind.facts.target(corpus)) }
    }
  }

  private func fuzz(_ kind: FuzzTarget.Kind, _ target: FuzzTarget) throws {
    let count = count.map { Int(clamping: $0) } ?? kind.facts.count
    // The input in use, so that a crash leaves it behind.
    let last = try OpenFile("lab-fuzz-last.\(kind.facts.suffix)", [.writeOnly, .create, .append])
    let showsProgress = lab_is_terminal(2)
    let reached: [String: Int]
    do throws(Finding) {
      reached = try target.run(0..<count, seed: seed) { number, input throws(Finding) in
        do {
          try last.cut(to: 0)
          try last.write(input)
        } catch { throw Finding("\(last.path) cannot be written") }
        lab_alarm(30)
        if showsProgress, number & 1023 == 0 {
          try? OpenFile.standardError.write(Array("\r\(number) of \(count) \(kind.rawValue)".utf8))
        }
      }
    } catch { throw Finding("\(kind.rawValue): \(error) (\(last.path))") }
    lab_alarm(0)
    _ = Paths.remove(last.path)
    if showsProgress { try? OpenFile.standardError.write(Array("\r\u{1B}[K".utf8)) }
    let read = reached["read", default: 0]
    let depths = reached.filter { $0.key != "read" }.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key), " }
    print(
      "\(count) \(kind.rawValue) of seed \(seed): \(read) read, \(count - read) refused, \(depths.joined())no finding")
  }
}
