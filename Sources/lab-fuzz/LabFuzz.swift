import ArgumentParser
import LabSystem
import SystemPackage

/// `make fuzz`: puts damaged traces, JPEGs and results through the lab until one does what none may.
@main
struct LabFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-fuzz",
    abstract: "Damages traces, JPEGs and results, and looks for an input that crashes, hangs or misleads the lab.",
    discussion: """
      It ends at the first finding with exit code 1, and leaves the input in the file of --last-input. A seed gives the
      same inputs in the same order on every machine, however many there are.

      EXAMPLES
        lab-fuzz
        lab-fuzz --seed 7 --only jpegs --count 1000000
        lab-fuzz lab-fuzz-last.jpg
        lab-fuzz --only traces --count 20000 --extra traces/zoom.scrolltrace
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case traces, jpegs, documents, events, sweeps, packs, pools, folders
  }

  @Option(help: "Only inputs of this kind; repeat for several.")
  var only: [Kind] = []

  @Option(help: "How many inputs of each kind (default: as many as take some minutes).")
  var count: Int?

  @Option(help: "The random seed: another one gives other inputs.")
  var seed: UInt64 = 1

  @Option(help: "The number of the first input.")
  var first = 0

  @Option(help: "The folder of the files that inputs are made from.")
  var corpus = "Tests/Corpus"

  @Option(help: "Further such files: .scrolltrace, .jpg, .json, .jsonl, .tsv, .pack, .pool or .index.")
  var extra: [String] = []

  @Option(help: "Address space in MB that no input may exceed; 0 for no limit, as sanitizers need.")
  var memory = 1_024

  @Option(help: "Where to save the input that is being tried, without file extension.")
  var lastInput = "lab-fuzz-last"

  @Argument(help: "Try these files alone, as they are.")
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
    var given = try Corpus(files)
    try fuzz(TraceTarget.self, .traces, usually: 1_000_000, &given)
    try fuzz(JPEGTarget.self, .jpegs, usually: 100_000, &given)
    try fuzz(DocumentTarget.self, .documents, usually: 20_000, &given)
    try fuzz(EventTarget.self, .events, usually: 50_000, &given)
    try fuzz(SweepTarget.self, .sweeps, usually: 20_000, &given)
    try fuzz(PackTarget.self, .packs, usually: 50_000, &given)
    try fuzz(PoolTarget.self, .pools, usually: 10_000, &given)
    try fuzz(FolderTarget.self, .folders, usually: 10_000, &given)
    if let suffix = given.files.keys.min() {
      throw ValidationError("no kind of this run takes a .\(suffix): see --only")
    }
  }

  /// Looks at the given files of one kind as they are, and takes them out; where no file is named, at so many damaged ones.
  private func fuzz<Target: FuzzTarget & ~Copyable>(
    _ target: Target.Type, _ kind: Kind, usually: Int, _ given: inout Corpus
  ) throws {
    let (count, plural, suffix) = (count ?? usually, Target.kind.plural, Target.kind.suffix)
    guard only.isEmpty || only.contains(kind), files.isEmpty ? count > 0 : given.files[suffix] != nil else { return }
    var target = try Target(try Corpus(folder: corpus, extra: extra))
    if !files.isEmpty {
      for file in given.files.removeValue(forKey: suffix) ?? [] { _ = try target.check(file) }
      return
    }
    let last = try LastInput(path: "\(lastInput).\(suffix)")
    let terminal = FileDescriptor.standardError
    let showsProgress = terminal.isTerminal
    let reached: [String: Int]
    do throws(Finding) {
      reached = try target.run(first..<(first + count), seed: seed) { number, input throws(Finding) in
        try last.keep(input)
        if showsProgress, number & 1023 == 0 {
          _ = try? terminal.writeAll("\r\(number - first) of \(count) \(plural)".utf8)
        }
      }
    } catch { throw Finding("\(error) (\(last.path))") }
    if showsProgress { _ = try? terminal.writeAll("\r\u{1B}[K".utf8) }
    last.remove()
    let read = reached["read", default: 0]
    let depths = reached.filter { $0.key != "read" }.sorted { $0.key < $1.key }.map { ", \($0.value) \($0.key)" }
    print("\(count) \(plural) from seed \(seed): \(read) read, \(count - read) refused\(depths.joined()), no finding")
  }
}
