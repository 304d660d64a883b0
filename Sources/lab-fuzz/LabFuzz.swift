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

  @Option(help: "How many damaged packs of traces.")
  var packs = 50_000

  @Option(help: "How many damaged results of fleets.")
  var fleets = 20_000

  @Option(help: "Another seed damages otherwise.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first input.")
  var first = 0

  @Option(help: "Further files to damage: .scrolltrace, .jpg, .json, .jsonl, .tsv, .pack or .fleet.")
  var extra: [String] = []

  @Option(help: "Address space in MB that no input may exceed; 0 for no limit, as sanitizers need.")
  var memory = 1_024

  @Option(help: "Where the input that is looked at is kept, without its ending.")
  var lastInput = "lab-fuzz-last"

  @Argument(help: "Look at these files only, as they are.")
  var files: [String] = []

  func validate() throws {
    let counts = [traces, jpegs, documents, events, sweeps, packs, fleets]
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
    try fuzz(TraceFuzzer.self, count: traces)
    try fuzz(JPEGFuzzer.self, count: jpegs)
    try fuzz(DocumentFuzzer.self, count: documents)
    try fuzz(EventFuzzer.self, count: events)
    try fuzz(SweepFuzzer.self, count: sweeps)
    try fuzz(PackFuzzer.self, count: packs)
    try fuzz(FleetFuzzer.self, count: fleets)
  }

  /// Looks at the named files of one kind as they are, or at so many damaged ones.
  private func fuzz<Kind: Fuzzer & ~Copyable>(_ kind: Kind.Type, count: Int) throws {
    var fuzzer = try Kind(seeds: try InputFile.read(extra, endingIn: Kind.kind.suffix))
    if !files.isEmpty {
      for file in try InputFile.read(files, endingIn: Kind.kind.suffix) { _ = try fuzzer.check(file) }
      return
    }
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
    print("\(count) \(Kind.kind.plural) from seed \(seed): \(readCount) read, \(count - readCount) refused, no finding")
  }

  private static func show(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}

/// Files that someone names on the command line.
enum InputFile {
  /// The contents of those of `paths` that end in `suffix`.
  static func read(_ paths: [String], endingIn suffix: String) throws(Finding) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    for path in paths where path.hasSuffix(".\(suffix)") { contents.append(try read(path)) }
    return contents
  }

  private static func read(_ path: String) throws(Finding) -> [UInt8] {
    guard let file = try? OpenFile(path, .readOnly), let size = try? file.state().byteCount else {
      throw Finding("\(path) cannot be read")
    }
    guard size <= 1 << 24 else { throw Finding("\(path) is no file of at most 16 MB") }
    guard let bytes = try? file.bytes(at: 0, count: Int(size)) else { throw Finding("\(path) cannot be read") }
    return bytes
  }
}
