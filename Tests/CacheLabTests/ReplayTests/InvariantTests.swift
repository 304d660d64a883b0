import Strategies
import Testing

@testable import GridEngine
@testable import CacheLab

/// What a replay knows twice agrees at every moment, and where it does not, the check says so.
@Suite struct InvariantTests {
  /// Has the books checked each time.
  private struct Checker: ReplayObserver {
    var count = 0
    var violations: [String] = []

    mutating func take(_ event: ReplayEvent, at time: Int64) {}
    mutating func isCheckingBooks(at time: Nanoseconds) -> Bool {
      count += 1
      return true
    }
    mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {
      violations.append("at \(time.rawValue) ns \(violation)")
    }
  }

  private static let strategies = [
    "none", "preheat2x", "lru:match=at-least,budget=9MB", "preheat2x+arc:budget=12MB", "budget-priority:budget=8MB",
    "none+opportunistic", "budget-priority:budget=8MB+opportunistic", "preheat2x+lru:budget=9MB+opportunistic",
  ]

  private static func replay(_ script: ReplayScript, milliseconds: Int = 10, cloud percent: Int) -> Replay {
    Replay(
      script: script, assets: ReplayFixture.mixedAssets(script.itemCapacity),
      device: ReplayFixture.device(milliseconds: milliseconds),
      settings: ReplayFixture.eighths(cloud: CloudModel(sharePercent: percent)))
  }

  @Test(arguments: 0..<6) func theBooksAgreeAtEveryMoment(_ seed: UInt64) throws {
    let script = RandomScroll(seed: seed).script
    for (index, strategy) in InvariantTests.strategies.enumerated() {
      let replay = InvariantTests.replay(script, cloud: (index + Int(seed)) % 2 * 40)
        .leaving(seed % 2 == 0 ? .keep : .cancel)
      let checker = replay.run(try StrategySpec(strategy), observer: Checker()).observer
      #expect(checker.violations.prefix(1) == [], "\(strategy), seed \(seed)")
      #expect(checker.count > script.steps.count / 2)
    }
  }

  @Test(arguments: ["library-changes", "limited-access"])
  func theBooksAgreeWherePhotosComeAndGo(_ trace: String) throws {
    let script = try ReplayFixture.shipped(trace).script
    for strategy in ["preheat2x", "preheat2x+lru:budget=9MB+opportunistic", "budget-priority:budget=8MB+opportunistic"]
    {
      let replay = InvariantTests.replay(script, cloud: 30)
      let checker = replay.run(try StrategySpec(strategy), observer: Checker()).observer
      #expect(checker.violations.prefix(1) == [], "\(strategy)")
    }
  }

  /// Debug builds look into the books of small replays; those of large ones are taken to agree.
  @Test(arguments: [400, 20_000] as [Int32]) func theBooksOfADebugBuildAgree(_ count: Int32) throws {
    let layout = ReplayFixture.layout(count: count)
    let replay = ReplayFixture.replay(ReplayFixture.script([(0, 0), (50, 900)], end: 100, layout: layout))
    var books = Replayer(replay, try StrategySpec("preheat2x"))
    defer { books.deallocate() }
    var index = 0
    while books.moveOn(&index) {
      let agree = books.hasConsistentBooks()
      #expect(agree)
    }
  }

  /// What the check says once something was tampered with, at the first moment at which `tamper` can do it.
  private func finding(after tamper: (inout Replayer) -> Bool) throws -> String {
    let script = RandomScroll(seed: 4).script
    let replay = InvariantTests.replay(script, milliseconds: 25, cloud: 30).leaving(.keep)
    var books = Replayer(replay, try StrategySpec("fixed-window+lru:budget=20MB+opportunistic"))
    defer { books.deallocate() }
    var index = 0
    while books.moveOn(&index) {
      // Not before all sizes are in use.
      guard books.frameIndex > 60 && tamper(&books) else { continue }
      do throws(InvariantViolation) {
        try books.checkInvariants()
        return "nothing"
      } catch {
        return error.description
      }
    }
    return "no moment at which it can be done"
  }

  /// Changes the first slot for which `isFit` is true; false when there is none.
  private func change(
    _ books: borrowing Replayer, where isFit: (Int, Slot) -> Bool, _ body: (inout Slot) -> Void
  ) -> Bool {
    guard let slot = books.slots.indices.first(where: { isFit($0, books.slots[$0]) }) else { return false }
    body(&books.slots[slot])
    return true
  }

  private func finding(_ isFit: @escaping (Slot) -> Bool, _ body: @escaping (inout Slot) -> Void) throws -> String {
    try finding { change($0, where: { isFit($1) }, body) }
  }

  @Test func aSlotThatIsTwoThingsAtOnceIsFound() throws {
    let kept = { (slot: Slot) in slot.state == .kept }
    let absent = { (slot: Slot) in slot.state == .absent && slot.flags.isEmpty }
    #expect(try finding(kept) { $0.state = .unknown }.contains("an unknown key"))
    #expect(try finding(kept) { $0.flags.insert(.forDemand) }.contains("a demand has no job"))
    #expect(try finding(kept) { $0.flags.insert(.awaited) }.contains("waits for a bitmap that is held"))
    #expect(try finding(kept) { $0.flags.insert(.broken) }.contains("that does not decode is held"))
    #expect(try finding(kept) { $0.flags.remove(.decodedBefore) }.contains("without a decode"))
    #expect(try finding(absent) { $0.flags.insert(.unclaimed) }.contains("a start's job is nowhere"))
    #expect(try finding(absent) { $0.flags.insert(.cold) }.contains("waits for nothing"))
  }

  @Test func aJobThatStandsInTheWrongPlaceIsFound() throws {
    let queued = { (slot: Slot) in slot.state == .queued }
    #expect(try finding({ $0.state == .absent }) { $0.state = .queued }.contains("stand in queues"))
    #expect(try finding(queued) { $0.flags.formSymmetricDifference(.forDemand) }.contains("waits as"))
    #expect(try finding(queued) { $0.state = .awaitingFile }.contains("waits as"))
    #expect(try finding(queued) { $0.previous = 7 }.contains("stands behind"))
    #expect(try finding(queued) { $0.next = 1 << 20 }.contains("a queue names slot"))
    #expect(
      try finding({ $0.state == .awaitingFile }) {
        $0.state = .remote
        $0.flags.subtract(.forDemand.union(.unclaimed))
      }.contains("waits as download"))
    #expect(try finding({ $0.state == .downloading }) { $0.state = .awaitingFile }.contains("stand in queues"))
    let idle = try self.finding { books in
      guard !books.jobs[.image].preheat.isEmpty,
        let slot = books.slots.indices.first(where: { books.slots[$0].state == .decoding })
      else { return false }
      books.workers.take(Int32(slot))
      return true
    }
    #expect(idle.contains("a place is idle"))
    #expect(
      try self.finding { books in
        if books.workers.idleCount > 0 { return false }
        books.workers = RunningJobs(places: 0)
        return true
      }.contains("workers decode"))
    #expect(
      try self.finding { books in
        guard books.slots.contains(where: { $0.state == .downloading }) else { return false }
        books.downloads = RunningJobs(places: 0)
        return true
      }.contains("download does not run"))
    let count = ReplayFixture.layout().count
    #expect(
      try self.finding { books in
        let slots = books.slots
        return change(
          books, where: { $0 < count && $1.state == .remote && slots[$0 + Int(count)].state == .remote }
        ) { $0.state = .absent }
      }.contains("for one target size and not for another"))
  }

  @Test func aCountThatIsWrongIsFound() throws {
    func finding(_ body: @escaping (inout Replayer) -> Void) throws -> String {
      try self.finding { books in
        guard books.ledger.displayed > 0 && books.thumbnails.shownCount > 0 && books.blankCount > 0 else {
          return false
        }
        body(&books)
        return true
      }
    }
    #expect(try finding { $0.ledger.pin(1) }.contains("bitmaps take"))
    #expect(try finding { $0.ledger.keep(1) }.contains("bitmaps take"))
    #expect(try finding { $0.ledger.show(1 << 40) }.contains("the ledger has"))
    #expect(try finding { $0.blankCount += 1 }.contains("are counted as blank"))
    #expect(try finding { $0.tally.requests.count += 1 }.contains("waits ended"))
    #expect(try finding { $0.tally.preheat.useful += 1 }.contains("account of starts"))
    #expect(try finding { $0.tally.thumbnails.jobs.useful += 1 }.contains("account of thumbnails"))
    #expect(try finding { $0.touched = ItemSet() }.contains("never touched"))
    #expect(try finding { $0.thumbnails.items = .empty }.contains("is not in the range"))
    #expect(
      try finding {
        $0.thumbnails.shownCount += 1
        $0.blankCount -= 1
      }.contains("thumbnails are shown"))
    #expect(
      try finding { books in
        _ = change(books, where: { $1.has(.awaited) }) { $0.flags.subtract(.awaited.union(.cold)) }
      }.contains("neither waits nor shows"))
  }

  @Test func aJobThatRunsTwiceIsFound() {
    var running = RunningJobs(places: 3)
    running.begin(5, until: 10)
    #expect(throws: Never.self) { try running.checkInvariants() }
    running.begin(5, until: 20)
    #expect(throws: InvariantViolation("a slot's job runs twice")) { try running.checkInvariants() }
  }

  @Test func aQueueWhoseLinksAreDamagedIsFound() throws {
    let store = SlotStore(count: 4, ready: [])
    defer { store.deallocate() }
    var (slots, queue) = (store, SlotQueue())
    for slot in [2, 0, 3] as [Int32] { queue.append(slot, in: &slots) }
    #expect(try queue.checkInvariants(in: slots) == [2, 0, 3])
    store[3].next = 2
    store[2].previous = 3
    #expect(throws: InvariantViolation.self) { try queue.checkInvariants(in: slots) }
    store[2].previous = SlotQueue.none
    #expect(throws: InvariantViolation("slot 2 stands behind 3, it says -1")) { try queue.checkInvariants(in: slots) }
    store[0].next = SlotQueue.none
    #expect(throws: InvariantViolation("the last slot of a queue is 0, it says 3")) {
      try queue.checkInvariants(in: slots)
    }
  }
}
