/// A kind of input: the whole files to damage, how to damage them, and how to use them.
struct FuzzTarget {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case traces, jpegs, documents, events, sweeps, packs

    var facts: (suffix: String, count: Int, target: (Corpus) throws -> FuzzTarget) {
      switch self {
      case .traces: ("scrolltrace", 1_000_000, TraceUser.target)
      case .jpegs: ("jpg", 100_000, JPEGUser.target)
      case .documents: ("json", 20_000, FuzzTarget.documents)
      case .events: ("jsonl", 50_000, FuzzTarget.events)
      case .sweeps: ("tsv", 20_000, FuzzTarget.sweeps)
      case .packs: ("pack", 50_000, FuzzTarget.packs)
      }
    }
  }

  typealias Damage = (_ input: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix64) -> Void
  /// Reads and uses an input, and returns how often it reached each depth, such as `["replays": 2]`. Throws a refusal, or
  /// `Finding` for an answer that no input may get.
  typealias Use = (_ input: [UInt8]) throws -> [String: Int]

  let seeds: [[UInt8]]
  var damage: Damage = Mutator.text(trees: 10)
  let uses: [Use]

  /// Returns the depths that an input reaches, "read" among them; empty if all uses refuse it.
  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    var reached: [String: Int] = [:]
    for use in uses {
      do { reached.merge(try use(input), uniquingKeysWith: +) } catch let finding as Finding { throw finding } catch {
        let text = "\(error)"
        // A refusal names a file or `sweep merge`, and is no longer than people read.
        guard text.contains("fuzz") || text.contains("sweep merge"), text.utf8.count < 4_000 else {
          throw Finding("a refusal says: \(text.prefix(300))")
        }
      }
    }
    if !reached.isEmpty { reached["read"] = 1 }
    return reached
  }

  /// Returns the depths that damaged seeds reach. Input `number` depends on it and the seed of random numbers alone.
  func run(
    _ numbers: Range<Int>, seed: UInt64, prepare: (Int, [UInt8]) throws(Finding) -> Void = { _, _ in }
  ) throws(Finding) -> [String: Int] {
    var reached: [String: Int] = [:]
    for number in numbers {
      var random = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
      var input = random.pick(seeds)
      repeat { damage(&input, random.pick(seeds), &random) } while random.chance(40)
      try prepare(number, input)
      do throws(Finding) { reached.merge(try check(input), uniquingKeysWith: +) } catch {
        throw Finding("number \(number) of seed \(seed): \(error)")
      }
    }
    return reached
  }
}

struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Whole files that inputs are damaged from. `Tests/Corpus` has some of each kind.
struct Corpus {
  let folder: String
  var extra: [String] = []

  static func read(_ path: String) throws(Finding) -> [UInt8] {
    guard let bytes = try? OpenFile.reading(path).readToEnd(bytesMax: 1 << 24) else {
      throw Finding("\(path) is no file of at most 16 MB that can be read")
    }
    return bytes
  }

  func files(_ suffix: String) throws(Finding) -> [[UInt8]] {
    guard let names = try? Paths.names(in: folder) else {
      throw Finding("folder \(folder) is not found; run in the project's folder")
    }
    let paths = (names.sorted().map { "\(folder)/\($0)" } + extra).filter { $0.hasSuffix(".\(suffix)") }
    guard !paths.isEmpty else { throw Finding("there is no .\(suffix) to damage; give one with --extra") }
    return try paths.map(Corpus.read)
  }
}

extension ScratchFolder {
  func write(_ bytes: [UInt8], as name: String) throws(Finding) -> String {
    let file = "\(path)/\(name)"
    // A full disk refuses no input.
    do throws(FileError) { try OpenFile(file, [.writeOnly, .create, .truncate]).write(bytes) } catch {
      throw Finding("\(file) cannot be written: \(error.reason)")
    }
    return file
  }
}
