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
        lab-fuzz --seed 7 --traces 0 --jpegs 1000000
        lab-fuzz lab-fuzz-last.jpg
        lab-fuzz --extra traces/zoom.scrolltrace --jpegs 0 --traces 20000
        lab-fuzz --traces 0 --jpegs 0 --documents 1000000
        lab-fuzz lab-fuzz-last.json
      """)

  @Option(help: "How many damaged traces.")
  var traces = 1_000_000

  @Option(help: "How many damaged JPEGs.")
  var jpegs = 100_000

  @Option(help: "How many damaged records, baselines, evidence, limits and device files.")
  var documents = 20_000

  @Option(help: "How many damaged event files.")
  var events = 50_000

  @Option(help: "How many damaged results, journals and settings of sweeps.")
  var sweeps = 20_000

  @Option(help: "How many damaged files of callgrind.")
  var profiles = 50_000

  @Option(help: "How many damaged packs of traces.")
  var packs = 50_000

  @Option(help: "How many damaged results of fleets.")
  var fleets = 20_000

  @Option(help: "Another seed damages otherwise.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first input.")
  var first = 0

  @Option(help: "Further files to damage: .scrolltrace, .jpg, .json, .jsonl, .tsv, .callgrind, .pack or .fleet.")
  var extra: [String] = []

  @Option(help: "Address space in MB that no input may exceed; 0 for no limit, as sanitizers need.")
  var memory = 1_024

  @Option(help: "Where the input that is looked at is kept, without its ending.")
  var lastInput = "lab-fuzz-last"

  @Argument(help: "Look at these files only, as they are.")
  var files: [String] = []

  func validate() throws {
    let counts = [traces, jpegs, documents, events, sweeps, profiles, packs, fleets]
    guard (counts + [first, memory]).allSatisfy({ $0 >= 0 }) else {
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
    var traceFuzzer = try TraceFuzzer(seeds: try InputFile.read(extra, endingIn: TraceFuzzer.kind.suffix))
    var jpegFuzzer = try JPEGFuzzer(seeds: try InputFile.read(extra, endingIn: JPEGFuzzer.kind.suffix))
    var documentFuzzer = try DocumentFuzzer(seeds: try InputFile.read(extra, endingIn: DocumentFuzzer.kind.suffix))
    var eventFuzzer = EventFuzzer(seeds: try InputFile.read(extra, endingIn: EventFuzzer.kind.suffix))
    var sweepFuzzer = try SweepFuzzer(seeds: try InputFile.read(extra, endingIn: SweepFuzzer.kind.suffix))
    var profileFuzzer = try ProfileFuzzer(seeds: try InputFile.read(extra, endingIn: ProfileFuzzer.kind.suffix))
    var packFuzzer = try PackFuzzer(seeds: try InputFile.read(extra, endingIn: PackFuzzer.kind.suffix))
    var fleetFuzzer = try FleetFuzzer(seeds: try InputFile.read(extra, endingIn: FleetFuzzer.kind.suffix))
    if !files.isEmpty {
      try look(&traceFuzzer)
      try look(&jpegFuzzer)
      try look(&documentFuzzer)
      try look(&eventFuzzer)
      try look(&sweepFuzzer)
      try look(&profileFuzzer)
      try look(&packFuzzer)
      return try look(&fleetFuzzer)
    }
    try run(&traceFuzzer, count: traces)
    try run(&jpegFuzzer, count: jpegs)
    try run(&documentFuzzer, count: documents)
    try run(&eventFuzzer, count: events)
    try run(&sweepFuzzer, count: sweeps)
    try run(&profileFuzzer, count: profiles)
    try run(&packFuzzer, count: packs)
    try run(&fleetFuzzer, count: fleets)
    print(
      "\(traceFuzzer.replayCount) replays, their books checked \(traceFuzzer.checkCount) times, "
        + "\(jpegFuzzer.decodeCount) bitmaps, no finding")
  }

  /// Looks at the files of one kind as they are.
  private func look<Kind: Fuzzer & ~Copyable>(_ fuzzer: inout Kind) throws {
    for file in try InputFile.read(files, endingIn: Kind.kind.suffix) { _ = try fuzzer.check(file) }
  }

  private func run<Kind: Fuzzer & ~Copyable>(_ fuzzer: inout Kind, count: Int) throws {
    let path = "\(lastInput).\(Kind.kind.suffix)"
    guard count > 0 else { return }
    guard var last = LastInput(path: path) else { throw Finding("\(path) cannot be written") }
    let showsProgress = FileDescriptor.standardError.isTerminal
    var readCount = 0
    for number in first..<(first + count) {
      let input = fuzzer.input(seed: seed, number: number)
      guard last.keep(input) else { throw Finding("\(path) cannot be written") }
      LastInput.startTimer()
      do throws(Finding) {
        if try fuzzer.check(input) { readCount += 1 }
      } catch {
        throw Finding("\(path), number \(number) of seed \(seed): \(error)")
      }
      if showsProgress, number & 1023 == 0 { LabFuzz.show("\r\(number - first) of \(count) \(Kind.kind.plural)") }
    }
    LastInput.stopTimer()
    if showsProgress { LabFuzz.show("\r\u{1B}[K") }
    last.remove()
    print("\(count) \(Kind.kind.plural) from seed \(seed): \(readCount) read, \(count - readCount) refused")
  }

  private static func show(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
