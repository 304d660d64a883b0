import Testing

@testable import LabPictures

@Suite struct ScreenHistoryTests {
  @Test func everyRowShowsWhatItShowedMostOfTheTime() {
    var history = ScreenHistory(end: 4000)
    history.hold(from: 0, to: 1003, count: 12) { _ in .blank }
    history.hold(from: 1003, to: 4000, count: 12) { $0 < 6 ? .hit : .late }
    let top = history.stretches.filter { $0.row == 0 }
    // A column is 10 long: of the one in which it changed, 3 were blank.
    #expect(top == [.init(row: 0, columns: 0..<100, sight: .blank), .init(row: 0, columns: 100..<400, sight: .hit)])
    #expect(history.stretches.last == .init(row: 11, columns: 100..<400, sight: .late))
  }

  @Test(arguments: [1, 7, 399, 400, 401, 1_000_003] as [Int64]) func noTimeIsLostAtAnyLength(end: Int64) {
    var history = ScreenHistory(end: end)
    var now: Int64 = 0
    while now < end {
      let next = min(end, now + max(1, end / 97))
      history.hold(from: now, to: next, count: 4) { _ in .hit }
      now = next
    }
    let columns = history.stretches.filter { $0.row == 0 }.reduce(0) { $0 + $1.columns.count }
    #expect(columns == Int(min(end, 400)), "every column that is longer than nothing shows something")
  }

  @Test func whatNobodySawIsNotDrawn() {
    var history = ScreenHistory(end: 400)
    history.hold(from: 100, to: 200, count: 0) { _ in .hit }
    #expect(history.stretches.isEmpty)
  }
}
