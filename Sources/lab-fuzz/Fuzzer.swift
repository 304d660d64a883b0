import CLabSystem
import LabBase
import StrategyKit
import SystemPackage

/// Makes damaged inputs of one kind and looks at what becomes of them.
protocol Fuzzer: ~Copyable {
  /// What the inputs are, in the plural, and how a file of one ends.
  static var kind: (plural: String, suffix: String) { get }

  /// - Parameter seeds: Further files of this kind to damage.
  init(seeds: [[UInt8]]) throws

  /// The input made with these random numbers.
  func input(_ random: inout SplitMix64) -> [UInt8]

  /// Puts an input through the lab.
  ///
  /// - Returns: True when it was read, false when it was refused.
  /// - Throws: `Finding` for an answer that no input may get. A crash is a finding too, but throws nothing.
  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool
}

extension Fuzzer where Self: ~Copyable {
  /// Input `number` of the series of `seed`: it depends on these two alone.
  func input(seed: UInt64, number: Int) -> [UInt8] {
    var random = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
    return input(&random)
  }

  /// Does what reads an input.
  ///
  /// - Parameter names: A refusal has one of these words in it: the file's name, or what is missing.
  /// - Returns: What a refusal says; nil where nothing is refused.
  /// - Throws: `Finding` for a refusal that names nothing, or is longer than people read.
  func refusal(naming names: [String] = ["fuzz"], of work: () throws -> Void) throws(Finding) -> String? {
    do {
      try work()
      return nil
    } catch {
      if let finding = error as? Finding { throw finding }
      let text = "\(error)"
      guard names.contains(where: { text.contains($0) }), text.utf8.count < 4_000 else {
        throw Finding("a refusal says: \(text.prefix(300))")
      }
      return text
    }
  }
}

/// What no input may do.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The file that holds the input being looked at, so that a crash leaves it behind.
struct LastInput: ~Copyable {
  let path: String
  private let file: FileDescriptor
  private var count = 0

  /// Makes the file; nil when it cannot be made.
  init?(path: String) {
    self.path = path
    let made = unsafe try? FileDescriptor.open(
      path, .readWrite, options: [.create, .truncate, .closeOnExec], permissions: FilePermissions(rawValue: 0o644))
    guard let made else { return nil }
    file = made
  }

  deinit { try? file.close() }

  /// Replaces what the file holds; false when the disk refuses.
  mutating func keep(_ input: [UInt8]) -> Bool {
    do {
      _ = try file.writeAll(toAbsoluteOffset: 0, input)
      if count != input.count { try file.resize(to: Int64(input.count)) }
    } catch { return false }
    count = input.count
    return true
  }

  /// Nothing was found: the file goes.
  consuming func remove() { unsafe lab_remove(path) }

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

  /// Allows the next input its half minute.
  static func startTimer() { lab_alarm(30) }

  static func stopTimer() { lab_alarm(0) }
}
