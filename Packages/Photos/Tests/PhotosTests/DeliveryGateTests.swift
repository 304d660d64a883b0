import Synchronization
import Testing

@testable import PhotosModel

@Suite struct DeliveryGateTests {
  @Test func nothingPassesAfterTheFinalResult() {
    let (gate, passed) = (DeliveryGate(), Counter())
    for (isFinal, count) in [(false, 1), (false, 2), (true, 3), (false, 3), (true, 3)] {
      gate.pass(isFinal: isFinal) { passed.add() }
      #expect(passed.count == count)
    }
  }

  /// What threads that deliver at the same moment hear, whoever wins: no result after a final one.
  @Test func threadsPassOneAtATime() async {
    let (gate, passed) = (DeliveryGate(), Counter())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<64 { group.addTask { gate.pass(isFinal: number % 8 == 0) { passed.hear(number % 8 == 0) } } }
    }
    #expect(passed.finals == 1 && passed.isLastFinal)
  }

  private final class Counter: Sendable {
    private let state = Mutex<(count: Int, finals: Int, isLastFinal: Bool)>((0, 0, false))

    func add() { state.withLock { $0.count += 1 } }
    func hear(_ isFinal: Bool) {
      state.withLock { $0 = ($0.count + 1, $0.finals + (isFinal ? 1 : 0), isFinal) }
    }
    var count: Int { state.withLock { $0.count } }
    var finals: Int { state.withLock { $0.finals } }
    var isLastFinal: Bool { state.withLock { $0.isLastFinal } }
  }
}
