import CLabSystem
import LabSystem
import SystemPackage

/// Serves everybody who comes, in one thread: nobody is waited for, so nobody makes others wait. Traces are checked in
/// another.
struct FrontDoor {
  private let listener: TCPSocket
  private let reception: Reception
  private let limits: ExchangeLimits
  /// In the order in which they came.
  private var guests: [Guest] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isFull = false
  private let clerk: DeliveryClerk
  /// A byte comes when a trace has been checked.
  private let bell: FileDescriptor

  /// - Throws: `RecordError` when the address or port cannot be used.
  init(address: String, port: UInt16, reception: Reception, limits: ExchangeLimits) throws(RecordError) {
    // Who hangs up while it is being answered is no signal.
    lab_ignore_signal(lab_signal_pipe)
    listener = try TCPSocket(listeningAt: address, port: port)
    self.reception = reception
    self.limits = limits
    do {
      let (bell, button) = try FileDescriptor.pipe()
      self.bell = bell
      clerk = try DeliveryClerk { _ = try? button.writeAll([0]) }
    } catch let error as SystemThread.Refused {
      throw RecordError("no thread can be started (\(error.reason)): raise the limit on processes (ulimit -u)")
    } catch {
      throw RecordError("no pipe can be made: \(error)")
    }
  }

  var port: UInt16 { listener.port }

  /// Serves until a trace has come.
  ///
  /// - Parameter clock: Nanoseconds that only go forward.
  mutating func nextArrival(clock: () -> Int64) -> Arrival {
    while true {
      if let index = guests.firstIndex(where: \.hasDelivered), let arrival = guests.remove(at: index).exchange.arrival {
        return arrival
      }
      let ready = wait(now: clock())
      for index in guests.indices {
        let traces = guests.count { $0.exchange.isBringingTrace }
        let now = clock()
        if let whole = guests[index].serve(isReady: ready.guests[index], into: &buffer, now: now, traces: traces) {
          clerk.take(whole)
        }
      }
      guests.removeAll { $0.isOver && !$0.hasDelivered }
      if ready.listener { letIn(now: clock()) }
    }
  }

  /// Waits until something has come or somebody's patience ends.
  private mutating func wait(now: Int64) -> (listener: Bool, guests: [Bool]) {
    var wishes = guests.map(\.wish)
    wishes.append(lab_watch(descriptor: isFull ? -1 : listener.descriptor, wanted: Int16(lab_can_read), found: 0))
    wishes.append(lab_watch(descriptor: bell.rawValue, wanted: Int16(lab_can_read), found: 0))
    var milliseconds: Int64 = -1
    if let deadline = guests.map(\.exchange.deadline).min() {
      milliseconds = min(max((deadline - now) / 1_000_000 + 1, 0), 60_000)
    }
    // No descriptor for a newcomer and nobody who could go: look again soon.
    if isFull { milliseconds = milliseconds < 0 ? 100 : min(milliseconds, 100) }
    isFull = false
    guard unsafe lab_poll(&wishes, wishes.count, Int32(milliseconds)) > 0 else {
      return (false, guests.map { _ in false })
    }
    if wishes[guests.count + 1].found != 0 {
      var bytes: [UInt8] = [0]
      _ = unsafe bytes.withUnsafeMutableBytes { unsafe try? bell.read(into: $0) }
    }
    return (wishes[guests.count].found != 0, wishes.dropLast(2).map { $0.found != 0 })
  }

  /// Lets in who waits, and shows out the oldest that has not shown the token where there is no room.
  /// A few at a time: a flood of newcomers shows nobody out before his request was read.
  private mutating func letIn(now: Int64) {
    for _ in 0..<limits.guestsMax / 4 {
      if guests.count >= limits.guestsMax && !showOut() {
        isFull = true
        return
      }
      switch listener.accept() {
      case .socket(let socket):
        guests.append(Guest(socket, Exchange(reception: reception, limits: limits, now: now)))
      case .nobody: return
      case .full:
        if !showOut() {
          isFull = true
          return
        }
      }
    }
  }

  /// False when all have shown the token.
  private mutating func showOut() -> Bool {
    guard let index = guests.firstIndex(where: { !$0.exchange.isBringingTrace && $0.exchange.arrival == nil }) else {
      return false
    }
    guests.remove(at: index)
    return true
  }
}
