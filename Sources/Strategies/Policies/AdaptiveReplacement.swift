/// Two lists by recency, of bitmaps requested once and of those requested again, and the keys that left each. A request
/// for such a key moves the border between the two lists towards the list that should have been longer.
///
/// Rule: it is the published algorithm with bytes in place of pages. A bitmap arrives when its decode ends. A start
/// counts as a request, and the first request after it does not count as one more. Room is made for the last request
/// that found nothing, and what may not go is passed over. At each victim, where the lists with their keys are full,
/// one remembered key is forgotten as in case IV of the paper, unless the key of that last request was itself
/// remembered. With `step=byte` the border moves by the ratio of the paper in bytes, at least 1, the ratio being that
/// of the bytes remembered by the other list to those remembered by this one. It then hardly moves, and the list of
/// those requested again is what is protected. With `step=entry` it moves by that ratio times the bytes of the entry.
///
/// Source: Megiddo, Modha: ARC, a self-tuning, low overhead replacement cache (FAST 2003), which counts pages; with
/// unit sizes this is it to the last miss. The paper does not define ARC over bytes: `step=byte` is how libCacheSim
/// reads it.
///
/// Cost: O(1) a request, links change on every hit; 16 bytes a key where `lru` takes 8. Loses to `lru` on a scroll that
/// turns back, where what was requested again long ago keeps the place of what was just shown.
public struct AdaptiveReplacement: BudgetedEvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "arc", summary: "requested once and requested again apart, the share of each learned from what comes back",
    parameters: [
      .budget,
      ParameterSpec(
        key: "step", kind: .choice(["byte", "entry"]), defaultValue: .choice("byte"),
        summary: "the border moves by the published ratio in bytes, or times the bytes of the entry"),
    ])

  /// The queues: requested once, requested again, and the keys that left each (T1, T2, B1 and B2 of the paper).
  private static let once = 0
  private static let again = 1
  private static let leftOnce = 2
  private static let leftAgain = 3
  /// A bit of a mark: started, and no cell has asked yet.
  private static let ahead: UInt16 = 1
  /// A bit of a mark: requested while its key was remembered.
  private static let returns: UInt16 = 2

  public var limit: BudgetInForce
  private let hasEntrySteps: Bool
  private var queues = SlotQueues()
  /// The bytes that `once` should have: p of the paper. A real number, as there; plain arithmetic gives the same on
  /// every machine.
  private var border = 0.0
  /// The bytes of the last request that found nothing, and the queue that remembered its key.
  private var incomingBytes: Int64 = 0
  private var incomingQueue: Int?
  /// The slot that `victim` named last, and the queue for its key.
  private var named = SlotQueues.none
  private var isNamedRemembered = false

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
    hasEntrySteps = parameters.choice("step") == "entry"
  }

  public mutating func reset(slotCount: Int, sizeClasses: Int) {
    queues.reset(slotCount: slotCount, queueCount: 4)
    border = 0
    incomingBytes = 0
    incomingQueue = nil
    named = SlotQueues.none
  }

  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    limit.layoutChanged(to: layout, sizes: sizes)
    border = min(border, Double(budget.rawValue))
  }

  public mutating func requested(_ slot: Int32, bytes: ByteCount) {
    let mark = queues.mark(slot)
    switch queues.queue(of: slot) {
    case Self.once?, Self.again?:
      if mark & Self.ahead != 0 {
        queues.setMark(slot, 0)
      } else {
        queues.move(slot, toBackOf: Self.again)
      }
    case let left?:
      learn(from: left, bytes: bytes.rawValue)
      queues.remove(slot)
      queues.setMark(slot, Self.returns)
      (incomingBytes, incomingQueue) = (bytes.rawValue, left)
    case nil:
      queues.setMark(slot, mark & Self.returns)
      (incomingBytes, incomingQueue) = (bytes.rawValue, nil)
    }
  }

  public mutating func started(_ slot: Int32, bytes: ByteCount) {
    if let queue = queues.queue(of: slot), queue < Self.leftOnce { return }
    requested(slot, bytes: bytes)
    queues.setMark(slot, queues.mark(slot) | Self.ahead)
  }

  /// Moves the border after a request for a key that left a list: that list was too short.
  private mutating func learn(from left: Int, bytes: Int64) {
    let other = left == Self.leftOnce ? Self.leftAgain : Self.leftOnce
    let ratio = Double(queues.bytes(of: other)) / Double(queues.bytes(of: left))
    let step = max(1, ratio) * (hasEntrySteps ? Double(bytes) : 1)
    border = left == Self.leftOnce ? min(border + step, Double(budget.rawValue)) : max(border - step, 0)
  }

  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    var isReturn = queues.mark(slot) & Self.returns != 0
    if let queue = queues.queue(of: slot) {
      if queue < Self.leftOnce { return }
      queues.remove(slot)
      isReturn = true
    }
    queues.append(slot, to: isReturn ? Self.again : Self.once, bytes: bytes.rawValue)
    queues.setMark(slot, queues.mark(slot) & Self.ahead)
  }

  public mutating func dropped(_ slot: Int32) {
    queues.setMark(slot, 0)
    let isNamed = slot == named
    if isNamed { named = SlotQueues.none }
    guard let queue = queues.queue(of: slot) else { return }
    if isNamed && isNamedRemembered && queue < Self.leftOnce {
      queues.move(slot, toBackOf: queue + Self.leftOnce)
    } else {
      queues.remove(slot)
    }
  }

  public func checkInvariants() throws(InvariantViolation) { try queues.checkInvariants() }

  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    isNamedRemembered = true
    if incomingQueue == nil { forget() }
    let found = isNamedRemembered ? replaced(canGo) : queues.first(of: Self.once, where: canGo) ?? replaced(canGo)
    named = found ?? SlotQueues.none
    return found
  }

  /// Makes room among the remembered keys for one more, by case IV of the paper.
  private mutating func forget() {
    let budget = budget.rawValue
    let onceAll = queues.bytes(of: Self.once) + queues.bytes(of: Self.leftOnce)
    let againAll = queues.bytes(of: Self.again) + queues.bytes(of: Self.leftAgain)
    if onceAll + incomingBytes > budget {
      if queues.isEmpty(Self.leftOnce) {
        isNamedRemembered = false
      } else {
        queues.remove(queues.first(of: Self.leftOnce))
      }
    } else if onceAll + againAll >= 2 * budget, !queues.isEmpty(Self.leftAgain) {
      queues.remove(queues.first(of: Self.leftAgain))
    }
  }

  /// Chooses a victim: REPLACE of the paper.
  private func replaced(_ canGo: (Int32) -> Bool) -> Int32? {
    let held = Double(queues.bytes(of: Self.once))
    let isOnceTooLong =
      !queues.isEmpty(Self.once) && (held > border || (held == border && incomingQueue == Self.leftAgain))
    let (one, other) = isOnceTooLong ? (Self.once, Self.again) : (Self.again, Self.once)
    return queues.first(of: one, where: canGo) ?? queues.first(of: other, where: canGo)
  }
}
