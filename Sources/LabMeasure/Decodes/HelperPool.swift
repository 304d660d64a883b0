import CLabSystem
import CacheLab
import LabLibrary
import LabSystem
import StrategyKit
import SystemPackage

/// The helper processes of a run, one a decoding thread: how they are started, the memory for bitmaps that all share, and
/// the book of what they took and cost.
final class HelperPool {
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

  /// Waits until a helper is ready, with the library that the host has; one that is not ends.
  func welcome(_ process: HelperProcess) throws(MeasureError) {
    if process.isReady { return }
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
    process.isReady = true
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
    if crashes > HelperPool.crashesMax {
      throw .helpersCrash(count: HelperPool.crashesMax, asset: asset, ending: ending)
    }
  }

  /// Reads the memory of host and helpers now; called by the thread that takes bitmaps' memory.
  func readMemory() {
    let shared = memory.residentBytes
    let own = ProcessMemory.anonymous()
    let mapped = ProcessMemory.shared()
    state.withLock { state in
      let helpers = HelperPool.sum(state.processes.map { ProcessMemory.anonymous(of: $0) })
      state.book.hostMemory = HelperPool.sum([own, mapped])
      state.book.helperMemory = helpers
      state.book.totalMemory = HelperPool.sum([own, helpers, .bytes(shared)])
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

/// A thread's decoding in a process of its own. One that ends on a file costs that image; another is started for the
/// next.
struct HelperWorker: JobWorker, ~Copyable {
  private let pool: HelperPool
  private var helper: HelperProcess
  private var number: Int64 = 0

  /// Starts the process and does not wait for it.
  init(_ pool: HelperPool) throws(MeasureError) {
    self.pool = pool
    helper = try pool.start()
  }

  deinit { _ = pool.end(helper) }

  mutating func run(_ job: DecodeJob, timing: inout DecodeTiming) throws(MeasureError) -> DecodeOutcome {
    try pool.welcome(helper)
    let request = HelperRequest(
      kind: .decode, number: next(), task: job.task, offset: job.offset, byteCount: unsafe job.pixels.count)
    timing.tier = job.tier
    let began = Clocks.monotonic()
    let answer = ask(request)
    let roundTrip = Clocks.monotonic() - began
    guard let answer, let outcome = try HelperWorker.outcome(of: answer, asset: job.task.asset) else {
      timing.isLost = true
      try replace(asset: job.task.asset, isLoss: job.task.mustDecode)
      return .complete
    }
    (timing.cpu, timing.wall) = (answer.cpu, answer.wall)
    pool.answered(roundTrip: roundTrip, added: max(0, roundTrip - answer.wall - answer.opening))
    return outcome
  }

  mutating func rehearse(_ task: DecodeTask) throws(MeasureError) {
    try pool.welcome(helper)
    let answer = ask(HelperRequest(kind: .rehearse, number: next(), task: task))
    guard let answer, try HelperWorker.outcome(of: answer, asset: task.asset) != nil else {
      return try replace(asset: task.asset, isLoss: false)
    }
  }

  /// Nil when the helper ended, or its answer is to something else.
  private func ask(_ request: HelperRequest) -> HelperAnswer? {
    guard helper.channel.send(request), let answer = helper.channel.nextAnswer(), answer.number == request.number else {
      return nil
    }
    return answer
  }

  /// Nil for an answer that no request has.
  private static func outcome(of answer: HelperAnswer, asset: Int) throws(MeasureError) -> DecodeOutcome? {
    switch answer.status {
    case .complete: return .complete
    case .partial: return .partial(answer.text)
    case .contradictsIndex: throw .contradictsIndex(asset: asset, reason: answer.text)
    case .unreadable: throw .unreadable(asset: asset, reason: answer.text)
    case .ready, .refused: return nil
    }
  }

  private mutating func next() -> Int64 {
    number += 1
    return number
  }

  /// Ends a helper that failed and starts another, which gets ready while the host goes on.
  private mutating func replace(asset: Int, isLoss: Bool) throws(MeasureError) {
    try pool.crashed(on: asset, pool.end(helper), isLoss: isLoss)
    helper = try pool.start()
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
  /// Set once it has said that it is.
  var isReady = false
  private var ending: String?

  /// Starts a process; it says by an answer when it is ready.
  init(_ executable: String, _ arguments: [String], memory: FileDescriptor) throws(MeasureError) {
    let ends = try HelperChannel.pair()
    channel = HelperChannel(descriptor: ends.host)
    defer { try? ends.helper.close() }
    id = try HelperProcess.spawn(executable, arguments, channel: ends.helper, memory: memory)
  }

  deinit { _ = end() }

  /// Ends the process, whatever it is at, and says what was wrong with it: `signal 6`, `exit code 3`.
  func end() -> String {
    if let ending { return ending }
    // One that has ended by itself keeps what it ended with.
    _ = lab_send_signal(id, lab_signal_kill)
    let code = lab_wait_for(id)
    let words =
      if channel.isOpen {
        "an answer without sense"
      } else if code == -lab_signal_kill {
        "signal 9, or it closed its pipe"
      } else {
        code < 0 ? "signal \(-code)" : "exit code \(code)"
      }
    ending = words
    return words
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
