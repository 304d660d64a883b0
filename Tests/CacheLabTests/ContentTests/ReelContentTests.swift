import Strategies
import Testing

@testable import CacheLab
@testable import LabPictures

/// What the player draws where photos come and go: by place, what the cell of the photo there shows.
@Suite struct ReelContentTests {
  /// Writes down what each place shows after every event, from the events alone.
  private struct Screen: SelectiveObserver {
    let table: SlotTable
    var order: [Int32]
    var states: [Int32: ReelCell] = [:]
    private(set) var visible = ItemRange.empty
    private var awaited: [Int32: Int32] = [:]

    init(table: SlotTable, count: Int32) {
      self.table = table
      order = Array(0..<count)
    }

    mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
      order = photos.flatMap { Array($0.lower..<$0.upper) }
      visible = .empty
    }
    mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
      states[item.rawValue] = outcome == .hit ? .sharp : .blank
      awaited[item.rawValue] = outcome == .hit ? nil : slot
    }
    mutating func release(_ item: ItemID, at time: Nanoseconds) { awaited[item.rawValue] = nil }
    mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
      let photo = table.item(ofSlot: slot).rawValue
      if kept, awaited[photo] == slot {
        awaited[photo] = nil
        states[photo] = .sharp
      }
    }
    mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) { self.visible = visible }

    var cells: [ReelCell] { (visible.lower..<visible.upper).map { states[order[Int($0)]] ?? .blank } }
  }

  @Test(arguments: ["none", "preheat2x", "lru:budget=4MB"]) func placesShowWhatTheirPhotosDo(_ text: String) throws {
    let spec = try StrategySpec(text)
    for name in ["library-changes", "limited-access"] {
      let whole = try ReplayFixture.shipped(name)
      let end = whole.script.end.rawValue
      for part in Int64(1)...40 {
        let replay = whole.until(end * part / 40)
        let heard = replay.run(spec, cells: .cancel, observer: ReelRecorder(replay)).observer
        let screen = replay.run(
          spec, cells: .cancel, observer: Screen(table: replay.table, count: replay.script.layouts[0].count)
        ).observer
        var places: [Int32: ReelCell] = [:]
        for change in heard.changes { places[change.item] = change.state }
        #expect(!screen.cells.isEmpty)
        #expect((screen.visible.lower..<screen.visible.upper).map { places[$0] ?? .blank } == screen.cells)
      }
    }
  }
}
