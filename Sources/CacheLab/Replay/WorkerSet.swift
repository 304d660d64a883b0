/// The decode workers of a device in virtual time: which slot each decodes and when it ends.
struct WorkerSet: Sendable {
  private struct Worker: Sendable {
    var slot: Int32 = JobQueue.none
    var end: Int64 = .max
    var job: Int64 = .max
  }

  private var workers: ContiguousArray<Worker>
  var count: Int { workers.count }
  private(set) var idleCount: Int
  /// The earliest end of a running decode, nanoseconds; the largest integer when none runs.
  private(set) var nextEnd: Int64 = .max
  /// Decodes begun so far; also the number of the next one.
  private(set) var begun: Int64 = 0

  init(count: Int) {
    workers = ContiguousArray(repeating: Worker(), count: count)
    idleCount = count
  }

  /// Gives the slot's decode to an idle worker.
  ///
  /// - Precondition: a worker is idle.
  mutating func begin(_ slot: Int32, until end: Int64) {
    precondition(idleCount > 0, "an idle worker takes the job")
    let index = workers.firstIndex { $0.slot == JobQueue.none }!
    workers[index] = Worker(slot: slot, end: end, job: begun)
    begun += 1
    idleCount -= 1
    nextEnd = min(nextEnd, end)
  }

  /// Takes the decode that ends at `nextEnd`, the one that began first when several do.
  ///
  /// - Precondition: a decode runs.
  mutating func takeNext() -> Int32 {
    var found = 0
    var first = workers[0]
    var endOfOthers = Int64.max
    for index in 1..<max(workers.count, 1) {
      let worker = workers[index]
      if (worker.end, worker.job) < (first.end, first.job) {
        endOfOthers = min(endOfOthers, first.end)
        (found, first) = (index, worker)
      } else {
        endOfOthers = min(endOfOthers, worker.end)
      }
    }
    workers[found] = Worker()
    idleCount += 1
    nextEnd = endOfOthers
    return first.slot
  }

  /// Takes the decode of a slot, whenever it was to end.
  ///
  /// - Precondition: the slot's decode runs.
  mutating func take(_ slot: Int32) {
    let index = workers.firstIndex { $0.slot == slot }
    precondition(index != nil, "only a decode that runs can end")
    workers[index!] = Worker()
    idleCount += 1
    nextEnd = workers.reduce(.max) { min($0, $1.end) }
  }
}
