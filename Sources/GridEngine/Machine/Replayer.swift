/// Replays a script in virtual time: discrete events, integer nanoseconds, one thread (docs/definitions.md).
///
/// At each time: decodes that end complete by job number; layout changes and warnings; the frame (the strategy's plan,
/// cells that left, cells that entered); then idle workers take jobs, demand before preheat. A decode without cost ends
/// at the same time, in a further pass. The owner of a replayer frees its memory.
struct Replayer: ~Copyable {
  let script: ReplayScript
  var table: SlotTable
  let cells: CellPolicy
  var strategy: Planner
  var evictionPolicy: Keeper
  let hasThumbnails: Bool
  var observer: AnyObserver?
  /// The decodes outside the replay, which say when they end; nil in virtual time.
  let decodes: (any LiveDecodes)?
  let hasOutsideDecodes: Bool
  /// True if there is an observer, or decodes end outside.
  let isWatched: Bool

  let slots: SlotStore
  var jobs = JobQueues()
  var workers: RunningJobs
  var downloads: RunningJobs
  var thumbnails = Thumbnails()
  var ledger = Ledger()
  var meter: BlankMeter
  var screen = ScreenMeter()
  var tally = ReplayTally()
  var plan = Plan()
  var context: FrameContext

  private var nextSignal = 0

  var now: Int64 = 0
  /// The time at which the frame at hand was due, from which its requests wait: earlier than `now` if the frame is
  /// late.
  var frameTime: Int64 = 0
  var frameIndex: Int32 = -1
  /// True from a memory warning until the grid moves: nothing is preheated.
  var isPaused = false
  /// Slots whose decode ran at a memory warning while no cell waited for it.
  var unwanted: [Int32] = []
  var blankCount = 0
  var shown = ItemRange.empty
  var order: PlaceMap
  /// The photos that `order` was made of; nil for the library's first ones.
  var content: GridContent?
  /// Photos of cells that a change of the content left on screen, until the frame that follows it.
  var carried: [Int32] = []
  /// Photos that were ever shown or started.
  var touched = ItemSet()
  /// A range with their places.
  var placesTouched = ItemRange.empty
  /// Places that the strategy has started and not stopped; some may have been evicted since.
  var started = ItemSet()
  var firstFrameTime: Int64 = 0
  /// The bytes of held bitmaps of target sizes that are not in force, which a strategy that ranks cannot name.
  var staleBytes: Int64 = 0
  /// A range with the places of these bitmaps; it shrinks as they go.
  var stalePlaces = ItemRange.empty
  /// The end of the second whose requests are being added up.
  private var secondEnd: Int64 = .min
  private var secondCost: WideSum = 0
  /// The sum of what decodes of full images took, and their number.
  var (imageCost, imageCount) = (Int64(0), Int64(0))

  init(
    _ replay: Replay, _ strategy: StrategySpec, observer: AnyObserver? = nil, decodes: (any LiveDecodes)? = nil
  ) {
    // An app's scroll cannot be foreseen.
    let future =
      strategy.isOffline && decodes == nil ? RequestFuture(script: replay.script, table: replay.table) : nil
    self.init(
      replay, strategy: strategy.makeStrategy(foreseeing: future),
      evictionPolicy: strategy.makeEvictionPolicy(foreseeing: future), hasThumbnails: strategy.hasThumbnails,
      observer: observer, decodes: decodes)
  }

  /// - Precondition: No eviction policy that keeps bitmaps beside a strategy that ranks.
  init(
    _ replay: Replay, strategy: AnyStrategy, evictionPolicy: AnyEvictionPolicy?, hasThumbnails: Bool,
    observer: AnyObserver? = nil, decodes: (any LiveDecodes)? = nil
  ) {
    let planner = Planner(strategy)
    let evictionPolicy = Keeper(evictionPolicy, isOwnedByStrategy: planner.isRanking)
    script = replay.script
    var table = replay.table
    table.reach(script.layouts[0])
    self.table = table
    cells = replay.settings.cells
    self.strategy = planner
    self.evictionPolicy = evictionPolicy
    self.hasThumbnails = hasThumbnails
    self.observer = observer
    self.decodes = decodes
    hasOutsideDecodes = decodes != nil
    isWatched = observer != nil || decodes != nil
    slots = SlotStore(
      count: table.slotCount + (hasThumbnails ? table.capacity : 0), ready: table.readySlots)
    workers = RunningJobs(places: table.device.workers, beside: table.device.thumbnailWorkers)
    downloads = RunningJobs(places: table.hasCloud ? max(1, table.cloud.downloadsMax) : 0)
    tally.cloud.isPresent = table.hasCloud
    meter = BlankMeter(layout: script.layouts[0])
    context = FrameContext(time: .zero, offset: .zero, layout: script.layouts[0])
    content = script.contents[0]
    order = PlaceMap(script.contents[0], script.layouts[0], table)
    if evictionPolicy.canKeepBitmaps {
      self.evictionPolicy.base?.reset(slotCount: table.slotCount, sizeClasses: table.classCapacity)
    }
    tally.workers = Int64(table.device.workers)
    if hasOutsideDecodes {
      tally.waits.warm = WaitTally(keptMax: WaitTally.keptMaxInApps)
      tally.thumbnails.waits.warm = tally.waits.warm
    }
    tally.waits.warm.reserve(table.capacity)
    tally.thumbnails.isPresent = hasThumbnails
    selectLayout(script.layouts[0])
    if let content { self.observer?.take(.content(content.photos), at: 0) }
  }

  /// Frees its memory: Embedded Swift 6.3 would not see a `deinit` from another module.
  func deallocate() {
    slots.deallocate()
    order.deallocate()
  }

  mutating func run() {
    let steps = script.steps
    var index = 0
    while index < steps.count {
      completeJobs(until: steps[index].time)
      index = applySteps(from: index)
      settle()
    }
    completeJobs(until: script.end.rawValue)
    settle()
    finish()
  }

  /// Applies the step at `index` and all others of its time, and returns the index after them.
  mutating func applySteps(from index: Int) -> Int {
    let time = script.steps[index].time
    frameTime = time
    var next = index
    while next < script.steps.count && script.steps[next].time == time {
      apply(script.steps[next])
      next += 1
    }
    return next
  }

  private mutating func apply(_ step: ReplayScript.Step) {
    switch step.kind {
    case .frame:
      hearSignals()
      frame(offset: MilliPoints(rawValue: step.value))
    case .layout: changeLayout(to: script.layouts[Int(step.value)])
    case .content: changeContent(to: script.contents[Int(step.value)], script.layouts[Int(step.value)])
    case .memoryWarning, .background: warnOfMemory()
    case .foreground: resume()
    }
  }

  @inline(__always)
  private mutating func hearSignals() {
    while nextSignal < script.signals.count && script.signals[nextSignal].time <= frameTime {
      let signal = script.signals[nextSignal]
      nextSignal += 1
      (context.phase, context.target) = (signal.phase, signal.target)
    }
  }

  /// Lets time pass, and adds to the integrals of bytes and of blank cells.
  @inline(__always)
  mutating func moveClock(to time: Int64) {
    let elapsed = time - now
    if elapsed == 0 { return }
    now = time
    if frameIndex < 0 { return }
    tally.liveByteTime.add(ledger.live, times: elapsed)
    tally.workerTime += Int64(workers.busyCount) &* elapsed
    meter.pass(elapsed, tally: &tally)
  }

  var meanImageCost: Nanoseconds { Nanoseconds(rawValue: imageCount == 0 ? 0 : imageCost / imageCount) }

  private mutating func completeJobs(until time: Int64) {
    while nextEnd < time {
      moveClock(to: nextEnd)
      completeJobsEndingNow()
      settle()
    }
    moveClock(to: time)
    completeJobsEndingNow()
  }

  @inline(__always)
  var nextEnd: Int64 { min(workers.nextEnd, downloads.nextEnd) }

  mutating func completeJobsEndingNow() {
    while workers.nextEnd == now {
      let slot = workers.takeNext()
      complete(slot, took: slots[Int(slot)].cost)
    }
    if downloads.nextEnd == now { completeDownloads() }
  }

  /// Lets idle workers take jobs; decodes without cost end at once and free their worker for the next.
  private mutating func settle() {
    takeJobs()
    while nextEnd == now {
      completeJobsEndingNow()
      takeJobs()
    }
    checkBooks()
  }

  @inline(__always)
  private mutating func checkBooks() {
    guard observer?.isCheckingBooks(at: Nanoseconds(rawValue: now)) == true else { return }
    do throws(InvariantViolation) {
      try checkInvariants()
    } catch {
      observer?.booksDisagree(error, at: Nanoseconds(rawValue: now))
    }
  }

  /// Closes the account: ends the waits of cells that still wait, and takes sums.
  mutating func finish() {
    assert(hasConsistentBooks())
    for photo in photosOnScreen where slots[order.slot(ofPhoto: photo)].has(.awaited) {
      endWait(order.slot(ofPhoto: photo), isShown: false)
    }
    screen.close(at: now, tally: &tally.screens)
    tally.decodes = workers.begun
    tally.frames = Int64(frameIndex) + 1
    tally.duration = frameIndex < 0 ? 0 : now - firstFrameTime
    tally.worstSecondCost = max(tally.worstSecondCost, secondCost)
    for sizeClass in table.targetSizes.indices {
      let base = sizeClass * table.capacity
      for photo in touched.items where slots[base + Int(photo)].has(.unclaimed) { tally.preheat.pending += 1 }
    }
    precondition(tally.preheat.isBalanced, "every job that a start created is accounted for exactly once")
    precondition(
      tally.requests.hits + tally.waits.count == tally.requests.count, "every request ends its wait exactly once")
    guard tally.thumbnails.isPresent else { return }
    for photo in thumbnails.touched.items where slots[Int(table.thumbnailBase + photo)].has(.unclaimed) {
      tally.thumbnails.jobs.pending += 1
    }
    precondition(tally.thumbnails.jobs.isBalanced, "every job of a thumbnail is accounted for exactly once")
    precondition(
      tally.firstHits.all + tally.thumbnails.waits.count == tally.requests.count,
      "every request has its first image, or leaves, exactly once")
  }

  var photosOnScreen: [Int32] { carried + (shown.lower..<shown.upper).map { order.photo(at: $0) } }

  @inline(__always)
  func slot(of item: Int32) -> Int { order.slot(at: item) }

  /// Calls `body` with the photos of places in their order, neighbours together, and the slot of the first of them.
  @inline(__always)
  mutating func eachRun(at places: ItemRange, _ body: (inout Self, _ photos: ItemRange, _ slot: Int32) -> Void) {
    var place = places.lower
    while place < places.upper {
      let run = order.run(at: place)
      let count = min(run.end, places.upper) - place
      body(&self, ItemRange(lower: run.photo, upper: run.photo + count), run.slot)
      place += count
    }
  }

  @inline(__always)
  mutating func eachPhoto(at places: ItemRange, _ body: (inout Self, _ photo: Int32, _ slot: Int) -> Void) {
    eachRun(at: places) { replayer, photos, slot in
      let base = slot - photos.lower
      for photo in photos.lower..<photos.upper { body(&replayer, photo, Int(base + photo)) }
    }
  }

  /// Sets bytes and cost of items that are about to be shown or started and to which nothing has happened yet: all at
  /// once, so that slots which no cache holds come from memory side by side.
  mutating func touch(_ items: ItemRange) {
    if items.isEmpty { return }
    if table.readySlots.isEmpty {
      eachPhoto(at: items) { replayer, photo, slot in
        if replayer.slots[slot].state != .unknown { return }
        if replayer.table.book != nil {
          let place = replayer.order.place(of: photo)
          replayer.table.lookUp(item: Int(photo), at: place, sizeClass: slot / replayer.table.capacity)
        }
        replayer.table.describe(
          &replayer.slots[slot], item: Int(photo), sizeClass: slot / replayer.table.capacity)
      }
    }
    placesTouched = placesTouched.hull(with: items)
    eachRun(at: items) { replayer, photos, _ in replayer.touched.insert(photos) }
  }

  mutating func count(requestCost cost: Int64) {
    tally.requestedCost.add(cost)
    if now >= secondEnd {
      tally.worstSecondCost = max(tally.worstSecondCost, secondCost)
      secondEnd = firstFrameTime + ((now - firstFrameTime) / 1_000_000_000 + 1) * 1_000_000_000
      secondCost = 0
    }
    secondCost.add(cost)
  }

  /// - Precondition: `order` is that of the layout.
  mutating func selectLayout(_ layout: GridLayout) {
    context.layout = layout
    context.sizes = LayoutSizes(table: table, itemCount: layout.count, order: order)
    meter.grid = CellRows(layout)
    measureBudget()
  }

  mutating func measureBudget() {
    if evictionPolicy.canKeepBitmaps { evictionPolicy.layoutChanged(to: context.layout, sizes: context.sizes) }
  }
}
