import CLabSystem
import LabBase
import LabSystem
import StrategyKit
import SystemPackage

/// One kind of input: from what it is damaged, how, and what must hold of whatever comes out.
protocol FuzzTarget: ~Copyable {
  /// What the inputs are, in the plural, and how a file of one ends.
  static var kind: (plural: String, suffix: String) { get }

  /// How often, in percent, a text is damaged as the JSON of a line.
  static var trees: Int { get }

  /// Whole inputs to damage.
  var seeds: [[UInt8]] { get }

  init(_ corpus: Corpus) throws

  /// Damages an input once: as a text, unless a target knows better.
  ///
  /// - Parameter other: Another seed, to take parts from.
  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64)

  /// Puts an input through the lab.
  ///
  /// - Returns: How far it came, and how often, such as `["read": 1, "replayed": 2]`; empty where it was refused.
  /// - Throws: `Finding` for an answer that no input may get. A crash is a finding too, but throws nothing.
  mutating func check(_ input: [UInt8]) throws(Finding) -> [String: Int]
}

extension FuzzTarget where Self: ~Copyable {
  static var trees: Int { 10 }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    Mutator.text(&input, other: other, trees: Self.trees, &random)
  }

  /// Puts seeds that are damaged once or several times through the lab. Input `number` of a seed of random numbers depends
  /// on these two alone.
  ///
  /// - Parameter prepare: Called with each input before it is looked at.
  /// - Returns: How far all of them came.
  mutating func run(
    _ numbers: Range<Int>, seed: UInt64, prepare: (Int, [UInt8]) throws(Finding) -> Void = { _, _ in }
  ) throws(Finding) -> [String: Int] {
    var reached: [String: Int] = [:]
    for number in numbers {
      var random = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
      var input = random.pick(seeds)
      repeat { mutate(&input, other: random.pick(seeds), &random) } while random.chance(40)
      try prepare(number, input)
      do throws(Finding) { reached.merge(try check(input), uniquingKeysWith: +) } catch {
        throw Finding("number \(number) of the \(Self.kind.plural) of seed \(seed): \(error)")
      }
    }
    return reached
  }

  /// Whether nothing refuses an input.
  ///
  /// - Parameters:
  ///   - names: A refusal has one of these words in it: the file's name, or what is missing.
  ///   - work: Reads the input.
  /// - Throws: `Finding` for a refusal that names nothing, or is longer than people read.
  func isTaken(naming names: [String] = ["fuzz"], by work: () throws -> Void) throws(Finding) -> Bool {
    do {
      try work()
      return true
    } catch {
      if let finding = error as? Finding { throw finding }
      let text = "\(error)"
      guard names.contains(where: { text.contains($0) }), text.utf8.count < 4_000 else {
        throw Finding("a refusal says: \(text.prefix(300))")
      }
      return false
    }
  }
}

/// What no input may do.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Whole files that inputs are damaged from, by their file extensions. `Tests/Corpus` has those of each kind.
struct Corpus {
  var files: [String: [[UInt8]]] = [:]

  /// - Throws: `Finding` for a file that cannot be read, or is of more than 16 MB.
  init(_ paths: [String]) throws(Finding) {
    for path in paths {
      guard let bytes = try? OpenFile.reading(path).readToEnd(bytesMax: 1 << 24) else {
        throw Finding("\(path) is no file of at most 16 MB that can be read")
      }
      files[String(path[(path.lastIndex(of: ".") ?? path.startIndex)...].dropFirst()), default: []].append(bytes)
    }
  }

  /// The files of a folder by name, and further ones.
  init(folder: String, extra: [String] = []) throws(Finding) {
    guard let names = try? Paths.names(in: folder) else {
      throw Finding("folder \(folder) is not found: run in the project's folder, or give the corpus with --corpus")
    }
    try self.init(names.sorted().map { "\(folder)/\($0)" } + extra)
  }

  /// The files that end so.
  ///
  /// - Throws: `Finding` where there is none.
  func files(_ suffix: String) throws(Finding) -> [[UInt8]] {
    guard let found = files[suffix] else { throw Finding("there is no .\(suffix) to damage: give one with --extra") }
    return found
  }
}

extension ScratchFolder {
  /// Writes a file that an input is read from, and gives its path.
  func write(_ bytes: [UInt8], as name: String) throws(Finding) -> String {
    let file = "\(path)/\(name)"
    do throws(FileError) { try OpenFile(file, .writeOnly, [.create, .truncate]).write(bytes) } catch {
      throw Finding("\(error)")
    }
    return file
  }
}

/// The file that holds the input being looked at, so that a crash leaves it behind.
struct LastInput: ~Copyable {
  private let file: OpenFile
  var path: String { file.path }

  init(path: String) throws(FileError) { file = try OpenFile(path, .readWrite, [.create, .truncate]) }

  /// Replaces what the file holds, and allows the input half a minute.
  func keep(_ input: [UInt8]) throws(Finding) {
    do {
      _ = try file.descriptor.writeAll(toAbsoluteOffset: 0, input)
      try file.cut(to: input.count)
    } catch { throw Finding("\(path) cannot be written") }
    lab_alarm(30)
  }

  /// Nothing was found: the file goes.
  consuming func remove() {
    lab_alarm(0)
    _ = Paths.remove(path)
  }

  /// What the system sends to a program that crashes.
  static let crashes = [
    lab_signal_illegal, lab_signal_trap, lab_signal_abort, lab_signal_bus(), lab_signal_memory, lab_signal_arithmetic,
  ]

  /// Ends the program with exit code 1 and a line of text at one of these signals, and when an input takes more than
  /// half a minute.
  static func end(at signals: [Int32]) {
    for number in signals + [lab_signal_alarm] {
      lab_on_signal(number) { number in
        let text: StaticString =
          number == lab_signal_alarm
          ? "lab-fuzz: finding: an input takes more than 30 s; it is in the last-input file\n"
          : "lab-fuzz: finding: an input crashes the lab; it is in the last-input file\n"
        unsafe _ = lab_write(2, text.utf8Start, text.utf8CodeUnitCount)
        lab_end_at_once(1)
      }
    }
  }
}
