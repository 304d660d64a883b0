import LabLibrary
import LabSystem
import StrategyKit

/// A thread's decoding in a process of its own. One that ends on a file costs that image; another is started for the
/// next.
struct HelperWorker: JobWorker, ~Copyable {
  private let desk: HelperDesk
  private var process: HelperProcess?
  private var isReady = false
  private var number: Int64 = 0

  /// Starts the process and does not wait for it.
  init(_ desk: HelperDesk) throws(MeasureError) {
    self.desk = desk
    process = try desk.start()
  }

  deinit {
    if let process { _ = desk.end(process) }
  }

  mutating func run(_ job: DecodeJob, timing: inout DecodeTiming) throws(MeasureError) -> DecodeOutcome {
    let helper = try ready()
    let request = HelperRequest(
      kind: .decode, number: next(), asset: job.asset, form: job.form, isThumbnail: job.isThumbnail,
      source: job.source, offset: job.offset, byteCount: unsafe job.pixels.count, mustDecode: job.mustDecode)
    timing.tier = job.tier
    let began = Clocks.monotonic()
    let answer = HelperWorker.ask(helper, request)
    let roundTrip = Clocks.monotonic() - began
    guard let answer, let outcome = try HelperWorker.outcome(of: answer, asset: job.asset) else {
      timing.isLost = true
      try replace(helper, asset: job.asset, isLoss: job.mustDecode)
      return .complete
    }
    (timing.cpu, timing.wall) = (answer.cpu, answer.wall)
    desk.answered(roundTrip: roundTrip, added: max(0, roundTrip - answer.wall - answer.opening))
    return outcome
  }

  mutating func rehearse(_ decode: DecodeRehearsal) throws(MeasureError) {
    let helper = try ready()
    let request = HelperRequest(
      kind: .rehearse, number: next(), asset: decode.asset, form: decode.form, isThumbnail: decode.isThumbnail,
      source: decode.source, offset: 0, byteCount: 0, mustDecode: false)
    let answer = HelperWorker.ask(helper, request)
    guard let answer, try HelperWorker.outcome(of: answer, asset: decode.asset) != nil else {
      return try replace(helper, asset: decode.asset, isLoss: false)
    }
  }

  /// Nil when the helper ended, or its answer is to something else.
  private static func ask(_ helper: HelperProcess, _ request: HelperRequest) -> HelperAnswer? {
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

  /// The helper, once it is ready; a new one where the last has ended.
  private mutating func ready() throws(MeasureError) -> HelperProcess {
    let helper: HelperProcess
    if let process { helper = process } else { helper = try desk.start() }
    process = helper
    if !isReady {
      do throws(MeasureError) {
        try desk.welcome(helper)
      } catch {
        // It was ended there.
        process = nil
        throw error
      }
      isReady = true
    }
    return helper
  }

  /// Ends a helper that failed and starts another, which gets ready while the host goes on.
  private mutating func replace(_ helper: HelperProcess, asset: Int, isLoss: Bool) throws(MeasureError) {
    process = nil
    isReady = false
    try desk.crashed(on: asset, desk.end(helper), isLoss: isLoss)
    process = try desk.start()
  }
}
