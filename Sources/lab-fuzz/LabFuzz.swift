import ArgumentParser
import LabSystem
import SystemPackage

/// `make fuzz`: puts damaged traces, JPEGs and results through the lab until one does what none may.
@main
struct LabFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-fuzz",
    abstract: "Damages traces, JPEGs and results and looks for one that crashes, hangs or deceives the lab.",
    discussion: """
      The first finding ends it with exit code 1, its input left in the last-input file. Input number n of a seed is the
      same on every machine, whatever the count.

      EXAMPLES
        lab-fuzz
        lab-fuzz --seed 7 --only jpegs --count 1000000
        lab-fuzz lab-fuzz-last.jpg
        lab-fuzz --only traces --count 20000 --extra traces/zoom.scrolltrace
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case traces, jpegs, documents, events, sweeps, packs, fleets
  }

  @Option(help: "Only inputs of this kind; repeat for several.")
  var only: [Kind] = []

  @Option(help: "How many inputs of each kind (default: as many as take some minutes).")
  var count: Int?

  @Option(help: "Another seed damages otherwise.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first input.")
  var first = 0

  @Option(help: "Folder of the files to damage.")
  var corpus = "Tests/Corpus"

  @Option(help: "Further files to damage: .scrolltrace, .jpg, .json, .jsonl, .tsv, .pack or .fleet.")
  var extra: [String] = []

  @Option(help: "Address space in MB that no input may exceed; 0 for no limit, as sanitizers need.")
  var memory = 1_024

  @Option(help: "Where the input that is looked at is kept, without its ending.")
  var lastInput = "lab-fuzz-last"

  @Argument(help: "Look at these files only, as they are.")
  var files: [String] = []

  func validate() throws {
    guard [count ?? 0, first, memory].allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("counts and limits are not negative")
    }
  }

  func run() throws {
    if memory > 0 {
      guard ThisProcess.limitAddressSpace(to: memory << 20) else {
        throw ValidationError("the limit of \(memory) MB cannot be set")
      }
    }
    // A sanitizer has its own words for a crash.
    LastInput.end(at: memory > 0 ? LastInput.crashes : [])
    try fuzz(TraceTarget.self, .traces, usually: 1_000_000)
    try fuzz(JPEGTarget.self, .jpegs, usually: 100_000)
    try fuzz(DocumentTarget.self, .documents, usually: 20_000)
    try fuzz(EventTarget.self, .events, usually: 50_000)
    try fuzz(SweepTarget.self, .sweeps, usually: 20_000)
    try fuzz(PackTarget.self, .packs, usually: 50_000)
    try fuzz(FleetTarget.self, .fleets, usually: 20_000)
  }

  /// Looks at the named files of one kind as they are, or at so many damaged ones.
  private func fuzz<Target: FuzzTarget & ~Copyable>(_ target: Target.Type, _ kind: Kind, usually: Int) throws {
    let count = count ?? usually
    guard count > 0 && (only.isEmpty || only.contains(kind)) else { return }
    var target = try Target(try Corpus(folder: corpus, extra: extra))
    let (plural, suffix) = Target.kind
    if !files.isEmpty {
      for file in try Corpus(files)[suffix] { _ = try target.check(file) }
      return
    }
    let last = try LastInput(path: "\(lastInput).\(suffix)")
    let showsProgress = FileDescriptor.standardError.isTerminal
    let reached = try target.run(first..<(first + count), seed: seed) { number, input throws(Finding) in
      try last.keep(input)
      if showsProgress, number & 1023 == 0 { LabFuzz.show("\r\(number - first) of \(count) \(plural)") }
    }
    if showsProgress { LabFuzz.show("\r\u{1B}[K") }
    last.remove()
    let depths = reached.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    print("\(count) \(plural) from seed \(seed): \(depths.joined(separator: ", ")), no finding")
  }

  private static func show(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
