import CLabSystem
import CacheLab
import LabLibrary
import LabSystem
import SystemPackage

/// What the helper processes of a run share: how they are started, the memory for bitmaps, and the book of what they
/// took and cost.
final class HelperDesk {
  /// Crashes after which the run ends: a decoder that falls over every file decodes nothing.
  static let crashesMax = 100

  let memory: SharedMemory
  private let command: HelperCommand
  private let place: LibraryPlace
  private let fingerprint: String

  private struct State {
    var book = HelperMeasurements()
    var roundTrips = LatencyRecorder()
    var added = LatencyRecorder()
    var processes: [Int32] = []
  }

  private let state = Monitor(State())

  /// - Parameter bytes: What bitmaps will take at most.
  init(_ command: HelperCommand, library: PhotoLibrary, bytes: Int) throws(MeasureError) {
    self.command = command
    place = library.place
    fingerprint = library.index.fingerprint
    memory = try SharedMemory(bytes: bytes)
  }

  /// Starts a helper; whether it is ready is to be asked later.
  func start() throws(MeasureError) -> HelperProcess {
    let process = try HelperProcess(command.executable, command.arguments(place), memory: memory.descriptor)
    state.withLock { $0.processes.append(process.id) }
    return process
  }

  /// Waits until a helper is ready, with the library that the host has.
  func welcome(_ process: HelperProcess) throws(MeasureError) {
    guard let answer = process.channel.nextAnswer() else {
      throw .noHelper(reason: "\(command.executable): it ended before it was ready (\(end(process)))")
    }
    guard answer.status == .ready else {
      _ = end(process)
      throw .noHelper(reason: answer.text)
    }
    guard answer.text == fingerprint else {
      _ = end(process)
      throw .noHelper(reason: "the library was changed under the run")
    }
  }

  /// Ends a helper; how it had ended by itself, if it had.
  func end(_ process: HelperProcess) -> String {
    state.withLock { state in state.processes.removeAll { $0 == process.id } }
    return process.end()
  }

  func answered(roundTrip: Int64, added: Int64) {
    state.withLock { state in
      state.roundTrips.append(roundTrip)
      state.added.append(added)
    }
  }

  /// A helper ended while it was asked for an asset.
  ///
  /// - Parameter isLoss: Whether an image went that the index promises.
  func crashed(on asset: Int, _ ending: String, isLoss: Bool) throws(MeasureError) {
    let crashes = state.withLock { state in
      state.book.crashes += 1
      if isLoss {
        state.book.lostImages += 1
        if state.book.losses.count < HelperMeasurements.lossesMax {
          state.book.losses.append(HelperMeasurements.Loss(asset: asset, ending: ending))
        }
      }
      return state.book.crashes
    }
    if crashes > HelperDesk.crashesMax {
      throw .helpersCrash(count: HelperDesk.crashesMax, asset: asset, ending: ending)
    }
  }

  /// Reads the memory of host and helpers now; called by the thread that takes bitmaps' memory.
  func readMemory() {
    let shared = memory.residentBytes
    let own = ProcessMemory.anonymous()
    let mapped = ProcessMemory.shared()
    state.withLock { state in
      let helpers = HelperDesk.sum(state.processes.map { ProcessMemory.anonymous(of: $0) })
      state.book.hostMemory = HelperDesk.sum([own, mapped])
      state.book.helperMemory = helpers
      state.book.totalMemory = HelperDesk.sum([own, helpers, .bytes(shared)])
    }
  }

  func book() -> HelperMeasurements {
    state.withLock { state in
      var book = state.book
      (book.roundTrips, book.added) = (state.roundTrips.samples, state.added.samples)
      return book
    }
  }

  /// The sum of readings; the first that is missing says why there is none.
  static func sum(_ readings: [Measurements.Reading]) -> Measurements.Reading {
    var total: Int64 = 0
    for reading in readings {
      guard case .bytes(let bytes) = reading else { return reading }
      total += bytes
    }
    return .bytes(total)
  }
}

/// How helper processes are started.
public struct HelperCommand: Sendable {
  /// Path of a program that calls `DecodeHelper.serve` when `DecodeHelper.word` is its first word.
  public var executable: String
  /// For tests.
  public var fault: HelperFault?

  public init(executable: String, fault: HelperFault? = nil) {
    self.executable = executable
    self.fault = fault
  }

  /// What a helper is told: its word, a fault or `-`, and where the library is.
  func arguments(_ place: LibraryPlace) -> [String] {
    [DecodeHelper.word, fault?.word ?? "-"] + place.words
  }
}

/// A helper process as its host sees it. It goes with the object.
final class HelperProcess {
  /// Where a helper finds its end of the socket, and the memory for bitmaps.
  static let channelDescriptor = FileDescriptor(rawValue: 3)
  static let memoryDescriptor = FileDescriptor(rawValue: 4)

  let id: Int32
  let channel: HelperChannel
  private var hasEnded = false

  /// Starts a process; it says by an answer when it is ready.
  init(_ executable: String, _ arguments: [String], memory: FileDescriptor) throws(MeasureError) {
    let ends = try HelperChannel.pair()
    channel = HelperChannel(descriptor: ends.host)
    defer { try? ends.helper.close() }
    id = try HelperProcess.spawn(executable, arguments, channel: ends.helper, memory: memory)
  }

  deinit {
    if !hasEnded { _ = end() }
  }

  /// Ends the process, whatever it is at, and says what was wrong with it: `signal 6`, `exit code 3`.
  func end() -> String {
    // One that has ended by itself keeps what it ended with.
    _ = lab_send_signal(id, lab_signal_kill)
    let ending = lab_wait_for(id)
    hasEnded = true
    if channel.isOpen { return "an answer without sense" }
    if ending == -lab_signal_kill { return "signal 9, or it closed its pipe" }
    return ending < 0 ? "signal \(-ending)" : "exit code \(ending)"
  }

  /// Standard input and output are closed to it, messages of a crash go where the host's go. Interrupts are the host's
  /// affair: a helper ends with its host.
  private static func spawn(
    _ executable: String, _ arguments: [String], channel: FileDescriptor, memory: FileDescriptor
  ) throws(MeasureError) -> Int32 {
    let words = ["lab-run"] + arguments
    // A crash is to be over at once and is told by the host, so Swift's account of it, which takes half a second, is
    // turned off.
    let id = unsafe lab_spawn(
      executable, words.joined(separator: "\0"), Int32(words.count), "SWIFT_BACKTRACE=enable=no",
      [channel.rawValue, memory.rawValue], 2)
    guard id >= 0 else { throw .noHelper(reason: "\(executable): \(Errno(rawValue: -id))") }
    return id
  }
}
